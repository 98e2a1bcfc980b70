//! Distinguishes documents that `save` wrote from documents that people wrote.
//!
//! The first line of a saved file says so and carries a hash of the lines after it:
//!
//! ```text
//! // saved by puzzled, 5d0a…; while nobody edits this file, `save` may replace it
//! matrix m {…
//! ```
//!
//! A file that was edited, or put into another layout, no longer fits its hash, and counts as
//! written by hand. Files of version 0.1 have no such line and count as written by hand too. The hash is
//! that of the lines with LF at their ends, because version control may give a file other line ends; they
//! are kept.

use std::borrow::Cow;
use std::path::Path;

use thiserror::Error;

use crate::host::{Links, WriteError, checksum, create, read_file, replace_through, shown};
use crate::text::line_end;

/// The beginning of the first line, before the hash.
const HEAD: &str = "// saved by puzzled, ";
/// The end of the first line, after the hash.
const TAIL: &str = "; while nobody edits this file, `save` may replace it\n";

/// The reason why a session is not saved. Names are as [`shown`] returns them.
#[derive(Debug, Error)]
pub(crate) enum SaveError {
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file is not what `save` wrote.
    #[error(
        "cannot write {0}: `save` did not write it, or it was edited since; name a new file, or remove it first"
    )]
    Foreign(String),
}

/// Returns the text of a saved file.
fn sealed(text: &str) -> String {
    format!("{HEAD}{:016x}{TAIL}{text}", checksum(text.as_bytes()))
}

/// Returns whether `save` wrote these bytes.
fn is_sealed(bytes: &[u8]) -> bool {
    let text = || {
        let lines = with_line_feeds(bytes)?;
        let (sum, text) = lines.strip_prefix(HEAD.as_bytes())?.split_at_checked(16)?;
        let text = text.strip_prefix(TAIL.as_bytes())?;
        let sum = u64::from_str_radix(std::str::from_utf8(sum).ok()?, 16).ok()?;
        (checksum(text) == sum).then_some(())
    };
    text().is_some()
}

/// Returns a text with LF at the ends of its lines; `None` if they end differently.
fn with_line_feeds(bytes: &[u8]) -> Option<Cow<'_, [u8]>> {
    let end = line_end(bytes);
    if end == "\n" {
        return Some(Cow::Borrowed(bytes));
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let lines = text.replace(end, "\n");
    (lines.replace('\n', end) == text).then(|| Cow::Owned(lines.into_bytes()))
}

/// Writes a saved session to a new file, or over one that `save` wrote, whose line ends are kept.
///
/// # Errors
/// When the file is not what `save` wrote, or cannot be written. Then it stays what it is.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), SaveError> {
    let text = sealed(text);
    let links = Links::of_file(path);
    links.check(path)?;
    match std::fs::metadata(path) {
        // A new file, or a link that leads nowhere.
        Err(_) => return Ok(create(path, text.as_bytes())?),
        Ok(data) if !data.is_file() => return Err(WriteError::NotRegular(shown(path)).into()),
        Ok(_) => {}
    }
    match read_file(path) {
        Ok(old) if is_sealed(old.bytes()) => {
            let text = text.replace('\n', line_end(old.bytes()));
            Ok(replace_through(&links, path, old.bytes(), text.as_bytes())?)
        }
        _ => Err(SaveError::Foreign(shown(path))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_saved_and_never_edited_is_sealed() {
        let text = sealed("matrix m {\n1 2\n}\n");
        assert!(is_sealed(text.as_bytes()) && is_sealed(sealed("").as_bytes()));
        for at in 0..text.len() {
            let mut edited = text.clone().into_bytes();
            edited[at] ^= 1;
            assert!(!is_sealed(&edited), "{at}");
            assert!(!is_sealed(&text.as_bytes()[..at]), "{at}");
        }
        assert!(!is_sealed(format!("{text}show\n").as_bytes()));
        assert!(!is_sealed(b"matrix m {\n1 2\n}\nm: digest => 0\n"), "a file of version 0.1");
    }

    #[test]
    fn a_saved_file_keeps_its_line_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("s.puzzle");
        for end in ["\n", "\r\n", "\r"] {
            let old = sealed("matrix m {\n  1\n}\n").replace('\n', end);
            std::fs::write(&path, &old).expect("written");
            write(&path, "matrix m {\n  2\n}\n").expect("it was saved");
            let saved = std::fs::read_to_string(&path).expect("a file");
            assert_eq!(saved, sealed("matrix m {\n  2\n}\n").replace('\n', end));
        }
        let mixed = sealed("matrix m {\n  1\n}\n").replacen('\n', "\r\n", 1);
        assert!(!is_sealed(mixed.as_bytes()), "it was edited");
    }

    #[test]
    fn what_people_wrote_is_never_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("s.puzzle");
        write(&path, "matrix m { 1 }\n").expect("it is new");
        write(&path, "matrix m { 2 }\n").expect("it was saved");
        let saved = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(saved, sealed("matrix m { 2 }\n"));
        for text in [saved.clone() + "// mine\n", String::from("matrix m { 3 }\n"), String::new()] {
            std::fs::write(&path, &text).expect("written");
            let error = write(&path, "matrix m { 4 }\n").expect_err("it is not ours").to_string();
            assert!(error.contains("`save` did not write it"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
        }
        let error = write(folder.path(), "").expect_err("a folder").to_string();
        assert!(error.contains("regular file"), "{error}");
        #[cfg(unix)]
        {
            let link = folder.path().join("link.puzzle");
            std::os::unix::fs::symlink("nowhere", &link).expect("a link");
            let error = write(&link, "").expect_err("a link").to_string();
            assert!(error.contains("it exists"), "{error}");
            assert!(!folder.path().join("nowhere").exists());
        }
    }
}
