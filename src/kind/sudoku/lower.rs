//! From the cells that are written to a model.

use super::faults;
use super::grid::{Grid, cell_name, order_of};
use super::rules::{clashes, dead_cells, dead_digits};
use super::syntax::Shape;
use crate::diag::Sink;
use crate::text::Span;

/// What is written in a body.
#[derive(Clone, Debug)]
pub struct Givens {
    /// The grid.
    pub grid: Grid,
    /// The character for empty cells, as the body writes them.
    pub blank: char,
    /// Where each cell is written.
    pub places: Vec<Span>,
    /// Whether a look at it shows that there is no solution, which has been said: a digit twice in
    /// a unit, a cell or a digit without a place.
    pub hopeless: bool,
}

/// The model of a body; none, and at least one error, if its cells do not make a grid. That a grid
/// has no solution is said, and it is a model all the same. `name` is blamed for what stands
/// nowhere.
pub(super) fn lower(shape: &Shape, name: Span, sink: &mut Sink) -> Option<Givens> {
    let mark = sink.len();
    let count = shape.count();
    let Some(order) = order_of(count) else {
        // A sign that was reported accounts for the cells that are too many.
        if !shape.cells().any(|cell| cell.bad) {
            wrong_count(shape, count, name, sink);
        }
        return None;
    };
    let size = order * order;
    let alphabet = shape.alphabet();
    let mut values = Vec::with_capacity(count);
    let mut large: Vec<(char, Vec<Span>)> = Vec::new();
    for cell in shape.cells() {
        let value = alphabet.digit(cell.char, size).unwrap_or(0);
        values.push(value);
        if value == 0 && cell.value != 0 {
            match large.iter_mut().find(|(char, _)| *char == cell.char) {
                Some((_, places)) => places.push(cell.span),
                None => large.push((cell.char, vec![cell.span])),
            }
        }
    }
    for (char, places) in large {
        let sign = String::from(char);
        sink.push(faults::bad_character(&sign, &places, Some(size), false));
    }
    let grid = Grid::new(values)?.written(alphabet);
    if sink.errors_since(mark) || shape.cells().any(|cell| cell.bad) {
        return None; // with wrong digits, what cells can take says nothing
    }
    let places: Vec<Span> = shape.cells().map(|cell| cell.span).collect();
    for clash in clashes(&grid) {
        sink.push(faults::duplicate(&grid, &clash, places[clash.first], places[clash.second]));
    }
    // One cause, one diagnostic: a digit that stands twice keeps it from other cells, too.
    if !sink.errors_since(mark) {
        for cell in dead_cells(&grid) {
            sink.push(faults::no_candidate(places[cell], &cell_name(cell, size)));
        }
    }
    if !sink.errors_since(mark) {
        for dead in dead_digits(&grid) {
            sink.push(faults::no_place(&grid, &dead, &places));
        }
    }
    let hopeless = sink.errors_since(mark);
    if order == 3 && grid.givens() < 17 && !hopeless {
        sink.push(faults::few_givens(name, grid.givens()));
    }
    Some(Givens { blank: shape.blank(alphabet), grid, places, hopeless })
}

/// Blames the rows whose length is not that of the others, or the whole.
fn wrong_count(shape: &Shape, count: usize, name: Span, sink: &mut Sink) {
    if order_of(count + shape.dashes.len()).is_some() {
        sink.push(faults::dashes(&shape.dashes));
        return;
    }
    let rows = shape.rows.len();
    let short: Vec<_> =
        shape.rows.iter().enumerate().filter(|(_, (_, cells))| cells.len() != rows).collect();
    if matches!(rows, 4 | 9 | 16 | 25) && short.len() < rows {
        for (row, (span, cells)) in short {
            sink.push(faults::row_cells(*span, row, cells.len(), rows));
        }
        return;
    }
    let wanted = [16, 81, 256, 625].into_iter().min_by_key(|size: &usize| size.abs_diff(count));
    let wanted = wanted.filter(|wanted| wanted.abs_diff(count) <= 9 && count > 0);
    let span = match (shape.rows.first(), shape.rows.last()) {
        (Some((first, _)), Some((last, _))) if rows == 1 => first.to(*last),
        (Some(_), Some((last, _))) => *last,
        _ => name,
    };
    sink.push(faults::cells(span, count, wanted));
}
