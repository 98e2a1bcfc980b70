//! A position as cells, drawn with the glyphs of the legend.

use super::game::{BitSet, Game, Quantifier};
use super::model::Model;
use super::rules::{Cells, Position};
use crate::puzzle::moves::{Square, View};
use crate::scene::{Coordinate, Role};

/// The sign of a cell that no glyph describes.
const UNKNOWN: &str = "?";

/// Returns the view of a level. Each cell is drawn with the glyph of the legend; the objects of a cell without
/// a glyph are listed below the rows.
pub(super) fn view<'a>(model: &'a Model, at: &'a Position) -> View<'a> {
    let cells = &at.cells;
    let rows = vec![cells.width(); cells.height()];
    let cell = move |place: Coordinate| square(model, at, place);
    let state = if at.won { "won" } else { "not won" };
    let title = format!("level {} of {}, {state}", at.level + 1, model.game.levels().count());
    View {
        between: "",
        apart: " ",
        caption: title.clone(),
        title,
        notes: unknown(model, at),
        hidden: Box::new(move || hidden(model, at)),
        ..View::new(rows, cell)
    }
}

/// Returns the objects of a cell.
pub(super) fn objects(at: &Position, place: Coordinate) -> BitSet {
    at.objects(place.column as usize, place.row as usize)
}

/// Returns the names of objects, as they are written, the lowest layer first.
pub(super) fn names(game: &Game, objects: &BitSet) -> String {
    let names: Vec<&str> = objects.iter().map(|object| &*game.objects[object].written).collect();
    names.join(", ")
}

fn square<'a>(model: &'a Model, at: &Position, place: Coordinate) -> Square<'a> {
    let objects = objects(at, place);
    let sign = model.glyph(&objects).map_or_else(|| String::from(UNKNOWN), String::from);
    let (role, goal) = role(model, &objects);
    let named = objects.iter().map(|object| &*model.game.objects[object].name);
    let mut plain: Vec<&str> = named.collect();
    plain.sort_unstable();
    Square { plain: plain.join("+").into(), goal, ..Square::new(sign, role) }
}

/// Returns the role of a cell with these objects, and whether something must arrive there.
pub(super) fn role(model: &Model, objects: &BitSet) -> (Role, bool) {
    let game = &*model.game;
    let is_open = |object: usize| game.objects[object].layer == game.background_layer;
    // An object is in the way only of objects of its layer. Marks on the floor have a layer without moving objects.
    let is_in_the_way = |object: usize| {
        let layer = game.objects[object].layer;
        layer != game.background_layer && game.layers[layer].objects.meets(&model.movable)
    };
    let role = match () {
        () if game.players.fits(objects) => Role::Hero,
        () if objects.iter().all(is_open) => Role::Floor,
        () if objects.meets(&model.movable) => Role::Piece,
        () if objects.iter().any(is_in_the_way) => Role::Wall,
        () => Role::Floor,
    };
    let is_target = |objects: &BitSet| {
        let mut conditions = game.conditions.iter();
        conditions.any(|condition| {
            condition.quantifier != Quantifier::No
                && condition.on.objects.len() < game.objects.len()
                && (condition.on.fits(objects) || condition.subject.fits(objects))
                && !objects.meets(&model.movable)
        })
    };
    (role, is_target(objects))
}

/// Returns a line for each cell that no glyph describes.
fn unknown(model: &Model, at: &Position) -> Vec<String> {
    let cells = &at.cells;
    let mut lines = Vec::new();
    for place in 0..cells.len() {
        let objects: BitSet = cells.numbers(place).collect();
        if model.glyph(&objects).is_none() {
            let place = coordinate(cells, place);
            lines.push(format!("{UNKNOWN} {place}: {}", names(&model.game, &objects)));
        }
    }
    lines
}

/// Returns the place of a cell by its number.
pub(super) fn coordinate(cells: &Cells, place: usize) -> Coordinate {
    Coordinate::new((place / cells.width()) as i32, (place % cells.width()) as i32)
}

/// Returns a line for each part of a position that its cells do not show.
fn hidden(model: &Model, at: &Position) -> Vec<String> {
    let mut lines = vec![format!("level {}", at.level + 1)];
    if at.won {
        lines.push(String::from("won"));
    }
    if !at.movements.is_clear() {
        lines.push(format!("movements {:?}", numbers(&at.movements)));
    }
    if Some(&at.checkpoint)
        != model.level_start(at.level).ok().as_ref().map(|start| &start.checkpoint)
    {
        lines.push(format!("checkpoint {:?}", numbers(&at.checkpoint)));
    }
    if at.generator != model.start.generator {
        lines.push(format!("generator {}", at.generator.digest()));
    }
    lines
}

fn numbers(cells: &Cells) -> Vec<Vec<usize>> {
    (0..cells.len()).map(|place| cells.numbers(place).collect()).collect()
}
