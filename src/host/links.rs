//! The links through which a command may write a file that was not named itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::write::folder;

/// The links that a writer follows.
#[derive(Debug)]
pub(crate) enum Links {
    /// All of them.
    Follow,
    /// Those that lead to a file inside some folders.
    Within(Folders),
}

/// The folders among some paths, and the folders of the files among them.
#[derive(Debug)]
pub(crate) struct Folders {
    paths: Vec<PathBuf>,
    /// The folders without links; found when the first link is met.
    real: OnceLock<BTreeSet<PathBuf>>,
}

impl Links {
    /// Returns all links if `follow` is set, else those that stay inside the folders of the given
    /// paths: a folder that is given, and the folder of a file that is given.
    pub(crate) fn of(paths: &[PathBuf], follow: bool) -> Self {
        if follow {
            return Self::Follow;
        }
        Self::Within(Folders { paths: paths.to_vec(), real: OnceLock::new() })
    }

    /// Returns whether a writer of `path` may write `target`, which is the same file without links.
    /// Costs two calls to the system unless `path` is a link.
    pub(super) fn allow(&self, path: &Path, target: &Path) -> bool {
        let Self::Within(folders) = self else { return true };
        // A file that is not a link itself lies in the folder that was given, or below it.
        let own = fs::canonicalize(folder(path)).ok();
        own.as_deref() == target.parent()
            || folders.real().iter().any(|folder| target.starts_with(folder))
    }
}

impl Folders {
    fn real(&self) -> &BTreeSet<PathBuf> {
        self.real.get_or_init(|| {
            let own = |path: &PathBuf| {
                if path.is_dir() { path.clone() } else { folder(path).to_owned() }
            };
            let folders: BTreeSet<_> = self.paths.iter().map(own).collect();
            folders.iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect()
        })
    }
}
