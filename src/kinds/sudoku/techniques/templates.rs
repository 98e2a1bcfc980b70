//! Templates: every way in which a digit can lie in all rows, columns and boxes.
//!
//! ```text
//!   . x . │ . . .      a cell of every template has the digit (set); a candidate of no template
//!   . . . │ x . .      goes (delete)
//! ```

use super::board::{Board, Cells, cells};
use super::{Collector, Effect};

/// The templates of a digit: the cells that some template has, and those that every template has.
#[derive(Clone, Copy)]
struct Templates {
    possible: Cells,
    certain: Cells,
}

/// The rows of a digit, of which each gets one cell.
struct Rows<'a> {
    board: &'a Board,
    /// For each row the cells that can have the digit.
    left: Vec<Cells>,
    templates: Templates,
}

impl Rows<'_> {
    /// Fills the rows from `row` on. `taken` are the cells that are filled, `seen` those that see one.
    fn fill(&mut self, row: usize, taken: Cells, seen: Cells) {
        let Some(places) = self.left.get(row) else {
            self.templates.possible |= taken;
            self.templates.certain &= taken;
            return;
        };
        for cell in cells(places & !seen) {
            self.fill(row + 1, taken | 1 << cell, seen | self.board.peers(cell));
        }
    }
}

/// Returns the templates of a digit within some cells.
fn templates(board: &Board, places: Cells) -> Templates {
    let left = board.units()[..board.size()].iter().map(|row| row & places).collect();
    let mut rows = Rows { board, left, templates: Templates { possible: 0, certain: Cells::MAX } };
    rows.fill(0, 0, 0);
    rows.templates
}

/// Finds cells that every template of a digit has.
pub(super) fn set(board: &Board, collector: &mut Collector) {
    each(board, |digit, templates| {
        for cell in cells(templates.certain & board.at(digit)) {
            let effect = Effect::Place(cell, digit as u8 + 1);
            collector.push(board, "template-set", effect, 0, || board.digits(1 << digit));
        }
    });
}

/// Finds candidates that no template of a digit has.
pub(super) fn delete(board: &Board, collector: &mut Collector) {
    each(board, |digit, templates| {
        let eliminations = board.removal(cells(board.at(digit) & !templates.possible), 1 << digit);
        collector.eliminate(board, "template-delete", eliminations, || board.digits(1 << digit));
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
        let placed = (0..board.grid().cells().len()).filter(|&at| board.grid().value(at) == value);
        placed.fold(board.at(digit), |set, cell| set | 1 << cell)
    };
    let mut places: Vec<Cells> = (0..board.size()).map(filled).collect();
    let mut digit_templates: Vec<Templates> = Vec::new();
    loop {
        digit_templates.clear();
        for &places in &places {
            if board.is_stopped() {
                return;
            }
            digit_templates.push(templates(board, places));
        }
        if digit_templates.iter().any(|templates| templates.possible == 0) {
            return;
        }
        let mut is_done = true;
        for (digit, digit_places) in places.iter_mut().enumerate() {
            let others = digit_templates.iter().enumerate().filter(|other| other.0 != digit);
            let taken = others.fold(0, |union, other| union | other.1.certain);
            is_done &= *digit_places & taken == 0;
            *digit_places &= !taken;
        }
        if is_done {
            break;
        }
    }
    digit_templates.into_iter().enumerate().for_each(|(digit, templates)| look(digit, templates));
}
