//! Rush Hour: cars that slide along their own axis, one of which must reach the edge.
//!
//! [`board`] holds the plain rules, [`engine`] the search on packed states.

pub mod board;
pub mod codes;
mod collection;
mod commands;
pub mod engine;
mod faults;
mod info;
mod json;
pub mod lower;
mod marks;
mod scene;
mod states;
pub mod syntax;
#[cfg(test)]
mod tests;

pub use lower::Model;

use super::lists::Numbered;
use super::moves::{
    Call, Engine, MoveGame, Moves, State, by_steps, complete_by_steps, one_line, one_per_line,
};
use super::states::StateGraph;
use super::{Body, Cells, Converted, Failure, Info, Mark, Spot, Verb};
use crate::diag::{Code, Diagnostic, Sink};
use crate::scene::Scene;
use crate::search::{Budget, Halt, Outcome, Stop, Until};
use crate::syntax::{Args, Fragment, Line};
use crate::text::{Source, Span};
use board::{Move, Places};
use engine::Finder;
use syntax::{Own, Typed};

/// Rush Hour as a game.
pub type Rush = Moves<Model>;

impl MoveGame for Model {
    type Position = Places;
    type Move = Move;
    type Typed = Typed;
    type Own = Own;
    type Engine = Finder;

    const MOVES: &'static str = "moves";
    const STATES: &'static str = "boards";
    const SEPARATOR: &'static str = "; ";

    fn info() -> &'static Info {
        &info::INFO
    }

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Self> {
        if body.raw && Self::is_list(body.text()) {
            let first = syntax::entries(body.text(), true).next()?.line;
            return Self::read_line(&Line { start: first.start + body.span.start, ..first }, sink);
        }
        lower::lower(&syntax::parse_rush_body(body, sink)?, sink)
    }

    fn parse_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
        syntax::play(args, sink)
    }

    fn parse_own(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call<Self>> {
        syntax::parse_rush_command(verb, args, sink)
    }

    fn parse_metric(args: &mut Args<'_>, sink: &mut Sink) -> Option<usize> {
        by_steps(args, sink).map(usize::from)
    }

    fn start(&self) -> Places {
        self.board.start.clone()
    }

    fn is_solved(&self, at: &Places) -> bool {
        self.board.is_solved(at)
    }

    fn expect_goal(&self, place: Span, home: bool) -> Result<(), Failure> {
        match self.board.hero {
            None => Err(Box::new(faults::no_goal(place, home.then_some(self.last_row)))),
            Some(_) => Ok(()),
        }
    }

    fn legal(&self, at: &Places) -> Vec<Move> {
        self.board.moves(at)
    }

    fn make(&self, at: &Places, typed: &Typed, home: bool) -> Result<(Places, Move), Failure> {
        let by = commands::resolve(self, at, typed, home)?;
        Ok((self.board.after(at, by), by))
    }

    fn is_allowed(by: &Move, metric: usize) -> bool {
        metric == 0 || by.by.abs() == 1
    }

    fn obstacles(&self, at: &Places, moves: &[Typed]) -> Vec<String> {
        commands::obstacles(self, at, moves)
    }

    fn move_text(&self, &by: &Move) -> String {
        commands::text(self, by)
    }

    fn path_text(&self, path: &[Move]) -> String {
        one_line(self, path)
    }

    fn solution_text(&self, path: &[Move]) -> String {
        one_per_line(self, path)
    }

    fn position_text(&self, at: &Places) -> String {
        scene::rows(self, at).join("\n")
    }

    fn essence(&self, at: &Places) -> String {
        scene::texts(self, at, ['.', '#'], " ").join("\n")
    }

    fn frontier_text(&self, _path: &[Move], at: &Places) -> String {
        scene::rows(self, at).join(" / ")
    }

    fn engine(&self, at: &Places, metric: usize, budget: &Budget) -> Result<Finder, Stop> {
        engine::finder(&self.board, at, metric != 0, budget)
    }

    fn search(&self, own: &Own, engine: &mut Finder, budget: &Budget) -> Outcome<String> {
        Outcome::from(match own {
            Own::States => match engine.advance(Until::Exhausted, budget) {
                Halt::Stopped(stop) => Err(stop),
                Halt::Reached | Halt::Exhausted => Ok(Some(engine.figures().expanded.to_string())),
            },
            Own::Hardest => engine::hardest(engine, budget).map(|found| {
                found
                    .map(|(far, id)| format!("{far}\n{}", self.position_text(&engine.way_to(id).1)))
            }),
        })
    }

    fn aims(own: &Own) -> bool {
        matches!(own, Own::Hardest)
    }

    fn unsolvable(&self, verb: Option<Span>) -> Option<Diagnostic> {
        Some(faults::unsolvable(verb.unwrap_or(self.goal_span), &self.board))
    }

    fn is_decided(&self, sink: &mut Sink) -> bool {
        let solved = self.board.is_solved(&self.board.start);
        if solved {
            sink.push(faults::already_solved(self.goal_span));
        }
        solved
    }

    fn judged(
        &self,
        path: &[Move],
        _engine: &mut Finder,
        _place: Span,
        _budget: &Budget,
        _sink: &mut Sink,
    ) -> String {
        self.solution_text(path).replace('\n', " ")
    }

    fn is_list(prefix: &str) -> bool {
        syntax::is_list(prefix, lower::is_sound)
    }

    fn list_entries(text: &str, begins: bool) -> Vec<Numbered<'_>> {
        syntax::entries(text, begins).collect()
    }

    /// A text of dots and `o` alone fits too much: it must have a car.
    fn fits(text: &str) -> bool {
        let source = Source::new("", text);
        let model = <Self as MoveGame>::read(&Body::raw(&source), &mut Sink::new());
        model.is_some_and(|model| !model.board.cars.is_empty())
    }

    fn read_line(line: &Line<'_>, sink: &mut Sink) -> Option<Self> {
        lower::lower(&syntax::shape_of_line(line, sink)?, sink)
    }

    fn declare(&self, at: &Places) -> Option<Vec<String>> {
        let goal = self.board.hero.filter(|_| self.named);
        let goal = goal.map(|hero| format!("goal {}", self.board.cars[hero].label));
        Some(scene::rows(self, at).into_iter().chain(goal).collect())
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
        Ok(Some(scene::scene(name, self, &places, state.made).pointed(&marks)))
    }

    fn graph(&self, at: &Places, limit: usize, budget: &Budget) -> StateGraph {
        states::graph(self, at, limit, budget)
    }

    fn canonical(&self) -> Option<Vec<u64>> {
        Some(states::form(&self.board).canonical())
    }

    fn states_fact(verb: &str, _expected: &str) -> &'static [&'static Code] {
        match verb {
            "solve" | "goals" | "hint" | "hardest" => codes::DEEP,
            _ => &[],
        }
    }

    fn spans(args: Fragment<'_>) -> Vec<Span> {
        super::marks::parts(args, ';')
    }

    fn complete(&self, at: &Places, verb: &str, before: Fragment<'_>) -> Vec<String> {
        match verb {
            "solve" => complete_by_steps(before),
            "play" | "move" => {
                let replay = |moves: &str| self.replay(at, moves).map(|(places, _)| places);
                commands::complete(self, before.text, replay).unwrap_or_default()
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

    fn describe(&self, at: &Places, spot: &Spot<'_>) -> Option<String> {
        marks::describe(self, at, spot)
    }

    fn convert(body: &Body<'_>) -> Option<Converted> {
        marks::convert(body)
    }
}
