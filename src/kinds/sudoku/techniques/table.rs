//! The table of techniques: the order in which they are tried, what they are called, how they count.
//! Order, classes and scores are HoDoKu's.

use std::fmt;

use super::board::Board;
use super::{Found, als, chains, coloring, fish, links, locked, singles, subsets, unique, wings};

/// The class of a technique, or of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::kinds::sudoku) enum Class {
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

impl Class {
    /// All classes with the largest score of a puzzle of that class.
    pub(in crate::kinds::sudoku) const LIMITS: [(Self, u32); 5] = [
        (Self::Easy, 800),
        (Self::Medium, 1000),
        (Self::Hard, 1600),
        (Self::Unfair, 1800),
        (Self::Extreme, u32::MAX),
    ];

    /// Returns the largest score of the class below: puzzles that have the class for a technique alone
    /// can have less.
    pub(in crate::kinds::sudoku) fn least_score(self) -> u32 {
        Self::LIMITS.iter().rfind(|limit| limit.0 < self).map_or(0, |limit| limit.1)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Unfair => "unfair",
            Self::Extreme => "extreme",
        })
    }
}

/// A technique.
pub(in crate::kinds::sudoku) struct Row {
    /// Its word.
    pub(in crate::kinds::sudoku) word: &'static str,
    /// Other words for it.
    pub(super) aliases: &'static [&'static str],
    /// The class of the technique.
    pub(in crate::kinds::sudoku) class: Class,
    /// The score of a step.
    pub(super) score: u32,
    /// Finds all its steps.
    pub(super) find: fn(&Board, &mut Found),
}

const fn row(
    word: &'static str,
    aliases: &'static [&'static str],
    class: Class,
    score: u32,
    find: fn(&Board, &mut Found),
) -> Row {
    Row { word, aliases, class, score, find }
}

/// The techniques, in the order in which they are tried.
pub(in crate::kinds::sudoku) static TABLE: &[Row] = &{
    use Class::{Easy, Hard, Medium, Unfair};
    [
        row("full-house", &[], Easy, 4, singles::full_house),
        row("naked-single", &[], Easy, 4, singles::naked),
        row("hidden-single", &[], Easy, 14, singles::hidden),
        row("locked-pair", &[], Medium, 40, |board, found| locked::subset(board, 2, found)),
        row("locked-triple", &[], Medium, 60, |board, found| locked::subset(board, 3, found)),
        row("locked-candidates-1", &["pointing"], Medium, 50, locked::pointing),
        row("locked-candidates-2", &["claiming"], Medium, 50, locked::claiming),
        row("naked-pair", &[], Medium, 60, |board, found| subsets::naked(board, 2, found)),
        row("naked-triple", &[], Medium, 80, |board, found| subsets::naked(board, 3, found)),
        row("hidden-pair", &[], Medium, 70, |board, found| subsets::hidden(board, 2, found)),
        row("hidden-triple", &[], Medium, 100, |board, found| subsets::hidden(board, 3, found)),
        row("naked-quadruple", &["naked-quad"], Hard, 120, |board, found| {
            subsets::naked(board, 4, found);
        }),
        row("hidden-quadruple", &["hidden-quad"], Hard, 150, |board, found| {
            subsets::hidden(board, 4, found);
        }),
        row("x-wing", &["X-wing"], Hard, 140, |board, found| fish::basic(board, 2, found)),
        row("swordfish", &[], Hard, 150, |board, found| fish::basic(board, 3, found)),
        row("jellyfish", &[], Hard, 160, |board, found| fish::basic(board, 4, found)),
        row("remote-pair", &[], Hard, 110, chains::remote_pair),
        row("bug-plus-1", &["bug+1"], Hard, 100, unique::bug_plus_1),
        row("skyscraper", &[], Hard, 130, links::skyscraper),
        row("2-string-kite", &["two-string-kite"], Hard, 150, links::kite),
        row("turbot-fish", &[], Hard, 120, links::turbot_fish),
        row("empty-rectangle", &[], Hard, 120, links::empty_rectangle),
        row("w-wing", &[], Hard, 150, wings::w),
        row("xy-wing", &["XY-wing"], Hard, 160, wings::xy),
        row("xyz-wing", &["XYZ-wing"], Hard, 180, wings::xyz),
        row("uniqueness-test-1", &["unique-rectangle-1"], Hard, 100, unique::test_1),
        row("uniqueness-test-2", &["unique-rectangle-2"], Hard, 100, unique::test_2),
        row("uniqueness-test-3", &["unique-rectangle-3"], Hard, 100, unique::test_3),
        row("uniqueness-test-4", &["unique-rectangle-4"], Hard, 100, unique::test_4),
        row("uniqueness-test-5", &["unique-rectangle-5"], Hard, 100, unique::test_5),
        row("uniqueness-test-6", &["unique-rectangle-6"], Hard, 100, unique::test_6),
        row("hidden-rectangle", &[], Hard, 100, unique::hidden_rectangle),
        row("avoidable-rectangle-1", &[], Hard, 100, unique::avoidable_1),
        row("avoidable-rectangle-2", &[], Hard, 100, unique::avoidable_2),
        row("finned-x-wing", &[], Hard, 130, |board, found| fish::finned(board, 2, false, found)),
        row("sashimi-x-wing", &[], Hard, 150, |board, found| fish::finned(board, 2, true, found)),
        row("finned-swordfish", &[], Unfair, 200, |board, found| {
            fish::finned(board, 3, false, found);
        }),
        row("sashimi-swordfish", &[], Unfair, 240, |board, found| {
            fish::finned(board, 3, true, found);
        }),
        row("finned-jellyfish", &[], Unfair, 250, |board, found| {
            fish::finned(board, 4, false, found);
        }),
        row("sashimi-jellyfish", &[], Unfair, 260, |board, found| {
            fish::finned(board, 4, true, found);
        }),
        row("simple-colors", &["simple-colouring"], Hard, 150, coloring::simple),
        row("multi-colors", &[], Hard, 200, coloring::multi),
        row("x-chain", &["x-cycle"], Unfair, 260, chains::x_chain),
        row("xy-chain", &[], Unfair, 260, chains::xy_chain),
        row("nice-loop", &[], Unfair, 280, chains::nice_loop),
        row("grouped-nice-loop", &[], Unfair, 300, chains::grouped_nice_loop),
        row("als-xz", &[], Unfair, 300, als::xz),
        row("als-xy-wing", &[], Unfair, 320, als::xy_wing),
    ]
};

/// The number of techniques at the start of the table that place a digit for its own sake.
pub(in crate::kinds::sudoku) const SINGLES: usize = 3;

/// The word for what no technique gives.
pub(in crate::kinds::sudoku) const SEARCH: &str = "search";

/// Returns the number of the technique of that word.
pub(in crate::kinds::sudoku) fn technique(word: &str) -> Option<usize> {
    TABLE.iter().position(|row| row.word == word || row.aliases.contains(&word))
}
