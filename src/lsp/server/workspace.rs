//! Requests about puzzle files of the workspace that are not open.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::client::Client;
use super::document::{self, Document, uri};
use super::message::RequestId;
use super::protocol as lsp;
use super::{Found, Report};
use crate::search::Budget;

/// The number of the empty report about a file that is gone.
const GONE: &str = "gone";

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

/// The files of a survey: their paths and texts.
type Files<'a> = &'a mut dyn Iterator<Item = (PathBuf, String)>;

/// What a survey asks.
#[derive(Debug)]
pub(super) enum Question {
    /// The puzzles whose names hold the letters of a word in their order.
    Symbols(String),
    /// The diagnostics that the client does not have: what it has, by document.
    Reports(Vec<(String, String)>),
}

/// A request about the whole workspace. The server has answered for the open documents; the driver
/// reads the other files.
#[derive(Debug)]
pub struct Survey {
    pub(super) id: RequestId,
    pub(super) question: Question,
    /// The answers about open documents.
    pub(super) known: Vec<Value>,
    pub(super) folders: Vec<PathBuf>,
    pub(super) client: Arc<Client>,
    /// The paths of open documents. Paths and not URIs: editors escape different characters.
    pub(super) open: Vec<PathBuf>,
}

impl Survey {
    /// The folders whose puzzle files are asked about.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Whether a file is open, so that its text is not the driver's.
    pub fn is_open(&self, path: &Path) -> bool {
        self.open.iter().any(|open| open == path)
    }

    /// Answers the request with the files that are not open, in the order of their paths.
    pub fn answer(mut self, files: Files<'_>) -> Report {
        let mut all = std::mem::take(&mut self.known);
        let rest = catch_unwind(AssertUnwindSafe(|| match &self.question {
            Question::Symbols(query) => self.symbols(query, files),
            Question::Reports(previous) => self.reports(previous, files),
        }));
        all.extend(rest.unwrap_or_default());
        let value = match self.question {
            Question::Symbols(_) => Value::Array(all),
            Question::Reports(_) => json!({ "items": all }),
        };
        Report(Found::Answer(self.id, value))
    }

    fn read(&self, uri: String, text: String) -> Document {
        Document::open(
            uri,
            0,
            text,
            self.client.encoding,
            self.client.allow.clone(),
            &Budget::unlimited(),
        )
    }

    fn symbols(&self, query: &str, files: Files<'_>) -> Vec<Value> {
        files.flat_map(|(path, text)| matching(&self.read(uri(&path), text), query)).collect()
    }

    /// The reports of the files: their diagnostics, or that the client has them already, which
    /// costs no more than reading the text. A file that the client has and that is gone gets a
    /// report without diagnostics.
    fn reports(&self, previous: &[(String, String)], files: Files<'_>) -> Vec<Value> {
        let mut known: BTreeMap<PathBuf, (&str, &str)> = BTreeMap::new();
        for (uri, id) in previous {
            if let Some(path) = document::path(uri) {
                known.insert(path, (uri, id));
            }
        }
        let mut reports = Vec::new();
        for (path, text) in files {
            let id = result(&text);
            let before = known.remove(&path);
            let uri = before.map_or_else(|| uri(&path), |(uri, _)| uri.to_owned());
            reports.push(if before.is_some_and(|(_, old)| old == id) {
                json!({ "kind": "unchanged", "resultId": id, "uri": uri, "version": null })
            } else {
                let document = self.read(uri, text);
                full(&document.uri, &id, &super::diagnostics::all(&document, &self.client))
            });
        }
        for (path, (uri, id)) in known {
            if id != GONE && !self.is_open(&path) {
                reports.push(full(uri, GONE, &[]));
            }
        }
        reports
    }
}

fn full(uri: &str, id: &str, items: &[lsp::Diagnostic]) -> Value {
    json!({ "kind": "full", "resultId": id, "uri": uri, "version": null, "items": items })
}
