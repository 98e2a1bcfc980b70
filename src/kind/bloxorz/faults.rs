//! What is said about a bloxorz: a function a diagnostic.

use super::codes;
use super::rules::RollError;
use super::terrain::Cell;
use crate::diag::{Diagnostic, Fix, among, clip, nearest};
use crate::syntax::{Fragment, Line};
use crate::text::Span;

/// The terrain has no row.
pub(super) fn empty(name: Span) -> Diagnostic {
    Diagnostic::new(&codes::EMPTY, name, "this bloxorz has no terrain", "nothing is drawn")
        .help("draw it, a row a line: `o` floor, `-` void, `S` the start, `T` the hole")
}

/// A character that is not a tile.
pub(super) fn bad_character(span: Span, found: &str) -> Diagnostic {
    let shown = clip(found);
    let void = found.chars().all(|c| matches!(c, '.' | '_' | ' ' | '\t' | '#'));
    let diagnostic = Diagnostic::new(
        &codes::BAD_CHARACTER,
        span,
        format!("expected a tile, found `{shown}`"),
        "expected letters, digits or `-`",
    )
    .help("void is `-`, floor is `o`; other letters and digits are declared below the terrain");
    if void {
        let text: String = found.chars().map(|c| if c == '#' { 'o' } else { '-' }).collect();
        let text = text.replace('o', "-");
        diagnostic.fix(Fix::new("Write `-` for void", span, text).guess())
    } else {
        diagnostic
    }
}

/// A tile without a legend line, at its first place of `count`.
pub(super) fn undeclared(span: Span, symbol: char, count: usize) -> Diagnostic {
    let places = match count {
        1 => String::from("declared nowhere"),
        _ => format!("declared nowhere; drawn {count} times"),
    };
    Diagnostic::new(
        &codes::UNDECLARED,
        span,
        format!("no legend line says what `{symbol}` is"),
        places,
    )
    .help(format!(
        "add a line below the terrain: `{symbol}: bridge extended`, `{symbol}: soft toggles …`, \
             `{symbol}: splits to …`"
    ))
}

/// The terrain has no `S` or no `T`.
pub(super) fn none_of(name: Span, start: bool) -> Diagnostic {
    let (code, symbol, what) = if start {
        (&codes::NO_START, "an `S`", "the block stands at the start")
    } else {
        (&codes::NO_HOLE, "a `T`", "the hole is")
    };
    Diagnostic::new(code, name, format!("this terrain lacks {symbol}"), "none is drawn")
        .help(format!("put {symbol} where {what}"))
}

/// The terrain has another `S` or `T` at `span`.
pub(super) fn several(span: Span, first: Span, start: bool) -> Diagnostic {
    let (code, symbol) =
        if start { (&codes::SEVERAL_STARTS, 'S') } else { (&codes::SEVERAL_HOLES, 'T') };
    Diagnostic::new(code, span, format!("a second `{symbol}`"), "another one")
        .also(first, "the first is here")
        .help("keep one of them and make the other floor")
        .fix(Fix::new("Make it floor", span, "o").guess())
}

/// A line below the terrain that is not a legend line.
pub(super) fn not_a_legend(line: &Line<'_>) -> Diagnostic {
    let message = format!("expected a legend line, found `{}`", clip(line.text));
    Diagnostic::new(&codes::MALFORMED_LEGEND, line.span(), message, "expected `LETTER: …`").help(
        "below the terrain stand lines such as `p: bridge extended`; a blank line ends the terrain",
    )
}

/// A word of a legend line that does not belong there; `words` could.
pub(super) fn bad_word(word: Fragment<'_>, words: &[&str]) -> Diagnostic {
    let expected = either(words);
    let diagnostic = Diagnostic::new(
        &codes::MALFORMED_LEGEND,
        word.span(),
        format!("`{}` does not belong here", clip(word.text)),
        format!("expected {expected}"),
    );
    match nearest(word.text, words.iter().copied()) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).fix(Fix::new(
            format!("Replace by `{near}`"),
            word.span(),
            near,
        )),
        None => diagnostic.help(FORMS),
    }
}

/// `a`, `b` or `c`.
pub(super) fn either(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            let rest: Vec<String> = rest.iter().map(|word| format!("`{word}`")).collect();
            format!("{} or `{last}`", rest.join(", "))
        }
        _ => among(words.iter().copied()),
    }
}

/// Something is missing after `span` in a legend line.
pub(super) fn missing_word(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::MALFORMED_LEGEND,
        span,
        format!("this legend line lacks {what}"),
        format!("expected {what} after this"),
    )
    .help(FORMS)
}

/// Something in a legend line is not `what`.
pub(super) fn bad_part(span: Span, found: &str, what: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::MALFORMED_LEGEND,
        span,
        format!("`{}` is not {what}", clip(found)),
        format!("expected {what}"),
    )
    .help(FORMS)
}

/// The forms of a legend line.
const FORMS: &str = "the forms are `p: bridge extended`, `b: soft toggles p, extends q` (or `hard`, \
                     `retracts`), `s: splits to (R,C) and (R,C)`";

/// A legend for a letter with a fixed meaning.
pub(super) fn reserved(span: Span, symbol: char) -> Diagnostic {
    let meaning = match symbol {
        'o' => "floor",
        'S' => "the start",
        'T' => "the hole",
        _ => "a fragile tile",
    };
    Diagnostic::new(
        &codes::RESERVED,
        span,
        format!("`{symbol}` is {meaning} in every terrain"),
        "has a meaning already",
    )
    .help("take another letter or a digit")
}

/// A second legend line for a letter.
pub(super) fn duplicate(span: Span, first: Span, symbol: char) -> Diagnostic {
    Diagnostic::new(
        &codes::DUPLICATE,
        span,
        format!("`{symbol}` is declared twice"),
        "declared again",
    )
    .also(first, "declared here first")
    .help("keep one of the two lines; a switch may name several bridges on it")
}

/// A legend line without a tile.
pub(super) fn unused(span: Span, symbol: char, line: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::UNUSED,
        span,
        format!("no tile of the terrain is `{symbol}`"),
        "never drawn",
    )
    .help("remove the line, or draw the tile")
    .fix(Fix::new("Remove the line", line, "").guess())
}

/// A switch on something that is not a bridge; `declared` is where it is declared as something else.
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
    let diagnostic = match declared {
        Some(place) => diagnostic.also(place, "declared here as something else"),
        None => diagnostic,
    };
    if bridges.is_empty() {
        return diagnostic.help(format!("declare one: `{symbol}: bridge retracted`"));
    }
    let names = among(bridges.iter().map(String::as_str));
    diagnostic.help(format!("the bridges here are {names}"))
}

/// A split onto void.
pub(super) fn split_on_void(span: Span, place: (i64, i64)) -> Diagnostic {
    let (row, col) = place;
    Diagnostic::new(
        &codes::SPLIT_ON_VOID,
        span,
        format!("there is no ground at ({row},{col})"),
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
        "the block cannot come to stand on the hole",
        "never reached",
    )
    .help("draw more floor or move the hole; if this is intended, state it: `solve => unsolvable`");
    match start {
        Some(start) => diagnostic.also(start, "the block starts here"),
        None => diagnostic,
    }
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

/// Why a roll is illegal, in a line.
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
        RollError::Retracted(..) => (&codes::NO_FLOOR, "rolls where no floor is now"),
        RollError::Breaks(_) => (&codes::BREAKS, "stands up on it"),
        RollError::NotSplit => (&codes::NOT_SPLIT, "no other cube"),
    };
    let diagnostic = Diagnostic::new(code, span, reason(why, bridge), label).help(help);
    drawn
        .iter()
        .fold(diagnostic, |diagnostic, (cell, span)| diagnostic.also(*span, cell.to_string()))
}

/// A block at `span` that does not rest on the terrain as it is.
pub(super) fn not_resting(span: Span, why: RollError, bridge: impl Fn(u8) -> char) -> Diagnostic {
    let code = match why {
        RollError::NoFloor(_) | RollError::Retracted(..) => &codes::NO_FLOOR,
        RollError::Breaks(_) => &codes::BREAKS,
        RollError::NotSplit => &codes::NOT_SPLIT,
    };
    Diagnostic::new(code, span, reason(why, bridge), "no block can be here")
        .help("name the one or two places of a block that rests on the terrain")
}

/// A place whose numbers no terrain has.
pub(super) fn far_place(span: Span, (row, col): (i64, i64)) -> Diagnostic {
    let message = format!("there is no floor at ({row},{col})");
    Diagnostic::new(&codes::NO_FLOOR, span, message, "far off the terrain")
        .help("rows and columns count from 0, `(0,0)` is top left")
}
