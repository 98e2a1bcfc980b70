//! The plain rotation, which walks along each ring place by place: the witness of the engine.

use super::Matrix;

/// Returns the coordinates of ring `k` clockwise from its top left corner, found by walking along
/// it.
fn walk(rows: usize, cols: usize, k: usize) -> Vec<(usize, usize)> {
    let top = k;
    let left = k;
    let bottom = rows - 1 - k;
    let right = cols - 1 - k;
    let mut places = Vec::new();
    let mut row = top;
    let mut col = left;
    loop {
        places.push((row, col));
        if row == top && col < right {
            col += 1;
        } else if col == right && row < bottom {
            row += 1;
        } else if row == bottom && col > left {
            col -= 1;
        } else {
            row -= 1;
        }
        if (row, col) == (top, left) {
            return places;
        }
    }
}

/// Returns the matrix with every ring turned `r` places counterclockwise, the plain way.
///
/// Each place gets the element that is `r` places further clockwise.
pub fn rotate(matrix: &Matrix, r: i128) -> Matrix {
    let rows = matrix.rows();
    let cols = matrix.cols();
    let cells = matrix.cells();
    let mut turned = cells.to_vec();
    for k in 0..matrix.rings() {
        let places = walk(rows, cols, k);
        let shift = r.rem_euclid(places.len() as i128) as usize;
        for (position, &(row, col)) in places.iter().enumerate() {
            let (from_row, from_col) = places[(position + shift) % places.len()];
            turned[row * cols + col] = cells[from_row * cols + from_col];
        }
    }
    Matrix::new(rows, cols, turned).expect("a rotation keeps the number of cells")
}
