//! The text of a tree as a dense row of tokens, one bit per token and class.
//!
//! ```text
//!   text     ( ( X   . )      64 bytes are classified at a time; what is not a token (spaces, line
//!   open     1 1 0   0 0      ends, comments) is squeezed out by an extract at the mask of tokens.
//!   close    0 0 0   0 1      A token with neither bit is a state.
//!   live     0 0 1   0 0
//! ```

use super::tree::starts_comment;
use crate::kinds::automaton::engine::portable::Plain;
use crate::kinds::automaton::engine::sweep::Bits;

/// The classes of 64 bytes; bit `i` for byte `i`.
#[derive(Clone, Copy)]
pub(super) struct Classes {
    pub(super) open: u64,
    pub(super) close: u64,
    pub(super) live: u64,
    pub(super) dead: u64,
    pub(super) blank: u64,
}

/// The operations that the reader needs of a processor.
pub(super) trait Chip: Bits {
    fn classify(self, bytes: &[u8; 64]) -> Classes;
}

const OPEN: u8 = 0;
const CLOSE: u8 = 1;
const LIVE: u8 = 2;
const DEAD: u8 = 3;
const BLANK: u8 = 4;

/// One bit of the class of each byte; none for a byte that no tree holds.
static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    table[b'(' as usize] = 1 << OPEN;
    table[b')' as usize] = 1 << CLOSE;
    table[b'X' as usize] = 1 << LIVE;
    table[b'.' as usize] = 1 << DEAD;
    table[b' ' as usize] = 1 << BLANK;
    table[b'\t' as usize] = 1 << BLANK;
    table[b'\n' as usize] = 1 << BLANK;
    table[b'\r' as usize] = 1 << BLANK;
    table
};

/// Returns bit `plane` of each of 64 bytes. The product brings the low bits of eight bytes together
/// in the top byte, each to a separate place.
#[inline(always)]
pub(super) fn plane(bytes: &[u8; 64], plane: u8) -> u64 {
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().enumerate().fold(0, |all, (i, word)| {
        let low = u64::from_le_bytes(*word) >> plane & 0x0101_0101_0101_0101;
        all | low.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * i)
    })
}

impl Chip for Plain {
    #[inline(always)]
    fn classify(self, bytes: &[u8; 64]) -> Classes {
        let classes = bytes.map(|byte| CLASS[byte as usize]);
        Classes {
            open: plane(&classes, OPEN),
            close: plane(&classes, CLOSE),
            live: plane(&classes, LIVE),
            dead: plane(&classes, DEAD),
            blank: plane(&classes, BLANK),
        }
    }
}

/// The tokens of a text; the rows have a word to spare.
pub(super) struct Tokens {
    pub(super) len: usize,
    pub(super) open: Vec<u64>,
    pub(super) close: Vec<u64>,
    pub(super) live: Vec<u64>,
}

/// Reads the tokens, or finds something that is neither a token nor a comment. Writes 3 bits per
/// byte.
#[inline(always)]
pub(super) fn tokens<C: Chip>(chip: C, text: &[u8]) -> Option<Tokens> {
    let words = text.len() / 64 + 2;
    let mut rows = [vec![0_u64; words], vec![0_u64; words], vec![0_u64; words]];
    let mut joined = [0_u64; 3];
    let (mut at, mut len) = (0, 0_usize);
    while at < text.len() {
        let mut padded = [b' '; 64];
        let bytes = match text[at..].first_chunk::<64>() {
            Some(bytes) => bytes,
            None => {
                padded[..text.len() - at].copy_from_slice(&text[at..]);
                &padded
            }
        };
        let classes = chip.classify(bytes);
        let mut mask = classes.open | classes.close | classes.live | classes.dead;
        let known = mask | classes.blank;
        let sound = known.trailing_ones() as usize;
        if sound < 64 {
            mask &= (1 << sound) - 1;
        }
        let (word, shift) = (len / 64, len % 64);
        len += mask.count_ones() as usize;
        let mask = chip.prepare(mask);
        let whole = len / 64 > word;
        for ((row, joined), bits) in
            rows.iter_mut().zip(&mut joined).zip([classes.open, classes.close, classes.live])
        {
            let bits = chip.extract(bits, mask);
            let low = *joined | bits << shift;
            row[word] = low;
            *joined = if whole { bits >> 1 >> (63 - shift) } else { low };
        }
        at += sound;
        if sound < 64 {
            if !text[at..].starts_with(b"//") || !starts_comment(text, at) {
                return None;
            }
            let rest = &text[at..];
            at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        }
    }
    for (row, joined) in rows.iter_mut().zip(joined) {
        row[len / 64] = joined;
    }
    let [open, close, live] = rows;
    Some(Tokens { len, open, close, live })
}
