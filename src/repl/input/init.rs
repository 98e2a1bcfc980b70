//! The start file: lines that are run as if they were typed before everything else.

use std::io::Cursor;
use std::path::Path;

use crate::render::sanitize;
use crate::repl::input::history::{home, puzzled_file, var};
use crate::repl::input::interrupt::Interrupts;
use crate::repl::input::plain::Lines;
use crate::repl::input::reader;
use crate::repl::output::Output;
use crate::repl::shell::Shell;

/// Runs the start file, if there is one: `$XDG_CONFIG_HOME/puzzled/init.puzzle`, or
/// `.config/puzzled/init.puzzle` in the home folder. What is wrong in it is said with its line, and
/// neither ends the REPL nor makes it fail.
pub(crate) fn run(shell: &mut Shell, output: &mut dyn Output, interrupts: &Interrupts) {
    if let Some(path) = puzzled_file(var("XDG_CONFIG_HOME"), home(), ".config", "init.puzzle") {
        run_file(shell, &path, output, interrupts);
    }
}

fn run_file(shell: &mut Shell, path: &Path, output: &mut dyn Output, interrupts: &Interrupts) {
    // A pipe or a device in that place would block.
    if !path.is_file() {
        return;
    }
    let name = path.to_string_lossy();
    match std::fs::read(path) {
        Ok(bytes) => {
            interrupts.busy();
            let mut lines = Lines::new(Cursor::new(bytes), Some(&name), interrupts);
            reader::run(&mut lines, shell, output);
            interrupts.busy();
        }
        Err(error) => output.say(&format!("puzzled: cannot read {}: {error}\n", sanitize(&name))),
    }
    shell.reset_counts();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::{Captured, shell};

    #[test]
    fn its_lines_are_typed_and_its_errors_have_a_place() {
        let path = std::env::temp_dir().join(format!("puzzled-init-{}", std::process::id()));
        std::fs::write(&path, "set echo on\nmatrix m {\n1 2\n3 4\n}\nrotat 1\nset bail on\n")
            .expect("a file");
        let mut shell = shell();
        let mut captured = Captured::default();
        let interrupts = Interrupts::new();
        run_file(&mut shell, &path, &mut captured, &interrupts);
        std::fs::remove_file(&path).expect("removed");
        assert!(captured.err.contains(":6:1: error[command::unknown-verb]"), "{}", captured.err);
        assert_eq!(shell.prompt(), "[1] m @0, rotated by 0> ");
        assert!(shell.printer.settings.echo && shell.printer.settings.bail);
        assert!(!shell.printer.failed && shell.next() == "<repl:1>");
    }
}
