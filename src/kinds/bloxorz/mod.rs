//! The block that rolls to a hole: the assignment's game and the full one, with fragile tiles,
//! switches, bridges, and a block that comes apart.

mod codes;
mod commands;
mod declare;
mod drawn;
mod faults;
mod json;
#[cfg(test)]
mod laws;
mod lower;
mod make;
mod marks;
mod parts;
#[cfg(test)]
mod reference;
mod rules;
mod solve;
mod states;
mod syntax;
mod terrain;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod typed;
mod view;

// The benchmarks time these.
pub use rules::{Position, Roll};
pub use solve::finder;
pub use terrain::{Effect, Split, Switch, Terrain, Tile};

use lower::Model;
use parts::PartsAt;
use solve::Finder;

use crate::diag::{Code, Diagnostic, Sink};
use crate::puzzle::moves::verbs::{self, Word};
use crate::puzzle::moves::{
    self, EachMove, Followed, Item, Metric, MoveGame, Particulars, Raw, Unread, View, path_text,
    read_letters,
};
use crate::puzzle::parts::Parts;
use crate::puzzle::rank::Form;
use crate::puzzle::{
    Body, Failure, Field, Info, LegalMove, Out, Role, Slot, Spot, Table, Task, Unit, Verb,
};
use crate::scene::Pointed;
use crate::search::{Budget, Stop};
use crate::syntax::{Arg, Args, Fragment};
use crate::table;
use crate::text::{Span, Spanned};
use syntax::BloxorzWord;

const VERBS: Table<Word<BloxorzWord>> = table! {
    Word::Solve => Verb {
        args: &[],
        summary: "finds a solution of the fewest rolls: their number, then the letters",
        example: "solve => {\n  7\n  RRDRRRD\n}\n",
        ..verbs::SOLVE
    },
    Word::Moves => Verb {
        summary: "lists the legal moves, one letter per line",
        example: "moves => {\n  R\n  D\n}\n",
        ..verbs::MOVES
    },
    Word::Play => Verb {
        args: &[Arg::Rest { form: &[Arg::Text("MOVES")], rule: "rolls" }],
        summary: "rolls the block: letters `L R U D`, and `_` for the other cube",
        example: "play RR => {\n  ooo-------\n  oSoo#o----\n  ooooooooo-\n  -ooooooooo\n  \
        -----ooToo\n  ------ooo-\n}\n",
        ..verbs::PLAY
    },
    Word::Hint => Verb { example: "hint => R\n", ..verbs::HINT },
    Word::Kind(BloxorzWord::Neighbors) => Verb {
        name: "neighbours",
        role: Role::Point,
        args: &[
            Arg::Optional(&[Arg::Word(&["all"])]),
            Arg::Optional(&[Arg::Cell, Arg::Optional(&[Arg::Cell])]),
        ],
        summary: "lists the positions that the block reaches by one move; with `all`, the illegal moves too",
        example: "neighbours => R (1,2) (1,3)\nneighbours all (1,2) (1,3) => {\n  L (1,1)\n  \
        R (1,4)\n  U (0,2) (0,3)\n  D (2,2) (2,3)\n}\n",
    },
    Word::Paths => Verb {
        summary: "lists the first N (10) paths from here, breadth-first, one per position",
        example: "paths 3 => {\n  R\n  D\n}\n",
        ..verbs::PATHS
    },
    Word::Goals => Verb { example: "goals 2 => {\n  RRDRRRD\n  RDRRDDR\n}\n", ..verbs::GOALS },
    Word::Frontier => Verb {
        summary: "lists the first N (10) positions that the search will expand next",
        example: "step\nfrontier 2 => {\n  R (1,2) (1,3)\n  D (2,1) (3,1)\n}\n",
        ..verbs::FRONTIER
    },
    Word::Step => Verb {
        summary: "expands N (1) positions of the search",
        example: "step => expanded 1 frontier 2 depth 1\n\
        step 5 => expanded 6 frontier 6 depth 3\n",
        ..verbs::STEP
    },
};

/// The kind.
pub static INFO: Info = Info {
    name: "bloxorz",
    summary: "a block of two cubes that rolls to a hole",
    verbs: VERBS.verbs,
    codes: codes::CODES,
    deep: &[&codes::UNREACHABLE],
    example: "bloxorz first {\n  ooo-------\n  oSoooo----\n  ooooooooo-\n  -ooooooooo\n  \
              -----ooToo\n  ------ooo-\n}\n",
    json: Some(&json::FORM),
    forms: &[&drawn::FORMAT],
    fits: Some(drawn::fits),
    begins: drawn::begins,
    separator: Some(""),
    make: Some(&make::MakeBloxorz),
    states: "positions of block and bridges",
    states_fact: |at, _| match VERBS.words[at] {
        Word::Solve | Word::Goals | Word::Hint => FACTS,
        _ => &[],
    },
    judge: |input, budget, sink, emit| moves::judge_raw(&RAW, input, budget, sink, emit),
    ..moves::info::<Model>()
};

/// The codes that an expectation of a solution makes superfluous.
static FACTS: &[&Code] = &[&codes::UNREACHABLE, &codes::NO_ROOM];

/// The answer to raw input: the letters of a solution.
static RAW: Raw<Model> =
    Raw { answer: |model, path, _, _, _, _| path_text(model, path), ..Raw::PLAIN };

impl MoveGame for Model {
    type Position = Position;
    type Move = Roll;
    type Typed = Spanned<Roll>;
    type Command = syntax::BloxorzCommand;
    type Engine = Finder;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word<BloxorzWord>> = VERBS;
    const METRICS: &'static [Metric<Roll>] = &[Metric {
        word: "rolls",
        unit: Unit { singular: "roll", plural: "rolls" },
        cost: |by| by.counts().into(),
        ..Metric::MOVES
    }];
    const PARTICULARS: Particulars<Self> = Particulars {
        letters: "LRUD_",
        point: commands::point,
        node: |model, at| states::text(&model.terrain, at),
        advise: |model, at, budget, sink| parts::advise(model, at, budget, sink),
        ..Particulars::PLAIN
    };

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        let shape = syntax::expect_bloxorz_body(body, out)?;
        let model = lower::lower(&shape, body, out)?;
        if model.legal(&model.start()).is_empty() {
            out.push(codes::no_room(model.places[0]));
        }
        Some(model)
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Spanned<Roll>>> {
        syntax::expect_rolls(args, sink)
    }

    fn read_item<'a>(
        &self,
        text: Fragment<'a>,
        each: &mut EachMove<'_, 'a, Spanned<Roll>>,
    ) -> Result<Item<'a>, Unread<'a>> {
        read_letters(text, Roll::from_letter, each)
    }

    fn start(&self) -> Position {
        Position::start(&self.terrain)
    }

    fn is_solved(&self, at: &Position) -> bool {
        at.is_solved(&self.terrain)
    }

    fn legal(&self, at: &Position) -> Vec<(Roll, Position)> {
        let neighbors = at.neighbors(&self.terrain).into_iter();
        neighbors.filter_map(|(roll, next)| Some((roll, next.ok()?))).collect()
    }

    fn legal_moves(&self, at: &Position) -> Vec<LegalMove> {
        let legal = self.legal(at).into_iter();
        legal.map(|(roll, next)| commands::legal_move(at.block, roll, next.block)).collect()
    }

    fn make(
        &self,
        at: &Position,
        roll: &Spanned<Roll>,
        home: bool,
    ) -> Result<(Position, Roll), Failure> {
        commands::make(self, at, *roll, home).map(|next| (next, roll.value))
    }

    fn obstacles(&self, followed: &Followed<'_, Self>) -> Vec<String> {
        commands::obstacles(self, followed)
    }

    fn move_text(&self, by: &Roll) -> String {
        by.letter().to_string()
    }

    fn view<'a>(&'a self, at: &'a Position) -> View<'a> {
        view::view(self, at)
    }

    fn frontier_text(&self, path: &[Roll], at: &Position) -> String {
        format!("{} {}", path_text(self, path), at.block).trim_start().to_owned()
    }

    fn engine(&self, at: &Position, _metric: usize, _budget: &Budget) -> Result<Box<Finder>, Stop> {
        Ok(Box::new(finder(&self.terrain, *at)))
    }

    fn unsolvable(&self, _at: &Self::Position, verb: Option<Span>) -> Option<Diagnostic> {
        let [start, hole] = self.places;
        Some(match verb {
            Some(verb) => codes::unreachable(verb, None),
            None => codes::unreachable(hole, Some(start)),
        })
    }

    fn declare(&self, at: &Position) -> Option<Vec<String>> {
        declare::drawing(self, at).map(declare::Drawing::lines)
    }

    fn fields(&self, at: &Position) -> Vec<Field> {
        declare::drawing(self, at).map(json::fields).unwrap_or_default()
    }

    fn point(&self, followed: Followed<'_, Self>) -> Result<Pointed, Failure> {
        Ok(commands::near(commands::in_the_way(self, &followed)))
    }

    fn task(&self, _name: &str) -> Task {
        let mut notes = vec![String::from("roll the block until it stands on T")];
        let mut legend = self.legend(self.terrain.extended());
        if self.terrain.rows().iter().flatten().any(|&tile| tile == Tile::Fragile) {
            legend.insert('f', String::from("fragile"));
        }
        notes.extend(legend.iter().map(|(letter, meaning)| format!("{letter}: {meaning}")));
        Task { notes, ..Task::default() }
    }

    fn cell_of(&self, at: &Position, _: &Spanned<Roll>) -> Option<String> {
        at.block.cells().next().map(|cell| cell.to_string())
    }

    fn parts(&self, at: &Position) -> Option<Box<dyn Parts + '_>> {
        Some(Box::new(PartsAt::of(self, at)))
    }

    /// Returns the number of switches, bridges and fragile tiles.
    fn pieces(&self) -> Option<u64> {
        Some(self.terrain.parts(&self.start()).len() as u64)
    }

    fn form(&self) -> Option<Form> {
        states::form(&self.terrain)
    }

    fn candidates(
        &self,
        at: &Position,
        word: Word<BloxorzWord>,
        slot: Slot<'_>,
        before: Fragment<'_>,
    ) -> Vec<String> {
        match (word, slot.arg) {
            (Word::Kind(BloxorzWord::Neighbors), Arg::Cell) if !before.text.contains('(') => {
                vec![at.block.to_string()]
            }
            _ => Vec::new(),
        }
    }

    fn describe(&self, at: &Position, spot: &Spot<'_>) -> Option<String> {
        marks::describe(self, at, spot)
    }
}
