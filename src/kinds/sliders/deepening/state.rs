//! The board of a node of the iterative deepening, in two forms: three words for boards of at most 16
//! places, lists for larger ones. Korf's boards 1 to 50 take 4.9 s of processor in words, 8.5 s in
//! lists.

use super::super::groups::Side;
use super::super::pattern::MAX_PLACES;

/// A board: which tile is where, and which entries of the tables it has.
pub(super) trait State: Copy {
    /// Returns the board of these tiles; that at the gap does not count.
    fn new(cells: &[u8], gap: usize, sides: &[Side; 2]) -> Self;

    /// Returns the change on a side if a tile moves and its place counts `by` more.
    fn step(side: &Side, tile: usize, by: i32) -> Step;

    /// Returns the tile at a place.
    fn tile(&self, place: usize) -> usize;

    /// Returns the entries of the moved tile's group on a side, before and after the step.
    fn indices(&self, side: usize, step: &Step) -> (usize, usize);

    /// Returns the board after the tile at `place` has moved to `gap`.
    fn slid(&self, gap: usize, place: usize, tile: usize, steps: &[Step; 2]) -> Self;
}

/// The change of a side by moving a tile.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    /// The difference of the index of the group, shifted to the place of the index.
    shifted: i64,
    /// The difference of the index of the group.
    by: i32,
    /// The place and the width of the index of the group.
    at: u32,
    mask: u32,
    /// The start of the table of the group.
    offset: u32,
}

/// A board of at most [`Words::PLACES`] places in three words.
///
/// ```text
///   cells   | tile at place 15 | … | tile at place 1 | tile at place 0 |   4 bits each, 0 at the gap
///   a side  |   index of group 2   | index of group 1 | index of group 0 |   21 bits each if there are 3
/// ```
#[derive(Clone, Copy)]
pub(super) struct Words {
    cells: u64,
    sides: [u64; 2],
}

impl Words {
    /// The most places of such a board.
    pub(super) const PLACES: usize = 16;

    /// Returns the bits of an index.
    fn width(side: &Side) -> u32 {
        u64::BITS / side.offsets.len().max(2) as u32
    }
}

impl State for Words {
    fn new(cells: &[u8], gap: usize, sides: &[Side; 2]) -> Self {
        let packed = (0..).zip(cells).filter(|&(place, _)| place != gap);
        Self {
            cells: packed.fold(0, |cells, (place, &tile)| cells | u64::from(tile) << (4 * place)),
            sides: sides.each_ref().map(|side| {
                let groups = (0..).zip(side.indices(cells, gap));
                groups.fold(0, |bits, (group, index)| {
                    bits | (index as u64) << (group * Self::width(side))
                })
            }),
        }
    }

    fn step(side: &Side, tile: usize, by: i32) -> Step {
        let group = side.group[tile];
        let width = Self::width(side);
        let at = u32::from(group) * width;
        let by = side.weight[tile] * by;
        Step {
            shifted: i64::from(by) << at,
            by,
            at,
            mask: (1u64 << width).wrapping_sub(1) as u32,
            offset: side.offsets[usize::from(group)] as u32,
        }
    }

    #[inline(always)]
    fn tile(&self, place: usize) -> usize {
        (self.cells >> (4 * place) & 15) as usize
    }

    #[inline(always)]
    fn indices(&self, side: usize, step: &Step) -> (usize, usize) {
        let index = ((self.sides[side] >> step.at) as u32 & step.mask) + step.offset;
        (index as usize, index.wrapping_add_signed(step.by) as usize)
    }

    #[inline(always)]
    fn slid(&self, gap: usize, place: usize, tile: usize, steps: &[Step; 2]) -> Self {
        let tile = tile as u64;
        Self {
            cells: self.cells ^ tile << (4 * place) ^ tile << (4 * gap),
            sides: std::array::from_fn(|side| {
                self.sides[side].wrapping_add_signed(steps[side].shifted)
            }),
        }
    }
}

/// Most groups of a side: of three tiles each, on [`MAX_PLACES`] places.
const MOST_GROUPS: usize = MAX_PLACES.div_ceil(3);

/// A larger board: a number per place and per group.
#[derive(Clone, Copy)]
pub(super) struct Lists {
    cells: [u8; MAX_PLACES],
    sides: [[u32; MOST_GROUPS]; 2],
}

impl State for Lists {
    fn new(cells: &[u8], gap: usize, sides: &[Side; 2]) -> Self {
        let mut lists = Self { cells: [0; MAX_PLACES], sides: [[0; MOST_GROUPS]; 2] };
        lists.cells[..cells.len()].copy_from_slice(cells);
        for (list, side) in lists.sides.iter_mut().zip(sides) {
            for (at, index) in list.iter_mut().zip(side.indices(cells, gap)) {
                *at = index as u32;
            }
        }
        lists
    }

    fn step(side: &Side, tile: usize, by: i32) -> Step {
        let group = side.group[tile];
        Step {
            shifted: 0,
            by: side.weight[tile] * by,
            at: u32::from(group),
            mask: 0,
            offset: side.offsets[usize::from(group)] as u32,
        }
    }

    #[inline(always)]
    fn tile(&self, place: usize) -> usize {
        usize::from(self.cells[place])
    }

    #[inline(always)]
    fn indices(&self, side: usize, step: &Step) -> (usize, usize) {
        let index = self.sides[side][step.at as usize] + step.offset;
        (index as usize, index.wrapping_add_signed(step.by) as usize)
    }

    #[inline(always)]
    fn slid(&self, gap: usize, _: usize, tile: usize, steps: &[Step; 2]) -> Self {
        let mut to = *self;
        to.cells[gap] = tile as u8;
        for (side, step) in to.sides.iter_mut().zip(steps) {
            let index = &mut side[step.at as usize];
            *index = index.wrapping_add_signed(step.by);
        }
        to
    }
}
