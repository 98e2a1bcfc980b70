//! A puzzle of raw input or of a declaration, opened to judge answers to it.

use super::given::unmarked;
use super::{Grade, Optimum, Question, Ruling, compare};
use crate::diag::Sink;
use crate::puzzle::{Answer, Board, Body, Depth, Directive, Info, Input, Verdict};
use crate::search::{Budget, Stop};
use crate::text::Source;

/// The question of a puzzle, by which answers to it are judged.
#[derive(Clone, Copy, Debug)]
pub struct Measure<'a> {
    /// The length that they must have.
    pub optimum: Optimum,
    /// The word of the metric that counts moves; `None` for the main one.
    pub by: Option<&'a str>,
    /// The name of the puzzle in a picture, if one is wanted.
    pub draw: Option<&'a str>,
}

/// The question that a puzzle asks: a solution, or the values that its body asks for.
pub enum Subject<'a> {
    /// A puzzle that can be solved.
    Solvable(&'a mut Board),
    /// A puzzle whose body asks for values, with the right ones.
    Values(&'a mut Board, Vec<Answer>),
}

impl<'a> Subject<'a> {
    /// Returns the question of a body whose puzzle is open, in its current state if it can be
    /// solved. `None` if it asks for nothing.
    pub fn of(
        kind: &'static Info,
        body: &Body<'_>,
        puzzle: &'a mut Board,
        budget: &Budget,
    ) -> Option<Self> {
        if kind.solver().is_some() {
            return Some(Self::Solvable(puzzle));
        }
        let right = right_values(kind, body, budget)?;
        Some(Self::Values(puzzle, right))
    }

    /// Judges an answer, or says why there is none.
    ///
    /// # Errors
    /// Why the puzzle asks for no answer.
    pub fn judge_or(
        &mut self,
        answer: Result<&str, String>,
        measure: Measure<'_>,
        budget: &Budget,
    ) -> Result<Ruling, String> {
        match answer {
            Ok(answer) => self.judge(answer, measure, budget),
            Err(reason) => {
                let measure = Measure { optimum: Optimum::Ignore, ..measure };
                let Ruling { scene, .. } = self.judge("", measure, budget)?;
                Ok(Ruling { scene, ..Ruling::new(Grade::NotAnAnswer, reason) })
            }
        }
    }

    /// Judges an answer.
    ///
    /// # Errors
    /// Why the puzzle asks for no answer.
    pub fn judge(
        &mut self,
        answer: &str,
        measure: Measure<'_>,
        budget: &Budget,
    ) -> Result<Ruling, String> {
        let text = unmarked(answer);
        let mut ruling = match self {
            Self::Solvable(puzzle) => solution(puzzle, text, measure, budget)?,
            Self::Values(puzzle, right) => {
                let ruling = compare(right, puzzle.info().symbols, text);
                let scene = measure.draw.map(|name| Box::new(puzzle.scene(name)));
                Ruling { scene, ..ruling }
            }
        };
        if let Some(blame) = &mut ruling.at {
            let mark = answer.len() - text.len();
            blame.place = blame.place.start + mark..blame.place.end + mark;
        }
        Ok(ruling)
    }
}

/// Judges a solution.
fn solution(
    puzzle: &mut Board,
    answer: &str,
    Measure { optimum, by, draw }: Measure<'_>,
    budget: &Budget,
) -> Result<Ruling, String> {
    let info = puzzle.info();
    let none = || format!("{} puzzles have no solutions to judge", info.name);
    let metric = by.map(|word| format!("by {word}")).unwrap_or_default();
    let solve = Directive::new(info.solver().ok_or_else(none)?).with(&metric);
    let question = Question { answer, optimum, draw };
    if let Some(ruling) = puzzle.verdict_directive(solve, &question, budget) {
        return Ok(ruling);
    }
    let mut sink = Sink::new();
    puzzle.direct(solve, Depth::Check { answer: false }, budget, &mut sink);
    let why = sink.diagnostics().first().map(|fault| fault.message.clone());
    Err(why.unwrap_or_else(none))
}

/// Returns the right values of a body that asks for some; `None` if it asks for nothing.
pub(super) fn right_values(
    kind: &'static Info,
    body: &Body<'_>,
    budget: &Budget,
) -> Option<Vec<Answer>> {
    let asks = kind.read_silently(body)?.asks().len();
    if asks == 0 && !body.raw {
        return None;
    }
    let source = Source::new("", body.text());
    let mut right = Vec::new();
    let mut emit = |_, line: &str| right.push(Answer::Text(line.to_owned()));
    let input = Input { source: &source, goal: body.goal, level: body.level };
    let verdict = (kind.judge)(input, budget, &mut Sink::new(), &mut emit);
    if verdict == Verdict::GaveUp {
        right.push(Answer::undecided(Stop::Cancelled));
    }
    Some(right)
}

impl Ruling {
    /// Returns whether the answer counts as right; where any length does, also a longer one.
    pub fn passes(&self, any_length: bool) -> bool {
        self.grade == Grade::Right || any_length && self.grade == Grade::Longer
    }
}
