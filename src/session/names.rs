//! Which puzzle a statement is about: names, and the focus that `use` and declarations set. The
//! one place that knows, for a session that runs and for a document that is checked in parts.

use std::collections::HashMap;

use super::codes;
use crate::diag::{Diagnostic, Nearest, Sink};
use crate::syntax::Command;
use crate::text::{Source, Span};

/// The names of the puzzles declared so far, by the number of their declaration, and the focus.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    slots: HashMap<String, usize>,
    near: Nearest,
    /// The last one declared.
    last: Option<usize>,
    /// The one that `use` named.
    used: Option<usize>,
}

impl Names {
    /// Takes a declaration in. Answers the earlier one of the same name, which keeps it.
    pub(super) fn declare(&mut self, name: &str) -> Option<usize> {
        let slot = self.near.names().len();
        let first = self.slots.get(name).copied();
        if first.is_none() && !name.is_empty() {
            self.slots.insert(name.to_owned(), slot);
        }
        self.near.push(name);
        self.last = Some(slot);
        first
    }

    /// The puzzle of that name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.slots.get(name).copied()
    }

    /// Sets the focus, as `use` does.
    pub(super) fn focus(&mut self, slot: usize) {
        self.used = Some(slot);
    }

    /// The puzzle that commands without a prefix go to.
    pub(super) fn focused(&self) -> Option<usize> {
        self.used.or(self.last)
    }

    /// The puzzle named at `span`; says so if there is none. An empty name was reported before.
    pub(super) fn named(&mut self, source: &Source, span: Span, sink: &mut Sink) -> Option<usize> {
        let name = source.slice(span);
        let found = self.find(name);
        if found.is_none() && !name.is_empty() {
            sink.push(self.unknown(span, name));
        }
        found
    }

    /// The puzzle that a command goes to; says so if there is none.
    pub(super) fn target(
        &mut self,
        source: &Source,
        one: &Command,
        sink: &mut Sink,
    ) -> Option<usize> {
        match one.target {
            Some(target) => self.named(source, target, sink),
            None => self.focused().or_else(|| {
                sink.push(codes::no_puzzle(one.text, source.slice(one.text)));
                None
            }),
        }
    }

    /// Whether a command is a `use` with an expectation, which has no answer; says so.
    pub(super) fn misses_answer(&self, source: &Source, one: &Command, sink: &mut Sink) -> bool {
        if one.target.is_some() || one.expected.is_none() {
            return false;
        }
        let text = source.slice(one.text);
        let misses = text.split([' ', '\t']).next() == Some("use");
        if misses {
            sink.push(codes::no_answer(Span::new(one.text.start, one.text.start + 3)));
        }
        misses
    }

    /// What is said of a name at `span` that no puzzle has.
    fn unknown(&mut self, span: Span, name: &str) -> Diagnostic {
        let near = self.near.of(name).map(str::to_owned);
        let known = self.near.names().iter().filter(|name| !name.is_empty()).take(8);
        let known: Vec<_> = known.map(String::as_str).collect();
        codes::unknown_puzzle(span, name, near.as_deref(), &known, self.slots.len())
    }

    /// Forgets the last declaration; whether its name was its own.
    pub(super) fn pop(&mut self) {
        let slot = self.near.names().len() - 1;
        self.near.pop();
        self.slots.retain(|_, other| *other != slot);
        self.used = self.used.filter(|&used| used != slot);
        self.last = slot.checked_sub(1);
    }
}
