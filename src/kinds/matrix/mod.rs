//! The matrix kind: a matrix of 64-bit integers whose rings turn.
//!
//! A state is the number of places by which the rings have turned since the start, all rotations
//! added up. The turned matrix is computed from the declared one on demand, so that undo costs
//! nothing and a hundred rotations cost no more than one.

mod cells;
mod codes;
mod commands;
mod json;
mod lower;
mod make;
mod marks;
mod numbers;
mod rotate;
mod rules;
mod scene;
mod states;
mod syntax;
#[cfg(test)]
mod tests;
mod verbs;

use std::sync::Arc;

// The benchmarks time these.
pub use cells::Matrix;
pub use numbers::{rows_text, write_rows};
pub use rotate::rotate_cells;
pub use rules::rotate;
pub use syntax::row::read_row;

pub(crate) use syntax::Call;

use crate::diag::{Sink, counted};
use crate::puzzle::rank::Extent;
use crate::puzzle::states::{StateGraph, explore};
use crate::puzzle::{
    Answer, Ask, Body, Context, Converted, Cue, Done, Failure, Field, Game, Info, Input, LegalMove,
    Out, Precedence, Reading, Reply, Searches, Spot, Standing, Status, Table, Verdict, Written,
    read_rows, write_row,
};
use crate::scene::Scene;
use crate::search::Budget;
use crate::syntax::{Arg, Fragment, Given};
use lower::Lowered;
use verbs::Word;

/// Places counterclockwise by which the rings have turned since the start.
pub type Turn = i128;

static INFO: Info = Info {
    name: "matrix",
    summary: "a matrix of integers whose rings turn",
    verbs: Word::TABLE.verbs,
    codes: codes::CODES,
    example: "matrix onion {\n  1 2 3 4\n  5 6 7 8\n}\n",
    json: Some(&json::FORM),
    separator: Some("; "),
    make: Some(&make::MakeMatrix),
    fits: Some(fits),
    begins,
    ..Info::PLAIN
};

/// An open matrix.
#[derive(Debug)]
pub struct MatrixGame {
    start: Arc<Matrix>,
    /// The matrix that was last asked for, and how far it is turned.
    last: Option<(Turn, Matrix)>,
}

impl MatrixGame {
    /// Rotations that a film shows at most.
    const FILMED: usize = 100;

    /// Returns the outermost ring once around.
    fn round(&self) -> Vec<Cue> {
        let (rows, cols) = (self.start.rows(), self.start.cols());
        let round = if rows < 2 || cols < 2 { 0 } else { 2 * (rows + cols) - 4 };
        vec![Cue::new("rotate 1", "rotate 1"); round.min(Self::FILMED)]
    }

    /// Returns the matrix turned by that many places.
    fn turned(&mut self, turn: Turn) -> &Matrix {
        if turn == 0 {
            return &self.start;
        }
        let (at, matrix) = self.last.get_or_insert_with(|| (0, Matrix::default()));
        if *at != turn {
            self.start.rotate_into(turn, matrix);
            *at = turn;
        }
        matrix
    }
}

/// Returns the rows of a matrix with its columns aligned to the right.
fn aligned(matrix: &Matrix) -> Vec<String> {
    let texts: Vec<String> = matrix.cells().iter().map(i64::to_string).collect();
    let cols = matrix.cols();
    let width = |col| texts[col..].iter().step_by(cols).map(String::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..cols).map(width).collect();
    let line = |row: &[String]| {
        let words = row.iter().zip(&widths).map(|(text, width)| format!("{text:>width$}"));
        words.collect::<Vec<_>>().join(" ")
    };
    texts.chunks(cols).map(line).collect()
}

/// Returns the lines of a body that declares a matrix.
fn declared(matrix: &Matrix) -> Vec<String> {
    let header = begins_like_a_header(matrix);
    let header = header.then(|| format!("{} {} 0", matrix.rows(), matrix.cols()));
    header.into_iter().chain(rows_text(matrix).lines().map(str::to_owned)).collect()
}

/// Returns whether the first row of a matrix, written without a header, would be read as one.
fn begins_like_a_header(matrix: &Matrix) -> bool {
    let (cells, after) = (matrix.cells(), matrix.rows() - 1);
    matrix.cols() == 3 && after > 0 && cells[0] == after as i64 && cells[1] == 3
}

/// Reads a body or a raw input.
fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Lowered> {
    let mark = out.len();
    let shape = syntax::expect_matrix_body(body, out)?;
    let header = lower::header_of(body, &shape);
    out.mark(|marks| marks::mark_rows(&shape, header.is_some(), marks));
    lower::lower(body, shape, header, mark, out)
}

/// Returns whether a text is raw input: `M N R`, and as many rows and columns.
fn fits(text: &str) -> Option<Precedence> {
    let mut rows = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| {
        let (mut row, mut faults) = (Vec::new(), Vec::new());
        read_row(line, &mut row, &mut faults);
        faults.is_empty().then_some(row)
    });
    let header = rows.next()??;
    let &[height, width, _] = &header[..] else { return None };
    let is_row = |row: Option<Vec<i64>>| row.is_some_and(|row| row.len() as i64 == width);
    let mut count = 0;
    let is_whole = rows.all(|row| {
        count += 1;
        is_row(row)
    });
    (is_whole && count == height && count > 0).then_some(Precedence::Header)
}

/// Returns whether a text begins like raw input: with a header.
fn begins(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let mut words = line.split_ascii_whitespace();
    words.clone().count() == 3 && words.all(|word| word.parse::<i64>().is_ok())
}

impl Game for MatrixGame {
    type Model = Matrix;
    type State = Turn;
    type Word = Word;
    type Call = Call;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word> = Word::TABLE;

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Reading<Matrix>> {
        let Lowered { matrix, turn } = read(body, out)?;
        let command = |turn| format!("rotate {turn}");
        let ask = turn.map(|turn| Ask::Implied { command: command(turn.value), span: turn.span });
        Some(Reading { model: matrix, asks: ask.into_iter().collect() })
    }

    /// Aligns the columns, unless a header makes the body verbatim.
    fn format(written: &Written<'_, Matrix>) -> Option<Vec<String>> {
        written.asks.is_empty().then(|| aligned(written.model))
    }

    fn convert(written: &Written<'_, Matrix>) -> Option<Converted> {
        marks::convert(written)
    }

    fn open(model: Arc<Matrix>) -> Self {
        Self { start: model, last: None }
    }

    fn call(word: Word, given: &mut Given<'_>, sink: &mut Sink) -> Option<Call> {
        syntax::matrix_command(word, given, sink)
    }

    fn run(
        &mut self,
        state: &Turn,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Result<Reply<Turn>, Failure> {
        commands::run(self, *state, call, context)
    }

    fn declare(&mut self, state: &Turn, _budget: &Budget) -> Result<Option<Vec<String>>, Answer> {
        Ok(Some(declared(self.turned(*state))))
    }

    fn fields(&mut self, state: &Turn, _budget: &Budget) -> Result<Vec<Field>, Answer> {
        Ok(json::fields(self.turned(*state)))
    }

    fn start(&self) -> Turn {
        0
    }

    fn show(&mut self, state: &Turn, _budget: &Budget) -> Answer {
        Answer::Rows(self.turned(*state).to_rows())
    }

    fn status(&self, state: &Turn, _: &Searches) -> Status {
        let (rows, cols) = (self.start.rows(), self.start.cols());
        let size = format!("{}, {}", counted(rows, "row"), counted(cols, "column"));
        let (rings, turned) = (counted(self.start.rings(), "ring"), scene::turned(*state));
        Status { done: Done::Phrase(format!("{size}, {rings}, {turned}")), figures: Vec::new() }
    }

    fn prompt(&self, state: &Turn) -> String {
        format!("rotated by {state}")
    }

    fn scene(&mut self, name: &str, state: &Turn) -> Scene {
        scene::scene(name, self.turned(*state), *state)
    }

    fn standing(&self, state: &Turn) -> Standing {
        let made = u64::try_from(state.unsigned_abs()).unwrap_or(u64::MAX);
        Standing { made, ..Standing::default() }
    }

    fn legal_moves(&self, _state: &Turn) -> Vec<LegalMove> {
        let turn = |(text, direction)| LegalMove {
            direction: Some(direction),
            ..LegalMove::of(String::from(text))
        };
        [("rotate 1", "counterclockwise"), ("rotate -1", "clockwise")].map(turn).to_vec()
    }

    fn point(
        &mut self,
        name: &str,
        state: &Turn,
        call: &Call,
        _: &mut Searches,
        _: &Budget,
    ) -> Result<Option<Scene>, Failure> {
        let Some(marks) = commands::point(&self.start, call)? else { return Ok(None) };
        Ok(Some(scene::pointed(self.scene(name, state), marks)))
    }

    fn candidates(
        &self,
        _state: &Turn,
        word: Word,
        arg: &Arg,
        _before: Fragment<'_>,
    ) -> Vec<String> {
        let (rows, columns) = (self.start.rows(), self.start.cols());
        match (word, arg) {
            (Word::Ring, Arg::Number(_)) => {
                (0..self.start.rings().min(100)).map(|ring| ring.to_string()).collect()
            }
            (Word::Ring, Arg::Cell) => {
                let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| format!("({r},{c})")));
                cells.take(100).collect()
            }
            _ => Vec::new(),
        }
    }

    fn describe(&mut self, state: &Turn, spot: &Spot<'_>) -> Option<String> {
        marks::describe(&self.start, *state, spot)
    }

    fn cheap(&self, budget: &Budget) -> Option<Budget> {
        commands::is_cheap(&self.start).then(|| budget.clone())
    }

    fn script(&mut self, _: &Turn, _: &mut Searches, _: &Budget) -> Result<Vec<Cue>, Answer> {
        Ok(self.round())
    }

    fn graph(&mut self, &turn: &Turn, limit: usize, budget: &Budget) -> Option<StateGraph> {
        Some(explore(self, turn, limit, budget))
    }

    fn extent(matrix: &Matrix) -> Extent {
        Extent { pieces: None, size: Some([matrix.rows(), matrix.cols()]) }
    }

    fn canonical(matrix: &Matrix) -> Option<Vec<u64>> {
        Some(states::form(matrix).canonical())
    }

    fn judge(
        input: Input<'_>,
        _budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict {
        let body = Body::raw(input);
        let Some(Lowered { matrix, turn }) = read_rows(&INFO, &body, &mut Out::new(sink), read)
        else {
            return Verdict::Fine;
        };
        // Every row answers the line that asks for the rotation.
        let asked = match turn {
            Some(turn) => turn.span.start,
            None => body.lines().first().map_or(0, |line| line.start),
        };
        let number = input.source.line_number(asked);
        let turned = matrix.rotate(turn.map_or(0, |turn| turn.value.into()));
        let mut line = Vec::new();
        for row in turned.iter_rows() {
            line.clear();
            write_row(row, &mut line);
            emit(number, std::str::from_utf8(&line).expect("digits, signs and spaces are ASCII"));
        }
        Verdict::Fine
    }
}
