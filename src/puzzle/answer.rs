//! The answer of a command: its lines, and what they mean.

use std::fmt::Display;

use crate::search::Stop;

/// How an answer ends the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// An answer like any other.
    Fine,
    /// `unsolvable`: exit code 1 unless that was expected.
    Unsolvable,
    /// `gave up`: exit code 1 unless that was expected.
    GaveUp,
}

/// What the lines of an answer mean. The kind that answers says it, so that hints, pages and JSON
/// need not know the verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A word, a sentence or a picture; digits in it are symbols, such as those of a sudoku's row.
    Text,
    /// An integer of any size.
    Number,
    /// Words with blanks between them, on one line: the cells of a ring, `cycle`.
    Row,
    /// Such lines: a matrix.
    Rows,
    /// One thing per line, all that there are; none if the text is empty.
    List,
    /// The first things of a longer list, one per line; none if the text is empty. If more are
    /// asked for, they come after these.
    Page,
    /// A page of paths: an empty text is one path without moves.
    Paths,
    /// The length of a solution, then its moves, one per line.
    Solution,
    /// The length of a solution, then its moves on the next line, a letter each.
    Letters,
    /// How far a search is, then figures that may differ between versions, one per line.
    Status,
}

/// The answer of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its lines, without a final line end. `None` if the checker did not compute it.
    pub text: Option<String>,
    /// What they mean.
    pub shape: Shape,
    /// Its effect on the exit code.
    pub verdict: Verdict,
    /// Why it gave up, if it did.
    pub stop: Option<Stop>,
}

impl Answer {
    /// An answer of that shape.
    pub fn new(shape: Shape, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), shape, verdict: Verdict::Fine, stop: None }
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Shape::Text, text)
    }

    /// An integer.
    pub fn number(number: impl Display) -> Self {
        Self::new(Shape::Number, number.to_string())
    }

    /// All things that there are, one per line.
    pub fn list(text: impl Into<String>) -> Self {
        Self::new(Shape::List, text)
    }

    /// The first `count` paths of a list. None are asked for by a count of 0.
    pub fn paths(count: u64, text: impl Into<String>) -> Self {
        Self::new(if count == 0 { Shape::Page } else { Shape::Paths }, text)
    }

    /// Not computed, because the checker asked and it would cost.
    pub fn unknown() -> Self {
        Self { text: None, ..Self::text("") }
    }

    /// `unsolvable`.
    pub fn unsolvable() -> Self {
        Self { verdict: Verdict::Unsolvable, ..Self::text("unsolvable") }
    }

    /// `gave up`, with the figures of its search and the reason on the same line.
    pub fn gave_up(figures: impl Display, stop: Stop) -> Self {
        Self::stopped(format!("gave up: {figures}, {}", stop.reason()), stop)
    }

    /// `gave up`, where the search has no figures.
    pub fn undecided(stop: Stop) -> Self {
        Self::stopped(String::from("gave up: stopped before it was decided"), stop)
    }

    fn stopped(text: String, stop: Stop) -> Self {
        Self { verdict: Verdict::GaveUp, stop: Some(stop), ..Self::text(text) }
    }

    /// Its lines, and what they mean; `None` if it was not computed.
    pub fn data(&self) -> Option<Data<'_>> {
        self.text.as_deref().map(|text| Data { text, shape: self.shape })
    }
}

/// The end of a search for a solution, as values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The moves of a shortest solution, each as `play` takes it. Empty if the puzzle is solved.
    Moves(Vec<String>),
    /// The rows of a filled grid, with digits from 1; the smallest of several solutions.
    Grid(Vec<Vec<u8>>),
    /// There is no solution.
    Unsolvable,
    /// The search stopped at a limit of its budget, or was cancelled.
    GaveUp(Stop),
}

/// The lines of an answer, and what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Data<'a> {
    /// The lines, without a final line end.
    pub text: &'a str,
    /// What they mean.
    pub shape: Shape,
}

impl<'a> Data<'a> {
    /// The things that a list names.
    pub fn items(self) -> impl Iterator<Item = &'a str> {
        let none = self.text.is_empty() && matches!(self.shape, Shape::List | Shape::Page);
        (!none).then(|| self.text.split('\n')).into_iter().flatten()
    }

    /// The length of a solution, and its moves.
    pub fn solution(self) -> Option<(&'a str, impl Iterator<Item = &'a str>)> {
        let (length, moves) = self.text.split_once('\n').unwrap_or((self.text, ""));
        let between = match self.shape {
            Shape::Solution => "\n",
            Shape::Letters => "",
            _ => return None,
        };
        Some((length, moves.split(between).filter(|one| !one.is_empty())))
    }

    /// Whether a longer list begins with these lines.
    pub fn is_page(self) -> bool {
        matches!(self.shape, Shape::Page | Shape::Paths)
    }
}

/// The answer of a query that is not run, because the limit was reached at an earlier one.
pub const NOT_RUN: &str = "gave up: not run";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_path_is_an_item_and_an_empty_list_has_none() {
        let items = |answer: &Answer| answer.data().expect("data").items().count();
        assert_eq!(items(&Answer::paths(3, "")), 1);
        assert_eq!(items(&Answer::paths(0, "")), 0);
        assert_eq!(items(&Answer::list("")), 0);
        assert_eq!(items(&Answer::list("a\n\nb")), 3);
    }

    #[test]
    fn a_solution_has_a_length_and_moves() {
        let answer = Answer::new(Shape::Solution, "2\nA left\nB up");
        let (length, moves) = answer.data().and_then(Data::solution).expect("a solution");
        assert_eq!((length, moves.collect::<Vec<_>>()), ("2", vec!["A left", "B up"]));
        assert!(Answer::text("2\nA left").data().and_then(Data::solution).is_none());
        let answer = Answer::new(Shape::Letters, "2\nR_R");
        let (length, moves) = answer.data().and_then(Data::solution).expect("a solution");
        assert_eq!((length, moves.collect::<Vec<_>>()), ("2", vec!["R", "_", "R"]));
    }
}
