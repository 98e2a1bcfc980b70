//! The step on x86-64-v3: 256 bits at a time for all work that is the same for every node, bit
//! deposit and extract for the work that depends on the shape.
//!
//! Four words of lefts and four of rights are eight words in breadth-first order. A table of 16
//! bytes spreads the bits of a nibble, another one sorts them:
//!
//! ```text
//!             high half  low half of a byte
//!   lefts       hgfe dcba   →   .h.g.f.e .d.c.b.a   ┐
//!   rights      HGFE DCBA   →   H.G.F.E. D.C.B.A.   ┴→   HhGgFfEe DdCcBbAa
//!
//!   and back    HhGgFfEe DdCcBbAa   →   HGFEhgfe DCBAdcba   →   HGFEDCBA, hgfedcba
//! ```
#![allow(unsafe_code)]

use super::bmi2::Bmi2;
use super::complete;
use super::gather::Stream;
use super::sweep::Sliced;
use crate::kinds::automaton::layout::Shape;
use crate::kinds::automaton::rules::Rule;
use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_loadu_si256, _mm256_maddubs_epi16, _mm256_or_si256,
    _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_storeu_si256,
    _mm256_unpackhi_epi8, _mm256_unpacklo_epi8, _mm256_xor_si256,
};

/// Blocks (of 128 nodes) whose gathered words are held back before the rule runs over them: long
/// enough that the words have left the store buffer when they are read again. Chunks of four blocks,
/// each stepped while the next is gathered, reached 13.4 G cells/s instead of 15.4.
const CHUNK: usize = 16;

/// Returns the table that brings bit `i` of a nibble to bit `to[i]`, for both halves of a register.
const fn table(to: [u8; 4]) -> [u8; 32] {
    let mut table = [0; 32];
    let mut at = 0;
    while at < 32 {
        let mut bit = 0;
        while bit < 4 {
            table[at] |= (at as u8 >> bit & 1) << to[bit];
            bit += 1;
        }
        at += 1;
    }
    table
}

const SPREAD_LEFT: [u8; 32] = table([0, 2, 4, 6]);
const SPREAD_RIGHT: [u8; 32] = table([1, 3, 5, 7]);
const SORT_LOW: [u8; 32] = table([0, 4, 1, 5]);
const SORT_HIGH: [u8; 32] = table([2, 6, 3, 7]);

#[target_feature(enable = "avx2")]
#[inline]
fn look_up(table: &[u8; 32], nibbles: __m256i) -> __m256i {
    // SAFETY: the table has 32 bytes.
    _mm256_shuffle_epi8(unsafe { _mm256_loadu_si256(table.as_ptr().cast()) }, nibbles)
}

/// Returns the low nibble of each byte, and the high one.
#[target_feature(enable = "avx2")]
#[inline]
fn nibbles(x: __m256i) -> (__m256i, __m256i) {
    let low = _mm256_set1_epi8(15);
    (_mm256_and_si256(x, low), _mm256_and_si256(_mm256_srli_epi16::<4>(x), low))
}

/// Changes words 1 and 2: unpacking and packing work on each half of a register.
#[target_feature(enable = "avx2")]
#[inline]
fn cross(x: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(x)
}

/// Returns four words of lefts and four of rights as eight words in breadth-first order.
#[target_feature(enable = "avx2")]
#[inline]
fn interleave(lefts: __m256i, rights: __m256i) -> [__m256i; 2] {
    let (left, right) = (nibbles(cross(lefts)), nibbles(cross(rights)));
    let low = _mm256_or_si256(look_up(&SPREAD_LEFT, left.0), look_up(&SPREAD_RIGHT, right.0));
    let high = _mm256_or_si256(look_up(&SPREAD_LEFT, left.1), look_up(&SPREAD_RIGHT, right.1));
    [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)]
}

/// Undoes [`interleave`].
#[target_feature(enable = "avx2")]
#[inline]
fn split(words: [__m256i; 2]) -> (__m256i, __m256i) {
    let sorted = words.map(|word| {
        let (low, high) = nibbles(word);
        nibbles(_mm256_or_si256(look_up(&SORT_LOW, low), look_up(&SORT_HIGH, high)))
    });
    // Each low byte once and each high byte 16 times.
    let joined = |nibbles| _mm256_maddubs_epi16(nibbles, _mm256_set1_epi16(0x1001));
    let packed = |first, second| _mm256_packus_epi16(joined(first), joined(second));
    (cross(packed(sorted[0].0, sorted[1].0)), cross(packed(sorted[0].1, sorted[1].1)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(words: &[u64; 4]) -> __m256i {
    // SAFETY: four words are 32 bytes.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// Returns the eight words from `at`.
#[target_feature(enable = "avx2")]
#[inline]
fn load_both<const N: usize>(words: &[u64; N], at: usize) -> [__m256i; 2] {
    let fours = words[at..at + 8].as_chunks().0;
    [load(&fours[0]), load(&fours[1])]
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(words: &mut [u64; 4], x: __m256i) {
    // SAFETY: four words are 32 bytes.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), x) }
}

/// Returns the words of a chunk; 0 after the end of the row.
fn chunk(row: &[u64], from: usize) -> [u64; CHUNK] {
    let row = &row[from..];
    row.first_chunk().copied().unwrap_or_else(|| {
        let mut chunk = [0; CHUNK];
        chunk[..row.len()].copy_from_slice(row);
        chunk
    })
}

/// Writes as many words of a chunk as the row has.
fn put_chunk(row: &mut [u64], from: usize, chunk: &[u64; CHUNK]) {
    let row = &mut row[from..];
    match row.first_chunk_mut() {
        Some(words) => *words = *chunk,
        None => row.copy_from_slice(&chunk[..row.len()]),
    }
}

/// A rule for nodes in registers. What it makes of one state, given the others, is one of four
/// functions: dead, live, the state, or its opposite. So all four are laid out, and the rule says
/// which of them is in which place: half the work of the polynomial of [`Sliced`].
#[derive(Clone, Copy)]
struct Wide {
    /// The function of the right child for the terms with every choice of parent, left and own.
    by_right: [usize; 8],
    /// The function of the own state of a leaf for the terms without and with the parent.
    by_own: [usize; 2],
}

/// Returns the four functions of a state, in the order of [`Wide`].
#[target_feature(enable = "avx2")]
#[inline]
fn functions(x: __m256i) -> [__m256i; 4] {
    let (dead, live) = (_mm256_setzero_si256(), _mm256_set1_epi8(-1));
    [dead, live, x, _mm256_xor_si256(x, live)]
}

impl Wide {
    fn new(sliced: &Sliced) -> Self {
        let function = |with, without| (sliced.0[without] & 1 | (sliced.0[with] & 2)) as usize;
        Self {
            by_right: std::array::from_fn(|i| function(2 * i + 1, 2 * i)),
            by_own: [function(2, 0), function(10, 8)],
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn apply(&self, parent: __m256i, left: __m256i, own: __m256i, right: __m256i) -> __m256i {
        let sum = |a, by, b| _mm256_xor_si256(a, _mm256_and_si256(by, b));
        let right = functions(right);
        // SAFETY: `new` makes only numbers below 4.
        let by_right = |i: usize| unsafe { *right.get_unchecked(self.by_right[i]) };
        let by_own = |i: usize| sum(by_right(i), own, by_right(i + 1));
        let by_left = |i: usize| sum(by_own(i), left, by_own(i + 2));
        sum(by_left(0), parent, by_left(4))
    }

    /// Computes [`Wide::apply`] for nodes without children.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn apply_to_leaves(&self, parent: __m256i, own: __m256i) -> __m256i {
        let own = functions(own);
        // SAFETY: `new` makes only numbers below 4.
        let by_own = |i: usize| unsafe { *own.get_unchecked(self.by_own[i]) };
        _mm256_xor_si256(by_own(0), _mm256_and_si256(parent, by_own(1)))
    }
}

/// Writes the generation after `old` to `new`, but for the bits that are not nodes.
pub(super) fn step(bits: Bmi2, shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
    let sliced = Sliced::new(rule);
    // SAFETY: the functions need the features that `bits` is the proof of.
    unsafe {
        if shape.is_complete() {
            step_complete(bits, shape.blocks(), &sliced, old, new);
        } else {
            step_any(shape, &sliced, old, new);
        }
    }
}

/// Makes the step of [`super::sweep`], with the words of a chunk interleaved and stepped four at a
/// time.
#[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
fn step_any(shape: &Shape, sliced: &Sliced, old: &[u64], new: &mut [u64]) {
    let blocks = shape.blocks();
    let rule = Wide::new(sliced);
    let (lefts, rights) = (&old[..blocks], &old[blocks..2 * blocks]);
    let (new_lefts, new_rights) = new.split_at_mut(blocks);
    let mut stream = Stream::new(shape, old, new_rights);
    let mut own = [[0; 8]; CHUNK / 4];
    let mut children = [[[0; 8]; 2]; CHUNK / 4];
    for from in (0..blocks).step_by(CHUNK) {
        let (lefts, rights) = (chunk(lefts, from), chunk(rights, from));
        let fours = lefts.as_chunks().0.iter().zip(rights.as_chunks().0);
        for (own, (lefts, rights)) in own.iter_mut().zip(fours) {
            let both = interleave(load(lefts), load(rights));
            for (own, both) in own.as_chunks_mut().0.iter_mut().zip(both) {
                store(own, both);
            }
        }
        for (own, children) in own.iter().zip(&mut children) {
            stream.gather(own, children);
        }
        let new_rights = &mut stream.new_rights()[..blocks];
        let parents = chunk(new_rights, from);
        let [mut next_lefts, mut next_rights] = [[0; CHUNK]; 2];
        let next = next_lefts.as_chunks_mut().0.iter_mut().zip(next_rights.as_chunks_mut().0);
        for (i, (next_left, next_right)) in next.enumerate() {
            let parents = load(&parents.as_chunks().0[i]);
            let parents = interleave(parents, parents);
            let own = load_both(&own[i], 0);
            let [left, right] = children[i].each_ref().map(|words| load_both(words, 0));
            let next = |i| rule.apply(parents[i], left[i], own[i], right[i]);
            let next = split([next(0), next(1)]);
            store(next_left, next.0);
            store(next_right, next.1);
        }
        put_chunk(new_lefts, from, &next_lefts);
        put_chunk(new_rights, from, &next_rights);
    }
    new[2 * blocks..].fill(0);
}

/// Returns the first `len` arrays of a row.
fn arrays<const N: usize>(row: &[u64], len: usize) -> &[[u64; N]] {
    &row.as_chunks().0[..len]
}

/// Makes [`complete::step`] over the whole tree, eight blocks at a time.
#[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
fn step_complete(bits: Bmi2, blocks: usize, sliced: &Sliced, old: &[u64], new: &mut [u64]) {
    let rule = Wide::new(sliced);
    let ((lefts, rights), new_end) = (old[..2 * blocks].split_at(blocks), 2 * blocks);
    new[new_end..].fill(0);
    let (new_lefts, new_rights) = new[..new_end].split_at_mut(blocks);
    // Blocks before the first whose children are not all in the rows, by eights.
    let inner = blocks / 16;
    let parents = [lefts, rights].map(|row| arrays::<4>(row, inner));
    let own = [lefts, rights].map(|row| arrays::<8>(row, inner));
    let children = [lefts, rights].map(|row| arrays::<16>(row, inner));
    let new =
        [&mut *new_lefts, &mut *new_rights].map(|row| &mut row.as_chunks_mut::<8>().0[..inner]);
    for i in 0..inner {
        let parents = interleave(load(&parents[0][i]), load(&parents[1][i]));
        for (half, parents) in parents.into_iter().enumerate() {
            let of = |row: usize| split(load_both(&children[row][i], 8 * half));
            let (left, right) = (of(0), of(1));
            let own = |row: usize| load(&own[row][i].as_chunks().0[half]);
            let next = rule.apply(parents, left.0, own(0), right.0);
            store(&mut new[0][i].as_chunks_mut().0[half], next);
            let next = rule.apply(parents, left.1, own(1), right.1);
            store(&mut new[1][i].as_chunks_mut().0[half], next);
        }
    }
    let leaves = (8 * inner + 8).min(blocks);
    complete::step(bits, sliced, 8 * inner..leaves, lefts, rights, new_lefts, new_rights);
    let eights = (blocks - leaves) / 8;
    let parents = [lefts, rights].map(|row| arrays::<4>(&row[leaves / 2..], eights));
    let own = [lefts, rights].map(|row| arrays::<8>(&row[leaves..], eights));
    let new = [&mut *new_lefts, &mut *new_rights]
        .map(|row| &mut row[leaves..].as_chunks_mut::<8>().0[..eights]);
    for i in 0..eights {
        let parents = interleave(load(&parents[0][i]), load(&parents[1][i]));
        for (half, parents) in parents.into_iter().enumerate() {
            for row in 0..2 {
                let own = load(&own[row][i].as_chunks().0[half]);
                let next = rule.apply_to_leaves(parents, own);
                store(&mut new[row][i].as_chunks_mut().0[half], next);
            }
        }
    }
    let rest = leaves + 8 * eights..blocks;
    complete::step(bits, sliced, rest, lefts, rights, new_lefts, new_rights);
}
