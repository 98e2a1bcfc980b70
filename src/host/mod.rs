//! Floor 5: what the front ends on a machine share: streams, files, limits, clocks and exit codes.
//! Only this module and the front ends do input and output.

mod codes;
mod console;
mod exit;
mod input;
mod limits;
mod live_line;
mod runner;
pub mod signals;
mod terminal;
mod write;

pub use codes::{codes, page};
pub use console::{Console, Count, When};
pub use exit::{Exit, INTERRUPTED};
pub use input::{InputError, Reading, read_file, reading, walk};
pub use limits::{Limits, Spend, Timer, Total, duration, size};
pub use live_line::{CtrlC, LiveLine};
pub use runner::{Invocation, Runner, Step};
pub use terminal::hung_up;
pub use write::replace;
