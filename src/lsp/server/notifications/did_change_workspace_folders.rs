//! `workspace/didChangeWorkspaceFolders`: the client works in other folders.

use std::path::PathBuf;

use serde::Deserialize;

use super::Notification;
use crate::lsp::server::Server;
use crate::lsp::server::document::path;
use crate::lsp::server::requests::initialize::WorkspaceFolder;

pub(super) struct DidChangeWorkspaceFolders;

#[derive(Debug, Deserialize)]
pub(super) struct DidChangeWorkspaceFoldersParams {
    event: Event,
}

#[derive(Debug, Deserialize)]
struct Event {
    added: Vec<WorkspaceFolder>,
    removed: Vec<WorkspaceFolder>,
}

impl Notification for DidChangeWorkspaceFolders {
    const METHOD: &'static str = "workspace/didChangeWorkspaceFolders";
    type Params = DidChangeWorkspaceFoldersParams;

    fn handle(server: &mut Server, params: DidChangeWorkspaceFoldersParams) {
        let paths = |folders: Vec<WorkspaceFolder>| -> Vec<PathBuf> {
            folders.iter().filter_map(|one| path(&one.uri)).collect()
        };
        let removed = paths(params.event.removed);
        server.folders.retain(|folder| !removed.contains(folder));
        server.folders.extend(paths(params.event.added));
    }
}
