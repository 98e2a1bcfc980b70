//! The `puzzled` binary: it picks the front end that the arguments ask for.

use std::process::ExitCode;

use puzzled::cli::{self, Request};
use puzzled::{host, lsp, repl};

#[global_allocator]
static HEAP: host::Heap = host::Heap;

fn main() -> ExitCode {
    let request = cli::request();
    // Threads that allocate all the time are quicker with a heap each, if there is room for those.
    if !request.is_parallel() || host::is_address_space_limited() {
        host::share_heap();
    }
    let exit = match request {
        Request::Prompt(color, start) => repl::run(color, &start),
        Request::Serve(one) => lsp::serve(&one.limits, one.total, one.allow, one.log.as_deref()),
        Request::Call(call) => call.run(),
    };
    host::end(exit).into()
}
