//! The places where a step is seen, its chains as data, and Eureka's notation of chains.
//!
//! ```text
//! (3=5)r1c1-(5)r1c9=(5)r4c9      = a strong link, - a weak one; both within a cell too
//! (5)r1c12=…                     a digit in a group of cells
//! (3=5)r1c1,r1c2-…               a strong link between two digits of an almost locked set
//! ```

use std::fmt;

use super::super::grid::cell_name;
use super::board::{Board, Cells, cells};
use crate::scene::{Link, Mark};

/// Nodes joined by links, strong and weak in turn, in the grid that people see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    nodes: Vec<Mark>,
    /// For each node the almost locked set that the link to the next one leads through; empty if
    /// there is none.
    sets: Vec<Vec<usize>>,
    /// True if the first link is strong.
    is_strong: bool,
    /// True if a link leads from the last node to the first one.
    is_loop: bool,
}

impl Chain {
    /// Creates a chain without nodes; the first link is strong, or else weak.
    pub(super) fn new(is_strong: bool) -> Self {
        Self { nodes: Vec::new(), sets: Vec::new(), is_strong, is_loop: false }
    }

    /// Adds a node: a digit, from 0, in cells of a board.
    pub(super) fn push(&mut self, board: &Board, digit: usize, places: Cells) {
        let value = board.value(digit as u8 + 1);
        let mark = board.grid().alphabet().symbol(value, ' ');
        self.nodes.push(Mark { cells: seen(board, places), mark, place: usize::from(value) - 1 });
        self.sets.push(Vec::new());
    }

    /// Lets the link after the last node lead through an almost locked set, unless that is a cell.
    pub(super) fn through(&mut self, board: &Board, set: Cells) {
        if let Some(last) = self.sets.last_mut().filter(|_| set.count_ones() > 1) {
            *last = seen(board, set);
        }
    }

    /// Returns the chain of these nodes, each a digit, from 0, in cells of a board.
    pub(super) fn of(
        board: &Board,
        is_strong: bool,
        nodes: impl IntoIterator<Item = (usize, Cells)>,
    ) -> Self {
        let mut chain = Self::new(is_strong);
        nodes.into_iter().for_each(|(digit, places)| chain.push(board, digit, places));
        chain
    }

    /// Returns it with a link from its last node to its first one.
    pub(super) fn closed(mut self) -> Self {
        self.is_loop = true;
        self
    }

    /// Returns whether the link after the node of that number is strong.
    fn is_strong_after(&self, node: usize) -> bool {
        node.is_multiple_of(2) == self.is_strong
    }

    fn sign_after(&self, node: usize) -> char {
        if self.is_strong_after(node) { '=' } else { '-' }
    }

    /// Returns its links.
    fn links(&self) -> impl Iterator<Item = Link> {
        let count = self.nodes.len();
        let last = if self.is_loop { count } else { count.saturating_sub(1) };
        (0..last).map(move |at| Link {
            from: self.nodes[at].clone(),
            to: self.nodes[(at + 1) % count].clone(),
            is_strong: self.is_strong_after(at),
            set: self.sets[at].clone(),
        })
    }

    /// Returns it in Eureka's notation, in a grid of `size` rows. Nodes of one cell, or of one almost
    /// locked set, are written once.
    fn text(&self, size: usize) -> String {
        let mut text = String::new();
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            text.push('(');
            text.push(node.mark);
            let mut places = &node.cells;
            while let Some(next) = self.nodes.get(at + 1) {
                let set = &self.sets[at];
                let is_first = *places == node.cells;
                if !is_first || set.is_empty() && next.cells != *places {
                    break;
                }
                if !set.is_empty() {
                    places = set;
                }
                text.push(self.sign_after(at));
                text.push(next.mark);
                at += 1;
            }
            let names: Vec<String> = places.iter().map(|&cell| cell_name(cell, size)).collect();
            text.push(')');
            text += &names.join(",");
            if at + 1 < self.nodes.len() || self.is_loop {
                text.push(self.sign_after(at));
            }
            at += 1;
        }
        text
    }
}

/// Returns cells of a board in the grid that people see, in reading order.
fn seen(board: &Board, set: Cells) -> Vec<usize> {
    let mut seen: Vec<usize> = cells(set).map(|cell| board.cell(cell)).collect();
    seen.sort_unstable();
    seen
}

/// The places where a step is seen: in words, and the chains that it follows from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::kinds::sudoku) struct Places {
    text: String,
    chains: Vec<Chain>,
}

impl Places {
    /// Returns chains that are their own words, on a board.
    pub(super) fn of(board: &Board, chains: Vec<Chain>) -> Self {
        let text = chains.iter().map(|chain| chain.text(board.size())).collect::<Vec<_>>();
        Self { text: text.join(", "), chains }
    }

    /// Returns words with the chains that explain them.
    pub(super) fn with(text: String, chains: Vec<Chain>) -> Self {
        Self { text, chains }
    }

    /// Returns the links of its chains.
    pub(in crate::kinds::sudoku) fn links(&self) -> Vec<Link> {
        self.chains.iter().flat_map(Chain::links).collect()
    }
}

impl From<String> for Places {
    fn from(text: String) -> Self {
        Self { text, chains: Vec::new() }
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{SEED, grid};
    use super::*;

    #[test]
    fn chains_are_written_and_give_their_links() {
        let board = Board::new(&grid(SEED), &grid(SEED), false);
        let text = |chain: Chain| Places::of(&board, vec![chain]).to_string();
        let open = || {
            let mut chain = Chain::of(&board, true, [(2, 1), (4, 1), (4, 1 << 8), (4, 1 << 35)]);
            chain.push(&board, 4, 0b11 << 36);
            chain.push(&board, 0, 1 << 36);
            chain.push(&board, 1, 1 << 38);
            chain
        };
        let expected = "(3=5)r1c1-(5)r1c9=(5)r4c9-(5)r5c1,r5c2=(1)r5c1-(2)r5c3";
        assert_eq!(text(open()), expected);
        let mut chain = Chain::of(&board, true, [(2, 1 << 9)]);
        chain.through(&board, 0b11 << 9);
        chain.push(&board, 3, 1 << 10);
        assert_eq!(text(chain.clone()), "(3=4)r2c1,r2c2");
        assert_eq!(text(chain.clone().closed()), "(3=4)r2c1,r2c2-");
        let links = Places::of(&board, vec![chain.closed()]).links();
        let kinds: Vec<_> = links.iter().map(|link| (link.is_strong, link.set.len())).collect();
        assert_eq!(kinds, [(true, 2), (false, 0)]);
        assert_eq!((links[1].from.mark, &links[1].to.cells[..]), ('4', &[9][..]));
    }
}
