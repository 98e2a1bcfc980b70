//! Commands that treat every puzzle of files and folders: `show --out`, `graph`, `export --out`.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::args::Out;
use super::show::follow;
use crate::diag::{Severity, clip, counted};
use crate::host::{
    Console, Exit, Invocation, Limits, Links, Picked, RawOptions, Runner, WriteError, shown,
    write_into,
};
use crate::session::{Entry, Session};

/// The way to write a file outside of the folder of `--out`.
pub(super) const ELSEWHERE: &str = "name its folder with `--out`";

/// Returns the files and folders of a call that also takes the name of a puzzle: that argument is
/// a path here.
pub(super) fn paths(file: &Path, name: Option<OsString>, more: &[PathBuf]) -> Vec<PathBuf> {
    let name = name.map(PathBuf::from);
    [file.to_owned()].into_iter().chain(name).chain(more.iter().cloned()).collect()
}

/// Returns whether the name of a puzzle must be a file: no name holds such a sign.
pub(super) fn is_second_file(name: Option<&OsStr>) -> bool {
    name.is_some_and(|name| name.as_encoded_bytes().iter().any(|sign| b"./".contains(sign)))
}

/// Refuses a call that names a folder, or several files, but can print one puzzle only, if there is
/// one at all below `path`, the first of them. `also` says what else would do.
pub(super) fn one_only(console: &Console, path: &Path, what: &str, also: &str) -> Exit {
    if path.is_dir() && console.walk(&[path.to_owned()]).0.is_empty() {
        return Exit::Unusable;
    }
    console.refuse(format!(
        "cannot print {what} of several puzzles; `--out DIR` writes a file per puzzle{also}"
    ))
}

/// Says which puzzle is printed, if the file has `count` of them and none was named. `option` is the
/// option that treats all of them.
pub(super) fn say_which(console: &Console, name: &str, count: usize, option: &str) {
    if count > 1 {
        let name = clip(name);
        console.say(&format!(
            "puzzled: this is `{name}`, one of {count} puzzles; name another, or add `{option}`\n"
        ));
    }
}

/// A call on every puzzle of some files.
pub(super) struct Each<'a> {
    pub(super) console: &'a Console,
    pub(super) raw: RawOptions<'a>,
    pub(super) limits: &'a Limits,
    pub(super) call: &'a Invocation,
}

/// Treats a puzzle of a session, as its document leaves it.
pub(super) type Treat<'a> =
    dyn FnMut(&Picked, &mut Session, &Entry, &mut Runner) -> Result<(), Exit> + 'a;

impl Each<'_> {
    /// Follows the files one by one, and treats each of their puzzles. Errors of the documents are
    /// reported; puzzles whose declaration has some are left out.
    pub(super) fn treat(&self, paths: &[PathBuf], treat: &mut Treat<'_>) -> Exit {
        let (files, mut exit) = self.console.pick(paths, &["puzzle"]);
        if files.is_empty() {
            return exit;
        }

        for file in files.iter().take_while(|_| !self.call.is_interrupted()) {
            let mut runner = Runner::of(self.call, self.limits, self.console.live_line());
            let followed = follow(self.console, file, self.raw, Severity::Error, &mut runner);
            let mut followed = match followed {
                Ok(followed) => followed,
                Err(failed) => {
                    exit = exit.max(failed);
                    continue;
                }
            };
            if followed.failed {
                exit = exit.max(Exit::Failed);
            }
            for entry in followed.session.entries() {
                if followed.session.puzzle(Some(&entry.name)).is_none() {
                    continue;
                }
                let treated = treat(file, &mut followed.session, &entry, &mut runner);
                exit = exit.max(treated.err().unwrap_or(Exit::Fine));
            }
        }
        exit
    }
}

/// The files that a call writes into a folder, one per puzzle: `STEM-NAME.ENDING`, in the subfolder
/// in which the document is below the folder that was given.
pub(super) struct Files<'a> {
    console: &'a Console,
    folder: &'a Path,
    force: bool,
    links: Links,
    ending: &'a str,
    /// The files of the puzzles so far.
    targets: BTreeSet<PathBuf>,
    /// The number of those that were written.
    written: u64,
}

impl<'a> Files<'a> {
    /// Returns the files of a call that asks for some.
    pub(super) fn of(console: &'a Console, out: &'a Out, ending: &'a str) -> Option<Self> {
        let folder = out.folder.as_deref()?;
        let links = Links::below(folder, ELSEWHERE);
        let targets = BTreeSet::new();
        Some(Self { console, folder, force: out.force, links, ending, targets, written: 0 })
    }

    /// Writes the file of a puzzle, whole or not at all.
    ///
    /// # Errors
    /// The exit code if it cannot be written; the reason has been reported.
    pub(super) fn write(&mut self, from: &Picked, name: &str, text: &str) -> Result<(), Exit> {
        let mut file = from.within.file_stem().unwrap_or_default().to_owned();
        if crate::host::is_stdin(&from.path) {
            file = "stdin".into();
        }
        file.push(format!("-{name}.{}", self.ending));
        let target = self.folder.join(&from.within).with_file_name(file);
        if !self.targets.insert(target.clone()) {
            let name = shown(&target);
            return Err(self.console.refuse(format!("two puzzles would be written to {name}")));
        }
        write_file(self.console, &self.links, &target, text, self.force)?;
        self.written += 1;
        Ok(())
    }

    /// Says how many files were written. `exit` is the end of the call so far.
    pub(super) fn finish(self, exit: Exit) -> Exit {
        if self.targets.is_empty() && exit == Exit::Fine {
            return self
                .console
                .refuse("there is no puzzle to write; name files that declare some");
        }
        if self.written > 0 {
            let files = counted(self.written, "file");
            let folder = shown(self.folder);
            self.console.say(&format!("puzzled: wrote {files} to {folder}\n"));
        }
        exit
    }
}

/// Writes a file of `--out DIR`, whole or not at all. A file that is there is replaced only by `force`.
///
/// # Errors
/// The exit code if it cannot be written; the reason has been reported.
pub(super) fn write_file(
    console: &Console,
    links: &Links,
    target: &Path,
    text: &str,
    force: bool,
) -> Result<(), Exit> {
    write_into(links, target, text.as_bytes(), force).map_err(|error| match error {
        WriteError::Exists(name) => {
            let advice = "it exists; add `--force` to replace it";
            console.refuse(format!("cannot write {name}: {advice}"))
        }
        error => console.refuse(error),
    })
}
