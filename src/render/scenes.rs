//! Scenes and films as JSON.

use serde_json::{Value, json};

use super::diagnostics::escaped;
use crate::scene::{Drawing, Film, Frame, Link, Mark, Scene};

/// Returns a scene as a JSON value. Empty fields of a cell or node are left out.
pub(crate) fn scene_value(scene: &Scene) -> Value {
    let mut object = json!({ "title": scene.title, "caption": scene.caption });
    match &scene.drawing {
        Drawing::Board(board) => {
            let cells: Vec<Value> = board
                .cells
                .iter()
                .map(|cell| {
                    let mut one = json!({ "text": cell.text, "role": cell.role.word() });
                    if let Some(piece) = cell.piece {
                        one["piece"] = piece.into();
                    }
                    if let Some(tint) = cell.tint {
                        one["tint"] = tint.into();
                    }
                    if !cell.pencil.trim().is_empty() {
                        one["pencil"] = cell.pencil.as_str().into();
                    }
                    if !cell.struck.is_empty() {
                        one["struck"] = cell.struck.as_str().into();
                    }
                    if let Some(mark) = cell.emphasis.word() {
                        one["mark"] = mark.into();
                    }
                    if cell.goal {
                        one["goal"] = true.into();
                    }
                    if cell.arrival {
                        one["arrival"] = true.into();
                    }
                    if let Some(exit) = cell.exit {
                        one["exit"] = exit.word().into();
                    }
                    if !cell.links.is_empty() {
                        one["links"] = cell.links.iter().map(link_value).collect();
                    }
                    if cell.height > 0 {
                        one["height"] = cell.height.into();
                    }
                    one
                })
                .collect();
            object["board"] = json!({
                "rows": board.rows, "columns": board.columns, "block": board.block, "cells": cells,
            });
        }
        Drawing::Tree(tree) => {
            let nodes: Vec<Value> = tree
                .nodes
                .iter()
                .map(|node| {
                    let mut one = json!({
                        "text": node.text, "role": node.role.word(), "children": node.children,
                    });
                    if node.hidden > 0 {
                        one["hidden"] = node.hidden.into();
                    }
                    if let Some(mark) = node.emphasis.word() {
                        one["mark"] = mark.into();
                    }
                    one
                })
                .collect();
            object["tree"] = json!({ "nodes": nodes });
        }
    }
    object
}

/// Returns a link as a JSON value: the numbers of the cells of each end, and its mark there, and the
/// cells of the almost locked set that it leads through.
fn link_value(link: &Link) -> Value {
    let end = |end: &Mark| json!({ "cells": end.cells, "mark": end.mark.to_string() });
    let mut one = json!({ "from": end(&link.from), "to": end(&link.to), "strong": link.is_strong });
    if !link.set.is_empty() {
        one["set"] = link.set.clone().into();
    }
    one
}

/// Returns a scene as one line of JSON: `title`, `caption`, and `board` (`rows`, `columns`,
/// `block`, the rows of a block, `cells` row by row) or `tree` (`nodes`, the root first, with the numbers of their
/// children).
pub fn scene_json(scene: &Scene) -> String {
    format!("{}\n", escaped(scene_value(scene).to_string()))
}

/// Returns a film as JSON: one line per frame, `{"at", "label", "scene"}`, at most `most` of them.
pub fn film_json(film: &Film, most: usize) -> String {
    let line = |frame: &Frame| format!("{}\n", escaped(frame_value(frame).to_string()));
    film.shown(most).into_iter().map(line).collect()
}

/// Returns a frame of a film as a JSON value.
pub(crate) fn frame_value(Frame { at, label, scene }: &Frame) -> Value {
    json!({ "at": at, "label": label, "scene": scene_value(scene) })
}
