//! A kind with moves as a [`Game`].

use std::sync::Arc;

use super::design::design;
use super::letters::mark_letters;
use super::prospects::look_ahead;
use super::searched::Searched;
use super::{
    Call, Engine, Engines, Level, MoveGame, Moves, Raw, State, Word, graph, list, main_metric,
    next_letters, scene, separator,
};
use crate::diag::Sink;
use crate::puzzle::board::Cells;
use crate::puzzle::parts::Parts;
use crate::puzzle::rank::Extent;
use crate::puzzle::states::{Growth, StateGraph};
use crate::puzzle::{
    Answer, Body, Field, Game, Info, Instruction, LegalMove, Out, Prospect, Reading, Searches,
    Slot, Spot, Standing, Task,
};
use crate::scene::Scene;
use crate::search::{Budget, Halt, Outcome, Stop, Until};
use crate::syntax::{Arg, Fragment};
use crate::text::Span;

/// Returns the description of a kind with moves of which nothing else is said: its functions.
pub const fn info<M: MoveGame>() -> Info {
    Info {
        read: |body, out| read::<M>(body, out).map(|(_, reading)| reading),
        lints: |instruction, sink| Call::<M>::read(instruction, sink).is_some(),
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

impl<M: MoveGame> Game for Moves<M> {
    fn info(&self) -> &'static Info {
        M::INFO
    }

    fn searches(&self) -> Box<dyn Searches> {
        Box::new(Searched::new(self.model.clone(), self.state.clone()))
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

    fn essence(&self, _: &Budget) -> Answer {
        Answer::Text(self.model.view(&self.state.position).essence())
    }

    fn task(&self, name: &str) -> Task {
        self.model.task(name)
    }

    fn deep(&self, _place: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        deep(&*self.model, &self.state, budget, sink)
    }

    fn design(&self, mark: usize, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        design(&*self.model, &self.state.position, mark, budget, sink)
    }

    fn prospects(
        &self,
        moves: &mut dyn Iterator<Item = Option<Instruction<'_>>>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop> {
        let read = |instruction| Call::<M>::read(instruction, &mut Sink::new());
        let mut calls = moves.map(|instruction| instruction.and_then(read));
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

    fn parts(&self) -> Option<Box<dyn Parts + '_>> {
        self.model.parts(&self.state.position).filter(|_| has_goal(&*self.model))
    }

    fn levels(&self) -> Vec<(usize, Arc<dyn Game>)> {
        let game = |level: Level<M::Position>| -> Option<(usize, Arc<dyn Game>)> {
            let state = State::new(level.start.ok()?, 0);
            Some((level.number, Arc::new(Self { model: self.model.clone(), state })))
        };
        (M::PARTICULARS.levels)(&self.model).into_iter().filter_map(game).collect()
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
    let levels = (M::PARTICULARS.levels)(model);
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
    match Engines::new(state.clone()).solution(model, 0, budget) {
        Outcome::Unsolvable => {
            if let Some(fault) = model.unsolvable(&state.position, None) {
                sink.push(fault);
            }
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
}
