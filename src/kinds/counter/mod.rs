//! The template of a kind with moves: a counter that goes from one number to another by `add 2`,
//! `double` and `sub 4`. It is compiled and tested, through a registry that holds it alone, but it is
//! not in `super::KINDS`. To make a kind, copy the folder, rename, and add a `mod` line and a line to
//! `super::KINDS`. The page "Adding a kind" of the manual lists the files outside the folder.
//!
//! A kind is cut into: `codes` (its diagnostics, each with its explanation and with what it says),
//! `rules` (the plain rules, no search), `syntax` (the shape of its body and moves) and `json`.
//! Larger kinds also have `lower` (what the shape means), `view` (a position as cells), `marks` (the parts
//! that editors color) and a space or an engine (the search); these are small enough here to be in
//! this file, and the plain rules are the space. What all puzzles with moves do alike comes with
//! `MoveGame`: every verb below but for its example.

mod codes;
mod json;
mod rules;
mod syntax;
#[cfg(test)]
mod tests;

use crate::diag::{Diagnostic, Sink};
use crate::puzzle::moves::verbs::{self, Word};
use crate::puzzle::moves::{Followed, MoveGame, NoKindCommand, PlainRules, Square, View};
use crate::puzzle::{Body, Failure, Field, Info, Out, Spot, Table, Verb, mark_words};
use crate::scene::{Coordinate, Emphasis, Pointed, Role};
use crate::search::{Budget, Explorer, Stop};
use crate::syntax::{Arg, Args};
use crate::table;
use crate::text::{Span, Spanned};
use rules::Step;

const VERBS: Table<Word> = table! {
    Word::Solve => Verb {
        args: &[],
        summary: "finds a solution of the fewest moves: their number, then the moves",
        example: "solve => {\n  2\n  add 2\n  double\n}\n",
        ..verbs::SOLVE
    },
    Word::Moves => Verb { example: "moves => {\n  add 2\n  double\n}\n", ..verbs::MOVES },
    Word::Play => Verb {
        args: &[Arg::Rest { form: &[Arg::Repeat(&[Arg::Text("MOVE")])], rule: "counter-moves" }],
        summary: "makes moves: `add 2`, `double` or `sub 4`",
        example: "play add 2; double => 10\n",
        ..verbs::PLAY
    },
    Word::Hint => Verb { example: "hint => add 2\n", ..verbs::HINT },
    Word::Paths => Verb { example: "paths 2 => {\n  add 2\n}\n", ..verbs::PATHS },
    Word::Goals => Verb { example: "goals => add 2; double\n", ..verbs::GOALS },
    Word::Frontier => Verb { example: "step\nfrontier 2 => {\n  add 2 5\n  double 6\n}\n", ..verbs::FRONTIER },
    Word::Step => Verb { example: "step => expanded 1 frontier 2 depth 1\n", ..verbs::STEP },
};

/// The kind.
pub static INFO: Info = Info {
    name: "counter",
    summary: "a number that moves change into another",
    verbs: VERBS.verbs,
    codes: codes::CODES,
    deep: &[&codes::UNSOLVABLE],
    example: "counter little {\n  start 3\n  goal 10\n}\n",
    json: Some(&json::FORM),
    separator: Some("; "),
    states: "numbers",
    rest_marks: |_, args| mark_words(args, syntax::mark),
    ..crate::puzzle::moves::info::<Model>()
};

/// A counter as it was declared.
#[derive(Clone, Debug)]
pub struct Model {
    start: u32,
    goal: u32,
    /// The place of the goal.
    goal_line: Span,
}

impl MoveGame for Model {
    type Position = u32;
    type Move = Step;
    type Typed = Spanned<Step>;
    type Command = NoKindCommand;
    type Engine = Explorer<PlainRules<Self>>;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word> = VERBS;

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        let shape = syntax::expect_counter_body(body, out);
        if shape.sound && (shape.start.is_none() || shape.goal.is_none()) {
            let missing = if shape.start.is_none() { "start N" } else { "goal N" };
            out.push(codes::missing_line(body.name, missing));
        }
        let start = shape.start?;
        let goal = shape.goal?;
        shape.sound.then_some(Self { start, goal: goal.value, goal_line: goal.span })
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Spanned<Step>>> {
        syntax::expect_counter_moves(args, sink)
    }

    fn start(&self) -> u32 {
        self.start
    }

    fn is_solved(&self, &at: &u32) -> bool {
        at == self.goal
    }

    fn legal(&self, &at: &u32) -> Vec<(Step, u32)> {
        Step::ALL.into_iter().filter_map(|step| Some((step, step.applied_to(at)?))).collect()
    }

    fn make(&self, &at: &u32, step: &Spanned<Step>, _home: bool) -> Result<(u32, Step), Failure> {
        let next = step.value.applied_to(at).ok_or_else(|| codes::out_of_range(at, step))?;
        Ok((next, step.value))
    }

    fn obstacles(&self, followed: &Followed<'_, Self>) -> Vec<String> {
        let refused = followed.refused.iter();
        refused.map(|(step, _)| format!("{} at {}", step.value.text(), followed.at)).collect()
    }

    fn move_text(&self, by: &Step) -> String {
        by.text().to_owned()
    }

    fn view<'a>(&'a self, &at: &'a u32) -> View<'a> {
        let role = if self.is_solved(&at) { Role::Goal } else { Role::Piece };
        let cell = move |_| Square { name: "the counter", ..Square::new(at.to_string(), role) };
        View {
            title: format!("a counter at {at}"),
            caption: format!("goal {}", self.goal),
            ..View::new(vec![1], cell)
        }
    }

    fn engine(&self, at: &u32, _: usize, _: &Budget) -> Result<Box<Self::Engine>, Stop> {
        Ok(PlainRules::engine(self, at))
    }

    fn unsolvable(&self, _at: &Self::Position, verb: Option<Span>) -> Option<Diagnostic> {
        Some(codes::unsolvable(self.goal, verb.unwrap_or(self.goal_line)))
    }

    fn declare(&self, at: &u32) -> Option<Vec<String>> {
        Some(vec![format!("start {at}"), format!("goal {}", self.goal)])
    }

    fn fields(&self, at: &u32) -> Vec<Field> {
        json::fields(self, *at)
    }

    fn point(&self, followed: Followed<'_, Self>) -> Result<Pointed, Failure> {
        // The only cell is the one that the last move changed.
        Ok(followed.last.map(|_| (Coordinate::default(), Emphasis::Focus)).into_iter().collect())
    }

    fn describe(&self, at: &u32, _spot: &Spot<'_>) -> Option<String> {
        let Self { start, goal, .. } = self;
        Some(format!("**counter** — {start} at the start, {at} now, goal {goal}"))
    }
}
