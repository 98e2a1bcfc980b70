//! Two strong links of a digit, joined by a weak one; and the empty rectangle.
//!
//! ```text
//!   a═══b        b and c see each other: one of a and d holds the digit, and what sees both
//!       │        does not. Two parallel lines are a skyscraper, a row and a column that meet in a
//!   c═══d        box a 2-string kite, all else a turbot fish.
//! ```

use super::super::rules::Unit;
use super::board::{Board, Cells, cells};
use super::chains::gathered;
use super::notation::{Chain, Places};
use super::{Collector, Elimination};

/// A unit with two places for a digit.
#[derive(Clone, Copy)]
struct Strong {
    unit: Unit,
    ends: [usize; 2],
}

fn strong_links(board: &Board, digit: usize) -> Vec<Strong> {
    let units = board.geometry().units.iter().zip(board.units());
    units
        .filter_map(|((unit, _), set)| {
            let mut places = cells(board.at(digit) & set);
            let (Some(first), Some(second), None) = (places.next(), places.next(), places.next())
            else {
                return None;
            };
            Some(Strong { unit: *unit, ends: [first, second] })
        })
        .collect()
}

pub(super) fn skyscraper(board: &Board, collector: &mut Collector) {
    joined(board, "skyscraper", collector);
}

/// Finds 2-string kites. In a list, two kites that meet in the same cells of a box are also one step.
pub(super) fn kite(board: &Board, collector: &mut Collector) {
    joined(board, "2-string-kite", collector);
}

/// Adds every two steps that meet in the same place as one step.
fn duals(
    board: &Board,
    name: &'static str,
    single: &[(impl PartialEq, Vec<Elimination>)],
    collector: &mut Collector,
) {
    for (number, (place, first)) in single.iter().enumerate() {
        for (other_place, second) in &single[..number] {
            if place == other_place && first != second && !first.is_empty() && !second.is_empty() {
                let both = gathered([first.as_slice(), second].concat());
                collector.eliminate(board, name, both.clone(), || {
                    let digit =
                        both.iter().fold(0, |digits, elimination| digits | elimination.digits);
                    let cells = first.iter().chain(second).map(|elimination| elimination.cell);
                    format!("{} of {}", board.digits(digit), board.names(cells))
                });
            }
        }
    }
}

pub(super) fn turbot_fish(board: &Board, collector: &mut Collector) {
    joined(board, "turbot-fish", collector);
}

fn joined(board: &Board, name: &'static str, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }

    let geometry = board.geometry();
    let mut single = Vec::new();
    board.each_digit(collector, |digit, collector| {
        let links = strong_links(board, digit);
        for (number, first) in links.iter().enumerate() {
            for second in &links[number + 1..] {
                for (a, b) in [(0, 1), (1, 0)].map(|(a, b)| (first.ends[a], first.ends[b])) {
                    for (c, d) in [(0, 1), (1, 0)].map(|(c, d)| (second.ends[c], second.ends[d])) {
                        if a == c || a == d || b == c || b == d || !geometry.sees(b, c) {
                            continue;
                        }
                        let same_box = geometry.box_of(b) == geometry.box_of(c);
                        let shape = match (first.unit, second.unit) {
                            (Unit::Row(_), Unit::Row(_))
                                if geometry.column(b) == geometry.column(c) =>
                            {
                                "skyscraper"
                            }
                            (Unit::Column(_), Unit::Column(_))
                                if geometry.row(b) == geometry.row(c) =>
                            {
                                "skyscraper"
                            }
                            (Unit::Row(_), Unit::Column(_)) if same_box => "2-string-kite",
                            _ => "turbot-fish",
                        };
                        if shape != name {
                            continue;
                        }
                        let targets = board.at(digit) & board.peers(a) & board.peers(d);
                        let eliminations = board.removal(cells(targets), 1 << digit);
                        if board.options.is_some() && name == "2-string-kite" {
                            let place: Cells = 1 << b | 1 << c;
                            single.push((place, eliminations.clone()));
                        }
                        collector.eliminate(board, name, eliminations, || {
                            let nodes = [a, b, c, d].map(|cell| (digit, 1 << cell));
                            Places::of(board, vec![Chain::of(board, true, nodes)])
                        });
                    }
                }
            }
        }
    });
    duals(board, "dual-2-string-kite", &single, collector);
}

/// Finds a box that has a digit only in one row and one column, which are not both empty beside
/// their crossing. A strong link across the row removes the digit where its other end meets the
/// column.
pub(super) fn empty_rectangle(board: &Board, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }

    let size = board.size();
    let units = board.units();
    board.each_digit(collector, |digit, collector| {
        let links = strong_links(board, digit);
        let mut single = Vec::new();
        for number in 0..size {
            let places = board.at(digit) & units[2 * size + number];
            // With two places it is a turbot fish, and only listed.
            if places.count_ones() < if board.options.is_some() { 2 } else { 3 } {
                continue;
            }
            for row in 0..size {
                for column in 0..size {
                    let (across, down) = (units[row], units[size + column]);
                    let sides = [places & across & !down, places & down & !across];
                    if places & !(across | down) != 0 || sides.contains(&0) {
                        continue;
                    }
                    let rectangle = Rectangle { digit, number, lines: [row, column] };
                    for link in &links {
                        if let Some(eliminations) = rectangle.cross(board, *link, collector) {
                            single.push((number, eliminations));
                        }
                    }
                }
            }
        }
        if board.options.is_some() {
            duals(board, "dual-empty-rectangle", &single, collector);
        }
    });
}

/// The places of a digit in a box, and the row and the column that they lie in.
struct Rectangle {
    digit: usize,
    number: usize,
    lines: [usize; 2],
}

impl Rectangle {
    /// Adds what a strong link leads to, and returns it.
    fn cross(
        &self,
        board: &Board,
        link: Strong,
        collector: &mut Collector,
    ) -> Option<Vec<Elimination>> {
        let mut removed = None;
        let geometry = board.geometry();
        let size = board.size();
        let [row, column] = self.lines;
        for (near, far) in [(0, 1), (1, 0)].map(|(near, far)| (link.ends[near], link.ends[far])) {
            let (target, line) = match link.unit {
                Unit::Column(_) if geometry.row(near) == row => {
                    (geometry.row(far) * size + column, board.units()[row])
                }
                Unit::Row(_) if geometry.column(near) == column => {
                    (row * size + geometry.column(far), board.units()[size + column])
                }
                _ => continue,
            };
            let outside = |cell: usize| geometry.box_of(cell) != self.number;
            if !outside(near) || !outside(far) || !outside(target) || target == far {
                continue;
            }
            let eliminations = board.removal([target], 1 << self.digit);
            collector.eliminate(board, "empty-rectangle", eliminations.clone(), || {
                let unit = board.unit(Unit::Box(self.number));
                let link = board.names(link.ends);
                let digit = board.digits(1 << self.digit);
                let text = format!("{digit} in {unit} {link}");
                let places = board.at(self.digit) & board.units()[2 * size + self.number];
                let side = places & line;
                let nodes = [1 << far, 1 << near, side, places & !side];
                let nodes = nodes.map(|cells| (self.digit, cells));
                Places::with(text, vec![Chain::of(board, true, nodes)])
            });
            removed = Some(eliminations);
        }
        removed
    }
}
