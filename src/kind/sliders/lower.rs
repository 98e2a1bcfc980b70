//! What sliders mean: from two grids to a pair of boards.

use std::collections::HashMap;

use super::board::{Board, GAP, Pair};
use super::faults::{self, Difference};
use super::syntax::{Grid, Shape};
use crate::diag::Sink;
use crate::syntax::{Fragment, row_fix, usual_length};
use crate::text::Span;

/// Ragged rows that are told of.
const RAGGED_ROWS: usize = 20;

/// Sliders as they were declared.
#[derive(Debug)]
pub struct Model {
    /// Start and goal.
    pub pair: Pair,
    /// The labels by their number; the gap's is `.`.
    pub labels: Vec<String>,
    /// Whether the start is written packed.
    pub packed: bool,
    /// The line `goal`.
    pub goal_line: Span,
}

/// Whether a label is the gap: dots only.
pub(super) fn is_gap(label: &str) -> bool {
    label.bytes().all(|byte| byte == b'.')
}

/// Where a grid stands.
fn span(grid: &Grid<'_>) -> Span {
    let ends = |row: &Vec<Fragment<'_>>| Some(row.first()?.span().to(row.last()?.span()));
    let first = grid.rows.first().and_then(ends).unwrap_or_default();
    grid.rows.last().and_then(ends).map_or(first, |last| first.to(last))
}

/// Where a row stands.
fn row_span(row: &[Fragment<'_>]) -> Span {
    match (row.first(), row.last()) {
        (Some(first), Some(last)) => first.span().to(last.span()),
        _ => Span::default(),
    }
}

/// The columns of a grid whose rows are alike; says which are not.
fn columns(grid: &Grid<'_>, sink: &mut Sink) -> Option<usize> {
    let rows = &grid.rows;
    let wanted = usual_length(rows.iter().map(Vec::len));
    let model = rows.iter().find(|row| row.len() == wanted)?;
    let ragged = || rows.iter().enumerate().filter(|(_, row)| row.len() != wanted);
    let gap = if rows.iter().flatten().any(|cell| is_gap(cell.text)) { None } else { Some(".") };
    for (at, row) in ragged().take(RAGGED_ROWS) {
        let mut fault = faults::ragged_row(row_span(row), row.len(), wanted, row_span(model));
        // A board has one gap; which tile is missing only the other board knows.
        let long = row.len() > wanted;
        let filler = gap.or(long.then_some(""));
        fault.fixes.extend(filler.and_then(|cell| row_fix(rows, at, wanted, grid.packed, cell)));
        sink.push(fault);
    }
    ragged().next().is_none().then_some(wanted)
}

/// Whether a grid has one gap; says so where it has not.
fn has_a_gap(grid: &Grid<'_>, goal: bool, sink: &mut Sink) -> bool {
    let gaps: Vec<Span> =
        grid.rows.iter().flatten().filter(|cell| is_gap(cell.text)).map(Fragment::span).collect();
    match gaps[..] {
        [_] => return true,
        [] => sink.push(faults::no_gap(span(grid), goal)),
        [first, second, ..] => sink.push(faults::several_gaps(second, first, gaps.len(), goal)),
    }
    false
}

/// The model of a shape; says what keeps it from being one.
pub fn lower(shape: &Shape<'_>, sink: &mut Sink) -> Option<Model> {
    let Shape { start, goal, .. } = shape;
    let (start_cols, goal_cols) = (columns(start, sink), columns(goal, sink));
    let (start_cols, goal_cols) = (start_cols?, goal_cols?);
    let sizes = [(start.rows.len(), start_cols), (goal.rows.len(), goal_cols)];
    if sizes[0] != sizes[1] {
        if shape.sound {
            sink.push(faults::shapes_differ(span(goal), span(start), sizes));
        }
        return None;
    }
    // A line that was left out, a row that is too short or too long, and a row too many account for
    // a gap as well.
    let gaps = shape.sound.then_some([(start, false), (goal, true)]);
    let gaps = gaps.map(|both| both.map(|(grid, goal)| has_a_gap(grid, goal, sink)));
    if gaps != Some([true, true]) {
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
    let board = |cells| Board::new(sizes[0].0, sizes[0].1, cells).ok();
    let pair = Pair::new(board(start_cells)?, board(goal_cells)?).ok()?;
    if pair.parity_forbids() {
        sink.push(faults::parity(shape.goal_line.to(span(goal)), span(start)));
    }
    let labels = names.labels.into_iter().map(String::from).collect();
    Some(Model { pair, labels, packed: start.packed, goal_line: shape.goal_line })
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

/// Whether both boards have the same tiles; says what differs.
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
    let surplus = surplus.map_or(shape.goal_line, |cell| cell.span());
    let lacking = last_where(&shape.start, cells[0], under).map(|cell| (cell.span(), cell.text));
    sink.push(faults::tiles_differ(surplus, lacking, &differences));
    false
}

/// The last cell of a grid whose number satisfies something.
fn last_where<'a>(
    grid: &Grid<'a>,
    cells: &[u32],
    wanted: impl Fn(u32) -> bool,
) -> Option<Fragment<'a>> {
    let all = grid.rows.iter().flatten().zip(cells);
    all.filter(|&(_, &number)| wanted(number)).last().map(|(cell, _)| *cell)
}
