//! A board: its ground, the pieces on it, and the places where pieces must arrive.

use std::collections::BTreeSet;
use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::outline::{At, Grid, outlined};
use super::page::{Area, Point, Size, circle, escape, number, rect};
use super::tokens::{AIM, put, tokens};
use super::{Art, Naming};
use crate::scene::{Board, Cell, Emphasis, Exit, Mark, Role};

/// Height of a cell, and its least and greatest width.
const HIGH: f64 = 48.0;
const WIDEST: f64 = 132.0;
/// The margin around a board, and from its cells to its frame.
const MARGIN: f64 = 14.0;
const FRAME: f64 = 5.0;
/// Units from the edge of the cells to the line around the place where a piece goes.
const ARRIVAL: f64 = 4.0;

/// Returns the place of boards on the page; boards that differ in their states only get the same.
pub(super) fn grid<'a>(boards: impl Iterator<Item = &'a Board>) -> Grid {
    let widest = boards
        .flat_map(|board| &board.cells)
        // The label of a solid thing is not written.
        .filter(|cell| cell.height == 0)
        .map(|cell| cell.text.width())
        .max()
        .unwrap_or(1);
    let wide = (widest as f64 * 10.0 + 16.0).clamp(HIGH, WIDEST);
    Grid { left: MARGIN, top: MARGIN, wide, high: HIGH }
}

/// Returns the size of a board with its margins.
pub(super) fn extent(board: &Board, grid: &Grid) -> Size {
    let (wide, high) = (board.columns as f64 * grid.wide, board.rows as f64 * grid.high);
    Size { width: wide + 2.0 * MARGIN, height: high + 2.0 * MARGIN }
}

/// Draws the whole board.
pub(super) fn draw(board: &Board, naming: Naming) -> Art {
    let grid = grid(std::iter::once(board));
    let mut body = String::new();
    below(board, &grid, &mut body);
    let island = has_void(board);
    for (at, cell) in board.cells.iter().enumerate() {
        ground(cell, at, board, &grid, island, &mut body);
    }

    links(board, &grid, &mut body);
    for (at, cell) in board.cells.iter().enumerate() {
        write(cell, at, board, &grid, &mut body);
    }

    let tokens = tokens(board);
    for token in &tokens {
        piece(token.id, naming, &mut body, |out| token.draw(&grid, out));
    }
    above(board, &grid, &mut body);
    outlined("arrival", &cells(board, |cell| cell.arrival), &grid, ARRIVAL, 6.0, &mut body);

    // The texts come last, so that no line crosses them.
    let goals = aims(board).into_iter().collect();
    for token in tokens.iter().filter(|token| token.height == 0) {
        piece(token.id, naming, &mut body, |out| token.write_above(&goals, &grid, out));
    }
    if naming == Naming::Cells {
        name_cells(board, &grid, &mut body);
    }
    let Size { width, height } = extent(board, &grid);
    Art { body, width, height }
}

/// Draws a part of a piece, in an element that names the piece if it is to be named.
fn piece(id: u32, naming: Naming, out: &mut String, draw: impl FnOnce(&mut String)) {
    if naming == Naming::None {
        return draw(out);
    }
    let _ = writeln!(out, "<g data-piece=\"{id}\">");
    draw(out);
    out.push_str("</g>\n");
}

/// Lays an invisible rectangle over each cell that names it and takes the pointer.
fn name_cells(board: &Board, grid: &Grid, out: &mut String) {
    for (at, cell) in board.cells.iter().enumerate() {
        if cell.role == Role::Void {
            continue;
        }
        let at = At::of(at, board.columns);
        let corner = grid.corner(at);
        let [x, y, wide, high] = Area::new(corner.x, corner.y, grid.wide, grid.high).numbers();
        let _ = writeln!(
            out,
            "<rect data-cell=\"{},{}\" fill=\"none\" pointer-events=\"all\" x=\"{x}\" y=\"{y}\" \
             width=\"{wide}\" height=\"{high}\"/>",
            at.row, at.column
        );
    }
}

/// Returns whether there is void within the rectangle of a board, or something solid on it, so that
/// its cells are tiles.
pub(super) fn has_void(board: &Board) -> bool {
    board.cells.iter().any(|cell| cell.role == Role::Void || cell.height > 0)
}

/// Draws the lowest layer: the tray of a board without void, and its walls.
pub(super) fn below(board: &Board, grid: &Grid, out: &mut String) {
    if !has_void(board) && board.block == 0 {
        let (wide, high) = (board.columns as f64 * grid.wide, board.rows as f64 * grid.high);
        let (left, top) = (grid.left - FRAME, grid.top - FRAME);
        let area = Area::new(left, top, wide + 2.0 * FRAME, high + 2.0 * FRAME);
        rect("tray", area, 10.0, out);
        for (at, cell) in board.cells.iter().enumerate() {
            if let Some(exit) = cell.exit {
                gap(exit, At::of(at, board.columns), grid, out);
            }
        }
    }
    let walls = cells(board, |cell| cell.role == Role::Wall);
    outlined("wall", &walls, grid, 0.0, 6.0, out);
    let goals = cells(board, |cell| cell.goal);
    if !has_void(board) {
        outlined("goal", &goals, grid, 3.0, 6.0, out);
    }
}

/// Opens the frame of a board beside a cell.
fn gap(exit: Exit, at: At, grid: &Grid, out: &mut String) {
    let (x, y) = (grid.x(at.column), grid.y(at.row));
    // As deep as the frame and its line.
    let deep = FRAME + 2.0;
    let area = match exit {
        Exit::Right => Area::new(x + grid.wide, y, deep, grid.high),
        Exit::Bottom => Area::new(x, y + grid.high, grid.wide, deep),
    };
    rect("paper exit", area, 0.0, out);
}

fn cells(board: &Board, wanted: impl Fn(&Cell) -> bool) -> Vec<At> {
    let chosen = board.cells.iter().enumerate().filter(|(_, cell)| wanted(cell));
    chosen.map(|(at, _)| At::of(at, board.columns)).collect()
}

/// Draws the cell with the number `at` if it has no piece, or the ground below one if it is known.
pub(super) fn ground(
    cell: &Cell,
    at: usize,
    board: &Board,
    grid: &Grid,
    island: bool,
    out: &mut String,
) {
    let at = At::of(at, board.columns);
    let corner = grid.corner(at);
    let middle = grid.middle(at);
    let tile = |class: &str, inset: f64, round: f64, out: &mut String| {
        let (wide, high) = (grid.wide - 2.0 * inset, grid.high - 2.0 * inset);
        rect(class, Area::new(corner.x + inset, corner.y + inset, wide, high), round, out);
    };

    if island {
        match cell.role {
            Role::Void => return,
            _ if cell.goal => {
                tile("goal", 1.0, 5.0, out);
                if cell.piece.is_none() {
                    circle("hole", middle, grid.high * 0.3, out);
                }
            }
            // A cell under a piece is not visible.
            _ if cell.piece.is_some() => return tile("floor", 1.0, 5.0, out),
            Role::Faint if blank(&cell.text) => tile("faint away", 4.0, 5.0, out),
            role => tile(role.word(), 1.0, 5.0, out),
        }
    } else if cell.piece.is_none() && board.block == 0 && !plain(cell) {
        tile(cell.role.word(), 2.0, 6.0, out);
    } else if cell.piece.is_none() && board.block > 0 {
        let class = if cell.role == Role::Floor { "cell" } else { cell.role.word() };
        tile(class, 0.0, 0.0, out);
    }

    if cell.piece.is_some() {
        return;
    }
    // A cell that a block has left needs no frame: the block shows where it went. The place where a
    // piece goes has a line of its own.
    let is_left = island && cell.emphasis == Emphasis::Focus;
    if let Some(class) = cell.emphasis.word().filter(|_| !is_left && !cell.arrival) {
        tile(class, 3.0, 5.0, out);
    }
}

/// Writes the text and the pencil marks of the cell with the number `at`, unless a piece covers it.
pub(super) fn write(cell: &Cell, at: usize, board: &Board, grid: &Grid, out: &mut String) {
    if cell.piece.is_some() {
        return;
    }
    let at = At::of(at, board.columns);
    let corner = grid.corner(at);
    let middle = grid.middle(at);
    if has_void(board) && cell.goal {
        put(&cell.text, "hole-text", middle, grid.wide - 10.0, out);
    } else if !blank(&cell.text) {
        let digit = if board.block > 0 { "digit " } else { "" };
        let class = format!("{digit}{}-text", cell.role.word());
        put(&cell.text, &class, middle, grid.wide - 8.0, out);
    }
    pencil(cell, corner, grid, out);
}

/// Returns whether a cell is part of the tray and needs no separate drawing.
fn plain(cell: &Cell) -> bool {
    matches!(cell.role, Role::Void | Role::Floor | Role::Wall)
        || cell.role == Role::Goal && cell.goal
}

/// Returns whether a text means an empty cell: the mark of an empty floor, or of a bridge that is
/// away.
fn blank(text: &str) -> bool {
    text.trim().is_empty() || matches!(text, "·" | "-" | "╌" | "┄")
}

/// Returns how many of so many pencil marks are in a row of a cell.
fn marks_per_row(count: usize) -> usize {
    (1..=count).find(|side| side * side >= count).unwrap_or(1)
}

/// Returns the place of a pencil mark in a cell that has room for `count` of them.
fn pencil_mark(at: usize, count: usize, corner: Point, grid: &Grid) -> Point {
    let side = marks_per_row(count);
    let step = |at: usize, count: usize| (at as f64 + 0.5) / count as f64;
    Point {
        x: corner.x + 3.0 + (grid.wide - 6.0) * step(at % side, side),
        y: corner.y + 3.0 + (grid.high - 6.0) * step(at / side, count.div_ceil(side)),
    }
}

/// Returns the radius of the ground of a pencil mark in a cell with `side` of them in a row.
fn mark_radius(side: usize, grid: &Grid) -> f64 {
    0.45 * (grid.high - 6.0) / side as f64
}

/// Draws the marks that links join, in two colors, and the links between them: bent, so that those
/// along a line can be told apart. A weak one is dashed.
pub(super) fn links(board: &Board, grid: &Grid, out: &mut String) {
    let size = board.columns;
    let radius = mark_radius(marks_per_row(size), grid);
    let marks = |end: &Mark| -> Vec<Point> {
        let of =
            |&cell: &usize| pencil_mark(end.place, size, grid.corner(At::of(cell, size)), grid);
        end.cells.iter().map(of).collect()
    };

    let mut colored: BTreeSet<(usize, usize)> = BTreeSet::new();
    for link in board.links() {
        for (class, end) in ["off", "on"].into_iter().zip(link.colored()) {
            for (&cell, place) in end.cells.iter().zip(marks(end)) {
                if colored.insert((cell, end.place)) {
                    circle(class, place, radius, out);
                }
            }
        }
    }

    // The middle of the marks of an end.
    let place = |end: &Mark| {
        let marks = marks(end);
        let mean =
            |of: fn(&Point) -> f64| marks.iter().map(of).sum::<f64>() / marks.len().max(1) as f64;
        Point { x: mean(|point| point.x), y: mean(|point| point.y) }
    };
    for link in board.links() {
        let (from, to) = (place(&link.from), place(&link.to));
        let (across, down) = (to.x - from.x, to.y - from.y);
        let bend = Point {
            x: f64::midpoint(from.x, to.x) - down * 0.15,
            y: f64::midpoint(from.y, to.y) + across * 0.15,
        };
        let class = if link.is_strong { "strong" } else { "weak" };
        // A group is joined in its middle, a mark at its edge.
        let edge = |end: &Mark| if end.cells.len() > 1 { 0.0 } else { radius };
        let (from, to) = (from.toward(bend, edge(&link.from)), to.toward(bend, edge(&link.to)));
        let [a, b, c, d, e, f] = [from.x, from.y, bend.x, bend.y, to.x, to.y].map(number);
        let _ = writeln!(out, "<path class=\"link {class}\" d=\"M{a} {b}Q{c} {d} {e} {f}\"/>");
    }
}

/// Draws pencil marks, each at its place, and lines through those that a step removes.
fn pencil(cell: &Cell, corner: Point, grid: &Grid, out: &mut String) {
    let count = cell.pencil.chars().count();
    let side = marks_per_row(count);
    let mut marks = String::new();
    for (at, mark) in cell.pencil.chars().enumerate().filter(|(_, mark)| !mark.is_whitespace()) {
        let Point { x, y } = pencil_mark(at, count, corner, grid);
        let _ = write!(
            marks,
            "<tspan x=\"{}\" y=\"{}\" dy=\".35em\">{}</tspan>",
            number(x),
            number(y),
            escape(&String::from(mark))
        );
    }
    if marks.is_empty() {
        return;
    }

    let places = cell.pencil.chars().enumerate().filter(|&(_, mark)| cell.struck.contains(mark));
    let struck: Vec<Point> = places.map(|(at, _)| pencil_mark(at, count, corner, grid)).collect();
    let radius = mark_radius(side, grid);
    for &place in &struck {
        circle("gone", place, radius, out);
    }

    let size = match side {
        ..=3 => String::new(),
        _ => format!(" style=\"font-size:{}px\"", number(34.0 / side as f64)),
    };
    let _ = writeln!(out, "<text class=\"pencil\"{size}>{marks}</text>");
    for Point { x, y } in struck {
        let [x, y, wide, high] = [x - radius, y + radius, 2.0 * radius, -2.0 * radius].map(number);
        let _ = writeln!(out, "<path class=\"struck\" d=\"M{x} {y}l{wide} {high}\"/>");
    }
}

/// Returns the goals around which a line is drawn above the pieces.
pub(super) fn aims(board: &Board) -> Vec<At> {
    cells(board, |cell| cell.goal && cell.height == 0 && !has_void(board))
}

/// Draws the top layer: goals that are covered, and the lines of a sudoku.
pub(super) fn above(board: &Board, grid: &Grid, out: &mut String) {
    outlined("aim", &aims(board), grid, AIM, 6.0, out);
    if let Some(wide) = board.block_columns() {
        let (right, bottom) = (number(grid.x(board.columns)), number(grid.y(board.rows)));
        let mut path = String::new();
        for row in (0..=board.rows).filter(|row| row % board.block == 0 || *row == board.rows) {
            let _ = write!(path, "M{} {}H{right}", number(grid.left), number(grid.y(row)));
        }
        for column in (0..=board.columns).filter(|c| c % wide == 0 || *c == board.columns) {
            let _ = write!(path, "M{} {}V{bottom}", number(grid.x(column)), number(grid.top));
        }
        let _ = writeln!(out, "<path class=\"thick\" d=\"{path}\"/>");
    }
}
