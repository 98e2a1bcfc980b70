//! Positions and edits once more, as plainly as the protocol words them: a witness beside the
//! server's own line index.

use serde_json::{Value, json};

/// The unit in which a client counts columns, by the protocol's name for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit(pub &'static str);

pub const UTF8: Unit = Unit("utf-8");
pub const UTF16: Unit = Unit("utf-16");
pub const UTF32: Unit = Unit("utf-32");

impl Unit {
    fn width(self, char: char) -> usize {
        match self.0 {
            "utf-8" => char.len_utf8(),
            "utf-16" => char.len_utf16(),
            _ => 1,
        }
    }

    /// Returns the position of a byte offset, by walking to it.
    pub fn position(self, text: &str, offset: usize) -> Value {
        let mut line = 0;
        let mut column = 0;
        let mut chars = text.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            if at >= offset {
                break;
            }
            match char {
                '\r' if chars.peek().is_some_and(|next| next.1 == '\n') => column += 1,
                '\n' | '\r' => (line, column) = (line + 1, 0),
                _ => column += self.width(char),
            }
        }
        json!({ "line": line, "character": column })
    }

    /// Returns the range of two byte offsets.
    pub fn range(self, text: &str, start: usize, end: usize) -> Value {
        json!({ "start": self.position(text, start), "end": self.position(text, end) })
    }

    /// Returns the byte offset of a position that the server has sent: it must exist exactly.
    pub fn offset(self, text: &str, position: &Value) -> usize {
        let wanted_line = position["line"].as_u64().expect("a line");
        let wanted_column = position["character"].as_u64().expect("a column") as usize;
        let mut line = 0;
        let mut column = 0;
        let mut chars = text.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            let ends = match char {
                '\r' => chars.peek().is_none_or(|next| next.1 != '\n'),
                _ => char == '\n',
            };
            if line == wanted_line && column == wanted_column {
                return at;
            }
            if ends {
                assert!(line < wanted_line, "no column {wanted_column} in line {line} of {text:?}");
                (line, column) = (line + 1, 0);
            } else {
                column += if char == '\r' { 0 } else { self.width(char) };
                let after = char == '\r' && line == wanted_line && column < wanted_column;
                assert!(!after, "column {wanted_column} is after line {line} of {text:?}");
            }
        }
        assert_eq!((line, column), (wanted_line, wanted_column), "no such place in {text:?}");
        text.len()
    }

    /// Returns the byte offsets of a range that the server has sent.
    pub fn span(self, text: &str, range: &Value) -> (usize, usize) {
        let span = (self.offset(text, &range["start"]), self.offset(text, &range["end"]));
        assert!(span.0 <= span.1, "a range that is turned round: {range}");
        span
    }

    /// Returns the text in a range.
    pub fn slice(self, text: &str, range: &Value) -> String {
        let (start, end) = self.span(text, range);
        text[start..end].to_owned()
    }

    /// Returns a text with edits applied, all of which are about the text before them; they may not
    /// overlap.
    pub fn apply(self, text: &str, edits: &Value) -> String {
        let replacements = edits.as_array().expect("a list of edits").iter();
        let mut replacements: Vec<_> = replacements
            .map(|edit| {
                let (start, end) = self.span(text, &edit["range"]);
                (start, end, edit["newText"].as_str().expect("a new text"))
            })
            .collect();
        replacements.sort_by_key(|&(start, end, _)| (start, end));
        for pair in replacements.windows(2) {
            assert!(pair[0].1 <= pair[1].0, "edits overlap: {edits}");
        }
        let mut text = text.to_owned();
        for (start, end, new) in replacements.into_iter().rev() {
            text.replace_range(start..end, new);
        }
        text
    }
}

#[test]
fn positions_and_offsets_are_inverse() {
    let text = "a😀b\r\n方x\n\n  é😀\rlast";
    for unit in [UTF8, UTF16, UTF32] {
        for (at, char) in text.char_indices() {
            if char == '\n' && text[..at].ends_with('\r') {
                continue; // no column lies there
            }
            assert_eq!(unit.offset(text, &unit.position(text, at)), at, "{unit:?} {at}");
        }
        assert_eq!(unit.offset(text, &unit.position(text, text.len())), text.len());
    }
    assert_eq!(UTF16.position(text, 5), json!({ "line": 0, "character": 3 }));
    assert_eq!(UTF32.position(text, text.len()), json!({ "line": 4, "character": 4 }));
}
