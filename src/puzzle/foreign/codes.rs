//! The diagnostics of foreign texts that are imported.

use crate::diag::{Diagnostic, clip, codes};
use crate::text::Span;

codes! {
    /// Every code of this area.
    pub(crate) CODES;

    EMPTY = Code::error("import::empty", "a text without a puzzle", "codes/empty.md");
    UNKNOWN_FORMAT = Code::error(
        "import::unknown-format", "a text whose form is not known", "codes/unknown-format.md"
    );
    BAD_CHARACTER = Code::error(
        "import::bad-character", "a character that the form does not have", "codes/bad-character.md"
    );
    WRONG_LENGTH = Code::error(
        "import::wrong-length", "a grid or a row of the wrong length", "codes/wrong-length.md"
    );
    NO_WIDTH = Code::error(
        "import::no-width", "a board on one line whose width is not known", "codes/no-width.md"
    );
    BAD_JSON = Code::error("import::bad-json", "a text that is not JSON", "codes/bad-json.md");
    BAD_FIELD = Code::error(
        "import::bad-field", "JSON that does not describe a puzzle", "codes/bad-field.md"
    );
}

/// There is no puzzle in the text.
pub(crate) fn empty(span: Span) -> Diagnostic {
    Diagnostic::new(&EMPTY, span, "there is no puzzle in this text", "nothing to import")
        .help("check that this is the right file")
}

/// The form of the text is not known; `names` are those of all forms, `kinds` those whose raw input
/// it could be.
pub(crate) fn unknown_format(span: Span, names: Vec<&str>, kinds: &[&str]) -> Diagnostic {
    let kinds: Vec<String> = kinds.iter().map(|kind| format!("`--as {kind}`")).collect();
    let help = match kinds.is_empty() {
        true => format!("name it: `--format` takes {}", crate::diag::among(names)),
        false => format!("say what it is: {} would fit", kinds.join(" or ")),
    };
    Diagnostic::new(
        &UNKNOWN_FORMAT,
        span,
        "the form of this text is not known",
        "fits none of the forms",
    )
    .help(help)
}

/// A character that is not a cell.
pub(crate) fn bad_character(span: Span, found: &str, wanted: &str) -> Diagnostic {
    let message = format!("expected a cell, found `{}`", clip(found));
    Diagnostic::new(&BAD_CHARACTER, span, message, "not a cell").help(format!("write {wanted}"))
}

/// A row or board with too few or too many cells (or rows): `wanted` says what belongs here.
pub(crate) fn wrong_length(span: Span, what: &str, many: String, wanted: &str) -> Diagnostic {
    let message = format!("this {what} has {many}: {wanted}");
    Diagnostic::new(&WRONG_LENGTH, span, message, many).help("add or remove cells, or fix the size")
}

/// A board on one line with that many cells.
pub(crate) fn no_width(span: Span, count: usize) -> Diagnostic {
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
pub(crate) fn bad_json(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&BAD_JSON, span, message, "not JSON from here on")
        .help("fix this: the rest was not read")
}

/// A value that the form does not have there.
pub(crate) fn bad_field(span: Span, message: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::new(&BAD_FIELD, span, message, label)
        .help("`puzzled explain import::bad-field` lists the fields of each kind")
}
