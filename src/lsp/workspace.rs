//! Puzzle files of the workspace that are not open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::client::Client;
use super::document::{Document, uri};
use super::protocol as lsp;
use crate::host::documents;

/// The most files that are read.
const MOST: usize = 5_000;
/// The number of the empty report about a file that is gone.
const GONE: &str = "gone";
/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// The puzzle documents below some folders, in the order of their paths.
pub(super) fn files(folders: &[PathBuf]) -> Vec<PathBuf> {
    let all = folders.iter().flat_map(|folder| documents(folder, &["target", "node_modules"]));
    all.filter_map(Result::ok).take(MOST).collect()
}

/// The text of a file, if it is of a size that people write.
fn text(path: &Path) -> Option<String> {
    let length = std::fs::metadata(path).ok()?.len();
    let bytes = (length <= LARGEST).then(|| std::fs::read(path).ok()).flatten()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The number under which the diagnostics of a closed file are known: it is made from the text.
fn result(text: &str) -> String {
    let mut hasher = std::hash::DefaultHasher::new();
    std::hash::Hash::hash(text, &mut hasher);
    format!("file-{:x}", std::hash::Hasher::finish(&hasher))
}

/// The puzzles of a document whose names hold the letters of `query` in their order.
pub(super) fn matching(document: &Document, query: &str) -> Vec<Value> {
    let places = document.places();
    let lower = query.to_lowercase();
    let mut found = Vec::new();
    for script in &document.checked.scripts {
        let Some((name, span)) = document.checked.name(script) else {
            continue;
        };
        let mut letters = name.to_lowercase().chars().collect::<Vec<_>>().into_iter();
        if lower.chars().all(|wanted| letters.any(|letter| letter == wanted)) {
            let kind = document.checked.kind(script).map_or("", |kind| kind.info().name);
            let location = lsp::Location { uri: document.uri.clone(), range: places.range(span) };
            found.push(
                json!({ "name": name, "kind": 5, "location": location, "containerName": kind }),
            );
        }
    }
    found
}

/// Everything that a workspace request needs, so that another thread can answer it.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) folders: Vec<PathBuf>,
    pub(super) client: Arc<Client>,
    /// The paths of open documents, about which the server itself answers. Paths and not URIs:
    /// editors escape different characters.
    pub(super) open: Vec<PathBuf>,
}

impl Survey {
    /// The files of the workspace that are not open.
    fn closed(&self) -> impl Iterator<Item = PathBuf> {
        files(&self.folders).into_iter().filter(|path| !self.open.contains(path))
    }

    /// The puzzles of those files whose names hold the letters of `query` in their order.
    pub(super) fn symbols(&self, query: &str) -> Vec<Value> {
        let open =
            |path: PathBuf| Some(Document::open(uri(&path), 0, text(&path)?, self.client.encoding));
        self.closed().filter_map(open).flat_map(|one| matching(&one, query)).collect()
    }

    /// The reports of those files: their diagnostics, or that the client has them already, which
    /// costs no more than reading the text. A file that the client has and that is gone gets a
    /// report without diagnostics.
    pub(super) fn reports(&self, previous: &[(String, String)]) -> Vec<Value> {
        let mut known: BTreeMap<PathBuf, (&str, &str)> = BTreeMap::new();
        for (uri, id) in previous {
            if let Some(path) = super::document::path(uri) {
                known.insert(path, (uri, id));
            }
        }
        let mut reports = Vec::new();
        for path in self.closed() {
            let Some(text) = text(&path) else { continue };
            let id = result(&text);
            let before = known.remove(&path);
            let uri = before.map_or_else(|| uri(&path), |(uri, _)| lsp::Uri(uri.to_owned()));
            reports.push(if before.is_some_and(|(_, old)| old == id) {
                json!({ "kind": "unchanged", "resultId": id, "uri": uri, "version": null })
            } else {
                let document = Document::open(uri, 0, text, self.client.encoding);
                full(&document.uri, &id, &super::diagnostics::all(&document, &self.client))
            });
        }
        for (path, (uri, id)) in known {
            if id != GONE && !self.open.contains(&path) {
                reports.push(full(&lsp::Uri(uri.to_owned()), GONE, &[]));
            }
        }
        reports
    }
}

fn full(uri: &lsp::Uri, id: &str, items: &[lsp::Diagnostic]) -> Value {
    json!({ "kind": "full", "resultId": id, "uri": uri, "version": null, "items": items })
}
