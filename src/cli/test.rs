//! `puzzled test`.

use super::args::Test;
use super::bless::bless;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::host::LiveLine;
use crate::host::{Console, Exit};
use crate::host::{Limits, Timer};
use crate::host::{Reading, read_file, reading, shown, walk};
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
    let watch = LiveLine::new(console.watched());
    for file in &files {
        let source = match reading(file).and_then(|how| match how {
            Reading::Document => read_file(file).map(Some),
            Reading::Raw(_) => Ok(None),
        }) {
            Ok(Some(source)) => source,
            Ok(None) => continue, // raw input expects nothing
            Err(error) => {
                console.say(&format!("puzzled: {error}\n"));
                exit = Exit::Unusable;
                continue;
            }
        };
        let (tally, mut found) = test_file(&source, &limits, &watch);
        let mut tally = tally;
        if args.bless && tally.wrong > 0 {
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
        if errors || tally.wrong > 0 || tally.unanswered > 0 {
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
