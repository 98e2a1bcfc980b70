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

use crate::diag::codes;

codes! {
    /// Every code of this area.
    pub(crate) CODES;

    NOT_UTF8 = Code::error("syntax::not-utf8", "bytes that are not UTF-8 text", "not-utf8.md");
    BAD_CHARACTER = Code::error(
        "syntax::bad-character", "a control character in the text", "bad-character.md"
    );
    UNCLOSED_BRACE = Code::error(
        "syntax::unclosed-brace", "a `{` that is never closed", "unclosed-brace.md"
    );
    STRAY_CLOSER = Code::error(
        "syntax::stray-closer", "a `}` that closes nothing", "stray-closer.md"
    );
    MISSING_BRACE = Code::error(
        "syntax::missing-brace", "a declaration without its `{`", "missing-brace.md"
    );
    MISSING_HEADER = Code::error(
        "syntax::missing-header", "a body without the line that declares it", "missing-header.md"
    );
    BAD_NAME = Code::error(
        "syntax::bad-name", "a declaration whose name is missing or malformed", "bad-name.md"
    );
    TRAILING_TEXT = Code::error(
        "syntax::trailing-text", "text after the end of a statement", "trailing-text.md"
    );
    MISSING_EXPECTATION = Code::error(
        "syntax::missing-expectation", "a `=>` with no answer after it", "missing-expectation.md"
    );
    WRONG_ARROW = Code::error(
        "syntax::wrong-arrow", "another sign in place of `=>`", "wrong-arrow.md"
    );
    FOREIGN_COMMENT = Code::error(
        "syntax::foreign-comment", "a comment that does not begin with `//`", "foreign-comment.md"
    );
    ROW_END = Code::error(
        "syntax::row-end", "a `/` without spaces between rows on one line", "row-end.md"
    );
    FOREIGN_LIST = Code::error(
        "syntax::foreign-list",
        "rows with the brackets, quotes or commas of a list, or in a frame",
        "foreign-list.md"
    );
    MISSING_ARGUMENT = Code::error(
        "syntax::missing-argument",
        "a command without an argument that it needs",
        "missing-argument.md"
    );
    BAD_ARGUMENT = Code::error(
        "syntax::bad-argument", "an argument of the wrong form", "bad-argument.md"
    );
    INTEGER_RANGE = Code::error(
        "syntax::integer-range", "an integer out of range", "integer-range.md"
    );
}
