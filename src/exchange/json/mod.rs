//! JSON of every kind, version 1.
//!
//! ```json
//! { "puzzled": 1, "kind": "klotski", "name": "little",
//!   "rows": [["A", ".", "B"], ["C", ".", "B"], ["C", "D", "."]],
//!   "goals": [{ "block": "A", "at": [2, 2] }] }
//! ```
//!
//! The fields of each kind stand in the explanation of [`super::codes::BAD_FIELD`]. `scan` reads
//! JSON with its places, `fields` looks at values, `read` makes bodies of them, `write` writes.

mod fields;
mod read;
mod scan;
mod write;

use super::Format;

/// The version of the form.
const VERSION: i64 = 1;

pub(super) static FORMAT: Format = Format {
    name: "json",
    summary: "puzzles of every kind as JSON",
    endings: &["json"],
    kinds: &[],
    many: true,
    fits,
    read: read::read,
    write: write::write,
};

fn fits(text: &str) -> bool {
    let all = super::lines(text);
    let lines = all.iter().filter(|line| super::comment(line).is_none());
    let mut chars = lines.flat_map(|line| line.text.chars()).filter(|char| !char.is_whitespace());
    match chars.next() {
        Some('{') => matches!(chars.next(), Some('"' | '}')),
        Some('[') => matches!(chars.next(), Some('{' | ']')),
        _ => false,
    }
}
