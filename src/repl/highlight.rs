//! Live colours: what a line means and where it is wrong, found by reading it, never by running.

use super::commands::{is_own, own};
use super::paint::{Mark, Style};
use super::shell::other_word;
use super::transcript;
use super::view::{View, word};
use crate::diag::{Diagnostic, Severity, Sink};
use crate::kinds::KINDS;
use crate::puzzle::Body;
use crate::session;
use crate::session::resolve::Focus;
use crate::syntax::{
    Command, Declaration, Fragment, Statement, codes, parse_document, uncommented,
};
use crate::text::Span;

/// Longer lines are not coloured.
pub(super) const LONG: usize = 1 << 16;
/// Longer bodies are not read at every key.
const LONG_BODY: usize = 1 << 12;

/// The marks of an input. One pass, but for the bodies, each of which its kind reads once.
///
/// `found` is what is known to be wrong beyond what a reading finds, and `begins` says that right
/// words begin like the last one. Names of earlier answers stand at `recalled`: what is read
/// around them means nothing yet.
pub(super) fn marks(text: &str, view: &View, seen: Seen<'_>) -> Vec<Mark> {
    let mut marker =
        Marker { text, view, begins: seen.begins, marks: Vec::new(), sink: Sink::new() };
    if transcript::inputs(text).is_some() {
        marker.mark(Span::new(0, text.len() as u32), Style::Faint);
        return marker.marks;
    }
    if other_word(text).is_some() {
        marker.mark(Span::new(0, text.len() as u32), Style::Verb);
        return marker.marks;
    }
    if seen.bare {
        // What is bare is read in full elsewhere: its dry run knows what is wrong.
        marker.comments();
        for one in seen.found {
            marker.sink.push(one.clone());
        }
        marker.errors();
        return marker.marks;
    }
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let mut masked = None;
    if let Some(mut own) = own(line, 0, view.info(None)) {
        marker.mark(own.word, Style::Verb);
        while own.verb.name == "time" {
            let rest = own.rest.start as usize;
            let Some(next) = super::commands::own(&line[rest..], rest, view.info(None)) else {
                break;
            };
            marker.mark(next.word, Style::Verb);
            own = next;
        }
        if own.verb.name == "time" {
            let start = own.rest.start as usize;
            masked = Some(" ".repeat(start) + &text[start..]);
        } else if line.len() == text.len() {
            marker.comments();
            return marker.marks;
        }
    }
    let parsed = masked.as_deref().unwrap_or(text);
    let document = parse_document(parsed, &KINDS, &mut marker.sink);
    marker.statements(&document.statements);
    marker.comments();
    if seen.recalled.is_empty() {
        for one in seen.found {
            marker.sink.push(one.clone());
        }
        marker.errors();
    } else {
        marker.marks.retain(|mark| mark.style != Style::Error);
        for &span in seen.recalled {
            marker.mark(span, Style::Name);
        }
    }
    marker.marks
}

/// What is known of a text by other means than reading it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen<'a> {
    /// What a dry run found.
    pub(super) found: &'a [Diagnostic],
    /// Whether right words begin like the last one.
    pub(super) begins: bool,
    /// Where names of earlier answers stand.
    pub(super) recalled: &'a [Span],
    /// Whether it is bare: moves or a tree, or the beginning of moves.
    pub(super) bare: bool,
}

struct Marker<'a> {
    text: &'a str,
    view: &'a View,
    begins: bool,
    marks: Vec<Mark>,
    sink: Sink,
}

impl<'a> Marker<'a> {
    fn mark(&mut self, span: Span, style: Style) {
        self.marks.push(Mark { span, style, unfinished: false });
    }

    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn statements(&mut self, statements: &[Statement]) {
        // Names declared in this input, and the kind in focus, if the names determine it.
        let mut declared: Vec<(&str, &str)> = Vec::new();
        let mut focus = Focus::default();
        if let Some(kind) = self.view.kind(None) {
            focus.set(Some(kind));
        }
        focus.begin(true);
        for statement in statements {
            match statement {
                Statement::Broken(_) => {}
                Statement::Declaration(one) => {
                    let name = self.slice(one.name);
                    self.declaration(one, declared.iter().any(|(known, _)| *known == name));
                    declared.push((self.slice(one.name), self.slice(one.kind)));
                    focus.declare(KINDS.kind(self.slice(one.kind)));
                }
                Statement::Use(one) => {
                    self.mark(word(self.text, one.span.start as usize), Style::Keyword);
                    let name = self.slice(one.name);
                    let found = declared.iter().rev().find(|(known, _)| *known == name);
                    match found.map_or_else(|| self.view.kind(Some(name)), |(_, of)| KINDS.kind(of))
                    {
                        Some(kind) => {
                            focus.follow(Some(Some(kind)));
                            self.mark(one.name, Style::Name);
                        }
                        None => self.wrong(one.name, self.begins_name(name)),
                    }
                }
                Statement::Command(one) => {
                    let target = one.target.map(|target| (target, self.slice(target)));
                    let of = match target {
                        None => focus.get().copied().flatten(),
                        Some((span, name)) => {
                            let found = declared.iter().rev().find(|(known, _)| *known == name);
                            let of = found.map_or_else(
                                || self.view.kind(Some(name)),
                                |(_, of)| KINDS.kind(of),
                            );
                            if of.is_some() {
                                self.mark(span, Style::Name);
                            } else {
                                self.wrong(span, false);
                            }
                            of
                        }
                    };
                    self.command(one, of);
                }
            }
        }
    }

    fn wrong(&mut self, span: Span, unfinished: bool) {
        self.marks.push(Mark { span, style: Style::Error, unfinished });
    }

    fn begins_name(&self, word: &str) -> bool {
        self.view.names.iter().any(|name| name.starts_with(word))
    }

    fn declaration(&mut self, one: &Declaration, twice: bool) {
        let word = self.slice(one.kind);
        let Some(kind) = KINDS.kind(word) else {
            self.wrong(one.kind, false);
            return;
        };
        self.mark(one.kind, Style::Keyword);
        if twice && !one.name.is_empty() {
            self.wrong(one.name, false);
        } else {
            self.mark(one.name, Style::Name);
        }
        if one.closed && (one.body.len() as usize) < LONG_BODY {
            let name = if one.name.is_empty() { one.kind } else { one.name };
            let body = Body { source: self.text, span: one.body, name, raw: false };
            kind.open(&body, KINDS, &mut self.sink);
        }
    }

    fn command(&mut self, one: &Command, of: Option<&'static dyn crate::puzzle::Kind>) {
        let text = Fragment::of(self.text, one.text);
        let first = text.text.split([' ', '\t']).next().unwrap_or_default();
        let verb = text.part(0..first.len()).span();
        let line = text.text.len();
        let ours = one.target.is_none() && is_own(text.text);
        match of {
            _ if ours => self.mark(verb, Style::Verb),
            Some(kind) => {
                let mark = self.sink.len();
                kind.lint(text, KINDS, &mut self.sink);
                if !self.sink.errors_since(mark) {
                    self.mark(verb, Style::Verb);
                } else if self.sink.found()[mark].span == verb {
                    // A word that is still being typed.
                    let begins = self.begins_verb(first, one.target.is_some(), kind.info());
                    if begins {
                        self.sink.truncate(mark);
                        self.wrong(verb, true);
                    }
                } else {
                    self.mark(verb, Style::Verb);
                }
            }
            None if one.target.is_none() => {
                let begins = KINDS.names().iter().any(|kind| kind.starts_with(first))
                    || super::commands::VERBS.iter().any(|verb| verb.name.starts_with(first))
                    || "use".starts_with(first);
                self.wrong(verb, begins);
            }
            None => {}
        }
        let mut at = 0;
        for word in text.text.split([' ', '\t']) {
            let integer = word.strip_prefix(['-', '+']).unwrap_or(word);
            if !ours && !integer.is_empty() && integer.bytes().all(|byte| byte.is_ascii_digit()) {
                self.mark(text.part(at..at + word.len()).span(), Style::Number);
            }
            at = (at + word.len() + 1).min(line);
        }
        if one.span.end > one.text.end {
            self.mark(Span::new(one.text.end, one.span.end), Style::Expected);
        }
    }

    fn begins_verb(&self, word: &str, prefixed: bool, info: &'static crate::puzzle::Info) -> bool {
        crate::puzzle::common::verbs(info).any(|verb| verb.name.starts_with(word))
            || !prefixed
                && (super::commands::VERBS.iter().any(|verb| verb.name.starts_with(word))
                    || KINDS.names().iter().any(|kind| kind.starts_with(word))
                    || "use".starts_with(word)
                    || self.begins_name(word))
    }

    fn comments(&mut self) {
        let mut start = 0;
        for line in self.text.split(['\n', '\r']) {
            let (code, commented) = uncommented(line);
            if commented {
                let span = Span::new((start + code.len()) as u32, (start + line.len()) as u32);
                self.mark(span, Style::Faint);
            }
            start += line.len() + 1;
        }
    }

    /// Lays what was found over the rest. What is only not there yet is not an error at a prompt.
    fn errors(&mut self) {
        let absent = [
            &codes::UNCLOSED_BRACE,
            &codes::MISSING_ARGUMENT,
            &codes::MISSING_EXPECTATION,
            &codes::MISSING_BRACE,
            &crate::puzzle::common::MISSING_VERB,
            &session::codes::EMPTY,
        ];
        for found in self.sink.take() {
            if absent.contains(&found.code) {
                continue;
            }
            let style = match found.severity() {
                Severity::Error => Style::Error,
                Severity::Warning => Style::Warning,
                Severity::Advice => continue,
            };
            let wrong = self.text.get(found.span.range()).unwrap_or_default();
            let last = found.span.end as usize == self.text.len();
            let begun = last && self.begins
                || matches!(wrong, "-" | "+")
                || wrong.starts_with('(') && !wrong.ends_with(')')
                || wrong.starts_with('[') && !wrong.ends_with(']');
            self.marks.push(Mark { span: found.span, style, unfinished: begun });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::paint::{has_hidden, paint, painted_prompt, unhidden};
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
        assert_eq!(plain, text, "colours change no character");
        let parts = painted.split("\u{1b}[4;31m").skip(1);
        parts.filter_map(|part| Some(part.split_once('\u{1b}')?.0.to_owned())).collect()
    }

    fn plain(painted: &str) -> String {
        let mut parts = painted.split('\u{1b}');
        let mut plain = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            plain.push_str(part.split_once('m').expect("the end of a colour").1);
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
    fn without_colours_what_is_wrong_is_underlined() {
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
    fn any_text_can_be_coloured() {
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
