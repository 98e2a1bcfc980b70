//! `help`: what can be typed.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::json;

use super::{Fault, Outcome, Reply};
use crate::host::help;
use crate::session::Session;

/// Runs `help`, `help VERB` and `help KIND`; its lines have at most `width` columns.
pub(super) fn help(word: &str, session: &Rc<RefCell<Session>>, width: usize) -> Outcome {
    let (name, kind) = {
        let mut session = session.borrow_mut();
        let name = session.focused().map(String::from);
        (name, session.puzzle(None).map(|puzzle| puzzle.info()))
    };
    let text = match word {
        "" => help::overview(name.as_deref().zip(kind), width),
        word => help::page(word, kind, width).map_err(Fault::from)?,
    };
    let value = json!(text.lines().collect::<Vec<_>>());
    Ok(Reply::Record { text, value })
}
