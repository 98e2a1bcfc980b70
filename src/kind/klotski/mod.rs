//! Klotski: sliding blocks of any shape.
//!
//! [`board`] holds the plain rules, [`engine`] the search on packed states.

pub mod board;
pub mod codes;
pub mod commands;
pub mod engine;
mod faults;
pub mod lower;
mod marks;
mod scene;
mod states;
pub mod syntax;
#[cfg(test)]
mod tests;

pub use lower::Model;
use std::fmt::Write as _;

use super::moves::{Call, MoveGame, Moves, State};
use super::states::StateGraph;
use super::{
    Answer, Body, Cells, Converted, Failure, Info, Mark, Role, Spot, Verb, begins_command,
};
use crate::diag::{Code, Diagnostic, Sink};
use crate::scene::Scene;
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Args, Fragment};
use crate::text::Span;
use board::{Direction, Move, Places};
use engine::{Finder, Metric};
use syntax::{Own, Typed};

/// Klotski as a game.
pub type Klotski = Moves<Model>;

static INFO: Info = Info {
    name: "klotski",
    summary: "sliding blocks of any shape on a board with walls",
    verbs: &[
        Verb {
            name: "solve",
            role: Role::Solve,
            usage: "solve [by steps]",
            summary: "finds a solution of the fewest moves (or unit slides): their number, then one move per line",
            example: "solve => {\n  4\n  A (0,0) (0,1)\n  C (1,0) (0,0)\n  D (2,1) (2,0)\n  \
            A (0,1) (2,2)\n}\nsolve by steps => 6\n",
        },
        Verb {
            name: "move",
            role: Role::Change,
            usage: "move LABEL DIRECTION | LABEL to (R,C)",
            summary: "slides a block by one cell, or to a place by any number of slides",
            example: "move A right => {\n  . A B\n  C . B\n  C D .\n}\nmove C to (0,0) => C A B\n",
        },
        Verb {
            name: "moves",
            role: Role::Ask,
            usage: "moves",
            summary: "lists the legal moves, one per line",
            example: "moves => {\n  A (0,0) (0,1)\n  A (0,0) (1,1)\n  B (0,2) (0,1)\n  \
            B (0,2) (1,2)\n  D (2,1) (0,1)\n  D (2,1) (1,1)\n  D (2,1) (2,2)\n}\n",
        },
        Verb {
            name: "play",
            role: Role::Play,
            usage: "play MOVE [; MOVE …]",
            summary: "makes moves: `LABEL (R,C) (R,C)`, `LABEL right` or `LABEL to (R,C)`",
            example: "play D up; B down => {\n  A . .\n  C D B\n  C . B\n}\n",
        },
        Verb {
            name: "hint",
            role: Role::Find,
            usage: "hint",
            summary: "answers the first move of a shortest solution",
            example: "hint => A (0,0) (0,1)\n",
        },
        Verb {
            name: "states",
            role: Role::Find,
            usage: "states",
            summary: "counts the boards that can be reached, equal blocks alike",
            example: "states => 240\n",
        },
        Verb {
            name: "hardest",
            role: Role::Find,
            usage: "hardest",
            summary: "finds the reachable board farthest from every goal: the distance, then the board",
            example: "hardest => {\n  6\n  A C .\n  D C B\n  . . B\n}\n",
        },
        Verb {
            name: "paths",
            role: Role::List,
            usage: "paths [N]",
            summary: "lists the first N (10) paths from here, breadth-first, one per board",
            example: "paths 3 => {\n  A (0,0) (0,1)\n  A (0,0) (1,1)\n}\n",
        },
        Verb {
            name: "goals",
            role: Role::List,
            usage: "goals [N]",
            summary: "lists the first N (10) of all shortest solutions",
            example: "goals 1 => A (0,0) (0,1); C (1,0) (0,0); D (2,1) (2,0); A (0,1) (2,2)\n",
        },
        Verb {
            name: "frontier",
            role: Role::Progress,
            usage: "frontier [N]",
            summary: "lists the first N (10) boards that the search will expand next",
            example: "step\nfrontier 2 => {\n  . A B / C . B / C D .\n  . . B / C A B / C D .\n}\n",
        },
        Verb {
            name: "step",
            role: Role::Progress,
            usage: "step [N]",
            summary: "expands N (1) boards of the search",
            example: "step => expanded 1 frontier 7 depth 1\n\
            step 3 => expanded 4 frontier 14 depth 2\n",
        },
    ],
    query: None,
    points: &["hint"],
    codes: codes::CODES,
    deep: DEEP,
    example: "klotski little {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\n",
};

/// The codes that only a search finds.
static DEEP: &[&Code] = &[&codes::UNSOLVABLE, &codes::ALREADY_SOLVED];

impl MoveGame for Model {
    type Position = Places;
    type Move = Move;
    type Typed = Typed;
    type Own = Own;
    type Engine = Finder;

    const MOVES: &'static str = "moves";
    const STATES: &'static str = "boards, equal blocks alike";
    const SEPARATOR: &'static str = "; ";

    fn info() -> &'static Info {
        &INFO
    }

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Self> {
        let shape = syntax::parse_klotski_body(body, sink)?;
        lower::lower(&shape, sink)
    }

    fn parse_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
        syntax::play(args, sink)
    }

    fn parse_own(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call<Self>> {
        syntax::parse_klotski_command(verb, args, sink)
    }

    fn parse_metric(args: &mut Args<'_>, sink: &mut Sink) -> Option<usize> {
        syntax::by_steps(args, sink).map(usize::from)
    }

    fn start(&self) -> Places {
        self.board.start.clone()
    }

    fn is_solved(&self, at: &Places) -> bool {
        self.board.is_solved(at)
    }

    fn expect_goal(&self, place: Span, home: bool) -> Result<(), Failure> {
        match self.board.goals.is_empty() {
            true => Err(Box::new(faults::no_goal(place, home.then_some(self.last_row)))),
            false => Ok(()),
        }
    }

    fn legal(&self, at: &Places) -> Vec<Move> {
        self.board.moves(at)
    }

    fn make(&self, at: &Places, typed: &Typed, home: bool) -> Result<(Places, Move), Failure> {
        let by = commands::resolve(self, at, typed, home)?;
        let mut places = at.clone();
        places[by.block] = by.to;
        Ok((places, by))
    }

    fn is_allowed(by: &Move, metric: usize) -> bool {
        metric == 0 || by.from.0.abs_diff(by.to.0) + by.from.1.abs_diff(by.to.1) == 1
    }

    fn obstacles(&self, at: &Places, moves: &[Typed]) -> Vec<String> {
        commands::obstacles(self, at, moves)
    }

    fn move_text(&self, &by: &Move) -> String {
        commands::move_text(&self.board, by)
    }

    fn command(&self, by: &Move) -> String {
        let label = &self.board.blocks[by.block].label;
        format!("move {label} to ({},{})", by.to.0, by.to.1)
    }

    fn path_text(&self, path: &[Move]) -> String {
        let moves: Vec<_> = path.iter().map(|by| self.move_text(by)).collect();
        moves.join("; ")
    }

    fn solution_text(&self, path: &[Move]) -> String {
        let moves = path.iter().map(|by| self.move_text(by));
        let lines: Vec<_> = std::iter::once(path.len().to_string()).chain(moves).collect();
        lines.join("\n")
    }

    fn position_text(&self, at: &Places) -> String {
        scene::board_text(self, at)
    }

    fn essence(&self, at: &Places) -> String {
        scene::essence(self, at)
    }

    fn frontier_text(&self, _path: &[Move], at: &Places) -> String {
        scene::board_text(self, at).replace('\n', " / ")
    }

    fn engine(&self, at: &Places, metric: usize, budget: &Budget) -> Result<Finder, Stop> {
        let metric = if metric == 0 { Metric::Moves } else { Metric::Steps };
        Finder::within(&self.board, at, metric, budget)
    }

    fn search(&self, own: &Own, engine: &mut Finder, budget: &Budget) -> Outcome<Answer> {
        Outcome::from(match own {
            Own::States => engine.states(budget).map(|count| Some(Answer::number(count))),
            Own::Hardest => engine.hardest(budget).map(|found| {
                found.map(|(far, at)| {
                    Answer::list(format!("{far}\n{}", scene::board_text(self, &at)))
                })
            }),
        })
    }

    fn aims(own: &Own) -> bool {
        matches!(own, Own::Hardest)
    }

    fn unsolvable(&self, verb: Option<Span>) -> Option<Diagnostic> {
        Some(faults::unsolvable(verb.or_else(|| self.goal_spans.first().copied())?))
    }

    fn is_decided(&self, sink: &mut Sink) -> bool {
        let solved = self.board.is_solved(&self.board.start);
        if let (true, Some(&first)) = (solved, self.goal_spans.first()) {
            sink.push(faults::already_solved(first));
        }
        solved
    }

    fn declare(&self, at: &Places) -> Option<Vec<String>> {
        Some(scene::declaration(self, at))
    }

    fn cells(&self) -> Cells {
        if self.packed { Cells::Characters } else { Cells::Words }
    }

    fn scene(&self, name: &str, at: &Places, made: u64) -> Scene {
        scene::scene(name, self, at, made)
    }

    fn point(
        &self,
        name: &str,
        state: &State<Self>,
        call: &Call<Self>,
    ) -> Result<Option<Scene>, Failure> {
        let Call::Play(moves) = call else { return Ok(None) };
        let (places, marks) = commands::point(self, &state.position, moves)?;
        Ok(Some(scene::pointed(scene::scene(name, self, &places, state.made), &marks)))
    }

    fn graph(&self, at: &Places, limit: usize, budget: &Budget) -> StateGraph {
        states::graph(self, at, limit, budget)
    }

    fn canonical(&self) -> Option<Vec<u64>> {
        Some(states::form(&self.board).canonical())
    }

    fn states_fact(verb: &str, _expected: &str) -> &'static [&'static Code] {
        match verb {
            "solve" | "goals" | "hint" | "hardest" => DEEP,
            _ => &[],
        }
    }

    fn spans(args: Fragment<'_>) -> Vec<Span> {
        crate::kind::marks::parts(args, ';')
    }

    fn complete(&self, at: &Places, verb: &str, before: Fragment<'_>) -> Vec<String> {
        match verb {
            "solve" => {
                let typed = before.text.rfind([' ', '\t']).map_or("", |at| &before.text[..at]);
                let words: Vec<_> = typed.split_whitespace().collect();
                let next = match words[..] {
                    [] => Some("by"),
                    ["by"] => Some("steps"),
                    _ => None,
                };
                next.map(String::from).into_iter().collect()
            }
            "play" | "move" | "why" => {
                self.complete_move(at, verb, before.text).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    fn extent(lines: &mut dyn Iterator<Item = &str>) -> usize {
        syntax::extent(lines, |line| begins_command(&INFO, line))
    }

    fn marks(body: &Body<'_>) -> Vec<Mark> {
        marks::marks(body)
    }

    fn argument_marks(verb: &'static Verb, args: Fragment<'_>) -> Vec<Mark> {
        marks::argument_marks(verb.name, args)
    }

    fn describe(&self, at: &Places, spot: &Spot<'_>) -> Option<String> {
        marks::describe(self, at, spot)
    }

    fn convert(body: &Body<'_>) -> Option<Converted> {
        marks::convert(body)
    }
}

impl Model {
    /// What could stand at the end of moves that were typed; `None` if they are not legal.
    /// After `why not` only illegal moves are offered.
    fn complete_move(&self, at: &Places, verb: &str, before: &str) -> Option<Vec<String>> {
        let (several, legal) = (verb != "move", verb != "why");
        let board = &*self.board;
        let (done, now) = match before.rfind(';') {
            Some(at) if several => before.split_at(at + 1),
            _ => ("", before),
        };
        let (places, _) = self.replay(at, done.trim_end_matches(';'))?;
        let finished = now.ends_with([' ', '\t']) || now.is_empty();
        let mut words: Vec<&str> = now.split_whitespace().collect();
        if !finished {
            words.pop();
        }
        let place = |(row, column): board::Cell| {
            let mut text = String::new();
            let _ = write!(text, "({row},{column})");
            text
        };
        let Some((label, rest)) = words.split_first() else {
            if !legal {
                return Some(board.blocks.iter().map(|block| block.label.clone()).collect());
            }
            let moves = board.moves(&places);
            let mut labels: Vec<String> =
                moves.iter().map(|by| board.blocks[by.block].label.clone()).collect();
            labels.dedup();
            return Some(labels);
        };
        let &block = self.numbers.get(*label)?;
        let layout = board.layout(&places);
        Some(match rest {
            [] => {
                let free = |direction: &Direction| {
                    let (row, column) = direction.offset();
                    let to = (places[block].0 + row, places[block].1 + column);
                    board.blocked(&layout, block, to).is_none() == legal
                };
                let directions = Direction::ALL.into_iter().filter(free);
                let mut found: Vec<String> =
                    directions.map(|direction| direction.word().to_owned()).collect();
                if legal && !found.is_empty() {
                    found.push(String::from("to"));
                    found.push(place(places[block]));
                }
                found
            }
            [_] if legal => {
                board.reach_on(&layout, block, places[block]).into_iter().map(place).collect()
            }
            _ => Vec::new(),
        })
    }
}
