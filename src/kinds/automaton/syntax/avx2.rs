//! Reading with AVX2 and BMI2: two to three times as fast as with the portable operations.
#![allow(unsafe_code)]

use super::scan::{Chip, Classes};
use super::sound;
use crate::kinds::automaton::engine::bmi2::Bmi2;
use crate::kinds::automaton::layout::Tree;
use std::arch::x86_64::{__m256i, _mm256_cmpeq_epi8, _mm256_movemask_epi8, _mm256_set1_epi8};

impl Chip for Bmi2 {
    #[inline(always)]
    fn classify(self, bytes: &[u8; 64]) -> Classes {
        // SAFETY: the function needs AVX2, and `self` exists only where it was found.
        unsafe { classes(bytes) }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn classes(bytes: &[u8; 64]) -> Classes {
    let (halves, _) = bytes.as_chunks::<32>();
    // SAFETY: both are 32 bytes of which every value is a value.
    let load = |half: [u8; 32]| unsafe { std::mem::transmute::<[u8; 32], __m256i>(half) };
    let (low, high) = (load(halves[0]), load(halves[1]));
    let find = |byte: u8| {
        let byte = _mm256_set1_epi8(byte as i8);
        let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low, byte)) as u32;
        let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, byte)) as u32;
        u64::from(low) | u64::from(high) << 32
    };
    let (open, close, live, dead) = (find(b'('), find(b')'), find(b'X'), find(b'.'));
    let mut blank = find(b' ') | find(b'\n');
    if open | close | live | dead | blank != u64::MAX {
        blank |= find(b'\t') | find(b'\r');
    }
    Classes { open, close, live, dead, blank }
}

/// Does what [`sound::read`] does, with the instructions that `chip` proves to exist.
pub(super) fn read(chip: Bmi2, text: &[u8]) -> Option<(Tree, bool)> {
    // SAFETY: the function needs the features that `chip` is the proof of.
    unsafe { read_v3(chip, text) }
}

#[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
fn read_v3(chip: Bmi2, text: &[u8]) -> Option<(Tree, bool)> {
    sound::read(chip, text)
}
