//! The candidates of a grid, what is known of each, and what follows at once.
//!
//! ```text
//!   candidate   cell · size + digit - 1: this digit in this cell
//!   literal     2 · candidate, or 2 · candidate + 1 for "not in this cell"
//!   place       one of 4 · size²: a cell, or a digit in a row, a column or a box;
//!               exactly one of its `size` candidates is true
//! ```
//!
//! Every candidate belongs to four places. Once it is true the others of its places are false, and the
//! last candidate of a place that is not false is true: naked and hidden singles alike.

use super::super::super::grid::Grid;
use super::super::super::layout::Layout;
use super::super::super::rules::Geometry;

/// A candidate that is true or, if the lowest bit is set, false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal(u32);

impl Literal {
    /// Returns the literal that holds if a candidate is true.
    pub(super) fn is(candidate: u32) -> Self {
        Self(candidate << 1)
    }

    /// Returns the literal that holds if a candidate is false.
    pub(super) fn is_not(candidate: u32) -> Self {
        Self(candidate << 1 | 1)
    }

    pub(super) fn candidate(self) -> u32 {
        self.0 >> 1
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The reason why a literal holds. The others that it follows from were known before.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reason {
    /// It is given, guessed, or assumed.
    None,
    /// Another candidate of one of its places is true.
    Taken(u32),
    /// All other candidates of a place are false.
    Last(u32),
    /// All other literals of a learned clause are false.
    Clause(u32),
    /// All solutions with the guesses up to its level and with the opposite were found.
    Exhausted,
}

/// The result of following a literal.
pub(super) enum Conflict {
    /// Two candidates of a place are true.
    Both(u32, u32),
    /// All candidates of a place are false.
    Empty(u32),
    /// All literals of a learned clause are false.
    Clause(u32),
}

/// The state of one candidate.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// `None` while the candidate is open.
    value: Option<bool>,
    /// The number of guesses before it was known.
    level: u32,
    reason: Reason,
}

/// The candidates of a grid with what is known of them, in the order in which it became known.
#[derive(Debug)]
pub(super) struct Board {
    size: usize,
    /// For each candidate its four places.
    places: Box<[[u32; 4]]>,
    /// For each place its candidates.
    members: Box<[u32]>,
    /// For each place the number of candidates that are not false.
    left: Box<[u8]>,
    known: Box<[Known]>,
    pub(super) trail: Vec<Literal>,
    /// The lengths of the trail before each guess.
    starts: Vec<usize>,
    /// The literals of the trail whose places were followed.
    followed: usize,
}

impl Board {
    pub(super) fn new(layout: Layout) -> Self {
        let geometry = Geometry::of(layout);
        let size = geometry.size;
        let cells = size * size;
        let mut members = vec![0; 4 * cells * size];
        let mut counts = vec![0; 4 * cells];
        let mut places = Vec::with_capacity(cells * size);
        for cell in 0..cells {
            let units = [
                geometry.row(cell),
                size + geometry.column(cell),
                2 * size + geometry.box_of(cell),
            ];
            for digit in 0..size {
                let [row, column, in_box] = units.map(|unit| (cells + unit * size + digit) as u32);
                let candidate_places = [cell as u32, row, column, in_box];
                for place in candidate_places.map(|place| place as usize) {
                    members[place * size + counts[place]] = places.len() as u32;
                    counts[place] += 1;
                }
                places.push(candidate_places);
            }
        }

        let open = Known { value: None, level: 0, reason: Reason::None };
        Self {
            size,
            left: vec![size as u8; 4 * cells].into(),
            known: vec![open; places.len()].into(),
            places: places.into(),
            members: members.into(),
            trail: Vec::new(),
            starts: Vec::new(),
            followed: 0,
        }
    }

    /// Returns the number of candidates.
    pub(super) fn candidates(&self) -> usize {
        self.known.len()
    }

    /// Returns the candidate of a digit in a cell.
    pub(super) fn candidate(&self, cell: usize, digit: u8) -> u32 {
        (cell * self.size + usize::from(digit) - 1) as u32
    }

    /// Returns the four places of a candidate.
    pub(super) fn places(&self, candidate: u32) -> [u32; 4] {
        self.places[candidate as usize]
    }

    /// Returns the candidates of a place.
    pub(super) fn members(&self, place: u32) -> &[u32] {
        &self.members[place as usize * self.size..][..self.size]
    }

    /// Returns the number of candidates of a place that are not false.
    pub(super) fn left(&self, place: u32) -> u8 {
        self.left[place as usize]
    }

    /// Returns whether a literal holds; `None` while its candidate is open.
    pub(super) fn value(&self, literal: Literal) -> Option<bool> {
        self.known[literal.candidate() as usize].value.map(|value| value == literal.is_positive())
    }

    /// Returns the number of guesses before a candidate was known.
    pub(super) fn level_of(&self, candidate: u32) -> usize {
        self.known[candidate as usize].level as usize
    }

    pub(super) fn reason(&self, candidate: u32) -> Reason {
        self.known[candidate as usize].reason
    }

    /// Changes the numbers of learned clauses in the reasons: `numbers` has the new ones.
    pub(super) fn renumber(&mut self, numbers: &[u32]) {
        for literal in &self.trail {
            if let Reason::Clause(at) = &mut self.known[literal.candidate() as usize].reason {
                *at = numbers[*at as usize];
            }
        }
    }

    /// Returns the number of guesses that are in force.
    pub(super) fn level(&self) -> usize {
        self.starts.len()
    }

    /// Begins the next level.
    pub(super) fn begin_level(&mut self) {
        self.starts.push(self.trail.len());
    }

    /// Returns the guess of a level, counted from 1; `None` if the level began without one.
    pub(super) fn guess(&self, level: usize) -> Option<Literal> {
        let start = self.starts[level - 1];
        let end = self.starts.get(level).copied().unwrap_or(self.trail.len());
        (start < end).then(|| self.trail[start])
    }

    /// Records that an open candidate is known.
    pub(super) fn set(&mut self, literal: Literal, reason: Reason) {
        let level = self.starts.len() as u32;
        let value = Some(literal.is_positive());
        self.known[literal.candidate() as usize] = Known { value, level, reason };
        self.trail.push(literal);
    }

    /// Forgets what is known since a level, and passes each literal to `forget`, the newest first.
    pub(super) fn undo(&mut self, level: usize, mut forget: impl FnMut(Literal)) {
        let Some(&start) = self.starts.get(level) else { return };
        for at in (start..self.trail.len()).rev() {
            let literal = self.trail[at];
            let candidate = literal.candidate() as usize;
            self.known[candidate].value = None;
            if at < self.followed && !literal.is_positive() {
                self.places[candidate].iter().for_each(|&place| self.left[place as usize] += 1);
            }
            forget(literal);
        }
        self.trail.truncate(start);
        self.starts.truncate(level);
        self.followed = self.followed.min(start);
    }

    /// Follows the next literal of the trail through its places, and returns it; `None` once all were
    /// followed.
    pub(super) fn follow(&mut self) -> Result<Option<Literal>, Conflict> {
        let Some(&literal) = self.trail.get(self.followed) else { return Ok(None) };
        self.followed += 1;
        let candidate = literal.candidate();
        let places = self.places[candidate as usize];
        if literal.is_positive() {
            for place in places {
                let start = place as usize * self.size;
                for at in start..start + self.size {
                    let other = self.members[at];
                    match self.known[other as usize].value {
                        Some(true) if other != candidate => {
                            return Err(Conflict::Both(candidate, other));
                        }
                        None => self.set(Literal::is_not(other), Reason::Taken(candidate)),
                        _ => {}
                    }
                }
            }
            return Ok(Some(literal));
        }

        // All four are counted, also after a contradiction: undoing counts all four.
        for place in places {
            self.left[place as usize] -= 1;
        }
        for place in places {
            match self.left[place as usize] {
                0 => return Err(Conflict::Empty(place)),
                1 => {
                    let start = place as usize * self.size;
                    let mut rest = self.members[start..start + self.size].iter();
                    let open = |&&other: &&u32| self.known[other as usize].value.is_none();
                    // There is none if the last one is true, or known to be false but not followed yet.
                    if let Some(&last) = rest.find(open) {
                        self.set(Literal::is(last), Reason::Last(place));
                    }
                }
                _ => {}
            }
        }
        Ok(Some(literal))
    }

    /// Returns whether every candidate is known.
    pub(super) fn is_known(&self) -> bool {
        self.trail.len() == self.known.len()
    }

    /// Returns the digits of a board of which every candidate is known.
    pub(super) fn solution(&self) -> Option<Grid> {
        let value = |cell: usize| {
            let digits = 1..=self.size as u8;
            digits
                .into_iter()
                .find(|&digit| self.known[self.candidate(cell, digit) as usize].value == Some(true))
        };
        let cells: Option<Vec<u8>> = (0..self.size * self.size).map(value).collect();
        Grid::new(cells?)
    }
}
