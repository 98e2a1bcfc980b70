//! The diagnostics of Rush Hour, one function per diagnostic.

use super::codes;
use crate::diag::{Diagnostic, Edit, Fix, clip};
use crate::puzzle::blocks::faults::cells;
use crate::puzzle::moves::Direction;
use crate::syntax::Fragment;
use crate::text::Span;

/// There is no board.
pub(super) fn empty(name: Span) -> Diagnostic {
    let help = "draw rows of cells: a letter for a car, `.` for an empty cell, `#` for a wall";
    Diagnostic::new(&codes::EMPTY, name, "this rush puzzle has no board", "nothing is drawn")
        .help(help)
}

/// A character that is not a cell, at all its places.
pub(super) fn bad_cell(text: &str, places: &[Span]) -> Diagnostic {
    let shown = clip(text);
    let message = match places.len() {
        1 => format!("expected a cell, found `{shown}`"),
        count => format!("expected cells, found `{shown}` {count} times"),
    };
    let fault = Diagnostic::new(&codes::BAD_CELL, places[0], message, "not a cell")
        .help("a cell is a letter for a car, `.` or `o` if it is empty, or `#` or `x` for a wall");
    // The signs of other programs for an empty cell.
    if !matches!(text, "_" | "-" | "0" | "*") {
        return fault;
    }
    let edits = places.iter().map(|&span| Edit { span, text: String::from(".") }).collect();
    fault.fix(Fix { title: String::from("Write `.` for empty cells"), edits, safe: true })
}

/// A row with spaces among packed ones, or a packed one among rows with spaces; `odd` shows it.
pub(super) fn mixed_row(row: &[Fragment<'_>], odd: Fragment<'_>, packed: bool) -> Diagnostic {
    let span = crate::syntax::row_span(row);
    let (message, label, title) = match packed {
        true => ("this row has spaces, but the others have none", "a space", "Remove the spaces"),
        false => ("this row lacks spaces, but the others have them", "no space", "Add the spaces"),
    };
    let chars = row.iter().flat_map(|cell| cell.text.chars());
    let chars = chars.filter(|char| !char.is_whitespace()).map(String::from);
    let text = chars.collect::<Vec<_>>().join(if packed { "" } else { " " });
    Diagnostic::new(&codes::BAD_CELL, odd.span(), message, label)
        .help("write all rows with a space between the cells, or all without spaces")
        .fix(Fix::new(title, span, text).guess())
}

/// A car that is not a straight line; `odd` is the first cell that is out of line. `others` are
/// wrong as well.
pub(super) fn bent_car(label: Fragment<'_>, odd: Span, others: &[Fragment<'_>]) -> Diagnostic {
    let shown = clip(label.text);
    let message = format!("car `{shown}` is not a straight line");
    let fault = Diagnostic::new(&codes::BENT_CAR, odd, message, "out of line")
        .also(label.span(), format!("`{shown}` begins here"));
    also_wrong(fault, others).help(
        "the cells of a car touch each other in one row or one column; give others another letter",
    )
}

/// A car of one cell. `others` are wrong as well.
pub(super) fn short_car(label: Fragment<'_>, others: &[Fragment<'_>]) -> Diagnostic {
    let message = format!("car `{}` has only one cell", clip(label.text));
    let fault = Diagnostic::new(&codes::SHORT_CAR, label.span(), message, "a car has two or more");
    also_wrong(fault, others).help("draw the rest of the car, or write `.` for an empty cell")
}

fn also_wrong(fault: Diagnostic, others: &[Fragment<'_>]) -> Diagnostic {
    others.iter().fold(fault, |fault, other| {
        fault.also(other.span(), format!("nor is `{}` a car", clip(other.text)))
    })
}

/// A second goal.
pub(super) fn second_goal(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&codes::SECOND_GOAL, span, "a second goal", "another car")
        .also(first, "the first is here")
        .help("one car must leave the board: remove the other goal")
}

/// A word that is neither an offset nor a direction.
pub(super) fn not_a_move(label: Fragment<'_>, word: Fragment<'_>) -> Diagnostic {
    let shown = clip(word.text);
    let message = format!("expected a direction, found `{shown}`");
    let label_word = "expected a direction";
    let fault = Diagnostic::new(&codes::NOT_A_MOVE, word.span(), message, label_word);
    let digits = word.text.trim_start_matches(['+', '-']);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let sign = if word.text.starts_with('-') { '-' } else { '+' };
        let right = format!("{}{sign}{digits}", label.text);
        let whole = label.span().to(word.span());
        return fault
            .help("write the label, the sign and the number of cells without spaces")
            .fix(Fix::new(format!("Write `{right}`"), whole, right).guess());
    }
    let words = Direction::ALL.map(Direction::word);
    match crate::diag::nearest(word.text, words) {
        Some(near) => fault.help(format!("did you mean `{near}`?")).fix(Fix::new(
            format!("Replace by `{near}`"),
            word.span(),
            near,
        )),
        None => fault.help("write `LABEL left`, `right`, `up` or `down`, or `LABEL+2`, `LABEL-1`"),
    }
}

/// A line of a list is not a board; `word` is its longest word.
pub(super) fn not_a_board(span: Span, word: &str) -> Diagnostic {
    let count = word.chars().count();
    let bad = word.chars().find(|&char| !super::syntax::is_cell(char));
    let why = match bad {
        Some(char) if count.isqrt().pow(2) == count => format!("`{char}` is not a cell"),
        _ => format!("its longest word has {}", cells(count)),
    };
    let message = format!("this line is not a board: {why}");
    let label = "expected 16, 25, 36, 49 … cells";
    Diagnostic::new(&codes::NOT_A_BOARD, span, message, label)
        .help("write the rows of a square board as one word")
}

/// A car that slides across its axis, or by no cell.
pub(super) fn no_way(label: &str, across: bool, by_none: bool, span: Span) -> Diagnostic {
    let (lies, ways) = match across {
        true => ("lies across", "left and right"),
        false => ("stands upright", "up and down"),
    };
    let message = match by_none {
        true => format!("car `{label}` does not move by 0 cells"),
        false => format!("car `{label}` {lies}, and slides only {ways}"),
    };
    Diagnostic::new(&codes::NO_WAY, span, message, "not a move")
        .help("`moves` lists the legal moves")
}
