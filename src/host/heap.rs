//! The settings of the heap, on systems that let a program choose them.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

/// Blocks from this size on lie in separate mappings, which go back to the system when they are
/// freed, independent of the sizes freed before.
const MAPPED: i32 = 1 << 20;
/// Free bytes at the end of the heap that are kept for the next blocks.
const KEPT: i32 = 4 << 20;

/// Makes all threads share one heap. Must be called before the first thread starts.
///
/// The allocator of GNU/Linux maps 64 MiB of addresses (128 MiB for a moment) for each thread that
/// allocates. A limit of the address space counts them: a `run` began with 152 MB mapped and a
/// server with 281 MB, with one heap both begin with 18 MB. Four threads that solve 98,300 sudokus
/// or check 7,040 files use as much processor time with one heap as with four, on two cores.
/// Elsewhere this does nothing.
pub fn share_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: `mallopt` takes two numbers and may be called at any time; an invalid value
        // changes nothing. No other thread runs yet.
        unsafe {
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
    }
}

/// Makes the heap give back what a large document no longer needs. The allocator of GNU/Linux would
/// learn from every large block that is freed to keep such blocks; a server that has run the 87,000
/// queries of a document of 1 MiB after each of ten changes then holds 75 MB without this, and 25
/// MB with it. A change is answered as quickly with it as without. Elsewhere this does nothing.
pub(crate) fn tidy_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: as above.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
            libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
        }
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    let _ = (MAPPED, KEPT);
}

/// Allocations from this size on are backed by large pages, where the system has them to give.
const LARGE: usize = 4 << 20;
/// The size of the smallest page, or a divisor of it, in bytes.
const PAGE: usize = 4096;

/// The heap of the system, which asks for large pages for large allocations.
///
/// A search reads its table and its states at random. With pages of 4 KiB nearly every read also
/// misses the cache of page addresses: 30 million states of a klotski puzzle took 368 to 396 ns each
/// without large pages, 334 to 340 with them, and 323 to 329 if each allocation is moreover aligned
/// to 2 MiB, which would need code of its own for growing. Systems where large pages are given to
/// those who ask for them are the usual ones.
#[derive(Debug)]
pub struct Heap;

/// Asks for large pages for an allocation, if it is large.
fn advise(at: *mut u8, size: usize) {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if size >= LARGE && !at.is_null() {
        // Whole pages, so that neighbors in memory are one area for the system.
        let first = at as usize & !(PAGE - 1);
        let end = (at as usize + size).next_multiple_of(PAGE);
        // SAFETY: the advice changes the contents of no page. All of them are mapped: a page that
        // holds a byte of the allocation is. Failure is harmless.
        unsafe {
            libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    let _ = (at, size, LARGE, PAGE);
}

// SAFETY: every call goes to the heap of the system, with the arguments that the caller vouches for.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller says.
        let at = unsafe { System.alloc(layout) };
        advise(at, layout.size());
        at
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller says.
        let at = unsafe { System.alloc_zeroed(layout) };
        advise(at, layout.size());
        at
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller says.
        let at = unsafe { System.realloc(at, layout, size) };
        advise(at, size);
        at
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as the caller says.
        unsafe { System.dealloc(at, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a block that grows over the size for large pages and shrinks again, and reads it
    /// back.
    #[test]
    fn large_and_small_blocks_keep_their_contents() {
        let layout = |size: usize| Layout::from_size_align(size, 8).expect("a layout");
        for first in [100, LARGE - 1, LARGE, 3 * LARGE + 5] {
            // SAFETY: each block is used within its size, and freed once with its last layout.
            unsafe {
                let mut at = Heap.alloc_zeroed(layout(first));
                assert!(!at.is_null());
                assert!((0..first).step_by(997).all(|n| *at.add(n) == 0));
                for n in 0..100 {
                    *at.add(n) = n as u8;
                }
                let mut size = first;
                for next in [2 * LARGE + 3, LARGE / 2, 5 * LARGE, 200] {
                    at = Heap.realloc(at, layout(size), next);
                    assert!(!at.is_null());
                    *at.add(next - 1) = 7;
                    assert!((0..100).all(|n| *at.add(n) == n as u8));
                    size = next;
                }
                Heap.dealloc(at, layout(size));
                let other = Heap.alloc(layout(LARGE));
                *other.add(LARGE - 1) = 1;
                Heap.dealloc(other, layout(LARGE));
            }
        }
    }
}
