//! Test only: counts the looks at cancel flags and the slots that are filled between two of them.

use std::cell::Cell;

/// The counts of this thread.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    /// Looks until one answers that a stop is asked for; 0 for never.
    pub(super) until: u64,
    /// Slots filled since the last look, and the most between any two.
    since: u64,
    pub(super) most: u64,
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { until: 0, since: 0, most: 0 }) };
}

/// Starts to count: the look of that number answers that a stop is asked for. 0 for none.
pub(super) fn stop_at(until: u64) {
    COUNTS.set(Counts { until, ..Counts::default() });
}

/// The counts so far.
pub(super) fn counts() -> Counts {
    COUNTS.get()
}

/// Counts a look at a flag.
pub(super) fn look() -> bool {
    let mut counts = COUNTS.get();
    counts.since = 0;
    let stops = counts.until == 1;
    counts.until = counts.until.saturating_sub(1);
    COUNTS.set(counts);
    stops
}

/// Counts a filled slot.
pub(super) fn filled() {
    let mut counts = COUNTS.get();
    counts.since += 1;
    counts.most = counts.most.max(counts.since);
    COUNTS.set(counts);
}
