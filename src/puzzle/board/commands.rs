//! The commands that all kinds have.

use super::Board;
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::common::{self, Call, RESET};
use crate::puzzle::read_lines;
use crate::puzzle::{Answer, Depth, Verdict};
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::Span;

/// The way to another state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the state of that number, as `goto`.
    To(usize),
    /// By so many changes back, as `undo`.
    Back(usize),
    /// By so many changes that were taken back, as `redo`.
    Forth(usize),
}

/// Returns an answer as a checker takes it: one that would cost too much is not computed.
fn known(answer: Answer, depth: Depth) -> Answer {
    let is_unknown = answer.verdict() == Verdict::GaveUp && depth != Depth::Run;
    if is_unknown { Answer::NotComputed } else { answer }
}

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
        Ok(known(answer, depth))
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

    /// Goes to another state, which must exist, and returns the answer of `show` there if the depth asks for
    /// one. If the budget stops a run, the state does not change.
    pub fn travel(&mut self, way: Way, depth: Depth, budget: &Budget) -> Answer {
        let budget = self.answering(depth, budget);
        let answer = self.go(way, depth, budget.as_ref());
        known(answer, depth)
    }

    fn go(&mut self, way: Way, depth: Depth, budget: Option<&Budget>) -> Answer {
        let now = self.tree.now();
        let to = match way {
            Way::To(state) => state,
            Way::Back(count) => (0..count).fold(now, |at, _| self.tree.parent(at)),
            Way::Forth(count) => (0..count).fold(now, |at, _| self.tree.next(at).unwrap_or(at)),
        };
        let shown = budget.map(|budget| self.tree.state(to).show(budget));
        let shown = shown.unwrap_or(Answer::NotComputed);
        let is_run = budget.is_some() && depth == Depth::Run;
        if !is_run || !shown.is_gave_up() {
            match way {
                Way::To(state) => self.tree.go(state),
                Way::Back(count) => self.tree.back(count),
                Way::Forth(count) => self.tree.forth(count),
            }
        }
        shown
    }

    /// Goes to a state by its number. Returns whether there is such a state.
    pub fn go_to(&mut self, state: usize) -> bool {
        let is_there = state < self.tree.len();
        if is_there {
            self.tree.go(state);
        }
        is_there
    }

    /// Goes to a state by its name. Returns whether there is such a state.
    pub fn go_to_name(&mut self, name: &str) -> bool {
        self.names.get(name).is_some_and(|state| self.go_to(state))
    }

    /// Goes back to the state as declared.
    pub fn reset(&mut self) {
        let start = self.tree.state(0).clone();
        self.change(start, RESET);
    }

    /// Names the current state.
    pub fn name(&mut self, name: &str) {
        self.names.set(name, self.tree.now());
    }

    /// Returns the answer of `show`.
    pub fn show(&self, budget: &Budget) -> Answer {
        self.tree.current().show(budget)
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
                Ok(self.go(Way::Back(count as usize), depth, budget))
            }
            Call::Redo(count, span) => {
                if let Some(fault) = self.nothing_to_redo(count, span) {
                    return Err(fault);
                }
                Ok(self.go(Way::Forth(count as usize), depth, budget))
            }
            Call::Reset => {
                let start = self.tree.state(0).clone();
                self.change(start, text.text);
                Ok(self.shown_now(budget))
            }
            Call::Goto(place) => {
                let to = self.number(place)?;
                Ok(self.go(Way::To(to), depth, budget))
            }
            Call::Branch(name) => {
                self.name(name.text);
                Ok(Answer::number(self.tree.now()))
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
