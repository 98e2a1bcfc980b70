//! Goals that cannot be reached, as shows without a search.

use super::rules::{Board, Direction, Goal};

/// Returns the reason that shows that the goal cannot be reached: a wall, or a car of the same lane that
/// lies between the car and the edge. `None` if blocks do not keep to their lanes.
pub(crate) fn barrier(board: &Board) -> Option<String> {
    let &Goal { block: car, at } = board.goals.first().filter(|_| board.lanes)?;
    let layout = board.layout(&board.start);
    let across = board.is_across(car);
    let way = if across { Direction::Right } else { Direction::Down };
    let mut corner = board.start[car];
    while corner != at {
        corner = corner + way.offset();
        let cell = board.cells(car, corner).last()?;
        let index = board.index(cell);
        match layout[index] {
            _ if board.walls[index] => {
                return Some(format!("a wall stands on {cell}, between the car and the edge"));
            }
            Some(other) if board.is_across(other) == across => {
                let label = &board.blocks[other].label;
                let lies = format!("car `{label}` lies at {cell} in the same lane");
                return Some(format!("{lies}, and never leaves it"));
            }
            _ => {}
        }
    }
    None
}
