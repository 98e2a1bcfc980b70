//! A walk along a script to the states between its statements.

use std::sync::Arc;

use super::follow::Walk;
use super::{Checked, Script};
use crate::diag::Sink;
use crate::search::Budget;
use crate::session::read_body::ReadBody;
use crate::session::scope::Manner;
use crate::session::{Event, Live, Mode};

/// A puzzle that goes along a script without computing.
pub struct Replay {
    live: Option<Live>,
    /// The body of the declaration, if it was read before.
    read: Option<Arc<ReadBody>>,
    /// The number of statements that it has followed.
    at: usize,
    /// True if it began with a copy, which may lack a state or a search that a statement asks for.
    is_copy: bool,
}

impl std::fmt::Debug for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay").field("at", &self.at).finish_non_exhaustive()
    }
}

impl Replay {
    /// Goes on to the state before statement `at`, which does not lie before the statement asked
    /// for last. `None` if the declaration has errors. Costs no more than the statements on the way;
    /// once it may begin again with the first.
    pub fn go_to(&mut self, checked: &Checked, script: &Script, at: usize) -> Option<&mut Live> {
        self.follow(checked, script, at);
        if self.is_copy && self.live.as_ref().is_some_and(Live::lost) {
            (self.live, self.at, self.is_copy) = (None, 0, false);
            self.follow(checked, script, at);
        }
        self.live.as_mut().filter(|live| live.puzzle.is_some())
    }

    fn follow(&mut self, checked: &Checked, script: &Script, to: usize) {
        let (mode, budget) = (Mode::Check { solve: false }, Budget::unlimited());
        let from = self.at;
        let walk = Walk { checked, script, mode, budget: &budget, manner: Manner::Script };
        let on = &mut |_: Event<'_>, sink: &mut Sink| drop(sink.take());
        walk.run(&mut self.live, from..to, &mut self.read, on, &mut |_, _| true);
        self.at = to.max(from);
    }

    /// Returns the puzzle in its present state.
    pub(super) fn into_live(self) -> Option<Live> {
        self.live
    }
}

impl Checked {
    /// Returns a puzzle that goes along a script from the last checkpoint at or before statement
    /// `at`.
    pub fn replay(&self, script: &Script, at: usize) -> Replay {
        let checkpoints = &self.own[script.number].checkpoints;
        let known = checkpoints.before(at, &|| self.starts(script));
        let is_copy = known.is_some();
        let (live, at) = known.map_or((None, 0), |held| (Some(held.live), held.count));
        Replay { live, read: checkpoints.body(), at, is_copy }
    }
}
