//! The verdict on moves, by the plain rules.

use std::ops::Range;

use super::item::ONE_CASE;
use super::path::separator;
use super::{Case, Engines, Followed, Misreading, MoveGame, scene};
use crate::puzzle::verdict::given::{self, Given, Labels, Moves, Separation, bare, trimmed};
use crate::puzzle::verdict::{
    Blame, Grade, Optimum, Question, Ruling, of_judged_length, of_length, of_stated_length,
};
use crate::puzzle::{Failure, Unit};
use crate::search::{Budget, Outcome};
use crate::syntax::Fragment;
use crate::text::Span;

/// The moves of an answer, made one by one up to the first that is illegal.
struct Replay<'a, M: MoveGame> {
    model: &'a M,
    /// The number of the metric that counts them.
    metric: usize,
    answer: &'a str,
    /// Another meaning of the moves than their own.
    misreading: Option<&'static Misreading<M::Typed>>,
    at: M::Position,
    cost: u64,
    last: Option<M::Move>,
    /// The number of moves read so far.
    read: u64,
    /// The case of the first direction that is a letter.
    case: Option<Case>,
    /// The verdict on the first that is illegal.
    fault: Option<Ruling>,
}

/// Judges an answer that consists of moves, or says that there are none that solve the puzzle.
/// `metric` is the number of the metric that counts them.
pub fn judge<M: MoveGame>(
    model: &M,
    engines: &mut Engines<M>,
    metric: usize,
    question: &Question<'_>,
    budget: &Budget,
) -> Ruling {
    if let Some(ruling) = (M::PARTICULARS.figures)(model, &engines.state, question, budget) {
        return ruling;
    }

    let answer = question.answer;
    let separation = Separation {
        by_spaces: M::PARTICULARS.spaces_separate || separator::<M>().trim().is_empty(),
        labels: Labels::of(model.labels()),
    };
    let begins_with_move = |line: &str| {
        let text = Fragment { text: line, start: 0 };
        separation.labels.begin(line) && model.read_item(text, &mut |_, _| {}).is_ok()
    };

    let unit = M::METRICS[metric].unit;
    let moves = match given::read(answer, unit, begins_with_move) {
        Ok(Given::Moves(moves)) => moves,
        Ok(Given::Unsolvable) => {
            return unsolvable(model, engines, metric, question, budget);
        }
        Err(ruling) => return *ruling,
    };

    let replay = |misreading, at: &M::Position| Replay {
        model,
        metric,
        answer,
        misreading,
        at: at.clone(),
        cost: 0,
        last: None,
        read: 0,
        case: None,
        fault: None,
    };

    let mut plain = replay(None, &engines.state.position);
    if let Err(ruling) = moves.each(&separation, &mut |text| plain.item(text)) {
        return *ruling;
    }

    let Replay { at, cost, read, fault, .. } = plain;
    let is_solved = read == 0 && model.is_solved(&at);
    if read == 0 && moves.length.is_some() && !(moves.length == Some(0) && is_solved) {
        return Ruling::not_an_answer(answer, trimmed(answer), "the moves after their number");
    }

    let made = engines.state.made.saturating_add(cost);
    let scene = question.draw.map(|name| Box::new(scene(model, name, &at, made)));
    let mut ruling = match (fault, moves.length) {
        (Some(fault), _) => fault,
        (None, Some(length)) if length != cost => miscounted(answer, length, cost, unit),
        (None, _) if !model.is_solved(&at) => {
            let reason = format!("legal, {}; {}", unit.count(cost), model.missing(&at));
            Ruling { moves: Some(cost), ..Ruling::new(Grade::Unsolved, reason) }
        }
        (None, _) => arrived(model, engines, metric, cost, question.optimum, budget),
    };

    if matches!(ruling.grade, Grade::Illegal | Grade::Unsolved)
        && let Some(Misreading { condition, .. }) = M::PARTICULARS.misreading
        && let Some(cost) = solving_cost(
            &moves,
            &separation,
            replay(M::PARTICULARS.misreading, &engines.state.position),
        )
        && moves.length.is_none_or(|length| length == cost)
        && arrived(model, engines, metric, cost, question.optimum, budget).grade == Grade::Right
    {
        ruling.reason += &format!("; it would be right if {condition}");
    }
    Ruling { scene, ..ruling }
}

/// Judges the claim that the moves which led to a position solve the puzzle. Returns `None` if the answer is
/// not the word of the kind for that claim.
pub(super) fn reached<M: MoveGame>(model: &M, at: &M::Position, answer: &str) -> Option<Ruling> {
    if answer.trim() != M::PARTICULARS.solved {
        return None;
    }
    let ruling = match model.is_solved(at) {
        true => Ruling::new(Grade::Right, "the moves reach the goal"),
        false => Ruling::new(Grade::Unsolved, model.missing(at)),
    };
    Some(Ruling { is_claim: true, ..ruling })
}

/// Returns the cost of moves if all of them are legal and they solve the puzzle.
fn solving_cost<'a, M: MoveGame>(
    moves: &Moves<'a>,
    separation: &Separation<'_>,
    mut replay: Replay<'a, M>,
) -> Option<u64> {
    moves.each(separation, &mut |text| replay.item(text)).ok()?;
    let is_solved = replay.fault.is_none() && replay.model.is_solved(&replay.at);
    is_solved.then_some(replay.cost)
}

impl<'a, M: MoveGame> Replay<'a, M> {
    /// Reads the next item, and makes its moves unless a move before them was illegal.
    fn item(&mut self, text: Fragment<'a>) -> Result<given::Item<'a>, Box<Ruling>> {
        let answer = self.answer;
        let before = self.read;
        let model = self.model;
        let unread = |text: &str, expected: &str| {
            Box::new(Ruling::not_an_answer(answer, place_in(answer, text), expected))
        };
        let item = model.read_item(text, &mut |typed, text| self.make(&typed, text));
        let item = item.map_err(|fault| unread(fault.text, &fault.expected))?;
        if item.case.is_some() && self.case.is_some() && item.case != self.case {
            return Err(unread(item.text, ONE_CASE));
        }
        self.case = self.case.or(item.case);
        if self.misreading.is_some() && self.fault.is_some() {
            return Err(unread(item.text, "a legal move"));
        }
        let end = text.locate(item.text).span().end;
        let rest = text.at(Span::new(end, text.span().end)).text;
        Ok(given::Item { rest, moves: self.read - before })
    }
}

impl<M: MoveGame> Replay<'_, M> {
    /// Makes the next move unless a move before it was illegal.
    fn make(&mut self, typed: &M::Typed, text: &str) {
        self.read += 1;
        if self.fault.is_some() {
            return;
        }
        let other = self.misreading.as_ref().map(|misreading| (misreading.read)(typed));
        let Some(typed) = other.as_ref().map_or(Some(typed), Option::as_ref) else {
            self.fault = Some(Ruling::new(Grade::Illegal, "the move has no other meaning"));
            return;
        };

        let model = self.model;
        let measure = &M::METRICS[self.metric];
        let why = match model.make(&self.at, typed, false) {
            Ok((next, by)) if (measure.allows)(&by) => {
                let follows = |last| M::joins(last, &by);
                let joins = M::PARTICULARS.counts_runs_once
                    && self.metric == 0
                    && self.last.as_ref().is_some_and(follows);
                self.cost += if joins { 0 } else { (measure.cost)(&by) };
                self.at = next;
                self.last = Some(by);
                return;
            }
            Ok(_) => format!("it is not one of the {} that are counted", measure.unit.plural),
            Err(failure) => reasons(model, &self.at, typed, failure),
        };

        let cell = model.cell_of(&self.at, typed);
        let blame = Blame::of(self.answer, place_in(self.answer, text));
        let blame = Blame { number: Some(self.read), cell, ..blame };
        let reason = format!("move {}, `{}`: {why}", self.read, crate::diag::clip(text));
        let ruling = Ruling::new(Grade::Illegal, reason).at(blame);
        self.fault = Some(Ruling { moves: Some(self.cost), ..ruling });
    }
}

/// Returns the bytes of a part of an answer.
fn place_in(answer: &str, part: &str) -> Range<usize> {
    // The part is a slice of the answer.
    let start = part.as_ptr() as usize - answer.as_ptr() as usize;
    start..start + part.len()
}

/// Returns why a move is illegal, in the words of `why not`.
fn reasons<M: MoveGame>(model: &M, at: &M::Position, typed: &M::Typed, failure: Failure) -> String {
    let message = failure.message.clone();
    let followed =
        Followed { at: at.clone(), last: None, before: None, refused: Some((typed, failure)) };
    let reasons = model.obstacles(&followed);
    if reasons.is_empty() { message } else { reasons.join("; ") }
}

/// Returns the verdict on a length in front of moves that is not theirs.
fn miscounted(answer: &str, length: u64, cost: u64, unit: Unit) -> Ruling {
    let text = bare(answer).trim();
    let start = place_in(answer, text).start;
    let end = start + text.find(char::is_whitespace).unwrap_or(text.len());
    let is = if cost == 1 { "is" } else { "are" };
    let reason = format!("it says {}, and there {is} {cost}", unit.count(length));
    let ruling = Ruling::new(Grade::Wrong, reason).at(Blame::of(answer, start..end));
    Ruling { moves: Some(cost), ..ruling }
}

/// Returns the length of a shortest solution.
fn shortest<M: MoveGame>(
    model: &M,
    engines: &mut Engines<M>,
    metric: usize,
    budget: &Budget,
) -> Outcome<Option<u64>> {
    let solution = engines.solution(model, metric, budget);
    solution.map(|path| Some(M::METRICS[metric].length(&path)))
}

/// Returns the verdict on legal moves that reach the goal.
fn arrived<M: MoveGame>(
    model: &M,
    engines: &mut Engines<M>,
    metric: usize,
    cost: u64,
    optimum: Optimum,
    budget: &Budget,
) -> Ruling {
    let unit = M::METRICS[metric].unit;
    let outcome = match optimum {
        Optimum::Stated(length) if cost >= length => return of_stated_length(cost, unit, length),
        Optimum::Judge(Some(length)) => return of_judged_length(cost, unit, length),
        Optimum::Ignore | Optimum::Judge(None) => Outcome::Solved(None),
        Optimum::Known(known) => Outcome::Solved(known),
        Optimum::Search | Optimum::Stated(_) if cost == 0 => Outcome::Solved(Some(0)),
        Optimum::Search | Optimum::Stated(_) => shortest(model, engines, metric, budget),
    };

    let mut ruling = match outcome {
        Outcome::Solved(shortest) => of_length(cost, unit, shortest),
        Outcome::Unsolvable => of_length(cost, unit, None),
        Outcome::GaveUp(stop) => {
            let reason = format!(
                "legal, {}, reaches the goal; whether fewer are enough is not known: {}",
                unit.count(cost),
                engines.gave_up(metric, stop)
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
    engines: &mut Engines<M>,
    metric: usize,
    question: &Question<'_>,
    budget: &Budget,
) -> Ruling {
    let answer = question.answer;
    let outcome = match question.optimum {
        Optimum::Known(length) | Optimum::Judge(length) => {
            length.map_or(Outcome::Unsolvable, |length| Outcome::Solved(Some(length)))
        }
        Optimum::Stated(length) => Outcome::Solved(Some(length)),
        Optimum::Search | Optimum::Ignore => shortest(model, engines, metric, budget),
    };
    let ruling = match outcome {
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
    let scene = question
        .draw
        .map(|name| Box::new(scene(model, name, &engines.state.position, engines.state.made)));
    Ruling { reason, scene, ..ruling }
}
