//! `puzzled run`.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use super::args::Run;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::host::LiveLine;
use crate::host::{Console, Exit};
use crate::host::{Limits, Timer};
use crate::host::{Output, output_lost};
use crate::host::{Reading, is_stdin, name, read_file, reading, shown};
use crate::kind::{Kind, Verdict, kind};
use crate::search::Cancel;
use crate::session::{self, Event, Mode, Session};
use crate::text::Source;

/// Diagnostics shown for one file.
const LIMIT: usize = 1000;
/// Bytes of a stream that are judged together.
const CHUNK: usize = 1 << 20;

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
                Some(kind) => judge(console, file, kind, &limits),
                None => Exit::Unusable,
            },
            Ok(Reading::Document) => documents(console, std::slice::from_ref(file), &limits, true),
            Err(error) => {
                console.say(&format!("puzzled: {error}\n"));
                Exit::Unusable
            }
        });
    }
    exit
}

/// Ctrl-C stops what is running; a second one ends the process at once.
fn stop_on_interrupt(cancel: &Cancel) {
    let cancel = cancel.clone();
    // A handler that is already there serves another file of the same call.
    let _ = ctrlc::set_handler(move || {
        if cancel.is_cancelled() {
            std::process::exit(130);
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
        let source = match read_file(file) {
            Ok(source) => source,
            Err(error) => {
                console.say(&format!("puzzled: {error}\n"));
                exit = exit.max(Exit::Unusable);
                continue;
            }
        };
        let watch = LiveLine::new(console.watched());
        let timer = Timer::new(limits.time, &cancel);
        let budget = limits.budget(&cancel, Some(watch.progress()));
        let mut sink = Sink::new();
        let document = session::read(&source, whole, &mut sink);
        let mut session = Session::new();
        let mut out = console.out();
        let (mut shown, mut errors) = (0, false);
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

/// Judges one raw input.
fn judge(console: &Console, file: &Path, kind: &'static dyn Kind, limits: &Limits) -> Exit {
    let cancel = Cancel::default();
    stop_on_interrupt(&cancel);
    let mut run =
        Judge { console, kind, limits, cancel, out: console.out(), exit: Exit::Fine, each: false };
    let judged = if is_stdin(file) {
        run.stream(io::stdin().lock(), "<stdin>", None)
    } else if file.is_dir() {
        return run.unreadable(file);
    } else {
        std::fs::File::open(file).and_then(|open| {
            let length = open.metadata().map(|data| data.len()).ok();
            run.stream(io::BufReader::with_capacity(CHUNK, open), &name(file), length)
        })
    };
    if let Err(error) = judged {
        console.say(&format!("puzzled: cannot read {}: {error}\n", shown(file)));
        return Exit::Unusable;
    }
    run.exit
}

struct Judge<'a> {
    console: &'a Console,
    kind: &'static dyn Kind,
    limits: &'a Limits,
    cancel: Cancel,
    out: Output,
    exit: Exit,
    /// Whether each answer is sent at once, and not by the chunk.
    each: bool,
}

impl Judge<'_> {
    fn unreadable(&self, file: &Path) -> Exit {
        match read_file(file) {
            Err(error) => self.console.say(&format!("puzzled: {error}\n")),
            Ok(_) => self.console.say(&format!("puzzled: cannot read {}\n", shown(file))),
        }
        Exit::Unusable
    }

    /// Reads to the end, in chunks that end with a line where the kind allows it.
    fn stream(
        &mut self,
        mut input: impl BufRead,
        name: &str,
        length: Option<u64>,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        input.by_ref().take(1 << 16).read_to_end(&mut bytes)?;
        let prefix = String::from_utf8_lossy(&bytes).into_owned();
        if !self.kind.streams(&prefix) {
            input.take(u64::from(u32::MAX)).read_to_end(&mut bytes)?;
            if bytes.len() as u64 >= u64::from(u32::MAX) {
                return Err(io::Error::other("it is larger than 4 GiB; split it"));
            }
            self.each = true;
            self.chunk(&Source::from_bytes(name, bytes));
            return Ok(());
        }
        // Answers on the same terminal show how far it is, and would run into the bar.
        let alone = self.console.watched() && !io::stdout().is_terminal();
        let bar = length.filter(|&length| length > 8 << 20 && alone);
        let bar = bar.map(indicatif::ProgressBar::new);
        let mut line = 0;
        loop {
            let room = CHUNK.saturating_sub(bytes.len()) as u64;
            input.by_ref().take(room).read_to_end(&mut bytes)?;
            let more = bytes.len() >= CHUNK;
            let rest = match memchr::memrchr(b'\n', &bytes) {
                Some(end) if more => bytes.split_off(end + 1),
                _ if more => {
                    // A line longer than a chunk: take all of it.
                    input.read_until(b'\n', &mut bytes)?;
                    Vec::new()
                }
                _ => Vec::new(),
            };
            if bytes.is_empty() {
                break;
            }
            if let Some(bar) = &bar {
                bar.inc(bytes.len() as u64);
            }
            let lines = memchr::memchr_iter(b'\n', &bytes).count() as u32;
            self.chunk(&Source::from_bytes(name, bytes).starting_at_line(line));
            line += lines;
            bytes = rest;
            if self.cancel.is_cancelled() {
                break;
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        Ok(())
    }

    fn chunk(&mut self, source: &Source) {
        let watch = LiveLine::new(self.console.watched());
        let timer = Timer::new(self.limits.time, &self.cancel);
        let budget = self.limits.budget(&self.cancel, Some(watch.progress()));
        let mut sink = Sink::new();
        for &span in source.broken() {
            sink.push(crate::syntax::codes::not_utf8(span));
        }
        timer.begin();
        watch.begin();
        let (out, cancel, each) = (&mut self.out, &self.cancel, self.each);
        let verdict = self.kind.judge(source, &budget, &mut sink, &mut |line| {
            let sent = out.write_all(line.as_bytes()).and_then(|()| out.write_all(b"\n"));
            let sent = sent.and_then(|()| if each { out.flush() } else { Ok(()) });
            if sent.is_err() {
                cancel.cancel();
            }
        });
        watch.end();
        timer.end();
        let _ = self.out.flush();
        if output_lost() {
            return; // what stopped has stopped because nobody reads
        }
        let found: Vec<Diagnostic> = sink.take();
        let errors = found.iter().any(|one| one.severity() == Severity::Error);
        self.console.report(source, &found, LIMIT, false);
        if errors || verdict != Verdict::Fine {
            self.exit = self.exit.max(Exit::Failed);
        }
    }
}
