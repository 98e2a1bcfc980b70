//! Lowers a body: from a picture to a board.

use super::leaver::Unsaid;
use super::syntax::{Shape, is_cell};
use super::{Model, Rules, codes, exit, leaver};
use crate::diag::{Shown, Sink};
use crate::kinds::blocks::Ground;
use crate::kinds::blocks::faults::unknown_label;
use crate::kinds::blocks::lower::{Drawn, MOST, board, drawn, is_even};
use crate::kinds::blocks::rules::{Direction, Goal};
use crate::scene::Coordinate;
use crate::syntax::{Fragment, Grid, usual_length};
use crate::text::Span;

/// Returns the meaning of a cell that is not of a car.
pub(super) fn ground(cell: &str) -> Option<Ground> {
    match cell {
        "." | "o" => Some(Ground::Empty),
        "#" | "x" => Some(Ground::Wall),
        _ => None,
    }
}

/// Returns whether a cell is one character of a board.
fn is_good(cell: &str) -> bool {
    cell.len() == 1 && cell.chars().all(is_cell)
}

/// Reports what is not a cell: once per character, however often it is used.
fn check_cells(picture: &Grid<'_>, sink: &mut Sink) {
    let mut signs: Vec<(&str, Vec<Span>)> = Vec::new();
    for row in &picture.rows {
        let is_word = |cell: &&Fragment<'_>| cell.text.len() > 1 && cell.text.chars().all(is_cell);
        // Words are cells without spaces between them, so those of a row are one mistake.
        let word = row.iter().find(is_word);
        let others = row.iter().filter(|cell| !is_good(cell.text) && !is_word(cell));
        for cell in others.chain(word) {
            match signs.iter_mut().find(|(text, _)| *text == cell.text) {
                Some((_, places)) => places.push(cell.span()),
                None => signs.push((cell.text, vec![cell.span()])),
            }
        }
    }
    for (text, places) in signs.iter().take(MOST) {
        sink.push(codes::bad_cell(Fragment { text, start: 0 }, places));
    }
}

/// Returns whether cells in reading order are a straight line without a gap.
fn is_straight(cells: &[Coordinate]) -> bool {
    let along = |way: Direction| {
        let step = way.offset();
        cells.windows(2).all(|pair| pair[0] + step == pair[1])
    };
    along(Direction::Right) || along(Direction::Down)
}

/// Returns whether all cars of a picture are straight lines of two or more cells.
pub(super) fn is_sound(picture: &Grid<'_>) -> bool {
    let sound = |cells: &[Coordinate]| cells.len() > 1 && is_straight(cells);
    picture.rows.iter().flatten().all(|cell| is_good(cell.text))
        && drawn::<Rules>(picture).cells.iter().all(|cells| sound(cells))
}

/// Reports cars that are not a straight line of two or more cells: once, as one slip makes several.
fn check_cars(picture: &Grid<'_>, drawn: &Drawn<'_>, sink: &mut Sink) {
    let cars = || drawn.labels.iter().zip(&drawn.cells);
    let bent: Vec<_> = cars().filter(|(_, cells)| !is_straight(cells)).collect();
    let short: Vec<_> = cars().filter(|(_, cells)| cells.len() == 1).collect();
    let (Some((label, cells)), others) = (match bent.first() {
        Some(first) => (Some(*first), [&bent[1..], &short[..]].concat()),
        None => (short.first().copied(), short.iter().skip(1).copied().collect()),
    }) else {
        return;
    };
    // A car of one cell in the gap of another car is a cell of that car.
    let gap = match (&bent[..], &short[..]) {
        ([(bent, cells)], [(short, cell)]) => {
            let mut filled = [&cells[..], &cell[..]].concat();
            filled.sort_unstable_by_key(|cell| (cell.row, cell.column));
            is_straight(&filled).then_some((short, bent))
        }
        _ => None,
    };
    if let Some((short, bent)) = gap {
        sink.push(codes::car_in_gap(**short, **bent));
        return;
    }

    // The first cell that does not lie beside the one before it.
    let apart = cells.windows(2).find(|pair| {
        let by = pair[1] - pair[0];
        by.row + by.column.abs() != 1
    });
    let odd = apart.map_or(cells[cells.len() - 1], |pair| pair[1]);
    let odd = picture.rows[odd.row as usize][odd.column as usize];
    let others: Vec<Fragment<'_>> = others.iter().take(MOST).map(|&(label, _)| *label).collect();
    sink.push(match bent.is_empty() {
        true => codes::short_car(*label, &others),
        false => codes::bent_car(*label, odd.span(), &others),
    });
}

/// Returns the model of a shape; reports what is wrong with it.
pub(super) fn lower(shape: &Shape<'_>, sink: &mut Sink) -> Option<Model> {
    let mark = sink.len();
    let picture = &shape.picture;
    if !shape.whole {
        return None;
    }
    check_cells(picture, sink);
    if !sink.errors_since(mark) {
        is_even::<Rules>(picture, usual_length(picture.rows.iter().map(Vec::len)), None, sink);
    }
    if sink.errors_since(mark) {
        return None;
    }

    let mut drawn = drawn::<Rules>(picture);
    check_cars(picture, &drawn, sink);
    if let Some((first, other)) = shape.goals.first().zip(shape.goals.get(1)) {
        sink.push(codes::second_goal(other.span(), first.span()));
    }

    let goal = shape.goals.first();
    let (raw, named) = match shape.unsaid {
        Unsaid::Declared => (false, None),
        Unsaid::Raw(named) => (true, named),
    };
    if let (Some(written), Some(named)) = (goal, named)
        && written.text != named
    {
        sink.push(codes::other_goal(written.span(), Shown(named)));
    }

    let in_exit_row =
        |red: usize| leaver::is_in_exit_row(picture.rows.len(), drawn.cells[red].iter().copied());
    let red = raw && drawn.number(leaver::RED).is_some_and(in_exit_row);
    let label = goal.map_or_else(|| leaver::named(named, red), |goal| goal.text);
    let hero = drawn.number(label);
    if hero.is_none() && (goal.is_some() || named.is_some()) {
        let labels = || drawn.labels.iter().map(|label| label.text);
        sink.push(match goal {
            Some(&goal) => unknown_label::<Rules>(goal, None, Some(picture.span()), labels()),
            None => {
                let named = Fragment { text: label, start: 0 };
                unknown_label::<Rules>(named, Some(picture.span()), None, labels())
            }
        });
    }

    if !shape.sound || sink.errors_since(mark) {
        return None;
    }
    if red && goal.is_none() && named.is_none() {
        sink.remark(leaver::REMARK);
    }

    let mut board = board::<Rules>(picture, &mut drawn);
    board.goals.extend(hero.map(|block| Goal { block, at: exit(&board, block) }));
    let named = hero.map(|hero| goal.unwrap_or(&drawn.labels[hero]).span());
    let goal_spans = named.into_iter().collect();
    let written = goal.is_some() || raw && leaver::goal_line(label, red).is_some();
    let mut model = Model::new(picture, drawn, board, goal_spans, written);
    model.verbatim = shape.on_one_line;
    Some(model)
}
