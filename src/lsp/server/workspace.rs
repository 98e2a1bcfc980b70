//! Requests about puzzle files of the workspace that are not open.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::client::Client;
use super::diagnostics;
use super::document::{self, Document, uri};
use super::message::RequestId;
use super::protocol::{self as lsp, SymbolInformation, SymbolKind};
use super::requests::Deferred;
use super::requests::diagnostic::DiagnosticReport;
use super::requests::workspace_diagnostic::{
    WorkspaceDiagnosticReport, WorkspaceDiagnostics, WorkspaceDocumentReport,
};
use super::requests::workspace_symbol::WorkspaceSymbols;
use super::{Found, Report, Server, Work};
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
pub(super) fn matching(document: &Document, query: &str) -> Vec<SymbolInformation> {
    let places = document.places();
    let lower = query.to_lowercase();
    let mut found = Vec::new();
    for script in &document.checked.scripts {
        let Some((name, span)) = document.checked.name(script) else {
            continue;
        };
        let mut letters = name.to_lowercase().chars().collect::<Vec<_>>().into_iter();
        if lower.chars().all(|wanted| letters.any(|letter| letter == wanted)) {
            let container_name = document.checked.kind(script).map_or("", |kind| kind.info().name);
            let location = lsp::Location { uri: document.uri.clone(), range: places.range(span) };
            let (name, kind) = (name.to_owned(), SymbolKind::Class);
            found.push(SymbolInformation { name, kind, location, container_name });
        }
    }
    found
}

/// The files of a survey: their paths and texts.
type Files<'a> = &'a mut dyn Iterator<Item = (PathBuf, String)>;

/// What a survey asks.
#[derive(Debug)]
pub(super) enum Question {
    /// The puzzles whose names hold the letters of a word in their order; those of open documents.
    Symbols { query: String, known: Vec<SymbolInformation> },
    /// The diagnostics that the client does not have: what it has, by document, and the reports of
    /// open documents.
    Reports { previous: BTreeMap<String, String>, known: Vec<WorkspaceDocumentReport> },
}

/// A request about the whole workspace. The server has answered for the open documents; the driver
/// reads the other files.
#[derive(Debug)]
pub struct Survey {
    pub(super) id: RequestId,
    pub(super) question: Question,
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
    pub fn answer(self, files: Files<'_>) -> Report {
        let message = match &self.question {
            Question::Symbols { query, known } => {
                let rest = guarded(|| self.symbols(query, files));
                WorkspaceSymbols::answer(&self.id, [known.clone(), rest].concat())
            }
            Question::Reports { previous, known } => {
                let rest = guarded(|| self.reports(previous, files));
                let items = [known.clone(), rest].concat();
                WorkspaceDiagnostics::answer(&self.id, WorkspaceDiagnosticReport { items })
            }
        };
        Report(Found::Answer(self.id, message))
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

    fn symbols(&self, query: &str, files: Files<'_>) -> Vec<SymbolInformation> {
        files.flat_map(|(path, text)| matching(&self.read(uri(&path), text), query)).collect()
    }

    /// The reports of the files: their diagnostics, or that the client has them already, which
    /// costs no more than reading the text. A file that the client has and that is gone gets a
    /// report without diagnostics.
    fn reports(
        &self,
        previous: &BTreeMap<String, String>,
        files: Files<'_>,
    ) -> Vec<WorkspaceDocumentReport> {
        let mut known: BTreeMap<PathBuf, (&str, &str)> = BTreeMap::new();
        for (uri, id) in previous {
            if let Some(path) = document::path(uri) {
                known.insert(path, (uri, id));
            }
        }
        let mut reports = Vec::new();
        for (path, text) in files {
            let result_id = result(&text);
            let before = known.remove(&path);
            let uri = before.map_or_else(|| uri(&path), |(uri, _)| uri.to_owned());
            let report = if before.is_some_and(|(_, old)| old == result_id) {
                DiagnosticReport::Unchanged { result_id }
            } else {
                let document = self.read(uri.clone(), text);
                let items = diagnostics::all(&document, &self.client);
                DiagnosticReport::Full { result_id, items }
            };
            reports.push(WorkspaceDocumentReport { uri, version: None, report });
        }
        for (path, (uri, id)) in known {
            if id != GONE && !self.is_open(&path) {
                let report =
                    DiagnosticReport::Full { result_id: GONE.to_owned(), items: Vec::new() };
                let uri = uri.to_owned();
                reports.push(WorkspaceDocumentReport { uri, version: None, report });
            }
        }
        reports
    }
}

/// Does work that must not end the server.
fn guarded<T>(work: impl FnOnce() -> Vec<T>) -> Vec<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_default()
}

impl Server {
    /// Hands out a request about the whole workspace, because files must be read for it.
    pub(super) fn survey(&mut self, id: &RequestId, question: Question) {
        let (folders, client) = (self.folders.clone(), self.client.clone());
        let open = self.documents.keys().filter_map(|uri| document::path(uri)).collect();
        self.pending.insert(id.clone());
        let id = id.clone();
        self.work.push(Work::Survey(Survey { id, question, folders, client, open }));
    }
}
