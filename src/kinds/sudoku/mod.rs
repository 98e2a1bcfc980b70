//! Sudoku, 4×4 to 25×25.
//!
//! * `grid`, `rules`: plain grids and rules; `reference`: the plain solver;
//! * `solve`: the fast solvers; `ordered`: solutions in ascending order;
//! * `techniques`: solving as a person does;
//! * `space`: the stream of boards of the seeds.

mod codes;
mod commands;
mod faults;
mod forms;
mod grid;
mod json;
mod judge;
#[cfg(test)]
mod laws;
mod lower;
mod marks;
mod ordered;
mod prospects;
mod reference;
mod rules;
mod scene;
mod solve;
mod space;
mod states;
mod syntax;
mod techniques;
#[cfg(test)]
mod tests;

use std::sync::Arc;

// The benchmarks time these.
pub use grid::{Grid, value_of};
pub use reference::Reference;
pub use solve::{Solver, two};

use lower::Givens;

use crate::diag::{Code, Sink, counted};
use crate::puzzle::{
    Abilities, Answer, Body, Cells, Context, Failure, Game, Info, Input, Language, Reading, Reply,
    Role, Spot, Verb, Verdict,
};
use crate::scene::Scene;
use crate::search::{Budget, Kept, Search, Work};
use crate::syntax::{Args, Fragment};
use grid::cell_name;
use solve::Proof;
use space::Boards;
use syntax::{Call, foreign};

static INFO: Info = Info {
    name: "sudoku",
    summary: "sudoku of 4×4 to 25×25 cells",
    verbs: &[
        Verb {
            name: "solve",
            role: Role::Fill,
            usage: "solve",
            summary: "the digits of the solution, or `unsolvable`",
            example: "solve => 483921657967345821251876493548132976729564138136798245372689514814253769695417382\n",
        },
        Verb {
            name: "count",
            role: Role::Find,
            usage: "count [LIMIT]",
            summary: "the number of solutions, counted no further than LIMIT",
            example: "count => 1\ncount 1 => 1\n",
        },
        Verb {
            name: "solutions",
            role: Role::List,
            usage: "solutions [N]",
            summary: "the first N solutions (all without N), one per line, the smallest first",
            example: "solutions 1 => 483921657967345821251876493548132976729564138136798245372689514814253769695417382\n",
        },
        Verb {
            name: "row",
            role: Role::Ask,
            usage: "row N",
            summary: "the digits of a row, numbered from 1",
            example: "row 1 => ..3.2.6..\n",
        },
        Verb {
            name: "column",
            role: Role::Ask,
            usage: "column N",
            summary: "the digits of a column, numbered from 1",
            example: "column 3 => 3.18.62.5\n",
        },
        Verb {
            name: "box",
            role: Role::Ask,
            usage: "box N",
            summary: "the digits of a box, numbered from 1",
            example: "box 9 => 5....93..\n",
        },
        Verb {
            name: "candidates",
            role: Role::Ask,
            usage: "candidates CELL",
            summary: "the digits that a cell, `r1c3` or `(0,2)`, can take by its row, column and box",
            example: "candidates r1c1 => 45\ncandidates (0,1) => 4578\n",
        },
        Verb {
            name: "next",
            role: Role::Ask,
            usage: "next",
            summary: "the boards one step on: the first empty cell with each of its candidates",
            example: "next => {\n  \
            4.3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n  \
            5.3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n\
            }\n",
        },
        Verb {
            name: "boards",
            role: Role::List,
            usage: "boards [N]",
            summary: "the first N boards of the breadth-first stream from here",
            example: "boards 2 => {\n  \
            ..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n  \
            4.3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n\
            }\n",
        },
        Verb {
            name: "explain",
            role: Role::Find,
            usage: "explain",
            summary: "the steps of a person who solves it",
            example: "sudoku small {\n  1.34\n  3412\n  2143\n  432.\n}\nexplain => {\n  \
            naked-single r1c2=2: its row, column and box leave no other digit\n  \
            naked-single r4c4=1: its row, column and box leave no other digit\n}\n",
        },
        Verb {
            name: "rate",
            role: Role::Find,
            usage: "rate",
            summary: "how hard it is: the hardest technique needed, and a number",
            example: "rate => naked-single 49\n",
        },
        Verb {
            name: "hint",
            role: Role::Find,
            usage: "hint",
            summary: "the next step that a person would take, or `solved`, `impossible`, `no technique`",
            example: "hint => naked-single r5c6=4: its row, column and box leave no other digit\n",
        },
        Verb {
            name: "moves",
            role: Role::Ask,
            usage: "moves",
            summary: "the placements that clash with nothing, one per line",
            example: "sudoku small {\n  1.34\n  3412\n  2143\n  432.\n}\nmoves => {\n  r1c2=2\n  \
            r4c4=1\n}\n",
        },
        Verb {
            name: "play",
            role: Role::Play,
            usage: "play MOVES",
            summary: "puts digits into cells: `r1c3=4`, separated by spaces",
            example: "play r1c1=4 r2c2=6\nrow 1 => 4.3.2.6..\n",
        },
        Verb {
            name: "step",
            role: Role::Progress,
            usage: "step [N]",
            summary: "expands N boards of the stream and keeps the search",
            example: "step => expanded 1 frontier 2 depth 1\n\
            step 5 => expanded 6 frontier 6 depth 3\n",
        },
        Verb {
            name: "frontier",
            role: Role::Progress,
            usage: "frontier [N]",
            summary: "the next N boards that would be expanded",
            example: "step\nfrontier 2 => {\n  \
            4.3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n  \
            5.3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n\
            }\n",
        },
        Verb {
            name: "paths",
            role: Role::List,
            usage: "paths [N]",
            summary: "the first N paths of the stream, as moves; the empty one first",
            example: "paths 3 => {\n  r1c1=4\n  r1c1=5\n}\n",
        },
        Verb {
            name: "goals",
            role: Role::List,
            usage: "goals [N]",
            summary: "the first N paths to a solution (all without N), as moves",
            example: "sudoku small {\n  1.34\n  3412\n  2143\n  432.\n}\ngoals => {\n  \
            r1c2=2 r4c4=1\n}\n",
        },
    ],
    points: &["row", "column", "box", "candidates", "hint"],
    codes: codes::CODES,
    deep: codes::DEEP,
    example: "sudoku easy {\n  ..3.2.6..\n  9..3.5..1\n  ..18.64..\n  ..81.29..\n  7.......8\n  \
              ..67.82..\n  ..26.95..\n  8..2.3..9\n  ..5.1.3..\n}\n",
    json: Some(&json::FORM),
    forms: &[&forms::SS, &forms::SDK, &forms::SDM, &forms::LINE],
    language: Language {
        marks: marks::marks,
        argument_marks: |_, args| marks::argument_marks(args),
        convert: marks::convert,
        moves: marks::placements,
        are_peers,
        streams: foreign::is_list,
        fits: Some(foreign::fits),
        states_fact,
        ..Language::PLAIN
    },
    ..Info::PLAIN
};

/// An open sudoku.
#[derive(Debug)]
pub struct Sudoku {
    model: Arc<Givens>,
}

/// A board with the searches that started from it.
pub struct State {
    grid: Grid,
    moves: usize,
    /// The stream of boards, once a command asked for it.
    boards: Kept<Search<Boards>>,
    /// The counter, once a command asked for it; it resumes after a stop.
    counter: Option<Box<Solver>>,
    /// The proof of the solution, once a command asked for it; it resumes after a stop.
    proof: Option<Box<Proof>>,
}

impl State {
    fn new(grid: Grid, moves: usize) -> Self {
        Self { grid, moves, boards: Kept::default(), counter: None, proof: None }
    }

    /// Repeats the stream of boards, if it was dropped.
    fn resume(&mut self, budget: &Budget) -> Result<(), Answer> {
        let reached = self.boards.reached();
        if reached == 0 {
            return Ok(());
        }
        let mut boards = self.boards(budget);
        let done = boards.catch_up(reached, budget);
        done.map_err(|stop| commands::gave_up(stop, boards.figures()))
    }

    fn boards(&mut self, budget: &Budget) -> Work<'_, Search<Boards>> {
        let grid = &self.grid;
        self.boards.open(budget, || Search::new(Boards::new(grid.clone())))
    }
}

/// Whether two cells share a row, a column or a box.
fn are_peers(side: u32, one: (u32, u32), other: (u32, u32)) -> bool {
    let order = side.isqrt().max(1);
    let in_box = |(row, column): (u32, u32)| (row / order, column / order);
    one.0 == other.0 || one.1 == other.1 || in_box(one) == in_box(other)
}

/// See [`Language::states_fact`].
fn states_fact(_: &'static Info, verb: &str, expected: &str) -> &'static [&'static Code] {
    match (verb, expected.split_ascii_whitespace().next().unwrap_or_default()) {
        ("solve" | "solutions" | "rate", "unsolvable") | ("count", "0") => codes::HOPELESS,
        ("solve", _) => codes::SOLVABLE,
        ("count" | "solutions", _) => codes::COUNTED,
        _ => &[],
    }
}

impl Game for Sudoku {
    type Model = Givens;
    type State = State;
    type Call = Call;

    const INFO: &'static Info = &INFO;
    const ABILITIES: Abilities<Self> = Abilities {
        obstacles: |game, state, call| commands::obstacles(&game.model, state, call),
        accepts: |_, state, call, _, expected| {
            matches!(call, Call::Solve) && commands::completes(&state.grid, expected)
        },
        essence: |_, state, _| Answer::text(commands::rows(&state.grid, '.')),
        resume: |_, state, budget| state.resume(budget),
        script: |_, state, budget| commands::script(&state.grid, budget),
        deep: |game, state, name, budget, sink| {
            judge::deep(&game.model, &state.grid, name, budget, sink)
        },
        prospects: |game, state, calls, budget, each| {
            prospects::prospects(&game.model, &state.grid, calls, budget, each);
        },
        survey: |input, deep, sink| judge::survey(input.source, deep, sink),
        graph: |game, state, limit, budget| {
            Some(states::graph(game.model.blank, state, limit, budget))
        },
        growth: |_, state, budget| Some(states::growth(state, budget)),
        solve: |_, state, budget| Some(states::solved(state, budget)),
        solutions: |_, state, budget| Some(states::solutions(state, budget)),
        rating: |_, state, budget| Some(states::rating(state, budget)),
        canonical: |model| Some(states::form(&model.grid).canonical()),
        ..Abilities::NONE
    };

    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Reading<Givens>> {
        let model = if body.raw {
            judge::first(body, sink)?
        } else {
            let shape = syntax::parse_sudoku_body(body, sink);
            lower::lower(&shape, body.name, sink)?
        };
        Some(Reading { model, asks: Vec::new() })
    }

    fn open(model: Arc<Givens>) -> Self {
        Self { model }
    }

    fn parse(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
        syntax::parse_sudoku_command(verb, args, sink)
    }

    fn run(
        &mut self,
        state: &mut State,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Result<Reply<State>, Failure> {
        commands::run(&self.model, state, call, context)
    }

    fn declare(&mut self, state: &State, _budget: &Budget) -> Result<Option<Vec<String>>, Answer> {
        let rows = commands::rows(&state.grid, self.model.blank);
        Ok(Some(rows.lines().map(str::to_owned).collect()))
    }

    fn copy(&self, state: &State) -> State {
        State::new(state.grid.clone(), state.moves)
    }

    fn start(&self) -> State {
        State::new(self.model.grid.clone(), 0)
    }

    fn show(&mut self, state: &State, _budget: &Budget) -> Answer {
        Answer::list(commands::rows(&state.grid, self.model.blank))
    }

    fn cells(&self) -> Cells {
        Cells::Characters
    }

    fn status(&self, state: &State) -> String {
        let search = state.boards.look(|boards| match boards {
            Some(boards) => {
                let figures = boards.figures();
                format!("{figures}\n{} bytes held", figures.bytes)
            }
            None => String::from("expanded 0 frontier 1 depth 0\n0 bytes held"),
        });
        let empty = state.grid.cells().len() - state.grid.givens();
        format!("{search}\n{} empty", counted(empty, "cell"))
    }

    fn prompt(&self, state: &State) -> String {
        let empty = state.grid.cells().len() - state.grid.givens();
        if empty == 0 { String::from("full") } else { counted(empty, "cell") + " empty" }
    }

    fn scene(&mut self, name: &str, state: &State) -> Scene {
        scene::scene(name, &self.model.grid, &state.grid)
    }

    fn point(&mut self, name: &str, state: &State, call: &Call) -> Result<Option<Scene>, Failure> {
        let Some((grid, marks)) = commands::point(&state.grid, call)? else { return Ok(None) };
        Ok(Some(scene::pointed(scene::scene(name, &self.model.grid, &grid), &marks)))
    }

    fn complete(&self, state: &State, verb: &str, before: Fragment<'_>) -> Vec<String> {
        let size = state.grid.size();
        let (earlier, word) = match before.text.rfind([' ', '\t']) {
            Some(at) => before.text.split_at(at + 1),
            None => ("", before.text),
        };
        let words: Vec<String> = match verb {
            "candidates" => {
                let empty = (0..state.grid.cells().len()).filter(|&at| state.grid.value(at) == 0);
                empty.map(|cell| cell_name(cell, size)).collect()
            }
            "play" => match commands::after(&state.grid, earlier) {
                Some(grid) => commands::placements(&grid),
                None => Vec::new(),
            },
            "why" => match commands::after(&state.grid, earlier) {
                Some(grid) => commands::misplacements(&grid),
                None => Vec::new(),
            },
            "row" | "column" | "box" => (1..=size).map(|number| number.to_string()).collect(),
            _ => Vec::new(),
        };
        words.into_iter().filter(|one| one.starts_with(word)).collect()
    }

    fn describe(&mut self, state: &State, spot: &Spot<'_>) -> Option<String> {
        marks::describe(&self.model.grid, &state.grid, spot)
    }

    fn judge(
        input: Input<'_>,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict {
        judge::judge(input.source, budget, sink, emit)
    }
}
