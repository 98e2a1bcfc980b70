//! puzzled: a puzzle language with a checker, a runner, a REPL and a language server.

pub mod diag;
pub mod kind;
pub mod scene;
pub mod search;
pub mod syntax;
pub mod text;
