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

    /// Returns the move that costs nothing, if the state has one: passing control between the two
    /// cubes of bloxorz, as in `RRRD_UR`, which are 6 rolls.
    ///
    /// The move must be its own inverse: taken twice it leads back. In the tie order it comes after
    /// all moves of [`successors`](Self::successors).
    fn free_move(&self, _state: &Self::State) -> Option<(Self::Move, Self::State)> {
        None
    }

    /// Returns facts that make a search faster or smaller. The search calls this once.
    fn properties(&self) -> Properties {
        Properties::default()
    }

    /// Returns true if `next` leads back to the state before `last`, so that a search need not try
    /// it.
    fn takes_back(&self, _last: Self::Move, _next: Self::Move) -> bool {
        false
    }

    /// Returns the state from which the move `by` led to `state`, if the space
    /// [can undo](Properties::can_undo) moves: large boards of klotski then hold 4 bytes less per state.
    fn undone(&self, _state: &Self::State, _by: Self::Move) -> Option<Self::State> {
        None
    }

    /// Returns a note for [`expand`](Self::expand), in bits that the space chooses: the moves out of
    /// `state` that need not be tried, because `by` led to it from an expanded state.
    fn skip_of(&self, _by: Self::Move, _state: &Self::State) -> u32 {
        0
    }

    /// Pushes the successors like [`successors`](Self::successors), but may leave out those that the
    /// notes in `skip` mark as known: the union of [`skip_of`](Self::skip_of) over all moves that
    /// have led here. A space in which a state has many successors, or finding them takes long, looks
    /// at the budget on the way. The bytes of the search are charged; those of `out` are not.
    ///
    /// # Errors
    /// The budget's stop. The contents of `out` are then useless; asking again starts again.
    fn expand(
        &self,
        state: &Self::State,
        _skip: u32,
        _budget: &Budget,
        out: &mut Vec<(Self::Move, Self::State)>,
    ) -> Result<(), Stop> {
        self.successors(state, out);
        Ok(())
    }

    /// Calls `visit` with each pair that [`successors`](Self::successors) would push. A search of a
    /// space with dense numbers uses this method only: with it, and without hashing, sliders such as
    /// Euler 244 take 0.56 of the time.
    fn visit(&self, state: &Self::State, mut visit: impl FnMut(Self::Move, Self::State))
    where
        Self: Sized,
    {
        let mut successors = Vec::new();
        self.successors(state, &mut successors);
        for (by, state) in successors {
            visit(by, state);
        }
    }

    /// Returns a number below [`Numbering::size`] that no other state has: the place of `state` in a
    /// table that needs no hashing, so that sliders take 0.56 of the time, as [`visit`](Self::visit) says.
    fn dense_number(&self, _state: &Self::State) -> usize {
        0
    }
}

/// Facts about a space that a search uses. The default promises nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Properties {
    /// The goals that are known without a search.
    pub goals: Goals,
    /// True if every move can be taken back, so that the successors of a state are also its
    /// predecessors. Only spaces without free moves may be reversible. Of other spaces,
    /// [`Explorer::farthest`](super::Explorer::farthest) finds nothing.
    pub is_reversible: bool,
    /// True if [`Space::undone`] undoes every move. Then a search keeps no parents of states, which
    /// saves four bytes per state. Only spaces without free moves may undo moves.
    pub can_undo: bool,
    /// True if the space makes notes for [`Space::expand`]. Then a search keeps four bytes for every
    /// open state.
    pub makes_notes: bool,
    /// The approximate number of states if it is known, or else 0. The search makes room for them at
    /// once, up to a small bound.
    pub expected_states: usize,
    /// The bytes that a state holds at most beyond its own size.
    pub heap_bytes: usize,
    /// The dense numbers, if the space has them. Each number costs four bytes, so only a space that
    /// reaches many of its numbers should have them, and only one without free moves may have them.
    pub dense: Option<Numbering>,
}

/// The goals of a space, as far as they are known without a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goals {
    /// Nothing is known.
    #[default]
    Unknown,
    /// At most one state is a goal, so that the first goal discovered is the only one.
    Unique,
    /// No reachable state is a goal. Then no state is expanded to find one.
    Unreachable,
}

/// The numbers that [`Space::dense_number`] gives to states.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    /// The bound of the numbers.
    pub size: usize,
    /// The largest number of successors of a state.
    pub most_successors: usize,
}
