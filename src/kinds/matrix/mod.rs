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

use std::sync::{Arc, Mutex, PoisonError};

// The benchmarks time these.
pub use cells::Matrix;
pub use numbers::{rows_text, write_rows};
pub use rotate::rotate_cells;
pub use rules::rotate;
pub use syntax::row::read_row;

use self::syntax::Call;
use crate::diag::{Sink, counted};
use crate::puzzle::rank::Extent;
use crate::puzzle::states::{StateGraph, explore};
use crate::puzzle::{
    Answer, Ask, Body, Command, Context, Cue, Done, Failure, Field, Game, Info, Input, Instruction,
    LegalMove, Out, Precedence, Reading, Reply, Request, Searches, Slot, Spot, Standing, Status,
    Verdict, read_rows, write_row,
};
use crate::scene::Scene;
use crate::search::Budget;
use crate::syntax::{Arg, Fragment};
use lower::Lowered;
use verbs::Word;

/// Places counterclockwise by which the rings have turned since the start.
pub type Turn = i128;

/// The kind.
pub static INFO: Info = Info {
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
    read: reading,
    lints: |instruction, sink| Call::read(instruction, sink).is_some(),
    judge,
    ..Info::PLAIN
};

/// A matrix as it is turned.
#[derive(Clone, Debug)]
pub(crate) struct Turned {
    start: Arc<Matrix>,
    turn: Turn,
    /// The matrix that was last needed, and how far it is turned: all turns of a matrix share it.
    last: Arc<Mutex<(Turn, Matrix)>>,
}

impl Turned {
    /// Rotations that a film shows at most.
    const FILMED: usize = 100;

    /// Returns the outermost ring once around.
    fn round(&self) -> Vec<Cue> {
        let rows = self.start.rows();
        let cols = self.start.cols();
        let round = if rows < 2 || cols < 2 { 0 } else { 2 * (rows + cols) - 4 };
        let turns = 1..=round.min(Self::FILMED);
        turns.map(|places| Cue::new("rotate 1", self.rotated(places as Turn))).collect()
    }

    /// Returns the start.
    fn start(matrix: Arc<Matrix>) -> Self {
        Self { start: matrix, turn: 0, last: Arc::default() }
    }

    /// Returns the matrix after a rotation by that many places.
    fn rotated(&self, places: Turn) -> Self {
        Self { turn: self.turn.wrapping_add(places), ..self.clone() }
    }

    /// Hands out the matrix.
    fn matrix<T>(&self, see: impl FnOnce(&Matrix) -> T) -> T {
        if self.turn == 0 {
            return see(&self.start);
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.0 != self.turn {
            // It says of no turn what it holds until it is rotated.
            last.0 = 0;
            self.start.rotate_into(self.turn, &mut last.1);
            last.0 = self.turn;
        }
        see(&last.1)
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
    let cells = matrix.cells();
    let after = matrix.rows() - 1;
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
        let mut row = Vec::new();
        let mut faults = Vec::new();
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

/// Reads a body or a raw input, as a puzzle and the rotation that it implies.
fn reading(body: &Body<'_>, out: &mut Out<'_>) -> Option<Reading> {
    let Lowered { matrix, turn } = read(body, out)?;
    let verb = Word::TABLE.verb(Word::Rotate)?;
    let ask = turn.map(|turn| {
        let args = turn.value.to_string();
        Ask::Implied { verb, args, span: turn.span }
    });
    let matrix = Arc::new(matrix);
    let asks = ask.into_iter().collect();
    let rows = matrix.clone();
    let other = matrix.clone();
    Some(Reading {
        asks,
        // Aligns the columns, unless a header makes the body verbatim.
        format: Box::new(move |_, asks| asks.is_empty().then(|| aligned(&rows))),
        convert: Box::new(move |_, asks| marks::convert(&other, asks)),
        ..Reading::new(move || Turned::start(matrix.clone()))
    })
}

impl Game for Turned {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn searches(&self) -> Box<dyn Searches> {
        Box::new(self.clone())
    }

    fn declare(&self, _budget: &Budget) -> Result<Option<Vec<String>>, Answer> {
        Ok(Some(self.matrix(declared)))
    }

    fn fields(&self, _budget: &Budget) -> Result<Vec<Field>, Answer> {
        Ok(self.matrix(json::fields))
    }

    fn show(&self, _budget: &Budget) -> Answer {
        Answer::Rows(self.matrix(Matrix::to_rows))
    }

    fn prompt(&self) -> String {
        format!("rotated by {}", self.turn)
    }

    fn scene(&self, name: &str) -> Scene {
        self.matrix(|matrix| scene::scene(name, matrix, self.turn))
    }

    fn standing(&self) -> Standing {
        let made = u64::try_from(self.turn.unsigned_abs()).unwrap_or(u64::MAX);
        Standing { made, ..Standing::default() }
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        let turn = |(text, direction)| LegalMove {
            direction: Some(direction),
            ..LegalMove::of(String::from(text))
        };
        [("rotate 1", "counterclockwise"), ("rotate -1", "clockwise")].map(turn).to_vec()
    }

    fn candidates(&self, slot: Slot<'_>, _before: Fragment<'_>) -> Vec<String> {
        let rows = self.start.rows();
        let columns = self.start.cols();
        match (Word::TABLE.words[slot.verb], slot.arg) {
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

    fn describe(&self, spot: &Spot<'_>) -> Option<String> {
        marks::describe(&self.start, self.turn, spot)
    }

    fn cheap(&self, budget: &Budget) -> Option<Budget> {
        commands::is_cheap(&self.start).then(|| budget.clone())
    }

    fn graph(&self, limit: usize, budget: &Budget) -> Option<StateGraph> {
        Some(explore(&mut states::Rotations, self.clone(), limit, budget))
    }

    fn extent(&self) -> Extent {
        Extent { pieces: None, size: Some([self.start.rows(), self.start.cols()]) }
    }

    fn canonical(&self) -> Option<Vec<u64>> {
        Some(states::form(&self.start).canonical())
    }
}

impl Call {
    /// Returns the command of a verb and its arguments. Pushes a diagnostic and gives `None` if they are
    /// malformed.
    fn read(instruction: Instruction<'_>, sink: &mut Sink) -> Option<Self> {
        let Instruction { verb, mut given } = instruction;
        syntax::matrix_command(Word::TABLE.words[verb], &mut given, sink)
    }
}

/// No command of a matrix searches.
impl Searches for Turned {
    fn command<'a>(
        &'a mut self,
        request: Request<'_>,
        sink: &mut Sink,
    ) -> Option<Box<dyn Command + 'a>> {
        let call = Call::read(request.command()?, sink)?;
        Some(Box::new(Bound { at: self, call }))
    }

    fn status(&self) -> Status {
        let rows = self.start.rows();
        let cols = self.start.cols();
        let size = format!("{}, {}", counted(rows, "row"), counted(cols, "column"));
        let rings = counted(self.start.rings(), "ring");
        let turned = scene::turned(self.turn);
        Status { done: Done::Phrase(format!("{size}, {rings}, {turned}")), figures: Vec::new() }
    }

    fn script(&mut self, _: &Budget) -> Result<Vec<Cue>, Answer> {
        Ok(self.round())
    }
}

/// A command at the matrix where it is run.
struct Bound<'a> {
    at: &'a Turned,
    call: Call,
}

impl Command for Bound<'_> {
    fn run(&mut self, context: &mut Context<'_>) -> Result<Reply, Failure> {
        commands::run(self.at, &self.call, context)
    }

    fn point(&mut self, name: &str, _: &Budget) -> Result<Option<Scene>, Failure> {
        let Some(marks) = commands::point(&self.at.start, &self.call)? else { return Ok(None) };
        Ok(Some(scene::pointed(self.at.scene(name), marks)))
    }
}

/// Reads raw input and answers with the rows of the matrix as it is turned.
fn judge(
    input: Input<'_>,
    _budget: &Budget,
    sink: &mut Sink,
    emit: &mut dyn FnMut(u32, &str),
) -> Verdict {
    let body = Body::raw(input);
    let Some(Lowered { matrix, turn }) = read_rows(&INFO, &body, &mut Out::new(sink), read) else {
        return Verdict::Fine;
    };
    // Every row answers the line that asks for the rotation.
    let start = match turn {
        Some(turn) => turn.span.start,
        None => body.lines().first().map_or(0, |line| line.start),
    };
    let number = input.source.line_number(start);
    let turned = matrix.rotate(turn.map_or(0, |turn| turn.value.into()));
    let mut line = Vec::new();
    for row in turned.iter_rows() {
        line.clear();
        write_row(row, &mut line);
        emit(number, std::str::from_utf8(&line).expect("digits, signs and spaces are ASCII"));
    }
    Verdict::Fine
}
