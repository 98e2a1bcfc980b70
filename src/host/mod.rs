//! Floor 7: what the front ends on a machine share: streams, files, limits, clocks and exit codes.
//! Only this module and the front ends do input and output.

mod attributes;
mod checker;
mod checksum;
mod codes;
mod console;
mod exit;
mod fault;
mod growing;
mod heap;
pub mod help;
mod in_order;
mod input;
mod leftovers;
mod limits;
mod live_line;
mod memory;
mod open;
mod output;
mod pager;
pub mod prompt;
mod runner;
pub mod signals;
mod terminal;
mod threads;
mod write;

pub use checker::check_document;
pub use checksum::checksum;
pub use codes::{codes, page};
pub use console::{Console, Count, When};
pub use exit::{Exit, INTERRUPTED, MEANINGS};
pub use growing::{Growing, private_folder};
pub use heap::{Heap, share_heap, tidy_heap};
pub use in_order::in_order;
pub use input::{IGNORE, InputError, documents, is_stdin, name, read_file, shown, walk};
pub use limits::{Limits, Spend, Timer, Total, duration, size, thread_time};
pub use live_line::{CtrlC, LiveLine};
pub use memory::is_address_space_limited;
pub use open::{FOREIGN, Opened, ReadAs, declares, import, open_document, read_as};
pub use output::{Output, StandardOutput, end, lose_output, output, output_lost};
pub use pager::present;
pub use runner::{Invocation, Runner, Step};
pub use terminal::{begin_change, bytes_read, end_change, hung_up, wait_for_key};
pub use threads::spawn_small;
use write::reason;
pub use write::{WriteError, create, create_private, replace};
