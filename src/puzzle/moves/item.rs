//! The moves of an answer as people write them: one by one, or letters in a row.

use super::MoveGame;
use super::direction::{Case, Direction};
use super::letters::move_of;
use super::path::separator;
use super::syntax::{
    Counted, parse_counted, parse_direction_sign, parse_direction_word, whole_word,
};
use crate::diag::Sink;
use crate::syntax::{Args, Fragment};
use crate::text::Spanned;

/// The largest number of times that a direction with a count may repeat its move.
const MOST: u32 = 9_999;

/// The longest word with counts whose readings are shown.
const SHOWN: usize = 24;

/// The most letters of such a reading.
const LETTERS: usize = 40;

/// A part of an answer that was read.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// Its text.
    pub text: &'a str,
    /// The case of its directions, if they are letters.
    pub case: Option<Case>,
}

/// The place at which a text is not a move.
#[derive(Debug)]
pub struct Unread<'a> {
    /// The text there.
    pub text: &'a str,
    /// The expected text.
    pub expected: String,
}

impl<'a> Unread<'a> {
    /// Returns the place of a text that is not a move.
    pub fn new(text: &'a str) -> Self {
        Self { text, expected: String::from("a move") }
    }
}

/// Another meaning of moves, which answers do not have. A verdict says if they would be right with it.
#[derive(Debug)]
pub struct Misreading<T> {
    /// The condition under which moves have that meaning.
    pub condition: &'static str,
    /// Returns the move that has that meaning, written as answers write it; `None` if there is none.
    pub read: fn(&T) -> Option<T>,
}

/// Receives a move of an answer and its text.
pub type EachMove<'e, 'a, T> = dyn FnMut(T, &'a str) + 'e;

/// Returns the text before the next separator outside parentheses: a comma, `;`, or a space if
/// spaces separate moves.
pub(crate) fn until_separator(text: &str, spaces: bool) -> &str {
    let mut depth = 0_u32;
    let separates = |char: char| -> bool {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ';' => return true,
            ',' => return depth == 0,
            _ => {}
        }
        spaces && char.is_whitespace()
    };
    text.split(separates).next().unwrap_or_default()
}

/// Reads the move at the start of a text, which ends at the next separator; of a kind whose moves are
/// letters, the word of moves.
///
/// # Errors
/// There is no move.
pub(super) fn read_text<'a, M: MoveGame>(
    text: Fragment<'a>,
    each: &mut EachMove<'_, 'a, M::Typed>,
) -> Result<Item<'a>, Unread<'a>> {
    let word = until_separator(text.text, separator::<M>() == " ").trim_end();
    let place = text.locate(word);
    let mut args = Args::new(place, place.span(), "MOVES");
    let moves = M::expect_moves(&mut args, &mut Sink::new()).unwrap_or_default();
    let letters: Vec<_> = place.characters().collect();
    let texts = match separator::<M>() {
        "" if moves.len() == letters.len() => letters,
        _ if moves.len() == 1 => vec![place],
        _ => return Err(Unread::new(word)),
    };
    moves.into_iter().zip(texts).for_each(|(typed, text)| each(typed, text.text));
    Ok(Item { text: word, case: None })
}

/// Reads the word at the start of a text whose moves are letters: `RRD`, `→→↓`, `right`, `R2`. `of`
/// returns the move of a letter.
///
/// # Errors
/// The word holds something else, or a count inside a row of letters.
pub fn read_letters<'a, T>(
    text: Fragment<'a>,
    of: fn(char) -> Option<T>,
    each: &mut EachMove<'_, 'a, Spanned<T>>,
) -> Result<Item<'a>, Unread<'a>> {
    let Ok((_, word)) = whole_word(text.text) else {
        return Err(Unread::new(&text.text[..0]));
    };
    let mut make = |letter: char, text: Fragment<'a>| {
        let value = of(letter);
        let is_move = value.is_some();
        if let Some(value) = value {
            each(Spanned { value, span: text.span() }, text.text);
        }
        is_move
    };
    if let Ok(("", way)) = parse_direction_word(word) {
        make(way.letter(), text.locate(word));
        return Ok(Item { text: word, case: None });
    }
    if let Ok(("", Counted { way, case, count })) = parse_counted(word) {
        let count = count.parse::<u32>().ok().filter(|count| (1..=MOST).contains(count));
        let Some(count) = count else {
            let expected = format!("a count from 1 to {MOST} beside a move");
            return Err(Unread { text: word, expected });
        };
        (0..count).for_each(|_| {
            make(way.letter(), text.locate(word));
        });
        return Ok(Item { text: word, case });
    }

    let mut case = None;
    for letter in text.locate(word).characters() {
        let sign = letter.text.chars().next().unwrap_or_default();
        let direction = Direction::from_sign(sign);
        if !make(direction.map_or(sign, |(way, _)| way.letter()), letter) {
            let expected = readings(word, of);
            return Err(match expected {
                Some(expected) => Unread { text: word, expected },
                None => Unread::new(letter.text),
            });
        }
        let letter_case = direction.and_then(|(_, case)| case);
        if letter_case.is_some() && case.is_some() && letter_case != case {
            return Err(Unread { text: letter.text, expected: String::from(ONE_CASE) });
        }
        case = case.or(letter_case);
    }
    Ok(Item { text: word, case })
}

/// The text after `expected` if directions are letters in both cases.
pub(super) const ONE_CASE: &str = "directions in letters of one case";

/// A reading of a row of letters with counts in it.
struct Spelled {
    /// The moves with a count, apart from the others: `R2 D`.
    apart: String,
    /// All moves: `RRD`.
    letters: String,
}

/// Returns the readings of a row of letters with counts in it, as what is expected instead. `None` if
/// it has no count, or something else in it.
fn readings<T>(word: &str, of: fn(char) -> Option<T>) -> Option<String> {
    let is_move = |sign: char| move_of(sign, of).is_some();
    let is_sound = |sign: char| sign.is_ascii_digit() || is_move(sign);
    let has_count = word.contains(|sign: char| sign.is_ascii_digit());
    if word.len() > SHOWN || !has_count || !word.chars().all(is_sound) || !word.contains(is_move) {
        return None;
    }
    let readings = [counts_after(word), counts_before(word), count_of_all(word)];
    let shown = |Spelled { apart, letters }: Spelled| match letters.chars().nth(LETTERS) {
        None => format!("`{apart}` ({letters})"),
        Some(_) => format!("`{apart}`"),
    };
    let readings: Vec<String> = readings.into_iter().flatten().take(2).map(shown).collect();
    (!readings.is_empty())
        .then(|| format!("each count beside a single move: {}", readings.join(" or ")))
}

/// Splits a word into its letters and its counts.
fn pieces(word: &str) -> Vec<&str> {
    let mut pieces: Vec<&str> = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let after = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let digits = rest.len() - after.len();
        let length = if digits == 0 { first.len_utf8() } else { digits };
        pieces.push(&rest[..length]);
        rest = &rest[length..];
    }
    pieces
}

/// Returns whether a piece of a word is a count.
fn is_count(piece: &str) -> bool {
    piece.bytes().all(|byte| byte.is_ascii_digit())
}

/// A letter with its count, which is empty if it has none.
#[derive(Clone, Copy)]
struct Letter<'a> {
    sign: &'a str,
    count: &'a str,
}

/// Returns the reading in which each count repeats the letter before it.
fn counts_after(word: &str) -> Option<Spelled> {
    let mut letters: Vec<Letter<'_>> = Vec::new();
    for piece in pieces(word) {
        if is_count(piece) {
            let last = letters.last_mut().filter(|last| last.count.is_empty())?;
            last.count = piece;
        } else {
            letters.push(Letter { sign: piece, count: "" });
        }
    }
    spelled(&letters, |Letter { sign, count }| format!("{sign}{count}"))
}

/// Returns the reading in which each count repeats the letter after it.
fn counts_before(word: &str) -> Option<Spelled> {
    let mut letters: Vec<Letter<'_>> = Vec::new();
    let mut count = "";
    for piece in pieces(word) {
        if is_count(piece) {
            count = piece;
        } else {
            letters.push(Letter { sign: piece, count: std::mem::take(&mut count) });
        }
    }
    if !count.is_empty() {
        return None;
    }
    spelled(&letters, |Letter { sign, count }| format!("{count}{sign}"))
}

/// Returns the reading in which the only count, at an end of the word, repeats all letters.
fn count_of_all(word: &str) -> Option<Spelled> {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let letters = word.trim_matches(is_digit);
    let count = word.strip_prefix(letters).or_else(|| word.strip_suffix(letters))?;
    let count = count.parse::<usize>().ok().filter(|count| *count <= LETTERS)?;
    if !letters.chars().all(|sign| Direction::from_sign(sign).is_some()) {
        return None;
    }
    Some(Spelled { apart: vec![letters; count].join(" "), letters: letters.repeat(count) })
}

/// Returns a reading; `None` if a count repeats something else than a direction.
fn spelled(letters: &[Letter<'_>], counted: fn(&Letter<'_>) -> String) -> Option<Spelled> {
    let mut spelled = Spelled { apart: String::new(), letters: String::new() };
    let mut was_counted = true;
    for letter in letters {
        let is_counted = !letter.count.is_empty();
        if !spelled.apart.is_empty() && (is_counted || was_counted) {
            spelled.apart.push(' ');
        }
        if is_counted {
            parse_direction_sign(letter.sign).ok()?;
            let count = letter.count.parse::<usize>().ok()?;
            spelled.letters += &letter.sign.repeat(count.min(LETTERS + 1));
            spelled.apart += &counted(letter);
        } else {
            spelled.letters += letter.sign;
            spelled.apart += letter.sign;
        }
        was_counted = is_counted;
    }
    Some(spelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> Result<String, String> {
        let text = Fragment { text, start: 0 };
        let mut letters = String::new();
        let of = |letter: char| "LRUD_".contains(letter).then_some(letter);
        let item = read_letters(text, of, &mut |letter, _| letters.push(letter.value));
        let rest = |item: Item<'_>| text.text.strip_prefix(item.text).map(str::to_owned);
        item.map(|item| format!("{letters}{}", rest(item).expect("it is at the start")))
            .map_err(|unread| format!("{}: {}", unread.text, unread.expected))
    }

    #[test]
    fn a_count_is_beside_a_single_move() {
        for (text, read) in [
            ("RRD", "RRD"),
            ("r", "R"),
            ("rd_", "RD_"),
            ("→↓", "RD"),
            ("Right, D", "R, D"),
            ("R2 D", "RR D"),
            ("2R;D", "RR;D"),
            ("12↑", "UUUUUUUUUUUU"),
            ("down3", "DDD"),
        ] {
            assert_eq!(letters(text).as_deref(), Ok(read), "{text}");
        }
        let each = "each count beside a single move: ";
        for (text, place, expected) in [
            ("R2D", "R2D", "`R2 D` (RRD) or `R 2D` (RDD)"),
            ("RR2D", "RR2D", "`R R2 D` (RRRD) or `RR 2D` (RRDD)"),
            ("R2D2", "R2D2", "`R2 D2` (RRDD)"),
            ("RR2", "RR2", "`R R2` (RRR) or `RR RR` (RRRR)"),
            ("2RR", "2RR", "`2R R` (RRR) or `RR RR` (RRRR)"),
        ] {
            assert_eq!(letters(text), Err(format!("{place}: {each}{expected}")), "{text}");
        }
        for (text, expected) in [
            ("Rx", "x: a move"),
            ("R0", "R0: a count from 1 to 9999 beside a move"),
            ("R10000", "R10000: a count from 1 to 9999 beside a move"),
            ("_2", "2: a move"),
            ("2", "2: a move"),
            ("Rd", "d: directions in letters of one case"),
        ] {
            assert_eq!(letters(text), Err(expected.to_owned()), "{text}");
        }
    }
}
