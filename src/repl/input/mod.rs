//! The lines of the prompt: reading them, completing and coloring them while they are typed, and
//! expanding what is short for a longer text before it runs.

pub(crate) mod bare;
pub(crate) mod complete;
pub(crate) mod editor;
pub(crate) mod expand;
pub(crate) mod helper;
pub(crate) mod highlight;
pub(crate) mod history;
pub(crate) mod init;
pub(crate) mod interrupt;
pub(crate) mod last;
pub(crate) mod paint;
pub(crate) mod pasted;
pub(crate) mod plain;
pub(crate) mod pressed;
pub(crate) mod reader;
pub(crate) mod suggest;
pub(crate) mod typed;
pub(crate) mod view;
