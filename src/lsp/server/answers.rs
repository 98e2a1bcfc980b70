//! The results of a script: the answers of its statements, and the moves that were followed.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::puzzle::{Answer, Prospect, Verdict};
use crate::session::Judgment;
use crate::session::incremental::Found;

/// Characters of an answer that are kept for showing.
const SHOWN: usize = 4096;

/// The answer of a command, as hints and hovers show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answered<'a> {
    /// Its lines, or the beginning of them.
    pub(super) text: &'a str,
    /// True if the text is complete.
    pub(super) whole: bool,
    /// The number of its lines.
    pub(super) lines: usize,
    /// The verdict of the answer.
    pub(super) verdict: Verdict,
}

/// The properties of an answer that are kept beside its text.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// The offset at which its text ends.
    end: u32,
    /// The number of its lines; 0 if there is no answer.
    lines: u32,
    /// True if the text is complete.
    whole: bool,
    verdict: Verdict,
}

/// The answers of a script's statements. All texts are in one block of memory, and all properties
/// in another, because there can be a hundred thousand answers.
#[derive(Debug, Default)]
pub(super) struct Answers {
    text: String,
    kept: Vec<Kept>,
    /// The answer of the first command in two words, for the lens of a puzzle that it solves.
    summary: Option<Cow<'static, str>>,
}

impl Answers {
    pub(super) fn push(&mut self, answer: Option<&Answer>) {
        let (mut lines, mut whole, mut verdict) = (0, true, Verdict::Fine);
        if let Some(answer) = answer {
            let text = answer.text();
            let cut = text.char_indices().nth(SHOWN).map_or(text.len(), |(at, _)| at);
            self.text.push_str(&text[..cut]);
            lines = text.split('\n').count() as u32;
            (whole, verdict) = (cut == text.len(), answer.verdict());
        }
        if self.kept.len() == 1 {
            self.summary = answer.map(Answer::summary);
        }
        self.kept.push(Kept { end: self.text.len() as u32, lines, whole, verdict });
    }

    /// Returns how many statements are known to have one, or none.
    pub(super) fn count(&self) -> usize {
        self.kept.len()
    }

    /// Returns the answers of the first `count` statements.
    fn first(&self, count: usize) -> Self {
        let kept = self.kept[..count.min(self.kept.len())].to_vec();
        let text = self.text[..kept.last().map_or(0, |one| one.end as usize)].to_owned();
        Self { text, summary: self.summary.clone().filter(|_| kept.len() > 1), kept }
    }

    /// Returns the answer of the first command in two words, if there is one.
    pub(super) fn summary(&self) -> Option<&str> {
        self.summary.as_deref()
    }

    /// Returns the answer of the script's statement `at`; `None` if it has none.
    pub(super) fn get(&self, at: usize) -> Option<Answered<'_>> {
        let &Kept { end, lines, whole, verdict } = self.kept.get(at).filter(|one| one.lines > 0)?;
        let start = at.checked_sub(1).map_or(0, |before| self.kept[before].end);
        let text = &self.text[start as usize..end as usize];
        Some(Answered { text, whole, lines: lines as usize, verdict })
    }
}

/// The results of running a script.
#[derive(Debug, Default)]
pub(super) struct Evaluated {
    /// The answer of each statement of the script.
    pub(super) answers: Answers,
    /// The moves of `play` statements: the place in the script, and how far the goal is after each
    /// move.
    pub(super) plays: HashMap<usize, Vec<Prospect>>,
    /// The results of expectations, by the places of their statements in the script.
    pub(super) judged: HashMap<usize, Judgment>,
    /// The places of the `play` statements that were not followed.
    pub(super) waiting: VecDeque<usize>,
    /// The diagnostics found.
    pub(super) found: Arc<Found>,
}

impl Evaluated {
    /// Returns the results of the first `count` statements, without the diagnostics.
    pub(super) fn first(&self, count: usize) -> Self {
        let plays = self.plays.iter().filter(|(at, _)| **at < count);
        let judged = self.judged.iter().filter(|(at, _)| **at < count);
        Self {
            answers: self.answers.first(count),
            plays: plays.map(|(at, one)| (*at, one.clone())).collect(),
            judged: judged.map(|(at, one)| (*at, *one)).collect(),
            waiting: self.waiting.iter().copied().filter(|at| *at < count).collect(),
            found: Arc::default(),
        }
    }
}
