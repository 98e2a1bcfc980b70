//! Boards packed into keys, and the space that they make.

use std::hash::Hash;

use super::board::{Board, GAP, Pair};
use super::rules::Slide;
use crate::puzzle::moves::Positions;
use crate::search::{Goals, Numbering, Properties, Space};

/// The layout of the boards of one pair in a key.
///
/// ```text
///   bits   | place of the gap | cell n−1 | … | cell 1 | cell 0 |
///   width  |   gap_bits       |  bits    |   |        |  bits  |
/// ```
///
/// A cell holds the rank of its tile's label among the labels of the pair, from 0; the gap's cell
/// holds 0 too, so equal boards have equal keys. Seven red (rank 1) and eight blue tiles (rank 0)
/// on 4×4 take 16 · 1 + 4 = 20 bits; with the gap at place 0 the low bits are the red places.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    rows: usize,
    cols: usize,
    bits: u32,
    /// The start of the place of the gap.
    gap_shift: u32,
    /// Label numbers by rank.
    labels: Vec<u32>,
    /// For a gap at place g: the places of the tiles that slide in, in the tie order, or [`NONE`].
    tiles: Vec<[u32; 4]>,
}

/// No tile on that side.
const NONE: u32 = u32::MAX;

impl Layout {
    /// Returns the layout for the boards of a pair.
    pub(super) fn new(pair: &Pair) -> Self {
        let board = pair.start();
        let rows = board.rows();
        let cols = board.cols();
        let mut labels: Vec<u32> = board.cells().to_vec();
        labels.retain(|&label| label != GAP);
        labels.sort_unstable();
        labels.dedup();
        let bits = usize::BITS - labels.len().saturating_sub(1).leading_zeros();
        let tiles = (0..board.cells().len())
            .map(|gap| {
                let place = |slide: Slide| slide.tile_place(rows, cols, gap);
                Slide::ALL.map(|slide| place(slide).map_or(NONE, |place| place as u32))
            })
            .collect();
        let gap_shift = (board.cells().len() as u32).saturating_mul(bits);
        Self { rows, cols, bits, gap_shift, labels, tiles }
    }

    /// Returns the number of bits that a key takes.
    pub(super) fn key_bits(&self) -> u32 {
        let places = self.tiles.len();
        self.gap_shift.saturating_add(usize::BITS - (places - 1).leading_zeros())
    }

    fn rank(&self, label: u32) -> u32 {
        self.labels.binary_search(&label).map_or(0, |rank| rank as u32)
    }
}

/// A board in a form that is compared and hashed at once.
pub(super) trait Key: Clone + Eq + Hash {
    /// Returns the key of a board.
    fn pack(layout: &Layout, board: &Board) -> Self;
    /// Returns the rank in a cell.
    fn rank(&self, layout: &Layout, cell: usize) -> u32;
    /// Returns the place of the gap.
    fn gap(&self, layout: &Layout) -> usize;
    /// Returns the key after the tile at place `from` slid into the gap.
    #[must_use]
    fn slid(&self, layout: &Layout, from: usize) -> Self;
    /// Returns the bytes beyond the size of the type.
    fn heap_bytes(_layout: &Layout) -> usize {
        0
    }
    /// Returns the number of bits of [`dense`](Self::dense).
    fn dense_bits(_layout: &Layout) -> u32 {
        u32::MAX
    }
    /// Returns the key without the gap's cell, which carries no information: cells after it move up
    /// by one.
    fn dense(&self, _layout: &Layout) -> usize {
        0
    }
}

macro_rules! key_in_a_word {
    ($word:ty) => {
        impl Key for $word {
            fn pack(layout: &Layout, board: &Board) -> Self {
                let mut key = (board.gap() as Self) << layout.gap_shift;
                for (cell, &label) in board.cells().iter().enumerate() {
                    key |= Self::from(layout.rank(label)) << (cell as u32 * layout.bits);
                }
                key
            }
            fn rank(&self, layout: &Layout, cell: usize) -> u32 {
                let mask = ((1 as Self) << layout.bits) - 1;
                (*self >> (cell as u32 * layout.bits) & mask) as u32
            }
            fn gap(&self, layout: &Layout) -> usize {
                (*self >> layout.gap_shift) as usize
            }
            fn slid(&self, layout: &Layout, from: usize) -> Self {
                let gap = self.gap(layout);
                let mask = ((1 as Self) << layout.bits) - 1;
                let shift = from as u32 * layout.bits;
                let tile = *self >> shift & mask;
                let places = (gap ^ from) as Self;
                *self
                    ^ tile << shift
                    ^ tile << (gap as u32 * layout.bits)
                    ^ places << layout.gap_shift
            }
            fn dense_bits(layout: &Layout) -> u32 {
                layout.key_bits() - layout.bits
            }
            fn dense(&self, layout: &Layout) -> usize {
                let below = ((1 as Self) << (self.gap(layout) as u32 * layout.bits)) - 1;
                (*self & below | *self >> layout.bits & !below) as usize
            }
        }
    };
}

key_in_a_word!(u64);
key_in_a_word!(u128);

/// For boards that do not fit a word: the ranks of all cells (the gap's is 0), then the gap's
/// place.
impl Key for Box<[u32]> {
    fn pack(layout: &Layout, board: &Board) -> Self {
        let ranks = board.cells().iter().map(|&label| layout.rank(label));
        ranks.chain([board.gap() as u32]).collect()
    }
    fn rank(&self, _: &Layout, cell: usize) -> u32 {
        self[cell]
    }
    fn gap(&self, _: &Layout) -> usize {
        self[self.len() - 1] as usize
    }
    fn slid(&self, layout: &Layout, from: usize) -> Self {
        let mut key = self.clone();
        let gap = self.gap(layout);
        key[gap] = self[from];
        key[from] = 0;
        key[self.len() - 1] = from as u32;
        key
    }
    fn heap_bytes(layout: &Layout) -> usize {
        // The allocator rounds up, and keeps eight bytes with each block.
        4 * (layout.tiles.len() + 1) + 16
    }
}

/// The space of a pair, with keys of type `K`, which must be wide enough for the layout.
#[derive(Clone, Debug)]
pub(super) struct SliderSpace<K> {
    layout: Layout,
    start: K,
    goal: K,
    arrangements: f64,
}

impl<K: Key> SliderSpace<K> {
    /// Returns the space from the start of the pair to its goal.
    pub(super) fn new(layout: Layout, pair: &Pair) -> Self {
        let start = K::pack(&layout, pair.start());
        let goal = K::pack(&layout, pair.goal());
        Self { layout, start, goal, arrangements: pair.arrangements() }
    }

    /// Returns the board of a key.
    pub(super) fn unpack(&self, key: &K) -> Board {
        let Layout { rows, cols, labels, .. } = &self.layout;
        let gap = key.gap(&self.layout);
        let label = |cell| {
            if cell == gap { GAP } else { labels[key.rank(&self.layout, cell) as usize] }
        };
        let cells = (0..rows * cols).map(label).collect();
        Board::new(*rows, *cols, cells).expect("a key holds all cells and one gap")
    }
}

impl<K: Key> Space for SliderSpace<K> {
    type State = K;
    type Move = Slide;

    fn starts(&self, out: &mut Vec<K>) {
        out.push(self.start.clone());
    }

    fn successors(&self, state: &K, out: &mut Vec<(Slide, K)>) {
        self.visit(state, |slide, next| out.push((slide, next)));
    }

    #[inline(always)]
    fn visit(&self, state: &K, mut visit: impl FnMut(Slide, K)) {
        let tiles = &self.layout.tiles[state.gap(&self.layout)];
        for (slide, &from) in Slide::ALL.into_iter().zip(tiles) {
            if from != NONE {
                visit(slide, state.slid(&self.layout, from as usize));
            }
        }
    }

    fn is_goal(&self, state: &K) -> bool {
        *state == self.goal
    }

    fn properties(&self) -> Properties {
        let bits = K::dense_bits(&self.layout);
        let few = bits <= 22 && self.arrangements * 16.0 >= (1u64 << bits.min(63)) as f64;
        let small = self.arrangements <= 150_000.0;
        Properties {
            goals: Goals::Unique,
            is_reversible: true,
            // Small spaces are often searched to their end, large ones seldom.
            expected_states: if small { self.arrangements as usize } else { 0 },
            heap_bytes: K::heap_bytes(&self.layout),
            dense: few.then(|| Numbering { size: 1 << bits, most_successors: 4 }),
            ..Properties::default()
        }
    }

    fn dense_number(&self, state: &K) -> usize {
        state.dense(&self.layout)
    }

    fn takes_back(&self, last: Slide, next: Slide) -> bool {
        // Left and right, up and down are numbered in pairs.
        next as u8 == last as u8 ^ 1
    }
}

impl<K: Key> Positions for SliderSpace<K> {
    type Position = Board;
    type Step = Slide;

    fn steps(&self, path: &[Slide]) -> Vec<Slide> {
        path.to_vec()
    }

    fn position(&self, state: &K, _: &[Slide]) -> Board {
        self.unpack(state)
    }
}
