//! Sliding tiles, equal ones alike: boards, plain rules, and two engines.
//!
//! [`breadth`] finds every shortest path where the space of states can be held in memory;
//! [`deep`] proves the optimum of boards whose space cannot, by iterative deepening under
//! pattern databases ([`pattern`]). [`finder`] chooses between them.

pub mod board;
pub mod breadth;
pub mod codes;
pub mod commands;
pub mod deep;
mod faults;
pub mod finder;
mod groups;
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

use std::sync::Arc;

pub use board::{Board, BoardError, Pair, PairError};
pub use breadth::{Routes, Sum};
pub use commands::State;
pub use deep::Deepening;
pub use finder::Finder;
pub use lower::Model;
pub use rules::{CHECKSUM_MODULUS, Slide, checksum};

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
            summary: "lists the legal moves, a letter a line",
            example: "moves => {\n  L\n  R\n  U\n  D\n}\n",
        },
        Verb {
            name: "play",
            role: Role::Play,
            usage: "play MOVES",
            summary: "slides tiles: letters `L R U D`, the direction in which the tile goes",
            example: "play DR => {\n  . A C\n  D B E\n  F G H\n}\n",
        },
        Verb {
            name: "hint",
            role: Role::Find,
            usage: "hint",
            summary: "tells the first move of a shortest solution",
            example: "hint => D\n",
        },
        Verb {
            name: "count",
            role: Role::Find,
            usage: "count",
            summary: "counts all shortest solutions, exactly",
            example: "count => 1\n",
        },
        Verb {
            name: "goals",
            role: Role::List,
            usage: "goals [N]",
            summary: "lists the first N (10) of all shortest solutions",
            example: "goals => DR\n",
        },
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
        Verb {
            name: "paths",
            role: Role::List,
            usage: "paths [N]",
            summary: "lists the first N (10) paths from here, breadth-first, one a board",
            example: "paths 3 => {\n  L\n  R\n}\n",
        },
        Verb {
            name: "frontier",
            role: Role::Progress,
            usage: "frontier [N]",
            summary: "lists the first N (10) boards that the search will expand next",
            example: "step\nfrontier 2 => {\n  L A B C / D E . / F G H\n  \
            R A B C / . D E / F G H\n}\n",
        },
        Verb {
            name: "step",
            role: Role::Progress,
            usage: "step [N]",
            summary: "expands N (1) boards of the search",
            example: "step => expanded 1 frontier 4 depth 1\n\
            step 5 => expanded 6 frontier 8 depth 3\n",
        },
    ],
    query: None,
    codes: codes::CODES,
    deep: &[&codes::UNSOLVABLE],
    example: "sliders eight {\n  A B C\n  D . E\n  F G H\n  goal\n  . A C\n  D B E\n  F G H\n}\n",
};

/// Open sliders.
pub struct Sliders {
    model: Arc<Model>,
}

impl Game for Sliders {
    type Model = Model;
    type State = State;
    type Call = Call;

    fn info() -> &'static Info {
        &INFO
    }

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Reading<Model>> {
        let shape = syntax::parse_sliders_body(body, sink)?;
        let model = lower::lower(body, &shape, sink)?;
        Some(Reading { model, asks: Vec::new() })
    }

    fn open(model: Arc<Model>) -> Self {
        Self { model }
    }

    fn parse(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
        syntax::parse_sliders_command(verb, args, sink)
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
        commands::obstacles(state, call)
    }

    fn declare(&mut self, state: &State, _budget: &Budget) -> Result<Option<Vec<String>>, Answer> {
        let mut lines = scene::board_text(&self.model, &state.board);
        lines.push_str("\ngoal\n");
        lines += &scene::board_text(&self.model, self.model.pair.goal());
        Ok(Some(lines.lines().map(str::to_owned).collect()))
    }

    fn copy(&self, state: &State) -> State {
        State::new(state.board.clone(), state.slides)
    }

    fn start(&self) -> State {
        State::new(self.model.pair.start().clone(), 0)
    }

    fn show(&mut self, state: &State, _budget: &Budget) -> Answer {
        Answer::new(scene::board_text(&self.model, &state.board))
    }

    fn essence(&mut self, state: &State, _budget: &Budget) -> Answer {
        Answer::new(scene::essence(&self.model, &state.board))
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
        let solved = state.board == *self.model.pair.goal();
        format!("{}{}", counted(state.slides as u64, "slide"), if solved { ", solved" } else { "" })
    }

    fn scene(&mut self, name: &str, state: &State) -> crate::scene::Scene {
        scene::scene(name, &self.model, &state.board, state.slides)
    }

    fn point(
        &mut self,
        name: &str,
        state: &State,
        call: &Call,
    ) -> Result<Option<crate::scene::Scene>, Failure> {
        let Some(board) = commands::point(state, call) else { return Ok(None) };
        Ok(Some(scene::pointed(name, &self.model, &board, state.slides)))
    }

    fn task(&mut self, name: &str) -> Task {
        let goal = scene::scene(name, &self.model, self.model.pair.goal(), 0);
        let note = "slide tiles into the gap until they lie as on the right";
        Task { goal: Some(goal), notes: vec![String::from(note)] }
    }

    fn graph(&mut self, state: &State, limit: usize, budget: &Budget) -> Option<StateGraph> {
        Some(states::graph(&self.model, state, limit, budget))
    }

    fn solutions(&mut self, state: &mut State, budget: &Budget) -> Option<Outcome<Solutions>> {
        Some(states::solutions(&self.model, state, budget))
    }

    fn canonical(model: &Model) -> Option<Vec<u64>> {
        Some(states::form(&model.pair).canonical())
    }

    fn growth(&mut self, state: &State, budget: &Budget) -> Option<Growth> {
        states::growth(&self.model, state, budget)
    }

    fn script(&mut self, state: &mut State, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        let mut finder = state.finder(&self.model, budget);
        let budget = commands::more(&finder, budget);
        let found = finder.solve(&budget);
        drop(finder);
        match found {
            Outcome::Solved(path) => Ok(path
                .iter()
                .map(|slide| Cue::new(slide.letter(), format!("play {}", slide.letter())))
                .collect()),
            Outcome::Unsolvable => Err(Answer::unsolvable()),
            Outcome::GaveUp(stop) => Err(state.gave_up(stop)),
        }
    }

    fn deep(&mut self, _name: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        let pair = &self.model.pair;
        if !pair.parity_forbids() && !pair.surely_solvable() {
            match self.start().finder(&self.model, budget).solve(budget) {
                Outcome::Unsolvable => sink.push(faults::unsolvable(self.model.goal_line)),
                Outcome::GaveUp(stop) => return Err(stop),
                Outcome::Solved(_) => {}
            }
        }
        Ok(())
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

    fn accepts(&mut self, state: &State, call: &Call, answer: &str, expected: &str) -> bool {
        let (Call::Solve, Some((length, letters))) = (call, expected.split_once('\n')) else {
            return false;
        };
        if answer.lines().next() != Some(length.trim()) {
            return false;
        }
        let path: Option<Vec<Slide>> = letters
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .map(Slide::from_letter)
            .collect();
        path.is_some_and(|path| {
            path.len().to_string() == length.trim()
                && state.board.play(&path).is_ok_and(|end| end == *self.model.pair.goal())
        })
    }

    fn moves(args: Fragment<'_>) -> Vec<Span> {
        crate::kind::marks::letters(args)
    }

    fn complete(&self, state: &State, verb: &str, before: Fragment<'_>) -> Vec<String> {
        if !matches!(verb, "play" | "why") {
            return Vec::new();
        }
        let typed = before.text.chars().filter(|c| !c.is_whitespace());
        let path: Option<Vec<Slide>> = typed.map(Slide::from_letter).collect();
        let Some(Ok(end)) = path.map(|path| state.board.play(&path)) else { return Vec::new() };
        let last = before.text.rsplit([' ', '\t']).next().unwrap_or_default();
        let legal = commands::legal(&end);
        let offered = "LRUD".chars().filter(|&letter| legal.contains(letter) == (verb == "play"));
        offered.map(|letter| format!("{last}{letter}")).collect()
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
        let body = Body::raw(source);
        let mark = sink.len();
        let reading = Self::read(&body, sink);
        // The answer states what parity forbids.
        sink.retain_since(mark, |found| *found.code != codes::PARITY);
        let Some(Reading { model, .. }) = reading else { return Verdict::Fine };
        let mut state = State::new(model.pair.start().clone(), 0);
        let mut finder = state.finder(&model, budget);
        let length = match finder.solve(budget) {
            Outcome::Solved(path) => path.len(),
            Outcome::Unsolvable => {
                emit("unsolvable");
                return Verdict::Unsolvable;
            }
            Outcome::GaveUp(stop) => {
                drop(finder);
                emit(&state.gave_up(stop).text.unwrap_or_default());
                return Verdict::GaveUp;
            }
        };
        let mut unknown = |what: &str, stop: Option<_>| {
            sink.push(faults::out_of_reach(body.name, what, stop));
            String::from("?")
        };
        let more = commands::more(&finder, budget);
        let count = match finder.count(&more) {
            Outcome::Solved(count) => count.to_string(),
            Outcome::GaveUp(stop) => unknown("number of shortest paths", Some(stop)),
            Outcome::Unsolvable => String::from("0"),
        };
        let more = commands::more(&finder, budget);
        let sum = match finder.sum(&more) {
            Outcome::Solved(Sum::Exact(sum)) => sum.to_string(),
            Outcome::Solved(Sum::Modulo(_)) => unknown("sum of checksums", None),
            Outcome::GaveUp(stop) => unknown("sum of checksums", Some(stop)),
            Outcome::Unsolvable => String::from("0"),
        };
        emit(&format!("{length} {count} {sum}"));
        Verdict::Fine
    }
}
