//! Puzzles with moves: a position, legal moves, and perhaps a goal. A kind states its rules, texts
//! and engine ([`MoveGame`]). What all such puzzles do alike is written here once: `play`, `moves`,
//! `hint`, `solve`, `paths`, `goals`, `frontier`, `step`, `status`, films, growth, raw input.

mod direction;
mod either;
mod explorer;
mod game;
mod list;
mod state;
mod steps;
pub mod verbs;

use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;

pub use direction::Direction;
pub use either::Either;
pub use explorer::Positions;
pub use state::{State, more};
pub use steps::{by_steps, complete_by_steps, mark_by_steps};

use super::lists::Numbered;
use super::states::StateGraph;
use super::timeline::Cells;
use super::{Answer, Body, Converted, Failure, Info, Mark, Spot, Task, Verb};
use crate::diag::{Code, Diagnostic, Sink};
use crate::scene::Scene;
use crate::search::{Budget, Figures, Halt, Outcome, Resume, Stop, Until};
use crate::syntax::{Args, Fragment, Line};
use crate::text::{Source, Span};

/// Ways to count the length of a solution that a kind may have at most.
const METRICS: usize = 2;

/// A command of a puzzle with moves.
#[derive(Debug)]
pub enum Call<M: MoveGame> {
    /// `solve`, with the number of the metric: 0 counts moves.
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
    Own(M::Own),
}

/// A kind with moves. The implementor is its model: what a declaration says.
pub trait MoveGame: Send + Sync + Sized + 'static {
    /// What moves change.
    type Position: Clone + Send + 'static;
    /// A legal move.
    type Move: Clone;
    /// A move as it is written, with its place in the source.
    type Typed: std::fmt::Debug;
    /// A command that only this kind has.
    type Own: std::fmt::Debug;
    /// What searches.
    type Engine: Engine<Position = Self::Position, Move = Self::Move>;

    /// What a move is called, in the plural: `rolls`.
    const MOVES: &'static str;
    /// What the positions are called that the search distinguishes, in the plural.
    const STATES: &'static str;
    /// What separates two moves.
    const SEPARATOR: &'static str = " ";

    /// What the outside knows of the kind.
    fn info() -> &'static Info;

    /// Reads a body, as [`super::Game::read`].
    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Self>;

    /// Reads moves up to the end of the arguments.
    fn parse_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Self::Typed>>;

    /// Reads the arguments of a verb that only this kind has.
    fn parse_own(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call<Self>>;

    /// Reads the arguments of `solve`: the number of a metric.
    fn parse_metric(args: &mut Args<'_>, sink: &mut Sink) -> Option<usize> {
        args.expect_end(sink).then_some(0)
    }

    /// The position as declared.
    fn start(&self) -> Self::Position;

    /// Whether the puzzle is solved.
    fn is_solved(&self, at: &Self::Position) -> bool;

    /// Whether there is a goal.
    ///
    /// # Errors
    /// A diagnostic at `place`, a command. `home` says whether the declaration stands in the same
    /// source, so that its places can be labelled.
    fn expect_goal(&self, _place: Span, _home: bool) -> Result<(), Failure> {
        Ok(())
    }

    /// The legal moves, in the puzzle's order.
    fn legal(&self, at: &Self::Position) -> Vec<Self::Move>;

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

    /// What a move adds to the length of a solution, counted in moves.
    fn cost(_by: &Self::Move) -> u64 {
        1
    }

    /// Whether a solution of that metric may hold the move.
    fn is_allowed(_by: &Self::Move, _metric: usize) -> bool {
        true
    }

    /// What stands in the way of the first move that is illegal: a reason per line. Empty if the
    /// message of its failure says it all.
    fn obstacles(&self, at: &Self::Position, moves: &[Self::Typed]) -> Vec<String>;

    /// The text of a move: a letter, or words.
    fn move_text(&self, by: &Self::Move) -> String;

    /// The command that makes a move.
    fn command(&self, by: &Self::Move) -> String {
        format!("play {}", self.move_text(by))
    }

    /// The moves of a path on one line.
    fn path_text(&self, path: &[Self::Move]) -> String {
        path.iter().map(|by| self.move_text(by)).collect()
    }

    /// The length of a solution, then its moves.
    fn solution_text(&self, path: &[Self::Move]) -> String {
        let length: u64 = path.iter().map(Self::cost).sum();
        format!("{length}\n{}", self.path_text(path)).trim_end().to_owned()
    }

    /// What `show` answers.
    fn position_text(&self, at: &Self::Position) -> String;

    /// The position as text, however it was drawn ([`super::Game::essence`]).
    fn essence(&self, at: &Self::Position) -> String;

    /// A position that waits for its expansion, with the path to it, on one line.
    fn frontier_text(&self, path: &[Self::Move], at: &Self::Position) -> String;

    /// The search for shortest solutions from a position.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget has no room for what it needs at once.
    fn engine(
        &self,
        at: &Self::Position,
        metric: usize,
        budget: &Budget,
    ) -> Result<Self::Engine, Stop>;

    /// Answers a command of [`MoveGame::Own`] that needs no search; `None` if it needs one. `wanted`
    /// says whether the answer is of use.
    ///
    /// # Errors
    /// What is wrong with its arguments in this position.
    fn answer(
        &self,
        _own: &Self::Own,
        _at: &Self::Position,
        _wanted: bool,
    ) -> Result<Option<Answer>, Failure> {
        Ok(None)
    }

    /// Answers a command of [`MoveGame::Own`] that needs a search. Kinds without such a command leave
    /// it as it is.
    fn search(&self, _own: &Self::Own, _: &mut Self::Engine, _: &Budget) -> Outcome<Answer> {
        Outcome::Unsolvable
    }

    /// Whether a command of [`MoveGame::Own`] needs a goal.
    fn aims(_own: &Self::Own) -> bool {
        false
    }

    /// Says that there is no solution: at the command `verb`, or in the declaration. None if the
    /// declaration already says so.
    fn unsolvable(&self, verb: Option<Span>) -> Option<Diagnostic>;

    /// Whether it is known without a search how `check --solve` judges the declaration; says so.
    fn is_decided(&self, _sink: &mut Sink) -> bool {
        false
    }

    /// Codes of facts that the answer to raw input states.
    fn answered() -> &'static [&'static Code] {
        &[]
    }

    /// The answer to raw input, of which `path` is a shortest solution.
    fn judged(
        &self,
        path: &[Self::Move],
        _engine: &mut Self::Engine,
        _place: Span,
        _budget: &Budget,
        _sink: &mut Sink,
    ) -> String {
        self.solution_text(path)
    }

    /// Whether raw input that begins like this is a list with a puzzle per line
    /// ([`super::Game::streams`]).
    fn is_list(_prefix: &str) -> bool {
        false
    }

    /// The lines of a list that must hold puzzles. `begins` says that the text is its beginning,
    /// which may be a header.
    fn list_entries(_text: &str, _begins: bool) -> Vec<Numbered<'_>> {
        Vec::new()
    }

    /// Reads the puzzle on a line of a list.
    fn read_line(_line: &Line<'_>, _sink: &mut Sink) -> Option<Self> {
        None
    }

    /// As [`super::Game::fits`].
    fn fits(text: &str) -> bool {
        let source = Source::new("", text);
        Self::read(&Body::raw(&source), &mut Sink::new()).is_some()
    }

    /// The lines of a body that starts in this position, as [`super::Game::declare`].
    fn declare(&self, at: &Self::Position) -> Option<Vec<String>>;

    /// As [`super::Game::cells`].
    fn cells(&self) -> Cells {
        Cells::Characters
    }

    /// The picture of a position after `made` moves.
    fn scene(&self, name: &str, at: &Self::Position, made: u64) -> Scene;

    /// The picture that points at what a command asks about, as [`super::Game::point`].
    ///
    /// # Errors
    /// A diagnostic at the place of what is not there.
    fn point(
        &self,
        name: &str,
        state: &State<Self>,
        call: &Call<Self>,
    ) -> Result<Option<Scene>, Failure>;

    /// As [`super::Game::task`].
    fn task(&self, _name: &str) -> Task {
        Task::default()
    }

    /// The graph of the first `limit` positions.
    fn graph(&self, at: &Self::Position, limit: usize, budget: &Budget) -> StateGraph;

    /// As [`super::Game::canonical`].
    fn canonical(&self) -> Option<Vec<u64>>;

    /// As [`super::Game::states_fact`].
    fn states_fact(verb: &str, expected: &str) -> &'static [&'static Code];

    /// The places of the single moves in the arguments of `play`.
    fn spans(args: Fragment<'_>) -> Vec<Span> {
        super::marks::letters(args)
    }

    /// What could stand at the end of the arguments of a verb: the letters of legal moves, and
    /// after `why not` those of illegal ones.
    fn complete(&self, at: &Self::Position, verb: &str, before: Fragment<'_>) -> Vec<String> {
        match verb {
            "play" => next_letters(self, at, before),
            "why" => illegal_letters(self, at, before),
            _ => Vec::new(),
        }
    }

    /// As [`super::Game::extent`].
    fn extent(lines: &mut dyn Iterator<Item = &str>, ends: &dyn Fn(&str) -> bool) -> usize {
        lines.take_while(|line| !ends(line)).count()
    }

    /// As [`super::Game::marks`].
    fn marks(body: &Body<'_>) -> Vec<Mark>;

    /// As [`super::Game::argument_marks`].
    fn argument_marks(verb: &'static Verb, args: Fragment<'_>) -> Vec<Mark>;

    /// As [`super::Game::describe`].
    fn describe(&self, at: &Self::Position, spot: &Spot<'_>) -> Option<String>;

    /// As [`super::Game::convert`].
    fn convert(_body: &Body<'_>) -> Option<Converted> {
        None
    }

    /// Makes the moves in a text, silently: where they lead, and what they are. None if one of them
    /// is malformed or illegal.
    fn replay(&self, at: &Self::Position, text: &str) -> Option<(Self::Position, Vec<Self::Move>)> {
        let (mut at, mut path) = (at.clone(), Vec::new());
        if text.trim().is_empty() {
            return Some((at, path));
        }
        let mut args = Args::new(Fragment { text, start: 0 }, Span::default(), "MOVES");
        for typed in Self::parse_moves(&mut args, &mut Sink::new())? {
            let (next, by) = self.make(&at, &typed, false).ok()?;
            at = next;
            path.push(by);
        }
        Some((at, path))
    }
}

/// The moves of a path on one line, for kinds whose moves are words.
pub fn one_line<M: MoveGame>(model: &M, path: &[M::Move]) -> String {
    let moves: Vec<_> = path.iter().map(|by| model.move_text(by)).collect();
    moves.join(M::SEPARATOR)
}

/// The length of a solution, then one move per line, for kinds whose moves are words.
pub fn one_per_line<M: MoveGame>(model: &M, path: &[M::Move]) -> String {
    let moves = path.iter().map(|by| model.move_text(by));
    let lines: Vec<_> = std::iter::once(path.len().to_string()).chain(moves).collect();
    lines.join("\n")
}

/// What could stand at the end of moves that are letters: the letters of legal moves.
pub fn next_letters<M: MoveGame>(model: &M, at: &M::Position, before: Fragment<'_>) -> Vec<String> {
    let Some((end, _)) = model.replay(at, before.text) else { return Vec::new() };
    let last = before.text.rsplit([' ', '\t']).next().unwrap_or_default();
    model.legal(&end).iter().map(|by| format!("{last}{}", model.move_text(by))).collect()
}

/// The same for `why not`: the letters of illegal moves.
pub fn illegal_letters<M: MoveGame>(
    model: &M,
    at: &M::Position,
    before: Fragment<'_>,
) -> Vec<String> {
    let Some((end, _)) = model.replay(at, before.text) else { return Vec::new() };
    let last = before.text.rsplit([' ', '\t']).next().unwrap_or_default();
    let legal: String = model.legal(&end).iter().map(|by| model.move_text(by)).collect();
    let letters = "LRUD".chars().filter(|&letter| !legal.contains(letter));
    letters.map(|letter| format!("{last}{letter}")).collect()
}

/// A search from one position, for everything that commands ask. It keeps what it found between
/// calls, and goes on if a call that a budget stopped is repeated.
pub trait Engine: Resume<Reached: 'static> + Send + 'static {
    /// What moves change.
    type Position;
    /// A legal move.
    type Move;

    /// A shortest solution; empty if the position is solved.
    fn solve(&mut self, budget: &Budget) -> Outcome<Vec<Self::Move>>;
    /// The number of shortest solutions, exact.
    fn count(&mut self, budget: &Budget) -> Outcome<BigUint>;
    /// The next of all shortest solutions, in the tie order; unsolvable after the last.
    fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<Self::Move>>;
    /// Lets [`Engine::next_goal`] start with the first again.
    fn rewind(&mut self);

    /// Expands states, breadth-first, until `until` holds.
    fn advance(&mut self, until: Until, budget: &Budget) -> Halt;
    /// Expands states until as many are as in a search that was dropped.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    fn catch_up(&mut self, expanded: u64, budget: &Budget) -> Result<(), Stop>;
    /// States discovered; their numbers run from 0 to here.
    fn discovered(&self) -> u32;
    /// The numbers of the states that wait for their expansion.
    fn frontier(&self) -> Range<u32>;
    /// The states that are new at each depth that is known in full.
    fn layers(&self) -> Vec<u64>;
    /// The path to the state of a number below those discovered, and its position.
    fn way_to(&self, id: u32) -> (Vec<Self::Move>, Self::Position);
    /// How far the breadth-first search came.
    fn figures(&self) -> Figures;

    /// States expanded by all its searches.
    fn spent(&self) -> u64 {
        self.figures().expanded
    }
    /// How many states the breadth-first search had expanded in a search that was dropped.
    fn expanded(reached: &Self::Reached) -> u64;
    /// How far a search is, or was before it was dropped. None if it has done nothing.
    fn look(engine: Option<&Self>, _reached: &Self::Reached) -> Option<Figures> {
        engine.map(Self::figures)
    }
}

/// A [`MoveGame`] as a [`super::Game`].
pub struct Moves<M>(Arc<M>);
