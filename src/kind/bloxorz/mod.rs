//! The block that rolls to a hole: the assignment's game and the full one, with fragile tiles,
//! switches, bridges, and a block that comes apart.

pub mod codes;
pub mod commands;
mod declare;
mod faults;
#[cfg(test)]
mod laws;
pub mod lower;
mod marks;
#[cfg(test)]
mod reference;
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

use std::sync::Arc;

pub use commands::State;
pub use lower::Model;
pub use rules::{Block, Position, Roll, RollError};
pub use solve::{BloxorzSpace, Finder};
pub use terrain::{Cell, Effect, Split, Switch, Terrain, TerrainError, Tile};

use super::rank::Solutions;
use super::states::{Growth, StateGraph};
use super::{
    Answer, Body, Context, Failure, Game, Info, Reading, Reply, Role, Task, Verb, Verdict,
};
use super::{Cells, Cue, Mark, Spot};
use crate::diag::{Code, Sink, counted};
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Args, Fragment};
use crate::text::{Source, Span};
use syntax::Call;

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
            summary: "lists the legal moves, a letter a line",
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
        Verb {
            name: "hint",
            role: Role::Find,
            usage: "hint",
            summary: "tells the first move of a shortest solution",
            example: "hint => R\n",
        },
        Verb {
            name: "neighbours",
            role: Role::Ask,
            usage: "neighbours [all] [(R,C) [(R,C)]]",
            summary: "lists where the block gets by one move; with `all`, the illegal moves too",
            example: "neighbours => R (1,2) (1,3)\nneighbours all (1,2) (1,3) => {\n  L (1,1)\n  \
            R (1,4)\n  U (0,2) (0,3)\n  D (2,2) (2,3)\n}\n",
        },
        Verb {
            name: "paths",
            role: Role::List,
            usage: "paths [N]",
            summary: "lists the first N (10) paths from here, breadth-first, one a position",
            example: "paths 3 => {\n  R\n  D\n}\n",
        },
        Verb {
            name: "goals",
            role: Role::List,
            usage: "goals [N]",
            summary: "lists the first N (10) of all shortest solutions",
            example: "goals 2 => {\n  RRDRRRD\n  RDRRDDR\n}\n",
        },
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
    codes: codes::CODES,
    deep: &[&codes::UNREACHABLE],
    example: "bloxorz first {\n  ooo-------\n  oSoooo----\n  ooooooooo-\n  -ooooooooo\n  \
              -----ooToo\n  ------ooo-\n}\n",
};

/// An open bloxorz.
pub struct Bloxorz {
    model: Arc<Model>,
}

impl Game for Bloxorz {
    type Model = Model;
    type State = State;
    type Call = Call;

    fn info() -> &'static Info {
        &INFO
    }

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Reading<Model>> {
        let shape = syntax::parse_bloxorz_body(body, sink)?;
        let model = lower::lower(&shape, body, sink)?;
        Some(Reading { model, asks: Vec::new() })
    }

    fn open(model: Arc<Model>) -> Self {
        Self { model }
    }

    fn parse(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
        syntax::parse_bloxorz_command(verb, args, sink)
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
        Ok(declare::lines(&self.model, &state.position))
    }

    fn copy(&self, state: &State) -> State {
        State::new(state.position, state.rolls)
    }

    fn start(&self) -> State {
        State::new(Position::start(&self.model.terrain), 0)
    }

    fn show(&mut self, state: &State, _budget: &Budget) -> Answer {
        Answer::new(scene::picture(&self.model, &state.position))
    }

    fn essence(&mut self, state: &State, _budget: &Budget) -> Answer {
        Answer::new(scene::essence(&self.model, &state.position))
    }

    fn cells(&self) -> Cells {
        Cells::Characters
    }

    fn resume(&mut self, state: &mut State, budget: &Budget) -> Result<(), Answer> {
        state.resume(&self.model, budget)
    }

    fn status(&self, state: &State) -> String {
        state.status()
    }

    fn prompt(&self, state: &State) -> String {
        let solved = state.position.is_solved(&self.model.terrain);
        format!("{}{}", counted(state.rolls as u64, "roll"), if solved { ", solved" } else { "" })
    }

    fn scene(&mut self, name: &str, state: &State) -> crate::scene::Scene {
        scene::scene(name, &self.model, &state.position, state.rolls)
    }

    fn task(&mut self, _name: &str) -> Task {
        let mut notes = vec![String::from("roll the block until it stands on T")];
        notes.extend(self.model.legend());
        Task { goal: None, notes }
    }

    fn graph(&mut self, state: &State, limit: usize, budget: &Budget) -> Option<StateGraph> {
        Some(states::graph(&self.model, state, limit, budget))
    }

    fn solutions(&mut self, state: &mut State, budget: &Budget) -> Option<Outcome<Solutions>> {
        Some(state.solutions(&self.model, budget))
    }

    fn canonical(model: &Model) -> Option<Vec<u64>> {
        states::form(&model.terrain).map(|form| form.canonical())
    }

    fn growth(&mut self, state: &State, budget: &Budget) -> Option<Growth> {
        Some(states::growth(&self.model, state, budget))
    }

    fn point(
        &mut self,
        name: &str,
        state: &State,
        call: &Call,
    ) -> Result<Option<crate::scene::Scene>, Failure> {
        let Some((from, cells)) = commands::point(&self.model, state, call)? else {
            return Ok(None);
        };
        let scene = scene::scene(name, &self.model, &from, state.rolls);
        Ok(Some(scene::pointed(scene, &cells)))
    }

    fn script(&mut self, state: &mut State, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        match state.solution(&self.model, budget) {
            Outcome::Solved(path) => Ok(path
                .iter()
                .map(|roll| Cue::new(roll.letter(), format!("play {}", roll.letter())))
                .collect()),
            Outcome::Unsolvable => Err(Answer::unsolvable()),
            Outcome::GaveUp(stop) => Err(state.gave_up(stop)),
        }
    }

    fn deep(&mut self, _name: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        match self.start().solution(&self.model, budget) {
            Outcome::Unsolvable => {
                let [start, hole] = self.model.places;
                sink.push(faults::unreachable(hole, Some(start)));
            }
            Outcome::GaveUp(stop) => return Err(stop),
            Outcome::Solved(_) => {}
        }
        Ok(())
    }

    fn states_fact(verb: &str, _expected: &str) -> &'static [&'static Code] {
        match verb {
            "solve" | "goals" | "hint" => INFO.deep,
            _ => &[],
        }
    }

    fn accepts(&mut self, state: &State, call: &Call, answer: &str, expected: &str) -> bool {
        let (Call::Solve, Some((length, letters))) = (call, expected.split_once('\n')) else {
            return false;
        };
        if answer.lines().next() != Some(length.trim()) {
            return false;
        }
        let path: Option<Vec<Roll>> = letters
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .map(Roll::from_letter)
            .collect();
        path.is_some_and(|path| {
            let end = state.position.play(&self.model.terrain, &path);
            end.is_ok_and(|end| end.is_solved(&self.model.terrain))
                && commands::length(&path).to_string() == length.trim()
        })
    }

    fn moves(args: Fragment<'_>) -> Vec<Span> {
        crate::kind::marks::letters(args)
    }

    fn complete(&self, state: &State, verb: &str, before: Fragment<'_>) -> Vec<String> {
        match verb {
            "play" | "why" => {
                let typed: String = before.text.chars().filter(|c| !c.is_whitespace()).collect();
                let path: Option<Vec<Roll>> = typed.chars().map(Roll::from_letter).collect();
                let Some(path) = path else { return Vec::new() };
                let Ok(end) = state.position.play(&self.model.terrain, &path) else {
                    return Vec::new();
                };
                let last = before.text.rsplit([' ', '\t']).next().unwrap_or_default();
                let legal = commands::legal(&self.model, &end);
                let rolls = "LRUD".chars().filter(|&letter| !legal.contains(letter));
                let offered = if verb == "play" { legal.clone() } else { rolls.collect() };
                offered.chars().map(|letter| format!("{last}{letter}")).collect()
            }
            "neighbours" => {
                let typed = before.text.rfind([' ', '\t']).map_or("", |at| &before.text[..at]);
                let block = || state.position.block.to_string();
                match typed.split_whitespace().collect::<Vec<_>>()[..] {
                    [] => vec![String::from("all"), block()],
                    ["all"] => vec![block()],
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

    fn describe(&mut self, state: &State, spot: &Spot<'_>) -> Option<String> {
        marks::describe(&self.model, state, spot)
    }

    fn judge(
        source: &Source,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(&str),
    ) -> Verdict {
        let Some(reading) = Self::read(&Body::raw(source), sink) else { return Verdict::Fine };
        let mut state = State::new(Position::start(&reading.model.terrain), 0);
        match state.solution(&reading.model, budget) {
            Outcome::Solved(path) => {
                emit(&commands::letters(&path));
                Verdict::Fine
            }
            Outcome::Unsolvable => {
                emit("unsolvable");
                Verdict::Unsolvable
            }
            Outcome::GaveUp(stop) => {
                emit(&state.gave_up(stop).text.unwrap_or_default());
                Verdict::GaveUp
            }
        }
    }
}
