//! What is wrong with the text of a tree that is not well-formed.
//!
//! One mistake gives one fault: brackets are judged one pair at a time, and a pair that holds
//! something unreadable is not judged at all. Where brackets are missing or left over in the whole
//! text, the count says so beforehand, and they are supplied or passed over at the first place where
//! that repairs the shape; reading then goes on as if it had been right.

use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, one_of};
use nom::combinator::value;
use nom::{IResult, Parser};

use super::tree::starts_comment;

/// What is wrong at a place of the text of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Characters that no tree holds.
    BadCharacter,
    /// A bracket where the state of a node should stand.
    MalformedNode,
    /// A pair of brackets with less than three parts in it: so many.
    ChildMissing(usize),
    /// A pair of brackets with more than three parts; the place is that of those too many.
    TooManyParts,
    /// So many brackets are never closed.
    Unclosed(usize),
    /// A closing bracket too many.
    StrayCloser,
    /// More after the end of the tree.
    TrailingText,
    /// Nothing at all.
    Empty,
}

/// One mistake. Offsets are bytes of the text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where; for something missing, the end of what stands before it.
    pub at: Range<usize>,
    /// Where the bracket that it is about was opened.
    pub related: Option<Range<usize>>,
}

/// Faults kept of one text; the rest is only counted.
const KEPT: usize = 10_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    Node,
    Other,
}

fn token(input: &str) -> IResult<&str, Token> {
    alt((
        value(Token::Node, one_of("X.")),
        value(Token::Open, char('(')),
        value(Token::Close, char(')')),
        value(Token::Other, take_while1(|char: char| !"X.() \t\r\n".contains(char))),
    ))
    .parse(input)
}

/// The tokens of a text with their places, blanks and comments left out.
fn tokens(text: &str) -> impl Iterator<Item = (Token, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            at += blanks;
            let rest = &text[at..];
            if !(rest.starts_with("//") && starts_comment(text.as_bytes(), at)) {
                break;
            }
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        }
        let (rest, token) = token(&text[at..]).ok()?;
        let range = at..text.len() - rest.len();
        at = range.end;
        Some((token, range))
    })
}

/// A pair of brackets that is being read.
struct Pair {
    open: Range<usize>,
    parts: usize,
    /// Whether the second part is a node, and where that part stands.
    middle: Option<(bool, Range<usize>)>,
    /// The place of the parts after the third.
    extra: Option<Range<usize>>,
    /// Something in it was reported already.
    spoilt: bool,
}

impl Pair {
    fn new(open: Range<usize>) -> Self {
        Self { open, parts: 0, middle: None, extra: None, spoilt: false }
    }

    fn add(&mut self, node: bool, at: Range<usize>) {
        self.parts += 1;
        match self.parts {
            2 => self.middle = Some((node, at)),
            1 | 3 => {}
            _ => {
                let start = self.extra.as_ref().map_or(at.start, |extra| extra.start);
                self.extra = Some(start..at.end);
            }
        }
    }
}

/// The faults of a text, in the order of their places, and how many there are in all.
#[derive(Debug, Default)]
pub struct Faults {
    /// The first ten thousand.
    pub found: Vec<Fault>,
    /// All of them.
    pub count: usize,
}

impl Faults {
    fn push(&mut self, kind: FaultKind, at: Range<usize>, related: Option<Range<usize>>) {
        self.count += 1;
        if self.found.len() < KEPT {
            self.found.push(Fault { kind, at, related });
        }
    }

    /// Judges a pair of brackets that ends at `end`.
    fn judge(&mut self, pair: &Pair, end: Range<usize>) {
        if pair.spoilt {
            return;
        }
        let open = Some(pair.open.clone());
        match (pair.parts, &pair.middle, &pair.extra) {
            (_, _, Some(extra)) => self.push(FaultKind::TooManyParts, extra.clone(), open),
            (parts @ 0..3, ..) => self.push(FaultKind::ChildMissing(parts), end, open),
            (_, Some((false, middle)), _) => {
                self.push(FaultKind::MalformedNode, middle.clone(), open);
            }
            _ => {}
        }
    }
}

/// Finds the faults of a text. None for one that is well-formed, bare ones included.
pub fn find(text: &str) -> Faults {
    let (mut opened, mut closed) = (0_usize, 0_usize);
    for (token, _) in tokens(text) {
        opened += usize::from(token == Token::Open);
        closed += usize::from(token == Token::Close);
    }
    let (mut missing, mut surplus) = (opened.saturating_sub(closed), closed.saturating_sub(opened));
    let mut faults = Faults::default();
    // The pair at the bottom stands for the text as a whole.
    let mut pairs = vec![Pair::new(0..0)];
    let mut last = 0..0;
    let mut tokens = tokens(text).peekable();
    while let Some((token, at)) = tokens.next() {
        let depth = pairs.len() - 1;
        let pair = &mut pairs[depth];
        if depth > 0 && missing > 0 && pair.parts == 3 && token != Token::Close {
            // It is complete, and the text lacks a bracket: it lacks it here.
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
            Token::Node => pair.add(true, at.clone()),
            Token::Other => {
                // A run of bad characters counts as one part, whatever was meant by it.
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
                if surplus > 0 && pair.parts < 3 && !pair.spoilt && tokens.peek().is_some() =>
            {
                surplus -= 1;
                faults.push(FaultKind::StrayCloser, at.clone(), Some(pair.open.clone()));
            }
            Token::Close => {
                let whole = pair.open.start..at.end;
                if let Some(pair) = pairs.pop() {
                    faults.judge(&pair, at.clone());
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
    let bare = whole.parts == 3 && matches!(whole.middle, Some((true, _)));
    if faults.count == 0 && whole.parts == 0 {
        faults.push(FaultKind::Empty, last, None);
    } else if faults.count == 0 && whole.parts > 1 && !bare {
        let from = match (&whole.extra, &whole.middle) {
            (Some(extra), Some((true, _))) => extra.start,
            (_, Some((_, middle))) => middle.start,
            _ => last.start,
        };
        faults.push(FaultKind::TrailingText, from..last.end, None);
    }
    faults.found.sort_by_key(|fault| fault.at.start);
    faults
}
