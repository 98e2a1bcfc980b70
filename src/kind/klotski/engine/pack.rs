//! Keys of states and masks of cells, in the width that a board needs.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of cells of a board.
pub(super) trait Mask: Clone + Debug + Send + Sync + 'static {
    /// No cell, of a board of so many.
    fn none(cells: usize) -> Self;
    /// Adds a cell.
    fn put(&mut self, cell: usize);
    /// Adds all cells of another set.
    fn join(&mut self, other: &Self);
    /// Takes away the cells of a set that lies within this one.
    fn part(&mut self, other: &Self);
    /// Whether the sets share a cell.
    fn meets(&self, other: &Self) -> bool;
}

macro_rules! word_mask {
    ($word:ty) => {
        impl Mask for $word {
            fn none(_cells: usize) -> Self {
                0
            }
            fn put(&mut self, cell: usize) {
                *self |= 1 << cell;
            }
            fn join(&mut self, other: &Self) {
                *self |= other;
            }
            fn part(&mut self, other: &Self) {
                *self ^= other;
            }
            fn meets(&self, other: &Self) -> bool {
                self & other != 0
            }
        }
    };
}

word_mask!(u64);
word_mask!(u128);

impl Mask for Box<[u64]> {
    fn none(cells: usize) -> Self {
        vec![0; cells.div_ceil(64)].into()
    }
    fn put(&mut self, cell: usize) {
        self[cell / 64] |= 1 << (cell % 64);
    }
    fn join(&mut self, other: &Self) {
        for (word, more) in self.iter_mut().zip(other) {
            *word |= more;
        }
    }
    fn part(&mut self, other: &Self) {
        for (word, less) in self.iter_mut().zip(other) {
            *word ^= less;
        }
    }
    fn meets(&self, other: &Self) -> bool {
        self.iter().zip(other).any(|(one, two)| one & two != 0)
    }
}

/// A state: the placements of all pieces, those of a class in ascending order.
pub(super) trait Key: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The number of a placement among all: 16 bits are enough for boards of up to 128 cells.
    type Place: Copy + Eq + Debug + Send + Sync + TryFrom<u32> + Into<u32>;
    /// Packs the placements; `bits[n]` is the width of field `n`.
    fn pack(fields: &[u32], bits: &[u8]) -> Self;
    /// The inverse of [`Key::pack`].
    fn unpack(&self, bits: &[u8], fields: &mut Vec<u32>);
    /// Bytes held besides the key itself, for so many fields.
    fn heap(fields: usize) -> usize;
}

macro_rules! word_key {
    ($word:ty) => {
        /// ```text
        ///   low bits                                             high bits
        ///   field 0 (bits[0] wide) | field 1 (bits[1]) | … | zeros
        ///   Placements 5, 2 in fields 3 and 4 wide: 0b0010_101.
        /// ```
        impl Key for $word {
            type Place = u16;
            fn pack(fields: &[u32], bits: &[u8]) -> Self {
                let mut key = 0;
                for (&field, &bits) in fields.iter().zip(bits).rev() {
                    key = key << bits | Self::from(field);
                }
                key
            }
            fn unpack(&self, bits: &[u8], fields: &mut Vec<u32>) {
                fields.clear();
                let mut key = *self;
                for &bits in bits {
                    fields.push((key & ((1 << bits) - 1)) as u32);
                    key >>= bits;
                }
            }
            fn heap(_fields: usize) -> usize {
                0
            }
        }
    };
}

word_key!(u64);
word_key!(u128);

impl Key for Box<[u32]> {
    type Place = u32;
    fn pack(fields: &[u32], _bits: &[u8]) -> Self {
        fields.into()
    }
    fn unpack(&self, _bits: &[u8], fields: &mut Vec<u32>) {
        fields.clear();
        fields.extend_from_slice(self);
    }
    fn heap(fields: usize) -> usize {
        4 * fields + 16
    }
}
