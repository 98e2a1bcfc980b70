//! The diagnostics of the grammar that all kinds share.

use crate::diag::{Code, Diagnostic, Fix};
use crate::text::Span;

/// Every code of this area.
pub static CODES: &[&Code] = &[
    &NOT_UTF8,
    &BAD_CHARACTER,
    &UNCLOSED_BRACE,
    &STRAY_CLOSER,
    &MISSING_BRACE,
    &BAD_NAME,
    &TRAILING_TEXT,
    &MISSING_EXPECTATION,
    &MISSING_ARGUMENT,
    &BAD_ARGUMENT,
    &INTEGER_RANGE,
];

/// A byte that is no UTF-8.
pub static NOT_UTF8: Code = Code::error(
    "syntax::not-utf8",
    "bytes that are no UTF-8 text",
    "A puzzle file is UTF-8 text. Bytes that are not were read as `?`, so that every other place
in the file stays what it is, and the statement that holds them is left out.

Save the file as UTF-8: most editors offer it under *Save with encoding*. A Windows-1252 or
UTF-16 file is the usual cause.
",
);

/// A control character.
pub static BAD_CHARACTER: Code = Code::error(
    "syntax::bad-character",
    "a control character in the text",
    "Control characters (NUL, ESC and their like) have no meaning in a puzzle file and may do harm
on a terminal. Tab, line feed and carriage return are spaces and line ends. A byte order mark is
allowed at the start of a file only; elsewhere it is invisible and part of no word.

```puzzled wrong
matrix m {
  1 2
  3 4
}
show\u{1b}
```

Remove it.

```puzzled right
matrix m {
  1 2
  3 4
}
show
```
",
);

/// An opening brace without its closer.
pub static UNCLOSED_BRACE: Code = Code::error(
    "syntax::unclosed-brace",
    "a `{` that is never closed",
    "A body and an expected block end with a `}` alone on its line. Without it the rest of the file
would belong to the body; the reader goes on at the first line that is indented no more than
the line of the `{`.

```puzzled wrong
matrix m {
  1 2
  3 4
show
```

Close it.

```puzzled right
matrix m {
  1 2
  3 4
}
show
```
",
);

/// A closer that closes nothing.
pub static STRAY_CLOSER: Code = Code::error(
    "syntax::stray-closer",
    "a `}` that closes nothing",
    "Every `}` closes a `{` before it.

```puzzled wrong
matrix m {
  1 2
  3 4
}
}
```

Remove it.

```puzzled right
matrix m {
  1 2
  3 4
}
```
",
);

/// A declaration without its brace.
pub static MISSING_BRACE: Code = Code::error(
    "syntax::missing-brace",
    "a declaration without its `{`",
    "A declaration is `KIND NAME {`, the body, and `}`.

```puzzled wrong
matrix m
  1 2
  3 4
}
```

Open the body on the line of the name.

```puzzled right
matrix m {
  1 2
  3 4
}
```
",
);

/// A name that is none.
pub static BAD_NAME: Code = Code::error(
    "syntax::bad-name",
    "a declaration whose name is missing or malformed",
    "A name is a letter, then letters, digits, `-` and `_`.

```puzzled wrong
matrix 2nd {
  1 2
  3 4
}
```

Begin with a letter.

```puzzled right
matrix second {
  1 2
  3 4
}
```
",
);

/// Text behind the end of something.
pub static TRAILING_TEXT: Code = Code::error(
    "syntax::trailing-text",
    "text after the end of a statement",
    "A statement ends with its line; behind a closing `}` only a comment may follow.

```puzzled wrong
matrix m {
  1 2
  3 4
}
rotate 1 2
```

Remove it, or put it on a line of its own.

```puzzled right
matrix m {
  1 2
  3 4
}
rotate 1
rotate 2
```
",
);

/// `=>` with nothing behind it.
pub static MISSING_EXPECTATION: Code = Code::error(
    "syntax::missing-expectation",
    "a `=>` with no answer behind it",
    "`=>` states the answer that a command is expected to give: on the same line, or in a block
between `{` and `}`.

```puzzled wrong
matrix m {
  1 2
  3 4
}
ring of (0,1) =>
```

Write the answer, or `{ }` for an empty one.

```puzzled right
matrix m {
  1 2
  3 4
}
ring of (0,1) => 0 1
```
",
);

/// An argument that is not there.
pub static MISSING_ARGUMENT: Code = Code::error(
    "syntax::missing-argument",
    "a command without an argument that it needs",
    "`help VERB` says which arguments a command takes.

```puzzled wrong
matrix m {
  1 2
  3 4
}
rotate
```

Add it.

```puzzled right
matrix m {
  1 2
  3 4
}
rotate 1
```
",
);

/// An argument of the wrong form.
pub static BAD_ARGUMENT: Code = Code::error(
    "syntax::bad-argument",
    "an argument of the wrong form",
    "The command takes something else at this place; the message says what.

```puzzled wrong
matrix m {
  1 2
  3 4
}
rotate once
```

Write it in the form that the message asks for.

```puzzled right
matrix m {
  1 2
  3 4
}
rotate 1
```
",
);

/// A number that does not fit.
pub static INTEGER_RANGE: Code = Code::error(
    "syntax::integer-range",
    "an integer out of range",
    "The number is smaller or larger than what can stand at this place. Times and rotations are
64-bit signed integers; counts are not negative.

```puzzled wrong
matrix m {
  1 2
  3 4
}
rotate 9223372036854775808
```

Use a number within the range.

```puzzled right
matrix m {
  1 2
  3 4
}
rotate 9223372036854775807
```
",
);

/// Bytes at `span` are no UTF-8.
pub fn not_utf8(span: Span) -> Diagnostic {
    let count = span.len();
    let bytes = if count == 1 { "a byte that is" } else { "bytes that are" };
    Diagnostic::new(&NOT_UTF8, span, format!("{bytes} not UTF-8"), "read as `?`")
        .help("save the file as UTF-8")
}

/// A run of control characters or byte order marks at `span`, the first of them `char`.
pub fn bad_character(span: Span, char: char) -> Diagnostic {
    let name = match char {
        '\0' => String::from("control character NUL"),
        '\u{1b}' => String::from("control character ESC"),
        '\u{7f}' => String::from("control character DEL"),
        '\u{feff}' => String::from("byte order mark (U+FEFF) after the start of the file"),
        other => format!("control character U+{:04X}", other as u32),
    };
    let what = if char == '\u{feff}' { "byte order mark" } else { "control character" };
    Diagnostic::new(&BAD_CHARACTER, span, name, "not allowed here").help("remove it").fix(Fix::new(
        format!("Remove the {what}"),
        span,
        "",
    ))
}

/// A `{` at `open`; the text that it holds seems to end at `end`.
pub fn unclosed_brace(open: Span, end: Span, insert: u32, text: String) -> Diagnostic {
    let mut diagnostic =
        Diagnostic::new(&UNCLOSED_BRACE, open, "this `{` is never closed", "opened here");
    if end.start > open.end {
        diagnostic = diagnostic.also(end, "its text seems to end here");
    }
    diagnostic.help("put a `}` alone on the line behind the last line of the body").fix(Fix::new(
        "Add the missing `}`",
        Span::at(insert),
        text,
    ))
}

/// A `}` at `span` that closes nothing; `line` is what a removal takes out.
pub fn stray_closer(span: Span, line: Span) -> Diagnostic {
    Diagnostic::new(&STRAY_CLOSER, span, "this `}` closes nothing", "no `{` is open here")
        .help("remove it, or look for the `{` that is missing above")
        .fix(Fix::new("Remove the `}`", line, ""))
}

/// A declaration whose header ends at `end` without a brace.
pub fn missing_brace(header: Span) -> Diagnostic {
    Diagnostic::new(
        &MISSING_BRACE,
        header,
        "a declaration needs a `{` behind its name",
        "expected `{` behind this",
    )
    .help("write `KIND NAME {`, the body on the lines below, and `}`")
    .fix(Fix::new("Add the `{`", Span::at(header.end), " {"))
}

/// The name of a declaration is missing (`found` empty) or malformed.
pub fn bad_name(span: Span, found: &str) -> Diagnostic {
    let message = if found.is_empty() {
        String::from("this declaration has no name")
    } else {
        format!("`{found}` is no name")
    };
    Diagnostic::new(&BAD_NAME, span, message, "expected a name")
        .help("a name is a letter, then letters, digits, `-` and `_`: `matrix first {`")
}

/// Text where a statement has ended.
pub fn trailing_text(span: Span, after: &str) -> Diagnostic {
    Diagnostic::new(
        &TRAILING_TEXT,
        span,
        format!("nothing can follow {after}"),
        "text after the end",
    )
    .help("remove it, or put it on a line of its own")
    .fix(Fix::new("Remove the text after the end", span, "").guess())
}

/// `=>` at `span` with nothing behind it.
pub fn missing_expectation(span: Span) -> Diagnostic {
    Diagnostic::new(
        &MISSING_EXPECTATION,
        span,
        "`=>` needs the expected answer behind it",
        "nothing follows",
    )
    .help("write the answer on this line, or a block `{` … `}`; `{ }` is the empty answer")
}

/// An argument is missing behind `span`; `usage` is the command's form.
pub fn missing_argument(span: Span, what: &str, usage: &str) -> Diagnostic {
    Diagnostic::new(&MISSING_ARGUMENT, span, format!("{what} is missing"), "expected behind this")
        .help(format!("the form is `{usage}`"))
}

/// An argument at `span` is not `what`.
pub fn bad_argument(span: Span, found: &str, what: &str, usage: &str) -> Diagnostic {
    Diagnostic::new(
        &BAD_ARGUMENT,
        span,
        format!("`{found}` is not {what}"),
        format!("expected {what}"),
    )
    .help(format!("the form is `{usage}`"))
}

/// An integer at `span` lies outside `least..=most`.
pub fn integer_range(span: Span, found: &str, least: &str, most: &str) -> Diagnostic {
    Diagnostic::new(
        &INTEGER_RANGE,
        span,
        format!("`{found}` is out of range"),
        format!("must lie between {least} and {most}"),
    )
    .help(format!("use a number from {least} to {most}"))
}

/// The brace at `brace` stands on a line of its own; it belongs behind the name, at `end`.
pub fn brace_apart(brace: Span, end: u32) -> Diagnostic {
    let fix = Fix::new("Move the `{` behind the name", Span::new(end, brace.end), " {");
    Diagnostic::new(
        &MISSING_BRACE,
        brace,
        "the `{` of a declaration stands behind its name",
        "on a line of its own",
    )
    .help("write `KIND NAME {` on one line")
    .fix(fix)
}
