//! Holds the language server by driving the real binary over pipes, as an editor does.

#![allow(clippy::format_collect)] // a test is not in a hurry

mod actions;
pub mod board;
mod changing;
pub mod client;
mod doc;
mod editors;
mod life;
mod living;
mod logged;
mod look;
mod memory;
mod property;
mod robust;
mod silent;
mod text;
mod tiny;
mod typing;
