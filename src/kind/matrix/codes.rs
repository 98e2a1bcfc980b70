//! The diagnostics of the matrix kind, each with its explanation.

use crate::diag::{Code, Diagnostic, Fix, clip, nearest};
use crate::syntax::{Fragment, Line, codes};
use crate::text::Span;

/// Every code of this kind.
pub static CODES: &[&Code] = &[
    &EMPTY,
    &NOT_AN_INTEGER,
    &RAGGED_ROW,
    &WRONG_SIZE,
    &MISSING_HEADER,
    &ODD_SIDE,
    &NO_SUCH_RING,
    &OFF_THE_MATRIX,
    &IN_NO_RING,
    &NOT_A_MOVE,
];

/// No row.
pub static EMPTY: Code = Code::error(
    "matrix::empty",
    "a matrix without a row",
    "The body of a matrix is its rows, a line each, of integers between blanks.

```puzzled wrong
matrix m {
}
```

Write at least one row.

```puzzled right
matrix m {
  1 2
  3 4
}
```
",
);

/// An element that is no integer.
pub static NOT_AN_INTEGER: Code = Code::error(
    "matrix::not-an-integer",
    "an element that is no integer",
    "The elements of a matrix are 64-bit signed integers in decimal digits, with `-` or `+` before
them if need be, and with blanks between them.

```puzzled wrong
matrix m {
  1 2
  3 x
}
```

Write an integer. Commas between the elements are no blanks: leave them out.

```puzzled right
matrix m {
  1 2
  3 -4
}
```
",
);

/// A row of another length.
pub static RAGGED_ROW: Code = Code::error(
    "matrix::ragged-row",
    "a row that is shorter or longer than the others",
    "All rows of a matrix have the same number of elements. Where a header `M N R` stands before
them, that number is N.

```puzzled wrong
matrix m {
  1 2 3 4
  5 6 7
}
```

Add what is missing, or take away what is too much.

```puzzled right
matrix m {
  1 2 3 4
  5 6 7 8
}
```
",
);

/// A header that disagrees with the rows.
pub static WRONG_SIZE: Code = Code::error(
    "matrix::wrong-size",
    "a header that disagrees with the rows behind it",
    "A matrix as programming sites give it begins with a header `M N R`: M rows of N integers
follow, and their rings turn R places anticlockwise.

```puzzled wrong
matrix m {
  4 4 1
  1 2 3 4
  5 6 7 8
}
```

Correct the header, or the rows. A matrix needs no header: without one its lines are its rows.

```puzzled right
matrix m {
  2 4 1
  1 2 3 4
  5 6 7 8
}
```
",
);

/// Raw input without its header.
pub static MISSING_HEADER: Code = Code::error(
    "matrix::missing-header",
    "raw input without its header",
    "Raw input (`--as matrix`) begins with a header `M N R`: the number of rows, the number of
columns, and the places by which the rings turn.

```puzzled wrong raw matrix
1 2
3 4
```

Write the header on the first line.

```puzzled right raw matrix
2 2 1
1 2
3 4
```
",
);

/// An odd smaller side.
pub static ODD_SIDE: Code = Code::advice(
    "matrix::odd-side",
    "a matrix whose innermost line is no ring",
    "A matrix is made of rings, like an onion. Where its smaller side is odd, what is left inside the
innermost ring is a single row, column or cell. It is no ring and stays where it is when the
matrix turns; some programming sites rule such matrices out.

```puzzled wrong
matrix m {
  1 2 3
  4 5 6
  7 8 9
}
```

Nothing needs mending if that is what you want. An even smaller side has rings only.

```puzzled right
matrix m {
  1 2 3
  4 5 6
}
```
",
);

/// A ring that the matrix does not have.
pub static NO_SUCH_RING: Code = Code::error(
    "matrix::no-such-ring",
    "a ring that the matrix does not have",
    "Rings are numbered from 0, the outermost, inwards. There are half as many as the smaller side
has cells, rounded down.

```puzzled wrong
matrix m {
  1 2 3
  4 5 6
}
ring 1
```

Ask for one of the rings; `rings` lists them.

```puzzled right
matrix m {
  1 2 3
  4 5 6
}
ring 0 => 1 2 3 6 5 4
```
",
);

/// A place outside the matrix.
pub static OFF_THE_MATRIX: Code = Code::error(
    "matrix::off-the-matrix",
    "a place outside the matrix",
    "Rows and columns are numbered from 0; `(0,0)` is the top left cell.

```puzzled wrong
matrix m {
  1 2 3
  4 5 6
}
ring of (2,3)
```

Name a cell of the matrix: row first, then column.

```puzzled right
matrix m {
  1 2 3
  4 5 6
}
ring of (1,2) => 0 3
```
",
);

/// A place on the innermost line.
pub static IN_NO_RING: Code = Code::error(
    "matrix::in-no-ring",
    "a cell that lies in no ring",
    "Where the smaller side of a matrix is odd, its innermost line (a row, a column or one cell) is no
ring and never moves.

```
matrix m { // the 5 lies in no ring
  1 2 3
  4 5 6
  7 8 9
}
ring of (1,1)
```

Ask for a cell further out.

```puzzled right
matrix m {
  1 2 3
  4 5 6
}
ring of (0,1) => 0 1
```
",
);

/// Something that is no move of a matrix.
pub static NOT_A_MOVE: Code = Code::error(
    "matrix::not-a-move",
    "something that is no move of a matrix",
    "The moves of a matrix are `rotate R`, with `;` between them: R places anticlockwise, or clockwise
where R is negative.

```puzzled wrong
matrix m {
  1 2
  3 4
}
play L
```

Write moves of this kind.

```puzzled right
matrix m {
  1 2
  3 4
}
play rotate 1; rotate -2
```
",
);

/// `1 row`, `2 rows`.
pub(super) fn plural(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// The body of the matrix named at `name` has no row; or, `raw`, the input none behind its header.
pub fn empty(name: Span, raw: bool) -> Diagnostic {
    let (message, help) = if raw {
        ("there are no rows in this input", "write a header `M N R`, then M rows of N integers")
    } else {
        ("this matrix has no rows", "write its rows between the braces, one a line: `1 2 3 4`")
    };
    Diagnostic::new(&EMPTY, name, message, "expected rows of integers").help(help)
}

/// `found` at `span` is no integer.
pub fn not_an_integer(span: Span, found: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &NOT_AN_INTEGER,
        span,
        format!("`{}` is no integer", clip(found)),
        "expected an integer",
    );
    let is_integer = |text: &str| text.parse::<i64>().is_ok();
    // The typographic minus and dashes that word processors write.
    let minus = found.replace(['\u{2212}', '\u{2013}', '\u{2014}'], "-");
    if minus != found && is_integer(&minus) {
        return diagnostic.help("a minus sign is written `-`").fix(Fix::new(
            format!("Replace by `{minus}`"),
            span,
            minus,
        ));
    }
    if let Some((whole, rest)) = found.split_once('.')
        && is_integer(whole)
        && rest.bytes().all(|byte| byte == b'0')
    {
        return diagnostic.help("write it without the decimal point").fix(Fix::new(
            format!("Replace by `{whole}`"),
            span,
            whole,
        ));
    }
    diagnostic.help("an element is decimal digits, with `-` before them if it is negative")
}

/// The row on `line` has commas or semicolons where blanks belong; `parted` is the row without.
pub fn commas(line: Line<'_>, parted: &str) -> Diagnostic {
    let at = line.text.find([',', ';']).unwrap_or(0);
    let parted = parted.split([' ', '\t']).filter(|word| !word.is_empty());
    let indent = line.text.len() - line.text.trim_start().len();
    let row = line.part(&(indent..line.text.len()));
    Diagnostic::new(
        &NOT_AN_INTEGER,
        line.part(&(at..at + 1)),
        "the elements of a row have blanks between them, nothing else",
        "a separator that is no blank",
    )
    .help("leave out the commas and semicolons")
    .fix(Fix::new("Write blanks instead", row, parted.collect::<Vec<_>>().join(" ")))
}

/// The integer at `span` does not fit 64 bits.
pub fn out_of_range(span: Span, found: &str) -> Diagnostic {
    codes::integer_range(span, &clip(found), &i64::MIN.to_string(), &i64::MAX.to_string())
}

/// The row at `span` has `found` elements instead of `expected`, as `model` (a row that is right,
/// or the header) says.
pub fn ragged_row(
    row: Span,
    surplus: Option<Span>,
    found: usize,
    expected: usize,
    model: Option<&(Span, String)>,
) -> Diagnostic {
    let elements = plural(found, "element");
    let (span, label, help) = match surplus {
        Some(surplus) => (
            surplus,
            format!("{} too many", found - expected),
            format!("take away {}", plural(found - expected, "element")),
        ),
        None => (
            row,
            format!("{} missing", expected - found),
            format!("add {}", plural(expected - found, "element")),
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

/// The header at `header` is right only with `mended` in its place. `wrong` is its first integer
/// that is wrong, `message` says what is.
pub fn wrong_size(
    wrong: Span,
    message: String,
    header: Span,
    mended: Option<String>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(&WRONG_SIZE, wrong, message, "the rows say otherwise").help(
        "a header is the number of rows, the number of columns, and the places to turn; \
         correct it or the rows",
    );
    match mended {
        Some(mended) => diagnostic
            .fix(Fix::new(format!("Make the header agree: `{mended}`"), header, mended).guess()),
        None => diagnostic,
    }
}

/// The first line of a raw input, at `line`, is no header. A header of `rows` and `cols` would fit.
pub fn missing_header(line: Span, size: Option<(usize, usize)>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &MISSING_HEADER,
        line,
        "raw input begins with three integers: rows, columns, and the places to turn",
        "expected `M N R`",
    );
    match size {
        Some((rows, cols)) => {
            diagnostic.help(format!("write `{rows} {cols} R` on a line above")).fix(
                Fix::new(
                    "Add a header that turns nothing",
                    Span::at(line.start),
                    format!("{rows} {cols} 0\n"),
                )
                .guess(),
            )
        }
        None => diagnostic.help("write the header on a line above the rows"),
    }
}

/// The smaller side of a matrix of `rows` rows and `cols` columns is odd: `span` never moves.
/// `header` is the place of a line that was read as a header.
pub fn odd_side(span: Span, rows: usize, cols: usize, header: Option<Span>) -> Diagnostic {
    let (side, inner) = match (rows, cols) {
        (rows, cols) if rows == cols => (plural(rows, "row and column"), "the innermost cell"),
        (rows, cols) if rows < cols => (plural(rows, "row"), "the innermost row"),
        (_, cols) => (plural(cols, "column"), "the innermost column"),
    };
    let side = side.replace("row and columns", "rows and columns");
    let diagnostic = Diagnostic::new(
        &ODD_SIDE,
        span,
        format!("{inner} never moves: the smaller side is odd, {side}"),
        "no ring",
    )
    .help("a smaller side of even length has rings only");
    match header {
        Some(header) => diagnostic.also(header, "read as a header: rows, columns, places to turn"),
        None => diagnostic,
    }
}

/// There is no ring `number`.
pub fn no_such_ring(span: Span, number: i64, rings: usize) -> Diagnostic {
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

/// `(row,col)` is no cell of a matrix of `rows` rows and `cols` columns.
pub fn off_the_matrix(span: Span, (row, col): (i64, i64), rows: usize, cols: usize) -> Diagnostic {
    let size = format!("{} of {}", plural(rows, "row"), plural(cols, "element"));
    let inside = |at: i64, end: usize| usize::try_from(at).is_ok_and(|at| at < end);
    let diagnostic = Diagnostic::new(
        &OFF_THE_MATRIX,
        span,
        format!("`({row},{col})` lies outside the matrix"),
        format!("the matrix has {size}"),
    )
    .help(format!("rows run from 0 to {}, columns from 0 to {}", rows - 1, cols - 1));
    if inside(col, rows) && inside(row, cols) {
        let swapped = format!("({col},{row})");
        let title = format!("Write the row first: `{swapped}`");
        diagnostic.fix(Fix::new(title, span, swapped).guess())
    } else {
        diagnostic
    }
}

/// The cell at `span` lies on the innermost line.
pub fn in_no_ring(span: Span, (row, col): (i64, i64)) -> Diagnostic {
    Diagnostic::new(
        &IN_NO_RING,
        span,
        format!("`({row},{col})` lies in no ring"),
        "on the innermost line, which never moves",
    )
    .help("ask for a cell further out")
}

/// `ring (R,C)` lacks its `of`.
pub fn missing_of(span: Span, (row, col): (i64, i64), usage: &str) -> Diagnostic {
    codes::bad_argument(span, &format!("({row},{col})"), "the number of a ring", usage)
        .fix(Fix::new("Put `of` before the place", Span::at(span.start), "of "))
}

/// `word` is no move.
pub fn not_a_move(word: Fragment<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &NOT_A_MOVE,
        word.span(),
        format!("`{}` is no move of a matrix", clip(word.text)),
        "expected `rotate`",
    )
    .help("a move is `rotate R`; several have `;` between them");
    match nearest(word.text, ["rotate"]) {
        Some(near) => diagnostic.fix(Fix::new("Replace by `rotate`", word.span(), near)),
        None if word.text.parse::<i64>().is_ok() => diagnostic.fix(Fix::new(
            "Put `rotate` before the number",
            Span::at(word.span().start),
            "rotate ",
        )),
        None => diagnostic,
    }
}
