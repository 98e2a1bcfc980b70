//! The codes of the matrix kind, each with its explanation and with what its diagnostics say.

use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Shown, codes, counted};
use crate::scene::Coordinate;
use crate::syntax::{Habit, NOT_COUNTED};
use crate::text::{Span, Spanned};

/// The most further wrong elements of a row that a diagnostic points at.
const SHOWN: usize = 4;

/// The numbers of rows and columns of a matrix.
pub(super) struct Sizes {
    /// Those of the header that do not hold.
    pub stated: [Option<i64>; 2],
    /// Those of the rows.
    pub actual: [usize; 2],
}

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    EMPTY = Code::error("matrix::empty", "a matrix without a row", "codes/empty.md") {
        /// The body of the matrix named at `name` has no row; or, if `raw`, the input has no rows
        /// after its header.
        fn empty(name: Span, raw: bool) {
            at name => [raw => "there are no rows in this input", else "this matrix has no rows"],
                "expected rows of integers";
            help [
                raw => "write a header `M N R`, then M rows of N integers",
                else "write its rows between the braces, one per line: `1 2 3 4`",
            ];
        }
    }
    NOT_AN_INTEGER = Code::error(
        "matrix::not-an-integer", "an element that is not an integer", "codes/not-an-integer.md"
    ) {
        /// `word` is not an integer, and neither are the `others` of the row.
        fn not_an_integer(span: Span, word: Shown<'_>, others: &[Span]) {
            let minus = Habit::Minus.replaced(word.0);
            let minus = Some(minus).filter(|minus| minus != word.0 && is_integer(minus));
            let zeros = |rest: &str| rest.bytes().all(|byte| byte == b'0');
            let parts = word.0.split_once('.').filter(|_| minus.is_none());
            let whole = parts.filter(|(whole, rest)| is_integer(whole) && zeros(rest));
            let whole = whole.map(|(whole, _)| whole);
            let more = others.len().saturating_sub(SHOWN);
            at span => "expected an integer, found `{word}`", "expected an integer";
            for (number, other) in others.iter().take(SHOWN).enumerate() => {
                also *other => [
                    number + 1 == SHOWN && more > 0 => "nor are this and {more} more",
                    else "nor is this",
                ];
            }
            help [
                minus.is_some() => "a minus sign is written `-`",
                whole.is_some() => "write it without the decimal point",
                else "an element is a whole number: digits, with `-` before them if it is negative",
            ];
            when Some(minus) = minus => {
                fix Sure, "Replace by `{minus}`", span => minus;
            }
            when Some(whole) = whole => {
                fix Likely, "Replace by `{whole}`", span => whole;
            }
        }
    }
    RAGGED_ROW = Code::error(
        "matrix::ragged-row",
        "a row that is shorter or longer than the others",
        "codes/ragged-row.md"
    ) {
        /// The row has `actual` elements instead of `expected`, according to `model` (a row that is
        /// right, or the header).
        fn ragged_row(
            row: Span, surplus: Option<Span>, actual: usize, expected: usize,
            model: Option<&(Span, String)>
        ) {
            let over = surplus.is_some();
            let apart = actual.abs_diff(expected);
            let [elements, many] = [actual, apart].map(|count| counted(count, "element"));
            at surplus.unwrap_or(row) => "this row has {elements} instead of {expected}",
                [over => "{apart} too many", else "{apart} missing"];
            help [over => "remove {many}", else "add {many}"];
            when Some((span, text)) = model => {
                also *span => "{text}";
            }
        }
    }
    WRONG_SIZE = Code::error(
        "matrix::wrong-size",
        "a header that disagrees with the rows after it",
        "codes/wrong-size.md"
    ) {
        /// The header at `header` would be right as `fixed`. `wrong` are its first integers that
        /// are wrong, `stated` are the numbers of rows and columns that are wrong, `actual` are both
        /// numbers as the body has them; `ends` are the first and the last row. A body that is not
        /// `raw` may have a row there. `twice` is a line that repeats the one above it, and makes the
        /// rows one too many.
        fn wrong_size(
            wrong: Span, sizes: Sizes, header: Span, ends: [Span; 2], fixed: Option<String>, raw: bool,
            twice: Option<Span>
        ) {
            let Sizes { stated, actual: [rows, columns] } = sizes;
            let counted_rows = counted(rows, "row");
            let elements = counted(columns, "element");
            let [last, first] = [0, 1].map(|at| stated[at].map(|_| ends[1 - at]));
            let [high, wide] = stated.map(Option::unwrap_or_default);
            let both = stated.iter().all(Option::is_some);
            let (one, says, has) = match stated[0] {
                Some(_) => ("row", counted(high, "row"), rows),
                None => ("column", counted(wide, "column"), columns),
            };
            at twice.unwrap_or(wrong) => [
                both => "the header says {high} by {wide}, but the rows are {rows} by {columns}",
                has == 1 => "the header says {says}, but there is 1 {one}",
                else "the header says {says}, but there are {has}",
            ], [twice.is_some() => "the same as the line above it", else "the rows say otherwise"];
            each twice.map(|_| wrong) => "the rows say otherwise";
            each first => "{elements}";
            each last => "the last of {counted_rows}";
            help [
                raw => "a header is the number of rows, the number of columns, and the places to \
                        turn; correct it or the rows",
                else "correct the header or the rows; or, if the first line is a row, give all \
                      rows the same length: it has 3 elements, and most others have {columns}",
            ];
            when Some(fixed) = fixed => {
                fix Guess, "Make the header agree: `{fixed}`", header => fixed;
            }
        }
    }
    MISSING_HEADER = Code::error(
        "matrix::missing-header", "raw input without its header", "codes/missing-header.md"
    ) {
        /// The first line of a raw input is not a header. A header of `rows` and `columns` would
        /// fit.
        fn missing_header(line: Span, size: Option<(usize, usize)>) {
            at line => "raw input begins with three integers: rows, columns, and the places to \
                        turn",
                "expected `M N R`";
            help "write the header on a line above the rows";
            when Some((rows, columns)) = size => {
                help "write `{rows} {columns} R` on a line above";
                fix Guess, "Add a header that turns nothing", Span::at(line.start)
                    => format!("{rows} {columns} 0\n");
            }
        }
    }
    ODD_SIDE = Code::advice(
        "matrix::odd-side", "a matrix whose innermost line is not a ring", "codes/odd-side.md"
    ) {
        /// The smaller side of a matrix is odd: `span` never moves. `header` is the place of a line
        /// that was read as a header.
        fn odd_side(span: Span, rows: usize, columns: usize, header: Option<Span>) {
            let side = match rows == columns {
                true => counted(rows, "row and column").replace("row and columns", "rows and \
                                                                                    columns"),
                false if rows < columns => counted(rows, "row"),
                false => counted(columns, "column"),
            };
            at span => [
                rows == columns => "the innermost cell never moves: the smaller side is odd, \
                                    {side}",
                rows < columns => "the innermost row never moves: the smaller side is odd, {side}",
                else "the innermost column never moves: the smaller side is odd, {side}",
            ], "no ring";
            help "with a smaller side of even length, every cell is in a ring";
            each header => "read as a header: rows, columns, places to turn";
        }
    }
    NO_SUCH_RING = Code::error(
        "matrix::no-such-ring", "a ring that the matrix does not have", "codes/no-such-ring.md"
    ) {
        /// There is no ring `number`.
        fn no_such_ring(span: Span, number: i64, rings: usize) {
            let last = rings.saturating_sub(1);
            at span => [rings == 0 => "this matrix has no rings", else "there is no ring {number}"],
                "no such ring";
            help [
                rings == 0 => "a matrix of one row or one column has no ring",
                rings == 1 => "the only ring is `ring 0`",
                else "the rings are 0 to {last}, from the outside inwards",
            ];
        }
    }
    OFF_THE_MATRIX = Code::error(
        "matrix::off-the-matrix", "a place outside the matrix", "codes/off-the-matrix.md"
    ) {
        /// The place is not a cell of a matrix of `rows` rows and `columns` columns.
        fn off_the_matrix(place: Spanned<Coordinate>, rows: usize, columns: usize) {
            let Spanned { value, span } = place;
            let transposed = Coordinate { row: value.column, column: value.row };
            let other = transposed.number(rows, columns).is_some();
            let swapped = transposed.to_string();
            let counted_rows = counted(rows, "row");
            let each_row = counted(columns, "element");
            let last_row = rows - 1;
            let last_column = columns - 1;
            at span => "`{value}` lies outside the matrix", "the matrix has {counted_rows} of {each_row}";
            help "rows run from 0 to {last_row}, columns from 0 to {last_column}";
            when true = other => {
                fix Guess, "Write the row first: `{swapped}`", span => swapped;
            }
        }
    }
    IN_NO_RING = Code::error(
        "matrix::in-no-ring", "a cell that lies in no ring", "codes/in-no-ring.md"
    ) {
        /// The cell lies on the innermost line.
        fn in_no_ring(place: Spanned<Coordinate>) {
            let cell = place.value;
            at place.span => "`{cell}` lies in no ring", "on the innermost line, which never moves";
            help "ask for a cell further out";
        }
    }
    NOT_A_MOVE = Code::error(
        "matrix::not-a-move", "something that is not a move of a matrix", "codes/not-a-move.md"
    ) + [NOT_COUNTED];
}

fn is_integer(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}
