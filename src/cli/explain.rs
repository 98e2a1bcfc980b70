//! `puzzled explain`.

use std::fmt::Write;

use crate::codes::{codes, page};
use crate::diag::nearest;
use crate::host::{Console, Exit, present};
use crate::render::one_line;

/// Prints the page of a code, or the list of all.
pub(super) fn explain(console: &Console, path: Option<&str>) -> Exit {
    let codes = codes();
    let Some(path) = path else {
        let mut text = String::new();
        for code in codes {
            let _ = writeln!(text, "{:<34} {:<8} {}", code.path, code.severity.word(), code.title);
        }
        present(console, &text);
        return Exit::Fine;
    };
    if let Some(code) = codes.iter().find(|code| code.is_called(path)) {
        present(console, &page(code));
        return Exit::Fine;
    }
    let near = nearest(path, codes.iter().map(|code| code.path));
    let hint = near.map_or_else(
        || String::from("`puzzled explain` lists all codes"),
        |near| format!("did you mean `{near}`?"),
    );
    console.say(&format!("puzzled: there is no code `{}`; {hint}\n", one_line(path)));
    Exit::Unusable
}
