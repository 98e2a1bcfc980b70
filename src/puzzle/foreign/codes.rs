//! The diagnostics of foreign texts that are imported.

use crate::diag::{Code, Diagnostic, clip};
use crate::text::Span;

/// Every code of this area.
pub static CODES: &[&Code] =
    &[&EMPTY, &UNKNOWN_FORMAT, &BAD_CHARACTER, &WRONG_LENGTH, &NO_WIDTH, &BAD_JSON, &BAD_FIELD];

/// There is no puzzle in the text.
pub static EMPTY: Code = Code::error(
    "import::empty",
    "a text without a puzzle",
    "An imported text holds at least one puzzle.

```puzzled wrong import sdm
// nothing but a comment
```

Check that it is the right file.

```puzzled right import sdm
1.34341221434321
```
",
);

/// The text is of no known form.
pub static UNKNOWN_FORMAT: Code = Code::error(
    "import::unknown-format",
    "a text whose form is not known",
    "The form of a text is given by `--format`, by how the name of its file ends (`.sdk`, `.sdm`,
`.ss`, `.json`), or by its characters. This one fits none.

```puzzled wrong import
What a nice puzzle!
```

Name the form with `--format`, or the kind of puzzle with `--as`.

```puzzled right import
5x4 ABBCABBCDEEFDGHFI..J
```
",
);

/// A character that the form does not have.
pub static BAD_CHARACTER: Code = Code::error(
    "import::bad-character",
    "a character that the form does not have",
    "A terrain of bloxorz is made of letters, digits and `-`, a rush-hour board of letters, `.`
and `#`.

```puzzled wrong import terrain
oSo?oT
```

Write the cell in the characters of the form.

```puzzled right import terrain
oSo-oT
```
",
);

/// A row or a grid of the wrong length.
pub static WRONG_LENGTH: Code = Code::error(
    "import::wrong-length",
    "a grid or a row of the wrong length",
    "A sudoku has 16, 81, 256 or 625 cells. All rows of a board are equally long: as many cells as
its size (`5x4`) or `--width` says.

```puzzled wrong import packed
5x4 ABBCABBCDEEFDGHFI.J
```

Add the cells that are missing, or fix the size.

```puzzled right import packed
5x4 ABBCABBCDEEFDGHFI..J
```
",
);

/// A board on one line whose width is not known.
pub static NO_WIDTH: Code = Code::error(
    "import::no-width",
    "a board on one line whose width is not known",
    "A board on one line is cut into rows. Its width is known if it is a square, if it has the 20
cells of the classic board (rows of 4), if its size stands in front (`3x5 `), or by `--width`.

```puzzled wrong import packed
AABBC.D
```

Put the size in front, join the rows by `/`, or name the width.

```puzzled right import packed
1x7 AABBC.D
```
",
);

/// A text that is not JSON.
pub static BAD_JSON: Code = Code::error(
    "import::bad-json",
    "a text that is not JSON",
    "The text follows the rules of JSON (RFC 8259); lines that begin with `//` are skipped.

```puzzled wrong import json
{\"puzzled\": 1, \"kind\": \"matrix\", \"rows\": [[1, 2], [3, 4]}
```

Fix what is marked.

```puzzled right import json
{\"puzzled\": 1, \"kind\": \"matrix\", \"rows\": [[1, 2], [3, 4]]}
```
",
);

/// JSON that is not a puzzle.
pub static BAD_FIELD: Code = Code::error(
    "import::bad-field",
    "JSON that does not describe a puzzle",
    "A puzzle is an object, several puzzles are an array of objects. Every one has `puzzled` (the version of
this form, 1) and `kind`, and may have `name`, `notes` (texts) and `commands` (texts, run after the
declaration). The rest depends on the kind:

* automaton: `rule` (0 to 65535), `tree` (a text such as `(X . X)`)
* matrix: `rows`, arrays of integers
* klotski: `rows`, arrays of labels, `.` for an empty cell and `#` for a wall; and may have `goals`,
  objects with a `block` and its place `at`, `[row, column]` from 0
* rush: `rows`, one text per row, `.` for an empty cell and `#` for a wall; and may have `goal`, the
  label of the car that must leave
* sudoku: `rows`, one text per row, `.` for an empty cell
* bloxorz: `rows`, one text per row, in the letters of a document; and may have `legend`, an object from
  letters to meanings such as `bridge extended`
* sliders: `start` and `goal`, arrays of rows of labels, `.` for the gap

```puzzled wrong import json
{\"puzzled\": 1, \"kind\": \"matrix\", \"rows\": [[1, \"two\"], [3, 4]]}
```

Fix what is marked.

```puzzled right import json
{\"puzzled\": 1, \"kind\": \"matrix\", \"rows\": [[1, 2], [3, 4]]}
```
",
);

/// There is no puzzle in the text.
pub fn empty(span: Span) -> Diagnostic {
    Diagnostic::new(&EMPTY, span, "there is no puzzle in this text", "nothing to import")
        .help("check that this is the right file")
}

/// The form of the text is not known; `names` are those of all forms.
pub fn unknown_format(span: Span, names: Vec<&str>) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_FORMAT,
        span,
        "the form of this text is not known",
        "fits none of the forms",
    )
    .help(format!("name it: `--format` takes {}", crate::diag::among(names)))
}

/// A character that is not a cell.
pub fn bad_character(span: Span, found: &str, wanted: &str) -> Diagnostic {
    let message = format!("expected a cell, found `{}`", clip(found));
    Diagnostic::new(&BAD_CHARACTER, span, message, "not a cell").help(format!("write {wanted}"))
}

/// A row or board with too few or too many cells (or rows): `wanted` says what belongs here.
pub fn wrong_length(
    span: Span,
    (count, one): (usize, &str),
    what: &str,
    wanted: &str,
) -> Diagnostic {
    let many = if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    let message = format!("this {what} has {many}: {wanted}");
    Diagnostic::new(&WRONG_LENGTH, span, message, many).help("add or remove cells, or fix the size")
}

/// A board on one line with that many cells.
pub fn no_width(span: Span, count: usize) -> Diagnostic {
    let rows: Vec<String> = (2..count.min(1 << 16))
        .filter(|width| count.is_multiple_of(*width))
        .take(6)
        .map(|width| format!("{}x{width}", count / width))
        .collect();
    let help = if rows.is_empty() {
        String::from("put its size in front, as in `5x4 `, or join its rows by `/`")
    } else {
        let rows = crate::diag::among(rows.iter().map(String::as_str));
        format!("put its size in front ({rows} would fit), or use `--width`")
    };
    let message = format!("the width of this board of {count} cells is not known");
    Diagnostic::new(&NO_WIDTH, span, message, "how many cells are in a row?").help(help)
}

/// The text is not JSON from here on.
pub fn bad_json(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&BAD_JSON, span, message, "not JSON").help("fix this: the rest was not read")
}

/// A value that the form does not have there.
pub fn bad_field(span: Span, message: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::new(&BAD_FIELD, span, message, label)
        .help("`puzzled explain import::bad-field` lists the fields of each kind")
}
