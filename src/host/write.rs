//! The one writer of files: a file is replaced or made in one step, so that a crash, a full disk or
//! a kill leaves the old file or the new one, and nothing between.
//!
//! ```text
//! resolve links ─▶ compare ─▶ temporary file beside it: owner, mode, bytes, fsync ─▶ compare
//!   ─▶ exchange the two ─▶ compare what was exchanged out ─▶ remove it ─▶ fsync of the folder
//!                               └─ it differs: exchange back, nothing is written
//! ```

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

use super::fault::{self, strike};
use super::shown;

/// Why a file cannot be written. Names are as [`shown`] gives them.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The operating system says no.
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
    /// Nobody may write the file.
    #[error("cannot write {0}: it is read-only; `chmod u+w` makes it writable")]
    ReadOnly(String),
    /// The new file would belong to somebody else than the old one.
    #[error(
        "cannot write {0}: its owner or group cannot be kept; run this as its owner, or write a copy of it"
    )]
    Owner(String),
    /// The file is not what it was when it was read.
    #[error("{0}: changed on disk since it was read; run again")]
    Changed(String),
    /// Something has the name of a file that should be new.
    #[error("cannot write {0}: it exists; name a new file, or remove it first")]
    Exists(String),
    /// Another process wrote the file at the same moment, and its text could not be put back.
    #[error("cannot write {name}: it changed on disk, and what it held is now in {kept}")]
    Kept {
        /// The file.
        name: String,
        /// Where its former content is.
        kept: String,
    },
}

/// Replaces the content of a regular file, which was `old` when it was read, by `new`.
///
/// Links are resolved first, so that they stay what they are. Mode, owner and group are kept.
/// Another name of the same file (a hard link) keeps the old content: the new content is a new
/// file. Extended attributes and access lists are not kept.
///
/// # Errors
/// When it is not a regular file, is read-only, belongs to somebody else, has changed since it was
/// read, or cannot be written. Then it is what it was.
pub fn replace(path: impl AsRef<Path>, old: &[u8], new: &[u8]) -> Result<(), WriteError> {
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
    let changed = || WriteError::Changed(shown(path));
    let Some(data) = holds(&target, old) else { return Err(changed()) };
    let mut file = temporary(&target, 0o600).map_err(failed)?;
    keep_owner(file.as_file(), &data).map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied => WriteError::Owner(shown(path)),
        _ => failed(error),
    })?;
    strike("set permissions")
        .and_then(|()| file.as_file().set_permissions(data.permissions()))
        .and_then(|()| fill(&mut file, new))
        .map_err(failed)?;
    if holds(&target, old).is_none() {
        return Err(changed());
    }
    if strike("exchange").and_then(|()| exchange(file.path(), &target)).is_err() {
        // Not every file system can exchange two files.
        strike("rename").map_err(failed)?;
        file.persist(&target).map_err(|error| failed(error.error))?;
        return sync_folder(&target).map_err(failed);
    }
    if holds(file.path(), old).is_none() {
        put_back(file, &target, new)
            .map_err(|kept| WriteError::Kept { name: shown(path), kept: shown(kept) })?;
        return Err(changed());
    }
    drop(file);
    sync_folder(&target).map_err(failed)
}

/// Makes a new file.
///
/// # Errors
/// When something has that name already, be it a link that leads nowhere, or when it cannot be
/// written. Then there is no file.
pub fn create(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), WriteError> {
    let path = path.as_ref();
    let failed = |error| failed(path, error);
    if fs::symlink_metadata(path).is_ok() {
        return Err(WriteError::Exists(shown(path)));
    }
    let mut file = temporary(path, 0o666).map_err(failed)?;
    fill(&mut file, bytes).and_then(|()| strike("rename")).map_err(failed)?;
    file.persist_noclobber(path).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(shown(path)),
        _ => failed(error.error),
    })?;
    sync_folder(path).map_err(failed)
}

/// What went wrong, in the words of the system and without its number.
pub(super) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

/// The error of the operating system while a file is written.
pub(super) fn failed(path: &Path, error: io::Error) -> WriteError {
    WriteError::Failed { name: shown(path), error }
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != OsStr::new("")).unwrap_or(Path::new("."))
}

/// A new file of a random name beside `path`, which goes away unless it gets the name of `path`.
fn temporary(path: &Path, mode: u32) -> io::Result<NamedTempFile> {
    strike("create")?;
    let mut builder = Builder::new();
    builder.prefix(".puzzled-").suffix(".tmp").rand_bytes(12);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder.tempfile_in(folder(path))
}

/// Writes the bytes, and waits until the disk has them.
fn fill(file: &mut NamedTempFile, bytes: &[u8]) -> io::Result<()> {
    fault::write(file.as_file_mut(), bytes)?;
    strike("fsync")?;
    file.as_file().sync_all()
}

/// Gives a file the owner and the group of another.
#[cfg(unix)]
fn keep_owner(file: &File, data: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.metadata()?;
    let uid = (own.uid() != data.uid()).then_some(data.uid());
    let gid = (own.gid() != data.gid()).then_some(data.gid());
    if uid.is_none() && gid.is_none() { Ok(()) } else { fchown(file, uid, gid) }
}

/// Files have no owner that would be lost.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // as it is on Unix
fn keep_owner(_file: &File, _data: &Metadata) -> io::Result<()> {
    Ok(())
}

/// What is known of a regular file if it holds exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> Option<Metadata> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        // Neither a link nor a pipe that has come into its place is followed or waited for.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits() as i32);
    }
    let mut file = options.open(path).ok()?;
    let data = file.metadata().ok()?;
    if !data.is_file() || data.len() != bytes.len() as u64 {
        return None;
    }
    let mut rest = bytes;
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block) {
            Ok(0) => return rest.is_empty().then_some(data),
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

/// There is no such step here.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Puts back what was exchanged out although it had changed. If the file was written once more
/// since then, that text is the newest and stays.
///
/// # Errors
/// Where the text is that could not be put back.
fn put_back(file: NamedTempFile, target: &Path, new: &[u8]) -> Result<(), PathBuf> {
    let back = exchange(file.path(), target);
    if back.is_ok() && holds(file.path(), new).is_none() {
        let _ = exchange(file.path(), target);
        return Ok(());
    }
    match back {
        Ok(()) => Ok(()),
        Err(_) => {
            Err(file.into_temp_path().keep().unwrap_or_else(|error| error.path.to_path_buf()))
        }
    }
}

/// Waits until the disk knows the name of a file.
#[cfg(unix)]
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    strike("fsync of the folder")?;
    match File::open(folder(path)).and_then(|folder| folder.sync_all()) {
        // Not every file system knows what this means.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// Folders cannot be opened here.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // as it is on Unix
pub(super) fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}
