//! The REPL on a terminal: `tests/terminal/run.py` drives it on a pseudo-terminal and looks at the
//! screen. Left out, with a word, where Python or pseudo-terminals are missing.

use std::io::Write;
use std::process::Command;

#[test]
fn the_repl_on_a_terminal() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/terminal/run.py");
    let run = Command::new("python3")
        .args(["-B", script])
        .env("PUZZLED_BIN", env!("CARGO_BIN_EXE_puzzled"))
        .output();
    let output = match run {
        Ok(output) => output,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "left out: python3 cannot be started ({error})");
            return;
        }
    };
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(77) {
        let _ = writeln!(std::io::stderr(), "{said}");
        return;
    }
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{trouble}");
}
