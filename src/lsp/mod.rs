//! Floor 8: the language server. It speaks the Language Server Protocol on two streams and keeps
//! documents open that the other front ends read.
//!
//! One thread owns all state and answers the quick requests: it checks a document after each change
//! ([`crate::session::incremental`]) and never waits for a search. Searches run on a worker (`evaluate`),
//! commands of lenses on separate threads (`run`); both report back. Requests that need what the
//! worker has not found yet stay open until it has.

mod actions;
mod client;
mod complete;
mod diagnostics;
mod document;
mod evaluate;
mod hints;
mod hover;
mod jobs;
mod layout;
mod pages;
mod place;
mod plays;
mod protocol;
mod requests;
mod run;
mod server;
mod symbols;
mod sync;
#[cfg(test)]
pub(crate) mod tests;
mod tokens;
mod transport;
mod workspace;

use std::io::{Read, Write};
use std::time::Duration;

use crate::host::{Exit, Limits, output, tidy_heap};

/// Serves standard input and output until the client says `exit` or goes away. The exit code is 0
/// after a `shutdown`, else 1, as the protocol requires.
pub fn serve(limits: &Limits, total: Option<Duration>) -> Exit {
    tidy_heap();
    let clean = serve_streams(std::io::stdin(), output(), limits, total);
    if clean { Exit::Fine } else { Exit::Failed }
}

/// Serves two streams until the input says `exit` or ends; returns whether `shutdown` came before.
/// [`serve`] and the fuzzer call it.
#[doc(hidden)]
pub fn serve_streams(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    limits: &Limits,
    total: Option<Duration>,
) -> bool {
    let limits = Limits { time: limits.time.or(Some(evaluate::TIME)), ..limits.clone() };
    let transport = transport::Transport::new(input, output);
    let clean = server::Server::new(&transport, limits, total).run();
    transport.close();
    clean
}
