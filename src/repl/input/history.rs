//! The file that remembers what was typed. If anything goes wrong with it, the REPL continues without it.

use std::path::{Path, PathBuf};

use rustyline::history::DefaultHistory;
use rustyline::{Editor, Helper};

use crate::host::private_folder;

/// Inputs longer than this are not remembered.
const LONGEST: usize = 1 << 16;

/// Returns a file of the prompt, in the folder `puzzled` of the folder that a variable names;
/// without it, in that of the folder `below` in the home folder. The variables are handed in.
pub(crate) fn own_file(
    named: Option<PathBuf>,
    home: Option<PathBuf>,
    below: &str,
    name: &str,
) -> Option<PathBuf> {
    // The XDG base directory specification has relative paths ignored.
    let folder = named
        .filter(|path| path.is_absolute())
        .or_else(|| Some(home.filter(|path| path.is_absolute())?.join(below)))?;
    Some(folder.join("puzzled").join(name))
}

/// Returns the history file: `$XDG_STATE_HOME/puzzled/history`, or `.local/state/puzzled/history`
/// in the home folder.
pub(crate) fn default_file() -> Option<PathBuf> {
    own_file(var("XDG_STATE_HOME"), home(), ".local/state", "history")
}

/// Returns the home folder.
pub(crate) fn home() -> Option<PathBuf> {
    var("HOME")
}

/// Returns a path in a variable of the environment.
pub(crate) fn var(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Remembers inputs in a file, as they come.
#[derive(Debug)]
pub(crate) struct HistoryFile {
    file: Option<PathBuf>,
}

impl HistoryFile {
    /// Reads what `file` remembers into the editor.
    pub(crate) fn open<H: Helper>(
        file: Option<PathBuf>,
        editor: &mut Editor<H, DefaultHistory>,
    ) -> Self {
        // A pipe or a device in that place would block.
        let usable = |path: &Path| std::fs::metadata(path).map_or(true, |data| data.is_file());
        let file = file.filter(|path| usable(path));
        if let Some(path) = &file {
            if let Some(folder) = path.parent() {
                let _ = private_folder(folder);
            }
            let _ = editor.load_history(path);
        }
        Self { file }
    }

    /// Remembers an input: at once, so that a crash loses nothing and another session sees it.
    pub(crate) fn add<H: Helper>(&self, editor: &mut Editor<H, DefaultHistory>, input: &str) {
        let input = input.trim_end_matches(['\n', '\r', ' ', '\t']);
        if input.len() <= LONGEST
            && editor.add_history_entry(input).unwrap_or(false)
            && let Some(path) = &self.file
        {
            let _ = editor.append_history(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn folders_are_made_for_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let name = format!("puzzled-private-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let inner = folder.join("puzzled/journal");
        private_folder(&inner).expect("made");
        private_folder(&inner).expect("it is there");
        for path in [&folder, &folder.join("puzzled"), &inner] {
            let mode = std::fs::metadata(path).expect("a folder").permissions().mode();
            assert_eq!(mode & 0o777, 0o700, "{}", path.display());
        }
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn the_environment_says_where_the_history_lies() {
        let path = |text: &str| Some(PathBuf::from(text));
        let file = |state, home| own_file(state, home, ".local/state", "history");
        assert_eq!(file(path("/s"), path("/h")), path("/s/puzzled/history"));
        assert_eq!(file(path("s"), path("/h")), path("/h/.local/state/puzzled/history"));
        assert_eq!(file(None, path("/h")), path("/h/.local/state/puzzled/history"));
        assert_eq!(file(None, None), None);
        let init = own_file(path("c"), path("/h"), ".config", "init.puzzle");
        assert_eq!(init, path("/h/.config/puzzled/init.puzzle"));
    }
}
