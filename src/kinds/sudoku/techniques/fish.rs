//! Fish: a digit of some lines (the base) lies in as many lines across (the cover).
//!
//! ```text
//!       c2   c5          x x: the digit in the base, rows 2 and 8
//!   r2  x    x           *: goes, because the base fills both columns
//!   r4  *    *
//!   r8  x    x
//! ```

use super::super::rules::Unit;
use super::Collector;
use super::board::{Board, bits, choose};

const BASIC: [&str; 3] = ["x-wing", "swordfish", "jellyfish"];

/// A line with its places for a digit, by their number in the line.
#[derive(Clone, Copy)]
struct Line {
    number: usize,
    places: u32,
}

/// Calls `look` with each digit, both directions, and the lines that have places for the digit.
fn each(
    board: &Board,
    collector: &mut Collector,
    mut look: impl FnMut(&Fish<'_>, &[Line], &mut Collector),
) {
    let size = board.size();
    board.each_digit(collector, |digit, collector| {
        for is_row in [true, false] {
            let fish = Fish { board, digit, is_row };
            let places = |line: usize| {
                let has_digit = |at: &usize| board.mask(fish.cell(line, *at)) >> digit & 1 == 1;
                (0..size).filter(has_digit).fold(0_u32, |set, at| set | 1 << at)
            };
            let lines = (0..size).map(|number| Line { number, places: places(number) });
            let lines: Vec<Line> = lines.filter(|line| line.places != 0).collect();
            look(&fish, &lines, collector);
        }
    });
}

/// A digit, and whether the base are rows.
struct Fish<'a> {
    board: &'a Board,
    digit: usize,
    is_row: bool,
}

impl Fish<'_> {
    fn cell(&self, line: usize, at: usize) -> usize {
        let size = self.board.size();
        if self.is_row { line * size + at } else { at * size + line }
    }

    /// Returns the places of the cover outside of the base.
    fn rest(&self, base: &[Line], cover: u32) -> impl Iterator<Item = usize> {
        let is_base = |line: &usize| base.iter().any(|base_line| base_line.number == *line);
        let lines = (0..self.board.size()).filter(move |line| !is_base(line));
        lines.flat_map(move |line| bits(cover).map(move |at| self.cell(line, at)))
    }

    /// Returns base and cover in words: `5 in r28 c25`.
    fn places(&self, base: &[Line], cover: u32) -> String {
        let units: [fn(usize) -> Unit; 2] = [Unit::Row, Unit::Column];
        let [along, across] = if self.is_row { [0, 1] } else { [1, 0] };
        let base = self.board.lines(base.iter().map(|line| units[along](line.number)));
        let cover = self.board.lines(bits(cover).map(units[across]));
        format!("{} in {base} {cover}", self.board.digits(1 << self.digit))
    }
}

/// Finds an X-wing (2), a swordfish (3) or a jellyfish (4).
pub(super) fn basic(board: &Board, count: usize, collector: &mut Collector) {
    each(board, collector, |fish, lines, collector| {
        let fits = |line: &&Line| (2..=count as u32).contains(&line.places.count_ones());
        let lines: Vec<Line> = lines.iter().filter(fits).copied().collect();
        choose(&lines, count, |base| {
            let cover = base.iter().fold(0, |places, line| places | line.places);
            if cover.count_ones() as usize != count {
                return;
            }
            let eliminations = board.removal(fish.rest(base, cover), 1 << fish.digit);
            collector.eliminate(board, BASIC[count - 2], eliminations, || fish.places(base, cover));
        });
    });
}
