//! `puzzled run`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::Run;
use super::judge::judge;
use super::lines;
use super::open::open;
use crate::diag::Sink;
use crate::host::{
    Asked, Console, Exit, Invocation, Limits, ReadAs, Runner, Step, full, output_lost, read_as,
    read_file, text_output,
};
use crate::session::{self, Event, Mode, Session};

/// Diagnostics shown for one file.
const LIMIT: usize = 1000;

/// Runs documents, or raw inputs with `--as`.
pub(super) fn run(console: &Console, args: &Run) -> Exit {
    let (limits, call) = args.limits.begin(None, console);
    if args.jsonl {
        return call.exit(lines::run(console, args, &limits, &call), console);
    }
    let mut exit = Exit::Fine;
    for file in &args.files {
        if output_lost() || call.is_interrupted() {
            break;
        }
        let asked = args.goal.asked(args.kind.as_deref());
        exit = exit.max(match read_as(file, asked) {
            Ok(ReadAs::Raw(kind)) => {
                judge(console, file, kind, asked.goal, &limits, &call, args.number)
            }
            Ok(ReadAs::Document | ReadAs::Import) => {
                document(console, file, asked, &limits, &call, true)
            }
            Err(error) => console.refuse(error),
        });
    }
    call.exit(exit, console)
}

/// Runs the document on standard input.
pub(super) fn piped(console: &Console) -> Exit {
    let call = Invocation::begin(None, console);
    let exit =
        document(console, &PathBuf::from("-"), Asked::default(), &Limits::default(), &call, false);
    call.exit(exit, console)
}

/// Runs a document in a separate session. A file (`whole`) must hold something.
fn document(
    console: &Console,
    file: &Path,
    asked: Asked<'_>,
    limits: &Limits,
    call: &Invocation,
    whole: bool,
) -> Exit {
    let opened = if whole {
        open(console, file, asked)
    } else {
        read_file(file).map(|source| (source, false)).map_err(|error| console.refuse(error))
    };
    let (source, unsound) = match opened {
        Ok(opened) => opened,
        Err(exit) => return exit,
    };
    let mut runner = Runner::of(call, limits, console.live_line());
    let cancel = runner.budget().cancel;
    let mut sink = Sink::new();
    let document = session::read(&source, whole, &mut sink);
    let mut session = Session::new().dropping();
    let mut out = text_output();
    let mut shown = 0;
    let mode = Mode::Run { solve: false };
    runner.run(&mut session, &source, &document, mode, &mut sink, &mut |step| match step {
        Step::Event { event: Event::Answer { answer, .. }, .. } => {
            let sent = out.write_all(answer.text().as_bytes()).and_then(|()| out.write_all(b"\n"));
            if sent.is_err() {
                cancel.cancel(); // the reader has gone away
            }
        }
        Step::Event { event: Event::Done, .. } => {
            if out.flush().is_err() {
                cancel.cancel();
            }
        }
        // After the output is lost, a stop only means that the reader has gone away.
        Step::Found(found) if !output_lost() => {
            let _ = out.flush();
            console.report(&source, &found, LIMIT.saturating_sub(shown), false);
            shown += found.len();
        }
        Step::Event { .. } | Step::Found(_) => {}
    });
    if session.is_full() {
        return console.refuse(full(file, limits.bytes));
    }
    let tally = session.tally();
    let unanswered = tally.unanswered > 0 && !output_lost();
    let failed = unsound || runner.errors > 0 || tally.wrong > 0 || unanswered;
    if failed { Exit::Failed } else { Exit::Fine }
}
