//! The cells in which two shown states differ.

use std::fmt::Write as _;

/// Bytes of cells that are listed; the rest is only counted.
const LISTED: usize = 1 << 20;

/// The cells of the text that `show` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// One row per line, its cells separated by spaces.
    Words,
    /// One row per line, each character a cell.
    Characters,
    /// A binary tree, `(left node right)`, whose nodes are named by their paths.
    Tree,
}

/// The cells that differ, as lines `PLACE: THIS -> THAT`, and their number.
#[derive(Default)]
pub(super) struct Differences {
    lines: String,
    count: usize,
    listed: usize,
}

impl Differences {
    fn add(&mut self, place: impl FnOnce() -> String, from: &str, to: &str) {
        self.count += 1;
        if self.lines.len() < LISTED {
            self.listed += 1;
            let _ = write!(self.lines, "\n{}: {from} -> {to}", place());
        }
    }

    /// Returns how many differ, then a line for each.
    pub(super) fn text(&self) -> String {
        let cells = if self.count == 1 { "cell differs" } else { "cells differ" };
        let mut text = format!("{} {cells}{}", self.count, self.lines);
        if self.listed < self.count {
            let _ = write!(text, "\n… and {} more", self.count - self.listed);
        }
        text
    }
}

impl Cells {
    /// Returns the cells that differ between two texts, in the order of places. A cell that one of
    /// the texts does not have is `-`. Linear in the texts.
    pub(super) fn differences(self, from: &str, to: &str) -> Differences {
        let mut differences = Differences::default();
        if self == Self::Tree {
            nodes(from, to, &mut differences);
            return differences;
        }
        let mut from = from.lines();
        let mut to = to.lines();
        for row in 0.. {
            let (a, b) = match (from.next(), to.next()) {
                (None, None) => break,
                // Most rows are the same: they need not be split.
                (Some(a), Some(b)) if a == b => continue,
                (a, b) => (self.row(a.unwrap_or_default()), self.row(b.unwrap_or_default())),
            };
            for column in 0..a.len().max(b.len()) {
                let cell = |row: &[&str]| row.get(column).map_or("-", |&cell| cell).to_owned();
                let a = cell(&a);
                let b = cell(&b);
                if a != b {
                    differences.add(|| format!("({row},{column})"), &a, &b);
                }
            }
        }
        differences
    }

    fn row(self, line: &str) -> Vec<&str> {
        match self {
            Self::Words => line.split_ascii_whitespace().collect(),
            _ => line.split_inclusive(|_| true).collect(),
        }
    }
}

/// Visits two trees of the same shape side by side.
fn nodes(from: &str, to: &str, differences: &mut Differences) {
    let symbols = |text: &str| -> Vec<u8> {
        text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect()
    };
    let from = symbols(from);
    let to = symbols(to);

    // The path to the open node, and which part of each node on it comes next: its left child, the
    // node itself, or its right child.
    let mut path = String::new();
    let mut parts = Vec::<u8>::new();
    let turn = |part: Option<&u8>| match part {
        Some(0) => Some('<'),
        Some(2) => Some('>'),
        _ => None,
    };

    for (a, b) in from.iter().zip(&to) {
        match a {
            b'(' => {
                path.extend(turn(parts.last()));
                parts.push(0);
                continue;
            }
            b')' => {
                parts.pop();
                path.pop();
            }
            _ if a != b => {
                let place = || {
                    let end: String = turn(parts.last()).into_iter().collect();
                    format!("[{path}{end}]")
                };
                let symbol = |byte: &u8| char::from(*byte).to_string();
                differences.add(place, &symbol(a), &symbol(b));
            }
            _ => {}
        }

        if let Some(part) = parts.last_mut() {
            *part += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_differ_are_named_by_their_places() {
        let words = Cells::Words.differences("1 22\n3 4\n5 6", "1 2\n3 4\n6 5");
        assert_eq!(words.text(), "3 cells differ\n(0,1): 22 -> 2\n(2,0): 5 -> 6\n(2,1): 6 -> 5");
        let characters = Cells::Characters.differences("a·\n#", "a#");
        assert_eq!(characters.text(), "2 cells differ\n(0,1): · -> #\n(1,0): # -> -");
        assert_eq!(Cells::Words.differences("1", "1").text(), "0 cells differ");
        let tree = Cells::Tree.differences("((X . .) X (X . X))", "((X X .) X (X . .))");
        assert_eq!(tree.text(), "2 cells differ\n[<]: . -> X\n[>>]: X -> .");
        assert_eq!(Cells::Tree.differences("X", ".").text(), "1 cell differs\n[]: X -> .");
    }

    #[test]
    fn a_long_list_ends_with_a_count() {
        let from = "a ".repeat(100_000);
        let to = "b ".repeat(100_000);
        let text = Cells::Words.differences(&from, &to).text();
        assert!(
            text.starts_with("100000 cells differ\n(0,0): a -> b\n") && text.len() < 2 * LISTED
        );
        assert!(text.lines().last().is_some_and(|line| line.starts_with("… and ")));
    }
}
