//! Raw input and files of other programs: solved, checked, or read for a document. Drawn grids, or
//! a list with a puzzle per line.

use super::grid::{Grid, cell_name};
use super::lower::{Givens, lower};
use super::solve::{Bands, two};
use super::syntax::foreign::{Drawn, Entry, drawn, entries, is_list, puzzle_in, why_not};
use super::syntax::{Signs, read_lines};
use super::{faults, ordered};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::lists::{Numbered, push_capped, single};
use crate::puzzle::{Body, Verdict};
use crate::search::{Budget, Stop};
use crate::syntax::Line;
use crate::text::{Source, Span};

/// A puzzle of a text of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The rows, with `.` for an empty cell.
    pub rows: Vec<String>,
    /// The placements of the state that a player reached.
    pub played: Vec<String>,
    /// The notes about it.
    pub notes: Vec<String>,
}

/// The result of one puzzle.
struct Judged {
    number: u32,
    line: String,
    verdict: Verdict,
    found: Vec<Diagnostic>,
}

/// A text in the form that it has.
enum Text<'a> {
    List(Vec<Entry<'a>>),
    Grids(Vec<Drawn<'a>>, Signs),
}

fn text_of(source: &Source) -> Text<'_> {
    let text = source.text();
    let begins = source.first_line() == 0;
    // A text that continues is a part of a list: no other text is cut.
    if !begins || is_list(text) {
        return Text::List(entries(text, begins).collect());
    }
    let (grids, signs) = drawn(text);
    Text::Grids(grids, signs)
}

/// Solves the puzzles of a text and emits a line for each, with the number of its line in the text,
/// from 1.
pub(super) fn judge(
    source: &Source,
    budget: &Budget,
    sink: &mut Sink,
    emit: &mut dyn FnMut(u32, &str),
) -> Verdict {
    let mut verdict = Verdict::Fine;
    let mut tell = |judged: Judged, sink: &mut Sink| {
        emit(source.first_line() + judged.number + 1, &judged.line);
        judged.found.into_iter().for_each(|one| sink.push(one));
        if judged.verdict != Verdict::Fine {
            verdict = judged.verdict;
        }
    };
    match text_of(source) {
        Text::Grids(grids, signs) => {
            if grids.is_empty() {
                sink.push(faults::cells(Body::raw(source).name, 0, None));
            }
            for one in &grids {
                let mut judged = puzzle(&one.rows, signs, budget);
                if grids.len() > 1 {
                    judged.found = single(judged.found);
                }
                tell(judged, sink);
            }
        }
        Text::List(entries) => {
            let mut bands = Bands::new(&[]);
            for line in entries.into_iter().filter_map(line_of) {
                tell(quick(&line, &mut bands, budget), sink);
            }
        }
    }
    verdict
}

fn line_of(entry: Entry<'_>) -> Option<Numbered<'_>> {
    match entry {
        Entry::Puzzle(line) => Some(line),
        Entry::Note(_) => None,
    }
}

/// The common case, 81 plain characters with one solution, without an allocation except for the
/// answer; all else takes the general path.
fn quick(one: &Numbered<'_>, bands: &mut Bands, budget: &Budget) -> Judged {
    let bytes = one.line.text.as_bytes();
    let ends = bytes.get(81).is_none_or(|byte| b" \t,;:#".contains(byte));
    let mut cells = [0; 81];
    let plain = bytes.len() >= 81
        && ends
        && bytes.iter().zip(&mut cells).all(|(byte, cell)| match byte {
            b'1'..=b'9' => {
                *cell = byte - b'0';
                true
            }
            b'0' | b'.' | b'_' => true,
            _ => false,
        });
    if plain {
        bands.load(&cells);
        if bands.next(budget) == Ok(true) {
            let solution = *bands.solution();
            let holds = cells.iter().zip(&solution).all(|(given, own)| *given == 0 || given == own);
            if bands.next(budget) == Ok(false) && holds && sound(&solution) {
                let line = solution.iter().map(|&digit| char::from(b'0' + digit)).collect();
                let (number, found) = (one.number, Vec::new());
                return Judged { number, line, verdict: Verdict::Fine, found };
            }
        }
    }
    let mut judged = match puzzle_in(&one.line) {
        Some((line, signs)) => puzzle(&[Numbered { line, ..*one }], signs, budget),
        None => Judged {
            number: one.number,
            line: String::from("?"),
            verdict: Verdict::Fine,
            found: vec![faults::not_a_puzzle(one.line.span(), &why_not(&one.line))],
        },
    };
    judged.found = single(judged.found);
    judged
}

/// Whether 81 digits fill every row, column and box.
fn sound(cells: &[u8; 81]) -> bool {
    let mut seen = [[0_u16; 9]; 3];
    for (cell, &digit) in cells.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        for (kind, at) in [row, column, row / 3 * 3 + column / 3].into_iter().enumerate() {
            seen[kind][at] |= 1 << digit;
        }
    }
    seen.iter().flatten().all(|&digits| digits == 0x3fe)
}

/// Reads the cells of some lines.
fn givens(rows: &[Numbered<'_>], signs: Signs, sink: &mut Sink) -> Option<Givens> {
    let lines: Vec<Line<'_>> = rows.iter().map(|row| row.line).collect();
    let place = match &lines[..] {
        [] => Span::default(),
        [first, .., last] => first.span().to(last.span()),
        [only] => only.span(),
    };
    let shape = read_lines(&lines, signs, sink);
    lower(&shape, place, sink)
}

/// Reads and solves one puzzle.
fn puzzle(rows: &[Numbered<'_>], signs: Signs, budget: &Budget) -> Judged {
    let mut sink = Sink::new();
    let number = rows.first().map_or(0, |row| row.number);
    let Some(model) = givens(rows, signs, &mut sink) else {
        let (line, verdict) = (String::from("?"), Verdict::Fine);
        return Judged { number, line, verdict, found: sink.take() };
    };
    let found = if model.hopeless { Ok(Vec::new()) } else { two(&model.grid, budget) };
    let (line, verdict) = match found {
        Err(_) => (String::from("gave up"), Verdict::GaveUp),
        Ok(found) => match &found[..] {
            [] => (String::from("unsolvable"), Verdict::Unsolvable),
            [only] => (Grid::line(only, '.'), Verdict::Fine),
            [one, other, ..] => {
                let first = ordered::first(&model.grid, budget);
                let first = first.ok().flatten().unwrap_or_else(|| one.clone());
                let second = if first == *other { one } else { other };
                sink.push(faults::not_unique(None, &model.places, &first, second));
                (first.line('.'), Verdict::Fine)
            }
        },
    };
    Judged { number, line, verdict, found: sink.take() }
}

/// Reads the first puzzle of a raw body.
pub(super) fn first(body: &Body<'_>, sink: &mut Sink) -> Option<Givens> {
    let text = &body.source[body.span.range()];
    if is_list(text) {
        let mut lines = entries(text, true).filter_map(line_of);
        let one = lines.find(|one| puzzle_in(&one.line).is_some())?;
        let (mut line, signs) = puzzle_in(&one.line)?;
        line.start += body.span.start;
        return givens(&[Numbered { line, ..one }], signs, sink);
    }
    let (mut grids, signs) = drawn(text);
    let Some(one) = grids.first_mut() else {
        sink.push(faults::cells(body.name, 0, None));
        return None;
    };
    for row in &mut one.rows {
        row.line.start += body.span.start;
    }
    givens(&one.rows, signs, sink)
}

/// Looks at every puzzle of a text without answering: for `check`, with the facts that only a
/// search finds if `deep` has a budget. One diagnostic per line of a list.
///
/// # Errors
/// Why a search stopped before it had decided about its puzzle.
pub(super) fn survey(source: &Source, deep: Option<&Budget>, sink: &mut Sink) -> Result<(), Stop> {
    let mut decided = Ok(());
    let mut look = |rows: &[Numbered<'_>], signs: Signs| {
        let mut sink = Sink::new();
        let model = givens(rows, signs, &mut sink);
        let model = model.filter(|model| !model.hopeless);
        if let (Some(model), Some(budget)) = (model, deep) {
            let found = two(&model.grid, budget);
            match found.as_deref() {
                Err(stop) => decided = Err(*stop),
                Ok([]) => {
                    let place = rows.first().map(|row| row.line.span()).unwrap_or_default();
                    sink.push(faults::unsolvable(place, &model.grid, &[]));
                }
                Ok([one, other]) => sink.push(faults::several(&model.places, one, other)),
                Ok(_) => {}
            }
        }
        sink.take()
    };
    match text_of(source) {
        Text::Grids(grids, signs) => {
            if grids.is_empty() {
                sink.push(faults::cells(Body::raw(source).name, 0, None));
            }
            for one in &grids {
                let found = look(&one.rows, signs);
                let found = if grids.len() > 1 { single(found) } else { found };
                for one in found {
                    sink.push(one);
                }
            }
        }
        Text::List(entries) => {
            let faults = entries.into_iter().filter_map(line_of).filter_map(|one| {
                let found = match puzzle_in(&one.line) {
                    Some((line, signs)) => look(&[Numbered { line, ..one }], signs),
                    None => vec![faults::not_a_puzzle(one.line.span(), &why_not(&one.line))],
                };
                single(found).pop()
            });
            push_capped(faults, sink);
        }
    }
    decided
}

/// The puzzles of a text, for a document. Reports the lines that are not puzzles; a puzzle without
/// a solution is reported for the document.
pub fn puzzles(source: &Source, sink: &mut Sink) -> Vec<Puzzle> {
    let mut found = Vec::new();
    match text_of(source) {
        Text::Grids(grids, signs) => {
            for one in &grids {
                let Some(model) = quiet(&one.rows, signs, sink) else { continue };
                let state = match one.state.is_empty() {
                    true => None,
                    false => quiet(&one.state, signs, sink),
                };
                let notes = one.notes.iter().map(|&note| note.to_owned()).collect();
                let played = state.map_or_else(Vec::new, |state| played(&model.grid, &state.grid));
                found.push(Puzzle { rows: rows_of(&model.grid), played, notes });
            }
        }
        Text::List(entries) => {
            let mut faults = Vec::new();
            let mut notes = Vec::new();
            for entry in entries {
                let one = match entry {
                    Entry::Puzzle(one) => one,
                    Entry::Note(note) => {
                        notes.push(note.to_owned());
                        continue;
                    }
                };
                let Some((line, signs)) = puzzle_in(&one.line) else {
                    faults.push(faults::not_a_puzzle(one.line.span(), &why_not(&one.line)));
                    continue;
                };
                let from = (line.start - one.line.start) as usize;
                let (before, after) =
                    (&one.line.text[..from], &one.line.text[from + line.text.len()..]);
                let mut notes = std::mem::take(&mut notes);
                let separators = [' ', '\t', ',', ';', ':', '#'];
                for said in [before, after].map(|said| said.trim_matches(separators)) {
                    if !said.is_empty() {
                        notes.push(said.to_owned());
                    }
                }
                let mut own = Sink::new();
                match quiet(&[Numbered { line, ..one }], signs, &mut own) {
                    Some(model) => {
                        found.push(Puzzle {
                            rows: rows_of(&model.grid),
                            played: Vec::new(),
                            notes,
                        });
                    }
                    None => faults.extend(single(own.take())),
                }
            }
            push_capped(faults.into_iter(), sink);
        }
    }
    found
}

/// The model of some lines; contradictions in a grid are not reported.
fn quiet(rows: &[Numbered<'_>], signs: Signs, sink: &mut Sink) -> Option<Givens> {
    let mark = sink.len();
    let model = givens(rows, signs, sink);
    if model.is_some() {
        sink.truncate(mark);
    }
    model
}

fn rows_of(grid: &Grid) -> Vec<String> {
    grid.cells().chunks(grid.size()).map(|row| grid.alphabet().line(row, '.')).collect()
}

/// The placements of the digits that a state has and its puzzle has not.
fn played(puzzle: &Grid, state: &Grid) -> Vec<String> {
    if puzzle.order() != state.order() {
        return Vec::new();
    }
    let new = |cell: &usize| puzzle.value(*cell) == 0 && state.value(*cell) != 0;
    let shown = |cell: usize| {
        let digit = state.symbol(state.value(cell), '.');
        format!("{}={digit}", cell_name(cell, puzzle.size()))
    };
    (0..puzzle.cells().len()).filter(new).map(shown).collect()
}
