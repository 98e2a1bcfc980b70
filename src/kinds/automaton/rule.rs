//! The 16-row transition table of an automaton.

/// A rule: bit `8·parent + 4·left + 2·self + right` is the new state of a node.
///
/// Worked example: rule 23749 is `0101 1100 1100 0101` in binary, so row 0 (`. . . .`) gives live,
/// row 1 (right child live) gives dead and row 15 (all live) gives dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule(pub u16);

impl Rule {
    /// The row of the table that four states select: bit 3 parent, 2 left, 1 self, 0 right.
    pub const fn row(parent: bool, left: bool, own: bool, right: bool) -> usize {
        8 * parent as usize + 4 * left as usize + 2 * own as usize + right as usize
    }

    /// The new state of a node; pass `false` for a missing parent or child.
    pub const fn next(self, parent: bool, left: bool, own: bool, right: bool) -> bool {
        self.0 >> Self::row(parent, left, own, right) & 1 == 1
    }

    /// The rows in ascending order as `(parent, left, self, right, new state)`.
    pub fn table(self) -> impl Iterator<Item = (bool, bool, bool, bool, bool)> {
        (0..16_u8).map(move |i| {
            let bit = |k: u8| i >> k & 1 == 1;
            (bit(3), bit(2), bit(1), bit(0), self.0 >> i & 1 == 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_parent_left_self_right() {
        let rule = Rule(1 << 8 | 1 << 2);
        assert!(rule.next(true, false, false, false));
        assert!(rule.next(false, false, true, false));
        assert!(!rule.next(false, true, false, false));
        for (i, (p, l, s, r, new)) in Rule(23749).table().enumerate() {
            assert_eq!(Rule::row(p, l, s, r), i);
            assert_eq!(Rule(23749).next(p, l, s, r), new);
        }
    }
}
