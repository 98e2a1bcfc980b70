//! Rush Hour: cars that slide along their own axis, one of which must reach the edge.
//!
//! The plain rules are those of `crate::kinds::blocks`: a car is a block that slides along its lane,
//! and the edge is the place of its goal. The search is the engine of `crate::kinds::blocks`.

mod codes;
mod collection;
mod json;
mod leaver;
mod lower;
mod make;
mod marks;
mod syntax;
#[cfg(test)]
mod tests;

// The benchmarks time these.
pub use crate::kinds::blocks::rules::Board;
// The engine's name for them.
use crate::kinds::blocks::rules as board;
use crate::scene::Coordinate;

use crate::diag::{Diagnostic, Shown, Sink};
use crate::kinds::blocks::room::tell_no_room;
use crate::kinds::blocks::syntax::{Target, Typed, Written};
use crate::kinds::blocks::{self, Blocks, ExtraWord, Ground, Words};
use crate::puzzle::moves::verbs::{self, Word};
use crate::puzzle::moves::{self, MoveGame as _, Raw, Unread, main_metric, solution};
use crate::puzzle::parts::{Effect, Sort};
use crate::puzzle::{Body, Field, Info, Out, Precedence, RawGoal, Reading, Role, Table, Verb};
use crate::syntax::{Arg, Form, Fragment, Line};
use crate::table;
use crate::text::Source;
use board::{Goal, Move, Places};

/// A Rush Hour puzzle as it was declared.
pub type Model = blocks::Model<Rules>;

const VERBS: Table<Word<ExtraWord>> = table! {
    Word::Solve => Verb { example: "solve => {\n  2\n  B+2\n  A+2\n}\nsolve by steps => 4\n", ..verbs::SOLVE },
    Word::Kind(ExtraWord::Move) => Verb {
        name: "move",
        role: Role::Change,
        args: &[Arg::Rest {
            form: &[Arg::Either(&[
                &[Arg::Text("LABEL"), Arg::Text("DIRECTION")],
                &[Arg::Text("LABEL+N")],
                &[Arg::Text("LABEL-N")],
            ])],
            rule: "rush-move",
        }],
        summary: "slides a car by one cell, or by N: right and down are `+`",
        example: "move B down => {\n  ....\n  AAB.\n  ..BC\n  ...C\n}\nmove C-1 => ....\n",
    },
    Word::Moves => Verb { example: "moves => {\n  B+1\n  B+2\n  C-2\n  C-1\n}\n", ..verbs::MOVES },
    Word::Play => Verb {
        args: &[Arg::Rest { form: &[Arg::Repeat(&[Arg::Text("MOVE")])], rule: "rush-moves" }],
        summary: "makes moves: `LABEL+N`, `LABEL-N` or `LABEL right`",
        example: "play B+2; A right => {\n  ....\n  .AA.\n  ..BC\n  ..BC\n}\n",
        ..verbs::PLAY
    },
    Word::Hint => Verb { example: "hint => B+2\n", ..verbs::HINT },
    Word::Kind(ExtraWord::States) => Verb {
        summary: "counts the boards that can be reached",
        example: "states => 13\n",
        ..verbs::STATES
    },
    Word::Kind(ExtraWord::Hardest) => Verb {
        example: "hardest => {\n  3\n  ..BC\n  AABC\n  ....\n  ....\n}\n",
        ..verbs::HARDEST
    },
    Word::Paths => Verb { example: "paths 3 => {\n  B+1\n  B+2\n}\n", ..verbs::PATHS },
    Word::Goals => Verb { example: "goals 1 => B+2; A+2\n", ..verbs::GOALS },
    Word::Frontier => Verb {
        example: "step\nfrontier 2 => {\n  .... / AAB. / ..BC / ...C\n  .... / AA.. / ..BC / ..BC\n}\n",
        ..verbs::FRONTIER
    },
    Word::Step => Verb {
        example: "step => expanded 1 frontier 4 depth 1\n\
        step 3 => expanded 4 frontier 7 depth 2\n",
        ..verbs::STEP
    },
};

/// The kind.
pub static INFO: Info = Info {
    name: "rush",
    summary: "Rush Hour: cars that slide along their own axis, one of which must reach the edge",
    verbs: VERBS.verbs,
    codes: codes::CODES,
    deep: codes::DEEP,
    example: "rush little {\n  ..B.\n  AAB.\n  ...C\n  ...C\n}\n",
    json: Some(&json::FORM),
    forms: &[&collection::FORMAT],
    separator: Some("; "),
    make: Some(&make::MakeRush),
    streams: is_list,
    fits: Some(fits),
    begins,
    raw_goal: Some(RawGoal { names: "the car that must leave", known: &[] }),
    read: |body, out| {
        let (model, reading) = moves::read::<Model>(body, out)?;
        Some(Reading { convert: Box::new(move |_, _| marks::convert(&model)), ..reading })
    },
    states: "boards",
    rest_marks: |_, args| blocks::marks::rest_marks::<Rules>(args),
    states_fact: |at, _| blocks::states_fact::<Rules>(at),
    entries: |text| moves::entries(&RAW, text),
    judge: |input, budget, sink, emit| moves::judge_raw(&RAW, input, budget, sink, emit),
    survey: Some(|input, deep, sink| moves::survey(&RAW, input, deep, sink)),
    ..moves::info::<Model>()
};

static WORDS: Words = Words {
    block: "car",
    sorts: [&CARS, &WALLS],
    misreading: None,
    goal: "goal LABEL",
    goal_help: "label a car `A`, or add `goal LABEL` below the board",
    solved: "choose another start",
    moves: &["up", "down", "left", "right"],
    ragged_row: &codes::RAGGED_ROW,
    stray_line: &codes::STRAY_LINE,
    unknown_label: &codes::UNKNOWN_LABEL,
    no_goal: &codes::NO_GOAL,
    unsolvable: &codes::UNSOLVABLE,
    already_solved: &codes::ALREADY_SOLVED,
    no_room: &codes::NO_ROOM,
    facts: &[&codes::UNSOLVABLE, &codes::ALREADY_SOLVED, &codes::NO_ROOM],
    leaves_board: &codes::LEAVES_BOARD,
    hits_wall: &codes::HITS_WALL,
    overlaps: &codes::OVERLAPS,
    no_way: &codes::NO_WAY,
};

static CARS: Sort = Sort { many: "cars", code: Some(&codes::IDLE_PART), effect: Effect::Hinders };
static WALLS: Sort = Sort { many: "walls", code: Some(&codes::IDLE_PART), effect: Effect::Hinders };

/// The part of Rush Hour beyond blocks that slide.
#[derive(Debug)]
pub struct Rules;

/// Returns where a car touches the right edge, or the bottom edge if it is vertical.
pub fn exit(board: &Board, car: usize) -> Coordinate {
    let length = board.blocks[car].cells.len() as i32;
    let start = board.start[car];
    match board.is_across(car) {
        true => Coordinate { column: board.columns - length, ..start },
        false => Coordinate { row: board.rows - length, ..start },
    }
}

/// The answer to raw input: a line for each board.
static RAW: Raw<Model> = Raw {
    answer: |model, path, _, _, _, _| {
        solution(model, main_metric::<Model>(), path).to_string().replace('\n', " ")
    },
    entries: |text, begins| syntax::entries(text, begins).collect(),
    read_line,
};

/// Returns whether raw input that begins like this is a list.
fn is_list(prefix: &str) -> bool {
    syntax::is_list(prefix, lower::is_sound)
}

/// Returns whether a text is a square board with a car that must leave, or a list of such boards.
fn fits(text: &str) -> Option<Precedence> {
    let source = Source::new("", text);
    let has_goal = |model: Model| {
        let Board { rows, columns, goals, .. } = &*model.board;
        rows == columns && *rows >= syntax::LEAST as i32 && !goals.is_empty()
    };
    let fits = match is_list(text) {
        true => syntax::entries(text, true)
            .all(|entry| read_line(&entry.line, None, &mut Sink::new()).is_some_and(has_goal)),
        false => {
            Rules::read(&Body::raw(&source), &mut Out::new(&mut Sink::new())).is_some_and(has_goal)
        }
    };
    fits.then_some(Precedence::Cars)
}

/// Returns whether a text begins like a board, or like a board of a list.
fn begins(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let is_row = |word: &str| word.len() >= syntax::LEAST && word.chars().all(syntax::is_cell);
    let mut words = line.split_ascii_whitespace();
    words.any(|word| is_row(word) && (word.contains(['.', '#']) || word.contains("oo")))
}

/// Reads the puzzle on a line of a list, in which `goal` must leave if it is named.
fn read_line(line: &Line<'_>, goal: Option<&str>, sink: &mut Sink) -> Option<Model> {
    let model = lower::lower(&syntax::shape_of_line(line, goal, sink)?, sink)?;
    tell_no_room(&model, sink);
    Some(model)
}

/// Returns the advice to say which car must leave, if the reader of a declaration cannot know: it
/// has no goal, a car `A` and a car `X` in the exit row.
fn which_car(source: &str, model: &Model) -> Option<Diagnostic> {
    let [usual, red] = [leaver::USUAL, leaver::RED].map(|label| model.number(label));
    let red = red.filter(|&red| !model.written && leaver::is_red(&model.board, red))?;
    let place = |car: usize| model.label_spans[car];
    Some(codes::which_car(source, place(usual?), place(red), model.last_row))
}

impl Blocks for Rules {
    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word<ExtraWord>> = VERBS;
    const LANES: bool = true;
    const WORDS: &'static Words = &WORDS;

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Model> {
        if body.raw && is_list(body.text()) {
            let first = syntax::entries(body.text(), true).next()?.line;
            let line = Line { start: first.start + body.span.start, ..first };
            return read_line(&line, body.goal, out);
        }
        let model = lower::lower(&syntax::expect_rush_body(body, out)?, out)?;
        tell_no_room(&model, out);
        if !body.raw
            && let Some(advice) = which_car(body.source, &model)
        {
            out.push(advice);
        }
        Some(model)
    }

    fn ground(cell: &str) -> Option<Ground> {
        lower::ground(cell)
    }

    fn move_form(input: &str) -> Form<'_, Written<'_>> {
        syntax::parse_move(input)
    }

    fn read_item<'a>(_: &Model, input: &'a str) -> Result<(&'a str, Written<'a>), Unread<'a>> {
        Self::move_form(input).map_err(|_| blocks::syntax::no_move(input, true))
    }

    fn not_a_move(label: Fragment<'_>, word: Fragment<'_>) -> Diagnostic {
        codes::not_a_move(label, word)
    }

    fn refuse(board: &Board, _: &Places, car: usize, typed: &Typed) -> Option<Diagnostic> {
        let by_none = matches!(typed.target, Target::By(0) | Target::Slide(_, 0));
        let across_axis =
            matches!(typed.target, Target::Slide(way, _) if !board.ways(car).contains(&way));
        let fault =
            || codes::no_way(Shown(&typed.label), board.is_across(car), by_none, typed.target_span);
        (by_none || across_axis).then(fault)
    }

    fn move_text(board: &Board, by: Move) -> String {
        let cells = by.to - by.from;
        format!("{}{:+}", board.blocks[by.block].label, cells.row + cells.column)
    }

    /// Returns the board as it was declared, or, if that would be read as something else, with spaces.
    fn declare(model: &Model, places: &Places) -> Option<Vec<String>> {
        let view = model.view(places);
        [model.packed, false].into_iter().find_map(|packed| {
            let rows = view.lines(if packed { "" } else { " " });
            let goals = model.goal_lines();
            syntax::are_rows(&rows, packed).then(|| rows.into_iter().chain(goals).collect())
        })
    }

    fn goal_line(board: &Board, goal: &Goal) -> String {
        format!("goal {}", board.blocks[goal.block].label)
    }

    fn fields(model: &Model, places: &Places) -> Vec<Field> {
        json::fields(model, places)
    }

    fn goal_text(board: &Board, goal: &Goal) -> String {
        let edge = if board.is_across(goal.block) { "right" } else { "bottom" };
        format!("{} to the {edge} edge", board.blocks[goal.block].label)
    }
}
