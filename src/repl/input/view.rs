//! The part of the session that completion, hints and highlighting read: a copy that is made once per
//! input, so that a keystroke costs nothing.

use std::collections::HashMap;

use crate::diag::Sink;
use crate::ide::{self, Head};
use crate::kinds::KINDS;
use crate::puzzle::{Body, Info, Out};
use crate::session::Session;
use crate::syntax::{
    Fragment, Kinds as _, Statement, codes, parse_document, parse_prefix, parse_word,
};
use crate::text::Span;

/// The puzzles by name, and the one in focus.
#[derive(Default)]
pub(crate) struct View {
    /// Names in the order of declaration.
    pub(crate) names: Vec<String>,
    kinds: HashMap<String, &'static str>,
    focus: Option<&'static str>,
    /// The version of the session when the names were read.
    version: u64,
}

impl View {
    /// Returns the view of a session.
    #[cfg(test)]
    pub(crate) fn of(session: &Session) -> Self {
        let mut view = Self::default();
        view.refresh(session);
        view
    }

    /// Copies the session again. Costs next to nothing if no name has changed, however many there are.
    pub(crate) fn refresh(&mut self, session: &Session) {
        self.focus = session.focused_entry().map(|entry| entry.kind);
        if self.version == session.version() {
            return;
        }
        self.version = session.version();
        self.kinds.clear();
        self.names.clear();
        for entry in session.entries() {
            self.kinds.insert(entry.name.clone(), entry.kind);
            self.names.push(entry.name);
        }
    }

    /// Returns the kind of a puzzle, or of the one in focus.
    pub(crate) fn kind(&self, name: Option<&str>) -> Option<&'static Info> {
        match name {
            Some(name) => self.kinds.get(name).copied(),
            None => self.focus,
        }
        .and_then(|name| KINDS.kind(name))
    }

    /// Returns what is known of that kind.
    pub(crate) fn info(&self, name: Option<&str>) -> Option<&'static Info> {
        self.kind(name)
    }

    /// Returns the names with their kinds.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.names.iter().map(|name| (name.as_str(), self.kinds[name]))
    }
}

/// Returns whether a text ends inside a block that a further line could close, or with a comment
/// for the checker, which waits for its statement.
pub(crate) fn is_open(text: &str) -> bool {
    if !text.contains('{') && !text.lines().any(is_note) {
        return false;
    }
    let mut sink = Sink::new();
    let document = parse_document(text, &KINDS, &mut sink);
    if document.notes.last().is_some_and(|note| note.target.is_none()) {
        return true;
    }
    let Some(open) = last_open(&sink) else { return false };
    // After another `{` the first block can no longer be closed.
    text[open.end as usize..]
        .split(['\n', '\r'])
        .all(|line| !crate::syntax::uncommented(line).0.contains('{'))
}

/// Returns the last `{` that is never closed.
fn last_open(sink: &Sink) -> Option<Span> {
    let mut diagnostics = sink.diagnostics().iter().rev();
    let unclosed = diagnostics.find(|diagnostic| *diagnostic.code == codes::UNCLOSED_BRACE)?;
    // It is reported at the last row, if there is one, and the brace is a related place.
    let brace = unclosed.related.first();
    Some(brace.map_or(unclosed.span, |label| label.span))
}

/// What follows a body without `}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// Nothing that is no row of it.
    Nothing,
    /// A line that the parser takes for a statement, though it may be a row of a body that is not
    /// complete yet.
    Perhaps,
    /// A statement: the body is sound without the line and not with it.
    Statement,
}

/// Returns what follows the body without `}` in which a text ends, if it ends in one. It reads the body
/// twice.
pub(crate) fn after_body(text: &str) -> After {
    let mut sink = Sink::new();
    let document = parse_document(text, &KINDS, &mut sink);
    let Some(open) = last_open(&sink) else { return After::Nothing };
    let before = |statement: &Statement| statement.span().start <= open.start;
    let count = document.statements.partition_point(before);
    let owner = count.checked_sub(1).map(|at| &document.statements[at]);
    let (Some(Statement::Declaration(declaration)), Some(next)) =
        (owner, document.statements.get(count))
    else {
        return After::Nothing;
    };
    let Some(kind) = KINDS.kind(&text[declaration.kind.range()]) else { return After::Nothing };

    let start = declaration.span.start as usize;
    let next = next.span().start as usize;
    let end = text[next..].find(['\n', '\r']).map_or(text.len(), |length| next + length);
    if is_sound(&text[start..next], kind) && !is_sound(&text[start..end], kind) {
        return After::Statement;
    }
    let call = text[next..end].trim_end();
    let call = parse_prefix(call).map_or(call, |(rest, _)| rest);
    match kind.lint(Fragment { text: call, start: 0 }, KINDS, &mut Sink::new()) {
        true => After::Perhaps,
        false => After::Nothing,
    }
}

/// Returns whether a declaration whose `}` is missing is sound if it ends with this text.
fn is_sound(text: &str, kind: &'static Info) -> bool {
    let text = text.trim_end();
    let closer = if text.contains(['\n', '\r']) { "\n}" } else { " }" };
    let text = format!("{text}{closer}");
    let mut sink = Sink::new();
    let document = parse_document(&text, &KINDS, &mut sink);
    let [Statement::Declaration(declaration)] = &document.statements[..] else { return false };
    let model = kind.read(&Body::of(&text, declaration), &mut Out::new(&mut sink));
    model.is_some() && !sink.errors_since(0)
}

/// Returns whether a line can follow a body without `}`: it begins like a command or `use`.
pub(crate) fn begins_statement(line: &str) -> bool {
    let line = line.trim();
    let call = parse_prefix(line).map_or(line, |(rest, _)| rest);
    parse_word(line).is_ok_and(|(_, word)| word == "use") || KINDS.takes(None, call).is_some()
}

/// Returns whether a line may be a comment for the checker.
pub(crate) fn is_note(line: &str) -> bool {
    line.trim_start().starts_with("//") && line.contains("puzzled:")
}

/// Takes the line apart that ends with `text[..pos]`; `time` in front of a command is passed over.
pub(crate) fn head(text: &str, pos: usize) -> Head<'_> {
    let mut head = Head::at(text, pos);
    while let Some(rest) = head.after("time") {
        head = rest;
    }
    head
}

/// Returns whether a place lies in a body or an answer in braces.
pub(crate) fn is_in_block(text: &str, pos: usize) -> bool {
    text.contains('{') && {
        let document = parse_document(text, &KINDS, &mut Sink::new());
        ide::is_in_block(text, &document.statements, pos as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_open_until_they_can_be_closed_no_more() {
        for (text, open) in [
            ("matrix m {", true),
            ("matrix m {\n1 2\n", true),
            ("matrix m {\n  1 2\n3 4", true),
            ("matrix m {\n  1 2\n// }", true),
            ("matrix m {\n  1 2\n}", false),
            ("matrix m { 1 2 }", false),
            ("matrix a {\n 1\nmatrix b {\n 2\n}", false),
            ("matrix a {\n 1\nmatrix b {\n 2\n", true),
            ("show => {\n 1 2", true),
            ("show => {\n 1 2\n}", false),
            ("show // {", false),
            ("", false),
            ("}", false),
            ("unknown kind {", true),
            ("// puzzled: allow matrix::odd-side", true),
            ("// puzzled: allow matrix::odd-side\n\n// why", true),
            ("// puzzled: allow matrix::odd-side\nrotate 1", false),
            ("// puzzled: allow matrix::odd-side\nmatrix m {", true),
            ("// puzzled: allow matrix::odd-side\nmatrix m { 1 }", false),
            ("// puzzled is fun", false),
        ] {
            assert_eq!(is_open(text), open, "{text}");
        }
    }

    #[test]
    fn a_body_ends_before_what_is_no_row_of_it() {
        for (text, after) in [
            ("matrix m {\n1 2\n3 4", After::Nothing),
            ("matrix m {\n1 2\n3 4\nshow", After::Statement),
            ("matrix m {\n  1 2\n  3 4\nlist", After::Statement),
            ("matrix m {\n1 2\n3 4\nuse m", After::Statement),
            ("matrix m {\n1 2\n3 4\n}\nshow", After::Nothing),
            ("matrix m { 1 2 / 3 4\nm: show", After::Statement),
            ("matrix a { 1 }\nmatrix m {\n1 2\n3 4\nrotate 1\nshow", After::Statement),
            // The body lacks something, so that the line may belong to what is typed next.
            ("matrix m {\n1 2\n3\nshow", After::Perhaps),
            ("sudoku s {\n1.34\n3412\nsolve", After::Perhaps),
            ("sudoku s {\n1.34\n3412\nrow x", After::Nothing),
            // A row may be a word.
            ("klotski k {\nABCD\nshow", After::Perhaps),
            ("klotski k {\nshow show .", After::Nothing),
            ("klotski k {\nshow . .\ngoal show at (0,1)\nsolve", After::Statement),
            ("automaton a {\nrule 7\ntree X\n3 []", After::Statement),
            ("unknown k {\nABCD\nshow", After::Nothing),
        ] {
            assert_eq!(after_body(text), after, "{text}");
        }
        for line in ["show", " m: solve", "use m", "3 [<]"] {
            assert!(begins_statement(line), "{line}");
        }
        for line in ["1 2", "goal A at (1,1)", "A . B", "shows", "list"] {
            assert!(!begins_statement(line), "{line}");
        }
    }

    #[test]
    fn names_are_copied_only_when_one_has_changed() {
        let mut shell = crate::repl::tests::shell();
        let say = crate::repl::tests::say;
        for number in 0..100 {
            say(&mut shell, &format!("matrix m{number} {{ 1 2 / 3 4 }}"));
        }
        let session = shell.session.clone();
        let mut view = View::of(&session.borrow_mut());
        let copy = view.names[0].as_ptr();
        for line in ["rotate 1", "use m3", "m5: rotate 1", "undo", "ring 7", "branch here"] {
            say(&mut shell, line);
            view.refresh(&session.borrow_mut());
            assert_eq!(view.names[0].as_ptr(), copy, "{line}");
        }
        say(&mut shell, "forget m7");
        view.refresh(&session.borrow_mut());
        assert_eq!(view.names.len(), 99);
    }

    #[test]
    fn heads() {
        let at = |text: &'static str| {
            let head = head(text, text.len());
            (head.target, head.rest)
        };
        assert_eq!(at("  rot"), (None, "rot"));
        assert_eq!(at("m: ring "), (Some("m"), "ring "));
        assert_eq!(at("x\n time time m:ring"), (Some("m"), "ring"));
        assert_eq!(at("time"), (None, "time"));
        assert_eq!(head("abc def", 2).rest, "ab");
    }
}
