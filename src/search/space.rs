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
    /// A canonical key: two states are the same place exactly when their keys are equal.
    type State: Clone + Eq + Hash;
    /// The step from a state to the next.
    type Move: Copy;

    /// Pushes the states that a search starts from, all of depth 0, the first one first.
    fn starts(&self, out: &mut Vec<Self::State>);

    /// Pushes every state one move (of cost 1) away, in the tie order of the puzzle.
    fn successors(&self, state: &Self::State, out: &mut Vec<(Self::Move, Self::State)>);

    /// Whether a search may end here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The move that costs nothing, if the state has one.
    ///
    /// It must be its own inverse (passing control between two cubes, say): taken twice it leads
    /// back. In the tie order it comes after all moves of [`successors`](Self::successors).
    fn free_move(&self, _state: &Self::State) -> Option<(Self::Move, Self::State)> {
        None
    }

    /// Whether it is known without a search that no state in reach is a goal: then nothing is
    /// expanded for one.
    fn is_hopeless(&self) -> bool {
        false
    }

    /// Whether no more than one state is a goal, so that the first one found is the only one.
    fn goal_is_unique(&self) -> bool {
        false
    }

    /// Pushes the states that have `state` among their successors, in any order, and answers
    /// `true`; or answers `false` if the space does not know them. Some of those pushed may be
    /// unreachable. Only for spaces without free moves.
    fn predecessors(&self, _state: &Self::State, _out: &mut Vec<Self::State>) -> bool {
        false
    }

    /// Whether `next` leads back to where `last` came from, so that a search need not try it.
    fn takes_back(&self, _last: Self::Move, _next: Self::Move) -> bool {
        false
    }

    /// Whether the space can undo every move. Then a search keeps no parents of states: four bytes
    /// less for each. Only for spaces without free moves.
    fn undoes(&self) -> bool {
        false
    }

    /// The state from which a move led to `state`, if the space can undo moves.
    fn undone(&self, _state: &Self::State, _by: Self::Move) -> Option<Self::State> {
        None
    }

    /// Like [`successors`](Self::successors), but free to leave out those that the notes in `skip`
    /// mark as known: the union of [`skip_of`](Self::skip_of) over all moves that have led here.
    fn successors_but(
        &self,
        state: &Self::State,
        _skip: u32,
        out: &mut Vec<(Self::Move, Self::State)>,
    ) {
        self.successors(state, out);
    }

    /// Which of the moves out of `state` need not be tried because `by` led to it from a state that
    /// is expanded: a note for [`successors_but`](Self::successors_but), in bits of the space's own
    /// choice.
    fn skip_of(&self, _by: Self::Move, _state: &Self::State) -> u32 {
        0
    }

    /// [`successors_but`](Self::successors_but) for spaces in which a state may have so many
    /// successors, or finding them may take so long, that the budget must be looked at on the way.
    /// The bytes of the search are charged; those of `out` are not.
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

    /// [`predecessors`](Self::predecessors) for such spaces.
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

    /// Whether the space makes notes for [`successors_but`](Self::successors_but): the search keeps four bytes for every open state then.
    fn skips(&self) -> bool {
        false
    }

    /// About how many states there are, if that is known: room for them is made at once, up to a
    /// small bound.
    fn expected_states(&self) -> usize {
        0
    }

    /// Calls `visit` with what [`successors`](Self::successors) would push. A search of a space with
    /// dense numbers asks for this only.
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

    /// The most successors of a state. It counts only if the space has dense numbers.
    fn most_successors(&self) -> usize {
        4
    }

    /// How many numbers [`dense_number`](Self::dense_number) may give; 0 if it must not be used.
    /// Only for spaces that reach a good part of the numbers: each number costs four bytes.
    fn dense_size(&self) -> usize {
        0
    }

    /// A number below [`dense_size`](Self::dense_size) that no other state has: its place in a table
    /// that needs no hashing.
    fn dense_number(&self, _state: &Self::State) -> usize {
        0
    }

    /// Bytes that a state of that depth holds beyond its own size, at most.
    fn heap_bytes(&self, _depth: usize) -> usize {
        0
    }

    /// The same space, searched from all of these and without a goal. `None` unless every move can
    /// be taken back; then [`Walk::hardest`](super::Walk::hardest) finds nothing.
    fn backward_from(&self, _goals: Vec<Self::State>) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// Pushes the successors of a state: they are its predecessors too if every move can be taken back.
/// Returns true, as [`Space::predecessors`] does then.
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
