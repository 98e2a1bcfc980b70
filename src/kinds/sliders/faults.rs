//! The diagnostics of sliders, one function per diagnostic.

use super::codes;
use crate::diag::Applicability::Guess;
use crate::diag::{Diagnostic, Edit, Fix, among, clip};
use crate::search::Stop;
use crate::syntax::{Grid, Line};
use crate::text::Span;

/// There is no board.
pub(super) fn empty(name: Span) -> Diagnostic {
    Diagnostic::new(&codes::EMPTY, name, "these sliders have no board", "nothing is drawn")
        .help("draw the start, a line `goal`, and the goal: rows of labels with one gap `.` each")
}

/// There is no goal, or nothing below its line; `last` is the text before it.
pub(super) fn no_goal(last: Span, line: bool) -> Diagnostic {
    let message = if line { "no board follows `goal`" } else { "there is no goal" };
    Diagnostic::new(&codes::NO_GOAL, last, message, "expected after this")
        .help("write a line `goal` below the start, and below that the board to reach")
}

/// A row that is intended as the line `goal`.
pub(super) fn misspelled_goal(span: Span, found: &str) -> Diagnostic {
    let message = format!("expected the line `goal`, found `{}`", clip(found));
    Diagnostic::new(&codes::NO_GOAL, span, message, "expected `goal`")
        .help("write `goal` between the two boards")
        .fix(Fix::new(Guess, "Write `goal`", span, "goal"))
}

/// The word `goal` stands on a line with cells; `gap` holds the blanks around it, too.
pub(super) fn goal_within(word: Span, gap: Span) -> Diagnostic {
    Diagnostic::new(&codes::NO_GOAL, word, "`goal` stands on a line with cells", "expected alone")
        .help("write `goal` on a separate line between the two boards")
        .fix(Fix::new(Guess, "Write it on a separate line", gap, "\n  goal\n  "))
}

/// A line above the start that names it; `whole` is all of it.
pub(super) fn heading(line: Span, found: &str, whole: Span) -> Diagnostic {
    let message = format!("`{}` is not a row of the start", clip(found));
    Diagnostic::new(&codes::STRAY_LINE, line, message, "the start needs no keyword")
        .help("remove this line: only the goal has a keyword")
        .fix(Fix::new(Guess, "Remove the line", whole, ""))
}

/// A line that belongs to neither board.
pub(super) fn stray_line(line: &Line<'_>, after_goal: bool) -> Diagnostic {
    let shown = clip(line.text);
    let (message, label) = if after_goal {
        (format!("`{shown}` follows the goal"), "nothing can follow the goal")
    } else {
        (format!("`{shown}` is part of neither board"), "expected the line `goal`")
    };
    Diagnostic::new(&codes::STRAY_LINE, line.span(), message, label)
        .help("remove it, or the blank line before it: a blank line ends a board")
}

/// Text stands after `goal` on its line.
pub(super) fn after_goal(span: Span, text: &str) -> Diagnostic {
    let message = format!("`{}` stands on the line of `goal`", clip(text));
    Diagnostic::new(&codes::STRAY_LINE, span, message, "the goal begins on the next line")
        .help("put it on a separate line")
}

/// A second line `goal`.
pub(super) fn second_goal(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&codes::STRAY_LINE, span, "a second line `goal`", "another goal")
        .also(first, "the first is here")
        .help("sliders have one goal: remove the other")
}

/// A row of `found` cells among rows of `wanted`.
pub(super) fn ragged_row(span: Span, found: usize, wanted: usize, first: Span) -> Diagnostic {
    let message = format!("this row has {}, most others have {wanted}", cells(found));
    let diagnostic =
        Diagnostic::new(&codes::RAGGED_ROW, span, message, cells(found)).also(first, cells(wanted));
    let apart = found.abs_diff(wanted);
    if found < wanted {
        diagnostic.help(format!("add {apart} more; the gap is `.`"))
    } else {
        diagnostic.help(format!("remove {apart}"))
    }
}

fn cells(count: usize) -> String {
    if count == 1 { String::from("1 cell") } else { format!("{count} cells") }
}

fn rows_of(rows: usize, cols: usize) -> String {
    if rows == 1 { format!("1 row of {cols}") } else { format!("{rows} rows of {cols}") }
}

/// The goal's shape is not the start's. The rows of each are equally long.
pub(super) fn shapes_differ(goal: &Grid<'_>, start: &Grid<'_>) -> Diagnostic {
    let size = |grid: &Grid<'_>| (grid.rows.len(), grid.rows.first().map_or(0, Vec::len));
    let ((rows, cols), (goal_rows, goal_cols)) = (size(start), size(goal));
    Diagnostic::new(
        &codes::SHAPES_DIFFER,
        goal.span(),
        format!("the start has {rows}×{cols} cells, the goal {goal_rows}×{goal_cols}"),
        rows_of(goal_rows, goal_cols),
    )
    .also(start.span(), rows_of(rows, cols))
    .help("make both boards the same size; write both packed, or both with spaces")
}

/// A label with the numbers of its tiles at the start and in the goal.
pub(super) struct Difference<'a> {
    /// The label.
    pub(super) label: &'a str,
    /// Tiles at the start.
    pub(super) start: usize,
    /// Tiles in the goal.
    pub(super) goal: usize,
}

/// The goal's tiles are not the start's: the goal has too many of the tile `surplus` and too few of
/// the tile `lacking`.
pub(super) fn tiles_differ(
    surplus: Span,
    lacking: Option<Span>,
    differences: &[Difference<'_>],
) -> Diagnostic {
    let mut parts: Vec<String> = differences
        .iter()
        .take(4)
        .map(|one| format!("{} `{}` instead of {}", one.goal, clip(one.label), one.start))
        .collect();
    if differences.len() > 4 {
        parts.push(format!("{} more differences", differences.len() - 4));
    }
    let diagnostic = Diagnostic::new(
        &codes::TILES_DIFFER,
        surplus,
        format!("the goal has other tiles: {}", parts.join(", ")),
        "more than the start has",
    )
    .help("use each label as often in the goal as at the start");
    diagnostic.also_at(lacking, "the goal lacks this one")
}

/// The boards at `boards` have no gap: the start, the `goal`, or both.
pub(super) fn no_gap(boards: &[Span], goal: bool) -> Diagnostic {
    let which = match (boards, goal) {
        ([_, _], _) => "neither the start nor the goal has a gap",
        (_, true) => "the goal has no gap",
        (_, false) => "the start has no gap",
    };
    Diagnostic::new(&codes::NO_GAP, boards[0], which, "no `.` here")
        .also_at(boards[1..].iter().copied(), "nor here")
        .help("write `.` for the place without a tile")
}

/// Slashes in place of tiles.
pub(super) fn slashes(places: &[Span]) -> Diagnostic {
    let edits = places.iter().map(|&span| Edit { span, text: String::from("\n") }).collect();
    Diagnostic::new(&codes::BAD_LABEL, places[0], "`/` cannot be the label of a tile", "not a tile")
        .also_at(places[1..].iter().copied().take(3), "nor is this")
        .help("` / ` ends a row only in a body on one line: write each row on its own line")
        .fix(Fix::of(Guess, "Break the lines", edits))
}

/// A board with `count` gaps.
pub(super) fn several_gaps(second: Span, first: Span, count: usize, goal: bool) -> Diagnostic {
    let which = if goal { "the goal" } else { "the start" };
    let message = format!("{which} has {count} gaps");
    Diagnostic::new(&codes::SEVERAL_GAPS, second, message, "another gap")
        .also(first, "the first gap")
        .help("keep one gap; every other place holds a tile")
}

/// Parity forbids the goal.
pub(super) fn parity(goal: Span, start: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::PARITY,
        goal,
        "no slides lead from the start to this goal: parity forbids it",
        "an odd rearrangement",
    )
    .also(start, "of this board, in which all tiles differ")
    .help("exchange two tiles of the goal; if this is intended, state it: `solve => unsolvable`")
}

/// No slides lead to the goal.
pub(super) fn unsolvable(span: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::UNSOLVABLE,
        span,
        "no slides lead from the start to the goal",
        "never reached",
    )
    .help("exchange tiles of the goal; if this is intended, state it: `solve => unsolvable`")
}

/// A letter that is not a move.
pub(super) fn not_a_move(span: Span, found: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::NOT_A_MOVE,
        span,
        format!("expected a move, found `{}`", clip(found)),
        "not a move",
    )
    .help("moves are `L`, `R`, `U` and `D`: the direction in which a tile slides")
}

/// Why there is no tile to slide that way into a gap at a place, in a line.
pub(super) fn at_the_edge(letter: char, row: usize, column: usize) -> String {
    let edge = match letter {
        'L' => "right",
        'R' => "left",
        'U' => "lower",
        _ => "upper",
    };
    format!("the gap at ({row},{column}) lies at the {edge} edge: {}", no_tile_there(letter))
}

fn no_tile_there(letter: char) -> String {
    let side = match letter {
        'L' => "to the right of",
        'R' => "to the left of",
        'U' => "below",
        _ => "above",
    };
    format!("no tile lies {side} the gap")
}

/// There is no tile to slide that way; `legal` are the letters for which there is.
pub(super) fn no_tile(span: Span, letter: char, legal: &str) -> Diagnostic {
    let words: Vec<String> = legal.chars().map(String::from).collect();
    let help = if words.is_empty() {
        String::from("no tile can slide here")
    } else {
        format!("legal here: {}", among(words.iter().map(String::as_str)))
    };
    Diagnostic::new(&codes::NO_TILE, span, no_tile_there(letter), "comes from beyond the edge")
        .help(help)
}

/// A judge's number was not found.
pub(super) fn out_of_reach(span: Span, what: &str, stop: Option<Stop>) -> Diagnostic {
    let why = match stop {
        Some(stop) => stop.reason(),
        None => "the shortest paths are too many",
    };
    Diagnostic::new(
        &codes::OUT_OF_REACH,
        span,
        format!("the {what} was not found: {why}"),
        "`?` stands in its place",
    )
    .help(match stop {
        Some(_) => "raise the limit: `--time`, `--states` or `--memory`",
        None => "in a document `sum` gives it modulo 100000007",
    })
}
