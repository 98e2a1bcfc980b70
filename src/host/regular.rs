//! The one opener of files that must be regular.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// The treatment of a link in the place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastLink {
    /// The file that it leads to is opened.
    Follow,
    /// It is an error.
    Refuse,
}

/// Opens a regular file to read it; `None` if it is not one. A pipe in its place is not waited for.
///
/// # Errors
/// When it cannot be opened.
pub(super) fn open_regular(path: &Path, link: LastLink) -> io::Result<Option<(File, Metadata)>> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let last = if link == LastLink::Refuse { OFlags::NOFOLLOW } else { OFlags::empty() };
        let flags = OFlags::NONBLOCK | last;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits() as i32);
    }
    #[cfg(not(unix))]
    let _ = link;
    let file = options.open(path)?;
    let data = file.metadata()?;
    Ok(data.is_file().then_some((file, data)))
}
