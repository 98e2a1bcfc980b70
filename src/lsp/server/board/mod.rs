//! Boards: a puzzle in the state at a place of a document, for clients that draw it and let a person
//! move.

mod declared;
mod distance;
mod expectations;
mod position;
pub(super) mod types;
mod write;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use self::declared::Nullable;
use self::distance::distance;
pub(super) use self::distance::{Along, Distances, State, along, hash, measure};
pub(super) use self::expectations::{Judgments, tests};
use self::position::{Position, Refused};
use self::types::{
    Board, BoardCell, BoardMove, BoardParams, BoardPlace, BoardPuzzle, IllegalMove, Part,
};
pub(super) use self::write::played;
use super::document::Document;
use crate::diag::Sink;
use crate::puzzle::{self, Depth, Directive, LegalMove, Mark, Role, Verdict};
use crate::render::{Paint, named_svg, picture};
use crate::scene::{Coordinate, Drawing, Scene};
use crate::search::Budget;
use crate::syntax::Meta;
use crate::text::Span;

/// Bytes of a body, at most, whose cells are looked for in the text.
const LONGEST: u32 = 1 << 18;
/// States, at most, that a hint may cost.
const STATES: u64 = 1 << 16;

/// Returns the board at a position, and the state whose distance is to be searched for. `None` if there
/// is no puzzle.
pub(super) fn board(
    document: &Document,
    params: &BoardParams,
    distances: &Distances,
) -> Option<(Board, Option<State>)> {
    let places = document.places();
    let then = params.then.as_deref().unwrap_or_default();
    let offset = places.offset(params.position);
    let mut position = Position::find(&document.checked, offset, then)?;
    let wants = |part| params.parts.as_ref().is_none_or(|parts| parts.contains(&part));

    let wants_hint = params.hint == Some(true) && position.shows_facts();
    let name = position.name;
    let hint = if wants_hint { hint(name, position.puzzle()) } else { None };
    let (hint, mut scene) = match hint {
        Some(Hint { sentence, moves, scene }) => (Some((sentence, moves)), scene),
        None => (None, position.puzzle().scene(name)),
    };
    let (hint, hint_moves) = hint.unzip();
    if let Some(node) = params.around.as_ref().filter(|_| scene.tree().is_some()) {
        scene = around(name, position.puzzle(), node).unwrap_or(scene);
    }
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
    let standing = position.puzzle().standing();
    let separator = position.puzzle().info().separator;
    let uri = &document.uri;
    let then = then.to_owned();
    let unmeasured =
        known.key.map(|key| State { uri: uri.clone(), name: name.to_owned(), key, offset, then });
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
            made: standing.made,
        },
        unknown: position.unknown().map(str::to_owned),
        svg: wants(Part::Svg).then(|| named_svg(&scene)),
        text: wants(Part::Text).then(|| picture(&scene, Paint::default())),
        has_goal: standing.has_goal,
        solved: standing.is_solved,
        distance: Nullable(known.moves),
        distance_state: known.state,
        next: known.next,
        hint,
        hint_moves,
        then: separator.and_then(|separator| write::joined(&position.then, separator)),
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

/// A hint for a state.
struct Hint {
    /// The hint in a line.
    sentence: String,
    /// Its moves, as `play` takes them.
    moves: Vec<String>,
    /// The picture that points at it.
    scene: Scene,
}

/// Returns the hint for the current state. `None` if there is none, or if it takes too long.
fn hint(name: &str, puzzle: &mut puzzle::Board) -> Option<Hint> {
    let verb = puzzle.info().verbs.iter().find(|verb| verb.role == Role::Hint)?;
    let hint = Directive::new(verb);
    let budget = Budget::unlimited().with_states(STATES);
    let answer = puzzle.direct(hint, Depth::Run, &budget, &mut Sink::new())?;
    if answer.verdict() == Verdict::GaveUp {
        return None;
    }
    let scene = puzzle.point_directive(name, hint, &budget)?;

    let sentence = answer.text().lines().next().unwrap_or_default().to_owned();
    let conclusion = answer.steps().first().and_then(|step| step.conclusion.as_ref());
    let moves = match conclusion {
        Some(conclusion) => conclusion.moves(),
        None => {
            let is_move = puzzle.legal_moves().iter().any(|by| by.text == sentence);
            is_move.then(|| sentence.clone()).into_iter().collect()
        }
    };
    let scene = if moves.is_empty() { puzzle.scene(name) } else { scene };
    Some(Hint { sentence, moves, scene })
}

/// Returns the picture of a tree that shows most around a node; `None` if there is no such node.
fn around(name: &str, puzzle: &mut puzzle::Board, node: &str) -> Option<Scene> {
    let verbs = puzzle.info().verbs.iter().filter(|verb| verb.role == Role::Point);
    let scenes = verbs.filter_map(|verb| {
        puzzle.point_directive(name, Directive::new(verb).with(node), &Budget::unlimited())
    });
    scenes.max_by_key(Scene::size)
}

/// Returns the name of a cell.
fn cell_name(place: Coordinate) -> String {
    format!("{},{}", place.row, place.column)
}

/// Returns a legal move for clients, with the cells that are drawn.
fn board_move(by: LegalMove, drawn: &BTreeSet<&str>) -> BoardMove {
    let names = |cells: Vec<Coordinate>| {
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
    let marks = match position.declaration.body.len() <= LONGEST {
        true => document.checked.marks(declaration),
        false => Vec::new(),
    };
    let contents: Vec<(&str, Option<u32>)> = match &scene.drawing {
        Drawing::Board(board) => {
            board.cells.iter().map(|cell| (cell.text.as_str(), cell.piece)).collect()
        }
        Drawing::Tree(tree) => tree.nodes.iter().map(|node| (node.text.as_str(), None)).collect(),
    };

    let mut cells = Vec::with_capacity(contents.len());
    for (id, (text, piece)) in scene.names().into_iter().zip(contents) {
        let Some(id) = id else { continue };
        let text = (!text.trim().is_empty()).then(|| text.to_owned());
        let piece = piece.map(|piece| piece.to_string());
        cells.push(BoardCell { id, text, range: None, piece });
    }

    let spans = match &scene.drawing {
        Drawing::Board(_) => cell_spans(&marks),
        Drawing::Tree(_) => {
            let deepest = cells.iter().map(|cell| cell.id.len() - 2).max();
            node_spans(&marks, deepest.unwrap_or_default())
        }
    };

    let places = document.places();
    let mut cursor = places.cursor();
    for cell in &mut cells {
        cell.range = spans.get(&cell.id).map(|&span| cursor.range(span));
    }
    cells
}

/// Returns the places that draw the cells of a board, by their names. A cell that is drawn twice, in the
/// start and in the goal, has its place in the start.
fn cell_spans(marks: &[Mark]) -> HashMap<String, Span> {
    let drawn = marks.iter().rev().filter_map(|mark| Some((cell_name(mark.cell?), mark.span)));
    drawn.collect()
}

/// Returns the places that draw the nodes of a tree down to a level, by their names. The text has the
/// left subtree of a node before it and the right one after it.
fn node_spans(marks: &[Mark], deepest: usize) -> HashMap<String, Span> {
    let mut spans = HashMap::new();
    let mut last: Option<String> = None;
    for mark in marks.iter().filter(|mark| mark.part != puzzle::Part::Bracket) {
        let Some(level) = mark.cell.map(|cell| cell.row as usize) else { continue };
        // Below the last node the next one is the first of its right subtree; above it, the next one is
        // an ancestor.
        let mut path = last.map_or_else(String::new, |mut path| {
            if level > path.len() {
                path.push('>');
            }
            path
        });
        path.truncate(level);
        path.extend(std::iter::repeat_n('<', level - path.len()));
        if level <= deepest {
            spans.insert(format!("[{path}]"), mark.span);
        }
        last = Some(path);
    }
    spans
}

/// Returns the number of cells that a picture leaves out.
fn hidden(scene: &Scene, puzzle: &puzzle::Board) -> u64 {
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
