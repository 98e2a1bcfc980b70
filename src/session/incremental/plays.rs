//! The statements that make moves.

use super::{Checked, Script};
use crate::puzzle::{Info, Role, Verb, find};
use crate::syntax::{Fragment, Statement};

/// The parts of a statement that makes moves.
#[derive(Clone, Copy)]
pub struct Play<'a> {
    /// The kind of the puzzle.
    pub kind: &'static Info,
    /// The verb.
    pub verb: &'static Verb,
    /// The moves.
    pub args: Fragment<'a>,
}

impl Checked {
    /// Returns statement `at` of a script as one that makes moves; `None` if it makes none.
    pub fn play(&self, script: &Script, at: usize) -> Option<Play<'_>> {
        let kind = self.kind(script)?;
        let statement = *self.members(script).get(at)?;
        let Statement::Command(command) = &self.document.statements[statement as usize] else {
            return None;
        };
        let text = Fragment::of(self.source.text(), command.text);
        let end = text.text.find([' ', '\t'])?;
        let verb = find(kind.verbs, &text.text[..end])?;
        let args = text.part(end..text.text.len());
        (verb.role == Role::Play).then_some(Play { kind, verb, args })
    }

    /// Returns whether statement `at` of a script makes moves that can be followed.
    pub(super) fn can_follow(&self, script: &Script, at: usize) -> bool {
        let play = if self.withholds(script) { None } else { self.play(script, at) };
        play.is_some_and(|play| !play.kind.moves(play.args).is_empty())
    }
}
