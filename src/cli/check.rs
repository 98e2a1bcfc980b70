//! `puzzled check`.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rayon::prelude::*;

use super::args::Check;
use crate::diag::{Diagnostic, Sink};
use crate::host::Count;
use crate::host::{Console, Exit};
use crate::host::{InputError, Reading, read_file, reading, walk};
use crate::host::{Limits, Timer};
use crate::kind::{Body, kind};
use crate::render::{Format, SarifFile, github, json, sarif};
use crate::search::Cancel;
use crate::session::{self, Event, Mode, Session, live};
use crate::text::Source;

/// Time that a puzzle's search gets without `--time`.
const SEARCH: Duration = Duration::from_secs(10);
/// Files that are checked and then printed together: bounds memory, keeps the order.
const BATCH: usize = 256;

/// Checks files and folders.
pub(super) fn check(console: &Console, args: &Check) -> Exit {
    let (files, errors) = walk(&args.paths);
    let mut exit = Exit::Fine;
    for error in errors {
        console.say(&format!("puzzled: {error}\n"));
        exit = Exit::Unusable;
    }
    let limits = Limits::of(&args.spend, Some(SEARCH));
    let bar = (console.watched() && files.len() > BATCH)
        .then(|| indicatif::ProgressBar::new(files.len() as u64));
    let (mut count, seen) = (Count::default(), AtomicUsize::new(0));
    let mut log: Vec<(Source, Vec<Diagnostic>)> = Vec::new();
    for batch in files.chunks(BATCH) {
        let results: Vec<_> = batch
            .par_iter()
            .map(|file| {
                let result = check_file(file, args, &limits);
                seen.fetch_add(1, Ordering::Relaxed);
                result
            })
            .collect();
        if let Some(bar) = &bar {
            bar.set_position(seen.load(Ordering::Relaxed) as u64);
        }
        for result in results {
            match result {
                Err(error) => {
                    console.say(&format!("puzzled: {error}\n"));
                    exit = Exit::Unusable;
                }
                Ok((source, found)) => {
                    for one in &found {
                        count.add(one);
                    }
                    print(console, args, &source, &found);
                    if args.format == Format::Sarif {
                        log.push((source, found));
                    }
                }
            }
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    if args.format == Format::Sarif {
        let files: Vec<_> = log.iter().map(|(source, found)| SarifFile { source, found }).collect();
        put(console, &sarif(&files));
    }
    if args.format == Format::Human && count != Count::default() {
        console.say(&format!("{} in {}\n", count.words(), of_files(files.len())));
    }
    let denied = args.deny.is_some() && count.warnings > 0;
    if count.errors > 0 || denied { exit.max(Exit::Failed) } else { exit }
}

fn of_files(count: usize) -> String {
    if count == 1 { String::from("1 file") } else { format!("{count} files") }
}

/// Machine formats are the answer of the command and go to standard output; what people read goes
/// to standard error like every diagnostic.
fn print(console: &Console, args: &Check, source: &Source, found: &[Diagnostic]) {
    match args.format {
        Format::Human => console.report(source, found, args.limit, false),
        Format::Short => console.report(source, found, args.limit, true),
        Format::Json => put(console, &lines(source, found, json)),
        Format::Github => put(console, &lines(source, found, github)),
        Format::Sarif => {}
    }
}

fn lines(
    source: &Source,
    found: &[Diagnostic],
    line: fn(&Source, &Diagnostic) -> String,
) -> String {
    found.iter().map(|one| line(source, one)).collect()
}

fn put(console: &Console, text: &str) {
    let mut out = console.out();
    // A reader that went away wants no more of it.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Everything found in one file, in the order of places.
fn check_file(
    file: &Path,
    args: &Check,
    limits: &Limits,
) -> Result<(Source, Vec<Diagnostic>), InputError> {
    let how = match args.kind.as_deref().and_then(kind) {
        Some(kind) => Reading::Raw(kind.info().name),
        None => reading(file)?,
    };
    let source = read_file(file)?;
    let cancel = Cancel::default();
    let timer = Timer::new(args.solve.then_some(limits.time).flatten(), &cancel);
    let budget = limits.budget(&cancel, None);
    let mut sink = Sink::new();
    match how {
        Reading::Document => {
            let document = session::read(&source, true, &mut sink);
            let mode = Mode::Check { solve: args.solve };
            let mut found = Vec::new();
            Session::new().run(&source, &document, mode, &budget, &mut sink, &mut |event, sink| {
                match event {
                    Event::Begin => timer.begin(),
                    Event::Done => {
                        timer.end();
                        found.append(&mut sink.take());
                    }
                    Event::Answer { .. } | Event::Changed { .. } => {}
                }
            });
            live::sort(&mut found);
            Ok((source, found))
        }
        Reading::Raw(name) => {
            for &span in source.broken() {
                sink.push(crate::syntax::codes::not_utf8(span));
            }
            timer.begin();
            if let Some(kind) = kind(name) {
                let body = Body::raw(&source);
                let opened = kind.open(&body, &mut sink);
                if let Some(mut opened) = opened.filter(|_| args.solve) {
                    let decided = opened.puzzle.deep(body.name, &budget, &mut sink);
                    if decided.is_err() {
                        sink.push(session::codes::gave_up(body.name, "").advice());
                    }
                }
            }
            timer.end();
            let mut found = sink.take();
            live::sort(&mut found);
            Ok((source, found))
        }
    }
}
