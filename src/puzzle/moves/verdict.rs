//! The verdict on moves, by the plain rules.

use super::{Followed, MoveGame, State, separator};
use crate::diag::Sink;
use crate::puzzle::verdict::given::{Given, read, trimmed};
use crate::puzzle::verdict::{
    Blame, Grade, Optimum, Question, Ruling, of_judged_length, of_length, of_stated_length,
};
use crate::puzzle::{Failure, Solved, Unit};
use crate::search::{Budget, Outcome};
use crate::syntax::{Args, Fragment};

/// The moves of an answer, made one by one up to the first that is illegal.
struct Replay<'a, M: MoveGame> {
    model: &'a M,
    /// The number of the metric that counts them.
    metric: usize,
    answer: &'a str,
    at: M::Position,
    cost: u64,
    last: Option<M::Move>,
    /// The number of moves read so far.
    read: u64,
    /// The verdict on the first that is illegal.
    fault: Option<Ruling>,
}

/// Judges an answer that consists of moves, or says that there are none that solve the puzzle.
/// `metric` is the number of the metric that counts them.
pub fn judge<M: MoveGame>(
    model: &M,
    state: &mut State<M>,
    metric: usize,
    question: &Question<'_>,
    budget: &Budget,
) -> Ruling {
    let answer = question.answer;
    let moves = match read(answer, M::begins_with_move) {
        Ok(Given::Moves(moves)) => moves,
        Ok(Given::Unsolvable) => return unsolvable(model, state, metric, question, budget),
        Err(ruling) => return *ruling,
    };
    let mut replay = Replay {
        model,
        metric,
        answer,
        at: state.position.clone(),
        cost: 0,
        last: None,
        read: 0,
        fault: None,
    };
    let several = !separator::<M>().is_empty();
    if let Err(ruling) = moves.each(several, M::first_move, |text| replay.make(text)) {
        return *ruling;
    }
    let Replay { at, cost, read, fault, .. } = replay;
    let is_solved = read == 0 && model.is_solved(&at);
    if read == 0 && moves.length.is_some() && !(moves.length == Some(0) && is_solved) {
        return Ruling::not_an_answer(answer, trimmed(answer), "the moves after their number");
    }
    let made = state.made.saturating_add(cost);
    let scene = question.draw.map(|name| Box::new(model.scene(name, &at, made)));
    let unit = M::METRICS[metric].unit;
    let ruling = match (fault, moves.length) {
        (Some(fault), _) => fault,
        (None, Some(length)) if length != cost => miscounted(answer, length, cost, unit),
        (None, _) if !model.is_solved(&at) => {
            let reason = format!("legal, {}; {}", unit.count(cost), model.missing(&at));
            Ruling { moves: Some(cost), ..Ruling::new(Grade::Unsolved, reason) }
        }
        (None, _) => arrived(model, state, metric, cost, question.optimum, budget),
    };
    Ruling { scene, ..ruling }
}

/// Reads the text of one move.
fn read_move<M: MoveGame>(text: Fragment<'_>) -> Option<M::Typed> {
    let mut args = Args::new(text, text.span(), "MOVES");
    let typed = M::expect_moves(&mut args, &mut Sink::new())?;
    <[M::Typed; 1]>::try_from(typed).ok().map(|[one]| one)
}

impl<M: MoveGame> Replay<'_, M> {
    /// Reads the next move, and makes it unless a move before it was illegal.
    ///
    /// # Errors
    /// The verdict on a text that is not a move.
    fn make(&mut self, text: Fragment<'_>) -> Result<(), Box<Ruling>> {
        let Some(typed) = read_move::<M>(text) else {
            let place = text.span().range();
            return Err(Box::new(Ruling::not_an_answer(self.answer, place, "a move")));
        };
        self.read += 1;
        if self.fault.is_some() {
            return Ok(());
        }
        let (model, measure) = (self.model, &M::METRICS[self.metric]);
        let why = match model.make(&self.at, &typed, false) {
            Ok((next, by)) if (measure.allows)(&by) => {
                let follows = |last| M::is_one_move(last, &by);
                let joins = self.metric == 0 && self.last.as_ref().is_some_and(follows);
                self.cost += if joins { 0 } else { (measure.cost)(&by) };
                self.at = next;
                self.last = Some(by);
                return Ok(());
            }
            Ok(_) => format!("it is not one of the {} that are counted", measure.unit.many),
            Err(failure) => reasons(model, &self.at, &typed, failure),
        };
        let cell = model.cell_of(&self.at, &typed);
        let blame = Blame::of(self.answer, text.span().range());
        let blame = Blame { number: Some(self.read), cell, ..blame };
        let reason = format!("move {}, `{}`: {why}", self.read, crate::diag::clip(text.text));
        let ruling = Ruling::new(Grade::Illegal, reason).at(blame);
        self.fault = Some(Ruling { moves: Some(self.cost), ..ruling });
        Ok(())
    }
}

/// Returns why a move is illegal, in the words of `why not`.
fn reasons<M: MoveGame>(model: &M, at: &M::Position, typed: &M::Typed, failure: Failure) -> String {
    let message = failure.message.clone();
    let followed = Followed { at: at.clone(), last: None, refused: Some((typed, failure)) };
    let reasons = model.obstacles(&followed);
    if reasons.is_empty() { message } else { reasons.join("; ") }
}

/// Returns the verdict on a length in front of moves that is not theirs.
fn miscounted(answer: &str, length: u64, cost: u64, unit: Unit) -> Ruling {
    let all = trimmed(answer);
    let end = answer[all.clone()].find(char::is_whitespace).map_or(all.end, |at| all.start + at);
    let is = if cost == 1 { "is" } else { "are" };
    let reason = format!("it says {}, and there {is} {cost}", unit.count(length));
    let ruling = Ruling::new(Grade::Wrong, reason).at(Blame::of(answer, all.start..end));
    Ruling { moves: Some(cost), ..ruling }
}

/// Returns the length of a shortest solution; `None` if solutions have no length.
fn shortest<M: MoveGame>(
    model: &M,
    state: &mut State<M>,
    metric: usize,
    budget: &Budget,
) -> Outcome<Option<u64>> {
    if metric > 0 {
        let found = state
            .ask(model, metric, budget, |engine, _, budget| super::Engine::solve(engine, budget));
        return found.map(|path| Some(M::METRICS[metric].length(&path)));
    }
    match model.solve(state, budget) {
        Solved::Moves(solution) => Outcome::Solved(Some(solution.length)),
        Solved::Grid(_) => Outcome::Solved(None),
        Solved::Unsolvable => Outcome::Unsolvable,
        Solved::GaveUp(stop) => Outcome::GaveUp(stop),
    }
}

/// Returns the verdict on legal moves that reach the goal.
fn arrived<M: MoveGame>(
    model: &M,
    state: &mut State<M>,
    metric: usize,
    cost: u64,
    optimum: Optimum,
    budget: &Budget,
) -> Ruling {
    let unit = M::METRICS[metric].unit;
    let found = match optimum {
        Optimum::Stated(length) if cost >= length => return of_stated_length(cost, unit, length),
        Optimum::Judge(Some(length)) => return of_judged_length(cost, unit, length),
        Optimum::Ignore | Optimum::Judge(None) => Outcome::Solved(None),
        Optimum::Known(known) => Outcome::Solved(known),
        Optimum::Search | Optimum::Stated(_) if cost == 0 => Outcome::Solved(Some(0)),
        Optimum::Search | Optimum::Stated(_) => shortest(model, state, metric, budget),
    };
    let mut ruling = match found {
        Outcome::Solved(shortest) => of_length(cost, unit, shortest),
        Outcome::Unsolvable => of_length(cost, unit, None),
        Outcome::GaveUp(stop) => {
            let reason = format!(
                "legal, {}, reaches the goal; whether fewer are enough is not known: {}",
                unit.count(cost),
                state.gave_up(metric, stop)
            );
            Ruling { moves: Some(cost), ..Ruling::new(Grade::Unknown, reason) }
        }
    };
    if let Optimum::Stated(length) = optimum {
        // The answer itself shows that this length is wrong.
        ruling.reason += &format!("; `shortest` says {length}");
    }
    ruling
}

/// Returns the verdict on the claim that there is no solution.
fn unsolvable<M: MoveGame>(
    model: &M,
    state: &mut State<M>,
    metric: usize,
    question: &Question<'_>,
    budget: &Budget,
) -> Ruling {
    let answer = question.answer;
    let found = match question.optimum {
        Optimum::Known(length) | Optimum::Judge(length) => {
            length.map_or(Outcome::Unsolvable, |length| Outcome::Solved(Some(length)))
        }
        Optimum::Stated(length) => Outcome::Solved(Some(length)),
        Optimum::Search | Optimum::Ignore => shortest(model, state, metric, budget),
    };
    let ruling = match found {
        Outcome::Solved(shortest) => Ruling::unsolvable(answer, true, shortest),
        Outcome::Unsolvable => Ruling::unsolvable(answer, false, None),
        Outcome::GaveUp(stop) => {
            let reason = format!("whether there is a solution is not known: {}", stop.reason());
            Ruling::new(Grade::Unknown, reason)
        }
    };
    let reason = match question.optimum {
        Optimum::Stated(_) => String::from("`shortest` says that there is a solution"),
        Optimum::Judge(None) => String::from("the judge's answer says that there is no solution"),
        _ => ruling.reason,
    };
    let scene = question.draw.map(|name| Box::new(model.scene(name, &state.position, state.made)));
    Ruling { reason, scene, ..ruling }
}
