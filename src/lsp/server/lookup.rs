//! Requests whose answers take long: they are made beside other work, so that the client can cancel
//! them.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::message::{self, ErrorCode, Refusal, RequestId};
use super::{Found, Report, Server, Work};
use crate::search::Cancel;

/// Makes the answer to a request.
type Make = dyn FnOnce(&RequestId) -> Vec<u8> + Send;

/// A request about a document as it was when the request came.
pub struct Lookup {
    id: RequestId,
    make: Box<Make>,
    /// Set when the client does not want the answer any more.
    cancel: Cancel,
}

impl fmt::Debug for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lookup").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Lookup {
    /// Makes the answer, unless nobody wants it any more.
    pub fn answer(self) -> Report {
        let Self { id, make, cancel } = self;
        if cancel.is_cancelled() {
            return Report(Found::Answer(id, Vec::new())); // it has been answered
        }
        let message = catch_unwind(AssertUnwindSafe(|| make(&id))).unwrap_or_else(|_| {
            let why = Refusal::new(ErrorCode::InternalError, "internal error; please report it");
            message::answer::<()>(&id, Err(why))
        });
        Report(Found::Answer(id, message))
    }
}

/// A request that is answered on another thread.
#[derive(Debug)]
pub(super) struct Pending {
    /// The document that it is about, unless it is about all.
    pub(super) uri: Option<String>,
    /// The flag that stops the work on it.
    pub(super) cancel: Cancel,
}

impl Server {
    /// Has a request answered beside other work.
    pub(super) fn look_up(
        &mut self,
        id: &RequestId,
        uri: String,
        make: impl FnOnce(&RequestId) -> Vec<u8> + Send + 'static,
    ) {
        let cancel = Cancel::default();
        self.pending.insert(id.clone(), Pending { uri: Some(uri), cancel: cancel.clone() });
        self.work.push(Work::Lookup(Lookup { id: id.clone(), make: Box::new(make), cancel }));
    }
}
