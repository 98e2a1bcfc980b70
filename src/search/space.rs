//! The interface of a puzzle for a search.

use std::hash::Hash;

use super::{Budget, Stop};

/// An implicit graph: states that are made as they are needed, joined by moves.
///
/// The null example, a counter that goes up or down to a target:
///
/// ```
/// use puzzled::search::{Budget, Outcome, Search, Space};
///
/// struct Counter;
/// impl Space for Counter {
///     type State = i32;
///     type Move = char;
///     fn starts(&self, out: &mut Vec<i32>) {
///         out.push(0);
///     }
///     fn successors(&self, state: &i32, out: &mut Vec<(char, i32)>) {
///         out.extend([('-', state - 1), ('+', state + 1)]);
///     }
///     fn is_goal(&self, state: &i32) -> bool {
///         *state == 3
///     }
/// }
///
/// let mut search = Search::new(Counter);
/// let Outcome::Solved(goal) = search.solve(&Budget::unlimited()) else { panic!() };
/// assert_eq!(search.path_to(goal), ['+', '+', '+']);
/// ```
pub trait Space {
    /// A canonical key: two states are the same place exactly if their keys are equal.
    type State: Clone + Eq + Hash;
    /// The step from a state to the next.
    type Move: Copy;

    /// Pushes the states that a search starts from, all of depth 0, the first one first.
    fn starts(&self, out: &mut Vec<Self::State>);

    /// Pushes every state one move (of cost 1) away, in the tie order of the puzzle.
    fn successors(&self, state: &Self::State, out: &mut Vec<(Self::Move, Self::State)>);

    /// Returns true if a search may end at `state`.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns the move that costs nothing, if the state has one.
    ///
    /// The move must be its own inverse (passing control between two cubes, say): taken twice it
    /// leads back. In the tie order it comes after all moves of [`successors`](Self::successors).
    fn free_move(&self, _state: &Self::State) -> Option<(Self::Move, Self::State)> {
        None
    }

    /// Returns true if it is known without a search that no reachable state is a goal. Then no
    /// state is expanded to find one.
    fn is_hopeless(&self) -> bool {
        false
    }

    /// Returns true if at most one state is a goal, so that the first one found is the only one.
    fn goal_is_unique(&self) -> bool {
        false
    }

    /// Pushes the states that have `state` among their successors, in any order, and returns true.
    /// Returns false if the space does not know them. Some of the pushed states may be unreachable.
    /// Only spaces without free moves may know them.
    fn predecessors(&self, _state: &Self::State, _out: &mut Vec<Self::State>) -> bool {
        false
    }

    /// Returns true if `next` leads back to the state before `last`, so that a search need not try
    /// it.
    fn takes_back(&self, _last: Self::Move, _next: Self::Move) -> bool {
        false
    }

    /// Returns true if the space can undo every move. Then a search keeps no parents of states,
    /// which saves four bytes per state. Only spaces without free moves may return true.
    fn undoes(&self) -> bool {
        false
    }

    /// Returns the state from which the move `by` led to `state`, if the space can undo moves.
    fn undone(&self, _state: &Self::State, _by: Self::Move) -> Option<Self::State> {
        None
    }

    /// Pushes the successors like [`successors`](Self::successors), but may leave out those that
    /// the notes in `skip` mark as known: the union of [`skip_of`](Self::skip_of) over all moves
    /// that have led here.
    fn successors_but(
        &self,
        state: &Self::State,
        _skip: u32,
        out: &mut Vec<(Self::Move, Self::State)>,
    ) {
        self.successors(state, out);
    }

    /// Returns a note for [`successors_but`](Self::successors_but), in bits that the space chooses:
    /// the moves out of `state` that need not be tried, because `by` led to it from an expanded
    /// state.
    fn skip_of(&self, _by: Self::Move, _state: &Self::State) -> u32 {
        0
    }

    /// Does the work of [`successors_but`](Self::successors_but) and looks at the budget on the
    /// way, for spaces in which a state has many successors or finding them takes long. The bytes
    /// of the search are charged; those of `out` are not.
    ///
    /// # Errors
    /// The budget's stop. The contents of `out` are then useless; asking again starts again.
    fn successors_within(
        &self,
        state: &Self::State,
        skip: u32,
        _budget: &Budget,
        out: &mut Vec<(Self::Move, Self::State)>,
    ) -> Result<(), Stop> {
        self.successors_but(state, skip, out);
        Ok(())
    }

    /// Does the work of [`predecessors`](Self::predecessors) and looks at the budget on the way.
    ///
    /// # Errors
    /// The budget's stop. The contents of `out` are then useless; asking again starts again.
    fn predecessors_within(
        &self,
        state: &Self::State,
        _budget: &Budget,
        out: &mut Vec<Self::State>,
    ) -> Result<bool, Stop> {
        Ok(self.predecessors(state, out))
    }

    /// Returns true if the space makes notes for [`successors_but`](Self::successors_but). Then the
    /// search keeps four bytes for every open state.
    fn skips(&self) -> bool {
        false
    }

    /// Returns the approximate number of states if it is known, or else 0. The search makes room
    /// for them at once, up to a small bound.
    fn expected_states(&self) -> usize {
        0
    }

    /// Calls `visit` with each pair that [`successors`](Self::successors) would push. A search of a
    /// space with dense numbers uses this method only.
    fn visit(&self, state: &Self::State, mut visit: impl FnMut(Self::Move, Self::State))
    where
        Self: Sized,
    {
        let mut found = Vec::new();
        self.successors(state, &mut found);
        for (by, state) in found {
            visit(by, state);
        }
    }

    /// Returns the largest number of successors of a state. It is used only with dense numbers.
    fn most_successors(&self) -> usize {
        4
    }

    /// Returns the bound of [`dense_number`](Self::dense_number), or 0 if the space has no dense
    /// numbers. Each number costs four bytes, so only a space that reaches many of its numbers
    /// should have them, and only one without free moves may have them.
    fn dense_size(&self) -> usize {
        0
    }

    /// Returns a number below [`dense_size`](Self::dense_size) that no other state has: the place
    /// of `state` in a table that needs no hashing.
    fn dense_number(&self, _state: &Self::State) -> usize {
        0
    }

    /// Returns the largest number of bytes that a state of that depth holds beyond its own size.
    fn heap_bytes(&self, _depth: usize) -> usize {
        0
    }

    /// Returns this space with `goals` as its starts and without a goal, or `None` unless every
    /// move can be taken back. With `None`, [`Walk::hardest`](super::Walk::hardest) finds nothing.
    fn backward_from(&self, _goals: Vec<Self::State>) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// Pushes the successors of `state`, which are also its predecessors if every move can be taken
/// back. Returns true, like [`Space::predecessors`] of such a space.
pub(crate) fn push_successors<S: Space>(
    space: &S,
    state: &S::State,
    out: &mut Vec<S::State>,
) -> bool {
    let mut found = Vec::new();
    space.successors(state, &mut found);
    out.extend(found.into_iter().map(|(_, state)| state));
    true
}
