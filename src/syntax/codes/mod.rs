//! The diagnostics of the grammar that all kinds share.

mod faults;

pub use faults::not_utf8;
pub(crate) use faults::{
    after_closer, bad_argument, bad_character, bad_kind, bad_name, before_closer, before_opener,
    brace_apart, foreign_comment, foreign_list, foreign_space, integer_range, missing_answer_brace,
    missing_argument, missing_brace, missing_expectation, missing_header, mistyped_closer,
    move_closer, name_after_brace, one_word_header, perhaps_expected, places, repeated_line,
    row_above, row_below, row_end, second_brace, several_words, statement_inside, stray_closer,
    trailing_text, unclosed_brace, wrong_arrow,
};

use crate::diag::{Code, codes};

codes! {
    /// Every code of this area.
    pub(crate) CODES;

    /// A byte that is not UTF-8.
    NOT_UTF8 = Code::error(
        "syntax::not-utf8",
        "bytes that are not UTF-8 text",
        include_str!("not-utf8.md"),
    );

    /// A control character.
    BAD_CHARACTER = Code::error(
        "syntax::bad-character",
        "a control character in the text",
        include_str!("bad-character.md"),
    );

    /// An opening brace without its closer.
    UNCLOSED_BRACE = Code::error(
        "syntax::unclosed-brace",
        "a `{` that is never closed",
        include_str!("unclosed-brace.md"),
    );

    /// A closer that closes nothing.
    STRAY_CLOSER = Code::error(
        "syntax::stray-closer",
        "a `}` that closes nothing",
        include_str!("stray-closer.md"),
    );

    /// A declaration without its brace.
    MISSING_BRACE = Code::error(
        "syntax::missing-brace",
        "a declaration without its `{`",
        include_str!("missing-brace.md"),
    );

    /// A body without the line that declares it.
    MISSING_HEADER = Code::error(
        "syntax::missing-header",
        "a body without the line that declares it",
        include_str!("missing-header.md"),
    );

    /// A malformed name.
    BAD_NAME = Code::error(
        "syntax::bad-name",
        "a declaration whose name is missing or malformed",
        include_str!("bad-name.md"),
    );

    /// Text after the end of something.
    TRAILING_TEXT = Code::error(
        "syntax::trailing-text",
        "text after the end of a statement",
        include_str!("trailing-text.md"),
    );

    /// `=>` with nothing after it.
    MISSING_EXPECTATION = Code::error(
        "syntax::missing-expectation",
        "a `=>` with no answer after it",
        include_str!("missing-expectation.md"),
    );

    /// Another sign in place of `=>`.
    WRONG_ARROW = Code::error(
        "syntax::wrong-arrow",
        "another sign in place of `=>`",
        include_str!("wrong-arrow.md"),
    );

    /// A comment that begins with a sign of another language.
    FOREIGN_COMMENT = Code::error(
        "syntax::foreign-comment",
        "a comment that does not begin with `//`",
        include_str!("foreign-comment.md"),
    );

    /// A `/` without spaces between rows on one line.
    ROW_END = Code::error(
        "syntax::row-end",
        "a `/` without spaces between rows on one line",
        include_str!("row-end.md"),
    );

    /// The signs of a list of another language in the rows of a body.
    FOREIGN_LIST = Code::error(
        "syntax::foreign-list",
        "rows with the brackets, quotes or commas of a list, or in a frame",
        include_str!("foreign-list.md"),
    );

    /// An argument that is not there.
    MISSING_ARGUMENT = Code::error(
        "syntax::missing-argument",
        "a command without an argument that it needs",
        include_str!("missing-argument.md"),
    );

    /// An argument of the wrong form.
    BAD_ARGUMENT = Code::error(
        "syntax::bad-argument",
        "an argument of the wrong form",
        include_str!("bad-argument.md"),
    );

    /// A number that does not fit.
    INTEGER_RANGE = Code::error(
        "syntax::integer-range",
        "an integer out of range",
        include_str!("integer-range.md"),
    );
}
