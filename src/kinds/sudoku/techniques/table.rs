//! The table of techniques: the order in which they are tried, what they are called, how they count.
//! Order, classes and scores are HoDoKu's.

use super::board::Board;
use super::{
    Collector, als, blossom, chains, coloring, finned, fish, forcing, links, locked, singles,
    subsets, sue_de_coq, templates, unique, wings,
};
pub(in crate::kinds::sudoku) use crate::puzzle::rank::Class;

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
        Self::LIMITS.iter().rfind(|&&(class, _)| class < self).map_or(0, |&(_, score)| score)
    }
}

/// A technique.
#[derive(Clone, Copy)]
pub(in crate::kinds::sudoku) struct Row {
    /// Its word.
    pub(in crate::kinds::sudoku) word: &'static str,
    /// Other words for it.
    pub(super) aliases: &'static [&'static str],
    /// The names of its steps, if they are not its word.
    pub(super) shapes: &'static [&'static str],
    /// The class of the technique.
    pub(in crate::kinds::sudoku) class: Class,
    /// The score of a step.
    pub(in crate::kinds::sudoku) score: u32,
    /// True if it is used to solve, and not only listed.
    pub(in crate::kinds::sudoku) is_on: bool,
    /// Finds all its steps.
    pub(super) find: fn(&Board, &mut Collector),
}

impl Row {
    /// Returns its word, the other words for it, and the names of its steps.
    pub(super) fn words(&self) -> impl Iterator<Item = &'static str> {
        let others = self.aliases.iter().chain(self.shapes).copied();
        std::iter::once(self.word).chain(others.filter(|other| *other != self.word))
    }
}

const fn row(
    word: &'static str,
    aliases: &'static [&'static str],
    class: Class,
    score: u32,
    find: fn(&Board, &mut Collector),
) -> Row {
    Row { word, aliases, shapes: &[], class, score, is_on: true, find }
}

/// Returns a technique whose steps have names of their own.
const fn named(shapes: &'static [&'static str], row: Row) -> Row {
    Row { shapes, ..row }
}

/// Returns a technique that is listed, but not used to solve.
const fn off(row: Row) -> Row {
    Row { is_on: false, ..row }
}

/// The techniques, in the order in which they are tried.
pub(in crate::kinds::sudoku) static TABLE: &[Row] = &{
    use finned::Shape::{Finned, FinnedFranken, Franken, Sashimi};

    use Class::{Easy, Extreme, Hard, Medium, Unfair};
    [
        row("full-house", &[], Easy, 4, singles::full_house),
        row("naked-single", &[], Easy, 4, singles::naked),
        row("hidden-single", &[], Easy, 14, singles::hidden),
        row("locked-pair", &[], Medium, 40, |board, steps| locked::subset(board, 2, steps)),
        row("locked-triple", &[], Medium, 60, |board, steps| locked::subset(board, 3, steps)),
        row("locked-candidates-1", &["pointing"], Medium, 50, locked::pointing),
        row("locked-candidates-2", &["claiming"], Medium, 50, locked::claiming),
        row("naked-pair", &[], Medium, 60, |board, steps| subsets::naked(board, 2, steps)),
        row("naked-triple", &[], Medium, 80, |board, steps| subsets::naked(board, 3, steps)),
        row("hidden-pair", &[], Medium, 70, |board, steps| subsets::hidden(board, 2, steps)),
        row("hidden-triple", &[], Medium, 100, |board, steps| subsets::hidden(board, 3, steps)),
        row("naked-quadruple", &["naked-quad"], Hard, 120, |board, steps| {
            subsets::naked(board, 4, steps);
        }),
        row("hidden-quadruple", &["hidden-quad"], Hard, 150, |board, steps| {
            subsets::hidden(board, 4, steps);
        }),
        row("x-wing", &["X-wing"], Hard, 140, |board, steps| fish::basic(board, 2, steps)),
        row("swordfish", &[], Hard, 150, |board, steps| fish::basic(board, 3, steps)),
        row("jellyfish", &[], Hard, 160, |board, steps| fish::basic(board, 4, steps)),
        row("remote-pair", &[], Hard, 110, chains::remote_pair),
        row("bug-plus-1", &["bug+1"], Hard, 100, unique::bug_plus_1),
        row("skyscraper", &[], Hard, 130, links::skyscraper),
        named(
            &["2-string-kite", "dual-2-string-kite"],
            row("2-string-kite", &["two-string-kite"], Hard, 150, links::kite),
        ),
        row("turbot-fish", &[], Hard, 120, links::turbot_fish),
        named(
            &["empty-rectangle", "dual-empty-rectangle"],
            row("empty-rectangle", &[], Hard, 120, links::empty_rectangle),
        ),
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
        row("finned-x-wing", &[], Hard, 130, |board, steps| finned::find(board, 2, Finned, steps)),
        row("sashimi-x-wing", &[], Hard, 150, |board, steps| {
            finned::find(board, 2, Sashimi, steps);
        }),
        row("finned-swordfish", &[], Unfair, 200, |board, steps| {
            finned::find(board, 3, Finned, steps);
        }),
        row("sashimi-swordfish", &[], Unfair, 240, |board, steps| {
            finned::find(board, 3, Sashimi, steps);
        }),
        row("finned-jellyfish", &[], Unfair, 250, |board, steps| {
            finned::find(board, 4, Finned, steps);
        }),
        row("sashimi-jellyfish", &[], Unfair, 260, |board, steps| {
            finned::find(board, 4, Sashimi, steps);
        }),
        row("sue-de-coq", &[], Unfair, 250, sue_de_coq::find),
        named(
            &["simple-colors-trap", "simple-colors-wrap"],
            row("simple-colors", &["simple-colouring"], Hard, 150, coloring::simple),
        ),
        named(
            &["multi-colors-1", "multi-colors-2"],
            row("multi-colors", &[], Hard, 200, coloring::multi),
        ),
        row("x-chain", &["x-cycle"], Unfair, 260, chains::x_chain),
        row("xy-chain", &[], Unfair, 260, chains::xy_chain),
        named(
            &["aic", "continuous-nice-loop", "discontinuous-nice-loop"],
            row("nice-loop", &[], Unfair, 280, chains::nice_loop),
        ),
        named(
            &["grouped-aic", "grouped-continuous-nice-loop", "grouped-discontinuous-nice-loop"],
            row("grouped-nice-loop", &[], Unfair, 300, chains::grouped_nice_loop),
        ),
        row("als-xz", &[], Unfair, 300, als::xz),
        row("als-xy-wing", &[], Unfair, 320, als::xy_wing),
        row("als-xy-chain", &["als-chain"], Unfair, 340, chains::als_chain),
        off(row("death-blossom", &[], Unfair, 360, blossom::find)),
        row("franken-x-wing", &[], Unfair, 300, |board, steps| {
            finned::find(board, 2, Franken, steps);
        }),
        row("franken-swordfish", &[], Unfair, 350, |board, steps| {
            finned::find(board, 3, Franken, steps);
        }),
        off(row("franken-jellyfish", &[], Unfair, 370, |board, steps| {
            finned::find(board, 4, Franken, steps);
        })),
        row("finned-franken-x-wing", &[], Unfair, 390, |board, steps| {
            finned::find(board, 2, FinnedFranken, steps);
        }),
        row("finned-franken-swordfish", &[], Unfair, 410, |board, steps| {
            finned::find(board, 3, FinnedFranken, steps);
        }),
        off(row("finned-franken-jellyfish", &[], Unfair, 430, |board, steps| {
            finned::find(board, 4, FinnedFranken, steps);
        })),
        named(
            &["forcing-chain-contradiction", "forcing-chain-verity"],
            row("forcing-chain", &[], Extreme, 500, forcing::find),
        ),
        off(row("template-set", &[], Extreme, 10000, templates::set)),
        off(row("template-delete", &[], Extreme, 10000, templates::delete)),
    ]
};

/// The number of techniques at the start of the table that place a digit for its own sake.
pub(in crate::kinds::sudoku) const SINGLES: usize = 3;

/// The number of techniques at the start of the table that are looked for in grids larger than 9×9.
pub(in crate::kinds::sudoku) const LARGE: usize = 16;

/// The word for what no technique gives.
pub(in crate::kinds::sudoku) const SEARCH: &str = "search";

/// Returns the number of the technique of that word, of another word for it, or of the name of one of
/// its steps.
pub(in crate::kinds::sudoku) fn technique(word: &str) -> Option<usize> {
    TABLE.iter().position(|row| row.words().any(|known| known == word))
}
