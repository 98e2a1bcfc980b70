//! The one writer of files: a file is replaced or created in one step, so that a crash, a full disk
//! or a kill leaves the old file or the new one, and nothing in between.
//!
//! ```text
//! create   temporary file beside it: bytes, fsync ─▶ rename to a free name ─▶ fsync of the folder
//! replace  resolve links ─▶ temporary file beside it: owner, mode, bytes, fsync ─▶ compare with
//!          what was read ─▶ rename ─▶ fsync of the folder
//! ```
//!
//! A process that is killed before the rename leaves the temporary file, `.puzzled-….tmp`.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use tempfile::NamedTempFile;
use thiserror::Error;

use super::fault::{self, strike};
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
}

/// The state of a new file after a power failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Durability {
    /// It is whole: it gets its name when the disk has its bytes.
    Synced,
    /// It may be missing or empty, because its content can be made again.
    Reproducible,
}

/// Replaces the content of a regular file, which was `old` when it was read, by `new`.
///
/// Links are resolved first, so that they stay links. Mode, owner and group are kept; extended
/// attributes and an access list are not, because the new content is a new file. Another name of
/// the same file (a hard link) keeps the old content. A change of the file between the comparison
/// and the rename is lost.
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
/// Fails like [`replace`], and if another link would be followed.
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
    let mut file = beside(&target, 0o600).map_err(failed)?;
    keep_owner(file.as_file(), &data).map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied => WriteError::Owner(shown(path)),
        _ => failed(error),
    })?;

    // The mode comes after the owner, because a change of the owner changes it.
    strike("set permissions")
        .and_then(|()| file.as_file().set_permissions(data.permissions()))
        .and_then(|()| fill(&mut file, new, Durability::Synced))
        .map_err(failed)?;

    if !holds(&target, old) {
        return Err(WriteError::Changed(shown(path)));
    }
    strike("rename").map_err(failed)?;
    file.persist(&target).map_err(|error| failed(error.error))?;
    sync_folder(&target).map_err(|error| WriteError::Unsynced { name: shown(path), error })
}

/// Creates a new file.
///
/// # Errors
/// When that name is taken, even by a dangling link, or when the file cannot be written.
pub(crate) fn create(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), WriteError> {
    let path = path.as_ref();
    create_with(path, bytes, 0o666, Durability::Synced)?;
    sync_folder(path).map_err(|error| WriteError::Unsynced { name: shown(path), error })
}

/// Writes a file into a folder, which is made if it is missing: creates the file, or (`force`)
/// replaces the one that is there.
///
/// # Errors
/// Fails like [`create`], or like [`replace_through`] for a file that is there. Also fails, and
/// makes nothing, if the file would be outside of the folders of `links`.
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
/// Fails like [`create`].
pub(crate) fn create_private(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), WriteError> {
    create_with(path.as_ref(), bytes, 0o600, Durability::Reproducible)
}

fn create_with(
    path: &Path,
    bytes: &[u8],
    mode: u32,
    durability: Durability,
) -> Result<(), WriteError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(shown(path)),
        _ => failed(path, error),
    };
    if fs::symlink_metadata(path).is_ok() {
        return Err(WriteError::Exists(shown(path)));
    }
    let mut file = beside(path, mode).map_err(failed)?;
    fill(&mut file, bytes, durability).and_then(|()| strike("rename")).map_err(failed)?;
    file.persist_noclobber(path).map_err(|error| failed(error.error))?;
    Ok(())
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

/// Creates a temporary file in the folder of another. It is removed if it gets no other name.
fn beside(path: &Path, mode: u32) -> io::Result<NamedTempFile> {
    strike("create")?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".puzzled-").suffix(".tmp").rand_bytes(12);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder.tempfile_in(folder(path))
}

/// Writes all bytes of a temporary file.
fn fill(file: &mut NamedTempFile, bytes: &[u8], durability: Durability) -> io::Result<()> {
    fault::write(file.as_file_mut(), bytes)?;
    match durability {
        Durability::Synced => fault::sync("fsync", file.as_file()),
        Durability::Reproducible => Ok(()),
    }
}

/// Gives a file the owner and the group of another.
#[cfg(unix)]
fn keep_owner(file: &File, data: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let new = file.metadata()?;
    let uid = (new.uid() != data.uid()).then_some(data.uid());
    let gid = (new.gid() != data.gid()).then_some(data.gid());
    if uid.is_none() && gid.is_none() { Ok(()) } else { fchown(file, uid, gid) }
}

/// Does nothing, because files have no owner here.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // as it is on Unix
fn keep_owner(_file: &File, _data: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Returns whether a path is a regular file that holds exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let Ok(Some((mut file, data))) = open_regular(path, LastLink::Refuse) else { return false };
    if data.len() != bytes.len() as u64 {
        return false;
    }
    // Block by block, so that little time passes after the last byte is read.
    let mut rest = bytes;
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block) {
            Ok(0) => return rest.is_empty(),
            Ok(count) => match rest.strip_prefix(&block[..count]) {
                Some(after) => rest = after,
                None => return false,
            },
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return false,
        }
    }
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
