//! Rows of integers, written to text.

use super::Matrix;
use crate::puzzle::write_row;

/// Writes the rows of a matrix after `out`: one space between elements, LF after each row.
///
/// It writes ASCII. Time proportional to the bytes written, some nanoseconds per element.
pub fn write_rows(matrix: &Matrix, out: &mut Vec<u8>) {
    for row in matrix.iter_rows() {
        write_row(row, out);
        out.push(b'\n');
    }
}

/// Returns the rows of a matrix as text, as [`write_rows`] writes them.
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
                let mut elements = Vec::new();
                let mut faults = Vec::new();
                read_row(&text, &mut elements, &mut faults);
                prop_assert_eq!((elements, faults), (row, vec![]));
            }
        }
    }
}
