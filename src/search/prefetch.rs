//! Hints to the processor that memory will be used soon.
#![allow(unsafe_code)]

/// The cache into which memory is brought.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cache {
    /// The nearest.
    First,
    /// The one after it: for so much that it would drive itself out of the first.
    Second,
}

/// Hints that the beginning of `item` will be read or written soon. Only the time depends on the
/// hint, and other processors than x86-64 get none.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn prefetch<T>(item: &T, into: Cache) {
    use std::arch::x86_64::{_MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};
    let at = std::ptr::from_ref(item).cast();
    match into {
        // SAFETY: SSE is part of x86-64, the address comes from a reference, and the hint reads
        // nothing.
        Cache::First => unsafe { _mm_prefetch::<_MM_HINT_T0>(at) },
        // SAFETY: as above.
        Cache::Second => unsafe { _mm_prefetch::<_MM_HINT_T1>(at) },
    }
}

/// Does nothing: there is no hint for this processor.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn prefetch<T>(_: &T, _: Cache) {}
