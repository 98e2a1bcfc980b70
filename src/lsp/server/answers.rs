//! What running a script found: the answers of its statements, and the moves that were followed.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::puzzle::{Data, Prospect, Shape, Verdict};
use crate::session::incremental::Found;

/// Characters of an answer that are kept for showing.
const SHOWN: usize = 4096;

/// The answer of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answered<'a> {
    /// Its lines, or the beginning of them.
    pub(super) data: Data<'a>,
    /// Whether the text is complete.
    pub(super) whole: bool,
    /// The number of its lines.
    pub(super) lines: usize,
    /// How it ended.
    pub(super) verdict: Verdict,
}

/// The answers of a script's statements: a hundred thousand of them lie in two blocks.
#[derive(Debug, Default)]
pub(super) struct Answers {
    text: String,
    /// For each statement where its text ends, its lines (none: no answer), whether it is whole,
    /// what it means and how it ended.
    ends: Vec<(u32, u32, bool, (Shape, Verdict))>,
}

impl Answers {
    pub(super) fn push(&mut self, answer: Option<(Data<'_>, Verdict)>) {
        let (mut lines, mut whole, mut verdict) = (0, true, Verdict::Fine);
        let mut shape = Shape::Text;
        if let Some((data, of)) = answer {
            let text = data.text;
            shape = data.shape;
            let cut = text.char_indices().nth(SHOWN).map_or(text.len(), |(at, _)| at);
            self.text.push_str(&text[..cut]);
            (lines, whole, verdict) = (text.split('\n').count() as u32, cut == text.len(), of);
        }
        self.ends.push((self.text.len() as u32, lines, whole, (shape, verdict)));
    }

    /// Returns how many statements are known to have one, or none.
    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// Those of the first `count` statements.
    fn first(&self, count: usize) -> Self {
        let ends = self.ends[..count.min(self.ends.len())].to_vec();
        let text = self.text[..ends.last().map_or(0, |one| one.0 as usize)].to_owned();
        Self { text, ends }
    }

    /// The answer of the script's statement `at`.
    pub(super) fn get(&self, at: usize) -> Option<Answered<'_>> {
        let &(end, lines, whole, (shape, verdict)) = self.ends.get(at).filter(|one| one.1 > 0)?;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before].0);
        let text = &self.text[start as usize..end as usize];
        Some(Answered { data: Data { text, shape }, whole, lines: lines as usize, verdict })
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
    /// The places of the `play` statements that were not followed.
    pub(super) waiting: VecDeque<usize>,
    /// The diagnostics found.
    pub(super) found: Arc<Found>,
}

impl Evaluated {
    /// What is known of the first `count` statements, without the diagnostics.
    pub(super) fn first(&self, count: usize) -> Self {
        let plays = self.plays.iter().filter(|(at, _)| **at < count);
        Self {
            answers: self.answers.first(count),
            plays: plays.map(|(at, one)| (*at, one.clone())).collect(),
            waiting: self.waiting.iter().copied().filter(|at| *at < count).collect(),
            found: Arc::default(),
        }
    }
}
