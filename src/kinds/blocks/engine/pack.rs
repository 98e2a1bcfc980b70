//! Keys of states and masks of cells, in the width that a board of up to 128 cells needs.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not};

/// A set of small numbers: of the cells of a board, or of the placements of a class.
pub(super) trait Mask:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + 'static
{
    /// A byte for every number that the set may hold.
    type Bytes: AsMut<[u8]>;

    /// The empty set.
    const NONE: Self;
    /// The set of all numbers.
    const ALL: Self;
    /// A zero for every number.
    const ZEROS: Self::Bytes;

    /// Returns the set of one number.
    fn of(number: usize) -> Self;
    /// Returns the set of one number if `there` holds, or else the empty one. Without a branch.
    fn of_if(number: u8, there: bool) -> Self;
    /// Returns the least number of a set that is not empty.
    fn least(self) -> usize;
    /// Returns the set without its least number.
    #[must_use]
    fn without_least(self) -> Self;
}

macro_rules! word_mask {
    ($word:ty, $bits:literal) => {
        impl Mask for $word {
            type Bytes = [u8; $bits];

            const NONE: Self = 0;
            const ALL: Self = Self::MAX;
            const ZEROS: [u8; $bits] = [0; $bits];

            #[inline]
            fn of(number: usize) -> Self {
                1 << number
            }
            #[inline]
            fn of_if(number: u8, there: bool) -> Self {
                Self::from(there) << number
            }
            #[inline]
            fn least(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn without_least(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

word_mask!(u64, 64);
word_mask!(u128, 128);

/// A state: the placements of all pieces, those of a class in ascending order.
pub(super) trait Key: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Packs the placements; `bits[n]` is the width of field `n`.
    fn pack(fields: &[u32], bits: &[u8]) -> Self;
    /// Returns the field of at most eight bits that begins at bit `shift`.
    fn field(self, shift: u8, mask: u8) -> u8;
    /// Returns the key with another value in the field of `bits` bits at `shift`.
    #[must_use]
    fn changed(self, shift: u8, before: u8, after: u8) -> Self;
    /// Returns the key after a value of a sorted run of fields has changed: field `from` of the run
    /// is taken out, and `value` is put in as field `to`. The run begins at bit `shift`, and its
    /// fields are `bits` wide.
    #[must_use]
    fn moved(self, shift: u8, bits: u8, from: u8, to: u8, value: u8) -> Self;
    /// Returns whether the bits of `mask` are those of `wanted`.
    fn matches(self, mask: Self, wanted: Self) -> bool;
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
            #[inline]
            fn field(self, shift: u8, mask: u8) -> u8 {
                (self >> shift) as u8 & mask
            }
            #[inline]
            fn changed(self, shift: u8, before: u8, after: u8) -> Self {
                self ^ Self::from(before ^ after) << shift
            }
            /// ```text
            ///   from 1 to 3, value v:   | d | c | b | a |   →   | v | d | c | a |
            ///   from 3 to 1, value v:   | d | c | b | a |   →   | c | b | v | a |
            /// ```
            #[inline]
            fn moved(self, shift: u8, bits: u8, from: u8, to: u8, value: u8) -> Self {
                let low = from.min(to);
                let high = from.max(to);
                // All but one of the fields from the lower to the higher one move by one place.
                let span = u32::from(bits) * u32::from(high - low);
                let shift = u32::from(shift) + u32::from(bits) * u32::from(low);
                let run = self >> shift;
                let some = ((1 as Self) << span) - 1;
                let whole = some << bits | (1 << bits) - 1;
                let value = Self::from(value);
                let after = match from < to {
                    true => run >> bits & some | value << span,
                    false => (run & some) << bits | value,
                };
                self ^ ((run ^ after) & whole) << shift
            }
            #[inline]
            fn matches(self, mask: Self, wanted: Self) -> bool {
                self & mask == wanted
            }
        }
    };
}

word_key!(u64);
word_key!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    /// A field of a run that moves to another place is what sorting the list gives.
    #[test]
    fn a_value_moves_within_a_run_as_in_a_list() {
        let mut draw = 0x5eed_u64;
        let mut below = |bound: u64| {
            draw ^= draw << 13;
            draw ^= draw >> 7;
            draw ^= draw << 17;
            (draw >> 11) % bound
        };
        for _ in 0..20_000 {
            let bits = 1 + below(7) as u8;
            let count = 1 + below(u64::from(64 / bits)) as u8;
            let shift = below(64 - u64::from(bits * count) + 1) as u8;
            let mut list: Vec<u8> = (0..count).map(|_| below(1 << bits) as u8).collect();
            let around = below(1 << 60) << 4 | below(16);
            let put = |list: &[u8]| {
                let mut key = u128::from(around);
                for (at, &value) in list.iter().enumerate() {
                    let at = shift + at as u8 * bits;
                    key = key & !(((1 << bits) - 1) << at) | u128::from(value) << at;
                }
                key
            };
            let before = put(&list);
            let from = below(u64::from(count)) as u8;
            let to = below(u64::from(count)) as u8;
            let value = below(1 << bits) as u8;
            list.remove(usize::from(from));
            list.insert(usize::from(to), value);
            let after = put(&list);
            assert_eq!((before as u64).moved(shift, bits, from, to, value), after as u64);
            for more in [0, 64] {
                let moved = (before << more).moved(shift + more, bits, from, to, value);
                assert_eq!(moved, after << more);
            }
        }
    }
}
