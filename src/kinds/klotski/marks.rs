//! The parts of a Klotski that editors color, explain and convert.

use std::collections::HashSet;

use super::syntax::Shape;
use super::syntax::are_rows;
use super::{Blocks as _, Model, Rules};
use crate::kinds::blocks::marks::cells;
use crate::kinds::blocks::rules::Board;
use crate::puzzle::marks::digits;
use crate::puzzle::moves::MoveGame as _;
use crate::puzzle::{Converted, Mark, Marks, Part};
use crate::syntax::{Args, Fragment, Line};
use crate::text::Span;

/// Marks a body: its size, its picture, if there is one, and the goals among the lines below it.
pub(super) fn mark_body(
    source: &str,
    shape: Option<&Shape<'_>>,
    below: &[Line<'_>],
    marks: &mut Marks,
) {
    let mut drawn = HashSet::new();
    let mut heroes = HashSet::new();
    if let Some(shape) = shape {
        heroes.extend(shape.goals.iter().map(|goal| goal.label.text));
        if let Some(size) = shape.size {
            digits(Fragment::of(source, size.span), marks);
        }
        drawn = cells::<Rules>(&shape.picture, |label| heroes.contains(label), marks);
    }
    let mut verbatim = shape.iter().flat_map(|shape| &shape.goals).peekable();
    for &line in below {
        let mut args = Args::new(line, Span::at(line.start), "");
        if let Some(keyword) = args.keyword("goal") {
            goal(keyword, args, &drawn, marks);
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
            digits(Fragment::of(source, goal.place), marks);
        }
    }
}

/// Marks a goal line after its keyword, up to the first fault.
fn goal(keyword: Span, mut args: Args<'_>, drawn: &HashSet<&str>, marks: &mut Marks) {
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

/// Returns the body in its other form: see [`crate::puzzle::Reading::convert`].
pub(super) fn convert(model: &Model) -> Option<Converted> {
    let rows = model.view(&model.board.start).lines(if model.packed { "" } else { " " });
    // Labels may look like a size, or words like packed rows: then there is no other form.
    if !are_rows(&rows, model.packed, !model.verbatim) {
        return None;
    }
    let (title, lines) = match model.verbatim {
        true => {
            let goals = model.board.goals.iter().map(|goal| Rules::goal_line(&model.board, goal));
            ("Write rows and goal lines", rows.into_iter().chain(goals).collect())
        }
        false => ("Write the verbatim form", verbatim(rows, &model.board)?),
    };
    Some(Converted { title, lines, commands: Vec::new() })
}

/// Returns the lines of the verbatim form; `None` unless there is exactly one goal.
fn verbatim(rows: Vec<String>, board: &Board) -> Option<Vec<String>> {
    let [goal] = &board.goals[..] else { return None };
    let mut lines = vec![format!("{} {}", board.rows, board.columns)];
    lines.extend(rows);
    lines.push(board.blocks[goal.block].label.clone());
    lines.push(format!("{} {}", goal.at.row, goal.at.column));
    Some(lines)
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::diag::Sink;
    use crate::kinds::KINDS;
    use crate::kinds::blocks::marks::rest_marks;
    use crate::kinds::klotski::INFO;
    use crate::puzzle::Spot;
    use crate::puzzle::testing::{body, converted, marked, seen};
    use crate::scene::Coordinate;

    fn marks_of(text: &str) -> Vec<Mark> {
        marked(KINDS.kind("klotski").expect("the kind"), text)
    }

    #[test]
    fn both_forms_are_marked_also_where_they_are_broken() {
        let text = "\r\n  AA.\r\n  #B.\r\n  goal B at ( 0, 2 ) // x\r\n  goal Q at";
        assert_eq!(
            seen(text, &marks_of(text)),
            "A!:Piece@0,0 A*:Piece@0,1 .:Floor@0,2 #:Wall@1,0 B!:Hero@1,1 .:Floor@1,2 \
             goal:Keyword B*:Hero at:Keyword 0:Number 2:Number goal:Keyword at:Keyword"
        );
        let text = "\n 2 2\n 1 .\n 2 .\n 2\n 0 1\n";
        assert_eq!(
            seen(text, &marks_of(text)),
            "2:Number 2:Number 1!:Piece@0,0 .:Floor@0,1 2!:Hero@1,0 .:Floor@1,1 2*:Hero 0:Number \
             1:Number"
        );
        assert_eq!(seen("\n goal A", &marks_of("\n goal A")), "goal:Keyword");
    }

    #[test]
    fn moves_are_marked() {
        let text = "A to (1, 2); B left;C (0,0)(0,1)";
        let marks = rest_marks::<Rules>(Fragment { text, start: 0 });
        assert_eq!(
            seen(text, &marks),
            "A*:Piece to:Keyword 1:Number@1,2 2:Number@1,2 B*:Piece left:Move C*:Piece 0:Number@0,0 \
             0:Number@0,0 0:Number@0,1 1:Number@0,1"
        );
    }

    #[test]
    fn blocks_and_places_are_described() {
        let text = "\n A . B\n C . B\n C D #\n goal A at (1,1)";
        let kind = &INFO;
        let puzzle = kind.open(&body(text), KINDS, &mut Sink::new()).expect("a board");
        let say = |text, part, cell| {
            puzzle.describe(&Spot { text, part, cell, word: text }).expect("something to say")
        };
        assert_eq!(
            say("A", Part::Hero, Some(Coordinate { row: 0, column: 0 })),
            "**block A** — 1×1 (h×w), 1 cell\n\n- at (0,0): cells (0,0)\n\
             - can move to (0,1) (1,1)\n- goal: (1,1)"
        );
        assert_eq!(
            say("B", Part::Piece, None),
            "**block B** — 2×1 (h×w), 2 cells\n\n- at (0,2): cells (0,2) (1,2)\n\
             - can move to (0,1)\n- no goal names it"
        );
        assert_eq!(
            say("#", Part::Wall, Some(Coordinate { row: 2, column: 2 })),
            "**wall** at (2,2): nothing moves there"
        );
        assert_eq!(
            say(".", Part::Floor, Some(Coordinate { row: 1, column: 1 })),
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
            let there = converted("klotski", text).expect("the other form");
            let other = format!("\n{}\n", there.lines.join("\n"));
            let back = converted("klotski", &other).expect("the form it had");
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
            assert_eq!(converted("klotski", none), None, "{none}");
        }
        // Without the size, words in one column would be packed rows.
        assert_eq!(converted("klotski", "\n 3 1\n AB\n AB\n ..\n AB\n 1 0"), None);
        assert!(converted("klotski", "\n 3 1\n A\n A\n .\n A\n 1 0").is_some());
    }
}
