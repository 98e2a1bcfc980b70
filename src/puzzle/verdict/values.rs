//! Answers that are values, compared word by word: those of kinds without moves.

use super::given::words;
use super::{Blame, Grade, Ruling};
use crate::diag::clip;
use crate::puzzle::Answer;

/// Judges an answer that must be the values of some commands. `symbols` are the characters that
/// are words of their own; without them, the words are integers. A row's number and a word's
/// number in its row name a cell of lines of integers.
pub fn compare(right: &[Answer], symbols: &str, answer: &str) -> Ruling {
    if let Some(stopped) = right.iter().find(|value| !value.is_computed() || value.is_gave_up()) {
        return Ruling::new(Grade::Unknown, stopped.text());
    }

    let is_symbol = |word: &str| word.chars().all(|char| symbols.contains(char));
    let is_word = |word: &str| match symbols.is_empty() {
        true => word.parse::<i64>().is_ok(),
        false => is_symbol(word),
    };
    let what = match symbols.chars().map(|symbol| format!("`{symbol}`")).collect::<Vec<_>>() {
        none if none.is_empty() => String::from("an integer"),
        signs => signs.join(" or "),
    };
    let place = |word: &str| {
        let start = word.as_ptr() as usize - answer.as_ptr() as usize;
        start..start + word.len()
    };

    let words = words(answer);
    if let Some(word) = words.clone().find(|word| !is_word(word)) {
        return Ruling::not_an_answer(answer, place(word), &what);
    }
    if words.clone().next().is_none() && !right.is_empty() {
        return Ruling::not_an_answer(answer, answer.len()..answer.len(), &what);
    }

    let lines: Vec<_> = right.iter().map(Answer::text).collect();
    let lines = lines.iter().flat_map(|lines| lines.lines()).enumerate();
    let mut given = words.flat_map(|word| values(word, !symbols.is_empty()));
    let mut count = 0_u64;
    for (row, line) in lines {
        for (column, wanted) in line.split_whitespace().enumerate() {
            count += 1;
            let actual = given.next();
            let is_same = |word: &str| match symbols.is_empty() {
                true => word.parse::<i64>().ok() == wanted.parse::<i64>().ok(),
                false => word == wanted,
            };
            if actual.is_some_and(is_same) {
                continue;
            }

            let cell = symbols.is_empty().then(|| format!("({row},{column})"));
            let name = cell.clone().unwrap_or_else(|| format!("answer {count}"));
            let (shown, place) = match actual {
                Some(word) => (format!("`{}`", clip(word)), place(word)),
                None => (String::from("nothing"), answer.len()..answer.len()),
            };
            let number = symbols.len().min(1) as u64 * count;
            let number = (number > 0).then_some(number);
            let blame = Blame { number, cell, ..Blame::of(answer, place) };
            let reason = format!("{name}: expected `{wanted}`, found {shown}");
            let veil = format!("{name}: {shown} is wrong");
            return Ruling::new(Grade::Wrong, reason).at(blame).or_veiled(veil);
        }
    }

    match given.next() {
        Some(word) => {
            let reason = format!("`{}` is more than the {count} that were asked for", clip(word));
            Ruling::new(Grade::Wrong, reason).at(Blame::of(answer, place(word)))
        }
        None => Ruling::new(Grade::Right, "it is the right answer"),
    }
}

/// Returns the values of a word: its characters, if each is a value of its own (`apart`).
fn values(word: &str, apart: bool) -> impl Iterator<Item = &str> {
    let ends = word.char_indices().map(|(start, char)| start + char.len_utf8());
    let ends = ends.filter(move |&end| apart || end == word.len());
    ends.scan(0, |start, end| Some(&word[std::mem::replace(start, end)..end]))
}
