//! The commands about the breadth-first stream of boards.

use super::State;
use super::at_work::AtWork;
use super::commands::{gave_up, path};
use super::space::Boards;
use super::syntax::Call;
use crate::puzzle::{Answer, List};
use crate::search::{Budget, Halt, Lines, Search, Stop, Until};

/// Returns the answer of a command about the breadth-first stream of boards.
pub(super) fn answer(
    state: &mut State,
    at_work: &mut AtWork,
    blank: char,
    call: &Call,
    budget: &Budget,
) -> Answer {
    let start = state.grid.clone();
    let mut boards = state.boards(budget);
    let board = |boards: &Search<Boards>, id| boards.space().board(boards.state(id)).line(blank);
    match call {
        Call::Boards(count) => first_states(&mut boards, at_work, *count, budget, board),
        Call::Step(count) => {
            let expanded = boards.figures().expanded;
            let budget = at_work.beyond(expanded, budget);
            let left = count.saturating_sub(expanded - at_work.spent().min(expanded));
            match boards.advance(Until::Expanded(left), &budget) {
                Halt::Stopped(stop) => gave_up(stop, boards.figures()),
                _ => Answer::Text(boards.figures().to_string()),
            }
        }
        Call::Frontier(count) => {
            let count = usize::try_from(*count).unwrap_or(usize::MAX);
            let lines = &mut at_work.lines;
            let ids = boards.frontier().take(count).skip(lines.count());
            match list(lines, ids, budget, |id| board(&boards, id)) {
                Ok(list) => Answer::Page(list),
                Err(stop) => gave_up(stop, boards.figures()),
            }
        }
        Call::Paths(count) => {
            let way = |boards: &Search<Boards>, id| {
                let moves = boards.path_to(id).into_iter();
                path(moves.map(|one| (usize::from(one.cell), one.digit)), &start)
            };
            first_states(&mut boards, at_work, *count, budget, way)
        }
        _ => Answer::NotComputed,
    }
}

/// A line for each of the first `count` states of the stream.
fn first_states(
    boards: &mut Search<Boards>,
    at_work: &mut AtWork,
    count: u64,
    budget: &Budget,
    line: impl Fn(&Search<Boards>, u32) -> String,
) -> Answer {
    let within = at_work.beyond(boards.figures().expanded, budget);
    if let Halt::Stopped(stop) = boards.advance(Until::Discovered(count), &within) {
        return gave_up(stop, boards.figures());
    }
    let lines = &mut at_work.lines;
    let ids = lines.count() as u32..count.min(u64::from(boards.discovered())) as u32;
    match list(lines, ids, budget, |id| line(boards, id)) {
        Ok(list) => Answer::Page(list),
        Err(stop) => gave_up(stop, boards.figures()),
    }
}

/// Adds a line for each state of a number; all lines together.
fn list(
    lines: &mut Lines,
    ids: impl Iterator<Item = u32>,
    budget: &Budget,
    line: impl Fn(u32) -> String,
) -> Result<List, Stop> {
    for id in ids {
        budget.rest()?;
        lines.push(&line(id), budget)?;
    }
    Ok(std::mem::take(lines).into())
}
