//! Advice for the designer of a puzzle, which only searches can give: parts that change nothing, and
//! parts without which an unsolvable puzzle has a solution.

use super::MoveGame;
use super::game::has_goal;
use super::metric::main_metric;
use crate::diag::Applicability::Guess;
use crate::diag::{Code, Diagnostic, Fix, Form, Label, Part as Text, Severity, Sink, forms};
use crate::puzzle::parts::{self, MOST_NAMED, Part, Parts};
use crate::search::{Budget, Stop};

forms! {
    pub(crate) IDLE = code => {
        /// Parts of a sort that change nothing, each left out alone. Without one of them a shortest
        /// solution still has `length`.
        fn idle_parts(code: &'static Code, parts: &[Part], length: &str) {
            let first = &parts[0];
            let count = parts.len();
            let name = &first.name;
            let many = first.sort.many;
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
            "without all other parts it cannot be solved either",
        ],
    ),
    (Text::Fix, &["Leave out {name}"]),
])];

/// Implements [`crate::puzzle::Game::design`].
pub(crate) fn design<M: MoveGame>(
    model: &M,
    at: &M::Position,
    mark: usize,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let Some(parts) = model.parts(at).filter(|_| has_goal(model)) else { return Ok(()) };
    let completed = look(model, at, &*parts, mark, budget, sink);
    budget.show_turn(0, 0);
    completed
}

/// Looks at a puzzle with a goal, for [`design`].
fn look<M: MoveGame>(
    model: &M,
    at: &M::Position,
    parts: &dyn Parts,
    mark: usize,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let figure = figure(parts, M::INFO.deep, mark, budget, sink)?;
    let Some(figure) = figure.filter(|&figure| figure > 0) else {
        return Ok(()); // unsolvable, or solved at the start
    };
    let mut idle = Vec::new();
    // The message says how many parts are idle, so all must be known.
    if parts.count() > 0 && parts.part(0).sort.code.is_some() {
        let each = &mut |part| idle.push(parts.part(part));
        parts::idle(parts, figure, budget, each)?;
    }
    let advised = (M::PARTICULARS.advise)(model, at, budget, sink);
    let length = main_metric::<M>().unit.count(figure);
    for same in idle.chunk_by(|part, next| std::ptr::eq(part.sort, next.sort)) {
        if let Some(code) = same[0].sort.code {
            sink.push(idle_parts(code, same, &length));
        }
    }
    advised
}

/// Returns the figure of a puzzle with all its parts. If it has no solution, names the parts that
/// prevent one, in the first error since `mark` that is one of `facts`.
///
/// # Errors
/// Why a search stopped.
pub(crate) fn figure(
    parts: &dyn Parts,
    facts: &[&'static Code],
    mark: usize,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<Option<u64>, Stop> {
    let figure = parts.figure(&[], budget)?;
    if figure.is_none() {
        let is_fact = |fault: &&mut Diagnostic| {
            fault.severity() == Severity::Error && facts.contains(&fault.code)
        };
        // An expectation can state that it is intended.
        if let Some(fault) = sink.diagnostics_since(mark).iter_mut().find(is_fact) {
            name_blockers(fault, parts, budget)?;
        }
    }
    Ok(figure)
}

/// Adds to the diagnostic of an unsolvable puzzle the parts without any one of which it can be solved,
/// and those that keep it unsolvable by themselves.
fn name_blockers(fault: &mut Diagnostic, parts: &dyn Parts, budget: &Budget) -> Result<(), Stop> {
    let mut blockers = Vec::new();
    let each = &mut |part| blockers.push(part);
    let completed = parts::blockers(parts, MOST_NAMED, budget, each);
    let core = completed.and_then(|()| parts::core(parts, budget));
    for part in blockers.iter().map(|&part| parts.part(part)) {
        let name = &part.name;
        let place = part.place();
        if fault.related.iter().all(|label| label.span != place) {
            let text = format!("without {name} it can be solved");
            fault.related.push(Label { span: place, text });
        }
        fault.fixes.push(Fix::of(Guess, format!("Leave out {name}"), part.edits()));
    }
    let core = core?.unwrap_or_default();
    let text = match core.len() {
        1 => String::from("without all other parts it cannot be solved either"),
        count => format!("one of {count} parts that keep it unsolvable by themselves"),
    };
    for part in core.into_iter().filter(|part| !blockers.contains(part)) {
        fault.related.push(Label { span: parts.part(part).place(), text: text.clone() });
    }
    Ok(())
}
