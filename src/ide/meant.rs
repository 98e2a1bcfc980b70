//! The puzzles that the statements of a typed text refer to.

use std::collections::HashMap;

use crate::puzzle::{Info, Registry};
use crate::session::resolve::Focus;
use crate::syntax::Statement;
use crate::text::Span;

/// The puzzle that a statement refers to.
#[derive(Clone, Copy)]
pub struct Meant<'a> {
    /// Its name; none for the one that was in focus before the text.
    pub name: Option<&'a str>,
    /// Its kind, if there is such a puzzle.
    pub kind: Option<&'static Info>,
    /// True if the text declares it, so that it does not exist yet.
    pub is_new: bool,
}

/// Returns the puzzles that the statements of a typed text refer to. `known` returns the kind of a
/// puzzle that existed before the text; without a name, the kind of the one in focus.
pub fn meant<'a>(
    text: &'a str,
    statements: &[Statement],
    kinds: Registry,
    known: &mut dyn FnMut(Option<&str>) -> Option<&'static Info>,
) -> Vec<Meant<'a>> {
    let slice = |span: Span| text.get(span.range()).unwrap_or_default();
    let mut declared = HashMap::new();
    let mut focus: Focus<&str> = Focus::default();
    focus.begin(true);

    let meant = statements.iter().map(|statement| {
        let name = match statement {
            Statement::Declaration(declaration) => {
                declared.insert(slice(declaration.name), kinds.kind(slice(declaration.kind)));
                focus.declare(slice(declaration.name));
                Some(slice(declaration.name))
            }
            Statement::Use(use_statement) => Some(slice(use_statement.name)),
            Statement::Command(command) => command.target.map(slice).or(focus.get().copied()),
            Statement::Broken(_) => return Meant { name: None, kind: None, is_new: false },
        };

        let new = name.and_then(|name| declared.get(name));
        let kind = new.map_or_else(|| known(name), |kind| *kind);
        let is_new = new.is_some();
        if let (Statement::Use(_), Some(name), Some(_)) = (statement, name, kind) {
            focus.follow(Some(name));
        }
        Meant { name, kind, is_new }
    });
    meant.collect()
}
