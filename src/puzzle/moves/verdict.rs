//! The verdict on moves, by the plain rules.

use super::{Followed, Metric, MoveGame, State, separator};
use crate::diag::Sink;
use crate::puzzle::verdict::given::{Given, read, trimmed};
use crate::puzzle::verdict::{Blame, Grade, Optimum, Question, Ruling, of_length};
use crate::puzzle::{Failure, Solved, Unit};
use crate::search::{Budget, Outcome};
use crate::syntax::{Args, Fragment};

/// The moves of an answer, made as far as they are legal.
struct Played<M: MoveGame> {
    at: M::Position,
    cost: u64,
    /// The first move that is illegal or not a move.
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
    let several = !separator::<M>().is_empty();
    let given = match read(answer, several, M::cut_moves, M::begins_with_move) {
        Ok(given) => given,
        Err(ruling) => return *ruling,
    };
    let Given::Moves(length, moves) = given else {
        return unsolvable(model, state, metric, question, budget);
    };
    let measure = &M::METRICS[metric];
    let is_solved = moves.is_empty() && model.is_solved(&state.position);
    if moves.is_empty() && length.is_some() && !(length == Some(0) && is_solved) {
        return Ruling::not_an_answer(answer, trimmed(answer), "the moves after their number");
    }
    let mut typed = Vec::with_capacity(moves.len());
    for text in &moves {
        match read_move::<M>(*text) {
            Some(one) => typed.push(one),
            None => return Ruling::not_an_answer(answer, text.span().range(), "a move"),
        }
    }
    let played = play(model, state, measure, metric, answer, &moves, &typed);
    let scene = question.draw.map(|name| {
        Box::new(model.scene(name, &played.at, state.made.saturating_add(played.cost)))
    });
    let ruling = match played {
        Played { fault: Some(fault), .. } => fault,
        Played { cost, .. } if length.is_some_and(|length| length != cost) => {
            miscounted(answer, length.unwrap_or_default(), cost, measure.unit)
        }
        Played { ref at, cost, .. } if !model.is_solved(at) => {
            let missing = model.missing(at);
            let reason = format!("legal, {}; {missing}", measure.unit.count(cost));
            Ruling { moves: Some(cost), ..Ruling::new(Grade::Unsolved, reason) }
        }
        Played { cost, .. } => arrived(model, state, metric, cost, question.optimum, budget),
    };
    Ruling { scene, ..ruling }
}

/// Reads the text of one move.
fn read_move<M: MoveGame>(text: Fragment<'_>) -> Option<M::Typed> {
    let mut args = Args::new(text, text.span(), "MOVES");
    let typed = M::expect_moves(&mut args, &mut Sink::new())?;
    <[M::Typed; 1]>::try_from(typed).ok().map(|[one]| one)
}

/// Makes moves up to the first that is illegal.
fn play<M: MoveGame>(
    model: &M,
    state: &State<M>,
    measure: &Metric<M::Move>,
    metric: usize,
    answer: &str,
    texts: &[Fragment<'_>],
    typed: &[M::Typed],
) -> Played<M> {
    let (mut at, mut cost, mut last) = (state.position.clone(), 0, None);
    for (number, (text, one)) in (1..).zip(texts.iter().zip(typed)) {
        let why = match model.make(&at, one, false) {
            Ok((next, by)) if (measure.allows)(&by) => {
                let joins =
                    metric == 0 && last.as_ref().is_some_and(|last| M::is_one_move(last, &by));
                cost += if joins { 0 } else { (measure.cost)(&by) };
                (at, last) = (next, Some(by));
                continue;
            }
            Ok(_) => format!("it is not one of the {} that are counted", measure.unit.many),
            Err(failure) => reasons(model, &at, one, failure),
        };
        let (place, cell) = (text.span().range(), model.cell_of(&at, one));
        let blame = Blame { number: Some(number), cell, ..Blame::of(answer, place) };
        let reason = format!("move {number}, `{}`: {why}", crate::diag::clip(text.text));
        let fault = Ruling { moves: Some(cost), ..Ruling::new(Grade::Illegal, reason).at(blame) };
        return Played { at, cost, fault: Some(fault) };
    }
    Played { at, cost, fault: None }
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
        Optimum::Ignore => Outcome::Solved(None),
        Optimum::Known(known) => Outcome::Solved(known),
        Optimum::Search if cost == 0 => Outcome::Solved(Some(0)),
        Optimum::Search => shortest(model, state, metric, budget),
    };
    match found {
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
    }
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
        Optimum::Known(Some(length)) => Outcome::Solved(Some(length)),
        Optimum::Known(None) => Outcome::Unsolvable,
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
    let scene = question.draw.map(|name| Box::new(model.scene(name, &state.position, state.made)));
    Ruling { scene, ..ruling }
}
