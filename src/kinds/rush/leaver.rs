//! Which car must leave, where no goal says so: `A`; in raw and foreign text `X` if it lies across in
//! the exit row, as in the letters of ThinkFun's cards (`X` the red car, `A` to `K` cars, `O` to `R`
//! trucks).

use crate::kinds::blocks::rules::{Board, Direction};
use crate::scene::Coordinate;

/// The car that must leave if nothing says otherwise.
pub(super) const USUAL: &str = "A";

/// The red car in ThinkFun's letters.
pub(super) const RED: &str = "X";

/// The rule that chooses the car that must leave a board without a goal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unsaid<'a> {
    /// A declaration means car [`USUAL`].
    Declared,
    /// The caller of raw input names the car, or else a convention does.
    Raw(Option<&'a str>),
}

/// The note that is written once if [`RED`] was chosen.
pub(super) const REMARK: &str = "car `X`, which lies in the exit row, is the one that must leave; \
                                 `--goal LABEL` names another";

/// Returns whether the cells of a car, in reading order, lie across in the exit row of a board: row
/// (n − 1) / 2 of n, rounded down and counted from 0, the third of six.
pub(super) fn is_in_exit_row(rows: usize, cells: impl IntoIterator<Item = Coordinate>) -> bool {
    let mut cells = cells.into_iter();
    let Some(first) = cells.next() else { return false };
    let mut last = first;
    let across = cells.all(|cell| {
        last = last + Direction::Right.offset();
        cell == last
    });
    first.row == (rows.saturating_sub(1) / 2) as i32 && across && last != first
}

/// Returns whether car [`RED`] lies in the exit row of a board whose cells are in reading order.
pub(super) fn has_red(cells: &str, rows: usize, columns: usize) -> bool {
    let red = cells.chars().enumerate().filter(|(_, char)| RED.contains(*char));
    is_in_exit_row(
        rows,
        red.map(|(at, _)| Coordinate::new((at / columns) as i32, (at % columns) as i32)),
    )
}

/// Returns whether a car of a board lies in its exit row.
pub(super) fn is_red(board: &Board, car: usize) -> bool {
    is_in_exit_row(board.rows as usize, board.cells(car, board.start[car]))
}

/// Returns the car that must leave the boards of a text: the one that the caller names, or the
/// usual one. `red` says whether car [`RED`] lies in the exit row.
pub(super) fn named(goal: Option<&str>, red: bool) -> &str {
    goal.unwrap_or(if red { RED } else { USUAL })
}

/// Returns the goal line that a declaration of a raw or foreign board needs. `red` as in [`named`].
pub(super) fn goal_line(label: &str, red: bool) -> Option<String> {
    (red || label != USUAL).then(|| format!("goal {label}"))
}
