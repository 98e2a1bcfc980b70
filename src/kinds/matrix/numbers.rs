//! Rows of integers, written to text.

use super::Matrix;

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
pub(super) fn write_row(row: &[i64], out: &mut Vec<u8>) {
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
    use crate::kinds::matrix::syntax::row::read_row;

    #[test]
    fn rows_are_written_with_single_blanks() {
        let matrix = Matrix::new(2, 3, vec![0, 10, -99, 100, i64::MIN, i64::MAX]).unwrap();
        let text = "0 10 -99\n100 -9223372036854775808 9223372036854775807\n";
        assert_eq!(rows_text(&matrix), text);
        assert_eq!(rows_text(&Matrix::default()), "");
    }

    proptest! {
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
                let (mut elements, mut faults) = (Vec::new(), Vec::new());
                read_row(&text, &mut elements, &mut faults);
                prop_assert_eq!((elements, faults), (row, vec![]));
            }
        }
    }
}
