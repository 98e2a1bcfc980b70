//! The text of a tree, read at the speed of its bytes, and printed.
//!
//! Depth is data here: nothing recurses, and the open brackets are kept as one byte per level. The
//! nodes of a level come in the text from left to right, so that breadth-first numbers are handed
//! out by one counter per level; a first pass counts the nodes of each level (and finds out whether
//! the text is well-formed), a second one hands out the numbers.

use std::fmt;
use std::sync::Arc;

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::sound;
#[cfg(target_arch = "x86_64")]
use crate::kinds::automaton::engine::bmi2::Bmi2;
use crate::kinds::automaton::engine::portable::Plain;
use crate::kinds::automaton::layout::{NodeIndex, Shape, Tree};

/// The state of a level of brackets.
const LEFT: u8 = 0;
const RIGHT: u8 = 1;

/// The part that may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Tree,
    Node,
    Close,
    End,
}

/// The action of a pass on a node at a depth.
trait Visit {
    fn open(&mut self, depth: usize);
    fn leaf(&mut self, depth: usize, live: bool);
    fn node(&mut self, depth: usize, live: bool);
}

/// How the text ended.
enum End {
    Whole,
    /// A tree, and then more: perhaps a bare `tree node tree`.
    More,
    Wrong,
}

/// Reads the text. `bare`: as if one pair of brackets stood around it.
fn pass<V: Visit>(text: &[u8], bare: bool, visit: &mut V) -> End {
    let mut open: Vec<u8> = Vec::with_capacity(64);
    let mut next = Next::Tree;
    if bare {
        visit.open(0);
        open.push(LEFT);
    }
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b' ' | b'\n' | b'\r' | b'\t' => {}
            b'(' if next == Next::Tree => {
                visit.open(open.len());
                open.push(LEFT);
            }
            b'X' | b'.' if next == Next::Node => {
                visit.node(open.len() - 1, byte == b'X');
                if let Some(top) = open.last_mut() {
                    *top = RIGHT;
                }
                next = Next::Tree;
            }
            b'X' | b'.' if next == Next::Tree => {
                visit.leaf(open.len(), byte == b'X');
                next = match open.last() {
                    None => Next::End,
                    Some(&LEFT) => Next::Node,
                    Some(_) => Next::Close,
                };
            }
            b')' if next == Next::Close && open.len() > usize::from(bare) => {
                open.pop();
                next = match open.last() {
                    None => Next::End,
                    Some(&LEFT) => Next::Node,
                    Some(_) => Next::Close,
                };
            }
            b'/' if text.get(at) == Some(&b'/') && starts_comment(text, at - 1) => {
                let rest = &text[at..];
                at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            }
            _ if next == Next::End => return End::More,
            _ => return End::Wrong,
        }
    }
    let whole = if bare { next == Next::Close && open.len() == 1 } else { next == Next::End };
    if whole { End::Whole } else { End::Wrong }
}

/// Whether a `//` at `at` stands at the start of a line or after a space.
pub(super) fn starts_comment(text: &[u8], at: usize) -> bool {
    at == 0 || matches!(text[at - 1], b' ' | b'\t' | b'\n' | b'\r')
}

/// Bytes from the start on that are tokens of a tree, spaces or line ends.
pub(super) fn extent(text: &[u8]) -> usize {
    let known =
        |byte: &u8| matches!(byte, b'X' | b'.' | b'(' | b')' | b' ' | b'\t' | b'\n' | b'\r');
    // Without an exit from the inner loop, it compiles to vectors.
    let whole = |chunk: &&[u8; 64]| chunk.iter().fold(true, |all, byte| all & known(byte));
    let from = 64 * text.as_chunks::<64>().0.iter().take_while(whole).count();
    from + text[from..].iter().take_while(|byte| known(byte)).count()
}

/// First pass: the number of nodes of each level.
struct Levels(Vec<u32>);

impl Levels {
    fn add(&mut self, depth: usize) {
        match self.0.get_mut(depth) {
            Some(count) => *count += 1,
            None => self.0.push(1),
        }
    }
}

impl Visit for Levels {
    fn open(&mut self, depth: usize) {
        self.add(depth);
    }
    fn leaf(&mut self, depth: usize, _: bool) {
        self.add(depth);
    }
    fn node(&mut self, _: usize, _: bool) {}
}

/// Second pass: numbers and states.
struct Fill {
    /// The next number of each level.
    next: Vec<u32>,
    mask: Vec<u64>,
    state: Vec<u64>,
    blocks: usize,
}

impl Fill {
    fn set(&mut self, node: u32, live: bool) {
        let node = node as usize;
        self.state[(node & 1) * self.blocks + node / 128] |= u64::from(live) << (node / 2 % 64);
    }
}

impl Visit for Fill {
    fn open(&mut self, depth: usize) {
        let node = self.next[depth] as usize;
        self.next[depth] += 1;
        self.mask[node / 64] |= 1 << (node % 64);
    }
    fn leaf(&mut self, depth: usize, live: bool) {
        let node = self.next[depth];
        self.next[depth] += 1;
        self.set(node, live);
    }
    fn node(&mut self, depth: usize, live: bool) {
        // The bracket that is open at this depth is the last node numbered there.
        self.set(self.next[depth] - 1, live);
    }
}

/// Reads a well-formed tree, and whether it was bare (`tree node tree`). `None` for anything else,
/// whose faults [`super::faults::find`] finds. 500 to 1000 MB/s, by shape, and more if it is
/// indented.
pub(crate) fn read_sound(text: &str) -> Option<(Tree, bool)> {
    let text = text.as_bytes();
    read_fast(text).or_else(|| read_with_care(text))
}

/// [`sound::read`] in the version for this processor.
fn read_fast(text: &[u8]) -> Option<(Tree, bool)> {
    #[cfg(target_arch = "x86_64")]
    if let Some(chip) = Bmi2::detect() {
        return avx2::read(chip, text);
    }
    sound::read(Plain, text)
}

/// The same, one byte at a time: for texts that the fast reader leaves, and as its reference in
/// tests. 100 to 300 MB/s.
pub(super) fn read_with_care(text: &[u8]) -> Option<(Tree, bool)> {
    let mut levels = Levels(Vec::new());
    let bare = match pass(text, false, &mut levels) {
        End::Whole => false,
        End::More => {
            levels.0.clear();
            if !matches!(pass(text, true, &mut levels), End::Whole) {
                return None;
            }
            true
        }
        End::Wrong => return None,
    };
    let mut next = levels.0;
    let mut nodes = 0;
    for level in &mut next {
        (*level, nodes) = (nodes as u32 + 1, nodes + *level as usize);
    }
    let mask = vec![0; Shape::mask_words(nodes)];
    let blocks = mask.len() / 2;
    let mut fill = Fill { next, mask, state: vec![0; 2 * blocks + 2], blocks };
    pass(text, bare, &mut fill);
    let shape = Arc::new(Shape::from_mask(nodes, fill.mask));
    Some((Tree::new(shape, fill.state.into()), bare))
}

/// Prints a tree with one space between the parts: `((X . .) X (X . X))`.
///
/// # Errors
/// Those of `out`.
pub(crate) fn print(tree: &Tree, out: &mut impl fmt::Write) -> fmt::Result {
    let mut next = tree.shape().levels();
    let mut open: Vec<u8> = Vec::new();
    let mut piece = Vec::with_capacity(PIECE + 16);
    let symbol = |node: u32| if tree.live(NodeIndex(node)) { b'X' } else { b'.' };
    loop {
        let node = next[open.len()];
        next[open.len()] += 1;
        if tree.shape().is_internal(NodeIndex(node)) {
            piece.push(b'(');
            open.push(LEFT);
        } else {
            piece.push(symbol(node));
            loop {
                let depth = open.len();
                match open.last_mut() {
                    None => return out.write_str(ascii(&piece)),
                    Some(side) if *side == LEFT => {
                        piece.extend([b' ', symbol(next[depth - 1] - 1), b' ']);
                        *side = RIGHT;
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
