//! A kind with moves as a [`Game`].

use std::sync::Arc;

use super::design::design;
use super::letters::mark_letters;
use super::prospects::look_ahead;
use super::verdict::reached;
use super::{
    Call, Engine, KindCommand, KindReply, Level, MoveGame, Moves, Raw, State, Word, follow, graph,
    judge, list, main_metric, next_letters, scene, separator,
};
use crate::diag::Sink;
use crate::puzzle::board::Cells;
use crate::puzzle::parts::Parts;
use crate::puzzle::rank::{Course, Extent, Solutions};
use crate::puzzle::states::{Growth, StateGraph};
use crate::puzzle::verdict::{Question, Ruling};
use crate::puzzle::{
    Answer, Body, Call as AnyCall, Context, Cue, Failure, Field, Game, Info, LegalMove, Out,
    Prospect, Reading, Reply, Searches, Slot, Solved, Spot, Standing, Status, Task,
};
use crate::scene::Scene;
use crate::search::{Budget, Halt, Outcome, Stop, Until};
use crate::syntax::{Arg, Fragment, Given};
use crate::text::Span;

/// Returns the description of a kind with moves of which nothing else is said: its functions.
pub const fn info<M: MoveGame>() -> Info {
    Info {
        read: |body, out| read::<M>(body, out).map(|(_, reading)| reading),
        call: call::<M>,
        rest_marks: |_, args| mark_letters(args, M::PARTICULARS.letters),
        states_fact: |at, _| match M::VERBS.words[at] {
            Word::Solve | Word::Goals | Word::Hint => M::INFO.deep,
            _ => &[],
        },
        judge: |input, budget, sink, emit| list::judge(&Raw::<M>::PLAIN, input, budget, sink, emit),
        survey: Some(|input, deep, sink| list::survey(&Raw::<M>::PLAIN, input, deep, sink)),
        ..Info::PLAIN
    }
}

/// Reads a body, as the model and its start.
pub fn read<M: MoveGame>(body: &Body<'_>, out: &mut Out<'_>) -> Option<(Arc<M>, Reading)> {
    let model = Arc::new(M::read(body, out)?);
    let start = model.clone();
    Some((model, Reading::new(move || Moves::start(start.clone()))))
}

fn call<M: MoveGame>(at: usize, given: &mut Given<'_>, sink: &mut Sink) -> Option<AnyCall> {
    let command = match M::VERBS.words[at] {
        Word::Play => Call::Play(M::expect_moves(&mut given.rest, sink)?),
        Word::Solve => {
            let metric = M::METRICS.iter().position(|metric| given.has(metric.word));
            Call::Solve(metric.unwrap_or_default())
        }
        Word::Paths => Call::Paths(given.count(10)),
        Word::Goals => Call::Goals(given.count(10)),
        Word::Frontier => Call::Frontier(given.count(10)),
        Word::Step => Call::Step(given.count(1)),
        Word::Moves => Call::Moves,
        Word::Hint => Call::Hint,
        Word::Kind(word) => M::Command::call(word, given, sink)?,
    };
    Some(AnyCall::new(command))
}

impl<M: MoveGame> Game for Moves<M> {
    fn info(&self) -> &'static Info {
        M::INFO
    }

    fn run(&self, call: &AnyCall, context: &mut Context<'_>) -> Result<Reply, Failure> {
        let model = &*self.model;
        let position = &self.state.position;
        if let Call::Solve(_) | Call::Hint | Call::Goals(_) = call.of::<Call<M>>() {
            model.expect_goal(context.verb, context.home)?;
        }
        Ok(Reply::Answer(match call.of::<Call<M>>() {
            Call::Play(moves) => return self.play(moves, context.depth.answers(), context.home),
            Call::Kind(command) => match command.reply(model, &self.state, context)? {
                KindReply::Answer(answer) => answer,
                KindReply::Position(at) => {
                    return Ok(self.moved(at, 0, Vec::new(), context.depth.answers()));
                }
            },
            Call::Moves if context.depth.answers() => {
                let legal = model.legal(position);
                Answer::List(legal.iter().map(|(by, _)| model.move_text(by)).collect())
            }
            call => self.state.search(model, call, context),
        }))
    }

    fn declare(&self, _: &Budget) -> Result<Option<Vec<String>>, Answer> {
        Ok(self.model.declare(&self.state.position))
    }

    fn fields(&self, _: &Budget) -> Result<Vec<Field>, Answer> {
        Ok(self.model.fields(&self.state.position))
    }

    fn show(&self, _: &Budget) -> Answer {
        Answer::list(self.model.view(&self.state.position).text())
    }

    fn cells(&self) -> Cells {
        match self.model.view(&self.state.position).between {
            "" => Cells::Characters,
            _ => Cells::Words,
        }
    }

    fn status(&self, searches: &Searches) -> Status {
        self.state.status(searches)
    }

    fn prompt(&self) -> String {
        let solved = if self.model.is_solved(&self.state.position) { ", solved" } else { "" };
        main_metric::<M>().unit.count(self.state.made) + solved
    }

    fn scene(&self, name: &str) -> Scene {
        scene(&*self.model, name, &self.state.position, self.state.made)
    }

    fn standing(&self) -> Standing {
        let has_goal = has_goal(&*self.model);
        let is_solved = self.model.is_solved(&self.state.position);
        Standing { has_goal, is_solved, made: self.state.made }
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        self.model.legal_moves(&self.state.position)
    }

    fn point(
        &self,
        name: &str,
        call: &AnyCall,
        searches: &mut Searches,
        budget: &Budget,
    ) -> Result<Option<Scene>, Failure> {
        match call.of::<Call<M>>() {
            Call::Hint => {
                self.model.expect_goal(Span::default(), false)?;
                Ok(Some(self.state.hinted(&self.model, name, searches, budget)))
            }
            Call::Play(moves) => {
                let followed = follow(&*self.model, &self.state.position, moves);
                let scene = scene(&*self.model, name, &followed.at, self.state.made);
                Ok(Some(scene.pointed(&self.model.point(followed)?)))
            }
            Call::Kind(command) => (M::PARTICULARS.point)(&self.model, name, &self.state, command),
            _ => Ok(None),
        }
    }

    fn candidates(&self, slot: Slot<'_>, before: Fragment<'_>) -> Vec<String> {
        let position = &self.state.position;
        let word = M::VERBS.words[slot.verb];
        match (word, slot.arg) {
            (Word::Play, Arg::Rest { .. }) if separator::<M>().is_empty() => {
                next_letters(&*self.model, position, before, slot.is_legal)
            }
            _ => self.model.candidates(position, word, slot, before),
        }
    }

    fn describe(&self, spot: &Spot<'_>) -> Option<String> {
        self.model.describe(&self.state.position, spot)
    }

    fn obstacles(&self, call: &AnyCall) -> Vec<String> {
        match call.of::<Call<M>>() {
            Call::Play(moves) => {
                self.model.obstacles(&follow(&*self.model, &self.state.position, moves))
            }
            _ => Vec::new(),
        }
    }

    fn verdict(
        &self,
        call: &AnyCall,
        question: &Question<'_>,
        searches: &mut Searches,
        budget: &Budget,
    ) -> Option<Ruling> {
        let model = &*self.model;
        match call.of::<Call<M>>() {
            _ if !has_goal(model) => None,
            &Call::Solve(metric) => {
                Some(judge(model, &self.state, metric, question, searches, budget))
            }
            Call::Play(_) => reached(model, &self.state, question.answer),
            _ => None,
        }
    }

    fn essence(&self, _: &Budget) -> Answer {
        Answer::Text(self.model.view(&self.state.position).essence())
    }

    fn task(&self, name: &str) -> Task {
        self.model.task(name)
    }

    fn script(&self, searches: &mut Searches, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        self.state.script(&*self.model, searches, budget)
    }

    fn deep(&self, _place: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        deep(&*self.model, &self.state, budget, sink)
    }

    fn design(&self, mark: usize, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        design(&*self.model, &self.state.position, mark, budget, sink)
    }

    fn prospects(
        &self,
        calls: &mut dyn Iterator<Item = Option<AnyCall>>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop> {
        let mut calls = calls.map(|call| call.map(AnyCall::into_inner));
        look_ahead(&*self.model, &self.state, &mut calls, budget, each)
    }

    fn graph(&self, limit: usize, budget: &Budget) -> Option<StateGraph> {
        Some(graph::graph(&*self.model, &self.state.position, limit, budget))
    }

    fn growth(&self, budget: &Budget) -> Option<Growth> {
        let (states, complete) = match self.model.engine(&self.state.position, 0, budget) {
            Ok(mut engine) => {
                let halt = engine.advance(Until::Exhausted, budget);
                (engine.layers(), halt == Halt::Exhausted)
            }
            Err(_) => (Vec::new(), false),
        };
        Some(Growth {
            states,
            complete,
            what: M::INFO.states,
            unit: main_metric::<M>().unit.plural,
        })
    }

    fn solve(&self, searches: &mut Searches, budget: &Budget) -> Option<Solved> {
        has_goal(&*self.model).then(|| self.state.solved(&*self.model, searches, budget))
    }

    fn solutions(&self, searches: &mut Searches, budget: &Budget) -> Option<Outcome<Solutions>> {
        has_goal(&*self.model).then(|| self.state.solutions(&*self.model, searches, budget))
    }

    fn parts(&self) -> Option<Box<dyn Parts + '_>> {
        self.model.parts(&self.state.position).filter(|_| has_goal(&*self.model))
    }

    fn course(&self, searches: &mut Searches, budget: &Budget) -> Option<Outcome<Course>> {
        has_goal(&*self.model).then(|| self.state.course(&self.model, searches, budget))
    }

    fn levels(&self) -> Vec<(usize, Arc<dyn Game>)> {
        let game = |level: Level<M::Position>| -> Option<(usize, Arc<dyn Game>)> {
            let state = State::new(level.start.ok()?, 0);
            Some((level.number, Arc::new(Self { model: self.model.clone(), state })))
        };
        self.model.levels().into_iter().filter_map(game).collect()
    }

    fn extent(&self) -> Extent {
        let size = self.model.form().map(|form| [form.rows, form.columns]);
        Extent { pieces: self.model.pieces(), size }
    }

    fn canonical(&self) -> Option<Vec<u64>> {
        self.model.form().map(|form| form.canonical())
    }
}

/// Returns whether a puzzle has a goal.
pub(super) fn has_goal<M: MoveGame>(model: &M) -> bool {
    model.expect_goal(Span::default(), false).is_ok()
}

/// Judges a state by a search, as [`Game::deep`].
pub(super) fn deep<M: MoveGame>(
    model: &M,
    state: &State<M>,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Stop> {
    if !has_goal(model) || model.is_decided(&state.position, sink) {
        return Ok(());
    }
    let levels = model.levels();
    if levels.is_empty() {
        return decide(model, state, budget, sink);
    }
    let mut decided = Ok(());
    for level in levels {
        match level.start {
            Ok(start) => {
                let state = State::new(start, 0);
                decided = budget.part(|budget| decide(model, &state, budget, sink)).and(decided);
            }
            Err(fault) => sink.push(*fault),
        }
    }
    decided
}

/// Reports that a state has no solution, if a search finds that.
///
/// # Errors
/// Why the search stopped.
fn decide<M: MoveGame>(
    model: &M,
    state: &State<M>,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Stop> {
    match state.solution(model, 0, &mut Searches::default(), budget) {
        Outcome::Unsolvable => {
            let fault = model.unsolvable(&state.position, None);
            fault.into_iter().for_each(|fault| sink.push(fault));
            Ok(())
        }
        Outcome::GaveUp(stop) => Err(stop),
        Outcome::Solved(_) => Ok(()),
    }
}

impl<M: MoveGame> Moves<M> {
    /// Returns the start of a puzzle.
    fn start(model: Arc<M>) -> Self {
        let state = State::new(model.start(), 0);
        Self { model, state }
    }

    /// Makes moves: all of them or none.
    fn play(&self, moves: &[M::Typed], wanted: bool, home: bool) -> Result<Reply, Failure> {
        let mut at = self.state.position.clone();
        let mut made = self.state.made;
        let mut said = Vec::new();
        for typed in moves {
            let (next, by) = self.model.make(&at, typed, home)?;
            at = next;
            made += (main_metric::<M>().cost)(&by);
            said.extend((M::PARTICULARS.messages)(&at));
        }
        Ok(self.moved(at, made, said, wanted))
    }

    /// Returns the reply of a command that led to a position. Its answer is the messages of the way, then the
    /// position.
    fn moved(&self, at: M::Position, made: u64, said: Vec<String>, wanted: bool) -> Reply {
        let answer = match wanted {
            true => {
                let shown = self.model.view(&at).text();
                let lines = said.into_iter().chain([shown]).collect::<Vec<_>>();
                Answer::list(lines.join("\n"))
            }
            false => Answer::NotComputed,
        };
        let model = self.model.clone();
        Reply::Moved(Arc::new(Self { model, state: State::new(at, made) }), answer)
    }
}
