//! The template of a kind: a counter. It is compiled and tested but not in the registry. To make a
//! kind, copy the folder, rename, and add a `mod` line and a line to [`super::KINDS`].
//!
//! A kind is cut into: `codes` (its diagnostics, each with its explanation), `syntax` (the shape of
//! its body and moves), `lower` (their meaning: the model), `rules` (plain moves, no engine),
//! `engine` (fast), `commands` (verbs), `scene` (the picture), `marks` (the parts that editors
//! colour and explain). This one is small enough for one file.

use std::sync::Arc;

use crate::diag::{Code, Diagnostic, Sink, clip};
use crate::puzzle::marks::{self, Mark, Spot};
use crate::puzzle::{
    Answer, Body, Context, Depth, Failure, Game, Info, Reading, Reply, Verb, Verdict,
};
use crate::scene::{Board, Cell, Drawing, Role, Scene};
use crate::search::{Budget, Stop};
use crate::syntax::{Args, Fragment};
use crate::text::{Source, Span};

static NOT_A_NUMBER: Code = Code::error(
    "null::not-a-number",
    "a counter whose body is not a number",
    "The body of a counter is the number that it starts with.\n",
);

static BELOW_ZERO: Code = Code::error(
    "null::below-zero",
    "a counter that would fall below zero",
    "A counter never falls below zero.\n",
);

static INFO: Info = Info {
    name: "null",
    summary: "a counter that never falls below zero",
    verbs: &[Verb {
        name: "add",
        role: crate::puzzle::Role::Change,
        usage: "add N",
        summary: "adds N, which may be negative",
        example: "add 2 => 5\nadd -5 => 0\n",
    }],
    query: None,
    points: &[],
    codes: &[&NOT_A_NUMBER, &BELOW_ZERO],
    deep: &[],
    example: "null counter {\n  3\n}\n",
    json: None,
    forms: &[],
};

/// A counter.
#[derive(Debug)]
pub struct Null {
    start: Arc<i64>,
}

/// `add N`.
#[derive(Debug)]
pub struct Add(i64, Span);

impl Game for Null {
    type Model = i64;
    type State = i64;
    type Call = Add;

    fn info() -> &'static Info {
        &INFO
    }

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Reading<i64>> {
        let lines = body.lines();
        let number = lines.first().and_then(|line| line.text.parse().ok());
        if number.is_none() {
            let (span, found) =
                lines.first().map_or((body.name, ""), |line| (line.span(), line.text));
            let message = format!("expected a number, found `{}`", clip(found));
            sink.push(
                Diagnostic::new(&NOT_A_NUMBER, span, message, "expected a number")
                    .help("write the number that the counter starts with"),
            );
        }
        Some(Reading { model: number?, asks: Vec::new() })
    }

    fn open(model: Arc<i64>) -> Self {
        Self { start: model }
    }

    fn parse(_verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Add> {
        let count = args.expect_integer("a number", sink)?;
        let span = args.before();
        args.expect_end(sink).then_some(Add(count, span))
    }

    fn run(
        &mut self,
        state: &mut i64,
        Add(count, span): &Add,
        context: &mut Context<'_>,
    ) -> Result<Reply<i64>, Failure> {
        match state.checked_add(*count).filter(|sum| *sum >= 0) {
            Some(sum) => {
                let answer = match context.depth {
                    Depth::Check { answer: false } => Answer::unknown(),
                    _ => Answer::number(sum),
                };
                Ok(Reply::Changed(sum, answer))
            }
            None => Err(Box::new(
                Diagnostic::new(
                    &BELOW_ZERO,
                    *span,
                    format!("the counter stands at {state}"),
                    "takes it below zero",
                )
                .help(format!("subtract no more than {state}")),
            )),
        }
    }

    fn declare(&mut self, state: &i64, _budget: &Budget) -> Result<Option<Vec<String>>, Answer> {
        Ok(Some(vec![state.to_string()]))
    }

    fn copy(&self, state: &i64) -> i64 {
        *state
    }

    fn start(&self) -> i64 {
        *self.start
    }

    fn show(&mut self, state: &i64, _budget: &Budget) -> Answer {
        Answer::number(state)
    }

    fn status(&self, state: &i64) -> String {
        format!("count {state}")
    }

    fn prompt(&self, state: &i64) -> String {
        format!("at {state}")
    }

    fn scene(&mut self, name: &str, state: &i64) -> Scene {
        let cell = Cell { text: state.to_string(), role: Role::Given, ..Cell::default() };
        Scene {
            title: format!("{name}, a counter at {state}"),
            caption: String::new(),
            drawing: Drawing::Board(Board { rows: 1, columns: 1, cells: vec![cell], block: 0 }),
        }
    }

    fn deep(&mut self, _name: Span, _budget: &Budget, _sink: &mut Sink) -> Result<(), Stop> {
        Ok(())
    }

    fn marks(body: &Body<'_>) -> Vec<Mark> {
        let lines = body.lines();
        let first = lines.first().map(|line| Fragment { text: line.text, start: line.start });
        first.map(marks::plain).unwrap_or_default()
    }

    fn describe(&mut self, state: &i64, _spot: &Spot<'_>) -> Option<String> {
        Some(format!("**counter** — {} at the start, {state} now", self.start))
    }

    fn judge(
        source: &Source,
        _budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(&str),
    ) -> Verdict {
        if let Some(reading) = Self::read(&Body::raw(source), sink) {
            emit(&reading.model.to_string());
        }
        Verdict::Fine
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::KINDS;
    use crate::puzzle::{Kind, Of};

    #[test]
    fn the_number_is_marked_and_explained() {
        let source = Source::new("x", "\n  3 // the start\n");
        let kind = Of::<Null>::KIND;
        let body = Body::raw(&source);
        let marks = kind.marks(&body);
        assert_eq!((marks.len(), source.slice(marks[0].span)), (1, "3"));
        let mut puzzle = kind.open(&body, KINDS, &mut Sink::new()).expect("a number").puzzle;
        let spot = Spot { text: "3", part: marks[0].part, cell: None, word: "3" };
        let said = puzzle.describe(&spot);
        assert_eq!(said.as_deref(), Some("**counter** — 3 at the start, 3 now"));
    }

    #[test]
    fn a_failed_command_changes_nothing_and_undo_comes_free() {
        let source = Source::new("x", "3");
        let mut sink = Sink::new();
        let kind = Of::<Null>::KIND;
        let mut puzzle = kind.open(&Body::raw(&source), KINDS, &mut sink).expect("a number").puzzle;
        let mut type_in = |text: &str| {
            let mut sink = Sink::new();
            let budget = Budget::unlimited();
            let answer = puzzle.run(Fragment { text, start: 0 }, Depth::Run, &budget, &mut sink);
            answer.and_then(|answer| answer.text).ok_or_else(|| sink.found()[0].code.path)
        };
        assert_eq!(type_in("add 4").as_deref(), Ok("7"));
        assert_eq!(type_in("add -8"), Err("null::below-zero"));
        assert_eq!(type_in("undo").as_deref(), Ok("3"));
        assert_eq!(type_in("undo"), Err("command::nothing-to-undo"));
        assert_eq!(type_in("redo").as_deref(), Ok("7"));
        assert_eq!(type_in("reset").as_deref(), Ok("3"));
        assert_eq!(type_in("undo").as_deref(), Ok("7"));
        assert_eq!(type_in("ad 1"), Err("command::unknown-verb"));
        assert_eq!(type_in("add"), Err("syntax::missing-argument"));
        assert_eq!(type_in("reset").as_deref(), Ok("3"));
        assert_eq!(type_in("why not add -4").as_deref(), Ok("the counter stands at 3"));
        assert_eq!(type_in("why not add 1").as_deref(), Ok("it is legal"));
        assert_eq!(type_in("why add 1"), Err("syntax::bad-argument"));
        assert_eq!(type_in("why not"), Err("syntax::missing-argument"));
        assert_eq!(type_in("show").as_deref(), Ok("3"));
        for line in INFO.verbs.iter().flat_map(|verb| verb.example.lines()) {
            let (typed, answer) = line.split_once(" => ").expect("an answer");
            assert_eq!(type_in(typed).as_deref(), Ok(answer), "{line}");
        }
    }
}
