//! Test only: counts the looks at cancel flags and the slots that are filled between two of them, and
//! has a look return that a stop is asked for.
//!
//! What is counted is the work of one call, on the thread of the call: the flags of other threads do
//! not stop, and their looks are not counted. A call within another is a fault, and so is work that
//! looks on and on after a stop that stays ([`stopped_from`]).

use std::cell::Cell;

/// The most looks after a stop that stays. Each loop around the one that was stopped looks once more
/// and returns.
const AFTER: u64 = 10_000;

/// The counts of a call.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    /// True while a call runs.
    runs: bool,
    /// Looks so far.
    pub(crate) looks: u64,
    /// The look that returns that a stop is asked for; 0 for none.
    until: u64,
    /// True if all further looks return the same.
    stays: bool,
    /// Slots filled since the last look, and the most between any two.
    since: u64,
    pub(super) most: u64,
}

thread_local! {
    static COUNTS: Cell<Counts> = const {
        Cell::new(Counts { runs: false, looks: 0, until: 0, stays: false, since: 0, most: 0 })
    };
}

/// A call that is counted; forgets the counts at its end, also at a panic.
struct Call;

impl Drop for Call {
    fn drop(&mut self) {
        COUNTS.set(Counts::default());
    }
}

/// Runs `work`, and returns what it returns with its counts.
///
/// # Panics
/// If such a call runs on this thread.
fn run<T>(begin: Counts, work: impl FnOnce() -> T) -> (T, Counts) {
    assert!(!COUNTS.get().runs, "the looks of a call are counted within another");
    COUNTS.set(Counts { runs: true, ..begin });
    let call = Call;
    let result = work();
    let counts = COUNTS.get();
    drop(call);
    (result, counts)
}

/// Counts, and stops nothing.
pub(crate) fn counted<T>(work: impl FnOnce() -> T) -> (T, Counts) {
    run(Counts::default(), work)
}

/// Stops at the look of that number, and at no other: for work that may go on by itself after a stop.
/// 0 stops at none.
pub(super) fn stopped_at<T>(until: u64, work: impl FnOnce() -> T) -> (T, Counts) {
    run(Counts { until, ..Counts::default() }, work)
}

/// Stops at the look of that number and at all looks after it, as a flag does that is not cleared. 0
/// stops at none.
///
/// It is not for work that clears its flag, or that is repeated until nothing stops it: that would go
/// on for ever.
///
/// # Panics
/// If the work goes on after the stop.
pub(crate) fn stopped_from<T>(until: u64, work: impl FnOnce() -> T) -> (T, Counts) {
    run(Counts { until, stays: true, ..Counts::default() }, work)
}

/// Counts a look at a flag, and returns true if it must report a stop.
pub(super) fn look() -> bool {
    let mut counts = COUNTS.get();
    if !counts.runs {
        return false;
    }
    counts.since = 0;
    counts.looks += 1;
    COUNTS.set(counts);
    if counts.until == 0 || counts.looks < counts.until {
        return false;
    }
    let after = counts.looks - counts.until;
    assert!(!counts.stays || after <= AFTER, "the work goes on after it was stopped");
    counts.stays || after == 0
}

/// Counts a filled slot.
pub(super) fn filled() {
    let mut counts = COUNTS.get();
    counts.since += 1;
    counts.most = counts.most.max(counts.since);
    COUNTS.set(counts);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Cancel;

    /// Returns the answers of some looks.
    fn look_at(cancel: &Cancel, times: usize) -> Vec<bool> {
        (0..times).map(|_| cancel.is_cancelled()).collect()
    }

    #[test]
    fn a_stop_stays_or_is_one_look() {
        let cancel = Cancel::default();
        let (looks, counts) = stopped_from(2, || look_at(&cancel, 4));
        assert_eq!((looks, counts.looks), (vec![false, true, true, true], 4));
        let (looks, counts) = stopped_at(2, || look_at(&cancel, 4));
        assert_eq!((looks, counts.looks), (vec![false, true, false, false], 4));
        for (looks, counts) in [
            counted(|| look_at(&cancel, 3)),
            stopped_from(0, || look_at(&cancel, 3)),
            stopped_at(0, || look_at(&cancel, 3)),
        ] {
            assert_eq!((looks, counts.looks), (vec![false; 3], 3));
        }
        // Nothing is left of a call, also of one that panics.
        assert!(std::panic::catch_unwind(|| stopped_from(1, || panic!("on purpose"))).is_err());
        assert_eq!(look_at(&cancel, 1), [false]);
    }

    #[test]
    #[should_panic(expected = "the work goes on after it was stopped")]
    fn work_that_is_repeated_until_nothing_stops_it_is_a_fault() {
        let cancel = Cancel::default();
        stopped_from(1, || {
            while cancel.is_cancelled() {
                cancel.clear();
            }
        });
    }

    #[test]
    #[should_panic(expected = "are counted within another")]
    fn calls_within_calls_are_a_fault() {
        counted(|| stopped_at(1, || ()));
    }
}
