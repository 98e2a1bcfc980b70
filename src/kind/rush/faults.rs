//! The diagnostics of Rush Hour, one function per diagnostic.

use super::board::{Blocked, Board, Cell};
use super::codes;
use crate::diag::{Diagnostic, Edit, Fix, among, clip};
use crate::kind::moves::Direction;
use crate::syntax::{Fragment, Line};
use crate::text::Span;

fn cells(count: usize) -> String {
    if count == 1 { String::from("1 cell") } else { format!("{count} cells") }
}

fn place((row, column): Cell) -> String {
    format!("({row},{column})")
}

/// There is no board.
pub(super) fn empty(name: Span) -> Diagnostic {
    let help = "draw rows of cells: a letter for a car, `.` for an empty cell, `#` for a wall";
    Diagnostic::new(&codes::EMPTY, name, "this rush puzzle has no board", "nothing is drawn")
        .help(help)
}

/// A line that is neither row nor goal.
pub(super) fn stray_line(line: &Line<'_>) -> Diagnostic {
    let message = format!("`{}` is neither a row of the board nor a goal", clip(line.text));
    Diagnostic::new(&codes::STRAY_LINE, line.span(), message, "expected `goal LABEL`")
        .help("write the goal as `goal LABEL`; a row must follow the others without a blank line")
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

/// A row of `found` cells among rows of `wanted`, the first of which stands at `model`.
pub(super) fn ragged_row(span: Span, found: usize, wanted: usize, model: Span) -> Diagnostic {
    let message = format!("this row has {}, the other rows have {wanted}", cells(found));
    let apart = found.abs_diff(wanted);
    let help = if found < wanted {
        format!("add {} more; `.` is an empty one", cells(apart))
    } else {
        format!("remove {}", cells(apart))
    };
    Diagnostic::new(&codes::RAGGED_ROW, span, message, cells(found))
        .also(model, cells(wanted))
        .help(help)
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

/// No car has that label.
pub(super) fn unknown_label<'a>(
    label: Fragment<'_>,
    near: Option<&str>,
    labels: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("no car is labelled `{}`", clip(label.text));
    let fault = Diagnostic::new(&codes::UNKNOWN_LABEL, label.span(), message, "unknown label");
    if let Some(near) = near {
        let fix = Fix::new(format!("Replace by `{near}`"), label.span(), near);
        return fault.help(format!("did you mean `{near}`?")).fix(fix);
    }
    let known: Vec<&str> = labels.collect();
    match known.is_empty() {
        true => fault.help("the board has no cars: draw one"),
        false => fault.help(format!("the cars are {}", among(known))),
    }
}

/// A second goal.
pub(super) fn second_goal(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&codes::SECOND_GOAL, span, "a second goal", "another car")
        .also(first, "the first is here")
        .help("one car must leave the board: remove the other goal")
}

/// A line has the form of a goal, but another first word.
pub(super) fn misspelt_goal(word: Fragment<'_>) -> Diagnostic {
    let message = format!("expected the keyword `goal`, found `{}`", clip(word.text));
    Diagnostic::new(&codes::NO_GOAL, word.span(), message, "expected `goal`")
        .help("write `goal LABEL`")
        .fix(Fix::new("Write `goal`", word.span(), "goal").guess())
}

/// The command needs a goal.
pub(super) fn no_goal(span: Span, below: Option<Span>) -> Diagnostic {
    let fault =
        Diagnostic::new(&codes::NO_GOAL, span, "this rush puzzle has no goal", "needs a goal")
            .help("label a car `A`, or add `goal LABEL` below the board");
    match below {
        Some(row) => fault.also(row, "expected a goal below this row"),
        None => fault,
    }
}

/// No moves bring the car to the edge; `barrier` says so without a search.
pub(super) fn unsolvable(span: Span, board: &Board) -> Diagnostic {
    let label = board.hero.map_or('A', |hero| board.cars[hero].label);
    let message = format!("no moves bring car `{label}` to the edge");
    let help = match board.barrier() {
        None => String::from("the search visited every reachable board"),
        Some(Blocked::Car(cell, other)) => {
            let other = board.cars[other].label;
            format!("car `{other}` lies at {} in the same lane, and never leaves it", place(cell))
        }
        Some(Blocked::Wall(cell) | Blocked::Edge(cell)) => {
            format!("a wall stands on {}, between the car and the edge", place(cell))
        }
    };
    let stated = "if this is intended, state it: `solve => unsolvable`";
    Diagnostic::new(&codes::UNSOLVABLE, span, message, "never reached")
        .help(format!("{help}; {stated}"))
}

/// The goal holds at the start.
pub(super) fn already_solved(span: Span) -> Diagnostic {
    let message = "the puzzle is already solved";
    Diagnostic::new(&codes::ALREADY_SOLVED, span, message, "at the edge at the start")
        .help("choose another start; if this is intended, state it: `solve => 0`")
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

/// A car that slides across its axis, or by no cell.
pub(super) fn no_way(label: char, across: bool, by_none: bool, span: Span) -> Diagnostic {
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

/// What stands in the way, as a reason.
pub(super) fn reason(board: &Board, why: Blocked) -> String {
    match why {
        Blocked::Edge(cell) => format!("{} is off the board", place(cell)),
        Blocked::Wall(cell) => format!("a wall stands on {}", place(cell)),
        Blocked::Car(cell, other) => format!("{} is on {}", board.cars[other].label, place(cell)),
    }
}

/// A car that cannot slide so far; `drawn` is where the car in its way was drawn.
pub(super) fn blocked(
    board: &Board,
    label: char,
    why: Blocked,
    span: Span,
    drawn: Option<Span>,
) -> Diagnostic {
    let help = "`moves` lists the legal moves";
    match why {
        Blocked::Edge(cell) => Diagnostic::new(
            &codes::LEAVES_BOARD,
            span,
            format!("car `{label}` would leave the board"),
            format!("it would come to {}", place(cell)),
        )
        .help(help),
        Blocked::Wall(cell) => Diagnostic::new(
            &codes::HITS_WALL,
            span,
            format!("car `{label}` would hit the wall at {}", place(cell)),
            "a wall is in the way",
        )
        .help(help),
        Blocked::Car(cell, other) => {
            let other = board.cars[other].label;
            let fault = Diagnostic::new(
                &codes::OVERLAPS,
                span,
                format!("car `{label}` would hit car `{other}` at {}", place(cell)),
                format!("`{other}` is in the way"),
            )
            .help(format!("move `{other}` first; {help}"));
            match drawn {
                Some(drawn) => fault.also(drawn, format!("`{other}`, as it was drawn")),
                None => fault,
            }
        }
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
