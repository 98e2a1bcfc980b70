//! A new file that grows: a recording, a journal.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::fault::{self, strike};
use super::regular::{LastLink, open_regular};
use super::shown;
use super::write::{WriteError, failed, sync_folder};

/// A new file to which whole texts are added. A text that does not fit is removed again.
#[derive(Debug)]
pub(crate) struct Growing {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Growing {
    /// Creates a new file, which only its owner can read if it is `private`. An existing file of
    /// that name is not touched, and a link is not followed.
    ///
    /// # Errors
    /// When that name is taken, or the file cannot be made.
    pub(crate) fn begin(path: impl Into<PathBuf>, private: bool) -> Result<Self, WriteError> {
        let path = path.into();
        let mut options = OpenOptions::new();
        options.append(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, if private { 0o600 } else { 0o666 });
        #[cfg(not(unix))]
        let _ = private;
        match strike("create").and_then(|()| options.open(&path)) {
            Ok(file) => Ok(Self { path, file, length: 0 }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(WriteError::Exists(shown(&path)))
            }
            Err(error) => Err(failed(&path, error)),
        }
    }

    /// Opens a file that only its owner can read, and to which several processes in turn add texts.
    /// A new file begins with `head`; an existing one that begins with something else is not
    /// touched.
    ///
    /// # Errors
    /// When it is another file, or cannot be opened.
    pub(crate) fn reopen(path: impl Into<PathBuf>, head: &str) -> Result<Self, WriteError> {
        let path = path.into();
        let mut start = Vec::new();
        let mut read = |file: File| file.take(head.len() as u64).read_to_end(&mut start);
        let opened = match open_regular(&path, LastLink::Follow) {
            Ok(None) => return Err(WriteError::NotRegular(shown(&path))),
            Ok(Some((file, _))) => read(file),
            Err(error) => Err(error),
        };
        match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut new = Self::begin(path, true)?;
                new.add(head)?;
                Ok(new)
            }
            Err(error) => Err(failed(&path, error)),
            Ok(_) if start != head.as_bytes() => Err(WriteError::Exists(shown(&path))),
            Ok(_) => {
                let opened = OpenOptions::new().append(true).open(&path);
                let file = opened.map_err(|error| failed(&path, error))?;
                let length = file.metadata().map_err(|error| failed(&path, error))?.len();
                Ok(Self { path, file, length })
            }
        }
    }

    /// Returns the length of the file, in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.length
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a text. The operating system has the text when this returns.
    ///
    /// # Errors
    /// When it cannot be written; then nothing of it is in the file.
    pub(crate) fn add(&mut self, text: &str) -> Result<(), WriteError> {
        match fault::write(&mut self.file, text.as_bytes()) {
            Ok(()) => {
                self.length += text.len() as u64;
                Ok(())
            }
            Err(error) => {
                let _ = self.file.set_len(self.length);
                Err(failed(&self.path, error))
            }
        }
    }

    /// Waits until everything in the file is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn sync(&self) -> Result<(), WriteError> {
        fault::sync("fsync", &self.file)
            .and_then(|()| sync_folder(&self.path))
            .map_err(|error| failed(&self.path, error))
    }

    /// Locks the file for as long as it is open.
    ///
    /// # Errors
    /// When another process has locked it, or locks are not supported.
    pub(crate) fn lock(&self) -> Result<(), WriteError> {
        self.file.try_lock().map_err(|error| {
            failed(
                &self.path,
                match error {
                    TryLockError::WouldBlock => io::ErrorKind::ResourceBusy.into(),
                    TryLockError::Error(error) => error,
                },
            )
        })
    }

    /// Gives the file another name in its folder.
    ///
    /// # Errors
    /// When it cannot be renamed.
    pub(crate) fn rename(&mut self, path: PathBuf) -> Result<(), WriteError> {
        strike("rename")
            .and_then(|()| std::fs::rename(&self.path, &path))
            .map_err(|error| failed(&path, error))?;
        self.path = path;
        Ok(())
    }

    /// Removes the file.
    pub(crate) fn remove(self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Makes a folder and those above it that are missing, accessible only to their owner.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn private_folder(path: &Path) -> Result<(), WriteError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|error| failed(path, error))
}
