//! "Did you mean": the candidate nearest to a misspelled word.

use std::fmt::Display;

/// Returns the candidate that is nearest to `word`, if one is near enough to be intended: an edit
/// distance (with transpositions) of at most a third of the longer word, at least 1; upper and
/// lower case are alike. A word of 3 bytes or more is also near to a candidate that begins with it.
/// Of equally near candidates, the first is returned.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let lower = word.to_lowercase();
    // A word much longer than any name is not a slip of the fingers; do not measure it.
    if lower.chars().count() > 64 {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let theirs = candidate.to_lowercase();
        if theirs.len().abs_diff(lower.len()) > 8 {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&lower, &theirs);
        let longer = lower.chars().count().max(theirs.chars().count());
        let starts = !lower.is_empty() && lower.len() >= 3 && theirs.starts_with(&lower);
        let allowed = (longer / 3).max(1);
        if (distance <= allowed && distance < longer || starts)
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns whether at most `most` characters of a word must be changed, added, left out or
/// exchanged with the next one to make one of the candidates. Upper and lower case differ.
pub(crate) fn is_within<'a>(
    word: &str,
    most: usize,
    candidates: impl IntoIterator<Item = &'a str>,
) -> bool {
    candidates.into_iter().any(|candidate| {
        candidate.len().abs_diff(word.len()) <= 4 * most
            && strsim::damerau_levenshtein(word, candidate) <= most
    })
}

/// Returns the help for an unknown word: the nearest of the words that are known, or `otherwise`.
pub(crate) fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> String {
    nearest(word, candidates)
        .map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
}

/// Formats words as a list for a sentence, each in back quotes: `a`, `b` and `c`.
pub(crate) fn among<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        None => String::from("none"),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Formats a number with its word: `1 move`, `2 moves`.
pub(crate) fn counted(count: impl Copy + Display + PartialEq + From<u8>, one: &str) -> String {
    format!("{count} {one}{}", if count == 1.into() { "" } else { "s" })
}

/// Clips a found word for a message: at most 40 characters, the rest as `…`.
pub fn clip(word: &str) -> std::borrow::Cow<'_, str> {
    clip_to(word, 40)
}

/// Clips a text to at most `most` characters, the rest as `…`.
pub fn clip_to(word: &str, most: usize) -> std::borrow::Cow<'_, str> {
    match word.char_indices().nth(most) {
        None => word.into(),
        Some((at, _)) => format!("{}…", &word[..at]).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognized_and_strangers_are_not() {
        let kinds = ["automaton", "matrix", "klotski", "sudoku", "bloxorz", "sliders"];
        assert_eq!(nearest("klotsky", kinds), Some("klotski"));
        assert_eq!(nearest("sudoko", kinds), Some("sudoku"));
        assert_eq!(nearest("Matrix", kinds), Some("matrix"));
        assert_eq!(nearest("chess", kinds), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("hisotry", ["history", "hint"]), Some("history"));
    }
}
