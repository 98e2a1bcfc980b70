//! The grades as a table, as values separated by commas, and as JSON.

use serde::Serialize;

use super::super::args::{Grade, Grades};
use super::super::rank::quoted;
use super::Row;
use super::master::Master;
use super::pupil::Outcome;
use crate::host::help::columns as aligned;
use crate::render::{json_line, one_line};

/// The outcomes that are counted.
const COUNTED: [Outcome; 5] =
    [Outcome::Right, Outcome::Wrong, Outcome::Open, Outcome::Missing, Outcome::Changed];
/// The last column: why answers are not right.
const REASON: &str = "reason";
/// The row of the right answers.
const ANSWERS: &str = "(the right answer)";

/// The answer that was handed in for a question.
#[derive(Serialize)]
struct Entry<'a> {
    file: &'a str,
    puzzle: &'a str,
    command: &'a str,
    question: String,
    outcome: &'static str,
    verdict: Option<&'static str>,
    reason: Option<&'a str>,
    answer: Option<&'a str>,
    line: Option<u32>,
    points: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
}

/// Returns the grades in the format that is asked for.
pub(super) fn printed(rows: &[Row], master: &Master, args: &Grade) -> String {
    match args.format {
        Grades::Json => json(rows, master, args.show_answers),
        Grades::Csv => {
            let lines = lines(rows, master).into_iter();
            let line = |cells: Vec<String>| {
                cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n"
            };
            lines.map(line).collect()
        }
        Grades::Table => {
            let mut lines = lines(rows, master);
            if args.show_answers {
                let answer =
                    |text: &str| one_line(text.lines().next().unwrap_or_default()).into_owned();
                let answers =
                    master.questions.iter().map(|question| answer(&question.answer.text()));
                let rest = COUNTED.iter().map(|_| String::new());
                let rest = rest.chain([total(master).to_string(), String::new()]);
                lines.insert(
                    1,
                    [String::from(ANSWERS)].into_iter().chain(answers).chain(rest).collect(),
                );
            }
            let first = master.questions.len() + 1;
            aligned(&lines, |at| (first..=first + COUNTED.len()).contains(&at))
        }
    }
}

/// Returns the points of all questions.
fn total(master: &Master) -> u64 {
    master.questions.iter().map(|question| u64::from(question.points)).sum()
}

/// Returns the head and the rows of a table.
fn lines(rows: &[Row], master: &Master) -> Vec<Vec<String>> {
    let counts = COUNTED.map(|outcome| String::from(outcome.word()));
    let head = [String::from("file")].into_iter();
    let head = head.chain(master.questions.iter().map(super::master::Question::name));
    let head = head.chain(counts).chain(["points", REASON].map(String::from)).collect();
    let line = |row: &Row| {
        let marks = row.marks.iter().map(|mark| String::from(mark.outcome.word()));
        let counts = COUNTED.map(|outcome| row.count(outcome).to_string());
        let cells = [one_line(&row.file).into_owned()].into_iter().chain(marks).chain(counts);
        let reasons = one_line(&row.reasons(master)).into_owned();
        cells.chain([row.points(master).to_string(), reasons]).collect()
    };
    std::iter::once(head).chain(rows.iter().map(line)).collect()
}

/// Returns a line per file and question.
fn json(rows: &[Row], master: &Master, show_answers: bool) -> String {
    let mut text = String::new();
    for row in rows {
        for (mark, question) in row.marks.iter().zip(&master.questions) {
            text += &json_line(&Entry {
                file: &row.file,
                puzzle: &question.puzzle,
                command: &question.command,
                question: question.name(),
                outcome: mark.outcome.word(),
                verdict: mark.verdict,
                reason: mark.reason.as_deref(),
                answer: mark.answer.as_deref(),
                line: mark.line,
                points: question.points,
                expected: show_answers.then(|| question.answer.text().into_owned()),
            });
        }
    }
    text
}
