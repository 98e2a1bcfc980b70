//! `puzzled run`.

use std::io::Write;
use std::path::PathBuf;

use super::args::Run;
use super::judge::judge;
use super::open::open;
use crate::diag::{Severity, Sink};
use crate::host::{Console, Exit};
use crate::host::{CtrlC, LiveLine};
use crate::host::{Limits, Timer};
use crate::host::{Reading, output_lost, read_file, reading};
use crate::kind::kind;
use crate::search::Cancel;
use crate::session::{self, Event, Mode, Session};

/// Diagnostics shown for one file.
const LIMIT: usize = 1000;

/// Runs documents, or raw inputs with `--as`.
pub(super) fn run(console: &Console, args: &Run) -> Exit {
    let limits = Limits::of(&args.spend, None);
    let raw = args.kind.as_deref().and_then(kind);
    let mut exit = Exit::Fine;
    for file in &args.files {
        if output_lost() {
            break;
        }
        let how = match raw {
            Some(kind) => Ok(Reading::Raw(kind.info().name)),
            None => reading(file),
        };
        exit = exit.max(match how {
            Ok(Reading::Raw(name)) => match kind(name) {
                Some(kind) => judge(console, file, kind, &limits, args.number),
                None => Exit::Unusable,
            },
            Ok(Reading::Document | Reading::Import) => {
                documents(console, std::slice::from_ref(file), &limits, true)
            }
            Err(error) => {
                console.say(&format!("puzzled: {error}\n"));
                Exit::Unusable
            }
        });
    }
    exit
}

/// Ctrl-C stops what is running; a second one ends the process at once.
pub(super) fn stop_on_interrupt(cancel: &Cancel) {
    let cancel = cancel.clone();
    let _ = crate::host::signals::listen(move || {
        if cancel.is_cancelled() {
            crate::host::signals::end(130);
        }
        cancel.cancel();
    });
}

/// Runs documents one after the other, each in a session of its own. `whole` tells that they are
/// files, which should hold something.
pub(super) fn documents(
    console: &Console,
    files: &[PathBuf],
    limits: &Limits,
    whole: bool,
) -> Exit {
    let mut exit = Exit::Fine;
    let cancel = Cancel::default();
    stop_on_interrupt(&cancel);
    for file in files {
        let opened = if whole {
            open(console, file, None)
        } else {
            read_file(file).map(|source| (source, false)).map_err(|error| {
                console.say(&format!("puzzled: {error}\n"));
                Exit::Unusable
            })
        };
        let (source, unsound) = match opened {
            Ok(opened) => opened,
            Err(end) => {
                exit = exit.max(end);
                continue;
            }
        };
        let watch = LiveLine::new(console.watched(), CtrlC::Stops);
        let timer = Timer::new(limits.time, &cancel);
        let budget = limits.budget(&cancel, Some(watch.progress()));
        let mut sink = Sink::new();
        let document = session::read(&source, whole, &mut sink);
        let mut session = Session::new();
        let mut out = console.out();
        let (mut shown, mut errors) = (0, unsound);
        let mode = Mode::Run { solve: false };
        session.run(&source, &document, mode, &budget, &mut sink, &mut |event, sink| match event {
            Event::Begin => {
                timer.begin();
                watch.begin();
            }
            Event::Answer { text, .. } => {
                watch.end();
                let sent = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
                if sent.is_err() {
                    cancel.cancel(); // nobody reads any more
                }
            }
            Event::Changed { .. } => {}
            Event::Done => {
                watch.end();
                timer.end();
                let found = sink.take();
                if output_lost() {
                    return; // what stops now stops because nobody reads
                }
                if !found.is_empty() {
                    let _ = out.flush();
                    errors |= found.iter().any(|one| one.severity() == Severity::Error);
                    console.report(&source, &found, LIMIT.saturating_sub(shown), false);
                    shown += found.len();
                }
                if out.flush().is_err() {
                    cancel.cancel();
                }
            }
        });
        let tally = session.tally();
        // Nothing has failed only because nobody reads the answers.
        let stopped = cancel.is_cancelled() || tally.unanswered > 0;
        if errors || tally.wrong > 0 || stopped && !output_lost() {
            exit = exit.max(Exit::Failed);
        }
        if cancel.is_cancelled() {
            break;
        }
    }
    exit
}
