//! The parts of sliders that editors color and explain. A body has only one form, so there is
//! nothing to convert.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::board::{Board, GAP};
use super::commands::legal;
use super::lower::{self, Model};
use crate::puzzle::markdown::{code_span, escaped};
use crate::puzzle::marks::some;
use crate::puzzle::{Mark, Marks, Part, Spot};
use crate::scene::Coordinate;
use crate::syntax::Grid;

/// The most places of equal tiles that are listed.
const MOST_LISTED: usize = 12;

/// Marks the tiles of two boards. Cells are those of the start.
pub(super) fn mark_boards(start: &Grid<'_>, goal: &Grid<'_>, marks: &mut Marks) {
    let mut drawn = HashSet::new();
    board(start, true, &mut drawn, marks);
    board(goal, false, &mut drawn, marks);
}

/// Marks one of the boards.
fn board<'a>(board: &Grid<'a>, start: bool, drawn: &mut HashSet<&'a str>, marks: &mut Marks) {
    for (row, cells) in board.rows.iter().enumerate() {
        for (column, &label) in cells.iter().enumerate() {
            let mark = if lower::is_gap(label.text) {
                Mark::new(label.span(), Part::Floor)
            } else {
                let mark = Mark::new(label.span(), Part::Piece).named();
                if drawn.insert(label.text) { mark.defines() } else { mark }
            };
            marks.push(if start { mark.cell(row, column) } else { mark });
        }
    }
}

/// Returns the places of a label on a board, as text.
fn places(board: &Board, label: u32) -> String {
    let coordinates: Vec<String> = (0..board.cells().len())
        .filter(|&at| board.cells()[at] == label)
        .map(|at| Coordinate::nth(at, board.cols()).to_string())
        .collect();
    some(coordinates.into_iter(), MOST_LISTED)
}

/// Returns the description of a part: see [`crate::puzzle::Game::describe`].
pub(super) fn describe(model: &Model, now: &Board, spot: &Spot<'_>) -> Option<String> {
    let goal = model.pair.goal();
    let gap = match spot.part {
        Part::Piece => false,
        Part::Floor => true,
        _ => return None,
    };
    let label = match gap {
        true => GAP,
        false => model.labels.iter().position(|label| label == spot.text)? as u32,
    };
    let mut text = if gap {
        format!("**gap** — slides now: {}\n\n", code_span(&legal(now)))
    } else {
        let places = || (0..now.cells().len()).filter(|&at| goal.cells()[at] == label);
        let count = places().count();
        let arrived = places().filter(|&at| now.cells()[at] == label).count();
        let name = escaped(spot.text);
        match (count, arrived) {
            (1, 0) => format!("**tile {name}**\n\n"),
            (1, _) => format!("**tile {name}** — at its place\n\n"),
            _ => format!("**tile {name}** — {arrived} of {count} at a place\n\n"),
        }
    };
    let _ = write!(text, "- now at {}\n- wanted at {}", places(now, label), places(goal, label));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sink;
    use crate::kinds::KINDS;
    use crate::kinds::sliders::INFO;

    use crate::puzzle::testing::{body, marked};
    use crate::syntax::Fragment;
    use crate::text::Span;

    fn marks_of(text: &str) -> Vec<Mark> {
        marked(KINDS.kind("sliders").expect("the kind"), text)
    }

    fn seen(text: &str) -> String {
        let word = |mark: &Mark| {
            let sign = match (mark.named, mark.defines) {
                (true, true) => "!",
                (true, false) => "*",
                _ => "",
            };
            let cell = mark.cell.map(|at| format!("@{},{}", at.row, at.column));
            format!("{}{sign}{}", &text[mark.span.range()], cell.unwrap_or_default())
        };
        marks_of(text).iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn boards_are_marked_also_where_one_is_missing() {
        assert_eq!(seen("\n AA.\n goal // x\n .AA"), "A!@0,0 A*@0,1 .@0,2 goal . A* A*");
        assert_eq!(seen("\n 10 . x\n\n stray"), "10!@0,0 .@0,1 x!@0,2");
        assert_eq!(seen("\n A .\n goal\n B .\n goal\n C ."), "A!@0,0 .@0,1 goal B! . goal");
        assert_eq!(seen("\n goal after\n A"), "goal A!");
        let text = "checksum LL uX R";
        let marks = INFO.command_marks(Fragment { text, start: 0 });
        assert_eq!(marks.len(), 2);
        assert_eq!(marks[1].span, Span::new(15, 16));
    }

    #[test]
    fn tiles_are_described() {
        let text = "\n A A B\n . B *\n goal\n B A B\n A . *";
        let kind = &INFO;
        let puzzle = kind.open(&body(text), KINDS, &mut Sink::new()).expect("boards");
        let say = |text, part| {
            puzzle.describe(&Spot { text, part, cell: None, word: text }).expect("words")
        };
        assert_eq!(
            say("A", Part::Piece),
            "**tile A** — 1 of 2 at a place\n\n- now at (0,0) (0,1)\n- wanted at (0,1) (1,0)"
        );
        assert_eq!(
            say("*", Part::Piece),
            "**tile \\*** — at its place\n\n- now at (1,2)\n- wanted at (1,2)"
        );
        assert_eq!(
            say(".", Part::Floor),
            "**gap** — slides now: `LD`\n\n- now at (1,0)\n- wanted at (1,1)"
        );
    }
}
