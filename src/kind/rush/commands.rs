//! Moves that were typed: which legal move each one is, and what stands in its way.

use super::board::{Blocked, Cell, Move, Places};
use super::faults;
use super::lower::Model;
use super::syntax::{Typed, Way};
use crate::diag::nearest;
use crate::kind::Failure;
use crate::scene::Mark;
use crate::syntax::Fragment;

/// The number of the car that a move names.
fn car_of(model: &Model, typed: &Typed) -> Option<usize> {
    model.board.cars.iter().position(|car| car.label == typed.label)
}

/// By how many cells a car goes. None if that is across its axis.
fn by_of(model: &Model, car: usize, way: Way) -> Option<i32> {
    match way {
        Way::By(by) => Some(by),
        Way::Slide(direction) => {
            let (down, right) = direction.offset();
            let by = if model.board.cars[car].across { right } else { down };
            (by != 0).then_some(by)
        }
    }
}

/// The first obstacle of a move, if it is one along the axis of a car.
fn obstacle(model: &Model, places: &Places, typed: &Typed) -> Option<Blocked> {
    let car = car_of(model, typed)?;
    let by = by_of(model, car, typed.way)?;
    let layout = model.board.layout(places);
    model.board.blocked(&layout, car, places[car], by)
}

/// The legal move that was typed. `home` says whether the move stands in the source that declares
/// the board, so that a car in its way can be labelled there.
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
    let Some(car) = car_of(model, typed) else {
        let labels: Vec<String> = board.cars.iter().map(|car| car.label.to_string()).collect();
        let labels = || labels.iter().map(String::as_str);
        let text = typed.label.to_string();
        let label = Fragment { text: &text, start: typed.label_span.start };
        return Err(Box::new(faults::unknown_label(label, nearest(&text, labels()), labels())));
    };
    let across = board.cars[car].across;
    let by = by_of(model, car, typed.way);
    let Some(by) = by.filter(|&by| by != 0) else {
        return Err(Box::new(faults::no_way(typed.label, across, by.is_some(), typed.span)));
    };
    let layout = board.layout(places);
    if let Some(why) = board.blocked(&layout, car, places[car], by) {
        let drawn = match why {
            Blocked::Car(_, other) if home => model.label_spans.get(other).copied(),
            _ => None,
        };
        return Err(Box::new(faults::blocked(board, typed.label, why, typed.span, drawn)));
    }
    Ok(Move { car: car as u8, by })
}

/// What stands in the way of the first illegal move. Empty if the message of the failure says it all.
pub(super) fn obstacles(model: &Model, start: &Places, moves: &[Typed]) -> Vec<String> {
    let mut places = start.clone();
    for typed in moves {
        match resolve(model, &places, typed, false) {
            Ok(by) => places = model.board.after(&places, by),
            Err(_) => {
                let why = obstacle(model, &places, typed);
                return why.map(|why| faults::reason(&model.board, why)).into_iter().collect();
            }
        }
    }
    Vec::new()
}

/// The places of the cars, and the cells that a picture points at.
type Pointed = (Places, Vec<(Cell, Mark)>);

/// The places of the cars, and the cells that a picture points at for moves: the car of the last, or
/// the car of the first illegal move and what stands in its way.
///
/// # Errors
/// A label that no car has.
pub(super) fn point(model: &Model, start: &Places, moves: &[Typed]) -> Result<Pointed, Failure> {
    let board = &*model.board;
    let (mut places, mut marks, mut last) = (start.clone(), Vec::new(), None);
    for typed in moves {
        last = car_of(model, typed);
        match resolve(model, &places, typed, false) {
            Ok(by) => places = board.after(&places, by),
            Err(failure) if last.is_none() => return Err(failure),
            Err(_) => {
                match obstacle(model, &places, typed) {
                    Some(Blocked::Wall(cell)) => marks.push((cell, Mark::Near)),
                    Some(Blocked::Car(_, other)) => {
                        marks.extend(board.cells(other, places[other]).map(|c| (c, Mark::Near)));
                    }
                    Some(Blocked::Edge(_)) | None => {}
                }
                break;
            }
        }
    }
    let car = last.into_iter().flat_map(|car| board.cells(car, places[car]));
    marks.extend(car.map(|cell| (cell, Mark::Focus)));
    Ok((places, marks))
}

/// What could stand at the end of moves that were typed; none where they are not legal.
pub(super) fn complete(
    model: &Model,
    before: &str,
    replay: impl Fn(&str) -> Option<Places>,
) -> Option<Vec<String>> {
    let (done, now) = before.rfind(';').map_or(("", before), |at| before.split_at(at + 1));
    let places = replay(done.trim_end_matches(';'))?;
    let moves = model.board.moves(&places);
    let mut words: Vec<&str> = now.split_whitespace().collect();
    if !now.ends_with([' ', '\t']) {
        words.pop();
    }
    Some(match words[..] {
        [] => moves.iter().map(|by| text(model, *by)).collect(),
        // A label and a space: the directions in which its car can slide.
        [label] => {
            let own = |by: &&Move| model.board.cars[usize::from(by.car)].label.to_string() == label;
            let steps = moves.iter().filter(own).filter(|by| by.by.abs() == 1);
            let words =
                steps.map(|by| match (model.board.cars[usize::from(by.car)].across, by.by) {
                    (true, -1) => "left",
                    (true, _) => "right",
                    (false, -1) => "up",
                    (false, _) => "down",
                });
            words.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    })
}

/// `A+2`.
pub(super) fn text(model: &Model, by: Move) -> String {
    format!("{}{:+}", model.board.cars[usize::from(by.car)].label, by.by)
}
