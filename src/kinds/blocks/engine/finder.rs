//! Chooses the space of a board, and replays its paths with real blocks by the plain rules.

use std::sync::Arc;

use super::super::rules::{Board, Move, Places};
use super::Metric;
use super::space::Packed;
use super::tables::{classes, placements, width};
use super::wide::Wide;
use crate::puzzle::moves::Engine;
use crate::scene::Coordinate;
use crate::search::{Budget, Charge, Explorer, Stop};

/// A resumable search of one metric from one state, whatever the width of its keys. See
/// [`crate::search::Search`] for the order of discovery and the effect of a stop.
pub type Finder = dyn Engine<Position = Places, Move = Move>;

/// The start of a search, with real blocks.
pub(super) struct Origin {
    pub(super) board: Arc<Board>,
    /// The blocks of each class.
    pub(super) classes: Vec<Vec<usize>>,
    /// The places of the blocks.
    pub(super) places: Places,
    /// True if it is known that no goal can be reached.
    pub(super) is_hopeless: bool,
    /// The tables; the search charges the rest.
    charge: Charge,
}

/// A packed move.
pub(super) struct Hop {
    /// The corner before it.
    pub(super) from: Coordinate,
    /// The corner after it.
    pub(super) to: Coordinate,
    /// The class of the block that makes it.
    pub(super) class: usize,
}

impl Origin {
    pub(super) fn new(board: Arc<Board>, places: &Places, is_hopeless: bool) -> Self {
        let classes = classes(&board);
        Self { board, classes, places: places.clone(), is_hopeless, charge: Charge::default() }
    }

    /// Returns the moves of real blocks for a path of exchangeable ones, each replayed.
    pub(super) fn replayed(&self, hops: impl Iterator<Item = Hop>) -> Vec<Move> {
        let mut places = self.places.clone();
        let mut moves = Vec::new();
        for Hop { from, to, class } in hops {
            let block = self.classes[class].iter().copied().find(|&block| places[block] == from);
            let block = block.expect("a block of the class stands where its piece does");
            let by = Move { block, from, to };
            places = self.board.play(&places, by).expect("the plain rules allow every move found");
            moves.push(by);
        }
        moves
    }

    /// Returns the places of the blocks after moves that were replayed. They must be a goal by the
    /// plain rules if the search says so.
    pub(super) fn after(&self, moves: &[Move], is_goal: bool) -> Places {
        let mut places = self.places.clone();
        for by in moves {
            places[by.block] = by.to;
        }
        assert!(!is_goal || self.board.is_solved(&places), "in a goal state all goals hold");
        places
    }
}

impl Finder {
    /// Returns a search that has discovered `start` and nothing else.
    pub fn new(board: Arc<Board>, start: &Places, metric: Metric) -> Box<Self> {
        Self::of(Origin::new(board, start, false), metric)
    }

    /// Chooses the narrowest words that the board fits.
    fn of(origin: Origin, metric: Metric) -> Box<Self> {
        let Origin { board, classes, .. } = &origin;
        let cells = (board.rows * board.columns) as usize;
        let small = if cells <= 128 { &classes[..] } else { &[] };
        let bits: usize = small
            .iter()
            .map(|class| class.len() * usize::from(width(placements(board, class[0]).len())))
            .sum();
        match (cells, bits) {
            (..=64, ..=64) => Box::new(Explorer::new(Packed::<u64, u64>::new(origin, metric))),
            (..=128, ..=64) => Box::new(Explorer::new(Packed::<u64, u128>::new(origin, metric))),
            (..=128, ..=128) => Box::new(Explorer::new(Packed::<u128, u128>::new(origin, metric))),
            _ => Box::new(Explorer::new(Wide::new(origin, metric))),
        }
    }

    /// Returns the same search, its tables charged. If it `is_hopeless`, it finds no goal and expands
    /// nothing to find that out.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the budget has no room for the tables alone.
    pub fn within(
        board: &Arc<Board>,
        start: &Places,
        metric: Metric,
        is_hopeless: bool,
        budget: &Budget,
    ) -> Result<Box<Self>, Stop> {
        let bytes = Self::table_bytes(board);
        budget.fits(bytes)?;
        let mut origin = Origin::new(board.clone(), start, is_hopeless);
        origin.charge.set(bytes, budget);
        Ok(Self::of(origin, metric))
    }

    /// Returns an estimate of the bytes that the tables of a board take, for decisions before they
    /// are made.
    pub fn table_bytes(board: &Board) -> u64 {
        let cells = board.rows as u64 * board.columns as u64;
        if cells > 128 {
            return 8 * cells + 48 * board.blocks.len() as u64;
        }
        let each = if cells <= 64 { 64 } else { 120 };
        if board.lanes {
            return board.blocks.len() as u64 * board.rows.max(board.columns) as u64 * each;
        }
        let mut shapes = std::collections::HashSet::new();
        let has_goal = |block: usize| board.goals.iter().any(|goal| goal.block == block);
        let mut distinct = 0;
        for (number, block) in board.blocks.iter().enumerate() {
            distinct += u64::from(shapes.insert(&block.cells) || has_goal(number));
        }
        // A placement and its corner, with masks of one word or two.
        distinct * cells * each
    }
}
