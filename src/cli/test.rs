//! `puzzled test`.

use std::path::Path;

use super::args::Test;
use super::bless::bless;
use super::open::open;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::host::{Console, Exit};
use crate::host::{CtrlC, LiveLine};
use crate::host::{Limits, Timer};
use crate::host::{Reading, read_file, reading, shown, walk};
use crate::kind::kind;
use crate::search::Cancel;
use crate::session::{self, Event, Mode, Session, Tally};
use crate::text::Source;

/// Diagnostics shown for one file.
const LIMIT: usize = 100;

/// Runs documents and holds every expectation.
pub(super) fn test(console: &Console, args: &Test) -> Exit {
    let (files, errors) = walk(&args.paths);
    let mut exit = Exit::Fine;
    for error in errors {
        console.say(&format!("puzzled: {error}\n"));
        exit = Exit::Unusable;
    }
    let limits = Limits::of(&args.spend, None);
    let (mut held, mut wrong, mut good, mut blessed) = (0, 0, 0, 0);
    let watch = LiveLine::new(console.watched(), CtrlC::Stops);
    for file in &files {
        let how = reading(file);
        if let Ok(Reading::Raw(kind)) = how {
            // It expects nothing, so it is only checked.
            match survey(console, file, kind) {
                Exit::Fine => good += 1,
                end => exit = exit.max(end),
            }
            continue;
        }
        let (source, unsound) = match open(console, file, None) {
            Ok(opened) => opened,
            Err(end) => {
                exit = exit.max(end);
                continue;
            }
        };
        let (tally, mut found) = test_file(&source, &limits, &watch);
        let mut tally = tally;
        if args.bless && tally.wrong > 0 && matches!(how, Ok(Reading::Document)) {
            match bless(file, &source, &mut found) {
                Ok(count) => {
                    blessed += count;
                    tally.wrong -= count;
                    tally.held += count;
                    console.say(&format!("{}: rewrote {}\n", shown(file), expectations(count)));
                }
                Err(error) => {
                    console.say(&format!("puzzled: {error}\n"));
                    exit = Exit::Unusable;
                }
            }
        }
        let errors = found.iter().any(|one| one.severity() == Severity::Error);
        console.report(&source, &found, LIMIT, false);
        held += tally.held;
        wrong += tally.wrong;
        if errors || unsound || tally.wrong > 0 || tally.unanswered > 0 {
            exit = exit.max(Exit::Failed);
        } else {
            good += 1;
        }
    }
    let bad = files.len() - good;
    let rewritten =
        if blessed > 0 { format!(", {blessed} of them rewritten") } else { String::new() };
    console.say(&format!(
        "{} held{rewritten}, {wrong} wrong; {good} of {} passed{}\n",
        expectations(held),
        if files.len() == 1 { String::from("1 file") } else { format!("{} files", files.len()) },
        if bad > 0 { format!(", {bad} failed") } else { String::new() },
    ));
    exit
}

fn expectations(count: u64) -> String {
    if count == 1 { String::from("1 expectation") } else { format!("{count} expectations") }
}

/// Checks raw input, and says what is wrong with it.
fn survey(console: &Console, file: &Path, name: &str) -> Exit {
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
        kind.survey(&source, None, &mut sink);
    }
    console.report(&source, sink.found(), LIMIT, false);
    if sink.errors_since(0) { Exit::Failed } else { Exit::Fine }
}

fn test_file(source: &Source, limits: &Limits, watch: &LiveLine) -> (Tally, Vec<Diagnostic>) {
    let cancel = Cancel::default();
    let timer = Timer::new(limits.time, &cancel);
    let budget = limits.budget(&cancel, Some(watch.progress()));
    let mut sink = Sink::new();
    let document = session::read(source, true, &mut sink);
    let mut session = Session::new();
    let mode = Mode::Run { solve: true };
    session.run(source, &document, mode, &budget, &mut sink, &mut |event, _| match event {
        Event::Begin => {
            timer.begin();
            watch.begin();
        }
        Event::Done => {
            timer.end();
            watch.end();
        }
        Event::Answer { .. } | Event::Changed { .. } => {}
    });
    let mut found = sink.take();
    found.sort_by_key(|one| one.span);
    (session.tally(), found)
}
