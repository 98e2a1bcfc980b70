//! puzzled: a puzzle language with a checker, a runner, a REPL and a language server.

pub mod cli;
pub mod diag;
pub mod kind;
pub mod render;
pub mod repl;
pub mod scene;
pub mod search;
pub mod session;
pub mod syntax;
pub mod text;
