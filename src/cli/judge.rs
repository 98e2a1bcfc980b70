//! `puzzled run --as KIND`: raw input, and files in the forms of other programs.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::Path;

use rayon::prelude::*;

use crate::diag::{Diagnostic, Severity, Sink};
use crate::host::{Console, Exit};
use crate::host::{Invocation, Limits, Runner};
use crate::host::{Output, is_stdin, name, output_lost, read_file, shown};
use crate::puzzle::{Kind, Verdict};
use crate::search::Budget;
use crate::text::Source;

/// Bytes of a stream that are judged together.
const CHUNK: usize = 1 << 20;
/// Bytes of them that one thread judges at a time: as many as decide whether a text is a stream.
const PIECE: usize = PREFIX as usize;
/// Bytes of a text that decide whether it is a stream.
const PREFIX: u64 = 1 << 16;
/// Diagnostics shown for one file; the others are counted.
const LIMIT: usize = 20;

/// Judges one raw input.
pub(super) fn judge(
    console: &Console,
    file: &Path,
    kind: &'static dyn Kind,
    limits: &Limits,
    call: &Invocation,
    number: bool,
) -> Exit {
    let runner = Runner::of(call, limits, console.live_line());
    let (out, exit, each, found) = (console.out(), Exit::Fine, false, 0);
    let mut run = Judge { console, kind, runner, call, number, out, exit, each, found };
    let judged = if is_stdin(file) {
        run.stream(io::stdin().lock(), "<stdin>", None)
    } else if file.is_dir() {
        return run.unreadable(file);
    } else {
        std::fs::File::open(file).and_then(|open| {
            let length = open.metadata().map(|data| data.len()).ok();
            run.stream(io::BufReader::with_capacity(PIECE, open), &name(file), length)
        })
    };
    if let Err(error) = judged {
        console.say(&format!("puzzled: cannot read {}: {error}\n", shown(file)));
        return Exit::Unusable;
    }
    if run.found > LIMIT {
        let more = run.found - LIMIT;
        console.say(&format!("… and {more} more in {}\n", shown(file)));
    }
    run.exit
}

struct Judge<'a> {
    console: &'a Console,
    kind: &'static dyn Kind,
    runner: Runner,
    call: &'a Invocation,
    /// Whether the number of its line of input stands before each answer.
    number: bool,
    out: Output,
    exit: Exit,
    /// Whether each answer is sent at once, and not chunk by chunk.
    each: bool,
    /// Diagnostics so far, those included that are not shown.
    found: usize,
}

impl Judge<'_> {
    fn unreadable(&self, file: &Path) -> Exit {
        match read_file(file) {
            Err(error) => self.console.say(&format!("puzzled: {error}\n")),
            Ok(_) => self.console.say(&format!("puzzled: cannot read {}\n", shown(file))),
        }
        Exit::Unusable
    }

    /// Reads to the end, in chunks that end with a line if the kind allows it.
    fn stream(
        &mut self,
        mut input: impl BufRead,
        name: &str,
        length: Option<u64>,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        input.by_ref().take(PREFIX).read_to_end(&mut bytes)?;
        let prefix = String::from_utf8_lossy(&bytes).into_owned();
        if !self.kind.streams(&prefix) {
            input.take(u64::from(u32::MAX)).read_to_end(&mut bytes)?;
            if bytes.len() as u64 >= u64::from(u32::MAX) {
                return Err(io::Error::other("it is larger than 4 GiB; split it"));
            }
            self.each = true;
            self.chunk(&[Source::from_bytes(name, bytes)]);
            return Ok(());
        }
        // Answers on the same terminal show the progress already, and would overlap the bar.
        let alone = self.console.watched() && !io::stdout().is_terminal();
        let bar = length.filter(|&length| length > 8 << 20 && alone);
        let bar = bar.map(indicatif::ProgressBar::new);
        let mut line = 0;
        loop {
            let room = CHUNK.saturating_sub(bytes.len()) as u64;
            input.by_ref().take(room).read_to_end(&mut bytes)?;
            let more = bytes.len() >= CHUNK;
            let end = match memchr::memrchr(b'\n', &bytes) {
                Some(end) if more => end + 1,
                _ => {
                    if more {
                        // A line longer than a chunk: read all of it.
                        input.read_until(b'\n', &mut bytes)?;
                    }
                    bytes.len()
                }
            };
            if bytes.is_empty() {
                break;
            }
            if let Some(bar) = &bar {
                bar.inc(end as u64);
            }
            self.chunk(&pieces(name, &bytes[..end], &mut line));
            // The memory is kept for the next chunk.
            bytes.drain(..end);
            if self.runner.is_stopped() {
                break;
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        Ok(())
    }

    /// Judges texts side by side, and sends the answers in their order.
    fn chunk(&mut self, sources: &[Source]) {
        let (kind, out, each, number) = (self.kind, &mut self.out, self.each, self.number);
        let (call, mut over) = (self.call, false);
        let mut send = |at: u32, line: &str, budget: &Budget| {
            // One answer says that Ctrl-C stopped it; the answers after it are not needed.
            if std::mem::replace(&mut over, call.is_interrupted()) {
                return;
            }
            let before = if number { write!(out, "{at} ") } else { Ok(()) };
            let sent = before
                .and_then(|()| out.write_all(line.as_bytes()))
                .and_then(|()| out.write_all(b"\n"));
            let sent = sent.and_then(|()| if each { out.flush() } else { Ok(()) });
            if sent.is_err() {
                budget.cancel.cancel();
            }
        };
        let (judged, _) = self.runner.compute(kind.info().name, |budget| match sources {
            // An answer can be seen while the next one is computed.
            [one] => vec![judged(kind, one, budget, &mut |at, line| send(at, line, budget))],
            all => {
                let judge = |source: &Source| {
                    // An answer is seldom longer than its puzzle.
                    let mut text = String::with_capacity(source.text().len());
                    let mut ends = Vec::new();
                    let judged = judged(kind, source, budget, &mut |at, line| {
                        text.push_str(line);
                        ends.push((at, text.len()));
                    });
                    (text, ends, judged)
                };
                let all: Vec<_> = all.par_iter().map(judge).collect();
                let judged = all.into_iter().map(|(text, ends, judged)| {
                    let mut from = 0;
                    for (at, end) in ends {
                        send(at, &text[from..end], budget);
                        from = end;
                    }
                    judged
                });
                judged.collect()
            }
        });
        let _ = self.out.flush();
        if output_lost() {
            return; // it stopped because the reader has gone away
        }
        for (source, (verdict, found)) in sources.iter().zip(judged) {
            let errors = found.iter().any(|one| one.severity() == Severity::Error);
            let shown = &found[..found.len().min(LIMIT.saturating_sub(self.found))];
            self.console.report(source, shown, LIMIT, false);
            self.found += found.len();
            if errors || verdict != Verdict::Fine {
                self.exit = self.exit.max(Exit::Failed);
            }
        }
    }
}

/// A text cut into pieces that end with a line. `line` is the number of its first line, and becomes
/// the number of the first line after it.
fn pieces(name: &str, mut bytes: &[u8], line: &mut u32) -> Vec<Source> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let least = PIECE.min(bytes.len());
        let end = memchr::memchr(b'\n', &bytes[least..]).map_or(bytes.len(), |at| least + at + 1);
        let (piece, rest) = bytes.split_at(end);
        found.push(Source::from_bytes(name, piece.to_vec()).starting_at_line(*line));
        *line += memchr::memchr_iter(b'\n', piece).count() as u32;
        bytes = rest;
    }
    found
}

/// The verdict about a text and what was found in it.
fn judged(
    kind: &dyn Kind,
    source: &Source,
    budget: &Budget,
    emit: &mut dyn FnMut(u32, &str),
) -> (Verdict, Vec<Diagnostic>) {
    let mut sink = Sink::new();
    for &span in source.broken() {
        sink.push(crate::syntax::codes::not_utf8(span));
    }
    let verdict = kind.judge_lines(source, budget, &mut sink, emit);
    (verdict, sink.take())
}
