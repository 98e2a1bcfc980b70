//! The solver for grids of any size: guesses, what follows from them, and learning from
//! contradictions.
//!
//! * `board`: the candidates and their places; `clauses`: what was learned; `order`: what is guessed
//!   next.
//!
//! A contradiction is traced back to the fewest facts of the last guess that it follows from (the
//! first unique implication point; J. Marques-Silva and K. Sakallah, "GRASP", 1999; N. Eén and
//! N. Sörensson, "An extensible SAT-solver", 2003). Grids of 25×25 cells with 40 % given need this:
//! without it, one wrong guess near the root can cost hours.

mod board;
mod clauses;
mod order;
#[cfg(test)]
mod tests;

use super::super::grid::{Grid, digits};
use crate::search::{Budget, Charge, Counted, Stop};
use board::{Board, Conflict, Literal, Reason};
use clauses::Clauses;
use order::Order;

/// Contradictions before the first new start.
const RESTART: u64 = 64;
/// Learned clauses that are kept at first, and how many more after each cleaning.
const KEPT: usize = 4000;
const MORE_KEPT: usize = 500;
/// The number of solutions that are excluded by a clause each. Beyond it, the clauses would cost more
/// memory and time than going back in order.
const EXCLUDED: usize = 64;

/// A search for all solutions of a grid.
#[derive(Debug)]
pub(super) struct Wide {
    /// The grid that the search began with.
    base: Grid,
    board: Board,
    clauses: Clauses,
    order: Order,
    /// For each candidate its last value: the next guess.
    last: Box<[bool]>,
    /// Literals that hold in the solutions that are asked for: the guesses of the first levels.
    assumed: Vec<Literal>,
    /// Below this level the search goes back one level at a time, each time with the opposite of its
    /// guess: the solutions that were found above it are excluded by no clause.
    floor: usize,
    /// True if the board is the solution that was found last.
    is_found: bool,
    /// True once there is no further solution.
    is_done: bool,
    nodes: u64,
    conflicts: u64,
    /// The solutions that a clause excludes.
    excluded: usize,
    /// The contradictions at which the search starts anew, and the number of new starts.
    restart: u64,
    restarts: u64,
    kept: usize,
    charge: Charge,
    /// For each candidate whether the contradiction that is traced depends on it.
    seen: Box<[bool]>,
}

impl Wide {
    pub(super) fn new(grid: &Grid) -> Self {
        let board = Board::new(grid.layout());
        let count = board.candidates();
        let mut wide = Self {
            base: grid.clone(),
            clauses: Clauses::new(count),
            order: Order::new(count),
            last: vec![true; count].into(),
            assumed: Vec::new(),
            floor: 0,
            is_found: false,
            is_done: false,
            nodes: 0,
            conflicts: 0,
            excluded: 0,
            restart: RESTART,
            restarts: 0,
            kept: KEPT,
            charge: Charge::default(),
            seen: vec![false; count].into(),
            board,
        };
        wide.is_done = !wide.begin(grid);
        wide
    }

    /// Sets the givens and the marks, and follows them. `false` at a contradiction.
    fn begin(&mut self, grid: &Grid) -> bool {
        for cell in 0..grid.cells().len() {
            let given =
                (grid.value(cell) != 0).then(|| self.board.candidate(cell, grid.value(cell)));
            let deleted = digits(if given.is_none() { grid.deleted(cell) } else { 0 });
            let deleted = deleted.map(|digit| Literal::is_not(self.board.candidate(cell, digit)));
            for literal in given.map(Literal::is).into_iter().chain(deleted.collect::<Vec<_>>()) {
                match self.board.value(literal) {
                    Some(false) => return false,
                    Some(true) => {}
                    None => self.board.set(literal, Reason::None),
                }
            }
            if self.follow().is_err() {
                return false;
            }
        }

        // The narrowest places first.
        for candidate in 0..self.board.candidates() as u32 {
            if self.board.value(Literal::is(candidate)).is_none() {
                let places = self.board.places(candidate).into_iter();
                let ways = places.map(|place| {
                    let left = f64::from(self.board.left(place));
                    // Unlike `powi`, the same on every system: `make --size 16` goes this way.
                    1.0 / (left * left)
                });
                self.order.bump(candidate, ways.sum::<f64>());
                self.order.queue(candidate);
            }
        }
        true
    }

    /// Returns the number of guesses made so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Turns to the solutions of a grid that has more digits than the first one. `false`, and nothing
    /// changes, if it differs in another way, or if solutions were excluded.
    pub(super) fn assume(&mut self, grid: &Grid) -> bool {
        let base = &self.base;
        let extends = |cell| {
            let base_digit = base.value(cell);
            match grid.value(cell) {
                0 => base_digit == 0 && base.deleted(cell) == grid.deleted(cell),
                digit => {
                    base_digit == digit
                        || base_digit == 0 && base.deleted(cell) >> (digit - 1) & 1 == 0
                }
            }
        };

        let cells = 0..grid.cells().len();
        if self.excluded > 0 || base.layout() != grid.layout() || !cells.clone().all(extends) {
            return false;
        }
        let more = cells.filter(|&cell| base.value(cell) != grid.value(cell));
        let digit = |cell| Literal::is(self.board.candidate(cell, grid.value(cell)));
        let assumed: Vec<_> = more.map(digit).collect();
        let pairs = self.assumed.iter().zip(&assumed);
        self.back_to(pairs.take_while(|(old, new)| old == new).count());
        self.assumed = assumed;
        self.is_found = false;
        self.nodes = 0;
        true
    }

    /// Returns the next solution, or `None` if there is no further one.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub(super) fn next(&mut self, budget: &Budget) -> Result<Option<Grid>, Stop> {
        if std::mem::take(&mut self.is_found) {
            self.is_done = !self.exclude();
        }
        while !self.is_done {
            if let Err(conflict) = self.follow() {
                self.conflicts += 1;
                let level = self.board.level();
                self.is_done = level == 0;
                if level > self.floor {
                    self.learn(&conflict);
                } else if !self.is_done {
                    self.is_done = !self.exhaust();
                }
                continue;
            }
            self.tidy(budget);
            if self.board.level() < self.assumed.len() {
                let literal = self.assumed[self.board.level()];
                match self.board.value(literal) {
                    Some(false) => return Ok(None),
                    Some(true) => self.board.begin_level(),
                    None => {
                        self.board.begin_level();
                        self.board.set(literal, Reason::None);
                    }
                }
                continue;
            }
            if self.board.is_known() {
                self.is_found = true;
                return Ok(self.board.solution());
            }
            budget.check(self.nodes, 0)?;
            let Some(candidate) = self.open_candidate() else { return Ok(None) };
            self.nodes += 1;
            self.board.begin_level();
            let is = Literal::is(candidate);
            let guess = if self.last[candidate as usize] { is } else { !is };
            self.board.set(guess, Reason::None);
        }
        Ok(None)
    }

    /// Takes the next candidate to guess; `None` if all are known.
    fn open_candidate(&mut self) -> Option<u32> {
        loop {
            let candidate = self.order.pop()?;
            if self.board.value(Literal::is(candidate)).is_none() {
                return Some(candidate);
            }
        }
    }

    /// Starts anew and drops clauses when it is time to, and publishes figures.
    fn tidy(&mut self, budget: &Budget) {
        if self.conflicts >= self.restart {
            self.restarts += 1;
            self.restart = self.conflicts + RESTART * luby(self.restarts);
            self.back_to(self.floor.max(self.assumed.len().min(self.board.level())));
        }
        if self.clauses.len() >= self.kept {
            self.clauses.reduce(&mut self.board);
            self.kept = self.clauses.len().max(self.kept) + MORE_KEPT;
        }
        let bytes = (self.clauses.bytes() + self.board.candidates() * 128) as u64;
        if bytes.abs_diff(self.charge.bytes()) > 1 << 16 {
            self.charge.set(bytes, budget);
        }
        if let Some(progress) = &budget.progress {
            progress.publish_count(Counted::Guesses, self.nodes, bytes);
        }
    }

    /// Follows everything that is known to its end.
    fn follow(&mut self) -> Result<(), Conflict> {
        while let Some(literal) = self.board.follow()? {
            self.clauses.follow(!literal, &mut self.board)?;
        }
        Ok(())
    }

    fn back_to(&mut self, level: usize) {
        let order = &mut self.order;
        let last = &mut self.last;
        self.board.undo(level, |literal| {
            order.queue(literal.candidate());
            last[literal.candidate() as usize] = literal.is_positive();
        });
    }

    /// Goes on after a solution. `false` if it needed no guess.
    fn exclude(&mut self) -> bool {
        if self.excluded >= EXCLUDED {
            return self.exhaust();
        }
        self.excluded += 1;
        let level = self.board.level();
        let guesses = (1..=level).rev().filter_map(|level| self.board.guess(level));
        let clause: Vec<_> = guesses.map(|guess| !guess).collect();
        let Some(&first) = clause.first() else { return false };
        let second = clause.get(1).map_or(0, |literal| self.board.level_of(literal.candidate()));
        self.back_to(second);
        let reason = match clause.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.clauses.add(&clause, 0)),
        };
        self.board.set(first, reason);
        true
    }

    /// Reverses the last guess, because all solutions with the guesses in force were found. `false` if
    /// there is no guess.
    fn exhaust(&mut self) -> bool {
        loop {
            let level = self.board.level();
            if level == 0 {
                return false;
            }
            let guess = self.board.guess(level);
            self.back_to(level - 1);
            self.floor = level - 1;
            if let Some(guess) = guess {
                self.board.set(!guess, Reason::Exhausted);
                return true;
            }
        }
    }

    /// Learns the first-UIP clause of a conflict (conflict-driven clause learning, CDCL), minimizes
    /// it, and jumps back to the first level on which it says something new.
    fn learn(&mut self, conflict: &Conflict) {
        let mut causes = Vec::new();
        let (asserted, mut others) = self.first_uip_clause(conflict, &mut causes);
        self.order.age();
        self.minimize(&mut others, &mut causes);
        self.jump_back(asserted, others);
    }

    /// Traces a conflict back along the trail to the first unique implication point (UIP): the latest
    /// literal of the current level that implies the conflict together with earlier levels. Returns
    /// the clause that excludes this: the negated UIP, and the literals of earlier levels, whose
    /// candidates stay `seen`. `causes` is scratch space.
    #[inline]
    fn first_uip_clause(
        &mut self,
        conflict: &Conflict,
        causes: &mut Vec<Literal>,
    ) -> (Literal, Vec<Literal>) {
        match *conflict {
            Conflict::Both(candidate, rival) => {
                causes.extend([candidate, rival].map(Literal::is_not));
            }
            Conflict::Empty(place) => {
                causes.extend(self.board.members(place).iter().map(|&member| Literal::is(member)));
            }
            Conflict::Clause(clause) => causes.extend(self.clauses.literals(clause)),
        }

        let level = self.board.level();
        // The number of seen literals of the current level that are not traced yet.
        let mut pending = 0;
        let mut at = self.board.trail.len();
        let mut others = Vec::new();
        loop {
            for cause in causes.drain(..) {
                let candidate = cause.candidate();
                let cause_level = self.board.level_of(candidate);
                if cause_level > 0 && !std::mem::replace(&mut self.seen[candidate as usize], true) {
                    self.order.bump(candidate, 1.0);
                    if cause_level == level {
                        pending += 1;
                    } else {
                        others.push(cause);
                    }
                }
            }

            let latest = loop {
                at -= 1;
                let literal = self.board.trail[at];
                if self.seen[literal.candidate() as usize] {
                    break literal;
                }
            };
            self.seen[latest.candidate() as usize] = false;
            pending -= 1;
            if pending == 0 {
                return (!latest, others);
            }
            causes_of(&self.board, &self.clauses, latest, causes);
        }
    }

    /// Drops the literals of earlier levels that follow from the rest of the clause, and clears `seen`.
    #[inline]
    fn minimize(&mut self, others: &mut Vec<Literal>, causes: &mut Vec<Literal>) {
        let traced = others.clone();
        others.retain(|&literal| !self.is_implied(literal, causes));
        for literal in &traced {
            self.seen[literal.candidate() as usize] = false;
        }
    }

    /// Jumps back to the latest level of the other literals, none of which holds there, adds the
    /// clause, and sets the literal that follows from it.
    #[inline]
    fn jump_back(&mut self, asserted: Literal, mut others: Vec<Literal>) {
        // The first two literals are watched: the asserted one, and the latest of the others.
        let key = |literal: &Literal| std::cmp::Reverse(self.board.level_of(literal.candidate()));
        others.sort_by_key(key);
        let mut levels: Vec<_> = others.iter().map(key).collect();
        levels.dedup();
        let latest = levels.first().map_or(0, |level| level.0);
        self.back_to(latest.max(self.floor));

        let reason = if others.is_empty() {
            Reason::None
        } else {
            let mut clause = others;
            clause.insert(0, asserted);
            Reason::Clause(self.clauses.add(&clause, levels.len() + 1))
        };
        self.board.set(asserted, reason);
    }

    /// Returns whether a literal of the clause being learned follows from the others.
    fn is_implied(&self, literal: Literal, causes: &mut Vec<Literal>) -> bool {
        if matches!(self.board.reason(literal.candidate()), Reason::None | Reason::Exhausted) {
            return false;
        }
        causes.clear();
        causes_of(&self.board, &self.clauses, !literal, causes);
        let known = |cause: Literal| {
            self.seen[cause.candidate() as usize] || self.board.level_of(cause.candidate()) == 0
        };
        let are_known = causes.iter().all(|&cause| known(cause));
        causes.clear();
        are_known
    }
}

/// Adds the literals that do not hold and from which `literal` follows.
fn causes_of(board: &Board, clauses: &Clauses, literal: Literal, causes: &mut Vec<Literal>) {
    match board.reason(literal.candidate()) {
        Reason::None => {}
        Reason::Taken(by) => causes.push(Literal::is_not(by)),
        Reason::Last(place) => {
            let others =
                board.members(place).iter().filter(|&&member| member != literal.candidate());
            causes.extend(others.map(|&member| Literal::is(member)));
        }
        Reason::Clause(clause) => {
            causes.extend(clauses.literals(clause).iter().filter(|&&cause| cause != literal));
        }
        Reason::Exhausted => {
            let levels = 1..=board.level_of(literal.candidate());
            causes.extend(levels.filter_map(|level| board.guess(level)).map(|guess| !guess));
        }
    }
}

/// Returns the `n`-th number of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, from 1 (M. Luby, A. Sinclair and
/// D. Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993).
fn luby(mut n: u64) -> u64 {
    loop {
        let power = (n + 1).next_power_of_two();
        if power == n + 1 {
            return power / 2;
        }
        n -= power / 2 - 1;
    }
}
