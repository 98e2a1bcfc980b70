//! The shape of a matrix's body, moves and arguments. What they mean, `lower` and `commands` say.

use std::ops::Range;

use super::codes;
use super::numbers::{NumberFault, NumberFaultKind, element_span, read_row};
use crate::diag::Sink;
use crate::kind::{Body, Verb};
use crate::syntax::{Args, Fragment, Line};
use crate::text::Span;

/// A body as it is written: rows of integers, of whatever lengths, the first of which may turn out
/// to be a header.
#[derive(Debug, Default)]
pub struct Shape<'a> {
    /// The rows that hold anything.
    pub rows: Vec<Row<'a>>,
    /// The elements of all rows, one after the other; 0 for one that is wrong.
    pub cells: Vec<i64>,
    /// The first element of a row that does not fit 64 bits, with the number of the row, where
    /// nothing worse is wrong with it. They are not reported yet.
    pub overflows: Vec<(usize, NumberFault)>,
    /// The elements of the first row that are wrong, whatever is wrong with them.
    pub wrong_in_first: Vec<usize>,
}

/// One row of a body.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// Its line.
    pub line: Line<'a>,
    /// Where its elements are among those of the body.
    pub cells: Range<usize>,
    /// Whether an element is wrong. Nothing else is said about such a row.
    pub faulty: bool,
}

impl Row<'_> {
    /// The span from the first to the last of its elements in `range`; of the line if there is none.
    pub fn elements(&self, range: Range<usize>) -> Span {
        let place = |index| element_span(self.line.text, index);
        match (place(range.start), range.end.checked_sub(1).and_then(place)) {
            (Some(first), Some(last)) if first.start < last.end => {
                self.line.part(&(first.start..last.end))
            }
            _ => self.all(),
        }
    }

    /// The span of its elements, without the blanks before the first.
    pub fn all(&self) -> Span {
        let text = self.line.text;
        self.line.part(&(text.len() - text.trim_start().len()..text.len()))
    }
}

/// The three integers of a header, each `None` where it is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The number of rows that it states.
    pub rows: Option<i64>,
    /// The number of columns that it states.
    pub cols: Option<i64>,
    /// The places by which the rings are to turn.
    pub turn: Option<i64>,
}

/// A command of a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// `rotate R`, or the sum of the moves of `play`
    Rotate(i128),
    /// `rings`
    Rings,
    /// `ring K`, and where the number stands
    Ring(i64, Span),
    /// `ring of (R,C)`, and where the place stands
    RingOf((i64, i64), Span),
}

/// `matrix-body`: lines of integers. Reports what is not an integer; in raw input too.
pub fn parse_matrix_body<'a>(body: &Body<'a>, sink: &mut Sink) -> Option<Shape<'a>> {
    let mut shape = Shape::default();
    for line in body.lines() {
        if !line.is_blank() {
            parse_matrix_row(line, &mut shape, sink);
        }
    }
    if shape.rows.is_empty() {
        sink.push(codes::empty(body.name, body.raw));
        return None;
    }
    Some(shape)
}

/// `matrix-row`: integers between blanks. Whatever is wrong in one row is one fault.
fn parse_matrix_row<'a>(line: Line<'a>, shape: &mut Shape<'a>, sink: &mut Sink) {
    let start = shape.cells.len();
    let mut faults = Vec::new();
    read_row(line.text, &mut shape.cells, &mut faults);
    if faults.iter().any(|fault| fault.kind == NumberFaultKind::NotAnInteger) {
        let spaced = line.text.replace([',', ';'], " ");
        let (mut cells, mut others) = (Vec::new(), Vec::new());
        read_row(&spaced, &mut cells, &mut others);
        if others.is_empty() && spaced != line.text {
            sink.push(codes::commas(line, &spaced));
            shape.cells.truncate(start);
            shape.cells.append(&mut cells);
            faults.clear();
        }
    }
    let number = shape.rows.len();
    if number == 0 {
        shape.wrong_in_first = faults.iter().map(|fault| fault.index).collect();
    }
    let faulty = !faults.is_empty();
    let place = |fault: &NumberFault| line.part(&fault.span);
    let mut words = faults.iter().filter(|fault| fault.kind == NumberFaultKind::NotAnInteger);
    if let Some(first) = words.next() {
        let found = &line.text[first.span.clone()];
        let others: Vec<_> = words.map(place).collect();
        sink.push(codes::not_an_integer(place(first), found, &others));
    } else if let Some(fault) = faults.into_iter().next() {
        shape.overflows.push((number, fault));
    }
    shape.rows.push(Row { line, cells: start..shape.cells.len(), faulty });
}

/// `matrix-header`: the first row, if it consists of three integers.
pub fn parse_matrix_header(shape: &Shape<'_>) -> Option<Header> {
    let [rows, cols, turn] = shape.cells[shape.rows.first()?.cells.clone()] else { return None };
    let known = |index, value| (!shape.wrong_in_first.contains(&index)).then_some(value);
    Some(Header { rows: known(0, rows), cols: known(1, cols), turn: known(2, turn) })
}

/// `matrix-command`: the arguments of a verb.
pub fn parse_matrix_command(verb: &Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
    let call = match verb.name {
        "rotate" => Call::Rotate(args.expect_integer("the number of places", sink)?.into()),
        "rings" => Call::Rings,
        "ring" => parse_ring_argument(args, sink)?,
        _ => Call::Rotate(parse_matrix_moves(args, sink)?),
    };
    args.expect_end(sink).then_some(call)
}

/// `ring-argument`: the number of a ring, or `of` and a place.
fn parse_ring_argument(args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
    if args.keyword("of").is_some() {
        let (place, span) = args.expect_coordinate(sink)?;
        return Some(Call::RingOf(place, span));
    }
    if let Some((place, span)) = args.clone().coordinate() {
        sink.push(codes::missing_of(span, place, args.usage()));
        return None;
    }
    let number = args.expect_integer("the number of a ring", sink)?;
    Some(Call::Ring(number, args.before()))
}

/// `matrix-moves`: rotations between semicolons; gives their sum.
fn parse_matrix_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<i128> {
    if args.is_empty() {
        args.expect_word("a move", sink);
        return None;
    }
    let (before, usage) = (args.before(), args.usage());
    let moves = args.take_rest();
    let mark = sink.len();
    let (mut sum, mut at) = (0_i128, 0);
    for text in moves.text.split(';') {
        let one = moves.part(at..at + text.len());
        at += text.len() + 1;
        let place = if text.trim().is_empty() && at > moves.text.len() { break } else { before };
        sum = sum.wrapping_add(parse_matrix_move(one, place, usage, sink).unwrap_or(0));
    }
    (sink.len() == mark).then_some(sum)
}

/// `matrix-move`: `rotate R`.
fn parse_matrix_move(
    text: Fragment<'_>,
    before: Span,
    usage: &'static str,
    sink: &mut Sink,
) -> Option<i128> {
    let mut args = Args::new(text, before, usage);
    let word = args.expect_word("a move", sink)?;
    if word.text != "rotate" {
        sink.push(codes::not_a_move(word));
        return None;
    }
    let places = args.expect_integer("the number of places", sink)?;
    args.expect_end(sink).then_some(places.into())
}
