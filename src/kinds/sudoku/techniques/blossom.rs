//! Death blossom: a cell (the stem) each of whose digits is taken from it by an almost locked set (a
//! petal).
//!
//! ```text
//!   stem 1 2 3     petal of 1, all places of 1 see the stem, with 5
//!                  petal of 2, …, with 5        the stem has one of its digits, which one petal
//!                  petal of 3, …, with 5        then lacks, so that it has its 5: what sees every
//!                                               5 of all petals is not 5
//! ```

use super::als::Web;
use super::board::{Board, Cells, bits, cells};
use super::chains::gathered;
use super::{Collector, Elimination};

/// The sets that can be the petal of a digit of the stem.
struct Choice {
    digit: usize,
    petals: Vec<usize>,
}

/// A stem, and the petals that are chosen.
struct Blossom<'a> {
    board: &'a Board,
    web: &'a Web<'a>,
    stem: usize,
    /// One for each digit of the stem.
    choices: Vec<Choice>,
    petals: Vec<usize>,
}

pub(super) fn find(board: &Board, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }
    let web = Web::new(board);
    for stem in board.open() {
        let is_petal = |digit: usize, set: &usize| {
            let petal = web.sets[*set];
            petal.digits >> digit & 1 == 1
                && petal.cells >> stem & 1 == 0
                && web.seen(*set, digit) >> stem & 1 == 1
        };
        let choices = bits(board.mask(stem)).map(|digit| {
            let petals = (0..web.sets.len()).filter(|set| is_petal(digit, set)).collect();
            Choice { digit, petals }
        });
        let choices: Vec<Choice> = choices.collect();
        if choices.len() > 1 && choices.iter().all(|choice| !choice.petals.is_empty()) {
            let mut blossom = Blossom { board, web: &web, stem, choices, petals: Vec::new() };
            blossom.grow(&vec![Cells::MAX; board.size()], collector);
        }
    }
}

impl Blossom<'_> {
    /// Chooses the petals that are left. `seen` are, for each digit, the cells that see all its places
    /// in the petals that are chosen.
    fn grow(&mut self, seen: &[Cells], collector: &mut Collector) {
        let board = self.board;
        if board.is_stopped() {
            return;
        }

        let Some(choice) = self.choices.get(self.petals.len()) else {
            let eliminations = (0..board.size()).flat_map(|digit| {
                let places = cells(seen[digit] & board.at(digit));
                places.map(move |cell| Elimination { cell, digits: 1 << digit })
            });
            collector.eliminate(board, "death-blossom", gathered(eliminations.collect()), || {
                self.text()
            });
            return;
        };

        let digit = choice.digit;
        for set in choice.petals.clone() {
            if self.petals.iter().any(|&other| !self.web.fit(set, other)) {
                continue;
            }
            let petal = self.web.sets[set];
            let next = (0..board.size()).map(|other| {
                let has_other = other != digit && petal.digits >> other & 1 == 1;
                if has_other { seen[other] & self.web.seen(set, other) } else { 0 }
            });
            let next: Vec<Cells> = next.collect();
            if (0..board.size()).any(|digit| next[digit] & board.at(digit) != 0) {
                self.petals.push(set);
                self.grow(&next, collector);
                self.petals.pop();
            }
        }
    }

    fn text(&self) -> String {
        let petals = self.choices.iter().zip(&self.petals);
        let petals = petals.map(|(choice, &set)| {
            let digit = self.board.digits(1 << choice.digit);
            format!("{digit}: {}", self.web.sets[set].text(self.board))
        });
        let stem = self.board.names([self.stem]);
        format!("{stem}, {}", petals.collect::<Vec<_>>().join(", "))
    }
}
