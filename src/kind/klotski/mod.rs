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

use std::fmt::Write as _;
use std::sync::Arc;

pub use commands::State;
pub use lower::Model;

use super::rank::Solutions;
use super::states::{Growth, StateGraph};
use super::{Answer, Body, Context, Failure, Game, Info, Reading, Reply, Role, Verb, Verdict};
use super::{Cells, Converted, Cue, Mark, Spot, begins_command};
use crate::diag::{Code, Sink, counted};
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Args, Fragment};
use crate::text::{Source, Span};
use board::Direction;
use engine::Metric;
use syntax::Call;

static INFO: Info = Info {
    name: "klotski",
    summary: "sliding blocks of any shape on a board with walls",
    verbs: &[
        Verb {
            name: "solve",
            role: Role::Solve,
            usage: "solve [by steps]",
            summary: "finds a solution of the fewest moves (or unit slides): their number, then a move a line",
            example: "solve => {\n  4\n  A (0,0) (0,1)\n  C (1,0) (0,0)\n  D (2,1) (2,0)\n  \
            A (0,1) (2,2)\n}\nsolve by steps => 6\n",
        },
        Verb {
            name: "move",
            role: Role::Change,
            usage: "move LABEL DIRECTION | LABEL to (R,C)",
            summary: "slides a block by one cell, or to a place by any slides",
            example: "move A right => {\n  . A B\n  C . B\n  C D .\n}\nmove C to (0,0) => C A B\n",
        },
        Verb {
            name: "moves",
            role: Role::Ask,
            usage: "moves",
            summary: "lists the legal moves, one a line",
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
            summary: "tells the first move of a shortest solution",
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
            summary: "lists the first N (10) paths from here, breadth-first, one a board",
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
    codes: codes::CODES,
    deep: DEEP,
    example: "klotski little {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\n",
};

/// What only a search finds.
static DEEP: &[&Code] = &[&codes::UNSOLVABLE, &codes::ALREADY_SOLVED];

/// An open Klotski puzzle.
pub struct Klotski {
    model: Arc<Model>,
}

impl Game for Klotski {
    type Model = Model;
    type State = State;
    type Call = Call;

    fn info() -> &'static Info {
        &INFO
    }

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Reading<Model>> {
        let shape = syntax::parse_klotski_body(body, sink)?;
        let model = lower::lower(&shape, sink)?;
        Some(Reading { model, asks: Vec::new() })
    }

    fn open(model: Arc<Model>) -> Self {
        Self { model }
    }

    fn parse(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
        syntax::parse_klotski_command(verb, args, sink)
    }

    fn run(
        &mut self,
        state: &mut State,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Result<Reply<State>, Failure> {
        commands::run(&self.model, state, call, context)
    }

    fn obstacles(&self, state: &State, call: &Call) -> Vec<String> {
        commands::obstacles(&self.model, state, call)
    }

    fn declare(&mut self, state: &State, _budget: &Budget) -> Result<Option<Vec<String>>, Answer> {
        Ok(Some(scene::declaration(&self.model, &state.places)))
    }

    fn copy(&self, state: &State) -> State {
        State::new(state.places.clone(), state.made)
    }

    fn start(&self) -> State {
        State::new(self.model.board.start.clone(), 0)
    }

    fn show(&mut self, state: &State, _budget: &Budget) -> Answer {
        Answer::new(scene::board_text(&self.model, &state.places))
    }

    fn essence(&mut self, state: &State, _budget: &Budget) -> Answer {
        Answer::new(scene::essence(&self.model, &state.places))
    }

    fn cells(&self) -> Cells {
        if self.model.packed { Cells::Characters } else { Cells::Words }
    }

    fn resume(&mut self, state: &mut State, budget: &Budget) -> Result<(), Answer> {
        state.resume(&self.model, budget)
    }

    fn status(&self, state: &State) -> String {
        state.status()
    }

    fn prompt(&self, state: &State) -> String {
        let solved = self.model.board.is_solved(&state.places);
        format!("{}{}", counted(state.made as u64, "move"), if solved { ", solved" } else { "" })
    }

    fn scene(&mut self, name: &str, state: &State) -> crate::scene::Scene {
        scene::scene(name, &self.model, &state.places, state.made)
    }

    fn point(
        &mut self,
        name: &str,
        state: &State,
        call: &Call,
    ) -> Result<Option<crate::scene::Scene>, Failure> {
        let Some((places, marks)) = commands::point(&self.model, state, call)? else {
            return Ok(None);
        };
        let scene = scene::scene(name, &self.model, &places, state.made);
        Ok(Some(scene::pointed(scene, &marks)))
    }

    fn graph(&mut self, state: &State, limit: usize, budget: &Budget) -> Option<StateGraph> {
        Some(states::graph(&self.model, state, limit, budget))
    }

    fn growth(&mut self, state: &State, budget: &Budget) -> Option<Growth> {
        Some(states::growth(&self.model, state, budget))
    }

    fn solutions(&mut self, state: &mut State, budget: &Budget) -> Option<Outcome<Solutions>> {
        states::solutions(&self.model, state, budget)
    }

    fn canonical(model: &Model) -> Option<Vec<u64>> {
        Some(states::form(&model.board).canonical())
    }

    fn script(&mut self, state: &mut State, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        commands::script(&self.model, state, budget)
    }

    fn deep(&mut self, _name: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        let Some(&first) = self.model.goal_spans.first() else { return Ok(()) };
        if self.model.board.is_solved(&self.model.board.start) {
            sink.push(faults::already_solved(first));
            return Ok(());
        }
        let mut state = self.start();
        let found = state
            .finder(&self.model, Metric::Moves, budget)
            .map_or_else(Outcome::GaveUp, |mut finder| finder.solve(budget));
        match found {
            Outcome::Unsolvable => sink.push(faults::unsolvable(first)),
            Outcome::GaveUp(stop) => return Err(stop),
            Outcome::Solved(_) => {}
        }
        Ok(())
    }

    fn states_fact(verb: &str, _expected: &str) -> &'static [&'static Code] {
        match verb {
            "solve" | "goals" | "hint" | "hardest" => DEEP,
            _ => &[],
        }
    }

    fn accepts(&mut self, state: &State, call: &Call, answer: &str, expected: &str) -> bool {
        let Call::Solve(by_steps) = *call else { return false };
        let mut lines = expected.lines().map(str::trim).filter(|line| !line.is_empty());
        let (Some(length), count) = (lines.next(), answer.lines().skip(1).count()) else {
            return false;
        };
        if answer.lines().next() != Some(length) {
            return false;
        }
        let mut places = state.places.clone();
        let mut made = 0;
        for line in lines {
            let mut sink = Sink::new();
            let fragment = Fragment { text: line, start: 0 };
            let mut args = Args::new(fragment, Span::default(), "LABEL (R,C) (R,C)");
            let typed = syntax::parse_move(&mut args, &mut sink).filter(|_| args.is_empty());
            let by =
                typed.and_then(|typed| commands::resolve(&self.model, &places, &typed, false).ok());
            let Some(by) = by else { return false };
            if by_steps && by.from.0.abs_diff(by.to.0) + by.from.1.abs_diff(by.to.1) != 1 {
                return false;
            }
            places[by.block] = by.to;
            made += 1;
        }
        made == count && self.model.board.is_solved(&places)
    }

    fn moves(args: Fragment<'_>) -> Vec<Span> {
        crate::kind::marks::parts(args, ';')
    }

    fn complete(&self, state: &State, verb: &str, before: Fragment<'_>) -> Vec<String> {
        if verb == "solve" {
            let typed = before.text.rfind([' ', '\t']).map_or("", |at| &before.text[..at]);
            let words: Vec<_> = typed.split_whitespace().collect();
            return match words[..] {
                [] => vec![String::from("by")],
                ["by"] => vec![String::from("steps")],
                _ => Vec::new(),
            };
        }
        if !matches!(verb, "play" | "move" | "why") {
            return Vec::new();
        }
        self.complete_move(state, verb, before.text).unwrap_or_default()
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

    fn describe(&mut self, state: &State, spot: &Spot<'_>) -> Option<String> {
        marks::describe(&self.model, state, spot)
    }

    fn convert(body: &Body<'_>) -> Option<Converted> {
        marks::convert(body)
    }

    fn judge(
        source: &Source,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(&str),
    ) -> Verdict {
        let body = Body::raw(source);
        let Some(Reading { model, .. }) = Self::read(&body, sink) else { return Verdict::Fine };
        if model.board.goals.is_empty() {
            sink.push(faults::no_goal(body.name, None));
            return Verdict::Fine;
        }
        let mut state = State::new(model.board.start.clone(), 0);
        let found = state
            .finder(&model, Metric::Moves, budget)
            .map_or_else(Outcome::GaveUp, |mut finder| finder.solve(budget));
        match found {
            Outcome::Solved(path) => {
                emit(&commands::solution_text(&model.board, &path));
                Verdict::Fine
            }
            Outcome::Unsolvable => {
                emit("unsolvable");
                Verdict::Unsolvable
            }
            Outcome::GaveUp(stop) => {
                emit(&state.gave_up(Metric::Moves, stop).text.unwrap_or_default());
                Verdict::GaveUp
            }
        }
    }
}

impl Klotski {
    /// What could stand at the end of moves that were typed; none where they are not legal.
    fn complete_move(&self, state: &State, verb: &str, before: &str) -> Option<Vec<String>> {
        let (several, legal) = (verb != "move", verb != "why");
        let board = &*self.model.board;
        let (done, now) = match before.rfind(';') {
            Some(at) if several => before.split_at(at + 1),
            _ => ("", before),
        };
        let mut places = state.places.clone();
        let mut sink = Sink::new();
        for part in done.split_terminator(';') {
            let fragment = Fragment { text: part, start: 0 };
            let mut args = Args::new(fragment, Span::default(), "MOVE");
            let typed = syntax::parse_move(&mut args, &mut sink)?;
            let by = commands::resolve(&self.model, &places, &typed, false).ok()?;
            places[by.block] = by.to;
        }
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
        let &block = self.model.numbers.get(*label)?;
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
