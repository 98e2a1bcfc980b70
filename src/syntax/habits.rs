//! The habits of other languages, as one table: the signs that a text may have in place of a sign of
//! this language. The readers of a text look its signs up here.

/// The use of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Begins a comment. Of most of these signs, a run is one sign.
    Comment,
    /// Comes before an expected answer. Arrows of ASCII characters have no fixed form:
    /// `document::slips` finds them.
    Arrow,
    /// Separates words.
    Space,
    /// Comes before the digits of a negative number: the minus, and the dashes of word processors.
    Minus,
    /// An empty cell of a board or a grid.
    Empty,
    /// A part of a terrain that is not floor.
    Void,
    /// A live node of a tree.
    Live,
    /// A dead node of a tree.
    Dead,
    /// Separates moves that are words, or nodes.
    Between,
    /// Comes between the cell and the digit of a placement.
    Equals,
    /// Opens a place or a subtree.
    Open,
    /// Closes a place or a subtree.
    Close,
}

/// The signs of other languages for each use, and the sign of this language, in the order of
/// [`Habit`].
pub static HABITS: &[(Habit, &[&str], &str)] = &[
    (Habit::Comment, &["#", ";", "%", "--", "/*"], "//"),
    (Habit::Arrow, &["→", "⇒", "➔", "➜", "⟶", "⟹"], "=>"),
    (
        Habit::Space,
        &[
            "\u{a0}", "\u{2000}", "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}",
            "\u{2006}", "\u{2007}", "\u{2008}", "\u{2009}", "\u{200a}", "\u{202f}", "\u{205f}",
            "\u{3000}",
        ],
        " ",
    ),
    (Habit::Minus, &["\u{2212}", "\u{2013}", "\u{2014}"], "-"),
    (Habit::Empty, &["0", "_", "*", "-", "x", "X"], "."),
    (Habit::Void, &[".", "_", " ", "\t", "#"], "-"),
    (Habit::Live, &["x", "#", "*", "1", "●", "■"], "X"),
    (Habit::Dead, &["o", "O", "0", "_", "-", "·", "•", "○", "□"], "."),
    (Habit::Between, &[",", ";"], " "),
    (Habit::Equals, &[":"], "="),
    (Habit::Open, &["["], "("),
    (Habit::Close, &["]"], ")"),
];

impl Habit {
    /// Returns the signs of other languages.
    pub(crate) fn signs(self) -> impl Iterator<Item = &'static str> {
        HABITS[self as usize].1.iter().copied()
    }

    /// Returns whether a text is a sign of another language.
    pub(crate) fn has(self, text: &str) -> bool {
        self.signs().any(|sign| sign == text)
    }

    /// Returns whether a character is a sign of another language.
    pub(crate) fn is(self, char: char) -> bool {
        self.has(char.encode_utf8(&mut [0; 4]))
    }

    /// Returns the sign of another language that a text begins with.
    pub(crate) fn begins(self, text: &str) -> Option<&'static str> {
        self.signs().find(|sign| text.starts_with(sign))
    }

    /// Returns the first sign of another language in a text, with its offset.
    pub(crate) fn find(self, text: &str) -> Option<(usize, &'static str)> {
        self.signs().filter_map(|sign| Some((text.find(sign)?, sign))).min()
    }

    /// Returns the sign of this language for a sign of another one.
    pub(crate) fn right(self, text: &str) -> Option<&'static str> {
        self.has(text).then_some(HABITS[self as usize].2)
    }

    /// Returns a text with the sign of this language in place of those of others.
    pub(crate) fn replaced(self, text: &str) -> String {
        self.signs().fold(text.to_owned(), |text, sign| text.replace(sign, HABITS[self as usize].2))
    }
}
