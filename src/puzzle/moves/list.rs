//! Raw input that is a list, with a puzzle per line: exactly one line of output for each.

use super::{Engine, MoveGame, State};
use crate::diag::{Diagnostic, Severity, Sink};
use crate::puzzle::lists::{Numbered, push_capped, single};
use crate::puzzle::{Answer, Verdict};
use crate::search::{Budget, Outcome, Stop};
use crate::text::Source;

/// The result of one puzzle.
struct Judged {
    number: u32,
    answer: Answer,
    found: Vec<Diagnostic>,
}

/// Whether a text is a list, or a part of one.
pub(super) fn is_list<M: MoveGame>(source: &Source) -> bool {
    // No other text is cut.
    source.first_line() > 0 || M::is_list(source.text())
}

/// The lines of a list that must hold puzzles.
fn entries<M: MoveGame>(source: &Source) -> Vec<Numbered<'_>> {
    M::list_entries(source.text(), source.first_line() == 0)
}

/// Reads and solves the puzzle of a line.
fn judge_line<M: MoveGame>(one: &Numbered<'_>, budget: &Budget) -> Judged {
    let mut sink = Sink::new();
    let place = one.line.span();
    let model = M::read_line(&one.line, &mut sink);
    sink.retain_since(0, |found| !M::answered().contains(&found.code));
    let model = model.filter(|model| match model.expect_goal(place, false) {
        Ok(()) => true,
        Err(fault) => {
            sink.push(*fault);
            false
        }
    });
    let answer = match model {
        None => Answer::text("?"),
        Some(model) => {
            let mut state = State::new(model.start(), 0);
            let found = state.ask(&model, 0, budget, |engine, budget| {
                let found = engine.solve(budget);
                found.map(|path| model.judged(&path, engine, place, budget, &mut sink))
            });
            match found {
                Outcome::Solved(text) => Answer::text(text),
                Outcome::Unsolvable => Answer::unsolvable(),
                Outcome::GaveUp(stop) => state.gave_up(0, stop),
            }
        }
    };
    Judged { number: one.number, answer, found: single(sink.take()) }
}

/// Solves the puzzles of a list and emits a line for each, with the number of its line in the text,
/// from 1.
pub(super) fn judge<M: MoveGame>(
    source: &Source,
    budget: &Budget,
    sink: &mut Sink,
    emit: &mut dyn FnMut(u32, &str),
) -> Verdict {
    let mut verdict = Verdict::Fine;
    for one in entries::<M>(source) {
        let one = judge_line::<M>(&one, budget);
        let text = one.answer.text.unwrap_or_default();
        emit(source.first_line() + one.number + 1, &text);
        one.found.into_iter().for_each(|fault| sink.push(fault));
        if one.answer.verdict != Verdict::Fine {
            verdict = one.answer.verdict;
        }
    }
    verdict
}

/// Looks at every puzzle of a list without answering: for `check`, with the facts that only a search
/// finds if `deep` has a budget. One diagnostic per line.
///
/// # Errors
/// Why a search stopped before it had decided about its puzzle.
pub(super) fn survey<M: MoveGame>(
    source: &Source,
    deep: Option<&Budget>,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let mut decided = Ok(());
    let faults = entries::<M>(source).into_iter().filter_map(|one| {
        let mut sink = Sink::new();
        let place = one.line.span();
        let model = M::read_line(&one.line, &mut sink);
        if let (Some(model), Some(budget)) = (model, deep)
            && model.expect_goal(place, false).is_ok()
            && sink.found().iter().all(|found| found.severity() < Severity::Error)
        {
            match State::new(model.start(), 0).solution(&model, budget) {
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
    decided
}
