//! Sliders: all shortest paths breadth-first, and the fifteen puzzle by iterative deepening, each
//! beside a plain opponent in the same run.
//!
//! `cargo bench --bench sliders [-- FILE]`: `FILE` holds lines `id length tiles…` (0 is the gap) of
//! 4×4 boards with the goal 0 1 … 15, and all of them are solved.

#![allow(clippy::print_stdout)]

mod timing;

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use puzzled::kinds::sliders::{Board, Deepening, Finder, Pair, Slide};
use puzzled::puzzle::moves::Engine;
use puzzled::search::{Budget, Outcome};
use timing::median;

fn board(rows: usize, text: &str) -> Board {
    let label = |c: char| if c == '.' { 0 } else { c as u32 };
    let cells: Vec<u32> = text.chars().map(label).collect();
    Board::new(rows, cells.len() / rows, cells).expect("a board")
}

/// Solves a pair with the plain opponent: a queue of boards and a map of distances.
fn plain_breadth(pair: &Pair) -> usize {
    let mut distance = HashMap::from([(pair.start().clone(), 0)]);
    let mut layer = vec![pair.start().clone()];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for board in layer {
            let far = distance[&board];
            if board == *pair.goal() {
                return far;
            }
            for slide in board.slides() {
                let after = board.after(slide).expect("a possible slide");
                if !distance.contains_key(&after) {
                    distance.insert(after.clone(), far + 1);
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    usize::MAX
}

/// Solves a pair with the plain opponent: IDA* with the sum of the tiles' distances.
fn plain_deepening(pair: &Pair) -> usize {
    fn descend(
        board: &mut Vec<u32>,
        gap: usize,
        came: usize,
        remaining: i32,
        estimate: i32,
    ) -> bool {
        if estimate == 0 {
            return true;
        }
        for (number, slide) in Slide::ALL.into_iter().enumerate() {
            if came == number ^ 1 {
                continue;
            }
            let Some(from) = slide.tile_place(4, 4, gap) else { continue };
            let far = |place: usize, tile: usize| {
                (place / 4).abs_diff(tile / 4) + (place % 4).abs_diff(tile % 4)
            };
            let tile = board[from] as usize;
            let estimate = estimate + far(gap, tile) as i32 - far(from, tile) as i32;
            if estimate < remaining {
                board.swap(gap, from);
                let is_solved = descend(board, from, number, remaining - 1, estimate);
                board.swap(gap, from);
                if is_solved {
                    return true;
                }
            }
        }
        false
    }

    let mut cells = pair.start().cells().to_vec();
    let far =
        |place: usize, tile: usize| (place / 4).abs_diff(tile / 4) + (place % 4).abs_diff(tile % 4);
    let estimate: usize =
        (0..16).filter(|&at| cells[at] != 0).map(|at| far(at, cells[at] as usize)).sum();
    let mut bound = estimate as i32;
    while !descend(&mut cells, pair.start().gap(), 9, bound, estimate as i32) {
        bound += 2;
    }
    bound as usize
}

fn fifteen(cells: Vec<u32>) -> Pair {
    let goal = Board::new(4, 4, (0..16).collect()).expect("a board");
    Pair::new(Board::new(4, 4, cells).expect("a board"), goal).expect("a pair")
}

fn main() {
    let budget = Budget::unlimited();
    let euler = Pair::new(board(4, ".RBBRRBBRRBBRRBB"), board(4, ".BRBBRBRRBRBBRBR"));
    let euler = euler.expect("a pair");
    let ours = median(21, || {
        let mut finder = Finder::new(&euler);
        black_box((finder.count(&budget), finder.sum(&budget)));
    });
    let plain = median(3, || {
        black_box(plain_breadth(&euler));
    });
    let ratio = plain.as_secs_f64() / ours.as_secs_f64();
    println!("euler 244, count and sum   ours {ours:9.2?}   plain {plain:9.2?}   x{ratio:.1}");

    let pair = fifteen(vec![1, 3, 2, 5, 10, 9, 15, 6, 8, 14, 13, 11, 12, 4, 7, 0]);
    let ours = median(3, || {
        black_box(Finder::new(&pair).solve(&budget));
    });
    let plain = median(3, || {
        black_box(plain_deepening(&pair));
    });
    let ratio = plain.as_secs_f64() / ours.as_secs_f64();
    println!("fifteen, 42 moves          ours {ours:9.2?}   plain {plain:9.2?}   x{ratio:.1}");

    let Some(file) = std::env::args().skip(1).find(|arg| !arg.starts_with('-')) else { return };
    let text = std::fs::read_to_string(file).expect("the file of boards");
    let mut total = Duration::ZERO;
    let mut nodes = 0;
    let mut slowest = Duration::ZERO;
    let mut boards = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u32> =
            line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let mut deep = Deepening::new(&fifteen(numbers[2..].to_vec()));
        let start = Instant::now();
        let Outcome::Solved(path) = deep.solve(&budget) else { panic!("board {}", numbers[0]) };
        let time = start.elapsed();
        assert_eq!(path.len(), numbers[1] as usize, "board {}", numbers[0]);
        println!("  {:3} {:3} moves {:11} nodes {time:9.2?}", numbers[0], path.len(), deep.nodes());
        total += time;
        nodes += deep.nodes();
        slowest = slowest.max(time);
        boards += 1;
    }
    let rate = nodes as f64 / total.as_secs_f64() / 1e6;
    println!(
        "{boards} boards {total:.2?}, slowest {slowest:.2?}, {nodes} nodes, {rate:.1} M a second"
    );
}
