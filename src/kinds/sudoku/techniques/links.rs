//! Two strong links of a digit, joined by a weak one; and the empty rectangle.
//!
//! ```text
//!   a═══b        b and c see each other: one of a and d holds the digit, and what sees both
//!       │        does not. Two parallel lines are a skyscraper, a row and a column that meet in a
//!   c═══d        box a 2-string kite, all else a turbot fish.
//! ```

use super::super::rules::Unit;
use super::Found;
use super::board::{Board, Cells, cells};
use super::chains::gathered;
use super::notation::{Chain, Places};

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
            let (Some(one), Some(other), None) = (places.next(), places.next(), places.next())
            else {
                return None;
            };
            Some(Strong { unit: *unit, ends: [one, other] })
        })
        .collect()
}

pub(super) fn skyscraper(board: &Board, found: &mut Found) {
    joined(board, "skyscraper", found);
}

/// Two kites that meet in the same cells of a box are one step in a list.
pub(super) fn kite(board: &Board, found: &mut Found) {
    joined(board, "2-string-kite", found);
}

/// Adds each two steps that meet in the same place as one step.
fn duals(
    board: &Board,
    name: &'static str,
    single: &[(impl PartialEq, Vec<(usize, u32)>)],
    found: &mut Found,
) {
    for (number, (place, gone)) in single.iter().enumerate() {
        for (same, more) in &single[..number] {
            if place == same && gone != more && !gone.is_empty() && !more.is_empty() {
                let both = gathered([gone.as_slice(), more].concat());
                found.remove(board, name, both.clone(), || {
                    let digit = both.iter().fold(0, |all, one| all | one.1);
                    let cells = gone.iter().chain(more).map(|one| one.0);
                    format!("{} of {}", board.digits(digit), board.names(cells))
                });
            }
        }
    }
}

pub(super) fn turbot_fish(board: &Board, found: &mut Found) {
    joined(board, "turbot-fish", found);
}

fn joined(board: &Board, name: &'static str, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    let geometry = board.geometry();
    let mut single = Vec::new();
    board.each_digit(found, |digit, found| {
        let links = strong_links(board, digit);
        for (number, one) in links.iter().enumerate() {
            for other in &links[number + 1..] {
                for (a, b) in [(0, 1), (1, 0)].map(|(a, b)| (one.ends[a], one.ends[b])) {
                    for (c, d) in [(0, 1), (1, 0)].map(|(c, d)| (other.ends[c], other.ends[d])) {
                        if a == c || a == d || b == c || b == d || !geometry.sees(b, c) {
                            continue;
                        }
                        let same_box = geometry.box_of(b) == geometry.box_of(c);
                        let shape = match (one.unit, other.unit) {
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
                        let gone = board.at(digit) & board.peers(a) & board.peers(d);
                        let gone = board.removal(cells(gone), 1 << digit);
                        if board.options.is_some() && name == "2-string-kite" {
                            let place: Cells = 1 << b | 1 << c;
                            single.push((place, gone.clone()));
                        }
                        found.remove(board, name, gone, || {
                            let nodes = [a, b, c, d].map(|cell| (digit, 1 << cell));
                            Places::of(board, vec![Chain::of(board, true, nodes)])
                        });
                    }
                }
            }
        }
    });
    duals(board, "dual-2-string-kite", &single, found);
}

/// Finds a box that has a digit only in one row and one column, which are not both empty beside
/// their crossing. A strong link across the row removes the digit where its other end meets the
/// column.
pub(super) fn empty_rectangle(board: &Board, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    let size = board.size();
    let units = board.units();
    board.each_digit(found, |digit, found| {
        let links = strong_links(board, digit);
        let mut single = Vec::new();
        for number in 0..size {
            let own = board.at(digit) & units[2 * size + number];
            // With two places it is a turbot fish, and only listed.
            if own.count_ones() < if board.options.is_some() { 2 } else { 3 } {
                continue;
            }
            for row in 0..size {
                for column in 0..size {
                    let (across, down) = (units[row], units[size + column]);
                    let sides = [own & across & !down, own & down & !across];
                    if own & !(across | down) != 0 || sides.contains(&0) {
                        continue;
                    }
                    let rectangle = Rectangle { digit, number, lines: [row, column] };
                    for link in &links {
                        if let Some(gone) = rectangle.cross(board, *link, found) {
                            single.push((number, gone));
                        }
                    }
                }
            }
        }
        if board.options.is_some() {
            duals(board, "dual-empty-rectangle", &single, found);
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
    fn cross(&self, board: &Board, link: Strong, found: &mut Found) -> Option<Vec<(usize, u32)>> {
        let mut removed = None;
        let (geometry, size) = (board.geometry(), board.size());
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
            let gone = board.removal([target], 1 << self.digit);
            found.remove(board, "empty-rectangle", gone.clone(), || {
                let unit = board.unit(Unit::Box(self.number));
                let link = board.names(link.ends);
                let digit = board.digits(1 << self.digit);
                let text = format!("{digit} in {unit} {link}");
                let own = board.at(self.digit) & board.units()[2 * size + self.number];
                let side = own & line;
                let nodes = [1 << far, 1 << near, side, own & !side];
                let nodes = nodes.map(|cells| (self.digit, cells));
                Places::with(text, vec![Chain::of(board, true, nodes)])
            });
            removed = Some(gone);
        }
        removed
    }
}
