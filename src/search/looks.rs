//! Test only: counts the looks at cancel flags and the slots that are filled between two of them.

use std::cell::Cell;

/// The counts of this thread.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    /// Looks so far.
    pub(crate) looks: u64,
    /// Looks until one returns that a stop is asked for; 0 for never.
    pub(super) until: u64,
    /// True if all further looks return the same.
    stays: bool,
    /// Slots filled since the last look, and the most between any two.
    since: u64,
    pub(super) most: u64,
}

thread_local! {
    static COUNTS: Cell<Counts> =
        const { Cell::new(Counts { looks: 0, until: 0, stays: false, since: 0, most: 0 }) };
}

/// Starts to count. The look with the number `until` returns that a stop is asked for; 0 for none.
pub(super) fn stop_at(until: u64) {
    COUNTS.set(Counts { until, ..Counts::default() });
}

/// Stops at the look of that number and at all looks after it.
pub(crate) fn stop_from(until: u64) {
    COUNTS.set(Counts { until, stays: true, ..Counts::default() });
}

/// Returns the counts so far.
pub(crate) fn counts() -> Counts {
    COUNTS.get()
}

/// Counts a look at a flag, and returns true if it must report a stop.
pub(super) fn look() -> bool {
    let mut counts = COUNTS.get();
    counts.since = 0;
    counts.looks += 1;
    let stops = counts.until == 1;
    if !(stops && counts.stays) {
        counts.until = counts.until.saturating_sub(1);
    }
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
