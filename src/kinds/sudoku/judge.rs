//! Raw input and files of other programs: solved, checked, or read for a document. Drawn grids, or
//! a list with a puzzle per line.

use super::dress::Dress;
use super::grid::Grid;
use super::lower::{Givens, lower};
use super::solve::{Asked, Bands, givens_too_much, two};
use super::stated::Column;
use super::syntax::foreign::{Drawn, Entry, drawn, entries, is_list, marked, puzzle_in, why_not};
use super::syntax::frame::FrameLine;
use super::syntax::marked::{Group, marked_line};
use super::syntax::opensudoku::games_of;
use super::syntax::plain::{Plain, refused};
use super::syntax::{Content, Signs, read_lines};
use super::{State, codes, ordered};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::lists::{Numbered, SHOWN, push_capped, single};
use crate::puzzle::moves::design::design;
use crate::puzzle::{Body, Unfinished, Verdict, foreign_rows};
use crate::search::{Budget, Stop};
use crate::syntax::Line;
use crate::text::{Source, Span};

/// The result of one puzzle.
struct Judged {
    number: u32,
    line: String,
    verdict: Verdict,
    found: Vec<Diagnostic>,
}

/// A text in the form that it has.
pub(super) enum Text<'a> {
    /// A list; whether its first line may be a header.
    List(bool),
    Grids(Vec<Drawn<'a>>, Signs),
    /// Grids of pencil marks.
    Marks(Vec<Vec<Group>>),
}

/// Returns the form of a text without the signs of other forms; `begins` says that it does not
/// continue another text. `text` is the text of a [`Plain`].
pub(super) fn text_of(text: &str, begins: bool) -> Text<'_> {
    // A text that continues is a part of a list: no other text is cut.
    if begins {
        let games = games_of(text);
        if !games.is_empty() {
            return Text::Marks(games);
        }
        if let Some(groups) = marked(text) {
            return Text::Marks(vec![groups]);
        }
    }
    if !begins || is_list(text) {
        return Text::List(begins);
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
    let mut tell = |judged: Judged, sink: &mut Sink, emit: &mut dyn FnMut(u32, &str)| {
        emit(source.first_line() + judged.number + 1, &judged.line);
        judged.found.into_iter().for_each(|one| sink.push(one));
        if judged.verdict != Verdict::Fine {
            verdict = judged.verdict;
        }
    };
    if refuses(source, sink) {
        return verdict;
    }
    let plain = Plain::of(source.text());
    let is_numbered = plain.has_numbers;
    match text_of(&plain.text, source.first_line() == 0) {
        Text::Grids(grids, signs) => {
            if grids.is_empty() {
                sink.push(no_grid(&Body::raw(source)));
            }
            for one in &grids {
                let mut judged = budget.part(|budget| {
                    let mut sink = Sink::new();
                    let number = one.rows.first().map_or(0, |row| row.number);
                    let model = givens(&one.rows, &one.rules, signs, &mut sink);
                    solved(number, numbered(model, is_numbered), sink, budget)
                });
                if grids.len() > 1 {
                    judged.found = single(judged.found);
                }
                tell(judged, sink, emit);
            }
        }
        Text::Marks(grids) => {
            let is_single = grids.len() == 1;
            for groups in grids {
                let place = groups.first().map(|group| group.span).unwrap_or_default();
                let number = if is_single { 0 } else { source.lines().line(place.start) };
                let mut judged = budget.part(|budget| {
                    let mut sink = Sink::new();
                    let model = lower(&Content::Marks(groups), place, &mut sink);
                    solved(number, model, sink, budget)
                });
                if !is_single {
                    judged.found = single(judged.found);
                }
                tell(judged, sink, emit);
            }
        }
        Text::List(begins) => {
            let mut bands = Bands::new(&[0; 81]);
            for line in entries(&plain.text, begins).filter_map(line_of) {
                let found = budget.part(|budget| {
                    let quick = Quick::of(line.line.text, &mut bands, budget);
                    quick.ok_or_else(|| one_line(&line, is_numbered, budget))
                });
                match found {
                    Ok(Quick { first, second }) => {
                        let digits = first.map(|digit| digit + b'0');
                        let answer = std::str::from_utf8(&digits).unwrap_or_default();
                        emit(source.first_line() + line.number + 1, answer);
                        match second {
                            None => {}
                            // A list has many of them, and only the first are shown.
                            Some(_) if sink.len() >= SHOWN => sink.count(),
                            Some(second) => sink.push(not_unique(&line, first, second)),
                        }
                    }
                    Err(judged) => tell(judged, sink, emit),
                }
            }
        }
    }
    verdict
}

/// Returns whether a text has a form that is not read, and reports it.
pub(super) fn refuses(source: &Source, sink: &mut Sink) -> bool {
    let form = refused(source.text());
    if let Some((form, place)) = form {
        sink.push(codes::form_not_read(place, form));
    }
    form.is_some()
}

/// Returns the diagnostic of raw input without a grid; all of its lines can be those of a list.
fn no_grid(body: &Body<'_>) -> Diagnostic {
    foreign_rows(body).unwrap_or_else(|| codes::cells(body.name, 0, None))
}

/// Returns the lines of a list that must hold puzzles.
pub(super) fn lines(text: &str) -> Vec<&str> {
    entries(text, true).filter_map(line_of).map(|one| one.line.text).collect()
}

fn line_of(entry: Entry<'_>) -> Option<Numbered<'_>> {
    match entry {
        Entry::Puzzle(line) => Some(line),
        Entry::Note(_) => None,
    }
}

/// The solution of a line of 81 plain characters: of several the smallest, and another one.
struct Quick {
    first: [u8; 81],
    second: Option<[u8; 81]>,
}

impl Quick {
    /// The most guesses for the smallest of several solutions.
    const GUESSES: u64 = 1024;

    /// Solves the common case without an allocation. Returns `None` for all other lines.
    fn of(line: &str, bands: &mut Bands, budget: &Budget) -> Option<Self> {
        let cells = plain(line.as_bytes())?;
        bands.load(&cells);
        let next = |bands: &mut Bands| {
            let is_found = bands.next(budget).ok()?;
            Some(is_found.then(|| bands.solution()))
        };
        let is_right = |solution: &[u8; 81]| holds(&cells, solution) && sound(solution);
        let one = next(bands)?.filter(is_right)?;
        let Some(other) = next(bands)? else { return Some(Self { first: one, second: None }) };
        // The limit of states is shared by all questions for the smallest one, as in a document.
        if !is_right(&other) || budget.states < u64::MAX {
            return None;
        }
        bands.load_ascending(&cells);
        let within = Budget { states: Self::GUESSES, ..budget.clone() };
        let first = bands.next(&within).ok()?.then(|| bands.solution()).filter(is_right)?;
        let second = if first == other { one } else { other };
        Some(Self { first, second: Some(second) })
    }
}

/// Returns the warning that a line of 81 plain characters has several solutions.
fn not_unique(one: &Numbered<'_>, first: [u8; 81], second: [u8; 81]) -> Diagnostic {
    let places: Vec<Span> =
        (0..81).map(|at| Span::new(one.line.start + at, one.line.start + at + 1)).collect();
    let [first, second] =
        [first, second].map(|cells| Grid::new(cells.to_vec()).expect("81 digits of a solution"));
    codes::not_unique(None, &places, &first, &second)
}

/// Returns the 81 cells that a line begins with, if nothing else belongs to its first word.
#[allow(clippy::needless_bitwise_bool)]
fn plain(line: &[u8]) -> Option<[u8; 81]> {
    let (text, rest) = line.split_first_chunk::<81>()?;
    // HoDoKu's line without its first fields says which candidates are deleted.
    let is_code = || rest.get(1).is_some_and(u8::is_ascii_digit);
    let ends =
        rest.first().is_none_or(|byte| b" \t,;#".contains(byte) || *byte == b':' && !is_code());
    // Every byte is treated alike, so that the compiler can treat many at a time.
    let (mut cells, mut plain) = ([0; 81], true);
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
    let differs = |(&given, &own): (&u8, &u8)| if given == 0 { 0 } else { given ^ own };
    pairs.fold(0, |all, pair| all | differs(pair)) == 0
}

/// Returns whether 81 digits fill every row, column and box.
///
/// A byte of bits per cell, and sixteen cells at a time, took as long: 9.8 % of the time of a stream
/// of 17-clue puzzles, in place of 9.5 %.
fn sound(cells: &[u8; 81]) -> bool {
    const ALL: u16 = 0x3fe;
    let (mut columns, mut all) = ([0; 9], ALL);
    for band in cells.as_chunks::<27>().0 {
        let mut boxes = [0; 3];
        for row in band.as_chunks::<9>().0 {
            let row = row.map(|digit| 1_u16 << (digit & 15));
            all &= row.iter().fold(0, |found, digit| found | digit);
            for (at, digit) in row.into_iter().enumerate() {
                columns[at] |= digit;
                boxes[at / 3] |= digit;
            }
        }
        all &= boxes[0] & boxes[1] & boxes[2];
    }
    columns.into_iter().fold(all, |all, column| all & column) == ALL
}

/// Solves a line that is not the common case.
fn one_line(one: &Numbered<'_>, is_numbered: bool, budget: &Budget) -> Judged {
    let mut sink = Sink::new();
    let model = numbered(model_of(one, &mut sink), is_numbered);
    let mut judged = solved(one.number, model, sink, budget);
    judged.found = single(judged.found);
    judged
}

/// Reads the puzzle of a line of a list.
pub(super) fn model_of(one: &Numbered<'_>, sink: &mut Sink) -> Option<Givens> {
    if let Some(groups) = marked_line(&one.line) {
        return lower(&Content::Marks(groups), one.line.span(), sink);
    }
    let Some((line, signs)) = puzzle_in(&one.line) else {
        sink.push(codes::not_a_puzzle(one.line.span(), &why_not(&one.line)));
        return None;
    };
    givens(&[Numbered { line, ..*one }], &[], signs, sink)
}

/// Reads the cells of some lines, with the lines of their frame.
pub(super) fn givens(
    rows: &[Numbered<'_>],
    rules: &[FrameLine],
    signs: Signs,
    sink: &mut Sink,
) -> Option<Givens> {
    let lines: Vec<Line<'_>> = rows.iter().map(|row| row.line).collect();
    let place = match &lines[..] {
        [] => Span::default(),
        [first, .., last] => first.span().to(last.span()),
        [only] => only.span(),
    };
    let mut shape = read_lines(&lines, signs, sink);
    shape.frame.rules.extend_from_slice(rules);
    lower(&Content::Cells(shape), place, sink)
}

/// Returns a puzzle of a text whose digits are numbers from 10 on, too, if `is_numbered` says so.
pub(super) fn numbered(model: Option<Givens>, is_numbered: bool) -> Option<Givens> {
    let mut model = model?;
    if is_numbered && model.grid.size() > 9 {
        model.dress = Dress::Numbers;
    }
    Some(model)
}

/// Returns the smallest solution of a grid that has `known`.
fn smallest(grid: &Grid, known: &Grid, budget: &Budget) -> Result<Grid, Stop> {
    ordered::first(grid, known.clone(), &mut Asked::default(), budget)
}

/// Solves a puzzle that was read from that line; `sink` has what was reported about it.
fn solved(number: u32, model: Option<Givens>, mut sink: Sink, budget: &Budget) -> Judged {
    let Some(model) = model else {
        let (line, verdict) = (String::from("?"), Verdict::Fine);
        return Judged { number, line, verdict, found: sink.take() };
    };
    let found = if model.hopeless { Ok(Vec::new()) } else { two(&model.start, budget) };
    let (line, verdict) = match found {
        Err(_) => (String::from("gave up"), Verdict::GaveUp),
        Ok(found) => match &found[..] {
            [] => (String::from("unsolvable"), Verdict::Unsolvable),
            [only] => (model.dress.line(only.cells()), Verdict::Fine),
            [one, other, ..] => match smallest(&model.start, one, budget) {
                Err(_) => (String::from("gave up"), Verdict::GaveUp),
                Ok(first) => {
                    let second = if first == *other { one } else { other };
                    sink.push(codes::not_unique(None, &model.places, &first, second));
                    (model.dress.line(first.cells()), Verdict::Fine)
                }
            },
        },
    };
    Judged { number, line, verdict, found: sink.take() }
}

/// Reads the first puzzle of a raw body.
pub(super) fn first(body: &Body<'_>, sink: &mut Sink) -> Option<Givens> {
    let text = &body.source[body.span.range()];
    if let Some((form, place)) = refused(text) {
        sink.push(codes::form_not_read(place.shifted(body.span.start), form));
        return None;
    }
    let plain = Plain::of(text);
    let text = &plain.text;
    if let Some(groups) = games_of(text).into_iter().next().or_else(|| marked(text)) {
        let groups = groups.iter().map(|group| group.shifted(body.span.start)).collect();
        return lower(&Content::Marks(groups), body.name, sink);
    }
    if is_list(text) {
        let is_puzzle = |line: &Line<'_>| marked_line(line).is_some() || puzzle_in(line).is_some();
        let mut lines = entries(text, true).filter_map(line_of);
        let mut one = lines.find(|one| is_puzzle(&one.line))?;
        one.line.start += body.span.start;
        return numbered(model_of(&one, sink), plain.has_numbers);
    }
    let (mut grids, signs) = drawn(text);
    let Some(one) = grids.first_mut() else {
        sink.push(codes::cells(body.name, 0, None));
        return None;
    };
    for row in &mut one.rows {
        row.line.start += body.span.start;
    }
    one.rules.iter_mut().for_each(|rule| *rule = rule.shifted(body.span.start));
    numbered(givens(&one.rows, &one.rules, signs, sink), plain.has_numbers)
}

/// Pushes what a search finds out about a grid with the givens in it: at `name` that there is no
/// solution, at the cells that there are several.
///
/// # Errors
/// Why the search stopped before it had decided.
pub(super) fn deep(
    model: &Givens,
    state: &State,
    name: Span,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Stop> {
    if model.hopeless {
        return Ok(()); // this was reported for the declaration
    }
    let grid = &state.position;
    match &two(grid, budget)?[..] {
        [] => {
            let too_much = givens_too_much(grid, budget);
            sink.push(codes::unsolvable(name, grid, &too_much, &model.places));
        }
        [one, other] => sink.push(codes::several(&model.places, one, other)),
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
    let mut decided = Ok(());
    let plain = Plain::of(source.text());
    let is_foreign = plain.form.is_some();
    let mut look = |place: Span, read: &dyn Fn(&mut Sink) -> Option<Givens>| {
        let mut sink = Sink::new();
        let model = read(&mut sink).filter(|model| !model.hopeless);
        if let (Some(model), Some(budget)) = (model, deep) {
            let mark = sink.len();
            let looked = budget.part(|budget| {
                match &two(&model.start, budget).map_err(|_| Unfinished::Facts)?[..] {
                    [] => sink.push(codes::unsolvable(place, &model.start, &[], &[])),
                    [one, other] => sink.push(codes::several(&model.places, one, other)),
                    _ => {}
                }
                let advised = design(&model, &model.start, mark, budget, &mut sink);
                advised.map_err(|_| Unfinished::Advice)
            });
            decided = decided.and(looked);
        }
        // A fix would write a cell in the form of a body.
        if is_foreign {
            sink.found_since(0).iter_mut().for_each(|one| one.fixes.clear());
        }
        sink.take()
    };
    if refuses(source, sink) {
        return Ok(());
    }
    let text = &*plain.text;
    match text_of(text, source.first_line() == 0) {
        Text::Grids(grids, signs) => {
            if grids.is_empty() {
                sink.push(no_grid(&Body::raw(source)));
            }
            for one in &grids {
                let place = one.rows.first().map(|row| row.line.span()).unwrap_or_default();
                let found = look(place, &|sink| givens(&one.rows, &one.rules, signs, sink));
                let found = if grids.len() > 1 { single(found) } else { found };
                for one in found {
                    sink.push(one);
                }
            }
        }
        Text::Marks(grids) => {
            let is_single = grids.len() == 1;
            for groups in grids {
                let place = groups.first().map(|group| group.span).unwrap_or_default();
                let content = Content::Marks(groups);
                let found = look(place, &|sink| lower(&content, place, sink));
                let found = if is_single { found } else { single(found) };
                for fault in found {
                    sink.push(fault);
                }
            }
        }
        Text::List(begins) => {
            let column = Column::of(text).filter(|_| begins);
            let faults = entries(text, begins).filter_map(line_of).filter_map(|one| {
                let place = puzzle_in(&one.line).map_or(one.line, |(line, _)| line).span();
                let read = |sink: &mut Sink| {
                    let model = model_of(&one, sink)?;
                    if let Some(column) = column {
                        column.judge(&one, sink);
                    }
                    Some(model)
                };
                single(look(place, &read)).pop()
            });
            push_capped(faults, sink);
        }
    }
    decided
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
        let said =
            |cells: &[u8; 81]| Grid::new(cells.to_vec()).is_some_and(|one| is_solution(&one));
        assert!(sound(&cells) && said(&cells));
        for cell in 0..81 {
            for other in 0..81 {
                let mut changed = cells;
                changed.swap(cell, other);
                assert_eq!(sound(&changed), said(&changed), "{changed:?}");
                changed[cell] = (other % 10) as u8;
                assert_eq!(sound(&changed), said(&changed), "{changed:?}");
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
