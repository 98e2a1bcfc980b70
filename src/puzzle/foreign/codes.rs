//! The codes of foreign texts that are imported, with what their diagnostics say.

use crate::diag::{Shown, among, codes};
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
        "import::unknown-format", "a text whose form is not known", "codes/unknown-format.md"
    ) {
        /// The form of the text is not known; `names` are those of all forms, `kinds` those whose
        /// raw input it could be.
        fn unknown_format(span: Span, names: Vec<&str>, kinds: &[&str]) {
            let names = among(names);
            let options = kinds.iter().map(|kind| format!("`--as {kind}`")).collect::<Vec<_>>();
            let options = options.join(" or ");
            at span => "the form of this text is not known", "fits none of the forms";
            help [
                kinds.is_empty() => "name it: `--format` takes {names}",
                else "say what it is: {options} would fit",
            ];
        }
    }
    BAD_CHARACTER = Code::error(
        "import::bad-character", "a character that the form does not have", "codes/bad-character.md"
    ) {
        /// A character that is not a cell.
        fn bad_character(span: Span, found: Shown<'_>, wanted: &str) {
            at span => "expected a cell, found `{found}`", "not a cell";
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
    NO_WIDTH = Code::error(
        "import::no-width", "a board on one line whose width is not known", "codes/no-width.md"
    ) {
        /// A board on one line with that many cells.
        fn no_width(span: Span, count: usize) {
            let widths = (2..count.min(1 << 16)).filter(|&width| count.is_multiple_of(width));
            let size = |width| format!("{}x{width}", count / width);
            let sizes = widths.take(6).map(size).collect::<Vec<_>>();
            let list = among(sizes.iter().map(String::as_str));
            at span => "the width of this board of {count} cells is not known",
                "how many cells are in a row?";
            help [
                sizes.is_empty() => "put its size in front, as in `5x4 `, or join its rows by `/`",
                else "put its size in front ({list} would fit), or use `--width`",
            ];
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
