//! The parts of a Klotski that editors colour, explain and convert.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::board::{Board, Cell, Direction, Places};
use super::lower::Model;
use super::syntax::{self, Shape};
use super::{Klotski, lower};
use crate::diag::Sink;
use crate::kind::marks::{coordinate, digits, escaped, is_commented, reread, some};
use crate::kind::{Body, Converted, Mark, Part, Spot};
use crate::syntax::{Args, Fragment};
use crate::text::Span;

/// Steps of the walk for the moves of a block that cost next to nothing.
const CHEAP: usize = 1 << 16;

/// The most moves or cells of a block that are listed.
const TOLD: usize = 12;

/// The marks of a body: see [`crate::kind::Game::marks`].
pub(super) fn marks(body: &Body<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    let shape = syntax::parse_klotski_body(body, &mut Sink::new());
    let mut drawn = HashSet::new();
    let mut heroes = HashSet::new();
    if let Some(shape) = &shape {
        heroes.extend(shape.goals.iter().map(|goal| goal.label.text));
        if let Some(size) = shape.size {
            digits(Fragment::of(body.source, size.span), &mut marks);
        }
        for (row, cells) in shape.picture.rows.iter().enumerate() {
            for (column, &label) in cells.iter().enumerate() {
                let mark = if lower::is_empty(label.text) {
                    Mark::new(label.span(), Part::Floor)
                } else if lower::is_wall(label.text) {
                    Mark::new(label.span(), Part::Wall)
                } else {
                    let hero = heroes.contains(label.text);
                    let part = if hero { Part::Hero } else { Part::Piece };
                    let mark = Mark::new(label.span(), part).named();
                    if drawn.insert(label.text) { mark.defines() } else { mark }
                };
                marks.push(mark.cell(row, column));
            }
        }
    }
    let after = marks.last().map_or(body.span.start, |mark| mark.span.end);
    let mut verbatim = shape.iter().flat_map(|shape| &shape.goals).peekable();
    for line in syntax::rows(body) {
        if line.start + (line.text.len() as u32) <= after {
            continue;
        }
        let whole = Fragment { text: line.text, start: line.start };
        let mut args = Args::new(whole, Span::at(line.start), "");
        if let Some(keyword) = args.keyword("goal") {
            goal(keyword, args, &drawn, &mut marks);
            continue;
        }
        // A label and a place below it, as in the verbatim form.
        while verbatim.next_if(|goal| goal.place.end <= line.start).is_some() {}
        let Some(goal) = verbatim.peek() else { continue };
        let label = goal.label.span();
        let has = |span: Span| line.span().start <= span.start && span.end <= line.span().end;
        if has(label) && drawn.contains(goal.label.text) {
            marks.push(Mark::new(label, Part::Hero).named());
        } else if has(goal.place) {
            digits(Fragment::of(body.source, goal.place), &mut marks);
        }
    }
    marks
}

/// The marks of a goal line after its keyword, up to the first fault.
fn goal(keyword: Span, mut args: Args<'_>, drawn: &HashSet<&str>, marks: &mut Vec<Mark>) {
    marks.push(Mark::new(keyword, Part::Keyword));
    let Some(label) = args.word() else { return };
    if drawn.contains(label.text) {
        marks.push(Mark::new(label.span(), Part::Hero).named());
    }
    if let Some(at) = args.keyword("at") {
        marks.push(Mark::new(at, Part::Keyword));
    }
    digits(args.rest(), marks);
}

/// The marks of a command's arguments.
pub(super) fn argument_marks(verb: &str, args: Fragment<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    match verb {
        "play" => {
            let mut at = 0;
            for part in args.text.split(';') {
                typed(args.part(at..at + part.len()), &mut marks);
                at += part.len() + 1;
            }
        }
        "move" => typed(args, &mut marks),
        "solve" => {
            return crate::kind::marks::words(args, |word| {
                let known = matches!(word.text, "by" | "steps");
                known.then(|| Mark::new(word.span(), Part::Keyword))
            });
        }
        _ => return crate::kind::marks::plain(args),
    }
    marks
}

/// The marks of one move.
fn typed(text: Fragment<'_>, marks: &mut Vec<Mark>) {
    let mut args = Args::new(text, text.span(), "");
    let Some(label) = args.word() else { return };
    marks.push(Mark::new(label.span(), Part::Piece).named());
    while !args.is_empty() {
        let rest = args.rest();
        if let Some(length) = coordinate(rest, marks) {
            args = Args::new(rest.part(length..rest.text.len()), text.span(), "");
        } else if let Some(word) = args.word() {
            if word.text == "to" {
                marks.push(Mark::new(word.span(), Part::Keyword));
            } else if Direction::from_word(word.text).is_some() {
                marks.push(Mark::new(word.span(), Part::Move));
            }
        }
    }
}

/// The description of a part: see [`crate::kind::Game::describe`].
pub(super) fn describe(model: &Model, places: &Places, spot: &Spot<'_>) -> Option<String> {
    let board = &*model.board;
    match spot.part {
        Part::Piece | Part::Hero => {
            let &block = model.numbers.get(spot.text)?;
            Some(describe_block(board, places, block))
        }
        _ => describe_place(board, places, spot.cell?),
    }
}

fn place((row, column): Cell) -> String {
    format!("({row},{column})")
}

fn describe_block(board: &Board, places: &Places, block: usize) -> String {
    let at = places[block];
    let cells = &board.blocks[block].cells;
    let height = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
    let width = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
    let plural = if cells.len() == 1 { "" } else { "s" };
    let mut text = format!(
        "**block {}** — {height}×{width} (h×w), {} cell{plural}\n\n",
        escaped(&board.blocks[block].label),
        cells.len(),
    );
    let covered = cells.iter().map(|cell| place((cell.0 + at.0, cell.1 + at.1)));
    let _ = writeln!(text, "- at {}: cells {}", place(at), some(covered, TOLD));
    let area = (board.rows * board.columns) as usize;
    if area.saturating_mul(cells.len()) <= CHEAP {
        let reached = board.reach(places, block);
        if reached.is_empty() {
            text.push_str("- cannot move now\n");
        } else {
            let reached = reached.into_iter().map(place);
            let _ = writeln!(text, "- can move to {}", some(reached, TOLD));
        }
    }
    match board.goals.iter().find(|goal| goal.block == block) {
        Some(goal) if goal.at == at => {
            let _ = write!(text, "- goal: {}, where it is", place(goal.at));
        }
        Some(goal) => {
            let _ = write!(text, "- goal: {}", place(goal.at));
        }
        None => text.push_str("- no goal names it"),
    }
    text
}

fn describe_place(board: &Board, places: &Places, (row, column): (u32, u32)) -> Option<String> {
    let cell = (i32::try_from(row).ok()?, i32::try_from(column).ok()?);
    if !board.holds(cell) {
        return None;
    }
    if board.walls[board.index(cell)] {
        return Some(format!("**wall** at {}: nothing moves there", place(cell)));
    }
    let area = (board.rows * board.columns) as usize;
    let all: usize = board.blocks.iter().map(|block| block.cells.len()).sum();
    let layout = board.layout(places);
    let aims = board
        .goals
        .iter()
        .find(|goal| board.cells(goal.block, goal.at).any(|one| one == cell))
        .map(|goal| format!("- part of the goal of {}", escaped(&board.blocks[goal.block].label)));
    if let Some(block) = layout[board.index(cell)] {
        let label = escaped(&board.blocks[block].label);
        let head = format!("**{}** — block {label} is there now\n", place(cell));
        return Some(
            [head].into_iter().chain(aims).collect::<Vec<_>>().join("\n").trim_end().into(),
        );
    }
    let mut told = vec![format!("**empty cell** at {}\n", place(cell))];
    if area.saturating_mul(all) <= CHEAP {
        let comes = |&block: &usize| {
            let reached = board.reach_on(&layout, block, places[block]);
            reached.into_iter().any(|at| board.cells(block, at).any(|one| one == cell))
        };
        let able: Vec<usize> = board.in_order(places).into_iter().filter(comes).collect();
        let labels = able.iter().map(|&block| escaped(&board.blocks[block].label));
        match able.is_empty() {
            true => told.push(String::from("- no block can move there now")),
            false => told.push(format!("- can move there now: {}", some(labels, TOLD))),
        }
    }
    told.extend(aims);
    Some(told.join("\n").trim_end().to_owned())
}

/// The body in its other form: see [`crate::kind::Game::convert`].
pub(super) fn convert(body: &Body<'_>) -> Option<Converted> {
    let mut sink = Sink::new();
    let shape = syntax::parse_klotski_body(body, &mut sink)?;
    let model = lower::lower(&shape, &mut sink)?;
    if is_commented(body) {
        return None;
    }
    let (title, lines) = match shape.size {
        Some(_) => ("Write rows and goal lines", keyed(&shape, &model.board)),
        None => ("Write the verbatim form", verbatim(&shape, &model.board)?),
    };
    // Labels may look like a size, or words like packed rows: then there is no other form.
    let again = reread::<Klotski>(&lines)?.model;
    let same = again.board == model.board
        && (again.packed, &again.empty, &again.wall) == (model.packed, &model.empty, &model.wall);
    same.then_some(Converted { title, lines, commands: Vec::new() })
}

/// The rows of a picture as they are written, with one space between cells.
fn rows<'s>(shape: &'s Shape<'_>) -> impl Iterator<Item = String> + 's {
    let between = if shape.picture.packed { "" } else { " " };
    shape.picture.rows.iter().map(move |row| {
        let cells: Vec<&str> = row.iter().map(|cell| cell.text).collect();
        cells.join(between)
    })
}

fn keyed(shape: &Shape<'_>, board: &Board) -> Vec<String> {
    let goals = board
        .goals
        .iter()
        .map(|goal| format!("goal {} at {}", board.blocks[goal.block].label, place(goal.at)));
    rows(shape).chain(goals).collect()
}

/// `None` unless there is exactly one goal.
fn verbatim(shape: &Shape<'_>, board: &Board) -> Option<Vec<String>> {
    let [goal] = &board.goals[..] else { return None };
    let mut lines = vec![format!("{} {}", board.rows, board.columns)];
    lines.extend(rows(shape));
    lines.push(board.blocks[goal.block].label.clone());
    lines.push(format!("{} {}", goal.at.0, goal.at.1));
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::{Game, Kind, Of};

    fn body(text: &str) -> Body<'_> {
        let span = Span::new(0, text.len() as u32);
        Body { source: text, span, name: Span::at(0), raw: false }
    }

    /// Text and part of each mark, `!` where it defines, `*` where it is named.
    fn seen(text: &str, marks: &[Mark]) -> String {
        let word = |mark: &Mark| {
            let sign = match (mark.named, mark.defines) {
                (true, true) => "!",
                (true, false) => "*",
                _ => "",
            };
            format!("{}{sign}:{:?}", &text[mark.span.range()], mark.part)
        };
        marks.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn both_forms_are_marked_also_where_they_are_broken() {
        let text = "\r\n  AA.\r\n  #B.\r\n  goal B at ( 0, 2 ) // x\r\n  goal Q at";
        assert_eq!(
            seen(text, &marks(&body(text))),
            "A!:Piece A*:Piece .:Floor #:Wall B!:Hero .:Floor goal:Keyword B*:Hero at:Keyword \
             0:Number 2:Number goal:Keyword at:Keyword"
        );
        let text = "\n 2 2\n 1 .\n 2 .\n 2\n 0 1\n";
        assert_eq!(
            seen(text, &marks(&body(text))),
            "2:Number 2:Number 1!:Piece .:Floor 2!:Hero .:Floor 2*:Hero 0:Number 1:Number"
        );
        assert_eq!(seen("\n goal A", &marks(&body("\n goal A"))), "goal:Keyword");
    }

    #[test]
    fn moves_are_marked() {
        let text = "A to (1, 2); B left;C (0,0)(0,1)";
        let marks = argument_marks("play", Fragment { text, start: 0 });
        assert_eq!(
            seen(text, &marks),
            "A*:Piece to:Keyword 1:Number 2:Number B*:Piece left:Move C*:Piece 0:Number 0:Number \
             0:Number 1:Number"
        );
    }

    #[test]
    fn blocks_and_places_are_described() {
        let text = "\n A . B\n C . B\n C D #\n goal A at (1,1)";
        let kind = Of::<Klotski>::KIND;
        let mut puzzle = kind.open(&body(text), &mut Sink::new()).expect("a board").puzzle;
        let mut say = |text, part, cell| {
            puzzle.describe(&Spot { text, part, cell, word: text }).expect("something to say")
        };
        assert_eq!(
            say("A", Part::Hero, Some((0, 0))),
            "**block A** — 1×1 (h×w), 1 cell\n\n- at (0,0): cells (0,0)\n\
             - can move to (0,1) (1,1)\n- goal: (1,1)"
        );
        assert_eq!(
            say("B", Part::Piece, None),
            "**block B** — 2×1 (h×w), 2 cells\n\n- at (0,2): cells (0,2) (1,2)\n\
             - can move to (0,1)\n- no goal names it"
        );
        assert_eq!(say("#", Part::Wall, Some((2, 2))), "**wall** at (2,2): nothing moves there");
        assert_eq!(
            say(".", Part::Floor, Some((1, 1))),
            "**empty cell** at (1,1)\n\n- can move there now: A B D\n- part of the goal of A"
        );
    }

    #[test]
    fn one_form_becomes_the_other_and_back() {
        for text in [
            "\n A . B\n C . B\n goal A at (1,1)",
            "\n AA.\n #B.\n goal B at (0,2)",
            "\n 2 3\n A . .\n A B .\n B\n 0 2",
            "\n 11 12 .\n 11 . .\n goal 12 at (1,2)",
        ] {
            let there = convert(&body(text)).expect("the other form");
            let other = format!("\n{}\n", there.lines.join("\n"));
            let back = convert(&body(&other)).expect("the form it had");
            let lines: Vec<&str> = text.lines().skip(1).map(str::trim).collect();
            assert_eq!(back.lines, lines);
            assert_ne!(there.title, back.title);
        }
        for none in [
            "\n A . B // x\n goal A at (0,1)",
            "\n A . B",
            "\n A .\n B .\n goal A at (0,1)\n goal B at (1,1)",
            "\n A . A\n goal A at (0,1)",
        ] {
            assert_eq!(convert(&body(none)), None, "{none}");
        }
        // Without the size, words in one column would be packed rows.
        assert_eq!(convert(&body("\n 3 1\n AB\n AB\n ..\n AB\n 1 0")), None);
        assert!(Klotski::convert(&body("\n 3 1\n A\n A\n .\n A\n 1 0")).is_some());
    }
}
