//! The puzzles of files of other programs, for a document.

use super::codes;
use super::judge::{Text, givens, model_of, refuses, text_of};
use super::lower::{Givens, lower};
use super::pencil::{Stated, stated};
use super::syntax::Content;
use super::syntax::foreign::{Entry, entries, puzzle_in};
use super::syntax::frame::FrameLine;
use super::syntax::marked::parse_library_line;
use super::syntax::plain::Plain;
use crate::diag::Sink;
use crate::puzzle::lists::{Numbered, push_capped, single, used};
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
pub(super) fn puzzles(source: &Source, sink: &mut Sink) -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    if refuses(source, sink) {
        return puzzles;
    }
    let text = Plain::of(source.text()).text;
    match text_of(&text, source.first_line() == 0) {
        Text::Grids(grids, signs) => {
            for drawn in &grids {
                let read = |rows: &[Numbered<'_>], rules: &[FrameLine], sink: &mut Sink| {
                    quiet(|sink| givens(rows, rules, signs, sink), sink)
                };
                let Some(mut model) = read(&drawn.rows, &drawn.rules, sink) else { continue };
                if !drawn.state.is_empty()
                    && let Some(state) = read(&drawn.state, &[], sink)
                    && state.grid.layout() == model.grid.layout()
                {
                    model.start = state.grid;
                }
                let notes = drawn.notes.iter().map(|&note| note.to_owned()).collect();
                puzzles.push(puzzle_of(&model, notes));
            }
        }
        Text::Marks(grids) => {
            let lines = used(&text).map(|numbered| numbered.line.text);
            let mut notes: Vec<String> =
                lines.filter(|line| line.starts_with('#')).map(str::to_owned).collect();
            for groups in grids {
                let place = groups.first().map(|group| group.span).unwrap_or_default();
                let model = quiet(|sink| lower(&Content::Marks(groups), place, sink), sink);
                let notes = std::mem::take(&mut notes);
                puzzles.extend(model.map(|model| puzzle_of(&model, notes)));
            }
        }
        Text::List(begins) => {
            let mut faults = Vec::new();
            let mut notes = Vec::new();
            for entry in entries(&text, begins) {
                let numbered = match entry {
                    Entry::Puzzle(numbered) => numbered,
                    Entry::Note(note) => {
                        notes.push(note.to_owned());
                        continue;
                    }
                };
                let mut notes = std::mem::take(&mut notes);
                if parse_library_line(&numbered.line).is_none()
                    && let Some((line, _)) = puzzle_in(&numbered.line)
                {
                    let from = (line.start - numbered.line.start) as usize;
                    let (before, after) = (
                        &numbered.line.text[..from],
                        &numbered.line.text[from + line.text.len()..],
                    );
                    let separators = [' ', '\t', ',', ';', ':', '#'];
                    for said in [before, after].map(|said| said.trim_matches(separators)) {
                        if !said.is_empty() {
                            notes.push(said.to_owned());
                        }
                    }
                }
                let mut line_faults = Sink::new();
                match quiet(|sink| model_of(&numbered, sink), &mut line_faults) {
                    Some(model) => puzzles.push(puzzle_of(&model, notes)),
                    None => faults.extend(single(line_faults.take())),
                }
            }
            push_capped(faults.into_iter(), sink);
        }
    }
    puzzles
}

/// Returns what `read` reads. Contradictions in a grid are not reported: the document shows them, but
/// not the frame.
fn quiet(read: impl FnOnce(&mut Sink) -> Option<Givens>, sink: &mut Sink) -> Option<Givens> {
    let mark = sink.len();
    let model = read(sink);
    if model.is_some() {
        let mut frame = sink.found_since(mark).to_vec();
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
