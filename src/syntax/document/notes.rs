//! Comments for the checker, which apply to the statement below them.

use nom::bytes::complete::tag;
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser as _};

use super::Parser;
use super::lines::Raw;
use crate::syntax::statement::{Note, Statement};
use crate::syntax::token::{parse_blanks, parse_gap, parse_word};
use crate::text::Span;

/// Parses `note = "//" blanks "puzzled:" { gap word }`. Returns the words of
/// `// puzzled: allow CODE`.
fn parse_note(input: &str) -> IResult<&str, Vec<&str>> {
    let words = many0(preceded(parse_gap, parse_word));
    preceded((tag("//"), parse_blanks, tag("puzzled:")), words).parse(input)
}

impl Parser<'_> {
    /// Takes in a line that holds nothing but a comment, if that is one for the checker.
    pub(super) fn parse_note(&mut self, line: Raw) {
        let comment = self.text[line.start..line.end].trim_matches([' ', '\t']);
        if let Ok(("", words)) = parse_note(comment) {
            // A comment may follow the words.
            let words = words.into_iter().take_while(|word| !word.starts_with("//"));
            let words: Vec<_> = words.map(|word| self.place(word)).collect();
            let span = self.place(comment);
            let end = words.last().map_or(span.end, |last| last.end);
            let span = Span::new(span.start, end);
            self.read.notes.push(Note { span, words, target: None });
        }
    }
}

/// Finds the statement below each comment.
pub(super) fn aim(notes: &mut [Note], statements: &[Statement]) {
    for note in notes {
        let next = statements.partition_point(|statement| statement.span().start < note.span.end);
        note.target = statements.get(next).map(Statement::whole);
    }
}
