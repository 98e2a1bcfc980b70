//! The parts of a board that editors color and convert.

use std::collections::HashSet;

use super::syntax;
use super::{Rules, Rush, lower};
use crate::diag::Sink;
use crate::kinds::blocks::{self, marks, scene};
use crate::puzzle::marks::{is_commented, reread};
use crate::puzzle::{Body, Converted, Mark, Part};
use crate::syntax::Args;
use crate::text::Span;

/// The marks of a body: see [`crate::puzzle::Info::marks`].
pub(super) fn marks(body: &Body<'_>) -> Vec<Mark> {
    let mut found = Vec::new();
    let shape = syntax::expect_rush_body(body, &mut Sink::new());
    let mut drawn = HashSet::new();
    if let Some(shape) = &shape {
        let hero = shape.goals.first().map_or("A", |label| label.text);
        drawn = marks::cells::<Rules>(&shape.picture, |label| label == hero, &mut found);
    }
    let after = found.last().map_or(body.span.start, |mark| mark.span.end);
    for line in blocks::syntax::rows(body) {
        let mut args = Args::new(line, Span::at(line.start), "");
        let Some(keyword) = args.keyword("goal").filter(|keyword| keyword.start >= after) else {
            continue;
        };
        found.push(Mark::new(keyword, Part::Keyword));
        let label = args.word().filter(|label| drawn.contains(label.text));
        found.extend(label.map(|label| Mark::new(label.span(), Part::Hero).named()));
    }
    found
}

/// The body in its other form: see [`crate::puzzle::Info::convert`].
pub(super) fn convert(body: &Body<'_>) -> Option<Converted> {
    let mut sink = Sink::new();
    let shape = syntax::expect_rush_body(body, &mut sink)?;
    let model = lower::lower(&shape, &mut sink)?;
    if is_commented(body) || model.written || !model.packed {
        return None;
    }
    let rows = scene::rows(&model, &model.board.start, true);
    let (title, lines) = match shape.on_one_line {
        true => ("Write a line per row", rows),
        false => ("Write the board on one line", vec![rows.concat()]),
    };
    let again = reread::<Rush>(&lines)?.model;
    let same = again.board == model.board && (again.empty, again.wall) == (model.empty, model.wall);
    same.then_some(Converted { title, lines, commands: Vec::new() })
}
