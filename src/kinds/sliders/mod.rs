//! Sliding tiles, equal ones alike: boards, plain rules, and two engines.
//!
//! `breadth` finds every shortest path if the space of states fits in memory; `deepening` proves the
//! optimum of boards whose space does not, by iterative deepening under pattern databases
//! (`pattern`). `finder` chooses between them.

mod board;
mod breadth;
mod codes;
mod commands;
mod deepening;
mod drawn;
mod finder;
mod groups;
mod json;
#[cfg(test)]
mod laws;
mod lower;
mod make;
mod marks;
mod pattern;
#[cfg(test)]
mod reference;
mod rules;
mod space;
mod states;
mod syntax;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod typed;
mod usual;
mod view;

// The benchmarks time these.
pub use board::{Board, Pair};
pub use deepening::Deepening;
pub use finder::Finder;
pub use rules::Slide;

use lower::Model;

use crate::diag::{Code, Diagnostic, Sink, counted};
use crate::puzzle::moves::verbs::{self, Word};
use crate::puzzle::moves::{
    self, EachMove, Followed, Item, Metric, Misreading, MoveGame, Particulars, Raw, Unread, View,
    read_letters,
};
use crate::puzzle::rank::Form;
use crate::puzzle::{
    Body, Failure, Field, Info, LegalMove, Out, Role, Spot, Table, Task, Unit, Verb,
};
use crate::scene::{Coordinate, Emphasis, Pointed};
use crate::search::{Budget, Stop};
use crate::syntax::{Arg, Args, Fragment};
use crate::table;
use crate::text::{Span, Spanned};
use syntax::SlidersWord;

/// Slides that are letters.
const SLIDES: &[Arg] = &[Arg::Rest { form: &[Arg::Text("MOVES")], rule: "slides" }];

const VERBS: Table<Word<SlidersWord>> = table! {
    Word::Solve => Verb {
        args: &[],
        summary: "finds a solution of the fewest slides: their number, then the letters",
        example: "solve => {\n  2\n  DR\n}\n",
        ..verbs::SOLVE
    },
    Word::Moves => Verb {
        summary: "lists the legal moves, one letter per line",
        example: "moves => {\n  L\n  R\n  U\n  D\n}\n",
        ..verbs::MOVES
    },
    Word::Play => Verb {
        args: SLIDES,
        summary: "slides tiles: letters `L R U D`, the direction in which the tile goes",
        example: "play DR => {\n  . A C\n  D B E\n  F G H\n}\n",
        ..verbs::PLAY
    },
    Word::Hint => Verb { example: "hint => D\n", ..verbs::HINT },
    Word::Kind(SlidersWord::Count) => Verb {
        name: "count",
        role: Role::Find,
        args: &[],
        summary: "counts all shortest solutions, exactly",
        example: "count => 1\n",
    },
    Word::Goals => Verb { example: "goals => DR\n", ..verbs::GOALS },
    Word::Kind(SlidersWord::Checksum) => Verb {
        name: "checksum",
        role: Role::Ask,
        args: SLIDES,
        summary: "computes the checksum of a path, from 0: `(sum * 243 + ASCII) mod 100000007`",
        example: "checksum LULUR => 19761398\n",
    },
    Word::Kind(SlidersWord::Sum) => Verb {
        name: "sum",
        role: Role::Find,
        args: &[],
        summary: "adds up the checksums of all shortest solutions",
        example: "sum => 16606\n",
    },
    Word::Paths => Verb { example: "paths 3 => {\n  L\n  R\n}\n", ..verbs::PATHS },
    Word::Frontier => Verb {
        example: "step\nfrontier 2 => {\n  L A B C / D E . / F G H\n  \
        R A B C / . D E / F G H\n}\n",
        ..verbs::FRONTIER
    },
    Word::Step => Verb {
        example: "step => expanded 1 frontier 4 depth 1\n\
        step 5 => expanded 6 frontier 8 depth 3\n",
        ..verbs::STEP
    },
};

/// The kind.
pub static INFO: Info = Info {
    name: "sliders",
    summary: "sliding tiles with one gap, equal tiles alike",
    verbs: VERBS.verbs,
    codes: codes::CODES,
    deep: &[&codes::UNSOLVABLE],
    example: "sliders eight {\n  A B C\n  D . E\n  F G H\n  goal\n  . A C\n  D B E\n  F G H\n}\n",
    json: Some(&json::FORM),
    forms: &[&drawn::FORMAT],
    fits: Some(drawn::fits),
    begins: drawn::begins,
    raw_goal: Some(usual::RAW_GOAL),
    separator: Some(""),
    make: Some(&make::MakeSliders),
    states: "boards, equal tiles alike",
    states_fact: |at, expected| states_fact(VERBS.words[at], expected),
    judge: |input, budget, sink, emit| moves::judge_raw(&RAW, input, budget, sink, emit),
    ..moves::info::<Model>()
};

/// Does what [`crate::puzzle::Info::states_fact`] says.
fn states_fact(word: Word<SlidersWord>, expected: &str) -> &'static [&'static Code] {
    static BOTH: &[&Code] = &[&codes::UNSOLVABLE, &codes::PARITY];
    let none = match word {
        Word::Solve | Word::Goals | Word::Hint => "unsolvable",
        Word::Kind(SlidersWord::Count | SlidersWord::Sum) => "0",
        _ => return &[],
    };
    match expected.split_whitespace().next() {
        Some(first) if first == none => BOTH,
        _ => INFO.deep,
    }
}

/// The answer to raw input: the length, number and sum of the shortest solutions.
static RAW: Raw<Model> = Raw { answer: commands::judged, ..Raw::PLAIN };

impl MoveGame for Model {
    type Position = Board;
    type Move = Slide;
    type Typed = Spanned<Slide>;
    type Command = syntax::SlidersCommand;
    type Engine = Finder;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word<SlidersWord>> = VERBS;
    const METRICS: &'static [Metric<Slide>] = &[Metric {
        word: "slides",
        unit: Unit { singular: "slide", plural: "slides" },
        ..Metric::MOVES
    }];
    const PARTICULARS: Particulars<Self> = Particulars {
        misreading: Some(&Misreading {
            condition: "the letters named the gap's direction",
            read: |slide| Some(Spanned { value: slide.value.opposite(), ..*slide }),
        }),
        figures: commands::figures,
        ..Particulars::PLAIN
    };

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        if let Some(place) = body.goal.and_then(|_| drawn::written_goal(body)) {
            out.push(codes::other_goal(place));
            return None;
        }
        let shape = syntax::expect_sliders_body(body, out)?;
        let model = lower::lower(&shape, out)?;
        let [start, goal] = model.boards;
        if model.pair.parity_forbids() {
            out.push(codes::parity(goal, start));
        }
        Some(model)
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Spanned<Slide>>> {
        syntax::expect_slides(args, sink)
    }

    fn read_item<'a>(
        &self,
        text: Fragment<'a>,
        each: &mut EachMove<'_, 'a, Spanned<Slide>>,
    ) -> Result<Item<'a>, Unread<'a>> {
        read_letters(text, Slide::from_letter, each)
    }

    fn start(&self) -> Board {
        self.pair.start().clone()
    }

    fn is_solved(&self, at: &Board) -> bool {
        at == self.pair.goal()
    }

    fn legal(&self, at: &Board) -> Vec<(Slide, Board)> {
        at.slides().filter_map(|slide| Some((slide, at.after(slide)?))).collect()
    }

    fn legal_moves(&self, at: &Board) -> Vec<LegalMove> {
        let place = |place: usize| Coordinate::nth(place, at.cols());
        let legal = |slide: Slide| {
            let tile = slide.tile_place(at.rows(), at.cols(), at.gap())?;
            let from = vec![place(tile)];
            let to = vec![place(at.gap())];
            Some(LegalMove::shift(self.move_text(&slide), tile as u32, from, to))
        };
        at.slides().filter_map(legal).collect()
    }

    fn make(
        &self,
        at: &Board,
        slide: &Spanned<Slide>,
        _home: bool,
    ) -> Result<(Board, Slide), Failure> {
        commands::make(at, *slide).map(|next| (next, slide.value))
    }

    fn obstacles(&self, followed: &Followed<'_, Self>) -> Vec<String> {
        let Some((slide, _)) = followed.refused else { return Vec::new() };
        let gap = followed.at.gap();
        let columns = followed.at.cols();
        vec![codes::at_the_edge(slide.value.letter(), gap / columns, gap % columns)]
    }

    fn move_text(&self, by: &Slide) -> String {
        by.letter().to_string()
    }

    fn view<'a>(&'a self, at: &'a Board) -> View<'a> {
        view::view(self, at)
    }

    fn missing(&self, at: &Board) -> String {
        let tiles = at.cells();
        let goal = self.pair.goal().cells();
        let away = tiles.iter().zip(goal).filter(|(tile, goal)| tile != goal).count();
        format!("the goal is not reached: {} with another tile", counted(away, "place"))
    }

    fn engine(&self, at: &Board, _metric: usize, _budget: &Budget) -> Result<Box<Finder>, Stop> {
        let pair = Pair::new(at.clone(), self.pair.goal().clone());
        Ok(Box::new(Finder::new(&pair.expect("slides keep the tiles and the shape"))))
    }

    fn unsolvable(&self, _at: &Self::Position, verb: Option<Span>) -> Option<Diagnostic> {
        // Of a board that parity forbids the declaration already says so.
        let known = self.pair.parity_forbids();
        (!known).then(|| codes::unsolvable(verb.unwrap_or(self.goal_line)))
    }

    /// Returns the place of the gap: an illegal move slides no tile.
    fn cell_of(&self, at: &Board, _: &Spanned<Slide>) -> Option<String> {
        Some(Coordinate::nth(at.gap(), at.cols()).to_string())
    }

    fn is_decided(&self, _at: &Board, _sink: &mut Sink) -> bool {
        self.pair.parity_forbids() || self.pair.surely_solvable()
    }

    fn declare(&self, at: &Board) -> Option<Vec<String>> {
        let [board, goal] = [at, self.pair.goal()].map(|board| {
            let view = self.view(board);
            view.lines(view.between)
        });
        Some([board, vec![String::from("goal")], goal].concat())
    }

    fn fields(&self, at: &Board) -> Vec<Field> {
        json::fields(self, at)
    }

    /// Returns the gap.
    fn point(&self, followed: Followed<'_, Self>) -> Result<Pointed, Failure> {
        Ok(vec![(Coordinate::nth(followed.at.gap(), followed.at.cols()), Emphasis::Focus)])
    }

    fn task(&self, name: &str) -> Task {
        let goal = moves::scene(self, name, self.pair.goal(), 0);
        let note = "slide tiles into the gap until they lie as on the right";
        Task { goal: Some(goal), notes: vec![String::from(note)], ..Task::default() }
    }

    fn pieces(&self) -> Option<u64> {
        Some(self.pair.start().cells().len() as u64 - 1)
    }

    fn form(&self) -> Option<Form> {
        Some(states::form(&self.pair))
    }

    fn describe(&self, at: &Board, spot: &Spot<'_>) -> Option<String> {
        marks::describe(self, at, spot)
    }
}
