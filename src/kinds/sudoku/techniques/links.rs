//! Two strong links of a digit, joined by a weak one; and the empty rectangle.
//!
//! ```text
//!   tip ═══ joint      the joints see each other: one of the tips holds the digit, and what sees
//!             │        both does not. Two parallel lines are a skyscraper, a row and a column that
//!   tip ═══ joint      meet in a box a 2-string kite, all else a turbot fish.
//! ```

use super::super::rules::Unit;
use super::board::{Board, Cells, cells};
use super::chains::gathered;
use super::notation::{Chain, Places};
use super::{Collector, Elimination};

/// A unit with two places for a digit.
#[derive(Clone, Copy)]
struct StrongLink {
    unit: Unit,
    ends: [usize; 2],
}

impl StrongLink {
    /// Returns its ends in both orders.
    fn directions(self) -> [[usize; 2]; 2] {
        let [first, second] = self.ends;
        [[first, second], [second, first]]
    }
}

fn strong_links(board: &Board, digit: usize) -> Vec<StrongLink> {
    let units = board.geometry().units.iter().zip(board.units());
    units
        .filter_map(|((unit, _), set)| {
            let mut places = cells(board.at(digit) & set);
            let (Some(first), Some(second), None) = (places.next(), places.next(), places.next())
            else {
                return None;
            };
            Some(StrongLink { unit: *unit, ends: [first, second] })
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

/// Adds every two `singles` that meet in the same place as one step.
fn duals(
    board: &Board,
    name: &'static str,
    singles: &[(impl PartialEq, Vec<Elimination>)],
    collector: &mut Collector,
) {
    for (number, (place, first)) in singles.iter().enumerate() {
        for (other_place, second) in &singles[..number] {
            if place == other_place && first != second && !first.is_empty() && !second.is_empty() {
                let both = gathered([first.as_slice(), second].concat());
                collector.eliminate(board, name, both.clone(), || {
                    let digits = both.iter().fold(0, |digits, lost| digits | lost.digits);
                    let cells = first.iter().chain(second).map(|elimination| elimination.cell);
                    format!("{} of {}", board.digits(digits), board.names(cells))
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
    let mut singles = Vec::new();
    board.each_digit(collector, |digit, collector| {
        let links = strong_links(board, digit);
        for (number, first) in links.iter().enumerate() {
            for second in &links[number + 1..] {
                for [first_tip, first_joint] in first.directions() {
                    for [second_joint, second_tip] in second.directions() {
                        if second.ends.contains(&first_tip)
                            || second.ends.contains(&first_joint)
                            || !geometry.sees(first_joint, second_joint)
                        {
                            continue;
                        }
                        let same_row = geometry.row(first_joint) == geometry.row(second_joint);
                        let same_column =
                            geometry.column(first_joint) == geometry.column(second_joint);
                        let same_box =
                            geometry.box_of(first_joint) == geometry.box_of(second_joint);
                        let shape = match (first.unit, second.unit) {
                            (Unit::Row(_), Unit::Row(_)) if same_column => "skyscraper",
                            (Unit::Column(_), Unit::Column(_)) if same_row => "skyscraper",
                            (Unit::Row(_), Unit::Column(_)) if same_box => "2-string-kite",
                            _ => "turbot-fish",
                        };
                        if shape != name {
                            continue;
                        }
                        let targets =
                            board.at(digit) & board.peers(first_tip) & board.peers(second_tip);
                        let eliminations = board.removal(cells(targets), 1 << digit);
                        if board.options.is_some() && name == "2-string-kite" {
                            let place: Cells = 1 << first_joint | 1 << second_joint;
                            singles.push((place, eliminations.clone()));
                        }
                        collector.eliminate(board, name, eliminations, || {
                            let path = [first_tip, first_joint, second_joint, second_tip];
                            let nodes = path.map(|cell| (digit, 1 << cell));
                            Places::of(board, vec![Chain::of(board, true, nodes)])
                        });
                    }
                }
            }
        }
    });
    duals(board, "dual-2-string-kite", &singles, collector);
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
        let mut singles = Vec::new();
        for box_number in 0..size {
            let places = board.at(digit) & units[2 * size + box_number];
            // With two places it is a turbot fish, and only listed.
            if places.count_ones() < if board.options.is_some() { 2 } else { 3 } {
                continue;
            }
            for row in 0..size {
                for column in 0..size {
                    let across = units[row];
                    let down = units[size + column];
                    let sides = [places & across & !down, places & down & !across];
                    if places & !(across | down) != 0 || sides.contains(&0) {
                        continue;
                    }
                    let rectangle = Rectangle { digit, box_number, lines: [row, column] };
                    for link in &links {
                        if let Some(eliminations) = rectangle.cross(board, *link, collector) {
                            singles.push((box_number, eliminations));
                        }
                    }
                }
            }
        }
        if board.options.is_some() {
            duals(board, "dual-empty-rectangle", &singles, collector);
        }
    });
}

/// The places of a digit in a box, and the row and the column that they lie in.
struct Rectangle {
    digit: usize,
    box_number: usize,
    lines: [usize; 2],
}

impl Rectangle {
    /// Adds what a strong link leads to, and returns it.
    fn cross(
        &self,
        board: &Board,
        link: StrongLink,
        collector: &mut Collector,
    ) -> Option<Vec<Elimination>> {
        let mut removed = None;
        let geometry = board.geometry();
        let size = board.size();
        let [row, column] = self.lines;
        for [near, far] in link.directions() {
            let (target, line) = match link.unit {
                Unit::Column(_) if geometry.row(near) == row => {
                    (geometry.row(far) * size + column, board.units()[row])
                }
                Unit::Row(_) if geometry.column(near) == column => {
                    (row * size + geometry.column(far), board.units()[size + column])
                }
                _ => continue,
            };
            let outside = |cell: usize| geometry.box_of(cell) != self.box_number;
            if !outside(near) || !outside(far) || !outside(target) || target == far {
                continue;
            }
            let eliminations = board.removal([target], 1 << self.digit);
            collector.eliminate(board, "empty-rectangle", eliminations.clone(), || {
                let unit = board.unit(Unit::Box(self.box_number));
                let link = board.names(link.ends);
                let digit = board.digits(1 << self.digit);
                let text = format!("{digit} in {unit} {link}");
                let places = board.at(self.digit) & board.units()[2 * size + self.box_number];
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
