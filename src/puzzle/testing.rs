//! Shared by the unit tests of the kinds.

use std::cell::Cell;

use super::verdict::{Grade, Optimum, Question};
use super::{Board, Body, Converted, Depth, Info, Mark, Verdict};
use crate::diag::{Sink, edited};
use crate::kinds::KINDS;
use crate::search::Budget;
pub(crate) use crate::search::tests::Draw;
use crate::syntax::Fragment;
use crate::text::{Source, Span};

thread_local! {
    /// The number of bodies that were read on this thread.
    pub(crate) static READ: Cell<usize> = const { Cell::new(0) };
    /// The number of marks that were made on this thread.
    pub(crate) static MARKED: Cell<usize> = const { Cell::new(0) };
}

/// Returns the number of marks that `work` makes.
pub(crate) fn marks_made(work: impl FnOnce()) -> usize {
    let before = MARKED.get();
    work();
    MARKED.get() - before
}

/// Returns how many bodies `work` reads.
pub(crate) fn bodies_read(work: impl FnOnce()) -> usize {
    let before = READ.get();
    work();
    READ.get() - before
}

/// Returns a whole text as a body.
pub(crate) fn body(text: &str) -> Body<'_> {
    let span = Span::new(0, text.len() as u32);
    Body {
        source: text,
        span,
        name: Span::at(0),
        raw: false,
        joined: false,
        goal: None,
        level: None,
    }
}

/// Returns the marks of a whole text as a body.
pub(crate) fn marked(kind: &'static Info, text: &str) -> Vec<Mark> {
    let body = body(text);
    kind.marks(&body, body.span)
}

/// Reads a whole text as a body of a kind, and returns it in its other form.
pub(crate) fn converted(kind: &str, text: &str) -> Option<Converted> {
    let body = body(text);
    KINDS.kind(kind).expect("a kind").read_silently(&body)?.convert(&body)
}

/// Returns the text and the part of each mark: `!` where it defines a name, `*` where it uses one,
/// `@R,C` for a cell.
pub(crate) fn seen(text: &str, marks: &[Mark]) -> String {
    let word = |mark: &Mark| {
        let sign = match (mark.named, mark.defines) {
            (true, true) => "!",
            (true, false) => "*",
            _ => "",
        };
        let cell = mark.cell.map(|at| format!("@{},{}", at.row, at.column)).unwrap_or_default();
        format!("{}{sign}:{:?}{cell}", &text[mark.span.range()], mark.part)
    };
    marks.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Returns a puzzle of the kind of that name, with a sound body.
pub(crate) fn open(name: &str, body: &str) -> Board {
    opened(KINDS.kind(name).expect("a kind"), body)
}

/// Returns a puzzle of a kind, with a sound body.
pub(crate) fn opened(kind: &'static Info, text: &str) -> Board {
    kind.open(&body(text), KINDS, &mut Sink::new()).expect("a sound body")
}

/// Returns the answer of a command, or the code of its failure and the text it points at.
pub(crate) fn say(puzzle: &mut Board, text: &str) -> Result<String, (&'static str, String)> {
    let mut sink = Sink::new();
    let fragment = Fragment { text, start: 0 };
    if let Some(answer) = puzzle.run(fragment, Depth::Run, &Budget::unlimited(), &mut sink) {
        return Ok(answer.into_text().expect("the runner answers"));
    }
    let diagnostic = &sink.diagnostics()[0];
    Err((diagnostic.code.path, text[diagnostic.span.range()].to_owned()))
}

/// Returns whether a text is a right answer of `solve`.
pub(crate) fn accepts(puzzle: &mut Board, expected: &str) -> bool {
    let question = Question { answer: expected, optimum: Optimum::Search, draw: None };
    let ruling = puzzle.verdict("solve", &question, &Budget::unlimited()).expect("it has a goal");
    ruling.grade == Grade::Right
}

/// Returns the number that a variable of the environment says, or else `usual`.
pub(crate) fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// Returns the answer of a command that does not fail.
pub(crate) fn answer_to(puzzle: &mut Board, text: &str) -> String {
    say(puzzle, text).expect("an answer")
}

/// Returns the diagnostics of a body: the codes, and the text that each points at. There is a model
/// exactly without an error, except for a code in `facts`.
pub(crate) fn faults(
    kind: &'static Info,
    text: &str,
    facts: &[&str],
) -> Vec<(&'static str, String)> {
    let mut sink = Sink::new();
    let opened = kind.open(&body(text), KINDS, &mut sink);
    let mut errors = Sink::new();
    let kept =
        sink.diagnostics().iter().filter(|diagnostic| !facts.contains(&diagnostic.code.path));
    kept.for_each(|diagnostic| errors.push(diagnostic.clone()));
    assert_eq!(opened.is_none(), errors.errors_since(0), "a model exactly without an error");
    sink.diagnostics()
        .iter()
        .map(|diagnostic| (diagnostic.code.path, text[diagnostic.span.range()].to_owned()))
        .collect()
}

/// Returns the answers of a kind to raw input, and the codes of its diagnostics.
pub(crate) fn judge(kind: &'static Info, text: &str) -> (Vec<String>, Verdict, Vec<&'static str>) {
    let mut sink = Sink::new();
    let mut lines = Vec::new();
    let source = Source::new("x", text);
    let mut emit = |_, line: &str| lines.push(line.to_owned());
    let verdict = (kind.judge)((&source).into(), &Budget::unlimited(), &mut sink, &mut emit);
    (lines, verdict, sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect())
}

/// Returns the code of the only diagnostic of a body, the text that it points at, and the body
/// after its first fix.
pub(crate) fn first_fix(kind: &'static Info, text: &str) -> (&'static str, String, String) {
    let mut sink = Sink::new();
    kind.open(&body(text), KINDS, &mut sink);
    let [diagnostic] = sink.diagnostics() else {
        panic!("one fault, one diagnostic: {:?}", sink.diagnostics())
    };
    let edits = diagnostic.fixes.first().map_or_else(Vec::new, |fix| fix.edits.clone());
    let after = String::from_utf8(edited(text.as_bytes(), &edits)).expect("UTF-8");
    (diagnostic.code.path, text[diagnostic.span.range()].to_owned(), after)
}

/// Holds that each wrong body has one diagnostic, with that code and at that text, and no fix: what
/// was intended is not clear enough.
pub(crate) fn faults_without_fix(kind: &'static Info, bodies: &[(&str, &'static str, &str)]) {
    for &(wrong, code, blamed) in bodies {
        let unchanged = (code, blamed.to_owned(), wrong.to_owned());
        assert_eq!(first_fix(kind, wrong), unchanged, "{wrong}");
    }
}
