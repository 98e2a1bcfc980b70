//! Placements of pieces, made once per board.

use std::collections::HashMap;

use super::super::board::{Board, Cell, Direction, Places};
use super::pack::Mask;

/// No neighbour in that direction.
pub(super) const NONE: u32 = u32::MAX;

/// Pieces that may be exchanged: blocks of one shape that no goal names, or one that a goal names.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The first of its placements among all.
    pub(super) first: u32,
    /// The number of its placements.
    pub(super) count: u32,
    /// The first of its pieces among all.
    pub(super) piece: usize,
    /// The number of its pieces.
    pub(super) pieces: usize,
    /// Width of the field of each of its pieces in a key.
    pub(super) bits: u8,
    /// Where the field of its first piece begins.
    pub(super) shift: u32,
}

/// All placements of all classes. A placement has a number within its class, in reading order of
/// corners, and a number among all (`first` of its class + that).
#[derive(Debug)]
pub(super) struct Tables<M> {
    pub(super) classes: Vec<Class>,
    /// For each piece, its class.
    pub(super) class_of: Vec<u32>,
    /// For each placement of all, its class.
    pub(super) class_at: Vec<u32>,
    /// Width of each piece's field in a key.
    pub(super) bits: Vec<u8>,
    /// For each placement of all: its cells.
    pub(super) masks: Vec<M>,
    /// Its first cell in reading order.
    pub(super) firsts: Vec<u32>,
    /// Its corner.
    pub(super) corners: Vec<Cell>,
    /// The placements (among all) one slide up, left, right, down, or [`NONE`].
    pub(super) next: Vec<[u32; 4]>,
    /// The cells that such a slide newly takes; if there is no such slide, the placement's own.
    pub(super) ways: Vec<[M; 4]>,
    /// Goals: piece and placement within its class. `None` if a goal can never hold.
    pub(super) goals: Option<Vec<(usize, u32)>>,
    pub(super) cells: usize,
}

/// Groups the blocks into classes: for each class its blocks.
pub(super) fn classes(board: &Board) -> Vec<Vec<usize>> {
    let mut shapes: HashMap<&[Cell], usize> = HashMap::new();
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for (number, block) in board.blocks.iter().enumerate() {
        if board.goals.iter().any(|goal| goal.block == number) {
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

/// The placements of a block's shape: corners in reading order at which it lies on the board and on
/// no wall.
pub(super) fn placements(board: &Board, block: usize) -> Vec<Cell> {
    let cells = &board.blocks[block].cells;
    let height = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
    let width = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    let mut found = Vec::new();
    for row in 0..board.rows - height {
        for column in 0..board.columns - width {
            let free = |cell: &Cell| !board.walls[board.index((cell.0 + row, cell.1 + column))];
            if cells.iter().all(free) {
                found.push((row, column));
            }
        }
    }
    found
}

/// Bits that hold a number below `count`.
pub(super) fn width(count: usize) -> u8 {
    (usize::BITS - count.saturating_sub(1).leading_zeros()) as u8
}

impl<M: Mask> Tables<M> {
    pub(super) fn new(board: &Board, classes: &[Vec<usize>]) -> Self {
        let cells = (board.rows * board.columns) as usize;
        let mut tables = Self {
            classes: Vec::new(),
            class_of: Vec::new(),
            class_at: Vec::new(),
            bits: Vec::new(),
            masks: Vec::new(),
            firsts: Vec::new(),
            corners: Vec::new(),
            next: Vec::new(),
            ways: Vec::new(),
            goals: Some(Vec::new()),
            cells,
        };
        for (number, blocks) in classes.iter().enumerate() {
            let block = blocks[0];
            let corners = placements(board, block);
            let first = tables.masks.len() as u32;
            let place: HashMap<Cell, u32> =
                corners.iter().zip(first..).map(|(&corner, at)| (corner, at)).collect();
            for &corner in &corners {
                let mut mask = M::none(cells);
                let mut lowest = u32::MAX;
                for cell in board.cells(block, corner) {
                    let index = board.index(cell);
                    mask.put(index);
                    lowest = lowest.min(index as u32);
                }
                tables.masks.push(mask);
                tables.firsts.push(lowest);
                tables.corners.push(corner);
                tables.next.push(Direction::ALL.map(|direction| {
                    let (row, column) = direction.offset();
                    place.get(&(corner.0 + row, corner.1 + column)).copied().unwrap_or(NONE)
                }));
            }
            for at in first as usize..tables.masks.len() {
                let own = &tables.masks[at];
                let ways = tables.next[at].map(|next| {
                    let mut way = tables.masks.get(next as usize).unwrap_or(own).clone();
                    if next != NONE {
                        way.leave(own);
                    }
                    way
                });
                tables.ways.push(ways);
            }
            for goal in board.goals.iter().filter(|goal| goal.block == block) {
                match (place.get(&goal.at), &mut tables.goals) {
                    (Some(&at), Some(goals)) => goals.push((tables.class_of.len(), at - first)),
                    _ => tables.goals = None,
                }
            }
            let bits = width(corners.len());
            let shift = tables.bits.iter().map(|&bits| u32::from(bits)).sum();
            tables.class_at.extend(corners.iter().map(|_| number as u32));
            tables.classes.push(Class {
                first,
                count: corners.len() as u32,
                piece: tables.class_of.len(),
                pieces: blocks.len(),
                bits,
                shift,
            });
            for _ in blocks {
                tables.class_of.push(number as u32);
                tables.bits.push(bits);
            }
        }
        tables
    }

    /// The fields of a state in which the blocks stand at `places`.
    pub(super) fn fields(&self, classes: &[Vec<usize>], places: &Places) -> Vec<u32> {
        let mut fields = Vec::new();
        for (class, blocks) in self.classes.iter().zip(classes) {
            let range = class.first as usize..(class.first + class.count) as usize;
            let corners = &self.corners[range];
            let mut own: Vec<u32> = blocks
                .iter()
                .map(|&block| {
                    corners.binary_search(&places[block]).expect("a block stands on the board")
                        as u32
                })
                .collect();
            own.sort_unstable();
            fields.extend(own);
        }
        fields
    }
}
