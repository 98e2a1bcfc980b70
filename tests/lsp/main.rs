//! Holds the language server by driving the real binary over pipes, as an editor does.

#![allow(unreachable_pub)] // what the modules share stays within this test
#![allow(clippy::unwrap_used, clippy::format_collect)] // this is a test, and not in a hurry

#[path = "../common/mod.rs"]
mod common;

mod changing;
mod client;
mod doc;
mod editors;
mod life;
mod living;
mod look;
mod property;
mod pull;
mod robust;
mod text;
mod typing;
