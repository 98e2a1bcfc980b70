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
pub static NOT_UTF8: Code =
    Code::error("syntax::not-utf8", "bytes that are not UTF-8 text", include_str!("not-utf8.md"));

/// A control character.
pub static BAD_CHARACTER: Code = Code::error(
    "syntax::bad-character",
    "a control character in the text",
    include_str!("bad-character.md"),
);

/// An opening brace without its closer.
pub static UNCLOSED_BRACE: Code = Code::error(
    "syntax::unclosed-brace",
    "a `{` that is never closed",
    include_str!("unclosed-brace.md"),
);

/// A closer that closes nothing.
pub static STRAY_CLOSER: Code = Code::error(
    "syntax::stray-closer",
    "a `}` that closes nothing",
    include_str!("stray-closer.md"),
);

/// A declaration without its brace.
pub static MISSING_BRACE: Code = Code::error(
    "syntax::missing-brace",
    "a declaration without its `{`",
    include_str!("missing-brace.md"),
);

/// A malformed name.
pub static BAD_NAME: Code = Code::error(
    "syntax::bad-name",
    "a declaration whose name is missing or malformed",
    include_str!("bad-name.md"),
);

/// Text after the end of something.
pub static TRAILING_TEXT: Code = Code::error(
    "syntax::trailing-text",
    "text after the end of a statement",
    include_str!("trailing-text.md"),
);

/// `=>` with nothing after it.
pub static MISSING_EXPECTATION: Code = Code::error(
    "syntax::missing-expectation",
    "a `=>` with no answer after it",
    include_str!("missing-expectation.md"),
);

/// Another sign in place of `=>`.
pub static WRONG_ARROW: Code = Code::error(
    "syntax::wrong-arrow",
    "another sign in place of `=>`",
    include_str!("wrong-arrow.md"),
);

/// A comment that begins with a sign of another language.
pub static FOREIGN_COMMENT: Code = Code::error(
    "syntax::foreign-comment",
    "a comment that does not begin with `//`",
    include_str!("foreign-comment.md"),
);

/// A body without the line that declares it.
pub static MISSING_HEADER: Code = Code::error(
    "syntax::missing-header",
    "a body without the line that declares it",
    include_str!("missing-header.md"),
);

/// An argument that is not there.
pub static MISSING_ARGUMENT: Code = Code::error(
    "syntax::missing-argument",
    "a command without an argument that it needs",
    include_str!("missing-argument.md"),
);

/// An argument of the wrong form.
pub static BAD_ARGUMENT: Code = Code::error(
    "syntax::bad-argument",
    "an argument of the wrong form",
    include_str!("bad-argument.md"),
);

/// A number that does not fit.
pub static INTEGER_RANGE: Code = Code::error(
    "syntax::integer-range",
    "an integer out of range",
    include_str!("integer-range.md"),
);
