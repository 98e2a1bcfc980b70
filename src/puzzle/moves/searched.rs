//! The commands of a kind with moves, at a position with its engines.

use std::sync::Arc;

use super::game::has_goal;
use super::verdict::reached;
use super::{
    Call, Engines, KindCommand, KindReply, MoveGame, Moves, State, Word, after, follow, judge,
    main_metric, scene,
};
use crate::diag::Sink;
use crate::puzzle::rank::{Course, Solutions};
use crate::puzzle::verdict::{Question, Ruling};
use crate::puzzle::{
    Answer, Command, Context, Cue, Failure, Instruction, Reply, Request, Searches, Solved, Status,
};
use crate::scene::Scene;
use crate::search::{Budget, Outcome};
use crate::text::Span;

impl<M: MoveGame> Call<M> {
    /// Returns the command of a verb and its arguments. Pushes a diagnostic and gives `None` if they are
    /// malformed.
    pub(super) fn read(instruction: Instruction<'_>, sink: &mut Sink) -> Option<Self> {
        let Instruction { verb, mut given } = instruction;
        Some(match M::VERBS.words[verb] {
            Word::Play => Self::Play(M::expect_moves(&mut given.rest, sink)?),
            Word::Solve => {
                let metric = M::METRICS.iter().position(|metric| given.has(metric.word));
                Self::Solve(metric.unwrap_or_default())
            }
            Word::Paths => Self::Paths(given.count(10)),
            Word::Goals => Self::Goals(given.count(10)),
            Word::Frontier => Self::Frontier(given.count(10)),
            Word::Step => Self::Step(given.count(1)),
            Word::Moves => Self::Moves,
            Word::Hint => Self::Hint,
            Word::Kind(word) => return M::Command::call(word, &mut given, sink),
        })
    }
}

/// A position of a kind with moves, with its engines.
pub(super) struct Searched<M: MoveGame> {
    model: Arc<M>,
    engines: Engines<M>,
}

impl<M: MoveGame> Searched<M> {
    /// Returns a state from which no search has begun.
    pub(super) fn new(model: Arc<M>, state: State<M>) -> Self {
        Self { model, engines: Engines::new(state) }
    }

    /// Makes moves: all of them or none.
    fn play(&self, moves: &[M::Typed], wanted: bool, home: bool) -> Result<Reply, Failure> {
        let mut at = self.engines.state.position.clone();
        let mut made = self.engines.state.made;
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
        Reply::Moved(Arc::new(Moves { model, state: State::new(at, made) }), answer)
    }
}

impl<M: MoveGame> Searches for Searched<M> {
    fn command<'a>(
        &'a mut self,
        request: Request<'_>,
        sink: &mut Sink,
    ) -> Option<Box<dyn Command + 'a>> {
        let call = Call::read(request.command()?, sink)?;
        Some(Box::new(Bound { at: self, call }))
    }

    fn is_empty(&self) -> bool {
        self.engines.is_empty()
    }

    fn status(&self) -> Status {
        self.engines.status()
    }

    fn script(&mut self, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        let Self { model, engines } = self;
        if let Err(fault) = model.expect_goal(Span::default(), false) {
            let help = fault.help.map(|help| format!(": {help}")).unwrap_or_default();
            return Err(Answer::Text(format!("{}{help}", fault.message)));
        }
        let path = match engines.solution(model, 0, budget) {
            Outcome::Solved(path) => path,
            Outcome::Unsolvable => return Err(Answer::Unsolvable),
            Outcome::GaveUp(stop) => return Err(engines.gave_up(0, stop)),
        };
        let mut cues = Vec::with_capacity(path.len());
        let mut now = engines.state.clone();
        for by in &path {
            let next = after(&**model, &now.position, by);
            let Some(position) = next else { break }; // the moves of a solution are legal
            now = State::new(position, now.made + (main_metric::<M>().cost)(by));
            let moved = Moves { model: model.clone(), state: now.clone() };
            cues.push(Cue::new(model.move_text(by), moved));
        }
        Ok(cues)
    }

    fn solve(&mut self, budget: &Budget) -> Option<Solved> {
        has_goal(&*self.model).then(|| self.engines.solved(&self.model, budget))
    }

    fn solutions(&mut self, budget: &Budget) -> Option<Outcome<Solutions>> {
        has_goal(&*self.model).then(|| self.engines.solutions(&self.model, budget))
    }

    fn course(&mut self, budget: &Budget) -> Option<Outcome<Course>> {
        has_goal(&*self.model).then(|| self.engines.course(&self.model, budget))
    }
}

/// A command at the position where it is run.
struct Bound<'a, M: MoveGame> {
    at: &'a mut Searched<M>,
    call: Call<M>,
}

impl<M: MoveGame> Command for Bound<'_, M> {
    fn run(&mut self, context: &mut Context<'_>) -> Result<Reply, Failure> {
        let Searched { model, engines } = &mut *self.at;
        if let Call::Solve(_) | Call::Hint | Call::Goals(_) = self.call {
            model.expect_goal(context.verb, context.home)?;
        }
        let is_wanted = context.depth.answers();
        Ok(Reply::Answer(match &self.call {
            Call::Play(moves) => return self.at.play(moves, is_wanted, context.home),
            Call::Kind(command) => match command.reply(model, engines, context)? {
                KindReply::Answer(answer) => answer,
                KindReply::Position(at) => {
                    return Ok(self.at.moved(at, 0, Vec::new(), is_wanted));
                }
            },
            Call::Moves if is_wanted => {
                let legal = model.legal(&engines.state.position);
                Answer::List(legal.iter().map(|(by, _)| model.move_text(by)).collect())
            }
            call => engines.search(model, call, context),
        }))
    }

    fn point(&mut self, name: &str, budget: &Budget) -> Result<Option<Scene>, Failure> {
        let Searched { model, engines } = &mut *self.at;
        match &self.call {
            Call::Hint => {
                model.expect_goal(Span::default(), false)?;
                Ok(Some(engines.hinted(model, name, budget)))
            }
            Call::Play(moves) => {
                let followed = follow(&**model, &engines.state.position, moves);
                let scene = scene(&**model, name, &followed.at, engines.state.made);
                Ok(Some(scene.pointed(&model.point(followed)?)))
            }
            Call::Kind(command) => (M::PARTICULARS.point)(model, name, &engines.state, command),
            _ => Ok(None),
        }
    }

    fn obstacles(&self) -> Vec<String> {
        let Searched { model, engines } = &*self.at;
        match &self.call {
            Call::Play(moves) => model.obstacles(&follow(&**model, &engines.state.position, moves)),
            _ => Vec::new(),
        }
    }

    fn verdict(&mut self, question: &Question<'_>, budget: &Budget) -> Option<Ruling> {
        let Searched { model, engines } = &mut *self.at;
        match self.call {
            _ if !has_goal(&**model) => None,
            Call::Solve(metric) => Some(judge(&**model, engines, metric, question, budget)),
            Call::Play(_) => reached(&**model, &engines.state.position, question.answer),
            _ => None,
        }
    }
}
