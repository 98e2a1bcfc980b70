//! Klotski boards as programs and sites draw them: a row a line, a character a cell.

use std::sync::Arc;

use super::{INFO, Rules, codes};
use crate::diag::{Diagnostic, Sink, clip};
use crate::kinds::blocks::Blocks;
use crate::kinds::blocks::rules::Board;
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::foreign::json::Json;
use crate::puzzle::foreign::{Format, Misfit, Piece, Precedence, verbatim};
use crate::puzzle::{Body, Out};
use crate::text::Source;

pub(super) static FORMAT: Format = Format {
    name: "blocks",
    summary: "klotski boards, a row a line and a character a cell; a blank line between two",
    example: "ABBC\nABBC\nDEEF\nDGHF\nI..J\ngoal B at (3,1)\n",
    endings: &[],
    kinds: &["klotski"],
    many: true,
    headers: Headers::Lines(";"),
    fits: |text| read(text).is_some(),
    read: |source, _, sink| verbatim::read(INFO.name, source, sink),
    write: Some(write),
};

/// A board that was read.
struct Drawn {
    board: Arc<Board>,
    /// True if its size is above it, and a goal below.
    is_headed: bool,
    /// True if nothing is odd about it.
    is_plain: bool,
}

/// Reads a board.
fn read(text: &str) -> Option<Drawn> {
    let source = Source::new("", text);
    let mut sink = Sink::new();
    let model = Rules::read(&Body::raw(&source), &mut Out::new(&mut sink))?;
    let is_headed = model.verbatim && !model.board.goals.is_empty();
    // A board without a move is a board nevertheless.
    let is_odd = |fault: &Diagnostic| fault.code != &codes::NO_ROOM;
    let is_plain = !sink.diagnostics().iter().any(is_odd);
    Some(Drawn { board: model.board, is_headed, is_plain })
}

/// Returns whether a text is raw input with its size and goal, or a picture that can hardly be
/// anything else: blocks with labels of one length, one of them on several cells, and room.
pub(super) fn fits(text: &str) -> Option<Precedence> {
    let Drawn { board, is_headed, is_plain } = read(text)?;
    if is_headed {
        return Some(Precedence::Header);
    }
    let covered = |covered: usize, cells: usize| covered + cells;
    let cells = board.blocks.iter().map(|block| block.cells.len());
    let filled = cells.clone().fold(board.walls.iter().filter(|wall| **wall).count(), covered);
    let mut lengths = board.blocks.iter().map(|block| block.label.chars().count());
    let first = lengths.next()?;
    let is_board = is_plain
        && board.rows >= LEAST
        && board.columns >= LEAST
        && lengths.all(|length| length == first)
        && board.blocks.len() > 1
        && cells.clone().any(|cells| cells > 1)
        && filled < board.walls.len();
    is_board.then_some(Precedence::Blocks)
}

/// The fewest rows and columns of a board without a size.
const LEAST: i32 = 3;

/// Returns whether a text begins like a board, or with its size.
pub(super) fn begins(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let mut words = line.split_ascii_whitespace();
    let is_size = words.clone().count() == 2 && words.all(|word| word.parse::<usize>().is_ok());
    is_size || line.contains(['.', '#']) && line.len() >= LEAST as usize
}

fn write(pieces: &[Piece]) -> Result<String, Misfit> {
    let boards: Vec<String> = pieces.iter().map(board).collect::<Result<_, _>>()?;
    Ok(boards.join("\n"))
}

/// Writes a board.
fn board(piece: &Piece) -> Result<String, Misfit> {
    let rows = piece.items("rows");
    let labels = rows.iter().flat_map(Json::items).map(Json::as_text);
    if let Some(label) = labels.clone().find(|label| label.chars().count() != 1) {
        let label = clip(label);
        return Err(Misfit(format!("a cell has one character, but the label `{label}` has more")));
    }
    let columns = rows.first().map_or(0, |row| row.items().len());
    // Rows of a single cell are not glued.
    let mut text = if columns == 1 { format!("{} {columns}\n", rows.len()) } else { String::new() };
    for row in rows {
        let row: String = row.items().iter().map(Json::as_text).collect();
        if row == "goal" || row.starts_with("//") {
            return Err(Misfit(format!("its row `{row}` would be read as something else")));
        }
        text += &format!("{row}\n");
    }
    for goal in piece.items("goals") {
        if let (Some(label), Some([row, column])) =
            (goal.entry("block"), goal.entry("at").map(Json::items))
        {
            text += &format!("goal {} at ({row},{column})\n", label.as_text());
        }
    }
    Ok(text)
}
