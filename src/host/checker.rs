//! Checks a document on all processors.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::live_line::LiveLine;
use super::threads::is_alone;
use super::{Invocation, Limits, Runner};
use crate::diag::{Diagnostic, Sink};
use crate::kinds::KINDS;
use crate::search::Budget;
use crate::session::codes::GAVE_UP;
use crate::session::incremental::add_check;
use crate::session::{self, Event, Parts};
use crate::syntax::Document;
use crate::text::Source;

/// The number of statements that one thread checks at a time. Starting a thread costs as much as
/// checking a hundred statements, so fewer are not worth it.
const LEAST: u32 = 1024;

/// The number of scripts that are checked between two looks at Ctrl-C.
const SCRIPTS: usize = 64;

/// The result of checking a document.
#[derive(Debug)]
pub struct Examined {
    /// The diagnostics, in no particular order, but in the same order on any number of threads.
    pub diagnostics: Vec<Diagnostic>,
    /// Set if the check stopped early because the open puzzles need more memory than the limit.
    pub is_full: bool,
}

/// Checks a document; `solve` also looks for what only a search can find.
pub fn check_document(
    source: &Source,
    solve: bool,
    limits: &Limits,
    call: &Invocation,
) -> Examined {
    check_watched(source, solve, limits, call, None)
}

/// Checks a document as [`check_document`] does; `line` shows how far the searches are.
pub(crate) fn check_watched(
    source: &Source,
    solve: bool,
    limits: &Limits,
    call: &Invocation,
    line: Option<&'static LiveLine>,
) -> Examined {
    let bytes = source.text().len();
    let _span = tracing::debug_span!("check", name = %source.name(), bytes).entered();
    let mut sink = Sink::new();
    let mut document = session::read(source, true, &mut sink);
    // The comments for the checker are applied to all diagnostics in the end.
    let notes = std::mem::take(&mut document.notes);
    let parsed = sink.take();
    let Examined { mut diagnostics, is_full } =
        pass(source, &document, parsed.clone(), solve, limits, call, line);
    if solve {
        let check = || pass(source, &document, parsed, false, limits, call, None).diagnostics;
        add_check(&mut diagnostics, check);
    }
    document.notes = notes;
    let parts = (solve && !document.notes.is_empty())
        .then(|| Parts::of(KINDS, source, &document, &mut Sink::new()));
    let searched = |at: usize| parts.as_ref().is_some_and(|parts| !parts.withholds(at));
    session::apply_notes(KINDS, source, &document, searched, &mut diagnostics);
    Examined { diagnostics, is_full }
}

fn pass(
    source: &Source,
    document: &Document,
    parsed: Vec<Diagnostic>,
    solve: bool,
    limits: &Limits,
    call: &Invocation,
    line: Option<&'static LiveLine>,
) -> Examined {
    let mut sink = Sink::new();
    for diagnostic in parsed {
        sink.push(diagnostic);
    }

    let parts = Parts::of(KINDS, source, document, &mut sink);
    let timed = limits.time.is_some() || call.is_timed();
    let is_full = AtomicBool::new(false);
    let ranges = parts.ranges(LEAST);
    let line = line.filter(|_| ranges.len() < 2);
    let goes_on = || !call.is_interrupted() && !is_full.load(Ordering::Relaxed);

    let check = |range: Range<usize>| {
        let mut diagnostics = Vec::new();
        let mut runner = Runner::of_list(call, limits, line);
        let mut examine = |range, budget: &Budget| {
            let stopped = parts.check(range, solve, budget, &mut |event, sink| {
                if matches!(event, Event::Done) && !sink.is_empty() {
                    diagnostics.append(&mut sink.take());
                }
            });
            is_full.fetch_or(stopped, Ordering::Relaxed);
        };

        if !timed {
            let budget = runner.budget();
            for first in range.clone().step_by(SCRIPTS).take_while(|_| goes_on()) {
                examine(first..range.end.min(first + SCRIPTS), &budget);
            }
            return diagnostics;
        }
        // The limit of time is that of a puzzle, or of a level of it.
        for script in range {
            if goes_on() {
                runner.compute("check", |budget| examine(script..script + 1, budget));
            }
        }
        if call.is_interrupted() {
            // A search that Ctrl-C stopped did not reach a limit.
            diagnostics.retain(|diagnostic| *diagnostic.code != GAVE_UP);
        }
        diagnostics
    };

    let mut diagnostics = sink.take();
    // Threads are not started for a small document.
    if ranges.len() < 2 || is_alone() {
        diagnostics.extend(ranges.into_iter().flat_map(check));
    } else {
        let per_range: Vec<_> = ranges.into_par_iter().map(check).collect();
        diagnostics.extend(per_range.into_iter().flatten());
    }
    Examined { diagnostics, is_full: is_full.into_inner() }
}
