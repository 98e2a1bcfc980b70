//! A document: declarations, commands and `use` statements, found line by line.
//!
//! The outer loop classifies a line in one pass over its bytes; most lines are plain commands and
//! cost no more than that. The forms of statements are nom parsers ([`forms`]), one per production
//! of `grammar/document.ebnf`. A statement that is not of its form is looked at again in plain
//! code, yields one diagnostic, and reading continues at the next statement.

mod block;
mod forms;
mod header;
mod lines;
mod notes;
mod orphan;
mod slips;
mod spaces;
mod whole;

use std::collections::BTreeSet;
use std::ops::Range;

use nom::Offset;

use self::block::Opening;
use self::forms::{Answer, Form, expected_form, parse_command, parse_use_statement};
use self::lines::{CLASS, CLOSE, COLON, CONTROL, EQUALS, MARK, OPEN, Raw, SLASH};
use self::orphan::Orphan;
pub(crate) use self::slips::comment_sign;
use self::slips::{Sign, Slips};
pub(crate) use self::spaces::has_foreign_space;
pub(crate) use self::whole::{after_comments, declares, expect_text};
use super::codes;
use super::kinds::Kinds;
use super::lexical::{BOM, ESC, find_arrow, sequence};
use super::meta;
use super::statement::{Command, Document, Expected, Note, Statement, Use};
use super::token::trim_end;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::text::Span;

/// Reads a document. `kinds` knows which words are kinds and verbs; this decides what is reported
/// for a line that cannot be read, and where a body without `}` ends.
///
/// Cost: one pass, and a few bytes of memory per statement.
pub fn parse_document(text: &str, kinds: &dyn Kinds, sink: &mut Sink) -> Document {
    Parser::new(text, kinds).document(sink)
}

/// Returns whether a statement is a declaration without `}`.
fn is_open_body(statement: &Statement) -> bool {
    matches!(statement, Statement::Declaration(declaration) if !declaration.closed)
}

/// Returns the numbers of the statements in or after which there is an error. A comment on a line of
/// its own belongs to no statement, whatever its sign. A missing `}` does not count for a declaration:
/// its body ends where it seems to end, and is read.
fn unsound(text: &str, statements: &[Statement], diagnostics: &[Diagnostic]) -> Vec<u32> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
    let number = |start: u32| {
        let before = statements.partition_point(|statement| statement.span().start <= start);
        before.checked_sub(1)
    };
    let alone = |start: u32| {
        let line = text[..start as usize].trim_end_matches([' ', '\t']);
        line.is_empty() || line.ends_with(['\n', '\r'])
    };
    let numbers = errors.flat_map(|diagnostic| {
        let comment = *diagnostic.code == codes::FOREIGN_COMMENT;
        let brace = *diagnostic.code == codes::UNCLOSED_BRACE;
        let starts = codes::places(diagnostic).into_iter().map(|place| place.start);
        let starts = starts.filter(move |&start| !comment || !alone(start));
        starts
            .filter_map(number)
            .filter(move |&number| !(brace && is_open_body(&statements[number])))
    });
    let numbers: BTreeSet<_> = numbers.map(|number| number as u32).collect();
    numbers.into_iter().collect()
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    kinds: &'a dyn Kinds,
    names: Vec<&'static str>,
    at: usize,
    /// The next body whose declaration line is missing.
    orphan: Option<Orphan>,
    /// The brace up to which `orphan` is known. The text after it is searched only after the
    /// statements before it are read, so puzzles in a row are never searched.
    sought: usize,
    read: Read,
}

/// The arrows of a command's line.
#[derive(Clone, Copy)]
struct Arrows {
    /// The place of its `=>`.
    right: Option<usize>,
    /// An arrow of another language.
    wrong: Option<Sign>,
}

/// The parts of a text, before they are seen together.
#[derive(Debug, Default)]
struct Read {
    statements: Vec<Statement>,
    notes: Vec<Note>,
    slips: Slips,
    /// The places of control characters.
    controls: Vec<Span>,
    /// The bodies that are whole texts, in order. A line ends after each.
    whole_texts: Vec<Range<usize>>,
}

/// Returns the span of two offsets; sources are below 4 GiB.
fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}

/// Returns whether the first word of a line is `use`.
fn is_use(code: &str) -> bool {
    code.strip_prefix("use").is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Returns whether a line is a statement by its form alone: it has an arrow, or begins with `use`.
fn is_asked(code: &str) -> bool {
    find_arrow(code.as_bytes()).is_some() || is_use(code)
}

impl<'a> Parser<'a> {
    /// Returns a parser at the start of a text.
    fn new(text: &'a str, kinds: &'a dyn Kinds) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            kinds,
            names: kinds.names(),
            at: if text.starts_with(BOM) { BOM.len() } else { 0 },
            orphan: None,
            sought: 0,
            read: Read::default(),
        }
    }

    /// Reads the whole text.
    fn document(mut self, sink: &mut Sink) -> Document {
        let text = self.text;
        let mark = sink.len();
        self.raw_text(sink);
        while let Some(line) = self.line(self.at) {
            self.read_at(line, sink);
        }
        let Read { mut statements, mut notes, slips, controls: mut bad, whole_texts } = self.read;
        slips.report(text, sink);
        bad.extend(spaces::report(text, &spaces::outside(text, &whole_texts), sink));
        meta::attach(text, &mut statements, sink);
        notes::aim(&mut notes, &statements);
        let unsound = unsound(text, &statements, &sink.diagnostics()[mark..]);
        Document { statements, bad, unsound, notes }
    }

    /// Reads what begins on `line`.
    fn read_at(&mut self, line: Raw, sink: &mut Sink) {
        // If a line opens a block, no `}` comes before the `{`.
        if line.start >= self.sought && line.flags & (OPEN | CLOSE | SLASH) != OPEN {
            self.seek_orphan();
        }
        if self.orphan.is_some_and(|orphan| orphan.start <= line.start) {
            self.orphan_body(sink);
            return;
        }
        self.at = line.next;
        self.parse_statement(line, sink);
    }

    /// Returns the place of a part of the text.
    fn place(&self, part: &str) -> Span {
        let start = self.text.offset(part);
        span(start, start + part.len())
    }

    /// Reads the statement that begins on `line`; moves `at` to the line after it.
    fn parse_statement(&mut self, line: Raw, sink: &mut Sink) {
        let (start, mut end) = self.code(line);
        if line.flags & CONTROL != 0 {
            self.control(line.start, line.end, sink);
        }
        if start == end {
            if line.flags & (SLASH | COLON) == SLASH | COLON {
                self.parse_note(line);
            }
            return;
        }

        let first = self.bytes[start];
        if self.text[start..].starts_with("/*") {
            self.comment_of_c(start);
            return;
        }

        let mut code = &self.text[start..end];
        let foreign = line.flags & SLASH != 0 && code.contains("/*");
        let marked = line.flags & MARK != 0 || foreign;
        let plain = line.flags & (OPEN | CLOSE | EQUALS | COLON) == 0 && !marked;
        if plain && !first.is_ascii_alphabetic() {
            self.plain_query(start, end);
            return;
        }

        let mut arrow = None;
        let mut wrong = None;
        if marked || line.flags & EQUALS != 0 {
            if let Some(length) = comment_sign(code) {
                self.read.slips.comment(span(start, start + length));
                return;
            }
            let look = slips::look(code.as_bytes());
            arrow = look.arrow;
            if look.odd {
                if let Some(sign) = slips::find_comment(code, self.kinds) {
                    self.read.slips.comment(span(start + sign.start, start + sign.end));
                    code = trim_end(&code[..sign.start]);
                    end = start + code.len();
                    arrow = None; // a comment is only found before the arrow
                }
                wrong = slips::find_wrong_arrow(code, self.kinds);
            }
        }

        let arrowed = arrow.is_some() || wrong.is_some();
        // A brace in the comment opens nothing. A command can follow a body on the line.
        let kind = || self.is_kind(code.split(['\t', ' ']).next().unwrap_or_default());
        let closed = arrow.is_some_and(|arrow| code[..arrow].contains('}')) && kind();
        if (!arrowed || closed) && line.flags & OPEN != 0 && code.contains('{') {
            self.expect_declaration(line, start, end, sink);
            return;
        }
        if first == b'}' {
            self.stray_closer(line, start, end, sink);
            return;
        }
        let closes = !arrowed && line.flags & CLOSE != 0;
        if closes && self.headless_line(start, end, sink) {
            return;
        }
        if !arrowed && self.meant_declaration(line, code) {
            self.headless(line, start, end, sink);
            return;
        }
        if !arrowed && is_use(code) {
            self.use_statement(code, sink);
            return;
        }

        let arrows = Arrows { right: arrow, wrong };
        self.answered_command(line, start..end, code, arrows, sink);
    }

    /// Reads a line that is a command, with the answer after its arrow.
    fn answered_command(
        &mut self,
        line: Raw,
        place: Range<usize>,
        code: &'a str,
        arrows: Arrows,
        sink: &mut Sink,
    ) {
        let colon = line.flags & COLON != 0;
        let start = place.start;
        if let Some(sign) = arrows.wrong {
            let sure = slips::sure_arrow(code, sign, self.kinds);
            self.read.slips.arrow(span(start + sign.start, start + sign.end), sure);
            let Ok((_, form)) = parse_command(&code[..sign.start], colon, None) else { return };
            let answer = code[sign.end..].trim_start_matches([' ', '\t']);
            let expected = expected_form(answer).map(|(_, expected)| expected).ok();
            self.command(line, place, &Form { expected, ..form }, sink);
        } else if let Ok((rest, form)) = parse_command(code, colon, arrows.right) {
            if rest.starts_with("=>") {
                let arrow = self.place(&rest[..2]);
                if self.block_below(line) {
                    sink.push(codes::missing_answer_brace(arrow));
                    let expected = Some(Answer::Block(&code[code.len()..]));
                    self.command(line, place, &Form { expected, ..form }, sink);
                    return;
                }
                sink.push(codes::missing_expectation(arrow));
            }
            if let Some(Answer::Line(sign)) = form.expected
                && self.stands_for_brace(line, sign)
            {
                sink.push(codes::mistyped_answer_brace(self.place(sign), sign));
                let expected = Some(Answer::Block(&code[code.len()..]));
                self.command(line, place, &Form { expected, ..form }, sink);
                return;
            }
            self.command(line, place, &form, sink);
        }
    }

    /// Takes in a plain query: the common case of a long document.
    fn plain_query(&mut self, start: usize, end: usize) {
        let whole = span(start, end);
        self.push(Command { span: whole, target: None, text: whole, expected: None });
    }

    /// Reads a comment `/* … */`. If another one begins before its end, the comment is one line.
    fn comment_of_c(&mut self, start: usize) {
        self.read.slips.comment(span(start, start + 2));
        let rest = &self.text[start + 2..];
        let edge = rest.match_indices('*').find_map(|(at, _)| {
            let ends = rest[at + 1..].starts_with('/');
            (ends || rest[..at].ends_with('/')).then_some((start + 2 + at, ends))
        });
        let Some((end, true)) = edge else { return };
        while let Some(next) = self.line(self.at).filter(|next| next.start <= end) {
            self.read.slips.comment_line(next.start);
            self.at = next.next;
        }
        // Rows within the comment are not a body.
        self.orphan = self.orphan.filter(|orphan| orphan.start >= self.at);
    }

    fn push(&mut self, command: Command) {
        self.read.statements.push(Statement::Command(command));
    }

    /// Returns the length of the control character or byte order mark at `at`; 0 if there is none.
    fn bad(&self, at: usize) -> usize {
        match self.bytes[at] {
            byte if CLASS[byte as usize] != CONTROL => 0,
            byte if byte.is_ascii() => 1,
            _ if self.text[at..].starts_with(BOM) => BOM.len(),
            _ => 0,
        }
    }

    /// Reports the runs of control characters and byte order marks in a stretch of text.
    fn control(&mut self, start: usize, end: usize, sink: &mut Sink) {
        let mut at = start;
        while at < end {
            let from = at;
            while at < end && self.bad(at) > 0 {
                at += self.bad(at);
            }
            if at == from {
                at += self.text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            }
            if self.bytes[at - 1] == ESC {
                at += sequence(&self.bytes[at..end]);
            }
            let span = span(from, at);
            self.read.controls.push(span);
            let first = self.text[from..].chars().next().unwrap_or_default();
            sink.push(codes::bad_character(span, first));
        }
    }

    /// Reports a `}` that closes nothing.
    fn stray_closer(&mut self, line: Raw, start: usize, end: usize, sink: &mut Sink) {
        let rest = self.text[start + 1..end].trim_start_matches([' ', '\t']);
        let whole = span(line.start, line.next);
        let brace = span(start, start + 1);
        self.read.statements.push(Statement::Broken(span(start, end)));
        sink.push(codes::stray_closer(brace, if rest.is_empty() { whole } else { brace }));
    }

    fn use_statement(&mut self, code: &'a str, sink: &mut Sink) {
        let whole = self.place(code);
        let name = match parse_use_statement(code) {
            Ok(("", name)) => self.place(name),
            _ => {
                let mut words = code.split([' ', '\t']).filter(|word| !word.is_empty()).skip(1);
                let name = words.next().map(|word| self.place(word));
                if name.is_none() {
                    sink.push(codes::missing_argument(whole, "the name of a puzzle", "use NAME"));
                }
                if let Some(extra) = words.next() {
                    let rest = Span::new(self.place(extra).start, whole.end);
                    sink.push(codes::trailing_text(rest, "the name"));
                }
                name.unwrap_or(Span::at(whole.end))
            }
        };
        self.read.statements.push(Statement::Use(Use { span: whole, name }));
    }

    /// Takes in the command whose code is a part of a line.
    fn command(&mut self, line: Raw, code: Range<usize>, form: &Form<'a>, sink: &mut Sink) {
        let Range { start, end } = code;
        let call = trim_end(form.call);
        let mut stop = end;
        let mut unreadable = false;
        let mut incomplete = false;

        let expected = form.expected.map(|answer| match answer {
            Answer::Open(sign) => Expected::Open(self.place(sign)),
            Answer::Line(text) => Expected::Line(self.place(text)),
            Answer::Block(text) => {
                let open = self.text.offset(text) + text.find('{').unwrap_or_default();
                let block = self.expect_block(Opening { line, open, end }, None, sink);
                stop = block.stop;
                unreadable = block.unreadable;
                incomplete = block.incomplete;
                Expected::Block(block.inner)
            }
        });

        if unreadable {
            self.read.statements.push(Statement::Broken(span(start, stop)));
            return;
        }
        let expected = expected.filter(|_| !incomplete);
        self.push(Command {
            span: span(start, stop),
            target: form.target.map(|name| self.place(name)),
            text: self.place(call),
            expected,
        });
    }
}

#[cfg(test)]
mod tests;
