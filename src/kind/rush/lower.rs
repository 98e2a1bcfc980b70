//! Lowers a body: from a picture to a board.

use std::sync::Arc;

use super::board::{Board, Car, Cell};
use super::faults;
use super::syntax::{Shape, is_cell};
use crate::diag::{Fix, Sink, clip, nearest};
use crate::syntax::{Fragment, Grid, exchange_fix, row_fix, row_span, usual_length};
use crate::text::Span;

/// The most findings of one sort that are reported.
const MOST: usize = 20;

/// The largest picture, in cells, that is searched for the one wrong cell.
const SEARCHED: usize = 400;

/// A Rush Hour puzzle as it was declared.
#[derive(Debug)]
pub struct Model {
    /// The board.
    pub board: Arc<Board>,
    /// Whether the picture is written packed.
    pub packed: bool,
    /// How an empty cell and a wall are written.
    pub signs: [char; 2],
    /// Whether a goal names the car that must reach the edge.
    pub named: bool,
    /// The place of the last row of the picture.
    pub last_row: Span,
    /// The place of the first cell of each car in the picture.
    pub label_spans: Vec<Span>,
    /// The place of the label that the goal names, or of the first cell of that car.
    pub goal_span: Span,
}

impl Model {
    /// The label of the car that must reach the edge, or `A`.
    pub(super) fn leaver(&self) -> char {
        self.board.hero.map_or('A', |hero| self.board.cars[hero].label)
    }
}

/// Whether a cell is empty.
pub(super) fn is_empty(cell: &str) -> bool {
    matches!(cell, "." | "o")
}

/// Whether a cell is a wall.
pub(super) fn is_wall(cell: &str) -> bool {
    matches!(cell, "#" | "x")
}

/// Whether a cell is one character of a board.
fn is_good(cell: &str) -> bool {
    cell.len() == 1 && cell.chars().all(is_cell)
}

/// Reports what is not a cell: once per character, however often it is used.
fn check_cells(picture: &Grid<'_>, sink: &mut Sink) {
    let mut signs: Vec<(&str, Vec<Span>)> = Vec::new();
    let mut odd_rows = 0;
    for row in &picture.rows {
        let blank = |cell: &&Fragment<'_>| matches!(cell.text, " " | "\t");
        let word = |cell: &&Fragment<'_>| cell.text.len() > 1 && cell.text.chars().all(is_cell);
        let odd = if picture.packed { row.iter().find(blank) } else { row.iter().find(word) };
        if let Some(&odd) = odd {
            odd_rows += 1;
            if odd_rows <= MOST {
                sink.push(faults::mixed_row(row, odd, picture.packed));
            }
        }
        for cell in row.iter().filter(|cell| !is_good(cell.text) && !blank(cell) && !word(cell)) {
            match signs.iter_mut().find(|(text, _)| *text == cell.text) {
                Some((_, places)) => places.push(cell.span()),
                None => signs.push((cell.text, vec![cell.span()])),
            }
        }
    }
    for (text, places) in signs.iter().take(MOST) {
        let mut fault = faults::bad_cell(text, places);
        if let ([span], true) = (&places[..], fault.fixes.is_empty()) {
            fault.fixes.extend(right_cell(picture, Some(*span)));
        }
        sink.push(fault);
    }
}

/// Reports rows whose number of cells is not that of the others.
fn check_lengths(picture: &Grid<'_>, sink: &mut Sink) {
    let rows = &picture.rows;
    let columns = usual_length(rows.iter().map(Vec::len));
    let model = rows.iter().find(|row| row.len() == columns).map(|row| row_span(row));
    let ragged = rows.iter().enumerate().filter(|(_, row)| row.len() != columns);
    for (at, row) in ragged.take(MOST) {
        let model = model.unwrap_or_default();
        let mut fault = faults::ragged_row(row_span(row), row.len(), columns, model);
        let empty = rows.iter().flatten().find(|cell| is_empty(cell.text));
        let empty = empty.map_or(".", |cell| cell.text);
        fault.fixes.extend(row_fix(rows, at, columns, picture.packed, empty, None));
        sink.push(fault);
    }
}

/// The cells of each label, in reading order of the first ones.
fn labelled<'a>(picture: &Grid<'a>) -> Vec<(Fragment<'a>, Vec<Cell>)> {
    let mut found: Vec<(Fragment<'a>, Vec<Cell>)> = Vec::new();
    for (row, cells) in picture.rows.iter().enumerate() {
        for (column, &label) in cells.iter().enumerate() {
            if is_empty(label.text) || is_wall(label.text) {
                continue;
            }
            let at = (row as i32, column as i32);
            match found.iter_mut().find(|(other, _)| other.text == label.text) {
                Some((_, cells)) => cells.push(at),
                None => found.push((label, vec![at])),
            }
        }
    }
    found
}

/// Whether cells in reading order are a straight line without a gap.
fn is_straight(cells: &[Cell]) -> bool {
    let by = |(down, right): Cell| {
        let along = |pair: &[Cell]| (pair[0].0 + down, pair[0].1 + right) == pair[1];
        cells.windows(2).all(along)
    };
    by((0, 1)) || by((1, 0))
}

/// Whether all cars of a picture are straight lines of two or more cells.
pub(super) fn is_sound(picture: &Grid<'_>) -> bool {
    let sound = |(_, cells): &(_, Vec<Cell>)| cells.len() > 1 && is_straight(cells);
    picture.rows.iter().flatten().all(|cell| is_good(cell.text))
        && labelled(picture).iter().all(sound)
}

/// The fix that writes another cell, after which the picture is sound: at `place`, or anywhere. An
/// empty cell, or the label of a car beside it.
fn right_cell(picture: &Grid<'_>, place: Option<Span>) -> Option<Fix> {
    let rows = &picture.rows;
    if rows.iter().map(Vec::len).sum::<usize>() > SEARCHED {
        return None;
    }
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if place.is_some_and(|place| place != cell.span()) {
                continue;
            }
            let beside =
                [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(|(down, right)| {
                    let row = rows.get(row.checked_add_signed(down)?)?;
                    Some(row.get(column.checked_add_signed(right)?)?.text)
                });
            for text in ["."].into_iter().chain(beside).filter(|text| *text != cell.text) {
                let mut changed = rows.clone();
                changed[row][column].text = text;
                if is_sound(&Grid { rows: changed, packed: picture.packed }) {
                    let title = format!("Replace `{}` by `{text}`", clip(cell.text));
                    return Some(Fix::new(title, cell.span(), text).guess());
                }
            }
        }
    }
    None
}

/// Reports cars that are not a straight line of two or more cells: once, as one slip makes several.
fn check_cars(picture: &Grid<'_>, cars: &[(Fragment<'_>, Vec<Cell>)], sink: &mut Sink) {
    let bent: Vec<_> = cars.iter().filter(|(_, cells)| !is_straight(cells)).collect();
    let short: Vec<_> = cars.iter().filter(|(_, cells)| cells.len() == 1).collect();
    let (Some((label, cells)), others) = (match bent.first() {
        Some(first) => (Some(*first), [&bent[1..], &short[..]].concat()),
        None => (short.first().copied(), short.iter().skip(1).copied().collect()),
    }) else {
        return;
    };
    // The first cell that does not lie beside the one before it.
    let apart =
        cells.windows(2).find(|pair| (pair[1].0 - pair[0].0) + (pair[1].1 - pair[0].1).abs() != 1);
    let (row, column) = apart.map_or(cells[cells.len() - 1], |pair| pair[1]);
    let odd = picture.rows[row as usize][column as usize];
    let others: Vec<Fragment<'_>> = others.iter().take(MOST).map(|(label, _)| *label).collect();
    let mut fault = match bent.is_empty() {
        true => faults::short_car(*label, &others),
        false => faults::bent_car(*label, odd.span(), &others),
    };
    let places = [Some(odd.span()), Some(label.span()), None];
    let fix = places.into_iter().find_map(|place| right_cell(picture, place));
    fault.fixes.extend(fix.or_else(|| exchange_fix(picture, is_sound)));
    sink.push(fault);
}

/// The model of a shape; reports what is wrong with it.
pub fn lower(shape: &Shape<'_>, sink: &mut Sink) -> Option<Model> {
    let mark = sink.len();
    let picture = &shape.picture;
    if !shape.whole {
        return None;
    }
    check_cells(picture, sink);
    if !sink.errors_since(mark) {
        check_lengths(picture, sink);
    }
    if sink.errors_since(mark) {
        return None;
    }
    let found = labelled(picture);
    check_cars(picture, &found, sink);
    let goal = check_goals(shape, &found, sink);
    if !shape.sound || sink.errors_since(mark) {
        return None;
    }
    let cars = found.iter().map(|(label, cells)| {
        let across = cells[0].0 == cells[1].0;
        let lane = if across { cells[0].0 } else { cells[0].1 };
        let label = label.text.chars().next().unwrap_or_default();
        Car { label, across, lane, length: cells.len() as i32 }
    });
    let cars: Vec<Car> = cars.collect();
    let place = |(car, (_, cells)): (&Car, &(_, Vec<Cell>))| match car.across {
        true => cells[0].1,
        false => cells[0].0,
    };
    let texts = || picture.rows.iter().flatten().map(|cell| cell.text);
    let hero = goal.or_else(|| found.iter().position(|(label, _)| label.text == "A"));
    let label_spans: Vec<Span> = found.iter().map(|(label, _)| label.span()).collect();
    let named = shape.goals.first().map(Fragment::span);
    let goal_span = named.or(hero.map(|hero| label_spans[hero])).unwrap_or_default();
    let sign = |is: fn(&str) -> bool, usual: char| {
        texts().find(|text| is(text)).and_then(|text| text.chars().next()).unwrap_or(usual)
    };
    let board = Board {
        rows: picture.rows.len() as i32,
        columns: picture.rows[0].len() as i32,
        walls: texts().map(is_wall).collect(),
        start: cars.iter().zip(&found).map(place).collect(),
        cars,
        hero,
    };
    Some(Model {
        board: Arc::new(board),
        packed: picture.packed,
        signs: [sign(is_empty, '.'), sign(is_wall, '#')],
        named: named.is_some(),
        last_row: picture.rows.last().map_or_else(Span::default, |row| row_span(row)),
        label_spans,
        goal_span,
    })
}

/// The number of the car that the goal names; reports what is wrong with goals.
fn check_goals(
    shape: &Shape<'_>,
    found: &[(Fragment<'_>, Vec<Cell>)],
    sink: &mut Sink,
) -> Option<usize> {
    let (&goal, others) = shape.goals.split_first()?;
    if let Some(other) = others.first() {
        sink.push(faults::second_goal(other.span(), goal.span()));
    }
    let hero = found.iter().position(|(label, _)| label.text == goal.text);
    if hero.is_none() {
        let labels = || found.iter().map(|(label, _)| label.text);
        let fault = faults::unknown_label(goal, nearest(goal.text, labels()), labels());
        sink.push(fault.also(shape.picture.span(), "the cars are drawn here"));
    }
    hero
}
