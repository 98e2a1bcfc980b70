//! From a picture to a board.

use std::borrow::Cow;
use std::hash::BuildHasher;
use std::marker::PhantomData;
use std::sync::Arc;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use super::rules::{Block, Board, Direction};
use super::{Blocks, Ground, faults};
use crate::diag::Sink;
use crate::scene::Coordinate;
use crate::syntax::{Fragment, Grid, row_fix, row_span};
use crate::text::Span;

/// The most findings of one sort that are reported.
pub(crate) const MOST: usize = 20;

/// A puzzle as it was declared.
#[derive(Debug)]
pub struct Model<K> {
    /// The board.
    pub board: Arc<Board>,
    numbers: Numbers,
    /// True if the picture is written packed.
    pub packed: bool,
    /// True if the body is in the other form of its kind: with its size (klotski), or on one line
    /// (rush).
    pub verbatim: bool,
    /// The character of an empty cell.
    pub empty: Cow<'static, str>,
    /// The character of a wall.
    pub wall: Cow<'static, str>,
    /// The place of the last row of the picture.
    pub last_row: Span,
    /// The place of the first cell of each block in the picture.
    pub label_spans: Vec<Span>,
    /// The place of each cell in the picture, in reading order.
    pub cell_spans: Vec<Span>,
    /// The places of the goals, in the order of the board's goals.
    pub goal_spans: Vec<Span>,
    /// True if the goals are written, and not implied.
    pub written: bool,
    kind: PhantomData<K>,
}

/// Numbers by label. The labels are elsewhere, so that none is copied.
#[derive(Debug)]
struct Numbers {
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Numbers {
    /// Returns an empty list with room for the numbers of a small board.
    fn new() -> Self {
        Self { table: HashTable::with_capacity(7), hasher: DefaultHashBuilder::default() }
    }

    /// Returns the number of a label; `text` returns the label of a number.
    fn get<'a>(&self, label: &str, text: impl Fn(usize) -> &'a str) -> Option<usize> {
        let same = |&number: &u32| text(number as usize) == label;
        self.table.find(self.hasher.hash_one(label), same).map(|&number| number as usize)
    }

    /// Returns the number of a label, which is `next` if it had none.
    fn enter<'a>(&mut self, label: &str, next: usize, text: impl Fn(usize) -> &'a str) -> usize {
        let Self { table, hasher } = self;
        let same = |&number: &u32| text(number as usize) == label;
        let again = |&number: &u32| hasher.hash_one(text(number as usize));
        match table.entry(hasher.hash_one(label), same, again) {
            Entry::Occupied(known) => *known.get() as usize,
            Entry::Vacant(free) => {
                free.insert(next as u32);
                next
            }
        }
    }
}

/// The blocks of a picture, in reading order of their first cells.
#[derive(Debug)]
pub struct Drawn<'a> {
    numbers: Numbers,
    /// Their first cells.
    pub labels: Vec<Fragment<'a>>,
    /// Their cells, in reading order.
    pub cells: Vec<Vec<Coordinate>>,
}

impl Drawn<'_> {
    /// Returns the number of the block with that label.
    pub fn number(&self, label: &str) -> Option<usize> {
        self.numbers.get(label, |number| self.labels[number].text)
    }
}

/// Returns the blocks of a picture.
pub(crate) fn drawn<'a, K: Blocks>(picture: &Grid<'a>) -> Drawn<'a> {
    let mut drawn = Drawn { numbers: Numbers::new(), labels: Vec::new(), cells: Vec::new() };
    for (row, cells) in picture.rows.iter().enumerate() {
        for (column, label) in cells.iter().enumerate() {
            if K::ground(label.text).is_some() {
                continue;
            }
            let labels = &drawn.labels;
            let next = labels.len();
            let number = drawn.numbers.enter(label.text, next, |number| labels[number].text);
            if number == next {
                drawn.labels.push(*label);
                drawn.cells.push(Vec::new());
            }
            drawn.cells[number].push(Coordinate::new(row as i32, column as i32));
        }
    }
    drawn
}

/// Returns whether all rows have that many cells; reports those that have not. `size` is the place
/// that says how many.
pub(crate) fn is_even<K: Blocks>(
    picture: &Grid<'_>,
    columns: usize,
    size: Option<Span>,
    sink: &mut Sink,
) -> bool {
    let rows = &picture.rows;
    let model = rows.iter().find(|row| row.len() == columns).map(|row| row_span(row));
    let basis = size.or(model).unwrap_or_default();
    if rows.iter().all(|row| row.len() == columns) {
        return true;
    }
    let ragged = rows.iter().enumerate().filter(|(_, row)| row.len() != columns);
    let empty = sign::<K>(picture, Ground::Empty).unwrap_or(".");
    for (at, row) in ragged.take(MOST) {
        let by_size = size.is_some();
        let mut fault = faults::ragged_row::<K>(row_span(row), row.len(), columns, basis, by_size);
        fault.fixes.extend(row_fix(picture, at, columns, empty));
        sink.push(fault);
    }
    false
}

/// Returns how a picture writes a cell without a block.
fn sign<'a, K: Blocks>(picture: &Grid<'a>, ground: Ground) -> Option<&'a str> {
    let mut cells = picture.rows.iter().flatten().map(|cell| cell.text);
    cells.find(|text| K::ground(text) == Some(ground))
}

/// Returns the board of an even picture, without goals. It gets the cells of the blocks.
pub(crate) fn board<K: Blocks>(picture: &Grid<'_>, drawn: &mut Drawn<'_>) -> Board {
    let wall = |cell: &Fragment<'_>| K::ground(cell.text) == Some(Ground::Wall);
    let mut board = Board {
        rows: picture.rows.len() as i32,
        columns: picture.rows.first().map_or(0, Vec::len) as i32,
        walls: picture.rows.iter().flatten().map(wall).collect(),
        blocks: Vec::with_capacity(drawn.labels.len()),
        start: Vec::with_capacity(drawn.labels.len()),
        goals: Vec::new(),
        lanes: K::LANES,
    };
    let cells = std::mem::take(&mut drawn.cells);
    for (label, mut cells) in drawn.labels.iter().zip(cells) {
        let row = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
        let column = cells.iter().map(|cell| cell.column).min().unwrap_or(0);
        let corner = Coordinate { row, column };
        board.start.push(corner);
        for cell in &mut cells {
            *cell = *cell - corner;
        }
        board.blocks.push(Block { label: label.text.to_owned(), cells });
    }
    board
}

/// Returns the first cell of a block that is not connected with its first one.
pub(crate) fn apart(cells: &[Coordinate]) -> Option<Coordinate> {
    // `cells` are in reading order, so they can be looked up by bisection. In most blocks each one
    // after the first lies beside or below an earlier one.
    let has =
        |cell: &Coordinate, way: Direction| cells.binary_search(&(*cell + way.offset())).is_ok();
    let beside = |cell: &Coordinate| has(cell, Direction::Left) || has(cell, Direction::Up);
    if cells[1..].iter().all(beside) {
        return None;
    }
    let mut seen = vec![false; cells.len()];
    let mut open = vec![0];
    seen[0] = true;
    while let Some(at) = open.pop() {
        for way in Direction::ALL {
            if let Ok(next) = cells.binary_search(&(cells[at] + way.offset()))
                && !seen[next]
            {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    seen.iter().position(|seen| !seen).map(|at| cells[at])
}

impl<K: Blocks> Model<K> {
    /// Returns the model of a picture with this board.
    pub fn new(
        picture: &Grid<'_>,
        drawn: Drawn<'_>,
        board: Board,
        goal_spans: Vec<Span>,
        written: bool,
    ) -> Self {
        let width = drawn.labels.first().map_or(1, |label| label.text.chars().count());
        let written_as = |sign: &str| match sign {
            "." => Cow::Borrowed("."),
            _ => Cow::Owned(sign.to_owned()),
        };
        let empty = match sign::<K>(picture, Ground::Empty) {
            None if width > 1 => Cow::Owned(".".repeat(width)),
            empty => written_as(empty.unwrap_or(".")),
        };
        Self {
            board: Arc::new(board),
            numbers: drawn.numbers,
            packed: picture.packed,
            verbatim: false,
            empty,
            wall: sign::<K>(picture, Ground::Wall).map_or(Cow::Borrowed("#"), written_as),
            last_row: picture.rows.last().map_or_else(Span::default, |row| row_span(row)),
            label_spans: drawn.labels.iter().map(Fragment::span).collect(),
            cell_spans: picture.rows.iter().flatten().map(Fragment::span).collect(),
            goal_spans,
            written,
            kind: PhantomData,
        }
    }

    /// Returns the number of the block with that label.
    pub fn number(&self, label: &str) -> Option<usize> {
        self.numbers.get(label, |number| &self.board.blocks[number].label)
    }

    /// Returns the goal lines of a declaration.
    pub fn goal_lines(&self) -> Vec<String> {
        let goals = self.board.goals.iter().filter(|_| self.written);
        goals.map(|goal| K::goal_line(&self.board, goal)).collect()
    }
}
