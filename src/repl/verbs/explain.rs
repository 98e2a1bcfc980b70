//! `explain`: what a diagnostic means.

use serde_json::json;

use super::{Fault, Outcome, Reply};
use crate::codes::{codes, list, page_of};
use crate::diag::{clip, did_you_mean};
use crate::render::sanitize;

/// Runs `explain` and `explain CODE`.
pub(super) fn explain(path: &str) -> Outcome {
    if path.is_empty() {
        let value = codes().iter().map(|code| code.path).collect::<Vec<_>>();
        return Ok(Reply::Record { text: list(), value: json!(value) });
    }
    if let Some(text) = page_of(path) {
        let value = json!(text.lines().collect::<Vec<_>>());
        return Ok(Reply::Record { text, value });
    }
    let known = codes().into_iter().map(|code| code.path);
    let hint = did_you_mean(path, known, "`explain` alone lists all codes");
    let shown = clip(path);
    Err(Fault::from(format!("there is no code `{}`; {hint}\n", sanitize(&shown))))
}
