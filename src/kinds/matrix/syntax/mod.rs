//! The shape of a matrix's body, moves and arguments. `lower` and `commands` give them their
//! meaning.

pub(super) mod row;

use std::ops::Range;

use nom::Parser;
use nom::sequence::preceded;

use self::row::{NumberFault, NumberFaultKind, element_span, read_row};
use super::codes;
use super::verbs::Word;
use crate::diag::{Shown, Sink};
use crate::puzzle::Body;
use crate::scene::Coordinate;
use crate::syntax::{Args, Counted, Form, Given, Line, expected, keyword, list, parse_integer};
use crate::text::{Span, Spanned};

/// A body as it is written: rows of integers of any length; the first may turn out to be a header.
#[derive(Debug, Default)]
pub(super) struct Shape<'a> {
    /// The rows that hold anything.
    pub rows: Vec<Row<'a>>,
    /// The elements of all rows, one after the other; 0 for one that is wrong.
    pub cells: Vec<i64>,
    /// The first element of a row that does not fit 64 bits, with the number of the row, if the row
    /// has no worse fault. They are not reported yet.
    pub overflows: Vec<(usize, NumberFault)>,
    /// The wrong elements of the first row, with any fault.
    pub wrong_in_first: Vec<usize>,
}

/// One row of a body.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    /// Its line.
    pub line: Line<'a>,
    /// The range of its elements among those of the body.
    pub cells: Range<usize>,
    /// True if an element is wrong. Nothing else is reported for such a row.
    pub faulty: bool,
}

impl Row<'_> {
    /// Returns the span from the first to the last of its elements in `range`; of the line if there
    /// is none.
    pub(super) fn elements(&self, range: Range<usize>) -> Span {
        let place = |index| element_span(self.line.text, index);
        match (place(range.start), range.end.checked_sub(1).and_then(place)) {
            (Some(first), Some(last)) if first.start < last.end => {
                self.line.place(&(first.start..last.end))
            }
            _ => self.span(),
        }
    }

    /// Returns the span of its elements, without the spaces before the first.
    pub(super) fn span(&self) -> Span {
        let text = self.line.text;
        self.line.place(&(text.len() - text.trim_start().len()..text.len()))
    }
}

/// The three integers of a header, each `None` if it is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The number of rows that it states.
    pub rows: Option<i64>,
    /// The number of columns that it states.
    pub cols: Option<i64>,
    /// The places by which the rings are to turn.
    pub turn: Option<i64>,
}

/// A command of a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// `rotate R`, or the sum of the moves of `play`
    Rotate(i128),
    /// `rings`
    Rings,
    /// `ring K`, with the place of the number.
    Ring(i64, Span),
    /// `ring of (R,C)`, with the place of the coordinate.
    RingOf(Spanned<Coordinate>),
}

/// `matrix-body`: lines of integers. Reports elements that are not integers; in raw input too.
pub(super) fn expect_matrix_body<'a>(body: &Body<'a>, sink: &mut Sink) -> Option<Shape<'a>> {
    let mut shape = Shape::default();
    for line in body.lines() {
        if !line.is_blank() {
            read_matrix_row(line, &mut shape, sink);
        }
    }
    if shape.rows.is_empty() {
        sink.push(codes::empty(body.name, body.raw));
        return None;
    }
    Some(shape)
}

/// Reads the row on a line. All that is wrong in one row is one fault.
fn read_matrix_row<'a>(line: Line<'a>, shape: &mut Shape<'a>, sink: &mut Sink) {
    let start = shape.cells.len();
    let mut faults = Vec::new();
    read_row(line.text, &mut shape.cells, &mut faults);
    let faulty = !faults.is_empty();
    let number = shape.rows.len();
    if number == 0 {
        shape.wrong_in_first = faults.iter().map(|fault| fault.index).collect();
    }
    let place = |fault: &NumberFault| line.place(&fault.span);
    let mut words = faults.iter().filter(|fault| fault.kind == NumberFaultKind::NotAnInteger);
    if let Some(first) = words.next() {
        let word = &line.text[first.span.clone()];
        let others: Vec<_> = words.map(place).collect();
        sink.push(codes::not_an_integer(place(first), Shown(word), &others));
    } else if let Some(fault) = faults.into_iter().next() {
        shape.overflows.push((number, fault));
    }
    shape.rows.push(Row { line, cells: start..shape.cells.len(), faulty });
}

/// `matrix-header`: the first row, if it consists of three integers.
pub(super) fn parse_matrix_header(shape: &Shape<'_>) -> Option<Header> {
    let [rows, cols, turn] = shape.cells[shape.rows.first()?.cells.clone()] else { return None };
    let known = |index, value| (!shape.wrong_in_first.contains(&index)).then_some(value);
    Some(Header { rows: known(0, rows), cols: known(1, cols), turn: known(2, turn) })
}

/// `matrix-command`: the command of a verb with these arguments.
pub(super) fn matrix_command(word: Word, given: &mut Given<'_>, sink: &mut Sink) -> Option<Call> {
    Some(match word {
        Word::Rotate => Call::Rotate(given.number()?.value),
        Word::Rings => Call::Rings,
        Word::Ring => match given.cells() {
            [place, ..] => Call::RingOf(*place),
            [] => {
                let ring = given.number()?;
                Call::Ring(ring.value.try_into().ok()?, ring.span)
            }
        },
        Word::Play => Call::Rotate(read_matrix_moves(&mut given.rest, sink)?),
    })
}

/// `matrix-move = "rotate" gap integer`: `rotate 3`. Gives the integer.
fn parse_matrix_move(input: &str) -> Form<'_, &str> {
    preceded(keyword(&["rotate"]), expected("an integer", parse_integer)).parse(input)
}

/// `matrix-moves = matrix-move { blanks ";" blanks matrix-move } [ blanks ";" ]`:
/// `rotate 1; rotate -2`.
fn parse_matrix_moves(input: &str) -> Form<'_, Vec<&str>> {
    list(';', parse_matrix_move).parse(input)
}

/// The moves of a matrix.
const MOVES: Counted =
    Counted { keyword: &["rotate"], usage: "rotate R", kind: "a matrix", code: &codes::NOT_A_MOVE };

/// Reads rotations; gives their sum.
fn read_matrix_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<i128> {
    let whole = args.rest();
    let places = MOVES.read(args, parse_matrix_moves, sink)?;
    places.into_iter().try_fold(0_i128, |sum, text| {
        let mut move_args = Args::new(whole.locate(text), whole.span(), args.usage());
        Some(sum.wrapping_add(move_args.expect_integer("an integer", sink)?.into()))
    })
}
