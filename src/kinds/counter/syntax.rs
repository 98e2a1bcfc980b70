//! The shape of a body and of moves, read once: what is written, and the marks of its words. The
//! functions are named after the productions of `counter.ebnf`.

use super::rules::{LARGEST, Step};
use super::{INFO, codes};
use crate::diag::{Shown, Sink};
use crate::puzzle::moves::expect_words;
use crate::puzzle::{Body, Mark, Out, Part, mark_words};
use crate::syntax::{Args, Fragment};
use crate::text::Spanned;

/// A body as it is written.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// The number after `start`.
    pub start: Option<u32>,
    /// The number after `goal`, with the place of its line.
    pub goal: Option<Spanned<u32>>,
    /// True if every line could be read.
    pub sound: bool,
}

/// `counter-body`: the start and the goal.
pub(super) fn expect_counter_body(body: &Body<'_>, out: &mut Out<'_>) -> Shape {
    let mut shape = Shape { sound: true, ..Shape::default() };
    for line in body.lines() {
        out.mark(|marks| marks.extend(mark_words(line, mark)));
        let mut args = Args::new(line, line.span(), "");
        let word = args.word().map_or("", |word| word.text);
        match (word, number_of(&mut args)) {
            ("start", Some(number)) if shape.start.is_none() => shape.start = Some(number),
            ("goal", Some(number)) if shape.goal.is_none() => {
                shape.goal = Some(Spanned { value: number, span: line.span() });
            }
            (word, number) => {
                let second = matches!(word, "start" | "goal") && number.is_some();
                out.push(codes::bad_line(&line, second));
                shape.sound = false;
            }
        }
    }
    shape
}

/// Returns the number of a line, up to its end.
fn number_of(args: &mut Args<'_>) -> Option<u32> {
    let number = args.word()?.text.parse().ok()?;
    (number <= LARGEST && args.is_empty()).then_some(number)
}

/// `counter-moves`: one or more, separated by `;`.
pub(super) fn expect_counter_moves(
    args: &mut Args<'_>,
    sink: &mut Sink,
) -> Option<Vec<Spanned<Step>>> {
    expect_words(&INFO, args, "a move", sink, |word, sink| {
        let step = Step::from_text(word.text);
        if step.is_none() {
            sink.push(codes::not_a_move(word.span(), Shown(word.text)));
        }
        step
    })
}

/// Returns the mark of a word of a body or of moves.
pub(super) fn mark(word: Fragment<'_>) -> Option<Mark> {
    let part = match word.text {
        "start" | "goal" => Part::Keyword,
        "add" | "double" | "sub" => Part::Move,
        number => number.parse::<u32>().ok().map(|_| Part::Number)?,
    };
    Some(Mark::new(word.span(), part))
}
