//! A kind with moves as a [`Game`].

use std::sync::Arc;

use super::{Call, Engine, MoveGame, Moves, State, list};
use crate::diag::{Code, Sink, counted};
use crate::puzzle::rank::Solutions;
use crate::puzzle::states::{Growth, StateGraph};
use crate::puzzle::timeline::Cells;
use crate::puzzle::{
    Answer, Body, Context, Converted, Cue, Depth, Failure, Game, Info, Mark, Reading, Reply, Spot,
    Task, Verb, Verdict,
};
use crate::scene::Scene;
use crate::search::{Budget, Halt, Outcome, Stop, Until};
use crate::syntax::{Args, Fragment};
use crate::text::{Source, Span};

impl<M: MoveGame> Game for Moves<M> {
    type Model = M;
    type State = State<M>;
    type Call = Call<M>;

    fn info() -> &'static Info {
        M::info()
    }

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Reading<M>> {
        M::read(body, sink).map(|model| Reading { model, asks: Vec::new() })
    }

    fn open(model: Arc<M>) -> Self {
        Self(model)
    }

    fn parse(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call<M>> {
        match verb.name {
            "play" => M::parse_moves(args, sink).map(Call::Play),
            "solve" => M::parse_metric(args, sink).map(Call::Solve),
            "paths" => args.expect_count(10, sink).map(Call::Paths),
            "goals" => args.expect_count(10, sink).map(Call::Goals),
            "frontier" => args.expect_count(10, sink).map(Call::Frontier),
            "step" => args.expect_count(1, sink).map(Call::Step),
            "moves" => args.expect_end(sink).then_some(Call::Moves),
            "hint" => args.expect_end(sink).then_some(Call::Hint),
            _ => M::parse_own(verb, args, sink),
        }
    }

    fn run(
        &mut self,
        state: &mut State<M>,
        call: &Call<M>,
        context: &mut Context<'_>,
    ) -> Result<Reply<State<M>>, Failure> {
        let wanted = context.depth != Depth::Check { answer: false };
        let aims = match call {
            Call::Solve(_) | Call::Hint | Call::Goals(_) => true,
            Call::Own(own) => M::aims(own),
            _ => false,
        };
        if aims {
            self.0.expect_goal(context.verb, context.home)?;
        }
        let answer = match call {
            Call::Play(moves) => return self.play(state, moves, wanted, context.home),
            Call::Own(own) => self.0.answer(own, &state.position, wanted)?,
            Call::Moves if wanted => {
                let moves = self.0.legal(&state.position);
                let lines: Vec<_> = moves.iter().map(|by| self.0.move_text(by)).collect();
                Some(Answer::list(lines.join("\n")))
            }
            _ => None,
        };
        Ok(Reply::Answer(match answer {
            Some(answer) => answer,
            None if context.depth != Depth::Run => Answer::unknown(),
            None => state.search(&self.0, call, context),
        }))
    }

    fn obstacles(&self, state: &State<M>, call: &Call<M>) -> Vec<String> {
        match call {
            Call::Play(moves) => self.0.obstacles(&state.position, moves),
            _ => Vec::new(),
        }
    }

    fn declare(&mut self, state: &State<M>, _: &Budget) -> Result<Option<Vec<String>>, Answer> {
        Ok(self.0.declare(&state.position))
    }

    fn start(&self) -> State<M> {
        State::new(self.0.start(), 0)
    }

    fn copy(&self, state: &State<M>) -> State<M> {
        State::new(state.position.clone(), state.made)
    }

    fn show(&mut self, state: &State<M>, _: &Budget) -> Answer {
        Answer::list(self.0.position_text(&state.position))
    }

    fn essence(&mut self, state: &State<M>, _: &Budget) -> Answer {
        Answer::text(self.0.essence(&state.position))
    }

    fn cells(&self) -> Cells {
        self.0.cells()
    }

    fn resume(&mut self, state: &mut State<M>, budget: &Budget) -> Result<(), Answer> {
        state.resume(&self.0, budget)
    }

    fn status(&self, state: &State<M>) -> String {
        state.status()
    }

    fn prompt(&self, state: &State<M>) -> String {
        let solved = if self.0.is_solved(&state.position) { ", solved" } else { "" };
        counted(state.made, "move") + solved
    }

    fn scene(&mut self, name: &str, state: &State<M>) -> Scene {
        self.0.scene(name, &state.position, state.made)
    }

    fn task(&mut self, name: &str) -> Task {
        self.0.task(name)
    }

    fn graph(&mut self, state: &State<M>, limit: usize, budget: &Budget) -> Option<StateGraph> {
        Some(self.0.graph(&state.position, limit, budget))
    }

    fn growth(&mut self, state: &State<M>, budget: &Budget) -> Option<Growth> {
        let (states, complete) = match self.0.engine(&state.position, 0, budget) {
            Ok(mut engine) => {
                let halt = engine.advance(Until::Exhausted, budget);
                (engine.layers(), halt == Halt::Exhausted)
            }
            Err(_) => (Vec::new(), false),
        };
        Some(Growth { states, complete, what: M::STATES, unit: M::MOVES })
    }

    fn solutions(&mut self, state: &mut State<M>, budget: &Budget) -> Option<Outcome<Solutions>> {
        self.has_goal().then(|| state.solutions(&self.0, budget))
    }

    fn canonical(model: &M) -> Option<Vec<u64>> {
        model.canonical()
    }

    fn point(
        &mut self,
        name: &str,
        state: &State<M>,
        call: &Call<M>,
    ) -> Result<Option<Scene>, Failure> {
        self.0.point(name, state, call)
    }

    fn script(&mut self, state: &mut State<M>, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        if let Err(fault) = self.0.expect_goal(Span::default(), false) {
            let help = fault.help.map(|help| format!(": {help}")).unwrap_or_default();
            return Err(Answer::text(format!("{}{help}", fault.message)));
        }
        state.script(&self.0, budget)
    }

    fn deep(&mut self, _: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        if !self.has_goal() || self.0.is_decided(sink) {
            return Ok(());
        }
        match self.start().solution(&self.0, budget) {
            Outcome::Unsolvable => {
                if let Some(fault) = self.0.unsolvable(None) {
                    sink.push(fault);
                }
                Ok(())
            }
            Outcome::GaveUp(stop) => Err(stop),
            Outcome::Solved(_) => Ok(()),
        }
    }

    fn states_fact(verb: &str, expected: &str) -> &'static [&'static Code] {
        M::states_fact(verb, expected)
    }

    /// Another solution of the same length.
    fn accepts(&mut self, state: &State<M>, call: &Call<M>, answer: &str, expected: &str) -> bool {
        let Call::Solve(metric) = *call else { return false };
        let mut lines = expected.lines().map(str::trim).filter(|line| !line.is_empty());
        let length = lines.next();
        if length.is_none() || length != answer.lines().next() {
            return false;
        }
        let moves = lines.collect::<Vec<_>>().join(M::SEPARATOR);
        let Some((end, path)) = self.0.replay(&state.position, &moves) else { return false };
        let cost: u64 = path.iter().map(M::cost).sum();
        self.0.is_solved(&end)
            && Some(cost.to_string().as_str()) == length
            && path.iter().all(|by| M::is_allowed(by, metric))
    }

    fn moves(args: Fragment<'_>) -> Vec<Span> {
        M::spans(args)
    }

    fn complete(&self, state: &State<M>, verb: &str, before: Fragment<'_>) -> Vec<String> {
        self.0.complete(&state.position, verb, before)
    }

    fn extent(lines: &mut dyn Iterator<Item = &str>, ends: &dyn Fn(&str) -> bool) -> usize {
        M::extent(lines, ends)
    }

    fn marks(body: &Body<'_>) -> Vec<Mark> {
        M::marks(body)
    }

    fn argument_marks(verb: &'static Verb, args: Fragment<'_>) -> Vec<Mark> {
        M::argument_marks(verb, args)
    }

    fn describe(&mut self, state: &State<M>, spot: &Spot<'_>) -> Option<String> {
        self.0.describe(&state.position, spot)
    }

    fn convert(body: &Body<'_>) -> Option<Converted> {
        M::convert(body)
    }

    fn streams(prefix: &str) -> bool {
        M::is_list(prefix)
    }

    fn fits(text: &str) -> bool {
        M::fits(text)
    }

    fn judge_lines(
        source: &Source,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict {
        if list::is_list::<M>(source) {
            return list::judge::<M>(source, budget, sink, emit);
        }
        let number = source.first_line() + 1;
        Self::judge(source, budget, sink, &mut |line| emit(number, line))
    }

    fn survey(source: &Source, deep: Option<&Budget>, sink: &mut Sink) -> Result<(), Stop> {
        if list::is_list::<M>(source) {
            return list::survey::<M>(source, deep, sink);
        }
        let body = Body::raw(source);
        match (M::read(&body, sink), deep) {
            (Some(model), Some(budget)) => {
                Self::open(Arc::new(model)).deep(body.name, budget, sink)
            }
            _ => Ok(()),
        }
    }

    fn judge(
        source: &Source,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(&str),
    ) -> Verdict {
        if list::is_list::<M>(source) {
            return list::judge::<M>(source, budget, sink, &mut |_, line| emit(line));
        }
        let (body, mark) = (Body::raw(source), sink.len());
        let model = M::read(&body, sink);
        sink.retain_since(mark, |found| !M::answered().contains(&found.code));
        let Some(model) = model else { return Verdict::Fine };
        if let Err(fault) = model.expect_goal(body.name, false) {
            sink.push(*fault);
            return Verdict::Fine;
        }
        let mut state = State::new(model.start(), 0);
        let found = state.ask(&model, 0, budget, |engine, budget| {
            let found = engine.solve(budget);
            found.map(|path| model.judged(&path, engine, body.name, budget, sink))
        });
        let answer = match found {
            Outcome::Solved(text) => Answer::text(text),
            Outcome::Unsolvable => Answer::unsolvable(),
            Outcome::GaveUp(stop) => state.gave_up(0, stop),
        };
        emit(&answer.text.unwrap_or_default());
        answer.verdict
    }
}

impl<M: MoveGame> Moves<M> {
    fn has_goal(&self) -> bool {
        self.0.expect_goal(Span::default(), false).is_ok()
    }

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
            (at, made) = (next, made + M::cost(&by));
        }
        let answer = match wanted {
            true => Answer::list(self.0.position_text(&at)),
            false => Answer::unknown(),
        };
        Ok(Reply::Changed(State::new(at, made), answer))
    }
}
