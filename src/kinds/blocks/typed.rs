//! Moves that were typed: which legal move each one is, and what is in its way.

use super::rules::{Blocked, Board, Direction, Move, Places};
use super::syntax::{Target, Typed};
use super::{Blocks, Model, faults};
use crate::puzzle::Failure;
use crate::puzzle::moves::Followed;
use crate::scene::{Coordinate, Emphasis, Pointed};
use crate::syntax::Fragment;

/// Returns where a move leads the corner of its block. None for a place beyond the range of cells,
/// which is as far off the board as one beside it, and for a slide that is not one of the block's.
fn aim(board: &Board, block: usize, typed: &Typed, from: Coordinate) -> Option<Coordinate> {
    let to = match typed.target {
        Target::Slide(way, _) if !board.ways(block).contains(&way) => None,
        Target::Slide(way, cells) => {
            let Coordinate { row, column } = way.offset();
            Some(displaced(board, from, Coordinate::new(row * cells, column * cells)))
        }
        Target::By(by) => {
            let is_across = board.is_across(block);
            let offset = if is_across { Coordinate::new(0, by) } else { Coordinate::new(by, 0) };
            Some(displaced(board, from, offset))
        }
        Target::To(to) | Target::Between(_, to) => Some(to),
    };
    to.filter(|&at| board.near(at))
}

/// Returns the cell at an offset from another. Farther than any board is wide, it is beside the board.
fn displaced(board: &Board, from: Coordinate, offset: Coordinate) -> Coordinate {
    Coordinate {
        row: from.row.saturating_add(offset.row).clamp(-1, board.rows),
        column: from.column.saturating_add(offset.column).clamp(-1, board.columns),
    }
}

/// Returns whether a block must get to its target in a straight line.
fn is_straight(board: &Board, typed: &Typed) -> bool {
    board.lanes || matches!(typed.target, Target::Slide(..))
}

/// Returns the obstacles of the first illegal move, one block or wall per line. There are none if
/// the message of the failure says it all.
pub(super) fn obstacles<K: Blocks>(
    model: &Model<K>,
    Followed { at: places, refused, .. }: &Followed<'_, Model<K>>,
) -> Option<Vec<String>> {
    let board = &*model.board;
    let (typed, failure) = refused.as_ref()?;
    let block = model.number(&typed.label)?;
    let from = places[block];
    let to = aim(board, block, typed, from).filter(|&to| to != from)?;
    let layout = board.layout(places);
    if failure.code != K::WORDS.no_way {
        let straight = is_straight(board, typed);
        let obstacles = board.in_the_way(&layout, block, from, to, straight);
        return Some(faults::reasons(board, &obstacles));
    }
    // Free, but out of reach: the obstacles around all places that the block can reach.
    let mut here = board.reach_on(&layout, block, from);
    here.push(from);
    here.sort_unstable();
    let around: Vec<Blocked> = here
        .into_iter()
        .flat_map(|at| Direction::ALL.map(|way| at + way.offset()))
        .flat_map(|at| board.obstacles(&layout, block, at))
        .filter(|obstacle| !matches!(obstacle, Blocked::Edge(_)))
        .collect();
    let mut lines = vec![failure.message.clone()];
    lines.extend(faults::reasons(board, &around));
    Some(lines)
}

/// Returns the cells that a picture points at for moves: the block of the last, or the block of the
/// first illegal move and its obstacles.
///
/// # Errors
/// A label that no block has.
pub(super) fn point<K: Blocks>(
    model: &Model<K>,
    Followed { at: places, last, refused, .. }: Followed<'_, Model<K>>,
) -> Result<Pointed, Failure> {
    let board = &*model.board;
    let mut last = last.map(|by| by.block);
    let mut marks = Vec::new();

    if let Some((typed, failure)) = refused {
        let block = model.number(&typed.label).ok_or(failure)?;
        last = Some(block);
        if let Some(to) = aim(board, block, typed, places[block]) {
            let layout = board.layout(&places);
            let straight = is_straight(board, typed);
            for obstacle in board.in_the_way(&layout, block, places[block], to, straight) {
                match obstacle {
                    Blocked::Edge(_) => {}
                    Blocked::Wall(cell) => marks.push((cell, Emphasis::Near)),
                    Blocked::Block(_, other) => {
                        marks
                            .extend(board.cells(other, places[other]).map(|c| (c, Emphasis::Near)));
                    }
                }
            }
        }
    }

    let block = last.into_iter().flat_map(|block| board.cells(block, places[block]));
    marks.extend(block.map(|cell| (cell, Emphasis::Focus)));
    Ok(marks)
}

/// Returns the legal move that was typed. `home` says whether the move is in the source that
/// declares the board, so that a block in its way can be labeled there.
///
/// # Errors
/// Why there is none.
pub(super) fn resolve<K: Blocks>(
    model: &Model<K>,
    places: &Places,
    typed: &Typed,
    home: bool,
) -> Result<Move, Failure> {
    let board = &*model.board;
    let span = typed.target_span;
    let Some(block) = model.number(&typed.label) else {
        let labels = || board.blocks.iter().map(|block| block.label.as_str());
        let label = Fragment { text: &typed.label, start: typed.label_span.start };
        return Err(Box::new(faults::unknown_label::<K>(label, None, None, labels())));
    };

    let from = places[block];
    if let Some(fault) = K::refuse(board, places, block, typed) {
        return Err(Box::new(fault));
    }

    let layout = board.layout(places);
    let Some(to) = aim(board, block, typed, from) else {
        return Err(Box::new(faults::off_board::<K>(board, block, span)));
    };

    let obstacles = board.in_the_way(&layout, block, from, to, is_straight(board, typed));
    if let Some(&why) = obstacles.first() {
        let mut drawn: Vec<_> = obstacles
            .iter()
            .filter_map(|obstacle| match *obstacle {
                Blocked::Block(_, other) => Some((other, *model.label_spans.get(other)?)),
                _ => None,
            })
            .filter(|_| home)
            .collect();
        drawn.dedup();
        return Err(Box::new(faults::blocked::<K>(board, block, why, span, &drawn)));
    }

    // A slide that nothing keeps from its place is legal; a place may be free and out of reach.
    if matches!(typed.target, Target::Slide(..)) && to != from {
        return Ok(Move { block, from, to });
    }

    let reach = board.reach_on(&layout, block, from);
    if !reach.contains(&to) {
        return Err(Box::new(faults::no_way::<K>(board, block, to == from, &reach, span)));
    }
    Ok(Move { block, from, to })
}
