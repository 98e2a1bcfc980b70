//! The rotation that commands use: ring by ring, each as a list of places.

/// Writes into `out` the cells of a matrix with every ring turned `r` places counterclockwise.
///
/// `cells` and `out` hold `rows * cols` elements in reading order; every element of `out` is written.
/// Takes time proportional to the cells, and room for the places of the outermost ring.
///
/// # Panics
/// When a slice does not hold `rows * cols` elements.
pub fn rotate_cells(rows: usize, cols: usize, cells: &[i64], out: &mut [i64], r: i128) {
    assert_eq!(Some(cells.len()), rows.checked_mul(cols), "the input holds rows * cols elements");
    assert_eq!(cells.len(), out.len(), "the output is as large as the input");
    // The innermost line of an odd smaller side belongs to no ring.
    out.copy_from_slice(cells);
    let mut places = Vec::new();
    for k in 0..rows.min(cols) / 2 {
        let bottom = rows - 1 - k;
        let right = cols - 1 - k;
        places.clear();
        places.extend((k..right).map(|col| k * cols + col));
        places.extend((k..bottom).map(|row| row * cols + right));
        places.extend((k + 1..=right).rev().map(|col| bottom * cols + col));
        places.extend((k + 1..=bottom).rev().map(|row| row * cols + k));

        let shift = r.rem_euclid(places.len() as i128) as usize;
        let turned = places[shift..].iter().chain(&places[..shift]);
        for (&to, &from) in places.iter().zip(turned) {
            out[to] = cells[from];
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Matrix, rules};
    use super::*;

    fn count(rows: usize, cols: usize) -> Matrix {
        Matrix::new(rows, cols, (1..=(rows * cols) as i64).collect()).unwrap()
    }

    fn text(matrix: &Matrix) -> String {
        let row = |row: &[i64]| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        matrix.iter_rows().map(row).collect::<Vec<_>>().join(" / ")
    }

    /// Holds the engine against the plain rotation.
    fn check(matrix: &Matrix, r: i128) {
        let rows = matrix.rows();
        let cols = matrix.cols();
        let expected = rules::rotate(matrix, r);
        let mut out = vec![i64::MIN; rows * cols];
        rotate_cells(rows, cols, matrix.cells(), &mut out, r);
        assert_eq!(out, expected.cells(), "{rows}x{cols} by {r}");
        assert_eq!(matrix.rotate(r), expected, "{rows}x{cols} by {r}");
        let mut into = Matrix::default();
        matrix.rotate_into(r, &mut into);
        assert_eq!(into, expected, "{rows}x{cols} by {r}");
    }

    #[test]
    fn worked_examples() {
        let turned = count(4, 4).rotate(2);
        assert_eq!(text(&turned), "3 4 8 12 / 2 11 10 16 / 1 7 6 15 / 5 9 13 14");
        let cells = vec![1, 2, 3, 4, 7, 8, 9, 10, 13, 14, 15, 16, 19, 20, 21, 22, 25, 26, 27, 28];
        let turned = Matrix::new(5, 4, cells).unwrap().rotate(7);
        assert_eq!(text(&turned), "28 27 26 25 / 22 9 15 19 / 16 8 21 13 / 10 14 20 7 / 4 3 2 1");
        let turned = count(4, 5).rotate(i128::from(i64::MIN));
        assert_eq!(text(&turned), "15 20 19 18 17 / 10 13 12 7 16 / 5 14 9 8 11 / 4 3 2 1 6");
    }

    #[test]
    fn agrees_with_the_plain_way_on_all_small_sizes() {
        let mut places: Vec<i128> = (-40..=40).collect();
        places.extend([i64::MIN, i64::MIN + 1, i64::MAX, 1_000_003].map(i128::from));
        places.extend([i128::MIN, i128::MAX, 1 << 64]);
        for rows in 0..=9 {
            for cols in 0..=9 {
                let matrix = count(rows, cols);
                for &r in &places {
                    check(&matrix, r);
                }
            }
        }
    }

    #[test]
    fn turning_adds_up_and_mirrors() {
        let matrix = count(37, 52);
        let mirror = |m: &Matrix| {
            let cells = m.iter_rows().flat_map(|row| row.iter().rev().copied()).collect();
            Matrix::new(m.rows(), m.cols(), cells).unwrap()
        };
        for (a, b) in [(3, 5), (1000, -999), (123_456_789, 987_654_321)] {
            assert_eq!(matrix.rotate(a).rotate(b), matrix.rotate(a + b));
            assert_eq!(mirror(&matrix.rotate(a)), mirror(&matrix).rotate(-a));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn random_sizes_agree_with_the_plain_way(
            (rows, cols) in (0..300_usize, 0..300_usize),
            r in prop_oneof![any::<i128>(), -2000..2000_i128],
        ) {
            check(&count(rows, cols), r);
        }
    }
}
