//! The distance of the goal after a move.

use std::any::Any;

/// The searches for the prospects of some moves, so that a call that paused can be continued.
#[derive(Default)]
pub struct Ahead(Option<Box<dyn Any + Send>>);

impl std::fmt::Debug for Ahead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ahead").field("begun", &self.0.is_some()).finish()
    }
}

impl Ahead {
    /// Returns the searches of the puzzle; `begin` makes them for the first call.
    pub(crate) fn or_begin<T: Send + 'static>(&mut self, begin: impl FnOnce() -> T) -> &mut T {
        let kept = self.0.get_or_insert_with(|| Box::new(()));
        if !kept.is::<T>() {
            *kept = Box::new(begin());
        }
        kept.downcast_mut().expect("it was just begun")
    }
}

/// The distance of the goal after one of several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Prospect {
    /// The move is legal.
    Legal {
        /// Moves to the goal from here.
        distance: u64,
        /// True if some shortest solution from the state before makes this move.
        nearer: bool,
    },
    /// The move is legal, and the goal was in reach before it, but is not any more.
    Lost,
    /// The move is legal; of the goal there is nothing to say.
    Open,
    /// The move is not legal.
    Illegal,
}
