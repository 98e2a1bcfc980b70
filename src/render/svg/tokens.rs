//! The pieces of a board, each drawn as one thing with its outline.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::outline::{At, Grid, outlined};
use super::page::{Area, Point, Size, number, rect, text};
use crate::scene::{Board, Emphasis, Role};

use unicode_width::UnicodeWidthStr;

/// Connected cells of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The number of the piece.
    pub(super) id: u32,
    /// Its cells in reading order.
    pub(super) cells: Vec<At>,
    /// The text in each of them.
    pub(super) texts: Vec<String>,
    /// The class of its area.
    pub(super) class: String,
    /// True if it is where it belongs.
    pub(super) home: bool,
    /// The way in which the picture points at it.
    pub(super) emphasis: Emphasis,
    /// Its height in cubes; 0 for flat ones.
    pub(super) height: u8,
}

/// The rows and columns that a token touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The first of each.
    pub(super) first: At,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// A text of a token, and the width that it may take.
struct Label<'a> {
    text: &'a str,
    middle: Point,
    room: f64,
}

impl Label<'_> {
    /// Returns the area that it takes.
    fn area(&self) -> Area {
        let wide = (self.text.width() as f64 * 10.0).min(self.room) + 6.0;
        Area::new(self.middle.x - wide / 2.0, self.middle.y - 11.0, wide, 22.0)
    }
}

/// Units from the edge of the goals to the line around them.
pub(super) const AIM: f64 = 6.0;

/// Returns whether the line around some goals crosses a rectangle.
fn is_crossed(area: Area, goals: &BTreeSet<At>, grid: &Grid) -> bool {
    let (Point { x, y }, Size { width, height }) = (area.corner, area.size);
    let beside = |at: At, row: isize, column: isize| {
        let row = at.row.checked_add_signed(row);
        let column = at.column.checked_add_signed(column);
        row.zip(column).is_some_and(|(row, column)| goals.contains(&At { row, column }))
    };
    let within = |line: f64, start: f64, length: f64| start < line && line < start + length;
    let overlap = |first_start: f64, first_length: f64, second_start: f64, second_length: f64| {
        first_start < second_start + second_length && second_start < first_start + first_length
    };
    goals.iter().any(|&at| {
        let (left, top) = (grid.x(at.column), grid.y(at.row));
        let (right, bottom) = (left + grid.wide, top + grid.high);
        let across = |line: f64| within(line, y, height) && overlap(x, width, left, grid.wide);
        let down = |line: f64| within(line, x, width) && overlap(y, height, top, grid.high);
        !beside(at, -1, 0) && across(top + AIM)
            || !beside(at, 1, 0) && across(bottom - AIM)
            || !beside(at, 0, -1) && down(left + AIM)
            || !beside(at, 0, 1) && down(right - AIM)
    })
}

/// Returns the class of a tinted piece, or of a role.
fn class(role: Role, tint: Option<u32>) -> String {
    match (role, tint) {
        (Role::Hero, _) => String::from("hero"),
        (_, Some(tint)) => format!("t{}", tint % 7),
        (role, None) => String::from(role.word()),
    }
}

/// Returns the tokens of a board, in reading order of their first cells.
pub(super) fn tokens(board: &Board) -> Vec<Token> {
    let mut seen = vec![false; board.cells.len()];
    let mut tokens = Vec::new();
    for first in 0..board.cells.len() {
        let Some(id) = board.cells[first].piece.filter(|_| !seen[first]) else { continue };
        let mut cells = Vec::new();
        let mut open = vec![first];
        seen[first] = true;
        while let Some(at) = open.pop() {
            cells.push(at);
            let (row, column) = (at / board.columns, at % board.columns);
            let beside = [
                (row > 0).then(|| at - board.columns),
                (column > 0).then(|| at - 1),
                (column + 1 < board.columns).then_some(at + 1),
                (row + 1 < board.rows).then_some(at + board.columns),
            ];
            for next in beside.into_iter().flatten() {
                if !seen[next] && board.cells[next].piece == Some(id) {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }

        cells.sort_unstable();
        let look = &board.cells[first];
        tokens.push(Token {
            id,
            texts: cells.iter().map(|&at| board.cells[at].text.clone()).collect(),
            class: class(look.role, look.tint),
            home: look.role == Role::Goal,
            emphasis: look.emphasis,
            height: look.height,
            cells: cells.iter().map(|&at| At::of(at, board.columns)).collect(),
        });
    }
    tokens
}

impl Token {
    /// Returns the rows and columns that it touches.
    pub(super) fn bounds(&self) -> Bounds {
        let rows = self.cells.iter().map(|cell| cell.row);
        let columns = self.cells.iter().map(|cell| cell.column);
        let top = rows.clone().min().unwrap_or(0);
        let bottom = rows.max().unwrap_or(0);
        let left = columns.clone().min().unwrap_or(0);
        let right = columns.max().unwrap_or(0);
        let (rows, columns) = (bottom - top + 1, right - left + 1);
        Bounds { first: At { row: top, column: left }, rows, columns }
    }

    /// Returns the cells as seen from its first row and column.
    pub(super) fn shape(&self) -> Vec<At> {
        let first = self.bounds().first;
        let seen = |at: &At| At { row: at.row - first.row, column: at.column - first.column };
        self.cells.iter().map(seen).collect()
    }

    /// Returns whether it fills its bounds.
    pub(super) fn is_rectangle(&self) -> bool {
        let Bounds { rows, columns, .. } = self.bounds();
        self.cells.len() == rows * columns
    }

    /// Draws it where it lies, without its texts.
    pub(super) fn draw(&self, grid: &Grid, out: &mut String) {
        if self.height > 0 {
            for (class, place) in self.solid(grid) {
                rect(class, place, 5.0, out);
            }
            return;
        }
        outlined(&self.class, &self.cells, grid, 2.0, 8.0, out);
        if self.home {
            outlined("home", &self.cells, grid, 5.0, 6.0, out);
        }
        if let Some(class) = self.emphasis.word() {
            outlined(class, &self.cells, grid, 2.0, 8.0, out);
        }
    }

    /// Returns the parts of a block as it is seen a little from below: its shadow, its front side,
    /// its top, each a class and a rectangle. It rises above its cells by its height.
    pub(super) fn solid(&self, grid: &Grid) -> [(&str, Area); 3] {
        let Bounds { first, rows, columns } = self.bounds();
        let (x, y) = (grid.x(first.column) + 3.0, grid.y(first.row) + 3.0);
        let (wide, high) = (columns as f64 * grid.wide - 6.0, rows as f64 * grid.high - 6.0);
        let side = if self.class == "hero" { "side" } else { "pside" };
        let rise = if self.height > 1 { 15.0 } else { 6.0 };
        [
            ("shade", Area::new(x + 2.0 + rise / 2.0, y + 3.0, wide, high)),
            (side, Area::new(x, y - rise, wide, high + rise)),
            (&self.class, Area::new(x, y - rise, wide, high)),
        ]
    }

    /// Writes its texts.
    pub(super) fn write(&self, grid: &Grid, out: &mut String) {
        for label in self.labels(grid, |_| false) {
            self.write_label(&label, false, out);
        }
    }

    /// Writes its texts where no line of one of the `goals`, drawn above it, crosses them; if there is
    /// no such place, on patches of its color.
    pub(super) fn write_above(&self, goals: &BTreeSet<At>, grid: &Grid, out: &mut String) {
        let crossed = |area: Area| is_crossed(area, goals, grid);
        for label in self.labels(grid, crossed) {
            self.write_label(&label, crossed(label.area()), out);
        }
    }

    /// Returns whether a line of one of the `goals` would cross its texts.
    pub(super) fn is_crossed(&self, goals: &BTreeSet<At>, grid: &Grid) -> bool {
        let labels = self.labels(grid, |_| false);
        labels.iter().any(|label| is_crossed(label.area(), goals, grid))
    }

    /// Writes its texts in their usual places, on patches of its color if lines cross them.
    pub(super) fn write_on_patches(&self, grid: &Grid, patched: bool, out: &mut String) {
        for label in self.labels(grid, |_| false) {
            self.write_label(&label, patched, out);
        }
    }

    fn write_label(&self, label: &Label<'_>, patched: bool, out: &mut String) {
        if patched {
            let ([x, y, wide, high], class) = (label.area().numbers(), &self.class);
            let _ = writeln!(
                out,
                "<rect class=\"{class}\" style=\"stroke:none\" x=\"{x}\" y=\"{y}\" \
                 width=\"{wide}\" height=\"{high}\"/>"
            );
        }
        put(label.text, "", label.middle, label.room, out);
    }

    /// Returns its texts: one if all are the same, in the middle or else in the first cell where it is
    /// not `crossed`; else one in each cell.
    fn labels<'a>(&'a self, grid: &Grid, crossed: impl Fn(Area) -> bool) -> Vec<Label<'a>> {
        let same = self.texts.windows(2).all(|two| two[0] == two[1]);
        if !same {
            let texts = self.cells.iter().zip(&self.texts);
            let room = grid.wide - 10.0;
            let label =
                |(at, text): (&At, &'a String)| Label { text, middle: grid.middle(*at), room };
            return texts.map(label).collect();
        }
        let Bounds { first, rows, columns } = self.bounds();
        let text = &self.texts[0];
        let mut places: Vec<Label<'_>> = Vec::new();
        if self.is_rectangle() {
            let (wide, high) = (columns as f64 * grid.wide, rows as f64 * grid.high);
            let (x, y) = (grid.x(first.column) + wide / 2.0, grid.y(first.row) + high / 2.0);
            places.push(Label { text, middle: Point { x, y }, room: wide - 10.0 });
        }
        let in_cell = |at: At| Label { text, middle: grid.middle(at), room: grid.wide - 10.0 };
        places.extend(self.inner_cells_first().into_iter().map(in_cell));
        let free = places.iter().position(|label| !crossed(label.area())).unwrap_or(0);
        vec![places.swap_remove(free)]
    }

    /// Returns its cells, those with the most neighbors in the same piece first, then those nearest
    /// to the middle.
    fn inner_cells_first(&self) -> Vec<At> {
        let Bounds { first, rows, columns } = self.bounds();
        let near = |at: &At| {
            let neighbors = self.cells.iter().filter(|neighbor| neighbor.steps(*at) == 1).count();
            let down = (2 * (at.row - first.row) + 1).abs_diff(rows);
            let right = (2 * (at.column - first.column) + 1).abs_diff(columns);
            (std::cmp::Reverse(neighbors), down + right)
        };
        let mut cells = self.cells.clone();
        cells.sort_by_key(near);
        cells
    }
}

/// Writes a text centered at a point, smaller if it would be wider than `room`.
pub(super) fn put(words: &str, class: &str, at: Point, room: f64, out: &mut String) {
    if words.trim().is_empty() {
        return;
    }
    let class = match class {
        "" => String::new(),
        class => format!(" class=\"{class}\""),
    };
    // About 10 units per column in a sheet of 17.
    let wide = words.width() as f64 * 10.0;
    let size = if wide > room {
        format!(" style=\"font-size:{}px\"", number((17.0 * room / wide).max(4.0)))
    } else {
        String::new()
    };
    text(&format!("{class}{size}"), at, " dy=\".35em\"", words, out);
}
