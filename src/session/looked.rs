//! A counter of the puzzles and statements that sessions look at. Tests hold with it that the work
//! on a session with many puzzles is linear.

#[cfg(test)]
thread_local! {
    static LOOKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts that so many puzzles, statements or records are looked at. Costs nothing outside tests.
#[inline]
pub(crate) fn look(count: usize) {
    #[cfg(test)]
    LOOKED.set(LOOKED.get() + count);
    #[cfg(not(test))]
    let _ = count;
}

/// Returns how many puzzles, statements and records `work` looks at on this thread.
#[cfg(all(test, any(feature = "cli", feature = "lsp-core")))]
pub(crate) fn looked(work: impl FnOnce()) -> usize {
    let before = LOOKED.get();
    work();
    LOOKED.get() - before
}
