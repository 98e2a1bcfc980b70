//! Raw input that is a list, with a puzzle per line: exactly one line of output for each.

use super::{Engine, MoveGame, State};
use crate::diag::{Diagnostic, Severity, Sink};
use crate::puzzle::lists::{Numbered, push_capped, single};
use crate::puzzle::{Answer, Body, Input, Out, Verdict, read_rows};
use crate::search::{Budget, Outcome, Stop};
use crate::text::{Source, Span};

/// Returns whether a text is a list, or a part of one.
fn is_list<M: MoveGame>(source: &Source) -> bool {
    // No other text is cut.
    source.first_line() > 0 || (M::INFO.streams)(source.text())
}

/// Returns the lines of a list that must hold puzzles.
fn entries<M: MoveGame>(source: &Source) -> Vec<Numbered<'_>> {
    (M::RAW.entries)(source.text(), source.first_line() == 0)
}

/// Returns the answer to a puzzle of raw input. None if there is no puzzle, or none with a goal.
fn answer<M: MoveGame>(
    read: impl FnOnce(&mut Sink) -> Option<M>,
    place: Span,
    budget: &Budget,
    sink: &mut Sink,
) -> Option<Answer> {
    let model = read(sink)?;
    if let Err(fault) = model.expect_goal(place, false) {
        sink.push(named_outside::<M>(*fault));
        return None;
    }
    let mut state = State::new(model.start(), 0);
    let found = state.ask(&model, 0, budget, |engine, _, budget| {
        let found = engine.solve(budget);
        found.map(|path| (M::RAW.answer)(&model, &path, engine, place, budget, sink))
    });
    Some(match found {
        Outcome::Solved(text) => Answer::Text(text),
        Outcome::Unsolvable => Answer::Unsolvable,
        Outcome::GaveUp(stop) => state.gave_up(0, stop),
    })
}

/// Returns the report that there is no goal, with what a caller of raw input can do about it.
fn named_outside<M: MoveGame>(fault: Diagnostic) -> Diagnostic {
    match &M::INFO.raw_goal {
        Some(piece) => fault.help(format!("name {piece} with `--goal LABEL`")),
        None => fault,
    }
}

/// Solves a puzzle, or those of a list, and emits a line for each, with the number of its line in
/// the text, from 1.
pub(super) fn judge<M: MoveGame>(
    input: Input<'_>,
    budget: &Budget,
    sink: &mut Sink,
    emit: &mut dyn FnMut(u32, &str),
) -> Verdict {
    let (source, mut verdict) = (input.source, Verdict::Fine);
    if !is_list::<M>(source) {
        let body = Body::raw(input);
        let read = |sink: &mut Sink| read_rows(M::INFO, &body, &mut Out::new(sink), M::read);
        let Some(answer) = answer(read, body.name, budget, sink) else { return verdict };
        let first = body.lines().first().map_or(0, |line| line.start);
        emit(source.line_number(first), &answer.text());
        return answer.verdict();
    }
    for Numbered { line, number } in entries::<M>(source) {
        let mut found = Sink::new();
        let read = |sink: &mut Sink| (M::RAW.read_line)(&line, input.goal, sink);
        let answer = budget.part(|budget| answer(read, line.span(), budget, &mut found));
        let answer = answer.unwrap_or_else(|| Answer::Text(String::from("?")));
        emit(source.first_line() + number + 1, &answer.text());
        sink.remark(found.take_remark());
        for fault in single(found.take()) {
            sink.push(fault);
        }
        if answer.verdict() != Verdict::Fine {
            verdict = answer.verdict();
        }
    }
    verdict
}

/// Looks at every puzzle of raw input without answering: for `check`, with the facts that only a search
/// finds if `deep` has a budget. One diagnostic per line of a list.
///
/// # Errors
/// Why a search stopped before it had decided about its puzzle.
pub(super) fn survey<M: MoveGame>(
    input: Input<'_>,
    deep: Option<&Budget>,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let source = input.source;
    if !is_list::<M>(source) {
        let body = Body::raw(input);
        let Some(model) = read_rows(M::INFO, &body, &mut Out::new(sink), M::read) else {
            return Ok(());
        };
        model.certain().into_iter().for_each(|fault| sink.push(fault));
        let mut start = State::new(model.start(), 0);
        return deep.map_or(Ok(()), |budget| model.deep(&mut start, Span::default(), budget, sink));
    }
    let (mut decided, mut remark) = (Ok(()), None);
    let faults = entries::<M>(source).into_iter().filter_map(|one| {
        let mut sink = Sink::new();
        let place = one.line.span();
        let model = (M::RAW.read_line)(&one.line, input.goal, &mut sink);
        remark = remark.or(sink.take_remark());
        if let (Some(model), Some(budget)) = (model, deep)
            && model.expect_goal(place, false).is_ok()
            && sink.found().iter().all(|found| found.severity() < Severity::Error)
        {
            match budget.part(|budget| State::new(model.start(), 0).solution(&model, budget)) {
                Outcome::Unsolvable => {
                    model.unsolvable(None).into_iter().for_each(|fault| sink.push(fault));
                }
                Outcome::GaveUp(stop) => decided = Err(stop),
                Outcome::Solved(_) => {}
            }
        }
        single(sink.take()).pop()
    });
    push_capped(faults, sink);
    sink.remark(remark);
    decided
}
