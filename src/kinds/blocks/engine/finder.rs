//! Answers the commands that search, with real blocks, and replays solutions by the plain rules.

use std::sync::Arc;

use super::super::rules::{Board, Move, Places};
use super::Metric;
use super::run::{From, Hop, Run, Way};
use super::space::Packed;
use super::tables::{classes, placements, width};
use super::wide::Wide;
use crate::puzzle::moves::Engine;
use crate::search::{Budget, Charge, Explorer, Outcome, Stop, Walk};

/// A resumable search of one metric from one state. See [`crate::search::Search`] for the order of
/// discovery and the effect of a stop.
pub struct Finder {
    board: Arc<Board>,
    start: Places,
    classes: Vec<Vec<usize>>,
    run: Box<dyn Run>,
    /// The tables; the search charges the rest.
    charge: Charge,
}

impl std::fmt::Debug for Finder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Finder({})", self.run.walk().figures())
    }
}

impl Finder {
    /// Returns a search that has discovered `start` and nothing else. Chooses the narrowest words
    /// that the board fits.
    pub fn new(board: Arc<Board>, start: &Places, metric: Metric) -> Self {
        Self::open(board, start, metric, false)
    }

    fn open(board: Arc<Board>, start: &Places, metric: Metric, is_hopeless: bool) -> Self {
        let classes = classes(&board);
        let cells = (board.rows * board.columns) as usize;
        let small = if cells <= 128 { &classes[..] } else { &[] };
        let bits: usize = small
            .iter()
            .map(|class| class.len() * usize::from(width(placements(&board, class[0]).len())))
            .sum();
        let from = From { board: &board, classes: &classes, places: start, is_hopeless };
        let run: Box<dyn Run> = match (cells, bits) {
            (..=64, ..=64) => Box::new(Explorer::new(Packed::<u64, u64>::new(&from, metric))),
            (..=128, ..=64) => Box::new(Explorer::new(Packed::<u64, u128>::new(&from, metric))),
            (..=128, ..=128) => Box::new(Explorer::new(Packed::<u128, u128>::new(&from, metric))),
            _ => Box::new(Explorer::new(Wide::new(&from, metric))),
        };
        Self { board, start: start.clone(), classes, run, charge: Charge::default() }
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
    ) -> Result<Self, Stop> {
        let bytes = Self::table_bytes(board);
        budget.fits(bytes)?;
        let mut finder = Self::open(board.clone(), start, metric, is_hopeless);
        finder.charge.set(bytes, budget);
        Ok(finder)
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
        let own = |block: usize| board.goals.iter().any(|goal| goal.block == block);
        let mut distinct = 0;
        for (number, block) in board.blocks.iter().enumerate() {
            distinct += u64::from(shapes.insert(&block.cells) || own(number));
        }
        // A placement and its corner, with masks of one word or two.
        distinct * cells * each
    }

    /// Returns the moves of real blocks for a path of exchangeable ones, each replayed, and the
    /// state that they lead to.
    fn real(&self, way: &Way) -> (Vec<Move>, Places) {
        let mut places = self.start.clone();
        let mut moves = Vec::with_capacity(way.len());
        for &Hop { from, to, class } in way {
            let block = self.classes[class].iter().copied().find(|&block| places[block] == from);
            let block = block.expect("a block of the class stands where its piece does");
            let by = Move { block, from, to };
            places = self.board.play(&places, by).expect("the plain rules allow every move found");
            moves.push(by);
        }
        (moves, places)
    }
}

impl Engine for Finder {
    type Position = Places;
    type Move = Move;

    fn walk(&self) -> &dyn Walk {
        self.run.walk()
    }

    fn walk_mut(&mut self) -> &mut dyn Walk {
        self.run.walk_mut()
    }

    fn solve(&mut self, budget: &Budget) -> Outcome<Vec<Move>> {
        self.run.solve(budget).map(|way| {
            let (moves, end) = self.real(&way);
            assert!(self.board.is_solved(&end), "a solution ends with all goals holding");
            moves
        })
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<Move>> {
        self.run.next_goal(budget).map(|way| self.real(&way).0)
    }

    fn way_to(&self, id: u32) -> (Vec<Move>, Places) {
        self.real(&self.run.way_to(id))
    }
}
