//! The codes of the matrix kind, each with its explanation, and the diagnostics that they mark.

use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Diagnostic, Fix, clip, codes, counted};
use crate::syntax::{Coordinate, codes};
use crate::text::{Span, Spanned};

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    EMPTY = Code::error("matrix::empty", "a matrix without a row", "codes/empty.md");
    NOT_AN_INTEGER = Code::error(
        "matrix::not-an-integer", "an element that is not an integer", "codes/not-an-integer.md"
    );
    RAGGED_ROW = Code::error(
        "matrix::ragged-row",
        "a row that is shorter or longer than the others",
        "codes/ragged-row.md"
    );
    WRONG_SIZE = Code::error(
        "matrix::wrong-size",
        "a header that disagrees with the rows after it",
        "codes/wrong-size.md"
    );
    MISSING_HEADER = Code::error(
        "matrix::missing-header", "raw input without its header", "codes/missing-header.md"
    );
    ODD_SIDE = Code::advice(
        "matrix::odd-side", "a matrix whose innermost line is not a ring", "codes/odd-side.md"
    );
    NO_SUCH_RING = Code::error(
        "matrix::no-such-ring", "a ring that the matrix does not have", "codes/no-such-ring.md"
    );
    OFF_THE_MATRIX = Code::error(
        "matrix::off-the-matrix", "a place outside the matrix", "codes/off-the-matrix.md"
    );
    IN_NO_RING = Code::error(
        "matrix::in-no-ring", "a cell that lies in no ring", "codes/in-no-ring.md"
    );
    NOT_A_MOVE = Code::error(
        "matrix::not-a-move", "something that is not a move of a matrix", "codes/not-a-move.md"
    );
}

/// The body of the matrix named at `name` has no row; or, if `raw`, the input has no rows after its
/// header.
pub(super) fn empty(name: Span, raw: bool) -> Diagnostic {
    let (message, help) = if raw {
        ("there are no rows in this input", "write a header `M N R`, then M rows of N integers")
    } else {
        ("this matrix has no rows", "write its rows between the braces, one per line: `1 2 3 4`")
    };
    Diagnostic::new(&EMPTY, name, message, "expected rows of integers").help(help)
}

/// The most further wrong elements of a row that a diagnostic points at.
const SHOWN: usize = 4;

/// `found` at `span` is not an integer, and neither are the `others` of the row.
pub(super) fn not_an_integer(span: Span, found: &str, others: &[Span]) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(
        &NOT_AN_INTEGER,
        span,
        format!("expected an integer, found `{}`", clip(found)),
        "expected an integer",
    );
    for (at, other) in others.iter().take(SHOWN).enumerate() {
        let more = others.len() - SHOWN.min(others.len());
        let text = if at + 1 == SHOWN && more > 0 {
            format!("nor are this and {more} more")
        } else {
            String::from("nor is this")
        };
        diagnostic = diagnostic.also(*other, text);
    }
    let is_integer = |text: &str| text.parse::<i64>().is_ok();
    // The typographic minus and dashes that word processors write.
    let minus = found.replace(['\u{2212}', '\u{2013}', '\u{2014}'], "-");
    if minus != found && is_integer(&minus) {
        return diagnostic.help("a minus sign is written `-`").fix(Fix::replace(Sure, span, minus));
    }
    if let Some((whole, rest)) = found.split_once('.')
        && is_integer(whole)
        && rest.bytes().all(|byte| byte == b'0')
    {
        let help = "write it without the decimal point";
        return diagnostic.help(help).fix(Fix::replace(Likely, span, whole));
    }
    diagnostic.help("an element is a whole number: digits, with `-` before them if it is negative")
}

/// The integer at `span` does not fit 64 bits.
pub(super) fn out_of_range(span: Span, found: &str) -> Diagnostic {
    codes::integer_range(span, &clip(found), &i64::MIN.to_string(), &i64::MAX.to_string())
}

/// The row at `span` has `found` elements instead of `expected`, according to `model` (a row that
/// is right, or the header).
pub(super) fn ragged_row(
    row: Span,
    surplus: Option<Span>,
    found: usize,
    expected: usize,
    model: Option<&(Span, String)>,
) -> Diagnostic {
    let elements = counted(found, "element");
    let (span, label, help) = match surplus {
        Some(surplus) => (
            surplus,
            format!("{} too many", found - expected),
            format!("remove {}", counted(found - expected, "element")),
        ),
        None => (
            row,
            format!("{} missing", expected - found),
            format!("add {}", counted(expected - found, "element")),
        ),
    };
    let diagnostic = Diagnostic::new(
        &RAGGED_ROW,
        span,
        format!("this row has {elements} instead of {expected}"),
        label,
    )
    .help(help);
    match model {
        Some((span, text)) => diagnostic.also(*span, text),
        None => diagnostic,
    }
}

/// The header at `header` would be right as `fixed`. `wrong` is its first integer that is wrong,
/// and `message` says why.
pub(super) fn wrong_size(
    wrong: Span,
    message: String,
    header: Span,
    fixed: Option<String>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(&WRONG_SIZE, wrong, message, "the rows say otherwise").help(
        "a header is the number of rows, the number of columns, and the places to turn; \
         correct it or the rows",
    );
    match fixed {
        Some(fixed) => diagnostic.fix(Fix::new(
            Guess,
            format!("Make the header agree: `{fixed}`"),
            header,
            fixed,
        )),
        None => diagnostic,
    }
}

/// The first line of a raw input, at `line`, is not a header. A header of `rows` and `cols` would fit.
pub(super) fn missing_header(line: Span, size: Option<(usize, usize)>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &MISSING_HEADER,
        line,
        "raw input begins with three integers: rows, columns, and the places to turn",
        "expected `M N R`",
    );
    match size {
        Some((rows, cols)) => {
            diagnostic.help(format!("write `{rows} {cols} R` on a line above")).fix(Fix::new(
                Guess,
                "Add a header that turns nothing",
                Span::at(line.start),
                format!("{rows} {cols} 0\n"),
            ))
        }
        None => diagnostic.help("write the header on a line above the rows"),
    }
}

/// The smaller side of a matrix of `rows` rows and `cols` columns is odd: `span` never moves.
/// `header` is the place of a line that was read as a header.
pub(super) fn odd_side(span: Span, rows: usize, cols: usize, header: Option<Span>) -> Diagnostic {
    let (side, inner) = match (rows, cols) {
        (rows, cols) if rows == cols => (counted(rows, "row and column"), "the innermost cell"),
        (rows, cols) if rows < cols => (counted(rows, "row"), "the innermost row"),
        (_, cols) => (counted(cols, "column"), "the innermost column"),
    };
    let side = side.replace("row and columns", "rows and columns");
    let diagnostic = Diagnostic::new(
        &ODD_SIDE,
        span,
        format!("{inner} never moves: the smaller side is odd, {side}"),
        "no ring",
    )
    .help("with a smaller side of even length, every cell is in a ring");
    diagnostic.also_at(header, "read as a header: rows, columns, places to turn")
}

/// There is no ring `number`.
pub(super) fn no_such_ring(span: Span, number: i64, rings: usize) -> Diagnostic {
    let help = match rings {
        0 => String::from("a matrix of one row or one column has no ring"),
        1 => String::from("the only ring is `ring 0`"),
        _ => format!("the rings are 0 to {}, from the outside inwards", rings - 1),
    };
    let message = match rings {
        0 => String::from("this matrix has no rings"),
        _ => format!("there is no ring {number}"),
    };
    Diagnostic::new(&NO_SUCH_RING, span, message, "no such ring").help(help)
}

/// The place is not a cell of a matrix of `rows` rows and `cols` columns.
pub(super) fn off_the_matrix(place: Spanned<Coordinate>, rows: usize, cols: usize) -> Diagnostic {
    let Spanned { value: Coordinate { row, column }, span } = place;
    let size = format!("{} of {}", counted(rows, "row"), counted(cols, "element"));
    let inside = |at: i64, end: usize| usize::try_from(at).is_ok_and(|at| at < end);
    let diagnostic = Diagnostic::new(
        &OFF_THE_MATRIX,
        span,
        format!("`{}` lies outside the matrix", place.value),
        format!("the matrix has {size}"),
    )
    .help(format!("rows run from 0 to {}, columns from 0 to {}", rows - 1, cols - 1));
    if inside(column, rows) && inside(row, cols) {
        let swapped = Coordinate { row: column, column: row }.to_string();
        let title = format!("Write the row first: `{swapped}`");
        diagnostic.fix(Fix::new(Guess, title, span, swapped))
    } else {
        diagnostic
    }
}

/// The cell lies on the innermost line.
pub(super) fn in_no_ring(place: Spanned<Coordinate>) -> Diagnostic {
    Diagnostic::new(
        &IN_NO_RING,
        place.span,
        format!("`{}` lies in no ring", place.value),
        "on the innermost line, which never moves",
    )
    .help("ask for a cell further out")
}

/// `ring (R,C)` lacks its `of`.
pub(super) fn missing_of(place: Spanned<Coordinate>, usage: &str) -> Diagnostic {
    let Spanned { value, span } = place;
    codes::bad_argument(span, &value.to_string(), "the number of a ring", usage).fix(Fix::new(
        Likely,
        "Put `of` before the place",
        Span::at(span.start),
        "of ",
    ))
}
