//! The diagnostics of Klotski, one function per diagnostic.

use super::board::{Blocked, Board, Cell};
use super::codes;
use super::syntax::{GoalLine, Size};
use crate::diag::{Diagnostic, Edit, Fix, among, clip};
use crate::syntax::codes as shared;
use crate::syntax::{Fragment, Line};
use crate::text::Span;

/// The most labels that a help lists.
const MOST_LABELS: usize = 30;

fn cells(count: usize) -> String {
    if count == 1 { String::from("1 cell") } else { format!("{count} cells") }
}

fn rows(count: usize) -> String {
    if count == 1 { String::from("1 row") } else { format!("{count} rows") }
}

fn place((row, column): Cell) -> String {
    format!("({row},{column})")
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
    let message = format!("`{}` cannot be the label of a block", clip(label.text));
    Diagnostic::new(&codes::BAD_LABEL, label.span(), message, "not a label")
        .help("use a label other than `/` and `goal`, without `;` and `=>`")
        .fix(Fix { title: format!("Rename it to `{free}`"), edits, safe: true })
}

/// A line that is neither row nor goal.
pub(super) fn stray_line(line: &Line<'_>) -> Diagnostic {
    let message = format!("`{}` is neither a row of the board nor a goal", clip(line.text));
    Diagnostic::new(&codes::STRAY_LINE, line.span(), message, "expected `goal LABEL at (R,C)`")
        .help("write goals as `goal LABEL at (R,C)`; a row must follow the others without a blank line")
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
        .fix(Fix::new(format!("Replace the size by `{text}`"), size.span, text).guess())
}

/// A row of `found` cells instead of `wanted`; `told` is the source of that number.
pub(super) fn ragged_row(
    span: Span,
    found: usize,
    wanted: usize,
    told: Span,
    by_size: bool,
) -> Diagnostic {
    let who = if by_size { "the size says" } else { "the other rows have" };
    let message = format!("this row has {}, {who} {wanted}", cells(found));
    let apart = found.abs_diff(wanted);
    let help = if found < wanted {
        format!("add {} more; `.` is an empty one", cells(apart))
    } else {
        format!("remove {}", cells(apart))
    };
    Diagnostic::new(&codes::RAGGED_ROW, span, message, cells(found))
        .also(told, cells(wanted))
        .help(help)
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
    let mut diagnostic =
        Diagnostic::new(&codes::DISCONNECTED, other.span(), message, "apart from the rest of it")
            .also(first.span(), format!("`{label}` begins here"));
    for (other, _) in &blocks[1..] {
        diagnostic = diagnostic.also(other.span(), "and this piece");
    }
    diagnostic.help(
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
        .fix(Fix { title: format!("Write `{empty}` for empty cells"), edits, safe: false })
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
            .fix(Fix::new(format!("Replace by `{text}`"), odd.span(), text).guess())
    } else {
        diagnostic.help("make all labels equally long")
    }
}

/// No block has that label.
pub(super) fn unknown_label<'a>(
    label: Fragment<'_>,
    near: Option<&str>,
    labels: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("no block is labelled `{}`", clip(label.text));
    let diagnostic = Diagnostic::new(&codes::UNKNOWN_LABEL, label.span(), message, "unknown label");
    if let Some(near) = near {
        let fix = Fix::new(format!("Replace by `{near}`"), label.span(), near);
        return diagnostic.help(format!("did you mean `{near}`?")).fix(fix);
    }
    let mut known: Vec<&str> = labels.take(MOST_LABELS + 1).collect();
    let more = if known.len() > MOST_LABELS { " and more" } else { "" };
    known.truncate(MOST_LABELS);
    if known.is_empty() {
        diagnostic.help("the board has no blocks: draw one")
    } else {
        diagnostic.help(format!("the blocks are {}{more}", among(known)))
    }
}

/// The goal's place is off the board.
pub(super) fn target_off_board(
    line: &GoalLine<'_>,
    (rows, columns): (i32, i32),
    drawn: Span,
) -> Diagnostic {
    let (row, column) = line.at;
    Diagnostic::new(
        &codes::TARGET_OFF_BOARD,
        line.place,
        format!("the goal ({row},{column}) is off the board"),
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
    (rows, columns): (i32, i32),
    drawn: Span,
) -> Diagnostic {
    let (label, (row, column)) = (clip(line.label.text), line.at);
    Diagnostic::new(
        &codes::TARGET_LEAVES_BOARD,
        line.place,
        format!("with its corner at ({row},{column}) block `{label}` would leave the board"),
        format!("it would lie on {}", place(cell)),
    )
    .also(block, format!("the shape of `{label}`"))
    .also(drawn, format!("the board is {rows} by {columns}"))
    .help("name the place of the top left corner of the block's bounding box")
}

/// At its goal the block would lie on a wall.
pub(super) fn target_hits_wall(line: &GoalLine<'_>, cell: Cell, wall: Span) -> Diagnostic {
    let (label, (row, column)) = (clip(line.label.text), line.at);
    Diagnostic::new(
        &codes::TARGET_HITS_WALL,
        line.place,
        format!("with its corner at ({row},{column}) block `{label}` would lie on a wall"),
        format!("it would lie on {}", place(cell)),
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
            place(cell)
        ),
        None => format!("block `{label}` cannot be at two places"),
    };
    Diagnostic::new(&codes::GOALS_COLLIDE, span, message, "cannot hold with the other")
        .also(first, "the other goal")
        .help("all goals must hold at once: change or remove one of them")
}

/// The command needs a goal.
pub(super) fn no_goal(span: Span, below: Option<Span>) -> Diagnostic {
    let fault =
        Diagnostic::new(&codes::NO_GOAL, span, "this klotski puzzle has no goal", "needs a goal")
            .help("add `goal LABEL at (R,C)` below the board");
    match below {
        Some(row) => fault.also(row, "expected a goal below this row"),
        None => fault,
    }
}

/// A line has the form of a goal, but another first word.
pub(super) fn misspelt_goal(word: Span, found: &str) -> Diagnostic {
    let message = format!("expected the keyword `goal`, found `{}`", clip(found));
    Diagnostic::new(&codes::NO_GOAL, word, message, "expected `goal`")
        .help("write `goal LABEL at (R,C)`")
        .fix(Fix::new("Write `goal`", word, "goal").guess())
}

/// No moves reach the goal.
pub(super) fn unsolvable(span: Span) -> Diagnostic {
    Diagnostic::new(&codes::UNSOLVABLE, span, "no moves lead to the goal", "never reached").help(
        "every reachable board was searched; if this is intended, state it: `solve => unsolvable`",
    )
}

/// The goal holds at the start.
pub(super) fn already_solved(span: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::ALREADY_SOLVED,
        span,
        "the puzzle is already solved",
        "holds at the start",
    )
    .help("choose another goal; if this is intended, state it: `solve => 0`")
}

/// A word that is neither direction nor place.
pub(super) fn not_a_move(word: Fragment<'_>) -> Diagnostic {
    let shown = clip(word.text);
    let words = ["up", "down", "left", "right"];
    let near = crate::diag::nearest(word.text, words);
    let diagnostic = Diagnostic::new(
        &codes::NOT_A_MOVE,
        word.span(),
        format!("expected a direction, found `{shown}`"),
        "expected a direction or places",
    );
    match near {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).fix(Fix::new(
            format!("Replace by `{near}`"),
            word.span(),
            near,
        )),
        None => diagnostic.help(
            "write `LABEL up`, `down`, `left` or `right`, `LABEL to (R,C)`, or `LABEL (R,C) (R,C)`",
        ),
    }
}

/// A move to a place far off the board.
pub(super) fn off_board(label: &str, (rows, columns): (i32, i32), span: Span) -> Diagnostic {
    let message = format!("block `{}` would leave the board", clip(label));
    Diagnostic::new(&codes::LEAVES_BOARD, span, message, "not on the board").help(format!(
        "the board reaches from (0,0) to ({},{}); rows and columns count from 0",
        rows - 1,
        columns - 1
    ))
}

/// The obstacles, one block or wall per line.
pub(super) fn reasons(board: &Board, obstacles: &[Blocked]) -> Vec<String> {
    let mut blocks: Vec<(usize, Vec<String>)> = Vec::new();
    let mut lines = Vec::new();
    for &one in obstacles {
        let line = match one {
            Blocked::Edge(cell) => format!("{} is off the board", place(cell)),
            Blocked::Wall(cell) => format!("a wall stands on {}", place(cell)),
            Blocked::Block(cell, other) => {
                match blocks.iter_mut().find(|(block, _)| *block == other) {
                    Some((_, cells)) if cells.contains(&place(cell)) => {}
                    Some((_, cells)) => cells.push(place(cell)),
                    None => blocks.push((other, vec![place(cell)])),
                }
                continue;
            }
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let standing = blocks.iter().map(|(block, cells)| {
        let label = clip(&board.blocks[*block].label);
        format!("{label} stands on {}", cells.join(", "))
    });
    standing.chain(lines.iter().cloned()).collect()
}

/// The diagnostic for a block that cannot stand at the end of a move: `why` is the first obstacle.
/// `drawn` are the blocks in the way, and their places.
pub(super) fn blocked(
    board: &Board,
    block: usize,
    why: Blocked,
    span: Span,
    drawn: &[(usize, Span)],
) -> Diagnostic {
    let label = clip(&board.blocks[block].label);
    match why {
        Blocked::Edge(cell) => Diagnostic::new(
            &codes::LEAVES_BOARD,
            span,
            format!("block `{label}` would leave the board"),
            format!("it would lie on {}", place(cell)),
        )
        .help("`moves` lists the legal moves"),
        Blocked::Wall(cell) => Diagnostic::new(
            &codes::HITS_WALL,
            span,
            format!("block `{label}` would hit the wall at {}", place(cell)),
            "a wall is in the way",
        )
        .help("`moves` lists the legal moves"),
        Blocked::Block(cell, other) => {
            let other = clip(&board.blocks[other].label);
            let diagnostic = Diagnostic::new(
                &codes::OVERLAPS,
                span,
                format!("block `{label}` would overlap block `{other}` at {}", place(cell)),
                format!("`{other}` is in the way"),
            )
            .help(format!("move `{other}` first; `moves` lists the legal moves"));
            drawn.iter().fold(diagnostic, |diagnostic, &(other, span)| {
                let other = clip(&board.blocks[other].label);
                diagnostic.also(span, format!("`{other}`, as it was drawn"))
            })
        }
    }
}

/// The block stands somewhere else.
pub(super) fn stands_elsewhere(label: &str, at: Cell, span: Span) -> Diagnostic {
    let (label, at) = (clip(label), place(at));
    Diagnostic::new(
        &codes::STANDS_ELSEWHERE,
        span,
        format!("block `{label}` stands at {at}"),
        "it is not here",
    )
    .help(format!("begin the move at {at}"))
    .fix(Fix::new(format!("Replace by `{at}`"), span, at).guess())
}

/// Free, but no slides lead there (or the block is there already).
pub(super) fn no_way(label: &str, here: bool, reach: &[Cell], span: Span) -> Diagnostic {
    let label = clip(label);
    let message = if here {
        format!("block `{label}` is there already")
    } else {
        format!("no slides of block `{label}` lead there")
    };
    let near: Vec<String> = reach.iter().take(8).map(|&cell| place(cell)).collect();
    let help = if near.is_empty() {
        format!("`{label}` cannot move now; `moves` lists the legal moves")
    } else {
        format!("`{label}` can move to {}", among(near.iter().map(String::as_str)))
    };
    Diagnostic::new(&codes::NO_WAY, span, message, "not a move").help(help)
}
