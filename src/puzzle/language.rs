//! The text side of a kind: facts about a body or a command that need no puzzle.

use super::{Body, CellPlace, Converted, Mark, marks};
use crate::syntax::Fragment;
use crate::text::Span;

/// How many of some lines belong to a body: [`Language::extent`].
type Extent = fn(&mut dyn Iterator<Item = &str>, Ends<'_>) -> usize;

/// Whether a line ends a body.
type Ends<'a> = &'a dyn Fn(&str) -> bool;

/// The goal of raw input that names a piece by its label.
#[derive(Debug)]
pub struct RawGoal {
    /// What `--goal LABEL` names.
    pub names: &'static str,
    /// The line that names this piece in a declaration. `None` if a declaration of the same lines
    /// has the goal anyway, or if the body is not sound.
    pub line: fn(&Body<'_>) -> Option<String>,
}

/// What a kind knows of its texts, a function per fact. A kind names the functions that it has and
/// takes the others from [`Language::PLAIN`].
#[derive(Debug)]
pub struct Language {
    /// The marks of a body: in the order of their places, not overlapping, each on one line; also
    /// of a body that has errors. One pass over the body.
    pub marks: fn(&Body<'_>) -> Vec<Mark>,
    /// The places of the single moves in the arguments of `play`, for kinds whose `solve` answers
    /// how far the goal is.
    pub moves: fn(Fragment<'_>) -> Vec<Span>,
    /// The canonical lines of a keyed body, or `None` to leave the body as it is (verbatim bodies
    /// stay verbatim; only indentation and trailing spaces change).
    pub format: fn(&Body<'_>) -> Option<Vec<String>>,
    /// The body in its other form (verbatim or keyed), if it is sound and there is one. Both lower
    /// to the same model; with the commands that follow, both give the same answers.
    pub convert: fn(&Body<'_>) -> Option<Converted>,
    /// How many of the lines that follow the `{` of a body without `}` belong to it: those before
    /// the first that the second argument says ends it because it begins like `use` or a command,
    /// unless the body still lacks a part that this line can begin. Comments, outer spaces and
    /// blank lines are left out.
    pub extent: Extent,
    /// Whether two cells of a board of so many rows, each a row and a column, constrain each other;
    /// a cell is a peer of itself.
    pub are_peers: fn(u32, CellPlace, CellPlace) -> bool,
    /// Whether raw input that begins like this may be cut at any line end and judged in pieces.
    pub streams: fn(&str) -> bool,
    /// Whether a text looks like raw input of this kind, for a message that suggests `--as`; by
    /// default if it can be read without an error.
    pub fits: Option<fn(&str) -> bool>,
    /// How a caller of raw input names its goal ([`Input::goal`](super::Input::goal)). `None` if
    /// raw input of the kind always states its goal.
    pub raw_goal: Option<RawGoal>,
}

impl Language {
    /// The language of a kind about whose texts nothing special is known.
    pub const PLAIN: Self = Self {
        marks: |_| Vec::new(),
        moves: |_| Vec::new(),
        format: |_| None,
        convert: |_| None,
        extent: |lines, ends| lines.take_while(|line| !ends(line)).count(),
        are_peers: |_, _, _| false,
        streams: |_| false,
        fits: None,
        raw_goal: None,
    };

    /// The language of a kind with moves that are letters.
    pub const MOVES: Self = Self { moves: marks::letters, ..Self::PLAIN };
}
