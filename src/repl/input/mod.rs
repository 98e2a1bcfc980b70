//! The lines of the prompt: reading them, completing and coloring them while they are typed, and
//! expanding what is short for a longer text before it runs.

pub(in crate::repl) mod answers;
pub(in crate::repl) mod bare;
pub(in crate::repl) mod complete;
pub(in crate::repl) mod editor;
pub(in crate::repl) mod expand;
pub(in crate::repl) mod helper;
pub(in crate::repl) mod highlight;
pub(in crate::repl) mod history;
pub(in crate::repl) mod init;
pub(in crate::repl) mod interrupt;
pub(in crate::repl) mod paint;
pub(in crate::repl) mod plain;
pub(in crate::repl) mod pressed;
pub(in crate::repl) mod preview;
pub(in crate::repl) mod reader;
pub(in crate::repl) mod suggest;
pub(in crate::repl) mod transcript;
pub(in crate::repl) mod view;
