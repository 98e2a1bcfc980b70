//! The requests of the client: a handler for each method, in a file of its own, whose parameters and
//! result the compiler checks.

mod board;
pub(super) mod code_action;
mod code_lens;
pub(super) mod completion;
mod definition;
mod document_highlight;
mod document_symbol;
pub(super) mod execute_command;
mod expectations;
mod folding_range;
mod formatting;
mod hover;
pub(super) mod initialize;
pub(super) mod inlay_hint;
mod prepare_rename;
mod range_formatting;
mod references;
mod rename;
mod selection_range;
pub(super) mod semantic_tokens;
mod semantic_tokens_range;
mod shutdown;
mod signature_help;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use self::initialize::Initialize;
use self::shutdown::Shutdown;
use super::client::Client;
use super::document::Document;
use super::message::{self, ErrorCode, Refusal, RequestId, parse};
use super::protocol::About;
use super::{Lifecycle, Server};

/// A request about an open document, which changes nothing.
trait Query {
    const METHOD: &'static str;
    /// True if the answer takes long in a large document.
    const IS_SLOW: bool = false;
    type Params: About + DeserializeOwned + Send + 'static;
    type Result: Serialize;

    /// Returns the answer.
    fn answer(
        document: &Document,
        client: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal>;
}

/// A request that is answered at once.
trait Request {
    const METHOD: &'static str;
    type Params: DeserializeOwned;
    type Result: Serialize;

    /// Returns the answer.
    fn handle(server: &mut Server, params: Self::Params) -> Result<Self::Result, Refusal>;
}

/// A request that is answered later, when other work is done.
pub(super) trait Deferred {
    const METHOD: &'static str;
    type Params: DeserializeOwned;
    type Result<'a>: Serialize;

    /// Arranges that the request is answered.
    fn begin(server: &mut Server, id: &RequestId, params: Self::Params) -> Result<(), Refusal>;

    /// Serializes the answer.
    fn answer(id: &RequestId, result: Self::Result<'_>) -> Vec<u8> {
        message::answer(id, Ok(result))
    }
}

/// A method, and how it is responded to.
struct Route {
    method: &'static str,
    respond: fn(&mut Server, &RequestId, Value) -> Result<(), Refusal>,
}

impl Route {
    const fn query<Q: Query>() -> Self {
        let respond: fn(&mut Server, &RequestId, Value) -> _ = |server, id, params| {
            let params: Q::Params = parse(params)?;
            let uri = params.uri().to_owned();
            server.prioritize(&uri);
            server.look_up(id, &uri, Q::IS_SLOW, |document, client, id| {
                message::answer(id, Q::answer(document, client, params))
            })
        };
        Self { method: Q::METHOD, respond }
    }

    const fn request<R: Request>() -> Self {
        let respond: fn(&mut Server, &RequestId, Value) -> _ = |server, id, params| {
            let result = R::handle(server, parse(params)?)?;
            server.answer(id, Ok(result));
            Ok(())
        };
        Self { method: R::METHOD, respond }
    }

    const fn deferred<D: Deferred>() -> Self {
        let respond: fn(&mut Server, &RequestId, Value) -> _ =
            |server, id, params| D::begin(server, id, parse(params)?);
        Self { method: D::METHOD, respond }
    }
}

/// All requests that are known.
static ROUTES: [Route; 23] = [
    Route::request::<Initialize>(),
    Route::request::<Shutdown>(),
    Route::query::<hover::Hover>(),
    Route::query::<completion::Completion>(),
    Route::query::<signature_help::SignatureHelp>(),
    Route::query::<definition::Definition>(),
    Route::query::<references::References>(),
    Route::query::<document_highlight::DocumentHighlight>(),
    Route::query::<prepare_rename::PrepareRename>(),
    Route::query::<rename::Rename>(),
    Route::query::<document_symbol::DocumentSymbols>(),
    Route::query::<folding_range::FoldingRanges>(),
    Route::query::<selection_range::SelectionRanges>(),
    Route::query::<formatting::Formatting>(),
    Route::query::<range_formatting::RangeFormatting>(),
    Route::query::<code_action::CodeActions>(),
    Route::query::<semantic_tokens_range::SemanticTokensRange>(),
    Route::query::<semantic_tokens::SemanticTokensFull>(),
    Route::request::<code_lens::CodeLenses>(),
    Route::request::<board::Boards>(),
    Route::request::<expectations::Tests>(),
    Route::deferred::<inlay_hint::InlayHints>(),
    Route::deferred::<execute_command::ExecuteCommand>(),
];

/// Responds to a request, or arranges that it is answered later.
pub(super) fn respond(
    server: &mut Server,
    id: &RequestId,
    method: &str,
    params: Value,
) -> Result<(), Refusal> {
    if let Some(why) = unexpected(server.lifecycle, method) {
        return Err(why);
    }
    match ROUTES.iter().find(|route| route.method == method) {
        Some(route) => (route.respond)(server, id, params),
        None => {
            let why = format!("`{method}` is not known here");
            Err(Refusal::new(ErrorCode::MethodNotFound, why))
        }
    }
}

/// Returns why a request cannot come at this time.
fn unexpected(lifecycle: Lifecycle, method: &str) -> Option<Refusal> {
    let is_first = method == Initialize::METHOD;
    let (code, why) = match lifecycle {
        Lifecycle::Uninitialized if !is_first => {
            (ErrorCode::ServerNotInitialized, "the first request must be `initialize`")
        }
        Lifecycle::Running if is_first => {
            (ErrorCode::InvalidRequest, "the server is already initialized")
        }
        Lifecycle::ShuttingDown => (ErrorCode::InvalidRequest, "only `exit` can follow `shutdown`"),
        Lifecycle::Uninitialized | Lifecycle::Running => return None,
    };
    Some(Refusal::new(code, why))
}
