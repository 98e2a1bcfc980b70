//! Puzzle files of the workspace that are not open.

use std::path::{Path, PathBuf};

use crate::host::documents;
use crate::lsp::server::Survey;

/// The most files that are read.
const MOST: usize = 5_000;
/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// The files that a survey asks about, in the order of their paths.
pub(super) fn closed(survey: &Survey) -> impl Iterator<Item = (PathBuf, String)> + use<> {
    let passed = &["target", "node_modules"];
    let all = survey.folders().iter().flat_map(|folder| documents(folder, passed));
    let all = all.filter_map(Result::ok).take(MOST).filter(|path| !survey.is_open(path));
    let all: Vec<_> = all.collect();
    all.into_iter().filter_map(|path| text(&path).map(|text| (path, text)))
}

/// The text of a file, if it is of a size that people write.
fn text(path: &Path) -> Option<String> {
    let length = std::fs::metadata(path).ok()?.len();
    let bytes = (length <= LARGEST).then(|| std::fs::read(path).ok()).flatten()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
