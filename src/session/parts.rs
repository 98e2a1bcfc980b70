//! Checking a document script by script: in any order, on several threads, and each puzzle is
//! dropped after its last command.

use std::ops::Range;

use super::resolve::Names;
use super::resolved::{Resolved, Text};
use super::scope::{Manner, Scope};
use super::{Event, Mode};
use crate::diag::Sink;
use crate::puzzle::Registry;
use crate::search::Budget;
use crate::syntax::{Declaration, Document, Statement};
use crate::text::Source;

/// A document that can be checked in parts: one script after the other, in any order.
#[derive(Debug)]
pub struct Parts<'a> {
    kinds: Registry,
    text: Text<'a>,
    resolved: Resolved,
}

impl<'a> Parts<'a> {
    /// Divides a document. The parser's findings are in the sink; adds what is wrong with names and
    /// focus.
    pub fn of(
        kinds: Registry,
        source: &'a Source,
        document: &'a Document,
        sink: &mut Sink,
    ) -> Self {
        let text = Text { source, document };
        let mut resolved = Resolved::of(&mut Names::new(kinds), text);
        resolved.report(text, sink);
        Self { kinds, text, resolved }
    }

    /// Returns the number of the script that a statement belongs to, if there is one.
    pub(super) fn owner(&self, statement: usize) -> Option<usize> {
        self.resolved.owner(statement)
    }

    /// Returns whether an open question is asked about the puzzle of a statement, so that its
    /// answers are withheld.
    pub fn withholds(&self, statement: usize) -> bool {
        self.owner(statement).is_some_and(|script| self.resolved.has_question(script))
    }

    /// Returns the numbers of the statements of each script, the declaration first.
    pub fn scripts(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.resolved.count()).map(|script| self.resolved.members(script))
    }

    /// Returns the declaration of the puzzle that a statement belongs to.
    pub fn declaration(&self, statement: usize) -> Option<&'a Declaration> {
        let &first = self.resolved.members(self.owner(statement)?).first()?;
        match &self.text.document.statements[first as usize] {
            Statement::Declaration(declaration) => Some(declaration),
            _ => None,
        }
    }

    /// Cuts the scripts into ranges that are worth a thread: all but the last one have at least
    /// `least` statements.
    pub fn ranges(&self, least: u32) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let mut first = 0;
        let mut start = 0;
        let ends = self.resolved.ends();
        for (at, &end) in ends.iter().enumerate() {
            if end - start >= least {
                ranges.push(first..at + 1);
                (first, start) = (at + 1, end);
            }
        }
        if first < ends.len() {
            ranges.push(first..ends.len());
        }
        ranges
    }

    /// Checks the scripts in a range, as [`super::Session::run`] checks a document in
    /// [`Mode::Check`]. Returns whether it stopped early because the puzzles themselves need more
    /// memory than the budget allows.
    pub fn check(
        &self,
        range: Range<usize>,
        solve: bool,
        budget: &Budget,
        on: &mut dyn FnMut(Event<'_>, &mut Sink),
    ) -> bool {
        let mode = Mode::Check { solve };
        let mut sink = Sink::new();
        let text = self.text;
        let resolved = &self.resolved;
        let mut scope = Scope::new(self.kinds, text, resolved, mode, budget, &mut sink, on);
        scope.manner = Manner::Parts;
        for script in range {
            let mut live = None;
            for nth in 0..resolved.members(script).len() {
                if scope.is_over() {
                    return true;
                }
                scope.step(script, nth, &mut live);
            }
        }
        scope.full
    }
}
