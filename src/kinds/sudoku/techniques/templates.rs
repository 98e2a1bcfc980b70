//! Templates: every way in which a digit can lie in all rows, columns and boxes.
//!
//! ```text
//!   . x . │ . . .      a cell of every template has the digit (set); a candidate of no template
//!   . . . │ x . .      goes (delete)
//! ```

use super::board::{Board, Cells, cells};
use super::{Effect, Found};

/// The templates of a digit: the cells that some template has, and those that every template has.
#[derive(Clone, Copy)]
struct Templates {
    any: Cells,
    all: Cells,
}

/// The rows of a digit, of which each gets one cell.
struct Rows<'a> {
    board: &'a Board,
    /// For each row the cells that can have the digit.
    left: Vec<Cells>,
    found: Templates,
}

impl Rows<'_> {
    /// Fills the rows from `row` on. `taken` are the cells that are filled, `seen` those that see one.
    fn fill(&mut self, row: usize, taken: Cells, seen: Cells) {
        let Some(own) = self.left.get(row) else {
            self.found.any |= taken;
            self.found.all &= taken;
            return;
        };
        for cell in cells(own & !seen) {
            self.fill(row + 1, taken | 1 << cell, seen | self.board.peers(cell));
        }
    }
}

/// Returns the templates of a digit within some cells.
fn templates(board: &Board, places: Cells) -> Templates {
    let left = board.units()[..board.size()].iter().map(|row| row & places).collect();
    let mut rows = Rows { board, left, found: Templates { any: 0, all: Cells::MAX } };
    rows.fill(0, 0, 0);
    rows.found
}

/// Finds cells that every template of a digit has.
pub(super) fn set(board: &Board, found: &mut Found) {
    each(board, |digit, templates| {
        for cell in cells(templates.all & board.at(digit)) {
            let effect = Effect::Place(cell, digit as u8 + 1);
            found.push(board, "template-set", effect, 0, || board.digits(1 << digit));
        }
    });
}

/// Finds candidates that no template of a digit has.
pub(super) fn delete(board: &Board, found: &mut Found) {
    each(board, |digit, templates| {
        let gone = board.removal(cells(board.at(digit) & !templates.any), 1 << digit);
        found.remove(board, "template-delete", gone, || board.digits(1 << digit));
    });
}

/// Calls `look` with the templates of each digit. A cell that every template of a digit has is in no
/// template of another digit.
fn each(board: &Board, mut look: impl FnMut(usize, Templates)) {
    if !board.has_sets() {
        return;
    }
    let filled = |digit: usize| {
        let value = digit as u8 + 1;
        let own = (0..board.grid().cells().len()).filter(|&at| board.grid().value(at) == value);
        own.fold(board.at(digit), |set, cell| set | 1 << cell)
    };
    let mut places: Vec<Cells> = (0..board.size()).map(filled).collect();
    let mut found: Vec<Templates> = Vec::new();
    loop {
        found.clear();
        for &places in &places {
            if board.is_stopped() {
                return;
            }
            found.push(templates(board, places));
        }
        if found.iter().any(|templates| templates.any == 0) {
            return;
        }
        let mut is_done = true;
        for (digit, own) in places.iter_mut().enumerate() {
            let others = found.iter().enumerate().filter(|other| other.0 != digit);
            let taken = others.fold(0, |all, other| all | other.1.all);
            is_done &= *own & taken == 0;
            *own &= !taken;
        }
        if is_done {
            break;
        }
    }
    found.into_iter().enumerate().for_each(|(digit, templates)| look(digit, templates));
}
