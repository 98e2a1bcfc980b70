//! The one writer of files: a file is replaced or created in one step, so that a crash, a full disk
//! or a kill leaves the old file or the new one, and nothing in between.
//!
//! ```text
//! create   new file without a name: bytes, fsync ─▶ link to its final name ─▶ fsync of the folder
//! replace  resolve links ─▶ compare ─▶ new file without a name: owner, attributes, mode, bytes,
//!          fsync ─▶ link to a temporary name ─▶ compare ─▶ exchange the two ─▶ compare what was
//!          exchanged out ─▶ remove it ─▶ fsync of the folder
//!                   └─ it differs: exchange back, nothing is written
//! ```
//!
//! A file without a name disappears with the process. So whenever a process is killed, `create`
//! leaves no temporary file. `replace` leaves one if it is killed between the link and the removal;
//! the next process that writes into the folder removes it ([`super::leftovers`]). File systems
//! without such files (NFS, for example) have temporary names from the start, and a kill may leave
//! `.puzzled-….tmp` there.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use thiserror::Error;

use super::attributes::{self, Lost};
use super::fault::{self, strike};
use super::leftovers::{self, UNFINISHED, random_name};
use super::regular::{LastLink, open_regular};
use super::{Links, shown};

/// The reason why a file cannot be written. Names are written as [`shown`] returns them.
#[derive(Debug, Error)]
pub(crate) enum WriteError {
    /// The operating system refuses.
    #[error("cannot write {name}: {}", reason(.error))]
    Failed {
        /// The file.
        name: String,
        /// Why.
        error: io::Error,
    },
    /// A pipe, a device, a socket or a folder.
    #[error("cannot write {0}: it is not a regular file")]
    NotRegular(String),
    /// The file is read-only.
    #[error("cannot write {0}: it is read-only; `chmod u+w` makes it writable")]
    ReadOnly(String),
    /// The new file would have another owner or group than the old one.
    #[error(
        "cannot write {0}: its owner or group cannot be kept; run this as its owner, or write a copy of it"
    )]
    Owner(String),
    /// The new file would lack extended attributes or an access list of the old one.
    #[error(
        "cannot write {0}: its extended attributes or access list cannot be kept; write a copy of it"
    )]
    Attributes(String),
    /// A link leads to a file outside of the folders that were given.
    #[error("cannot write {name}: {how} {target}, outside the folder given; {advice}")]
    Outside {
        /// The file as it was named.
        name: String,
        /// The place of the link.
        how: &'static str,
        /// The file that it leads to.
        target: String,
        /// The way out that the command has.
        advice: &'static str,
    },
    /// A link to a file that does not exist.
    #[error("cannot write {name}: it is a link to {target}, which is missing; remove the link")]
    Dangling {
        /// The link.
        name: String,
        /// The path in it.
        target: String,
    },
    /// The file is written, but a power failure may bring back the old one.
    #[error("{name} was written, but the disk may not have it yet: {}", reason(.error))]
    Unsynced {
        /// The file.
        name: String,
        /// Why.
        error: io::Error,
    },
    /// The file has changed since it was read.
    #[error("{0}: changed on disk since it was read; run again")]
    Changed(String),
    /// A file that should be new exists already.
    #[error("cannot write {0}: it exists; name a new file, or remove it first")]
    Exists(String),
    /// Another process wrote the file at the same moment, and its text could not be put back.
    #[error("cannot write {name}: it changed on disk, and its content is now in {kept}")]
    Kept {
        /// The file.
        name: String,
        /// The name of the file with its former content.
        kept: String,
    },
}

/// Replaces the content of a regular file, which was `old` when it was read, by `new`.
///
/// Links are resolved first, so that they stay links. Mode, owner, group, extended attributes and
/// the access list are kept, except for attributes that the system itself sets. Another name of the
/// same file (a hard link) keeps the old content: the new content is a new file.
///
/// # Errors
/// When it is not a regular file, is read-only, belongs to another user, has changed since it was
/// read, or cannot be written. Then it is unchanged, except after [`WriteError::Unsynced`].
pub(crate) fn replace(path: impl AsRef<Path>, old: &[u8], new: &[u8]) -> Result<(), WriteError> {
    replace_through(&Links::Follow, path, old, new)
}

/// Replaces the content of a file like [`replace`], but follows only some links.
///
/// # Errors
/// As [`replace`], and when another link would be followed.
pub(crate) fn replace_through(
    links: &Links,
    path: impl AsRef<Path>,
    old: &[u8],
    new: &[u8],
) -> Result<(), WriteError> {
    let path = path.as_ref();
    let failed = |error| failed(path, error);
    let data = fs::metadata(path).map_err(failed)?;
    if !data.is_file() {
        return Err(WriteError::NotRegular(shown(path)));
    }
    if data.permissions().readonly() {
        return Err(WriteError::ReadOnly(shown(path)));
    }
    let target = fs::canonicalize(path).map_err(failed)?;
    links.admit(path, &target)?;
    let unsynced = |error| WriteError::Unsynced { name: shown(path), error };
    leftovers::sweep(folder(&target));
    let changed = || WriteError::Changed(shown(path));
    let Some((before, data)) = holds(&target, old) else { return Err(changed()) };
    let mut file = Fresh::begin(&target, 0o600).map_err(failed)?;
    attributes::keep(&file.file, &before, &data).map_err(|lost| match lost {
        Lost::Owner => WriteError::Owner(shown(path)),
        Lost::Attributes => WriteError::Attributes(shown(path)),
        Lost::Failed(error) => failed(error),
    })?;
    file.fill(new, true).map_err(failed)?;
    // Both files are locked while they have the temporary name: no other process removes them.
    #[cfg(unix)]
    let _ = (file.file.try_lock(), before.try_lock_shared());
    let beside = file.name(&leftovers::prefix(old, new)).map_err(failed)?;
    if holds(&target, old).is_none() {
        return Err(changed());
    }
    if strike("exchange").and_then(|()| exchange(&beside, &target)).is_err() {
        // Not every file system can exchange two files.
        strike("rename").map_err(failed)?;
        beside.persist(&target).map_err(|error| failed(error.error))?;
        return sync_folder(&target).map_err(unsynced);
    }
    if holds(&beside, old).is_none() {
        put_back(beside, &target, new)
            .map_err(|kept| WriteError::Kept { name: shown(path), kept: shown(kept) })?;
        return Err(changed());
    }
    let _ = strike("remove"); // a place where tests kill the process
    drop(beside);
    sync_folder(&target).map_err(unsynced)
}

/// Creates a new file.
///
/// # Errors
/// When that name is taken, even by a dangling link, or when the file cannot be written.
pub(crate) fn create(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), WriteError> {
    let path = path.as_ref();
    create_with(path, bytes, 0o666, true)?;
    sync_folder(path).map_err(|error| WriteError::Unsynced { name: shown(path), error })
}

/// Writes a file into a folder, which is made if it is missing: creates the file, or (`force`)
/// replaces the one that is there.
///
/// # Errors
/// As [`create`], as [`replace_through`] for a file that is there, and when the file would lie
/// outside of the folders of `links`: then nothing is made there.
pub(crate) fn write_into(
    links: &Links,
    path: impl AsRef<Path>,
    bytes: &[u8],
    force: bool,
) -> Result<(), WriteError> {
    let path = path.as_ref();
    let failed = |error| failed(path, error);
    links.make_folder().map_err(failed)?;
    if !force || fs::symlink_metadata(path).is_err() {
        links.check(path)?;
        fs::create_dir_all(folder(path)).map_err(failed)?;
        return create(path, bytes);
    }
    if let (Ok(target), false) = (fs::read_link(path), path.exists()) {
        return Err(WriteError::Dangling { name: shown(path), target: shown(target) });
    }
    let mut old = Vec::new();
    if let Some((mut file, _)) = open_regular(path, LastLink::Follow).map_err(failed)? {
        file.read_to_end(&mut old).map_err(failed)?;
    }
    replace_through(links, path, &old, bytes)
}

/// Creates a new file that only its owner can read, without waiting for the disk: after a power
/// failure the file may be missing or empty, so its content must be reproducible.
///
/// # Errors
/// As [`create`].
pub(crate) fn create_private(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), WriteError> {
    create_with(path.as_ref(), bytes, 0o600, false)
}

fn create_with(path: &Path, bytes: &[u8], mode: u32, sync: bool) -> Result<(), WriteError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(shown(path)),
        _ => failed(path, error),
    };
    if fs::symlink_metadata(path).is_ok() {
        return Err(WriteError::Exists(shown(path)));
    }
    leftovers::sweep(folder(path));
    let mut file = Fresh::begin(path, mode).map_err(failed)?;
    file.fill(bytes, sync).and_then(|()| file.place(path)).map_err(failed)
}

/// Returns what went wrong, in the words of the system and without its number.
pub(super) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

/// Returns the error for an operation of the system that failed while a file was written.
pub(super) fn failed(path: &Path, error: io::Error) -> WriteError {
    WriteError::Failed { name: shown(path), error }
}

/// Returns the folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != OsStr::new("")).unwrap_or(Path::new("."))
}

/// A new file in the folder of another. If the system has files without a name, the file is named
/// as late as possible: an unnamed file disappears with the process, even if that is killed.
struct Fresh {
    folder: PathBuf,
    file: File,
    named: Option<TempPath>,
}

impl Fresh {
    fn begin(beside: &Path, mode: u32) -> io::Result<Self> {
        strike("create")?;
        let folder = folder(beside).to_owned();
        if let Ok(file) = nameless(&folder, mode) {
            return Ok(Self { folder, file, named: None });
        }
        #[cfg_attr(not(unix), expect(unused_mut, reason = "files have no mode here"))]
        let mut builder = random_name(UNFINISHED);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
        let (file, path) = builder.tempfile_in(&folder)?.into_parts();
        Ok(Self { folder, file, named: Some(path) })
    }

    /// Writes the bytes, and (`sync`) waits until the disk has them.
    fn fill(&mut self, bytes: &[u8], sync: bool) -> io::Result<()> {
        fault::write(&mut self.file, bytes)?;
        if !sync {
            return Ok(());
        }
        fault::sync("fsync", &self.file)
    }

    /// Gives the file a random name with this prefix, which goes away with its owner.
    fn name(&mut self, prefix: &str) -> io::Result<TempPath> {
        strike("link")?;
        let named = self.named.take();
        let named = random_name(prefix).make_in(&self.folder, |path| match &named {
            None => link(&self.file, path),
            Some(named) => fs::rename(named, path),
        })?;
        Ok(named.into_temp_path())
    }

    /// Gives the file its final name, if that is free.
    fn place(&mut self, path: &Path) -> io::Result<()> {
        match self.named.take() {
            None => strike("link").and_then(|()| link(&self.file, path)),
            Some(named) => strike("rename")
                .and_then(|()| named.persist_noclobber(path).map_err(|error| error.error)),
        }
    }
}

/// Creates a file without a name, to which [`link`] can give one.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path, mode: u32) -> io::Result<File> {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    if !Path::new(DESCRIPTORS).exists() {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    Ok(openat(CWD, folder, flags, Mode::from_raw_mode(mode))?.into())
}

/// Gives a file without a name one that is free.
#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let descriptor = format!("{DESCRIPTORS}/{}", file.as_raw_fd());
    Ok(linkat(CWD, descriptor, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// The folder that lists the open files of the process.
#[cfg(target_os = "linux")]
const DESCRIPTORS: &str = "/proc/self/fd";

/// Fails, because every file has a name here.
#[cfg(not(target_os = "linux"))]
fn nameless(_folder: &Path, _mode: u32) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Fails, because every file has a name here.
#[cfg(not(target_os = "linux"))]
fn link(_file: &File, _path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns a regular file and its metadata if the file holds exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> Option<(File, Metadata)> {
    let (mut file, data) = open_regular(path, LastLink::Refuse).ok()??;
    if data.len() != bytes.len() as u64 {
        return None;
    }
    let mut rest = bytes;
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block) {
            Ok(0) => return rest.is_empty().then_some((file, data)),
            Ok(count) => rest = rest.strip_prefix(&block[..count])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// Exchanges two files of one folder in one step.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// Fails, because there is no such step here.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Exchanges a file back that had changed before it was exchanged. If the file was written once
/// more since then, that text is the newest and stays.
///
/// # Errors
/// The file that holds the text that could not be put back.
fn put_back(beside: TempPath, target: &Path, new: &[u8]) -> Result<(), PathBuf> {
    if strike("put back").and_then(|()| exchange(&beside, target)).is_err() {
        return Err(beside.keep().unwrap_or_else(|error| error.path.to_path_buf()));
    }
    if holds(&beside, new).is_none() {
        let _ = exchange(&beside, target);
    }
    Ok(())
}

/// Waits until the name of a file is on the disk.
#[cfg(unix)]
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = File::open(folder(path));
    match folder.and_then(|folder| fault::sync("fsync of the folder", &folder)) {
        // Not every file system supports this.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// Does nothing, because folders cannot be opened here.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // as it is on Unix
pub(super) fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests;
