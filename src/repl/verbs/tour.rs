//! `tour`: the first lines to type.

use serde_json::json;

use super::Reply;
use crate::host::help;

/// Runs `tour`; its lines have at most `width` columns.
pub(super) fn tour(width: usize) -> Reply {
    let text = help::tour(width);
    let value = json!(text.lines().collect::<Vec<_>>());
    Reply::Record { text, value }
}
