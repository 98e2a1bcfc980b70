//! The expectations of a document with their results, for the lists of tests that editors have.

use std::collections::HashMap;

use super::declared::Nullable;
use super::types::{Outcome, Test};
use crate::lsp::server::document::Document;
use crate::session::Judgment;
use crate::syntax::{Expected, Statement, expected_lines};

/// Results of the expectations of a script, by the places of their statements in it.
pub(in crate::lsp::server) type Judgments = HashMap<usize, Judgment>;

/// Returns the expectations and open questions of a document. `tested` returns the results of a script
/// that a person ran, by its number.
pub(in crate::lsp::server) fn tests<'a>(
    document: &'a Document,
    tested: impl Fn(u64) -> Option<&'a Judgments>,
) -> Vec<Test> {
    let checked = &*document.checked;
    let places = document.places();
    let mut cursor = places.cursor();
    let mut repeated: HashMap<String, u32> = HashMap::new();
    let mut tests = Vec::new();

    for (at, statement) in document.statements() {
        let Statement::Command(command) = statement else { continue };
        let Some(expected) = command.expected else { continue };
        let script = checked.script(at);
        let puzzle = script.and_then(|script| checked.name(script)).map_or("", |(name, _)| name);
        let text = checked.source.slice(command.text);
        let mut id = format!("{puzzle}: {text}");
        let count = repeated.entry(id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            id += &format!(" #{count}");
        }

        let outcome = match script {
            // Its puzzle is not known.
            None => Some(Outcome::Skipped),
            Some(script) => {
                let place = checked.place(script, at);
                let by_hand = tested(script.id).and_then(|judged| judged.get(&place).copied());
                let known =
                    document.outcomes_of(script.id).and_then(|outcomes| outcomes.get(place));
                let judged = known.map(|outcome| outcome.judgment);
                let judged =
                    by_hand.or_else(|| judged.map(|judgment| judgment.unwrap_or(Judgment::GaveUp)));
                judged.map(outcome)
            }
        };

        let is_wrong = outcome == Some(Outcome::Wrong);
        let answer = document.answer(at).filter(|_| is_wrong);
        tests.push(Test {
            id,
            puzzle: puzzle.to_owned(),
            command: text.to_owned(),
            range: cursor.range(command.span),
            outcome: Nullable(outcome),
            expected: is_wrong.then(|| stated(document, expected)),
            found: answer.map(|answer| answer.text.clone()),
        });
    }
    tests
}

fn outcome(judgment: Judgment) -> Outcome {
    match judgment {
        Judgment::Held => Outcome::Held,
        Judgment::Wrong => Outcome::Wrong,
        Judgment::Skipped => Outcome::Skipped,
        Judgment::GaveUp => Outcome::GaveUp,
        Judgment::Open => Outcome::Open,
    }
}

/// Returns the answer that a command expects.
fn stated(document: &Document, expected: Expected) -> String {
    let source = document.source();
    match expected {
        Expected::Line(span) | Expected::Open(span) => source.slice(span).to_owned(),
        Expected::Block(span) => {
            let lines = expected_lines(source.text(), span).into_iter();
            lines.map(|line| line.text).collect::<Vec<_>>().join("\n")
        }
    }
}
