//! The commands of a matrix.

use std::sync::Arc;

use super::codes;
use super::syntax::Call;
use super::{Matrix, Turned};
use crate::puzzle::{Answer, Context, Depth, Failure, Reply};
use crate::scene::Coordinate;
use crate::text::Spanned;

/// The most cells of a matrix that a checker turns and writes for an expectation.
const CHEAP: usize = 4096;

/// Returns whether a checker turns and writes a matrix.
pub(super) fn is_cheap(matrix: &Matrix) -> bool {
    matrix.cells().len() <= CHEAP
}

/// Runs a command on the matrix as it is turned now.
///
/// # Errors
/// A ring or a place that the matrix does not have.
pub(super) fn run(game: &Turned, call: &Call, context: &Context<'_>) -> Result<Reply, Failure> {
    let matrix = &game.start;
    // Rings and places are the same however the matrix is turned.
    match *call {
        Call::Ring(k, span) if !has_ring(matrix, k) => {
            return Err(Box::new(codes::no_such_ring(span, k, matrix.rings())));
        }
        Call::RingOf(place) => {
            let (ring, position) = locate(matrix, place)?;
            return Ok(Reply::Answer(Answer::Row(vec![ring as i64, position as i64])));
        }
        _ => {}
    }

    let silent = match context.depth {
        Depth::Run => false,
        Depth::Check { answer: false } => true,
        Depth::Check { answer: true } | Depth::Preview => !is_cheap(matrix),
    };

    let next = game.rotated(if let Call::Rotate(places) = call { *places } else { 0 });
    let answer = if silent {
        Answer::NotComputed
    } else {
        next.matrix(|matrix| match *call {
            Call::Rings => {
                Answer::Rows((0..matrix.rings()).filter_map(|k| matrix.ring(k)).collect())
            }
            Call::Ring(k, _) => Answer::Row(matrix.ring(k as usize).unwrap_or_default()),
            _ => Answer::Rows(matrix.to_rows()),
        })
    };
    Ok(match call {
        Call::Rotate(_) => Reply::Moved(Arc::new(next), answer),
        _ => Reply::Answer(answer),
    })
}

/// The part of a matrix that a picture points at.
#[derive(Clone, Copy)]
pub(super) struct Pointed {
    /// The ring.
    pub(super) ring: u32,
    /// The row and the column of a cell in it.
    pub(super) cell: Option<(usize, usize)>,
}

/// Returns the part that a picture points at for a command.
///
/// # Errors
/// A ring or a place that the matrix does not have.
pub(super) fn point(matrix: &Matrix, call: &Call) -> Result<Option<Pointed>, Failure> {
    Ok(match *call {
        Call::Ring(k, span) if !has_ring(matrix, k) => {
            return Err(Box::new(codes::no_such_ring(span, k, matrix.rings())));
        }
        Call::Ring(k, _) => Some(Pointed { ring: k as u32, cell: None }),
        Call::RingOf(place) => {
            let (ring, _) = locate(matrix, place)?;
            Some(Pointed { ring: ring as u32, cell: cell(place.value) })
        }
        _ => None,
    })
}

/// Returns whether there is a ring `k`.
fn has_ring(matrix: &Matrix, k: i64) -> bool {
    usize::try_from(k).is_ok_and(|k| k < matrix.rings())
}

/// Returns the row and the column of a place that is not negative.
fn cell(place: Coordinate) -> Option<(usize, usize)> {
    usize::try_from(place.row).ok().zip(usize::try_from(place.column).ok())
}

/// Returns the ring and the position of a place.
fn locate(matrix: &Matrix, place: Spanned<Coordinate>) -> Result<(usize, usize), Failure> {
    match cell(place.value).filter(|&(row, col)| matrix.get(row, col).is_some()) {
        None => Err(Box::new(codes::off_the_matrix(place, matrix.rows(), matrix.cols()))),
        Some((row, col)) => {
            matrix.locate(row, col).ok_or_else(|| Box::new(codes::in_no_ring(place)))
        }
    }
}
