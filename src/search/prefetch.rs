//! Hints to the processor that memory will be used soon.
#![allow(unsafe_code)]

/// Hints that the beginning of `item` will be read or written soon. Only the time depends on the
/// hint, and other processors than x86-64 get none.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn prefetch<T>(item: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: SSE is part of x86-64, the address comes from a reference, and the hint reads
    // nothing.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
}

/// Does nothing: there is no hint for this processor.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn prefetch<T>(_: &T) {}
