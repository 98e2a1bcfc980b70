//! The step with 512 bits for all work that is the same for every node: the rule, and the sorting
//! of lefts and rights into breadth-first order and back. The work that depends on the shape uses
//! the bit deposit and extract of 64 bits, three per word instead of nine.
//!
//! Interleaving, 16 bits at a time: a byte of lefts and one of rights change their inner nibbles,
//! then each byte its bits, by a product with a matrix over GF(2):
//!
//! ```text
//!   high byte   low byte
//!   7654 3210   7654 3210
//!   RRRR rrrr   LLLL llll        after the nibbles     RRRR LLLL   rrrr llll
//!                                after the bits        RLRL RLRL   rlrl rlrl
//! ```
#![allow(unsafe_code)]

use super::bmi2::Bmi2;
use super::gather::Stream;
use super::sweep::Sliced;
use crate::kinds::automaton::layout::Shape;
use crate::kinds::automaton::rules::Rule;
use std::arch::x86_64::{
    __m256i, __m512i, __mmask8, _mm256_mask_storeu_epi64, _mm256_maskz_loadu_epi64,
    _mm512_cvtepi16_epi8, _mm512_cvtepu8_epi16, _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_si512,
    _mm512_or_si512, _mm512_set1_epi16, _mm512_set1_epi64, _mm512_slli_epi16, _mm512_srli_epi16,
    _mm512_storeu_si512, _mm512_ternarylogic_epi64,
};

/// The matrix that brings bit `from(i)` of a byte to bit `i`; its rows stand in descending order.
const fn moving(from: [u8; 8]) -> i64 {
    let mut rows = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        rows[7 - bit] = 1 << from[bit];
        bit += 1;
    }
    i64::from_le_bytes(rows)
}

const SPREAD: i64 = moving([0, 4, 1, 5, 2, 6, 3, 7]);
const GATHER: i64 = moving([0, 2, 4, 6, 1, 3, 5, 7]);

/// Blocks (of 128 nodes) whose gathered words are held back before the rule runs over them: long
/// enough that the words have left the store buffer when they are read again.
const CHUNK: usize = 16;

/// `ternarylogic` by bits: the second where the first is set, else the third.
const PICK: i32 = 0b1100_1010;

/// Changes the inner nibbles of each 16 bits.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn nibbles(x: __m512i) -> __m512i {
    let low = _mm512_srli_epi16::<4>(x);
    let high = _mm512_slli_epi16::<4>(x);
    let x = _mm512_ternarylogic_epi64::<PICK>(_mm512_set1_epi16(0x00f0), low, x);
    _mm512_ternarylogic_epi64::<PICK>(_mm512_set1_epi16(0x0f00), high, x)
}

/// Four words of lefts and four of rights as eight words in breadth-first order.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn interleave(lefts: __m256i, rights: __m256i) -> __m512i {
    let lefts = _mm512_cvtepu8_epi16(lefts);
    let rights = _mm512_slli_epi16::<8>(_mm512_cvtepu8_epi16(rights));
    let bytes = nibbles(_mm512_or_si512(lefts, rights));
    _mm512_gf2p8affine_epi64_epi8::<0>(bytes, _mm512_set1_epi64(SPREAD))
}

/// Undoes [`interleave`].
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn split(words: __m512i) -> (__m256i, __m256i) {
    let bytes = _mm512_gf2p8affine_epi64_epi8::<0>(words, _mm512_set1_epi64(GATHER));
    let bytes = nibbles(bytes);
    (_mm512_cvtepi16_epi8(bytes), _mm512_cvtepi16_epi8(_mm512_srli_epi16::<8>(bytes)))
}

/// The first four words of a row, or as many as there are; 0 for the rest.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
fn load(row: &[u64]) -> __m256i {
    // SAFETY: words that the mask leaves out are not read.
    unsafe { _mm256_maskz_loadu_epi64(first(row.len()), row.as_ptr().cast()) }
}

/// Writes as many of four words as there is room for.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
fn store(row: &mut [u64], words: __m256i) {
    // SAFETY: words that the mask leaves out are not written.
    unsafe { _mm256_mask_storeu_epi64(row.as_mut_ptr().cast(), first(row.len()), words) }
}

fn first(len: usize) -> __mmask8 {
    (1 << len.min(4)) - 1
}

/// A rule as in [`Sliced`], in registers.
#[derive(Clone, Copy)]
struct Wide([__m512i; 16]);

impl Wide {
    #[target_feature(enable = "avx512f")]
    #[inline]
    fn new(rule: Rule) -> Self {
        Self(Sliced::new(rule).0.map(|word| _mm512_set1_epi64(word as i64)))
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn apply(&self, parent: __m512i, left: __m512i, own: __m512i, right: __m512i) -> __m512i {
        /// The first, changed where both others are set.
        const SUM: i32 = 0b0111_1000;
        let sum = |a, by, b| _mm512_ternarylogic_epi64::<SUM>(a, by, b);
        let by_right = |i: usize| sum(self.0[i], right, self.0[i + 1]);
        let by_own = |i: usize| sum(by_right(i), own, by_right(i + 2));
        let by_left = |i: usize| sum(by_own(i), left, by_own(i + 4));
        sum(by_left(0), parent, by_left(8))
    }
}

/// The proof that this processor has AVX-512 F, BW and VL and GFNI besides what [`Bmi2`] stands for:
/// only [`Avx512::detect`] makes one.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The proof, if this processor has the features.
    pub(super) fn detect() -> Option<Self> {
        let found = Bmi2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("gfni");
        found.then_some(Self(()))
    }
}

/// Writes the generation after `old` to `new`, but for the bits that are not nodes.
pub(super) fn step(_: Avx512, shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
    // SAFETY: the function needs the features that the first argument is the proof of.
    unsafe { step_v4(shape, rule, old, new) }
}

/// The pass of [`super::sweep::step`], with the words of a chunk interleaved and stepped eight at a
/// time.
#[target_feature(enable = "bmi1,bmi2,popcnt,avx2,avx512f,avx512bw,avx512vl,gfni")]
fn step_v4(shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
    let blocks = shape.blocks();
    let rule = Wide::new(rule);
    let (lefts, rights) = (&old[..blocks], &old[blocks..2 * blocks]);
    let (new_lefts, new_rights) = new.split_at_mut(blocks);
    let mut stream = Stream::new(shape, old, new_rights);
    let mut own = [[0; 8]; CHUNK / 4];
    let mut children = [[[0; 8]; 2]; CHUNK / 4];
    for from in (0..blocks).step_by(CHUNK) {
        let to = blocks.min(from + CHUNK);
        let fours = || (from..to).step_by(4).map(|block| block..to.min(block + 4)).enumerate();
        for (at, four) in fours() {
            let both = interleave(load(&lefts[four.clone()]), load(&rights[four]));
            // SAFETY: eight words are 64 bytes.
            unsafe { _mm512_storeu_si512(own[at].as_mut_ptr().cast(), both) }
        }
        for (at, _) in fours() {
            stream.gather(&own[at], &mut children[at]);
        }
        for (at, four) in fours() {
            // SAFETY: eight words are 64 bytes.
            let of = |words: &[u64; 8]| unsafe { _mm512_loadu_si512(words.as_ptr().cast()) };
            let new_rights = &mut stream.new_rights()[four.clone()];
            let parents = load(new_rights);
            let parents = interleave(parents, parents);
            let [left, right] = &children[at];
            let next = rule.apply(parents, of(left), of(&own[at]), of(right));
            let next = split(next);
            store(&mut new_lefts[four], next.0);
            store(new_rights, next.1);
        }
    }
    new[2 * blocks..].fill(0);
}
