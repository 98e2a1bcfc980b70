//! The graph of rotations: a round trip.

use super::{Matrix, Turned};
use crate::puzzle::Answer;
use crate::puzzle::rank::{Form, Part};
use crate::puzzle::states::Rules;

/// The rotations of a matrix by one place.
pub(super) struct Rotations;

impl Rules for Rotations {
    type At = Turned;
    type Key = Vec<i64>;

    fn key(&mut self, at: &Turned) -> Vec<i64> {
        at.matrix(|matrix| matrix.cells().to_vec())
    }

    fn moves(&mut self, at: &Turned) -> Vec<(String, Turned)> {
        at.turn
            .checked_add(1)
            .map(|_| (String::from("rotate 1"), at.rotated(1)))
            .into_iter()
            .collect()
    }

    fn bytes(&self, at: &Turned) -> u64 {
        8 * at.start.cells().len() as u64
    }

    fn text(&mut self, at: &Turned) -> String {
        Answer::Rows(at.matrix(Matrix::to_rows)).to_string()
    }

    fn is_goal(&self, _: &Turned) -> bool {
        false
    }
}

/// Returns the matrix as it was declared.
pub(super) fn form(matrix: &Matrix) -> Form {
    let cells = matrix.cells().iter().map(|&cell| Part::Fixed(cell as u64)).collect();
    let rows = matrix.rows();
    let columns = matrix.cols();
    Form { rows, columns, boards: vec![cells], notes: Vec::new(), keeps_rows: false }
}
