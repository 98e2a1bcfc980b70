//! The diagnostics of Rush Hour, one function per diagnostic.

use super::leaver::{RED, USUAL};
use super::{Rules, codes};
use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Diagnostic, Edit, Fix, clip};
use crate::kinds::blocks::faults::{cells, not_a_direction, unknown_label};
use crate::syntax::{Fragment, Line, whole_line};
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
    // A single one may be a slip of a finger.
    let sure = if places.len() > 1 { Sure } else { Likely };
    fault.fix(Fix::of(sure, "Write `.` for empty cells", edits))
}

/// A goal line that begins with `word` and names a direction in place of a car.
pub(super) fn directed_goal(source: &str, line: &Line<'_>, word: &str) -> Diagnostic {
    let message = format!("expected the keyword `goal`, found `{}`", clip(word));
    Diagnostic::new(&codes::NO_GOAL, line.span(), message, "a goal is a car, not a direction")
        .help(
            "remove the line: the goal is car `A`, which slides along to the right or bottom edge",
        )
        .fix(Fix::new(Guess, "Remove the line", whole_line(source, line.span()), ""))
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

/// Raw input names another car than its caller does.
pub(super) fn other_goal(span: Span, named: &str) -> Diagnostic {
    let message = format!("the goal here is not `{}`, which `--goal` names", clip(named));
    Diagnostic::new(&codes::SECOND_GOAL, span, message, "another car")
        .help("leave out `--goal`, or remove this line")
}

/// The caller of raw input names a car that is not on this board.
pub(super) fn no_such_car<'a>(
    label: &str,
    board: Span,
    labels: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let named = Fragment { text: label, start: board.start };
    let mut fault = unknown_label::<Rules>(named, None, labels);
    fault.span = board;
    fault.label = String::from("`--goal` names a car that is not here");
    fault
}

/// Cars `A` and `X` may both be the one that must leave; `row` is the last row of the board.
pub(super) fn which_car(source: &str, usual: Span, red: Span, row: Span) -> Diagnostic {
    let message = "car `A` is the one that must leave, although car `X` lies in the exit row";
    let line = whole_line(source, row);
    let between = match source[..row.start as usize].contains(['\n', '\r']) {
        true => format!("\n{}", &source[line.start as usize..row.start as usize]),
        false => String::from(" "),
    };
    let goal = |label: &str| {
        let text = format!("{between}goal {label}");
        Fix::new(Guess, format!("Add `goal {label}`"), Span::at(row.end), text)
    };
    Diagnostic::new(&codes::WHICH_CAR, red, message, "the red car in ThinkFun's letters")
        .also(usual, "this car must leave")
        .help("say which: add `goal X` or `goal A` below the board")
        .fix(goal(RED))
        .fix(goal(USUAL))
}

/// A word that is neither an offset nor a direction.
pub(super) fn not_a_move(label: Fragment<'_>, word: Fragment<'_>) -> Diagnostic {
    let help = "write `LABEL left`, `right`, `up` or `down`, or `LABEL+2`, `LABEL-1`";
    let mut fault = not_a_direction(&codes::NOT_A_MOVE, word, "expected a direction", help);
    let digits = word.text.trim_start_matches(['+', '-']);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let sign = if word.text.starts_with('-') { '-' } else { '+' };
        let right = format!("{}{sign}{digits}", label.text);
        let whole = label.span().to(word.span());
        fault.fixes = vec![Fix::new(Guess, format!("Write `{right}`"), whole, right)];
        fault = fault.help("write the label, the sign and the number of cells without spaces");
    }
    fault
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
    let (is, ways) = match across {
        true => ("horizontal", "left and right"),
        false => ("vertical", "up and down"),
    };
    let message = match by_none {
        true => format!("car `{label}` does not move by 0 cells"),
        false => format!("car `{label}` is {is}: it moves only {ways}"),
    };
    Diagnostic::new(&codes::NO_WAY, span, message, "not a move")
        .help("`moves` lists the legal moves")
}
