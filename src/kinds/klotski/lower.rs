//! Lowers a body: from a picture and goal lines to a board.

use hashbrown::HashMap;

use super::syntax::{GoalLine, Shape, Size};
use super::{Model, Rules, codes};
use crate::diag::{Shown, Sink};
use crate::kinds::blocks::Ground;
use crate::kinds::blocks::faults::unknown_label;
use crate::kinds::blocks::lower::{self as blocks, Drawn, MOST, apart, drawn};
use crate::kinds::blocks::room::intended_empty;
use crate::kinds::blocks::rules::{Board, Goal};
use crate::scene::Coordinate;
use crate::syntax::{Fragment, Grid, usual_length};
use crate::text::Span;

/// Returns the meaning of a label that is not a block: dots only, or walls only.
pub(super) fn ground(label: &str) -> Option<Ground> {
    if label.bytes().all(|byte| byte == b'.') {
        return Some(Ground::Empty);
    }
    label.bytes().all(|byte| byte == b'#').then_some(Ground::Wall)
}

/// Returns whether the picture is a rectangle of the stated size; reports what is wrong.
fn is_even(shape: &Shape<'_>, sink: &mut Sink) -> bool {
    let rows = &shape.picture.rows;
    let mut even = true;
    let columns = match shape.size {
        Some(size) => {
            let length = rows.first().map_or(0, Vec::len);
            let alike = rows.len() > 1 && rows.iter().all(|row| row.len() == length);
            if alike && length != size.columns {
                let board = Size { rows: rows.len(), columns: length, span: shape.picture.span() };
                sink.push(codes::wrong_size(&board, &size));
                return false;
            }
            if rows.len() != size.rows {
                even = false;
                sink.push(codes::wrong_rows(shape.picture.span(), rows.len(), &size));
            }
            size.columns
        }
        None => usual_length(rows.iter().map(Vec::len)),
    };
    let size = shape.size.map(|size| size.span);
    blocks::is_even::<Rules>(&shape.picture, columns, size, sink) && even
}

/// Returns whether a label cannot be written everywhere: `;` separates moves, `=>` begins an
/// expectation, `/` ends a row of a body on one line, and `goal` the picture.
fn is_refused(label: &str) -> bool {
    matches!(label, "/" | "goal") || label.contains(';') || label.contains("=>")
}

/// Returns a label as wide as `old` that no block has: a letter, repeated. If all letters are
/// taken, some number of them.
fn free_label(old: &str, taken: &[Fragment<'_>]) -> String {
    let width = old.chars().count();
    let wider = (width..).flat_map(|width| {
        ('A'..='Z').chain('a'..='z').map(move |letter| String::from(letter).repeat(width))
    });
    let free = |label: &String| taken.iter().all(|other| other.text != *label);
    wider.into_iter().find(free).unwrap_or_default()
}

/// Returns what is in a cell of a picture.
fn drawn_at<'a>(picture: &Grid<'a>, cell: Coordinate) -> Fragment<'a> {
    picture.rows[cell.row as usize][cell.column as usize]
}

/// Warns of blocks in several pieces, unless there was an error since `mark`.
fn tell_pieces(picture: &Grid<'_>, drawn: &Drawn<'_>, board: &Board, mark: usize, sink: &mut Sink) {
    let blocks = drawn.labels.iter().zip(&board.blocks).zip(&board.start);
    let pieces: Vec<(Fragment<'_>, Fragment<'_>)> = blocks
        .filter_map(|((label, block), corner)| {
            let piece = *corner + apart(&block.cells)?;
            Some((drawn_at(picture, piece), *label))
        })
        .take(MOST)
        .collect();
    // The sign of an empty cell is reported with the room that the board lacks.
    let is_reported = sink.errors_since(mark) || intended_empty(board).is_some();
    if pieces.is_empty() || is_reported {
        return;
    }
    sink.push(codes::disconnected(&pieces));
}

/// Warns of labels of different lengths: often a space is missing. Numbers may differ.
fn compare_widths(blocks: &Drawn<'_>, sink: &mut Sink) {
    let Some(first) = blocks.labels.first() else { return };
    let digits = |label: &Fragment<'_>| label.text.bytes().all(|byte| byte.is_ascii_digit());
    let width = first.text.chars().count();
    let odd = blocks
        .labels
        .iter()
        .find(|label| label.text.chars().count() != width && !(digits(label) && digits(first)));
    if let Some(odd) = odd {
        sink.push(codes::mixed_widths(*odd, *first));
    }
}

/// Returns the model of a shape; reports what is wrong with it.
pub(super) fn lower(shape: &Shape<'_>, sink: &mut Sink) -> Option<Model> {
    let mark = sink.len();
    if !shape.whole || !is_even(shape, sink) {
        return None;
    }
    let picture = &shape.picture;

    let mut drawn = drawn::<Rules>(picture);
    for (label, cells) in drawn.labels.iter().zip(&drawn.cells) {
        if is_refused(label.text) {
            let cells = cells.iter().map(|&cell| drawn_at(picture, cell));
            let named = shape.goals.iter().map(|line| line.label);
            let places = cells.chain(named.filter(|name| name.text == label.text));
            let free = free_label(label.text, &drawn.labels);
            sink.push(codes::bad_label(*label, places.map(|place| place.span()), &free));
        }
    }

    if !picture.packed && !sink.errors_since(mark) {
        compare_widths(&drawn, sink);
    }

    let mut board = blocks::board::<Rules>(picture, &mut drawn);
    let goal_spans = goals(shape, &drawn, &mut board, sink);
    if shape.sound {
        tell_pieces(picture, &drawn, &board, mark, sink);
    }
    if !shape.sound || sink.errors_since(mark) {
        return None;
    }

    let mut model = Model::new(picture, drawn, board, goal_spans, true);
    model.verbatim = shape.size.is_some();
    Some(model)
}

/// Puts the goals on the board; reports what is wrong with them. Returns their places.
fn goals(shape: &Shape<'_>, drawn: &Drawn<'_>, board: &mut Board, sink: &mut Sink) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    // Cells that goals take, and the goal of a block.
    let mut taken: HashMap<Coordinate, usize> = HashMap::new();
    let mut aims: HashMap<usize, usize> = HashMap::new();
    let several = shape.goals.len() > 1;

    for (count, line) in shape.goals.iter().enumerate() {
        let Some(goal) = goal_of(line, &shape.picture, drawn, board, count < MOST, sink) else {
            continue;
        };
        let span = line.label.span().to(line.place);
        let block = goal.block;
        if !several {
            spans.push(span);
            board.goals.push(goal);
            break;
        }

        if let Some(&other) = aims.get(&block) {
            if board.goals[other].at != goal.at && count < MOST {
                sink.push(codes::two_places(line, spans[other]));
            }
            continue;
        }

        let cells: Vec<Coordinate> = board.cells(block, goal.at).collect();
        if let Some((&cell, &other)) = cells.iter().find_map(|cell| taken.get_key_value(cell)) {
            if count < MOST {
                let name = &board.blocks[board.goals[other].block].label;
                sink.push(codes::goals_collide(line, Shown(name), cell, spans[other]));
            }
            continue;
        }

        aims.insert(block, spans.len());
        taken.extend(cells.into_iter().map(|cell| (cell, spans.len())));
        spans.push(span);
        board.goals.push(goal);
    }
    spans
}

/// Reads one goal line.
fn goal_of(
    line: &GoalLine<'_>,
    picture: &Grid<'_>,
    drawn: &Drawn<'_>,
    board: &Board,
    tell: bool,
    sink: &mut Sink,
) -> Option<Goal> {
    let mut say = |diagnostic| {
        if tell {
            sink.push(diagnostic);
        }
    };
    let Some(block) = drawn.number(line.label.text) else {
        let labels = || drawn.labels.iter().map(|label| label.text);
        say(unknown_label::<Rules>(line.label, None, Some(picture.span()), labels()));
        return None;
    };
    let block_span = drawn.labels[block].span();
    let Some(at) = Some(line.at).filter(|&at| board.holds(at)) else {
        say(codes::target_off_board(line, board, picture.span()));
        return None;
    };
    for cell in board.cells(block, at) {
        if !board.holds(cell) {
            say(codes::target_leaves_board(line, cell, block_span, board, picture.span()));
            return None;
        }
        if board.walls[board.index(cell)] {
            let wall = drawn_at(picture, cell);
            say(codes::target_hits_wall(line, cell, wall.span()));
            return None;
        }
    }
    Some(Goal { block, at })
}
