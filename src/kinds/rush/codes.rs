//! The codes of the rush kind, each with its explanation and with what its diagnostics say.

use super::leaver::{RED, USUAL};
use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Code, Edit, Shown, codes, counted};
use crate::kinds::blocks::faults as blocks;
use crate::kinds::blocks::syntax::MINUS;
use crate::puzzle::moves::design;
use crate::syntax::{Fragment, Habit, Line, whole_line};
use crate::text::Span;

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    EMPTY = Code::error("rush::empty", "a rush puzzle without a board", "codes/empty.md") {
        /// There is no board.
        fn empty(name: Span) {
            at name => "this rush puzzle has no board", "nothing is drawn";
            help "draw rows of cells: a letter for a car, `.` for an empty cell, `#` for a wall";
        }
    }
    STRAY_LINE = Code::error(
        "rush::stray-line", "a line that is neither row nor goal", "codes/stray-line.md"
    ) + [blocks::STRAY_LINE];
    BAD_CELL = Code::error(
        "rush::bad-cell", "a character that is not a cell", "codes/bad-cell.md"
    ) {
        /// A character that is not a cell, at all its places.
        fn bad_cell(cell: Fragment<'_>, places: &[Span]) {
            let count = places.len();
            // A single one may be a slip of a finger.
            let sure = if count > 1 { Sure } else { Likely };
            let edits = places.iter().map(|&span| Edit { span, text: String::from(".") });
            let blank = matches!(cell.text, " " | "\t");
            at places[0] => [
                blank => "expected a cell, found a space",
                count == 1 => "expected a cell, found `{cell}`",
                else "expected cells, found `{cell}` {count} times",
            ], "not a cell";
            help [
                blank => "write all rows with a space between the cells, or all without spaces",
                else "a cell is a letter for a car, `.` or `o` if it is empty, or `#` or `x` for a \
                      wall",
            ];
            when true = Habit::Empty.has(cell.text) => {
                fix sure, "Write `.` for empty cells", edits.collect();
            }
        }
    }
    RAGGED_ROW = Code::error(
        "rush::ragged-row", "a row with a wrong number of cells", "codes/ragged-row.md"
    ) + [blocks::RAGGED_ROW];
    BENT_CAR = Code::error(
        "rush::bent-car", "a car that is not a straight line", "codes/bent-car.md"
    ) {
        /// A car that is not a straight line; `odd` is the first cell that is out of line. `others`
        /// are wrong as well.
        fn bent_car(label: Fragment<'_>, odd: Span, others: &[Fragment<'_>]) {
            at odd => "car `{label}` is not a straight line", "out of line";
            also label.span() => "`{label}` begins here";
            for other in others => {
                also other.span() => "nor is `{other}` a car";
            }
            help "the cells of a car touch each other in one row or one column; give others \
                  another letter";
        }
    }
    SHORT_CAR = Code::error("rush::short-car", "a car of one cell", "codes/short-car.md") {
        /// A car of one cell. `others` are wrong as well.
        fn short_car(label: Fragment<'_>, others: &[Fragment<'_>]) {
            at label.span() => "car `{label}` has only one cell", "a car has two or more";
            for other in others => {
                also other.span() => "nor is `{other}` a car";
            }
            help "draw the rest of the car, or write `.` for an empty cell";
        }
        /// A car of one cell lies in the gap of another car.
        fn car_in_gap(label: Fragment<'_>, car: Fragment<'_>) {
            at label.span() => "car `{label}` has only one cell", "a car has two or more";
            also car.span() => "it divides car `{car}`";
            help "write `{car}` here, or draw both cars as straight lines of two or more cells";
            fix Guess, "Write `{car}`", label.span() => car.text;
        }
    }
    NO_ROOM = Code::warning(
        "rush::no-room", "a board on which no car can move", "codes/no-room.md"
    ) + [blocks::NO_ROOM];
    UNKNOWN_LABEL = Code::error(
        "rush::unknown-label", "a label that no car has", "codes/unknown-label.md"
    ) + [blocks::UNKNOWN_LABEL];
    SECOND_GOAL = Code::error("rush::second-goal", "a second goal", "codes/second-goal.md") {
        /// A second goal.
        fn second_goal(span: Span, first: Span) {
            at span => "a second goal", "another car";
            also first => "the first is here";
            help "one car must leave the board: remove the other goal";
        }
        /// Raw input names another car than its caller does.
        fn other_goal(span: Span, named: Shown<'_>) {
            at span => "the goal here is not `{named}`, which `--goal` names", "another car";
            help "leave out `--goal`, or remove this line";
        }
    }
    WHICH_CAR = Code::advice(
        "rush::which-car", "a board with the red cars of two conventions", "codes/which-car.md"
    ) {
        /// Cars `A` and `X` may both be the one that must leave; `row` is the last row of the
        /// board.
        fn which_car(source: &str, usual: Span, red: Span, row: Span) {
            let line = whole_line(source, row);
            let between = match source[..row.start as usize].contains(['\n', '\r']) {
                true => format!("\n{}", &source[line.start as usize..row.start as usize]),
                false => String::from(" "),
            };
            let end = Span::at(row.end);
            at red => "car `A` is the one that must leave, although car `X` lies in the exit row",
                "the red car in ThinkFun's letters";
            also usual => "this car must leave";
            help "say which: add `goal X` or `goal A` below the board";
            fix Guess, "Add `goal {RED}`", end => format!("{between}goal {RED}");
            fix Guess, "Add `goal {USUAL}`", end => format!("{between}goal {USUAL}");
        }
    }
    NO_GOAL = Code::error(
        "rush::no-goal", "a command that needs a goal", "codes/no-goal.md"
    ) + [blocks::NO_GOAL] {
        /// A goal line that begins with `word` and names a direction in place of a car.
        fn directed_goal(source: &str, line: &Line<'_>, word: Shown<'_>) {
            at line.span() => "expected the keyword `goal`, found `{word}`",
                "a goal is a car, not a direction";
            help "remove the line: the goal is car `A`, which slides along to the right or bottom \
                  edge";
            fix Guess, "Remove the line", whole_line(source, line.span()) => "";
        }
    }
    UNSOLVABLE = Code::error(
        "rush::unsolvable", "a car that no moves bring to the edge", "codes/unsolvable.md"
    ) + [blocks::UNSOLVABLE, design::BLOCKERS];
    IDLE_PART = Code::advice(
        "rush::idle-part", "a car or wall that changes nothing", "codes/idle-part.md"
    ).designing() + [design::IDLE];
    ALREADY_SOLVED = Code::warning(
        "rush::already-solved", "a car that is at the edge at the start", "codes/already-solved.md"
    ) + [blocks::ALREADY_SOLVED];
    NOT_A_MOVE = Code::error(
        "rush::not-a-move", "a word that is not a move", "codes/not-a-move.md"
    ) {
        /// A word that is neither an offset nor a direction.
        fn not_a_move(label: Fragment<'_>, word: Fragment<'_>) {
            let digits = word.text.trim_start_matches('+').trim_start_matches(MINUS);
            let offset = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let sign = if word.text.starts_with(MINUS) { '-' } else { '+' };
            let right = format!("{}{sign}{digits}", label.text);
            at word.span() => "expected a direction, found `{word}`", "expected a direction";
            help [
                offset => "write the label, the sign and the number of cells without spaces",
                else "write `LABEL left`, `right`, `up` or `down`, or `LABEL+2`, `LABEL-1`",
            ];
            near word.span() => blocks::near_direction(word).filter(|_| !offset);
            when true = offset => {
                fix Guess, "Write `{right}`", label.span().to(word.span()) => right;
            }
        }
    }
    LEAVES_BOARD = Code::error(
        "rush::leaves-board", "a move off the board", "codes/leaves-board.md"
    ) + [blocks::LEAVES_BOARD];
    HITS_WALL = Code::error(
        "rush::hits-wall", "a move against a wall", "codes/hits-wall.md"
    ) + [blocks::HITS_WALL];
    OVERLAPS = Code::error(
        "rush::overlaps", "a move against another car", "codes/overlaps.md"
    ) + [blocks::OVERLAPS];
    NO_WAY = Code::error(
        "rush::no-way", "a move that a car cannot make", "codes/no-way.md"
    ) {
        /// A car that slides across its axis, or by no cell.
        fn no_way(label: Shown<'_>, across: bool, by_none: bool, span: Span) {
            at span => [
                by_none => "car `{label}` does not move by 0 cells",
                across => "car `{label}` is horizontal: it moves only left and right",
                else "car `{label}` is vertical: it moves only up and down",
            ], "not a move";
            help "`moves` lists the legal moves";
        }
    }
    NOT_A_BOARD = Code::error(
        "rush::not-a-board", "a line of a list that is not a board", "codes/not-a-board.md"
    ) {
        /// A line of a list is not a board; `word` is its longest word.
        fn not_a_board(span: Span, word: &str) {
            let count = word.chars().count();
            let bad = word.chars().find(|&char| !super::syntax::is_cell(char));
            let bad = bad.filter(|_| count.isqrt().pow(2) == count);
            let square = bad.is_some();
            let char = bad.unwrap_or_default();
            let cells = counted(count, "cell");
            at span => [
                square => "this line is not a board: `{char}` is not a cell",
                else "this line is not a board: its longest word has {cells}",
            ], "expected 16, 25, 36, 49 … cells";
            help "write the rows of a square board as one word";
        }
    }
}

/// The codes that only a search finds.
pub(super) static DEEP: &[&Code] = &[&UNSOLVABLE, &ALREADY_SOLVED];
