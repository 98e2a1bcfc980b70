//! What was learned from contradictions: clauses, of which at least one literal holds in every
//! solution that was not found yet.

use super::board::{Board, Conflict, Literal, Reason};

/// A learned clause. The first two literals are watched.
#[derive(Debug)]
struct Clause {
    literals: Box<[Literal]>,
    /// The number of levels that its literals had when it was learned: the fewer, the more useful.
    levels: usize,
}

/// An entry in the list of a literal.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: if it holds, the clause need not be looked at.
    other: Literal,
}

/// The learned clauses.
#[derive(Debug)]
pub(super) struct Clauses {
    learned: Vec<Clause>,
    /// For each literal the clauses to look at once it does not hold.
    watches: Vec<Vec<Watch>>,
    literals: usize,
}

impl Clauses {
    /// Returns no clauses, about that many candidates.
    pub(super) fn new(candidates: usize) -> Self {
        Self { learned: Vec::new(), watches: vec![Vec::new(); 2 * candidates], literals: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.learned.len()
    }

    /// Returns the bytes held, without those of the empty lists.
    pub(super) fn bytes(&self) -> usize {
        // A watch takes eight bytes, and there are two of them for each clause.
        self.literals * size_of::<Literal>() + self.learned.len() * (size_of::<Clause>() + 32)
    }

    /// Returns the literals of a clause.
    pub(super) fn literals(&self, clause: u32) -> &[Literal] {
        &self.learned[clause as usize].literals
    }

    /// Adds a clause of two or more literals, and returns its number.
    pub(super) fn add(&mut self, literals: &[Literal], levels: usize) -> u32 {
        let number = self.learned.len() as u32;
        self.literals += literals.len();
        self.watch(number, literals);
        self.learned.push(Clause { literals: literals.into(), levels });
        number
    }

    fn watch(&mut self, clause: u32, literals: &[Literal]) {
        for (watched, other) in [(literals[0], literals[1]), (literals[1], literals[0])] {
            self.watches[watched.index()].push(Watch { clause, other });
        }
    }

    /// Follows a literal that does not hold any more.
    pub(super) fn follow(&mut self, fallen: Literal, board: &mut Board) -> Result<(), Conflict> {
        let mut watches = std::mem::take(&mut self.watches[fallen.index()]);
        let (mut read, mut kept) = (0, 0);
        let mut result = Ok(());
        while read < watches.len() {
            let watch = watches[read];
            read += 1;
            if board.value(watch.other) == Some(true) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let literals = &mut self.learned[watch.clause as usize].literals;
            if literals[0] == fallen {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let watch = Watch { other: first, ..watch };
            if board.value(first) != Some(true) {
                let open = |&at: &usize| board.value(literals[at]) != Some(false);
                if let Some(at) = (2..literals.len()).find(open) {
                    literals.swap(1, at);
                    self.watches[literals[1].index()].push(watch);
                    continue;
                }
            }
            watches[kept] = watch;
            kept += 1;
            match board.value(first) {
                Some(true) => {}
                None => board.set(first, Reason::Clause(watch.clause)),
                Some(false) => {
                    result = Err(Conflict::Clause(watch.clause));
                    break;
                }
            }
        }

        let moved = watches.len() - read;
        watches.copy_within(read.., kept);
        watches.truncate(kept + moved);
        self.watches[fallen.index()] = watches;
        result
    }

    /// Drops the worse half of the clauses that are not the reason of anything.
    pub(super) fn reduce(&mut self, board: &mut Board) {
        let mut levels: Vec<usize> = self.learned.iter().map(|clause| clause.levels).collect();
        levels.sort_unstable();
        let middle = levels[levels.len() / 2];
        let is_reason = |at: usize, clause: &Clause| {
            let first = clause.literals[0];
            board.value(first) == Some(true)
                && matches!(board.reason(first.candidate()), Reason::Clause(number) if number as usize == at)
        };
        let mut numbers = vec![0; self.learned.len()];
        let mut kept = Vec::with_capacity(self.learned.len() / 2);
        // Of those in the middle the newer half stays.
        let newer = self.learned.len() / 2;
        for (at, clause) in std::mem::take(&mut self.learned).into_iter().enumerate() {
            let good = clause.levels <= 2
                || clause.levels < middle
                || clause.levels == middle && at >= newer;
            if good || is_reason(at, &clause) {
                numbers[at] = kept.len() as u32;
                kept.push(clause);
            }
        }

        board.renumber(&numbers);
        self.watches.iter_mut().for_each(Vec::clear);
        self.literals = kept.iter().map(|clause| clause.literals.len()).sum();
        for (number, clause) in kept.iter().enumerate() {
            self.watch(number as u32, &clause.literals);
        }
        self.learned = kept;
    }
}
