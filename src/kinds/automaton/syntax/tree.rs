//! The text of a tree: its parser, and its printer.
//!
//! Depth is data here: nothing recurses, and the open brackets are kept in a list.

use std::fmt;

use nom::error::{Error, ErrorKind};
use nom::{IResult, Parser as _};

use super::join::{Inner, LEFT_INTERNAL, LEFT_LIVE, LIVE, RIGHT_LIVE, join};
use super::token::{Token, after_space, take_token};
use crate::kinds::automaton::layout::{NodeIndex, Tree};

/// The part of a pair of brackets that comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Left,
    State,
    Right,
    Close,
}

/// A pair of brackets that is open.
#[derive(Clone, Copy)]
struct Pair {
    next: Part,
    /// The bits of its left child.
    left: u8,
    /// Its number among the internal nodes, once its state was read.
    inner: usize,
}

const OPENED: Pair = Pair { next: Part::Left, left: 0, inner: 0 };
/// The bits of a left child with children; those of a right child are [`RIGHT_LIVE`] higher.
const BRANCH: u8 = 1 << LEFT_INTERNAL;

/// A tree that is being read.
struct Reading {
    /// The open brackets. The first pair is around the whole text: that of a bare tree, and
    /// otherwise one that holds the tree as its left child.
    open: Vec<Pair>,
    /// The internal nodes in the order of their states, and how many there are of each depth.
    inner: Vec<Inner>,
    count: Vec<u32>,
}

impl Reading {
    /// Takes the next symbol. Returns whether it fits.
    fn take(&mut self, token: Token) -> bool {
        let depth = self.open.len() - 1;
        let pair = &mut self.open[depth];
        match (token, pair.next) {
            (Token::Open, Part::Left | Part::Right) => {
                self.open.push(OPENED);
                if self.count.len() < self.open.len() {
                    self.count.push(0);
                }
            }
            (Token::Node(live), Part::Left | Part::Right) => {
                self.child(u8::from(live) << LEFT_LIVE);
            }
            (Token::Node(live), Part::State) => {
                pair.next = Part::Right;
                pair.inner = self.inner.len();
                let bits = pair.left | u8::from(live) << LIVE;
                self.inner.push(Inner { depth: depth as u32, bits });
                self.count[depth] += 1;
            }
            (Token::Close, Part::Close) if depth > 0 => {
                self.open.pop();
                self.child(BRANCH);
            }
            _ => return false,
        }
        true
    }

    /// Gives a child to the innermost pair, with the bits of a left child.
    fn child(&mut self, bits: u8) {
        let Some(pair) = self.open.last_mut() else { return };
        if pair.next == Part::Left {
            pair.next = Part::State;
            pair.left = bits;
        } else {
            pair.next = Part::Close;
            self.inner[pair.inner].bits |= bits << RIGHT_LIVE;
        }
    }

    /// Returns the tree, and whether it was bare. `None` if it is not whole.
    fn end(self) -> Option<(Tree, bool)> {
        let [pair] = self.open[..] else { return None };
        let root = match pair.next {
            Part::State => pair.left,
            Part::Close => BRANCH,
            Part::Left | Part::Right => return None,
        };
        let tree = join(root << RIGHT_LIVE, &self.inner, self.count);
        Some((tree, pair.next == Part::Close))
    }
}

/// `tree | bare-tree`, with spaces and comments around the symbols: the tree, and whether it was
/// bare (`tree node tree`). About 150 MB/s.
///
/// # Errors
/// Where the text is neither.
pub(super) fn parse_whole_tree(input: &str) -> IResult<&str, (Tree, bool)> {
    let mut reading = Reading { open: vec![OPENED], inner: Vec::new(), count: vec![0] };
    let mut rest = after_space(input, true);
    while let Ok((after, token)) = take_token(rest)
        && reading.take(token)
    {
        rest = after_space(after, false);
    }
    let whole = reading.end().ok_or(nom::Err::Error(Error::new(rest, ErrorKind::Verify)))?;
    Ok((rest, whole))
}

/// Reads a well-formed tree, and whether it was bare (`tree node tree`). `None` for anything else,
/// whose faults [`super::faults::find`] finds.
pub(crate) fn read_sound(text: &str) -> Option<(Tree, bool)> {
    nom::combinator::all_consuming(parse_whole_tree).parse(text).ok().map(|(_, whole)| whole)
}

/// Returns the number of bytes from the start on that are tokens of a tree, spaces or line ends.
pub(super) fn extent(text: &[u8]) -> usize {
    let known =
        |byte: &u8| matches!(byte, b'X' | b'.' | b'(' | b')' | b' ' | b'\t' | b'\n' | b'\r');
    // Without an exit from the inner loop, it compiles to vectors.
    let whole = |chunk: &&[u8; 64]| chunk.iter().fold(true, |so_far, byte| so_far & known(byte));
    let from = 64 * text.as_chunks::<64>().0.iter().take_while(whole).count();
    from + text[from..].iter().take_while(|byte| known(byte)).count()
}

/// Prints a tree with one space between the parts: `((X . .) X (X . X))`.
///
/// # Errors
/// Those of `out`.
pub(crate) fn print(tree: &Tree, out: &mut impl fmt::Write) -> fmt::Result {
    let mut next = tree.shape().levels();
    // Of each open bracket, whether its left child is printed.
    let mut open: Vec<bool> = Vec::new();
    let mut piece = Vec::with_capacity(PIECE + 16);
    let symbol = |node: u32| if tree.live(NodeIndex(node)) { b'X' } else { b'.' };

    loop {
        let node = next[open.len()];
        next[open.len()] += 1;
        if tree.shape().is_internal(NodeIndex(node)) {
            piece.push(b'(');
            open.push(false);
        } else {
            piece.push(symbol(node));
            loop {
                let depth = open.len();
                match open.last_mut() {
                    None => return out.write_str(ascii(&piece)),
                    Some(side) if !*side => {
                        piece.extend([b' ', symbol(next[depth - 1] - 1), b' ']);
                        *side = true;
                        break;
                    }
                    Some(_) => {
                        piece.push(b')');
                        open.pop();
                    }
                }
            }
        }
        if piece.len() >= PIECE {
            out.write_str(ascii(&piece))?;
            piece.clear();
        }
    }
}

/// Bytes that [`print`] passes on at a time.
const PIECE: usize = 8192;

fn ascii(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("a tree is printed in ASCII")
}

impl fmt::Display for Tree {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(self, out)
    }
}
