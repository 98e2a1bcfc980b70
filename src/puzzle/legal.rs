//! The legal moves of a state with the cells that they lead between, for a board that a person plays
//! on.

use crate::scene::Coordinate;

/// A legal move, and the cells between which it leads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LegalMove {
    /// The move as `play` takes it.
    pub text: String,
    /// The number of the piece that moves, as in the scene of the state
    /// ([`Cell::piece`](crate::scene::Cell::piece)).
    pub piece: Option<u32>,
    /// The cells that the piece leaves, in reading order.
    pub from: Vec<Coordinate>,
    /// The cells on which the piece is after the move, or which the move changes.
    pub to: Vec<Coordinate>,
    /// The direction of a straight move.
    pub direction: Option<&'static str>,
    /// The number of cells by which a straight move shifts its piece.
    pub distance: Option<u32>,
}

impl LegalMove {
    /// Returns a move that shifts a piece. It is straight if all cells are shifted alike along a
    /// row or a column.
    pub fn shift(text: String, piece: u32, from: Vec<Coordinate>, to: Vec<Coordinate>) -> Self {
        let (direction, distance) = straight(&from, &to).unzip();
        Self { text, piece: Some(piece), from, to, direction, distance }
    }

    /// Returns a move that changes a cell.
    pub fn change(text: String, cell: Coordinate) -> Self {
        Self { text, to: vec![cell], ..Self::default() }
    }

    /// Returns a move that leads from no cell to another.
    pub fn of(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// Returns direction and length of the straight shift that leads from the first cells to the others.
fn straight(from: &[Coordinate], to: &[Coordinate]) -> Option<(&'static str, u32)> {
    let offset = |(from, to): (&Coordinate, &Coordinate)| {
        let [rows, columns] = [(to.row, from.row), (to.column, from.column)];
        (i64::from(rows.0) - i64::from(rows.1), i64::from(columns.0) - i64::from(columns.1))
    };
    let mut offsets = from.iter().zip(to).map(offset);
    let first = offsets.next()?;
    let is_same = from.len() == to.len() && offsets.all(|other| other == first);
    let direction = match first {
        (0, 1..) => "right",
        (0, ..=-1) => "left",
        (1.., 0) => "down",
        (..=-1, 0) => "up",
        _ => return None,
    };
    is_same.then(|| (direction, first.0.unsigned_abs().max(first.1.unsigned_abs()) as u32))
}

/// The progress of a person who plays a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// True if the puzzle has a goal.
    pub has_goal: bool,
    /// True if the goal is reached.
    pub is_solved: bool,
    /// The number of moves made since the start.
    pub made: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_along_a_row_or_a_column_is_straight() {
        let cell = |row, column| Coordinate { row, column };
        let direction = |from: &[Coordinate], to: &[Coordinate]| {
            let made = LegalMove::shift(String::new(), 0, from.to_vec(), to.to_vec());
            made.direction.zip(made.distance)
        };
        let block = [cell(1, 1), cell(1, 2)];
        assert_eq!(direction(&block, &[cell(1, 3), cell(1, 4)]), Some(("right", 2)));
        assert_eq!(direction(&block, &[cell(0, 1), cell(0, 2)]), Some(("up", 1)));
        assert_eq!(direction(&block, &[cell(2, 2), cell(2, 3)]), None, "around a corner");
        assert_eq!(direction(&block, &[cell(1, 3)]), None, "another shape");
        assert_eq!(direction(&[], &[cell(1, 3)]), None);
    }
}
