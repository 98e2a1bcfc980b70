//! The diagnostics of Klotski, one function per diagnostic.

use super::codes;
use super::syntax::{GoalLine, Size};
use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Diagnostic, Edit, Fix, among, clip};
use crate::kinds::blocks::faults::not_a_direction;
use crate::kinds::blocks::rules::{Board, Cell};
use crate::syntax::codes as shared;
use crate::syntax::{Fragment, Line};
use crate::text::Span;

fn rows(count: usize) -> String {
    if count == 1 { String::from("1 row") } else { format!("{count} rows") }
}

/// There is no picture.
pub(super) fn empty(name: Span) -> Diagnostic {
    Diagnostic::new(&codes::EMPTY, name, "this klotski has no board", "nothing is drawn").help(
        "draw rows of labels, `.` for an empty cell and `#` for a wall; then `goal LABEL at (R,C)`",
    )
}

/// A label that no command could name; `places` are all its cells and goals.
pub(super) fn bad_label(
    label: Fragment<'_>,
    places: impl Iterator<Item = Span>,
    free: &str,
) -> Diagnostic {
    let edits = places.map(|span| Edit { span, text: free.to_owned() }).collect();
    // A slash and the keyword stand for something else.
    let sure = if matches!(label.text, "/" | "goal") { Guess } else { Likely };
    let message = format!("`{}` cannot be the label of a block", clip(label.text));
    let help = match label.text {
        "/" => "` / ` ends a row only in a body on one line: write each row on its own line",
        _ => "use a label other than `/` and `goal`, without `;` and `=>`",
    };
    Diagnostic::new(&codes::BAD_LABEL, label.span(), message, "not a label")
        .help(help)
        .fix(Fix::of(sure, format!("Rename it to `{free}`"), edits))
}

/// A label of a verbatim goal without its place.
pub(super) fn lacks_place(line: &Line<'_>) -> Diagnostic {
    let message = format!("the place that `{}` must reach is missing", clip(line.text));
    Diagnostic::new(
        &codes::STRAY_LINE,
        line.span(),
        message,
        "expected a line `ROW COLUMN` after this",
    )
    .help("add a line with the row and the column of its top left corner, counted from 0")
}

/// A place of a verbatim goal that is written like one of a goal line.
pub(super) fn bad_place(span: Span, row: &str, column: &str) -> Diagnostic {
    let (form, found) = ("ROW COLUMN", format!("{row},{column}"));
    let right = format!("{row} {column}");
    shared::bad_argument(span, &clip(&found), "a place `ROW COLUMN`", form).fix(Fix::new(
        Sure,
        format!("Write `{right}`"),
        span,
        right,
    ))
}

/// The size says another number of rows.
pub(super) fn wrong_rows(span: Span, found: usize, size: &Size) -> Diagnostic {
    let message = format!("the size says {}, the board has {found}", rows(size.rows));
    let help = if found < size.rows {
        format!("add {} more, or fix the size", rows(size.rows - found))
    } else {
        format!("remove {}, or fix the size", rows(found - size.rows))
    };
    let text = format!("{found} {}", size.columns);
    Diagnostic::new(&codes::WRONG_ROWS, span, message, rows(found))
        .also(size.span, rows(size.rows))
        .help(help)
        .fix(Fix::new(Guess, format!("Replace the size by `{text}`"), size.span, text))
}

/// The size says another number of cells than all rows have; `found` is the size of the board.
pub(super) fn wrong_size(found: &Size, size: &Size) -> Diagnostic {
    let told = |size: &Size| format!("{} {}", size.rows, size.columns);
    let (right, stated) = (told(found), told(size));
    let message = format!("the size says `{stated}`, the board is `{right}`: rows, then columns");
    Diagnostic::new(&codes::RAGGED_ROW, size.span, message, format!("{} per row", size.columns))
        .also(found.span, format!("{} per row", found.columns))
        .help(format!("write `{right}`, or change all rows"))
        .fix(Fix::new(Guess, format!("Replace the size by `{right}`"), size.span, right))
}

/// Blocks in several pieces: accepted, and the pieces of one move as one. Each with the first cell of
/// a piece, and its own first cell.
pub(super) fn disconnected(blocks: &[(Fragment<'_>, Fragment<'_>)]) -> Diagnostic {
    let (other, first) = blocks[0];
    let label = clip(first.text);
    let message = match blocks.len() {
        1 => format!("the cells of block `{label}` are not connected"),
        _ => {
            let labels = blocks.iter().map(|(_, first)| first.text);
            format!("the cells of the blocks {} are not connected", among(labels))
        }
    };
    let diagnostic =
        Diagnostic::new(&codes::DISCONNECTED, other.span(), message, "apart from the rest of it")
            .also(first.span(), format!("`{label}` begins here"));
    let others = blocks[1..].iter().map(|(other, _)| other.span());
    diagnostic.also_at(others, "and this piece").help(
        "the pieces move as one block; if that is not intended, give one of them another label",
    )
}

/// A block in several pieces whose label other programs use for empty cells, at all its `places`.
pub(super) fn empty_sign(places: &[Span], sign: &str, empty: &str) -> Diagnostic {
    let edits = places.iter().map(|&span| Edit { span, text: empty.to_owned() }).collect();
    let message = format!("expected `{empty}` for an empty cell, found `{sign}`");
    Diagnostic::new(&codes::DISCONNECTED, places[0], message, "a block in several pieces")
        .help(format!(
            "an empty cell is `{empty}`; if `{sign}` is a block, give its pieces other labels"
        ))
        .fix(Fix::of(Guess, format!("Write `{empty}` for empty cells"), edits))
}

/// Labels of different lengths.
pub(super) fn mixed_widths(odd: Fragment<'_>, first: Fragment<'_>) -> Diagnostic {
    let (odd_label, label) = (clip(odd.text), clip(first.text));
    let split: Vec<String> = odd.text.chars().map(String::from).collect();
    let diagnostic = Diagnostic::new(
        &codes::MIXED_WIDTHS,
        odd.span(),
        format!("label `{odd_label}` is not as long as `{label}`: is a space missing?"),
        "one label, one cell",
    )
    .also(first.span(), "the first label");
    if first.text.chars().count() == 1 && split.len() <= 40 {
        let text = split.join(" ");
        diagnostic
            .help(format!(
                "put spaces between the cells (`{text}`), or make all labels equally long"
            ))
            .fix(Fix::replace(Guess, odd.span(), text))
    } else {
        diagnostic.help("make all labels equally long")
    }
}

/// The goal's place is off the board.
pub(super) fn target_off_board(line: &GoalLine<'_>, board: &Board, drawn: Span) -> Diagnostic {
    let Board { rows, columns, .. } = board;
    Diagnostic::new(
        &codes::TARGET_OFF_BOARD,
        line.place,
        format!("the goal {} is off the board", line.at),
        "not on the board",
    )
    .also(drawn, format!("the board is {rows} by {columns}"))
    .help(format!(
        "the board reaches from (0,0) to ({},{}); rows and columns count from 0",
        rows - 1,
        columns - 1
    ))
}

/// At its goal the block would leave the board.
pub(super) fn target_leaves_board(
    line: &GoalLine<'_>,
    cell: Cell,
    block: Span,
    board: &Board,
    drawn: Span,
) -> Diagnostic {
    let (label, Board { rows, columns, .. }) = (clip(line.label.text), board);
    Diagnostic::new(
        &codes::TARGET_LEAVES_BOARD,
        line.place,
        format!("with its corner at {} block `{label}` would leave the board", line.at),
        format!("it would lie on {cell}"),
    )
    .also(block, format!("the shape of `{label}`"))
    .also(drawn, format!("the board is {rows} by {columns}"))
    .help("name the place of the top left corner of the block's bounding box")
}

/// At its goal the block would lie on a wall.
pub(super) fn target_hits_wall(line: &GoalLine<'_>, cell: Cell, wall: Span) -> Diagnostic {
    let label = clip(line.label.text);
    Diagnostic::new(
        &codes::TARGET_HITS_WALL,
        line.place,
        format!("with its corner at {} block `{label}` would lie on a wall", line.at),
        format!("it would lie on {cell}"),
    )
    .also(wall, "this wall")
    .help("name the place of the top left corner of the block's bounding box")
}

/// Two goals that cannot both hold: of one block, or of two that would share `other`'s cell.
pub(super) fn goals_collide(
    line: &GoalLine<'_>,
    other: Option<(&str, Cell)>,
    first: Span,
) -> Diagnostic {
    let label = clip(line.label.text);
    let span = line.label.span().to(line.place);
    let message = match other {
        Some((name, cell)) => format!(
            "the goals of `{label}` and `{}` collide: both blocks would lie on {}",
            clip(name),
            cell
        ),
        None => format!("block `{label}` cannot be at two places"),
    };
    Diagnostic::new(&codes::GOALS_COLLIDE, span, message, "cannot hold with the other")
        .also(first, "the other goal")
        .help("all goals must hold at once: change or remove one of them")
}

/// A word that is neither direction nor place.
pub(super) fn not_a_move(word: Fragment<'_>) -> Diagnostic {
    let help =
        "write `LABEL up`, `down`, `left` or `right`, `LABEL to (R,C)`, or `LABEL (R,C) (R,C)`";
    not_a_direction(&codes::NOT_A_MOVE, word, "expected a direction or places", help)
}

/// The block stands somewhere else.
pub(super) fn stands_elsewhere(label: &str, at: Cell, span: Span) -> Diagnostic {
    let label = clip(label);
    Diagnostic::new(
        &codes::STANDS_ELSEWHERE,
        span,
        format!("block `{label}` stands at {at}"),
        "it is not here",
    )
    .help(format!("begin the move at {at}"))
    .fix(Fix::replace(Guess, span, at.to_string()))
}
