//! The diagnostics of bloxorz, one function per diagnostic.

use super::codes;
use super::rules::RollError;
use super::terrain::Cell;
use crate::diag::Applicability::{Guess, Likely};
use crate::diag::{Diagnostic, Edit, Fix, Sink, among, clip};
use crate::syntax::{Coordinate, Fragment, Line, Stop, usual_length};
use crate::text::{Span, Spanned};

/// The terrain has no row.
pub(super) fn empty(name: Span) -> Diagnostic {
    Diagnostic::new(&codes::EMPTY, name, "this bloxorz has no terrain", "nothing is drawn")
        .help("draw it, one row per line: `o` floor, `-` void, `S` the start, `T` the hole")
}

/// Characters that are not tiles, each run once; all signs that other programs use for void are one
/// mistake, and so is a character that is used several times.
pub(super) fn bad_characters(runs: &[Fragment<'_>], rows: &[Line<'_>], sink: &mut Sink) {
    let void = |char: char| matches!(char, '.' | '_' | ' ' | '\t' | '#');
    let sign = |run: &Fragment<'_>| {
        let first = run.text.chars().next().unwrap_or_default();
        if run.text.chars().all(void) { '.' } else { first }
    };
    let mut told: Vec<char> = Vec::new();
    for run in runs {
        if told.contains(&sign(run)) {
            continue;
        }
        told.push(sign(run));
        let alike = || runs.iter().filter(|other| sign(other) == sign(run));
        let places = match alike().count() {
            1 => String::from("expected letters, digits or `-`"),
            count => format!("expected letters, digits or `-`; so in {count} rows"),
        };
        let shown = clip(run.text);
        let message = format!("expected a tile, found `{shown}`");
        let fault = Diagnostic::new(&codes::BAD_CHARACTER, run.span(), message, places).help(
            "void is `-`, floor is `o`; other letters and digits are declared below the terrain",
        );
        let row = rows.iter().find(|row| row.span().end > run.start);
        let twice = row.filter(|row| {
            run.text.trim().is_empty() && {
                let (before, after) = row.text.split_at((run.start - row.start) as usize);
                before.trim() == after.trim() && before.trim().len() > 1
            }
        });
        let fix = if let Some(row) = twice {
            let span = Span::new(run.start, row.span().end);
            Some(Fix::new(Guess, "Remove the repeated row", span, ""))
        } else if sign(run) == '.' {
            let all = rows.iter().flat_map(|row| {
                let fragment = row.trimmed();
                row.trimmed()
                    .text
                    .char_indices()
                    .filter(|(_, char)| void(*char))
                    .map(move |(at, char)| fragment.part(at..at + char.len_utf8()).span())
            });
            let edits = all.map(|span| Edit { span, text: String::from("-") }).collect();
            Some(Fix::of(Guess, "Write `-` for void", edits))
        } else {
            row.filter(|_| alike().count() == 1).and_then(|row| slip_fix(*row, run.span(), rows))
        };
        sink.push(fix.into_iter().fold(fault, Diagnostic::fix));
    }
}

/// A fix for one character of a row that is there by mistake: if it makes the row longer than most it
/// is removed, else it becomes what its neighbors are.
pub(super) fn slip_fix(row: Line<'_>, at: Span, rows: &[Line<'_>]) -> Option<Fix> {
    let length = |row: &Line<'_>| row.text.chars().count();
    let found = &row.text[(at.start - row.start) as usize..(at.end - row.start) as usize];
    if found.chars().count() != 1 {
        return None;
    }
    if length(&row) == usual_length(rows.iter().map(length)) + 1 {
        return Some(Fix::new(Guess, format!("Remove `{found}`"), at, ""));
    }
    let tile = |char: Option<char>| char.filter(|char| matches!(char, 'o' | '-'));
    let before = tile(row.text[..(at.start - row.start) as usize].chars().next_back());
    let after = tile(row.text[(at.end - row.start) as usize..].chars().next());
    let put =
        before.or(after).filter(|_| before.is_none() || after.is_none() || before == after)?;
    Some(Fix::new(Guess, format!("Replace `{found}` by `{put}`"), at, put))
}

/// A tile without a legend line, at its first place of `count`.
pub(super) fn undeclared(span: Span, symbol: char, count: usize) -> Diagnostic {
    let places = match count {
        1 => String::from("declared nowhere"),
        _ => format!("declared nowhere; drawn {count} times"),
    };
    let message = format!("no legend line declares `{symbol}`");
    Diagnostic::new(&codes::UNDECLARED, span, message, places).help(format!(
        "add a line below the terrain: `{symbol}: bridge extended`, `{symbol}: soft toggles …`, \
         `{symbol}: splits to …`"
    ))
}

/// The fix that gives a legend line, which no tile uses, the letter of a tile that lacks one.
pub(super) fn rename(place: Span, legend: char, tile: char) -> Fix {
    Fix::new(Guess, format!("Declare `{tile}` instead of `{legend}`"), place, tile)
}

/// The fix that declares a bridge that switches name, below the line at `last`.
pub(super) fn declare_bridge(last: Span, symbol: char) -> Fix {
    let line = format!("\n  {symbol}: bridge retracted");
    Fix::new(Guess, format!("Declare the bridge `{symbol}`"), Span::at(last.end), line)
}

/// The terrain, drawn at `drawn`, has no `S` (`start`), no `T` (`hole`), or neither; `instead` is the
/// letter that may stand in place of the one.
pub(super) fn none_of(
    name: Span,
    [start, hole]: [bool; 2],
    drawn: Span,
    instead: Option<(char, Span)>,
) -> Diagnostic {
    let (code, symbol, what) = match (start, hole) {
        (true, true) => {
            (&codes::NO_START, "an `S` and a `T`", "the block starts, and where the hole is")
        }
        (true, false) => (&codes::NO_START, "an `S`", "the block stands at the start"),
        _ => (&codes::NO_HOLE, "a `T`", "the hole is"),
    };
    let fault =
        Diagnostic::new(code, name, format!("this terrain lacks {symbol}"), "none is drawn");
    let Some((letter, place)) = instead else {
        return fault.also(drawn, "the terrain").help(format!("put {symbol} where {what}"));
    };
    let right = if start { "S" } else { "T" };
    fault.also(place, "declared nowhere").fix(Fix::replace(Guess, place, right)).help(format!(
        "put {symbol} where {what}: in place of `{letter}`, or declare `{letter}` below the terrain"
    ))
}

/// The terrain has another `S` or `T` at `span`.
pub(super) fn several(span: Span, first: Span, start: bool) -> Diagnostic {
    let (code, symbol) =
        if start { (&codes::SEVERAL_STARTS, 'S') } else { (&codes::SEVERAL_HOLES, 'T') };
    Diagnostic::new(code, span, format!("a second `{symbol}`"), "another one")
        .also(first, "the first is here")
        .help("keep one of them and make the other floor")
}

/// A line below the terrain that is not a legend line.
pub(super) fn not_a_legend(line: &Line<'_>) -> Diagnostic {
    let message = format!("expected a legend line, found `{}`", clip(line.text));
    Diagnostic::new(&codes::MALFORMED_LEGEND, line.span(), message, "expected `LETTER: …`").help(
        "below the terrain stand lines such as `p: bridge extended`; a blank line ends the terrain",
    )
}

/// A legend line that does not match its form.
pub(super) fn malformed(stop: Stop<'_>) -> Diagnostic {
    let what = stop.what();
    let Some(found) = stop.found else {
        let label = format!("expected {what} after this");
        let message = format!("this legend line lacks {what}");
        return Diagnostic::new(&codes::MALFORMED_LEGEND, stop.before, message, label).help(FORMS);
    };
    let message = format!("expected {what}, found `{}`", clip(found.text));
    let label = format!("expected {what}");
    let fault = Diagnostic::new(&codes::MALFORMED_LEGEND, found.span(), message, label);
    match stop.near() {
        Some(near) => fault.did_you_mean(found.span(), near),
        None => fault.help(FORMS),
    }
}

/// Something follows the end of a legend line.
pub(super) fn after_legend(rest: Fragment<'_>) -> Diagnostic {
    let message = format!("expected the end of the line, found `{}`", clip(rest.text));
    Diagnostic::new(&codes::MALFORMED_LEGEND, rest.span(), message, "not part of a legend line")
        .help(FORMS)
}

/// The forms of a legend line.
const FORMS: &str = "the forms are `p: bridge extended`, `b: soft toggles p, extends q` (or `hard`, \
                     `retracts`), `s: splits to (R,C) and (R,C)`";

/// A legend for a letter with a fixed meaning; `line` is the line if it says nothing else.
pub(super) fn reserved(span: Span, symbol: char, line: Option<Span>) -> Diagnostic {
    let meaning = match symbol {
        'o' => "floor",
        'S' => "the start",
        'T' => "the hole",
        _ => "a fragile tile",
    };
    let message = format!("`{symbol}` is {meaning} in every terrain");
    let fault = Diagnostic::new(&codes::RESERVED, span, message, "has a meaning already");
    match line {
        Some(line) => fault
            .help("it needs no line of its own; for another meaning take another letter or a digit")
            .fix(Fix::new(Guess, "Remove the line", line, "")),
        None => fault.help("take another letter or a digit"),
    }
}

/// `line` is all of the second line, if it says the same as the first.
pub(super) fn duplicate(span: Span, first: Span, symbol: char, line: Option<Span>) -> Diagnostic {
    let fix = line.map(|line| Fix::new(Likely, "Remove the repeated line", line, ""));
    let fault = Diagnostic::new(
        &codes::DUPLICATE,
        span,
        format!("`{symbol}` is declared twice"),
        "declared again",
    )
    .also(first, "declared here first")
    .help("keep one of the two lines; a switch may name several bridges on it");
    fix.into_iter().fold(fault, Diagnostic::fix)
}

/// A legend line without a tile.
pub(super) fn unused(span: Span, symbol: char, line: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::UNUSED,
        span,
        format!("`{symbol}` is declared but never drawn"),
        "never drawn",
    )
    .help("remove the line, or draw the tile")
    .fix(Fix::new(Guess, "Remove the line", line, ""))
}

/// A switch on something that is not a bridge; `declared` is the place at which it is declared as
/// something else.
pub(super) fn no_bridge(
    span: Span,
    symbol: char,
    declared: Option<Span>,
    bridges: &[String],
) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &codes::NO_BRIDGE,
        span,
        format!("`{symbol}` is not a bridge"),
        "not a bridge",
    );
    let diagnostic = diagnostic.also_at(declared, "declared here as something else");
    if bridges.is_empty() {
        return diagnostic.help(format!("declare one: `{symbol}: bridge retracted`"));
    }
    let names = among(bridges.iter().map(String::as_str));
    diagnostic.help(format!("the bridges here are {names}"))
}

/// A split onto void.
pub(super) fn split_on_void(place: Spanned<Coordinate>) -> Diagnostic {
    Diagnostic::new(
        &codes::SPLIT_ON_VOID,
        place.span,
        format!("there is no ground at {}", place.value),
        "a cube would fall here",
    )
    .help("name a place of the terrain; rows and columns count from 0, `(0,0)` is top left")
}

/// A split onto one place.
pub(super) fn split_on_one_place(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::SPLIT_ON_ONE_PLACE,
        span,
        "both cubes would lie on one place",
        "the same place",
    )
    .also(first, "the first cube")
    .help("name another place")
}

/// The hole at `span` cannot be reached.
pub(super) fn unreachable(span: Span, start: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &codes::UNREACHABLE,
        span,
        "no sequence of rolls leaves the block standing on the hole",
        "never reached",
    )
    .help("draw more floor or move the hole; if this is intended, state it: `solve => unsolvable`");
    diagnostic.also_at(start, "the block starts here")
}

/// A letter that is not a move.
pub(super) fn not_a_move(span: Span, found: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::NOT_A_MOVE,
        span,
        format!("expected a move, found `{}`", clip(found)),
        "not a move",
    )
    .help("moves are `L`, `R`, `U`, `D`, and `_` for the other cube")
}

/// Why a roll is illegal, in one line.
pub(super) fn reason(why: RollError, bridge: impl Fn(u8) -> char) -> String {
    match why {
        RollError::NoFloor(cell) => format!("there is no floor at {cell}"),
        RollError::Retracted(cell, number) => {
            format!("the bridge `{}` at {cell} is retracted", bridge(number))
        }
        RollError::Breaks(cell) => {
            format!("the fragile tile at {cell} breaks under a standing block")
        }
        RollError::NotSplit => String::from("the block is in one piece"),
    }
}

/// Why the roll at `span` is illegal. `legal` are the letters that are not; `drawn` are places of
/// the drawing that do not carry the block.
pub(super) fn illegal(
    span: Span,
    why: RollError,
    bridge: impl Fn(u8) -> char,
    legal: &str,
    drawn: &[(Cell, Span)],
) -> Diagnostic {
    let help = if legal.is_empty() {
        String::from("no roll is legal here; `undo` takes the last one back")
    } else {
        let words: Vec<String> = legal.chars().map(String::from).collect();
        format!("legal here: {}", among(words.iter().map(String::as_str)))
    };
    let (code, label) = match why {
        RollError::NoFloor(_) => (&codes::NO_FLOOR, "rolls over the edge"),
        RollError::Retracted(..) => (&codes::NO_FLOOR, "rolls onto a place without floor"),
        RollError::Breaks(_) => (&codes::BREAKS, "stands up on it"),
        RollError::NotSplit => (&codes::NOT_SPLIT, "no other cube"),
    };
    let diagnostic = Diagnostic::new(code, span, reason(why, bridge), label).help(help);
    drawn
        .iter()
        .fold(diagnostic, |diagnostic, (cell, span)| diagnostic.also(*span, cell.to_string()))
}

/// A block at `span` that does not rest on the terrain in its present state.
pub(super) fn not_resting(span: Span, why: RollError, bridge: impl Fn(u8) -> char) -> Diagnostic {
    let code = match why {
        RollError::NoFloor(_) | RollError::Retracted(..) => &codes::NO_FLOOR,
        RollError::Breaks(_) => &codes::BREAKS,
        RollError::NotSplit => &codes::NOT_SPLIT,
    };
    Diagnostic::new(code, span, reason(why, bridge), "no block can be here")
        .help("name the one or two places of a block that rests on the terrain")
}

/// A place beyond any terrain.
pub(super) fn far_place(place: Spanned<Coordinate>) -> Diagnostic {
    let message = format!("there is no floor at {}", place.value);
    Diagnostic::new(&codes::NO_FLOOR, place.span, message, "far off the terrain")
        .help("rows and columns count from 0, `(0,0)` is top left")
}
