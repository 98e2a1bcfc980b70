//! Advice for the designer of a puzzle, which only searches can give: parts that change nothing, and
//! parts without which an unsolvable puzzle has a solution.

use super::MoveGame;
use super::game::has_goal;
use super::metric::main_metric;
use crate::diag::Applicability::Guess;
use crate::diag::{Code, Diagnostic, Fix, Form, Label, Part as Text, Severity, Sink, forms};
use crate::puzzle::parts::{self, MOST_NAMED, NamedParts, Part};
use crate::search::{Budget, Outcome, Stop};

forms! {
    pub(crate) IDLE = code => {
        /// Parts of a sort that change nothing, each left out alone. Without one of them a shortest
        /// solution still has `length`.
        fn idle_parts(code: &'static Code, parts: &[Part], length: &str) {
            let (first, count) = (&parts[0], parts.len());
            let (name, many) = (&first.name, first.sort.many);
            at first.place() => [
                count == 1 => "{name} changes nothing: without it a shortest solution still has \
                               {length}",
                else "{count} {many} change nothing: without any one of them a shortest solution \
                      still has {length}",
            ], "not needed";
            for part in parts[1..].iter().take(MOST_NAMED) => {
                also part.place() => "nor is this one";
            }
            help "leave it out, or change the puzzle so that it matters";
            for part in parts.iter().take(MOST_NAMED) => {
                let name = &part.name;
                fix Guess, "Leave out {name}", part.edits();
            }
        }
    }
}

/// The texts that are added to the diagnostic of an unsolvable puzzle.
pub(crate) const BLOCKERS: &[Form] = &[Form(&[
    (
        Text::Also,
        &[
            "without {name} it can be solved",
            "one of {count} parts that keep it unsolvable by themselves",
        ],
    ),
    (Text::Fix, &["Leave out {name}"]),
])];

/// Implements [`crate::puzzle::Game::design`].
pub(super) fn design<M: MoveGame>(
    model: &M,
    mark: usize,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let Some(parts) = model.parts().filter(|_| has_goal(model)) else { return Ok(()) };
    let figure = match parts.figure(&[], budget) {
        Outcome::Solved(figure) => figure,
        Outcome::GaveUp(stop) => return Err(stop),
        Outcome::Unsolvable => {
            let is_fact = |one: &&mut Diagnostic| {
                one.severity() == Severity::Error && M::INFO.deep.contains(&one.code)
            };
            // An expectation can state that it is intended.
            let fault = sink.found_since(mark).iter_mut().find(is_fact);
            return fault.map_or(Ok(()), |fault| name_blockers(fault, parts, budget));
        }
    };
    if figure == 0 {
        return Ok(()); // solved at the start
    }
    let mut found = Vec::new();
    let stopped = match parts.count() > 0 && parts.part(0).sort.code.is_some() {
        true => parts::idle(parts, figure, budget, &mut |part| found.push(parts.part(part))),
        false => Ok(()),
    };
    let length = main_metric::<M>().unit.count(figure);
    for same in found.chunk_by(|one, next| std::ptr::eq(one.sort, next.sort)) {
        if let Some(code) = same[0].sort.code {
            sink.push(idle_parts(code, same, &length));
        }
    }
    stopped?;
    model.remarks(mark, budget, sink)
}

/// Adds to the diagnostic of an unsolvable puzzle the parts without any one of which it can be solved,
/// and those that keep it unsolvable by themselves.
fn name_blockers(
    fault: &mut Diagnostic,
    parts: &dyn NamedParts,
    budget: &Budget,
) -> Result<(), Stop> {
    let blockers = parts::blockers(parts, MOST_NAMED, budget)?;
    for part in blockers.iter().map(|&part| parts.part(part)) {
        let (name, place) = (&part.name, part.place());
        if fault.related.iter().all(|label| label.span != place) {
            let text = format!("without {name} it can be solved");
            fault.related.push(Label { span: place, text });
        }
        fault.fixes.push(Fix::of(Guess, format!("Leave out {name}"), part.edits()));
    }
    let Some(core) = parts::core(parts, budget)? else { return Ok(()) };
    let count = core.len();
    for part in core.into_iter().filter(|part| !blockers.contains(part)) {
        let text = format!("one of {count} parts that keep it unsolvable by themselves");
        fault.related.push(Label { span: parts.part(part).place(), text });
    }
    Ok(())
}
