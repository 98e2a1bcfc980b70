//! Rows of integers, and their text.

use std::sync::Arc;

/// The two digits of every number below 100, `"00"` to `"99"`.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut n = 0;
    while n < 100 {
        pairs[n] = [b'0' + (n / 10) as u8, b'0' + (n % 10) as u8];
        n += 1;
    }
    pairs
};

/// Bytes of the longest integer, `-9223372036854775808`, and of the space before it.
const LONGEST: usize = 21;

/// Bytes that are collected before they go to the output together.
const CHUNK: usize = 4096;

/// Writes an integer into a buffer from `at` on, where [`LONGEST`] bytes are free, and returns
/// where it ends.
#[inline]
fn put(value: i64, buffer: &mut [u8; CHUNK], at: usize) -> usize {
    let mut at = at;
    if value < 0 {
        buffer[at] = b'-';
        at += 1;
    }
    let mut rest = value.unsigned_abs();
    if rest < 10 {
        buffer[at] = b'0' + rest as u8;
        return at + 1;
    }
    let end = at + rest.ilog10() as usize + 1;
    let mut to = end;
    while rest >= 100 {
        to -= 2;
        buffer[to..to + 2].copy_from_slice(&PAIRS[(rest % 100) as usize]);
        rest /= 100;
    }
    if rest >= 10 {
        buffer[at..at + 2].copy_from_slice(&PAIRS[rest as usize]);
    } else {
        buffer[at] = b'0' + rest as u8;
    }
    end
}

/// Writes integers after `out`, with one space between them and none at the ends.
pub(crate) fn write_row(row: &[i64], out: &mut Vec<u8>) {
    let mut buffer = [0; CHUNK];
    let mut at = 0;
    for (i, &value) in row.iter().enumerate() {
        if at > CHUNK - LONGEST {
            out.extend_from_slice(&buffer[..at]);
            at = 0;
        }
        if i > 0 {
            buffer[at] = b' ';
            at += 1;
        }
        at = put(value, &mut buffer, at);
    }
    out.extend_from_slice(&buffer[..at]);
}

/// Rows of integers. They are in one block, because a matrix may have millions of them, and share it
/// with the matrix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    cells: Arc<Vec<i64>>,
    /// The places in `cells` where the rows end.
    ends: Vec<usize>,
}

impl Rows {
    /// Returns the rows of a matrix: its cells in reading order, cut into `rows` rows of `cols`.
    pub(crate) fn of(cells: &Arc<Vec<i64>>, rows: usize, cols: usize) -> Self {
        let ends = (1..=rows).map(|row| row * cols).collect();
        Self { cells: Arc::clone(cells), ends }
    }

    /// Returns the rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i64]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.cells[start..end])
    }
}

impl<R: AsRef<[i64]>> FromIterator<R> for Rows {
    fn from_iter<I: IntoIterator<Item = R>>(rows: I) -> Self {
        let mut cells = Vec::new();
        let mut ends = Vec::new();
        for row in rows {
            cells.extend_from_slice(row.as_ref());
            ends.push(cells.len());
        }
        Self { cells: Arc::new(cells), ends }
    }
}

/// Writes a line per row, without a line end after the last.
pub(super) fn text<'a>(rows: impl Iterator<Item = &'a [i64]>) -> String {
    let mut out = Vec::new();
    for row in rows {
        write_row(row, &mut out);
        out.push(b'\n');
    }
    out.pop();
    String::from_utf8(out).expect("digits, signs, spaces and line feeds are ASCII")
}
