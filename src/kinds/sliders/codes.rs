//! The codes of the sliders kind, each with its explanation and with what its diagnostics say.

use crate::diag::Applicability::Guess;
use crate::diag::{Edit, Shown, among, codes, counted};
use crate::search::Stop;
use crate::syntax::{Fragment, Grid, Line};
use crate::text::Span;

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    EMPTY = Code::error("sliders::empty", "sliders without a board", "codes/empty.md") {
        /// There is no board; the line `goal` may be there.
        fn empty(name: Span, goal_line: Option<Span>) {
            at name => "these sliders have no board", "nothing is drawn";
            each goal_line => "expected the start above this line";
            help "draw the start, a line `goal`, and the goal: rows of labels with one gap `.` \
                  each";
        }
    }
    NO_GOAL = Code::error("sliders::no-goal", "sliders without a goal", "codes/no-goal.md") {
        /// There is no goal, or nothing below its line; `last` is the text before it.
        fn no_goal(last: Span, line: bool) {
            at last => [line => "no board follows `goal`", else "there is no goal"],
                "expected after this";
            help "write a line `goal` below the start, and below that the board to reach";
        }
        /// The caller of raw input names an order of other labels than these; `last` is the text
        /// below which a goal could be written.
        fn no_order(last: Span) {
            at last => "`--goal` names an order of the numbers from 1, each once, but the tiles are \
                        others", "expected `goal` after this";
            help "write a line `goal` below the start, and below that the board to reach";
        }
        /// The caller of foreign text names a goal that is not one of the `known`.
        fn unknown_goal(span: Span, name: &str, known: &[&str]) {
            let name = Shown(name);
            let known = among(known.iter().copied());
            at span => "unknown goal `{name}`", "expected `goal` after this";
            help "name one of {known}, or write the goal below a line `goal`";
        }
        /// A row that is intended as the line `goal`.
        fn misspelled_goal(row: &Line<'_>) {
            at row.span() => "expected the line `goal`, found `{row}`", "expected `goal`";
            help "write `goal` between the two boards";
            fix Guess, "Write `goal`", row.span() => "goal";
        }
        /// The word `goal` is on a line with cells; `gap` holds the blanks around it, too.
        fn goal_within(word: Span, gap: Span) {
            at word => "`goal` stands on a line with cells", "expected alone";
            help "write `goal` on a separate line between the two boards";
            fix Guess, "Write it on a separate line", gap => "\n  goal\n  ";
        }
    }
    STRAY_LINE = Code::error(
        "sliders::stray-line", "a line that belongs to neither board", "codes/stray-line.md"
    ) {
        /// A line above the start that names it; `whole` is all of it.
        fn heading(line: &Line<'_>, whole: Span) {
            at line.span() => "`{line}` is not a row of the start", "the start needs no keyword";
            help "remove this line: only the goal has a keyword";
            fix Guess, "Remove the line", whole => "";
        }
        /// A line that belongs to neither board.
        fn stray_line(line: &Line<'_>, after_goal: bool) {
            at line.span() => [
                after_goal => "`{line}` follows the goal",
                else "`{line}` is part of neither board",
            ], [after_goal => "nothing can follow the goal", else "expected the line `goal`"];
            help "remove it, or the blank line before it: a blank line ends a board";
        }
        /// Raw input has a goal, and its caller names one, too.
        fn other_goal(span: Span) {
            at span => "a goal is written here, but `--goal` names one", "the goal of this text";
            help "leave out `--goal`, or remove the goal from the text";
        }
        /// Text follows `goal` on its line.
        fn after_goal(text: Fragment<'_>) {
            at text.span() => "`{text}` stands on the line of `goal`",
                "the goal begins on the next line";
            help "put it on a separate line";
        }
        /// A second line `goal`.
        fn second_goal(span: Span, first: Span) {
            at span => "a second line `goal`", "another goal";
            also first => "the first is here";
            help "sliders have one goal: remove the other";
        }
    }
    BAD_LABEL = Code::error(
        "sliders::bad-label", "a slash where a tile should stand", "codes/bad-label.md"
    ) {
        /// Slashes in place of tiles.
        fn slashes(places: &[Span]) {
            let edits = places.iter().map(|&span| Edit { span, text: String::from("\n") });
            at places[0] => "`/` cannot be the label of a tile", "not a tile";
            each places[1..].iter().copied().take(3) => "nor is this";
            help "` / ` ends a row only in a body on one line: write each row on its own line";
            fix Guess, "Break the lines", edits.collect();
        }
    }
    RAGGED_ROW = Code::error(
        "sliders::ragged-row",
        "a row that is shorter or longer than the others",
        "codes/ragged-row.md"
    ) {
        /// A row of `length` cells among rows of `wanted`.
        fn ragged_row(span: Span, length: usize, wanted: usize, first: Span) {
            let [has, others] = [length, wanted].map(|count| counted(count, "cell"));
            let apart = length.abs_diff(wanted);
            at span => "this row has {has}, most others have {wanted}", "{has}";
            also first => "{others}";
            help [length < wanted => "add {apart} more; the gap is `.`", else "remove {apart}"];
        }
    }
    SHAPES_DIFFER = Code::error(
        "sliders::shapes-differ", "a goal of another shape than the start", "codes/shapes-differ.md"
    ) {
        /// The goal's shape is not the start's. The rows of each are equally long. `start_is_odd`
        /// if the start is probably the wrong one.
        fn shapes_differ(goal: &Grid<'_>, start: &Grid<'_>, start_is_odd: bool) {
            let size = |grid: &Grid<'_>| (grid.rows.len(), grid.rows.first().map_or(0, Vec::len));
            let (rows, columns) = size(start);
            let (goal_rows, goal_columns) = size(goal);
            let [odd, other] = if start_is_odd { [start, goal] } else { [goal, start] };
            let [width, other_width] = [odd, other].map(|grid| size(grid).1);
            let [height, other_height] = [odd, other].map(|grid| counted(size(grid).0, "row"));
            at odd.span() =>
                "the start has {rows}×{columns} cells, the goal {goal_rows}×{goal_columns}",
                "{height} of {width}";
            also other.span() => "{other_height} of {other_width}";
            help "make both boards the same size; write both packed, or both with spaces";
        }
    }
    TILES_DIFFER = Code::error(
        "sliders::tiles-differ", "a goal with other tiles than the start", "codes/tiles-differ.md"
    ) {
        /// The goal's tiles are not the start's: the goal has too many of the tile `surplus` and
        /// too few of the tile `lacking`, which is probably the wrong one if `start_is_odd`.
        fn tiles_differ(
            surplus: Span, lacking: Option<Span>, start_is_odd: bool, differences: &[Difference<'_>]
        ) {
            let difference = |tile: &Difference<'_>| {
                format!("{} `{}` instead of {}", tile.goal, Shown(tile.label), tile.start)
            };
            let parts = differences.iter().take(4).map(difference).collect::<Vec<_>>().join(", ");
            let more = differences.len().saturating_sub(4);
            let odd = lacking.filter(|_| start_is_odd);
            at odd.unwrap_or(surplus) => [
                more > 0 => "the goal has other tiles: {parts}, {more} more differences",
                else "the goal has other tiles: {parts}",
            ], [odd.is_some() => "the goal lacks this one", else "more than the start has"];
            help "use each label as often in the goal as at the start";
            each odd.map(|_| surplus) => "more than the start has";
            each lacking.filter(|_| odd.is_none()) => "the goal lacks this one";
        }
    }
    NO_GAP = Code::error("sliders::no-gap", "a board without a gap", "codes/no-gap.md") {
        /// The boards at `boards` have no gap: the start, the `goal`, or both. `sign` may be
        /// intended.
        fn no_gap(boards: &[Span], goal: bool, sign: Option<Shown<'_>>) {
            let known = sign.is_some();
            let sign = sign.unwrap_or(Shown(""));
            at boards[0] => [
                boards.len() > 1 => "neither the start nor the goal has a gap",
                goal => "the goal has no gap",
                else "the start has no gap",
            ], "no `.` here";
            each boards[1..].iter().copied() => "nor here";
            help [
                known => "is `{sign}` the gap? write `.` for it",
                else "write `.` for the place without a tile",
            ];
        }
    }
    SEVERAL_GAPS = Code::error(
        "sliders::several-gaps", "a board with several gaps", "codes/several-gaps.md"
    ) {
        /// A board with `count` gaps.
        fn several_gaps(second: Span, first: Span, count: usize, goal: bool) {
            at second => [goal => "the goal has {count} gaps", else "the start has {count} gaps"],
                "another gap";
            also first => "the first gap";
            help "keep one gap; every other place holds a tile";
        }
    }
    PARITY = Code::error("sliders::parity", "a goal that parity forbids", "codes/parity.md") {
        /// Parity forbids the goal.
        fn parity(goal: Span, start: Span) {
            at goal => "no slides lead from the start to this goal: parity forbids it",
                "an odd rearrangement";
            also start => "of this board, in which all tiles differ";
            help "exchange two tiles of the goal; if this is intended, state it: `solve => \
                  unsolvable`";
        }
    }
    UNSOLVABLE = Code::error(
        "sliders::unsolvable", "a goal that no slides reach", "codes/unsolvable.md"
    ) {
        /// No slides lead to the goal.
        fn unsolvable(span: Span) {
            at span => "no slides lead from the start to the goal", "never reached";
            help "exchange tiles of the goal; if this is intended, state it: `solve => unsolvable`";
        }
    }
    NOT_A_MOVE = Code::error(
        "sliders::not-a-move", "a letter that is not a move", "codes/not-a-move.md"
    ) {
        /// A letter that is not a move.
        fn not_a_move(span: Span, text: &str) {
            let text = Shown(text);
            at span => "expected a move, found `{text}`", "not a move";
            help "moves are `L`, `R`, `U` and `D`: the direction in which a tile slides";
        }
    }
    NO_TILE = Code::error("sliders::no-tile", "a slide with no tile for it", "codes/no-tile.md") {
        /// There is no tile to slide that way; `legal` are the letters for which there is.
        fn no_tile(span: Span, letter: char, legal: &str) {
            let side = side(letter);
            let words = legal.chars().map(String::from).collect::<Vec<_>>();
            let words = among(words.iter().map(String::as_str));
            at span => "no tile lies {side} the gap", "comes from beyond the edge";
            help [legal.is_empty() => "no tile can slide here", else "legal here: {words}"];
        }
    }
    OUT_OF_REACH = Code::warning(
        "sliders::out-of-reach",
        "a number that was not found within the budget",
        "codes/out-of-reach.md"
    ) {
        /// A judge's number was not found.
        fn out_of_reach(span: Span, what: &str, stop: Option<Stop>) {
            let why = stop.map_or("the shortest paths are too many".into(), Stop::reason);
            at span => "the {what} was not found: {why}", "`?` stands in its place";
            help [
                stop.is_some() => "raise the limit: `--time`, `--states` or `--memory`",
                else "in a document `sum` gives it modulo 100000007",
            ];
        }
    }
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

/// Returns the side of the gap on which the tile lies that slides that way.
fn side(letter: char) -> &'static str {
    match letter {
        'L' => "to the right of",
        'R' => "to the left of",
        'U' => "below",
        _ => "above",
    }
}

/// Returns why there is no tile to slide that way into a gap at a place, in a line.
pub(super) fn at_the_edge(letter: char, row: usize, column: usize) -> String {
    let edge = match letter {
        'L' => "right",
        'R' => "left",
        'U' => "lower",
        _ => "upper",
    };
    let side = side(letter);
    format!("the gap at ({row},{column}) lies at the {edge} edge: no tile lies {side} the gap")
}
