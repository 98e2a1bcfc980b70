//! Slides that were typed, and the commands that only sliders puzzles have.

use super::board::Board;
use super::breadth::Sum;
use super::codes;
use super::finder::Finder;
use super::lower::Model;
use super::rules::{CHECKSUM_MODULUS, Slide, checksum};
use super::syntax::{Own, OwnWord, expect_sliders_command};
use crate::diag::Sink;
use crate::puzzle::moves::{self, Call, Engine as _};
use crate::puzzle::{Answer, Failure};
use crate::search::{Budget, Outcome};
use crate::syntax::Args;
use crate::text::{Span, Spanned};

/// Returns the letters of the legal slides.
pub(super) fn legal(board: &Board) -> String {
    board.slides().map(Slide::letter).collect()
}

/// Slides a tile.
///
/// # Errors
/// There is no tile to slide that way.
pub(super) fn make(board: &Board, slide: Spanned<Slide>) -> Result<Board, Failure> {
    let next = board.after(slide.value);
    next.ok_or_else(|| Box::new(codes::no_tile(slide.span, slide.value.letter(), &legal(board))))
}

impl moves::Own<Model> for Own {
    type Word = OwnWord;
    type Searches = ();

    fn parse(word: OwnWord, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call<Model>> {
        expect_sliders_command(word, args, sink).map(Call::Own)
    }

    fn answer(&self, _: &Model, _: &Board, wanted: bool) -> Result<Option<Answer>, Failure> {
        Ok(match self {
            Self::Checksum(slides) if wanted => Some(Answer::number(checksum(slides))),
            _ => None,
        })
    }

    fn search(&self, _: &Model, finder: &mut Finder, budget: &Budget) -> Outcome<Answer> {
        let found = match self {
            Self::Sum => finder.sum(budget).map(|sum| match sum {
                Sum::Exact(sum) => Answer::number(sum),
                Sum::Modulo(sum) => Answer::Text(format!(
                    "{sum} modulo {CHECKSUM_MODULUS}, the paths are too many for the exact sum"
                )),
            }),
            Self::Count | Self::Checksum(_) => finder.count(budget).map(Answer::Number),
        };
        match found {
            Outcome::Unsolvable => Outcome::Solved(Answer::number(0_u8)),
            found => found,
        }
    }
}

/// Returns the answer to raw input: the length, the number and the sum of checksums of all shortest
/// solutions.
pub(super) fn judged(
    _model: &Model,
    path: &[Slide],
    finder: &mut Finder,
    place: Span,
    budget: &Budget,
    sink: &mut Sink,
) -> String {
    let mut unknown = |what: &str, stop: Option<_>| {
        sink.push(codes::out_of_reach(place, what, stop));
        String::from("?")
    };
    let count = match finder.count(&budget.beyond(finder.spent())) {
        Outcome::Solved(count) => count.to_string(),
        Outcome::GaveUp(stop) => unknown("number of shortest paths", Some(stop)),
        Outcome::Unsolvable => String::from("0"),
    };
    let sum = match finder.sum(&budget.beyond(finder.spent())) {
        Outcome::Solved(Sum::Exact(sum)) => sum.to_string(),
        Outcome::Solved(Sum::Modulo(_)) => unknown("sum of checksums", None),
        Outcome::GaveUp(stop) => unknown("sum of checksums", Some(stop)),
        Outcome::Unsolvable => String::from("0"),
    };
    format!("{} {count} {sum}", path.len())
}
