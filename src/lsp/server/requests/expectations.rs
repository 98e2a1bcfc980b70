//! `puzzled/tests`: the expectations of a document with their results.

use super::Request;
use crate::lsp::server::Server;
use crate::lsp::server::board::tests;
use crate::lsp::server::board::types::{Test, TestsParams};
use crate::lsp::server::message::Refusal;

pub(super) struct Tests;

impl Request for Tests {
    const METHOD: &'static str = "puzzled/tests";
    type Params = TestsParams;
    type Result = Vec<Test>;

    fn handle(server: &mut Server, params: TestsParams) -> Result<Vec<Test>, Refusal> {
        let uri = &params.text_document.uri;
        server.prioritize(uri);
        let document = server.document(uri)?;
        Ok(tests(document, |script| server.tested.get(&(uri.clone(), script))))
    }
}
