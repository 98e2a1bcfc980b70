//! From the cells that are written to a model.

use super::codes;
use super::grid::{Grid, cell_name, order_of};
use super::rules::{clashes, dead_cells};
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
}

/// The model of a body; none, and at least one error, if it is not sound. `name` is blamed for
/// what stands nowhere.
pub(super) fn lower(shape: &Shape, name: Span, sink: &mut Sink) -> Option<Givens> {
    let mark = sink.len();
    let count = shape.count();
    let Some(order) = order_of(count) else {
        wrong_count(shape, count, name, sink);
        return None;
    };
    let size = order * order;
    let written: Vec<_> = shape.rows.iter().flat_map(|(_, cells)| cells).collect();
    let mut values = Vec::with_capacity(count);
    for cell in &written {
        if usize::from(cell.value) > size {
            let found = super::grid::symbol(cell.value, '.').to_string();
            sink.push(codes::bad_character(cell.span, &found, Some(size)));
            values.push(0);
        } else {
            values.push(cell.value);
        }
    }
    let grid = Grid::new(values)?;
    for clash in clashes(&grid) {
        sink.push(codes::duplicate(&clash, written[clash.first].span, written[clash.second].span));
    }
    if sink.errors_since(mark) || written.iter().any(|cell| cell.bad) {
        return None; // with wrong digits, what cells can take says nothing
    }
    for cell in dead_cells(&grid) {
        sink.push(codes::no_candidate(written[cell].span, &cell_name(cell, size)));
    }
    if sink.errors_since(mark) {
        return None;
    }
    if order == 3 && grid.givens() < 17 {
        sink.push(codes::few_givens(name, grid.givens()));
    }
    let places = written.iter().map(|cell| cell.span).collect();
    Some(Givens { grid, blank: shape.blank.unwrap_or('.'), places })
}

/// Blames the rows whose length is not that of the others, or the whole.
fn wrong_count(shape: &Shape, count: usize, name: Span, sink: &mut Sink) {
    let rows = shape.rows.len();
    let short: Vec<_> =
        shape.rows.iter().enumerate().filter(|(_, (_, cells))| cells.len() != rows).collect();
    if matches!(rows, 4 | 9 | 16 | 25) && short.len() < rows {
        for (row, (span, cells)) in short {
            sink.push(codes::row_cells(*span, row, cells.len(), rows));
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
    sink.push(codes::cells(span, count, wanted));
}
