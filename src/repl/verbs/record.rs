//! `record`: writes commands and answers as a document that `puzzled test` holds.

use std::path::Path;

use super::{Fault, Outcome, Reply};
use crate::repl::log::Log;
use crate::search::Budget;
use crate::session::Session;

/// Runs `record FILE` and `record off`.
pub(super) fn record(
    log: &mut Log,
    session: &mut Session,
    argument: &str,
    path: &Path,
    budget: &Budget,
) -> Outcome {
    let shown = log.recorded().map(str::to_owned);
    match shown {
        None if argument == "off" => {
            Err(Fault::from("nothing is being recorded; `record FILE` begins\n"))
        }
        Some(_) if argument == "off" => {
            let ended = log.end_recording(&session.digests(budget)).map_err(Fault::trouble)?;
            Ok(ended.map_or(Reply::Nothing, Reply::Note))
        }
        Some(shown) => {
            Err(Fault::from(format!("{shown} is being recorded; `record off` ends it\n")))
        }
        None => {
            let shown = log.begin_recording(path, &session.save(budget)).map_err(Fault::trouble)?;
            Ok(Reply::Note(format!("recording to {shown}; `record off` ends it\n")))
        }
    }
}
