//! Shows a long text through the program that `$PAGER` names.

use std::io::{IsTerminal, Write};
use std::process::{Command, Stdio};

use super::{Console, signals};

/// The exit code of a shell that does not find a program.
const NOT_FOUND: i32 = 127;

/// Writes a text to standard output. On a terminal, the program that `$PAGER` names shows it, if
/// there is one.
pub(crate) fn present(console: &Console, text: &str) {
    if std::io::stdout().is_terminal() && paged(text) {
        return;
    }
    console.print(text);
}

/// Shows a text in a pager, and returns whether that succeeded.
fn paged(text: &str) -> bool {
    let Ok(pager) = std::env::var("PAGER") else { return false };
    if pager.trim().is_empty() {
        return false;
    }
    let mut command = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
    command.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(&pager).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // As Git does: end if all fits on the screen, show colors, leave the text there.
        command.env("LESS", "FRX");
    }
    // Ctrl-C is for the pager.
    let _ = signals::listen(|| {});
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut pipe) = child.stdin.take() {
        // The reader may leave before the end of the text.
        let _ = pipe.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.code() != Some(NOT_FOUND))
}
