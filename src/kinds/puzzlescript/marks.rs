//! The parts of a game that editors color and explain: its headings, and the cells of its first level.

use super::game::{Game, Level};
use super::model::Model;
use super::rules::Position;
use super::syntax::Section;
use super::view::{self, names};
use crate::puzzle::markdown::code_span;
use crate::puzzle::{Mark, Marks, Part, Spot};
use crate::scene::{Coordinate, Role};
use crate::text::Span;

/// Marks the headings of the sections.
pub(super) fn mark_headings(game: &Game, marks: &mut Marks) {
    marks.extend(game.headings.iter().map(|&heading| Mark::new(heading, Part::Keyword)));
}

/// Marks the cells of the first level, whose text is in `source`.
pub(super) fn mark_cells(model: &Model, source: &str, marks: &mut Marks) {
    let Some(level) = model.game.levels().next() else { return };
    for (row, span) in level.rows.iter().enumerate() {
        let Some(text) = source.get(span.range()) else { continue };
        let chars = text.char_indices().take(level.width);
        for (column, (at, char)) in chars.enumerate() {
            let start = span.start + at as u32;
            let place = Span::new(start, start + char.len_utf8() as u32);
            marks.push(Mark::new(place, part(model, level, row, column)).cell(row, column));
        }
    }
}

fn part(model: &Model, level: &Level, row: usize, column: usize) -> Part {
    let (role, is_goal) = view::role(model, level.cell(column, row));
    match role {
        Role::Hero => Part::Hero,
        Role::Piece => Part::Piece,
        _ if is_goal => Part::Goal,
        Role::Wall => Part::Wall,
        _ => Part::Floor,
    }
}

/// Returns the meaning of a heading, or the objects of the cell that is pointed at, as it is now.
pub(super) fn describe(model: &Model, at: &Position, spot: &Spot<'_>) -> Option<String> {
    if let (Part::Keyword, Some(section)) = (spot.part, Section::of_heading(spot.text)) {
        return Some(format!("**{}** — {}", spot.text, section.meaning()));
    }
    let cell = spot.cell?;
    let [row, column] = cell.place()?;
    let is_inside = row < at.cells.height() && column < at.cells.width();
    is_inside.then(|| described(&model.game, at, cell))
}

fn described(game: &Game, at: &Position, cell: Coordinate) -> String {
    let objects = names(game, &view::objects(at, cell));
    format!("**{}** at {cell}", code_span(&objects))
}
