//! The commands about the breadth-first stream of boards.

use super::State;
use super::commands::{gave_up, path};
use super::space::Boards;
use super::syntax::Call;
use crate::puzzle::Answer;
use crate::search::{Budget, Halt, Lines, Search, Until};

/// Returns the answer of a command about the breadth-first stream of boards.
pub(super) fn answer(state: &mut State, blank: char, call: &Call, budget: &Budget) -> Answer {
    let start = state.grid.clone();
    let mut boards = state.boards(budget);
    let board = |boards: &Search<Boards>, id| boards.space().board(boards.state(id)).line(blank);
    match call {
        Call::Boards(count) => first_states(&mut boards, *count, budget, board),
        Call::Step(count) => {
            let budget = budget.beyond(boards.figures().expanded);
            match boards.advance(Until::Expanded(*count), &budget) {
                Halt::Stopped(stop) => gave_up(stop, boards.figures()),
                _ => Answer::Text(boards.figures().to_string()),
            }
        }
        Call::Frontier(count) => {
            let count = usize::try_from(*count).unwrap_or(usize::MAX);
            let mut lines = Lines::new(budget);
            let pushed =
                boards.frontier().take(count).try_for_each(|id| lines.push(&board(&boards, id)));
            match pushed {
                Ok(()) => Answer::Page(lines.into()),
                Err(stop) => gave_up(stop, boards.figures()),
            }
        }
        Call::Paths(count) => {
            let way = |boards: &Search<Boards>, id| {
                let moves = boards.path_to(id).into_iter();
                path(moves.map(|one| (usize::from(one.cell), one.digit)), &start)
            };
            first_states(&mut boards, *count, budget, way)
        }
        _ => Answer::NotComputed,
    }
}

/// A line for each of the first `count` states of the stream.
fn first_states(
    boards: &mut Search<Boards>,
    count: u64,
    budget: &Budget,
    line: impl Fn(&Search<Boards>, u32) -> String,
) -> Answer {
    let within = budget.beyond(boards.figures().expanded);
    let halt = boards.advance(Until::Discovered(count), &within);
    if let Halt::Stopped(stop) = halt {
        return gave_up(stop, boards.figures());
    }
    let mut lines = Lines::new(budget);
    for id in 0..count.min(u64::from(boards.discovered())) as u32 {
        if let Err(stop) = lines.push(&line(boards, id)) {
            return gave_up(stop, boards.figures());
        }
    }
    Answer::Page(lines.into())
}
