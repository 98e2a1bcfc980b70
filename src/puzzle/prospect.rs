//! The distance of the goal after a move.

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
