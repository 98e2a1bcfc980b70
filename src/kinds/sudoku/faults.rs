//! The diagnostics of sudoku: each is made in one place.

use super::codes::{
    BAD_CHARACTER, BAD_MOVE, CELLS, DUPLICATE, FEW_GIVENS, ILLEGAL_MOVE, NO_CANDIDATE, NO_PLACE,
    NO_SUCH_PLACE, NOT_A_PUZZLE, NOT_UNIQUE, SEVERAL, UNSOLVABLE,
};
use super::grid::{Alphabet, Grid, cell_name};
use super::rules::{Clash, DeadDigit, Unit, geometry};
use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Diagnostic, Edit, Fix, clip};
use crate::syntax::Line;
use crate::text::Span;

/// The grid has `found` cells.
pub(super) fn cells(span: Span, found: usize, wanted: Option<usize>) -> Diagnostic {
    let sizes = "a grid has 16, 81, 256 or 625 cells";
    let diagnostic = Diagnostic::new(
        &CELLS,
        span,
        match found {
            0 => String::from("this grid is empty"),
            1 => String::from("this grid has 1 cell"),
            _ => format!("this grid has {found} cells"),
        },
        match wanted {
            Some(wanted) if wanted > found => format!("{} missing", wanted - found),
            Some(wanted) => format!("{} too many", found - wanted),
            None => String::from("not the number of cells of a grid"),
        },
    );
    diagnostic.help(match wanted {
        Some(wanted) => format!("make it {wanted} cells: {sizes}"),
        None => String::from(sizes),
    })
}

/// A row of `found` cells in a grid that seems to have rows of `size`.
pub(super) fn row_cells(span: Span, row: usize, found: usize, size: usize) -> Diagnostic {
    let label = if found < size {
        format!("{} missing", size - found)
    } else {
        format!("{} too many", found - size)
    };
    Diagnostic::new(
        &CELLS,
        span,
        format!("row {} has {found} cells instead of {size}", row + 1),
        label,
    )
    .help(format!("make it {size} cells; write `.` for an empty one"))
}

/// A sign that is not a digit, or a run of several, at these places. `size` is the largest digit, if
/// it is known; `fits` says that the grid has the right number of cells if each sign is one.
pub(super) fn bad_character(
    sign: &str,
    places: &[Span],
    size: Option<usize>,
    fits: bool,
) -> Diagnostic {
    let grid = size.map_or_else(String::new, |size| format!(" of a {size}×{size} grid"));
    let alone = sign.chars().count() == 1;
    let uses: usize = places.iter().map(|span| span.len() as usize / sign.len().max(1)).sum();
    let message = match uses {
        0 | 1 => format!("`{}` is not a digit{grid}", clip(sign)),
        _ => format!("`{}` is used {uses} times; it is not a digit{grid}", clip(sign)),
    };
    let last = size.map_or('9', |size| Alphabet::Letters.symbol(size as u8, '.'));
    let first = places.first().copied().unwrap_or_default();
    let diagnostic =
        Diagnostic::new(&BAD_CHARACTER, first, message, "expected a digit or an empty cell")
            .help(format!("use 1 to {last}, or `.` for an empty cell"));
    let edits = |cell: &str| -> Vec<Edit> {
        let signs = |span: &Span| match alone {
            true => span.len() as usize / sign.len(),
            false => sign.chars().count(),
        };
        places.iter().map(|span| Edit { span: *span, text: cell.repeat(signs(span)) }).collect()
    };
    let separates =
        alone && !fits && uses > 1 && sign.chars().all(|char| char.is_ascii_punctuation());
    if separates {
        return diagnostic.fix(Fix::of(Guess, format!("Remove each `{sign}`"), edits("")));
    }
    // A punctuation mark, or an x, is a sign for an empty cell; a letter or a digit may be a slip.
    let empty = |char: char| char.is_ascii_punctuation() || matches!(char, 'x' | 'X');
    let sure = alone && fits && uses > 1 && sign.chars().all(empty);
    let sure = if sure { Sure } else { Guess };
    let title = if uses > 1 { "Make these cells empty" } else { "Make the cell empty" };
    diagnostic.fix(Fix::of(sure, title, edits(".")))
}

/// A line that begins with a word, and not with cells.
pub(super) fn words(line: &Line<'_>) -> Diagnostic {
    let message = format!("`{}` is not a row of a grid", clip(line.text));
    Diagnostic::new(&BAD_CHARACTER, line.span(), message, "expected digits and empty cells")
        .help("remove the line: a grid is cells only; its size follows from their number")
        .fix(Fix::new(Guess, "Remove the text", line.span(), ""))
}

/// `-` at these places are intended as empty cells: with them the grid has the right number of
/// cells.
pub(super) fn dashes(places: &[Span]) -> Diagnostic {
    let edits = places.iter().map(|&span| Edit { span, text: String::from(".") }).collect();
    let first = places.first().copied().unwrap_or_default();
    let uses = places.len();
    let message = match uses {
        1 => String::from("`-` draws a frame here; it is not an empty cell"),
        _ => format!("`-` is used {uses} times; it draws a frame, it is not an empty cell"),
    };
    // A single one may be a slip of a finger.
    let sure = if uses > 1 { Sure } else { Likely };
    Diagnostic::new(&BAD_CHARACTER, first, message, "expected `.` for an empty cell")
        .help("write `.` for an empty cell")
        .fix(Fix::of(sure, "Write `.` for each `-`", edits))
}

/// The digit of a cell stands elsewhere in its units too.
pub(super) fn duplicate(
    grid: &Grid,
    cell: usize,
    clashes: &[Clash],
    places: &[Span],
) -> Diagnostic {
    let digit = grid.symbol(grid.value(cell), '.');
    let mut units: Vec<_> = clashes.iter().map(|clash| clash.unit.to_string()).collect();
    units.dedup();
    let units = units.join(" and in ");
    let message = format!("{digit} appears twice in {units}");
    let mut found = Diagnostic::new(&DUPLICATE, places[cell], message, format!("{digit} again"));
    for clash in clashes {
        let other = if clash.first == cell { clash.second } else { clash.first };
        found = found.also(places[other], format!("{digit} stands here"));
    }
    let which = if clashes.len() == 1 { "one of the two" } else { "this one or the others" };
    found.help(format!("change or remove {which}, or {STATE}"))
}

/// How to say that a grid without a solution is intended.
const STATE: &str = "state that there is no solution: `solve => unsolvable`";

/// A digit that no cell of a unit can take. Points at the unit's first empty cell, and at the givens
/// that keep the digit from its empty cells.
pub(super) fn no_place(grid: &Grid, dead: &DeadDigit, places: &[Span]) -> Diagnostic {
    /// The most givens that are shown.
    const MOST: usize = 6;
    let geometry = geometry(grid);
    let cells = geometry.cells(dead.unit).iter().map(|&cell| usize::from(cell));
    let empty: Vec<usize> = cells.filter(|&cell| grid.value(cell) == 0).collect();
    let digit = grid.symbol(dead.digit, '.');
    let span = empty.first().map(|&cell| places[cell]).unwrap_or_default();
    let mut holders: Vec<usize> = (0..grid.cells().len())
        .filter(|&cell| grid.value(cell) == dead.digit)
        .filter(|&cell| empty.iter().any(|&open| geometry.sees(cell, open)))
        .collect();
    holders.truncate(MOST);
    let unit = dead.unit;
    let found = Diagnostic::new(
        &NO_PLACE,
        span,
        format!("{digit} has no place in {unit}"),
        format!("no empty cell of {unit} can take {digit}"),
    )
    .help(format!("look for a wrong given among those shown and in {unit}, or {STATE}"));
    found.also_at(holders.into_iter().map(|cell| places[cell]), format!("{digit} stands here"))
}

/// An empty cell that can take no digit.
pub(super) fn no_candidate(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &NO_CANDIDATE,
        span,
        format!("{name} can take no digit"),
        "its row, column and box hold them all",
    )
    .help(format!(
        "look for a wrong given in the row, the column and the box of this cell, or {STATE}"
    ))
}

/// Fewer than 17 givens.
pub(super) fn few_givens(name: Span, givens: usize) -> Diagnostic {
    Diagnostic::new(
        &FEW_GIVENS,
        name,
        match givens {
            0 => String::from("a 9×9 sudoku without givens cannot have a unique solution"),
            1 => String::from("a 9×9 sudoku with 1 given cannot have a unique solution"),
            _ => format!("a 9×9 sudoku with {givens} givens cannot have a unique solution"),
        },
        "fewer than 17 givens",
    )
    .help(format!(
        "add at least {} more; or state that several are intended: `count 10 => 10`",
        17_usize.saturating_sub(givens)
    ))
}

/// There is no solution; without one of the digits in `too_much` there is.
pub(super) fn unsolvable(place: Span, grid: &Grid, too_much: &[usize]) -> Diagnostic {
    let shown = |cell: &usize| {
        let (digit, name) = (grid.symbol(grid.value(*cell), '.'), cell_name(*cell, grid.size()));
        format!("{digit} in {name}")
    };
    let words: Vec<String> = too_much.iter().map(shown).collect();
    Diagnostic::new(
        &UNSOLVABLE,
        place,
        "this sudoku has no solution",
        "proved by trying every digit",
    )
    .help(if words.is_empty() {
        String::from("change the givens, or state the fact: `solve => unsolvable`")
    } else {
        format!(
            "remove {}, then there is a solution; or state the fact: `solve => unsolvable`",
            words.join(" or ")
        )
    })
}

/// Two solutions: where they differ first, the two digits there, and all cells that differ.
struct Difference {
    cell: usize,
    name: String,
    digits: [char; 2],
    cells: String,
}

fn difference(one: &Grid, other: &Grid) -> Difference {
    /// The most cells that are named; more are counted.
    const NAMED: usize = 8;
    let differ: Vec<usize> =
        (0..one.cells().len()).filter(|&cell| one.value(cell) != other.value(cell)).collect();
    let cell = differ.first().copied().unwrap_or(0);
    let names: Vec<String> =
        differ.iter().take(NAMED).map(|&cell| cell_name(cell, one.size())).collect();
    let more = match differ.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Difference {
        cell,
        name: cell_name(cell, one.size()),
        digits: [one, other].map(|grid| grid.symbol(grid.value(cell), '.')),
        cells: format!("{}{more}", names.join(", ")),
    }
}

/// Two solutions; `places` are those of the cells.
pub(super) fn several(places: &[Span], one: &Grid, other: &Grid) -> Diagnostic {
    let Difference { cell, name, digits: [a, b], cells } = difference(one, other);
    Diagnostic::new(
        &SEVERAL,
        places[cell],
        format!("this sudoku has more than one solution: {name} can be {a} or {b}"),
        format!("{a} or {b}"),
    )
    .help(format!(
        "add a given where two solutions differ: {cells}; or state their number: `count => N`"
    ))
}

/// The answer is one of several solutions. Points at the command, or at the first cell that
/// differs.
pub(super) fn not_unique(
    command: Option<Span>,
    places: &[Span],
    one: &Grid,
    other: &Grid,
) -> Diagnostic {
    let Difference { cell, name, digits: [a, b], cells } = difference(one, other);
    Diagnostic::new(
        &NOT_UNIQUE,
        command.unwrap_or_else(|| places[cell]),
        format!("this is one of several solutions: {name} can be {a} or {b}"),
        format!("{name} is {a} in the one given"),
    )
    .help(format!("a given would decide where two solutions differ: {cells}"))
}

/// A unit or a cell that is not there.
pub(super) fn no_such_place(span: Span, what: &str, size: usize) -> Diagnostic {
    Diagnostic::new(&NO_SUCH_PLACE, span, format!("there is no {what}"), "not in this grid")
        .help(format!("rows, columns and boxes go from 1 to {size}, coordinates `(R,C)` from 0"))
}

/// A digit that the grid does not have, as a placement writes it: 0 for `0`.
pub(super) fn no_such_digit(span: Span, written: u8, grid: &Grid) -> Diagnostic {
    let digit = Alphabet::Letters.symbol(written, '0');
    let last = grid.symbol(grid.size() as u8, '.');
    Diagnostic::new(&NO_SUCH_PLACE, span, format!("there is no digit {digit}"), "not in this grid")
        .help(format!("the digits go from 1 to {last}"))
}

/// A word that is not a move.
pub(super) fn bad_move(span: Span, found: &str) -> Diagnostic {
    Diagnostic::new(
        &BAD_MOVE,
        span,
        format!("expected a move, found `{}`", clip(found)),
        "expected `r1c3=4`",
    )
    .help("a move is `r`, the row, `c`, the column, `=` and the digit, rows and columns from 1")
}

/// A word that is not a cell.
pub(super) fn bad_cell(span: Span, found: &str) -> Diagnostic {
    Diagnostic::new(
        &BAD_MOVE,
        span,
        format!("expected a cell, found `{}`", clip(found)),
        "expected `r1c3` or `(0,2)`",
    )
    .help("a cell is `r1c3`, rows and columns from 1, or `(0,2)`, from 0")
}

/// The reason why a cell cannot be filled, in one line.
pub(super) fn holds_already(name: &str, digit: char) -> String {
    format!("{name} holds {digit} already")
}

/// A digit is played into a filled cell.
pub(super) fn filled(span: Span, name: &str, digit: char) -> Diagnostic {
    Diagnostic::new(&ILLEGAL_MOVE, span, holds_already(name, digit), "not an empty cell")
        .help("play into an empty cell; `undo` takes an earlier move back")
}

/// The clash of a digit, in one line.
pub(super) fn holds(other: &str, unit: Unit, digit: char) -> String {
    format!("{other} in {unit} holds {digit}")
}

/// A digit clashes with one that stands there.
pub(super) fn clash(
    span: Span,
    name: &str,
    digit: char,
    other: &str,
    unit: Unit,
    left: &str,
) -> Diagnostic {
    let holds = holds(other, unit, digit);
    Diagnostic::new(
        &ILLEGAL_MOVE,
        span,
        format!("{name} cannot be {digit}: {holds}"),
        format!("clashes with {other}"),
    )
    .help(if left.is_empty() {
        format!("{name} can take no digit at all; `undo` goes back")
    } else {
        let list: Vec<String> = left.chars().map(String::from).collect();
        format!("{name} can take {}", list.join(", "))
    })
}

/// A line of a list that is not a puzzle: `why` is a clause.
pub(super) fn not_a_puzzle(span: Span, why: &str) -> Diagnostic {
    Diagnostic::new(
        &NOT_A_PUZZLE,
        span,
        format!("this line is not a puzzle: {why}"),
        "expected 16, 81, 256 or 625 cells",
    )
    .help("write the puzzle as one word; start a line with `#` if it is a comment")
}
