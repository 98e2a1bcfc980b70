//! The commands that all kinds have.

use std::sync::Arc;

use super::Board;
use super::tree::Tree;
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::common::{self, Call};
use crate::puzzle::read_lines;
use crate::puzzle::{Answer, Depth, Game, Verdict};
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::Span;

impl Board {
    /// Returns the current state, if there is to be an answer.
    fn shown_now(&mut self, budget: Option<&Budget>) -> Answer {
        match budget {
            None => Answer::NotComputed,
            Some(budget) => self.tree.current().show(budget),
        }
    }

    /// Returns the budget for the answer of a common command, if there is to be one.
    fn answering(&self, depth: Depth, budget: &Budget) -> Option<Budget> {
        match depth {
            Depth::Run => Some(budget.clone()),
            Depth::Check { answer: true } | Depth::Preview => self.tree.current().cheap(budget),
            Depth::Check { answer: false } => None,
        }
    }

    /// Runs a common command. A checker gets the answers that cost next to nothing.
    pub(super) fn common(
        &mut self,
        call: Call<'_>,
        text: Fragment<'_>,
        depth: Depth,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Result<Answer, Box<Diagnostic>> {
        let budget = self.answering(depth, budget);
        let answer = self.answer(call, text, depth, budget.as_ref(), sink)?;
        let unknown = answer.verdict() == Verdict::GaveUp && depth != Depth::Run;
        Ok(if unknown { Answer::NotComputed } else { answer })
    }

    /// Checks a command as [`Board::preview`] does.
    pub(super) fn preview_common(&mut self, call: Call<'_>, sink: &mut Sink) -> Option<Answer> {
        let fault = match call {
            Call::Status => {
                return Some(self.status());
            }
            Call::Undo(count, span) => {
                let made = self.tree.depth(self.tree.now());
                (count > made as u64).then(|| Box::new(common::nothing_to_undo(span, made)))
            }
            Call::Redo(count, span) => self.nothing_to_redo(count, span),
            Call::Goto(place) => self.number(place).err(),
            Call::Diff(from, to) => {
                let to = to.map_or(Ok(0), |to| self.number(to));
                self.number(from).and(to).err()
            }
            Call::Show
            | Call::Check
            | Call::Reset
            | Call::Branch(_)
            | Call::Branches
            | Call::Digest => None,
        };

        match fault {
            Some(fault) => {
                sink.push(*fault);
                None
            }
            None => Some(Answer::NotComputed),
        }
    }

    /// Returns the fault of a `redo` that has fewer changes ahead than `count`.
    fn nothing_to_redo(&self, count: u64, span: Span) -> Option<Box<Diagnostic>> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let ahead = self.tree.ahead(count);
        (count > ahead).then(|| Box::new(common::nothing_to_redo(span, ahead)))
    }

    /// Goes to a state, and shows it. A run whose budget stops that stays where it is.
    fn travel(
        &mut self,
        to: usize,
        budget: Option<&Budget>,
        running: Option<&Budget>,
        go: impl FnOnce(&mut Tree<Arc<dyn Game>>),
    ) -> Answer {
        let shown = budget.map(|budget| self.tree.state(to).show(budget));
        let shown = shown.unwrap_or(Answer::NotComputed);
        if running.is_none() || !shown.is_gave_up() {
            go(&mut self.tree);
        }
        shown
    }

    fn answer(
        &mut self,
        call: Call<'_>,
        text: Fragment<'_>,
        depth: Depth,
        budget: Option<&Budget>,
        sink: &mut Sink,
    ) -> Result<Answer, Box<Diagnostic>> {
        // What costs a search is for runs alone.
        let running = budget.filter(|_| depth == Depth::Run);

        match call {
            Call::Undo(count, span) => {
                let made = self.tree.depth(self.tree.now());
                if count > made as u64 {
                    return Err(Box::new(common::nothing_to_undo(span, made)));
                }
                let to = (0..count).fold(self.tree.now(), |at, _| self.tree.parent(at));
                Ok(self.travel(to, budget, running, |tree| tree.back(count as usize)))
            }
            Call::Redo(count, span) => {
                if let Some(fault) = self.nothing_to_redo(count, span) {
                    return Err(fault);
                }
                let next = |at, _| self.tree.next(at).unwrap_or(at);
                let to = (0..count).fold(self.tree.now(), next);
                Ok(self.travel(to, budget, running, |tree| tree.forth(count as usize)))
            }
            Call::Reset => {
                let start = self.tree.state(0).clone();
                self.change(start, text.text);
                Ok(self.shown_now(budget))
            }
            Call::Goto(place) => {
                let to = self.number(place)?;
                Ok(self.travel(to, budget, running, |tree| tree.go(to)))
            }
            Call::Branch(name) => {
                let number = self.tree.now();
                self.names.set(name.text, number);
                Ok(Answer::number(number))
            }
            Call::Diff(from, to) => {
                let from = self.number(from)?;
                let to = match to {
                    Some(to) => self.number(to)?,
                    None => self.tree.now(),
                };
                Ok(budget.map_or(Answer::NotComputed, |budget| self.diff(from, to, budget)))
            }
            Call::Show => Ok(self.shown_now(budget)),
            Call::Branches if budget.is_some() => Ok(Answer::Branches(self.branches())),
            Call::Digest => Ok(budget.map_or(Answer::NotComputed, |budget| self.digest(budget))),
            Call::Status if running.is_some() => {
                self.say_dropped(text.span(), true, sink);
                Ok(self.status())
            }
            Call::Check => {
                Ok(running.map_or(Answer::NotComputed, |budget| self.check(text.span(), budget)))
            }
            Call::Branches | Call::Status => Ok(Answer::NotComputed),
        }
    }

    /// Returns the answer of `status`.
    fn status(&self) -> Answer {
        Answer::Status(match self.places.get(self.tree.now()) {
            Some(searches) => searches.status(),
            None => self.tree.current().searches().status(),
        })
    }

    /// Returns the answer of `check`: the diagnostics of a declaration of the current state, and those
    /// of a search from it.
    fn check(&mut self, place: Span, budget: &Budget) -> Answer {
        let mut sink = Sink::new();
        if let Err(gave_up) = self.state_facts(place, budget, &mut sink) {
            return gave_up;
        }
        if !sink.errors_since(0) {
            // Labels and fixes are not shown, so that no diagnostic needs any more of them.
            let mark = sink.len();
            if let Err(stop) = self.tree.current().design(mark, budget, &mut sink) {
                return Answer::undecided(stop);
            }
        }
        let line = |diagnostic: &Diagnostic| {
            format!(
                "{}[{}]: {}",
                diagnostic.severity().word(),
                diagnostic.code.path,
                diagnostic.message
            )
        };
        match sink.is_empty() {
            true => Answer::Text(String::from("ok")),
            false => Answer::List(sink.diagnostics().iter().map(line).collect()),
        }
    }

    /// Looks for the diagnostics of a declaration of the current state, and those of a search from it.
    ///
    /// # Errors
    /// `gave up`.
    fn state_facts(&mut self, place: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Answer> {
        match self.tree.current().declare(budget) {
            Err(gave_up) => return Err(gave_up),
            // Only a declaration that can be read says something about the state.
            Ok(Some(lines)) if read_lines(self.info, &lines, sink).is_none() => sink.truncate(0),
            Ok(_) => {}
        }
        if sink.errors_since(0) {
            return Ok(());
        }
        self.tree.current().deep(place, budget, sink).map_err(Answer::undecided)
    }
}
