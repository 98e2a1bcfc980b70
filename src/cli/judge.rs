//! Texts from outside: the judge's output, a puzzle after the other.

use std::collections::HashSet;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;

use super::pieces::Pieces;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::exchange::Options;
use crate::exchange::outside::{self, Board};
use crate::host::{
    Console, Exit, InputError, Invocation, Limits, Output, Runner, in_order, is_stdin, name,
    output_lost, progress_bar, shown, text_output,
};
use crate::puzzle::lists::SHOWN;
use crate::puzzle::{Info, Input, Verdict};
use crate::search::Budget;
use crate::text::Source;

/// Bytes of a stream between which the live line makes way for diagnostics.
const CHUNK: usize = 1 << 20;
/// Diagnostics shown for one file; the others are counted.
const LIMIT: usize = SHOWN;

/// A text from outside.
pub(super) struct Raw<'a> {
    pub(super) file: &'a Path,
    pub(super) kind: &'static Info,
    /// The goal of [`Input::goal`].
    pub(super) goal: Option<&'a str>,
    /// The level of [`Input::level`].
    pub(super) level: Option<usize>,
    /// True if the number of its line of input is written before each answer.
    pub(super) number: bool,
}

/// Judges a text from outside, which may have been `read` to know its kind.
pub(super) fn judge(
    console: &Console,
    input: &Raw<'_>,
    read: Option<Source>,
    limits: &Limits,
    call: &Invocation,
) -> Exit {
    let runner = Runner::of_list(call, limits, console.live_line());
    let chunk = if console.watched() { CHUNK as u64 } else { u64::MAX };
    let mut run = Judge {
        console,
        input,
        runner,
        call,
        chunk,
        out: text_output(),
        exit: Exit::Fine,
        reported: 0,
        said: HashSet::new(),
    };

    let file = input.file;
    let judged = if let Some(source) = read {
        let name = source.name().to_owned();
        let length = source.bytes().len() as u64;
        run.stream(source.into_bytes().as_slice(), &name, Some(length))
    } else if is_stdin(file) {
        run.stream(io::stdin(), "<stdin>", None)
    } else if file.is_dir() {
        return console.refuse(InputError::Folder(shown(file)));
    } else {
        std::fs::File::open(file).and_then(|open| {
            let length = open.metadata().map(|data| data.len()).ok();
            run.stream(open, &name(file), length)
        })
    };

    if let Err(error) = judged {
        return console.refuse(InputError::Unreadable { name: shown(file), error });
    }
    if run.reported > LIMIT {
        let more = run.reported - LIMIT;
        console.say(&format!("… and {more} more in {}\n", shown(file)));
    }
    run.exit
}

struct Judge<'a> {
    console: &'a Console,
    input: &'a Raw<'a>,
    runner: Runner,
    call: &'a Invocation,
    /// Bytes of a stream that are one computation.
    chunk: u64,
    out: Output,
    exit: Exit,
    /// Diagnostics so far, those included that are not shown.
    reported: usize,
    /// The codes that were said and are said only once.
    said: HashSet<&'static str>,
}

/// A text that was judged.
struct Judged {
    source: Source,
    /// Its answers, each with its line end.
    answers: Vec<u8>,
    /// True if Ctrl-C stopped the last of them, so that the answers after it are not needed.
    stopped: bool,
    verdict: Verdict,
    findings: Findings,
}

/// The result of reading a text.
struct Findings {
    /// A sentence on how it was read.
    remark: Option<&'static str>,
    diagnostics: Vec<Diagnostic>,
    /// The number of warnings that were counted, but not made.
    counted: usize,
}

/// Returns the exit code for a verdict and the diagnostics reported.
fn exit_of(verdict: Verdict, diagnostics: &[Diagnostic]) -> Exit {
    let errors = diagnostics.iter().any(|fault| fault.severity() == Severity::Error);
    if errors || verdict != Verdict::Fine { Exit::Failed } else { Exit::Fine }
}

/// Returns whether a diagnostic is shown: one whose code is said only once is, the first time.
fn is_news(fault: &Diagnostic, said: &mut HashSet<&'static str>) -> bool {
    !fault.code.is_once || said.insert(fault.code.path)
}

/// Buffers of texts and of their answers, to be used again for the next pieces.
type Memory = Mutex<Vec<(Vec<u8>, Vec<u8>)>>;

impl Judge<'_> {
    /// Reads to the end, in pieces that end with a line if the kind allows it.
    fn stream(
        &mut self,
        input: impl Read + Send,
        name: &str,
        length: Option<u64>,
    ) -> io::Result<()> {
        let mut pieces = Pieces::new(input, name)?;
        if !(self.input.kind.streams)(&pieces.beginning()) {
            self.whole(&pieces.whole()?);
            return Ok(());
        }
        // Answers on the same terminal show the progress already, and would overlap the bar.
        let alone = self.console.watched() && !io::stdout().is_terminal();
        let length = length.unwrap_or_default();
        let bar = progress_bar(length > 8 << 20 && alone, length);
        let memory = Memory::default();
        while !pieces.is_over() && !self.runner.is_stopped() {
            self.chunk(&mut pieces, &memory, &bar)?;
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Judges pieces side by side, and sends the answers in their order.
    fn chunk(
        &mut self,
        pieces: &mut Pieces<impl Read + Send>,
        memory: &Memory,
        bar: &ProgressBar,
    ) -> io::Result<()> {
        let Self { console, input, runner, call, chunk, out, exit, reported, said } = self;
        let &Raw { kind, goal, number, .. } = *input;
        let call = *call;
        let mut left = *chunk;

        let locked = || memory.lock().unwrap_or_else(PoisonError::into_inner);
        // Diagnostics that are shown when the live line is gone.
        let mut deferred = Vec::new();
        let mut failed = Ok(());
        let alone = pieces.is_small();

        runner.compute(kind.name, |budget| {
            let read = || {
                if left == 0 || call.is_interrupted() {
                    return None;
                }
                let (bytes, answers) = locked().pop().unwrap_or_default();
                let piece = pieces.next(bytes).unwrap_or_else(|error| {
                    failed = Err(error);
                    None
                })?;
                left = left.saturating_sub(piece.bytes().len() as u64);
                Some((piece, answers))
            };
            let work =
                |(source, answers)| judge_piece(kind, source, goal, answers, number, call, budget);
            let write = |judged: Judged| {
                bar.inc(judged.source.bytes().len() as u64);
                if out.write_all(&judged.answers).is_err() {
                    call.abandon();
                    return false;
                }
                let Judged { source, answers, stopped, verdict, findings } = judged;
                let Findings { remark, mut diagnostics, counted } = findings;
                diagnostics.retain(|fault| is_news(fault, said));
                *exit = (*exit).max(exit_of(verdict, &diagnostics));
                let shown = diagnostics.len().min(LIMIT.saturating_sub(*reported));
                *reported += diagnostics.len() + counted;
                if console.watched() && (shown > 0 || remark.is_some()) {
                    deferred.push((source, remark, diagnostics, shown));
                    return !stopped;
                }
                console.remark(remark);
                if shown > 0 {
                    let _ = out.flush();
                    console.report(&source, &diagnostics[..shown], LIMIT, false);
                }
                locked().push((source.into_bytes(), answers));
                !stopped
            };
            in_order(alone, read, work, write);
        });

        let _ = out.flush();
        if !output_lost() {
            // Otherwise it stopped because the reader has gone away.
            for (source, remark, diagnostics, shown) in deferred {
                console.remark(remark);
                console.report(&source, &diagnostics[..shown], LIMIT, false);
            }
        }
        failed
    }

    /// Judges the puzzles of a text that is not a list.
    fn whole(&mut self, source: &Source) {
        let options = Options { goal: self.input.goal, ..Options::default() };
        let boards = outside::boards(source, self.input.kind, &options);
        for board in &boards {
            if output_lost() || self.call.is_interrupted() {
                break;
            }
            self.board(board, source);
        }
    }

    /// Judges a puzzle of a text. An answer can be seen while the next one is computed.
    fn board(&mut self, board: &Board, source: &Source) {
        let &Raw { kind, goal, level, number, .. } = self.input;
        let Self { runner, call, out, .. } = self;
        let mut over = false;
        let input = Input { level, ..board.input(goal) };

        let ((verdict, findings), _) = runner.compute(kind.name, |budget| {
            judged(kind, input, budget, &mut |at, line| {
                // One answer says that Ctrl-C stopped it; the answers after it are not needed.
                if std::mem::replace(&mut over, call.is_interrupted()) {
                    return;
                }
                let before = match number {
                    true => write!(out, "{} ", board.line_number(source, at)),
                    false => Ok(()),
                };
                let sent = before
                    .and_then(|()| out.write_all(line.as_bytes()))
                    .and_then(|()| out.write_all(b"\n"))
                    .and_then(|()| out.flush());
                if sent.is_err() {
                    call.abandon();
                }
            })
        });

        let _ = out.flush();
        if output_lost() {
            return;
        }

        let Findings { remark, mut diagnostics, counted } = findings;
        diagnostics.retain(|fault| is_news(fault, &mut self.said));
        for fault in &mut diagnostics {
            board.restore(fault);
        }
        self.console.remark(board.remark.or(remark));
        let shown = &diagnostics[..diagnostics.len().min(LIMIT.saturating_sub(self.reported))];
        self.reported += diagnostics.len() + counted;
        self.console.report(source, shown, LIMIT, false);
        self.exit = self.exit.max(exit_of(verdict, &diagnostics));
    }
}

/// Judges one piece of a stream; its answers reuse the memory of `answers`.
fn judge_piece(
    kind: &'static Info,
    source: Source,
    goal: Option<&str>,
    mut answers: Vec<u8>,
    number: bool,
    call: &Invocation,
    budget: &Budget,
) -> Judged {
    answers.clear();
    // An answer is seldom longer than its puzzle.
    answers.reserve(source.bytes().len() + 2);
    let mut stopped = false;
    let input = Input { goal, ..(&source).into() };
    let (verdict, findings) = judged(kind, input, budget, &mut |at, line| {
        // One answer says that Ctrl-C stopped it; the answers after it are not needed.
        if std::mem::replace(&mut stopped, call.is_interrupted()) {
            stopped = true;
            return;
        }
        if number {
            let _ = write!(answers, "{at} ");
        }
        answers.extend_from_slice(line.as_bytes());
        answers.push(b'\n');
    });
    Judged { source, answers, stopped, verdict, findings }
}

/// Judges a text. Returns the verdict, and what was reported in it.
fn judged(
    kind: &'static Info,
    input: Input<'_>,
    budget: &Budget,
    emit: &mut dyn FnMut(u32, &str),
) -> (Verdict, Findings) {
    let mut sink = Sink::new();
    crate::syntax::codes::not_utf8(input.source, &mut sink);
    let verdict = (kind.judge)(input, budget, &mut sink, emit);
    let remark = sink.take_remark();
    let counted = sink.counted();
    (verdict, Findings { remark, diagnostics: sink.take(), counted })
}
