//! Floor 5: what the front ends on a machine share: streams, files, limits, clocks and exit codes.
//! Only this module and the front ends do input and output.

mod codes;
mod console;
mod exit;
mod input;
mod limits;
mod live_line;
mod memory;
mod write;

pub use codes::{codes, page};
pub use console::{Console, Count, When};
pub use exit::Exit;
pub use input::{InputError, Reading, read_file, reading, walk};
pub use limits::{Limits, Spend, Timer, size};
pub use live_line::LiveLine;
pub use write::replace;
