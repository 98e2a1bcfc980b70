//! Raw input that is a list, with a puzzle per line: exactly one line of output for each.

use super::design::design;
use super::{Engine, Engines, Level, MoveGame, State, game, main_metric, solution};
use crate::diag::{Diagnostic, Severity, Sink};
use crate::puzzle::lists::{Numbered, push_capped, single};
use crate::puzzle::{Answer, Body, Input, Out, Unfinished, Verdict, read_rows};
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::Line;
use crate::text::{Source, Span};

/// The answer of a kind with moves to raw input.
#[expect(clippy::type_complexity, reason = "each function is named by its field")]
pub struct Raw<M: MoveGame> {
    /// The line for a puzzle of which a shortest solution is given. The place is that of the
    /// puzzle.
    pub answer: fn(&M, &[M::Move], &mut M::Engine, Span, &Budget, &mut Sink) -> String,
    /// The lines that must hold puzzles, of raw input that is a list ([`Info::streams`](crate::puzzle::Info::streams)).
    /// The flag says that the text is its beginning, which may be a header.
    pub entries: for<'a> fn(&'a str, bool) -> Vec<Numbered<'a>>,
    /// Reads the puzzle on a line of a list, with the label of [`Input::goal`].
    pub read_line: fn(&Line<'_>, Option<&str>, &mut Sink) -> Option<M>,
}

impl<M: MoveGame> Raw<M> {
    /// The solution of a single puzzle, as `solve` answers it.
    pub const PLAIN: Self = Self {
        answer: |model, path, _, _, _, _| solution(model, main_metric::<M>(), path).to_string(),
        entries: |_, _| Vec::new(),
        read_line: |_, _, _| None,
    };
}

/// Returns whether a text is a list, or a part of one.
fn is_list<M: MoveGame>(source: &Source) -> bool {
    // No other text is cut.
    source.first_line() > 0 || (M::INFO.streams)(source.text())
}

impl<M: MoveGame> Raw<M> {
    /// Returns the lines of a list that must hold puzzles.
    fn lines<'a>(&self, source: &'a Source) -> Vec<Numbered<'a>> {
        (self.entries)(source.text(), source.first_line() == 0)
    }
}

/// Implements [`crate::puzzle::Info::entries`].
pub fn entries<'a, M: MoveGame>(raw: &Raw<M>, text: &'a str) -> Vec<&'a str> {
    match (M::INFO.streams)(text) {
        true => (raw.entries)(text, true).into_iter().map(|entry| entry.line.text).collect(),
        false => Vec::new(),
    }
}

/// Returns the answer to a puzzle of raw input. None if there is no puzzle, or none with a goal.
fn answer<M: MoveGame>(
    raw: &Raw<M>,
    read: impl FnOnce(&mut Sink) -> Option<M>,
    place: Span,
    budget: &Budget,
    sink: &mut Sink,
) -> Option<Answer> {
    let model = sound(read, place, sink)?;
    Some(answer_from(raw, &model, model.start(), place, budget, sink))
}

/// Returns a puzzle of raw input, if it has a goal.
fn sound<M: MoveGame>(
    read: impl FnOnce(&mut Sink) -> Option<M>,
    place: Span,
    sink: &mut Sink,
) -> Option<M> {
    let mark = sink.len();
    let model = read(sink)?;
    // The answer states them; a warning about the text says why.
    let solver = M::INFO.solver().map_or("", |verb| verb.name);
    let stated = M::INFO.facts_stated(solver, "unsolvable");
    let is_stated = |fault: &Diagnostic| stated.iter().any(|code| code.path == fault.code.path);
    sink.retain_since(mark, |fault| fault.severity() < Severity::Error || !is_stated(fault));
    if let Err(fault) = model.expect_goal(place, false) {
        sink.push(named_outside::<M>(*fault));
        return None;
    }
    Some(model)
}

/// Returns the answer to a puzzle that starts in a position.
fn answer_from<M: MoveGame>(
    raw: &Raw<M>,
    model: &M,
    start: M::Position,
    place: Span,
    budget: &Budget,
    sink: &mut Sink,
) -> Answer {
    let mut engines = Engines::new(State::new(start, 0));
    let outcome = engines.ask(model, 0, budget, |engine, budget| {
        let outcome = engine.solve(budget);
        outcome.map(|path| (raw.answer)(model, &path, engine, place, budget, sink))
    });
    match outcome {
        Outcome::Solved(text) => Answer::Text(text),
        Outcome::Unsolvable => Answer::Unsolvable,
        Outcome::GaveUp(stop) => engines.gave_up(0, stop),
    }
}

/// Returns the report that there is no goal, with what a caller of raw input can do about it.
fn named_outside<M: MoveGame>(fault: Diagnostic) -> Diagnostic {
    match &M::INFO.raw_goal {
        Some(goal) => fault.help(format!("name {} with `--goal LABEL`", goal.names)),
        None => fault,
    }
}

/// Solves a puzzle, or those of a list, and emits a line for each, with the number of its line in
/// the text, from 1.
pub fn judge<M: MoveGame>(
    raw: &Raw<M>,
    input: Input<'_>,
    budget: &Budget,
    sink: &mut Sink,
    emit: &mut dyn FnMut(u32, &str),
) -> Verdict {
    let source = input.source;
    let mut verdict = Verdict::Fine;
    if !is_list::<M>(source) {
        let body = Body::raw(input);
        let read = |sink: &mut Sink| read_rows(M::INFO, &body, &mut Out::new(sink), M::read);
        let Some(model) = sound(read, body.name, sink) else { return verdict };
        let levels = (M::PARTICULARS.levels)(&model);
        if levels.is_empty() {
            let answer = answer_from(raw, &model, model.start(), body.name, budget, sink);
            let first = body.lines().first().map_or(0, |line| line.start);
            emit(source.line_number(first), &answer.text());
            return answer.verdict();
        }
        for Level { place, start, .. } in levels {
            let answer = match start {
                Ok(start) => {
                    budget.part(|budget| answer_from(raw, &model, start, place, budget, sink))
                }
                Err(fault) => {
                    sink.push(*fault);
                    Answer::undecided(Stop::Cancelled)
                }
            };
            emit(source.line_number(place.start), &answer.text().replace('\n', " "));
            verdict = verdict.max(answer.verdict());
        }
        return verdict;
    }

    for Numbered { line, number } in raw.lines(source) {
        let mut faults = Sink::new();
        let read = |sink: &mut Sink| (raw.read_line)(&line, input.goal, sink);
        let answer = budget.part(|budget| answer(raw, read, line.span(), budget, &mut faults));
        let answer = answer.unwrap_or_else(|| Answer::Text(String::from("?")));
        emit(source.first_line() + number + 1, &answer.text());
        sink.remark(faults.take_remark());
        for fault in single(faults.take()) {
            sink.push(fault);
        }
        if answer.verdict() != Verdict::Fine {
            verdict = answer.verdict();
        }
    }
    verdict
}

/// Looks for advice for the designer of a puzzle, as [`design`].
fn advise<M: MoveGame>(
    model: &M,
    mark: usize,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Unfinished> {
    let advised = design(model, &model.start(), mark, budget, sink);
    advised.map_err(|_| Unfinished::Advice)
}

/// Looks at every puzzle of raw input without answering: for `check`, with the facts that only a search
/// finds if `deep` has a budget. One diagnostic per line of a list.
///
/// # Errors
/// Questions that a search leaves open when it stops.
pub fn survey<M: MoveGame>(
    raw: &Raw<M>,
    input: Input<'_>,
    deep: Option<&Budget>,
    sink: &mut Sink,
) -> Result<(), Unfinished> {
    let source = input.source;
    if !is_list::<M>(source) {
        let body = Body::raw(input);
        let Some(model) = read_rows(M::INFO, &body, &mut Out::new(sink), M::read) else {
            return Ok(());
        };
        let Some(budget) = deep else { return Ok(()) };
        let start = State::new(model.start(), 0);
        let mark = sink.len();
        let decided = game::deep(&model, &start, budget, sink);
        return decided
            .map_err(|_| Unfinished::Facts)
            .and_then(|()| advise(&model, mark, budget, sink));
    }

    let mut decided = Ok(());
    let mut remark = None;
    let faults = raw.lines(source).into_iter().filter_map(|entry| {
        let mut sink = Sink::new();
        let place = entry.line.span();
        let model = (raw.read_line)(&entry.line, input.goal, &mut sink);
        remark = remark.or(sink.take_remark());
        if let (Some(model), Some(budget)) = (model, deep)
            && model.expect_goal(place, false).is_ok()
            && sink.diagnostics().iter().all(|fault| fault.severity() < Severity::Error)
        {
            let mark = sink.len();
            let mut engines = Engines::new(State::new(model.start(), 0));
            let completed = budget.part(|budget| {
                match engines.solution(&model, 0, budget) {
                    Outcome::Unsolvable => {
                        model
                            .unsolvable(&engines.state.position, None)
                            .into_iter()
                            .for_each(|fault| sink.push(fault));
                    }
                    Outcome::GaveUp(_) => return Err(Unfinished::Facts),
                    Outcome::Solved(_) => {}
                }
                advise(&model, mark, budget, &mut sink)
            });
            decided = decided.and(completed);
        }
        single(sink.take()).pop()
    });

    push_capped(faults, sink);
    sink.remark(remark);
    decided
}
