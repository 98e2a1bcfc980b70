//! The diagnostics that all kinds with blocks have, one function per diagnostic.

use super::Blocks;
use super::rules::{Blocked, Board, Cell, Direction};
use crate::diag::Applicability::{Guess, Likely};
use crate::diag::{Code, Diagnostic, Edit, Fix, among, clip, nearest};
use crate::syntax::{Fragment, Line, whole_line};
use crate::text::Span;

/// The most labels that a help lists.
const MOST_LABELS: usize = 30;

/// The help of most illegal moves.
const LEGAL: &str = "`moves` lists the legal moves";

/// `3 cells`.
pub(crate) fn cells(count: usize) -> String {
    if count == 1 { String::from("1 cell") } else { format!("{count} cells") }
}

/// A line that is neither row nor goal.
pub(crate) fn stray_line<K: Blocks>(line: &Line<'_>) -> Diagnostic {
    let (goal, shown) = (K::WORDS.goal, clip(line.text));
    let message = format!("`{shown}` is neither a row of the board nor a goal");
    let help = "a row must follow the others without a blank line";
    Diagnostic::new(K::WORDS.stray_line, line.span(), message, format!("expected `{goal}`"))
        .help(format!("write goals as `{goal}`; {help}"))
}

/// A row of `found` cells instead of `wanted`; `told` is the source of that number.
pub(crate) fn ragged_row<K: Blocks>(
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
    Diagnostic::new(K::WORDS.ragged_row, span, message, cells(found))
        .also(told, cells(wanted))
        .help(help)
}

/// No block has that label.
pub(crate) fn unknown_label<'a, K: Blocks>(
    label: Fragment<'_>,
    near: Option<&str>,
    labels: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let block = K::WORDS.block;
    let message = format!("no {block} is labeled `{}`", clip(label.text));
    let fault = Diagnostic::new(K::WORDS.unknown_label, label.span(), message, "unknown label");
    if let Some(near) = near {
        return fault.did_you_mean(label.span(), near);
    }
    let labels: Vec<&str> = labels.collect();
    let bare = label.text.trim_matches(|sign| "\"'“”„‘’‚«»".contains(sign));
    if labels.contains(&bare) {
        return fault.help(format!("write the label without quotation marks: `{}`", clip(bare)));
    }
    let mut known: Vec<&str> = labels.into_iter().take(MOST_LABELS + 1).collect();
    let more = if known.len() > MOST_LABELS { " and more" } else { "" };
    known.truncate(MOST_LABELS);
    match known.is_empty() {
        true => fault.help(format!("the board has no {block}s: draw one")),
        false => fault.help(format!("the {block}s are {}{more}", among(known))),
    }
}

/// The command needs a goal.
pub(crate) fn no_goal<K: Blocks>(span: Span, below: Option<Span>) -> Diagnostic {
    let message = format!("this {} puzzle has no goal", K::INFO.name);
    let fault =
        Diagnostic::new(K::WORDS.no_goal, span, message, "needs a goal").help(K::WORDS.goal_help);
    fault.also_at(below, "expected a goal below this row")
}

/// A line has the form of a goal, but another first word.
pub(crate) fn misspelled_goal<K: Blocks>(word: Span, found: &str) -> Diagnostic {
    let message = match found {
        "" => String::from("expected the keyword `goal` before the label"),
        _ => format!("expected the keyword `goal`, found `{}`", clip(found)),
    };
    Diagnostic::new(K::WORDS.no_goal, word, message, "expected `goal`")
        .help(format!("write `{}`", K::WORDS.goal))
        .fix(Fix::new(Guess, "Write `goal`", word, "goal"))
}

/// The goals stand above the board, whose last row is `last`.
pub(crate) fn goal_above<K: Blocks>(source: &str, goals: &[Line<'_>], last: Span) -> Diagnostic {
    let fault = Diagnostic::new(
        K::WORDS.stray_line,
        goals[0].span(),
        "expected the board above its goal",
        "a goal before the first row",
    )
    .also(last, "expected it below this row")
    .help("draw the board first; the goals follow it");
    if !source[goals[0].start as usize..last.start as usize].contains(['\n', '\r']) {
        return fault;
    }
    let end = Span::at(last.end);
    let down = |goal: &Line<'_>| {
        let from = whole_line(source, goal.span());
        let indent = &source[from.start as usize..goal.start as usize];
        [(from, String::new()), (end, format!("\n{indent}{}", goal.text))]
    };
    let edits = goals.iter().flat_map(down).map(|(span, text)| Edit { span, text }).collect();
    fault.fix(Fix::of(Likely, "Move it below the board", edits))
}

/// No moves reach the goal; `barrier` says so without a search.
pub(crate) fn unsolvable<K: Blocks>(span: Span, barrier: Option<String>) -> Diagnostic {
    let why = barrier.unwrap_or_else(|| String::from("every reachable board was searched"));
    let help = format!("{why}; if this is intended, state it: `solve => unsolvable`");
    Diagnostic::new(K::WORDS.unsolvable, span, "no moves lead to the goal", "never reached")
        .help(help)
}

/// The goal holds at the start.
pub(crate) fn already_solved<K: Blocks>(span: Span) -> Diagnostic {
    let message = "the puzzle is already solved";
    Diagnostic::new(K::WORDS.already_solved, span, message, "holds at the start")
        .help(format!("{}; if this is intended, state it: `solve => 0`", K::WORDS.solved))
}

/// A word that is not a direction; `help` says what moves look like if it is not like one.
pub(crate) fn not_a_direction(
    code: &'static Code,
    word: Fragment<'_>,
    label: &str,
    help: &str,
) -> Diagnostic {
    let message = format!("expected a direction, found `{}`", clip(word.text));
    let fault = Diagnostic::new(code, word.span(), message, label);
    match nearest(word.text, Direction::ALL.map(Direction::word)) {
        Some(near) => fault.did_you_mean(word.span(), near),
        None => fault.help(help),
    }
}

/// A move to a place far off the board.
pub(crate) fn off_board<K: Blocks>(board: &Board, block: usize, span: Span) -> Diagnostic {
    let message = format!("{} would leave the board", named::<K>(board, block));
    Diagnostic::new(K::WORDS.leaves_board, span, message, "not on the board").help(format!(
        "the board reaches from (0,0) to ({},{}); rows and columns count from 0",
        board.rows - 1,
        board.columns - 1
    ))
}

/// ``block `A` ``.
fn named<K: Blocks>(board: &Board, block: usize) -> String {
    format!("{} `{}`", K::WORDS.block, clip(&board.blocks[block].label))
}

/// The obstacles, one block or wall per line.
pub(crate) fn reasons(board: &Board, obstacles: &[Blocked]) -> Vec<String> {
    let mut blocks: Vec<(usize, Vec<Cell>)> = Vec::new();
    let mut lines = Vec::new();
    for &one in obstacles {
        let line = match one {
            Blocked::Edge(cell) => format!("{cell} is off the board"),
            Blocked::Wall(cell) => format!("a wall stands on {cell}"),
            Blocked::Block(cell, other) => {
                match blocks.iter_mut().find(|(block, _)| *block == other) {
                    Some((_, cells)) if cells.contains(&cell) => {}
                    Some((_, cells)) => cells.push(cell),
                    None => blocks.push((other, vec![cell])),
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
        let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
        format!("{label} stands on {}", cells.join(", "))
    });
    standing.chain(lines.iter().cloned()).collect()
}

/// The diagnostic for a block that cannot stand at the end of a move: `why` is the first obstacle.
/// `drawn` are the blocks in the way, and their places.
pub(crate) fn blocked<K: Blocks>(
    board: &Board,
    block: usize,
    why: Blocked,
    span: Span,
    drawn: &[(usize, Span)],
) -> Diagnostic {
    let (words, this) = (K::WORDS, named::<K>(board, block));
    match why {
        Blocked::Edge(cell) => Diagnostic::new(
            words.leaves_board,
            span,
            format!("{this} would leave the board"),
            format!("it would lie on {cell}"),
        )
        .help(LEGAL),
        Blocked::Wall(cell) => Diagnostic::new(
            words.hits_wall,
            span,
            format!("{this} would hit the wall at {cell}"),
            "a wall is in the way",
        )
        .help(LEGAL),
        Blocked::Block(cell, other) => {
            let (other, label) = (named::<K>(board, other), clip(&board.blocks[other].label));
            let diagnostic = Diagnostic::new(
                words.overlaps,
                span,
                format!("{this} would overlap {other} at {cell}"),
                format!("`{label}` is in the way"),
            )
            .help(format!("move `{label}` first; {LEGAL}"));
            drawn.iter().fold(diagnostic, |diagnostic, &(other, span)| {
                let other = clip(&board.blocks[other].label);
                diagnostic.also(span, format!("`{other}`, as it was drawn"))
            })
        }
    }
}

/// Free, but no slides lead there (or the block is there already).
pub(crate) fn no_way<K: Blocks>(
    board: &Board,
    block: usize,
    here: bool,
    reach: &[Cell],
    span: Span,
) -> Diagnostic {
    let (this, label) = (named::<K>(board, block), clip(&board.blocks[block].label));
    let message = match here {
        true => format!("{this} is there already"),
        false => format!("{this} cannot reach that place"),
    };
    let near: Vec<String> = reach.iter().take(8).map(Cell::to_string).collect();
    let help = match near.is_empty() {
        true => format!("`{label}` cannot move now; {LEGAL}"),
        false => format!("`{label}` can move to {}", among(near.iter().map(String::as_str))),
    };
    Diagnostic::new(K::WORDS.no_way, span, message, "not a move").help(help)
}
