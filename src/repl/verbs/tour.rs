//! `tour`: the first lines to type.

use serde_json::json;

use super::{Outcome, Reply};
use crate::host::help;

/// Runs `tour`; its lines have at most `width` columns.
pub(super) fn tour(width: usize) -> Outcome {
    let text = help::tour(width);
    let value = json!(text.lines().collect::<Vec<_>>());
    Ok(Reply::Record { text, value })
}
