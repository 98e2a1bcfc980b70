//! Which facts the expectations of a document settle, for each of its declarations: a diagnostic
//! that states such a fact would say nothing new.

use std::collections::HashMap;

use super::expect;
use crate::diag::Code;
use crate::kind::{self, Kind};
use crate::syntax::Statement;
use crate::text::Source;

/// The codes settled, by the number of the declaration in its document.
#[derive(Debug, Default)]
pub struct Facts {
    settled: HashMap<usize, Vec<&'static Code>>,
}

impl Facts {
    /// The codes settled for a declaration, counted from 0.
    pub fn of(&self, declaration: usize) -> Vec<&'static Code> {
        self.settled.get(&declaration).cloned().unwrap_or_default()
    }
}

/// Goes through the statements of a document once, by names alone.
pub fn facts<'a>(source: &'a Source, statements: impl IntoIterator<Item = &'a Statement>) -> Facts {
    let mut facts = Facts::default();
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut kinds: Vec<Option<&'static dyn Kind>> = Vec::new();
    let mut used = None;
    for statement in statements {
        match statement {
            Statement::Declaration(one) => {
                // A name that could not be read is empty, and nothing can refer to it.
                if !one.name.is_empty() {
                    names.entry(source.slice(one.name)).or_insert(kinds.len());
                }
                kinds.push(kind::kind(source.slice(one.kind)));
            }
            Statement::Use(one) => used = names.get(source.slice(one.name)).copied().or(used),
            Statement::Command(one) => {
                let Some(expected) = one.expected else { continue };
                let slot = match one.target {
                    Some(target) => names.get(source.slice(target)).copied(),
                    None => used.or(kinds.len().checked_sub(1)),
                };
                let Some(slot) = slot else { continue };
                let Some(kind) = kinds[slot] else { continue };
                let lines = expect::lines(source.text(), expected);
                let verb = source.slice(one.text).split([' ', '\t']).next().unwrap_or_default();
                let stated = kind.states_fact(verb, lines.first().copied().unwrap_or_default());
                if !stated.is_empty() {
                    facts.settled.entry(slot).or_default().extend(stated);
                }
            }
            Statement::Broken(_) => {}
        }
    }
    facts
}
