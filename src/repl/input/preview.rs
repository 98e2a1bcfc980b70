//! What a line would do, while it is typed: the answer as ghost text after it, and what is wrong
//! with it beyond its form. Dry runs only: nothing changes.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::diag::{Diagnostic, Sink, clip};
use crate::host::thread_time;
use crate::ide::expectation;
use crate::kinds::KINDS;
use crate::puzzle::{Answer, Body, Kind, Puzzle, common};
use crate::render::sanitize;
use crate::repl::input::answers::{Answers, keeps, names_in, replaced};
use crate::repl::input::bare;
use crate::repl::input::view::{View, head};
use crate::repl::shared::Shared;
use crate::repl::verbs::commands;
use crate::search::Budget;
use crate::session::{ReadBody, Session};
use crate::syntax::{Declaration, Fragment, Statement, background, parse_document, uncommented};
use crate::text::Span;

/// No dry runs of longer lines.
const LONG: usize = 1 << 10;
/// A dry run that computes longer is the last one for this line. Not the time of a clock: on a busy
/// machine every dry run takes long.
const SLOW: Duration = Duration::from_millis(3);

/// What is known of a line before it runs.
#[derive(Debug, Default)]
pub(crate) struct Preview {
    /// The answer on one line.
    pub(crate) answer: Option<String>,
    /// The answer as an expectation on the line of its command.
    pub(crate) expected: Option<String>,
    /// What is wrong.
    pub(crate) found: Vec<Diagnostic>,
    /// Where names of earlier answers stand.
    pub(crate) recalled: Vec<Span>,
    /// True if right words begin like the last one.
    pub(crate) begins: bool,
    /// What a bare line is written out to, or what a declaration does.
    pub(crate) written: Option<String>,
    /// True if the line is the beginning of bare moves.
    pub(crate) bare: bool,
    /// The body of the line, if the line is a declaration, and the text that it was read in.
    pub(crate) read: Option<(String, Arc<ReadBody>)>,
}

/// Runs lines dry, each once.
pub(crate) struct Previewer {
    session: Shared<Session>,
    answers: Rc<RefCell<Answers>>,
    last: RefCell<Option<(String, Rc<Preview>)>>,
    is_slow: Cell<bool>,
}

impl Previewer {
    /// Returns a previewer for a session, which knows these answers.
    pub(crate) fn new(session: Shared<Session>, answers: Rc<RefCell<Answers>>) -> Self {
        Self { session, answers, last: RefCell::default(), is_slow: Cell::new(false) }
    }

    /// Forgets the last line: an input was run, and its answer may be another one now.
    pub(crate) fn refresh(&self) {
        *self.last.borrow_mut() = None;
        self.is_slow.set(false);
    }

    /// Hands a puzzle to `ask`.
    pub(crate) fn ask(&self, name: Option<&str>, ask: &mut dyn FnMut(&mut dyn Puzzle)) {
        if let Some(puzzle) = self.session.lock().puzzle(name) {
            ask(puzzle);
        }
    }

    /// Returns what a puzzle knows for the end of a command.
    pub(crate) fn words(&self, name: Option<&str>, before: Fragment<'_>) -> Vec<String> {
        let mut words = Vec::new();
        self.ask(name, &mut |puzzle| words = puzzle.complete(before));
        words
    }

    /// Returns whether a command leads over the replacement of a puzzle.
    pub(crate) fn crosses(&self, name: Option<&str>, command: Fragment<'_>) -> bool {
        self.session.lock().crosses(name, command)
    }

    /// Returns whether the answers about a puzzle are withheld until they are asked for.
    pub(super) fn withholds(&self, name: Option<&str>) -> bool {
        self.session.lock().withholds(name)
    }

    /// Returns the names of earlier answers.
    pub(crate) fn answers(&self) -> Vec<String> {
        self.answers.borrow().names().collect()
    }

    /// Returns what is known of a line; the last line is remembered.
    pub(crate) fn preview(&self, line: &str, view: &View) -> Rc<Preview> {
        if let Some((text, preview)) = &*self.last.borrow()
            && text == line
        {
            return preview.clone();
        }
        let mut preview = self.compute(line, view);
        if preview.answer.is_some() && self.withholds(head(line, line.len()).target) {
            (preview.answer, preview.expected) = (None, None);
        }
        let preview = Rc::new(preview);
        *self.last.borrow_mut() = Some((line.to_owned(), preview.clone()));
        preview
    }

    fn compute(&self, line: &str, view: &View) -> Preview {
        let mut preview = Preview::default();
        if line.len() > LONG {
            return preview;
        }
        let mut keeps = |target: Option<&str>, command: Fragment<'_>, at: u32| {
            keeps(&mut self.session.lock(), target, command, at)
        };
        let edits = match names_in(line, &self.answers.borrow(), &mut keeps) {
            Ok(edits) => edits,
            Err(found) => {
                preview.found.push(*found);
                return preview;
            }
        };
        preview.recalled = edits.iter().map(|edit| edit.span).collect();
        let mut text = replaced(line, &edits).map_or(Cow::Borrowed(line), Cow::Owned);
        let mut session = self.session.lock();
        let is_one_line = !text.contains(['\n', '\r']);
        if let Some((one, kind)) = only_declaration(&text, &mut Sink::new()) {
            let read = Arc::new(ReadBody::of(kind, &Body::of(&text, &one), true));
            session.keep_body(&text, &read);
            let does = declared(&text, &one, kind, &read, &mut session);
            preview.written = does.filter(|_| is_one_line);
            preview.read = Some((text.to_string(), read));
        }
        if !is_one_line || self.is_slow.get() || preview.written.is_some() {
            return preview;
        }
        let moves = head(&text, text.len()).start as u32;
        if bare::is_open_tree(&text) {
            preview.bare = true;
            return preview;
        }
        match bare::written(&text, &mut session) {
            Err(found) => {
                preview.bare = true;
                preview.found.push(*found);
                return preview;
            }
            Ok(Some(new)) => {
                preview.bare = true;
                preview.written = Some(sanitize(new.trim()).into_owned());
                if text.trim_start().starts_with('(') {
                    preview.found = faults_of_tree(&text, &new);
                    return preview;
                }
                text = Cow::Owned(new);
            }
            Ok(None) => {}
        }
        let at = head(&text, text.len());
        let (code, commented) = uncommented(at.rest);
        let code = code.split("=>").next().unwrap_or_default().trim_end_matches([' ', '\t']);
        if background(code).is_some() {
            return preview; // its answer comes later
        }
        let Some(info) = view.info(at.target) else { return preview };
        let known = common::meaning(info, Fragment { text: code, start: 0 }).is_some();
        let ours = at.target.is_none() && commands::parse_call(at.rest, 0, Some(info)).is_some();
        if session.crosses(at.target, Fragment { text: code, start: 0 }) {
            return preview; // it is possible, and its answer is another puzzle's
        }
        let Some(puzzle) = session.puzzle(at.target) else { return preview };
        if !known || ours {
            let kind = KINDS
                .kind(info.name)
                .filter(|kind| !ours && bare::may_be_bare(code, at.target.is_none(), *kind));
            // Moves that are still being typed.
            preview.bare = kind.is_some() && {
                let play = format!("{}{code}", bare::PLAY);
                let last = code.rsplit([' ', '\t', ';']).next().unwrap_or_default();
                let all = puzzle.complete(Fragment { text: &play, start: 0 });
                all.iter().any(|one| one.starts_with(last))
            };
            return preview;
        }
        let command = Fragment { text: code, start: at.start as u32 };
        let mut sink = Sink::new();
        let begun = thread_time();
        let answer = puzzle.preview(command, &Budget::unlimited(), &mut sink);
        self.is_slow.set(thread_time().saturating_sub(begun) > SLOW);
        let answer = answer.and_then(Answer::into_text).filter(|_| !commented);
        if let Some(text) = answer {
            preview.answer = on_one_line(&text);
            let expected = expectation(&text).filter(|line| line.len() <= LONG);
            preview.expected = expected.map(str::to_owned);
        }
        preview.found = sink.take();
        if !preview.found.is_empty() {
            let last = code.rsplit([' ', '\t', ';']).next().unwrap_or_default();
            let all = puzzle.complete(command);
            preview.begins = all.iter().any(|one| one.len() > last.len() && one.starts_with(last));
        }
        if preview.written.is_some() {
            let reads = |kind: &dyn Kind| kind.lint(command, KINDS, &mut Sink::new());
            preview.put_back(KINDS.kind(info.name).is_some_and(reads), moves);
        }
        preview
    }
}

impl Preview {
    /// Moves what was found in the command that moves become back to the line, where the moves
    /// begin at `start`. It is shown what moves become, but not what a line becomes that cannot be
    /// read.
    fn put_back(&mut self, is_read: bool, start: u32) {
        self.written.take_if(|_| !is_read);
        let back = |at: u32| at.saturating_sub(bare::PLAY.len() as u32).max(start.min(at));
        for one in &mut self.found {
            one.span = Span::new(back(one.span.start), back(one.span.end));
        }
    }
}

/// Returns the declaration that is all of a text, with its kind.
fn only_declaration(text: &str, sink: &mut Sink) -> Option<(Declaration, &'static dyn Kind)> {
    let mut statements = parse_document(text, &KINDS, sink).statements;
    let Some(Statement::Declaration(one)) = statements.pop() else { return None };
    let kind = KINDS.kind(text.get(one.kind.range())?)?;
    statements.is_empty().then_some((one, kind))
}

/// Returns what a line will do that is one declaration, if it is sound: declare a puzzle, or replace
/// another one.
fn declared(
    line: &str,
    one: &Declaration,
    kind: &dyn Kind,
    read: &ReadBody,
    session: &mut Session,
) -> Option<String> {
    let name = line.get(one.name.range()).filter(|name| one.closed && !name.is_empty())?;
    read.model()?;
    let shown = sanitize(&clip(name)).into_owned();
    Some(match session.puzzle(Some(name)) {
        None => format!("declares `{shown}`"),
        Some(old) if old.info().name == kind.info().name && old.changed() > 0 => {
            format!("replaces `{shown}` and makes its moves again")
        }
        Some(_) => format!("replaces `{shown}`"),
    })
}

/// Returns what is wrong with a bare tree, at its places in the line; `new` is its declaration.
fn faults_of_tree(line: &str, new: &str) -> Vec<Diagnostic> {
    let mut sink = Sink::new();
    if let Some((one, kind)) = only_declaration(new, &mut sink) {
        kind.open(&Body::of(new, &one), KINDS, &mut sink);
    }
    let start = line.len() - line.trim_start().len();
    let tree = new.find('(').unwrap_or_default();
    let back = |at: u32| ((at as usize).saturating_sub(tree) + start).min(line.len()) as u32;
    let mut found = sink.take();
    for one in &mut found {
        one.span = Span::new(back(one.span.start), back(one.span.end));
    }
    found
}

/// Returns the lines of an answer on one; none if there is nothing to show.
fn on_one_line(text: &str) -> Option<String> {
    // More than any window shows.
    let end = text.char_indices().nth(600).map_or(text.len(), |(at, _)| at);
    let lines: Vec<_> = text[..end].lines().map(sanitize).collect();
    let line = lines.join(" / ");
    (!line.trim().is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::{say, shell};

    #[test]
    fn a_line_is_looked_at_once() {
        let mut shell = shell();
        say(&mut shell, "matrix m { 1 2 / 3 4 }");
        let view = View::of(&shell.session.lock());
        let previewer = Previewer::new(shell.session.clone(), shell.answers.clone());
        let first = previewer.preview("ring 0", &view);
        assert_eq!(first.answer.as_deref(), Some("1 2 4 3"));
        assert!(Rc::ptr_eq(&first, &previewer.preview("ring 0", &view)));
        previewer.refresh();
        assert!(!Rc::ptr_eq(&first, &previewer.preview("ring 0", &view)));
        // No dry run of a line that is too long to be typed.
        let long = format!("ring 0 {}", " ".repeat(LONG));
        assert!(previewer.preview(&long, &view).answer.is_none());
    }

    #[test]
    fn answers_to_open_questions_are_not_shown_before_they_are_asked_for() {
        let mut shell = shell();
        say(&mut shell, "matrix m { 1 2 / 3 4 }\nrings => ?\nmatrix n { 1 2 / 3 4 }");
        let view = View::of(&shell.session.lock());
        let previewer = Previewer::new(shell.session.clone(), shell.answers.clone());
        for (line, answer) in
            [("m: ring 0", None), ("n: ring 0", Some("1 2 4 3")), ("ring 0", Some("1 2 4 3"))]
        {
            assert_eq!(previewer.preview(line, &view).answer.as_deref(), answer, "{line}");
        }
    }

    #[test]
    fn a_bare_path_shows_its_answer() {
        let mut shell = shell();
        say(&mut shell, "automaton t { rule 42354 tree (X . X) }");
        let view = View::of(&shell.session.lock());
        let previewer = Previewer::new(shell.session.clone(), shell.answers.clone());
        for (line, answer) in
            [("[<]", Some("X")), ("t: []", Some(".")), ("0 [>]", Some("X")), ("[", None)]
        {
            assert_eq!(previewer.preview(line, &view).answer.as_deref(), answer, "{line}");
        }
    }

    #[test]
    fn a_bare_tree_shows_its_declaration_and_what_is_wrong_with_it() {
        let mut shell = shell();
        say(&mut shell, "automaton t { rule 7 tree X }");
        let view = View::of(&shell.session.lock());
        let previewer = Previewer::new(shell.session.clone(), shell.answers.clone());
        let seen = previewer.preview(" (X . X)", &view);
        assert!(seen.bare && seen.found.is_empty());
        assert_eq!(seen.written.as_deref(), Some("automaton tree { rule 7 tree (X . X) }"));
        // Until it is closed it is neither wrong nor anything else.
        let seen = previewer.preview("(X . (X", &view);
        assert!(seen.bare && seen.found.is_empty() && seen.written.is_none());
        let line = " (X . Q)";
        let seen = previewer.preview(line, &view);
        let wrong: Vec<_> = seen.found.iter().map(|one| &line[one.span.range()]).collect();
        assert_eq!(wrong, ["Q"]);
    }

    #[test]
    fn a_declaration_says_what_it_will_do() {
        let mut shell = shell();
        say(&mut shell, "matrix m { 1 2 / 3 4 }");
        let seen = |shell: &crate::repl::shell::Shell, line: &str| {
            let view = View::of(&shell.session.lock());
            let previewer = Previewer::new(shell.session.clone(), shell.answers.clone());
            previewer.preview(line, &view).written.clone()
        };
        assert_eq!(seen(&shell, "matrix n { 1 }").as_deref(), Some("declares `n`"));
        assert_eq!(seen(&shell, "matrix m { 1 }").as_deref(), Some("replaces `m`"));
        say(&mut shell, "rotate 1");
        let again = seen(&shell, "matrix m { 1 }");
        assert_eq!(again.as_deref(), Some("replaces `m` and makes its moves again"));
        assert_eq!(seen(&shell, "klotski m { A . }").as_deref(), Some("replaces `m`"));
        for line in
            ["matrix n { 1", "matrix n { 1 2 / 3 }", "matrix { 1 }", "m: ring 0", "nope n { 1 }"]
        {
            assert_eq!(seen(&shell, line), None, "{line}");
        }
    }
}
