//! The messages of JSON-RPC, as the client sends them and as it gets them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::code;

/// The id of a request: a number of 32 bits or a string.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RequestId {
    /// A number.
    Number(i32),
    /// A string.
    Text(String),
}

/// A message of the client.
#[derive(Clone, Debug)]
pub enum Message {
    /// It wants an answer.
    Request(RequestId, String, Value),
    /// It does not.
    Notification(String, Value),
}

impl Message {
    /// Reads the body of a frame.
    ///
    /// # Errors
    /// The answer to a frame that is neither a request nor a notification; `None` if it is the
    /// client's answer to a request, which is ignored: no request of the server needs one.
    pub fn read(frame: &[u8]) -> Result<Self, Option<Vec<u8>>> {
        let failed = |id: Value, code: i32, message: &str| {
            let error = json!({ "code": code, "message": message });
            let answer = json!({ "jsonrpc": "2.0", "id": id, "error": error });
            Err(Some(bytes(&answer)))
        };
        let mut fields: Map<String, Value> = match serde_json::from_slice(frame) {
            Ok(Value::Object(fields)) => fields,
            Ok(other) => {
                let batch = "batches are not part of this protocol";
                let what = if other.is_array() { batch } else { "not an object" };
                return failed(Value::Null, code::INVALID_REQUEST, what);
            }
            Err(error) => {
                return failed(Value::Null, code::PARSE_ERROR, &format!("not JSON: {error}"));
            }
        };
        let params = fields.remove("params").unwrap_or_default();
        match (fields.remove("method"), fields.remove("id")) {
            (Some(Value::String(method)), None) => Ok(Self::Notification(method, params)),
            (Some(Value::String(method)), Some(id)) => match RequestId::deserialize(&id) {
                Ok(id) => Ok(Self::Request(id, method, params)),
                Err(_) => {
                    let why = "the id of a request is a string or a number of 32 bits";
                    failed(id, code::INVALID_REQUEST, why)
                }
            },
            (_, None) => {
                failed(Value::Null, code::INVALID_REQUEST, "a notification needs a method")
            }
            (_, Some(_)) => Err(None),
        }
    }
}

/// A message of the server. The fields stand in the order in which they are written.
#[derive(Serialize)]
pub(super) struct Outgoing<'a, T> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RequestId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Refusal>,
}

/// Why a request gets no result.
#[derive(Debug, Serialize)]
pub(super) struct Refusal {
    pub(super) code: i32,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl<'a, T: Serialize> Outgoing<'a, T> {
    fn empty(id: Option<&'a RequestId>) -> Self {
        let (jsonrpc, method, params, result, error) = ("2.0", None, None, None, None);
        Self { jsonrpc, id, method, params, result, error }
    }

    /// A notification, serialized; with an id a request.
    pub(super) fn call(id: Option<&'a RequestId>, method: &'a str, params: Option<T>) -> Vec<u8> {
        bytes(&Self { method: Some(method), params, ..Self::empty(id) })
    }

    /// The answer to a request, serialized.
    pub(super) fn answer(id: &'a RequestId, result: Result<T, Refusal>) -> Vec<u8> {
        let (result, error) = match result {
            Ok(value) => (Some(value), None),
            Err(refusal) => (None, Some(refusal)),
        };
        bytes(&Self { result, error, ..Self::empty(Some(id)) })
    }
}

fn bytes(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("a message is plain data")
}
