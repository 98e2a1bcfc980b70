//! The fast solver of 9×9 grids: a depth-first search over boards.

#[cfg(target_arch = "x86_64")]
use super::avx2::{Avx2, search_avx2};
use super::board::{Board, Narrowed};
use super::lanes::{Machine, Portable};
use super::packed::Packed;
use crate::search::{Budget, Counted, Stop};

/// The machine that a search runs on. Each finds the same solutions in the same order, with the
/// same guesses.
#[derive(Clone, Copy, Debug)]
pub(super) enum Engine {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Engine {
    /// Returns the fastest engine of this processor.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = Avx2::detect() {
            return Self::Avx2(proof);
        }
        Self::Portable
    }
}

/// The search for all solutions of a grid, one after the other.
#[derive(Debug)]
pub(crate) struct Bands {
    engine: Engine,
    stack: Vec<Packed>,
    /// The board of the solution that was found last.
    solved: Packed,
    nodes: u64,
    /// True if the solutions are found in ascending order, which takes more guesses.
    is_ascending: bool,
}

impl Bands {
    /// Creates a solver for 81 cells; 0 is an empty one.
    pub(crate) fn new(cells: &[u8; 81]) -> Self {
        Self::on(Engine::detect(), cells)
    }

    /// Creates a solver that runs on a given machine.
    pub(super) fn on(engine: Engine, cells: &[u8; 81]) -> Self {
        let stack = Vec::with_capacity(32);
        let solved = Packed::new(&[0; 81]);
        let mut bands = Self { engine, stack, solved, nodes: 0, is_ascending: false };
        bands.load(cells);
        bands
    }

    /// Starts again with other cells, in the same memory.
    pub(crate) fn load(&mut self, cells: &[u8; 81]) {
        self.stack.clear();
        self.nodes = 0;
        self.is_ascending = false;
        self.stack.push(Packed::new(cells));
    }

    /// Starts again with other cells, and finds the smallest solution first: as a number read row by
    /// row.
    pub(crate) fn load_ascending(&mut self, cells: &[u8; 81]) {
        self.load(cells);
        self.is_ascending = true;
    }

    /// Takes digits (bit `d-1` for digit `d`) from the candidates of a cell, before the search.
    pub(super) fn delete(&mut self, cell: usize, digits: u32) {
        for packed in &mut self.stack {
            (0..9).filter(|digit| digits >> digit & 1 == 1).for_each(|at| packed.remove(cell, at));
        }
    }

    /// Returns the number of guesses made so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the solution that [`Bands::next`] found last.
    pub(crate) fn solution(&self) -> [u8; 81] {
        self.solved.digits()
    }

    /// Looks for the next solution; false when there is none.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub(crate) fn next(&mut self, budget: &Budget) -> Result<bool, Stop> {
        match self.engine {
            Engine::Portable => search(Portable, self, budget),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(proof) => search_avx2(proof, self, budget),
        }
    }
}

/// Guesses between two looks at the limits.
const LOOK: u64 = 256;

/// Runs [`Bands::next`] on a machine.
#[inline(always)]
pub(super) fn search<M: Machine>(m: M, bands: &mut Bands, budget: &Budget) -> Result<bool, Stop> {
    // A look takes as long as some guesses; the limit of states is exact nevertheless.
    let next_look = |nodes: u64| nodes.next_multiple_of(LOOK).min(budget.states).max(nodes);
    let mut look = next_look(bands.nodes);
    while let Some(packed) = bands.stack.pop() {
        let mut board = Board::load(m, &packed);
        loop {
            if bands.nodes >= look {
                if let Err(stop) = bands.look_up(budget) {
                    bands.stack.push(board.pack(m));
                    return Err(stop);
                }
                look = next_look(bands.nodes + 1);
            }
            match board.narrow(m) {
                Narrowed::Dead => break,
                Narrowed::Solved => {
                    bands.solved = board.pack(m);
                    return Ok(true);
                }
                Narrowed::Open => {}
            }
            bands.nodes += 1;
            let (with, without) = board.branch(m, bands.is_ascending);
            bands.stack.push(without.pack(m));
            board = with;
        }
    }
    Ok(false)
}

impl Bands {
    /// Publishes the progress and looks at the limits.
    fn look_up(&self, budget: &Budget) -> Result<(), Stop> {
        // Most puzzles need fewer guesses: threads that solve many of them publish nothing.
        if let Some(progress) = budget.progress.as_ref().filter(|_| self.nodes > 0) {
            let bytes = self.stack.capacity() * size_of::<Packed>();
            progress.publish_count(Counted::Guesses, self.nodes, bytes as u64);
        }
        budget.check(self.nodes, 0)
    }
}
