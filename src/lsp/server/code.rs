//! The error codes of JSON-RPC and of the protocol that this server answers with.

/// The frame is not JSON.
pub(super) const PARSE_ERROR: i32 = -32700;
/// The JSON is not a request, or one that cannot come now.
pub(super) const INVALID_REQUEST: i32 = -32600;
pub(super) const METHOD_NOT_FOUND: i32 = -32601;
pub(super) const INVALID_PARAMS: i32 = -32602;
pub(super) const INTERNAL_ERROR: i32 = -32603;
pub(super) const SERVER_NOT_INITIALIZED: i32 = -32002;
pub(super) const REQUEST_CANCELLED: i32 = -32800;
pub(super) const CONTENT_MODIFIED: i32 = -32801;
pub(super) const REQUEST_FAILED: i32 = -32803;
