//! Asking the memory for cells some time before they are used.
//!
//! Between two bands the rotation reads a short run of each of many columns, so that the processor's
//! own prefetching does not follow. Measured on 4096x4096: 3.1 copies of the matrix per rotation
//! without these hints, 2.8 with them. Hints for the rows of the next tiles changed nothing.

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
