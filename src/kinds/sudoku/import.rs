//! The puzzles of files of other programs, for a document.

use super::codes;
use super::entries::{Entries, entries, refuses};
use super::lower::Givens;
use super::pencil::stated;
use super::stated::Beside;
use super::syntax::plain::Plain;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::puzzle::foreign::Options;
use crate::puzzle::lists::{push_capped, single};
use crate::text::Source;

/// A puzzle of a text of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Puzzle {
    /// The lines of its body.
    pub rows: Vec<String>,
    /// The notes about it.
    pub notes: Vec<String>,
}

/// Reads the puzzles of a text, for a document. Reports the lines that are not puzzles; a puzzle
/// without a solution is reported for the document.
pub(super) fn puzzles(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Puzzle> {
    if refuses(source.text(), sink) {
        return Vec::new();
    }

    let plain = Plain::of(source.text());
    let begins = source.first_line() == 0;
    let Entries { puzzles, is_list, .. } = entries(&plain, begins);
    let mut beside = Beside::of(&plain.text, begins);
    let mut read = Vec::new();
    let mut faults = Vec::new();
    for entry in puzzles {
        if options.is_cancelled() {
            break;
        }
        let mut reported = Sink::new();
        if let Some(model) = quiet(|sink| entry.read(sink), &mut reported) {
            read.push(Puzzle { rows: stated(&model), notes: entry.notes() });
            beside.judge(&entry, &mut reported, sink);
        }
        match is_list {
            true => faults.extend(single(reported.take())),
            false => reported.take().into_iter().for_each(|fault| sink.push(fault)),
        }
    }

    push_capped(faults.into_iter(), sink);
    read
}

/// Returns what `read` reads. Contradictions in a grid are not reported, because the document shows them;
/// it does not show the frame, nor a state that cannot be read.
fn quiet(read: impl FnOnce(&mut Sink) -> Option<Givens>, sink: &mut Sink) -> Option<Givens> {
    let mark = sink.len();
    let model = read(sink);
    if model.is_some() {
        let is_kept = |fault: &Diagnostic| {
            let is_error = fault.severity() == Severity::Error;
            *fault.code == codes::MISPLACED_FRAME
                || is_error && !codes::HOPELESS.contains(&fault.code)
        };
        sink.retain_since(mark, is_kept);
    }
    model
}
