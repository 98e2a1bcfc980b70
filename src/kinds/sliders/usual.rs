//! The usual goals of tiles that are the numbers from 1: one of them is meant where no goal is written.

use crate::puzzle::RawGoal;

/// The goals that a caller of raw input names with `--goal`.
pub(super) const RAW_GOAL: RawGoal =
    RawGoal { names: "the order of the numbers", known: &["ordered", "gap-first", "snail"] };

/// An order of the numbers that many programs have as their goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UsualGoal {
    /// The numbers in reading order, the gap last.
    Ordered,
    /// The gap, then the numbers in reading order.
    GapFirst,
    /// The numbers in a clockwise spiral from the top left corner, the gap at its end.
    Snail,
}

impl UsualGoal {
    /// Every usual goal, in the order of their names in [`RAW_GOAL`].
    const ALL: [Self; 3] = [Self::Ordered, Self::GapFirst, Self::Snail];

    /// Returns the goal of a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let at = RAW_GOAL.known.iter().position(|known| *known == name)?;
        Self::ALL.get(at).copied()
    }

    /// Returns the labels of the board in reading order, with this sign for the gap.
    pub(super) fn labels(self, rows: usize, columns: usize, gap: &str) -> Vec<String> {
        let places = match self {
            Self::Ordered | Self::GapFirst => (0..rows * columns).collect(),
            Self::Snail => spiral(rows, columns),
        };
        let mut labels = vec![String::from(gap); rows * columns];
        let places = places.into_iter().skip(usize::from(self == Self::GapFirst));
        for (number, place) in (1..rows * columns).zip(places) {
            labels[place] = number.to_string();
        }
        labels
    }
}

/// Returns the places of a board in a clockwise spiral from the top left corner.
fn spiral(rows: usize, columns: usize) -> Vec<usize> {
    let mut places = Vec::with_capacity(rows * columns);
    let mut seen = vec![false; rows * columns];
    let [mut row, mut column] = [0_usize; 2];
    // Right, down, left and up, as steps of the row and of the column.
    let mut ways = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().cycle();
    let mut way = ways.next().unwrap_or_default();

    while places.len() < rows * columns {
        seen[row * columns + column] = true;
        places.push(row * columns + column);
        let beside = |(down, right): (isize, isize)| {
            let row = row.checked_add_signed(down).filter(|&row| row < rows)?;
            let column = column.checked_add_signed(right).filter(|&column| column < columns)?;
            (!seen[row * columns + column]).then_some([row, column])
        };
        let mut next = beside(way);
        if next.is_none() {
            way = ways.next().unwrap_or_default();
            next = beside(way);
        }
        [row, column] = next.unwrap_or([row, column]);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_goal_has_its_numbers_in_its_order() {
        let board = |name: &str, rows, columns| {
            let goal = UsualGoal::named(name).expect("a name");
            let labels = goal.labels(rows, columns, ".");
            let rows: Vec<String> = labels.chunks(columns).map(|row| row.join(" ")).collect();
            rows.join(" / ")
        };
        assert_eq!(board("ordered", 2, 3), "1 2 3 / 4 5 .");
        assert_eq!(board("gap-first", 2, 3), ". 1 2 / 3 4 5");
        assert_eq!(board("snail", 2, 2), "1 2 / . 3");
        assert_eq!(board("snail", 2, 3), "1 2 3 / . 5 4");
        assert_eq!(board("snail", 3, 2), "1 2 / . 3 / 5 4");
        assert_eq!(board("snail", 4, 3), "1 2 3 / 10 11 4 / 9 . 5 / 8 7 6");
        assert_eq!(board("snail", 5, 5).split(" / ").nth(2), Some("15 24 . 20 7"));
        assert_eq!(UsualGoal::named("spiral"), None);
    }
}
