//! Bit deposit and extract in hardware.
#![allow(unsafe_code)]

use super::sweep::Bits;
use std::arch::x86_64::{_pdep_u64, _pext_u64};

const EVENS: u64 = 0x5555_5555_5555_5555;

/// The proof that this processor has BMI1, BMI2, POPCNT and AVX2: only [`Bmi2::detect`] makes one.
#[derive(Clone, Copy)]
pub(in crate::kinds::automaton) struct Bmi2(());

impl Bmi2 {
    /// Returns the proof, if this processor has the features.
    pub(in crate::kinds::automaton) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("avx2");
        found.then_some(Self(()))
    }
}

impl Bits for Bmi2 {
    type Mask = u64;

    #[inline(always)]
    fn prepare(self, mask: u64) -> u64 {
        mask
    }

    #[inline(always)]
    fn deposit(self, x: u64, mask: u64) -> u64 {
        // SAFETY: the instruction needs BMI2, and `self` exists only where it was found.
        unsafe { _pdep_u64(x, mask) }
    }

    #[inline(always)]
    fn extract(self, x: u64, mask: u64) -> u64 {
        // SAFETY: the instruction needs BMI2, and `self` exists only where it was found.
        unsafe { _pext_u64(x, mask) }
    }

    #[inline(always)]
    fn spread(self, x: u64) -> u64 {
        self.deposit(x, EVENS)
    }

    #[inline(always)]
    fn evens(self, x: u64) -> u64 {
        self.extract(x, EVENS)
    }
}
