//! Solves and checks the levels of a game one by one, for texts without a document.

use super::model::Model;
use super::rules::{Event, Position};
use super::syntax::input_text;
use crate::diag::{Severity, Sink};
use crate::puzzle::moves::{Engine, MoveGame};
use crate::puzzle::{Body, Input, Out, Unfinished, Verdict};
use crate::search::{Budget, Outcome};

/// Returns the messages of the turn that led to a position.
pub(super) fn messages(at: &Position) -> impl Iterator<Item = &str> {
    at.events.iter().filter_map(|event| match event {
        Event::Message(text) => Some(text.as_str()),
        Event::Sound(..) => None,
    })
}

/// Solves each level, and emits a line for each: the number of inputs and their letters, `unsolvable`, or
/// that the search gave up.
pub(super) fn judge(
    input: Input<'_>,
    budget: &Budget,
    sink: &mut Sink,
    emit: &mut dyn FnMut(u32, &str),
) -> Verdict {
    let body = Body::raw(input);
    let mark = sink.len();
    let Some(model) = Model::read(&body, &mut Out::new(sink)) else { return Verdict::Fine };
    // Advice is for designers, who ask for it.
    sink.retain_since(mark, |fault| fault.severity() > Severity::Advice);
    if let Err(fault) = model.expect_goal(body.name, false) {
        sink.push(*fault);
        return Verdict::Fine;
    }
    let mut verdict = Verdict::Fine;
    for (number, level) in model.game.levels().enumerate() {
        let (line, failure) = budget.part(|budget| solved(&model, number, budget));
        if let Some(failure) = failure {
            verdict = failure;
        }
        emit(level.line, &line);
    }
    verdict
}

/// Returns the line of a level, and its verdict if it was not solved.
fn solved(model: &Model, number: usize, budget: &Budget) -> (String, Option<Verdict>) {
    let Some(model) = model.at_level(number) else {
        return (String::from("gave up: its start has no end"), Some(Verdict::GaveUp));
    };
    let mut finder = model.finder(&model.start);
    match finder.solve(budget) {
        Outcome::Solved(path) => {
            let letters: String = path.iter().map(|&input| input_text(input)).collect();
            (format!("{} {letters}", path.len()).trim_end().to_owned(), None)
        }
        Outcome::Unsolvable => (String::from("unsolvable"), Some(Verdict::Unsolvable)),
        Outcome::GaveUp(stop) => {
            let effort = Engine::figures(&finder);
            (format!("gave up: {effort}, {}", stop.reason()), Some(Verdict::GaveUp))
        }
    }
}

/// Reports what is wrong with a game. With a budget, also reports the levels that cannot be won.
///
/// # Errors
/// Levels that a search leaves open when it stops.
pub(super) fn survey(
    input: Input<'_>,
    deep: Option<&Budget>,
    sink: &mut Sink,
) -> Result<(), Unfinished> {
    let body = Body::raw(input);
    let Some(model) = Model::read(&body, &mut Out::new(sink)) else { return Ok(()) };
    let Some(budget) = deep else { return Ok(()) };
    let mut survey = Ok(());
    for number in 0..model.game.levels().count() {
        let Some(level) = model.at_level(number) else { continue };
        match budget.part(|budget| level.finder(&level.start).solve(budget)) {
            Outcome::Solved(_) => {}
            Outcome::Unsolvable => {
                level.unsolvable(None).into_iter().for_each(|fault| sink.push(fault));
            }
            Outcome::GaveUp(_) => survey = Err(Unfinished::Facts),
        }
    }
    survey
}
