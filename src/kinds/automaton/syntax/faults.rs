//! The faults in the text of a tree that is not well-formed.
//!
//! One mistake gives one fault: brackets are judged one pair at a time, and a pair that holds
//! something unreadable is not judged at all. If brackets are missing or left over in the whole
//! text, the count shows that beforehand, and they are supplied or skipped at the first place where
//! that repairs the shape; reading then continues as if the text had been right.

use std::ops::Range;

use super::token::{Token, tokens};

/// The sort of a fault in the text of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// Characters that no tree holds.
    BadCharacter,
    /// A bracket where the state of a node should be.
    MalformedNode,
    /// A pair of brackets with fewer than three parts.
    ChildMissing,
    /// A pair of brackets with more than three parts; the place is that of those too many.
    TooManyParts,
    /// This many brackets are never closed.
    Unclosed(usize),
    /// A closing bracket too many.
    StrayCloser,
    /// Text after the end of the tree.
    TrailingText,
    /// No tree.
    Empty,
}

/// One mistake. Offsets are bytes of the text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Its sort.
    pub kind: FaultKind,
    /// Its place; for something missing, the end of the text before it.
    pub at: Range<usize>,
    /// The opening bracket of the pair; for a closing bracket too many, the place before which the
    /// opening one may be missing.
    pub related: Option<Range<usize>>,
    /// The parts of the pair of brackets that it is about, up to four.
    pub parts: Vec<Part>,
}

/// A part between two brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// True if it is a node without brackets.
    pub node: bool,
    /// Its place.
    pub at: Range<usize>,
}

/// The largest number of faults that are kept of one text.
const KEPT: usize = 10_000;

/// A pair of brackets that is being read.
struct Pair {
    open: Range<usize>,
    count: usize,
    /// The first parts, up to four, and the end of the last.
    parts: Vec<Part>,
    end: usize,
    /// Something in it was reported already.
    spoilt: bool,
}

impl Pair {
    fn new(open: Range<usize>) -> Self {
        Self { end: open.end, open, count: 0, parts: Vec::new(), spoilt: false }
    }

    fn add(&mut self, node: bool, at: Range<usize>) {
        self.count += 1;
        self.end = at.end;
        if self.parts.len() < 4 {
            self.parts.push(Part { node, at });
        }
    }

    /// Returns the part too many: of four, the one that repeats its neighbor, or one without which
    /// the state is a node. Otherwise those after the third.
    fn surplus(&self, text: &str) -> Range<usize> {
        let after = self.parts[3].at.start..self.end;
        if self.count > 4 {
            return after;
        }
        let fits = |out: usize| self.parts[if out < 2 { 2 } else { 1 }].node;
        let same = |at: usize| {
            let [before, part] = [at - 1, at].map(|at| &text[self.parts[at].at.clone()]);
            before == part
        };
        let out = (1..4).rev().find(|&out| same(out) && fits(out));
        let out = out.or_else(|| (0..4).rev().find(|&out| fits(out)));
        out.map_or(after, |out| self.parts[out].at.clone())
    }
}

/// The first faults of a text, in the order in which they are found.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn push(&mut self, kind: FaultKind, at: Range<usize>, related: Option<Range<usize>>) {
        self.add(Fault { kind, at, related, parts: Vec::new() });
    }

    fn add(&mut self, fault: Fault) {
        if self.0.len() < KEPT {
            self.0.push(fault);
        }
    }

    /// Judges a pair of brackets that ends at `end`.
    fn judge(&mut self, pair: Pair, end: Range<usize>, text: &str) {
        if pair.spoilt {
            return;
        }
        let (kind, at) = match (pair.count, pair.parts.get(1)) {
            (4.., _) => (FaultKind::TooManyParts, pair.surplus(text)),
            (..=2, _) => (FaultKind::ChildMissing, end),
            (_, Some(Part { node: false, at })) => (FaultKind::MalformedNode, at.clone()),
            _ => return,
        };
        self.add(Fault { kind, at, related: Some(pair.open), parts: pair.parts });
    }
}

/// Finds the faults of a text, in the order of their places. There are none in one that is
/// well-formed, also without its outer brackets.
pub(crate) fn find(text: &str) -> Vec<Fault> {
    let mut opened = 0_usize;
    let mut closed = 0_usize;
    for (token, _) in tokens(text) {
        opened += usize::from(token == Token::Open);
        closed += usize::from(token == Token::Close);
    }
    let mut missing = opened.saturating_sub(closed);
    let mut surplus = closed.saturating_sub(opened);

    let mut faults = Faults::default();
    // The pair at the bottom is the text as a whole.
    let mut pairs = vec![Pair::new(0..0)];
    let mut last = 0..0;
    let mut tokens = tokens(text).peekable();

    while let Some((token, at)) = tokens.next() {
        let depth = pairs.len() - 1;
        let pair = &mut pairs[depth];
        if depth > 0 && missing > 0 && pair.count == 3 && token != Token::Close {
            // The pair is complete and the text lacks a bracket, so the bracket is missing here.
            missing -= 1;
            faults.push(FaultKind::Unclosed(1), last.clone(), Some(pair.open.clone()));
            let whole = pair.open.start..last.end;
            pairs.pop();
            pairs[depth - 1].add(false, whole);
        }
        let depth = pairs.len() - 1;
        let pair = &mut pairs[depth];
        match token {
            Token::Open => pairs.push(Pair::new(at.clone())),
            Token::Node(_) => pair.add(true, at.clone()),
            Token::Other => {
                // A run of bad characters counts as one part.
                if !(pair.spoilt && last.end == at.start) {
                    faults.push(FaultKind::BadCharacter, at.clone(), None);
                }
                pair.spoilt = true;
            }
            Token::Close if depth == 0 => {
                surplus = surplus.saturating_sub(1);
                faults.push(FaultKind::StrayCloser, at.clone(), None);
            }
            Token::Close
                if surplus > 0 && pair.count < 3 && !pair.spoilt && tokens.peek().is_some() =>
            {
                surplus -= 1;
                faults.push(FaultKind::StrayCloser, at.clone(), None);
            }
            Token::Close => {
                let whole = pair.open.start..at.end;
                if let Some(pair) = pairs.pop() {
                    faults.judge(pair, at.clone(), text);
                }
                pairs[depth - 1].add(false, whole);
            }
        }
        last = at;
    }

    if pairs.len() > 1 {
        let open = pairs.last().map(|pair| pair.open.clone());
        faults.push(FaultKind::Unclosed(pairs.len() - 1), last.clone(), open);
    }

    let whole = &pairs[0];
    let node = whole.parts.get(1).is_some_and(|part| part.node);
    let bare = whole.count == 3 && node;
    if faults.0.is_empty() && whole.count == 0 {
        faults.push(FaultKind::Empty, last, None);
    } else if faults.0.is_empty() && whole.count > 1 && !bare {
        let first = if node && whole.count > 3 { 3 } else { 1 };
        let from = whole.parts[first].at.start;
        faults.push(FaultKind::TrailingText, from..last.end, None);
    }
    faults.0.sort_by_key(|fault| fault.at.start);
    faults.0
}
