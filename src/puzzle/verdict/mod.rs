//! The verdict on an answer that was given to a puzzle: a value, made by the plain rules of its
//! kind.

mod batch;
pub(crate) mod given;
mod subject;
mod syntax;
mod values;

use std::ops::Range;

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

pub use batch::{Batch, judge_raw};
pub use subject::{Measure, Subject};
pub use values::compare;

use super::Unit;
use crate::diag::clip;
use crate::scene::Scene;

/// The name of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Legal, reaches the goal, and as short as possible where shortness is asked.
    Right,
    /// Legal, reaches the goal, and has more moves than needed.
    Longer,
    /// Legal, and the goal is not reached.
    Unsolved,
    /// A move breaks the rules.
    Illegal,
    /// A value that differs from the right one.
    Wrong,
    /// Not the text of an answer.
    NotAnAnswer,
    /// The limit ended the search that would decide.
    Unknown,
}

impl Grade {
    /// Returns the word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Longer => "longer",
            Self::Unsolved => "unsolved",
            Self::Illegal => "illegal",
            Self::Wrong => "wrong",
            Self::NotAnAnswer => "not-an-answer",
            Self::Unknown => "unknown",
        }
    }
}

/// The first place where an answer goes wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blame {
    /// The number of the move, from 1.
    pub number: Option<u64>,
    /// The bytes of the answer.
    pub place: Range<usize>,
    /// The text there.
    pub text: String,
    /// The name of the cell, as the kind writes it.
    pub cell: Option<String>,
}

impl Blame {
    /// Returns the blame of a stretch of an answer.
    pub fn of(answer: &str, place: Range<usize>) -> Self {
        Self { text: answer[place.clone()].to_owned(), place, ..Self::default() }
    }
}

impl Serialize for Blame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Blame", 5)?;
        fields.serialize_field("move", &self.number)?;
        fields.serialize_field("start", &self.place.start)?;
        fields.serialize_field("end", &self.place.end)?;
        fields.serialize_field("text", &self.text)?;
        fields.serialize_field("cell", &self.cell)?;
        fields.end()
    }
}

/// A verdict, with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// Its name.
    pub grade: Grade,
    /// The cost of the legal moves; `None` if the answer is not made of moves.
    pub moves: Option<u64>,
    /// The length of a shortest solution, if it was asked for and is known.
    pub shortest: Option<u64>,
    /// The first place where the answer goes wrong.
    pub at: Option<Blame>,
    /// The reason, in one sentence.
    pub reason: String,
    /// The reason without the right answer, if the reason holds a part of it.
    pub(crate) veil: Option<String>,
    /// The board before the first illegal move, or else the last, if it was asked for.
    pub scene: Option<Box<Scene>>,
    /// True if the verdict is about a claim such as `solved`, which no answer can replace.
    pub(crate) is_claim: bool,
}

impl Ruling {
    /// Returns a verdict of that name, without moves and without a place.
    pub fn new(grade: Grade, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self {
            grade,
            moves: None,
            shortest: None,
            at: None,
            reason,
            veil: None,
            scene: None,
            is_claim: false,
        }
    }

    /// Returns this verdict with a second reason, which holds nothing of the right answer.
    #[must_use]
    pub(crate) fn or_veiled(mut self, reason: impl Into<String>) -> Self {
        self.veil = Some(reason.into());
        self
    }

    /// Returns the reason without the right answer.
    pub fn veiled(&self) -> &str {
        self.veil.as_deref().unwrap_or(&self.reason)
    }

    /// Returns this verdict with nothing of the right answer in it.
    #[must_use]
    pub fn without_answer(mut self) -> Self {
        if let Some(veil) = self.veil.take() {
            self.reason = veil;
        }
        self.shortest = None;
        self
    }

    /// Returns this verdict with the place where the answer goes wrong.
    #[must_use]
    pub fn at(mut self, blame: Blame) -> Self {
        self.at = Some(blame);
        self
    }

    /// Returns the verdict on a text that is not an answer; `place` holds what was found.
    pub fn not_an_answer(answer: &str, place: Range<usize>, expected: &str) -> Self {
        let shown = match answer[place.clone()].trim() {
            "" => String::from("nothing"),
            text => format!("`{}`", clip(text.lines().next().unwrap_or_default())),
        };
        let reason = format!("expected {expected}, found {shown}");
        Self::new(Grade::NotAnAnswer, reason).at(Blame::of(answer, place))
    }

    /// Returns the verdict on the claim that a puzzle is unsolvable. `shortest` is the length of a
    /// solution that has one.
    pub fn unsolvable(answer: &str, solvable: bool, shortest: Option<u64>) -> Self {
        if !solvable {
            return Self::new(Grade::Right, "there is no solution");
        }
        let start = answer.len() - answer.trim_start().len();
        let blame = Blame::of(answer, start..start + answer.trim().len());
        let ruling = Self::new(Grade::Wrong, "there is a solution").at(blame);
        Self { shortest, ..ruling }
    }
}

/// The length of a shortest solution, as far as it is known when an answer is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// Nothing: a search finds it.
    Search,
    /// Nothing, and any length is right.
    Ignore,
    /// The length; `None` if there is no solution.
    Known(Option<u64>),
    /// A length that the caller states and that nothing has proved. A search finds the length if
    /// an answer shows that it is wrong.
    Stated(u64),
    /// The length of the answer of a judge, which is legal and of which nothing has proved that it
    /// is the shortest; `None` if that answer is that there is no solution. Nothing is searched.
    Judge(Option<u64>),
}

/// An answer to a command, and how it is judged.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The answer.
    pub answer: &'a str,
    /// The length that it must have.
    pub optimum: Optimum,
    /// The name of the puzzle in [`Ruling::scene`], if that is wanted.
    pub draw: Option<&'a str>,
}

/// Returns the verdict on legal moves of that cost that reach the goal.
pub(crate) fn of_length(cost: u64, unit: Unit, shortest: Option<u64>) -> Ruling {
    let counted = unit.count(cost);
    let veil = format!("legal, {counted}, and fewer are enough");
    let (grade, reason) = match shortest {
        Some(shortest) if shortest < cost => {
            let are = if shortest == 1 { "is" } else { "are" };
            (Grade::Longer, format!("legal, {counted}; {shortest} {are} enough"))
        }
        Some(_) => (Grade::Right, format!("legal, {counted}, as few as possible")),
        None => (Grade::Right, format!("legal, {counted}, reaches the goal")),
    };
    let veil = (grade == Grade::Longer).then_some(veil);
    Ruling { moves: Some(cost), shortest, veil, ..Ruling::new(grade, reason) }
}

/// Returns the verdict on legal moves of that cost that reach the goal, where the caller states a
/// shortest length that is not greater.
pub(crate) fn of_stated_length(cost: u64, unit: Unit, length: u64) -> Ruling {
    let counted = unit.count(cost);
    let (grade, reason) = match length < cost {
        true => (Grade::Longer, format!("legal, {counted}; `shortest` says {length}")),
        false => (Grade::Right, format!("legal, {counted}, as few as `shortest` says")),
    };
    Ruling { moves: Some(cost), shortest: Some(length), ..Ruling::new(grade, reason) }
}

/// Returns the verdict on legal moves of that cost that reach the goal, where the answer of the
/// judge has `length`.
pub(crate) fn of_judged_length(cost: u64, unit: Unit, length: u64) -> Ruling {
    if length < cost {
        return of_length(cost, unit, Some(length));
    }
    let counted = unit.count(cost);
    let reason = match cost < length {
        true => format!("legal, {counted}; the judge's answer has {length}"),
        false => format!("legal, {counted}, as few as the judge's answer"),
    };
    Ruling { moves: Some(cost), ..Ruling::new(Grade::Right, reason) }
}
