//! Raw input, solved or checked.

use super::entries::{Entries, Entry, entries, refuses};
use super::grid::Grid;
use super::lower::Givens;
use super::parts::design;
use super::solve::{Bands, Queries, givens_too_much, two};
use super::stated::Beside;
use super::syntax::plain::Plain;
use super::{codes, ordered};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::lists::{Numbered, SHOWN, push_capped, single};
use crate::puzzle::{Body, Unfinished, Verdict, foreign_rows};
use crate::search::{Budget, Stop};
use crate::text::{Source, Span};

/// The line that answers a puzzle, and its verdict.
struct AnswerLine {
    line: String,
    verdict: Verdict,
}

impl AnswerLine {
    fn new(line: &str, verdict: Verdict) -> Self {
        Self { line: line.to_owned(), verdict }
    }
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
    if refuses(source.text(), sink) {
        return verdict;
    }

    let plain = Plain::of(source.text());
    let begins = source.first_line() == 0;
    let Entries { puzzles, is_blank, are_many, .. } = entries(&plain, begins);
    if is_blank {
        sink.push(no_grid(&Body::raw(source)));
    }
    let mut beside = Beside::of(&plain.text, begins);
    let mut bands = Bands::new(&[0; 81]);
    for entry in puzzles {
        let number = source.first_line() + entry.number + 1;
        let mut faults = Sink::new();
        let answer = budget.part(|budget| {
            let quick = entry.line().and_then(|line| Quick::of(line, &mut bands, budget));
            quick.ok_or_else(|| solved(entry.read(&mut faults), &mut faults, budget))
        });
        match answer {
            Ok(Quick { line, first, second }) => {
                let digits = first.map(|digit| digit + b'0');
                emit(number, std::str::from_utf8(&digits).unwrap_or_default());
                match second {
                    None => {}
                    // A list has many of them, and only the first are shown.
                    Some(_) if sink.len() >= SHOWN => sink.count(),
                    Some(second) => sink.push(not_unique(line, first, second)),
                }
                if !says_nothing_more(line.line.text, &first) {
                    beside.judge(&entry, &mut faults, sink);
                    push_or_count(faults, sink);
                }
            }
            Err(answer_line) => {
                emit(number, &answer_line.line);
                beside.judge(&entry, &mut faults, sink);
                let faults = if are_many { single(faults.take()) } else { faults.take() };
                for fault in faults {
                    sink.push(fault);
                }
                if answer_line.verdict != Verdict::Fine {
                    verdict = answer_line.verdict;
                }
            }
        }
    }
    verdict
}

/// Pushes the faults of a line of a list, of which only the first are shown.
fn push_or_count(mut faults: Sink, sink: &mut Sink) {
    for fault in faults.take() {
        match sink.len() < SHOWN {
            true => sink.push(fault),
            false => sink.count(),
        }
    }
}

/// Returns the diagnostic of raw input without a grid; all of its lines can be those of a list.
fn no_grid(body: &Body<'_>) -> Diagnostic {
    foreign_rows(body).unwrap_or_else(|| codes::cells(body.name, 0, None))
}

/// The solution of a line of 81 plain characters: of several the smallest, and another one.
struct Quick<'a> {
    line: &'a Numbered<'a>,
    first: [u8; 81],
    second: Option<[u8; 81]>,
}

impl<'a> Quick<'a> {
    /// The most guesses for the smallest of several solutions.
    const GUESSES: u64 = 1024;

    /// Solves the common case without an allocation. Returns `None` for all other lines.
    fn of(line: &'a Numbered<'_>, bands: &mut Bands, budget: &Budget) -> Option<Self> {
        let cells = plain(line.line.text.as_bytes())?;
        bands.load(&cells);
        let next = |bands: &mut Bands| {
            let is_found = bands.next(budget).ok()?;
            Some(is_found.then(|| bands.solution()))
        };
        let is_right = |solution: &[u8; 81]| holds(&cells, solution) && sound(solution);
        let known = next(bands)?.filter(is_right)?;
        let Some(another) = next(bands)? else {
            return Some(Self { line, first: known, second: None });
        };
        // The limit of states is shared by all questions for the smallest one, as in a document.
        if !is_right(&another) || budget.states < u64::MAX {
            return None;
        }
        bands.load_ascending(&cells);
        let within = Budget { states: Self::GUESSES, ..budget.clone() };
        let first = bands.next(&within).ok()?.then(|| bands.solution()).filter(is_right)?;
        let second = if first == another { known } else { another };
        Some(Self { line, first, second: Some(second) })
    }
}

/// Returns the warning that a line of 81 plain characters has several solutions.
fn not_unique(numbered: &Numbered<'_>, first: [u8; 81], second: [u8; 81]) -> Diagnostic {
    let places: Vec<Span> = (0..81)
        .map(|at| Span::new(numbered.line.start + at, numbered.line.start + at + 1))
        .collect();
    let [first, second] =
        [first, second].map(|cells| Grid::new(cells.to_vec()).expect("81 digits of a solution"));
    codes::not_unique(None, &places, &first, &second)
}

/// Returns whether nothing, a short word, or the solution that was found is after the 81 cells of a line.
fn says_nothing_more(line: &str, solution: &[u8; 81]) -> bool {
    // Two removed candidates, `412 512`, are the shortest text that is looked at.
    const SHORTEST: usize = 7;
    let is_digit = |(byte, digit): (&u8, &u8)| *byte == digit + b'0';
    match &line.as_bytes()[81..] {
        [_, rest @ ..] if rest.len() == 81 => rest.iter().zip(solution).all(is_digit),
        rest => rest.len() <= SHORTEST,
    }
}

/// Returns the 81 cells that a line begins with, if nothing after them can change the puzzle.
#[allow(clippy::needless_bitwise_bool)]
fn plain(line: &[u8]) -> Option<[u8; 81]> {
    let (text, rest) = line.split_first_chunk::<81>()?;
    // After a colon, candidates can be deleted.
    let is_solution = |rest: &[u8]| rest.len() == 81 && rest.iter().all(u8::is_ascii_digit);
    let ends = match rest {
        [] => true,
        [b':', rest @ ..] => rest.is_empty() || is_solution(rest),
        [byte, ..] => b" \t,;#".contains(byte),
    };
    // Every byte is treated alike, so that the compiler can treat many at a time.
    let mut cells = [0; 81];
    let mut plain = true;
    for (cell, &byte) in cells.iter_mut().zip(text) {
        let digit = byte.wrapping_sub(b'0');
        *cell = if digit < 10 { digit } else { 0 };
        plain &= (digit < 10) | (byte == b'.') | (byte == b'_');
    }
    (ends && plain).then_some(cells)
}

/// Returns whether a solution has all givens. Treats all cells alike, as `plain` does.
fn holds(givens: &[u8; 81], solution: &[u8; 81]) -> bool {
    let pairs = givens.iter().zip(solution);
    let differs = |(&given, &digit): (&u8, &u8)| if given == 0 { 0 } else { given ^ digit };
    pairs.fold(0, |differences, pair| differences | differs(pair)) == 0
}

/// Returns whether 81 digits fill every row, column and box.
///
/// A byte of bits per cell, and sixteen cells at a time, took as long: 9.8 % of the time of a stream
/// of 17-clue puzzles, in place of 9.5 %.
fn sound(cells: &[u8; 81]) -> bool {
    const ALL: u16 = 0x3fe;
    let mut columns = [0; 9];
    let mut common = ALL;
    for band in cells.as_chunks::<27>().0 {
        let mut boxes = [0; 3];
        for row in band.as_chunks::<9>().0 {
            let row = row.map(|digit| 1_u16 << (digit & 15));
            common &= row.iter().fold(0, |digits, digit| digits | digit);
            for (at, digit) in row.into_iter().enumerate() {
                columns[at] |= digit;
                boxes[at / 3] |= digit;
            }
        }
        common &= boxes[0] & boxes[1] & boxes[2];
    }
    columns.into_iter().fold(common, |common, column| common & column) == ALL
}

/// Returns the smallest solution of a grid that has `known`.
fn smallest(grid: &Grid, known: &Grid, budget: &Budget) -> Result<Grid, Stop> {
    ordered::first(grid, known.clone(), &mut Queries::default(), budget)
}

/// Solves a puzzle that was read; `sink` has what was reported about it.
fn solved(model: Option<Givens>, sink: &mut Sink, budget: &Budget) -> AnswerLine {
    let Some(model) = model else { return AnswerLine::new("?", Verdict::Fine) };
    if model.hopeless {
        return AnswerLine::new("unsolvable", Verdict::Unsolvable);
    }
    let line = |grid: &Grid| AnswerLine::new(&model.dress.line(grid.cells()), Verdict::Fine);
    let gave_up = AnswerLine::new("gave up", Verdict::GaveUp);
    match two(&model.start, budget).as_deref() {
        Err(_) => gave_up,
        Ok([]) => AnswerLine::new("unsolvable", Verdict::Unsolvable),
        Ok([only]) => line(only),
        Ok([solution, other, ..]) => {
            let Ok(first) = smallest(&model.start, solution, budget) else { return gave_up };
            let second = if first == *other { solution } else { other };
            sink.push(codes::not_unique(None, &model.places, &first, second));
            line(&first)
        }
    }
}

/// Reads the first puzzle of a raw body.
pub(super) fn first(body: &Body<'_>, sink: &mut Sink) -> Option<Givens> {
    if refuses(body.source, sink) {
        return None;
    }
    let plain = Plain::of(body.source);
    let Entries { mut puzzles, is_blank, .. } = entries(&plain, true);
    if is_blank {
        sink.push(codes::cells(body.name, 0, None));
    }
    puzzles.find(Entry::has_puzzle)?.read(sink)
}

/// Pushes what a search finds out about a grid with the givens in it: at `name` that there is no
/// solution, at the cells that there are several.
///
/// # Errors
/// Why the search stopped before it had decided.
pub(super) fn deep(
    model: &Givens,
    grid: &Grid,
    name: Span,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Stop> {
    if model.hopeless {
        return Ok(()); // this was reported for the declaration
    }
    match &two(grid, budget)?[..] {
        [] => {
            let too_much = givens_too_much(grid, budget);
            sink.push(codes::unsolvable(name, grid, &too_much, &model.places));
        }
        [first, second] => sink.push(codes::several(&model.places, first, second)),
        _ => {}
    }
    Ok(())
}

/// Looks at every puzzle of a text without answering: for `check`, with the facts that only a
/// search finds if `deep` has a budget. One diagnostic per line of a list.
///
/// # Errors
/// Questions that a search leaves open when it stops.
pub(super) fn survey(
    source: &Source,
    deep: Option<&Budget>,
    sink: &mut Sink,
) -> Result<(), Unfinished> {
    if refuses(source.text(), sink) {
        return Ok(());
    }

    let plain = Plain::of(source.text());
    let begins = source.first_line() == 0;
    let Entries { puzzles, is_blank, are_many, is_list } = entries(&plain, begins);
    if is_blank {
        sink.push(no_grid(&Body::raw(source)));
    }
    let mut beside = Beside::of(&plain.text, begins);
    let mut remarks = Sink::new();
    let mut decided = Ok(());
    let faults = puzzles.flat_map(|entry| {
        let mut sink = Sink::new();
        let model = entry.read(&mut sink);
        if model.is_some() {
            beside.judge(&entry, &mut sink, &mut remarks);
        }
        if let (Some(model), Some(budget)) = (model.filter(|model| !model.hopeless), deep) {
            let outcome = budget.part(|budget| look(&model, entry.place(), budget, &mut sink));
            decided = decided.and(outcome);
        }
        // A fix would write a cell in the form of a body.
        if plain.form.is_some() {
            sink.diagnostics_since(0).iter_mut().for_each(|fault| fault.fixes.clear());
        }
        if are_many { single(sink.take()) } else { sink.take() }
    });

    if is_list {
        push_capped(faults, sink);
    } else {
        faults.for_each(|fault| sink.push(fault));
    }
    sink.append(remarks);
    decided
}

/// Looks for the facts about a puzzle that only a search finds.
fn look(model: &Givens, place: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Unfinished> {
    let mark = sink.len();
    match &two(&model.start, budget).map_err(|_| Unfinished::Facts)?[..] {
        [] => sink.push(codes::unsolvable(place, &model.start, &[], &[])),
        [first, second] => sink.push(codes::several(&model.places, first, second)),
        _ => {}
    }
    let advised = design(model, &model.start, mark, budget, sink);
    advised.map_err(|_| Unfinished::Advice)
}

#[cfg(test)]
mod tests {
    use super::super::rules::is_solution;
    use super::*;

    #[test]
    fn sound_grids_are_solutions() {
        let first =
            "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
        let cells = plain(first.as_bytes()).expect("81 cells");
        let is_plain_solution =
            |cells: &[u8; 81]| Grid::new(cells.to_vec()).is_some_and(|grid| is_solution(&grid));
        assert!(sound(&cells) && is_plain_solution(&cells));
        for cell in 0..81 {
            for other in 0..81 {
                let mut changed = cells;
                changed.swap(cell, other);
                assert_eq!(sound(&changed), is_plain_solution(&changed), "{changed:?}");
                changed[cell] = (other % 10) as u8;
                assert_eq!(sound(&changed), is_plain_solution(&changed), "{changed:?}");
                let differs = cells[cell] != changed[cell] || cells[other] != changed[other];
                assert_eq!(holds(&cells, &changed), !differs, "{changed:?}");
            }
        }
    }

    #[test]
    fn the_plain_lines_of_a_list() {
        let line = "12345678.".repeat(9);
        for end in ["", " a note", "\t", ",", ";", ":", "#"] {
            let cells = plain(format!("{line}{end}").as_bytes()).expect("81 cells");
            assert_eq!(cells[..10], [1, 2, 3, 4, 5, 6, 7, 8, 0, 1]);
        }
        assert_eq!(
            plain(line.replace('.', "0").as_bytes()),
            plain(line.replace('.', "_").as_bytes())
        );
        for bad in
            [&line[1..], &format!("{line}1"), &line.replace('7', "x"), &line.replace('7', "é")]
        {
            assert_eq!(plain(bad.as_bytes()), None, "{bad}");
        }
    }
}
