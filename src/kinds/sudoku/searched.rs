//! The commands of a sudoku, at a grid with its searches.

use super::boards::Boards;
use super::grid::Grid;
use super::solve::{Proof, Solver};
use super::syntax::{self, Call};
use super::verbs::Word;
use super::{Sudoku, commands, empty_cells, moves, states, verdict};
use crate::diag::Sink;
use crate::puzzle::rank::Solutions;
use crate::puzzle::verdict::{Question, Ruling};
use crate::puzzle::{
    Answer, Command, Context, Cue, Done, Failure, Instruction, Reply, Request, Searches, Solved,
    Status,
};
use crate::scene::Scene;
use crate::search::{Budget, Outcome};

impl Call {
    /// Returns the command of a verb and its arguments. Pushes a diagnostic and gives `None` if they are
    /// malformed.
    pub(super) fn read(instruction: Instruction<'_>, sink: &mut Sink) -> Option<Self> {
        let Instruction { verb, mut given } = instruction;
        syntax::sudoku_command(Word::TABLE.words[verb], &mut given, sink)
    }
}

/// The searches that began in a grid.
#[derive(Default)]
pub(super) struct Solvers {
    proof: Option<Proof>,
    counter: Option<Solver>,
    boards: Option<Boards>,
}

impl Solvers {
    /// Returns the search for a solution, and for another one.
    pub(super) fn proof(&mut self, grid: &Grid) -> &mut Proof {
        self.proof.get_or_insert_with(|| Proof::new(grid))
    }

    /// Returns the search that counts the solutions.
    pub(super) fn counter(&mut self, grid: &Grid) -> &mut Solver {
        self.counter.get_or_insert_with(|| Solver::new(grid))
    }

    /// Returns the stream of boards.
    pub(super) fn boards(&mut self, grid: &Grid) -> &mut Boards {
        self.boards.get_or_insert_with(|| Boards::new(grid))
    }
}

/// A grid with its searches.
pub(super) struct Searched {
    sudoku: Sudoku,
    solvers: Solvers,
}

impl Searched {
    /// Returns a grid in which no search has begun.
    pub(super) fn new(sudoku: Sudoku) -> Self {
        Self { sudoku, solvers: Solvers::default() }
    }
}

impl Searches for Searched {
    fn command<'a>(
        &'a mut self,
        request: Request<'_>,
        sink: &mut Sink,
    ) -> Option<Box<dyn Command + 'a>> {
        let call = Call::read(request.command()?, sink)?;
        Some(Box::new(Bound { at: self, call }))
    }

    fn is_empty(&self) -> bool {
        let Solvers { proof, counter, boards } = &self.solvers;
        proof.is_none() && counter.is_none() && boards.is_none()
    }

    fn status(&self) -> Status {
        Status { done: Done::Phrase(empty_cells(&self.sudoku.grid)), figures: Vec::new() }
    }

    fn script(&mut self, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        commands::script(&self.sudoku, budget)
    }

    fn solve(&mut self, budget: &Budget) -> Option<Solved> {
        Some(states::solved(&self.sudoku.grid, &mut self.solvers, budget))
    }

    fn solutions(&mut self, budget: &Budget) -> Option<Outcome<Solutions>> {
        Some(states::solutions(&self.sudoku.grid, budget))
    }
}

/// A command at the grid where it is run.
struct Bound<'a> {
    at: &'a mut Searched,
    call: Call,
}

impl Command for Bound<'_> {
    fn run(&mut self, context: &mut Context<'_>) -> Result<Reply, Failure> {
        commands::run(&self.at.sudoku, &self.call, &mut self.at.solvers, context)
    }

    fn point(&mut self, name: &str, budget: &Budget) -> Result<Option<Scene>, Failure> {
        let Sudoku { givens, grid, .. } = &self.at.sudoku;
        commands::point(givens, name, grid, &self.call, budget)
    }

    fn obstacles(&self) -> Vec<String> {
        let Sudoku { givens, grid, .. } = &self.at.sudoku;
        let Call::Play(moves) = &self.call else { return Vec::new() };
        let followed = moves::follow(givens, grid, moves);
        let refused = followed.refused;
        refused.map_or_else(Vec::new, |typed| moves::obstacles(givens, &followed.grid, typed))
    }

    fn verdict(&mut self, question: &Question<'_>, budget: &Budget) -> Option<Ruling> {
        let Searched { sudoku: Sudoku { givens, grid, .. }, solvers } = &mut *self.at;
        let verdict = || verdict::verdict(givens, grid, question, solvers, budget);
        (self.call == Call::Solve).then(verdict)
    }
}
