//! `$/cancelRequest`: the client does not want an answer any more.

use serde::Deserialize;

use super::Notification;
use crate::lsp::server::Server;
use crate::lsp::server::message::{ErrorCode, Message, RequestId, parse};

pub(in crate::lsp::server) struct Cancel;

#[derive(Debug, Deserialize)]
pub(in crate::lsp::server) struct CancelParams {
    id: RequestId,
}

impl Notification for Cancel {
    const METHOD: &'static str = "$/cancelRequest";
    type Params = CancelParams;

    /// Refuses a request that is still open as cancelled; a running command answers with its
    /// results so far.
    fn handle(server: &mut Server, CancelParams { id }: CancelParams) {
        let before = server.waiting.len();
        server.waiting.retain(|request| request.id != id);
        let pending = server.pending.remove(&id);
        if let Some(pending) = &pending {
            pending.cancel.cancel();
        }
        if pending.is_some() || server.waiting.len() < before {
            server.refuse(&id, ErrorCode::RequestCancelled, "cancelled");
        }
        if let Some(running) = server.running.iter().find(|running| running.id == id) {
            running.cancel.cancel();
        }
    }
}

impl Server {
    /// Returns whether a request is cancelled by a message that is already here, and takes that
    /// message out.
    pub(in crate::lsp::server) fn drop_request(&mut self, id: &RequestId) -> bool {
        let cancels = |message: &Message| match message {
            Message::Notification(method, params) if method == Cancel::METHOD => {
                parse::<CancelParams>(params.clone()).is_ok_and(|cancel| cancel.id == *id)
            }
            _ => false,
        };
        let at = self.queue.iter().position(cancels);
        at.and_then(|at| self.queue.remove(at)).is_some()
    }
}
