//! The shortest way in: a document goes in as text, and values come out.

use std::fmt;

use crate::diag::{Diagnostic, Severity, Sink};
use crate::kinds::KINDS;
use crate::puzzle::{Answer, Board, Registry};
use crate::render::{Human, Look, sanitize};
use crate::search::Budget;
use crate::session::{self, Event, Mode, Session, Tally};
use crate::text::{Source, Span};

/// The answer of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answered {
    /// The whole command in the document.
    pub span: Span,
    /// The name of the puzzle that answered.
    pub puzzle: String,
    /// The command without a prefix and without an expectation.
    pub command: String,
    /// The answer; its text is what [`ToString`] gives.
    pub answer: Answer,
}

/// The result of a document: its answers, its diagnostics and its puzzles.
///
/// As text it shows the answers, then the diagnostics as [`Human`] draws them.
pub struct Report {
    /// The document.
    pub source: Source,
    /// The answers in the order of the document; none of a check.
    pub answers: Vec<Answered>,
    /// The diagnostics in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    session: Session,
}

impl Report {
    /// Returns true if the document has no error. Warnings and advice do not count.
    pub fn is_right(&self) -> bool {
        self.diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error)
    }

    /// Returns the number of expectations that held, and of those that did not.
    pub fn tally(&self) -> Tally {
        self.session.tally()
    }

    /// Returns a puzzle of the document, in the state to which its commands led. `None` if the document
    /// does not declare it, or if the declaration has errors.
    pub fn puzzle(&mut self, name: &str) -> Option<&mut Board> {
        self.session.puzzle(Some(name))
    }

    /// Draws the diagnostics as people read them, with excerpts of the document.
    pub fn diagnostics_text(&self, look: Look) -> String {
        let human = Human::new(look);
        self.diagnostics.iter().map(|diagnostic| human.draw(&self.source, diagnostic)).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for answered in &self.answers {
            writeln!(f, "{}", sanitize(&answered.answer.text()))?;
        }
        f.write_str(&self.diagnostics_text(Look::default()))
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, answers, diagnostics, session } = self;
        f.debug_struct("Report")
            .field("source", &source.name())
            .field("answers", answers)
            .field("diagnostics", diagnostics)
            .field("puzzles", &session.entries())
            .finish()
    }
}

/// Reports what is wrong with a document, and runs nothing that takes long.
///
/// ```
/// let report = puzzled::check("matrix m { 1 2 / 3 4 }\nrotate 1 -> 2 4\n");
/// assert_eq!(report.diagnostics[0].code.to_string(), "syntax::wrong-arrow");
/// assert!(!report.is_right());
/// ```
pub fn check(text: &str) -> Report {
    shipped(text, Mode::Check { solve: false }, &Budget::unlimited())
}

/// Runs a document, however long its searches take; [`run_within`] limits them.
///
/// ```
/// let report = puzzled::run("sudoku s { 1... / ..1. / .2.. / ...3 }\nrow 1 => 1...\nrow 2\n");
/// assert_eq!(report.answers[1].answer.text(), "..1.");
/// assert_eq!((report.tally().held, report.is_right()), (1, true));
/// ```
pub fn run(text: &str) -> Report {
    run_within(text, &Budget::unlimited())
}

/// Runs a document within a budget, which another thread can cancel.
pub fn run_within(text: &str, budget: &Budget) -> Report {
    shipped(text, Mode::Run { solve: false }, budget)
}

fn shipped(text: &str, mode: Mode, budget: &Budget) -> Report {
    run_with(KINDS, Source::new("document.puzzle", text), mode, budget)
}

/// Runs or checks a document of other kinds than those that are shipped.
pub fn run_with(kinds: Registry, source: Source, mode: Mode, budget: &Budget) -> Report {
    let mut sink = Sink::new();
    let mut session = Session::with(kinds);
    let mut answers = Vec::new();
    let document = session::read_with(kinds, &source, true, &mut sink);
    session.run(&source, &document, mode, budget, &mut sink, &mut |event, _| {
        if let Event::Answer { span, puzzle, command, answer, .. } = event {
            answers.push(Answered {
                span,
                puzzle: puzzle.to_owned(),
                command: command.to_owned(),
                answer: answer.clone(),
            });
        }
    });
    session.end();
    Report { diagnostics: sink.take(), source, answers, session }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Solved;
    use crate::search::Stop;

    fn solved(text: &str, budget: &Budget) -> Option<Solved> {
        let mut report = check(text);
        assert!(report.is_right(), "{report}");
        report.puzzle("p").expect("`p` is declared").solve(budget)
    }

    /// The moves that `solve` of the document finds, made with `play`, solve the puzzle.
    #[test]
    fn every_kind_with_a_goal_answers_with_values() {
        for kind in KINDS {
            let example = kind.example;
            let mut report = check(example);
            let name = report.session.entries()[0].name.clone();
            let puzzle = report.puzzle(&name).expect("the example is right");
            let solved = puzzle.solve(&Budget::unlimited());
            let again = run(&format!("{example}solve\n"));
            match solved {
                None => assert_eq!(again.answers.len(), 0, "{name} has no command `solve`"),
                Some(Solved::Moves(solution)) => {
                    let played = format!("play {}\n", solution.moves.join("\nplay "));
                    let end = run(&format!("{example}{played}solve => 0\n"));
                    assert_eq!((end.tally().held, end.is_right()), (1, true), "{end}");
                }
                Some(Solved::Grid { rows, .. }) => {
                    let digits: String = rows.concat().iter().map(u8::to_string).collect();
                    assert_eq!(again.answers[0].answer.text(), digits);
                }
                Some(other) => panic!("{name}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_search_without_a_solution_and_one_that_stops_are_told_apart() {
        let walled = "klotski p { A # . / goal A at (0,2) }";
        assert_eq!(solved(walled, &Budget::unlimited()), Some(Solved::Unsolvable));
        let budget = Budget { states: 1, ..Budget::unlimited() };
        let board = "klotski p { A . B / C . B / C D . / goal A at (2,2) }";
        assert_eq!(solved(board, &budget), Some(Solved::GaveUp(Stop::States)));
        let none = "klotski p { A . B }";
        assert_eq!(check(none).puzzle("p").map(|puzzle| puzzle.solve(&budget)), Some(None));
        let clash = "sudoku p { 11.. / .... / .... / .... }";
        assert_eq!(
            check(clash).puzzle("p").map(|puzzle| puzzle.solve(&budget)),
            Some(Some(Solved::Unsolvable))
        );
    }

    #[test]
    fn a_report_shows_answers_and_diagnostics() {
        let mut report = run("matrix m { 1 2 / 3 4 }\nrotate 1\nrotat 1\n");
        let text = report.to_string();
        assert!(
            text.starts_with("2 4\n1 3\n") && text.contains("did you mean `rotate`?"),
            "{text}"
        );
        assert!(report.puzzle("n").is_none() && report.puzzle("m").is_some());
        assert!(format!("{report:?}").contains("rotat"), "{report:?}");
    }
}
