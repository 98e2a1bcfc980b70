//! Raw input: one grid, or one puzzle a line; a million of them stream, in parallel, in order.

use rayon::prelude::*;

use super::grid::{Grid, order_of, value_of};
use super::solve::{Bands, two};
use super::{codes, lower, ordered, syntax};
use crate::diag::{Diagnostic, Sink};
use crate::kind::{Body, Verdict};
use crate::search::Budget;
use crate::syntax::Line;
use crate::text::{Source, Span};

/// Lines that one worker solves at a time.
const GROUP: usize = 256;

/// Number of cells on a line; none if it holds anything else.
fn cells(line: &str) -> Option<usize> {
    line.chars().try_fold(0, |count, char| match value_of(char) {
        Some(_) => Some(count + 1),
        None if matches!(char, ' ' | '\t' | '\r' | '|' | '+' | '-' | '=') => Some(count),
        None => None,
    })
}

/// Lines that hold something.
fn used(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// Whether the text is a list of puzzles, one a line: its first line is a whole grid, and it is not
/// the 16 rows of a 16×16 grid.
pub(super) fn streams(prefix: &str) -> bool {
    let prefix = prefix.trim_start_matches('\u{feff}');
    let Some(first) = used(prefix).next().and_then(cells) else { return false };
    if first == 16 {
        let rows: Vec<_> = used(prefix).map(cells).collect();
        return !(rows.len() == 16 && rows.iter().all(|count| *count == Some(16)));
    }
    order_of(first).is_some()
}

/// What became of one puzzle.
struct Judged {
    line: Option<String>,
    verdict: Verdict,
    found: Vec<Diagnostic>,
}

/// Solves the puzzles of a text and emits a line for each.
pub(super) fn judge(
    source: &Source,
    budget: &Budget,
    sink: &mut Sink,
    emit: &mut dyn FnMut(&str),
) -> Verdict {
    let text = source.text();
    let mut verdict = Verdict::Fine;
    let mut tell = |judged: Judged, sink: &mut Sink| {
        if let Some(line) = &judged.line {
            emit(line);
        }
        judged.found.into_iter().for_each(|one| sink.push(one));
        if judged.verdict != Verdict::Fine {
            verdict = judged.verdict;
        }
    };
    if !streams(text) {
        let body = Body::raw(source);
        tell(puzzle(&body.lines(), body.name, budget), sink);
        return verdict;
    }
    let mut lines = Vec::new();
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut offset = start;
    for line in text[start..].split(['\n', '\r']) {
        let trimmed = line.trim_matches([' ', '\t']);
        if !trimmed.is_empty() && !trimmed.starts_with('#') {
            let shift = line.len() - line.trim_start_matches([' ', '\t']).len();
            lines.push(Line { text: trimmed, start: (offset + shift) as u32 });
        }
        offset += line.len() + 1;
    }
    let judged: Vec<Vec<Judged>> = lines
        .par_chunks(GROUP)
        .map_init(
            || Bands::new(&[]),
            |bands, group| group.iter().map(|line| quick(line, bands, budget)).collect(),
        )
        .collect();
    for one in judged.into_iter().flatten() {
        tell(one, sink);
    }
    verdict
}

/// The common case, 81 plain characters with one solution, without an allocation but for the
/// answer; all else goes the long way.
fn quick(line: &Line<'_>, bands: &mut Bands, budget: &Budget) -> Judged {
    let mut cells = [0; 81];
    let plain = line.text.len() == 81
        && line.text.bytes().zip(&mut cells).all(|(byte, cell)| match byte {
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
                return Judged { line: Some(line), verdict: Verdict::Fine, found: Vec::new() };
            }
        }
    }
    puzzle(std::slice::from_ref(line), line.span(), budget)
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

/// Reads and solves one puzzle.
fn puzzle(lines: &[Line<'_>], name: Span, budget: &Budget) -> Judged {
    let mut sink = Sink::new();
    let shape = syntax::read_lines(lines, &mut sink);
    let model = lower::lower(&shape, name, &mut sink);
    let Some(model) = model.filter(|_| !sink.errors_since(0)) else {
        return Judged { line: None, verdict: Verdict::Fine, found: sink.take() };
    };
    let (line, verdict) = match two(&model.grid, budget) {
        Err(_) => (String::from("gave up"), Verdict::GaveUp),
        Ok(found) => match &found[..] {
            [] => (String::from("unsolvable"), Verdict::Unsolvable),
            [only] => (Grid::line(only, '.'), Verdict::Fine),
            [one, other, ..] => {
                let first = ordered::first(&model.grid, budget);
                let first = first.ok().flatten().unwrap_or_else(|| one.clone());
                let second = if first == *other { one } else { other };
                sink.push(codes::not_unique(None, &model.places, &first, second));
                (first.line('.'), Verdict::Fine)
            }
        },
    };
    Judged { line: Some(line), verdict, found: sink.take() }
}
