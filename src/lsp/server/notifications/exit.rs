//! `exit`: the server ends.

use super::Notification;
use crate::lsp::server::Server;
use crate::lsp::server::message::NoParams;

pub(in crate::lsp::server) struct Exit;

impl Notification for Exit {
    const METHOD: &'static str = "exit";
    type Params = NoParams;

    /// Drops the requests that are being answered.
    fn handle(server: &mut Server, _: NoParams) {
        server.pending.drain().for_each(|(_, pending)| pending.cancel.cancel());
        server.has_ended = true;
    }
}
