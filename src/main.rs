//! The `puzzled` binary: it picks the front end that the arguments ask for.

use std::process::ExitCode;

use puzzled::cli::{self, Prompt, Request};
use puzzled::{host, lsp, repl};

fn main() -> ExitCode {
    let exit = match cli::request() {
        Request::Prompt(Prompt { color, files, init, bail, journal }) => {
            repl::run(color, &repl::Start { files, init, bail, journal })
        }
        Request::Serve(limits, total) => lsp::serve(&limits, total),
        Request::Call(call) => call.run(),
    };
    host::end(exit).into()
}
