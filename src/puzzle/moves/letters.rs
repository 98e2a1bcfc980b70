//! Moves that are letters.

use nom::branch::alt;
use nom::character::complete::{anychar, one_of, satisfy};
use nom::combinator::{consumed, eof, map_opt, not, opt};
use nom::multi::{many0, many1};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::direction::{Direction, parse_direction_word};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::marks::words;
use crate::puzzle::{Mark, Part};
use crate::syntax::{Args, Form, Fragment, expected, spaces_fix};
use crate::text::{Span, Spanned};

/// A move with its text.
type Letter<'a, T> = (&'a str, T);

/// Returns the move of a letter or an arrow.
pub(super) fn move_of<T>(sign: char, of: fn(char) -> Option<T>) -> Option<T> {
    of(Direction::from_sign(sign).map_or(sign, |(way, _)| way.letter()))
}

/// Parses a direction as a word, or letters and arrows in a row.
fn word<'a, T>(of: fn(char) -> Option<T>, input: &'a str) -> IResult<&'a str, Vec<Letter<'a, T>>> {
    let goes_on = satisfy(|char| !char.is_whitespace() && !matches!(char, ',' | ';'));
    let direction = terminated(parse_direction_word, not(goes_on));
    let direction = map_opt(direction, |way| of(way.letter()));
    let sign = map_opt(anychar, |sign| move_of(sign, of));
    alt((consumed(direction).map(|letter| vec![letter]), many1(consumed(sign)))).parse(input)
}

/// Parses words of letters, separated by spaces, commas or `;`: `LU R`, `left, up, right`.
fn letters<'a, T>(of: fn(char) -> Option<T>, input: &'a str) -> Form<'a, Vec<Letter<'a, T>>> {
    let word = || expected("a move", |input| word(of, input));
    let separator = || opt(expected("a move", one_of(",;")));
    let words = (word(), many0(preceded(separator(), word())));
    let (rest, (mut letters, others)) = terminated(words, separator()).parse(input)?;
    let (rest, _) = expected("a move", eof).parse(rest)?;
    letters.extend(others.into_iter().flatten());
    Ok((rest, letters))
}

/// Reads letters with or without spaces between them, or directions in another form, each with its
/// place: `LU R`. `not_a_move` reports one that `read` does not know.
pub fn expect_letters<T>(
    args: &mut Args<'_>,
    read: fn(char) -> Option<T>,
    not_a_move: fn(Span, &str) -> Diagnostic,
    sink: &mut Sink,
) -> Option<Vec<Spanned<T>>> {
    let whole = args.rest();
    match args.try_read(|input| letters(read, input)) {
        Ok(found) => {
            let place = |(letter, value)| Spanned { value, span: whole.locate(letter).span() };
            Some(found.into_iter().map(place).collect())
        }
        Err(stop) => {
            sink.push(match stop.letter() {
                Some(letter) => {
                    let mut fault = not_a_move(letter.span(), letter.text);
                    let sound = |letter| letter == ' ' || read(letter).is_some();
                    fault.better_fix(spaces_fix(whole, |text| text.chars().all(sound)));
                    fault
                }
                None => stop.fault(),
            });
            None
        }
    }
}

/// Returns the marks of words that consist of such letters.
pub fn mark_letters<T>(args: Fragment<'_>, read: fn(char) -> Option<T>) -> Vec<Mark> {
    words(args, |word| {
        let sound = word.text.chars().all(|letter| move_of(letter, read).is_some());
        sound.then(|| Mark::new(word.span(), Part::Move))
    })
}
