//! Lowers the lines of a body: to a header, if there is one, and the matrix.

use std::cmp::Reverse;

use super::Matrix;
use super::codes;
use super::syntax::{Header, Row, Shape, parse_matrix_header};
use crate::diag::Applicability::Guess;
use crate::diag::{Fix, Sink};
use crate::puzzle::Body;
use crate::syntax::codes::integer_range;
use crate::syntax::{Fragment, whole_line};
use crate::text::{Span, Spanned};

/// A body as it was read.
pub(super) struct Lowered {
    /// The matrix.
    pub(super) matrix: Matrix,
    /// The number of places by which the header says that the matrix turns, if it has a header.
    pub(super) turn: Option<Spanned<i64>>,
}

/// Reads a shape with its header as a matrix. Reports all that is wrong with its sizes and with the
/// size of its integers; gives `None` if there is an error, or if `sink` has received one since `mark`.
pub(super) fn lower(
    body: &Body<'_>,
    shape: Shape<'_>,
    header: Option<Header>,
    mark: usize,
    sink: &mut Sink,
) -> Option<Lowered> {
    for (row, fault) in &shape.overflows {
        let word = Fragment::of(body.source, shape.rows[*row].line.place(&fault.span));
        sink.push(integer_range(word, i64::MIN, i64::MAX));
    }

    let rows = &shape.rows[usize::from(header.is_some())..];
    if rows.is_empty() {
        sink.push(codes::empty(body.name, body.raw));
        return None;
    }
    let before = sink.len();
    let cols = match header {
        Some(header) => check_header(header, &shape, rows, body, sink),
        None => usual_width(rows, None),
    };
    if body.raw && header.is_none() {
        if rows[0].faulty {
            return None;
        }
        let size = rows.iter().all(|row| row.cells.len() == cols).then_some((rows.len(), cols));
        sink.push(codes::missing_header(rows[0].span(), size));
        return None;
    }

    // Rows that fit neither as they are nor below a header are one mistake.
    if body.raw || sink.len() == before {
        check_rows(cols, header.is_some(), &shape, rows, sink);
    }
    if sink.errors_since(mark) {
        return None;
    }

    let rings = rows.len().min(cols) / 2;
    if rows.len().min(cols) % 2 == 1 {
        let span = rows[rings].elements(rings..cols - rings);
        sink.push(codes::odd_side(span, rows.len(), cols, header.map(|_| shape.rows[0].span())));
    }

    let turn = header.and_then(|header| header.turn);
    let turn = turn.map(|value| Spanned { value, span: shape.rows[0].elements(2..3) });
    let count = rows.len();
    let first = rows[0].cells.start;
    let mut cells = shape.cells;
    cells.drain(..first);
    Some(Lowered { matrix: Matrix::new(count, cols, cells)?, turn })
}

/// Returns the header of a body, if its first line is one.
///
/// Raw input always has one. In a document three integers are a header when the rows after it agree
/// with it. If all lines have three integers, and the counts do not fit, it is a row. If that
/// fails, too, because the rows have another length or differ, one count that fits is enough: then
/// the header, or a row, has a mistake in it.
pub(super) fn header_of(body: &Body<'_>, shape: &Shape<'_>) -> Option<Header> {
    let header = parse_matrix_header(shape)?;
    let rows = &shape.rows[1..];
    let says = |stated: Option<i64>, actual: usize| stated.is_some_and(|n| n == actual as i64);
    let width = usual_width(rows, header.cols);
    let usual = rows.iter().filter(|row| row.cells.len() == width).count();
    let fits_rows = says(header.rows, rows.len());
    let fits_cols = says(header.cols, width) && usual > 0;
    // Whether the first line is a row like the others.
    let is_row = width == 3 && usual == rows.len();
    let other = width != 3 && usual == rows.len() && rows.len() > 1;
    let is_header = body.raw
        || fits_rows && fits_cols
        || !is_row && (fits_rows || fits_cols && 2 * usual > rows.len()) && !rows.is_empty()
        || other && !shape.wrong_in_first.is_empty();
    is_header.then_some(header)
}

/// Returns the most common number of elements of the rows; among equally common ones `preferred`,
/// then the first. A row with a wrong element says nothing, unless all rows have one.
fn usual_width(rows: &[Row<'_>], preferred: Option<i64>) -> usize {
    let none = rows.iter().all(|row| row.faulty);
    let sound = rows.iter().enumerate().filter(|(_, row)| none || !row.faulty);
    let mut widths: Vec<(usize, usize)> =
        sound.map(|(index, row)| (row.cells.len(), index)).collect();
    widths.sort_unstable();
    let runs = widths.chunk_by(|a, b| a.0 == b.0);
    let best = runs.max_by_key(|run| {
        let (width, first) = run[0];
        (run.len(), preferred == Some(width as i64), Reverse(first))
    });
    best.map_or(0, |run| run[0].0)
}

/// Compares a header with the rows and returns how many elements each row should have: the number
/// in the header if any row has that many, else the number that most rows have.
fn check_header(
    header: Header,
    shape: &Shape<'_>,
    rows: &[Row<'_>],
    body: &Body<'_>,
    sink: &mut Sink,
) -> usize {
    let stated = header.cols.and_then(|cols| usize::try_from(cols).ok());
    let cols = stated
        .filter(|cols| rows.iter().any(|row| row.cells.len() == *cols))
        .unwrap_or_else(|| usual_width(rows, None));
    let line = &shape.rows[0];
    let wrong_rows = header.rows.filter(|stated| *stated != rows.len() as i64);
    let wrong_cols = header.cols.filter(|stated| *stated != cols as i64);
    let fixed = header.turn.map(|turn| format!("{} {cols} {turn}", rows.len()));
    let wrong = match (wrong_rows, wrong_cols) {
        (None, None) => return cols,
        (Some(_), None) => 0..1,
        (None, Some(_)) => 1..2,
        (Some(_), Some(_)) => 0..2,
    };

    let sizes = codes::Sizes { stated: [wrong_rows, wrong_cols], actual: [rows.len(), cols] };
    let place = line.elements(wrong);
    let ends = [rows[0].span(), rows[rows.len() - 1].span()];

    // The header, or a row, appears twice.
    let surplus = header.rows == Some(rows.len() as i64 - 1);
    let twice =
        shape.rows.windows(2).find(|two| two[0].line.text.trim() == two[1].line.text.trim());
    let twice = twice.filter(|_| surplus).map(|two| two[1].span());
    let mut diagnostic = codes::wrong_size(place, sizes, line.span(), ends, fixed, body.raw, twice);
    if let Some(twice) = twice {
        let line = whole_line(body.source, twice);
        diagnostic.fixes.insert(0, Fix::new(Guess, "Remove the repeated line", line, ""));
    }
    sink.push(diagnostic);
    cols
}

/// Reports every row that does not have `cols` elements.
fn check_rows(cols: usize, header: bool, shape: &Shape<'_>, rows: &[Row<'_>], sink: &mut Sink) {
    let stated = (header && shape.cells[shape.rows[0].cells.clone()][1] == cols as i64)
        .then(|| (shape.rows[0].elements(1..2), String::from("the header says so")));
    let model = stated.or_else(|| {
        let right = rows.iter().find(|row| row.cells.len() == cols)?;
        Some((right.span(), format!("this row has {cols}")))
    });
    for row in rows {
        let actual = row.cells.len();
        if actual == cols || row.faulty {
            continue;
        }
        let surplus = (actual > cols).then(|| row.elements(cols..actual));
        let mut fault = codes::ragged_row(row.span(), surplus, actual, cols, model.as_ref());
        let cells = &shape.cells[row.cells.clone()];
        let twice = (1..actual).find(|&at| cells[at] == cells[at - 1]);
        if let Some(at) = twice.filter(|_| actual == cols + 1) {
            let span = Span::new(row.elements(at - 1..at).end, row.elements(at..at + 1).end);
            fault.fixes.push(Fix::new(Guess, "Remove the repeated element", span, ""));
        }
        sink.push(fault);
    }
}
