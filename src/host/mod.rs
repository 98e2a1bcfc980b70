//! Floor 5: what the front ends on a machine share: streams, files, limits, clocks and exit codes.
//! Only this module and the front ends do input and output.

mod codes;
mod console;
mod exit;
mod fault;
mod growing;
mod input;
mod limits;
mod live_line;
mod memory;
mod output;
mod write;

pub use codes::{codes, page};
pub use console::{Console, Count, When};
pub use exit::Exit;
pub use growing::{Growing, private_folder};
pub use input::{InputError, Reading, is_stdin, name, read_file, reading, shown, walk};
pub use limits::{Limits, Spend, Timer, size};
pub use live_line::LiveLine;
pub use output::{Output, StandardOutput, end, lose_output, output, output_lost};
use write::reason;
pub use write::{WriteError, create, replace};
