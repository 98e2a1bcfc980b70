//! How much work a slice of the evaluator may do: so much that it takes a few milliseconds, whatever
//! a unit of work costs.

use std::sync::Arc;
use std::time::Duration;

use crate::search::Slice;

/// The units of the first slice.
const FIRST: u64 = 64;
/// The most units of a slice.
const MOST: u64 = 1 << 22;
/// The number of units is doubled if all of them take less time than this.
const BRIEF: Duration = Duration::from_millis(5);
/// The number of units is halved if a slice takes longer than this.
const LENGTHY: Duration = Duration::from_millis(15);

/// The slice at work, and how many units the next one has.
#[derive(Debug)]
pub(super) struct Pace {
    slice: Arc<Slice>,
    units: u64,
}

impl Pace {
    /// Returns the pace of an evaluator that has done nothing yet.
    pub(super) fn new() -> Self {
        Self { slice: Slice::of(FIRST), units: FIRST }
    }

    /// Returns the slice that budgets share.
    pub(super) fn slice(&self) -> Arc<Slice> {
        self.slice.clone()
    }

    /// Begins a slice of that many units, if they are given.
    pub(super) fn begin(&self, units: Option<u64>) {
        self.slice.refill(units.unwrap_or(self.units));
    }

    /// Ends a slice that took that long.
    pub(super) fn end(&mut self, took: Duration) {
        if took > LENGTHY {
            self.units = (self.units / 2).max(1);
        } else if took < BRIEF && self.slice.left() == 0 {
            self.units = (2 * self.units).min(MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_lasts_about_as_long_whatever_a_unit_costs() {
        for nanoseconds in [10, 1_000, 100_000, 3_000_000] {
            let mut pace = Pace::new();
            for _ in 0..40 {
                let took = Duration::from_nanos(nanoseconds * pace.units);
                pace.slice.refill(0);
                pace.end(took);
            }
            let took = Duration::from_nanos(nanoseconds * pace.units);
            assert!((BRIEF / 2..=LENGTHY).contains(&took), "{nanoseconds}: {took:?}");
        }
    }
}
