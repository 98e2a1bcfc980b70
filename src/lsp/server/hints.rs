//! Living answers: inlay hints after commands and moves, lenses above puzzles.

use std::collections::HashSet;

use serde::{Serialize, Serializer};

use super::document::Document;
use super::protocol as lsp;
use crate::ide::expectation;
use crate::puzzle::{Info, Prospect, Verdict};
use crate::session::incremental::{Script, Shown};
use crate::syntax::{Fragment, Statement};
use crate::text::Span;

/// Characters of an answer in a hint.
const SHORT: usize = 60;

/// A remark within a line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct InlayHint {
    position: lsp::Position,
    label: String,
    padding_left: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tooltip: Option<String>,
    /// The edit that is made when the hint is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    text_edits: Option<[lsp::TextEdit; 1]>,
}

/// A command beside a line.
#[derive(Debug, Serialize)]
pub(super) struct CodeLens {
    range: lsp::Range,
    command: lsp::Command,
}

/// Returns the first command within a stretch, from statement `first` on, that has not been run.
pub(super) fn unready(document: &Document, within: Span, first: usize) -> Option<usize> {
    let checked = &document.checked;
    let is_ready = |at: usize| {
        let script = checked.script(at);
        script.is_none_or(|script| document.is_ready(script.id, checked.place(script, at)))
    };
    let mut visible = statements(document, within, first);
    visible.find(|(at, _)| !is_ready(*at)).map(|(at, _)| at)
}

/// Returns the commands within a stretch with their numbers, from statement `first` on.
fn statements(
    document: &Document,
    within: Span,
    first: usize,
) -> impl Iterator<Item = (usize, &Statement)> {
    let statements = &document.checked.document.statements;
    let first =
        first.max(statements.partition_point(|statement| statement.span().end < within.start));
    let touching = statements.iter().enumerate().skip(first);
    touching
        .take_while(move |(_, statement)| statement.span().start <= within.end)
        .filter(|(_, statement)| matches!(statement, Statement::Command(_)))
}

/// The hints within a stretch. They are made while they are written: those of a hundred thousand
/// commands never exist together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints<'a> {
    /// `None` if it is closed: then there are none.
    pub(super) document: Option<&'a Document>,
    pub(super) within: Span,
}

impl Serialize for Hints<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hints = self.document.into_iter().flat_map(|document| {
            let commands = document.until_cancelled(statements(document, self.within, 0));
            commands.flat_map(move |(at, statement)| beside(document, at, statement))
        });
        serializer.collect_seq(hints)
    }
}

/// Returns the hints beside a statement.
fn beside(document: &Document, at: usize, statement: &Statement) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    let Statement::Command(command) = statement else { return hints };
    let Some(script) = document.checked.script(at) else { return hints };
    let Some(outcomes) = document.outcomes_of(script.id) else { return hints };
    if document.checked.withholds(script) {
        return hints;
    }
    let members = document.checked.members(script);
    let Ok(place) = members.binary_search(&(at as u32)) else { return hints };
    if let Some(steps) = outcomes.distances(place) {
        moves(document, at, command.text, steps, &mut hints);
    }
    if let Some(answer) = outcomes.get(place).and_then(|outcome| outcome.answer.as_ref())
        && command.expected.is_none()
    {
        hints.push(hint(document, command.text.end, answer));
    }
    hints
}

/// Returns the hint that shows the answer after its command. Accepting it makes the answer an
/// expectation.
fn hint(document: &Document, at: u32, answer: &Shown) -> InlayHint {
    let first = answer.text.lines().next().unwrap_or_default();
    let mut shown: String = first.chars().take(SHORT).collect();
    if shown.len() < first.len() || answer.lines > 1 {
        shown.push('…');
    }
    if first.is_empty() && answer.lines <= 1 {
        shown = String::from("nothing");
    }
    let position = document.places().position(at);
    let is_cut = answer.lines > 1 || first.chars().count() > SHORT;
    let stated = expectation(first).filter(|_| answer.verdict != Verdict::GaveUp);
    InlayHint {
        position,
        label: format!("⟶ {shown}"),
        padding_left: true,
        tooltip: is_cut.then(|| {
            let lines: Vec<_> = answer.text.lines().take(20).collect();
            lines.join("\n")
        }),
        text_edits: stated.map(|first| {
            let range = lsp::Range { start: position, end: position };
            [lsp::TextEdit { range, new_text: format!(" => {first}") }]
        }),
    }
}

/// Adds a hint after each move that says how far the goal is.
fn moves(
    document: &Document,
    at: usize,
    text: Span,
    steps: &[Prospect],
    hints: &mut Vec<InlayHint>,
) {
    let Some(kind) = document.checked.script(at).and_then(|script| document.checked.kind(script))
    else {
        return;
    };
    let text = Fragment::of(document.source().text(), text);
    let verb = text.text.find([' ', '\t']).unwrap_or(text.text.len());
    let spans = kind.moves(text.part(verb..text.text.len()));

    for (span, step) in spans.iter().zip(steps) {
        let (label, tooltip) = match step {
            Prospect::Open => continue,
            Prospect::Legal { distance, nearer: true } => {
                (format!("{distance}"), format!("{distance} to the goal"))
            }
            Prospect::Legal { distance, nearer: false } => (
                format!("{distance} !"),
                format!("leaves every shortest path: {distance} to the goal from here"),
            ),
            Prospect::Lost => {
                (String::from("∞ !"), String::from("from here the goal cannot be reached"))
            }
            Prospect::Illegal => {
                (String::from("✗"), String::from("not legal: the play ends before this move"))
            }
        };
        let tooltip = Some(tooltip);
        let text_edits = None;
        let position = document.places().position(span.end);
        hints.push(InlayHint { position, label, padding_left: true, tooltip, text_edits });
    }
}

/// Returns the lenses of a document, each at a place where its command can do something: solve,
/// test, and open in the REPL if the client `opens` it. A declaration that is refused has none.
pub(super) fn lenses(
    document: &Document,
    opens: bool,
    solved: impl Fn(u64) -> Option<String>,
) -> Vec<CodeLens> {
    let places = document.places();
    let mut cursor = places.cursor();
    let mut lenses = Vec::new();
    let mut names = HashSet::new();

    for script in &document.checked.scripts {
        let Some((name, span)) = document.checked.name(script) else { continue };
        // The commands name their puzzle: a second one of that name is another one's, also if the
        // first one's kind is unknown.
        let is_first = names.insert(name);
        let Some(kind) = document.checked.kind(script) else { continue };
        // The state after its commands; none if the declaration has errors.
        let Some(state) = document.checked.state(script).filter(|_| is_first) else { continue };
        let range = cursor.range(span);
        let mut lens = |title: String, command: &'static str, state: Option<usize>| {
            let uri = document.uri.clone();
            let name = name.to_owned();
            let arguments = match state {
                Some(state) => lsp::Arguments::State(uri, name, state),
                None => lsp::Arguments::Puzzle(uri, name),
            };
            let command = lsp::Command { title, command, arguments };
            lenses.push(CodeLens { range, command });
        };

        if document.checked.can_solve(script) && !document.checked.withholds(script) {
            let title = note(document, script, kind, &solved)
                .map_or_else(String::new, |known| format!(" · {known}"));
            lens(format!("▶ solve{title}"), super::run::SOLVE, None);
        }

        let mut statements = document.checked.statements(script);
        let is_stated = |statement: &Statement| match statement {
            Statement::Command(command) => command.expects(),
            _ => false,
        };
        if statements.any(is_stated) {
            lens(String::from("▶ test"), super::run::TEST, None);
        }
        if opens {
            lens(String::from("▶ open in REPL"), super::run::REPL, Some(state));
        }
    }
    lenses
}

/// Returns the notes on solutions in the lenses of a document, by the numbers of the scripts.
pub(super) fn notes(
    document: &Document,
    solved: impl Fn(u64) -> Option<String>,
) -> Vec<(u64, String)> {
    let scripts = document.checked.scripts.iter();
    scripts
        .filter_map(|script| {
            let kind = document.checked.kind(script)?;
            Some((script.id, note(document, script, kind, &solved)?))
        })
        .collect()
}

/// Returns the note on the solution of a puzzle in its lens, in two words; `None` if the solution
/// is unknown.
fn note(
    document: &Document,
    script: &Script,
    kind: &'static Info,
    solved: &impl Fn(u64) -> Option<String>,
) -> Option<String> {
    if document.checked.withholds(script) {
        return None;
    }
    if let Some(known) = solved(script.id) {
        return Some(known);
    }
    // The answer of a `solve` right after the declaration.
    let outcomes = document.outcomes_of(script.id)?;
    let Statement::Command(command) = document.checked.statements(script).nth(1)? else {
        return None;
    };
    let text = Fragment::of(document.source().text(), command.text);
    kind.role(text).filter(|role| role.solves() && !text.text.contains([' ', '\t']))?;
    outcomes.get(1)?.answer.as_ref().map(|answer| answer.summary.clone())
}
