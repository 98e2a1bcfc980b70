//! Requests about puzzle files of the workspace that are not open.

mod files;

use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use self::files::Reading;
pub use self::files::{Disk, Listed, Stamp};
pub(super) use self::files::{Symbol, Workspace};
use super::client::Client;
use super::diagnostics;
use super::document::{self, Document, uri};
use super::lookup::Pending;
use super::message::RequestId;
use super::protocol::SymbolInformation;
use super::requests::Deferred;
use super::requests::diagnostic::DiagnosticReport;
use super::requests::workspace_diagnostic::{
    WorkspaceDiagnosticReport, WorkspaceDiagnostics, WorkspaceDocumentReport,
};
use super::requests::workspace_symbol::WorkspaceSymbols;
use super::{Found, Report, Server, Work};
use crate::search::{Budget, Cancel};

/// The number of the empty report about a file that is gone.
const GONE: &str = "gone";

/// The question of a survey.
#[derive(Debug)]
pub(super) enum Question {
    /// The puzzles whose names hold the letters of a word in their order; the puzzles of open
    /// documents.
    Symbols { query: String, known: Vec<(String, Arc<[Symbol]>)> },
    /// The diagnostics that the client does not have: what it has, by document, and the reports of
    /// open documents.
    Reports { previous: BTreeMap<String, String>, known: Vec<WorkspaceDocumentReport> },
}

/// A request about the whole workspace. The server has answered for the open documents; the driver
/// has the other files.
#[derive(Debug)]
pub struct Survey {
    id: RequestId,
    question: Question,
    folders: Vec<PathBuf>,
    client: Arc<Client>,
    workspace: Workspace,
    /// The paths of open documents. Paths and not URIs: editors escape different characters.
    open: HashSet<PathBuf>,
    /// Set when the client does not want the answer any more.
    cancel: Cancel,
}

impl Survey {
    /// Responds with the files that are not open, in the order of their paths. Reads
    /// those that have changed since they were read for another request.
    pub fn answer(self, disk: &mut dyn Disk) -> Report {
        let message = match &self.question {
            Question::Symbols { query, known } => {
                let query = query.to_lowercase();
                let known = known.iter().flat_map(|(uri, symbols)| {
                    symbols.iter().filter_map(|one| one.matching(&query, || uri.clone()))
                });
                let known: Vec<_> = known.collect();
                let rest = guarded(|| self.symbols(&query, disk));
                WorkspaceSymbols::answer(&self.id, [known, rest].concat())
            }
            Question::Reports { previous, known } => {
                let rest = guarded(|| self.reports(previous, disk));
                let items = [known.clone(), rest].concat();
                WorkspaceDiagnostics::answer(&self.id, WorkspaceDiagnosticReport { items })
            }
        };
        Report(Found::Answer(self.id, message.into()))
    }

    /// Hands out the files that are not open.
    fn visit(&self, disk: &mut dyn Disk, mut each: impl FnMut(Reading<'_>)) {
        self.workspace.visit(&self.folders, disk, |reading| {
            if !self.open.contains(&reading.file.path) {
                each(reading);
            }
            !self.cancel.is_cancelled()
        });
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

    fn symbols(&self, query: &str, disk: &mut dyn Disk) -> Vec<SymbolInformation> {
        let mut found = Vec::new();
        self.visit(disk, |mut reading| {
            reading.symbols(
                |path, text| self.read(uri(path), text),
                |path, symbol| found.extend(symbol.matching(query, || uri(path))),
            );
        });
        found
    }

    /// Returns the reports of the files: their diagnostics, or that the client has them already. A
    /// file that the client has and that is gone gets a report without diagnostics.
    fn reports(
        &self,
        previous: &BTreeMap<String, String>,
        disk: &mut dyn Disk,
    ) -> Vec<WorkspaceDocumentReport> {
        let mut known: BTreeMap<PathBuf, (&str, &str)> = BTreeMap::new();
        for (uri, id) in previous {
            if let Some(path) = document::path(uri) {
                known.insert(path, (uri, id));
            }
        }
        let mut reports = Vec::new();
        self.visit(disk, |mut reading| {
            let Some(result) = reading.result() else { return };
            let result_id = format!("file-{result:x}");
            let before = known.remove(&reading.file.path);
            let uri = before.map_or_else(|| uri(&reading.file.path), |(uri, _)| uri.to_owned());
            let report = if before.is_some_and(|(_, old)| old == result_id) {
                DiagnosticReport::Unchanged { result_id }
            } else {
                let document = reading.document(|_, text| self.read(uri.clone(), text));
                let Some(document) = document else { return };
                let items = diagnostics::all(&document, &self.client);
                DiagnosticReport::Full { result_id, items }
            };
            reports.push(WorkspaceDocumentReport { uri, version: None, report });
        });
        for (path, (uri, id)) in known {
            if id != GONE && !self.open.contains(&path) {
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
    /// Hands out a request about the whole workspace, because files may be read for it.
    pub(super) fn survey(&mut self, id: &RequestId, question: Question) {
        let (id, cancel) = (id.clone(), Cancel::default());
        self.pending.insert(id.clone(), Pending { uri: None, cancel: cancel.clone() });
        let survey = Survey {
            id,
            question,
            folders: self.folders.clone(),
            client: self.client.clone(),
            workspace: self.workspace.share(),
            open: self.documents.keys().filter_map(|uri| document::path(uri)).collect(),
            cancel,
        };
        self.work.push(Work::Survey(survey));
    }
}
