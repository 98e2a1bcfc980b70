//! Floor 8: the language server. It speaks the Language Server Protocol and keeps documents open
//! that the other front ends read.
//!
//! [`server`] is all of it but the transport, the threads and the clock, which a driver adds: here
//! `stdio` for standard input and output (feature `lsp`).

pub mod server;
#[cfg(feature = "lsp")]
mod stdio;

#[cfg(feature = "lsp")]
pub use stdio::{serve, serve_streams};
