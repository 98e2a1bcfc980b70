//! The plain rules of peg solitaire.

use puzzled::{puzzle::moves::Direction, scene::Coordinate};

/// A position: bit `n` is set if field `n` holds a peg. Fields are numbered in reading order.
///
/// ```text
///    oo.       fields  012      position 0b1_0100_1011
///   o..o              3456
///    .o                78
/// ```
pub type Position = u64;

/// Returns whether a field holds a peg.
pub fn is_peg(at: Position, field: usize) -> bool {
    at >> field & 1 == 1
}

/// A jump from a field over the next one to the one after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    pub from: usize,
    pub over: usize,
    pub to: usize,
    pub direction: Direction,
}

/// The board without its pegs, which no move changes.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The places of the fields, in reading order; at most 64.
    pub fields: Vec<Coordinate>,
    /// The jumps that the shape allows, in reading order of the peg.
    pub jumps: Vec<Jump>,
    /// The field of the last peg, if it matters.
    pub goal: Option<usize>,
}

impl Board {
    /// Returns the field at a place.
    pub fn field(&self, place: Coordinate) -> Option<usize> {
        self.fields.iter().position(|field| *field == place)
    }

    /// Returns the field some steps from another one.
    pub fn near(&self, from: usize, direction: Direction, steps: usize) -> Option<usize> {
        self.field((0..steps).fold(self.fields[from], |at, _| at + direction.offset()))
    }

    /// Finds the jumps that the shape allows.
    pub fn find_jumps(&mut self) {
        let directions_from = |from| Direction::ALL.map(|direction| (from, direction));
        let jump = |(from, direction)| {
            Some(Jump {
                from,
                over: self.near(from, direction, 1)?,
                to: self.near(from, direction, 2)?,
                direction,
            })
        };
        self.jumps = (0..self.fields.len()).flat_map(directions_from).filter_map(jump).collect();
    }

    /// Returns the legal jumps and the positions after them.
    pub fn legal(&self, at: Position) -> impl Iterator<Item = (Jump, Position)> + Clone {
        self.jumps.iter().filter_map(move |&jump| {
            let [from, over, to] = [jump.from, jump.over, jump.to].map(|field| 1 << field);
            let fields = from | over | to;
            (at & fields == from | over).then_some((jump, at ^ fields))
        })
    }

    /// Returns whether one peg is left, where the goal is.
    pub fn is_solved(&self, at: Position) -> bool {
        at.is_power_of_two() && self.goal.is_none_or(|goal| at == 1 << goal)
    }
}
