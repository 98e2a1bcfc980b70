//! Puzzles with moves: a position, legal moves, and perhaps a goal. A kind states its rules, texts
//! and engine ([`MoveGame`]). What all such puzzles do alike is written here once: `play`, `moves`,
//! `hint`, `solve`, `paths`, `goals`, `frontier`, `step`, `status`, films, growth, raw input.

mod course;
pub(crate) mod design;
mod direction;
mod explorer;
mod game;
mod graph;
mod item;
mod kind_command;
mod letters;
mod list;
mod metric;
mod path;
mod prospects;
mod searched;
mod state;
mod syntax;
pub mod verbs;
mod verdict;
mod view;
mod words;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;

pub use direction::{Case, Direction};
pub use explorer::{PlainRules, Positions};
pub use game::{info, read};
pub(crate) use item::until_separator;
pub use item::{EachMove, Item, Misreading, Unread, read_letters};
pub use kind_command::{KindCommand, KindReply, NoKindCommand};
pub use letters::expect_letters;
pub use list::{Raw, entries, judge as judge_raw, survey};
pub use metric::{Metric, main_metric};
pub use path::{Followed, after, follow, path_text, replay, solution};
use path::{next_letters, separator};
pub use state::{Engines, State};
pub(crate) use syntax::{parse_direction_sign, parse_direction_word};
pub use verdict::judge;
pub use view::{Square, View, scene};
pub use words::expect_words;

use super::parts::Parts;
use super::rank::{Course, Form};
use super::verdict::{Question, Ruling};
use super::{Body, Failure, Field, Info, LegalMove, Out, Slot, Spot, Table, Task};
use crate::diag::{Diagnostic, Sink};
use crate::scene::{Pointed, Scene};
use crate::search::{Budget, Farthest, Figures, Halt, Outcome, Stop, Until};
use crate::syntax::{Arg, Args, Fragment};
use crate::text::Span;
use verbs::Word;

/// Maps a position to its representative: see [`MoveGame::representative`].
pub type Representative<'a, P> = Box<dyn Fn(&P) -> P + 'a>;

/// A command of a puzzle with moves.
#[derive(Debug)]
pub enum Call<M: MoveGame> {
    /// `solve`, with the number of the metric in [`MoveGame::METRICS`].
    Solve(usize),
    /// `moves`
    Moves,
    /// `play MOVES`, and what else makes moves.
    Play(Vec<M::Typed>),
    /// `hint`
    Hint,
    /// `paths N`
    Paths(u64),
    /// `goals N`
    Goals(u64),
    /// `frontier N`
    Frontier(u64),
    /// `step N`
    Step(u64),
    /// A command that only this kind has.
    Kind(M::Command),
}

/// A verb of a kind with moves.
pub type WordOf<M> = Word<<<M as MoveGame>::Command as KindCommand<M>>::Word>;

/// A kind with moves. The implementor is its model: what a declaration says.
pub trait MoveGame: Send + Sync + Sized + 'static {
    /// The part of a puzzle that moves change.
    type Position: Clone + Eq + Hash + Send + Sync + 'static;
    /// A legal move.
    type Move: Clone + PartialEq + Send + 'static;
    /// A move as it is written, with its place in the source.
    type Typed: Debug + Send + Sync + 'static;
    /// A command that only this kind has; [`NoKindCommand`] if it has none.
    type Command: KindCommand<Self> + Send + Sync + 'static;
    /// The engine that searches.
    type Engine: Engine<Position = Self::Position, Move = Self::Move> + ?Sized;

    /// The description of the kind.
    const INFO: &'static Info;
    /// Its verbs.
    const VERBS: Table<WordOf<Self>>;
    /// The ways to measure the length of a solution. The first one measures hints and the moves
    /// made, and `solve`, unless `by` and the word of another one follow. A move may cost nothing.
    const METRICS: &'static [Metric<Self::Move>] = &[Metric::MOVES];
    /// The data and functions that only few kinds need.
    const PARTICULARS: Particulars<Self> = Particulars::PLAIN;

    /// Reads a body, as [`Info::read`].
    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self>;

    /// Reads one move or more, up to the end of the arguments, and reports what is not a move.
    /// [`expect_words`] reads moves that are words, [`expect_letters`] reads letters.
    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Self::Typed>>;

    /// Returns the position as declared.
    fn start(&self) -> Self::Position;

    /// Returns whether the puzzle is solved.
    fn is_solved(&self, at: &Self::Position) -> bool;

    /// Returns whether there is a goal.
    ///
    /// # Errors
    /// A diagnostic at `place`, a command. `home` says whether the declaration is in the same
    /// source, so that its places can be labeled.
    fn expect_goal(&self, _place: Span, _home: bool) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns the legal moves and where they lead, in the puzzle's order.
    fn legal(&self, at: &Self::Position) -> Vec<(Self::Move, Self::Position)>;

    /// Implements [`super::Game::legal_moves`].
    fn legal_moves(&self, at: &Self::Position) -> Vec<LegalMove> {
        self.legal(at).iter().map(|(by, _)| LegalMove::of(self.move_text(by))).collect()
    }

    /// Makes a move that was typed. `home` as in [`MoveGame::expect_goal`].
    ///
    /// # Errors
    /// Why it is illegal.
    fn make(
        &self,
        at: &Self::Position,
        typed: &Self::Typed,
        home: bool,
    ) -> Result<(Self::Position, Self::Move), Failure>;

    /// Returns whether a move right after another one is a part of the same move: a slide of the
    /// piece that was slid last.
    fn joins(_last: &Self::Move, _next: &Self::Move) -> bool {
        false
    }

    /// Reads the move at the start of the text of an answer, as people write it, or letters in a row.
    ///
    /// # Errors
    /// There is no move.
    fn read_item<'a>(
        &self,
        text: Fragment<'a>,
        each: &mut EachMove<'_, 'a, Self::Typed>,
    ) -> Result<Item<'a>, Unread<'a>> {
        item::read_text::<Self>(text, each)
    }

    /// Returns the labels by which moves name pieces; none if they cannot look like anything else in
    /// an answer.
    fn labels(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Returns what a position lacks to be solved.
    fn missing(&self, _at: &Self::Position) -> String {
        String::from("the goal is not reached")
    }

    /// Returns the reasons why a move after others is illegal, one per line. There are none if the
    /// message of the failure says it all.
    fn obstacles(&self, _followed: &Followed<'_, Self>) -> Vec<String> {
        Vec::new()
    }

    /// Returns the text of a move: a letter, or words.
    fn move_text(&self, by: &Self::Move) -> String;

    /// Maps each position to a representative of those that are the same under the plain rules: up to
    /// the names of equal pieces, the same moves are legal in them and lead to positions that are the
    /// same again. The graph of states shows them as one. Positions that only a search takes
    /// together, because several moves are one step of it, are not the same.
    fn representative(&self) -> Representative<'_, Self::Position> {
        Box::new(Clone::clone)
    }

    /// Returns the position as cells, from which `show`, the essence ([`super::Game::essence`]), the
    /// picture and the hover of a cell come.
    fn view<'a>(&'a self, at: &'a Self::Position) -> View<'a>;

    /// Returns a position that waits for its expansion, with the path to it, on one line.
    fn frontier_text(&self, path: &[Self::Move], at: &Self::Position) -> String {
        let position = self.view(at).text().replace('\n', " / ");
        format!("{} {position}", path_text(self, path)).trim_start().to_owned()
    }

    /// Returns the search for shortest solutions from a position; [`PlainRules::engine`] needs no
    /// other code.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget has no room for what it needs at once.
    fn engine(
        &self,
        at: &Self::Position,
        metric: usize,
        budget: &Budget,
    ) -> Result<Box<Self::Engine>, Stop>;

    /// Says that there is no solution from a position: at the command `verb`, or in the declaration. None
    /// if the declaration already says so.
    fn unsolvable(&self, at: &Self::Position, verb: Option<Span>) -> Option<Diagnostic>;

    /// Returns whether a position is judged without a search when `check --solve` judges the start,
    /// and `check` the current position. Reports the judgment.
    fn is_decided(&self, _at: &Self::Position, _sink: &mut Sink) -> bool {
        false
    }

    /// Returns the name of the cell on which the piece of a move is before it, as the kind writes it;
    /// `None` if there is no such piece.
    fn cell_of(&self, _at: &Self::Position, _typed: &Self::Typed) -> Option<String> {
        None
    }

    /// Implements [`super::Game::parts`].
    fn parts(&self, _at: &Self::Position) -> Option<Box<dyn Parts + '_>> {
        None
    }

    /// Returns the lines of a body that starts in this position, as [`super::Game::declare`].
    fn declare(&self, at: &Self::Position) -> Option<Vec<String>>;

    /// Implements [`super::Game::fields`].
    fn fields(&self, _at: &Self::Position) -> Vec<Field> {
        Vec::new()
    }

    /// Returns the cells that a picture points at after some moves: those of the last, or what
    /// is in its way.
    ///
    /// # Errors
    /// A diagnostic at the place of what is not there.
    fn point(&self, _: Followed<'_, Self>) -> Result<Pointed, Failure> {
        Ok(Vec::new())
    }

    /// Implements [`super::Game::task`].
    fn task(&self, _name: &str) -> Task {
        Task::default()
    }

    /// Returns the form by which equal puzzles are found.
    fn form(&self) -> Option<Form> {
        None
    }

    /// Returns the number of its pieces.
    fn pieces(&self) -> Option<u64> {
        None
    }

    /// Implements [`super::Game::candidates`] for a verb, beside moves that are letters: offers the
    /// legal moves to `play`.
    fn candidates(
        &self,
        at: &Self::Position,
        word: WordOf<Self>,
        slot: Slot<'_>,
        _before: Fragment<'_>,
    ) -> Vec<String> {
        match (word, slot.arg) {
            (Word::Play, Arg::Rest { .. }) => {
                self.legal(at).iter().map(|(by, _)| self.move_text(by)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Implements [`super::Game::describe`].
    fn describe(&self, at: &Self::Position, spot: &Spot<'_>) -> Option<String> {
        self.view(at).describe(spot)
    }
}

/// Data and functions that only few kinds with moves need. The other kinds have [`Particulars::PLAIN`].
#[expect(clippy::type_complexity, reason = "each function is named by its field")]
pub struct Particulars<M: MoveGame> {
    /// The letters that moves can be, of a kind whose moves are letters.
    pub letters: &'static str,
    /// The word that a document expects of `play` to claim that its moves solve the puzzle.
    pub solved: &'static str,
    /// True if spaces separate the moves of an answer, although [`Info::separator`] is not a space.
    pub spaces_separate: bool,
    /// True if moves that [join](MoveGame::joins) are counted as one: consecutive slides of a block.
    pub counts_runs_once: bool,
    /// Another meaning that a solver could give moves, if it is a usual one.
    pub misreading: Option<&'static Misreading<M::Typed>>,
    /// Judges an answer that consists of figures and not of moves; `None` if it does not.
    pub figures: fn(&M, &State<M>, &Question<'_>, &Budget) -> Option<Ruling>,
    /// Returns the picture that points at what a command of the kind alone asks about.
    pub point: fn(&M, &str, &State<M>, &M::Command) -> Result<Option<Scene>, Failure>,
    /// Returns a position as text in a picture of the state graph.
    pub node: fn(&M, &M::Position) -> String,
    /// Returns the messages to the player of the turn that led to a position, one per line.
    pub messages: fn(&M::Position) -> Vec<String>,
    /// Returns the levels of a puzzle that has several, in order; none if it is a single one.
    pub levels: fn(&M) -> Vec<Level<M::Position>>,
    /// Reports what else a designer wants to know of a solvable puzzle that starts in a position, or
    /// why a search stopped.
    pub advise: fn(&M, &M::Position, &Budget, &mut Sink) -> Result<(), Stop>,
}

/// A level of a puzzle that has several.
#[derive(Debug)]
pub struct Level<P> {
    /// Its number, from 1.
    pub number: usize,
    /// Its place in the text.
    pub place: Span,
    /// Its start, or why it cannot begin.
    pub start: Result<P, Failure>,
}

impl<M: MoveGame> Particulars<M> {
    /// Those of a kind that says nothing of them.
    pub const PLAIN: Self = Self {
        letters: "LRUD",
        solved: "solved",
        spaces_separate: false,
        counts_runs_once: false,
        misreading: None,
        figures: |_, _, _, _| None,
        point: |_, _, _, _| Ok(None),
        node: |model, at| model.view(at).text(),
        messages: |_| Vec::new(),
        levels: |_| Vec::new(),
        advise: |_, _, _, _| Ok(()),
    };
}

/// A search from one position, for everything that commands ask. It keeps what it found between
/// calls, and goes on if a call that a budget stopped is repeated. A breadth-first search gives
/// numbers to states in the order of their discovery, from 0; an engine may solve in another way.
pub trait Engine: Send + 'static {
    /// The part of a puzzle that moves change.
    type Position: Clone;
    /// A legal move.
    type Move;

    /// Expands states, breadth-first, until `until` holds.
    fn advance(&mut self, until: Until, budget: &Budget) -> Halt;
    /// Returns the numbers of the states that are discovered and not expanded. The end of the range
    /// is the number of states discovered.
    fn frontier(&self) -> Range<u32>;
    /// Returns the number of new states at each depth that is known in full.
    fn layers(&self) -> Vec<u64>;
    /// Returns the path to the state of a number below those discovered, and its position.
    fn way_to(&self, id: u32) -> (Vec<Self::Move>, Self::Position);
    /// Returns the progress of the breadth-first search.
    fn figures(&self) -> Figures;
    /// Returns the progress that `status` shows, and against which the limit of states is counted. An
    /// engine that solves in another way, such as the iterative deepening that solves 15-puzzles,
    /// returns the progress of the search that has expanded more states, with the bytes of both.
    fn effort(&self) -> Figures {
        self.figures()
    }

    /// Returns a shortest solution; empty if the position is solved.
    fn solve(&mut self, budget: &Budget) -> Outcome<Vec<Self::Move>>;
    /// Returns the next of all shortest solutions, in the tie order; unsolvable after the last.
    fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<Self::Move>>;
    /// Lets [`Engine::next_goal`] start with the first again.
    fn rewind(&mut self);
    /// Returns the number of shortest solutions, exact.
    fn count(&mut self, budget: &Budget) -> Outcome<BigUint>;

    /// Returns the states that are farthest from every goal, for `hardest` and for making puzzles.
    /// Expands every state twice. `None` if no goal can be reached, or if moves cannot be taken back.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    fn farthest(&mut self, budget: &Budget) -> Result<Option<Farthest>, Stop>;
    /// Returns how far the moves of the first shortest solution are forced, for `rank`. Expands every
    /// state twice and keeps all moves between states, so it gives up above 100,000 states.
    fn course(&mut self, budget: &Budget) -> Outcome<Course>;
}

/// A position of a kind with moves, as a [`super::Game`].
pub struct Moves<M: MoveGame> {
    model: Arc<M>,
    state: State<M>,
}
