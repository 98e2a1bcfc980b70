//! Living answers: inlay hints after commands and moves, lenses above puzzles.

use serde_json::{Value, json};

use super::document::Document;
use super::evaluate::Answered;
use super::plays::Step;
use super::protocol as lsp;
use crate::ide::expectation;
use crate::puzzle::{Kind, Verdict};
use crate::session::incremental::Script;
use crate::syntax::{Fragment, Statement};
use crate::text::Span;

/// Characters of an answer in a hint.
const SHORT: usize = 60;

/// Whether every command within a stretch has been run.
pub(super) fn ready(document: &Document, within: Span) -> bool {
    let mut visible = statements(document, within);
    visible.all(|(at, _)| {
        document.checked.script(at).is_none_or(|script| document.evaluated.contains_key(&script.id))
    })
}

/// The commands within a stretch, with their numbers.
fn statements(document: &Document, within: Span) -> impl Iterator<Item = (usize, &Statement)> {
    let all = &document.checked.document.statements;
    let first = all.partition_point(|one| one.span().end < within.start);
    let touching = all.iter().enumerate().skip(first);
    touching
        .take_while(move |(_, one)| one.span().start <= within.end)
        .filter(|(_, one)| matches!(one, Statement::Command(_)))
}

/// The hints within a stretch.
pub(super) fn hints(document: &Document, within: Span) -> Vec<Value> {
    let mut found = Vec::new();
    for (at, statement) in statements(document, within) {
        let Statement::Command(one) = statement else { continue };
        let Some(script) = document.checked.script(at) else { continue };
        let Some(evaluated) = document.evaluated.get(&script.id) else { continue };
        let members = document.checked.members(script);
        let Ok(place) = members.binary_search(&(at as u32)) else { continue };
        if let Some(steps) = evaluated.plays.get(&place) {
            moves(document, at, one.text, steps, &mut found);
        }
        let Some(answer) = evaluated.answers.get(place) else { continue };
        if one.expected.is_none() {
            found.push(hint(document, one.text.end, &answer));
        }
    }
    found
}

/// The answer after its command. Accepting the hint makes it an expectation.
fn hint(document: &Document, at: u32, answer: &Answered<'_>) -> Value {
    let first = answer.data.text.lines().next().unwrap_or_default();
    let mut shown: String = first.chars().take(SHORT).collect();
    if shown.len() < first.len() || answer.lines > 1 {
        shown.push('…');
    }
    if first.is_empty() && answer.lines <= 1 {
        shown = String::from("nothing");
    }
    let position = document.places().position(at);
    let mut hint =
        json!({ "position": position, "label": format!("⟶ {shown}"), "paddingLeft": true });
    if answer.lines > 1 || first.chars().count() > SHORT {
        let lines: Vec<_> = answer.data.text.lines().take(20).collect();
        hint["tooltip"] = json!(lines.join("\n"));
    }
    if let Some(first) = expectation(first).filter(|_| answer.verdict != Verdict::GaveUp) {
        let range = lsp::Range { start: position, end: position };
        hint["textEdits"] = json!([{ "range": range, "newText": format!(" => {first}") }]);
    }
    hint
}

/// How far the goal is after each move.
fn moves(document: &Document, at: usize, text: Span, steps: &[Step], found: &mut Vec<Value>) {
    let Some(kind) = document.checked.script(at).and_then(|script| document.checked.kind(script))
    else {
        return;
    };
    let text = Fragment::of(document.source().text(), text);
    let verb = text.text.find([' ', '\t']).unwrap_or(text.text.len());
    let spans = kind.moves(text.part(verb..text.text.len()));
    for (span, step) in spans.iter().zip(steps) {
        let (label, tooltip) = match step {
            Step::Legal { distance, nearer: true } => {
                (format!("{distance}"), format!("{distance} to the goal"))
            }
            Step::Legal { distance, nearer: false } => (
                format!("{distance} !"),
                format!("leaves every shortest path: {distance} to the goal from here"),
            ),
            Step::Lost => {
                (String::from("∞ !"), String::from("from here the goal cannot be reached"))
            }
            Step::Illegal => {
                (String::from("✗"), String::from("not legal: the play ends before this move"))
            }
        };
        let position = document.places().position(span.end);
        found.push(json!({ "position": position, "label": label, "tooltip": tooltip, "paddingLeft": true }));
    }
}

/// The lenses of a document: solve, test, open in the REPL.
pub(super) fn lenses(document: &Document, solved: impl Fn(u64) -> Option<String>) -> Vec<Value> {
    let places = document.places();
    let mut cursor = places.cursor();
    let mut found = Vec::new();
    for script in &document.checked.scripts {
        let Some((name, span)) = document.checked.name(script) else {
            continue;
        };
        let Some(kind) = document.checked.kind(script) else { continue };
        let range = cursor.range(span);
        let mut lens = |title: String, command: &str| {
            let arguments = json!([document.uri, name]);
            let command = json!({ "title": title, "command": command, "arguments": arguments });
            found.push(json!({ "range": range, "command": command }));
        };
        if kind.info().verbs.iter().any(|verb| verb.role.solves()) {
            let title = note(document, script, kind, &solved)
                .map_or_else(String::new, |known| format!(" · {known}"));
            lens(format!("▶ solve{title}"), super::run::SOLVE);
        }
        if document.checked.members(script).len() > 1 {
            lens(String::from("▶ test"), super::run::TEST);
        }
        lens(String::from("▶ open in REPL"), super::run::REPL);
    }
    found
}

/// What the lenses of a document say of solutions, by the numbers of the scripts.
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

/// What a lens says of the solution of a puzzle, in two words.
fn note(
    document: &Document,
    script: &Script,
    kind: &dyn Kind,
    solved: &impl Fn(u64) -> Option<String>,
) -> Option<String> {
    if let Some(known) = solved(script.id) {
        return Some(known);
    }
    // The answer of a `solve` right after the declaration.
    let evaluated = document.evaluated.get(&script.id)?;
    let Statement::Command(one) = document.checked.statements(script).nth(1)? else { return None };
    let text = Fragment::of(document.source().text(), one.text);
    kind.role(text).filter(|role| role.solves() && !text.text.contains([' ', '\t']))?;
    evaluated.answers.get(1).map(|answer| summary(&answer))
}

/// The answer of a verb that solves, in two words.
pub(super) fn summary(answer: &Answered<'_>) -> String {
    match answer.verdict {
        Verdict::Unsolvable => String::from("unsolvable"),
        Verdict::GaveUp => String::from("gave up"),
        Verdict::Fine => match answer.data.solution() {
            Some((length, _)) => format!("{length} move{}", if length == "1" { "" } else { "s" }),
            None => String::from("solved"),
        },
    }
}
