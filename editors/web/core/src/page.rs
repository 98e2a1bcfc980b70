//! The requests of the page beside those of the protocol. They need no open document.

use std::collections::BTreeSet;

use puzzled::diag::{Severity, Sink};
use puzzled::exchange::{self, Options};
use puzzled::kinds::KINDS;
use puzzled::lsp::server::RequestId;
use puzzled::render::{Answered, Exercise, Sheet, Worksheet};
use puzzled::search::Budget;
use puzzled::session::{self, Mode, Parts, Session};
use puzzled::syntax::{Command, Document, Expected, Statement};
use puzzled::text::Source;
use serde_json::{Value, json};

/// Returns the answer to a request of the page; `None` if it is a request of the protocol.
pub(super) fn answer(id: &RequestId, method: &str, params: &Value) -> Option<Vec<u8>> {
    let text = params["text"].as_str().unwrap_or_default();
    let result = match method {
        "page/read" => read(text),
        "page/withoutAnswers" => json!({ "text": without_answers(text) }),
        "page/sheet" => {
            json!({ "html": sheet(text, params["title"].as_str().unwrap_or_default()) })
        }
        _ => return None,
    };
    let message = json!({ "jsonrpc": "2.0", "id": id, "result": result });
    serde_json::to_vec(&message).ok()
}

/// Reads a text from outside, or a document. Returns a document, or what is wrong with the text.
fn read(text: &str) -> Value {
    if is_document(text) {
        return json!({ "text": text });
    }
    let (source, mut sink) = (Source::new("pasted", text), Sink::new());
    let pieces = exchange::read(&source, &Options::default(), &mut sink);
    let faults = sink.take();
    let fault = faults.iter().find(|fault| fault.severity() == Severity::Error);
    match fault {
        Some(fault) => {
            let line = source.line_number(fault.span.start);
            json!({ "error": fault.message, "help": fault.help, "line": line })
        }
        None => {
            let kinds: BTreeSet<&str> = pieces.iter().map(|piece| piece.kind.as_str()).collect();
            let text = exchange::document(&pieces, "pasted", &mut BTreeSet::new());
            json!({ "text": text, "count": pieces.len(), "kinds": kinds })
        }
    }
}

/// Returns whether the first statement of a text that is not a `use` declares a puzzle.
fn is_document(text: &str) -> bool {
    let document = session::read(&Source::new("", text), true, &mut Sink::new());
    let mut statements = document.statements.iter();
    match statements.find(|statement| !matches!(statement, Statement::Use(_))) {
        // What the parser takes for a declaration without a brace is a text from outside.
        Some(Statement::Declaration(declaration)) => {
            text[declaration.kind.end as usize..declaration.body.start as usize].contains('{')
        }
        _ => false,
    }
}

/// Replaces each expectation by an open question.
fn without_answers(text: &str) -> String {
    let source = Source::new("", text);
    let document = session::read(&source, true, &mut Sink::new());
    let (mut changed, mut at) = (String::new(), 0);
    for statement in &document.statements {
        let Statement::Command(Command { expected: Some(expected), span, .. }) = statement else {
            continue;
        };
        let answer = match expected {
            Expected::Line(answer) => *answer,
            // The braces belong to the command and not to the block.
            Expected::Block(answer) => {
                let before = &text[span.start as usize..answer.start as usize];
                let open = before.rfind('{').unwrap_or(before.len()) as u32;
                puzzled::text::Span::new(span.start + open, span.end)
            }
            Expected::Open(_) => continue,
        };
        changed += &text[at..answer.start as usize];
        changed.push('?');
        at = answer.end as usize;
    }
    changed + &text[at..]
}

/// Returns the puzzles of a document and their questions as a page for printing.
fn sheet(text: &str, title: &str) -> String {
    let (source, mut sink) = (Source::new("document.puzzle", text), Sink::new());
    let document = session::read(&source, true, &mut sink);
    let parts = Parts::of(KINDS, &source, &document, &mut sink);
    let (title, paper) = (title.to_owned(), "A4");
    let page = Worksheet { title, paper, columns: 1, pencil_marks: false, is_key: false };
    let mut html = page.head();
    for script in parts.scripts() {
        let statements = script.iter().map(|&at| &document.statements[at as usize]);
        if let Some(exercise) = exercise(&source, statements) {
            html += &page.exercise(&exercise);
        }
    }
    html + Worksheet::FOOT
}

/// Returns a puzzle with its questions; `None` if its declaration has errors.
fn exercise<'a>(
    source: &Source,
    statements: impl Iterator<Item = &'a Statement>,
) -> Option<Exercise> {
    let (mut session, budget) = (Session::new(), Budget::unlimited());
    session.begin(false);
    let mut exercise: Option<Exercise> = None;
    for statement in statements {
        let alone = Document { statements: vec![statement.clone()], ..Document::default() };
        let mode = Mode::Check { solve: false };
        session.go_on(source, &alone, mode, &budget, &mut Sink::new(), &mut |_, _| {});
        match (statement, session.puzzle(None)) {
            (Statement::Declaration(declaration), puzzle) => {
                exercise = Some(Exercise::new(Sheet::of(source, declaration, puzzle?), None));
            }
            (Statement::Command(command), Some(puzzle)) => {
                if let Some(answer) = Answered::blank(source, command, puzzle) {
                    exercise.as_mut()?.add(source, command, answer);
                }
            }
            _ => {}
        }
    }
    exercise
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "matrix m { 1 2 / 3 4 }\n// Turn it.\nrotate 1 => {\n  2 4\n  1 3\n}\nundo\n";

    #[test]
    fn expectations_become_open_questions() {
        let open = "matrix m { 1 2 / 3 4 }\n// Turn it.\nrotate 1 => ?\nundo\n";
        assert_eq!(without_answers(TEXT), open);
        assert_eq!(without_answers(open), open);
        assert_eq!(
            without_answers("klotski k {A .}\nsolve => 3 // few"),
            "klotski k {A .}\nsolve => ? // few"
        );
    }

    #[test]
    fn a_text_from_outside_becomes_a_document_and_a_document_stays() {
        assert_eq!(read(TEXT)["text"], TEXT);
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for grid in ["12..34..........\n", line] {
            let read = read(grid);
            assert!(
                read["text"].as_str().is_some_and(|text| text.starts_with("sudoku ")),
                "{read}"
            );
        }
        assert!(read("what is this?")["error"].is_string());
    }

    #[test]
    fn a_sheet_has_the_task_and_lines_for_the_answer() {
        let html = sheet(TEXT, "A & B");
        assert!(html.contains("<h1>A &amp; B</h1>") && html.contains("<li>Turn it."), "{html}");
        assert_eq!(html.matches("class=\"line\"").count(), 2);
        // A sudoku is filled in by hand, in its picture.
        let sudoku = "sudoku s { 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 }";
        assert_eq!(
            sheet(&format!("{sudoku}\nsolve => ?\n"), "").matches("class=\"line\"").count(),
            0
        );
    }
}
