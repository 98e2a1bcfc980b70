//! Temporary files that a killed process left, and how the next one recognizes and removes them.
//!
//! A file gets its temporary name when its bytes are complete, just before it is exchanged with
//! the file that it replaces. The name says which of the two contents the file may hold:
//!
//! ```text
//! .puzzled-5d0a11c2e8f00b7d-90e4c6a3b1d2f587-vT3kQz81LmXa.tmp
//!          checksum of old  checksum of new  random
//! ```
//!
//! The process that uses such a file holds a lock on it. A file with such a name is a leftover that
//! can be removed without loss if no process has locked it and its content is one of the two. A
//! file with any other content, such as a text that an editor saved in the meantime, stays.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::Builder;

use super::checksum::checksum;
use super::regular::{LastLink, open_regular};

const PREFIX: &str = ".puzzled-";
const SUFFIX: &str = ".tmp";
/// The size of the largest file that is looked at, in bytes: reading a larger one would cost more
/// than it is worth.
const LARGEST: u64 = 64 << 20;

/// Returns the part of a temporary name before the random characters.
pub(super) fn prefix(old: &[u8], new: &[u8]) -> String {
    format!("{PREFIX}{:016x}-{:016x}-", checksum(old), checksum(new))
}

/// Returns a builder of temporary names that cannot be predicted.
pub(super) fn random_name(prefix: &str) -> Builder<'_, 'static> {
    let mut builder = Builder::new();
    builder.prefix(prefix).suffix(SUFFIX).rand_bytes(12);
    builder
}

/// The beginning of the name of a file that has no content yet.
pub(super) const UNFINISHED: &str = PREFIX;

/// The checksums in a temporary name: of the content to be replaced, and of the new one.
struct Sums {
    old: u64,
    new: u64,
}

/// Reads the checksums in a temporary name; `None` if it is not a temporary name.
fn sums(name: &str) -> Option<Sums> {
    let sums = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    let (old, rest) = sums.split_once('-')?;
    let (new, _random) = rest.split_once('-')?;
    let sum = |text: &str| u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16);
    Some(Sums { old: sum(old)?, new: sum(new)? })
}

/// Removes the temporary files that killed processes left in a folder. A process looks into each
/// folder once, so that writing many files of a large folder costs one look.
pub(super) fn sweep(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let Ok(folder) = fs::canonicalize(folder) else { return };
    if !SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.clone()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some(sums) = entry.file_name().to_str().and_then(sums) else { continue };
        if is_left_over(&entry.path(), &sums) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns whether a file is not in use and its content is one of the two.
fn is_left_over(path: &Path, sums: &Sums) -> bool {
    let Ok(Some((mut file, data))) = open_regular(path, LastLink::Refuse) else { return false };
    if data.len() > LARGEST || !is_unused(&file) {
        return false;
    }
    let mut bytes = Vec::new();
    let read = file.by_ref().take(LARGEST + 1).read_to_end(&mut bytes);
    read.is_ok() && [sums.old, sums.new].contains(&checksum(&bytes))
}

/// Returns whether no process has locked a file. A process that is killed loses its locks.
fn is_unused(file: &File) -> bool {
    file.try_lock().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(old: &str, new: &str) -> String {
        format!("{}abcdefghijkl{SUFFIX}", prefix(old.as_bytes(), new.as_bytes()))
    }

    #[test]
    fn only_unused_files_with_a_known_content_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).expect("written");
        let removed = [(name("old", "new"), "old"), (name("a", "new"), "new")];
        let kept = [
            (name("b", "new"), "saved by an editor"),
            (String::from("a.puzzle"), "old"),
            (format!("{PREFIX}abcdefghijkl{SUFFIX}"), "old"),
            (name("c", "d") + "~", "c"),
        ];
        for (name, text) in removed.iter().chain(&kept) {
            write(name, text);
        }
        let used = name("used", "new");
        write(&used, "used");
        let lock = File::open(path(&used)).expect("it is there");
        lock.try_lock_shared().expect("nobody else has locked it");
        #[cfg(unix)]
        std::os::unix::fs::symlink(path("a.puzzle"), path(&name("old", "e"))).expect("a link");
        sweep(folder.path());
        for (name, _) in &removed {
            assert!(!path(name).exists(), "{name}");
        }
        for (name, _) in &kept {
            assert!(path(name).exists(), "{name}");
        }
        assert!(path(&used).exists());
        #[cfg(unix)]
        assert!(path(&name("old", "e")).is_symlink());
        // The second look of the same process costs nothing and removes nothing.
        drop(lock);
        sweep(folder.path());
        assert!(path(&used).exists());
    }
}
