//! Moves that are letters.

use super::direction::Direction;
use super::syntax::{Letter, letters};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::marks::words;
use crate::puzzle::{Mark, Part};
use crate::syntax::{Args, Fragment, spaces_fix};
use crate::text::{Span, Spanned};

/// Returns the move of a letter or an arrow.
pub(super) fn move_of<T>(sign: char, of: fn(char) -> Option<T>) -> Option<T> {
    of(Direction::from_sign(sign).map_or(sign, |(way, _)| way.letter()))
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
        Ok(letters) => {
            let place = |Letter { text, value }| Spanned { value, span: whole.locate(text).span() };
            Some(letters.into_iter().map(place).collect())
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
pub(super) fn mark_letters(args: Fragment<'_>, known: &str) -> Vec<Mark> {
    let letter = |sign| Direction::from_sign(sign).map_or(sign, |(way, _)| way.letter());
    words(args, |word| {
        let sound = word.text.chars().all(|sign| known.contains(letter(sign)));
        sound.then(|| Mark::new(word.span(), Part::Move))
    })
}
