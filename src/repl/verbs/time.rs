//! `time`: runs a command and says how long it took.

use std::time::Instant;

use super::{Reply, commands};
use crate::repl::output::Output;
use crate::repl::run::{document_of_slice, run_document};
use crate::repl::shell::{Flow, Shell};
use crate::repl::verbs::commands::VerbCall;
use crate::text::Source;

/// Does something and says how long it took.
pub(crate) fn timed(
    shell: &mut Shell,
    output: &mut dyn Output,
    work: impl FnOnce(&mut Shell, &mut dyn Output) -> Flow,
) -> Flow {
    let begun = Instant::now();
    let flow = work(shell, output);
    output.say(&format!("took {}\n", commands::duration(begun.elapsed())));
    flow
}

/// Runs `time COMMAND` for a command of a puzzle.
pub(super) fn time(
    shell: &mut Shell,
    source: &Source,
    call: VerbCall,
    output: &mut dyn Output,
) -> Reply {
    let (document, sink) = document_of_slice(source, call.rest);
    let flow = timed(shell, output, |shell, output| {
        run_document(shell, source, &document, sink, true, output)
    });
    if flow == Flow::Leave { Reply::Leave } else { Reply::Nothing }
}
