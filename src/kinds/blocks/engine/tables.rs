//! Placements of pieces, made once per board.

use std::collections::HashMap;

use super::super::rules::{Board, Direction, Places};
use super::pack::Mask;
use crate::scene::Coordinate;

/// Pieces that may be exchanged: blocks of one shape that no goal names, or one that a goal names.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The first of its placements among all.
    pub(super) first: usize,
    /// The number of its placements.
    pub(super) count: usize,
    /// The first of its pieces among all.
    pub(super) piece: usize,
    /// The number of its pieces.
    pub(super) pieces: usize,
    /// Width of the field of each of its pieces in a key.
    pub(super) bits: u8,
    /// The start of the field of its first piece.
    pub(super) shift: u8,
}

/// A piece: where its field is in a key, and the first placement of its class among all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) shift: u8,
    /// As many bits as the field has.
    pub(super) mask: u8,
    pub(super) class: u8,
    /// Its number among the pieces of its class, and how many of them come after it.
    pub(super) rank: u8,
    pub(super) later: u8,
    /// Width of its field, and where the field of the first piece of its class begins.
    pub(super) bits: u8,
    pub(super) run: u8,
    pub(super) first: usize,
}

/// The place at which a goal wants a piece of a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceGoal {
    /// The number of the piece in the key.
    pub(super) piece: usize,
    /// The number that a key holds for the piece there: a placement of its class, or its corner.
    pub(super) field: u32,
}

/// The part of a placement that the successor function reads: one cache line on a board of 64
/// cells.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Spot<M> {
    /// Its cells.
    pub(super) mask: M,
    /// The cells that a slide up, left, right, down newly takes, or only the first two for those
    /// along a lane; all if there is no such slide.
    pub(super) ways: [M; 4],
    /// The placements of the class after these slides; the placement itself if there is none.
    pub(super) next: [u8; 4],
    /// Its first cell in reading order.
    pub(super) cell: u8,
}

/// All placements of all classes. A placement has a number within its class, in reading order of
/// corners, and a number among all (`first` of its class + that).
#[derive(Debug)]
pub(super) struct Tables<M> {
    pub(super) classes: Vec<Class>,
    pub(super) pieces: Vec<Piece>,
    /// Width of each piece's field in a key.
    pub(super) bits: Vec<u8>,
    /// All placements.
    pub(super) spots: Vec<Spot<M>>,
    /// Their corners.
    pub(super) corners: Vec<Coordinate>,
    /// True if pieces keep to their lanes, so that each has two ways.
    pub(super) lanes: bool,
    /// The goals, with placements. `None` if a goal can never hold.
    pub(super) goals: Option<Vec<PieceGoal>>,
}

/// Groups the blocks into classes: for each class its blocks. Blocks that keep to their lanes cannot be
/// exchanged.
pub(in super::super) fn classes(board: &Board) -> Vec<Vec<usize>> {
    let mut shapes: HashMap<&[Coordinate], usize> = HashMap::new();
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for (number, block) in board.blocks.iter().enumerate() {
        if board.lanes || board.goals.iter().any(|goal| goal.block == number) {
            classes.push(vec![number]);
            continue;
        }
        let class = *shapes.entry(&block.cells).or_insert_with(|| {
            classes.push(Vec::new());
            classes.len() - 1
        });
        classes[class].push(number);
    }
    classes
}

/// Returns the placements of a block's shape: corners in reading order at which it lies on the board
/// and on no wall. Those of a block that keeps to its lane lie between two walls or edges.
pub(super) fn placements(board: &Board, block: usize) -> Vec<Coordinate> {
    let is_free = |corner: Coordinate| {
        let mut cells = board.cells(block, corner);
        cells.all(|cell| board.holds(cell) && !board.walls[board.index(cell)])
    };
    if let (true, &[back, ahead]) = (board.lanes, board.ways(block)) {
        let start = board.start[block];
        let along =
            |way: Direction| std::iter::successors(Some(start), move |at| Some(*at + way.offset()));
        let mut lane: Vec<Coordinate> = along(back).skip(1).take_while(|at| is_free(*at)).collect();
        lane.reverse();
        lane.extend(along(ahead).take_while(|at| is_free(*at)));
        return lane;
    }
    let cells = &board.blocks[block].cells;
    let height = cells.iter().map(|cell| cell.row).max().unwrap_or(0);
    let width = cells.iter().map(|cell| cell.column).max().unwrap_or(0);
    let mut corners = Vec::new();
    for row in 0..board.rows - height {
        for column in 0..board.columns - width {
            let corner = Coordinate { row, column };
            if is_free(corner) {
                corners.push(corner);
            }
        }
    }
    corners
}

/// Returns the number of bits that hold a number below `count`.
pub(super) fn width(count: usize) -> u8 {
    (usize::BITS - count.saturating_sub(1).leading_zeros()) as u8
}

/// Returns the cells of a block whose corner is at a cell.
fn mask<M: Mask>(board: &Board, block: usize, corner: Coordinate) -> M {
    board.cells(block, corner).fold(M::NONE, |mask, cell| mask | M::of(board.index(cell)))
}

impl<M: Mask> Tables<M> {
    /// Returns the tables of a board of at most 128 cells.
    pub(super) fn new(board: &Board, classes: &[Vec<usize>]) -> Self {
        let mut tables = Self {
            classes: Vec::new(),
            pieces: Vec::new(),
            bits: Vec::new(),
            spots: Vec::new(),
            corners: Vec::new(),
            lanes: board.lanes,
            goals: Some(Vec::new()),
        };

        let mut shift = 0;
        for (number, blocks) in classes.iter().enumerate() {
            let block = blocks[0];
            let corners = placements(board, block);
            let first = tables.spots.len();
            // A class has no more placements than the board has cells: a byte holds a number.
            let place = |corner| corners.binary_search(&corner).ok().map(|at| at as u8);

            let masks: Vec<M> = corners.iter().map(|&at| mask(board, block, at)).collect();
            for (at, &corner) in corners.iter().enumerate() {
                let mut spot = Spot {
                    mask: masks[at],
                    ways: [M::ALL; 4],
                    next: [at as u8; 4],
                    cell: masks[at].least() as u8,
                };
                for (slide, &direction) in board.ways(block).iter().enumerate() {
                    if let Some(next) = place(corner + direction.offset()) {
                        spot.next[slide] = next;
                        spot.ways[slide] = masks[usize::from(next)] & !masks[at];
                    }
                }
                tables.spots.push(spot);
            }

            for goal in board.goals.iter().filter(|goal| goal.block == block) {
                match (place(goal.at), &mut tables.goals) {
                    (Some(at), Some(goals)) => {
                        goals.push(PieceGoal { piece: tables.pieces.len(), field: at.into() });
                    }
                    _ => tables.goals = None,
                }
            }

            let bits = width(corners.len());
            let count = corners.len();
            tables.corners.extend(corners);
            let piece = tables.pieces.len();
            let pieces = blocks.len();
            tables.classes.push(Class { first, count, piece, pieces, bits, shift });

            let run = shift;
            for rank in 0..pieces {
                // A field without bits holds 0 wherever it is read.
                let shift_within = if bits == 0 { 0 } else { shift };
                let mask = ((1_u32 << bits) - 1) as u8;
                let class = number as u8;
                let later = (pieces - rank - 1) as u8;
                let rank = rank as u8;
                let piece =
                    Piece { shift: shift_within, mask, class, rank, later, bits, run, first };
                tables.pieces.push(piece);
                tables.bits.push(bits);
                shift += bits;
            }
        }
        tables
    }

    /// Returns the fields of a state in which the blocks are at `places`.
    pub(super) fn fields(&self, classes: &[Vec<usize>], places: &Places) -> Vec<u32> {
        let mut fields = Vec::new();
        for (class, blocks) in self.classes.iter().zip(classes) {
            let corners = &self.corners[class.first..class.first + class.count];
            let mut indices: Vec<u32> = blocks
                .iter()
                .map(|&block| {
                    corners.binary_search(&places[block]).expect("a block stands on the board")
                        as u32
                })
                .collect();
            indices.sort_unstable();
            fields.extend(indices);
        }
        fields
    }
}
