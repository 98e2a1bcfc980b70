//! Whole texts: a text that is a puzzle by itself is a declaration without a first line, and the commands
//! in its comments are statements.

use std::ops::Range;

use super::lines::{CONTROL, Raw};
use super::{Arrows, Parser, slips, span, unsound};
use crate::diag::Sink;
use crate::syntax::lexical::BOM;
use crate::syntax::statement::{Declaration, Document, Statement};
use crate::syntax::token::parse_name;
use crate::syntax::{Kinds, parse_document};
use crate::text::{Source, Span};

/// Reads a text: a document, or the whole text of a kind.
pub(crate) fn expect_text(source: &Source, kinds: &dyn Kinds, sink: &mut Sink) -> Document {
    let text = source.text();
    match kinds.whole_text(source.name(), text) {
        Some(kind) => Parser::new(text, kinds).whole_text_alone(kind, sink),
        None => parse_document(text, kinds, sink),
    }
}

impl<'a> Parser<'a> {
    /// Reads a text that is a puzzle of a kind by itself.
    fn whole_text_alone(mut self, kind: &'static str, sink: &mut Sink) -> Document {
        let text = self.text;
        let mark = sink.len();
        let body = span(self.at, text.len());
        let nothing = Span::at(body.start);
        self.read.statements.push(Statement::Declaration(Declaration {
            span: body,
            kind: nothing,
            name: nothing,
            body,
            closed: true,
            meta: Span::default(),
            whole: Some(kind),
        }));
        let commands = self.kinds.commands(kind, text);
        let mut commands = commands.into_iter().peekable();
        while let Some(line) = self.line(self.at) {
            self.at = line.next;
            if line.flags & CONTROL != 0 {
                self.control(line.start, line.end, sink);
            }
            while let Some(place) = commands.next_if(|place| place.start < line.next) {
                self.command_in_comment(line, place, sink);
            }
        }
        let mut bad = self.read.controls;
        bad.sort_unstable();
        self.read.slips.report(text, sink);
        let statements = self.read.statements;
        let unsound = unsound(text, &statements, &sink.diagnostics()[mark..]);
        Document { statements, bad, unsound, notes: Vec::new() }
    }

    /// Reads a command in a comment, with the answer after its arrow.
    fn command_in_comment(&mut self, line: Raw, place: Range<usize>, sink: &mut Sink) {
        let code: &'a str = &self.text[place.clone()];
        let look = slips::look(code.as_bytes());
        let wrong = if look.odd { slips::find_wrong_arrow(code, self.kinds) } else { None };
        let arrows = Arrows { right: look.arrow, wrong };
        self.answered_command(
            Raw { start: place.start, end: place.end, ..line },
            place,
            code,
            arrows,
            sink,
        );
    }
}

/// Returns whether a text starts like a document: its first line that is not blank, a comment or a
/// `use` is a word, perhaps a name, and a brace.
pub(crate) fn declares(text: &str) -> bool {
    let text = after_comments(text.trim_start_matches(BOM));
    let Ok((rest, word)) = parse_name(text) else { return false };
    let rest = rest.trim_start_matches([' ', '\t']);
    if word == "use" && !rest.starts_with('{') {
        return rest.split_once(['\n', '\r']).is_some_and(|(_, rest)| declares(rest));
    }
    let rest = parse_name(rest).map_or(rest, |(rest, _)| rest);
    after_comments(rest).starts_with('{')
}

/// Returns a text without the white space and the comments that it starts with.
pub(crate) fn after_comments(text: &str) -> &str {
    let mut text = text.trim_start();
    while text.starts_with("//") {
        text = text.split_once(['\n', '\r']).map_or("", |(_, rest)| rest).trim_start();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_told_by_its_first_words() {
        for text in [
            "sudoku s { }",
            "\u{feff}// a\n\n// b\nklotski a-1 {\n",
            "matrix {",
            "matrix m // first\n  {\n",
            "use s\nsudoku s { }",
            "sudko s {",
        ] {
            assert!(declares(text), "{text}");
        }
        for text in ["", "sudoku,solution\n", "sudoku solution\n1.34", "use s", "{", "// only"] {
            assert!(!declares(text), "{text}");
        }
    }
}
