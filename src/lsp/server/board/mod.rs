//! Boards: a puzzle in the state at a place of a document, for clients that draw it and let a person
//! move.

mod declared;
mod distance;
mod position;
mod tests;
pub(super) mod types;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use self::declared::Nullable;
pub(super) use self::distance::{Distances, Measure, Measured};
use self::distance::{Key, distance};
use self::position::{Position, Refused};
pub(super) use self::tests::{Judgments, tests};
use self::types::{
    Board, BoardCell, BoardMove, BoardParams, BoardPlace, BoardPuzzle, IllegalMove, Part,
};
use super::document::Document;
use crate::diag::Sink;
use crate::puzzle::{CellPlace, Depth, LegalMove, Puzzle, Role};
use crate::render::{Paint, named_svg, picture};
use crate::scene::{Drawing, Scene};
use crate::search::Budget;
use crate::syntax::{Fragment, Meta};
use crate::text::Span;

/// States, at most, that a hint may cost.
const STATES: u64 = 1 << 16;

/// A state whose distance to the goal is to be searched for.
pub(super) struct Unmeasured {
    pub(super) name: String,
    pub(super) key: Key,
    pub(super) puzzle: Box<dyn Puzzle>,
}

/// Returns the board at a position, and the state whose distance is to be searched for. `None` if there
/// is no puzzle.
pub(super) fn board(
    document: &Document,
    params: &BoardParams,
    distances: &Distances,
) -> Option<(Board, Option<Unmeasured>)> {
    let places = document.places();
    let then = params.then.as_deref().unwrap_or_default();
    let mut position = Position::find(document, places.offset(params.position), then)?;
    let wants = |part| params.parts.as_ref().is_none_or(|parts| parts.contains(&part));

    let wants_hint = params.hint == Some(true) && position.is_told();
    let name = position.name;
    let hint = if wants_hint { hint(name, position.puzzle()) } else { None };
    let (hint, pointed) = hint.unzip();
    let mut scene = pointed.unwrap_or_else(|| position.puzzle().scene(name));
    if position.is_withheld {
        scene = scene.without_pencil_marks();
    }

    let known = distance(document, &mut position, distances);
    let cells = cells(document, &position, &scene);
    let drawn: BTreeSet<&str> = cells.iter().map(|cell| cell.id.as_str()).collect();
    let legal = match wants(Part::Moves) && position.can_move() {
        true => position.puzzle().legal_moves(),
        false => Vec::new(),
    };
    let moves = legal.into_iter().map(|by| board_move(by, &drawn)).collect();
    let illegal = position.refused.as_ref().map(|refused| illegal(refused, &drawn));

    let meta = Meta::of(document.source().slice(position.declaration.meta));
    let meta = meta.entries().map(|(key, text)| (key.word().to_owned(), text.to_owned())).collect();
    let made = position.puzzle().standing().made;
    let unmeasured = known.key.map(|key| {
        let puzzle = position.puzzle().judge();
        Unmeasured { name: name.to_owned(), key, puzzle }
    });
    let board = Board {
        version: document.version,
        puzzle: BoardPuzzle {
            name: name.to_owned(),
            kind: position.puzzle().info().name.to_owned(),
            range: places.range(position.declaration.span),
            meta,
        },
        at: BoardPlace {
            range: places.range(position.span),
            r#move: Nullable(position.play.as_ref().map(|play| play.made as u32)),
            made,
        },
        unknown: position.unknown().map(str::to_owned),
        svg: wants(Part::Svg).then(|| named_svg(&scene)),
        text: wants(Part::Text).then(|| picture(&scene, Paint::default())),
        solved: position.puzzle().standing().is_solved,
        distance: Nullable(known.distance),
        distance_state: known.state,
        next: known.next,
        hint,
        hidden_cells: hidden(&scene, position.puzzle()),
        moves: wants(Part::Moves).then_some(moves),
        write: Nullable(write::write(document, &position, params.write == Some(true))),
        illegal,
        cells,
        title: scene.title,
        caption: scene.caption,
    };
    Some((board, unmeasured))
}

/// Returns the hint for the current state in a line, and the picture that points at it. `None` if there
/// is none, or if it takes too long.
fn hint(name: &str, puzzle: &mut dyn Puzzle) -> Option<(String, Scene)> {
    let verb = puzzle.info().verbs.iter().find(|verb| verb.role == Role::Hint)?;
    let text = Fragment { text: verb.name, start: 0 };
    let budget = Budget::unlimited().with_states(STATES);
    let answer = puzzle.run(text, Depth::Run, &budget, &mut Sink::new())?;
    let scene = puzzle.point(name, text, &budget, &mut Sink::new())?;
    let hint = answer.text().lines().next().unwrap_or_default().to_owned();
    Some((hint, scene))
}

/// Returns the name of a cell.
fn cell_name(place: CellPlace) -> String {
    format!("{},{}", place.row, place.column)
}

/// Returns a legal move for clients, with the cells that are drawn.
fn board_move(by: LegalMove, drawn: &BTreeSet<&str>) -> BoardMove {
    let names = |cells: Vec<CellPlace>| {
        let names = cells.into_iter().map(cell_name);
        names.filter(|name| drawn.contains(name.as_str())).collect()
    };
    BoardMove {
        text: by.text,
        piece: by.piece.map(|piece| piece.to_string()),
        from: names(by.from),
        to: names(by.to),
        direction: by.direction.map(str::to_owned),
        distance: by.distance,
    }
}

/// Returns an illegal move for clients, with the cells that are drawn.
fn illegal(refused: &Refused, drawn: &BTreeSet<&str>) -> IllegalMove {
    let Refused { number, text, reason, cells } = refused;
    let cells = cells.iter().filter(|cell| drawn.contains(cell.as_str())).cloned().collect();
    IllegalMove { r#move: *number, text: text.clone(), reason: reason.clone(), cells }
}

/// Returns the cells of a picture, each with the place in the declaration that draws it.
fn cells(document: &Document, position: &Position<'_>, scene: &Scene) -> Vec<BoardCell> {
    let declaration = document.checked.members(position.script)[0] as usize;
    let mut drawn: BTreeMap<CellPlace, Span> = BTreeMap::new();
    for mark in document.checked.marks(declaration) {
        if let Some(cell) = mark.cell {
            drawn.entry(cell).or_insert(mark.span);
        }
    }
    let places = document.places();
    let mut cursor = places.cursor();
    let contents: Vec<(&str, Option<u32>, CellPlace)> = match &scene.drawing {
        Drawing::Board(board) => {
            let place = |at: usize| CellPlace {
                row: (at / board.columns) as u32,
                column: (at % board.columns) as u32,
            };
            let cells = board.cells.iter().enumerate();
            cells.map(|(at, cell)| (cell.text.as_str(), cell.piece, place(at))).collect()
        }
        Drawing::Tree(tree) => {
            let nodes = tree.nodes.iter().zip(tree.places());
            nodes
                .map(|(node, [row, column])| (node.text.as_str(), None, CellPlace { row, column }))
                .collect()
        }
    };
    let named = scene.names().into_iter().zip(contents);
    named
        .filter_map(|(id, (text, piece, place))| {
            Some(BoardCell {
                id: id?,
                text: (!text.trim().is_empty()).then(|| text.to_owned()),
                range: drawn.get(&place).map(|&span| cursor.range(span)),
                piece: piece.map(|piece| piece.to_string()),
            })
        })
        .collect()
}

/// Returns the number of cells that a picture leaves out.
fn hidden(scene: &Scene, puzzle: &dyn Puzzle) -> u64 {
    match &scene.drawing {
        Drawing::Tree(tree) => tree.nodes.iter().map(|node| node.hidden).sum(),
        Drawing::Board(board) => {
            let size = puzzle.extent().size.map_or(0, |[rows, columns]| rows * columns);
            size.saturating_sub(board.cells.len()) as u64
        }
    }
}

/// Boards that have changed without an edit: the names of puzzles, by document.
pub(super) type Changed = BTreeMap<String, BTreeSet<String>>;
