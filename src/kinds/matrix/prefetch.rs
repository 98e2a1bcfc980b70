//! Asking the memory for cells some time before they are used.
//!
//! The rows of a large matrix lie on separate pages, so that the processor's own prefetching stops
//! at each. Measured on 4096x4096: 92 ms per rotation without these hints, 60 ms with them into the
//! first cache, 51 ms into the second: if a row is a power of two long, the lines of a column fall
//! into one set of the first cache and drive each other out.

use crate::search::prefetch::{Cache, prefetch as ask};

/// Cells of a cache line of 64 bytes.
const LINE: usize = 8;

/// Hints that the `len` cells from `start` will be read or written soon. Cells outside the slice
/// are skipped; only the time depends on the hint, and other processors than x86-64 get none.
#[inline]
pub(super) fn prefetch(cells: &[i64], start: usize, len: usize) {
    // The cells need not begin on a line: the last line may hold fewer than eight of them.
    for at in (start..start + len + LINE - 1).step_by(LINE) {
        let Some(cell) = cells.get(at) else { return };
        ask(cell, Cache::Second);
    }
}
