//! A puzzle on the table: a game with its timeline of states, behind the [`Puzzle`] trait.

use std::sync::Arc;

use super::common::{self, Meaning};
use super::why::{self, WHY};
use super::{Answer, Body, Context, Depth, Game, Info, Puzzle, Reply, Spot, film};
use crate::diag::{Diagnostic, Sink};
use crate::scene::{Frame, Scene};
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::Span;

/// A stack of states, each with a command. The texts lie in one block: a document may well make a
/// hundred thousand changes.
struct Trail<S> {
    states: Vec<S>,
    /// Where the text of each command ends.
    ends: Vec<usize>,
    text: String,
}

impl<S> Trail<S> {
    fn new() -> Self {
        Self { states: Vec::new(), ends: Vec::new(), text: String::new() }
    }

    fn push(&mut self, state: S, command: &str) {
        self.states.push(state);
        self.text.push_str(command);
        self.ends.push(self.text.len());
    }

    fn pop(&mut self) -> Option<(S, String)> {
        let state = self.states.pop()?;
        self.ends.pop();
        let start = self.ends.last().copied().unwrap_or(0);
        Some((state, self.text.split_off(start)))
    }

    fn clear(&mut self) {
        *self = Self::new();
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    fn commands(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }
}

/// A game, its current state, and the states before and after it.
pub(super) struct Table<G: Game> {
    game: G,
    model: Arc<G::Model>,
    now: G::State,
    /// Earlier states, each with the command that led away from it.
    past: Trail<G::State>,
    /// States taken back, the next to redo last, each with the command that leads to it.
    future: Trail<G::State>,
    /// The source of the declaration, and that of the command at work.
    home: Option<u64>,
    source: u64,
    /// States before the first of `past` that a copy does not have, and whether one was asked for.
    missing: usize,
    lost: bool,
}

impl<G: Game> Table<G> {
    pub(super) fn open(model: Arc<G::Model>) -> Self {
        let game = G::open(model.clone());
        let now = game.start();
        let (past, future) = (Trail::new(), Trail::new());
        Self { game, model, now, past, future, home: None, source: 0, missing: 0, lost: false }
    }

    fn change(&mut self, next: G::State, command: &str) {
        let before = std::mem::replace(&mut self.now, next);
        self.past.push(before, command);
        if !self.future.is_empty() {
            self.future.clear();
        }
    }

    /// Steps back (or, with the stacks exchanged, forward) by `count` changes.
    fn travel(
        from: &mut Trail<G::State>,
        to: &mut Trail<G::State>,
        now: &mut G::State,
        count: usize,
    ) {
        for _ in 0..count {
            if let Some((state, command)) = from.pop() {
                to.push(std::mem::replace(now, state), &command);
            }
        }
    }

    fn arrived(&mut self, depth: Depth, budget: &Budget) -> Answer {
        match depth {
            Depth::Check { .. } => Answer::unknown(),
            Depth::Run => self.game.arrived(&self.now, budget),
        }
    }

    fn common(
        &mut self,
        call: common::Call,
        text: Fragment<'_>,
        depth: Depth,
        budget: &Budget,
    ) -> Result<Answer, Box<Diagnostic>> {
        let run = depth == Depth::Run;
        match call {
            common::Call::Undo(count, span) => {
                if count > self.past.len() as u64 {
                    self.lost |= self.missing > 0;
                    return Err(Box::new(common::nothing_to_undo(span, self.past.len())));
                }
                Self::travel(&mut self.past, &mut self.future, &mut self.now, count as usize);
                Ok(self.arrived(depth, budget))
            }
            common::Call::Redo(count, span) => {
                if count > self.future.len() as u64 {
                    return Err(Box::new(common::nothing_to_redo(span, self.future.len())));
                }
                Self::travel(&mut self.future, &mut self.past, &mut self.now, count as usize);
                Ok(self.arrived(depth, budget))
            }
            common::Call::Reset => {
                let start = self.game.start();
                self.change(start, text.text);
                Ok(self.arrived(depth, budget))
            }
            common::Call::Show if run => Ok(self.game.show(&self.now, budget)),
            common::Call::Status if run => Ok(Answer::new(self.game.status(&self.now))),
            common::Call::Check if run => {
                let mut sink = Sink::new();
                self.game.deep(text.span(), budget, &mut sink);
                let lines: Vec<_> = sink
                    .found()
                    .iter()
                    .map(|one| {
                        format!("{}[{}]: {}", one.severity().word(), one.code.path, one.message)
                    })
                    .collect();
                Ok(Answer::new(if lines.is_empty() { "ok".into() } else { lines.join("\n") }))
            }
            common::Call::Show | common::Call::Status | common::Call::Check => {
                Ok(Answer::unknown())
            }
        }
    }
}

impl<G: Game> Puzzle for Table<G> {
    fn info(&self) -> &'static Info {
        G::info()
    }

    fn enter(&mut self, source: u64) {
        self.home.get_or_insert(source);
        self.source = source;
    }

    fn fork(&self) -> Option<Box<dyn Puzzle>> {
        if !self.game.forks() || !self.future.is_empty() || self.lost {
            return None;
        }
        let mut copy = Self::open(self.model.clone());
        copy.now = self.game.copy(&self.now);
        copy.missing = self.missing + self.past.len();
        (copy.home, copy.source) = (self.home, self.source);
        Some(Box::new(copy))
    }

    fn lost(&self) -> bool {
        self.lost
    }

    fn run(
        &mut self,
        text: Fragment<'_>,
        depth: Depth,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Answer> {
        let (meaning, mut args) = common::meaning(G::info(), text, sink)?;
        let verb = args.before();
        let (source, home) = (self.source, self.home == Some(self.source));
        let span = text.span();
        let result = match meaning {
            Meaning::Common(word) if word.name == WHY => {
                let call = why::parse::<G>(&mut args, sink)?;
                let mut context = Context { budget, sink, depth, span, verb, source, home };
                Ok(why::answer(&mut self.game, &self.now, &call, &mut context))
            }
            Meaning::Common(verb) => {
                let call = common::parse(verb, &mut args, sink)?;
                self.common(call, text, depth, budget)
            }
            Meaning::Own(own) => {
                let call = G::parse(own, &mut args, sink)?;
                let mut context = Context { budget, sink, depth, span, verb, source, home };
                match self.game.run(&mut self.now, &call, &mut context) {
                    Ok(Reply::Answer(answer)) => Ok(answer),
                    Ok(Reply::Changed(state, answer)) => {
                        self.change(state, text.text);
                        Ok(answer)
                    }
                    Err(failure) => Err(failure),
                }
            }
        };
        match result {
            Ok(answer) => Some(answer),
            Err(failure) => {
                sink.push(*failure);
                None
            }
        }
    }

    fn accepts(&mut self, text: Fragment<'_>, answer: &str, expected: &str) -> bool {
        let mut sink = Sink::new();
        let Some((Meaning::Own(verb), mut args)) = common::meaning(G::info(), text, &mut sink)
        else {
            return false;
        };
        let Some(call) = G::parse(verb, &mut args, &mut sink) else { return false };
        self.game.accepts(&self.now, &call, answer, expected)
    }

    fn deep(&mut self, name: Span, budget: &Budget, sink: &mut Sink) {
        self.game.deep(name, budget, sink);
    }

    fn scene(&mut self, name: &str) -> Scene {
        self.game.scene(name, &self.now)
    }

    fn frames(&mut self, name: &str, budget: &Budget) -> Result<Vec<Frame>, Answer> {
        film::film(&mut self.game, &mut self.now, name, self.source, budget)
    }

    fn describe(&mut self, spot: &Spot<'_>) -> Option<String> {
        self.game.describe(&self.now, spot)
    }

    fn prompt(&self) -> String {
        self.game.prompt(&self.now)
    }

    fn complete(&self, before: Fragment<'_>) -> Vec<String> {
        let mut sink = Sink::new();
        match common::meaning(G::info(), before, &mut sink) {
            Some((Meaning::Own(verb), args)) => {
                self.game.complete(&self.now, verb.name, args.unfinished())
            }
            Some((Meaning::Common(verb), args)) if verb.name == WHY => {
                why::complete(&self.game, &self.now, args.unfinished())
            }
            _ => Vec::new(),
        }
    }

    fn declare(&mut self, budget: &Budget) -> Result<(Vec<String>, Vec<String>), Answer> {
        // A state that can be reached need not be one that a declaration may have.
        let sound = |lines: &Vec<String>| {
            let text = lines.join("\n");
            let span = Span::new(0, text.len() as u32);
            let body = Body { source: &text, span, name: Span::default(), raw: false };
            G::read(&body, &mut Sink::new()).is_some()
        };
        if let Some(lines) = self.game.declare(&self.now, budget)?.filter(sound) {
            return Ok((lines, Vec::new()));
        }
        let start = self.game.start();
        let lines = self.game.declare(&start, budget)?.unwrap_or_default();
        Ok((lines, self.changes()))
    }

    fn changed(&self) -> usize {
        self.past.len()
    }

    fn changes(&self) -> Vec<String> {
        self.past.commands().map(str::to_owned).collect()
    }
}
