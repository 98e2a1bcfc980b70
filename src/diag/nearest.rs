//! "Did you mean": the candidate nearest to a misspelled word.

use std::borrow::Cow;
use std::fmt::Display;

/// A word of at least so many letters is also near to another order of its letters.
const REORDERED: usize = 4;
/// The words of a list that a sentence holds.
const LISTED: usize = 64;

/// Returns the candidate that is nearest to `word`, if one is near enough to be intended: an edit
/// distance (with transpositions) of at most a third of the longer word, at least 1, or of 2 if it
/// has the same letters in another order; upper and lower case are alike. A word of 3 bytes or more
/// is also near to a candidate that begins with it. Of equally near candidates, the first is
/// returned.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let lower = word.to_lowercase();
    // A word much longer than any name is not a slip of the fingers; do not measure it.
    if lower.chars().count() > 64 {
        return None;
    }

    let letters = Letters::of(&lower);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate.len().abs_diff(lower.len()) > 8 && candidate.is_ascii() {
            continue;
        }
        let theirs = lowercase(candidate);
        if theirs.len().abs_diff(lower.len()) > 8 {
            continue;
        }

        let their_letters = Letters::of(&theirs);
        let longer = letters.count.max(their_letters.count);
        let starts = lower.len() >= 3 && theirs.starts_with(&lower);
        let mut allowed = (longer / 3).max(1);
        if allowed == 1 && longer >= REORDERED && letters == their_letters {
            allowed = 1 + usize::from(is_reordered(&lower, &theirs));
        }

        // A candidate is better only if it is nearer than the best one so far.
        let most = best.map_or(allowed, |(least, _)| allowed.min(least.saturating_sub(1)));
        if letters.differing(their_letters) > most && !starts {
            continue;
        }

        let distance = edit_distance(&lower, &theirs);
        if (distance <= allowed && distance < longer || starts)
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The most candidates that [`few_nearest`] returns.
const FEW: usize = 3;

/// Returns up to three candidates that are near enough to `word` to be intended, in the order in
/// which [`nearest`] prefers them.
pub(crate) fn few_nearest<'a>(word: &str, candidates: &[&'a str]) -> Vec<&'a str> {
    let mut rest = candidates.to_vec();
    let mut few = Vec::new();
    while few.len() < FEW
        && let Some(near) = nearest(word, rest.iter().copied())
    {
        few.push(near);
        rest.retain(|candidate| *candidate != near);
    }
    few
}

/// Formats words as alternatives for a sentence, each in back quotes: `a`, `b` or `c`.
pub(crate) fn either<'a>(words: &[&'a str]) -> String {
    let quoted = |words: &[&'a str]| {
        words.iter().map(|word| format!("`{}`", clip(word))).collect::<Vec<_>>().join(", ")
    };
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or `{}`", quoted(first), clip(last)),
        _ => quoted(words),
    }
}

/// Returns a word in lower case; most words are.
fn lowercase(word: &str) -> Cow<'_, str> {
    let is_lower = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if word.bytes().all(is_lower) { word.into() } else { word.to_lowercase().into() }
}

/// Returns the edit distance of two words, with transpositions.
fn edit_distance(a: &str, b: &str) -> usize {
    #[cfg(test)]
    tests::DISTANCES.with(|count| count.set(count.get() + 1));
    strsim::damerau_levenshtein(a, b)
}

/// Returns whether two words have the same letters.
fn is_reordered(a: &str, b: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(a) == sorted(b)
}

/// The letters of a word without their order and their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Letters {
    count: usize,
    /// A bit per letter, by the last bits of its code.
    bits: u32,
}

impl Letters {
    fn of(word: &str) -> Self {
        let letter = |letters: Self, char| Self {
            count: letters.count + 1,
            bits: letters.bits | 1 << (u32::from(char) % u32::BITS),
        };
        word.chars().fold(Self { count: 0, bits: 0 }, letter)
    }

    /// Returns a number that the edit distance of two words is not below: an edit adds at most one
    /// letter and removes at most one, and an exchange of neighbors none.
    fn differing(self, other: Self) -> usize {
        let lacking = (self.bits & !other.bits).count_ones();
        let added = (other.bits & !self.bits).count_ones();
        self.count.abs_diff(other.count).max(lacking.max(added) as usize)
    }
}

/// Returns whether at most `most` characters of a word must be changed, added, left out or
/// exchanged with the next one to make one of the candidates. Upper and lower case differ.
pub(crate) fn is_within<'a>(
    word: &str,
    most: usize,
    candidates: impl IntoIterator<Item = &'a str>,
) -> bool {
    let letters = Letters::of(word);
    candidates.into_iter().any(|candidate| {
        candidate.len().abs_diff(word.len()) <= 4 * most
            && letters.differing(Letters::of(candidate)) <= most
            && edit_distance(word, candidate) <= most
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

/// Formats words as a list for a sentence, each in back quotes: `a`, `b` and `c`. Long words and a
/// long list are cut.
pub(crate) fn among<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut words = words.into_iter();
    let listed: Vec<_> = words.by_ref().take(LISTED).collect();
    let more = words.count();
    let mut text = String::new();
    for (at, word) in listed.iter().enumerate() {
        text.push_str(match at {
            0 => "",
            _ if more == 0 && at + 1 == listed.len() => " and ",
            _ => ", ",
        });
        text.extend(["`", &clip(word), "`"]);
    }
    match (listed.len(), more) {
        (0, _) => String::from("none"),
        (_, 0) => text,
        _ => format!("{text} and {} more", thousands(more as u128)),
    }
}

/// Formats a number with its thousands separated.
pub(crate) fn thousands(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with its word: `1 move`, `2 moves`.
pub(crate) fn counted(count: impl Copy + Display + PartialEq + From<u8>, singular: &str) -> String {
    format!("{count} {singular}{}", if count == 1.into() { "" } else { "s" })
}

/// Clips a found word for a message: at most 40 characters, the rest as `…`.
pub fn clip(word: &str) -> Cow<'_, str> {
    clip_to(word, 40)
}

/// Clips a text to at most `most` characters, the rest as `…`.
pub fn clip_to(word: &str, most: usize) -> Cow<'_, str> {
    match word.char_indices().nth(most) {
        None => word.into(),
        Some((at, _)) => format!("{}…", &word[..at]).into(),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        /// The edit distances that were computed.
        pub(super) static DISTANCES: Cell<u64> = const { Cell::new(0) };
    }

    #[test]
    fn slips_are_recognized_and_strangers_are_not() {
        let kinds = ["automaton", "matrix", "klotski", "sudoku", "bloxorz", "sliders"];
        assert_eq!(nearest("klotsky", kinds), Some("klotski"));
        assert_eq!(nearest("sudoko", kinds), Some("sudoku"));
        assert_eq!(nearest("Matrix", kinds), Some("matrix"));
        assert_eq!(nearest("chess", kinds), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("hisotry", ["history", "hint"]), Some("history"));
        assert_eq!(nearest("slvoe", ["show", "solve", "moves"]), Some("solve"));
        assert_eq!(nearest("stpes", ["step", "steps"]), Some("steps"));
        assert_eq!(nearest("tea", ["eat"]), None, "short words have many orders");
    }

    /// Returns what `nearest` returned when it compared each candidate in full, but for other orders
    /// of the same letters.
    fn compared<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
        let lower = word.to_lowercase();
        let mut best: Option<(usize, &str)> = None;
        for candidate in candidates {
            let theirs = candidate.to_lowercase();
            let distance = strsim::damerau_levenshtein(&lower, &theirs);
            let longer = lower.chars().count().max(theirs.chars().count());
            let starts = lower.len() >= 3 && theirs.starts_with(&lower);
            let is_near = distance <= (longer / 3).max(1) && distance < longer || starts;
            if is_near && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    #[test]
    fn few_candidates_are_compared_in_full_and_none_is_overlooked() {
        let verbs: Vec<_> = crate::kinds::KINDS
            .iter()
            .flat_map(|kind| crate::puzzle::common::verbs(kind).map(|verb| verb.name))
            .collect();
        let alphabet = ['a', 'e', 'l', 'o', 'r', 's', 't', 'v', '-', 'É'];
        let mut words = 0_u64;
        let mut reordered = 0;
        DISTANCES.with(|count| count.set(0));
        for verb in &verbs {
            for at in 0..verb.len() {
                for char in alphabet {
                    let (head, tail) = verb.split_at(at);
                    for word in [
                        format!("{head}{char}{tail}"),
                        format!("{head}{char}{}", &tail[1..]),
                        format!("{head}{}{char}x", &tail[1..]),
                        format!("{char}{}{tail}", &head[..at / 2]),
                    ] {
                        words += 1;
                        let suggested = nearest(&word, verbs.iter().copied());
                        let expected = compared(&word, &verbs);
                        if suggested == expected {
                            continue;
                        }
                        let is_order = is_reordered(&word, suggested.unwrap_or_default());
                        assert!(is_order, "{word}: {suggested:?}, not {expected:?}");
                        reordered += 1;
                    }
                }
            }
        }
        let computed = DISTANCES.with(Cell::get);
        let each = verbs.len() as u64;
        assert!(computed * 8 < words * each, "{computed} of {} comparisons", words * each);
        assert!(reordered * 20 < words, "{reordered} of {words}");
    }

    #[test]
    fn an_unknown_verb_is_compared_with_few_others() {
        use crate::diag::Sink;
        use crate::kinds::KINDS;
        use crate::syntax::Fragment;

        for kind in KINDS {
            for text in ["moev A", "slvoe", "wibble", "rotat 1", "goal B at (1,1)", "xyz"] {
                DISTANCES.with(|count| count.set(0));
                let sound = kind.lint(Fragment { text, start: 0 }, KINDS, &mut Sink::new());
                let compared = DISTANCES.with(Cell::get);
                // There are 15 to 40 verbs, and two questions: which is nearest, and is it a slip.
                assert!(!sound && compared <= 12, "{}: {text}: {compared}", kind.name);
            }
        }
    }

    #[test]
    fn a_few_are_near_and_the_nearest_comes_first() {
        let verbs = ["show", "step", "steps", "states", "status", "solve"];
        assert_eq!(few_nearest("steps", &verbs), ["steps", "step"]);
        assert_eq!(few_nearest("statse", &verbs), ["states", "status"]);
        assert_eq!(few_nearest("slove", &verbs), ["solve"]);
        assert!(few_nearest("wibble", &verbs).is_empty());
        assert_eq!(either(&[]), "");
        assert_eq!(either(&["a"]), "`a`");
        assert_eq!(either(&["a", "b", "c"]), "`a`, `b` or `c`");
    }

    #[test]
    fn long_lists_and_long_words_are_cut() {
        assert_eq!(among([]), "none");
        assert_eq!(among(["a"]), "`a`");
        assert_eq!(among(["a", "b", "c"]), "`a`, `b` and `c`");
        let names: Vec<_> = (0..70_000).map(|at| format!("{at}{}", "x".repeat(3000))).collect();
        let text = among(names.iter().map(String::as_str));
        assert!(text.len() < 5000 && text.ends_with("…` and 69,936 more"), "{text}");
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!([0, 999, 1_234_567].map(thousands), ["0", "999", "1,234,567"]);
    }
}
