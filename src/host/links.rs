//! The folders in which a command may write, whatever links lead out of them.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use super::shown;
use super::write::{WriteError, failed, folder};

/// The links that a writer follows.
#[derive(Debug)]
pub(crate) enum Links {
    /// All of them.
    Follow,
    /// The links that lead to a file inside some folders.
    Within(Folders),
}

/// The folders in which a command may write.
#[derive(Debug)]
pub(crate) struct Folders {
    /// Folders, and files of which each gives its folder.
    paths: Vec<PathBuf>,
    /// True if the only path is a folder that is made when the first file is written.
    is_made: bool,
    /// The way out for a file elsewhere.
    advice: &'static str,
    /// The folders without links, looked up when the first file is written.
    real: OnceLock<BTreeSet<PathBuf>>,
}

impl Links {
    /// Returns all links if `follow` is set, else those that stay inside the folders of the given
    /// paths: a folder that is given, and the folder of a file that is given.
    ///
    /// A path gives no folder if it leaves the folder in which it starts (the current folder for
    /// `a/b.puzzle`, the folder above it for `../a/b.puzzle`) through a link: a shell makes such
    /// paths of `*/b.puzzle`, so that a link may be there that its user has not seen.
    pub(crate) fn of(paths: &[PathBuf], follow: bool) -> Self {
        match follow {
            true => Self::Follow,
            false => Self::within(paths, false, "name that file, or add `--follow`"),
        }
    }

    /// Returns the links that stay inside the folder of a file that is given.
    pub(crate) fn of_file(path: &Path) -> Self {
        Self::within(&[path.to_owned()], false, "name that file")
    }

    /// Returns the links that stay inside the folder into which a call writes. The folder is made
    /// with the first file; `advice` is the way out for a file elsewhere.
    pub(crate) fn below(folder: &Path, advice: &'static str) -> Self {
        Self::within(&[folder.to_owned()], true, advice)
    }

    fn within(paths: &[PathBuf], is_made: bool, advice: &'static str) -> Self {
        Self::Within(Folders { paths: paths.to_vec(), is_made, advice, real: OnceLock::new() })
    }

    /// Makes the folder into which a call writes, if it is missing.
    pub(super) fn make_folder(&self) -> io::Result<()> {
        match self {
            Self::Within(Folders { paths, is_made: true, .. }) => {
                paths.iter().try_for_each(fs::create_dir_all)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a file, which may be missing, if a link leads from its path out of the folders.
    ///
    /// # Errors
    /// When it is outside, or its folder cannot be looked at.
    pub(crate) fn check(&self, path: &Path) -> Result<(), WriteError> {
        match self {
            Self::Follow => Ok(()),
            Self::Within(_) => {
                self.admit(path, &without_links(path).map_err(|error| failed(path, error))?)
            }
        }
    }

    /// Refuses `path` if `target`, which is the same file without links, is outside of the folders.
    ///
    /// # Errors
    /// When it is outside.
    pub(super) fn admit(&self, path: &Path, target: &Path) -> Result<(), WriteError> {
        let Self::Within(folders) = self else { return Ok(()) };
        let real = folders.real();
        if target.ancestors().any(|folder| real.contains(folder)) {
            return Ok(());
        }
        let name = shown(path);
        let target = shown(target);
        let advice = folders.advice;
        let how = if path.is_symlink() { "it is a link to" } else { "a link in its path leads to" };
        Err(WriteError::Outside { name, how, target, advice })
    }
}

impl Folders {
    fn real(&self) -> &BTreeSet<PathBuf> {
        self.real.get_or_init(|| {
            let folder = |path: &PathBuf| {
                if path.is_dir() { path.clone() } else { folder(path).to_owned() }
            };
            let folders: BTreeSet<_> = self.paths.iter().map(folder).collect();
            let real = |folder: &PathBuf| match self.is_made {
                true => fs::canonicalize(folder).ok(),
                false => without_leaving(folder),
            };
            folders.iter().filter_map(real).collect()
        })
    }
}

/// Returns a folder without links, unless they lead out of the folder in which its path starts.
fn without_leaving(folder: &Path) -> Option<PathBuf> {
    let is_start = |part: &Component<'_>| !matches!(part, Component::Normal(_));
    let start = Path::new(".").join(folder.components().take_while(is_start).collect::<PathBuf>());
    let start = fs::canonicalize(start).ok()?;
    fs::canonicalize(folder).ok().filter(|real| real.starts_with(start))
}

/// Returns a path without links. Its last parts may be missing: those cannot be links.
fn without_links(path: &Path) -> io::Result<PathBuf> {
    let mut there = path;
    let mut missing = Vec::new();
    loop {
        match fs::canonicalize(there) {
            Ok(real) => return Ok(missing.iter().rev().fold(real, |path, part| path.join(part))),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Err(error) => {
                // A link that leads nowhere is there all the same.
                let is_link = there.is_symlink() && !missing.is_empty();
                missing.push(there.file_name().filter(|_| !is_link).ok_or(error)?);
                there = folder(there);
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn refused(links: &Links, path: &Path) -> bool {
        links.check(path).is_err()
    }

    #[test]
    fn a_file_lies_in_the_folder_wherever_links_lead() {
        let root = tempfile::tempdir().expect("a folder");
        let at = |name: &str| root.path().join(name);
        for name in ["out/deep", "home"] {
            fs::create_dir_all(at(name)).expect("a folder");
        }
        fs::write(at("home/x"), "mine").expect("a file");
        for (name, aim) in [
            ("out/sub", "../home"),
            ("out/inside", "deep"),
            ("out/nowhere", "../home/none"),
            ("out/x", "../home/x"),
            ("named", "out"),
        ] {
            symlink(aim, at(name)).expect("a link");
        }
        for out in ["out", "named"] {
            let links = Links::below(&at(out), "name its folder");
            for inside in ["a", "deep/a", "deep/new/a", "inside/a", "inside/new/a"] {
                assert!(!refused(&links, &at(out).join(inside)), "{out}/{inside}");
            }
            for outside in ["sub/a", "sub/x", "sub/new/a", "nowhere/a", "x", "../home/x"] {
                assert!(refused(&links, &at(out).join(outside)), "{out}/{outside}");
            }
        }
        // A missing folder is one that no link leads to.
        let links = Links::below(&at("new/out"), "name its folder");
        links.make_folder().expect("made");
        assert!(!refused(&links, &at("new/out/a/b")));
        assert!(refused(&links, &at("new/b")));
    }
}
