//! Vectors of sixteen lanes of 16 bits, as the solver of 9×9 grids needs them.
//!
//! A vector holds four words of 64 bits, a word four lanes, lane 0 in its lowest bits. A [`Machine`]
//! is one way to compute with them; [`Portable`] is the plain one, the twin that the others are
//! tested against.

use std::array::from_fn;

/// The four words of a vector.
pub(super) type Words = [u64; 4];

/// A way to compute with vectors. A value of it proves that this processor has the instructions.
pub(super) trait Machine: Copy {
    /// A vector in the form that this machine computes with.
    type Vector: Copy;

    /// Returns the vector of these words.
    fn load(self, words: &Words) -> Self::Vector;
    /// Returns the words of a vector.
    fn words(self, a: Self::Vector) -> Words;
    /// Returns the vector with `lane` in each lane.
    fn fill(self, lane: u16) -> Self::Vector;

    /// Returns the bits of both.
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the bits of either.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the bits of exactly one of them.
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the bits of `a` that are not in `b`.
    fn without(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns whether no bit is set.
    fn is_zero(self, a: Self::Vector) -> bool;

    /// Moves each lane up by `N` bits; those moved out are lost.
    fn up<const N: i32>(self, a: Self::Vector) -> Self::Vector;
    /// Moves each lane down by `N` bits.
    fn down<const N: i32>(self, a: Self::Vector) -> Self::Vector;
    /// Sets all bits of the lanes that are zero, and clears the other lanes.
    fn zeros(self, a: Self::Vector) -> Self::Vector;
    /// Returns a vector whose lanes are zero where a lane of `a` or of `b` is.
    fn nonzero_in_both(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns each lane without its lowest bit; bit 15 must be clear.
    fn drop_lowest(self, a: Self::Vector) -> Self::Vector;
    /// Lanes of three bits: `p | q << 3`, where bit `i` of `p` is bit `i + 1` (mod 3) of the lane,
    /// and bit `i` of `q` bit `i + 2`.
    fn turned(self, a: Self::Vector) -> Self::Vector;
    /// Exchanges `p` and `q`.
    fn turned_back(self, a: Self::Vector) -> Self::Vector;
    /// Lanes of three bits, each three times: at bits 0, 3 and 6.
    fn triple(self, a: Self::Vector) -> Self::Vector;

    /// Returns in each word lanes 1, 2, 0, and a lane of zero.
    fn next_lane(self, a: Self::Vector) -> Self::Vector;
    /// Returns in each word lanes 2, 0, 1, and a lane of zero.
    fn last_lane(self, a: Self::Vector) -> Self::Vector;
    /// Words 1, 2, 0, 0.
    fn next_word(self, a: Self::Vector) -> Self::Vector;
    /// Words 2, 0, 1, 1.
    fn last_word(self, a: Self::Vector) -> Self::Vector;
    /// Returns for each of words 0, 1 and 2 the vector with this word four times.
    fn spread(self, a: Self::Vector) -> [Self::Vector; 3];
    /// Words 0 of `a` and `b`, words 2 of `a` and `b`; and words 1 and 3 likewise.
    fn fold_pair(self, a: Self::Vector, b: Self::Vector) -> (Self::Vector, Self::Vector);
    /// Words 1, 0, 3, 2.
    fn swap(self, a: Self::Vector) -> Self::Vector;
    /// Words 0 and 1 of `a` and `b`; and words 2 and 3 of `a` and `b`.
    fn fold_halves(self, a: Self::Vector, b: Self::Vector) -> (Self::Vector, Self::Vector);
}

/// Plain arithmetic with 64 bits, on any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

/// Returns the word with `lane` in each lane.
const fn each(lane: u16) -> u64 {
    lane as u64 * 0x0001_0001_0001_0001
}

/// Returns bit 15 of each lane that is not zero.
#[inline(always)]
fn nonzero(a: u64) -> u64 {
    const LOW: u64 = each(0x7fff);
    (((a & LOW) + LOW) | a) & each(0x8000)
}

/// Returns `p` of [`Machine::turned`].
#[inline(always)]
fn turn(a: u64) -> u64 {
    (a >> 1 | a << 2) & each(7)
}

impl Machine for Portable {
    type Vector = Words;

    #[inline(always)]
    fn load(self, words: &Words) -> Words {
        *words
    }

    #[inline(always)]
    fn words(self, a: Words) -> Words {
        a
    }

    #[inline(always)]
    fn fill(self, lane: u16) -> Words {
        [each(lane); 4]
    }

    #[inline(always)]
    fn and(self, a: Words, b: Words) -> Words {
        from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: Words, b: Words) -> Words {
        from_fn(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn xor(self, a: Words, b: Words) -> Words {
        from_fn(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    fn without(self, a: Words, b: Words) -> Words {
        from_fn(|i| a[i] & !b[i])
    }

    #[inline(always)]
    fn is_zero(self, a: Words) -> bool {
        a[0] | a[1] | a[2] | a[3] == 0
    }

    #[inline(always)]
    fn up<const N: i32>(self, a: Words) -> Words {
        a.map(|word| word << N & each(u16::MAX << N))
    }

    #[inline(always)]
    fn down<const N: i32>(self, a: Words) -> Words {
        a.map(|word| word >> N & each(u16::MAX >> N))
    }

    #[inline(always)]
    fn zeros(self, a: Words) -> Words {
        a.map(|word| (nonzero(word) ^ each(0x8000)) >> 15)
            .map(|ones| (ones << 16).wrapping_sub(ones))
    }

    #[inline(always)]
    fn nonzero_in_both(self, a: Words, b: Words) -> Words {
        from_fn(|i| nonzero(a[i]) & nonzero(b[i]))
    }

    #[inline(always)]
    fn drop_lowest(self, a: Words) -> Words {
        // The highest bit of each lane keeps the subtraction within it.
        a.map(|word| word & ((word | each(0x8000)) - each(1)))
    }

    #[inline(always)]
    fn turned(self, a: Words) -> Words {
        a.map(|word| turn(word) | turn(turn(word)) << 3)
    }

    #[inline(always)]
    fn turned_back(self, a: Words) -> Words {
        a.map(|word| turn(turn(word)) | turn(word) << 3)
    }

    #[inline(always)]
    fn triple(self, a: Words) -> Words {
        a.map(|word| word | word << 3 | word << 6)
    }

    #[inline(always)]
    fn next_lane(self, a: Words) -> Words {
        a.map(|word| word >> 16 & 0xffff_ffff | (word & 0xffff) << 32)
    }

    #[inline(always)]
    fn last_lane(self, a: Words) -> Words {
        a.map(|word| word << 16 & 0xffff_ffff_0000 | word >> 32 & 0xffff)
    }

    #[inline(always)]
    fn next_word(self, a: Words) -> Words {
        [a[1], a[2], a[0], a[0]]
    }

    #[inline(always)]
    fn last_word(self, a: Words) -> Words {
        [a[2], a[0], a[1], a[1]]
    }

    #[inline(always)]
    fn spread(self, a: Words) -> [Words; 3] {
        from_fn(|i| [a[i]; 4])
    }

    #[inline(always)]
    fn fold_pair(self, a: Words, b: Words) -> (Words, Words) {
        ([a[0], b[0], a[2], b[2]], [a[1], b[1], a[3], b[3]])
    }

    #[inline(always)]
    fn swap(self, a: Words) -> Words {
        [a[1], a[0], a[3], a[2]]
    }

    #[inline(always)]
    fn fold_halves(self, a: Words, b: Words) -> (Words, Words) {
        ([a[0], a[1], b[0], b[1]], [a[2], a[3], b[2], b[3]])
    }
}
