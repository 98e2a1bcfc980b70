//! The template of a kind with moves: a counter that goes from one number to another by `add 2`,
//! `double` and `sub 4`. It is compiled and tested but not in the registry. To make a kind, copy the
//! folder, rename, and add a `mod` line and a line to `super::KINDS`.
//!
//! A kind is cut into: `codes` (its diagnostics, each with its explanation), `rules` (the plain
//! rules, no search), `space` or an engine (the search), `syntax` and `lower` (the shape of its
//! body and moves, and what they mean), `faults` (what its diagnostics say), `scene` (the picture)
//! and `marks` (the parts that editors color and explain). The last five are small enough here to
//! stand in this file. What all puzzles with moves do alike comes with
//! `MoveGame`: every verb below but for its example.

mod codes;
mod rules;
mod space;
#[cfg(test)]
mod tests;

use crate::diag::{Diagnostic, Sink, clip};
use crate::puzzle::marks::{Mark, Part, Spot, parts, words};
use crate::puzzle::moves::verbs::{self, Word};
use crate::puzzle::moves::{Followed, MoveGame, Moves, NoOwn};
use crate::puzzle::{Body, Failure, Info, Out, Table, Verb};
use crate::scene::{self, Board, Drawing, Scene};
use crate::search::{Budget, Explorer, Stop};
use crate::syntax::{Args, Fragment};
use crate::table;
use crate::text::{Span, Spanned};
use rules::{LARGEST, Step};
use space::Numbers;

/// A counter as a game.
pub type Counter = Moves<Model>;

const VERBS: Table<Word> = table! {
    Word::Solve => Verb {
        usage: "solve",
        summary: "finds a solution of the fewest moves: their number, then the moves",
        example: "solve => {\n  2\n  add 2\n  double\n}\n",
        ..verbs::SOLVE
    },
    Word::Moves => Verb { example: "moves => {\n  add 2\n  double\n}\n", ..verbs::MOVES },
    Word::Play => Verb {
        summary: "makes moves: `add 2`, `double` or `sub 4`",
        example: "play add 2; double => 10\n",
        ..verbs::PLAY
    },
    Word::Hint => Verb { example: "hint => add 2\n", ..verbs::HINT },
    Word::Paths => Verb { example: "paths 2 => add 2\n", ..verbs::PATHS },
    Word::Goals => Verb { example: "goals => add 2; double\n", ..verbs::GOALS },
    Word::Frontier => Verb { example: "step\nfrontier 2 => {\n  add 2 5\n  double 6\n}\n", ..verbs::FRONTIER },
    Word::Step => Verb { example: "step => expanded 1 frontier 2 depth 1\n", ..verbs::STEP },
};

static INFO: Info = Info {
    name: "counter",
    summary: "a number that moves change into another",
    verbs: VERBS.verbs,
    codes: codes::CODES,
    deep: &[&codes::UNSOLVABLE],
    example: "counter little {\n  start 3\n  goal 10\n}\n",
    separator: Some("; "),
    ..Info::PLAIN
};

/// A counter as it was declared.
#[derive(Debug)]
pub struct Model {
    numbers: Numbers,
    /// The place of the goal.
    goal_line: Span,
}

/// Reads the number after `start` or `goal`.
fn number(args: &mut Args<'_>) -> Option<u32> {
    let number = args.word()?.text.parse().ok()?;
    (number <= LARGEST && args.is_empty()).then_some(number)
}

/// The mark of a word of a body or of moves.
fn mark(word: Fragment<'_>) -> Option<Mark> {
    let part = match word.text {
        "start" | "goal" => Part::Keyword,
        "add" | "double" | "sub" => Part::Move,
        number => number.parse::<u32>().ok().map(|_| Part::Number)?,
    };
    Some(Mark::new(word.span(), part))
}

impl MoveGame for Model {
    type Position = u32;
    type Move = Step;
    type Typed = Spanned<Step>;
    type Own = NoOwn;
    type Engine = Explorer<Numbers>;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word> = VERBS;
    const STATES: &'static str = "numbers";

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        let (mut start, mut goal, mut sound) = (None, None, true);
        for line in body.lines() {
            out.mark(|marks| marks.extend(words(line, mark)));
            let mut args = Args::new(line, line.span(), "");
            let word = args.word().map_or("", |word| word.text);
            match (word, number(&mut args)) {
                ("start", Some(number)) => start = Some(number),
                ("goal", Some(number)) => goal = Some((number, line.span())),
                _ => {
                    let found = clip(line.text);
                    let message = format!("expected `start N` or `goal N`, found `{found}`");
                    let label = "N is a number from 0 to 999";
                    out.push(Diagnostic::new(&codes::BAD_LINE, line.span(), message, label));
                    sound = false;
                }
            }
        }
        if sound && (start.is_none() || goal.is_none()) {
            let missing = if start.is_none() { "start N" } else { "goal N" };
            let message = format!("this counter has no line `{missing}`");
            out.push(
                Diagnostic::new(&codes::MISSING_LINE, body.name, message, "declared here")
                    .help(format!("add the line `{missing}`")),
            );
        }
        let (start, (goal, goal_line)) = (start?, goal?);
        sound.then_some(Self { numbers: Numbers { start, goal }, goal_line })
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Spanned<Step>>> {
        let rest = args.take_rest();
        let mut moves = Vec::new();
        for span in parts(rest, |char| char == ';') {
            let from = (span.start - rest.start) as usize;
            let text = &rest.text[from..from + span.range().len()];
            let Some(step) = Step::from_text(text) else {
                let message = format!("expected a move, found `{}`", clip(text));
                sink.push(
                    Diagnostic::new(&codes::NOT_A_MOVE, span, message, "not a move")
                        .help("write `add 2`, `double` or `sub 4`"),
                );
                return None;
            };
            moves.push(Spanned { value: step, span });
        }
        if moves.is_empty() {
            args.reject("moves", sink);
            return None;
        }
        Some(moves)
    }

    fn start(&self) -> u32 {
        self.numbers.start
    }

    fn is_solved(&self, &at: &u32) -> bool {
        at == self.numbers.goal
    }

    fn legal(&self, &at: &u32) -> Vec<(Step, u32)> {
        Step::ALL.into_iter().filter_map(|step| Some((step, step.applied_to(at)?))).collect()
    }

    fn make(&self, &at: &u32, step: &Spanned<Step>, _home: bool) -> Result<(u32, Step), Failure> {
        let next = step.value.applied_to(at).ok_or_else(|| {
            let step_text = step.value.text();
            let message = format!("`{step_text}` leads from {at} out of the range 0 to 999");
            Diagnostic::new(&codes::OUT_OF_RANGE, step.span, message, "illegal now")
                .help("`moves` lists the legal moves")
        })?;
        Ok((next, step.value))
    }

    fn obstacles(&self, followed: &Followed<'_, Self>) -> Vec<String> {
        let refused = followed.refused.iter();
        refused.map(|(step, _)| format!("{} at {}", step.value.text(), followed.at)).collect()
    }

    fn move_text(&self, by: &Step) -> String {
        by.text().to_owned()
    }

    fn position_text(&self, at: &u32) -> String {
        at.to_string()
    }

    fn engine(&self, &at: &u32, _: usize, _: &Budget) -> Result<Explorer<Numbers>, Stop> {
        Ok(Explorer::new(Numbers { start: at, ..self.numbers }))
    }

    fn unsolvable(&self, verb: Option<Span>) -> Option<Diagnostic> {
        let message = format!("no moves lead to {}", self.numbers.goal);
        let place = verb.unwrap_or(self.goal_line);
        Some(Diagnostic::new(&codes::UNSOLVABLE, place, message, "cannot be reached"))
    }

    fn declare(&self, at: &u32) -> Option<Vec<String>> {
        Some(vec![format!("start {at}"), format!("goal {}", self.numbers.goal)])
    }

    fn scene(&self, name: &str, at: &u32, made: u64) -> Scene {
        let cell = scene::Cell {
            text: at.to_string(),
            role: if self.is_solved(at) { scene::Role::Goal } else { scene::Role::Piece },
            ..scene::Cell::default()
        };
        Scene {
            title: format!("{name}: a counter at {at}, {made} moves made"),
            caption: format!("goal {}", self.numbers.goal),
            drawing: Drawing::Board(Board { rows: 1, columns: 1, cells: vec![cell], block: 0 }),
        }
    }

    fn argument_marks(_: Word, args: Fragment<'_>) -> Vec<Mark> {
        words(args, mark)
    }

    fn complete(&self, &at: &u32, word: Word, _before: Fragment<'_>) -> Vec<String> {
        match word {
            Word::Play => self.legal(&at).iter().map(|(step, _)| step.text().to_owned()).collect(),
            _ => Vec::new(),
        }
    }

    fn describe(&self, at: &u32, _spot: &Spot<'_>) -> Option<String> {
        let Numbers { start, goal } = self.numbers;
        Some(format!("**counter** — {start} at the start, {at} now, goal {goal}"))
    }
}
