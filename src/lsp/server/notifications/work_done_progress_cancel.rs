//! `window/workDoneProgress/cancel`: a person stops a command.

use serde::Deserialize;

use super::Notification;
use crate::lsp::server::Server;
use crate::lsp::server::message::RequestId;

pub(super) struct WorkDoneProgressCancel;

#[derive(Debug, Deserialize)]
pub(super) struct WorkDoneProgressCancelParams {
    token: RequestId,
}

impl Notification for WorkDoneProgressCancel {
    const METHOD: &'static str = "window/workDoneProgress/cancel";
    type Params = WorkDoneProgressCancelParams;

    fn handle(server: &mut Server, params: WorkDoneProgressCancelParams) {
        let running =
            server.running.iter().find(|running| running.token.as_ref() == Some(&params.token));
        if let Some(running) = running {
            running.cancel.cancel();
        }
    }
}
