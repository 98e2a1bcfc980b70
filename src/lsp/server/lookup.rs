//! Requests whose answers take long: they are made beside other work, so that the client can cancel
//! them.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use std::sync::Arc;

use super::client::Client;
use super::document::Document;
use super::message::{self, ErrorCode, Refusal, RequestId};
use super::{News, Report, Server};
use crate::search::Cancel;

/// Makes the answer to a request about a document.
type Make = dyn FnOnce(&Document, &Client, &RequestId) -> Vec<u8> + Send;

/// A request about a document as it was when the request came.
pub struct Lookup {
    id: RequestId,
    /// The document as it was. Its flag is set when the client does not want the answer any more.
    document: Document,
    client: Arc<Client>,
    make: Box<Make>,
}

impl fmt::Debug for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lookup").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Lookup {
    /// Makes the answer, unless the request was cancelled.
    pub fn answer(self) -> Report {
        let Self { id, document, client, make } = self;
        if document.cancel.is_cancelled() {
            return Report(News::Answer(id, Vec::new())); // it has been answered
        }
        let work = AssertUnwindSafe(|| make(&document, &client, &id));
        let made = catch_unwind(work).unwrap_or_else(|_| {
            let why = Refusal::new(ErrorCode::InternalError, "internal error; please report it");
            message::answer::<()>(&id, Err(why))
        });
        Report(News::Answer(id, made))
    }
}

/// A request that is answered beside other work.
#[derive(Debug)]
pub(super) struct Pending {
    /// The document that it is about, unless it is about all.
    pub(super) uri: Option<String>,
    /// The flag that stops the work on it.
    pub(super) cancel: Cancel,
}

impl Server {
    /// Has a request about a document answered: at once, or beside other work if it `is_slow` and
    /// the document is large.
    pub(super) fn look_up(
        &mut self,
        id: &RequestId,
        uri: &str,
        is_slow: bool,
        make: impl FnOnce(&Document, &Client, &RequestId) -> Vec<u8> + Send + 'static,
    ) -> Result<(), Refusal> {
        let document = self.document(uri)?;
        if !is_slow || !document.is_large() {
            let made = make(document, &self.client, id);
            self.messages.push(made.into());
            return Ok(());
        }
        let cancel = Cancel::default();
        let document = document.snapshot(cancel.clone());
        let client = self.client.clone();
        self.pending.insert(id.clone(), Pending { uri: Some(uri.to_owned()), cancel });
        let lookup = Lookup { id: id.clone(), document, client, make: Box::new(make) };
        self.lookups.push_back(lookup);
        Ok(())
    }
}
