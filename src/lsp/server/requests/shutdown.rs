//! `shutdown`: the commands at work end.

use super::Request;
use crate::lsp::server::message::{NoParams, Refusal};
use crate::lsp::server::{Lifecycle, Server};

pub(super) struct Shutdown;

impl Request for Shutdown {
    const METHOD: &'static str = "shutdown";
    type Params = NoParams;
    type Result = ();

    fn handle(server: &mut Server, _: NoParams) -> Result<(), Refusal> {
        server.lifecycle = Lifecycle::ShuttingDown;
        for running in &server.running {
            running.cancel.cancel();
        }
        Ok(())
    }
}
