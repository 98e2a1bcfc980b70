//! Moves that were typed: which legal move each one is, and what stands in its way.

use super::board::{Blocked, Board, Cell, Direction, Move, Places};
use super::codes::NO_WAY;
use super::faults;
use super::lower::Model;
use super::syntax::{Target, Typed, cell};
use crate::diag::nearest;
use crate::kind::Failure;
use crate::scene::Mark;
use crate::syntax::Fragment;

/// `LABEL (r,c) (r,c)`.
pub(super) fn move_text(board: &Board, by: Move) -> String {
    let label = &board.blocks[by.block].label;
    format!("{label} ({},{}) ({},{})", by.from.0, by.from.1, by.to.0, by.to.1)
}

/// Where a move leads the corner of its block. None for a place beyond the range of cells, which is
/// as far off the board as one beside it.
fn aim(board: &Board, typed: &Typed, from: Cell) -> Option<Cell> {
    let to = match typed.target {
        Target::Slide(direction) => {
            let (row, column) = direction.offset();
            Some((from.0 + row, from.1 + column))
        }
        Target::To(to) | Target::Between(_, _, to) => cell(to),
    };
    to.filter(|&at| board.near(at))
}

/// What stands in the way of the first illegal move, one block or wall per line. Empty if the message
/// of the failure says it all.
pub(super) fn obstacles(model: &Model, start: &Places, moves: &[Typed]) -> Vec<String> {
    let board = &*model.board;
    let mut places = start.clone();
    for typed in moves {
        let failure = match resolve(model, &places, typed, false) {
            Ok(by) => {
                places[by.block] = by.to;
                continue;
            }
            Err(failure) => failure,
        };
        let Some(&block) = model.numbers.get(&typed.label) else { break };
        let from = places[block];
        let Some(to) = aim(board, typed, from).filter(|&to| to != from) else { break };
        let layout = board.layout(&places);
        if failure.code != &NO_WAY {
            return faults::reasons(
                board,
                &board.obstacles(&layout, block, to).collect::<Vec<_>>(),
            );
        }
        // Free, but out of reach: the obstacles around all places that the block can reach.
        let mut here = board.reach_on(&layout, block, from);
        here.push(from);
        here.sort_unstable();
        let around: Vec<Blocked> = here
            .into_iter()
            .flat_map(|at| Direction::ALL.map(|way| (at, way.offset())))
            .flat_map(|(at, by)| board.obstacles(&layout, block, (at.0 + by.0, at.1 + by.1)))
            .filter(|one| !matches!(one, Blocked::Edge(_)))
            .collect();
        let mut lines = vec![failure.message];
        lines.extend(faults::reasons(board, &around));
        return lines;
    }
    Vec::new()
}

/// The places of the blocks, and the cells that a picture points at.
type Pointed = (Places, Vec<(Cell, Mark)>);

/// The cells that a picture points at for moves: the block of the last, or the block of the first
/// illegal move and its obstacles; and the places of the blocks then.
///
/// # Errors
/// A label that no block has.
pub(super) fn point(model: &Model, start: &Places, moves: &[Typed]) -> Result<Pointed, Failure> {
    let board = &*model.board;
    let mut places = start.clone();
    let mut last = None;
    let mut marks = Vec::new();
    for typed in moves {
        let failure = match resolve(model, &places, typed, false) {
            Ok(by) => {
                places[by.block] = by.to;
                last = Some(by.block);
                continue;
            }
            Err(failure) => failure,
        };
        let Some(&block) = model.numbers.get(&typed.label) else { return Err(failure) };
        last = Some(block);
        if let Some(to) = aim(board, typed, places[block]) {
            let layout = board.layout(&places);
            for obstacle in board.obstacles(&layout, block, to) {
                match obstacle {
                    Blocked::Edge(_) => {}
                    Blocked::Wall(cell) => marks.push((cell, Mark::Near)),
                    Blocked::Block(_, other) => {
                        marks.extend(board.cells(other, places[other]).map(|c| (c, Mark::Near)));
                    }
                }
            }
        }
        break;
    }
    let block = last.into_iter().flat_map(|block| board.cells(block, places[block]));
    marks.extend(block.map(|cell| (cell, Mark::Focus)));
    Ok((places, marks))
}

/// The legal move that was typed. `home` says whether the move stands in the source that declares
/// the board, so that a block in its way can be labelled there.
///
/// # Errors
/// Why there is none.
pub(super) fn resolve(
    model: &Model,
    places: &Places,
    typed: &Typed,
    home: bool,
) -> Result<Move, Failure> {
    let board = &*model.board;
    let span = typed.target_span;
    let Some(&block) = model.numbers.get(&typed.label) else {
        let labels = || board.blocks.iter().map(|block| block.label.as_str());
        let label = Fragment { text: &typed.label, start: typed.label_span.start };
        let near = nearest(&typed.label, labels());
        return Err(Box::new(faults::unknown_label(label, near, labels())));
    };
    let from = places[block];
    if let Target::Between(start, start_span, _) = typed.target
        && cell(start) != Some(from)
    {
        return Err(Box::new(faults::stands_elsewhere(&typed.label, from, start_span)));
    }
    let layout = board.layout(places);
    let Some(to) = aim(board, typed, from) else {
        return Err(Box::new(faults::off_board(&typed.label, (board.rows, board.columns), span)));
    };
    let obstacles: Vec<Blocked> = board.obstacles(&layout, block, to).collect();
    if let Some(&why) = obstacles.first() {
        let mut drawn: Vec<_> = obstacles
            .iter()
            .filter_map(|one| match *one {
                Blocked::Block(_, other) => Some((other, *model.label_spans.get(other)?)),
                _ => None,
            })
            .filter(|_| home)
            .collect();
        drawn.dedup();
        return Err(Box::new(faults::blocked(board, block, why, span, &drawn)));
    }
    if to == from {
        let reach = board.reach_on(&layout, block, from);
        return Err(Box::new(faults::no_way(&typed.label, true, &reach, span)));
    }
    let reach = board.reach_on(&layout, block, from);
    if !reach.contains(&to) {
        return Err(Box::new(faults::no_way(&typed.label, false, &reach, span)));
    }
    Ok(Move { block, from, to })
}
