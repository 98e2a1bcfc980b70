//! The one writer of files.

use std::io;
use std::path::Path;

/// Replaces a file in one step, so that a crash leaves the old one or the new one and nothing
/// between. Permissions are kept; a link is followed.
///
/// # Errors
/// When the file cannot be written.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let written = std::fs::write(&beside, bytes)
        .and_then(|()| match std::fs::metadata(&path) {
            Ok(data) => std::fs::set_permissions(&beside, data.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| std::fs::rename(&beside, &path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// What went wrong, in the words of the system and without its number.
pub(super) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}
