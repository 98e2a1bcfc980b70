//! How hard a puzzle is to be, and how far one is from that.

use std::collections::BTreeSet;

use super::super::grid::Grid;
use super::super::techniques::{Class, Rating, SINGLES, TABLE, Waves};

/// More than the number of candidates of a puzzle.
const STEP: u64 = 1000;
/// The distance of a puzzle on which the technique has no step when it is to help.
pub(super) const FAR: u64 = 3 * STEP;

/// The difficulty that was asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Demand {
    /// The easiest and the hardest class.
    pub(super) classes: Option<(Class, Class)>,
    /// The hardest technique, by its row in the table.
    pub(super) technique: Option<Technique>,
}

/// A technique that a puzzle is to need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Technique {
    /// Its row in the table.
    pub(super) row: usize,
    /// True if all others of its class or easier must not solve the puzzle.
    pub(super) only: bool,
    /// True if nothing but singles comes before and after it.
    pub(super) clean: bool,
}

impl Technique {
    /// Returns how far a puzzle is from needing the technique: 0 if it seems to, and less the nearer
    /// its steps are to it. This is a guide for the search; [`Demand::is_met`] is the judge.
    pub(super) fn distance(&self, puzzle: &Grid) -> u64 {
        let row = self.row;
        let mut waves = Waves::new(puzzle);
        if waves.run(|other| other < row) {
            return FAR + STEP;
        }
        let left = u64::from(waves.candidates());
        if !waves.wave(row) {
            return FAR + left;
        }
        if !waves.run(|other| other <= row) {
            return 2 * STEP + u64::from(waves.candidates());
        }
        let class = TABLE[row].class;
        if self.only && Waves::new(puzzle).run(|other| other != row && TABLE[other].class <= class)
        {
            return STEP;
        }
        if self.clean { Self::others(puzzle, row) } else { 0 }
    }

    /// Returns what a puzzle at that distance lacks, for a message.
    pub(super) fn lack(&self, distance: u64) -> String {
        let word = TABLE[self.row].word;
        match distance {
            0..STEP => format!("a step of {word}, but steps of other techniques too"),
            STEP..FAR => format!("a step of {word}, but needs another technique or can do without"),
            _ => format!("no step of {word} that is needed"),
        }
    }

    /// Returns the number of waves of other techniques than singles before and after this one.
    fn others(puzzle: &Grid, row: usize) -> u64 {
        let mut waves = Waves::new(puzzle);
        let mut others = 0;
        while !waves.run(|other| other < SINGLES) {
            let Some(next) = (SINGLES..=row).find(|&other| waves.wave(other)) else { break };
            others += u64::from(next != row);
        }
        others
    }
}

impl Demand {
    /// Returns why a puzzle cannot be of a class that is wanted, if that is seen at once: its rating
    /// costs ten times as much.
    pub(super) fn obstacle(&self, puzzle: &Grid) -> Option<&'static str> {
        let (easiest, hardest) = self.classes?;
        let mut waves = Waves::new(puzzle);
        if easiest > Class::Easy && waves.run(|row| row < SINGLES) {
            return Some("singles solve it");
        }
        let is_solved = hardest == Class::Extreme || waves.run(|row| TABLE[row].class <= hardest);
        (!is_solved).then_some("it is too hard (more givens, as `--givens`, make it easier)")
    }

    /// Returns whether a puzzle is as hard as demanded, by its rating and the techniques that its
    /// steps use.
    pub(super) fn is_met(&self, rating: Rating, used: &BTreeSet<usize>) -> bool {
        let is_needed = |wanted: Technique| {
            let is_last =
                matches!(rating, Rating::Steps { technique, .. } if technique == wanted.row);
            let others = used.iter().filter(|row| (SINGLES..wanted.row).contains(row)).count();
            is_last && !(wanted.clean && others > 0)
        };
        let is_between = |(easiest, hardest): (Class, Class)| match rating {
            Rating::Steps { class, score, .. } => {
                let is_enough = score.is_none_or(|score| score >= class.least_score());
                is_enough && (easiest..=hardest).contains(&class)
            }
            Rating::Search => hardest == Class::Extreme,
            Rating::Full | Rating::Several => false,
        };
        self.technique.is_none_or(is_needed) && self.classes.is_none_or(is_between)
    }
}
