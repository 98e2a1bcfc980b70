//! The step with bit deposit and extract in hardware: eight times the portable one.
#![allow(unsafe_code)]

use super::sweep::{self, Bits};
use crate::kind::automaton::layout::Shape;
use crate::kind::automaton::rule::Rule;
use std::arch::x86_64::{_pdep_u64, _pext_u64};

const EVENS: u64 = 0x5555_5555_5555_5555;

/// Only [`step_v3`] uses it, which runs only where [`runs_here`].
pub(in crate::kind::automaton) struct Bmi2;

// SAFETY of all blocks below: the instructions need BMI2 and nothing else, and the only caller is
// `step_v3`, which is called after `runs_here` has found it.
impl Bits for Bmi2 {
    type Mask = u64;

    #[inline(always)]
    fn prepare(mask: u64) -> u64 {
        mask
    }

    #[inline(always)]
    fn deposit(x: u64, mask: u64) -> u64 {
        // SAFETY: see above.
        unsafe { _pdep_u64(x, mask) }
    }

    #[inline(always)]
    fn extract(x: u64, mask: u64) -> u64 {
        // SAFETY: see above.
        unsafe { _pext_u64(x, mask) }
    }

    #[inline(always)]
    fn spread(x: u64) -> u64 {
        // SAFETY: see above.
        unsafe { _pdep_u64(x, EVENS) }
    }

    #[inline(always)]
    fn evens(x: u64) -> u64 {
        // SAFETY: see above.
        unsafe { _pext_u64(x, EVENS) }
    }
}

/// Whether the processor has what [`step`] needs.
pub(in crate::kind::automaton) fn runs_here() -> bool {
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("avx2")
}

pub(super) fn step(shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
    assert!(runs_here(), "this version is chosen only where the processor has BMI2");
    // SAFETY: the features were found.
    unsafe { step_v3(shape, rule, old, new) }
}

#[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
fn step_v3(shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
    sweep::step::<Bmi2>(shape, rule, old, new);
}
