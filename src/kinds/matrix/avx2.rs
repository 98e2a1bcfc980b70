//! Transposing in registers of 256 bits.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    _mm_loadu_si128, _mm256_castsi128_si256, _mm256_inserti128_si256, _mm256_storeu_si256,
    _mm256_unpackhi_epi64, _mm256_unpacklo_epi64,
};

use super::transpose::{Block, BlockMut, TILE, Transpose, transpose};

/// The proof that this processor has AVX2: only [`Avx2::detect`] makes one.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Returns the proof, if this processor has the feature.
    pub(super) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

impl Transpose for Avx2 {
    fn transpose(self, from: Block<'_>, to: BlockMut<'_>, rows: usize, cols: usize) {
        // SAFETY: the function needs the feature that `self` is the proof of.
        unsafe { transpose_v3(from, to, rows, cols) }
    }
}

#[target_feature(enable = "avx2")]
fn transpose_v3(from: Block<'_>, to: BlockMut<'_>, rows: usize, cols: usize) {
    transpose(from, to, rows, cols, |from, to| tile(from, to));
}

/// Transposes a tile, in quarters of four rows and four columns.
#[target_feature(enable = "avx2")]
#[inline]
fn tile(from: Block<'_>, to: BlockMut<'_>) {
    let Block { cells: from, pitch } = from;
    let BlockMut { cells: to, pitch: to_pitch } = to;
    let end = |pitch| (TILE - 1) * pitch + TILE;
    assert!(from.len() >= end(pitch) && to.len() >= end(to_pitch), "a tile lies within its block");
    for row in [0, 4] {
        for col in [0, 4] {
            // Two elements of a row, and two of the row two rows below.
            let pairs = |row, col| {
                // SAFETY: both lie within the tile, and that within `from`.
                unsafe {
                    let at = from.as_ptr().add(row * pitch + col);
                    let low = _mm256_castsi128_si256(_mm_loadu_si128(at.cast()));
                    _mm256_inserti128_si256::<1>(low, _mm_loadu_si128(at.add(2 * pitch).cast()))
                }
            };
            for col in [col, col + 2] {
                let (even, odd) = (pairs(row, col), pairs(row + 1, col));
                // SAFETY: four elements of two lines within the tile, and that within `to`.
                unsafe {
                    let at = to.as_mut_ptr().add(col * to_pitch + row);
                    _mm256_storeu_si256(at.cast(), _mm256_unpacklo_epi64(even, odd));
                    _mm256_storeu_si256(at.add(to_pitch).cast(), _mm256_unpackhi_epi64(even, odd));
                }
            }
        }
    }
}
