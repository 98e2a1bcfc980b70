//! Blocks as a puzzle with moves.

use super::board::{Cell, Direction, Move, Places};
use super::syntax::{Own, Typed};
use super::{Blocks, Model, faults, marks, scene, states, syntax, typed};
use crate::diag::{Code, Diagnostic, Sink};
use crate::puzzle::lists::Numbered;
use crate::puzzle::moves::{
    Call, MoveGame, State, by_steps, complete_by_steps, one_line, one_per_line,
};
use crate::puzzle::states::StateGraph;
use crate::puzzle::{Answer, Body, Cells, Converted, Failure, Info, Mark, Spot, Verb};
use crate::scene::Scene;
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Args, Fragment, Line};
use crate::text::Span;

impl<K: Blocks> MoveGame for Model<K> {
    type Position = Places;
    type Move = Move;
    type Typed = Typed;
    type Own = Own;
    type Engine = K::Engine;

    const MOVES: &'static str = "moves";
    const STATES: &'static str = K::STATES;
    const SEPARATOR: &'static str = "; ";

    fn info() -> &'static Info {
        K::info()
    }

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Self> {
        K::read(body, sink)
    }

    fn parse_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
        syntax::play::<K>(args, sink)
    }

    fn parse_own(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call<Self>> {
        K::parse_command(verb, args, sink)
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
        match self.board.goals.is_empty() {
            true => Err(Box::new(faults::no_goal::<K>(place, home.then_some(self.last_row)))),
            false => Ok(()),
        }
    }

    fn legal(&self, at: &Places) -> Vec<Move> {
        self.board.moves(at)
    }

    fn make(&self, at: &Places, typed: &Typed, home: bool) -> Result<(Places, Move), Failure> {
        let by = typed::resolve(self, at, typed, home)?;
        Ok((self.board.after(at, by), by))
    }

    fn is_allowed(by: &Move, metric: usize) -> bool {
        metric == 0 || by.from.0.abs_diff(by.to.0) + by.from.1.abs_diff(by.to.1) == 1
    }

    fn obstacles(&self, at: &Places, moves: &[Typed]) -> Vec<String> {
        typed::obstacles(self, at, moves)
    }

    fn move_text(&self, &by: &Move) -> String {
        K::move_text(&self.board, by)
    }

    fn command(&self, &by: &Move) -> String {
        K::command(&self.board, by)
    }

    fn path_text(&self, path: &[Move]) -> String {
        one_line(self, path)
    }

    fn solution_text(&self, path: &[Move]) -> String {
        one_per_line(self, path)
    }

    fn position_text(&self, at: &Places) -> String {
        scene::rows(self, at, self.packed).join("\n")
    }

    fn essence(&self, at: &Places) -> String {
        scene::texts(&self.board, at, [".", "#"], " ").join("\n")
    }

    fn frontier_text(&self, _path: &[Move], at: &Places) -> String {
        scene::rows(self, at, self.packed).join(" / ")
    }

    fn engine(&self, at: &Places, metric: usize, budget: &Budget) -> Result<K::Engine, Stop> {
        K::engine(self, at, metric != 0, budget)
    }

    fn search(&self, own: &Own, engine: &mut K::Engine, budget: &Budget) -> Outcome<Answer> {
        Outcome::from(match own {
            Own::States => K::states(engine, budget).map(|count| Some(Answer::number(count))),
            Own::Hardest => K::hardest(engine, budget).map(|found| {
                let text = |(far, at)| format!("{far}\n{}", self.position_text(&at));
                found.map(text).map(Answer::list)
            }),
        })
    }

    fn aims(own: &Own) -> bool {
        matches!(own, Own::Hardest)
    }

    fn unsolvable(&self, verb: Option<Span>) -> Option<Diagnostic> {
        let span = verb.or_else(|| self.goal_spans.first().copied())?;
        Some(faults::unsolvable::<K>(span, K::barrier(&self.board)))
    }

    fn is_decided(&self, sink: &mut Sink) -> bool {
        let solved = self.board.is_solved(&self.board.start);
        if let (true, Some(&first)) = (solved, self.goal_spans.first()) {
            sink.push(faults::already_solved::<K>(first));
        }
        solved
    }

    fn judged(
        &self,
        path: &[Move],
        _engine: &mut K::Engine,
        _place: Span,
        _budget: &Budget,
        _sink: &mut Sink,
    ) -> String {
        K::judged(self.solution_text(path))
    }

    fn is_list(prefix: &str) -> bool {
        K::is_list(prefix)
    }

    fn list_entries(text: &str, begins: bool) -> Vec<Numbered<'_>> {
        K::list_entries(text, begins)
    }

    fn read_line(line: &Line<'_>, sink: &mut Sink) -> Option<Self> {
        K::read_line(line, sink)
    }

    fn fits(text: &str) -> bool {
        K::fits(text)
    }

    fn declare(&self, at: &Places) -> Option<Vec<String>> {
        Some(K::declare(self, at))
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
        let (places, marks) = typed::point(self, &state.position, moves)?;
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
            "solve" | "goals" | "hint" | "hardest" => K::info().deep,
            _ => &[],
        }
    }

    fn spans(args: Fragment<'_>) -> Vec<Span> {
        crate::puzzle::marks::parts(args, ';')
    }

    fn complete(&self, at: &Places, verb: &str, before: Fragment<'_>) -> Vec<String> {
        match verb {
            "solve" => complete_by_steps(before),
            "play" | "move" | "why" => {
                self.complete_move(at, verb, before.text).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    fn extent(lines: &mut dyn Iterator<Item = &str>, ends: &dyn Fn(&str) -> bool) -> usize {
        K::extent(lines, ends)
    }

    fn marks(body: &Body<'_>) -> Vec<Mark> {
        K::marks(body)
    }

    fn argument_marks(verb: &'static Verb, args: Fragment<'_>) -> Vec<Mark> {
        marks::argument_marks::<K>(verb.name, args)
    }

    fn describe(&self, at: &Places, spot: &Spot<'_>) -> Option<String> {
        marks::describe(self, at, spot)
    }

    fn convert(body: &Body<'_>) -> Option<Converted> {
        K::convert(body)
    }
}

impl<K: Blocks> Model<K> {
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
        let place = |(row, column): Cell| format!("({row},{column})");
        let Some((label, rest)) = words.split_first() else {
            let moves = board.moves(&places);
            let label = |by: &Move| board.blocks[by.block].label.clone();
            return Some(match (legal, K::LANES) {
                (false, _) => board.blocks.iter().map(|block| block.label.clone()).collect(),
                // A move is one word.
                (true, true) => moves.iter().map(|by| self.move_text(by)).collect(),
                (true, false) => {
                    let mut labels: Vec<String> = moves.iter().map(label).collect();
                    labels.dedup();
                    labels
                }
            });
        };
        let &block = self.numbers.get(*label)?;
        let layout = board.layout(&places);
        Some(match rest {
            [] => {
                let free = |direction: &Direction| {
                    let (row, column) = direction.offset();
                    let to = (places[block].0 + row, places[block].1 + column);
                    let able = board.ways(block).contains(direction);
                    (able && board.blocked(&layout, block, to).is_none()) == legal
                };
                let directions = Direction::ALL.into_iter().filter(free);
                let mut found: Vec<String> =
                    directions.map(|direction| direction.word().to_owned()).collect();
                if legal && !K::LANES && !found.is_empty() {
                    found.push(String::from("to"));
                    found.push(place(places[block]));
                }
                found
            }
            [_] if legal && !K::LANES => {
                board.reach_on(&layout, block, places[block]).into_iter().map(place).collect()
            }
            _ => Vec::new(),
        })
    }
}
