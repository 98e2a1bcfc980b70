//! What a turn does, rule by rule: the answers of `trace` and `why not`.

use super::game::BitSet;
use super::model::Model;
use super::rules::{Cancelled, Cells, Firing, Input, Options, Position, Turn};
use super::view::{coordinate, names};

/// Lists the rules that fire after an input, with the cells that they change. What could not move and what
/// cancelled the turn follow.
pub(super) fn trace(model: &Model, at: &Position, input: Input) -> Vec<String> {
    let game = &model.game;
    let options = Options { record: true, ..Options::default() };
    let turn = match model.turn(at, input, options) {
        Ok(turn) => turn,
        Err(halt) => {
            let line = halt.rule().map(|rule| model.line(rule.of(game).line));
            let line = line.map(|line| format!(": line {line}")).unwrap_or_default();
            return vec![format!("the turn has no end{line}")];
        }
    };
    let mut lines = Vec::new();
    for firing in &turn.firings {
        let rule = firing.rule.of(game);
        let again =
            if firing.turn > 0 { format!("again {}: ", firing.turn) } else { String::new() };
        lines.push(format!("{again}line {}: {}", model.line(rule.line), rule.text));
        lines.extend(changes(model, &at.cells, firing));
    }
    lines.extend(blocked(model, at, &turn));
    match cancelled(model, &turn) {
        Some(line) => lines.push(line),
        None if turn.position.won => lines.push(String::from("won")),
        None if lines.is_empty() => lines.push(String::from("no rule fires")),
        None => {}
    }
    lines
}

/// Returns a line for each object that could not move in a turn.
fn blocked<'a>(
    model: &'a Model,
    at: &'a Position,
    turn: &'a Turn,
) -> impl Iterator<Item = String> + 'a {
    let game = &model.game;
    turn.blocked.iter().map(move |blocked| {
        let place = coordinate(&at.cells, blocked.place);
        let what = &game.objects[blocked.object].written;
        let by = blocked.obstacle.map_or("the edge", |obstacle| &game.objects[obstacle].written);
        format!("{what} at {place} cannot move: {by} is in its way")
    })
}

/// Returns a line that says what cancelled a turn.
fn cancelled(model: &Model, turn: &Turn) -> Option<String> {
    Some(match turn.cancelled? {
        Cancelled::Rule(rule) => {
            format!("cancelled by line {}", model.line(rule.of(&model.game).line))
        }
        Cancelled::NoMovement => String::from("cancelled: no player moved"),
    })
}

/// Explains why an input does less than a player may expect: what cancelled the turn; else the first rules
/// that fire, and what cannot move. Returns nothing if objects only move.
pub(super) fn reasons(model: &Model, at: &Position, input: Input) -> Vec<String> {
    const RULES: usize = 3;
    let Ok(turn) = model.turn(at, input, Options { record: true, ..Options::default() }) else {
        return Vec::new();
    };
    if let Some(line) = cancelled(model, &turn) {
        return vec![line];
    }
    let mut lines: Vec<String> = Vec::new();
    for firing in &turn.firings {
        let rule = firing.rule.of(&model.game);
        let line = format!("line {}: {}", model.line(rule.line), rule.text);
        if lines.len() < RULES && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.extend(blocked(model, at, &turn));
    if lines.is_empty() && !turn.changed {
        lines.push(String::from("nothing changes: no rule fires, and nothing moves"));
    }
    lines
}

/// Returns a line for each cell that a rule changed, with its objects before and after, or else with the
/// movements that it got.
fn changes<'a>(
    model: &'a Model,
    cells: &'a Cells,
    firing: &'a Firing,
) -> impl Iterator<Item = String> + 'a {
    firing.changes.iter().map(move |change| {
        let place = coordinate(cells, change.place);
        let named = |objects: &BitSet| names(&model.game, objects);
        if change.objects != change.objects_before {
            let before = named(&change.objects_before);
            return format!("{place}: {before} -> {}", named(&change.objects));
        }
        let moving: Vec<String> = movements(model, &change.objects, &change.movements);
        match moving.is_empty() {
            true => format!("{place}: nothing moves"),
            false => format!("{place}: {}", moving.join(", ")),
        }
    })
}

/// Returns the objects of a cell that move, each with its movement.
fn movements(model: &Model, objects: &BitSet, movements: &BitSet) -> Vec<String> {
    use super::game::movement;
    let words = [
        (movement::UP, "up"),
        (movement::DOWN, "down"),
        (movement::LEFT, "left"),
        (movement::RIGHT, "right"),
        (movement::ACTION, "action"),
    ];
    let mut moving = Vec::new();
    for object in objects.iter() {
        let bits = movements.movement(model.game.objects[object].layer);
        for (bit, word) in words {
            if bits & bit != 0 {
                moving.push(format!("{word} {}", model.game.objects[object].written));
            }
        }
    }
    moving
}
