//! Live colors: what a line means and where it is wrong, found by reading it, never by running.

use std::collections::{HashMap, HashSet};

use crate::diag::{Code, Severity, Sink};
use crate::ide::{self, Meant, Sort, Token};
use crate::kinds::KINDS;
use crate::puzzle::{Body, Info, Mark, common};
use crate::repl::input::expand::other_word;
use crate::repl::input::paint::{Style, Styled};
use crate::repl::input::view::View;
use crate::repl::verbs::commands::{VERBS, Word, is_call, parse_call};
use crate::session::{self, ReadBody};
use crate::syntax::{Command, Declaration, Fragment, Statement, codes, parse_document};
use crate::text::Span;

/// A verb, also one of the prompt.
const VERB: Style = Style::Sort(Sort::Verb);
/// Longer lines are not colored.
pub(crate) const LONG: usize = 1 << 16;
/// Longer bodies are neither read nor colored at every key.
const LONG_BODY: u32 = 1 << 12;

/// Faults of what is only not typed yet.
const ABSENT: [&Code; 6] = [
    &codes::UNCLOSED_BRACE,
    &codes::MISSING_ARGUMENT,
    &codes::MISSING_EXPECTATION,
    &codes::MISSING_BRACE,
    &common::MISSING_VERB,
    &session::codes::EMPTY,
];

/// Returns the marks of an input. Takes one pass, and reads each body once.
pub(crate) fn marks(text: &str, view: &View, seen: Seen<'_>) -> Vec<Styled> {
    let mut marker = Marker {
        text,
        view,
        tokens: Vec::new(),
        marks: Vec::new(),
        sink: Sink::new(),
        read: seen.body,
    };

    if other_word(text).is_some() {
        marker.mark(Span::new(0, text.len() as u32), VERB);
        return marker.marks;
    }
    if seen.is_bare {
        marker.comments();
        return marker.done();
    }

    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let mut masked = None;
    if let Some(mut call) = parse_call(line, 0, view.info(None)) {
        marker.mark(call.word, VERB);
        while let Some(next) = call.timed(line, view.info(None)) {
            marker.mark(next.word, VERB);
            call = next;
        }
        if call.verb == Word::Time {
            let start = call.rest.start as usize;
            masked = Some(" ".repeat(start) + &text[start..]);
        } else if line.len() == text.len() {
            marker.comments();
            return marker.done();
        }
    }

    let parsed = masked.as_deref().unwrap_or(text);
    let document = parse_document(parsed, &KINDS, &mut marker.sink);
    marker.statements(&document.statements);
    marker.errors();
    marker.done()
}

/// Facts about a text that are known before it is read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen<'a> {
    /// True if it is moves or a tree, or the beginning of them.
    pub(crate) is_bare: bool,
    /// The body of the declaration, if it was read before.
    pub(crate) body: Option<&'a ReadBody>,
}

struct Marker<'a> {
    text: &'a str,
    view: &'a View,
    /// The tokens of the text.
    tokens: Vec<Token>,
    /// Styles that replace those of the tokens, because something is wrong there.
    marks: Vec<Styled>,
    sink: Sink,
    /// A body that was read before.
    read: Option<&'a ReadBody>,
}

impl<'a> Marker<'a> {
    fn mark(&mut self, span: Span, style: Style) {
        self.marks.push(Styled { span, style, unfinished: false });
    }

    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn statements(&mut self, statements: &[Statement]) {
        let meant = ide::meant(self.text, statements, KINDS, &mut |name| self.view.kind(name));
        let mut names = HashSet::new();
        let mut kinds = Vec::with_capacity(statements.len());
        let mut bodies = HashMap::new();

        for (at, (statement, Meant { kind, .. })) in statements.iter().zip(meant).enumerate() {
            kinds.push(match statement {
                Statement::Broken(_) => None,
                Statement::Declaration(declaration) => {
                    let twice = !names.insert(self.slice(declaration.name));
                    bodies.extend(
                        self.declaration(declaration, kind, twice).map(|marks| (at, marks)),
                    );
                    kind
                }
                Statement::Use(clause) => {
                    if kind.is_none() {
                        self.wrong(clause.name, self.begins_name(self.slice(clause.name)));
                    }
                    None
                }
                Statement::Command(command) => {
                    if let (Some(target), None) = (command.target, kind) {
                        self.wrong(target, false);
                    }
                    self.command(command, kind)
                }
            });
        }

        let kind = |at: usize| kinds[at];
        let marks = |at: usize, _| bodies.get(&at).cloned().unwrap_or_default();
        self.tokens.extend(ide::tokens(self.text, statements, None, &kind, &marks));
    }

    fn wrong(&mut self, span: Span, unfinished: bool) {
        self.marks.push(Styled { span, style: Style::Error, unfinished });
    }

    fn begins_name(&self, word: &str) -> bool {
        self.view.names.iter().any(|name| name.starts_with(word))
    }

    /// Marks what is wrong with a declaration. Returns the marks of its body.
    fn declaration(
        &mut self,
        declaration: &Declaration,
        kind: Option<&'static Info>,
        twice: bool,
    ) -> Option<Vec<Mark>> {
        let Some(kind) = kind else {
            self.wrong(declaration.kind, false);
            return None;
        };
        if twice && !declaration.name.is_empty() {
            self.wrong(declaration.name, false);
        }
        if declaration.body.len() > LONG_BODY {
            return None;
        }
        let new;
        let read = match self.read.filter(|read| read.is_at(declaration.body)) {
            Some(read) => read,
            None => {
                new = ReadBody::of(kind, &Body::of(self.text, declaration), true);
                &new
            }
        };
        if declaration.closed {
            for diagnostic in read.diagnostics() {
                self.sink.push(diagnostic.clone());
            }
        }
        read.marks(declaration.body, declaration.body)
    }

    /// Marks what is wrong with a command. Returns the kind to which the command belongs.
    fn command(&mut self, command: &Command, of: Option<&'static Info>) -> Option<&'static Info> {
        let text = Fragment::of(self.text, command.text);
        let first = text.text.split([' ', '\t']).next().unwrap_or_default();
        let verb = text.part(0..first.len()).span();
        let Some(kind) = of.filter(|_| command.target.is_some() || !is_call(text.text)) else {
            if is_call(text.text) && command.target.is_none() {
                self.mark(verb, VERB);
            } else if command.target.is_none() {
                self.wrong(verb, begins_statement(first));
            }
            return None;
        };
        let mark = self.sink.len();
        kind.lint(text, KINDS, &mut self.sink);
        // A word that is still being typed.
        if self.sink.errors_since(mark)
            && self.sink.diagnostics()[mark].span == verb
            && !ABSENT.contains(&self.sink.diagnostics()[mark].code)
            && (common::verbs(kind).any(|verb| verb.name.starts_with(first))
                || command.target.is_none() && (begins_statement(first) || self.begins_name(first)))
        {
            self.sink.truncate(mark);
            self.wrong(verb, true);
        }
        Some(kind)
    }

    fn comments(&mut self) {
        ide::comments(self.text, Span::new(0, self.text.len() as u32), &mut self.tokens);
    }

    /// Returns the styles of the tokens, and after them those of what is wrong.
    fn done(self) -> Vec<Styled> {
        let styled = |token: Token| Styled {
            span: token.span,
            style: Style::Sort(token.sort),
            unfinished: false,
        };
        self.tokens.into_iter().map(styled).chain(self.marks).collect()
    }

    /// Marks the spans of the diagnostics. What is only not there yet is not an error at a prompt.
    fn errors(&mut self) {
        for diagnostic in self.sink.take() {
            if ABSENT.contains(&diagnostic.code) {
                continue;
            }
            let style = match diagnostic.severity() {
                Severity::Error => Style::Error,
                Severity::Warning => Style::Warning,
                Severity::Advice => continue,
            };
            let wrong = self.text.get(diagnostic.span.range()).unwrap_or_default();
            let last = diagnostic.span.end as usize == self.text.len();
            let begun = matches!(wrong, "-" | "+")
                || last && wrong.ends_with(['=', '+', '-'])
                || wrong.starts_with('(') && !wrong.ends_with(')')
                || wrong.starts_with('[') && !wrong.ends_with(']');
            self.marks.push(Styled { span: diagnostic.span, style, unfinished: begun });
        }
    }
}

/// Returns whether a word begins like one that may begin a line before any puzzle is declared.
fn begins_statement(word: &str) -> bool {
    let mut words = VERBS.iter().map(|verb| verb.name).chain(KINDS.names()).chain(["use"]);
    words.any(|verb| verb.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::input::paint::{has_hidden, paint, painted_prompt, unhidden};
    use crate::search::Budget;
    use crate::session::{Mode, Session, read};
    use crate::text::Source;

    fn view() -> View {
        let source = Source::new("x", "matrix one {\n1 2\n3 4\n}\n");
        let mut sink = Sink::new();
        let document = read(&source, true, &mut sink);
        let mut session = Session::new();
        let mode = Mode::Run { solve: false };
        session.run(&source, &document, mode, &Budget::unlimited(), &mut sink, &mut |_, _| {});
        View::of(&session)
    }

    /// The parts that are shown as wrong, with the cursor at the end.
    fn wrong(text: &str) -> Vec<String> {
        let painted = paint(text, text.len(), &marks(text, &view(), Seen::default()), true);
        let plain = plain(&painted);
        assert_eq!(plain, text, "colors change no character");
        let parts = painted.split("\u{1b}[4;31m").skip(1);
        parts.filter_map(|part| Some(part.split_once('\u{1b}')?.0.to_owned())).collect()
    }

    fn plain(painted: &str) -> String {
        let mut parts = painted.split('\u{1b}');
        let mut plain = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            plain.push_str(part.split_once('m').expect("the end of a color").1);
        }
        plain
    }

    #[test]
    fn exactly_what_is_wrong_is_marked() {
        for (text, parts) in [
            ("rotate 1", &[][..]),
            ("rotate x", &["x"]),
            ("rotate 1 2", &["2"]),
            ("rotat", &[]),
            ("rotat 1", &["rotat"]),
            ("rotate", &[]),
            ("rotate ", &[]),
            ("why ", &[]),
            ("goto ", &[]),
            ("rotate -", &[]),
            ("rotate - // no", &["-"]),
            ("one: rotate 1", &[]),
            ("two: rotate 1", &["two"]),
            ("use on", &[]),
            ("use two", &["two"]),
            ("help anything", &[]),
            ("time rotate x", &["x"]),
            ("time time list", &[]),
            ("matrx m { 1 }", &["matrx"]),
            ("matrix one {", &[]),
            ("matrix n { 1 }\nmatrix n { 2 }", &["n"]),
            ("?", &[]),
            (":q", &[]),
            ("matrix m {\n1 2\n3", &[]),
            ("matrix m {\n1 2\nx 4\n}", &["x"]),
            ("matrix m { 1 }\nm: rotate y", &["y"]),
            ("zzz", &["zzz"]),
            ("}", &["}"]),
            ("", &[]),
            ("rotate 1 => 2 // rotate x", &[]),
        ] {
            assert_eq!(wrong(text), parts, "{text}");
        }
    }

    #[test]
    fn bodies_have_colors_whether_they_are_closed_or_not() {
        let painted = |text: &str| paint(text, 0, &marks(text, &view(), Seen::default()), true);
        for end in ["", "}"] {
            let text = painted(&format!("matrix n {{\n  1 2 // one\n  3 4\n{end}"));
            // One stretch per row, however many numbers it has.
            assert!(
                text.contains("\n  \u{1b}[33m1 2\u{1b}[0m \u{1b}[2m// one\u{1b}[0m\n"),
                "{text:?}"
            );
            assert!(text.contains("\n  \u{1b}[33m3 4\u{1b}[0m\n"), "{text:?}");
        }
        let text = painted("klotski k { A . B / goal A at (0,1) }");
        assert!(text.contains("\u{1b}[32mA\u{1b}[0m . \u{1b}[34mB\u{1b}[0m / "), "{text:?}");
        // A long body costs nothing at a key.
        let row = "1 2 3 4\n";
        let long = painted(&format!("matrix n {{\n{}}}", row.repeat(600)));
        assert!(long.contains("1 2 3 4\n1 2 3 4\n"));
    }

    #[test]
    fn without_colors_what_is_wrong_is_underlined() {
        let text = "rotate x // \u{202e}why";
        let painted = paint(text, text.len(), &marks(text, &view(), Seen::default()), false);
        assert_eq!(painted, "rotate \u{1b}[4mx\u{1b}[0m \u{1b}[2m// why\u{1b}[0m");
        assert_eq!(unhidden("a\u{202e}\u{9b}b é 👩\u{200d}🔬"), "ab é 👩\u{200d}🔬");
        assert!(!has_hidden("e\u{301}") && has_hidden("\u{2066}"));
        let prompt = painted_prompt("[7] m @3, rotated by 1> ", false);
        assert_eq!(prompt, "\u{1b}[2m[7] \u{1b}[0mm @3\u{1b}[2m, rotated by 1\u{1b}[0m> ");
        assert!(painted_prompt("[1] puzzled> ", true).contains("\u{1b}[1;32mpuzzled"));
    }

    #[test]
    fn any_text_can_be_colored() {
        let view = view();
        let pieces =
            ["é", "{", "}", "\n", "=> ", "one:", "rotate", " ", "-", "//", "😀", "\r", "1"];
        let mut seed = 1_u64;
        for _ in 0..2000 {
            let mut text = String::new();
            for _ in 0..12 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text += pieces[(seed >> 33) as usize % pieces.len()];
            }
            assert_eq!(
                plain(&paint(&text, text.len(), &marks(&text, &view, Seen::default()), true)),
                text
            );
        }
    }
}
