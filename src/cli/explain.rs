//! `puzzled explain`.

use crate::codes::{codes, list, page_of};
use crate::diag::{clip, did_you_mean};
use crate::host::{Console, Exit, present};
use crate::render::one_line;

/// Prints the page of a code, or the list of all.
pub(super) fn explain(console: &Console, path: Option<&str>) -> Exit {
    if let Some(page) = path.map_or_else(|| Some(list()), page_of) {
        present(console, &page);
        return Exit::Fine;
    }
    let path = path.unwrap_or_default();
    let known = codes().into_iter().map(|code| code.path);
    let hint = did_you_mean(path, known, "`puzzled explain` lists all codes");
    console.refuse(format!("there is no code `{}`; {hint}", one_line(&clip(path))))
}
