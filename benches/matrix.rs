//! Rotation against copying and against the plain way; reading and writing integers.
//!
//! One thread, medians of several runs in turns. `copy` (memcpy of the same bytes, the opponent) and the
//! rotation write into memory that was touched before; `fresh` counts the allocation and its page
//! faults too, on both sides.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use puzzled::kinds::matrix::{Matrix, read_row, rotate, rotate_cells, rows_text, write_rows};

/// Returns the milliseconds of one run.
fn milliseconds(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64() * 1e3
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the median milliseconds of several functions, run in turns.
fn medians<const N: usize>(runs: usize, mut things: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..runs {
        for (run, times) in things.iter_mut().zip(&mut times) {
            times.push(milliseconds(run));
        }
    }
    times.map(median)
}

/// Returns a matrix of integers of up to `digits` digits, either sign, from a xorshift generator.
fn matrix(rows: usize, cols: usize, digits: u32) -> Matrix {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let cells = (0..rows * cols).map(|_| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 1) as i64 % 10_i64.pow(digits) * if seed & 1 == 0 { 1 } else { -1 }
    });
    Matrix::new(rows, cols, cells.collect()).expect("rows * cols cells were made")
}

fn rotation(rows: usize, cols: usize, runs: usize) {
    let matrix = matrix(rows, cols, 9);
    let mut out = vec![1; rows * cols];
    let mut turned = vec![1; rows * cols];
    println!("{rows}x{cols}");
    for r in [1, 1_000_003, 999_999_999_989] {
        let [copy, fast, fresh_copy, fresh] = medians(
            runs,
            [
                &mut || out.copy_from_slice(black_box(matrix.cells())),
                &mut || rotate_cells(rows, cols, black_box(matrix.cells()), &mut turned, r),
                &mut || drop(black_box(matrix.cells().to_vec())),
                &mut || drop(black_box(matrix.rotate(r))),
            ],
        );
        let [plain] = medians(3, [&mut || drop(black_box(rotate(&matrix, r)))]);
        println!(
            "  by {r:<13} {fast:8.3} ms = {:.2} x copy ({copy:.3} ms); fresh {fresh:8.3} ms = {:.2} x \
             fresh copy ({fresh_copy:.3} ms); plain {plain:9.3} ms = {:.1} x copy",
            fast / copy,
            fresh / fresh_copy,
            plain / copy,
        );
    }
}

fn text(digits: u32) {
    let matrix = matrix(1000, 1000, digits);
    let text = rows_text(&matrix);
    let megabytes = text.len() as f64 / 1e6;
    let mut cells = Vec::with_capacity(1_000_000);
    let mut faults = Vec::new();
    let mut std_cells = Vec::with_capacity(1_000_000);
    let mut out = Vec::with_capacity(text.len());
    let [read, std_read, write] = medians(
        9,
        [
            &mut || {
                cells.clear();
                for line in black_box(&text).lines() {
                    read_row(line, &mut cells, &mut faults);
                }
            },
            &mut || {
                std_cells.clear();
                let values = black_box(&text).split_ascii_whitespace().map(str::parse::<i64>);
                std_cells.extend(values.map(|value| value.expect("an integer was written")));
            },
            &mut || {
                out.clear();
                write_rows(black_box(&matrix), &mut out);
            },
        ],
    );

    assert_eq!(cells, matrix.cells(), "what was written reads back");
    let mbs = |ms: f64| megabytes / ms * 1e3;
    println!(
        "up to {digits:2} digits, {megabytes:.1} MB: read {:.0} MB/s ({:.1} x the standard library), write {:.0} MB/s",
        mbs(read),
        std_read / read,
        mbs(write),
    );
}

fn main() {
    rotation(300, 300, 101);
    rotation(1000, 1000, 31);
    rotation(4096, 4096, 9);
    rotation(4001, 4003, 9);
    for digits in [1, 3, 8, 18] {
        text(digits);
    }
}
