//! What the statements of a script gave when they ran.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Checked, add_check};
use crate::diag::{Code, Diagnostic};
use crate::puzzle::{Answer, Prospect, Verdict};
use crate::session::scope::End;
use crate::session::{Judgment, codes, look};
use crate::text::Span;

/// Characters of an answer that are kept for showing.
const SHOWN: usize = 4096;

/// A part of the work on a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Part {
    /// A statement, counted from the declaration on.
    Statement(usize),
    /// The distances of the goal along the `play` that is that statement.
    Distances(usize),
    /// The advice about the puzzle.
    Advice,
}

/// The answer of a command, as far as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Its lines, or the beginning of them.
    pub text: String,
    /// True if the text is complete.
    pub is_whole: bool,
    /// The number of its lines.
    pub lines: usize,
    /// The verdict of the answer.
    pub verdict: Verdict,
    /// The answer in two words.
    pub summary: String,
}

impl Shown {
    fn of(answer: &Answer) -> Self {
        let text = answer.text();
        let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(at, _)| at);
        Self {
            text: text[..end].to_owned(),
            is_whole: end == text.len(),
            lines: text.split('\n').count(),
            verdict: answer.verdict(),
            summary: answer.summary().into_owned(),
        }
    }
}

/// The result of a part of the work on a script. It holds for every script that begins like this
/// one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The diagnostics.
    pub diagnostics: Vec<Diagnostic>,
    /// The places where the lines of the script's statements began then; none without diagnostics.
    pub starts: Arc<[u32]>,
    /// The answer, unless there is none that the document asks for.
    pub answer: Option<Shown>,
    /// The result of the expectation, if there is one.
    pub judgment: Option<Judgment>,
    /// The end of the statement.
    pub end: End,
    /// True if later statements may not be compared because of this one.
    pub has_failed: bool,
    /// The facts that a search decided, whether or not they are reported.
    pub facts: Vec<&'static Code>,
    /// True if advice about the puzzle is to be looked for after its last statement.
    pub wants_advice: bool,
    /// The distances of the goal after each move of a `play`.
    pub distances: Vec<Prospect>,
}

impl Outcome {
    /// Records the answer.
    pub(super) fn show(&mut self, answer: &Answer) {
        self.answer = Some(Shown::of(answer));
    }

    /// Returns whether a search stopped at its limit.
    fn has_stopped(&self) -> bool {
        self.end == End::GaveUp
            || self.diagnostics.iter().any(|reported| *reported.code == codes::GAVE_UP)
    }

    /// Returns the diagnostics with the places that they have if the statements of the script begin
    /// at `starts`.
    pub fn at(&self, starts: &[u32]) -> impl Iterator<Item = Diagnostic> {
        self.diagnostics.iter().map(|diagnostic| moved(diagnostic, &self.starts, starts))
    }
}

/// Moves a diagnostic of a script whose statements began at `from`, and begin at `to` now.
pub(super) fn moved(diagnostic: &Diagnostic, from: &[u32], to: &[u32]) -> Diagnostic {
    let mut diagnostic = diagnostic.clone();
    if from != to {
        for span in diagnostic.spans_mut() {
            let at = from.partition_point(|&start| start <= span.start).saturating_sub(1);
            let old = from[at];
            let new = to[at];
            *span = Span::new(span.start - old + new, span.end - old + new);
        }
    }
    diagnostic
}

/// The outcomes of a script that are known.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// The keys of its statements.
    keys: Vec<u64>,
    statements: Vec<Option<Arc<Outcome>>>,
    /// For each `play` that can be followed, the distances.
    distances: BTreeMap<usize, Option<Arc<Outcome>>>,
    advice: Option<Arc<Outcome>>,
    /// The number of statements before the first whose outcome is not known.
    known: usize,
    has_diagnostics: bool,
    /// True if outcomes that are not known stay so: a fault of ours has ended the work.
    is_left: bool,
}

impl Outcomes {
    /// Begins with those outcomes of another script that hold for this one. `is_play` says which
    /// statements can be followed.
    pub(super) fn of(keys: Vec<u64>, is_play: impl Fn(usize) -> bool, other: &Self) -> Self {
        let same = keys.iter().zip(&other.keys).take_while(|(new, old)| new == old).count();
        let mut statements = other.statements[..same.min(other.statements.len())].to_vec();
        statements.resize(keys.len(), None);
        let mut distances: BTreeMap<_, _> =
            other.distances.range(..same).map(|(&at, known)| (at, known.clone())).collect();
        distances.extend((same..keys.len()).filter(|&at| is_play(at)).map(|at| (at, None)));
        // Whether a stop is reported depends on all statements: not if one of them failed.
        let advice = other.advice.clone().filter(|advice| same > 0 && !advice.has_stopped());
        let known = 0;
        let has_diagnostics = false;
        let is_left = false;
        let mut outcomes =
            Self { keys, statements, distances, advice, known, has_diagnostics, is_left };
        let has_diagnostics = outcomes.iter().any(|(_, outcome)| !outcome.diagnostics.is_empty());
        outcomes.has_diagnostics = has_diagnostics;
        outcomes.count();
        outcomes
    }

    /// Returns the key of the declaration.
    pub fn first_key(&self) -> u64 {
        self.keys.first().copied().unwrap_or_default()
    }

    /// Returns whether a part of the work on another script is a part of this one, and is not known.
    pub fn wants(&self, part: Part, other: &Self) -> bool {
        let is_same =
            |at: usize| self.keys.get(at).is_some_and(|key| other.keys.get(at) == Some(key));
        match part {
            Part::Statement(at) => is_same(at) && self.statements[at].is_none(),
            // Statements come before what is only looked for after them.
            _ if self.known < self.keys.len() => false,
            Part::Distances(at) => is_same(at),
            Part::Advice => is_same(0) && self.advice.is_none(),
        }
    }

    /// Records an outcome.
    pub fn insert(&mut self, part: Part, outcome: Arc<Outcome>) {
        self.has_diagnostics |= !outcome.diagnostics.is_empty();
        match part {
            Part::Statement(at) => self.statements[at] = Some(outcome),
            Part::Distances(at) => _ = self.distances.insert(at, Some(outcome)),
            Part::Advice => self.advice = Some(outcome),
        }
        self.count();
    }

    fn count(&mut self) {
        let rest = &self.statements[self.known..];
        self.known += rest.iter().take_while(|outcome| outcome.is_some()).count();
    }

    /// Returns the part that is to be worked on next; `None` if there is nothing left to do.
    pub fn next(&self) -> Option<Part> {
        if self.is_left {
            return None;
        }
        if self.known < self.keys.len() {
            return Some(Part::Statement(self.known));
        }
        let advice = (self.advice.is_none() && self.wants_advice()).then_some(Part::Advice);
        self.plays().next().map(Part::Distances).or(advice)
    }

    /// Returns the part that a job that began with these outcomes works on after `part`.
    pub fn after(&self, part: Part) -> Option<Part> {
        let first = match part {
            Part::Statement(at) if at + 1 < self.keys.len() => {
                return Some(Part::Statement(at + 1));
            }
            Part::Statement(_) => 0,
            Part::Distances(at) => at + 1,
            Part::Advice => return None,
        };
        let mut plays = self.distances.range(first..).inspect(|_| look(1));
        let next = plays.find(|(_, known)| known.is_none()).map(|(&at, _)| Part::Distances(at));
        let advice = self.advice.is_none().then_some(Part::Advice);
        next.or(advice)
    }

    /// Leaves what is not known as it is.
    pub fn leave(&mut self) {
        self.is_left = true;
    }

    fn wants_advice(&self) -> bool {
        self.get(0).is_some_and(|outcome| outcome.wants_advice)
    }

    /// Returns whether statement `at` has run, and a `play` there was followed, or never will be.
    pub fn is_ready(&self, at: usize) -> bool {
        let is_followed = self.distances.get(&at).is_none_or(Option::is_some);
        self.is_left || self.get(at).is_some() && is_followed
    }

    /// Returns the number of statements before the first whose outcome is not known.
    pub fn known(&self) -> usize {
        self.known
    }

    /// Returns the outcome of statement `at`.
    pub fn get(&self, at: usize) -> Option<&Outcome> {
        self.statements.get(at)?.as_deref()
    }

    /// Returns the distances of the goal after each move of the `play` that is statement `at`.
    pub fn distances(&self, at: usize) -> Option<&[Prospect]> {
        Some(&self.distances.get(&at)?.as_ref()?.distances)
    }

    /// Returns the outcomes of the parts that are known, statements first.
    pub fn iter(&self) -> impl Iterator<Item = (Part, &Arc<Outcome>)> {
        let statements = (0..).map(Part::Statement).zip(&self.statements);
        let distances = self.distances.iter().map(|(&at, outcome)| (Part::Distances(at), outcome));
        let advice = [(Part::Advice, &self.advice)];
        let parts = statements.chain(distances).chain(advice);
        parts.filter_map(|(part, outcome)| Some((part, outcome.as_ref()?)))
    }

    /// Returns whether a part is known.
    pub(super) fn has(&self, part: Part) -> bool {
        match part {
            Part::Statement(at) => self.get(at).is_some(),
            Part::Distances(at) => self.distances.get(&at).is_none_or(Option::is_some),
            Part::Advice => self.advice.is_some(),
        }
    }

    /// Returns the `play`s that are to be followed.
    pub(super) fn plays(&self) -> impl Iterator<Item = usize> {
        self.distances.iter().filter(|(_, known)| known.is_none()).map(|(&at, _)| at)
    }

    /// Returns whether a search stopped at its limit.
    pub(super) fn has_stopped(&self) -> bool {
        self.statements.iter().flatten().any(|outcome| outcome.has_stopped())
    }

    /// Returns the diagnostics of script `number` of `checked`, whose outcomes these are: those of the
    /// check where the outcome is not known.
    pub(super) fn diagnostics(&self, checked: &Checked, number: usize) -> Vec<Diagnostic> {
        let check = &checked.checks[number];
        let is_cut = self.known < self.keys.len() && !check.diagnostics.is_empty();
        if !self.has_diagnostics && !is_cut {
            return Vec::new();
        }

        let starts = checked.starts(&checked.scripts[number]);
        let outcomes = self.iter().map(|(_, outcome)| outcome);
        let mut diagnostics: Vec<_> = outcomes.flat_map(|outcome| outcome.at(&starts)).collect();
        for numbered in check.diagnostics.iter().filter(|_| is_cut) {
            if self.get(numbered.at).is_none() {
                diagnostics.push(moved(&numbered.diagnostic, &check.starts, &starts));
            }
        }
        add_check(&mut diagnostics, || check.at(&starts));
        diagnostics
    }
}
