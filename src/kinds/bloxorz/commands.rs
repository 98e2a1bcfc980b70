//! Rolls that were typed, and the neighbors of a position.

use super::codes;
use super::lower::Model;
use super::rules::{Block, Position, Roll, RollError};
use super::syntax::{BloxorzCommand, BloxorzWord};
use crate::diag::Sink;
use crate::puzzle::moves::{self, Call, Direction, Engines, Followed, KindReply, State};
use crate::puzzle::{Answer, Context, Failure, LegalMove, List};
use crate::scene::{Coordinate, Emphasis, Pointed, Scene};
use crate::syntax::Given;
use crate::text::{Span, Spanned};

/// Returns the letters of the legal moves.
pub(super) fn legal(model: &Model, position: &Position) -> String {
    let neighbors = position.neighbors(&model.terrain);
    neighbors.iter().filter(|(_, next)| next.is_ok()).map(|(roll, _)| roll.letter()).collect()
}

/// Returns a legal move with the cells between which it leads: those of the cube under control, or
/// those of the whole block.
pub(super) fn legal_move(before: Block, roll: Roll, after: Block) -> LegalMove {
    // The first cell of two cubes is that of the cube under control.
    let cells =
        |block: Block, is_cube: bool| block.cells().take(if is_cube { 1 } else { 2 }).collect();
    LegalMove {
        text: String::from(roll.letter()),
        piece: Some(0),
        from: cells(before, before.is_split()),
        to: cells(after, before.is_split() && after.is_split()),
        direction: roll.direction().map(Direction::word),
        distance: None,
    }
}

/// Rolls the block, or gives control to the other cube. `home` says whether the terrain stands in
/// the same source, so that its cells can be labeled.
///
/// # Errors
/// Why the roll is illegal.
pub(super) fn make(
    model: &Model,
    position: &Position,
    roll: Spanned<Roll>,
    home: bool,
) -> Result<Position, Failure> {
    position.after(&model.terrain, roll.value).map_err(|why| {
        let legal = legal(model, position);
        let mut drawn: Vec<(Coordinate, Span)> = Vec::new();
        if home && let Some(next) = position.rolled(&model.terrain, roll.value) {
            let cells = next.unsupported(&model.terrain).filter_map(RollError::cell);
            drawn.extend(cells.filter_map(|cell| Some((cell, model.place(cell)?))));
        }
        let bridge = |number| model.bridge(number);
        Box::new(codes::illegal(roll.span, why, bridge, Some(&legal), &drawn))
    })
}

/// Returns where the first illegal roll would lead, if the block is on any cells then.
fn refused(model: &Model, followed: &Followed<'_, Model>) -> Option<Position> {
    let (roll, _) = followed.refused.as_ref()?;
    followed.at.rolled(&model.terrain, roll.value)
}

/// Returns what is missing for the first roll that is illegal: each part of the block without
/// floor, one per line.
pub(super) fn obstacles(model: &Model, followed: &Followed<'_, Model>) -> Vec<String> {
    let bridge = |number| model.bridge(number);
    let reason = |why| codes::illegal(Span::default(), why, bridge, None, &[]).message;
    let next = refused(model, followed);
    next.map(|next| next.unsupported(&model.terrain).map(reason).collect()).unwrap_or_default()
}

/// Returns the places of the first illegal roll that do not carry the block.
pub(super) fn in_the_way(model: &Model, followed: &Followed<'_, Model>) -> Vec<Coordinate> {
    let next = refused(model, followed);
    let cells = |next: Position| {
        next.unsupported(&model.terrain).filter_map(RollError::cell).collect::<Vec<_>>()
    };
    next.map(cells).unwrap_or_default()
}

/// Returns the position of the block that is asked about.
pub(super) fn block_of(
    model: &Model,
    at: &Position,
    block: Option<[Spanned<Coordinate>; 2]>,
) -> Result<Position, Failure> {
    let Some([first, second]) = block else { return Ok(*at) };
    let span = first.span.to(second.span);
    let position = Position { block: Block::at(first.value, second.value), ..*at };
    match position.supported(&model.terrain) {
        Ok(()) => Ok(position),
        Err(why) => {
            Err(Box::new(codes::illegal(span, why, |number| model.bridge(number), None, &[])))
        }
    }
}

impl moves::KindCommand<Model> for BloxorzCommand {
    type Word = BloxorzWord;

    fn call(word: BloxorzWord, given: &mut Given<'_>, _: &mut Sink) -> Option<Call<Model>> {
        let BloxorzWord::Neighbors = word;
        let block = match *given.cells() {
            [first, second, ..] => Some([first, second]),
            [only] => Some([only, only]),
            [] => None,
        };
        Some(Call::Kind(Self { with_illegal: given.has("all"), block }))
    }

    fn reply(
        &self,
        model: &Model,
        engines: &mut Engines<Model>,
        context: &mut Context<'_>,
    ) -> Result<KindReply<Position>, Failure> {
        let position = block_of(model, &engines.state.position, self.block)?;
        let answer = match context.depth.answers() {
            true => Answer::list(neighbors(model, &position, self.with_illegal)),
            false => Answer::NotComputed,
        };
        Ok(answer.into())
    }
}

/// Returns the places as pointed at.
pub(super) fn near(places: Vec<Coordinate>) -> Pointed {
    places.into_iter().map(|cell| (cell, Emphasis::Near)).collect()
}

/// Points at the position asked about, and at the places that the block reaches by one legal move.
pub(super) fn point(
    model: &Model,
    name: &str,
    state: &State<Model>,
    command: &BloxorzCommand,
) -> Result<Option<Scene>, Failure> {
    let from = block_of(model, &state.position, command.block)?;
    let ends = from.neighbors(&model.terrain).into_iter().filter_map(|(_, next)| next.ok());
    let cells: Vec<Coordinate> = ends.flat_map(|end| end.block.cells()).collect();
    Ok(Some(moves::scene(model, name, &from, state.made).pointed(&near(cells))))
}

/// Returns a line for each neighbor: the roll, and the places of the block; with the illegal moves
/// too if `with_illegal`.
pub(super) fn neighbors(model: &Model, position: &Position, with_illegal: bool) -> List {
    position
        .neighbors(&model.terrain)
        .into_iter()
        .filter_map(|(roll, next)| {
            let block = match next {
                Ok(next) => next.block,
                Err(_) if with_illegal => position.block.rolled(roll)?.0,
                Err(_) => return None,
            };
            Some(format!("{} {block}", roll.letter()))
        })
        .collect()
}
