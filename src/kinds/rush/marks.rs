//! The parts of a board that editors color and convert.

use std::collections::HashSet;

use super::syntax::{Shape, are_rows, side};
use super::{Model, Rules};
use crate::kinds::blocks::marks::cells;
use crate::puzzle::moves::MoveGame as _;
use crate::puzzle::{Converted, Mark, Marks, Part};
use crate::syntax::{Args, Line};
use crate::text::Span;

/// Marks the cells of a board, if there is one, and the goals among the lines below it.
pub(super) fn mark_body(shape: Option<&Shape<'_>>, below: &[Line<'_>], marks: &mut Marks) {
    let mut drawn = HashSet::new();
    if let Some(shape) = shape {
        let hero = shape.goals.first().map_or("A", |label| label.text);
        drawn = cells::<Rules>(&shape.picture, |label| label == hero, marks);
    }
    for &line in below {
        let mut args = Args::new(line, Span::at(line.start), "");
        let Some(keyword) = args.keyword("goal") else { continue };
        marks.push(Mark::new(keyword, Part::Keyword));
        let label = args.word().filter(|label| drawn.contains(label.text));
        marks.extend(label.map(|label| Mark::new(label.span(), Part::Hero).named()));
    }
}

/// Returns the body in its other form: see [`crate::puzzle::Reading::convert`].
pub(super) fn convert(model: &Model) -> Option<Converted> {
    if model.written || !model.packed {
        return None;
    }
    let rows = model.view(&model.board.start).lines("");
    let (title, lines) = match model.verbatim {
        true => ("Write a line per row", rows),
        false => ("Write the board on one line", vec![rows.concat()]),
    };
    let is_read = match &lines[..] {
        [line] => side(line) == Some(model.board.rows as usize),
        rows => are_rows(rows, true),
    };
    is_read.then_some(Converted { title, lines, commands: Vec::new() })
}
