//! `puzzled explain`.

use std::io::Write;

use crate::diag::nearest;
use crate::host::{Console, Exit, codes, page};
use crate::render::one_line;

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
    if let Some(code) = codes.iter().find(|code| code.is_called(path)) {
        let _ = out.write_all(page(code).as_bytes()).and_then(|()| out.flush());
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
