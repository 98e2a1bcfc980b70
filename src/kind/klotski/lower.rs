//! Lowers a body: from a picture and goal lines to a board.

use std::collections::HashMap;
use std::sync::Arc;

use super::board::{Block, Board, Cell, Goal};
use super::faults;
use super::syntax::{GoalLine, Shape, cell};
use crate::diag::{Edit, Fix, Label, Sink, clip, nearest};
use crate::syntax::{Fragment, Grid, row_fix, row_span, usual_length};
use crate::text::Span;

/// The most findings of one sort that are reported.
const MOST: usize = 20;

/// A Klotski puzzle as it was declared.
#[derive(Debug)]
pub struct Model {
    /// The board.
    pub board: Arc<Board>,
    /// Numbers of blocks by label.
    pub numbers: HashMap<String, usize>,
    /// Whether the picture is written packed.
    pub packed: bool,
    /// How an empty cell is written.
    pub empty: String,
    /// How a wall is written.
    pub wall: String,
    /// The place of the last row of the picture.
    pub last_row: Span,
    /// The place of the first cell of each block in the picture.
    pub label_spans: Vec<Span>,
    /// The places of the goals, in the order of the board's goals.
    pub goal_spans: Vec<Span>,
}

/// Whether a label is an empty cell: dots only.
pub(super) fn is_empty(label: &str) -> bool {
    label.bytes().all(|byte| byte == b'.')
}

/// Whether a label is a wall.
pub(super) fn is_wall(label: &str) -> bool {
    label.bytes().all(|byte| byte == b'#')
}

/// Whether the picture is a rectangle of the stated size; reports what is wrong.
fn is_even(shape: &Shape<'_>, sink: &mut Sink) -> bool {
    let rows = &shape.picture.rows;
    let mut even = true;
    let columns = match shape.size {
        Some(size) => {
            if rows.len() != size.rows {
                even = false;
                sink.push(faults::wrong_rows(shape.picture.span(), rows.len(), &size));
            }
            size.columns
        }
        None => usual_length(rows.iter().map(Vec::len)),
    };
    let model = rows.iter().find(|row| row.len() == columns).map(|row| row_span(row));
    let told = shape.size.map(|size| size.span).or(model).unwrap_or_default();
    let ragged = rows.iter().enumerate().filter(|(_, row)| row.len() != columns);
    for (count, (at, row)) in ragged.enumerate() {
        even = false;
        if count < MOST {
            let size = shape.size.is_some();
            let mut fault = faults::ragged_row(row_span(row), row.len(), columns, told, size);
            let labels = || rows.iter().flatten().filter(|cell| is_empty(cell.text));
            let empty = labels().next().map_or(".", |cell| cell.text);
            fault.fixes.extend(row_fix(rows, at, columns, shape.picture.packed, empty, None));
            sink.push(fault);
        }
    }
    even
}

/// Whether a label cannot be written everywhere: `;` separates moves, `=>` begins an expectation,
/// `/` ends a row of a body on one line, and `goal` the picture.
fn is_refused(label: &str) -> bool {
    matches!(label, "/" | "goal") || label.contains(';') || label.contains("=>")
}

/// A label as wide as `old` that no block has: a letter, repeated. If all letters are taken, some
/// number of them.
fn free_label(old: &str, taken: &[Fragment<'_>]) -> String {
    let width = old.chars().count();
    let wider = (width..).flat_map(|width| {
        ('A'..='Z').chain('a'..='z').map(move |letter| String::from(letter).repeat(width))
    });
    let free = |label: &String| taken.iter().all(|other| other.text != *label);
    wider.into_iter().find(free).unwrap_or_default()
}

/// The blocks of a picture, in reading order of their first cells.
struct Blocks<'a> {
    numbers: HashMap<&'a str, usize>,
    labels: Vec<Fragment<'a>>,
    cells: Vec<Vec<Cell>>,
}

fn blocks<'a>(picture: &Grid<'a>) -> Blocks<'a> {
    let mut found = Blocks { numbers: HashMap::new(), labels: Vec::new(), cells: Vec::new() };
    for (row, cells) in picture.rows.iter().enumerate() {
        for (column, label) in cells.iter().enumerate() {
            if is_empty(label.text) || is_wall(label.text) {
                continue;
            }
            let number = *found.numbers.entry(label.text).or_insert_with(|| {
                found.labels.push(*label);
                found.cells.push(Vec::new());
                found.labels.len() - 1
            });
            found.cells[number].push((row as i32, column as i32));
        }
    }
    found
}

/// The first cell of a block that is not connected with its first one.
fn apart(cells: &[Cell]) -> Option<Cell> {
    // `cells` stand in reading order, so they can be looked up by bisection.
    let mut seen = vec![false; cells.len()];
    let mut open = vec![0];
    seen[0] = true;
    while let Some(at) = open.pop() {
        let (row, column) = cells[at];
        for next in [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)] {
            if let Ok(next) = cells.binary_search(&next)
                && !seen[next]
            {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    seen.iter().position(|seen| !seen).map(|at| cells[at])
}

/// The largest picture, in cells, that is searched for exchanged rows or cells.
const SEARCHED: usize = 400;

/// Warns of blocks in several pieces. If an exchange of neighbors joins them all, the fix makes it;
/// it is then also offered for the findings since `mark`, in place of the warning.
fn tell_pieces(picture: &Grid<'_>, found: &Blocks<'_>, mark: usize, sink: &mut Sink) {
    let at = |(row, column): Cell| picture.rows[row as usize][column as usize];
    let pieces: Vec<(Fragment<'_>, Fragment<'_>)> = found
        .labels
        .iter()
        .zip(&found.cells)
        .filter_map(|(label, cells)| Some((at(apart(cells)?), *label)))
        .take(MOST)
        .collect();
    let Some(&(piece, label)) = pieces.first() else { return };
    let exchanged = exchange(picture);
    if sink.errors_since(mark) {
        let note = format!("block `{}` has a piece apart from the rest", clip(label.text));
        if let (Some(fix), Some(fault)) = (exchanged, sink.found_since(mark).first_mut()) {
            fault.related.push(Label { span: piece.span(), text: note });
            fault.fixes.insert(0, fix);
        }
        return;
    }
    let drawn = found.cells[found.numbers[label.text]].iter().map(|&cell| at(cell).span());
    let empty = picture.rows.iter().flatten().any(|cell| is_empty(cell.text));
    if let ("0" | "_" | "-" | "*", false) = (label.text, empty) {
        let places: Vec<Span> = drawn.collect();
        sink.push(faults::empty_sign(&places, label.text, "."));
        return;
    }
    let mut fault = faults::disconnected(&pieces);
    fault.fixes.extend(exchanged);
    sink.push(fault);
}

/// The fix that exchanges two rows or two cells next to each other, after which every block is in
/// one piece. `None` if there is none.
fn exchange(picture: &Grid<'_>) -> Option<Fix> {
    let rows = &picture.rows;
    if rows.len() * rows[0].len() > SEARCHED {
        return None;
    }
    let joined = |rows: Vec<Vec<Fragment<'_>>>| {
        let grid = Grid { rows, packed: picture.packed };
        blocks(&grid).cells.iter().all(|cells| apart(cells).is_none())
    };
    let text = |row: &[Fragment<'_>]| {
        let cells: Vec<&str> = row.iter().map(|cell| cell.text).collect();
        cells.join(if picture.packed { "" } else { " " })
    };
    let swap = |title: String, one: (Span, String), other: (Span, String)| Fix {
        title,
        edits: vec![Edit { span: one.0, text: other.1 }, Edit { span: other.0, text: one.1 }],
        safe: false,
    };
    for at in 1..rows.len() {
        let mut swapped = rows.clone();
        swapped.swap(at - 1, at);
        if joined(swapped) {
            let [one, other] = [at - 1, at].map(|at| (row_span(&rows[at]), text(&rows[at])));
            return Some(swap(String::from("Exchange the two rows"), one, other));
        }
    }
    for (at, row) in rows.iter().enumerate() {
        for column in 1..row.len() {
            let mut swapped = rows.clone();
            swapped[at].swap(column - 1, column);
            if row[column - 1].text != row[column].text && joined(swapped) {
                let [one, other] = [row[column - 1], row[column]];
                let title = format!("Exchange `{}` and `{}`", clip(one.text), clip(other.text));
                let place = |cell: Fragment<'_>| (cell.span(), cell.text.to_owned());
                return Some(swap(title, place(one), place(other)));
            }
        }
    }
    None
}

/// Warns of labels of different lengths: often a space is missing. Numbers may differ.
fn compare_widths(blocks: &Blocks<'_>, sink: &mut Sink) {
    let Some(first) = blocks.labels.first() else { return };
    let digits = |label: &Fragment<'_>| label.text.bytes().all(|byte| byte.is_ascii_digit());
    let width = first.text.chars().count();
    let odd = blocks
        .labels
        .iter()
        .find(|label| label.text.chars().count() != width && !(digits(label) && digits(first)));
    if let Some(odd) = odd {
        sink.push(faults::mixed_widths(*odd, *first));
    }
}

/// The model of a shape; reports what is wrong with it.
pub fn lower(shape: &Shape<'_>, sink: &mut Sink) -> Option<Model> {
    let mark = sink.len();
    if !shape.whole || !is_even(shape, sink) {
        return None;
    }
    let picture = &shape.picture;
    let found = blocks(picture);
    for (label, cells) in found.labels.iter().zip(&found.cells) {
        if is_refused(label.text) {
            let cells =
                cells.iter().map(|&(row, column)| picture.rows[row as usize][column as usize]);
            let named = shape.goals.iter().map(|line| line.label);
            let places = cells.chain(named.filter(|name| name.text == label.text));
            let free = free_label(label.text, &found.labels);
            sink.push(faults::bad_label(*label, places.map(|place| place.span()), &free));
        }
    }
    if !picture.packed && !sink.errors_since(mark) {
        compare_widths(&found, sink);
    }
    let mut board = Board {
        rows: picture.rows.len() as i32,
        columns: picture.rows[0].len() as i32,
        walls: picture.rows.iter().flatten().map(|cell| is_wall(cell.text)).collect(),
        blocks: Vec::with_capacity(found.labels.len()),
        start: Vec::with_capacity(found.labels.len()),
        goals: Vec::new(),
    };
    for (label, cells) in found.labels.iter().zip(&found.cells) {
        let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        board.start.push((top, left));
        let cells = cells.iter().map(|cell| (cell.0 - top, cell.1 - left)).collect();
        board.blocks.push(Block { label: label.text.to_owned(), cells });
    }
    let goal_spans = goals(shape, &found, &mut board, sink);
    if shape.sound {
        tell_pieces(picture, &found, mark, sink);
    }
    if !shape.sound || sink.errors_since(mark) {
        return None;
    }
    let cells = || picture.rows.iter().flatten().map(|cell| cell.text);
    let width = found.labels.first().map_or(1, |label| label.text.chars().count());
    let empty = cells().find(|text| is_empty(text)).map_or_else(|| ".".repeat(width), String::from);
    let wall = cells().find(|text| is_wall(text)).unwrap_or("#").to_owned();
    let label_spans = found.labels.iter().map(Fragment::span).collect();
    let numbers = found.numbers.into_iter().map(|(label, at)| (label.to_owned(), at)).collect();
    let (board, packed) = (Arc::new(board), picture.packed);
    let last_row = picture.rows.last().map_or_else(Span::default, |row| row_span(row));
    Some(Model { board, numbers, packed, empty, wall, last_row, label_spans, goal_spans })
}

/// Puts the goals on the board; reports what is wrong with them. Answers their places.
fn goals(shape: &Shape<'_>, found: &Blocks<'_>, board: &mut Board, sink: &mut Sink) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    // Cells that goals take, and the goal of a block.
    let mut taken: HashMap<Cell, usize> = HashMap::new();
    let mut aims: HashMap<usize, usize> = HashMap::new();
    for (count, line) in shape.goals.iter().enumerate() {
        let Some(at) = goal_of(line, &shape.picture, found, board, count < MOST, sink) else {
            continue;
        };
        let span = line.label.span().to(line.place);
        let block = at.block;
        if let Some(&other) = aims.get(&block) {
            if board.goals[other].at != at.at && count < MOST {
                sink.push(faults::goals_collide(line, None, spans[other]));
            }
            continue;
        }
        let cells: Vec<Cell> = board.cells(block, at.at).collect();
        if let Some((&cell, &other)) = cells.iter().find_map(|cell| taken.get_key_value(cell)) {
            if count < MOST {
                let name = &board.blocks[board.goals[other].block].label;
                sink.push(faults::goals_collide(line, Some((name, cell)), spans[other]));
            }
            continue;
        }
        aims.insert(block, spans.len());
        taken.extend(cells.into_iter().map(|cell| (cell, spans.len())));
        spans.push(span);
        board.goals.push(at);
    }
    spans
}

/// Reads one goal line.
fn goal_of(
    line: &GoalLine<'_>,
    picture: &Grid<'_>,
    found: &Blocks<'_>,
    board: &Board,
    tell: bool,
    sink: &mut Sink,
) -> Option<Goal> {
    let mut say = |diagnostic| {
        if tell {
            sink.push(diagnostic);
        }
    };
    let Some(&block) = found.numbers.get(line.label.text) else {
        let labels = || found.labels.iter().map(|label| label.text);
        let fault = faults::unknown_label(line.label, nearest(line.label.text, labels()), labels());
        say(fault.also(picture.span(), "the blocks are drawn here"));
        return None;
    };
    let drawn = found.labels[block].span();
    let size = (board.rows, board.columns);
    let Some(at) = cell(line.at).filter(|&at| board.holds(at)) else {
        say(faults::target_off_board(line, size, picture.span()));
        return None;
    };
    for cell in board.cells(block, at) {
        if !board.holds(cell) {
            say(faults::target_leaves_board(line, cell, drawn, size, picture.span()));
            return None;
        }
        if board.walls[board.index(cell)] {
            let wall = picture.rows[cell.0 as usize][cell.1 as usize];
            say(faults::target_hits_wall(line, cell, wall.span()));
            return None;
        }
    }
    Some(Goal { block, at })
}
