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
                    let mut cell_object = json!({ "text": cell.text, "role": cell.role.word() });
                    if let Some(piece) = cell.piece {
                        cell_object["piece"] = piece.into();
                    }
                    if let Some(tint) = cell.tint {
                        cell_object["tint"] = tint.into();
                    }
                    if !cell.pencil.trim().is_empty() {
                        cell_object["pencil"] = cell.pencil.as_str().into();
                    }
                    if !cell.struck.is_empty() {
                        cell_object["struck"] = cell.struck.as_str().into();
                    }
                    if let Some(mark) = cell.emphasis.word() {
                        cell_object["mark"] = mark.into();
                    }
                    if cell.goal {
                        cell_object["goal"] = true.into();
                    }
                    if cell.arrival {
                        cell_object["arrival"] = true.into();
                    }
                    if let Some(exit) = cell.exit {
                        cell_object["exit"] = exit.word().into();
                    }
                    if !cell.links.is_empty() {
                        cell_object["links"] = cell.links.iter().map(link_value).collect();
                    }
                    if cell.height > 0 {
                        cell_object["height"] = cell.height.into();
                    }
                    cell_object
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
                    let mut node_object = json!({
                        "text": node.text, "role": node.role.word(), "children": node.children,
                    });
                    if node.hidden > 0 {
                        node_object["hidden"] = node.hidden.into();
                    }
                    if let Some(mark) = node.emphasis.word() {
                        node_object["mark"] = mark.into();
                    }
                    node_object
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
    let mut link_object =
        json!({ "from": end(&link.from), "to": end(&link.to), "strong": link.is_strong });
    if !link.set.is_empty() {
        link_object["set"] = link.set.clone().into();
    }
    link_object
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
