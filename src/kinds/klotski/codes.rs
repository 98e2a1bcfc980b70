//! The codes of the klotski kind, each with its explanation and with what its diagnostics say.

use super::syntax::{GoalLine, Size};
use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Diagnostic, Edit, Fix, Shown, among, clip, codes, counted};
use crate::kinds::blocks::faults as blocks;
use crate::kinds::blocks::rules::Board;
use crate::puzzle::moves::design;
use crate::scene::Coordinate;
use crate::syntax::codes as shared;
use crate::syntax::{Fragment, Line};
use crate::text::Span;

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    EMPTY = Code::error("klotski::empty", "a klotski without a board", "codes/empty.md") {
        /// There is no picture.
        fn empty(name: Span) {
            at name => "this klotski has no board", "nothing is drawn";
            help "draw rows of labels, `.` for an empty cell and `#` for a wall; then \
                  `goal LABEL at (R,C)`";
        }
    }
    STRAY_LINE = Code::error(
        "klotski::stray-line", "a line that is neither row nor goal", "codes/stray-line.md"
    ) + [blocks::STRAY_LINE] {
        /// A label of a verbatim goal without its place.
        fn lacks_place(line: &Line<'_>) {
            at line.span() => "the place that `{line}` must reach is missing",
                "expected a line `ROW COLUMN` after this";
            help "add a line with the row and the column of its top left corner, counted from 0";
        }
    }
    WRONG_ROWS = Code::error(
        "klotski::wrong-rows", "another number of rows than the size says", "codes/wrong-rows.md"
    ) {
        /// The size says another number of rows.
        fn wrong_rows(span: Span, rows: usize, size: &Size) {
            let [has, says, apart] = [rows, size.rows, rows.abs_diff(size.rows)]
                .map(|count| counted(count, "row"));
            let text = format!("{rows} {}", size.columns);
            at span => "the size says {says}, the board has {rows}", "{has}";
            also size.span => "{says}";
            help [
                rows < size.rows => "add {apart} more, or fix the size",
                else "remove {apart}, or fix the size",
            ];
            fix Guess, "Replace the size by `{text}`", size.span => text;
        }
    }
    RAGGED_ROW = Code::error(
        "klotski::ragged-row", "a row with a wrong number of cells", "codes/ragged-row.md"
    ) + [blocks::RAGGED_ROW] {
        /// The size says another number of cells than all rows have; `board` is the size of the
        /// board.
        fn wrong_size(board: &Size, size: &Size) {
            let per_row = size.columns;
            let columns = board.columns;
            let [right, stated] = [board, size].map(|shape| format!("{} {}", shape.rows, shape.columns));
            at size.span => "the size says `{stated}`, the board is `{right}`: rows, then columns",
                "{per_row} per row";
            also board.span => "{columns} per row";
            help "write `{right}`, or change all rows";
            fix Guess, "Replace the size by `{right}`", size.span => right;
        }
    }
    BAD_LABEL = Code::error(
        "klotski::bad-label", "a label that cannot be written everywhere", "codes/bad-label.md"
    ) {
        /// A label that no command could name; `places` are all its cells and goals.
        fn bad_label(label: Fragment<'_>, places: impl Iterator<Item = Span>, free: &str) {
            let edits = places.map(|span| Edit { span, text: free.to_owned() }).collect();
            // A slash and the keyword stand for something else.
            let sure = if matches!(label.text, "/" | "goal") { Guess } else { Likely };
            at label.span() => "`{label}` cannot be the label of a block", "not a label";
            help [
                label.text == "/" => "` / ` ends a row only in a body on one line: write each row \
                                      on its own line",
                else "use a label other than `/` and `goal`, without `;` and `=>`",
            ];
            fix sure, "Rename it to `{free}`", edits;
        }
    }
    DISCONNECTED = Code::warning(
        "klotski::disconnected", "a block whose cells are not connected", "codes/disconnected.md"
    ) {
        /// Blocks in several pieces: accepted, and the pieces of one move as one. Each with the
        /// first cell of a piece, and its own first cell.
        fn disconnected(blocks: &[(Fragment<'_>, Fragment<'_>)]) {
            let (other, label) = blocks[0];
            let labels = among(blocks.iter().map(|(_, first)| first.text));
            at other.span() => [
                blocks.len() == 1 => "the cells of block `{label}` are not connected",
                else "the cells of the blocks {labels} are not connected",
            ], "apart from the rest of it";
            also label.span() => "`{label}` begins here";
            each blocks[1..].iter().map(|(other, _)| other.span()) => "and this piece";
            help "the pieces move as one block; if that is not intended, give one of them another \
                  label";
        }
    }
    NO_ROOM = Code::warning(
        "klotski::no-room", "a board on which no block can move", "codes/no-room.md"
    ) + [blocks::NO_ROOM];
    MIXED_WIDTHS = Code::warning(
        "klotski::mixed-widths", "labels of different lengths", "codes/mixed-widths.md"
    ) {
        /// Labels of different lengths.
        fn mixed_widths(odd: Fragment<'_>, first: Fragment<'_>) {
            let cells = odd.text.chars().map(String::from).collect::<Vec<_>>();
            let split = first.text.chars().count() == 1 && cells.len() <= 40;
            let text = cells.join(" ");
            at odd.span() => "label `{odd}` is not as long as `{first}`: is a space missing?",
                "one label, one cell";
            also first.span() => "the first label";
            help [
                split => "put spaces between the cells (`{text}`), or make all labels equally long",
                else "make all labels equally long",
            ];
            when true = split => {
                fix Guess, "Replace by `{text}`", odd.span() => text;
            }
        }
    }
    UNKNOWN_LABEL = Code::error(
        "klotski::unknown-label", "a label that no block has", "codes/unknown-label.md"
    ) + [blocks::UNKNOWN_LABEL];
    TARGET_OFF_BOARD = Code::error(
        "klotski::target-off-board", "a goal off the board", "codes/target-off-board.md"
    ) {
        /// The goal's place is off the board.
        fn target_off_board(line: &GoalLine<'_>, board: &Board, drawn: Span) {
            let at = line.at;
            let Board { rows, columns, .. } = board;
            let last_row = rows - 1;
            let last_column = columns - 1;
            at line.place => "the goal {at} is off the board", "not on the board";
            also drawn => "the board is {rows} by {columns}";
            help "the board reaches from (0,0) to ({last_row},{last_column}); rows and columns \
                  count from 0";
        }
    }
    TARGET_LEAVES_BOARD = Code::error(
        "klotski::target-leaves-board",
        "a goal at which the block leaves the board",
        "codes/target-leaves-board.md"
    ) {
        /// At its goal the block would leave the board.
        fn target_leaves_board(
            line: &GoalLine<'_>, cell: Coordinate, block: Span, board: &Board, drawn: Span
        ) {
            let at = line.at;
            let label = line.label;
            let Board { rows, columns, .. } = board;
            at line.place => "with its corner at {at} block `{label}` would leave the board",
                "it would lie on {cell}";
            also block => "the shape of `{label}`";
            also drawn => "the board is {rows} by {columns}";
            help "name the place of the top left corner of the block's bounding box";
        }
    }
    TARGET_HITS_WALL = Code::error(
        "klotski::target-hits-wall",
        "a goal at which the block lies on a wall",
        "codes/target-hits-wall.md"
    ) {
        /// At its goal the block would lie on a wall.
        fn target_hits_wall(line: &GoalLine<'_>, cell: Coordinate, wall: Span) {
            let at = line.at;
            let label = line.label;
            at line.place => "with its corner at {at} block `{label}` would lie on a wall",
                "it would lie on {cell}";
            also wall => "this wall";
            help "name the place of the top left corner of the block's bounding box";
        }
    }
    GOALS_COLLIDE = Code::error(
        "klotski::goals-collide", "two goals that cannot both hold", "codes/goals-collide.md"
    ) {
        /// Two goals of one block.
        fn two_places(line: &GoalLine<'_>, first: Span) {
            let label = line.label;
            at label.span().to(line.place) => "block `{label}` cannot be at two places",
                "cannot hold with the other";
            also first => "the other goal";
            help "all goals must hold at once: change or remove one of them";
        }
        /// The goals of two blocks, of which `other` is one, that would both lie on a cell.
        fn goals_collide(line: &GoalLine<'_>, other: Shown<'_>, cell: Coordinate, first: Span) {
            let label = line.label;
            at label.span().to(line.place) =>
                "the goals of `{label}` and `{other}` collide: both blocks would lie on {cell}",
                "cannot hold with the other";
            also first => "the other goal";
            help "all goals must hold at once: change or remove one of them";
        }
    }
    NO_GOAL = Code::error(
        "klotski::no-goal", "a command that needs a goal", "codes/no-goal.md"
    ) + [blocks::NO_GOAL];
    UNSOLVABLE = Code::error(
        "klotski::unsolvable", "a goal that no moves reach", "codes/unsolvable.md"
    ) + [blocks::UNSOLVABLE, design::BLOCKERS];
    IDLE_PART = Code::advice(
        "klotski::idle-part", "a block or wall that changes nothing", "codes/idle-part.md"
    ).designing() + [design::IDLE];
    ALREADY_SOLVED = Code::warning(
        "klotski::already-solved", "a goal that holds at the start", "codes/already-solved.md"
    ) + [blocks::ALREADY_SOLVED];
    NOT_A_MOVE = Code::error(
        "klotski::not-a-move", "a word that is not a direction", "codes/not-a-move.md"
    ) {
        /// A word that is neither direction nor place.
        fn not_a_move(word: Fragment<'_>) {
            at word.span() => "expected a direction, found `{word}`",
                "expected a direction or places";
            help "write `LABEL up`, `down`, `left` or `right`, `LABEL to (R,C)`, or \
                  `LABEL (R,C) (R,C)`";
            near word.span() => blocks::near_direction(word);
        }
    }
    LEAVES_BOARD = Code::error(
        "klotski::leaves-board", "a move off the board", "codes/leaves-board.md"
    ) + [blocks::LEAVES_BOARD];
    HITS_WALL = Code::error(
        "klotski::hits-wall", "a move onto a wall", "codes/hits-wall.md"
    ) + [blocks::HITS_WALL];
    OVERLAPS = Code::error(
        "klotski::overlaps", "a move onto another block", "codes/overlaps.md"
    ) + [blocks::OVERLAPS];
    STANDS_ELSEWHERE = Code::error(
        "klotski::stands-elsewhere",
        "a move from a place at which the block is not",
        "codes/stands-elsewhere.md"
    ) {
        /// The block is somewhere else.
        fn stands_elsewhere(label: Shown<'_>, at: Coordinate, span: Span) {
            at span => "block `{label}` stands at {at}", "it is not here";
            help "begin the move at {at}";
            fix Guess, "Replace by `{at}`", span => at.to_string();
        }
    }
    NO_WAY = Code::error(
        "klotski::no-way", "a place that no slides reach", "codes/no-way.md"
    ) + [blocks::NO_WAY];
}

/// Returns the diagnostic of a place of a verbatim goal that is written like one of a goal line.
pub(super) fn bad_place(span: Span, row: &str, column: &str) -> Diagnostic {
    let written = format!("{row},{column}");
    let right = format!("{row} {column}");
    shared::bad_argument(span, &clip(&written), "a place `ROW COLUMN`", "ROW COLUMN").fix(Fix::new(
        Sure,
        format!("Write `{right}`"),
        span,
        right,
    ))
}
