//! The messages about boards and tests.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::declared::{Declared, DeclaredField, Field, Form, Nullable, camel_case, declare};
use crate::lsp::server::protocol::{About, Position, Range};

/// The version of these messages: a change that breaks clients raises it.
pub(in crate::lsp::server) const VERSION: u32 = 1;

declare! {
    structures {
        /// The parameters of the request `puzzled/board`.
        BoardParams {
            /// The document, in the version that the client has.
            text_document: BoardDocument,
            /// A place in the document.
            position: Position,
            /// Moves that are not in the text, as `play` takes them. They are made after the moves at the
            /// position, up to the first that is illegal.
            then: Option<String>,
            /// Asks for `write` even where later statements use this state.
            write: Option<bool>,
            /// The parts that are wanted; all if it is missing.
            parts: Option<Vec<Part>>,
            /// A node of a tree: the picture shows the way to it and its neighbors, also where it leaves
            /// other nodes out.
            around: Option<String>,
            /// Asks for a picture that points at a hint, and for the hint. A hint takes a search.
            hint: Option<bool>,
        }
        /// The document of a request.
        BoardDocument {
            uri: String,
            /// The version that the client has: if the server has another one, it refuses the request with
            /// the error -32801.
            version: Option<i32>,
        }
        /// The result of `puzzled/board`: a puzzle in the state at the position, with the moves of `then`.
        /// In a declaration, the state is that of the start; on a command, that after the command; within
        /// the moves of a `play`, that after the move at or before the cursor; between statements, that
        /// after the statement above. `null` if there is no puzzle, or if its declaration has errors.
        Board {
            /// The version of the document.
            version: i32,
            /// The puzzle.
            puzzle: BoardPuzzle,
            /// The statement or move that leads to the state.
            at: BoardPlace,
            /// Why the state is not known. The board then shows the last state that is known, without moves.
            unknown: Option<String>,
            /// The state in a sentence, for people who do not see the picture.
            title: String,
            /// A line below the picture; may be empty.
            caption: String,
            /// The picture as an SVG document. Each cell has one element with the attribute `data-cell`, the
            /// cell's name; what is drawn for a piece is in elements with the attribute `data-piece`.
            svg: Option<String>,
            /// The picture as text.
            text: Option<String>,
            /// True if the puzzle has a goal.
            has_goal: bool,
            /// True if the goal is reached.
            solved: bool,
            /// The number of moves to the goal, of a sudoku that of the empty cells; `null` if it is not known, or if no moves lead there.
            distance: Nullable<u64>,
            /// What is known of the distance.
            distance_state: DistanceState,
            /// The next move of a shortest solution, once a search has found it.
            next: Option<String>,
            /// The hint that the picture points at, in a line.
            hint: Option<String>,
            /// The moves of the hint, as `play` takes them, one after the other.
            hint_moves: Option<Vec<String>>,
            /// The moves of the request's `then` that were made, joined so that a move can follow.
            then: Option<String>,
            /// The cells of the picture, in reading order; of a tree, its nodes, parents first.
            cells: Vec<BoardCell>,
            /// The number of cells that the picture leaves out.
            hidden_cells: u64,
            /// The legal moves. There are none if the state is unknown or something of it is withheld.
            moves: Option<Vec<BoardMove>>,
            /// The place in the text where a move would be written; `null` where later statements use this
            /// state, unless the request asks for it.
            write: Nullable<BoardWrite>,
            /// The first illegal move of the `play` at the position or of `then`. The board shows the state
            /// before it.
            illegal: Option<IllegalMove>,
        }
        /// A puzzle of a document.
        BoardPuzzle {
            name: String,
            kind: String,
            /// The place of its declaration.
            range: Range,
            /// Its metadata: `title`, `author`, `source`, `license`, `note`.
            meta: BTreeMap<String, String>,
        }
        /// The statement or move that leads to a state.
        BoardPlace {
            /// The place of the statement; within a `play`, that of the move.
            range: Range,
            /// The number of the move within its `play`, from 1; 0 before the first; `null` elsewhere.
            r#move: Nullable<u32>,
            /// The number of moves made since the start, with those of `then`.
            made: u64,
        }
        /// A cell of a board, or a node of a tree.
        BoardCell {
            /// Its name: row and column from 0 (`0,1`), or the path of a node from the root (`[<]`).
            id: String,
            /// Its text in the picture.
            text: Option<String>,
            /// The place in the declaration that draws it.
            range: Option<Range>,
            /// The piece that covers it: its number in the scene (`puzzled show --format json`).
            piece: Option<String>,
        }
        /// A legal move.
        BoardMove {
            /// The move as `play` takes it.
            text: String,
            /// The piece that moves.
            piece: Option<String>,
            /// The cells that the piece leaves.
            from: Vec<String>,
            /// The cells on which the piece is after the move, or which the move changes.
            to: Vec<String>,
            /// The direction of a straight move: `left`, `right`, `up`, `down`; of a matrix `clockwise` or
            /// `counterclockwise`.
            direction: Option<String>,
            /// The number of cells by which a straight move shifts its piece.
            distance: Option<u32>,
        }
        /// An edit that writes a move: `prefix`, the move and `suffix` replace the range. It also writes the
        /// moves of `then`. The position of the board after it is that of the move in the new text.
        BoardWrite {
            range: Range,
            prefix: String,
            suffix: String,
        }
        /// An illegal move.
        IllegalMove {
            /// Its number, from 1, in the `play` at the position or in `then`.
            r#move: u32,
            /// The move as it is written.
            text: String,
            /// Why it is illegal, in the words of `why not`: a line for each reason.
            reason: String,
            /// The cells that are in the way.
            cells: Vec<String>,
        }
        /// The parameters of the notification `puzzled/boardChanged`: boards of these puzzles have changed
        /// without an edit, because distances or results of tests were found. It comes at most 20 times a
        /// second, and only to clients with the capability `experimental.puzzledBoard`.
        BoardChanged {
            uri: String,
            version: i32,
            /// The names of the puzzles.
            puzzles: Vec<String>,
        }
        /// The parameters of the request `puzzled/tests`.
        TestsParams {
            text_document: TestsDocument,
        }
        /// The document of a request for its tests.
        TestsDocument {
            uri: String,
        }
        /// An item of the result of `puzzled/tests`: an expectation or an open question.
        Test {
            /// A name that no other item of the document has: `PUZZLE: COMMAND`, with ` #2` for a
            /// repetition.
            id: String,
            /// The puzzle; empty if there is none of that name.
            puzzle: String,
            command: String,
            /// The place of the command with its expectation.
            range: Range,
            /// Its result; `null` if the statement has not been run yet.
            outcome: Nullable<Outcome>,
            /// Of a wrong one: the answer that was expected.
            expected: Option<String>,
            /// Of a wrong one: the answer that was found, of a long one the first 4,096 characters.
            found: Option<String>,
        }
    }
    enumerations {
        /// A part of a board that takes time.
        Part {
            Svg = "svg",
            Text = "text",
            Moves = "moves",
        }
        /// What is known of the distance to the goal.
        DistanceState {
            /// It is known. Without a distance, no moves lead to the goal, or the puzzle has none.
            Done = "done",
            /// It is being searched for: `boardChanged` says when it is known.
            Running = "running",
            /// The search stopped at a limit, or the state is not known.
            GaveUp = "gave-up",
            /// The document asks an open question about the puzzle, so the distance is not shown.
            Withheld = "withheld",
        }
        /// The result of an expectation.
        Outcome {
            Held = "held",
            Wrong = "wrong",
            /// It was not compared, because an earlier statement or its own command failed.
            Skipped = "skipped",
            /// It was not compared, because its own search stopped at its limit.
            GaveUp = "gave-up",
            /// An open question: there is nothing to compare.
            Open = "open",
        }
    }
}

impl About for BoardParams {
    fn uri(&self) -> &str {
        &self.text_document.uri
    }
}

impl About for TestsParams {
    fn uri(&self) -> &str {
        &self.text_document.uri
    }
}

/// The beginning of the TypeScript declarations.
const HEAD: &str = "\
// Generated from `src/lsp/server/board/types.rs`: `BLESS=1 cargo test --test it book` writes this file.

/** A place in a document, in the encoding of positions that client and server agreed upon. */
export interface Position { line: number; character: number }
/** From one place to another one, which is not included. */
export interface Range { start: Position; end: Position }
";

/// Returns the declarations of the messages in TypeScript.
pub(in crate::lsp::server) fn typescript() -> String {
    let mut out = String::from(HEAD);
    for Declared { name, about, form } in declared() {
        out.push('\n');
        match form {
            Form::Words(words) => {
                let mut lines: Vec<String> = about.iter().map(|&line| line.to_owned()).collect();
                let explained = words.iter().filter(|(_, meaning)| !meaning.is_empty());
                lines.extend(
                    explained
                        .map(|(word, meaning)| format!("* `{word}`: {}", meaning.concat().trim())),
                );
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                comment("", &lines, &mut out);
                let words: Vec<_> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
                let _ = writeln!(out, "export type {name} = {};", words.join(" | "));
            }
            Form::Fields(fields) => {
                comment("", about, &mut out);
                let _ = writeln!(out, "export interface {name} {{");
                for field in fields {
                    comment("  ", field.about, &mut out);
                    let sign = if field.is_optional { "?" } else { "" };
                    let name = camel_case(field.name);
                    let _ = writeln!(out, "  {name}{sign}: {};", field.typescript);
                }
                out.push_str("}\n");
            }
        }
    }
    out
}

/// Writes a comment; nothing if there are no lines.
fn comment(indent: &str, lines: &[&str], out: &mut String) {
    match lines {
        [] => {}
        [line] => _ = writeln!(out, "{indent}/** {} */", line.trim()),
        lines => {
            let _ = writeln!(out, "{indent}/**");
            for line in lines {
                let _ = writeln!(out, "{indent} * {}", line.trim());
            }
            let _ = writeln!(out, "{indent} */");
        }
    }
}
