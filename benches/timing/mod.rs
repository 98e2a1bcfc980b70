//! Shared by the benchmarks.

use std::time::{Duration, Instant};

/// Returns the median time of `rounds` runs.
pub(crate) fn median(rounds: usize, mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[rounds / 2]
}
