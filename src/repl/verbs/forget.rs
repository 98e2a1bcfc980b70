//! `forget`: removes a puzzle.

use super::list::unknown;
use super::{Outcome, Reply};
use crate::diag::clip;
use crate::render::sanitize;
use crate::repl::log::Log;
use crate::session::Session;

/// Runs `forget NAME`.
pub(super) fn forget(session: &mut Session, log: &mut Log, name: &str) -> Outcome {
    let focus = session.focused().map(String::from);
    if !session.forget(name) {
        return Err(unknown(session, name));
    }
    log.forgotten(name);
    let mut text = format!("forgot `{}`", sanitize(&clip(name)));
    match session.focused() {
        None => text += "; no puzzle is left",
        Some(now) if Some(now) != focus.as_deref() => {
            text += &format!("; `{}` is now in focus", sanitize(&clip(now)));
        }
        Some(_) => {}
    }
    Ok(Reply::Note(text + "\n"))
}
