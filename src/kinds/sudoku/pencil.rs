//! Pencil marks as text: the whole grid as HoDoKu draws it, and its line, which keeps givens, placed
//! digits and deleted candidates apart.

#[cfg(test)]
mod tests;

use super::commands;
use super::grid::{Alphabet, Grid, digits};
use super::layout::Layout;
use super::lower::Givens;
use super::rules::{candidates, geometry};

/// Returns the group of each cell: its digit, or its candidates; `.` if it has none.
pub(super) fn groups(grid: &Grid) -> Vec<String> {
    let group = |cell| match (grid.value(cell), candidates(grid, cell)) {
        (0, 0) => String::from("."),
        (0, set) => grid.alphabet().digits_line(set),
        (value, _) => grid.symbol(value, '.').to_string(),
    };
    (0..grid.cells().len()).map(group).collect()
}

/// Returns the rows of the body of a puzzle that starts in a state: its givens, or a group for each cell
/// if digits were placed or candidates deleted.
pub(super) fn stated(model: &Givens) -> Vec<String> {
    let givens = &model.grid;
    let start = &model.start;
    if givens.cells() == start.cells() && !start.has_marks() {
        return commands::rows(givens, '.').lines().map(str::to_owned).collect();
    }
    written(givens, start)
}

/// Returns the framed groups of a grid, of which `givens` were given, so that they are read back as the
/// same grid. A digit that is alone in its group is a filled cell unless a group of its row, column or
/// box lists it; `-` shows that it is a candidate, `-0` that the cell has no candidates, and `.` is a
/// cell with all that its row, column and box allow.
pub(super) fn written(givens: &Grid, grid: &Grid) -> Vec<String> {
    let candidates: Vec<u32> = (0..grid.cells().len()).map(|cell| candidates(grid, cell)).collect();
    let is_listed = |cell: usize| {
        let mut peers = geometry(grid).peers[cell].iter().map(|&peer| usize::from(peer));
        peers.any(|peer| {
            let set = candidates[peer];
            grid.value(peer) == 0 && set.count_ones() > 1 && set & candidates[cell] != 0
        })
    };
    let group = |cell: usize| {
        let value = grid.value(cell);
        if value != 0 {
            let sign = if givens.value(cell) == 0 { "+" } else { "" };
            return format!("{sign}{}", Alphabet::Letters.symbol(value, '.'));
        }
        let set = candidates[cell];
        let is_whole = grid.deleted(cell) == 0;
        let is_alone = set.is_power_of_two() && !is_listed(cell);
        match (set, is_alone) {
            (0, _) if is_whole => String::from("."),
            (0, _) => String::from("-0"),
            (_, true) if is_whole => String::from("."),
            (_, true) => format!("-{}", Alphabet::Letters.digits_line(set)),
            (_, false) => Alphabet::Letters.digits_line(set),
        }
    };

    let groups: Vec<String> = (0..candidates.len()).map(group).collect();
    framed(&groups, grid.layout())
}

/// Returns the lines of the whole grid of candidates, framed.
pub(super) fn drawn(grid: &Grid) -> Vec<String> {
    framed(&groups(grid), grid.layout())
}

/// Returns groups as the rows of a framed grid.
pub(super) fn framed(groups: &[String], layout: Layout) -> Vec<String> {
    let size = layout.size();
    let box_columns = layout.box_columns();
    let width = |column: usize| {
        groups.iter().skip(column).step_by(size).map(String::len).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..size).map(width).collect();
    let edge = |[left, between, right]: [&str; 3]| {
        let dashes = |part: &[usize]| "-".repeat(part.iter().sum::<usize>() + 2 * box_columns);
        let parts: Vec<String> = widths.chunks(box_columns).map(dashes).collect();
        format!("{left}{}{right}", parts.join(between))
    };
    let mut lines = vec![edge([".", ".", "."])];
    for (number, row) in groups.chunks(size).enumerate() {
        if number > 0 && number.is_multiple_of(layout.box_rows()) {
            lines.push(edge([":", "+", ":"]));
        }
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(group, &width)| format!("{group:width$}")).collect();
        let boxes: Vec<String> = cells.chunks(box_columns).map(|part| part.join("  ")).collect();
        lines.push(format!("| {} |", boxes.join(" | ")));
    }
    lines.push(edge(["'", "'", "'"]));
    lines
}

/// Returns HoDoKu's line of a grid, of which `givens` were given; `None` unless it is a 9×9 grid.
pub(super) fn library_line(givens: &Grid, grid: &Grid) -> Option<String> {
    if grid.size() != 9 {
        return None;
    }
    let cell = |cell| {
        let placed = grid.value(cell) != 0 && givens.value(cell) == 0;
        format!("{}{}", if placed { "+" } else { "" }, grid.symbol(grid.value(cell), '.'))
    };
    let is_deleted = |digit: u8| move |&cell: &usize| grid.deleted(cell) >> (digit - 1) & 1 == 1;
    let entry = |digit: u8, cell: usize| format!("{digit}{}{}", cell / 9 + 1, cell % 9 + 1);
    let deleted: Vec<String> = digits((1 << 9) - 1)
        .flat_map(|digit| (0..81).filter(is_deleted(digit)).map(move |cell| entry(digit, cell)))
        .collect();
    let cells: String = (0..81).map(cell).collect();
    Some(format!(":0000:x:{cells}:{}:::", deleted.join(" ")))
}
