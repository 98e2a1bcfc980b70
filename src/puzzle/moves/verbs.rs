//! Verbs of puzzles with moves, as several kinds have them. A kind adds its example, and
//! words of its own where they differ.

use super::NoKindCommand;
use crate::puzzle::{Role, Verb};
use crate::syntax::Arg;

/// A verb of a puzzle with moves; `O` are those that only its kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word<O = NoKindCommand> {
    /// `solve`
    Solve,
    /// `moves`
    Moves,
    /// `play`
    Play,
    /// `hint`
    Hint,
    /// `paths`
    Paths,
    /// `goals`
    Goals,
    /// `frontier`
    Frontier,
    /// `step`
    Step,
    /// A verb that only this kind has.
    Kind(O),
}

/// A shortest solution in either metric.
pub const SOLVE: Verb = Verb {
    name: "solve",
    role: Role::Solve,
    args: &[Arg::Optional(&[Arg::Word(&["by"]), Arg::Word(&["steps"])])],
    summary: "finds a solution of the fewest moves (or unit slides): their number, then one move per line",
    example: "",
};

/// The legal moves, for kinds whose moves are words.
pub const MOVES: Verb = Verb {
    name: "moves",
    role: Role::Ask,
    args: &[],
    summary: "lists the legal moves, one per line",
    example: "",
};

/// Makes moves that are words.
pub const PLAY: Verb = Verb {
    name: "play",
    role: Role::Play,
    args: &[Arg::Rest { form: &[Arg::Repeat(&[Arg::Text("MOVE")])], rule: "moves" }],
    summary: "",
    example: "",
};

/// Counts the positions.
pub const STATES: Verb =
    Verb { name: "states", role: Role::Find, args: &[], summary: "", example: "" };

/// The first move of a shortest solution.
pub const HINT: Verb = Verb {
    name: "hint",
    role: Role::Hint,
    args: &[],
    summary: "answers the first move of a shortest solution",
    example: "",
};

/// The board farthest from every goal.
pub const HARDEST: Verb = Verb {
    name: "hardest",
    role: Role::Find,
    args: &[],
    summary: "finds the reachable board farthest from every goal: the distance, then the board",
    example: "",
};

/// The breadth-first stream of paths.
pub const PATHS: Verb = Verb {
    name: "paths",
    role: Role::List,
    args: Arg::COUNT,
    summary: "lists the first N (10) paths from here, breadth-first, one per board",
    example: "",
};

/// All shortest solutions.
pub const GOALS: Verb = Verb {
    name: "goals",
    role: Role::List,
    args: Arg::COUNT,
    summary: "lists the first N (10) of all shortest solutions",
    example: "",
};

/// The positions that wait for their expansion.
pub const FRONTIER: Verb = Verb {
    name: "frontier",
    role: Role::Progress,
    args: Arg::COUNT,
    summary: "lists the first N (10) boards that the search will expand next",
    example: "",
};

/// Advances the search.
pub const STEP: Verb = Verb {
    name: "step",
    role: Role::Progress,
    args: Arg::COUNT,
    summary: "expands N (1) boards of the search",
    example: "",
};
