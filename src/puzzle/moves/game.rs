//! A kind with moves as a [`Game`].

use std::sync::Arc;

use super::course::course;
use super::design::design;
use super::prospects::look_ahead;
use super::{
    Call, Engine, KindCommand, MoveGame, Moves, State, Word, WordOf, follow, graph, list,
    main_metric, next_letters, separator,
};
use crate::diag::{Code, Sink};
use crate::puzzle::parts::NamedParts;
use crate::puzzle::rank::{Course, Extent, Solutions};
use crate::puzzle::states::{Growth, StateGraph};
use crate::puzzle::timeline::Cells;
use crate::puzzle::verdict::{Question, Ruling};
use crate::puzzle::{
    Answer, Body, Context, Converted, Cue, Depth, Failure, Field, Game, Info, Input, LegalMove,
    Mark, Out, Prospect, Reading, Reply, Searches, Solved, Spot, Standing, Status, Table, Task,
    Unfinished, Verdict, Written,
};
use crate::scene::Scene;
use crate::search::{Budget, Halt, Outcome, Stop, Until};
use crate::syntax::{Arg, Fragment, Given};
use crate::text::Span;

impl<M: MoveGame> Game for Moves<M> {
    type Model = M;
    type State = State<M>;
    type Word = WordOf<M>;
    type Call = Call<M>;

    const INFO: &'static Info = M::INFO;
    const VERBS: Table<WordOf<M>> = M::VERBS;

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Reading<M>> {
        let model = M::read(body, out)?;
        model.certain().into_iter().for_each(|fault| out.push(fault));
        Some(Reading { model, asks: Vec::new() })
    }

    fn convert(written: &Written<'_, M>) -> Option<Converted> {
        written.model.convert(written.body)
    }

    fn open(model: Arc<M>) -> Self {
        Self(model)
    }

    fn call(word: WordOf<M>, given: &mut Given<'_>, sink: &mut Sink) -> Option<Call<M>> {
        Some(match word {
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
            Word::Own(own) => M::Command::call(own, given, sink)?,
        })
    }

    fn run(
        &mut self,
        state: &State<M>,
        call: &Call<M>,
        context: &mut Context<'_>,
    ) -> Result<Reply<State<M>>, Failure> {
        let wanted = context.depth != Depth::Check { answer: false };
        let aims = match call {
            Call::Solve(_) | Call::Hint | Call::Goals(_) => true,
            Call::Own(own) => own.aims(),
            _ => false,
        };
        if aims {
            self.0.expect_goal(context.verb, context.home)?;
        }
        let answer = match call {
            Call::Play(moves) => return self.play(state, moves, wanted, context.home),
            Call::Own(own) => own.answer(&self.0, &state.position, wanted)?,
            Call::Moves if wanted => {
                let moves = self.0.legal(&state.position);
                Some(Answer::List(moves.iter().map(|(by, _)| self.0.move_text(by)).collect()))
            }
            _ => None,
        };
        Ok(Reply::Answer(match answer {
            Some(answer) => answer,
            None if context.depth != Depth::Run => Answer::NotComputed,
            None => match call {
                Call::Own(own) => state.answer(&self.0, 0, context, |engine, budget| {
                    own.search(&self.0, engine, budget)
                }),
                _ => state.search(&self.0, call, context),
            },
        }))
    }

    fn declare(&mut self, state: &State<M>, _: &Budget) -> Result<Option<Vec<String>>, Answer> {
        Ok(self.0.declare(&state.position))
    }

    fn fields(&mut self, state: &State<M>, _: &Budget) -> Result<Vec<Field>, Answer> {
        Ok(self.0.fields(&state.position))
    }

    fn start(&self) -> State<M> {
        State::new(self.0.start(), 0)
    }

    fn show(&mut self, state: &State<M>, _: &Budget) -> Answer {
        Answer::list(self.0.position_text(&state.position))
    }

    fn cells(&self) -> Cells {
        self.0.cells()
    }

    fn status(&self, state: &State<M>, searches: &Searches) -> Status {
        state.status(searches)
    }

    fn prompt(&self, state: &State<M>) -> String {
        let solved = if self.0.is_solved(&state.position) { ", solved" } else { "" };
        main_metric::<M>().unit.count(state.made) + solved
    }

    fn scene(&mut self, name: &str, state: &State<M>) -> Scene {
        self.0.scene(name, &state.position, state.made)
    }

    fn standing(&self, state: &State<M>) -> Standing {
        let (has_goal, is_solved) = (has_goal(&*self.0), self.0.is_solved(&state.position));
        Standing { has_goal, is_solved, made: state.made }
    }

    fn legal_moves(&self, state: &State<M>) -> Vec<LegalMove> {
        self.0.legal_moves(&state.position)
    }

    fn point(
        &mut self,
        name: &str,
        state: &State<M>,
        call: &Call<M>,
        searches: &mut Searches,
        budget: &Budget,
    ) -> Result<Option<Scene>, Failure> {
        match call {
            Call::Hint => {
                self.0.expect_goal(Span::default(), false)?;
                Ok(Some(state.hinted(&self.0, name, searches, budget)))
            }
            Call::Play(moves) => {
                let followed = follow(&*self.0, &state.position, moves);
                let scene = self.0.scene(name, &followed.at, state.made);
                Ok(Some(scene.pointed(&self.0.point(followed)?)))
            }
            Call::Own(own) => own.point(&self.0, name, state, budget),
            _ => Ok(None),
        }
    }

    fn own_marks(word: WordOf<M>, args: Fragment<'_>) -> Vec<Mark> {
        M::own_marks(word, args)
    }

    fn states_fact(word: WordOf<M>, expected: &str) -> &'static [&'static Code] {
        M::states_fact(word, expected)
    }

    fn candidates(
        &self,
        state: &State<M>,
        word: WordOf<M>,
        arg: &Arg,
        before: Fragment<'_>,
    ) -> Vec<String> {
        match (word, arg) {
            (Word::Play, Arg::Own { .. }) if separator::<M>().is_empty() => {
                next_letters(&*self.0, &state.position, before, true)
            }
            _ => self.0.candidates(&state.position, word, arg, before),
        }
    }

    fn complete_illegal(&self, state: &State<M>, before: Fragment<'_>) -> Vec<String> {
        match separator::<M>() {
            "" => next_letters(&*self.0, &state.position, before, false),
            _ => self.0.complete_illegal(&state.position, before),
        }
    }

    fn describe(&mut self, state: &State<M>, spot: &Spot<'_>) -> Option<String> {
        self.0.describe(&state.position, spot)
    }

    fn obstacles(&self, state: &State<M>, call: &Call<M>) -> Vec<String> {
        match call {
            Call::Play(moves) => self.0.obstacles(&follow(&*self.0, &state.position, moves)),
            _ => Vec::new(),
        }
    }

    fn verdict(
        &mut self,
        state: &State<M>,
        call: &Call<M>,
        question: &Question<'_>,
        searches: &mut Searches,
        budget: &Budget,
    ) -> Option<Ruling> {
        let &Call::Solve(metric) = call else { return None };
        has_goal(&*self.0).then(|| self.0.verdict(state, metric, question, searches, budget))
    }

    fn essence(&mut self, state: &State<M>, _: &Budget) -> Answer {
        Answer::Text(self.0.essence(&state.position))
    }

    fn task(&mut self, name: &str) -> Task {
        self.0.task(name)
    }

    fn script(
        &mut self,
        state: &State<M>,
        searches: &mut Searches,
        budget: &Budget,
    ) -> Result<Vec<Cue>, Answer> {
        state.script(&*self.0, searches, budget)
    }

    fn deep(
        &mut self,
        state: &State<M>,
        _place: Span,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        deep(&*self.0, state, budget, sink)
    }

    fn design(
        &mut self,
        state: &State<M>,
        mark: usize,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        design(&*self.0, &state.position, mark, budget, sink)
    }

    fn prospects(
        &mut self,
        state: &State<M>,
        calls: &mut dyn Iterator<Item = Option<Call<M>>>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop> {
        look_ahead(&*self.0, state, calls, budget, each)
    }

    fn survey(input: Input<'_>, deep: Option<&Budget>, sink: &mut Sink) -> Result<(), Unfinished> {
        list::survey::<M>(input, deep, sink)
    }

    fn graph(&mut self, state: &State<M>, limit: usize, budget: &Budget) -> Option<StateGraph> {
        Some(graph::graph(&*self.0, &state.position, limit, budget))
    }

    fn growth(&mut self, state: &State<M>, budget: &Budget) -> Option<Growth> {
        let (states, complete) = match self.0.engine(&state.position, 0, budget) {
            Ok(mut engine) => {
                let halt = engine.walk_mut().advance(Until::Exhausted, budget);
                (engine.walk().layers(), halt == Halt::Exhausted)
            }
            Err(_) => (Vec::new(), false),
        };
        Some(Growth { states, complete, what: M::STATES, unit: main_metric::<M>().unit.many })
    }

    fn solve(
        &mut self,
        state: &State<M>,
        searches: &mut Searches,
        budget: &Budget,
    ) -> Option<Solved> {
        has_goal(&*self.0).then(|| state.solved(&*self.0, searches, budget))
    }

    fn solutions(
        &mut self,
        state: &State<M>,
        searches: &mut Searches,
        budget: &Budget,
    ) -> Option<Outcome<Solutions>> {
        has_goal(&*self.0).then(|| state.solutions(&*self.0, searches, budget))
    }

    fn parts(&self, state: &State<M>) -> Option<Box<dyn NamedParts + '_>> {
        self.0.parts(&state.position).filter(|_| has_goal(&*self.0))
    }

    fn course(
        &mut self,
        state: &State<M>,
        searches: &mut Searches,
        budget: &Budget,
    ) -> Option<Outcome<Course>> {
        has_goal(&*self.0).then(|| course(&*self.0, state, searches, budget))
    }

    fn extent(model: &M) -> Extent {
        let size = model.form().map(|form| [form.rows, form.columns]);
        Extent { pieces: model.pieces(), size }
    }

    fn canonical(model: &M) -> Option<Vec<u64>> {
        model.form().map(|form| form.canonical())
    }

    fn entries(text: &str) -> Vec<&str> {
        list::texts::<M>(text)
    }

    fn judge(
        input: Input<'_>,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict {
        list::judge::<M>(input, budget, sink, emit)
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
    match state.solution(model, 0, &mut Searches::default(), budget) {
        Outcome::Unsolvable => {
            model.unsolvable(None).into_iter().for_each(|fault| sink.push(fault));
            Ok(())
        }
        Outcome::GaveUp(stop) => Err(stop),
        Outcome::Solved(_) => Ok(()),
    }
}

impl<M: MoveGame> Moves<M> {
    /// Makes moves: all of them or none.
    fn play(
        &self,
        state: &State<M>,
        moves: &[M::Typed],
        wanted: bool,
        home: bool,
    ) -> Result<Reply<State<M>>, Failure> {
        let (mut at, mut made) = (state.position.clone(), state.made);
        for typed in moves {
            let (next, by) = self.0.make(&at, typed, home)?;
            (at, made) = (next, made + (main_metric::<M>().cost)(&by));
        }
        let answer = match wanted {
            true => Answer::list(self.0.position_text(&at)),
            false => Answer::NotComputed,
        };
        Ok(Reply::Changed(State::new(at, made), answer))
    }
}
