//! The file that remembers what was typed. If anything goes wrong with it, the REPL says so once and
//! continues without it.
//!
//! The form is that of rustyline. Its functions are not used, because they lock the file, and not
//! every home has locks: NFS without a lock daemon and Lustre have none. Here each input is added at
//! the end in one piece, which needs no lock.

use std::path::{Path, PathBuf};

use rustyline::history::DefaultHistory;
use rustyline::{Editor, Helper};

use crate::host::{Growing, WriteError, private_folder, read_regular, replace};

/// The first line of the file. In the lines after it a line feed is `\n`, and a backslash `\\`.
const HEAD: &str = "#V2\n";
/// Inputs longer than this are not remembered.
const LONGEST: usize = 1 << 16;
/// A longer file is not read, in bytes.
const LARGEST: u64 = 1 << 30;

/// Returns a file of the prompt, in the folder `puzzled` of the folder that a variable names;
/// without it, in that of the folder `below` in the home folder. The variables are handed in.
pub(crate) fn puzzled_file(
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
    puzzled_file(var("XDG_STATE_HOME"), home(), ".local/state", "history")
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
    /// Reads what `file` remembers into the editor, whose history has at most `most` inputs.
    pub(crate) fn open<H: Helper>(
        file: Option<PathBuf>,
        most: usize,
        editor: &mut Editor<H, DefaultHistory>,
    ) -> Self {
        // A pipe or a device in that place would block.
        let usable = |path: &Path| std::fs::metadata(path).map_or(true, |data| data.is_file());
        let file = file.filter(|path| usable(path));
        if let Some(path) = &file {
            if let Some(folder) = path.parent() {
                let _ = private_folder(folder);
            }
            read(path, most, editor);
        }
        Self { file }
    }

    /// Remembers an input: at once, so that a crash loses nothing and another session sees it.
    ///
    /// # Errors
    /// When the file cannot be written, the first time; from then on it is left alone.
    pub(crate) fn add<H: Helper>(
        &mut self,
        editor: &mut Editor<H, DefaultHistory>,
        input: &str,
    ) -> Result<(), WriteError> {
        let input = input.trim_end_matches(['\n', '\r', ' ', '\t']);
        if input.len() > LONGEST || !editor.add_history_entry(input).unwrap_or(false) {
            return Ok(());
        }
        let Some(path) = &self.file else { return Ok(()) };
        let added = Growing::reopen(path, HEAD).and_then(|mut file| file.add(&line(input)));
        if added.is_err() {
            self.file = None;
        }
        added
    }
}

/// Reads the inputs of a file into the editor. A file that is much longer than the history, or in
/// another form, is written again.
fn read<H: Helper>(path: &Path, most: usize, editor: &mut Editor<H, DefaultHistory>) {
    let Ok(bytes) = read_regular(path, LARGEST) else { return };
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.strip_prefix(HEAD);
    let inputs: Vec<String> = match lines {
        Some(lines) => lines.lines().filter(|line| !line.is_empty()).map(input).collect(),
        None => text.lines().map(String::from).collect(),
    };
    let newest = &inputs[inputs.len().saturating_sub(most)..];
    for input in newest {
        let _ = editor.add_history_entry(input);
    }
    let is_whole = lines.is_some() && text.ends_with('\n');
    if !is_whole || inputs.len() > 2 * most {
        let lines: String = newest.iter().map(|input| line(input)).collect();
        let _ = replace(path, &bytes, format!("{HEAD}{lines}").as_bytes());
    }
}

/// Returns the line of an input.
fn line(input: &str) -> String {
    input.replace('\\', r"\\").replace('\n', r"\n") + "\n"
}

/// Returns the input of a line.
fn input(line: &str) -> String {
    let mut input = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\\') {
        input += before;
        input.push(if after.starts_with('n') { '\n' } else { '\\' });
        rest = after.strip_prefix(['n', '\\']).unwrap_or(after);
    }
    input + rest
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

    /// Inputs that the editor remembers.
    const MOST: usize = 3;

    fn new_editor() -> Editor<(), DefaultHistory> {
        let config = rustyline::Config::builder().max_history_size(MOST).expect("a size").build();
        Editor::with_config(config).expect("an editor")
    }

    /// Returns what a new session remembers.
    fn remembered(path: &Path) -> Vec<String> {
        let mut editor = new_editor();
        HistoryFile::open(Some(path.to_owned()), MOST, &mut editor);
        editor.history().iter().cloned().collect()
    }

    #[test]
    fn inputs_are_remembered_without_a_lock() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("history");
        let inputs = ["matrix m {\n1 2\n}", r"a\b \n \", "rotate 1"];
        std::fs::write(&path, HEAD).expect("written");
        // A session that wants a lock on the file waits for ever.
        let lock = std::fs::File::open(&path).expect("it is there");
        lock.lock().expect("locked");
        let mut editor = new_editor();
        let mut history = HistoryFile::open(Some(path.clone()), MOST, &mut editor);
        for (number, input) in inputs.iter().enumerate() {
            history.add(&mut editor, &format!("{input} \n")).expect("written");
            assert_eq!(remembered(&path), inputs[..=number]);
        }
        let text = std::fs::read_to_string(&path).expect("it is there");
        assert_eq!(
            text,
            concat!("#V2\n", r"matrix m {\n1 2\n}", "\n", r"a\\b \\n \\", "\nrotate 1\n")
        );
    }

    #[test]
    fn the_file_is_cut_and_put_into_its_form() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("history");
        let newest = ["d", "e", "f"];
        for (before, after) in [
            // In the form of now: kept until it is twice as long as the history.
            ("#V2\na\nb\nc\nd\ne\nf\n", "#V2\na\nb\nc\nd\ne\nf\n"),
            ("#V2\nx\na\nb\nc\nd\ne\nf\n", "#V2\nd\ne\nf\n"),
            // Without the first line, and cut off by a full disk.
            ("d\ne\nf\n", "#V2\nd\ne\nf\n"),
            ("#V2\nd\ne\nf", "#V2\nd\ne\nf\n"),
        ] {
            std::fs::write(&path, before).expect("written");
            assert_eq!(remembered(&path), newest, "{before}");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), after, "{before}");
        }
        // As an earlier version left it in a home without locks.
        std::fs::write(&path, "").expect("written");
        let mut editor = new_editor();
        let mut history = HistoryFile::open(Some(path.clone()), MOST, &mut editor);
        history.add(&mut editor, "help").expect("written");
        assert_eq!(remembered(&path), ["help"]);
    }

    #[test]
    fn a_history_that_cannot_be_kept_is_an_error_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("written");
        let mut editor = new_editor();
        let mut history = HistoryFile::open(Some(file.join("history")), MOST, &mut editor);
        let error = history.add(&mut editor, "help").expect_err("a file is not a folder");
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        history.add(&mut editor, "list").expect("it was said");
        assert_eq!(editor.history().iter().collect::<Vec<_>>(), ["help", "list"]);
    }

    #[test]
    fn the_environment_says_where_the_history_lies() {
        let path = |text: &str| Some(PathBuf::from(text));
        let file = |state, home| puzzled_file(state, home, ".local/state", "history");
        assert_eq!(file(path("/s"), path("/h")), path("/s/puzzled/history"));
        assert_eq!(file(path("s"), path("/h")), path("/h/.local/state/puzzled/history"));
        assert_eq!(file(None, path("/h")), path("/h/.local/state/puzzled/history"));
        assert_eq!(file(None, None), None);
        let init = puzzled_file(path("c"), path("/h"), ".config", "init.puzzle");
        assert_eq!(init, path("/h/.config/puzzled/init.puzzle"));
    }
}
