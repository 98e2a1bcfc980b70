//! Puzzle files of the workspace that are not open.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types as lsp;
use serde_json::{Value, json};

use super::client::Client;
use super::document::{Document, uri};
use crate::text::Encoding;

/// Files that are looked at, at most.
const MOST: usize = 5_000;
/// Bytes of a file that is looked at, at most.
const LARGEST: u64 = 16 << 20;

/// The puzzle documents below some folders, in the order of their paths.
pub(super) fn files(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        let walk = walkdir::WalkDir::new(folder).follow_links(false).sort_by_file_name();
        let visible = |entry: &walkdir::DirEntry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0
                || !name.starts_with('.') && name != "target" && name != "node_modules"
        };
        for entry in walk.into_iter().filter_entry(visible).filter_map(Result::ok) {
            let own = entry.path().extension().is_some_and(|ending| ending == "puzzle");
            if own && entry.file_type().is_file() && found.len() < MOST {
                found.push(entry.into_path());
            }
        }
    }
    found
}

/// A file as a document that nobody has open.
pub(super) fn read(path: &Path, encoding: Encoding) -> Option<Document> {
    let length = std::fs::metadata(path).ok()?.len();
    if length > LARGEST {
        return None;
    }
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    Some(Document::open(uri(path), 0, text, encoding))
}

/// The report of a closed file: its diagnostics under a number made from its text, or that the
/// client has them already.
pub(super) fn report(document: &Document, client: &Client, previous: &[(String, String)]) -> Value {
    let text = document.source().text();
    let mut hasher = std::hash::DefaultHasher::new();
    std::hash::Hash::hash(text, &mut hasher);
    let id = format!("file-{:x}", std::hash::Hasher::finish(&hasher));
    let known = previous.iter().any(|(uri, old)| *uri == document.uri.0 && *old == id);
    if known {
        return json!({ "kind": "unchanged", "resultId": id, "uri": document.uri, "version": null });
    }
    let items = super::diagnostics::all(document, client);
    json!({ "kind": "full", "resultId": id, "uri": document.uri, "version": null, "items": items })
}

/// The puzzles of a document whose names hold the letters of `query` in their order.
pub(super) fn matching(document: &Document, query: &str) -> Vec<Value> {
    let places = document.places();
    let lower = query.to_lowercase();
    let mut found = Vec::new();
    for thread in &document.checked.threads {
        let Some((name, span)) = document.name(thread).filter(|(name, _)| !name.is_empty()) else {
            continue;
        };
        let mut letters = name.to_lowercase().chars().collect::<Vec<_>>().into_iter();
        if lower.chars().all(|wanted| letters.any(|letter| letter == wanted)) {
            let kind = super::look::kind_of(document, thread).map_or("", |kind| kind.info().name);
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
    /// Open documents, which are told by the server itself.
    pub(super) open: Vec<String>,
}

impl Survey {
    /// The documents of the workspace that are not open.
    pub(super) fn documents(&self) -> impl Iterator<Item = Document> {
        files(&self.folders)
            .into_iter()
            .filter(|path| !self.open.contains(&uri(path).0))
            .filter_map(|path| read(&path, self.client.encoding))
    }
}
