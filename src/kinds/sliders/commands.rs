//! Slides that were typed, and what stands in their way.

use super::board::Board;
use super::faults;
use super::rules::Slide;
use crate::puzzle::Failure;
use crate::text::Span;

/// The letters of the legal slides.
pub(super) fn legal(board: &Board) -> String {
    board.slides().map(Slide::letter).collect()
}

/// Slides a tile.
///
/// # Errors
/// There is no tile to slide that way.
pub(super) fn make(board: &Board, slide: Slide, span: Span) -> Result<Board, Failure> {
    let next = board.after(slide);
    next.ok_or_else(|| Box::new(faults::no_tile(span, slide.letter(), &legal(board))))
}

/// Where the legal ones of some slides lead, and the first that is illegal.
pub(super) fn follow(start: &Board, slides: &[(Slide, Span)]) -> (Board, Option<Slide>) {
    let mut board = start.clone();
    for &(slide, _) in slides {
        match board.after(slide) {
            Some(next) => board = next,
            None => return (board, Some(slide)),
        }
    }
    (board, None)
}

/// Why the first slide that is illegal has no tile.
pub(super) fn obstacles(start: &Board, slides: &[(Slide, Span)]) -> Vec<String> {
    let (board, Some(slide)) = follow(start, slides) else { return Vec::new() };
    let (gap, columns) = (board.gap(), board.cols());
    vec![faults::at_the_edge(slide.letter(), (gap / columns, gap % columns))]
}
