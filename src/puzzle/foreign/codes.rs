//! The codes of foreign texts that are imported, with what their diagnostics say.

use crate::diag::{Shown, codes};
use crate::text::Span;

codes! {
    /// Every code of this area.
    pub(crate) CODES;

    EMPTY = Code::error("import::empty", "a text without a puzzle", "codes/empty.md") {
        /// There is no puzzle in the text.
        fn empty(span: Span) {
            at span => "there is no puzzle in this text", "nothing to import";
            help "check that this is the right file";
        }
    }
    UNKNOWN_FORMAT = Code::error(
        "import::unknown-format", "a text that is no puzzle of any kind", "codes/unknown-format.md"
    ) {
        /// The text fits no kind; `examples` shows a text of each.
        fn unknown_format(span: Span, examples: &str) {
            at span => "this text is not a puzzle of any kind", "begins like none of them";
            help "name its kind with `--as KIND`. A small text of each kind:\n{examples}";
        }
    }
    BAD_CHARACTER = Code::error(
        "import::bad-character", "a character that the form does not have", "codes/bad-character.md"
    ) {
        /// A character that is not a cell.
        fn bad_character(span: Span, character: Shown<'_>, wanted: &str) {
            at span => "expected a cell, found `{character}`", "not a cell";
            help "write {wanted}";
        }
    }
    WRONG_LENGTH = Code::error(
        "import::wrong-length", "a grid or a row of the wrong length", "codes/wrong-length.md"
    ) {
        /// A row or board with too few or too many cells (or rows): `wanted` says what belongs
        /// here.
        fn wrong_length(span: Span, what: &str, many: &str, wanted: &str) {
            at span => "this {what} has {many}: {wanted}", "{many}";
            help "add or remove cells, or fix the size";
        }
    }
    BAD_JSON = Code::error("import::bad-json", "a text that is not JSON", "codes/bad-json.md") {
        /// The text is not JSON from here on.
        fn bad_json(span: Span, message: &str) {
            at span => "{message}", "not JSON from here on";
            help "fix this: the rest was not read";
        }
    }
    BAD_FIELD = Code::error(
        "import::bad-field", "JSON that does not describe a puzzle", "codes/bad-field.md"
    ) {
        /// A value that the form does not have there.
        fn bad_field(span: Span, message: String, label: &str) {
            at span => "{message}", "{label}";
            help "`puzzled explain import::bad-field` lists the fields of each kind";
        }
    }
}
