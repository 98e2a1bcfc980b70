//! Rows of integers, read from text and written to it at the speed of a simple loop over bytes.
//!
//! `syntax::parse_integer` defines an integer; a token that the loop cannot read directly goes
//! there.

use std::ops::Range;

use super::Matrix;
use crate::syntax::parse_integer;

/// A token in a row of integers that is not an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberFault {
    /// The bytes of the token, in the line.
    pub span: Range<usize>,
    /// Which element of the line it is, from 0.
    pub index: usize,
    /// Its fault.
    pub kind: NumberFaultKind,
}

/// The fault of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFaultKind {
    /// It is not an optional sign and decimal digits.
    NotAnInteger,
    /// It is an integer below `i64::MIN` or above `i64::MAX`.
    OutOfRange,
}

/// A number of digits that never overflows 64 bits.
const SAFE_DIGITS: usize = 18;

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Reads a row of integers, separated by spaces and tabs, after those in `out`, and answers how
/// many elements it has.
///
/// `line` is one line without its end. Each fault goes to `faults`, in order; a 0 then stands for
/// the element, so that the row keeps its length.
///
/// Time proportional to the length of the line, about a nanosecond per byte.
pub fn read_row(line: &str, out: &mut Vec<i64>, faults: &mut Vec<NumberFault>) -> usize {
    let bytes = line.as_bytes();
    let before = out.len();
    let mut at = 0;
    loop {
        while at < bytes.len() && is_blank(bytes[at]) {
            at += 1;
        }
        if at == bytes.len() {
            return out.len() - before;
        }
        let start = at;
        let negative = bytes[at] == b'-';
        at += usize::from(negative || bytes[at] == b'+');
        let digits = at;
        let mut value: i64 = 0;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            value = value.wrapping_mul(10).wrapping_add(i64::from(bytes[at] - b'0'));
            at += 1;
        }
        if (1..=SAFE_DIGITS).contains(&(at - digits)) && (at == bytes.len() || is_blank(bytes[at]))
        {
            out.push(if negative { -value } else { value });
            continue;
        }
        while at < bytes.len() && !is_blank(bytes[at]) {
            at += 1;
        }
        out.push(read_token(&line[start..at]).unwrap_or_else(|kind| {
            faults.push(NumberFault { span: start..at, index: out.len() - before, kind });
            0
        }));
    }
}

/// The integer that a whole token is, by the definition in `syntax`.
///
/// # Errors
/// The fault of the token.
pub fn read_token(token: &str) -> Result<i64, NumberFaultKind> {
    match parse_integer(token) {
        Ok(("", digits)) => digits.parse().map_err(|_| NumberFaultKind::OutOfRange),
        _ => Err(NumberFaultKind::NotAnInteger),
    }
}

/// The bytes of the element of that index in a row, right or wrong; `None` if the row is shorter.
pub fn element_span(line: &str, index: usize) -> Option<Range<usize>> {
    let token = line.split([' ', '\t']).filter(|token| !token.is_empty()).nth(index)?;
    let start = token.as_ptr() as usize - line.as_ptr() as usize;
    Some(start..start + token.len())
}

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

/// Writes an integer into a buffer from `at` on, where [`LONGEST`] bytes are free, and answers
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
pub fn write_row(row: &[i64], out: &mut Vec<u8>) {
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

/// Writes the rows of a matrix after `out`: one space between elements, LF after each row.
///
/// It writes ASCII. Time proportional to the bytes written, some nanoseconds per element.
pub fn write_rows(matrix: &Matrix, out: &mut Vec<u8>) {
    for row in matrix.iter_rows() {
        write_row(row, out);
        out.push(b'\n');
    }
}

/// The rows of a matrix as text, as [`write_rows`] writes them.
pub fn rows_text(matrix: &Matrix) -> String {
    let mut out = Vec::with_capacity(matrix.cells().len() * 4);
    write_rows(matrix, &mut out);
    String::from_utf8(out).expect("digits, signs, spaces and line feeds are ASCII")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(line: &str) -> (Vec<i64>, Vec<NumberFault>) {
        let (mut out, mut faults) = (vec![99], Vec::new());
        assert_eq!(read_row(line, &mut out, &mut faults), out.len() - 1);
        (out.split_off(1), faults)
    }

    /// The slow way: tokens between spaces, each by the definition.
    fn read_slowly(line: &str) -> (Vec<i64>, Vec<NumberFault>) {
        let (mut out, mut faults) = (Vec::new(), Vec::new());
        let mut start = 0;
        for token in line.split([' ', '\t']) {
            if !token.is_empty() {
                out.push(read_token(token).unwrap_or_else(|kind| {
                    let span = start..start + token.len();
                    faults.push(NumberFault { span, index: out.len(), kind });
                    0
                }));
            }
            start += token.len() + 1;
        }
        (out, faults)
    }

    #[test]
    fn rows_and_their_faults() {
        assert_eq!(read(" 1\t-2   +3 "), (vec![1, -2, 3], vec![]));
        assert_eq!(read(""), (vec![], vec![]));
        let extremes = "9223372036854775807 -9223372036854775808 -0 000000000000000000000000012";
        assert_eq!(read(extremes).0, [i64::MAX, i64::MIN, 0, 12]);
        let (row, faults) = read("1 x2 é 9223372036854775808 - 5");
        assert_eq!(row, [1, 0, 0, 0, 0, 5]);
        let spans: Vec<_> = faults.iter().map(|f| (f.span.clone(), f.index)).collect();
        assert_eq!(spans, [(2..4, 1), (5..7, 2), (8..27, 3), (28..29, 4)]);
        assert_eq!(faults[2].kind, NumberFaultKind::OutOfRange);
        assert_eq!(faults[3].kind, NumberFaultKind::NotAnInteger);
        assert_eq!(element_span(" 1\t xyz ", 1), Some(4..7));
        assert_eq!(element_span(" 1\t xyz ", 2), None);
    }

    #[test]
    fn rows_are_written_with_single_blanks() {
        let matrix = Matrix::new(2, 3, vec![0, 10, -99, 100, i64::MIN, i64::MAX]).unwrap();
        let text = "0 10 -99\n100 -9223372036854775808 9223372036854775807\n";
        assert_eq!(rows_text(&matrix), text);
        assert_eq!(rows_text(&Matrix::default()), "");
    }

    proptest! {
        #[test]
        fn the_loop_agrees_with_the_definition(line in "([-+]?[0-9]{0,21}[ \t]{0,2}|[-+x é\t0-9.]{0,6})*") {
            prop_assert_eq!(read(&line), read_slowly(&line));
        }

        #[test]
        fn what_is_written_reads_back(
            row in proptest::collection::vec(any::<i64>(), 0..500),
            small in proptest::collection::vec(-1200i64..1200, 0..2000),
        ) {
            for row in [row, small] {
                let mut text = Vec::new();
                write_row(&row, &mut text);
                let text = String::from_utf8(text).unwrap();
                let plain: Vec<_> = row.iter().map(i64::to_string).collect();
                prop_assert_eq!(&text, &plain.join(" "));
                prop_assert_eq!(read(&text), (row, vec![]));
            }
        }
    }
}
