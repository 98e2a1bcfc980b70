//! The codes of the bloxorz kind, each with its explanation and with what its diagnostics say.

use super::rules::RollError;
use crate::diag::Applicability::{Guess, Likely};
use crate::diag::{Diagnostic, Edit, Shown, among, codes};
use crate::puzzle::moves::design;
use crate::scene::Coordinate;
use crate::syntax::{Fragment, Line, Stop};
use crate::text::{Span, Spanned};

/// The most places that a diagnostic labels.
const MOST_PLACES: usize = 10;

/// The forms of a legend line.
const FORMS: &str = "the forms are `p: bridge extended`, `b: soft toggles p, extends q` (or \
                     `hard`, \
                     `retracts`), `s: splits to (R,C) and (R,C)`";

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    EMPTY = Code::error("bloxorz::empty", "a bloxorz without a terrain", "codes/empty.md") {
        /// The terrain has no row.
        fn empty(name: Span) {
            at name => "this bloxorz has no terrain", "nothing is drawn";
            help "draw it, one row per line: `o` floor, `-` void, `S` the start, `T` the hole";
        }
    }
    BAD_CHARACTER = Code::error(
        "bloxorz::bad-character", "a character that no terrain has", "codes/bad-character.md"
    ) {
        /// Characters that are not tiles, in `count` rows.
        fn bad_character(run: Fragment<'_>, count: usize) {
            at run.span() => "expected a tile, found `{run}`", [
                count == 1 => "expected letters, digits or `-`",
                else "expected letters, digits or `-`; so in {count} rows",
            ];
            help "void is `-`, floor is `o`; other letters and digits are declared below the \
                  terrain";
        }
    }
    UNDECLARED = Code::error(
        "bloxorz::undeclared", "a tile that no legend line declares", "codes/undeclared.md"
    ) {
        /// A tile without a legend line, at its first place of `count`; `last` is the last legend
        /// line.
        fn undeclared(span: Span, symbol: char, count: usize, last: Option<Span>) {
            at span => "no legend line declares `{symbol}`", [
                count == 1 => "declared nowhere",
                else "declared nowhere; drawn {count} times",
            ];
            help "add a line below the terrain: `{symbol}: bridge extended`, `{symbol}: soft \
                  toggles …`, `{symbol}: splits to …`";
            each last => "expected `{symbol}: …` beside this";
        }
    }
    NO_START = Code::error("bloxorz::no-start", "a terrain without a start", "codes/no-start.md") {
        /// The terrain, drawn at `drawn`, has no `S`, or neither `S` nor `T`; `instead` is the
        /// letter that may be there in place of the `S`.
        fn no_start(name: Span, both: bool, drawn: Span, instead: Option<(char, Span)>) {
            at name => [
                both => "this terrain lacks an `S` and a `T`",
                else "this terrain lacks an `S`",
            ], "none is drawn";
            help [
                both => "put an `S` and a `T` where the block starts, and where the hole is",
                else "put an `S` where the block stands at the start",
            ];
            when None = instead => {
                also drawn => "the terrain";
            }
            when Some((letter, place)) = instead => {
                also place => "declared nowhere";
                fix Guess, "Replace by `S`", place => "S";
                help "put an `S` where the block stands at the start: in place of `{letter}`, or \
                      declare `{letter}` below the terrain";
            }
        }
    }
    SEVERAL_STARTS = Code::error(
        "bloxorz::several-starts", "a terrain with several starts", "codes/several-starts.md"
    ) {
        /// The terrain has another `S`.
        fn several_starts(span: Span, first: Span) {
            at span => "a second `S`", "another one";
            also first => "the first is here";
            help "keep one of them and make the other floor";
        }
    }
    NO_HOLE = Code::error("bloxorz::no-hole", "a terrain without a hole", "codes/no-hole.md") {
        /// The terrain, drawn at `drawn`, has no `T`; `instead` is the letter that may be there in
        /// place of it.
        fn no_hole(name: Span, drawn: Span, instead: Option<(char, Span)>) {
            at name => "this terrain lacks a `T`", "none is drawn";
            help "put a `T` where the hole is";
            when None = instead => {
                also drawn => "the terrain";
            }
            when Some((letter, place)) = instead => {
                also place => "declared nowhere";
                fix Guess, "Replace by `T`", place => "T";
                help "put a `T` where the hole is: in place of `{letter}`, or declare `{letter}` \
                      below the terrain";
            }
        }
    }
    SEVERAL_HOLES = Code::error(
        "bloxorz::several-holes", "a terrain with several holes", "codes/several-holes.md"
    ) {
        /// The terrain has another `T`.
        fn several_holes(span: Span, first: Span) {
            at span => "a second `T`", "another one";
            also first => "the first is here";
            help "keep one of them and make the other floor";
        }
    }
    MALFORMED_LEGEND = Code::error(
        "bloxorz::malformed-legend",
        "a legend line that cannot be read",
        "codes/malformed-legend.md"
    ) {
        /// A line below the terrain that is not a legend line.
        fn not_a_legend(line: &Line<'_>) {
            at line.span() => "expected a legend line, found `{line}`", "expected `LETTER: …`";
            help "below the terrain stand lines such as `p: bridge extended`; a blank line ends \
                  the terrain";
        }
        /// A legend line that does not match its form.
        fn malformed(stop: Stop<'_>) {
            let what = stop.what();
            let lacks = stop.word.is_none();
            let text = stop.word.unwrap_or(stop.rest);
            at if lacks { stop.before } else { text.span() } => [
                lacks => "this legend line lacks {what}",
                else "expected {what}, found `{text}`",
            ], [lacks => "expected {what} after this", else "expected {what}"];
            help "{FORMS}";
            near text.span() => stop.near();
        }
        /// Something follows the end of a legend line.
        fn after_legend(rest: Fragment<'_>) {
            at rest.span() => "expected the end of the line, found `{rest}`",
                "not part of a legend line";
            help "{FORMS}";
        }
    }
    RESERVED = Code::error(
        "bloxorz::reserved-letter",
        "a legend for a letter that has a meaning already",
        "codes/reserved-letter.md"
    ) {
        /// A legend for a letter with a fixed meaning; `line` is the line if it says nothing else.
        fn reserved(span: Span, symbol: char, line: Option<Span>) {
            at span => [
                symbol == 'o' => "`o` is floor in every terrain",
                symbol == 'S' => "`S` is the start in every terrain",
                symbol == 'T' => "`T` is the hole in every terrain",
                else "`{symbol}` is a fragile tile in every terrain",
            ], "has a meaning already";
            help [
                line.is_some() => "it needs no line of its own; for another meaning take another \
                                   letter or a digit",
                else "take another letter or a digit",
            ];
            when Some(line) = line => {
                fix Guess, "Remove the line", line => "";
            }
        }
    }
    DUPLICATE = Code::error(
        "bloxorz::duplicate-legend", "a letter that is declared twice", "codes/duplicate-legend.md"
    ) {
        /// A letter is declared again; `line` is all of the second line, if it says the same as the
        /// first.
        fn duplicate(span: Span, first: Span, symbol: char, line: Option<Span>) {
            at span => "`{symbol}` is declared twice", "declared again";
            also first => "declared here first";
            help "keep one of the two lines; a switch may name several bridges on it";
            when Some(line) = line => {
                fix Likely, "Remove the repeated line", line => "";
            }
        }
    }
    UNUSED = Code::warning(
        "bloxorz::unused-legend", "a legend line without a tile", "codes/unused-legend.md"
    ).unnecessary() {
        /// A legend line without a tile.
        fn unused(span: Span, symbol: char, line: Span) {
            at span => "`{symbol}` is declared but never drawn", "never drawn";
            help "remove the line, or draw the tile";
            fix Guess, "Remove the line", line => "";
        }
    }
    NO_BRIDGE = Code::error(
        "bloxorz::no-such-bridge",
        "a switch on something that is not a bridge",
        "codes/no-such-bridge.md"
    ) {
        /// A switch on something that is not a bridge; `declared` is the place at which it is
        /// declared as something else.
        fn no_bridge(span: Span, symbol: char, declared: Option<Span>, bridges: &[String]) {
            let names = among(bridges.iter().map(String::as_str));
            at span => "`{symbol}` is not a bridge", "not a bridge";
            each declared => "declared here as something else";
            help [
                bridges.is_empty() => "declare one: `{symbol}: bridge retracted`",
                else "the bridges here are {names}",
            ];
        }
    }
    SPLIT_ON_VOID = Code::error(
        "bloxorz::split-on-void", "a split that puts a cube on void", "codes/split-on-void.md"
    ) {
        /// A split onto void.
        fn split_on_void(place: Spanned<Coordinate>, drawn: Span) {
            let cell = place.value;
            at place.span => "there is no ground at {cell}", "a cube would fall here";
            help "name a place of the terrain; rows and columns count from 0, `(0,0)` is top left";
            also drawn => "the terrain";
        }
    }
    SPLIT_ON_ONE_PLACE = Code::error(
        "bloxorz::split-on-one-place",
        "a split that puts both cubes on one place",
        "codes/split-on-one-place.md"
    ) {
        /// A split onto one place.
        fn split_on_one_place(span: Span, first: Span) {
            at span => "both cubes would lie on one place", "the same place";
            also first => "the first cube";
            help "name another place";
        }
    }
    UNREACHABLE = Code::error(
        "bloxorz::unreachable", "a hole that the block cannot reach", "codes/unreachable.md"
    ) + [design::BLOCKERS] {
        /// The hole at `span` cannot be reached.
        fn unreachable(span: Span, start: Option<Span>) {
            at span => "no sequence of rolls leaves the block standing on the hole", "never \
                                                                                      reached";
            help "draw more floor or move the hole; if this is intended, state it: `solve => \
                  unsolvable`";
            each start => "the block starts here";
        }
    }
    NO_ROOM = Code::warning(
        "bloxorz::no-room", "a block that cannot roll", "codes/no-room.md"
    ) {
        /// No roll is legal at the start.
        fn no_room(start: Span) {
            at start => "the block cannot roll: no two places of ground lie in a line beside it",
                "the block starts here";
            help "draw two places of floor in a line beside `S`; if this is intended, state it: \
                  `solve => unsolvable`";
        }
    }
    IDLE_PART = Code::advice(
        "bloxorz::idle-part", "a fragile tile that changes nothing", "codes/idle-part.md"
    ).designing() + [design::IDLE];
    IDLE_SWITCH = Code::advice(
        "bloxorz::idle-switch", "a switch that changes nothing", "codes/idle-switch.md"
    ).designing() + [design::IDLE];
    IDLE_BRIDGE = Code::advice(
        "bloxorz::idle-bridge", "a bridge that changes nothing", "codes/idle-bridge.md"
    ).designing() + [design::IDLE];
    UNREACHABLE_PART = Code::advice(
        "bloxorz::unreachable-part", "ground that the block never reaches",
        "codes/unreachable-part.md"
    ).designing() {
        /// The block never rests on these places of the terrain, and never rolls over them.
        fn unreachable_part(places: &[(Coordinate, Span)]) {
            let (cell, span) = places[0];
            let count = places.len();
            at span => [
                count == 1 => "the block never reaches {cell}",
                else "the block never reaches {count} places of the terrain",
            ], "never reached";
            for (_, place) in places[1..].iter().take(MOST_PLACES) => {
                also *place => "nor this place";
            }
            help "remove the ground there, or change the terrain so that the block gets there";
            let edits = places.iter().map(|&(_, span)| Edit { span, text: String::from("-") });
            fix Guess, [count == 1 => "Remove it", else "Remove them"], edits.collect();
        }
    }
    NOT_A_MOVE = Code::error(
        "bloxorz::not-a-move", "a letter that is not a move", "codes/not-a-move.md"
    ) {
        /// A letter that is not a move.
        fn not_a_move(span: Span, text: &str) {
            let text = Shown(text);
            at span => "expected a move, found `{text}`", "not a move";
            help "moves are `L`, `R`, `U`, `D`, and `_` for the other cube";
        }
    }
    NO_FLOOR = Code::error("bloxorz::no-floor", "a roll over the edge", "codes/no-floor.md") {
        /// A block would be on a cell without floor, or on a `retracted` bridge, after a roll in
        /// place of the `legal` ones, or where it is put. `drawn` are its cells without floor.
        fn no_floor(
            span: Span, cell: Coordinate, retracted: Option<char>, legal: Option<&str>,
            drawn: &[(Coordinate, Span)]
        ) {
            let bridge = retracted.unwrap_or_default();
            let words = legal.unwrap_or_default();
            at span => [
                retracted.is_none() => "there is no floor at {cell}",
                else "the bridge `{bridge}` at {cell} is retracted",
            ], [
                legal.is_none() => "no block can be here",
                retracted.is_none() => "rolls over the edge",
                else "rolls onto a place without floor",
            ];
            help [
                legal.is_none() => "name the one or two places of a block that rests on the \
                                    terrain",
                words.is_empty() => "no roll is legal here; `undo` takes the last one back",
                else "legal here: {words}",
            ];
            for (cell, place) in drawn => {
                also *place => "{cell}";
            }
        }
    }
    BREAKS = Code::error(
        "bloxorz::fragile-breaks",
        "a block that stands on a fragile tile",
        "codes/fragile-breaks.md"
    ) {
        /// A block would be upright on a fragile tile, as [`no_floor`] says.
        fn breaks(span: Span, cell: Coordinate, legal: Option<&str>, drawn: &[(Coordinate, Span)]) {
            let words = legal.unwrap_or_default();
            at span => "the fragile tile at {cell} breaks under a standing block", [
                legal.is_none() => "no block can be here",
                else "stands up on it",
            ];
            help [
                legal.is_none() => "name the one or two places of a block that rests on the \
                                    terrain",
                words.is_empty() => "no roll is legal here; `undo` takes the last one back",
                else "legal here: {words}",
            ];
            for (cell, place) in drawn => {
                also *place => "{cell}";
            }
        }
    }
    NOT_SPLIT = Code::error(
        "bloxorz::not-split", "control passed without a second cube", "codes/not-split.md"
    ) {
        /// There is no second cube to roll.
        fn not_split(span: Span, legal: Option<&str>) {
            let words = legal.unwrap_or_default();
            at span => "the block is in one piece", "no other cube";
            help [
                legal.is_none() => "name the one or two places of a block that rests on the \
                                    terrain",
                words.is_empty() => "no roll is legal here; `undo` takes the last one back",
                else "legal here: {words}",
            ];
        }
    }
}

/// Returns why the roll at `span` is illegal, with the letters of those that are not. Without them
/// it is a block put at `span` that does not rest on the terrain in its present state. `drawn` are
/// the cells without floor, if they are to be labeled.
pub(super) fn illegal(
    span: Span,
    why: RollError,
    bridge: impl Fn(u8) -> char,
    legal: Option<&str>,
    drawn: &[(Coordinate, Span)],
) -> Diagnostic {
    let words = legal.map(|legal| legal.chars().map(String::from).collect::<Vec<_>>());
    let words = words.map(|words| match &words[..] {
        [] => String::new(),
        words => among(words.iter().map(String::as_str)),
    });
    match why {
        RollError::NoFloor(cell) => no_floor(span, cell, None, words.as_deref(), drawn),
        RollError::Retracted(cell, number) => {
            no_floor(span, cell, Some(bridge(number)), words.as_deref(), drawn)
        }
        RollError::Breaks(cell) => breaks(span, cell, words.as_deref(), drawn),
        RollError::NotSplit => not_split(span, words.as_deref()),
    }
}
