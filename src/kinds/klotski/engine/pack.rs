//! Keys of states and masks of cells, in the width that a board of up to 128 cells needs.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of cells of a board.
pub(super) trait Mask: Clone + Debug + Send + Sync + 'static {
    /// The empty set, for a board of that many cells.
    fn none(cells: usize) -> Self;
    /// Adds a cell.
    fn put(&mut self, cell: usize);
    /// Adds all cells of another set.
    fn join(&mut self, other: &Self);
    /// Removes the cells of a set that lies within this one.
    fn part(&mut self, other: &Self);
    /// Removes the cells of any set.
    fn leave(&mut self, other: &Self);
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
            fn leave(&mut self, other: &Self) {
                *self &= !other;
            }
            fn meets(&self, other: &Self) -> bool {
                self & other != 0
            }
        }
    };
}

word_mask!(u64);
word_mask!(u128);

/// A state: the placements of all pieces, those of a class in ascending order.
pub(super) trait Key: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Packs the placements; `bits[n]` is the width of field `n`.
    fn pack(fields: &[u32], bits: &[u8]) -> Self;
    /// The inverse of [`Key::pack`].
    fn unpack(&self, bits: &[u8], fields: &mut Vec<u32>);
    /// The field that begins at bit `shift`, without the others.
    fn field(&self, shift: u32, bits: u8) -> u32;
    /// The key with `fields`, each `bits` wide and the first from bit `shift` on, in place of the
    /// old fields.
    fn replaced(&self, shift: u32, bits: u8, fields: &[u32]) -> Self;
}

macro_rules! word_key {
    ($word:ty) => {
        /// ```text
        ///   low bits                                             high bits
        ///   field 0 (bits[0] wide) | field 1 (bits[1]) | … | zeros
        ///   Placements 5, 2 in fields 3 and 4 wide: 0b0010_101.
        /// ```
        impl Key for $word {
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
            fn field(&self, shift: u32, bits: u8) -> u32 {
                (self >> shift & ((1 << bits) - 1)) as u32
            }
            fn replaced(&self, shift: u32, bits: u8, fields: &[u32]) -> Self {
                let (mut rest, mut own, mut at) = (*self, 0, shift);
                for &field in fields {
                    rest &= !(((1 << bits) - 1) << at);
                    own |= Self::from(field) << at;
                    at += u32::from(bits);
                }
                rest | own
            }
        }
    };
}

word_key!(u64);
word_key!(u128);
