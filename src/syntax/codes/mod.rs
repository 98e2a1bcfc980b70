//! The diagnostics of the grammar that all kinds share.

mod faults;

pub use faults::{
    bad_argument, bad_character, bad_name, before_closer, before_opener, brace_apart,
    foreign_comment, integer_range, missing_answer_brace, missing_argument, missing_brace,
    missing_expectation, missing_header, mistyped_closer, move_closer, name_after_brace, not_utf8,
    one_word_header, repeated_line, row_above, row_below, second_brace, several_words,
    statement_inside, stray_closer, trailing_text, unclosed_brace, wrong_arrow,
};

use crate::diag::Code;

/// Every code of this area.
pub static CODES: &[&Code] = &[
    &NOT_UTF8,
    &BAD_CHARACTER,
    &UNCLOSED_BRACE,
    &STRAY_CLOSER,
    &MISSING_BRACE,
    &MISSING_HEADER,
    &BAD_NAME,
    &TRAILING_TEXT,
    &MISSING_EXPECTATION,
    &WRONG_ARROW,
    &FOREIGN_COMMENT,
    &MISSING_ARGUMENT,
    &BAD_ARGUMENT,
    &INTEGER_RANGE,
];

/// A byte that is not UTF-8.
pub static NOT_UTF8: Code = Code::error(
    "syntax::not-utf8",
    "bytes that are not UTF-8 text",
    "A puzzle file is UTF-8 text. Bytes that are not were read as `?`, so that every other place
in the file stays the same, and the statement that holds them is left out.

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
allowed at the start of a file only; elsewhere it is invisible and not part of any word.

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
would belong to the body; the reader continues at the first line that is indented no more than
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

/// A malformed name.
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

/// Text after the end of something.
pub static TRAILING_TEXT: Code = Code::error(
    "syntax::trailing-text",
    "text after the end of a statement",
    "A statement ends with its line; after a closing `}` only a comment may follow.

```puzzled wrong
matrix m {
  1 2
  3 4
}
rotate 1 2
```

Remove it, or put it on a separate line.

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

/// `=>` with nothing after it.
pub static MISSING_EXPECTATION: Code = Code::error(
    "syntax::missing-expectation",
    "a `=>` with no answer after it",
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

/// Another sign in place of `=>`.
pub static WRONG_ARROW: Code = Code::error(
    "syntax::wrong-arrow",
    "another sign in place of `=>`",
    "`=>` stands between a command and the answer that is expected of it. It needs no space around
it. `->`, `==>` and `=` mean nothing there.

```puzzled wrong
matrix m {
  1 2
  3 4
}
ring of (0,1) -> 0 1
```

Write `=>`.

```puzzled right
matrix m {
  1 2
  3 4
}
ring of (0,1) => 0 1
```
",
);

/// A comment that begins with a sign of another language.
pub static FOREIGN_COMMENT: Code = Code::error(
    "syntax::foreign-comment",
    "a comment that does not begin with `//`",
    "A comment begins with `//`, at the start of a line or after a space, and ends with its line.
`#`, `--`, `;` and `%` begin comments in other languages.

```puzzled wrong
# a small one
matrix m {
  1 2
  3 4
}
rotate 1 # to the left
```

Write `//`.

```puzzled right
// a small one
matrix m {
  1 2
  3 4
}
rotate 1 // to the left
```
",
);

/// A body without the line that declares it.
pub static MISSING_HEADER: Code = Code::error(
    "syntax::missing-header",
    "a body without the line that declares it",
    "A puzzle is declared by a line `KIND NAME {`, its body, and `}`. These lines are not statements;
they look like the body of a puzzle, or like raw input, which `puzzled run --as KIND` reads. A row that
stands above the line that opens its block, or below its `}`, is reported in the same way, and so is a
statement between the line that opens a block and its rows: the two lines were exchanged.

```puzzled wrong
  3 3
  A . B
  C . B
  C D .
  A
  2 2
}
solve
```

Declare the puzzle.

```puzzled right
klotski k {
  3 3
  A . B
  C . B
  C D .
  A
  2 2
}
solve
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
