//! The block that rolls to a hole: the assignment's game and the full one, with fragile tiles,
//! switches, bridges, and a block that comes apart.

pub mod codes;
pub mod commands;
mod declare;
mod faults;
mod json;
#[cfg(test)]
mod laws;
pub mod lower;
mod marks;
mod packed;
#[cfg(test)]
mod reference;
pub mod rolls;
pub mod rules;
mod scene;
pub mod solve;
mod states;
pub mod syntax;
pub mod terrain;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod typed;

pub use lower::Model;
pub use rolls::Rolls;
pub use rules::{Block, Position, Roll, RollError};
pub use solve::{BloxorzSpace, Finder};
pub use terrain::{Cell, Effect, Split, Switch, Terrain, TerrainError, Tile};

use crate::diag::{Code, Diagnostic, Sink};
use crate::puzzle::moves::{Call, MoveGame, Moves, State, verbs};
use crate::puzzle::states::StateGraph;
use crate::puzzle::{Answer, Body, Failure, Info, Mark, Role, Spot, Task, Verb};
use crate::scene::Scene;
use crate::search::{Budget, Stop};
use crate::syntax::{Args, Fragment};
use crate::text::Span;
use syntax::Own;

/// Bloxorz as a game.
pub type Bloxorz = Moves<Model>;

static INFO: Info = Info {
    name: "bloxorz",
    summary: "a block of two cubes that rolls to a hole",
    verbs: &[
        Verb {
            name: "solve",
            role: Role::Solve,
            usage: "solve",
            summary: "finds a solution of the fewest rolls: their number, then the letters",
            example: "solve => {\n  7\n  RRDRRRD\n}\n",
        },
        Verb {
            name: "moves",
            role: Role::Ask,
            usage: "moves",
            summary: "lists the legal moves, one letter per line",
            example: "moves => {\n  R\n  D\n}\n",
        },
        Verb {
            name: "play",
            role: Role::Play,
            usage: "play MOVES",
            summary: "rolls the block: letters `L R U D`, and `_` for the other cube",
            example: "play RR => {\n  ooo-------\n  oSoo#o----\n  ooooooooo-\n  -ooooooooo\n  \
            -----ooToo\n  ------ooo-\n}\n",
        },
        Verb { example: "hint => R\n", ..verbs::HINT },
        Verb {
            name: "neighbours",
            role: Role::Ask,
            usage: "neighbours [all] [(R,C) [(R,C)]]",
            summary: "lists the positions that the block reaches by one move; with `all`, the illegal moves too",
            example: "neighbours => R (1,2) (1,3)\nneighbours all (1,2) (1,3) => {\n  L (1,1)\n  \
            R (1,4)\n  U (0,2) (0,3)\n  D (2,2) (2,3)\n}\n",
        },
        Verb {
            name: "paths",
            role: Role::List,
            usage: "paths [N]",
            summary: "lists the first N (10) paths from here, breadth-first, one per position",
            example: "paths 3 => {\n  R\n  D\n}\n",
        },
        Verb { example: "goals 2 => {\n  RRDRRRD\n  RDRRDDR\n}\n", ..verbs::GOALS },
        Verb {
            name: "frontier",
            role: Role::Progress,
            usage: "frontier [N]",
            summary: "lists the first N (10) positions that the search will expand next",
            example: "step\nfrontier 2 => {\n  R (1,2) (1,3)\n  D (2,1) (3,1)\n}\n",
        },
        Verb {
            name: "step",
            role: Role::Progress,
            usage: "step [N]",
            summary: "expands N (1) positions of the search",
            example: "step => expanded 1 frontier 2 depth 1\n\
            step 5 => expanded 6 frontier 6 depth 3\n",
        },
    ],
    query: None,
    points: &["neighbours", "hint"],
    codes: codes::CODES,
    deep: &[&codes::UNREACHABLE],
    example: "bloxorz first {\n  ooo-------\n  oSoooo----\n  ooooooooo-\n  -ooooooooo\n  \
              -----ooToo\n  ------ooo-\n}\n",
    json: Some(&json::FORM),
    forms: &[&packed::FORMAT],
};

impl MoveGame for Model {
    type Position = Position;
    type Move = Roll;
    type Typed = (Roll, Span);
    type Own = Own;
    type Engine = Finder;

    const MOVES: &'static str = "rolls";
    const STATES: &'static str = "positions of block and bridges";

    fn info() -> &'static Info {
        &INFO
    }

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Self> {
        let shape = syntax::parse_bloxorz_body(body, sink)?;
        lower::lower(&shape, body, sink)
    }

    fn parse_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<(Roll, Span)>> {
        syntax::parse_rolls(args, sink)
    }

    fn parse_own(_: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call<Self>> {
        syntax::parse_bloxorz_command(args, sink).map(Call::Own)
    }

    fn start(&self) -> Position {
        Position::start(&self.terrain)
    }

    fn is_solved(&self, at: &Position) -> bool {
        at.is_solved(&self.terrain)
    }

    fn legal(&self, at: &Position) -> Vec<Roll> {
        let all = at.neighbours(&self.terrain).into_iter();
        all.filter_map(|(roll, next)| next.is_ok().then_some(roll)).collect()
    }

    fn make(
        &self,
        at: &Position,
        &(roll, span): &(Roll, Span),
        home: bool,
    ) -> Result<(Position, Roll), Failure> {
        commands::make(self, at, (roll, span), home).map(|next| (next, roll))
    }

    fn cost(by: &Roll) -> u64 {
        u64::from(by.counts())
    }

    fn obstacles(&self, at: &Position, moves: &[(Roll, Span)]) -> Vec<String> {
        commands::obstacles(self, at, moves)
    }

    fn move_text(&self, by: &Roll) -> String {
        by.letter().to_string()
    }

    fn position_text(&self, at: &Position) -> String {
        scene::picture(self, at)
    }

    fn essence(&self, at: &Position) -> String {
        scene::essence(self, at)
    }

    fn frontier_text(&self, path: &[Roll], at: &Position) -> String {
        format!("{} {}", self.path_text(path), at.block).trim_start().to_owned()
    }

    fn engine(&self, at: &Position, _metric: usize, _budget: &Budget) -> Result<Finder, Stop> {
        Ok(solve::finder(&self.terrain, *at))
    }

    fn answer(&self, own: &Own, at: &Position, wanted: bool) -> Result<Option<Answer>, Failure> {
        let position = commands::block_of(self, at, own.block)?;
        Ok(Some(match wanted {
            true => Answer::list(commands::neighbours(self, &position, own.all)),
            false => Answer::unknown(),
        }))
    }

    fn unsolvable(&self, verb: Option<Span>) -> Option<Diagnostic> {
        let [start, hole] = self.places;
        Some(match verb {
            Some(verb) => faults::unreachable(verb, None),
            None => faults::unreachable(hole, Some(start)),
        })
    }

    fn judged(
        &self,
        path: &[Roll],
        _engine: &mut Finder,
        _place: Span,
        _budget: &Budget,
        _sink: &mut Sink,
    ) -> String {
        self.path_text(path)
    }

    fn declare(&self, at: &Position) -> Option<Vec<String>> {
        declare::lines(self, at)
    }

    fn scene(&self, name: &str, at: &Position, made: u64) -> Scene {
        scene::scene(name, self, at, made)
    }

    fn point(
        &self,
        name: &str,
        state: &State<Self>,
        call: &Call<Self>,
    ) -> Result<Option<Scene>, Failure> {
        let found = commands::point(self, &state.position, call)?;
        Ok(found.map(|(from, cells)| {
            scene::pointed(scene::scene(name, self, &from, state.made), &cells)
        }))
    }

    fn task(&self, _name: &str) -> Task {
        let mut notes = vec![String::from("roll the block until it stands on T")];
        notes.extend(self.legend());
        Task { goal: None, notes }
    }

    fn graph(&self, at: &Position, limit: usize, budget: &Budget) -> StateGraph {
        states::graph(self, at, limit, budget)
    }

    fn canonical(&self) -> Option<Vec<u64>> {
        states::form(&self.terrain).map(|form| form.canonical())
    }

    fn states_fact(verb: &str, _expected: &str) -> &'static [&'static Code] {
        match verb {
            "solve" | "goals" | "hint" => INFO.deep,
            _ => &[],
        }
    }

    fn complete(&self, at: &Position, verb: &str, before: Fragment<'_>) -> Vec<String> {
        match verb {
            "play" => crate::puzzle::moves::next_letters(self, at, before),
            "why" => crate::puzzle::moves::illegal_letters(self, at, before),
            "neighbours" => {
                let typed = before.text.rfind([' ', '\t']).map_or("", |at| &before.text[..at]);
                match typed.split_whitespace().collect::<Vec<_>>()[..] {
                    [] => vec![String::from("all"), at.block.to_string()],
                    ["all"] => vec![at.block.to_string()],
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn marks(body: &Body<'_>) -> Vec<Mark> {
        marks::marks(body)
    }

    fn argument_marks(verb: &'static Verb, args: Fragment<'_>) -> Vec<Mark> {
        marks::argument_marks(verb.name, args)
    }

    fn describe(&self, at: &Position, spot: &Spot<'_>) -> Option<String> {
        marks::describe(self, at, spot)
    }
}
