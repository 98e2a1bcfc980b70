//! Moves one after another: typed, made, and as text.

use super::{Metric, MoveGame};
use crate::diag::Sink;
use crate::puzzle::{Failure, Solution};
use crate::syntax::{Args, Fragment};
use crate::text::Span;

/// Some moves that were typed, made as far as they are legal.
pub struct Followed<'a, M: MoveGame> {
    /// The position after the legal moves.
    pub at: M::Position,
    /// The last of them.
    pub last: Option<M::Move>,
    /// The position before it.
    pub before: Option<M::Position>,
    /// The first that is illegal, and why.
    pub refused: Option<(&'a M::Typed, Failure)>,
}

/// Makes moves up to the first that is illegal.
pub fn follow<'a, M: MoveGame>(
    model: &M,
    start: &M::Position,
    moves: &'a [M::Typed],
) -> Followed<'a, M> {
    let mut followed = Followed { at: start.clone(), last: None, before: None, refused: None };
    for typed in moves {
        match model.make(&followed.at, typed, false) {
            Ok((next, by)) => {
                followed.before = Some(std::mem::replace(&mut followed.at, next));
                followed.last = Some(by);
            }
            Err(failure) => {
                followed.refused = Some((typed, failure));
                break;
            }
        }
    }
    followed
}

/// Returns the position after a legal move; `None` if the move is illegal.
pub fn after<M: MoveGame>(model: &M, at: &M::Position, by: &M::Move) -> Option<M::Position> {
    model.legal(at).into_iter().find(|(candidate, _)| candidate == by).map(|(_, next)| next)
}

/// Makes the moves in a text without reporting anything. Returns the position after them, and the
/// moves; `None` if one of them is malformed or illegal.
pub fn replay<M: MoveGame>(
    model: &M,
    at: &M::Position,
    text: &str,
) -> Option<(M::Position, Vec<M::Move>)> {
    let mut at = at.clone();
    let mut path = Vec::new();
    if text.trim().is_empty() {
        return Some((at, path));
    }
    let mut args = Args::new(Fragment { text, start: 0 }, Span::default(), "MOVES");
    for typed in M::expect_moves(&mut args, &mut Sink::new())? {
        let (next, by) = model.make(&at, &typed, false).ok()?;
        at = next;
        path.push(by);
    }
    Some((at, path))
}

/// Returns the text between two moves on a line: empty if moves are letters. A solution of letters is
/// written on one line; other solutions have one move per line.
pub(super) fn separator<M: MoveGame>() -> &'static str {
    M::INFO.separator.unwrap_or_default()
}

/// Returns the moves of a path on one line.
pub fn path_text<M: MoveGame>(model: &M, path: &[M::Move]) -> String {
    let moves: Vec<_> = path.iter().map(|by| model.move_text(by)).collect();
    moves.join(separator::<M>())
}

/// Returns a path as an answer.
pub fn solution<M: MoveGame>(model: &M, metric: &Metric<M::Move>, path: &[M::Move]) -> Solution {
    Solution {
        length: metric.length(path),
        unit: metric.unit,
        moves: path.iter().map(|by| model.move_text(by)).collect(),
        separator: if separator::<M>().is_empty() { "" } else { "\n" },
    }
}

/// Returns the letters of the moves that are legal after those in `before`, or of the others.
pub(super) fn next_letters<M: MoveGame>(
    model: &M,
    at: &M::Position,
    before: Fragment<'_>,
    legal: bool,
) -> Vec<String> {
    let Some((end, _)) = replay(model, at, before.text) else { return Vec::new() };
    let last = before.text.rsplit([' ', '\t']).next().unwrap_or_default();
    let mut letters: Vec<_> = model.legal(&end).iter().map(|(by, _)| model.move_text(by)).collect();
    if !legal {
        let alphabet = M::PARTICULARS.letters.chars().map(String::from);
        letters = alphabet.filter(|letter| !letters.contains(letter)).collect();
    }
    letters.into_iter().map(|letter| format!("{last}{letter}")).collect()
}
