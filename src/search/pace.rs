//! The size of slices: so much work that a slice takes a few milliseconds, whatever a unit of work
//! costs.

use std::sync::Arc;

use super::Slice;

/// The units of the first slice.
const FIRST: u64 = 64;
/// The most units of a slice.
const MOST: u64 = 1 << 22;
/// The number of units is doubled if all of them take less time than this, in microseconds.
const BRIEF: u64 = 5_000;
/// The number of units is halved if a slice takes longer than this, in microseconds.
const LENGTHY: u64 = 15_000;

/// The slice at work, and how many units the next one has.
#[derive(Debug)]
pub(crate) struct Pace {
    slice: Arc<Slice>,
    units: u64,
}

impl Pace {
    /// Returns the pace of a computation that has done nothing yet.
    pub(crate) fn new() -> Self {
        Self { slice: Slice::of(FIRST), units: FIRST }
    }

    /// Returns the slice that budgets share.
    pub(crate) fn slice(&self) -> Arc<Slice> {
        self.slice.clone()
    }

    /// Begins a slice of that many units, if they are given.
    pub(crate) fn begin(&self, units: Option<u64>) {
        self.slice.refill(units.unwrap_or(self.units));
    }

    /// Ends a slice that took so many microseconds.
    pub(crate) fn end(&mut self, took: u64) {
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
                let took = nanoseconds * pace.units / 1000;
                pace.slice.refill(0);
                pace.end(took);
            }
            let took = nanoseconds * pace.units / 1000;
            assert!((BRIEF / 2..=LENGTHY).contains(&took), "{nanoseconds}: {took}");
        }
    }
}
