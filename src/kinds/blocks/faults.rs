//! The texts of the diagnostics that all kinds with blocks share.

use super::Blocks;
use super::rules::{Blocked, Board, Direction};
use crate::diag::Applicability::{Guess, Likely};
use crate::diag::{Diagnostic, Edit, Shown, among, counted, forms, nearest};
use crate::scene::Coordinate;
use crate::syntax::{Fragment, Line, whole_line};
use crate::text::Span;

/// The most labels that a help lists.
const MOST_LABELS: usize = 30;

forms! {
    pub(crate) STRAY_LINE = K::WORDS.stray_line => {
        /// A line that is neither row nor goal.
        fn stray_line[K: Blocks](line: &Line<'_>) {
            let goal = K::WORDS.goal;
            at line.span() => "`{line}` is neither a row of the board nor a goal",
                "expected `{goal}`";
            help "write goals as `{goal}`; a row must follow the others without a blank line";
        }
        /// The goals are above the board, whose last row is `last`.
        fn goal_above[K: Blocks](source: &str, goals: &[Line<'_>], last: Span) {
            let first = goals[0];
            let end = Span::at(last.end);
            let above = &source[first.start as usize..last.start as usize];
            let down = |goal: &Line<'_>| {
                let from = whole_line(source, goal.span());
                let indent = &source[from.start as usize..goal.start as usize];
                [(from, String::new()), (end, format!("\n{indent}{}", goal.text))]
            };
            let edits = goals.iter().flat_map(down).map(|(span, text)| Edit { span, text });
            at first.span() => "expected the board above its goal", "a goal before the first row";
            also last => "expected it below this row";
            help "draw the board first; the goals follow it";
            when true = above.contains(['\n', '\r']) => {
                fix Likely, "Move it below the board", edits.collect();
            }
        }
    }
    pub(crate) RAGGED_ROW = K::WORDS.ragged_row => {
        /// A row of `length` cells instead of `wanted`; `basis` is the place that number comes from.
        fn ragged_row[K: Blocks](
            span: Span, length: usize, wanted: usize, basis: Span, by_size: bool
        ) {
            let [cells, others, apart] =
                [length, wanted, length.abs_diff(wanted)].map(|count| counted(count, "cell"));
            at span => [
                by_size => "this row has {cells}, the size says {wanted}",
                else "this row has {cells}, the other rows have {wanted}",
            ], "{cells}";
            also basis => "{others}";
            help [
                length < wanted => "add {apart} more; `.` is an empty one",
                else "remove {apart}",
            ];
        }
    }
    pub(crate) UNKNOWN_LABEL = K::WORDS.unknown_label => {
        /// No block of a board, which may be `drawn` in this text, has that label. The text names
        /// it, or the caller of raw input for `board`.
        fn unknown_label['a, K: Blocks](
            label: Fragment<'_>, board: Option<Span>, drawn: Option<Span>,
            labels: impl Iterator<Item = &'a str>
        ) {
            let block = K::WORDS.block;
            let labels = labels.collect::<Vec<_>>();
            let near = nearest(label.text, labels.iter().copied()).filter(|_| board.is_none());
            let bare = label.text.trim_matches(|sign| "\"'“”„‘’‚«»".contains(sign));
            let quoted = labels.contains(&bare);
            let bare = Shown(bare);
            let known = among(labels.iter().take(MOST_LABELS).copied());
            at board.unwrap_or(label.span()) => "no {block} is labeled `{label}`", [
                board.is_some() => "`--goal` names a {block} that is not here",
                else "unknown label",
            ];
            help [
                quoted => "write the label without quotation marks: `{bare}`",
                labels.is_empty() => "the board has no {block}s: draw one",
                labels.len() > MOST_LABELS => "the {block}s are {known} and more",
                else "the {block}s are {known}",
            ];
            near label.span() => near;
            each drawn => "the {block}s are drawn here";
        }
    }
    pub(crate) NO_GOAL = K::WORDS.no_goal => {
        /// The command needs a goal.
        fn no_goal[K: Blocks](span: Span, below: Option<Span>) {
            let kind = K::INFO.name;
            let help = K::WORDS.goal_help;
            at span => "this {kind} puzzle has no goal", "needs a goal";
            help "{help}";
            each below => "expected a goal below this row";
        }
        /// A line has the form of a goal, but another first word.
        fn misspelled_goal[K: Blocks](word: Fragment<'_>) {
            let goal = K::WORDS.goal;
            at word.span() => [
                word.is_blank() => "expected the keyword `goal` before the label",
                else "expected the keyword `goal`, found `{word}`",
            ], "expected `goal`";
            help "write `{goal}`";
            fix Guess, "Write `goal`", word.span() => "goal";
        }
    }
    pub(crate) UNSOLVABLE = K::WORDS.unsolvable => {
        /// No moves reach the goal; `barrier` says so without a search.
        fn unsolvable[K: Blocks](span: Span, barrier: Option<String>) {
            let proved = barrier.is_some();
            let why = barrier.unwrap_or_default();
            at span => "no moves lead to the goal", "never reached";
            help [
                proved => "{why}; if this is intended, state it: `solve => unsolvable`",
                else "every reachable board was searched; if this is intended, state it: \
                      `solve => unsolvable`",
            ];
        }
    }
    pub(crate) NO_ROOM = K::WORDS.no_room => {
        /// No cell is empty; the one label at all these `cells` is probably the sign of an empty one.
        fn empty_sign[K: Blocks](cells: &[Span], label: Shown<'_>) {
            let block = K::WORDS.block;
            let sign = ".".repeat(label.0.chars().count());
            let edits = cells.iter().map(|&span| Edit { span, text: sign.clone() }).collect();
            at cells[0] => "no cell is empty, so no {block} can move: is `{label}` an empty cell?",
                "read as a {block}";
            each cells[1..].iter().copied().take(MOST_LABELS) => "and here";
            help "write `.` for an empty cell; if `{label}` is a {block}, state that this is \
                  intended: `solve => unsolvable`";
            fix Guess, "Write `.` for empty cells", edits;
        }
        /// No cell of the board at `span` is empty.
        fn no_empty_cell[K: Blocks](span: Span) {
            let block = K::WORDS.block;
            at span => "no cell is empty, so no {block} can move", "no room";
            help "write `.` for an empty cell; if this is intended, state it: `solve => unsolvable`";
        }
        /// No block can move, although these cells are empty.
        fn no_way_out[K: Blocks](first: Span, others: &[Span]) {
            let block = K::WORDS.block;
            let cells = counted(others.len() + 1, "empty cell");
            at first => "no {block} can move: none fits into the {cells}", "empty";
            each others.iter().copied().take(MOST_LABELS) => "empty";
            help "make room beside a {block}; if this is intended, state it: `solve => unsolvable`";
        }
    }
    pub(crate) ALREADY_SOLVED = K::WORDS.already_solved => {
        /// The goal holds at the start.
        fn already_solved[K: Blocks](span: Span) {
            let change = K::WORDS.solved;
            at span => "the puzzle is already solved", "holds at the start";
            help "{change}; if this is intended, state it: `solve => 0`";
        }
    }
    pub(crate) LEAVES_BOARD = K::WORDS.leaves_board => {
        /// A move to a place far off the board.
        fn off_board[K: Blocks](board: &Board, block: usize, span: Span) {
            let [block, label] = named::<K>(board, block);
            let row = board.rows - 1;
            let column = board.columns - 1;
            at span => "{block} `{label}` would leave the board", "not on the board";
            help "the board reaches from (0,0) to ({row},{column}); rows and columns count from 0";
        }
        /// A block would lie on a cell beside the board at the end of a move.
        fn leaves_board[K: Blocks](board: &Board, block: usize, cell: Coordinate, span: Span) {
            let [block, label] = named::<K>(board, block);
            at span => "{block} `{label}` would leave the board", "it would lie on {cell}";
            help "`moves` lists the legal moves";
        }
    }
    pub(crate) HITS_WALL = K::WORDS.hits_wall => {
        /// A block would lie on a wall at the end of a move.
        fn hits_wall[K: Blocks](board: &Board, block: usize, cell: Coordinate, span: Span) {
            let [block, label] = named::<K>(board, block);
            at span => "{block} `{label}` would hit the wall at {cell}", "a wall is in the way";
            help "`moves` lists the legal moves";
        }
    }
    pub(crate) OVERLAPS = K::WORDS.overlaps => {
        /// A block would lie on another one at the end of a move.
        /// `drawn` are the blocks in the way, and their places.
        fn overlaps[K: Blocks](
            board: &Board, moved: usize, in_way: usize, cell: Coordinate, span: Span,
            drawn: &[(usize, Span)]
        ) {
            let [[block, label], [_, other]] = [moved, in_way].map(|at| named::<K>(board, at));
            at span => "{block} `{label}` would overlap {block} `{other}` at {cell}",
                "`{other}` is in the way";
            help "move `{other}` first; `moves` lists the legal moves";
            for &(other, place) in drawn => {
                let [_, label] = named::<K>(board, other);
                also place => "`{label}`, as it was drawn";
            }
        }
    }
    pub(crate) NO_WAY = K::WORDS.no_way => {
        /// The place is free, but no slides lead there, or the block is there already (`here`).
        fn no_way[K: Blocks](board: &Board, block: usize, here: bool, reach: &[Coordinate], span: Span) {
            let [block, label] = named::<K>(board, block);
            let near = reach.iter().take(8).map(Coordinate::to_string).collect::<Vec<_>>();
            let places = among(near.iter().map(String::as_str));
            at span => [
                here => "{block} `{label}` is there already",
                else "{block} `{label}` cannot reach that place",
            ], "not a move";
            help [
                near.is_empty() => "`{label}` cannot move now; `moves` lists the legal moves",
                else "`{label}` can move to {places}",
            ];
        }
    }
}

/// Returns the word for a block, and its label.
fn named<K: Blocks>(board: &Board, block: usize) -> [Shown<'_>; 2] {
    [Shown(K::WORDS.block), Shown(&board.blocks[block].label)]
}

/// Returns the direction that a word may be meant as.
pub(crate) fn near_direction(word: Fragment<'_>) -> Option<&'static str> {
    nearest(word.text, Direction::ALL.map(Direction::word))
}

/// Returns the diagnostic of a block that cannot be at the end of a move: `why` is the first
/// obstacle. `drawn` are the blocks in the way, and their places.
pub(crate) fn blocked<K: Blocks>(
    board: &Board,
    block: usize,
    why: Blocked,
    span: Span,
    drawn: &[(usize, Span)],
) -> Diagnostic {
    match why {
        Blocked::Edge(cell) => leaves_board::<K>(board, block, cell, span),
        Blocked::Wall(cell) => hits_wall::<K>(board, block, cell, span),
        Blocked::Block(cell, other) => overlaps::<K>(board, block, other, cell, span, drawn),
    }
}

/// Returns the obstacles, one block or wall per line.
pub(crate) fn reasons(board: &Board, obstacles: &[Blocked]) -> Vec<String> {
    let mut blocks: Vec<(usize, Vec<Coordinate>)> = Vec::new();
    let mut lines = Vec::new();
    for &obstacle in obstacles {
        let line = match obstacle {
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
        let label = Shown(&board.blocks[*block].label);
        let cells: Vec<String> = cells.iter().map(Coordinate::to_string).collect();
        format!("{label} stands on {}", cells.join(", "))
    });
    standing.chain(lines.iter().cloned()).collect()
}
