//! Sliding tiles, equal ones alike: boards, plain rules, and two engines.
//!
//! [`breadth`] finds every shortest path if the space of states fits in memory; [`deep`] proves the
//! optimum of boards whose space does not, by iterative deepening under pattern databases
//! ([`pattern`]). [`finder`] chooses between them.

pub mod board;
pub mod breadth;
pub mod codes;
pub mod commands;
pub mod deep;
mod faults;
pub mod finder;
mod groups;
mod json;
#[cfg(test)]
mod laws;
pub mod lower;
mod marks;
pub mod pattern;
#[cfg(test)]
mod reference;
pub mod rules;
mod scene;
pub mod space;
mod states;
pub mod syntax;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod typed;

pub use board::{Board, BoardError, Pair, PairError};
pub use breadth::{Routes, Sum};
pub use deep::Deepening;
pub use finder::Finder;
pub use lower::Model;
pub use rules::{CHECKSUM_MODULUS, Slide, checksum};

use crate::diag::{Code, Diagnostic, Sink};
use crate::puzzle::moves::{Call, Engine, MoveGame, Moves, State, more, verbs};
use crate::puzzle::states::StateGraph;
use crate::puzzle::{Answer, Body, Cells, Failure, Info, Mark, Role, Spot, Task, Verb};
use crate::scene::Scene;
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Args, Fragment};
use crate::text::Span;
use syntax::Own;

/// Sliders as a game.
pub type Sliders = Moves<Model>;

static INFO: Info = Info {
    name: "sliders",
    summary: "sliding tiles with one gap, equal tiles alike",
    verbs: &[
        Verb {
            name: "solve",
            role: Role::Solve,
            usage: "solve",
            summary: "finds a solution of the fewest slides: their number, then the letters",
            example: "solve => {\n  2\n  DR\n}\n",
        },
        Verb {
            name: "moves",
            role: Role::Ask,
            usage: "moves",
            summary: "lists the legal moves, one letter per line",
            example: "moves => {\n  L\n  R\n  U\n  D\n}\n",
        },
        Verb {
            name: "play",
            role: Role::Play,
            usage: "play MOVES",
            summary: "slides tiles: letters `L R U D`, the direction in which the tile goes",
            example: "play DR => {\n  . A C\n  D B E\n  F G H\n}\n",
        },
        Verb { example: "hint => D\n", ..verbs::HINT },
        Verb {
            name: "count",
            role: Role::Find,
            usage: "count",
            summary: "counts all shortest solutions, exactly",
            example: "count => 1\n",
        },
        Verb { example: "goals => DR\n", ..verbs::GOALS },
        Verb {
            name: "checksum",
            role: Role::Ask,
            usage: "checksum MOVES",
            summary: "computes the checksum of a path, from 0: `(sum * 243 + ASCII) mod 100000007`",
            example: "checksum LULUR => 19761398\n",
        },
        Verb {
            name: "sum",
            role: Role::Find,
            usage: "sum",
            summary: "adds up the checksums of all shortest solutions",
            example: "sum => 16606\n",
        },
        Verb { example: "paths 3 => {\n  L\n  R\n}\n", ..verbs::PATHS },
        Verb {
            example: "step\nfrontier 2 => {\n  L A B C / D E . / F G H\n  \
            R A B C / . D E / F G H\n}\n",
            ..verbs::FRONTIER
        },
        Verb {
            example: "step => expanded 1 frontier 4 depth 1\n\
            step 5 => expanded 6 frontier 8 depth 3\n",
            ..verbs::STEP
        },
    ],
    query: None,
    points: &["hint"],
    codes: codes::CODES,
    deep: &[&codes::UNSOLVABLE],
    example: "sliders eight {\n  A B C\n  D . E\n  F G H\n  goal\n  . A C\n  D B E\n  F G H\n}\n",
    json: Some(&json::FORM),
    forms: &[],
};

impl MoveGame for Model {
    type Position = Board;
    type Move = Slide;
    type Typed = (Slide, Span);
    type Own = Own;
    type Engine = Finder;

    const MOVES: &'static str = "slides";
    const STATES: &'static str = "boards, equal tiles alike";

    fn info() -> &'static Info {
        &INFO
    }

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Self> {
        let shape = syntax::parse_sliders_body(body, sink)?;
        lower::lower(body, &shape, sink)
    }

    fn parse_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<(Slide, Span)>> {
        syntax::parse_slides(args, sink)
    }

    fn parse_own(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call<Self>> {
        syntax::parse_sliders_command(verb, args, sink).map(Call::Own)
    }

    fn start(&self) -> Board {
        self.pair.start().clone()
    }

    fn is_solved(&self, at: &Board) -> bool {
        at == self.pair.goal()
    }

    fn legal(&self, at: &Board) -> Vec<Slide> {
        at.slides().collect()
    }

    fn make(
        &self,
        at: &Board,
        &(slide, span): &(Slide, Span),
        _home: bool,
    ) -> Result<(Board, Slide), Failure> {
        commands::make(at, slide, span).map(|next| (next, slide))
    }

    fn obstacles(&self, at: &Board, moves: &[(Slide, Span)]) -> Vec<String> {
        commands::obstacles(at, moves)
    }

    fn move_text(&self, by: &Slide) -> String {
        by.letter().to_string()
    }

    fn position_text(&self, at: &Board) -> String {
        scene::board_text(self, at)
    }

    fn essence(&self, at: &Board) -> String {
        scene::essence(self, at)
    }

    fn frontier_text(&self, path: &[Slide], at: &Board) -> String {
        let board = scene::board_text(self, at).replace('\n', " / ");
        format!("{} {board}", self.path_text(path)).trim_start().to_owned()
    }

    fn engine(&self, at: &Board, _metric: usize, _budget: &Budget) -> Result<Finder, Stop> {
        let pair = Pair::new(at.clone(), self.pair.goal().clone());
        Ok(Finder::new(pair.expect("slides keep the tiles and the shape")))
    }

    fn answer(&self, own: &Own, _at: &Board, wanted: bool) -> Result<Option<Answer>, Failure> {
        Ok(match own {
            Own::Checksum(slides) if wanted => Some(Answer::number(checksum(slides))),
            _ => None,
        })
    }

    fn search(&self, own: &Own, finder: &mut Finder, budget: &Budget) -> Outcome<Answer> {
        let found = match own {
            Own::Sum => finder.sum(budget).map(|sum| match sum {
                Sum::Exact(sum) => Answer::number(sum),
                Sum::Modulo(sum) => Answer::text(format!(
                    "{sum} modulo {CHECKSUM_MODULUS}, the paths are too many for the exact sum"
                )),
            }),
            _ => finder.count(budget).map(Answer::number),
        };
        match found {
            Outcome::Unsolvable => Outcome::Solved(Answer::number(0)),
            found => found,
        }
    }

    fn unsolvable(&self, verb: Option<Span>) -> Option<Diagnostic> {
        // Of a board that parity forbids the declaration already says so.
        let known = self.pair.parity_forbids();
        (!known).then(|| faults::unsolvable(verb.unwrap_or(self.goal_line)))
    }

    fn is_decided(&self, _sink: &mut Sink) -> bool {
        self.pair.parity_forbids() || self.pair.surely_solvable()
    }

    /// The answer says what parity forbids.
    fn answered() -> &'static [&'static Code] {
        static STATED: &[&Code] = &[&codes::PARITY];
        STATED
    }

    /// The length, the number and the sum of checksums of all shortest solutions.
    fn judged(
        &self,
        path: &[Slide],
        finder: &mut Finder,
        place: Span,
        budget: &Budget,
        sink: &mut Sink,
    ) -> String {
        let mut unknown = |what: &str, stop: Option<_>| {
            sink.push(faults::out_of_reach(place, what, stop));
            String::from("?")
        };
        let count = match finder.count(&more(finder, budget)) {
            Outcome::Solved(count) => count.to_string(),
            Outcome::GaveUp(stop) => unknown("number of shortest paths", Some(stop)),
            Outcome::Unsolvable => String::from("0"),
        };
        let sum = match finder.sum(&more(finder, budget)) {
            Outcome::Solved(Sum::Exact(sum)) => sum.to_string(),
            Outcome::Solved(Sum::Modulo(_)) => unknown("sum of checksums", None),
            Outcome::GaveUp(stop) => unknown("sum of checksums", Some(stop)),
            Outcome::Unsolvable => String::from("0"),
        };
        format!("{} {count} {sum}", path.len())
    }

    fn declare(&self, at: &Board) -> Option<Vec<String>> {
        let (board, goal) =
            (scene::board_text(self, at), scene::board_text(self, self.pair.goal()));
        Some(board.lines().chain(["goal"]).chain(goal.lines()).map(str::to_owned).collect())
    }

    fn cells(&self) -> Cells {
        if self.packed { Cells::Characters } else { Cells::Words }
    }

    fn scene(&self, name: &str, at: &Board, made: u64) -> Scene {
        scene::scene(name, self, at, made)
    }

    fn point(
        &self,
        name: &str,
        state: &State<Self>,
        call: &Call<Self>,
    ) -> Result<Option<Scene>, Failure> {
        let Call::Play(slides) = call else { return Ok(None) };
        let (board, _) = commands::follow(&state.position, slides);
        Ok(Some(scene::pointed(name, self, &board, state.made)))
    }

    fn task(&self, name: &str) -> Task {
        let goal = scene::scene(name, self, self.pair.goal(), 0);
        let note = "slide tiles into the gap until they lie as on the right";
        Task { goal: Some(goal), notes: vec![String::from(note)] }
    }

    fn graph(&self, at: &Board, limit: usize, budget: &Budget) -> StateGraph {
        states::graph(self, at, limit, budget)
    }

    fn canonical(&self) -> Option<Vec<u64>> {
        Some(states::form(&self.pair).canonical())
    }

    fn states_fact(verb: &str, expected: &str) -> &'static [&'static Code] {
        static BOTH: &[&Code] = &[&codes::UNSOLVABLE, &codes::PARITY];
        let word = expected.split_whitespace().next().unwrap_or_default();
        match verb {
            "solve" | "goals" | "hint" if word == "unsolvable" => BOTH,
            "count" | "sum" if word == "0" => BOTH,
            "solve" | "goals" | "hint" | "count" | "sum" => INFO.deep,
            _ => &[],
        }
    }

    fn marks(body: &Body<'_>) -> Vec<Mark> {
        marks::marks(body)
    }

    fn argument_marks(verb: &'static Verb, args: Fragment<'_>) -> Vec<Mark> {
        marks::argument_marks(verb.name, args)
    }

    fn describe(&self, at: &Board, spot: &Spot<'_>) -> Option<String> {
        marks::describe(self, at, spot)
    }
}
