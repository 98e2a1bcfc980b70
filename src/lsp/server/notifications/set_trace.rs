//! `$/setTrace`: how much of its work the server reports.

use serde::Deserialize;

use super::Notification;
use crate::lsp::server::{Server, Trace};

pub(super) struct SetTrace;

#[derive(Debug, Deserialize)]
pub(super) struct SetTraceParams {
    value: Trace,
}

impl Notification for SetTrace {
    const METHOD: &'static str = "$/setTrace";
    type Params = SetTraceParams;

    fn handle(server: &mut Server, SetTraceParams { value }: SetTraceParams) {
        server.trace = value;
    }
}
