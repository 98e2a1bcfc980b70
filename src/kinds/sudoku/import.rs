//! The puzzles of files of other programs, for a document.

use super::codes;
use super::entries::{Entries, entries, refuses};
use super::lower::Givens;
use super::pencil::{Stated, stated};
use super::syntax::plain::Plain;
use crate::diag::Sink;
use crate::puzzle::foreign::Options;
use crate::puzzle::lists::{push_capped, single};
use crate::text::Source;

/// A puzzle of a text of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Puzzle {
    /// The lines of its body.
    pub rows: Vec<String>,
    /// The moves to the state that a player reached, where the body cannot hold it.
    pub played: Vec<String>,
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
    let Entries { puzzles, is_list, .. } = entries(&plain, source.first_line() == 0);
    let mut read = Vec::new();
    let mut faults = Vec::new();
    for entry in puzzles {
        if options.is_cancelled() {
            break;
        }
        let mut reported = Sink::new();
        match quiet(|sink| entry.read(sink), &mut reported) {
            Some(mut model) => {
                let state = quiet(|sink| entry.read_state(sink), &mut reported);
                let is_same = |state: &Givens| state.grid.layout() == model.grid.layout();
                if let Some(state) = state.filter(is_same) {
                    model.start = state.grid;
                }
                read.push(puzzle_of(&model, entry.notes()));
            }
            None if is_list => faults.extend(single(reported.take())),
            None => {}
        }
        if !is_list {
            reported.take().into_iter().for_each(|fault| sink.push(fault));
        }
    }

    push_capped(faults.into_iter(), sink);
    read
}

/// Returns what `read` reads. Contradictions in a grid are not reported: the document shows them, but
/// not the frame.
fn quiet(read: impl FnOnce(&mut Sink) -> Option<Givens>, sink: &mut Sink) -> Option<Givens> {
    let mark = sink.len();
    let model = read(sink);
    if model.is_some() {
        let mut frame = sink.diagnostics_since(mark).to_vec();
        frame.retain(|fault| *fault.code == codes::MISPLACED_FRAME);
        sink.truncate(mark);
        for fault in frame {
            sink.push(fault);
        }
    }
    model
}

/// Returns a puzzle for a document, with the state that its text has.
fn puzzle_of(model: &Givens, notes: Vec<String>) -> Puzzle {
    let Stated { rows, moves } = stated(model);
    Puzzle { rows, played: moves, notes }
}
