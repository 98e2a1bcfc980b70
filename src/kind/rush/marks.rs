//! The parts of a board that editors colour, explain and convert.

use std::collections::HashSet;

use super::board::{Board, Cell, Places};
use super::lower::{self, Model};
use super::syntax;
use super::{MoveGame, Rush, scene};
use crate::diag::Sink;
use crate::kind::marks::{digits, is_commented, plain, reread, some};
use crate::kind::moves::{Direction, mark_by_steps};
use crate::kind::{Body, Converted, Mark, Part, Spot};
use crate::syntax::{Args, Fragment};
use crate::text::Span;

/// The most cells of a car that are listed.
const TOLD: usize = 12;

/// The marks of a body: see [`crate::kind::Game::marks`].
pub(super) fn marks(body: &Body<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    let shape = syntax::parse_rush_body(body, &mut Sink::new());
    let mut drawn = HashSet::new();
    if let Some(shape) = &shape {
        let hero = shape.goals.first().map_or("A", |label| label.text);
        for (row, cells) in shape.picture.rows.iter().enumerate() {
            for (column, &label) in cells.iter().enumerate() {
                let mark = match label.text {
                    text if text.len() != 1 || !text.chars().all(syntax::is_cell) => continue,
                    text if lower::is_empty(text) => Mark::new(label.span(), Part::Floor),
                    text if lower::is_wall(text) => Mark::new(label.span(), Part::Wall),
                    text => {
                        let part = if text == hero { Part::Hero } else { Part::Piece };
                        let mark = Mark::new(label.span(), part).named();
                        if drawn.insert(text) { mark.defines() } else { mark }
                    }
                };
                marks.push(mark.cell(row, column));
            }
        }
    }
    let after = marks.last().map_or(body.span.start, |mark| mark.span.end);
    for line in syntax::rows(body) {
        let mut args = Args::new(line.fragment(), Span::at(line.start), "");
        let Some(keyword) = args.keyword("goal").filter(|keyword| keyword.start >= after) else {
            continue;
        };
        marks.push(Mark::new(keyword, Part::Keyword));
        let label = args.word().filter(|label| drawn.contains(label.text));
        marks.extend(label.map(|label| Mark::new(label.span(), Part::Hero).named()));
    }
    marks
}

/// The marks of a command's arguments.
pub(super) fn argument_marks(verb: &str, args: Fragment<'_>) -> Vec<Mark> {
    match verb {
        "play" | "move" => {
            let mut marks = Vec::new();
            for part in crate::kind::marks::parts(args, ';') {
                let from = (part.start - args.start) as usize;
                typed(args.part(from..from + (part.end - part.start) as usize), &mut marks);
            }
            marks
        }
        "solve" => mark_by_steps(args),
        _ => plain(args),
    }
}

/// The marks of one move.
fn typed(text: Fragment<'_>, marks: &mut Vec<Mark>) {
    let length = text.text.find([' ', '\t', '+', '-']).unwrap_or(text.text.len());
    if length == 0 {
        return;
    }
    marks.push(Mark::new(text.part(0..length).span(), Part::Piece).named());
    let rest = text.part(length..text.text.len());
    if rest.text.starts_with(['+', '-']) {
        digits(rest, marks);
        return;
    }
    let mut args = Args::new(rest, text.span(), "");
    let word = args.word().filter(|word| Direction::from_word(word.text).is_some());
    marks.extend(word.map(|word| Mark::new(word.span(), Part::Move)));
}

fn place((row, column): Cell) -> String {
    format!("({row},{column})")
}

/// The description of a part: see [`crate::kind::Game::describe`].
pub(super) fn describe(model: &Model, places: &Places, spot: &Spot<'_>) -> Option<String> {
    let board = &*model.board;
    match spot.part {
        Part::Piece | Part::Hero => {
            let car = board.cars.iter().position(|car| car.label.to_string() == spot.text)?;
            Some(describe_car(model, places, car))
        }
        _ => describe_cell(board, places, spot.cell?),
    }
}

fn describe_car(model: &Model, places: &Places, car: usize) -> String {
    let board = &*model.board;
    let (one, at) = (&board.cars[car], places[car]);
    let lies = if one.across { "across" } else { "upright" };
    let cells: Vec<String> = board.cells(car, at).map(place).collect();
    let mut lines = vec![
        format!("**car {}** — {} cells, {lies}\n", one.label, one.length),
        format!("- at {}", some(cells.into_iter(), TOLD)),
    ];
    let legal = model.legal(places).into_iter().filter(|by| usize::from(by.car) == car);
    let legal: Vec<String> = legal.map(|by| model.move_text(&by)).collect();
    lines.push(match legal.is_empty() {
        true => String::from("- cannot move now"),
        false => format!("- moves now: {}", some(legal.into_iter(), TOLD)),
    });
    if board.hero == Some(car) {
        let edge = if one.across { "right" } else { "bottom" };
        let there = if board.is_solved(places) { ", where it is" } else { "" };
        lines.push(format!("- goal: the {edge} edge{there}"));
    }
    lines.join("\n")
}

fn describe_cell(board: &Board, places: &Places, (row, column): (u32, u32)) -> Option<String> {
    let cell = (i32::try_from(row).ok()?, i32::try_from(column).ok()?);
    if !board.holds(cell) {
        return None;
    }
    let shown = place(cell);
    Some(match board.layout(places)[board.index(cell)] {
        _ if board.walls[board.index(cell)] => format!("**wall** at {shown}: nothing moves there"),
        Some(car) => format!("**{shown}** — car {} is there now", board.cars[car].label),
        None => format!("**empty cell** at {shown}"),
    })
}

/// The body in its other form: see [`crate::kind::Game::convert`].
pub(super) fn convert(body: &Body<'_>) -> Option<Converted> {
    let mut sink = Sink::new();
    let shape = syntax::parse_rush_body(body, &mut sink)?;
    let model = lower::lower(&shape, &mut sink)?;
    if is_commented(body) || model.named || !model.packed {
        return None;
    }
    let rows = scene::rows(&model, &model.board.start);
    let (title, lines) = match shape.on_one_line {
        true => ("Write a line per row", rows),
        false => ("Write the board on one line", vec![rows.concat()]),
    };
    let again = reread::<Rush>(&lines)?.model;
    let same = again.board == model.board && again.signs == model.signs;
    same.then_some(Converted { title, lines, commands: Vec::new() })
}
