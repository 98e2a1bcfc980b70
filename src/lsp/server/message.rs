//! The messages of JSON-RPC, as the client sends them and as it gets them.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::protocol::numbered;

numbered! {
    /// The error codes of JSON-RPC and of the protocol that this server answers with.
    ErrorCode {
        /// The frame is not JSON.
        ParseError = -32700,
        /// The JSON is not a request, or one that cannot come now.
        InvalidRequest = -32600,
        MethodNotFound = -32601,
        InvalidParams = -32602,
        InternalError = -32603,
        ServerNotInitialized = -32002,
        RequestCancelled = -32800,
        ContentModified = -32801,
        RequestFailed = -32803,
    }
}

/// The id of a request, or the token of a progress: a number of 32 bits or a string.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RequestId {
    /// A number.
    Number(i32),
    /// A string.
    Text(String),
}

impl std::fmt::Display for RequestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text:?}"),
        }
    }
}

/// A message of the client.
#[derive(Clone, Debug)]
pub enum Message {
    /// It wants an answer.
    Request(RequestId, String, Value),
    /// It does not.
    Notification(String, Value),
    /// It is the answer to a request of the server: the result, or `None` if that failed.
    Response(RequestId, Option<Value>),
}

impl Message {
    /// Returns the span of its handling, for traces.
    pub(super) fn span(&self) -> tracing::Span {
        match self {
            Self::Request(id, method, _) => tracing::info_span!("message", %method, %id),
            Self::Notification(method, _) => tracing::info_span!("message", %method),
            Self::Response(id, _) => tracing::info_span!("message", response = %id),
        }
    }

    /// Reads the body of a frame.
    ///
    /// # Errors
    /// The answer to a frame that is not a message; `None` if it looks like the client's answer to a
    /// request that the server never made, which is ignored.
    pub fn read(frame: &[u8]) -> Result<Self, Option<Vec<u8>>> {
        let failed = |id: Value, code: ErrorCode, message: &str| {
            Err(Some(answer::<()>(&id, Err(Refusal::new(code, message)))))
        };
        let mut fields: Map<String, Value> = match serde_json::from_slice(frame) {
            Ok(Value::Object(fields)) => fields,
            Ok(other) => {
                let batch = "batches are not part of this protocol";
                let what = if other.is_array() { batch } else { "not an object" };
                return failed(Value::Null, ErrorCode::InvalidRequest, what);
            }
            Err(error) => {
                return failed(Value::Null, ErrorCode::ParseError, &format!("not JSON: {error}"));
            }
        };

        let params = fields.remove("params").unwrap_or_default();
        match (fields.remove("method"), fields.remove("id")) {
            (Some(Value::String(method)), None) => Ok(Self::Notification(method, params)),
            (Some(Value::String(method)), Some(id)) => match RequestId::deserialize(&id) {
                Ok(id) => Ok(Self::Request(id, method, params)),
                Err(_) => {
                    let why = "the id of a request is a string or a number of 32 bits";
                    failed(id, ErrorCode::InvalidRequest, why)
                }
            },
            (_, None) => {
                let why = "a notification needs a method";
                failed(Value::Null, ErrorCode::InvalidRequest, why)
            }
            (_, Some(id)) => match RequestId::deserialize(&id) {
                Ok(id) => Ok(Self::Response(id, fields.remove("result"))),
                Err(_) => Err(None),
            },
        }
    }
}

/// Parameters that do not matter.
pub(super) type NoParams = IgnoredAny;

/// Reads the typed parameters of a message.
pub(super) fn parse<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal::new(ErrorCode::InvalidParams, error.to_string()))
}

/// The reason why a request gets no result.
#[derive(Debug, Serialize)]
pub(super) struct Refusal {
    code: ErrorCode,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// A notification of the server, or a request if it has an id. The order of the fields is the order
/// in which they are written.
#[derive(Serialize)]
struct Outgoing<'a, T> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RequestId>,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<T>,
}

/// The answer to a request.
#[derive(Serialize)]
struct Response<I, T> {
    jsonrpc: &'static str,
    id: I,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Refusal>,
}

/// Serializes a notification, or a request if it has an id.
pub(super) fn call<T: Serialize>(
    id: Option<&RequestId>,
    method: &'static str,
    params: Option<T>,
) -> Vec<u8> {
    bytes(&Outgoing { jsonrpc: "2.0", id, method, params })
}

/// Serializes the answer to a request.
pub(super) fn answer<T: Serialize>(id: &impl Serialize, outcome: Result<T, Refusal>) -> Vec<u8> {
    let (result, error) = match outcome {
        Ok(result) => (Some(result), None),
        Err(refusal) => (None, Some(refusal)),
    };
    bytes(&Response { jsonrpc: "2.0", id, result, error })
}

fn bytes(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("a message is plain data")
}
