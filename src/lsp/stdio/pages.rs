//! The explanations of codes as files, so that an editor can open the link of a diagnostic.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::diag::Code;
use crate::host::{create_private, private_folder, read_file, replace};
use crate::ide::page;

/// The links made so far; `None` for a page that could not be written.
static LINKS: LazyLock<Mutex<HashMap<&'static str, Option<String>>>> =
    LazyLock::new(Mutex::default);

/// Returns a link to the explanation of a code. The page is written when it is first asked for,
/// into the user's folder for caches.
pub(super) fn link(code: &'static Code) -> Option<String> {
    let mut links = LINKS.lock().unwrap_or_else(PoisonError::into_inner);
    links.entry(code.path).or_insert_with(|| write(code)).clone()
}

fn write(code: &Code) -> Option<String> {
    let folder = folder()?;
    private_folder(&folder).ok()?;
    let file = folder.join(format!("{}.md", code.path.replace("::", "-")));
    let text = page(code);
    let text = text.as_bytes();
    match read_file(&file) {
        Ok(page) if page.bytes() == text => {}
        Ok(page) => replace(&file, page.bytes(), text).ok()?,
        // Another server may have written it in the meantime.
        Err(_) => create_private(&file, text)
            .ok()
            .or_else(|| (read_file(&file).ok()?.bytes() == text).then_some(()))?,
    }
    Some(uri(&file))
}

fn folder() -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(cache.join("puzzled").join("explain"))
}

/// Returns the `file:` URI of a path.
fn uri(path: &Path) -> String {
    let mut text = String::from("file://");
    for byte in path.to_string_lossy().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text += &format!("%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn a_uri_escapes_what_its_path_cannot_write_plainly() {
        assert_eq!(
            super::uri(Path::new("/tmp/a b/é%20.puzzle")),
            "file:///tmp/a%20b/%C3%A9%2520.puzzle"
        );
    }
}
