//! Vectors in registers of 256 bits.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi16,
    _mm256_loadu_si256, _mm256_min_epu16, _mm256_mullo_epi16, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_shuffle_epi32, _mm256_slli_epi16, _mm256_srli_epi16,
    _mm256_storeu_si256, _mm256_testz_si256, _mm256_unpackhi_epi64, _mm256_unpacklo_epi64,
    _mm256_xor_si256,
};

use super::bands::{Bands, search};
use super::lanes::{Machine, Words};
use crate::search::{Budget, Stop};

/// The proof that this processor has AVX2, BMI1, LZCNT and POPCNT: only [`Avx2::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Returns the proof that this processor has the features, if it has them.
    pub(super) fn detect() -> Option<Self> {
        let is_supported = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        is_supported.then_some(Self(()))
    }
}

/// Runs [`search`] with these registers.
pub(super) fn search_avx2(proof: Avx2, bands: &mut Bands, budget: &Budget) -> Result<bool, Stop> {
    // SAFETY: the function needs the features that `proof` is the proof of.
    unsafe { search_v3(proof, bands, budget) }
}

#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
fn search_v3(proof: Avx2, bands: &mut Bands, budget: &Budget) -> Result<bool, Stop> {
    search(proof, bands, budget)
}

/// Returns a table for bytes of three bits, twice, because a look-up stays within 128 bits.
const fn table(back: bool) -> [u8; 32] {
    let mut table = [0; 32];
    let mut at = 0;
    while at < 32 {
        let byte = (at % 8) as u8;
        let (next, last) = ((byte >> 1 | byte << 2) & 7, (byte >> 2 | byte << 1) & 7);
        table[at] = if back { last | next << 3 } else { next | last << 3 };
        at += 1;
    }
    table
}

/// Returns the bytes of the lanes `from` of each word; 3 is a lane of zero.
const fn lanes(from: [u8; 4]) -> [u8; 32] {
    let mut table = [0; 32];
    let mut at = 0;
    while at < 32 {
        let lane = from[at % 8 / 2];
        // The highest bit makes the byte zero.
        table[at] = if lane == 3 { 0x80 } else { (at % 16 / 8 * 8 + at % 2) as u8 + 2 * lane };
        at += 1;
    }
    table
}

/// Returns 32 bytes as a vector.
#[inline(always)]
fn constant(_: Avx2, bytes: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes are read, and the proof says that there is AVX2.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The operations that are one instruction each.
macro_rules! instructions {
    ($($name:ident($($arg:ident),*) = $body:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self, $($arg: __m256i),*) -> __m256i {
                // SAFETY: the instruction needs AVX2, and `self` exists only where it was found.
                unsafe { $body }
            }
        )*
    };
}

impl Machine for Avx2 {
    type Vector = __m256i;

    instructions! {
        and(a, b) = _mm256_and_si256(a, b);
        or(a, b) = _mm256_or_si256(a, b);
        xor(a, b) = _mm256_xor_si256(a, b);
        without(a, b) = _mm256_andnot_si256(b, a);
        zeros(a) = _mm256_cmpeq_epi16(a, _mm256_setzero_si256());
        nonzero_in_both(a, b) = _mm256_min_epu16(a, b);
        drop_lowest(a) = _mm256_and_si256(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1)));
        triple(a) = _mm256_mullo_epi16(a, _mm256_set1_epi16(0b100_1001));
        next_word(a) = _mm256_permute4x64_epi64::<0b00_00_10_01>(a);
        last_word(a) = _mm256_permute4x64_epi64::<0b01_01_00_10>(a);
        swap(a) = _mm256_shuffle_epi32::<0b01_00_11_10>(a);
    }

    #[inline(always)]
    fn load(self, words: &Words) -> __m256i {
        // SAFETY: four words are 32 bytes, and `self` is the proof of AVX2.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }

    #[inline(always)]
    fn words(self, a: __m256i) -> Words {
        let mut words = [0; 4];
        // SAFETY: four words are 32 bytes, and `self` is the proof of AVX2.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), a) };
        words
    }

    #[inline(always)]
    fn fill(self, lane: u16) -> __m256i {
        // SAFETY: the instruction needs AVX2, and `self` exists only where it was found.
        unsafe { _mm256_set1_epi16(lane as i16) }
    }

    #[inline(always)]
    fn is_zero(self, a: __m256i) -> bool {
        // SAFETY: the instruction needs AVX2, and `self` exists only where it was found.
        unsafe { _mm256_testz_si256(a, a) == 1 }
    }

    #[inline(always)]
    fn up<const N: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the instruction needs AVX2, and `self` exists only where it was found.
        unsafe { _mm256_slli_epi16::<N>(a) }
    }

    #[inline(always)]
    fn down<const N: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the instruction needs AVX2, and `self` exists only where it was found.
        unsafe { _mm256_srli_epi16::<N>(a) }
    }

    #[inline(always)]
    fn turned(self, a: __m256i) -> __m256i {
        static TABLE: [u8; 32] = table(false);
        // SAFETY: the instruction needs AVX2, and `self` exists only where it was found.
        unsafe { _mm256_shuffle_epi8(constant(self, &TABLE), a) }
    }

    #[inline(always)]
    fn turned_back(self, a: __m256i) -> __m256i {
        static TABLE: [u8; 32] = table(true);
        // SAFETY: the instruction needs AVX2, and `self` exists only where it was found.
        unsafe { _mm256_shuffle_epi8(constant(self, &TABLE), a) }
    }

    #[inline(always)]
    fn next_lane(self, a: __m256i) -> __m256i {
        static FROM: [u8; 32] = lanes([1, 2, 0, 3]);
        // SAFETY: the instruction needs AVX2, and `self` exists only where it was found.
        unsafe { _mm256_shuffle_epi8(a, constant(self, &FROM)) }
    }

    #[inline(always)]
    fn last_lane(self, a: __m256i) -> __m256i {
        static FROM: [u8; 32] = lanes([2, 0, 1, 3]);
        // SAFETY: the instruction needs AVX2, and `self` exists only where it was found.
        unsafe { _mm256_shuffle_epi8(a, constant(self, &FROM)) }
    }

    #[inline(always)]
    fn spread(self, a: __m256i) -> [__m256i; 3] {
        // SAFETY: the instruction needs AVX2, and `self` exists only where it was found.
        unsafe {
            [
                _mm256_permute4x64_epi64::<0b00_00_00_00>(a),
                _mm256_permute4x64_epi64::<0b01_01_01_01>(a),
                _mm256_permute4x64_epi64::<0b10_10_10_10>(a),
            ]
        }
    }

    #[inline(always)]
    fn fold_pair(self, a: __m256i, b: __m256i) -> (__m256i, __m256i) {
        // SAFETY: the instructions need AVX2, and `self` exists only where it was found.
        unsafe { (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)) }
    }

    #[inline(always)]
    fn fold_halves(self, a: __m256i, b: __m256i) -> (__m256i, __m256i) {
        // SAFETY: the instructions need AVX2, and `self` exists only where it was found.
        unsafe {
            (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b))
        }
    }
}
