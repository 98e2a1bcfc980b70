//! The distances of the goal after each of several moves.

use std::collections::HashMap;

use super::game::has_goal;
use super::{Call, Engines, MoveGame, State, after, main_metric};
use crate::puzzle::Prospect;
use crate::search::{Budget, Outcome, Stop};

#[cfg(test)]
mod tests;

/// Moves to the goal; `None` if it cannot be reached.
type Distance = Option<u64>;

/// A position on a line of moves.
struct Reached<M: MoveGame> {
    at: M::Position,
    /// The move that led here.
    last: Option<M::Move>,
    /// The cost of the moves from the start of the line; moves that join the one before cost
    /// nothing.
    made: u64,
    /// True if the next move joins the last one, so that this position lies within a move.
    is_within: bool,
    /// The distance of the goal from here, once it is known.
    distance: Option<Distance>,
}

/// A line of moves, and what is known of the distances to the goal along it. A search shows the
/// distances of all positions on the solution that it finds. If the ends of a stretch show that its
/// moves waste nothing, the distances between are known, too. So a line that follows a shortest
/// solution costs one search if it ends at the goal or follows the solution that the search finds,
/// and otherwise two; a move that wastes something costs about the logarithm of the length of the
/// line; and no line costs more than one search per move, beside those of [`Distances::saved`].
struct Distances<'a, M: MoveGame> {
    model: &'a M,
    budget: &'a Budget,
    line: Vec<Reached<M>>,
    /// Positions of solutions that were found.
    solved: HashMap<M::Position, u64>,
    /// Positions whose search found a solution or none, or gave up.
    searched: HashMap<M::Position, Result<Distance, Stop>>,
    /// Why the last search stopped, if it did.
    stop: Option<Stop>,
}

/// Makes moves from a state, and hands out after each of them how far the goal is, while `each`
/// wants more.
pub(super) fn look_ahead<M: MoveGame>(
    model: &M,
    state: &State<M>,
    calls: &mut dyn Iterator<Item = Option<Call<M>>>,
    budget: &Budget,
    each: &mut dyn FnMut(Prospect) -> bool,
) -> Result<(), Stop> {
    if !has_goal(model) {
        return Ok(());
    }
    let (line, is_legal) = line(model, &state.position, calls);
    let mut searches = Distances {
        model,
        budget,
        line,
        solved: HashMap::new(),
        searched: HashMap::new(),
        stop: None,
    };
    match searches.each(is_legal, each) {
        Some(()) => Ok(()),
        None => Err(searches.stop.unwrap_or(Stop::Cancelled)),
    }
}

/// Returns the positions that moves lead through, from the start up to the first call that is
/// illegal, and whether there is none.
fn line<M: MoveGame>(
    model: &M,
    start: &M::Position,
    calls: &mut dyn Iterator<Item = Option<Call<M>>>,
) -> (Vec<Reached<M>>, bool) {
    let reached =
        |at: M::Position, last, made| Reached { at, last, made, is_within: false, distance: None };
    let mut line: Vec<Reached<M>> = vec![reached(start.clone(), None, 0)];
    for call in calls {
        let moves = if let Some(Call::Play(moves)) = call { moves } else { Vec::new() };
        let Some(before) = line.last_mut() else { break };
        let mut next = reached(before.at.clone(), before.last.clone(), before.made);
        for (number, typed) in moves.iter().enumerate() {
            let Ok((at, by)) = model.make(&next.at, typed, false) else { return (line, false) };
            let joins = next.last.as_ref().is_some_and(|last| M::joins(last, &by));
            before.is_within |= joins && number == 0;
            next.made += if joins { 0 } else { (main_metric::<M>().cost)(&by) };
            next.at = at;
            next.last = Some(by);
        }
        if moves.is_empty() {
            return (line, false);
        }
        line.push(next);
    }
    (line, true)
}

impl<M: MoveGame> Distances<'_, M> {
    /// Hands out the prospects of the line, whose next move `is_legal`; `None` if the budget stops a
    /// search.
    fn each(&mut self, is_legal: bool, each: &mut dyn FnMut(Prospect) -> bool) -> Option<()> {
        let mut total = self.distance(0)?;
        for index in 1..self.line.len() {
            let prospect = self.prospect(index, &mut total)?;
            if !each(prospect) {
                return Some(());
            }
        }
        if !is_legal {
            each(Prospect::Illegal);
        }
        Some(())
    }

    /// Returns how far the goal is after the move that leads to a position of the line; `None` if
    /// the budget stops the search. `total` is the cost of the moves made with those that are still
    /// needed: it grows with each move that leaves all shortest solutions.
    fn prospect(&mut self, index: usize, total: &mut Distance) -> Option<Prospect> {
        let Some(distance) = self.distance(index)? else {
            *total = None;
            return Some(Prospect::Lost);
        };
        let mut now = self.line[index].made + distance;
        if total.is_some_and(|before| before < now) {
            now -= self.saved(index, distance)?;
        }
        let nearer = total.is_none_or(|before| now <= before);
        *total = Some(now);
        Some(Prospect::Legal { distance, nearer })
    }

    /// Returns the cost of the first move of a shortest solution from a position that joins the move
    /// before it: then that move is only a part of a move. 0 if there is none. Costs a search for
    /// each move that joins it.
    fn saved(&mut self, index: usize, distance: u64) -> Option<u64> {
        let Reached { at, last: Some(last), .. } = &self.line[index] else { return Some(0) };
        let legal = self.model.legal(at).into_iter();
        let joining: Vec<_> = legal.filter(|(by, _)| M::joins(last, by)).collect();
        for (by, next) in joining {
            if self.search(&next)?.is_some_and(|next| next < distance) {
                return Some((main_metric::<M>().cost)(&by));
            }
        }
        Some(0)
    }

    /// Returns how far the goal is from a position of the line, of which those before it are known;
    /// `None` if the budget stops the search.
    fn distance(&mut self, index: usize) -> Option<Distance> {
        if let Some(known) = self.line[index].distance {
            return Some(known);
        }
        let before = index.checked_sub(1).and_then(|before| self.line[before].distance);
        let distance = match before {
            Some(None) => Some(None), // nothing leads back
            _ if is_plain() => self.search_index(index),
            _ => self.bracket(index).or_else(|| self.search_index(index)),
        };
        self.line[index].distance = distance;
        distance
    }

    /// Looks for a later position from which the distance shows that no move from here to there
    /// wastes anything.
    fn bracket(&mut self, index: usize) -> Option<Distance> {
        if self.line[index].is_within {
            return None;
        }
        let is_end = |at: &usize| !self.line[*at].is_within;
        let first = (0..index).rev().find(is_end)?;
        let start = self.line[first].distance??;
        let ends: Vec<_> = (index + 1..self.line.len()).filter(is_end).collect();
        let mut rest = &ends[..];
        while let Some((&last, before)) = rest.split_last() {
            let end = self.search_index(last)?;
            let cost = self.line[last].made - self.line[first].made;
            if end.is_some_and(|end| start == cost + end) {
                let total = self.line[last].made + end?;
                for reached in &mut self.line[index..last] {
                    if !reached.is_within {
                        reached.distance = Some(Some(total - reached.made));
                    }
                }
                return self.line[index].distance;
            }
            rest = &before[..before.len() / 2];
        }
        None
    }

    /// Searches from a position of the line, unless that was done.
    fn search_index(&mut self, index: usize) -> Option<Distance> {
        if let Some(known) = self.line[index].distance {
            return Some(known);
        }
        let at = self.line[index].at.clone();
        let distance = self.search(&at);
        self.line[index].distance = distance;
        distance
    }

    /// Returns how far the goal is from a position, by a search unless it lies on a solution that is
    /// known. `None` if the budget stops the search.
    fn search(&mut self, at: &M::Position) -> Option<Distance> {
        if let Some(&known) = self.solved.get(at)
            && !is_plain()
        {
            return Some(Some(known));
        }
        if self.model.is_solved(at) {
            return Some(Some(0));
        }
        if let Some(known) = self.searched.get(at).filter(|_| !is_plain()) {
            return known.ok();
        }
        #[cfg(test)]
        tests::count();

        let mut engines = Engines::new(State::new(at.clone(), 0));
        let path = match engines.solution(self.model, 0, self.budget) {
            Outcome::Solved(path) => path,
            Outcome::Unsolvable => {
                self.searched.insert(at.clone(), Ok(None));
                return Some(None);
            }
            Outcome::GaveUp(stop) => {
                self.stop = Some(stop);
                if stop != Stop::Cancelled {
                    self.searched.insert(at.clone(), Err(stop));
                }
                return None;
            }
        };

        let length = main_metric::<M>().length(&path);
        self.searched.insert(at.clone(), Ok(Some(length)));

        let mut at = at.clone();
        let mut left = length;
        for by in &path {
            let Some(next) = after(self.model, &at, by) else { break };
            left -= (main_metric::<M>().cost)(by);
            self.solved.insert(next.clone(), left);
            at = next;
        }
        Some(Some(length))
    }
}

/// Returns whether a test wants a search from each position.
fn is_plain() -> bool {
    #[cfg(test)]
    return tests::is_plain();
    #[cfg(not(test))]
    false
}
