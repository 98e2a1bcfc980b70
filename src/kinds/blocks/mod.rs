//! Blocks that slide on a board: what the kinds of such puzzles share.
//!
//! A kind says in [`Blocks`] how its bodies and moves are written, what its diagnostics are, and what
//! searches. Its positions are then those of a [`Model`] with moves.

pub(crate) mod barrier;
pub(crate) mod engine;
pub(crate) mod faults;
mod game;
pub(crate) mod lower;
pub(crate) mod make;
pub(crate) mod marks;
pub(crate) mod parts;
pub(crate) mod room;
pub(crate) mod rules;
pub(crate) mod states;
pub(crate) mod syntax;
mod typed;
pub(crate) mod view;

pub(crate) use game::{ExtraWord, states_fact};
pub(crate) use lower::Model;

use crate::diag::{Code, Diagnostic};
use crate::puzzle::moves::verbs::Word;
use crate::puzzle::moves::{Misreading, Unread};
use crate::puzzle::parts::Sort;
use crate::puzzle::{Body, Field, Info, Out, Table};
use crate::syntax::{Form, Fragment};
use rules::{Board, Goal, Move, Places};
use syntax::{Typed, Written};

/// The content of a cell without a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Nothing.
    Empty,
    /// A wall.
    Wall,
}

/// The words and codes of the diagnostics that all these kinds have.
#[derive(Debug)]
pub struct Words {
    /// The word for a block.
    pub block: &'static str,
    /// The sorts of its parts: blocks and walls.
    pub sorts: [&'static Sort; 2],
    /// Another meaning that a solver could give moves, if it is a usual one.
    pub misreading: Option<&'static Misreading<Typed>>,
    /// The form of a goal line.
    pub goal: &'static str,
    /// The advice for a puzzle without a goal.
    pub goal_help: &'static str,
    /// The advice for a puzzle that is solved at the start.
    pub solved: &'static str,
    /// The words that a move may hold beside its label.
    pub moves: &'static [&'static str],
    /// A row of another length than the others.
    pub ragged_row: &'static Code,
    /// A line that is neither a row nor a goal.
    pub stray_line: &'static Code,
    /// A label that no block has.
    pub unknown_label: &'static Code,
    /// A command that needs a goal.
    pub no_goal: &'static Code,
    /// A goal that no moves reach.
    pub unsolvable: &'static Code,
    /// A goal that holds at the start.
    pub already_solved: &'static Code,
    /// A board on which no block can move.
    pub no_room: &'static Code,
    /// The codes that an expectation of a solution makes superfluous.
    pub facts: &'static [&'static Code],
    /// A move that leaves the board.
    pub leaves_board: &'static Code,
    /// A move into a wall.
    pub hits_wall: &'static Code,
    /// A move into another block.
    pub overlaps: &'static Code,
    /// A move that no slides make.
    pub no_way: &'static Code,
}

/// A kind of puzzle whose blocks slide on a board.
pub trait Blocks: Send + Sync + Sized + 'static {
    /// The description of the kind.
    const INFO: &'static Info;
    /// Its verbs.
    const VERBS: Table<Word<ExtraWord>>;
    /// True if a block slides along its own axis only.
    const LANES: bool;
    /// Its words and codes.
    const WORDS: &'static Words;

    /// Reads a body, as [`crate::puzzle::Info::read`].
    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Model<Self>>;

    /// Returns the meaning of a cell of a picture that is not a block.
    fn ground(cell: &str) -> Option<Ground>;

    /// `move`: a move as it is written.
    ///
    /// # Errors
    /// As [`Form`] says.
    fn move_form(input: &str) -> Form<'_, Written<'_>>;

    /// Reads the move at the start of an answer, which may be written in ways that only the labels of the
    /// board decide. Returns it with the text after it.
    ///
    /// # Errors
    /// There is no move, or the labels let it be read as two.
    fn read_item<'a>(
        model: &Model<Self>,
        input: &'a str,
    ) -> Result<(&'a str, Written<'a>), Unread<'a>>;

    /// Returns the report of a word after a label that is not a target.
    fn not_a_move(label: Fragment<'_>, word: Fragment<'_>) -> Diagnostic;

    /// Returns the fault of a move for which nothing in its way must be looked at.
    fn refuse(board: &Board, places: &Places, block: usize, typed: &Typed) -> Option<Diagnostic>;

    /// Returns the text of a legal move.
    fn move_text(board: &Board, by: Move) -> String;

    /// Returns a goal line.
    fn goal_line(board: &Board, goal: &Goal) -> String;

    /// Returns a goal in a caption.
    fn goal_text(board: &Board, goal: &Goal) -> String;

    /// Returns the lines of a body that starts with the blocks at these places; `None` if every way
    /// to write them would be read as something else.
    fn declare(model: &Model<Self>, places: &Places) -> Option<Vec<String>>;

    /// Returns the fields in JSON of a puzzle that starts with the blocks at these places.
    fn fields(model: &Model<Self>, places: &Places) -> Vec<Field>;
}
