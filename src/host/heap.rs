//! How the heap of the process is kept, on systems that let a program decide.
#![allow(unsafe_code)]

/// Blocks from this size on lie in separate mappings, which go back to the system when they are
/// freed, independent of the sizes freed before.
const MAPPED: i32 = 1 << 20;
/// Free bytes at the end of the heap that are kept for the next blocks.
const KEPT: i32 = 4 << 20;

/// Has all threads share one heap. Must be called before the first thread starts.
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
