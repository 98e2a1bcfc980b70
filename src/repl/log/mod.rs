//! What the prompt writes down: the journal of the session, recordings and saved sessions.

pub(in crate::repl) mod journal;
pub(in crate::repl) mod left;
pub(in crate::repl) mod record;
pub(in crate::repl) mod replay;
pub(in crate::repl) mod saved;
