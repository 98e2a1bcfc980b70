//! Sue de Coq: cells where a box and a line cross, with cells of both outside, hold as many digits as
//! they are.
//!
//! ```text
//!   C C . │ A . .      C: two or three cells of the crossing, with at least two digits more
//!   B . . │            A: cells of the line, B: cells of the box, with no digit in common
//!   . . . │            C, A and B have as many digits as cells: each digit is in one of them, so
//!                      those of C and A leave the line unless B has them, and the reverse
//! ```

use super::Collector;
use super::board::{Board, Cells, bits, cells, choose};
use super::chains::gathered;

/// Some cells with their digits.
#[derive(Clone, Copy)]
struct Part {
    cells: Cells,
    digits: u32,
    count: u32,
}

/// Returns the choices of up to so many cells from a set.
fn parts(board: &Board, set: Cells, counts: std::ops::RangeInclusive<usize>) -> Vec<Part> {
    let open: Vec<usize> = cells(set).filter(|&cell| board.mask(cell) != 0).collect();
    let mut parts = Vec::new();
    for count in counts {
        choose(&open, count, |chosen| {
            let digits = chosen.iter().fold(0, |digits, &cell| digits | board.mask(cell));
            let cells = chosen.iter().fold(0, |set: Cells, &cell| set | 1 << cell);
            parts.push(Part { cells, digits, count: count as u32 });
        });
    }
    parts
}

pub(super) fn find(board: &Board, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }

    let units = board.units();
    let size = board.size();
    for box_cells in &units[2 * size..] {
        for line in &units[..2 * size] {
            let crossing = box_cells & line;
            for center in parts(board, crossing, 2..=crossing.count_ones() as usize) {
                if board.is_stopped() {
                    return;
                }
                if center.digits.count_ones() < center.count + 2 {
                    continue;
                }
                let [line_parts, box_parts] =
                    [line, box_cells].map(|unit| taking(board, center, unit & !crossing));
                for line_part in &line_parts {
                    let is_apart = |box_part: &&Part| line_part.digits & box_part.digits == 0;
                    for box_part in box_parts.iter().filter(is_apart) {
                        let digits =
                            (center.digits | line_part.digits | box_part.digits).count_ones();
                        if digits == center.count + line_part.count + box_part.count {
                            conclude(
                                board,
                                [*line, *box_cells],
                                [center, *line_part, *box_part],
                                collector,
                            );
                        }
                    }
                }
            }
        }
    }
}

/// Returns the choices of cells beside the crossing that take a digit from it, and leave it one.
fn taking(board: &Board, center: Part, set: Cells) -> Vec<Part> {
    let spare = center.digits.count_ones() - center.count;
    let takes = |part: &Part| {
        let taken = part.count.saturating_sub((part.digits & !center.digits).count_ones());
        (1..spare).contains(&taken)
    };
    parts(board, set, 1..=board.size() - 1).into_iter().filter(takes).collect()
}

fn conclude(board: &Board, units: [Cells; 2], parts: [Part; 3], collector: &mut Collector) {
    let [center, line_part, box_part] = parts;
    let mut eliminations = Vec::new();
    for (unit, near, far) in [(units[0], line_part, box_part), (units[1], box_part, line_part)] {
        let rest = unit & !(center.cells | near.cells);
        let digits = (center.digits | near.digits) & !far.digits;
        for digit in bits(digits) {
            eliminations.extend(board.removal(cells(rest), 1 << digit));
        }
    }
    eliminations.sort_unstable();
    eliminations.dedup();
    collector.eliminate(board, "sue-de-coq", gathered(eliminations), || {
        let text = |part: &Part| {
            format!("{} in {}", board.digits(part.digits), board.names(cells(part.cells)))
        };
        parts.each_ref().map(text).join(", ")
    });
}
