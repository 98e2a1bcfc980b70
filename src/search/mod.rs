//! Floor 2: searches over implicit graphs that can stop, tell how far they came, and go on.
//! Nothing here knows text, colours or clocks.

mod budget;

pub use budget::{Budget, Cancel, Outcome, Progress, Stop};
