//! The diagnostics of sudoku.

use super::grid::{Grid, cell_name, digits_line, symbol};
use super::rules::{Clash, Unit};
use crate::diag::{Code, Diagnostic, Fix, clip};
use crate::text::Span;

/// Every code of this kind.
pub(super) static CODES: &[&Code] = &[
    &CELLS,
    &BAD_CHARACTER,
    &DUPLICATE,
    &NO_CANDIDATE,
    &FEW_GIVENS,
    &UNSOLVABLE,
    &SEVERAL,
    &NOT_UNIQUE,
    &NO_SUCH_PLACE,
    &BAD_MOVE,
    &ILLEGAL_MOVE,
];

/// Those that only a search finds.
pub(super) static DEEP: &[&Code] = &[&UNSOLVABLE, &SEVERAL];

/// What an expectation of `solve` settles.
pub(super) static SOLVABLE: &[&Code] = &[&UNSOLVABLE];

/// What an expectation of `count` settles.
pub(super) static COUNTED: &[&Code] = &[&UNSOLVABLE, &SEVERAL, &FEW_GIVENS];

pub(super) static CELLS: Code = Code::error(
    "sudoku::cells",
    "a grid with the wrong number of cells",
    "A grid has 16, 81, 256 or 625 cells: 4×4, 9×9, 16×16 or 25×25. `0`, `.` and `_` are empty\n\
     cells; blanks, line ends and the frame characters `| + - =` are ignored.\n\n\
     ```puzzled wrong\nsudoku small {\n  1.3.\n  ..1\n  .1..\n  ...4\n}\n```\n\n\
     Add the cells that are missing, or remove those that are too many.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...4\n}\n```\n",
);

pub(super) static BAD_CHARACTER: Code = Code::error(
    "sudoku::bad-character",
    "a character that is no digit of the grid",
    "A 4×4 grid takes the digits 1 to 4, a 9×9 one 1 to 9; larger ones go on with letters from A\n\
     (10 is A). `0`, `.` and `_` are empty cells.\n\n\
     ```puzzled wrong\nsudoku small {\n  1.3.\n  ..5.\n  .1..\n  ...4\n}\n```\n\n\
     Use a digit of the grid.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...4\n}\n```\n",
);

pub(super) static DUPLICATE: Code = Code::error(
    "sudoku::duplicate-digit",
    "the same digit twice in a row, a column or a box",
    "Every row, every column and every box holds each digit once.\n\n\
     ```puzzled wrong\nsudoku small {\n  1.1.\n  ..2.\n  ....\n  ...4\n}\n```\n\n\
     Remove or change one of the two.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  ....\n  ...4\n}\n```\n",
);

pub(super) static NO_CANDIDATE: Code = Code::error(
    "sudoku::no-candidate",
    "an empty cell that can take no digit",
    "All digits already stand in the row, the column or the box of this cell.\n\n\
     ```puzzled wrong\nsudoku small {\n  12.3\n  ..4.\n  ....\n  ....\n}\n```\n\n\
     Look for the given that is wrong among the row, the column and the box.\n\n\
     ```puzzled right\nsudoku small {\n  12.3\n  ..1.\n  ....\n  ....\n}\n```\n",
);

pub(super) static FEW_GIVENS: Code = Code::warning(
    "sudoku::few-givens",
    "a 9×9 grid with fewer than 17 givens",
    "No 9×9 sudoku with fewer than 17 givens has only one solution (McGuire, Tugemann and Civario,\n\
     2012). An expectation such as `count 10 => 10` says that this is meant.\n\n\
     ```puzzled wrong\nsudoku sparse {\n  1........\n  .........\n  .........\n  .........\n  \
     .........\n  .........\n  .........\n  .........\n  ........9\n}\n```\n\n\
     Add givens, or state the number of solutions.\n\n\
     ```puzzled right\nsudoku sparse {\n  1........\n  .........\n  .........\n  .........\n  \
     .........\n  .........\n  .........\n  .........\n  ........9\n}\n\ncount 10 => 10\n```\n",
);

pub(super) static UNSOLVABLE: Code = Code::error(
    "sudoku::unsolvable",
    "a grid without a solution",
    "Every way to fill the grid puts a digit twice into some row, column or box. Where the grid would\n\
     have a solution without one of its digits, up to three such digits are named.\n\n\
     ```puzzled wrong solve\nsudoku small {\n  12..\n  ..3.\n  ....\n  ..2.\n}\n```\n\n\
     Mend the givens, or state the fact: `solve => unsolvable`.\n\n\
     ```puzzled right solve\nsudoku small {\n  12..\n  ..3.\n  ....\n  ..2.\n}\n\n\
     solve => unsolvable\n```\n",
);

pub(super) static SEVERAL: Code = Code::error(
    "sudoku::several-solutions",
    "a grid with more than one solution",
    "A proper sudoku has exactly one solution. The cell labelled here differs between two of them; the\n\
     help names all cells that do: a given in one of them decides between the two.\n\n\
     ```puzzled wrong solve\nsudoku small {\n  1234\n  ....\n  ....\n  ....\n}\n```\n\n\
     Add givens, or state the number of solutions: `count => 12`.\n\n\
     ```puzzled right solve\nsudoku small {\n  1234\n  ....\n  ....\n  ....\n}\n\ncount => 12\n```\n",
);

pub(super) static NOT_UNIQUE: Code = Code::warning(
    "sudoku::not-unique",
    "an answer that is one of several solutions",
    "`solve` gives the first solution, the smallest when read row by row. This grid has others; the\n\
     cell named here differs between two of them.\n\n\
     ```puzzled wrong run\nsudoku small {\n  1234\n  ....\n  ....\n  ....\n}\n\nsolve\n```\n\n\
     Add givens, or say that this solution is the one expected.\n\n\
     ```puzzled right run\nsudoku small {\n  1234\n  ....\n  ....\n  ....\n}\n\n\
     solve => 1234341221434321\n```\n",
);

pub(super) static NO_SUCH_PLACE: Code = Code::error(
    "sudoku::no-such-place",
    "a row, column, box or cell that the grid does not have",
    "Rows, columns and boxes are numbered from 1. A cell is `r1c3` (from 1) or `(0,2)` (from 0).\n\n\
     ```puzzled wrong\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...4\n}\n\nrow 5\n```\n\n\
     Use a number of the grid.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...4\n}\n\nrow 4\n```\n",
);

pub(super) static BAD_MOVE: Code = Code::error(
    "sudoku::bad-move",
    "a move that is not of the form `r1c3=4`",
    "A move puts a digit into a cell: `r`, the row, `c`, the column (both from 1), `=`, the digit.\n\n\
     ```puzzled wrong\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...4\n}\n\nplay 1,2=4\n```\n\n\
     Write it in that form; several moves are separated by blanks.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...4\n}\n\nplay r1c2=4\n```\n",
);

pub(super) static ILLEGAL_MOVE: Code = Code::error(
    "sudoku::illegal-move",
    "a move that the rules do not allow",
    "A digit goes into an empty cell, and only if its row, column and box do not hold it yet.\n\n\
     ```puzzled wrong\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...4\n}\n\nplay r1c2=3\n```\n\n\
     Choose a digit that the cell can take: `candidates r1c2` tells them.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...4\n}\n\nplay r1c2=4\n```\n",
);

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

/// A character that is no digit; `size` is the largest digit, where it is known.
pub(super) fn bad_character(span: Span, found: &str, size: Option<usize>) -> Diagnostic {
    let message = match size {
        Some(size) => format!("`{}` is no digit of a {size}×{size} grid", clip(found)),
        None => format!("`{}` is no digit", clip(found)),
    };
    let last = size.map_or('9', |size| symbol(size as u8, '.'));
    Diagnostic::new(&BAD_CHARACTER, span, message, "expected a digit or an empty cell")
        .help(format!("use 1 to {last}, or `.` for an empty cell"))
        .fix(Fix::new("Make the cell empty", span, ".".repeat(found.chars().count())).guess())
}

/// The same digit twice.
pub(super) fn duplicate(clash: &Clash, first: Span, second: Span) -> Diagnostic {
    let digit = symbol(clash.digit, '.');
    Diagnostic::new(
        &DUPLICATE,
        second,
        format!("{digit} stands twice in {}", clash.unit),
        format!("{digit} again"),
    )
    .also(first, format!("{digit} stands here"))
    .help("change or remove one of the two")
}

/// An empty cell that can take no digit.
pub(super) fn no_candidate(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &NO_CANDIDATE,
        span,
        format!("{name} can take no digit"),
        "its row, column and box hold them all",
    )
    .help("look for a wrong given in the row, the column and the box of this cell")
}

/// Fewer than 17 givens.
pub(super) fn few_givens(name: Span, givens: usize) -> Diagnostic {
    Diagnostic::new(
        &FEW_GIVENS,
        name,
        match givens {
            0 => String::from("without a given no 9×9 sudoku has only one solution"),
            1 => String::from("with 1 given no 9×9 sudoku has only one solution"),
            _ => format!("with {givens} givens no 9×9 sudoku has only one solution"),
        },
        "fewer than 17 givens",
    )
    .help(format!(
        "add at least {} more; or state that several are meant: `count 10 => 10`",
        17_usize.saturating_sub(givens)
    ))
}

/// There is no solution; without one of the digits in `too_much` there is.
pub(super) fn unsolvable(place: Span, grid: &Grid, too_much: &[usize]) -> Diagnostic {
    let shown = |cell: &usize| {
        let (digit, name) = (symbol(grid.value(*cell), '.'), cell_name(*cell, grid.size()));
        format!("{digit} in {name}")
    };
    let words: Vec<String> = too_much.iter().map(shown).collect();
    Diagnostic::new(
        &UNSOLVABLE,
        place,
        "this sudoku has no solution",
        "proved by trying everything",
    )
    .help(if words.is_empty() {
        String::from("mend the givens, or state the fact: `solve => unsolvable`")
    } else {
        format!(
            "take away {}, then there is a solution; or state the fact: `solve => unsolvable`",
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
    /// Cells that are named; more are counted.
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
        digits: [one, other].map(|grid| symbol(grid.value(cell), '.')),
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

/// The answer is one of several solutions. It is told of at the command, or at the first cell that
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

/// A word that is no move.
pub(super) fn bad_move(span: Span, found: &str) -> Diagnostic {
    Diagnostic::new(&BAD_MOVE, span, format!("`{}` is no move", clip(found)), "expected `r1c3=4`")
        .help("a move is `r`, the row, `c`, the column, `=` and the digit, rows and columns from 1")
}

/// A cell that is no place.
pub(super) fn bad_cell(span: Span, found: &str) -> Diagnostic {
    Diagnostic::new(
        &BAD_MOVE,
        span,
        format!("`{}` is no cell", clip(found)),
        "expected `r1c3` or `(0,2)`",
    )
    .help("a cell is `r1c3`, rows and columns from 1, or `(0,2)`, from 0")
}

/// What stands in a cell that is to be filled, in a line.
pub(super) fn holds_already(name: &str, digit: u8) -> String {
    format!("{name} holds {} already", symbol(digit, '.'))
}

/// A filled cell is to be filled.
pub(super) fn filled(span: Span, name: &str, digit: u8) -> Diagnostic {
    Diagnostic::new(&ILLEGAL_MOVE, span, holds_already(name, digit), "no empty cell")
        .help("play into an empty cell; `undo` takes an earlier move back")
}

/// What a digit clashes with, in a line.
pub(super) fn holds(other: &str, unit: Unit, digit: u8) -> String {
    format!("{other} in {unit} holds {}", symbol(digit, '.'))
}

/// A digit clashes with one that stands there.
pub(super) fn clash(
    span: Span,
    name: &str,
    digit: u8,
    (other, unit): (&str, Unit),
    candidates: u32,
) -> Diagnostic {
    let holds = holds(other, unit, digit);
    let digit = symbol(digit, '.');
    let left = digits_line(candidates);
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
