//! The answer of a command: a value that writes its text and its JSON.

mod branches;
mod json;
mod list;
mod numbers;
pub mod steps;

use std::borrow::Cow;
use std::fmt::{self, Display, Write};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

pub use branches::{Branch, Branches};
pub use list::List;
pub use numbers::Rows;
pub(crate) use numbers::write_row;

use super::rank::Figure;
use crate::diag::thousands;
use crate::search::{Counted, Figures, Stop};

/// The effect of an answer on the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verdict {
    /// An answer like any other.
    Fine,
    /// `unsolvable`: exit code 1 unless that was expected.
    Unsolvable,
    /// `gave up`: exit code 1 unless that was expected.
    GaveUp,
}

/// The answer of a command. Its [`Display`] is its text, without a final line end, and its
/// [`serde::Serialize`] the value that JSON shows; hints, pages and expectations read the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No answer, because the checker asked and it would cost.
    NotComputed,
    /// A word, a sentence or a tree; digits in it are symbols, such as those of a sudoku's row.
    Text(String),
    /// A number.
    Number(BigUint),
    /// Words on one line.
    Words(Vec<Word>),
    /// Integers on one line: a ring.
    Row(Vec<i64>),
    /// Lines of integers: a matrix.
    Rows(Rows),
    /// One thing per line, all that there are.
    List(List),
    /// The first things of a longer list. If more are asked for, they come after these.
    Page(List),
    /// A solution.
    Solution(Solution),
    /// Steps of a person, or a hint at one: an answer of its own, and the steps as data.
    Steps(Box<Answer>, Vec<steps::Step>),
    /// A figure, such as a rating.
    Figure(Figure),
    /// The progress of a search.
    Status(Status),
    /// The tree of states.
    Branches(Branches),
    /// There is no solution.
    Unsolvable,
    /// A limit or the user stopped the search before it had decided.
    GaveUp {
        /// The work that was done until then.
        effort: Effort,
        /// The stop; `None` if the search was not begun.
        stop: Option<Stop>,
    },
}

/// The work that a command did until it was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effort {
    /// None, because it was not begun.
    None,
    /// Nothing that is counted.
    Uncounted,
    /// A search by layers.
    Layers(Figures),
    /// A count.
    Count(u64, Counted),
    /// Everything before this: `all were found`.
    Before(&'static str),
}

impl Effort {
    /// Returns whether `status` shows it.
    pub fn is_in_status(&self) -> bool {
        matches!(self, Self::Layers(_) | Self::Count(_, Counted::Generations))
    }

    /// Returns how a person reads it who stopped the command, and can continue it.
    pub fn paused(&self) -> String {
        match self {
            Self::None => String::from("not run"),
            Self::Uncounted => String::from("paused before it was decided"),
            Self::Layers(Figures { expanded, frontier, depth, .. }) => {
                let states = Counted::States.count(*expanded);
                let frontier = thousands((*frontier).into());
                format!("paused after {states} (frontier {frontier}, depth {depth})")
            }
            Self::Count(count, counted) => format!("paused after {}", counted.count(*count)),
            Self::Before(what) => format!("paused before {what}"),
        }
    }
}

impl Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("not run"),
            Self::Uncounted => f.write_str("stopped before it was decided"),
            Self::Layers(figures) => figures.fmt(f),
            Self::Count(count, counted) => f.write_str(&counted.count(*count)),
            Self::Before(what) => write!(f, "before {what}"),
        }
    }
}

/// A word of [`Answer::Words`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A number.
    Number(u128),
    /// A symbol.
    Symbol(&'static str),
}

/// The moves of a solution, and what they cost together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The sum of the costs of the moves.
    pub length: u64,
    /// The name of a unit of the length, such as `move`.
    pub unit: Unit,
    /// The moves, each as `play` takes it.
    pub moves: Vec<String>,
    /// The separator of two moves in the text: nothing for letters, a line end for words.
    pub separator: &'static str,
}

/// The name of what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The name of one: `push`.
    pub singular: &'static str,
    /// The name of several: `pushes`.
    pub plural: &'static str,
}

impl Unit {
    /// The moves of most puzzles.
    pub const MOVES: Self = Self { singular: "move", plural: "moves" };

    /// Returns a count with the name: `1 push`, `2 pushes`.
    pub fn count(self, count: u64) -> String {
        format!("{count} {}", if count == 1 { self.singular } else { self.plural })
    }
}

/// The effort of a search, or the position in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// Names, each with its value: `expanded 7 frontier 3 depth 2`.
    Fields(Vec<(&'static str, Word)>),
    /// A phrase.
    Phrase(String),
}

/// The progress of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The effort of the search. It is the same on every machine and in every version.
    pub done: Done,
    /// Figures that may differ between versions.
    pub figures: Vec<String>,
}

impl Answer {
    /// Returns a number as an answer.
    pub fn number(number: impl Into<BigUint>) -> Self {
        Self::Number(number.into())
    }

    /// Returns all things that there are as an answer.
    pub fn list(list: impl Into<List>) -> Self {
        Self::List(list.into())
    }

    /// Returns the answer of a search that stopped after this effort.
    pub fn gave_up(effort: Effort, stop: Stop) -> Self {
        Self::GaveUp { effort, stop: Some(stop) }
    }

    /// Returns the answer of a search without figures that stopped.
    pub fn undecided(stop: Stop) -> Self {
        Self::gave_up(Effort::Uncounted, stop)
    }

    /// Returns the answer of a query that is not run, because the limit was reached at an earlier
    /// one.
    pub fn not_run() -> Self {
        Self::GaveUp { effort: Effort::None, stop: None }
    }

    /// Returns its effect on the exit code.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Unsolvable => Verdict::Unsolvable,
            Self::GaveUp { .. } => Verdict::GaveUp,
            _ => Verdict::Fine,
        }
    }

    /// Returns whether a limit or the user stopped its search.
    pub fn is_gave_up(&self) -> bool {
        matches!(self, Self::GaveUp { .. })
    }

    /// Returns whether the limit of memory stopped its search.
    pub(crate) fn is_short_of_memory(&self) -> bool {
        matches!(self, Self::GaveUp { stop: Some(Stop::Memory), .. })
    }

    /// Returns false if the checker did not compute it.
    pub fn is_computed(&self) -> bool {
        *self != Self::NotComputed
    }

    /// Returns the lines that it has as text, without a final line end; empty if it was not computed.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::NotComputed => Cow::Borrowed(""),
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(number) => Cow::Owned(number.to_string()),
            Self::Words(words) => Cow::Owned(join(words, " ")),
            Self::Row(row) => Cow::Owned(numbers::text([&row[..]].into_iter())),
            Self::Rows(rows) => Cow::Owned(numbers::text(rows.iter())),
            Self::List(list) | Self::Page(list) => Cow::Borrowed(list.text()),
            Self::Solution(solution) => Cow::Owned(solution.to_string()),
            Self::Steps(answer, _) => answer.text(),
            Self::Figure(figure) => Cow::Owned(figure.to_string()),
            Self::Status(status) => Cow::Owned(status.to_string()),
            Self::Branches(branches) => Cow::Owned(branches.to_string()),
            Self::Unsolvable => Cow::Borrowed("unsolvable"),
            Self::GaveUp { effort, stop } => Cow::Owned(match (effort, stop) {
                (Effort::None | Effort::Uncounted, _) | (_, None) => format!("gave up: {effort}"),
                (_, Some(stop)) => format!("gave up: {effort}, {}", stop.reason()),
            }),
        }
    }

    /// Returns its text; `None` if it was not computed.
    pub fn into_text(self) -> Option<String> {
        match self {
            Self::NotComputed => None,
            Self::Text(text) => Some(text),
            Self::List(list) | Self::Page(list) => Some(list.into_text()),
            Self::Steps(answer, _) => answer.into_text(),
            other => Some(other.text().into_owned()),
        }
    }

    /// Returns the steps of a person that it holds.
    pub fn steps(&self) -> &[steps::Step] {
        if let Self::Steps(_, steps) = self { steps } else { &[] }
    }

    /// Returns what a solving command found in two words: `5 moves`, `unsolvable`, `solved`.
    pub fn summary(&self) -> Cow<'static, str> {
        match self {
            Self::Unsolvable => Cow::Borrowed("unsolvable"),
            Self::GaveUp { .. } => Cow::Borrowed("gave up"),
            Self::Solution(solution) => Cow::Owned(solution.unit.count(solution.length)),
            _ => Cow::Borrowed("solved"),
        }
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Writes things with a text between them.
fn join(things: &[impl Display], separator: &str) -> String {
    let mut text = String::new();
    for (at, thing) in things.iter().enumerate() {
        let _ = write!(text, "{}{thing}", if at == 0 { "" } else { separator });
    }
    text
}

impl Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Symbol(symbol) => f.write_str(symbol),
        }
    }
}

impl Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.length.fmt(f)?;
        for (at, move_text) in self.moves.iter().enumerate() {
            f.write_str(if at == 0 { "\n" } else { self.separator })?;
            f.write_str(move_text)?;
        }
        Ok(())
    }
}

impl Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(fields) => {
                let fields: Vec<_> =
                    fields.iter().map(|(name, value)| format!("{name} {value}")).collect();
                f.write_str(&fields.join(" "))
            }
            Self::Phrase(phrase) => f.write_str(phrase),
        }
    }
}

impl Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.done.fmt(f)?;
        self.figures.iter().try_for_each(|figure| write!(f, "\n{figure}"))
    }
}

/// The end of a search for a solution, as values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The moves of a shortest solution. There are none if the puzzle is solved.
    Moves(Solution),
    /// A filled grid; the smallest of several solutions.
    Grid {
        /// Its rows, with digits from 1.
        rows: Vec<Vec<u8>>,
        /// The moves that fill the empty cells, in reading order.
        moves: Vec<String>,
    },
    /// There is no solution.
    Unsolvable,
    /// The search stopped at a limit of its budget, or was cancelled.
    GaveUp(Stop),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_writes_its_text() {
        let solution = |moves: &[&str], separator| {
            let moves: Vec<_> = moves.iter().copied().map(String::from).collect();
            let length = moves.len() as u64;
            Answer::Solution(Solution { length, unit: Unit::MOVES, moves, separator })
        };
        let done = Done::Fields(vec![("expanded", Word::Number(0))]);
        let words = vec![Word::Number(u128::MAX), Word::Symbol("-")];
        for (answer, text) in [
            (Answer::NotComputed, ""),
            (Answer::number(12_u8), "12"),
            (Answer::Words(words), "340282366920938463463374607431768211455 -"),
            (Answer::Row(vec![-1, 2]), "-1 2"),
            (Answer::Rows([&[-1, 2][..], &[3, 4]].into_iter().collect()), "-1 2\n3 4"),
            (solution(&["A left", "B up"], "\n"), "2\nA left\nB up"),
            (solution(&["R", "_", "R"], ""), "3\nR_R"),
            (solution(&[], "\n"), "0"),
            (
                Answer::Status(Status { done, figures: vec![String::from("x 1")] }),
                "expanded 0\nx 1",
            ),
            (Answer::not_run(), "gave up: not run"),
            (Answer::undecided(Stop::States), "gave up: stopped before it was decided"),
        ] {
            assert_eq!(answer.text(), text);
            assert_eq!(answer.to_string(), text);
            assert_eq!(answer.clone().into_text().is_some(), answer.is_computed());
        }
    }

    #[test]
    fn an_effort_has_one_word_per_counter_and_separators() {
        let figures = Figures { expanded: 1_531_392, frontier: 2_000, depth: 40, bytes: 1 };
        for (effort, stopped, paused) in [
            (
                Effort::Layers(figures),
                "gave up: expanded 1531392 frontier 2000 depth 40, stopped",
                "paused after 1,531,392 states (frontier 2,000, depth 40)",
            ),
            (
                Effort::Count(1_531_392, Counted::Guesses),
                "gave up: 1,531,392 guesses, stopped",
                "paused after 1,531,392 guesses",
            ),
            (
                Effort::Count(1, Counted::Guesses),
                "gave up: 1 guess, stopped",
                "paused after 1 guess",
            ),
            (
                Effort::Before("all were found"),
                "gave up: before all were found, stopped",
                "paused before all were found",
            ),
            (
                Effort::Uncounted,
                "gave up: stopped before it was decided",
                "paused before it was decided",
            ),
        ] {
            assert_eq!(effort.paused(), paused);
            assert_eq!(Answer::gave_up(effort, Stop::Cancelled).text(), stopped);
        }
    }

    #[test]
    fn a_summary_counts_in_the_unit_of_the_solution() {
        let unit = Unit { singular: "push", plural: "pushes" };
        for (length, summary) in [(0, "0 pushes"), (1, "1 push"), (2, "2 pushes")] {
            let answer = Solution { length, unit, moves: Vec::new(), separator: "" };
            assert_eq!(Answer::Solution(answer).summary(), summary);
        }
    }
}
