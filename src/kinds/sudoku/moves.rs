//! The moves of a sudoku: a digit goes into a cell, or the pencil marks of cells change.

use super::grid::{Alphabet, Grid, cell_name, digits};
use super::rules::{Unit, allowed, candidates, geometry, put};
use super::syntax::{Action, Place, Typed, expect_play};
use super::{Givens, codes};
use crate::diag::Sink;
use crate::puzzle::{Failure, LegalMove};
use crate::scene::{Coordinate, Emphasis, Pointed};
use crate::syntax::{Args, Fragment};
use crate::text::Span;

/// A digit that is put into a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The number of the cell.
    pub cell: u16,
    /// The digit.
    pub digit: u8,
}

impl Placement {
    /// Returns a copy of a grid with the digit in the cell.
    pub(super) fn on(self, grid: &Grid) -> Grid {
        let mut next = grid.clone();
        put(&mut next, usize::from(self.cell), self.digit);
        next
    }
}

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// A digit goes into a cell.
    Put(Placement),
    /// The pencil marks of cells change.
    Mark(Change),
}

impl Move {
    /// Returns the number of cells that it fills.
    pub(super) fn cost(self) -> u64 {
        u64::from(matches!(self, Self::Put(_)))
    }
}

/// Moves that were typed, made as far as they are legal.
pub(super) struct Followed<'a> {
    /// The grid after the legal moves.
    pub(super) grid: Grid,
    /// The last of them.
    pub(super) last: Option<Move>,
    /// The first that is illegal.
    pub(super) refused: Option<&'a Typed>,
}

/// Makes moves up to the first that is illegal.
pub(super) fn follow<'a>(givens: &Givens, start: &Grid, moves: &'a [Typed]) -> Followed<'a> {
    let mut followed = Followed { grid: start.clone(), last: None, refused: None };
    for typed in moves {
        let Ok((next, by)) = make(givens, &followed.grid, typed, false) else {
            followed.refused = Some(typed);
            break;
        };
        followed.grid = next;
        followed.last = Some(by);
    }
    followed
}

/// Returns the grid after the moves in a text; `None` if one of them is malformed or illegal.
fn replay(givens: &Givens, grid: &Grid, text: &str) -> Option<Grid> {
    if text.trim().is_empty() {
        return Some(grid.clone());
    }
    let mut args = Args::new(Fragment { text, start: 0 }, Span::default(), "MOVES");
    let moves = expect_play(&mut args, &mut Sink::new())?;
    let followed = follow(givens, grid, &moves);
    followed.refused.is_none().then_some(followed.grid)
}

/// A change of pencil marks: the digits in each cell where one of the rows crosses one of the
/// columns. All are sets: bit 0 for the first row, column and digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    rows: u32,
    columns: u32,
    digits: u32,
    /// True if they become candidates again.
    restores: bool,
}

impl Change {
    /// Returns the deletion of digits from one cell of a grid with `size` rows.
    pub(super) fn deletes(cell: usize, digits: u32, size: usize) -> Self {
        Self { rows: 1 << (cell / size), columns: 1 << (cell % size), digits, restores: false }
    }

    /// Returns the cells, in reading order.
    fn cells(self, size: usize) -> impl Iterator<Item = usize> {
        let is_in = |set: u32, at: usize| set >> at & 1 == 1;
        let rows = (0..size).filter(move |&row| is_in(self.rows, row));
        rows.flat_map(move |row| {
            let columns = (0..size).filter(move |&column| is_in(self.columns, column));
            columns.map(move |column| row * size + column)
        })
    }

    /// Returns the grid after the change.
    fn on(self, grid: &Grid) -> Grid {
        let mut next = grid.clone();
        for cell in self.cells(grid.size()) {
            let deleted = grid.deleted(cell);
            let deleted = match self.restores {
                true => deleted & !self.digits,
                false => deleted | self.digits & allowed(grid, cell),
            };
            next.delete(cell, deleted);
        }
        next
    }
}

/// Returns the number of a cell in the grid, or why there is none.
pub(super) fn cell(grid: &Grid, place: Place) -> Result<usize, Failure> {
    let size = grid.size() as i64;
    if (0..size).contains(&place.row) && (0..size).contains(&place.column) {
        return Ok((place.row * size + place.column) as usize);
    }
    let Place { row, column, coordinate, .. } = place;
    let what = match coordinate {
        true => format!("cell ({row},{column})"),
        false => format!("cell r{}c{}", row.saturating_add(1), column.saturating_add(1)),
    };
    Err(Box::new(codes::no_such_place(place.span, &what, grid.size())))
}

/// Returns the digit that a move writes: 0 for `0`. `None` if the grid does not have it.
fn digit_of(grid: &Grid, written: u8) -> Option<u8> {
    let char = if written == 0 { '0' } else { Alphabet::Letters.symbol(written, '0') };
    grid.alphabet().digit(char, grid.size())
}

/// Returns the cells that keep a digit from another one, each with a unit that both lie in.
fn holders(grid: &Grid, at: usize, digit: u8) -> impl Iterator<Item = (usize, Unit)> {
    let geometry = geometry(grid);
    geometry.peers[at]
        .iter()
        .map(|&peer| usize::from(peer))
        .filter(move |&peer| grid.value(peer) == digit)
        .filter_map(move |peer| Some((peer, geometry.shared(at, peer)?)))
}

/// Returns the obstacles of an illegal move, one cell per line.
pub(super) fn obstacles(model: &Givens, grid: &Grid, typed: &Typed) -> Vec<String> {
    let Ok(at) = cell(grid, typed.place) else { return Vec::new() };
    let Action::Put(digit) = typed.action else { return Vec::new() };
    let Some(digit) = digit_of(grid, digit) else { return Vec::new() };
    let size = grid.size();
    let whose = |peer: usize| if model.grid.value(peer) == 0 { "entered" } else { "a given" };
    if grid.value(at) != 0 {
        let digit = grid.symbol(grid.value(at), '.');
        let message = codes::holds_already(&cell_name(at, size), digit);
        return vec![format!("{message}, {}", whose(at))];
    }
    let line = |(peer, unit)| {
        let blocker = codes::holds(&cell_name(peer, size), unit, grid.symbol(digit, '.'));
        format!("{blocker}, {}", whose(peer))
    };
    holders(grid, at, digit).map(line).collect()
}

/// Makes a move. If the givens are in the source of the command (`home`), those in the way are
/// shown.
///
/// # Errors
/// Why it is illegal.
pub(super) fn make(
    model: &Givens,
    grid: &Grid,
    typed: &Typed,
    home: bool,
) -> Result<(Grid, Move), Failure> {
    match typed.action {
        Action::Put(digit) => place(model, grid, typed.place, digit, home),
        Action::Delete(digits) => change(grid, typed.place, digits, false),
        Action::Restore(digits) => change(grid, typed.place, digits, true),
    }
}

/// Puts a digit, as it is written, into a cell.
fn place(
    model: &Givens,
    grid: &Grid,
    place: Place,
    written: u8,
    home: bool,
) -> Result<(Grid, Move), Failure> {
    let at = cell(grid, place)?;
    let name = cell_name(at, grid.size());
    let Some(digit) = digit_of(grid, written) else {
        return Err(Box::new(codes::no_such_digit(place.span, written, grid)));
    };
    if grid.value(at) != 0 {
        let given = (home && model.grid.value(at) != 0).then(|| model.places[at]);
        let digit = grid.symbol(grid.value(at), '.');
        return Err(Box::new(codes::filled(place.span, &name, digit, given)));
    }

    let able = candidates(grid, at);
    if able >> (digit - 1) & 1 == 0 {
        let digit_sign = grid.symbol(digit, '.');
        let Some((peer, unit)) = holders(grid, at, digit).next() else {
            return Err(Box::new(codes::deleted(place.span, &name, digit_sign)));
        };
        let other = cell_name(peer, grid.size());
        let able = grid.alphabet().digits_line(able);
        let given = |peer: &usize| home && model.grid.value(*peer) != 0;
        let peers = holders(grid, at, digit).map(|(peer, _)| peer).filter(given);
        let givens = peers.map(|peer| (cell_name(peer, grid.size()), model.places[peer]));
        let givens = givens.collect::<Vec<_>>();
        let span = place.span;
        let clash = codes::clash(span, &name, digit_sign, &other, unit, &able, &givens);
        return Err(Box::new(clash));
    }

    let by = Placement { cell: at as u16, digit };
    Ok((by.on(grid), Move::Put(by)))
}

/// Returns the lines that a number of a pencil mark names, as a set: up to 9×9 a line per digit.
fn lines(grid: &Grid, number: i64, word: &str, place: Place) -> Result<u32, Failure> {
    let size = grid.size();
    let mut set = 0;
    let mut left = number + 1;
    loop {
        let line = if size > 9 { left } else { left % 10 };
        if !(1..=size as i64).contains(&line) {
            let what = format!("{word} {line}");
            return Err(Box::new(codes::no_such_place(place.span, &what, size)));
        }
        set |= 1 << (line - 1);
        left /= 10;
        if size > 9 || left == 0 {
            return Ok(set);
        }
    }
}

/// Deletes or restores digits of cells; `written` has bit `d` for the digit `d` as it is written.
fn change(
    grid: &Grid,
    place: Place,
    written: u32,
    restores: bool,
) -> Result<(Grid, Move), Failure> {
    let rows = lines(grid, place.row, "row", place)?;
    let columns = lines(grid, place.column, "column", place)?;
    let mut set = 0;
    for value in (0..32).filter(|value| written >> value & 1 == 1) {
        match digit_of(grid, value) {
            Some(digit) => set |= 1 << (digit - 1),
            None => return Err(Box::new(codes::no_such_digit(place.span, value, grid))),
        }
    }

    let change = Change { rows, columns, digits: set, restores };
    let name = |cell| cell_name(cell, grid.size());
    if let Some(cell) = change.cells(grid.size()).find(|&cell| grid.value(cell) != 0) {
        let digit = grid.symbol(grid.value(cell), '.');
        return Err(Box::new(codes::filled(place.span, &name(cell), digit, None)));
    }

    let next = change.on(grid);
    if next != *grid {
        return Ok((next, Move::Mark(change)));
    }
    let first = change.cells(grid.size()).next().unwrap_or_default();
    let digit = digits(set).next().unwrap_or(1);
    let sign = grid.symbol(digit, '.');
    Err(Box::new(match holders(grid, first, digit).next().filter(|_| restores) {
        Some((peer, unit)) => {
            let able = grid.alphabet().digits_line(candidates(grid, first));
            codes::clash(place.span, &name(first), sign, &name(peer), unit, &able, &[])
        }
        None if restores => codes::marked(place.span, &name(first), sign),
        None => codes::not_marked(place.span, &name(first), sign),
    }))
}

/// Returns a digit for a cell in the notation of moves.
pub(super) fn placement_text(by: Placement, grid: &Grid) -> String {
    let name = cell_name(usize::from(by.cell), grid.size());
    format!("{name}={}", grid.symbol(by.digit, '.'))
}

/// Returns a move as it is written.
pub(super) fn move_text(by: Move, grid: &Grid) -> String {
    let change = match by {
        Move::Put(by) => return placement_text(by, grid),
        Move::Mark(change) => change,
    };
    let lines = |set| digits(set).map(|line| line.to_string()).collect::<String>();
    let sign = if change.restores { '+' } else { '-' };
    let digits = grid.alphabet().digits_line(change.digits);
    format!("r{}c{}{sign}{digits}", lines(change.rows), lines(change.columns))
}

/// Returns the digits of a set for each empty cell, in reading order of the cells.
pub(super) fn placements(
    grid: &Grid,
    set: impl Fn(usize) -> u32,
) -> impl Iterator<Item = Placement> {
    let empty = (0..grid.cells().len()).filter(|&cell| grid.value(cell) == 0);
    empty.flat_map(move |cell| {
        digits(set(cell)).map(move |digit| Placement { cell: cell as u16, digit })
    })
}

/// Returns the placements that clash with nothing.
pub(super) fn legal(grid: &Grid) -> impl Iterator<Item = Placement> {
    placements(grid, |cell| candidates(grid, cell))
}

/// Returns the placements of the first empty cell that clash with nothing, and the grids after them.
pub(super) fn branches(grid: &Grid) -> impl Iterator<Item = (Placement, Grid)> {
    let first = grid.cells().iter().position(|&value| value == 0);
    let able = move |cell| if Some(cell) == first { candidates(grid, cell) } else { 0 };
    placements(grid, able).map(|by| (by, by.on(grid)))
}

/// Returns the placements that are legal after the moves in `earlier`, or those that are not.
pub(super) fn next_moves(
    model: &Givens,
    grid: &Grid,
    earlier: &str,
    is_legal: bool,
) -> Vec<String> {
    let Some(grid) = replay(model, grid, earlier) else { return Vec::new() };
    let all_digits = (1 << grid.size()) - 1;
    let set = |cell| {
        if is_legal { candidates(&grid, cell) } else { all_digits & !candidates(&grid, cell) }
    };
    placements(&grid, set).map(|by| placement_text(by, &grid)).collect()
}

/// Returns the moves that delete a pencil mark after the moves in `earlier`, and those that restore one.
pub(super) fn next_marks(model: &Givens, grid: &Grid, earlier: &str) -> Vec<String> {
    let Some(grid) = replay(model, grid, earlier) else { return Vec::new() };
    marks(&grid).map(|(_, text)| text).collect()
}

/// Returns the moves that delete one pencil mark or restore one, each with its cell.
fn marks(grid: &Grid) -> impl Iterator<Item = (usize, String)> {
    let empty = (0..grid.cells().len()).filter(|&cell| grid.value(cell) == 0);
    empty.flat_map(move |cell| {
        let name = cell_name(cell, grid.size());
        let kept = candidates(grid, cell);
        digits(allowed(grid, cell)).map(move |digit| {
            let sign = if kept >> (digit - 1) & 1 == 1 { '-' } else { '+' };
            (cell, format!("{name}{sign}{}", grid.symbol(digit, '.')))
        })
    })
}

/// Returns the placements that clash with nothing, then the changes of one pencil mark, each with its
/// cell.
pub(super) fn legal_moves(grid: &Grid) -> Vec<LegalMove> {
    let size = grid.size();
    let puts = legal(grid).map(|by| (usize::from(by.cell), placement_text(by, grid)));
    puts.chain(marks(grid))
        .map(|(cell, text)| LegalMove::change(text, Coordinate::nth(cell, size)))
        .collect()
}

/// Returns cells with their row and column.
pub(super) fn placed(grid: &Grid, marks: Vec<(usize, Emphasis)>) -> Pointed {
    let size = grid.size();
    marks.into_iter().map(|(cell, emphasis)| (Coordinate::nth(cell, size), emphasis)).collect()
}

/// Points at the cells of the last move, or at those of the first illegal one and the cells that it
/// clashes with.
///
/// # Errors
/// A diagnostic at a cell outside the grid.
pub(super) fn point(followed: &Followed<'_>) -> Result<Pointed, Failure> {
    let grid = &followed.grid;
    let mut marks = Vec::new();
    if let Some(typed) = followed.refused {
        if let Action::Put(digit) = typed.action {
            let at = cell(grid, typed.place)?;
            if let Some(digit) = digit_of(grid, digit) {
                marks.extend(holders(grid, at, digit).map(|(peer, _)| (peer, Emphasis::Near)));
            }
            marks.push((at, Emphasis::Focus));
        } else if let Ok(at) = cell(grid, typed.place) {
            marks.push((at, Emphasis::Focus));
        }
    } else {
        match followed.last {
            Some(Move::Put(by)) => marks.push((usize::from(by.cell), Emphasis::Focus)),
            Some(Move::Mark(change)) => {
                marks.extend(change.cells(grid.size()).map(|cell| (cell, Emphasis::Focus)));
            }
            None => {}
        }
    }
    Ok(placed(grid, marks))
}
