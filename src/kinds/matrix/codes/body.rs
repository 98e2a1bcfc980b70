//! The diagnostics of the body of a matrix.

use super::plural;
use crate::diag::{Code, Diagnostic, Fix, clip};
use crate::syntax::{Line, codes};
use crate::text::Span;

/// No row.
pub static EMPTY: Code = Code::error(
    "matrix::empty",
    "a matrix without a row",
    "The body of a matrix is its rows, one per line, of integers separated by spaces.

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

/// An element that is not an integer.
pub static NOT_AN_INTEGER: Code = Code::error(
    "matrix::not-an-integer",
    "an element that is not an integer",
    "The elements of a matrix are 64-bit signed integers in decimal digits, with `-` or `+` before
them if needed, separated by spaces.

```puzzled wrong
matrix m {
  1 2
  3 x
}
```

Write an integer. Commas do not separate elements: leave them out.

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
    "All rows of a matrix have the same number of elements. If a header `M N R` stands before
them, that number is N.

```puzzled wrong
matrix m {
  1 2 3 4
  5 6 7
}
```

Add the missing elements, or remove the extra ones.

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
    "a header that disagrees with the rows after it",
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
    "a matrix whose innermost line is not a ring",
    "A matrix is made of rings, like an onion. If its smaller side is odd, the line inside the
innermost ring is a single row, column or cell. It is not a ring and stays where it is when the
matrix turns; some programming sites rule such matrices out.

```puzzled wrong
matrix m {
  1 2 3
  4 5 6
  7 8 9
}
```

Nothing needs a change if this is intended. With an even smaller side, every cell is in a ring.

```puzzled right
matrix m {
  1 2 3
  4 5 6
}
```
",
);

/// The body of the matrix named at `name` has no row; or, if `raw`, the input has no rows after its
/// header.
pub fn empty(name: Span, raw: bool) -> Diagnostic {
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
pub fn not_an_integer(span: Span, found: &str, others: &[Span]) -> Diagnostic {
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

/// The row on `line` has commas or semicolons in place of spaces; `spaced` is the row without.
pub fn commas(line: Line<'_>, spaced: &str) -> Diagnostic {
    let at = line.text.find([',', ';']).unwrap_or(0);
    let spaced = spaced.split([' ', '\t']).filter(|word| !word.is_empty());
    let indent = line.text.len() - line.text.trim_start().len();
    let row = line.part(&(indent..line.text.len()));
    Diagnostic::new(
        &NOT_AN_INTEGER,
        line.part(&(at..at + 1)),
        "the elements of a row must be separated by spaces only",
        "a separator that is not a space",
    )
    .help("remove the commas and semicolons")
    .fix(Fix::new("Write spaces instead", row, spaced.collect::<Vec<_>>().join(" ")))
}

/// The integer at `span` does not fit 64 bits.
pub fn out_of_range(span: Span, found: &str) -> Diagnostic {
    codes::integer_range(span, &clip(found), &i64::MIN.to_string(), &i64::MAX.to_string())
}

/// The row at `span` has `found` elements instead of `expected`, according to `model` (a row that
/// is right, or the header).
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
            format!("remove {}", plural(found - expected, "element")),
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

/// The header at `header` would be right as `fixed`. `wrong` is its first integer that is wrong,
/// and `message` says why.
pub fn wrong_size(wrong: Span, message: String, header: Span, fixed: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&WRONG_SIZE, wrong, message, "the rows say otherwise").help(
        "a header is the number of rows, the number of columns, and the places to turn; \
         correct it or the rows",
    );
    match fixed {
        Some(fixed) => diagnostic
            .fix(Fix::new(format!("Make the header agree: `{fixed}`"), header, fixed).guess()),
        None => diagnostic,
    }
}

/// The first line of a raw input, at `line`, is not a header. A header of `rows` and `cols` would fit.
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
    .help("with a smaller side of even length, every cell is in a ring");
    match header {
        Some(header) => diagnostic.also(header, "read as a header: rows, columns, places to turn"),
        None => diagnostic,
    }
}
