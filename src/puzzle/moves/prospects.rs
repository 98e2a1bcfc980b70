//! How far the goal is after each of several moves.

use super::{Call, MoveGame, Moves, State, main_metric};
use crate::puzzle::Prospect;
use crate::search::{Budget, Outcome};

/// Moves to the goal; `None` if it cannot be reached.
type Distance = Option<u64>;

/// The moves made so far.
struct Way<M: MoveGame> {
    at: M::Position,
    last: Option<M::Move>,
    /// What they cost; moves that join the one before cost nothing.
    made: u64,
    /// `made` with the moves that are still needed: grows with each move that leaves all shortest
    /// solutions.
    total: Distance,
}

impl<M: MoveGame> Moves<M> {
    /// Makes moves from a state, and hands out after each of them how far the goal is, while `each`
    /// wants more. Ends early if the budget stops a search. Costs a search per move, and further ones
    /// where the next move may join the last.
    pub(super) fn look_ahead(
        &self,
        state: &State<M>,
        calls: &mut dyn Iterator<Item = Option<Call<M>>>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) {
        if !self.has_goal() {
            return;
        }
        let at = state.position.clone();
        let Some(total) = self.distance(&at, budget) else { return };
        let mut way = Way { at, last: None, made: 0, total };
        for call in calls {
            let moves = if let Some(Call::Play(moves)) = call { moves } else { Vec::new() };
            let made = !moves.is_empty()
                && moves.iter().all(|typed| match self.0.make(&way.at, typed, false) {
                    Ok((next, by)) => {
                        let joins = way.last.as_ref().is_some_and(|last| M::joins(last, &by));
                        way.made += if joins { 0 } else { (main_metric::<M>().cost)(&by) };
                        (way.at, way.last) = (next, Some(by));
                        true
                    }
                    Err(_) => false,
                });
            if !made {
                each(Prospect::Illegal);
                return;
            }
            let Some(prospect) = self.prospect(&mut way, budget) else { return };
            if !each(prospect) {
                return;
            }
        }
    }

    /// How far the goal is after the last move of a way; `None` if the budget stops the search.
    fn prospect(&self, way: &mut Way<M>, budget: &Budget) -> Option<Prospect> {
        let Some(distance) = self.distance(&way.at, budget)? else {
            way.total = None;
            return Some(Prospect::Lost);
        };
        let mut total = way.made + distance;
        if way.total.is_some_and(|before| before < total) {
            total -= self.saved(way, distance, budget)?;
        }
        let nearer = way.total.is_none_or(|before| total <= before);
        way.total = Some(total);
        Some(Prospect::Legal { distance, nearer })
    }

    /// Returns the cost of the first move of a shortest solution from here that joins the last one:
    /// then the last move is only a part of a move. 0 if there is none.
    fn saved(&self, way: &Way<M>, distance: u64, budget: &Budget) -> Option<u64> {
        let Some(last) = &way.last else { return Some(0) };
        let legal = self.0.legal(&way.at).into_iter();
        for (by, next) in legal.filter(|(by, _)| M::joins(last, by)) {
            if self.distance(&next, budget)?.is_some_and(|next| next < distance) {
                return Some((main_metric::<M>().cost)(&by));
            }
        }
        Some(0)
    }

    /// Returns how far the goal is from a position; `None` if the budget stops the search.
    fn distance(&self, at: &M::Position, budget: &Budget) -> Option<Distance> {
        match State::<M>::new(at.clone(), 0).solution(&*self.0, budget) {
            Outcome::Solved(path) => Some(Some(main_metric::<M>().length(&path))),
            Outcome::Unsolvable => Some(None),
            Outcome::GaveUp(_) => None,
        }
    }
}
