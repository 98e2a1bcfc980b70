//! Floor 2: searches over implicit graphs that can stop, report how far they got, and be resumed.
//! Nothing here knows text, colors or clocks.

mod account;
mod breadth;
mod budget;
mod explorer;
mod index;
#[cfg(test)]
pub(crate) mod looks;
mod prefetch;
mod shortest;
mod skips;
mod space;
mod store;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use account::{Account, Charge, Lines};
pub use breadth::{Figures, Halt, Search, Until};
pub use budget::{Budget, Cancel, Counted, Outcome, Progress, Stop, Timekeeper};
pub use explorer::{AllShortest, Explorer, Farthest};
pub use shortest::{Fold, PathCursor, Shortest};
pub use space::{Goals, Numbering, Properties, Space};
