//! The start file: lines that are run as if they were typed before everything else.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use super::history::{home, var};
use super::interrupt::Keys;
use super::output::Output;
use super::plain::lines;
use super::shell::Shell;
use crate::render::sanitize;

/// The start file: `$XDG_CONFIG_HOME/puzzled/init.puzzle`, or `.config/puzzled/init.puzzle` in the
/// home folder. The variables are handed in.
fn file(config: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    // The XDG base directory specification has relative paths ignored.
    let config = config
        .filter(|path| path.is_absolute())
        .or_else(|| Some(home.filter(|path| path.is_absolute())?.join(".config")))?;
    Some(config.join("puzzled").join("init.puzzle"))
}

/// Runs the start file of this process's environment, if there is one. What is wrong in it is said
/// with its line, and neither ends the REPL nor makes it fail.
pub(super) fn run(shell: &mut Shell, output: &mut dyn Output, keys: &Keys) {
    if let Some(path) = file(var("XDG_CONFIG_HOME"), home()) {
        run_file(shell, &path, output, keys);
    }
}

fn run_file(shell: &mut Shell, path: &Path, output: &mut dyn Output, keys: &Keys) {
    // A pipe or a device in that place would block.
    match std::fs::metadata(path) {
        Err(_) => return,
        Ok(data) if !data.is_file() => return,
        Ok(_) => {}
    }
    let name = path.to_string_lossy();
    match std::fs::read(path) {
        Ok(bytes) => {
            keys.busy();
            lines(shell, output, &mut Cursor::new(bytes), Some(&name), keys, &mut |_, _, _| {});
            keys.busy();
        }
        Err(error) => output.say(&format!("puzzled: cannot read {}: {error}\n", sanitize(&name))),
    }
    shell.settle();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::{Ear, shell};

    #[test]
    fn the_environment_says_where_it_lies() {
        let path = |text: &str| Some(PathBuf::from(text));
        assert_eq!(file(path("/c"), path("/h")), path("/c/puzzled/init.puzzle"));
        assert_eq!(file(path("c"), path("/h")), path("/h/.config/puzzled/init.puzzle"));
        assert_eq!(file(None, None), None);
    }

    #[test]
    fn its_lines_are_typed_and_its_errors_have_a_place() {
        let path = std::env::temp_dir().join(format!("puzzled-init-{}", std::process::id()));
        std::fs::write(&path, "set width 60\nmatrix m {\n1 2\n3 4\n}\nrotat 1\nbail on\n")
            .expect("a file");
        let (mut shell, mut ear) = (shell(), Ear::default());
        let keys = Keys::new();
        run_file(&mut shell, &path, &mut ear, &keys);
        std::fs::remove_file(&path).expect("removed");
        assert!(ear.err.contains(":6:1: error[command::unknown-verb]"), "{}", ear.err);
        assert_eq!(shell.prompt(), "[1] m @0, rotated by 0> ");
        assert!(shell.settings.width == Some(60) && shell.settings.bail);
        assert!(!shell.failed() && shell.next() == "<repl:1>");
    }
}
