//! The names that people give to states.

use std::collections::BTreeMap;

use crate::diag::Nearest;

/// Names of states, by the numbers of the states.
#[derive(Clone, Default)]
pub(super) struct Names {
    numbers: BTreeMap<String, usize>,
    near: Nearest,
    given: usize,
}

impl Names {
    /// Returns how often a state was given a name that it did not have.
    pub(super) fn given(&self) -> usize {
        self.given
    }

    /// Returns the state of that name.
    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// Names a state; another one of that name loses it.
    pub(super) fn set(&mut self, name: &str, number: usize) {
        let before = self.numbers.insert(name.to_owned(), number);
        if before.is_none() {
            self.near.push(name);
        }
        self.given += usize::from(before != Some(number));
    }

    /// Returns the name that a misspelled one probably means.
    pub(super) fn near(&mut self, name: &str) -> Option<String> {
        self.near.of(name).map(str::to_owned)
    }

    /// Returns each state that has names, and its names, in alphabetic order.
    pub(super) fn by_state(&self) -> BTreeMap<usize, Vec<&str>> {
        let mut names: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for (name, &number) in &self.numbers {
            names.entry(number).or_default().push(name);
        }
        names
    }
}
