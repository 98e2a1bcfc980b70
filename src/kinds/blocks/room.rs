//! Boards on which no block can move. Often a sign for an empty cell was read as a block.

use super::lower::apart;
use super::rules::Board;
use super::{Blocks, Model, faults};
use crate::diag::{Shown, Sink};
use crate::syntax::Habit;
use crate::text::Span;

/// Warns of a board on which no block can move, unless its goals hold.
pub(crate) fn tell_no_room<K: Blocks>(model: &Model<K>, sink: &mut Sink) {
    let board = &*model.board;
    if board.blocks.is_empty() || board.is_solved(&board.start) || board.can_move(&board.start) {
        return;
    }

    let layout = board.layout(&board.start);
    let spans = |is_wanted: &dyn Fn(usize) -> bool| -> Vec<Span> {
        let cells = model.cell_spans.iter().enumerate();
        cells.filter(|(cell, _)| is_wanted(*cell)).map(|(_, span)| *span).collect()
    };
    let empty = spans(&|cell| layout[cell].is_none() && !board.walls[cell]);
    let Some(first) = empty.first() else {
        let Some(block) = intended_empty(board) else {
            let first = model.cell_spans.first().copied().unwrap_or_default();
            return sink.push(faults::no_empty_cell::<K>(first.to(model.last_row)));
        };
        let label = &board.blocks[block].label;
        let cells = spans(&|cell| layout[cell] == Some(block));
        return sink.push(faults::empty_sign::<K>(&cells, Shown(label)));
    };
    sink.push(faults::no_way_out::<K>(*first, &empty[1..]));
}

/// Returns the block whose label is probably the sign of an empty cell, on a board that has no empty
/// cell and whose goals do not hold: the usual signs first, then blocks in several pieces.
pub(crate) fn intended_empty(board: &Board) -> Option<usize> {
    let filled: usize = board.blocks.iter().map(|block| block.cells.len()).sum();
    let walls = board.walls.iter().filter(|wall| **wall).count();
    if filled + walls < board.walls.len() || board.is_solved(&board.start) {
        return None;
    }
    let has_goal = |block: usize| board.goals.iter().any(|goal| goal.block == block);
    let blocks = (0..board.blocks.len()).rev().filter(|&block| !has_goal(block));
    let likely = blocks.map(|block| (likelihood(board, block), block));
    let best = likely.max_by_key(|(likelihood, _)| *likelihood);
    best.filter(|(likelihood, _)| *likelihood > 0).map(|(_, block)| block)
}

/// Returns how likely the label of a block is the sign of an empty cell; 0 if nothing says so.
fn likelihood(board: &Board, block: usize) -> u8 {
    let label = board.blocks[block].label.as_str();
    let is_torn = apart(&board.blocks[block].cells).is_some();
    let Some(sign) = label.chars().next().filter(|sign| label.chars().all(|char| char == *sign))
    else {
        return u8::from(is_torn);
    };
    if !sign.is_alphabetic() {
        let is_usual = Habit::Empty.is(sign);
        return 4 * u8::from(is_usual) + u8::from(is_torn);
    }
    // Among labels that are letters of its case, a letter is a label like them.
    let others = board.blocks.iter().filter(|other| other.label != label);
    let letters = others.flat_map(|other| other.label.chars());
    let mut letters = letters.filter(|char| char.is_alphabetic());
    let is_other = !letters.any(|char| char.is_lowercase() == sign.is_lowercase());
    let is_usual = is_other && (Habit::Empty.is(sign) || matches!(sign, 'o' | 'O'));
    2 * u8::from(is_usual) + u8::from(is_torn)
}

#[cfg(test)]
mod tests {
    use crate::kinds::{klotski, rush};
    use crate::puzzle::testing::faults;

    #[test]
    fn a_board_on_which_no_block_can_move_is_reported_where_its_room_may_be() {
        for (text, blamed) in [
            // The sign of an empty cell, in one piece or several, packed or not, of any width.
            ("A 0 B\nC 0 B\nC D 0\ngoal A at (2,2)", "0"),
            ("2 1 1 3\n2 1 1 3\n4 0 0 5\ngoal 1 at (1,1)", "0"),
            ("A_B\nC_B\nCD_\ngoal A at (2,2)", "_"),
            ("AA -- --\nBB BB CC\ngoal CC at (0,1)", "--"),
            ("A * B\nA C B\ngoal C at (0,1)", "*"),
            ("A o B\nA C B\ngoal C at (0,1)", "o"),
            // A usual sign counts more than a block in several pieces, and that more than nothing.
            ("E A E\nB - E\ngoal A at (1,1)", "-"),
            ("E A E\nB B E\ngoal A at (1,1)", "E"),
            // Neither a letter among others of its case, nor a block with a goal.
            ("n o\nn p\ngoal n at (0,1)", "n o\nn p"),
            ("A 0\nA B\ngoal 0 at (1,1)", "A 0\nA B"),
            ("A B\n# C", "A B\n# C"),
            // There are empty cells, and nothing fits.
            ("A A # .\nB B # .\ngoal B at (0,0)", "."),
        ] {
            let reported = faults(&klotski::INFO, &format!("\n{text}\n"), &[]);
            assert_eq!(reported, [("klotski::no-room", String::from(blamed))], "{text}");
        }
        for (text, blamed) in [
            ("BBCC\nAADD\nEEFF\nGGHH\n", "BBCC\nAADD\nEEFF\nGGHH"),
            ("BBC.\n##C#\nAADD\nEEFF\n", "."),
        ] {
            let reported = faults(&rush::INFO, &format!("\n{text}\n"), &[]);
            assert_eq!(reported, [("rush::no-room", String::from(blamed))], "{text}");
        }
    }

    #[test]
    fn a_board_with_a_move_or_with_its_goals_reached_has_room() {
        for text in
            ["A .\ngoal A at (0,1)", "A B\ngoal A at (0,0)", ". .", "A 0 .\ngoal A at (0,2)"]
        {
            assert_eq!(faults(&klotski::INFO, &format!("\n{text}\n"), &[]), [], "{text}");
        }
    }
}
