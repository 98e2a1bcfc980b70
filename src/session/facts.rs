//! Which facts the expectations of a document state, for each of its declarations: a diagnostic of
//! such a fact would say nothing new.

use std::collections::BTreeMap;

use super::policy::BadLines;
use super::resolve::Names;
use super::{Slot, expect};
use crate::diag::{Code, Diagnostic};
use crate::puzzle::{Kind, Registry};
use crate::syntax::{Command, Expected, Fragment, Statement};
use crate::text::Source;

/// The codes settled, by the number of the declaration in its document.
#[derive(Debug, Default)]
pub(super) struct Facts {
    settled: BTreeMap<usize, Vec<&'static Code>>,
    /// For each statement, whether it is the last one that goes to its puzzle.
    last: Vec<bool>,
}

impl Facts {
    /// The codes settled for a declaration, counted from 0.
    pub(super) fn of(&self, declaration: usize) -> Vec<&'static Code> {
        self.settled.get(&declaration).cloned().unwrap_or_default()
    }

    /// Returns whether no statement after this one goes to the puzzle of this one.
    pub(super) fn is_last(&self, statement: usize) -> bool {
        self.last.get(statement).copied().unwrap_or_default()
    }
}

/// Visits the statements of a document once, by names alone.
pub(super) fn facts<'a>(
    kinds: Registry,
    source: &'a Source,
    statements: impl IntoIterator<Item = &'a Statement>,
    bad: &BadLines,
) -> Facts {
    let mut facts = Facts::default();
    let mut names = Names::new(kinds);
    // The last statement of each puzzle so far.
    let mut latest: Vec<usize> = Vec::new();
    for (at, statement) in statements.into_iter().enumerate() {
        let slot = names.follow(source, statement, bad).puzzle();
        facts.last.push(slot.is_some());
        let Some(slot) = slot else { continue };
        match latest.get_mut(slot) {
            Some(latest) => facts.last[std::mem::replace(latest, at)] = false,
            None => latest.push(at), // its declaration
        }
        if let Statement::Command(one) = statement {
            facts.note(source, one, slot, names.kind(slot));
        }
    }
    facts
}

impl Facts {
    /// The facts of a script: statements that all mean one puzzle, the declaration first.
    pub(super) fn of_script<'a>(
        kinds: Registry,
        source: &Source,
        mut script: impl Iterator<Item = &'a Statement>,
    ) -> Self {
        let mut facts = Self::default();
        let Some(Statement::Declaration(first)) = script.next() else { return facts };
        let kind = kinds.kind(source.slice(first.kind));
        for statement in script {
            if let Statement::Command(one) = statement {
                facts.note(source, one, 0, kind);
            }
        }
        facts
    }

    /// Takes in the fact that a command for the puzzle in `slot` states.
    fn note(&mut self, source: &Source, one: &Command, slot: usize, kind: Option<&dyn Kind>) {
        let (Some(expected), Some(kind)) = (one.expected, kind) else { return };
        let lines = expect::lines(source.text(), expected);
        let verb = source.slice(one.text).split([' ', '\t']).next().unwrap_or_default();
        let stated = kind.states_fact(verb, lines.first().copied().unwrap_or_default());
        if !stated.is_empty() {
            let settled = self.settled.entry(slot).or_default();
            settled.extend(stated);
            settled.sort_unstable_by_key(|code| code.path);
            settled.dedup();
        }
    }
}

impl Slot {
    /// Records which facts are reported for the current state.
    pub(super) fn note_facts(&mut self, found: &[Diagnostic]) {
        let Some(puzzle) = &self.puzzle else { return };
        let facts =
            found.iter().map(|one| one.code).filter(|code| puzzle.info().deep.contains(code));
        let now = puzzle.place()[1];
        self.said.extend(facts.map(|code| (code, now)));
    }

    /// Called when an expectation held: if it states a fact that would be reported for the
    /// declaration, a saved document states it too.
    pub(super) fn remember(&mut self, text: Fragment<'_>, expected: Expected, source: &Source) {
        let changed = self.puzzle.as_ref().map(|puzzle| puzzle.changed());
        if !self.settled || changed != Some(self.asked) {
            return;
        }
        let verb = text.text.split([' ', '\t']).next().unwrap_or_default();
        let lines = expect::lines(source.text(), expected);
        let first = lines.first().copied().unwrap_or_default();
        let states = self.kind.is_some_and(|kind| !kind.states_fact(verb, first).is_empty());
        let fact = format!("{} => {first}", text.text);
        if states && !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }
}
