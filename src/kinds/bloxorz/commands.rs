//! Rolls that were typed, and the neighbours of a position.

use super::faults;
use super::lower::Model;
use super::rules::{Block, Position, Roll, RollError};
use super::syntax::Own;
use super::terrain::Cell;
use crate::puzzle::Failure;
use crate::puzzle::moves::Call;
use crate::text::Span;

/// The letters of the legal moves.
pub(super) fn legal(model: &Model, position: &Position) -> String {
    let all = position.neighbours(&model.terrain);
    all.iter().filter(|(_, next)| next.is_ok()).map(|(roll, _)| roll.letter()).collect()
}

/// Rolls the block, or gives control to the other cube. `home` says whether the terrain stands in
/// the same source, so that its cells can be labelled.
///
/// # Errors
/// Why the roll is illegal.
pub(super) fn make(
    model: &Model,
    position: &Position,
    (roll, span): (Roll, Span),
    home: bool,
) -> Result<Position, Failure> {
    position.after(&model.terrain, roll).map_err(|why| {
        let legal = legal(model, position);
        let mut drawn: Vec<(Cell, Span)> = Vec::new();
        if home && let Some(next) = position.rolled(&model.terrain, roll) {
            let cells = next.unsupported(&model.terrain).filter_map(RollError::cell);
            drawn.extend(cells.filter_map(|cell| Some((cell, model.place(cell)?))));
        }
        let bridge = |number| model.bridge(number);
        Box::new(faults::illegal(span, why, bridge, &legal, &drawn))
    })
}

/// What stands in the way of the first roll that is illegal: a part of the block without floor a
/// line.
pub(super) fn obstacles(model: &Model, at: &Position, rolls: &[(Roll, Span)]) -> Vec<String> {
    let mut position = *at;
    for &(roll, _) in rolls {
        match position.rolled(&model.terrain, roll) {
            Some(next) if next.supported(&model.terrain).is_ok() => position = next,
            Some(next) => {
                let reason = |why| faults::reason(why, |number| model.bridge(number));
                return next.unsupported(&model.terrain).map(reason).collect();
            }
            None => break,
        }
    }
    Vec::new()
}

/// The position of the block that is asked about.
pub(super) fn block_of(
    model: &Model,
    at: &Position,
    block: Option<[((i64, i64), Span); 2]>,
) -> Result<Position, Failure> {
    let Some([first, second]) = block else { return Ok(*at) };
    let cell = |((row, col), span): ((i64, i64), Span)| {
        let cell = i32::try_from(row).ok().zip(i32::try_from(col).ok());
        let cell = cell.map(|(row, col)| Cell::new(row, col));
        cell.ok_or_else(|| Box::new(faults::far_place(span, (row, col))))
    };
    let span = first.1.to(second.1);
    let position = Position { block: Block::at(cell(first)?, cell(second)?), ..*at };
    match position.supported(&model.terrain) {
        Ok(()) => Ok(position),
        Err(why) => Err(Box::new(faults::not_resting(span, why, |number| model.bridge(number)))),
    }
}

/// Where legal rolls lead, and the places of the next that do not carry the block.
fn in_the_way(model: &Model, at: &Position, rolls: &[(Roll, Span)]) -> (Position, Vec<Cell>) {
    let mut position = *at;
    for &(roll, _) in rolls {
        match position.rolled(&model.terrain, roll) {
            Some(next) if next.supported(&model.terrain).is_ok() => position = next,
            Some(next) => {
                let cells = next.unsupported(&model.terrain).filter_map(RollError::cell);
                return (position, cells.collect());
            }
            None => break,
        }
    }
    (position, Vec::new())
}

/// The places that a picture points at. For `neighbours`: the position asked about, and the places
/// that the block reaches by one legal move. For moves: the last position that is legal, and the
/// places of the next roll that do not carry the block.
///
/// # Errors
/// A block that cannot be at the given place.
pub(super) fn point(
    model: &Model,
    at: &Position,
    call: &Call<Model>,
) -> Result<Option<(Position, Vec<Cell>)>, Failure> {
    let block = match call {
        Call::Play(rolls) => return Ok(Some(in_the_way(model, at, rolls))),
        Call::Own(Own { block, .. }) => *block,
        _ => return Ok(None),
    };
    let from = block_of(model, at, block)?;
    let ends = from.neighbours(&model.terrain).into_iter().filter_map(|(_, next)| next.ok());
    Ok(Some((from, ends.flat_map(|end| end.block.cells()).collect())))
}

/// A line for each neighbour: the roll, and the places of the block.
pub(super) fn neighbours(model: &Model, position: &Position, all: bool) -> String {
    let lines: Vec<String> = position
        .neighbours(&model.terrain)
        .into_iter()
        .filter_map(|(roll, next)| {
            let block = match next {
                Ok(next) => next.block,
                Err(_) if all => position.block.rolled(roll)?.0,
                Err(_) => return None,
            };
            Some(format!("{} {block}", roll.letter()))
        })
        .collect();
    lines.join("\n")
}
