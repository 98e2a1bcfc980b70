//! A kind with moves as a [`Game`].

use std::sync::Arc;

use super::{
    Call, Engine, MoveGame, Moves, Own, State, Word, WordOf, by_steps, complete_by_steps, follow,
    graph, list, next_letters, replay,
};
use crate::diag::{Code, Sink, counted};
use crate::puzzle::states::Growth;
use crate::puzzle::timeline::Cells;
use crate::puzzle::{
    Abilities, Answer, Body, Context, Depth, Failure, Game, Info, Input, Mark, Reading, Reply,
    Spot, Table, Verdict, read_rows,
};
use crate::scene::Scene;
use crate::search::{Budget, Halt, Outcome, Stop, Until};
use crate::syntax::{Args, Fragment};
use crate::text::Span;

impl<M: MoveGame> Game for Moves<M> {
    type Model = M;
    type State = State<M>;
    type Word = WordOf<M>;
    type Call = Call<M>;

    const INFO: &'static Info = M::INFO;
    const VERBS: Table<WordOf<M>> = M::VERBS;
    const ABILITIES: Abilities<Self> = Abilities {
        obstacles: |game, state, call| match call {
            Call::Play(moves) => game.0.obstacles(&follow(&*game.0, &state.position, moves)),
            _ => Vec::new(),
        },
        accepts: |game, state, call, answer, expected| game.accepts(state, call, answer, expected),
        essence: |game, state, _| Answer::text(game.0.essence(&state.position)),
        resume: |game, state, budget| state.resume(&game.0, budget),
        task: |game, name| game.0.task(name),
        script: |game, state, budget| {
            if let Err(fault) = game.0.expect_goal(Span::default(), false) {
                let help = fault.help.map(|help| format!(": {help}")).unwrap_or_default();
                return Err(Answer::text(format!("{}{help}", fault.message)));
            }
            state.script(&game.0, budget)
        },
        deep: |game, state, _, budget, sink| game.deep(state, budget, sink),
        prospects: |game, state, calls, budget, each| game.prospects(state, calls, budget, each),
        survey: list::survey::<M>,
        graph: |game, state, limit, budget| {
            Some(graph::graph(&*game.0, &state.position, limit, budget))
        },
        growth: |game, state, budget| Some(game.growth(state, budget)),
        solve: |game, state, budget| game.has_goal().then(|| state.solved(&game.0, budget)),
        solutions: |game, state, budget| game.has_goal().then(|| state.solutions(&game.0, budget)),
        canonical: |model| model.form().map(|form| form.canonical()),
        ..Abilities::NONE
    };

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Reading<M>> {
        let model = M::read(body, sink)?;
        model.certain().into_iter().for_each(|fault| sink.push(fault));
        Some(Reading { model, asks: Vec::new() })
    }

    fn open(model: Arc<M>) -> Self {
        Self(model)
    }

    fn parse(word: WordOf<M>, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call<M>> {
        match word {
            Word::Play => M::parse_moves(args, sink).map(Call::Play),
            Word::Solve if M::BY_STEPS.is_some() => {
                by_steps(args, sink).map(|by_steps| Call::Solve(by_steps.into()))
            }
            Word::Solve => args.expect_end(sink).then_some(Call::Solve(0)),
            Word::Paths => args.expect_count(10, sink).map(Call::Paths),
            Word::Goals => args.expect_count(10, sink).map(Call::Goals),
            Word::Frontier => args.expect_count(10, sink).map(Call::Frontier),
            Word::Step => args.expect_count(1, sink).map(Call::Step),
            Word::Moves => args.expect_end(sink).then_some(Call::Moves),
            Word::Hint => args.expect_end(sink).then_some(Call::Hint),
            Word::Own(own) => M::Own::parse(own, args, sink),
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
                let lines: Vec<_> = moves.iter().map(|(by, _)| self.0.move_text(by)).collect();
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

    fn cells(&self) -> Cells {
        self.0.cells()
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

    fn point(
        &mut self,
        name: &str,
        state: &State<M>,
        call: &Call<M>,
    ) -> Result<Option<Scene>, Failure> {
        match call {
            Call::Play(moves) => {
                let followed = follow(&*self.0, &state.position, moves);
                let scene = self.0.scene(name, &followed.at, state.made);
                Ok(Some(scene.pointed(&self.0.point(followed)?)))
            }
            Call::Own(own) => own.point(&self.0, name, state),
            _ => Ok(None),
        }
    }

    fn argument_marks(word: WordOf<M>, args: Fragment<'_>) -> Vec<Mark> {
        M::argument_marks(word, args)
    }

    fn states_fact(word: WordOf<M>, expected: &str) -> &'static [&'static Code] {
        M::states_fact(word, expected)
    }

    fn complete(&self, state: &State<M>, word: WordOf<M>, before: Fragment<'_>) -> Vec<String> {
        match word {
            Word::Solve if M::BY_STEPS.is_some() => complete_by_steps(before),
            Word::Play if M::SEPARATOR.is_empty() => {
                next_letters(&*self.0, &state.position, before, true)
            }
            _ => self.0.complete(&state.position, word, before),
        }
    }

    fn complete_illegal(&self, state: &State<M>, before: Fragment<'_>) -> Vec<String> {
        match M::SEPARATOR {
            "" => next_letters(&*self.0, &state.position, before, false),
            _ => self.0.complete_illegal(&state.position, before),
        }
    }

    fn describe(&mut self, state: &State<M>, spot: &Spot<'_>) -> Option<String> {
        self.0.describe(&state.position, spot)
    }

    fn judge(
        input: Input<'_>,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict {
        let source = input.source;
        if list::is_list::<M>(source) {
            return list::judge::<M>(input, budget, sink, emit);
        }
        let body = Body::raw(input);
        let read = |sink: &mut Sink| read_rows(M::INFO, &body, sink, M::read);
        let Some(answer) = list::answer(read, body.name, budget, sink) else {
            return Verdict::Fine;
        };
        let first = body.lines().first().map_or(0, |line| line.start);
        emit(source.line_number(first), &answer.text.unwrap_or_default());
        answer.verdict
    }
}

impl<M: MoveGame> Moves<M> {
    pub(super) fn has_goal(&self) -> bool {
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

    fn growth(&self, state: &State<M>, budget: &Budget) -> Growth {
        let (states, complete) = match self.0.engine(&state.position, 0, budget) {
            Ok(mut engine) => {
                let halt = engine.walk_mut().advance(Until::Exhausted, budget);
                (engine.walk().layers(), halt == Halt::Exhausted)
            }
            Err(_) => (Vec::new(), false),
        };
        Growth { states, complete, what: M::STATES, unit: M::MOVES }
    }

    pub(super) fn deep(
        &self,
        state: &mut State<M>,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        if !self.has_goal() || self.0.is_decided(&state.position, sink) {
            return Ok(());
        }
        match state.solution(&self.0, budget) {
            Outcome::Unsolvable => {
                self.0.unsolvable(None).into_iter().for_each(|fault| sink.push(fault));
                Ok(())
            }
            Outcome::GaveUp(stop) => Err(stop),
            Outcome::Solved(_) => Ok(()),
        }
    }

    /// Accepts another solution of the same length, with or without its length before the moves.
    fn accepts(&self, state: &State<M>, call: &Call<M>, answer: &str, expected: &str) -> bool {
        let Call::Solve(metric) = *call else { return false };
        let length = answer.lines().next().unwrap_or_default();
        let solves = |moves: &str| {
            let lines = moves.lines().map(str::trim).filter(|line| !line.is_empty());
            let moves = lines.collect::<Vec<_>>().join(M::SEPARATOR);
            let Some((end, path)) = replay(&*self.0, &state.position, &moves) else { return false };
            self.0.is_solved(&end)
                && path.iter().map(M::cost).sum::<u64>().to_string() == length
                && path.iter().all(|by| metric == 0 || M::BY_STEPS.is_some_and(|single| single(by)))
        };
        let expected = expected.trim();
        let after =
            expected.strip_prefix(length).filter(|rest| rest.starts_with([' ', '\t', '\n']));
        !expected.is_empty() && (solves(expected) || after.is_some_and(solves))
    }
}
