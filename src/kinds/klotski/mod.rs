//! Klotski: sliding blocks of any shape.
//!
//! `rules` holds the plain rules, `engine` the search on packed states; what it shares with other
//! kinds of blocks is in `crate::kinds::blocks`.

mod codes;
mod drawn;
mod json;
mod lower;
mod make;
mod marks;
mod syntax;
#[cfg(test)]
mod tests;

// The benchmarks time these.
pub use crate::kinds::blocks::engine::{Finder, Metric};
pub use crate::kinds::blocks::rules::{Block, Board};
// The engine's name for them.
use crate::kinds::blocks::rules as board;

use crate::diag::{Code, Diagnostic, Shown};
use crate::kinds::blocks::room::tell_no_room;
use crate::kinds::blocks::syntax::{Target, Typed, Written};
use crate::kinds::blocks::{self, Blocks, ExtraWord, Ground, Words};
use crate::puzzle::moves::verbs::{self, Word};
use crate::puzzle::moves::{self, Misreading, MoveGame as _, Unread};
use crate::puzzle::parts::{Effect, Sort};
use crate::puzzle::{Body, Field, Info, Out, Reading, Role, Table, Verb};
use crate::syntax::{Arg, Form, Fragment};
use crate::table;
use board::{Goal, Move, Places};

/// A Klotski puzzle as it was declared.
pub type Model = blocks::Model<Rules>;

const VERBS: Table<Word<ExtraWord>> = table! {
    Word::Solve => Verb {
        example: "solve => {\n  4\n  A (0,0) (0,1)\n  C (1,0) (0,0)\n  D (2,1) (2,0)\n  \
        A (0,1) (2,2)\n}\nsolve by steps => 6\n",
        ..verbs::SOLVE
    },
    Word::Kind(ExtraWord::Move) => Verb {
        name: "move",
        role: Role::Change,
        args: &[Arg::Rest {
            form: &[Arg::Either(&[
                &[Arg::Text("LABEL"), Arg::Text("DIRECTION")],
                &[Arg::Text("LABEL"), Arg::Text("to"), Arg::Cell],
            ])],
            rule: "move",
        }],
        summary: "slides a block by one cell, or to a place by any number of slides",
        example: "move A right => {\n  . A B\n  C . B\n  C D .\n}\nmove C to (0,0) => C A B\n",
    },
    Word::Moves => Verb {
        example: "moves => {\n  A (0,0) (0,1)\n  A (0,0) (1,1)\n  B (0,2) (0,1)\n  \
        B (0,2) (1,2)\n  D (2,1) (0,1)\n  D (2,1) (1,1)\n  D (2,1) (2,2)\n}\n",
        ..verbs::MOVES
    },
    Word::Play => Verb {
        summary: "makes moves: `LABEL (R,C) (R,C)`, `LABEL right` or `LABEL to (R,C)`",
        example: "play D up; B down => {\n  A . .\n  C D B\n  C . B\n}\n",
        ..verbs::PLAY
    },
    Word::Hint => Verb { example: "hint => A (0,0) (0,1)\n", ..verbs::HINT },
    Word::Kind(ExtraWord::States) => Verb {
        summary: "counts the boards that can be reached, equal blocks alike",
        example: "states => 240\n",
        ..verbs::STATES
    },
    Word::Kind(ExtraWord::Hardest) => Verb {
        example: "hardest => {\n  6\n  A C .\n  D C B\n  . . B\n}\n",
        ..verbs::HARDEST
    },
    Word::Paths => Verb { example: "paths 3 => {\n  A (0,0) (0,1)\n  A (0,0) (1,1)\n}\n", ..verbs::PATHS },
    Word::Goals => Verb {
        example: "goals 1 => A (0,0) (0,1); C (1,0) (0,0); D (2,1) (2,0); A (0,1) (2,2)\n",
        ..verbs::GOALS
    },
    Word::Frontier => Verb {
        example: "step\nfrontier 2 => {\n  . A B / C . B / C D .\n  . . B / C A B / C D .\n}\n",
        ..verbs::FRONTIER
    },
    Word::Step => Verb {
        example: "step => expanded 1 frontier 7 depth 1\n\
        step 3 => expanded 4 frontier 14 depth 2\n",
        ..verbs::STEP
    },
};

/// The kind.
pub static INFO: Info = Info {
    name: "klotski",
    summary: "sliding blocks of any shape on a board with walls",
    verbs: VERBS.verbs,
    codes: codes::CODES,
    deep: DEEP,
    example: "klotski little {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\n",
    json: Some(&json::FORM),
    forms: &[&drawn::FORMAT],
    separator: Some("; "),
    make: Some(&make::MakeKlotski),
    extent: syntax::extent,
    fits: Some(drawn::fits),
    begins: drawn::begins,
    read: |body, out| {
        let (model, reading) = moves::read::<Model>(body, out)?;
        Some(Reading { convert: Box::new(move |_, _| marks::convert(&model)), ..reading })
    },
    states: "boards, equal blocks alike",
    rest_marks: |_, args| blocks::marks::rest_marks::<Rules>(args),
    states_fact: |at, _| blocks::states_fact::<Rules>(at),
    ..moves::info::<Model>()
};

/// The codes that only a search finds.
static DEEP: &[&Code] = &[&codes::UNSOLVABLE, &codes::ALREADY_SOLVED];

static FROM_ONE: Misreading<Typed> =
    Misreading { condition: "rows and columns counted from 1", read: syntax::counted_from_one };

static WORDS: Words = Words {
    block: "block",
    sorts: [&BLOCKS, &WALLS],
    misreading: Some(&FROM_ONE),
    goal: "goal LABEL at (R,C)",
    goal_help: "add `goal LABEL at (R,C)` below the board",
    solved: "choose another goal",
    moves: &["up", "down", "left", "right", "to"],
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

static BLOCKS: Sort =
    Sort { many: "blocks", code: Some(&codes::IDLE_PART), effect: Effect::Hinders };
static WALLS: Sort = Sort { many: "walls", code: Some(&codes::IDLE_PART), effect: Effect::Hinders };

/// The part of Klotski beyond blocks that slide.
#[derive(Debug)]
pub struct Rules;

impl Blocks for Rules {
    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word<ExtraWord>> = VERBS;
    const LANES: bool = false;
    const WORDS: &'static Words = &WORDS;

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Model> {
        let shape = syntax::expect_klotski_body(body, out)?;
        let mark = out.len();
        let model = lower::lower(&shape, out)?;
        // The pieces of a block can keep it from moving: one slip, one diagnostic.
        let mut faults = out.diagnostics().iter().skip(mark);
        if !faults.any(|fault| fault.code == &codes::DISCONNECTED) {
            tell_no_room(&model, out);
        }
        Some(model)
    }

    fn ground(cell: &str) -> Option<Ground> {
        lower::ground(cell)
    }

    fn move_form(input: &str) -> Form<'_, Written<'_>> {
        syntax::move_form(input)
    }

    fn read_item<'a>(model: &Model, input: &'a str) -> Result<(&'a str, Written<'a>), Unread<'a>> {
        syntax::read_item(model, input)
    }

    fn not_a_move(_label: Fragment<'_>, word: Fragment<'_>) -> Diagnostic {
        codes::not_a_move(word)
    }

    fn refuse(_board: &Board, places: &Places, block: usize, typed: &Typed) -> Option<Diagnostic> {
        let Target::Between(stated, _) = typed.target else { return None };
        let from = places[block];
        (stated.value != from)
            .then(|| codes::stands_elsewhere(Shown(&typed.label), from, stated.span))
    }

    fn move_text(board: &Board, by: Move) -> String {
        let label = &board.blocks[by.block].label;
        format!("{label} {} {}", by.from, by.to)
    }

    fn goal_line(board: &Board, goal: &Goal) -> String {
        let label = &board.blocks[goal.block].label;
        format!("goal {label} at {}", goal.at)
    }

    fn fields(model: &Model, places: &Places) -> Vec<Field> {
        json::fields(model, places)
    }

    fn goal_text(board: &Board, goal: &Goal) -> String {
        format!("{} to {}", board.blocks[goal.block].label, goal.at)
    }

    /// Returns the board as it was declared, or, if that would be read as something else, with the
    /// size above it, or with spaces.
    fn declare(model: &Model, places: &Places) -> Option<Vec<String>> {
        let size = format!("{} {}", model.board.rows, model.board.columns);
        let forms = [(false, model.packed), (true, model.packed), (true, false)];
        let view = model.view(places);
        forms.into_iter().find_map(|(is_sized, packed)| {
            let rows = view.lines(if packed { "" } else { " " });
            syntax::are_rows(&rows, packed, is_sized).then(|| {
                let size = is_sized.then(|| size.clone());
                size.into_iter().chain(rows).chain(model.goal_lines()).collect()
            })
        })
    }
}
