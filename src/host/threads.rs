//! Threads that only wait, look and draw, and how many can work.

use std::io;
use std::thread::{Builder, JoinHandle};

/// The stack of such a thread, in bytes: nothing recurses there, and a limit of the address space
/// counts the 2 MiB that a thread gets by default.
const STACK: usize = 256 << 10;

/// Returns whether this process may use only one processor, so that more threads would not help.
pub(super) fn is_alone() -> bool {
    std::thread::available_parallelism().is_ok_and(|count| count.get() == 1)
}

/// Starts a thread with a small stack.
///
/// # Errors
/// When the system has no memory for it, or allows no more threads.
pub(crate) fn spawn_small<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    Builder::new().name(String::from(name)).stack_size(STACK).spawn(work)
}
