//! `puzzled explain`.

use std::io::Write;

use super::{Console, Exit};
use crate::diag::{Code, nearest};
use crate::kind::{KINDS, common};

/// Every code, by area.
pub fn codes() -> Vec<&'static Code> {
    let mut codes: Vec<&'static Code> = Vec::new();
    codes.extend(crate::syntax::codes::CODES);
    codes.extend(crate::session::codes::CODES);
    codes.extend(crate::exchange::codes::CODES);
    codes.extend(common::CODES);
    for kind in KINDS {
        codes.extend(kind.info().codes);
    }
    codes
}

/// The page of a code as plain text: its path, severity and title, then the explanation.
pub fn page(code: &Code) -> String {
    let mut text = format!("{} ({})\n{}\n\n", code.path, code.severity.word(), code.title);
    let mut example = false;
    for line in code.explain.lines() {
        if let Some(fence) = line.trim_start().strip_prefix("```") {
            example = !example && !fence.is_empty();
            if example {
                let wrong = fence.contains("wrong");
                text.push_str(if wrong { "  wrong:\n" } else { "  right:\n" });
            }
            continue;
        }
        if example {
            text.push_str("    ");
        }
        text.push_str(&crate::render::sanitize(line));
        text.push('\n');
    }
    text
}

/// Prints the page of a code, or the list of all.
pub(super) fn explain(console: &Console, path: Option<&str>) -> Exit {
    let codes = codes();
    let mut out = console.out();
    let Some(path) = path else {
        for code in codes {
            let _ = writeln!(out, "{:<34} {:<8} {}", code.path, code.severity.word(), code.title);
        }
        let _ = out.flush();
        return Exit::Fine;
    };
    if let Some(code) = codes.iter().find(|code| code.path == path) {
        let _ = out.write_all(page(code).as_bytes()).and_then(|()| out.flush());
        return Exit::Fine;
    }
    let near = nearest(path, codes.iter().map(|code| code.path));
    let hint = near.map_or_else(
        || String::from("`puzzled explain` lists all codes"),
        |near| format!("did you mean `{near}`?"),
    );
    console.say(&format!("puzzled: there is no code `{path}`; {hint}\n"));
    Exit::Unusable
}
