//! The graph of rotations: a round trip.

use super::{Matrix, MatrixGame, Turn};
use crate::puzzle::Answer;
use crate::puzzle::rank::{Form, Part};
use crate::puzzle::states::Rules;

impl Rules for MatrixGame {
    type At = Turn;
    type Key = Vec<i64>;

    fn key(&mut self, at: &Turn) -> Vec<i64> {
        self.turned(*at).cells().to_vec()
    }

    fn moves(&mut self, at: &Turn) -> Vec<(String, Turn)> {
        at.checked_add(1).map(|next| (String::from("rotate 1"), next)).into_iter().collect()
    }

    fn bytes(&self, _: &Turn) -> u64 {
        8 * self.start.cells().len() as u64
    }

    fn text(&mut self, at: &Turn) -> String {
        Answer::Rows(self.turned(*at).to_rows()).to_string()
    }

    fn is_goal(&self, _: &Turn) -> bool {
        false
    }
}

/// Returns the matrix as it was declared.
pub(super) fn form(matrix: &Matrix) -> Form {
    let cells = matrix.cells().iter().map(|&cell| Part::Fixed(cell as u64)).collect();
    let (rows, columns) = (matrix.rows(), matrix.cols());
    Form { rows, columns, boards: vec![cells], notes: Vec::new(), keeps_rows: false }
}
