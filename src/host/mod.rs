//! Floor 7: what the front ends on a machine share: streams, files, limits, clocks and exit codes.
//! Only this module and the front ends do input and output.

mod checker;
mod checksum;
mod console;
mod exit;
mod fault;
mod growing;
pub mod help;
mod in_order;
mod input;
mod limits;
mod links;
mod live_line;
mod memory;
mod natural;
mod open;
mod output;
mod pager;
pub mod prompt;
mod regular;
mod runner;
pub(crate) mod signals;
mod terminal;
mod threads;
pub(crate) mod trace;
mod write;

pub(crate) use checker::check_watched;
pub use checker::{Examined, check_document};
pub(crate) use checksum::checksum;
pub(crate) use console::{Console, Count, When, progress_bar};
pub use exit::{Exit, MEANINGS};
pub(crate) use exit::{HUNG_UP, INTERRUPTED};
pub(crate) use growing::{Growing, private_folder};
pub(crate) use in_order::in_order;
pub use input::IGNORE;
pub(crate) use input::{
    Endings, InputError, InputFile, Picked, Selection, Unfit, is_stdin, name, pasted_dash,
    read_at_most, read_file, read_regular, shown, without_pasted_dash,
};
pub use limits::Limits;
pub(crate) use limits::{Spend, Timer, Total, duration, full, size, thread_time};
pub(crate) use links::Links;
pub(crate) use live_line::LiveLine;
pub(crate) use memory::hard_limit;
pub(crate) use natural::{Natural, natural_path};
pub(crate) use open::{
    FOREIGN, Opened, RawOptions, ReadAs, Recognized, check_goal, import, open_document, recognize,
};
pub use output::end;
pub(crate) use output::{Output, lose_output, output, output_lost, text_output};
pub(crate) use pager::present;
pub use runner::Invocation;
pub(crate) use runner::{Runner, Step};
pub(crate) use terminal::{begin_change, end_change, hung_up};
pub(crate) use threads::spawn_small;
use write::reason;
pub(crate) use write::{WriteError, create, create_private, replace, replace_through, write_into};
