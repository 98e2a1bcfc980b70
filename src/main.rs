//! The `puzzled` binary: it picks the front end that the arguments ask for.

use std::process::ExitCode;

use puzzled::cli::{self, Request};
use puzzled::{host, lsp, repl};

fn main() -> ExitCode {
    let exit = match cli::request() {
        Request::Prompt(color, start) => repl::run(color, &start),
        Request::Serve(options) => {
            let log = options.log.as_deref();
            lsp::serve(&options.limits, options.total, options.allow, log, options.trace)
        }
        Request::Call(call) => call.run(),
    };
    host::end(exit).into()
}
