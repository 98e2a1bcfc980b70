//! puzzled: a puzzle language with a checker, a runner, a REPL and a language server.

pub mod kind;
pub mod search;
