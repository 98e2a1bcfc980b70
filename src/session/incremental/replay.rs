//! Goes along a script to the states between its statements.

use super::follow::{Plan, Trail, Walk};
use super::{Checked, Script};
use crate::diag::Sink;
use crate::search::Budget;
use crate::session::{Event, Mode, Session};

/// A session that goes along a script without computing.
pub struct Replay {
    session: Session,
    plan: Plan,
    trail: Trail,
    /// How many statements it has followed.
    at: usize,
    /// Whether it began with a copy, which may lack what a statement asks for.
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
    pub fn go_to(&mut self, checked: &Checked, script: &Script, at: usize) -> Option<&mut Session> {
        self.follow(checked, script, at);
        if self.session.lost() && self.is_copy {
            self.session = Session::with(checked.kinds);
            (self.at, self.is_copy) = (0, false);
            self.follow(checked, script, at);
        }
        self.session.puzzle(None).is_some().then_some(&mut self.session)
    }

    fn follow(&mut self, checked: &Checked, script: &Script, to: usize) {
        let (mode, budget) = (Mode::Check { solve: false }, Budget::unlimited());
        let (plan, from) = (&self.plan, self.at);
        let walk = Walk { checked, script, mode, budget: &budget, plan, persists: false };
        let (session, trail) = (&mut self.session, &mut self.trail);
        let on = &mut |_: Event<'_>, sink: &mut Sink| drop(sink.take());
        walk.run(session, from..to, trail, on, &mut |_, _, _| true);
        self.at = to.max(from);
    }

    /// The session where it is.
    pub(super) fn into_session(self) -> Session {
        self.session
    }
}

impl Checked {
    /// A session that goes along a script from the last checkpoint at or before statement `at` on.
    pub fn replay(&self, script: &Script, at: usize) -> Replay {
        let checkpoints = &self.own[self.number(script)].checkpoints;
        let known = checkpoints.before(at, &|| self.starts(script));
        let is_copy = known.is_some();
        let (session, at) = known.unwrap_or_else(|| (Session::with(self.kinds), 0));
        let trail = Trail::of(checkpoints.body());
        Replay { session, plan: Plan::of(self, script), trail, at, is_copy }
    }
}
