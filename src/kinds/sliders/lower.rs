//! Lowers sliders: from two grids to a pair of boards.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::board::{Board, GAP, Pair};
use super::codes::{self, Difference};
use super::syntax::Shape;
use crate::diag::Applicability::Guess;
use crate::diag::{Diagnostic, Edit, Fix, Shown, Sink, clip};
use crate::puzzle::Body;
use crate::syntax::{Fragment, Grid, Habit, row_span, usual_length, whole_line};
use crate::text::Span;

/// The most ragged rows that are reported.
const RAGGED_ROWS: usize = 20;

/// Sliders as they were declared.
#[derive(Debug)]
pub struct Model {
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

/// The number of tiles of each label on a board; the gap is `.`.
type Tiles<'a> = BTreeMap<&'a str, usize>;

fn tiles<'a>(rows: &[Vec<Fragment<'a>>]) -> Tiles<'a> {
    let mut tiles = Tiles::new();
    for cell in rows.iter().flatten() {
        *tiles.entry(if is_gap(cell.text) { "." } else { cell.text }).or_default() += 1;
    }
    tiles
}

/// Returns the tiles that `one` has more of than `other`.
fn beyond<'a>(one: &Tiles<'a>, other: &Tiles<'a>) -> Tiles<'a> {
    let more = |(&label, &count): (&&'a str, &usize)| {
        let more = count.saturating_sub(other.get(label).copied().unwrap_or(0));
        (more > 0).then_some((label, more))
    };
    one.iter().filter_map(more).collect()
}

/// Returns the only tile of several, if it is one.
fn only<'a>(tiles: &Tiles<'a>) -> Option<&'a str> {
    let (&label, 1) = tiles.iter().next().filter(|_| tiles.len() == 1)? else { return None };
    Some(label)
}

/// Returns the columns of a grid whose rows are equally long; reports the others. The `other` board
/// shows which cell is missing or too many.
fn columns(grid: &Grid<'_>, other: &Grid<'_>, sink: &mut Sink) -> Option<usize> {
    let rows = &grid.rows;
    let length = rows.first()?.len();
    if rows.iter().all(|row| row.len() == length) {
        return Some(length);
    }
    let usual = |rows: &[Vec<Fragment<'_>>]| usual_length(rows.iter().map(Vec::len));
    let has = |length: usize| rows.iter().filter(|row| row.len() == length).count();
    let (own, theirs) = (usual(rows), usual(&other.rows));
    // Of two lengths that are equally frequent, the one of the other board is right.
    let wanted = if has(own) == has(theirs) { theirs } else { own };
    let model = rows.iter().find(|row| row.len() == wanted)?;
    let ragged = || rows.iter().enumerate().filter(|(_, row)| row.len() != wanted);
    for (_, row) in ragged().take(RAGGED_ROWS) {
        sink.push(codes::ragged_row(row_span(row), row.len(), wanted, row_span(model)));
    }
    None
}

/// Returns the diagnostic for boards of different shapes, with a fix if one change makes them
/// alike: `goal` moved by a row, a repeated row removed, or a row added that the tiles of the other
/// board give.
fn shapes_differ(shape: &Shape<'_>, source: &str) -> Diagnostic {
    let Shape { start, goal, goal_line, .. } = shape;
    let fault = codes::shapes_differ(goal, start);
    let (rows, goal_rows) = (start.rows.len(), goal.rows.len());
    if start.rows.first().map(Vec::len) != goal.rows.first().map(Vec::len) {
        return fault;
    }
    let text = |span: Span| source[span.range()].to_owned();
    let exchange = |row: Span| {
        Fix::of(
            Guess,
            "Move the line `goal`",
            vec![
                Edit { span: row, text: String::from("goal") },
                Edit { span: *goal_line, text: text(row) },
            ],
        )
    };
    let fix = if rows == goal_rows + 2 {
        start.rows.last().map(|row| exchange(row_span(row)))
    } else if goal_rows == rows + 2 {
        goal.rows.first().map(|row| exchange(row_span(row)))
    } else {
        let (short, long) = if rows < goal_rows { (start, goal) } else { (goal, start) };
        let surplus = beyond(&tiles(&long.rows), &tiles(&short.rows));
        let fits = |row: &&Vec<Fragment<'_>>| tiles(std::slice::from_ref(*row)) == surplus;
        let same = |one: &[Fragment<'_>], other: &[Fragment<'_>]| {
            one.iter().map(|cell| cell.text).eq(other.iter().map(|cell| cell.text))
        };
        let repeated = long.rows.windows(2).find(|two| same(&two[0], &two[1]) && fits(&&two[0]));
        let unlike = long.rows.iter().zip(&short.rows).take_while(|(a, b)| same(a, b));
        let at = unlike.count();
        if short.rows.len() + 1 != long.rows.len() {
            None
        } else if let Some([_, second, ..]) = repeated {
            let line = whole_line(source, row_span(second));
            Some(Fix::new(Guess, "Remove the repeated row", line, ""))
        } else if let Some(row) = long.rows[at..].iter().chain(&long.rows).find(fits) {
            let (row, place) = (text(row_span(row)), short.rows.get(at));
            let title = format!("Add the row `{}`", clip(&row));
            let span = match place {
                Some(next) => Span::at(whole_line(source, row_span(next)).start),
                None => Span::at(short.span().end),
            };
            let text = if place.is_some() { format!("  {row}\n") } else { format!("\n  {row}") };
            Some(Fix::new(Guess, title, span, text))
        } else {
            None
        }
    };
    fix.into_iter().fold(fault, Diagnostic::fix)
}

/// Reports boards without a gap: a tile that the other board does not have, or a sign that other
/// programs use, is probably the gap.
fn tell_no_gap(shape: &Shape<'_>, lack: [bool; 2], sink: &mut Sink) {
    let grids = [&shape.start, &shape.goal];
    let all = grids.map(|grid| tiles(&grid.rows));
    let sign = |at: usize| {
        let foreign = Habit::Empty.signs().find(|sign| all[at].get(sign) == Some(&1));
        only(&beyond(&all[at], &all[1 - at])).or(foreign)
    };
    let mut edits = Vec::new();
    for at in (0..2).filter(|&at| lack[at]) {
        let cell = sign(at)
            .and_then(|sign| grids[at].rows.iter().flatten().find(|cell| cell.text == sign));
        edits.extend(cell.map(|cell| Edit { span: cell.span(), text: String::from(".") }));
    }
    let whole = edits.len() == lack.iter().filter(|&&lacks| lacks).count();
    let spans: Vec<Span> = (0..2).filter(|&at| lack[at]).map(|at| grids[at].span()).collect();
    let signs: Vec<&str> = (0..2).filter(|&at| lack[at]).filter_map(sign).collect();
    let one = signs.first().filter(|&first| whole && signs.iter().all(|sign| sign == first));
    let mut fault = codes::no_gap(&spans, !lack[0], one.map(|sign| Shown(sign)));
    if whole {
        fault.fixes.push(Fix::of(Guess, "Write `.` for the gap", edits));
    }
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
pub(super) fn lower(body: &Body<'_>, shape: &Shape<'_>, sink: &mut Sink) -> Option<Model> {
    let Shape { start, goal, .. } = shape;
    let words = [start, goal].into_iter().filter(|grid| !grid.packed);
    let cells = words.flat_map(|grid| &grid.rows).flatten();
    let slashes: Vec<_> = cells.filter(|cell| cell.text == "/").map(Fragment::span).collect();
    if !slashes.is_empty() {
        sink.push(codes::slashes(&slashes));
        return None;
    }
    let (start_cols, goal_cols) = (columns(start, goal, sink), columns(goal, start, sink));
    let (start_cols, goal_cols) = (start_cols?, goal_cols?);
    if (start.rows.len(), start_cols) != (goal.rows.len(), goal_cols) {
        if shape.sound {
            sink.push(shapes_differ(shape, body.source));
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
    let mut fault = codes::tiles_differ(place, lacking.map(|cell| cell.span()), &differences);
    if let (Some(surplus), Some(lacking), [_, _]) = (surplus, lacking, &differences[..]) {
        // A tile that only one of the boards has is the wrong one.
        let known = |label: &str| {
            differences.iter().any(|one| one.label == label && one.start > 0 && one.goal > 0)
        };
        let start = !known(lacking.text) && known(surplus.text);
        let (wrong, right) = if start { (lacking, surplus) } else { (surplus, lacking) };
        let title = format!("Replace `{wrong}` by `{right}`");
        fault.fixes.push(Fix::new(Guess, title, wrong.span(), right.text));
    }
    sink.push(fault);
    false
}

/// Returns the last cell of a grid whose number satisfies something.
fn last_where<'a>(
    grid: &Grid<'a>,
    cells: &[u32],
    wanted: impl Fn(u32) -> bool,
) -> Option<Fragment<'a>> {
    let all = grid.rows.iter().flatten().zip(cells);
    all.filter(|&(_, &number)| wanted(number)).last().map(|(cell, _)| *cell)
}
