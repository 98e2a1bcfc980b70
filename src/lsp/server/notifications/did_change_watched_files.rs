//! `workspace/didChangeWatchedFiles`: files of the workspace have changed.

use serde::Deserialize;

use super::Notification;
use crate::lsp::server::Server;
use crate::lsp::server::document::path;

pub(super) struct DidChangeWatchedFiles;

#[derive(Debug, Deserialize)]
pub(super) struct DidChangeWatchedFilesParams {
    changes: Vec<FileEvent>,
}

#[derive(Debug, Deserialize)]
struct FileEvent {
    uri: String,
}

impl Notification for DidChangeWatchedFiles {
    const METHOD: &'static str = "workspace/didChangeWatchedFiles";
    type Params = DidChangeWatchedFilesParams;

    /// Has the files listed again before the next request about them. The events do not say whether
    /// a path is a folder, so that only the list shows which files have changed.
    fn handle(server: &mut Server, params: DidChangeWatchedFilesParams) {
        server.workspace.expire();
        let is_closed = |uri: &str| {
            let path = path(uri);
            path.is_some_and(|path| path.extension().is_some_and(|end| end == "puzzle"))
                && !server.documents.contains_key(uri)
        };
        if server.client.pulls && params.changes.iter().any(|one| is_closed(&one.uri)) {
            server.unpulled = true;
            server.refresh();
        }
    }
}
