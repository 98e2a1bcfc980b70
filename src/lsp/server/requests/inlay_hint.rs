//! `textDocument/inlayHint`: the answers beside the commands of a range.

use super::Deferred;
use crate::lsp::server::hints::{self, Hints};
use crate::lsp::server::message::{Refusal, RequestId};
use crate::lsp::server::protocol::TextDocumentRangeParams;
use crate::lsp::server::{Server, Waiting};
use crate::text::Span;

pub(in crate::lsp::server) struct InlayHints;

impl Deferred for InlayHints {
    const METHOD: &'static str = "textDocument/inlayHint";
    type Params = TextDocumentRangeParams;
    type Result<'a> = Hints<'a>;

    /// Sends the hints at once if everything in sight has been run. Otherwise sends them as soon as
    /// it has, or sends the known ones when the server has waited long enough.
    fn begin(server: &mut Server, id: &RequestId, params: Self::Params) -> Result<(), Refusal> {
        let uri = params.text_document.uri;
        server.prioritize(&uri);
        let document = server.document(&uri)?;
        let within = document.places().span(params.range);
        let Some(unready) = hints::unready(document, within, 0) else {
            server.send_hints(id, &uri, within);
            return Ok(());
        };
        let version = document.version;
        let until = server.now + server.patience;
        server.waiting.push(Waiting { until, id: id.clone(), uri, version, within, unready });
        Ok(())
    }
}

impl Server {
    /// Responds to a request for hints with those that are known: none if the document is closed.
    fn send_hints(&mut self, id: &RequestId, uri: &str, within: Span) {
        let known = self.look_up(id, uri, true, move |document, _, id| {
            InlayHints::answer(id, Hints { document: Some(document), within })
        });
        if known.is_err() {
            let message = InlayHints::answer(id, Hints { document: None, within });
            self.messages.push(message.into());
        }
    }

    /// Responds to the requests for hints that are ready or have waited long enough.
    pub(in crate::lsp::server) fn serve_waiting(&mut self) {
        for mut request in std::mem::take(&mut self.waiting) {
            let document = self.documents.get(&request.uri);
            let same = document.filter(|document| document.version == request.version);
            let unready =
                same.and_then(|same| hints::unready(same, request.within, request.unready));
            request.unready = unready.unwrap_or(request.unready);
            let is_ready = document.is_none() || same.is_some() && unready.is_none();
            if !is_ready && self.now < request.until {
                self.waiting.push(request);
                continue;
            }
            self.send_hints(&request.id, &request.uri, request.within);
            if !is_ready {
                self.partial.insert(request.uri);
            }
        }
    }
}
