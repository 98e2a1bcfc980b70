//! Lowers sliders: from two grids to a pair of boards.

use hashbrown::{HashMap, HashSet};

use super::board::{Board, GAP, Pair};
use super::codes::{self, Difference};
use super::syntax::Shape;
use crate::diag::Applicability::Guess;
use crate::diag::{Edit, Fix, Shown, Sink};
use crate::syntax::{Fragment, Grid, Habit, row_span, usual_length};
use crate::text::Span;

/// The most ragged rows that are reported.
const RAGGED_ROWS: usize = 20;

/// Sliders as they were declared.
#[derive(Debug)]
pub(super) struct Model {
    /// Start and goal.
    pub pair: Pair,
    /// The labels by their number; the gap's is `.`.
    pub labels: Vec<String>,
    /// True if the start is written packed.
    pub packed: bool,
    /// The line `goal`.
    pub goal_line: Span,
    /// The places of the start, and of the goal with its line.
    pub boards: [Span; 2],
}

/// Returns whether a label is the gap: dots only.
pub(super) fn is_gap(label: &str) -> bool {
    label.bytes().all(|byte| byte == b'.')
}

/// Returns the columns of a grid whose rows are equally long; reports the others. If two lengths are
/// equally frequent, that of the `other` board is right.
fn columns(grid: &Grid<'_>, other: &Grid<'_>, sink: &mut Sink) -> Option<usize> {
    let rows = &grid.rows;
    let length = rows.first()?.len();
    if rows.iter().all(|row| row.len() == length) {
        return Some(length);
    }
    let usual = |rows: &[Vec<Fragment<'_>>]| usual_length(rows.iter().map(Vec::len));
    let has = |length: usize| rows.iter().filter(|row| row.len() == length).count();
    let here = usual(rows);
    let there = usual(&other.rows);
    let wanted = if has(here) == has(there) { there } else { here };
    let model = rows.iter().find(|row| row.len() == wanted)?;
    let ragged = || rows.iter().enumerate().filter(|(_, row)| row.len() != wanted);
    for (_, row) in ragged().take(RAGGED_ROWS) {
        sink.push(codes::ragged_row(row_span(row), row.len(), wanted, row_span(model)));
    }
    None
}

/// Reports boards without a gap: a sign that other programs use is probably the gap.
fn tell_no_gap(shape: &Shape<'_>, lack: [bool; 2], sink: &mut Sink) {
    let grids = [&shape.start, &shape.goal];
    let lacking = || (0..2).filter(|&at| lack[at]).map(|at| grids[at]);
    let spans: Vec<Span> = lacking().map(Grid::span).collect();
    let sign = Habit::Empty.signs().find_map(|sign| {
        let cells = lacking().map(|grid| {
            let mut cells = grid.rows.iter().flatten().filter(|cell| cell.text == sign);
            cells.next().filter(|_| cells.next().is_none()).map(Fragment::span)
        });
        Some((sign, cells.collect::<Option<Vec<Span>>>()?))
    });
    let mut fault = codes::no_gap(&spans, !lack[0], sign.as_ref().map(|(sign, _)| Shown(sign)));
    let edit = |span| Edit { span, text: String::from(".") };
    fault.fixes.extend(sign.map(|(_, cells)| {
        Fix::of(Guess, "Write `.` for the gap", cells.into_iter().map(edit).collect())
    }));
    sink.push(fault);
}

/// Returns whether both boards have one gap; reports it if they have not.
fn have_gaps(shape: &Shape<'_>, sink: &mut Sink) -> bool {
    let mark = sink.len();
    let lack = [(&shape.start, false), (&shape.goal, true)].map(|(grid, goal)| {
        let gaps = grid.rows.iter().flatten().filter(|cell| is_gap(cell.text));
        let mut spans = gaps.clone().map(Fragment::span);
        let first = spans.next();
        if let (Some(first), Some(second)) = (first, spans.next()) {
            sink.push(codes::several_gaps(second, first, gaps.count(), goal));
        }
        first.is_none()
    });
    if lack != [false; 2] {
        tell_no_gap(shape, lack, sink);
    }
    sink.len() == mark
}

/// Returns the model of a shape; reports what is wrong with it.
pub(super) fn lower(shape: &Shape<'_>, sink: &mut Sink) -> Option<Model> {
    let Shape { start, goal, .. } = shape;
    let words = [start, goal].into_iter().filter(|grid| !grid.packed);
    let cells = words.flat_map(|grid| &grid.rows).flatten();
    let slashes: Vec<_> = cells.filter(|cell| cell.text == "/").map(Fragment::span).collect();
    if !slashes.is_empty() {
        sink.push(codes::slashes(&slashes));
        return None;
    }

    let start_cols = columns(start, goal, sink);
    let goal_cols = columns(goal, start, sink);
    let start_cols = start_cols?;
    let goal_cols = goal_cols?;
    if (start.rows.len(), start_cols) != (goal.rows.len(), goal_cols) {
        if shape.sound {
            sink.push(codes::shapes_differ(goal, start, is_odd(start, goal)));
        }
        return None;
    }

    // A line that was left out, a row that is too short or too long, and a row too many account for
    // a gap as well.
    if !shape.sound || !have_gaps(shape, sink) {
        return None;
    }

    let mut names = Names::default();
    let start_cells: Vec<u32> =
        start.rows.iter().flatten().map(|cell| names.number(cell.text)).collect();
    let goal_cells: Vec<u32> =
        goal.rows.iter().flatten().map(|cell| names.number(cell.text)).collect();
    if !same_tiles(shape, &names, [&start_cells, &goal_cells], sink) {
        return None;
    }

    let board = |cells| Board::new(start.rows.len(), start_cols, cells).ok();
    let pair = Pair::new(board(start_cells)?, board(goal_cells)?).ok()?;
    let labels = names.labels.into_iter().map(String::from).collect();
    let boards = [start.span(), shape.goal_line.to(goal.span())];
    Some(Model { pair, labels, packed: start.packed, goal_line: shape.goal_line, boards })
}

/// Returns whether of two boards that differ in shape the first is probably the wrong one: it lost
/// a row with tiles that only the other has, or has a row twice.
fn is_odd(board: &Grid<'_>, other: &Grid<'_>) -> bool {
    let here: HashSet<&str> = board.rows.iter().flatten().map(|cell| cell.text).collect();
    let there: HashSet<&str> = other.rows.iter().flatten().map(|cell| cell.text).collect();
    if here != there {
        return here.is_subset(&there);
    }
    let repeats = board.rows.windows(2).any(|two| {
        let [above, below] = [&two[0], &two[1]].map(|row| row.iter().map(|cell| cell.text));
        above.eq(below)
    });
    repeats && board.rows.len() == other.rows.len() + 1
}

/// The numbers of labels, in the order of their first appearance; the gap's is 0.
struct Names<'a> {
    numbers: HashMap<&'a str, u32>,
    labels: Vec<&'a str>,
}

impl Default for Names<'_> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), labels: vec!["."] }
    }
}

impl<'a> Names<'a> {
    fn number(&mut self, label: &'a str) -> u32 {
        if is_gap(label) {
            return GAP;
        }
        *self.numbers.entry(label).or_insert_with(|| {
            self.labels.push(label);
            self.labels.len() as u32 - 1
        })
    }
}

/// Returns whether both boards have the same tiles; reports what differs.
fn same_tiles(shape: &Shape<'_>, names: &Names<'_>, cells: [&[u32]; 2], sink: &mut Sink) -> bool {
    let mut counts = vec![[0usize; 2]; names.labels.len()];
    for (board, cells) in cells.iter().enumerate() {
        for &cell in *cells {
            counts[cell as usize][board] += 1;
        }
    }

    let differs = |label: usize| counts[label][0] != counts[label][1];
    let differences: Vec<Difference<'_>> = (1..counts.len())
        .filter(|&label| differs(label))
        .map(|label| Difference {
            label: names.labels[label],
            start: counts[label][0],
            goal: counts[label][1],
        })
        .collect();
    if differences.is_empty() {
        return true;
    }

    let over = |cell: u32| counts[cell as usize][1] > counts[cell as usize][0];
    let under = |cell: u32| counts[cell as usize][0] > counts[cell as usize][1];
    let surplus = last_where(&shape.goal, cells[1], over);
    let place = surplus.map_or(shape.goal_line, |cell| cell.span());
    let lacking = last_where(&shape.start, cells[0], under);
    let lacking_span = lacking.map(|cell| cell.span());

    let (Some(surplus), Some(lacking), [_, _]) = (surplus, lacking, &differences[..]) else {
        sink.push(codes::tiles_differ(place, lacking_span, false, &differences));
        return false;
    };
    // Where all tiles of one board differ, the tile that the other has twice is the wrong one;
    // elsewhere it is a tile that only one of the boards has.
    let known = |label: &str| {
        differences.iter().any(|difference| {
            difference.label == label && difference.start > 0 && difference.goal > 0
        })
    };
    let differ = |board: usize| counts[1..].iter().all(|count| count[board] <= 1);
    let start_is_odd = match differ(0) == differ(1) {
        true => !known(lacking.text) && known(surplus.text),
        false => differ(1),
    };
    let mut fault = codes::tiles_differ(place, lacking_span, start_is_odd, &differences);
    let [wrong, right] = if start_is_odd { [lacking, surplus] } else { [surplus, lacking] };
    let title = format!("Replace `{wrong}` by `{right}`");
    fault.fixes.push(Fix::new(Guess, title, wrong.span(), right.text));
    sink.push(fault);
    false
}

/// Returns the last cell of a grid whose number satisfies something.
fn last_where<'a>(
    grid: &Grid<'a>,
    cells: &[u32],
    wanted: impl Fn(u32) -> bool,
) -> Option<Fragment<'a>> {
    let numbered = grid.rows.iter().flatten().zip(cells);
    numbered.filter(|&(_, &number)| wanted(number)).last().map(|(cell, _)| *cell)
}
