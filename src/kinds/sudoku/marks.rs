//! The parts of a sudoku that editors color, explain and convert.

use super::grid::{Grid, cell_name, value_of};
use super::layout::Layout;
use super::rules::{candidates, geometry};
use super::syntax::marked::{Content, Group};
use super::syntax::{Shape, parse_cell, parse_pencil_mark, parse_placement};
use super::{Givens, commands};
use crate::puzzle::marks::words;
use crate::puzzle::{Body, Converted, Mark, Marks, Part, Spot};
use crate::scene::Coordinate;
use crate::syntax::{Fragment, parse_integer};
use crate::text::Spanned;

/// Marks the cells of a body.
pub(super) fn mark_cells(shape: &Shape, marks: &mut Marks) {
    let alphabet = shape.alphabet();
    let count = shape.count();
    let size = Layout::of_cells(count).map(Layout::size);
    let most = size.unwrap_or(super::grid::MOST_DIGITS);
    let mut index = 0;
    for (row, Spanned { value: cells, .. }) in shape.rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            // If cells are missing or too many, a line is the best guess at a row.
            let (row, column) = size.map_or((row, column), |size| (index / size, index % size));
            index += 1;
            if cell.bad || usize::from(cell.value) > most {
                continue;
            }
            let given = alphabet.digit(cell.char, most).is_some();
            let part = if given { Part::Given } else { Part::Floor };
            marks.push(Mark::new(cell.span, part).cell(row, column));
        }
    }
}

/// Marks the groups of a grid of pencil marks.
pub(super) fn mark_groups(groups: &[Group], marks: &mut Marks) {
    let size = groups.len().isqrt().max(1);
    for (cell, group) in groups.iter().enumerate() {
        let open = group.content == Content::Open;
        let part = if open { Part::Floor } else { Part::Given };
        marks.push(Mark::new(group.span, part).cell(cell / size, cell % size));
    }
}

/// Returns the marks of a command's arguments: a cell `r1c3` is a number, a digit put there is a
/// given. Both name the cell.
pub(super) fn rest_marks(args: Fragment<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    for mark in words(args, |word| Some(Mark::new(word.span(), Part::Number))) {
        let from = (mark.span.start - args.start) as usize;
        let word = args.part(from..from + mark.span.len() as usize);
        if mark.cell.is_some() || matches!(parse_integer(word.text), Ok(("", _))) {
            marks.push(mark);
            continue;
        }
        let Ok((after, (row, column))) = parse_cell(word.text) else { continue };
        let (Some(row), Some(column)) = (row.checked_sub(1), column.checked_sub(1)) else {
            continue;
        };
        let cell = Some(Coordinate::new(row as i32, column as i32));
        let length = word.text.len() - after.len();
        marks.push(Mark { cell, ..Mark::new(word.part(0..length).span(), Part::Number) });
        let digits = match (parse_placement(word.text), parse_pencil_mark(word.text)) {
            (Ok(("", (_, digit))), _) => digit.to_string(),
            (_, Ok(("", (_, _, digits)))) => digits.to_owned(),
            _ => continue,
        };
        let is_digit = |char| char == '0' || value_of(char).is_some_and(|value| value > 0);
        if digits.chars().all(is_digit) {
            let digit = word.part(length + 1..word.text.len());
            marks.push(Mark { cell, ..Mark::new(digit.span(), Part::Given) });
        }
    }
    marks
}

/// Describes a part; see [`crate::puzzle::Game::describe`].
pub(super) fn describe(start: &Grid, now: &Grid, spot: &Spot<'_>) -> Option<String> {
    let [row, column] = spot.cell?.place()?;
    let size = now.size();
    if row >= size || column >= size {
        return None;
    }
    let cell = row * size + column;
    let name = cell_name(cell, size);
    let units =
        format!("row {}, column {}, box {}", row + 1, column + 1, geometry(now).box_of(cell) + 1);
    Some(match (start.value(cell), now.value(cell)) {
        (0, 0) => {
            let able = match candidates(now, cell) {
                0 => String::from("no digit fits"),
                set => format!("candidates `{}`", now.alphabet().digits_line(set)),
            };
            format!("**{name}** — open, {able}\n\n{units}")
        }
        (0, value) => format!("**{name} = {}** — played\n\n{units}", now.symbol(value, '.')),
        (value, _) => format!("**{name} = {}** — given\n\n{units}", now.symbol(value, '.')),
    })
}

/// Returns the body in its other form: see [`crate::puzzle::Reading::convert`]. One line becomes rows,
/// and rows become one line.
pub(super) fn convert(model: &Givens, body: &Body<'_>) -> Option<Converted> {
    // `#` begins a comment, too.
    let is_plain = model.start == model.grid;
    if model.hopeless || !is_plain || body.lines().iter().any(|line| line.text.starts_with('#')) {
        return None;
    }
    let (title, lines) = if model.on_one_line {
        let rows = commands::rows(&model.grid, model.blank);
        ("Write one row per line", rows.lines().map(String::from).collect())
    } else {
        ("Write all cells on one line", vec![model.grid.line(model.blank)])
    };
    Some(Converted { title, lines, commands: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::KINDS;
    use crate::puzzle::testing::{converted, marked, seen};

    fn marks_of(text: &str) -> Vec<Mark> {
        marked(KINDS.kind("sudoku").expect("the kind"), text)
    }

    #[test]
    fn frames_and_comments_are_no_cells() {
        let text = "\n# x 1\n 12 | .0 // 3\n ---+---\n 34 | __\n 1234\r\n .... ";
        let marks = marks_of(text);
        assert_eq!(marks.len(), 16);
        assert!(
            seen(text, &marks).starts_with("1:Given@0,0 2:Given@0,1 .:Floor@0,2 0:Floor@0,3 3:")
        );
        let broken = "\n 12?9\n 1";
        assert_eq!(
            seen(broken, &marks_of(broken)),
            "1:Given@0,0 2:Given@0,1 9:Given@0,3 1:Given@1,0"
        );
    }

    #[test]
    fn placements_are_marked() {
        let text = "r1c3=4 (0, 2) r2c2 r0c1=1 x 7 r1c1=?";
        assert_eq!(
            seen(text, &rest_marks(Fragment { text, start: 0 })),
            "r1c3:Number@0,2 4:Given@0,2 0:Number@0,2 2:Number@0,2 r2c2:Number@1,1 7:Number \
             r1c1:Number@0,0"
        );
    }

    #[test]
    fn cells_are_described() {
        let grid = super::super::tests::grid("12..............");
        let mut now = grid.clone();
        now.set(4, 3);
        let say = |row, column| {
            let spot = Spot {
                text: "",
                part: Part::Floor,
                cell: Some(Coordinate { row, column }),
                word: "",
            };
            describe(&grid, &now, &spot)
        };
        let open = "**r1c4** — open, candidates `34`\n\nrow 1, column 4, box 2";
        assert_eq!(say(0, 3).as_deref(), Some(open));
        assert_eq!(say(0, 0).as_deref(), Some("**r1c1 = 1** — given\n\nrow 1, column 1, box 1"));
        assert_eq!(say(1, 0).as_deref(), Some("**r2c1 = 3** — played\n\nrow 2, column 1, box 1"));
        assert_eq!(say(4, 0), None);
    }

    #[test]
    fn a_line_becomes_rows_and_back() {
        let rows = converted("sudoku", "12__ ____|____ ____").expect("rows");
        assert_eq!(rows.lines, ["12__", "____", "____", "____"]);
        let text = format!("\n{}\n", rows.lines.join("\n"));
        assert_eq!(converted("sudoku", &text).expect("a line").lines, ["12______________"]);
        assert_eq!(converted("sudoku", "12.............. // x"), None);
        assert_eq!(converted("sudoku", "\n# x\n12.............."), None);
        assert_eq!(converted("sudoku", "11.............."), None);
    }
}
