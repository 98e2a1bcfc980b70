//! `puzzled test`.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::args::Test;
use super::bless::bless;
use super::open::open;
use crate::diag::{Diagnostic, Sink, clip};
use crate::host::{Console, Exit};
use crate::host::{Invocation, Limits, LiveLine, Runner, Step};
use crate::host::{Output, Reading, output_lost, read_file, reading, shown, walk};
use crate::kind::{Verdict, kind};
use crate::render::sanitize;
use crate::session::{self, Event, Mode, Session, Tally};
use crate::syntax::{Document, Statement};
use crate::text::{Source, Span};

/// Diagnostics shown for one file, and answers that nothing expects.
const LIMIT: usize = 100;

/// What the files came to.
#[derive(Default)]
struct Sum {
    held: u64,
    wrong: u64,
    /// Expectations that were not compared.
    skipped: u64,
    blessed: u64,
    passed: usize,
    failed: usize,
}

/// Runs documents and holds every expectation.
pub(super) fn test(console: &Console, args: &Test) -> Exit {
    let (files, errors) = walk(&args.paths);
    let mut exit = Exit::Fine;
    for error in errors {
        console.say(&format!("puzzled: {error}\n"));
        exit = Exit::Unusable;
    }
    let limits = Limits::of(&args.spend, None);
    let call = Invocation::begin(args.total.total_time, console);
    let line = console.live_line();
    let mut out = console.painted();
    let mut sum = Sum::default();
    for file in &files {
        if call.is_interrupted() || output_lost() {
            break;
        }
        let how = match args.kind.as_deref().and_then(kind) {
            Some(kind) => Ok(Reading::Raw(kind.info().name)),
            None => reading(file),
        };
        if let Ok(Reading::Raw(kind)) = how {
            // It expects nothing, so it is only checked.
            match survey(console, file, kind, &mut out) {
                Exit::Fine => sum.passed += 1,
                end => {
                    sum.failed += 1;
                    exit = exit.max(end);
                }
            }
            continue;
        }
        let (source, unsound) = match open(console, file, None) {
            Ok(opened) => opened,
            Err(end) => {
                sum.failed += 1;
                exit = exit.max(end);
                continue;
            }
        };
        let mut tested = Tested::of(&source, &limits, &call, line.clone());
        if call.is_interrupted() {
            // What Ctrl-C stopped has not failed.
            tested.unanswered.clear();
            tested.tally.unanswered = 0;
            tested.tally.gave_up = 0;
        }
        let ours = matches!(how, Ok(Reading::Document)) && !call.is_interrupted();
        if args.bless && tested.tally.wrong > 0 && ours {
            match bless(file, &source, &mut tested.found) {
                Ok(count) => {
                    sum.blessed += count;
                    tested.tally.wrong -= count;
                    tested.tally.held += count;
                    let _ = writeln!(out, "{}: rewrote {}", shown(file), expectations(count));
                }
                Err(error) => {
                    console.say(&format!("puzzled: {error}\n"));
                    exit = Exit::Unusable;
                }
            }
        }
        sum.held += tested.tally.held;
        sum.wrong += tested.tally.wrong;
        sum.skipped += tested.tally.skipped + tested.tally.gave_up;
        tested.report(console, &source, &mut out);
        if unsound || tested.failed() {
            exit = exit.max(Exit::Failed);
            sum.failed += 1;
        } else if !call.is_interrupted() {
            sum.passed += 1;
        }
    }
    let _ = out.write_all(sum.words(files.len()).as_bytes()).and_then(|()| out.flush());
    call.exit(exit, console)
}

impl Sum {
    fn words(&self, files: usize) -> String {
        let rewritten = match self.blessed {
            0 => String::new(),
            count => format!(", {count} of them rewritten"),
        };
        let skipped = match self.skipped {
            0 => String::new(),
            count => format!(", {count} skipped"),
        };
        let failed = match self.failed {
            0 => String::new(),
            count => format!(", {count} failed"),
        };
        format!(
            "{} held{rewritten}, {} wrong{skipped}; {} of {} passed{failed}\n",
            expectations(self.held),
            self.wrong,
            self.passed,
            if files == 1 { String::from("1 file") } else { format!("{files} files") },
        )
    }
}

fn expectations(count: u64) -> String {
    if count == 1 { String::from("1 expectation") } else { format!("{count} expectations") }
}

/// What came of one file.
struct Tested {
    tally: Tally,
    /// In the order of the text.
    found: Vec<Diagnostic>,
    /// Diagnostics of severity error, before any was blessed away.
    errors: u64,
    /// Those of them that say that an expectation is wrong.
    wrong: u64,
    /// Commands without an expectation that were not solved, with what to do.
    unanswered: Vec<(Span, String)>,
}

impl Tested {
    fn of(
        source: &Source,
        limits: &Limits,
        call: &Invocation,
        line: Option<Arc<LiveLine>>,
    ) -> Self {
        let mut runner = Runner::of(call, limits, line);
        let mut sink = Sink::new();
        let document = session::read(source, true, &mut sink);
        let mut session = Session::new();
        let mode = Mode::Run { solve: true };
        let (mut found, mut unanswered) = (Vec::new(), Vec::new());
        runner.run(&mut session, source, &document, mode, &mut sink, &mut |step| match step {
            Step::Event { event: Event::Answer { span, command, text, verdict, .. }, .. } => {
                // A search that gave up has a diagnostic of its own.
                if verdict == Verdict::Unsolvable && !expects(&document, span) {
                    unanswered.push((span, missing(command, text)));
                }
            }
            Step::Event { .. } => {}
            Step::Found(mut more) => found.append(&mut more),
        });
        found.sort_by_key(|one| one.span);
        let wrong = found.iter().filter(|one| one.code == &session::codes::WRONG).count() as u64;
        let errors = runner.errors();
        Self { tally: session.tally(), found, errors, wrong, unanswered }
    }

    fn failed(&self) -> bool {
        let Tally { wrong, unanswered, skipped, gave_up, .. } = self.tally;
        self.errors > self.wrong || wrong + unanswered + skipped + gave_up > 0
    }

    fn report(&self, console: &Console, source: &Source, out: &mut Output) {
        let mut text = console.listing(source, &self.found, LIMIT, false);
        for (span, why) in self.unanswered.iter().take(LIMIT) {
            let at = source.place(span.start);
            text += &format!("{}:{}:{}: {why}\n", shown(source.name()), at.line + 1, at.column + 1);
        }
        let more = self.unanswered.len().saturating_sub(LIMIT);
        if more > 0 {
            text += &format!("… and {more} more answers without an expectation\n");
        }
        // A reader waits for the report of a file while the next one runs.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}

/// Whether the command at a place has an expectation.
fn expects(document: &Document, span: Span) -> bool {
    let statements = &document.statements;
    let at = statements.partition_point(|one| one.span().start < span.start);
    matches!(
        statements.get(at),
        Some(Statement::Command(one)) if one.span == span && one.expected.is_some()
    )
}

/// Why an answer without an expectation fails a file.
fn missing(command: &str, text: &str) -> String {
    let first = sanitize(text.lines().next().unwrap_or_default()).into_owned();
    let command = sanitize(&clip(command)).into_owned();
    format!("`{command}` is {first}; if that is right, write `{command} => {first}`")
}

/// Checks raw input, and says what is wrong with it.
fn survey(console: &Console, file: &Path, name: &str, out: &mut Output) -> Exit {
    let source = match read_file(file) {
        Ok(source) => source,
        Err(error) => {
            console.say(&format!("puzzled: {error}\n"));
            return Exit::Unusable;
        }
    };
    let mut sink = Sink::new();
    for &span in source.broken() {
        sink.push(crate::syntax::codes::not_utf8(span));
    }
    if let Some(kind) = kind(name) {
        let _ = kind.survey(&source, None, &mut sink); // without a search nothing stops
    }
    let _ = out.write_all(console.listing(&source, sink.found(), LIMIT, false).as_bytes());
    if sink.errors_since(0) { Exit::Failed } else { Exit::Fine }
}
