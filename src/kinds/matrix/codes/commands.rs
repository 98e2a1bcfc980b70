//! The diagnostics of the commands of a matrix.

use super::plural;
use crate::diag::{Code, Diagnostic, Fix, clip, nearest};
use crate::syntax::{Fragment, codes};
use crate::text::Span;

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
    "If the smaller side of a matrix is odd, its innermost line (a row, a column or one cell) is not a
ring and never moves.

```puzzled wrong also matrix::odd-side
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

/// Something that is not a move of a matrix.
pub static NOT_A_MOVE: Code = Code::error(
    "matrix::not-a-move",
    "something that is not a move of a matrix",
    "The moves of a matrix are `rotate R`, with `;` between them: R places anticlockwise, or clockwise
if R is negative.

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

/// `(row,col)` is not a cell of a matrix of `rows` rows and `cols` columns.
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

/// `word` is not a move.
pub fn not_a_move(word: Fragment<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &NOT_A_MOVE,
        word.span(),
        format!("expected a move of a matrix, found `{}`", clip(word.text)),
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
