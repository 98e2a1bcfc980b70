//! Which puzzle a statement is about: names, and the focus that `use` and declarations set. The
//! one place that knows, for a session that runs and for a document that is checked in parts.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use super::codes;
use crate::diag::{Diagnostic, Nearest, Sink};
use crate::syntax::Command;
use crate::text::{Source, Span};

/// The names of the puzzles declared so far, by the number of their declaration, and the focus.
#[derive(Clone, Debug)]
pub(super) struct Names<K> {
    slots: HashMap<K, usize>,
    list: Vec<K>,
    /// Made when a name is unknown.
    near: Nearest,
    /// The last one declared.
    last: Option<usize>,
    /// The one that `use` named.
    used: Option<usize>,
}

impl<K> Default for Names<K> {
    fn default() -> Self {
        let (slots, near) = (HashMap::new(), Nearest::default());
        Self { slots, list: Vec::new(), near, last: None, used: None }
    }
}

impl<K: Borrow<str> + Clone + Eq + Hash> Names<K> {
    /// Takes a declaration in. Answers the earlier one of the same name, which keeps it.
    pub(super) fn declare(&mut self, name: K) -> Option<usize> {
        let slot = self.list.len();
        self.list.push(name.clone());
        self.last = Some(slot);
        if name.borrow().is_empty() {
            return None;
        }
        match self.slots.entry(name) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(free) => {
                free.insert(slot);
                None
            }
        }
    }

    /// The puzzle of that name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.slots.get(name).copied()
    }

    /// Sets the focus, as `use` does.
    pub(super) fn focus(&mut self, slot: usize) {
        self.used = Some(slot);
    }

    /// What `use` named last.
    pub(super) fn used(&self) -> Option<usize> {
        self.used
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
        for name in &self.list[self.near.names().len()..] {
            self.near.push(name.borrow());
        }
        let near = self.near.of(name).map(str::to_owned);
        let known = self.list.iter().map(Borrow::borrow).filter(|name| !name.is_empty());
        let known: Vec<&str> = known.take(8).collect();
        codes::unknown_puzzle(span, name, near.as_deref(), &known, self.slots.len())
    }

    /// Forgets the last declaration; whether its name was its own.
    pub(super) fn pop(&mut self) {
        let slot = self.list.len() - 1;
        self.list.pop();
        if self.near.names().len() > slot {
            self.near.pop();
        }
        self.slots.retain(|_, other| *other != slot);
        self.used = self.used.filter(|&used| used != slot);
        self.last = slot.checked_sub(1);
    }
}
