//! Boards too large for tables: the same answers, and no more memory than allowed.

use super::super::finder::Origin;
use super::super::wide::Wide;
use super::*;
use crate::search::{Space, Stop};

#[test]
fn boards_without_tables_agree_with_the_plain_search() {
    let mut random = Draw(0x0dd0_beef_1357_2468);
    let budget = Budget::unlimited();
    for _ in 0..20 {
        let Some(little) = random_board(&mut random) else { continue };
        // In the middle of a large board of walls.
        let board = changed(&little, 12, 13, |at| at + Coordinate::new(5, 7));
        for metric in [Metric::Moves, Metric::Steps] {
            let order = plain(&board, metric);
            let mut finder = Finder::new(board.clone(), &board.start, metric);
            let paths = all_paths(&mut *finder);
            assert_eq!(paths, order.iter().map(|(_, path)| path.clone()).collect::<Vec<_>>());
            let best = order.iter().find(|(places, _)| board.is_solved(places));
            let mut fresh = Finder::new(board.clone(), &board.start, metric);
            match (fresh.solve(&budget), best) {
                (Outcome::Solved(moves), Some((_, path))) => {
                    assert_eq!(&moves, path);
                    let mut small = Finder::new(little.clone(), &little.start, metric);
                    let far = small.farthest(&budget).expect("no limit").map(|far| far.moves);
                    assert_eq!(
                        fresh.farthest(&budget).expect("no limit").map(|far| far.moves),
                        far
                    );
                }
                (Outcome::Unsolvable, None) => {}
                (outcome, best) => panic!("{outcome:?} against {best:?}"),
            }
        }
    }
}

#[test]
fn a_large_board_with_many_shapes_needs_little_memory() {
    // A corridor above bars and hooks of hundreds of shapes, all of them walled in.
    let side = 255;
    let mut board = Board {
        rows: side,
        columns: side,
        walls: vec![true; (side * side) as usize],
        blocks: vec![Block { label: String::from("A"), cells: vec![Coordinate::new(0, 0)] }],
        start: vec![Coordinate::new(0, 0)],
        goals: vec![Goal { block: 0, at: Coordinate::new(0, side - 1) }],
        lanes: false,
    };
    (0..side as usize).for_each(|at| board.walls[at] = false);
    for across in 1..20 {
        for down in 1..20 {
            let corner = Coordinate::new(2 + (across - 1) * 13, 2 + (down - 1) * 13);
            let bar = (0..across.min(12)).map(|c| Coordinate::new(0, c));
            let mut cells: Vec<Coordinate> =
                bar.chain((1..down.min(12)).map(|r| Coordinate::new(r, 0))).collect();
            cells.sort_unstable();
            for &cell in &cells {
                let at = board.index(corner + cell);
                board.walls[at] = false;
            }
            board.blocks.push(Block { label: format!("{across}-{down}"), cells });
            board.start.push(corner);
        }
    }
    let board = Arc::new(board);
    assert!(Finder::table_bytes(&board) < 2 << 20);
    let budget = Budget::unlimited().with_bytes(32 << 20);
    for (metric, moves) in [(Metric::Moves, 1), (Metric::Steps, 254)] {
        let mut finder = Finder::new(board.clone(), &board.start, metric);
        let Outcome::Solved(path) = finder.solve(&budget) else { panic!("it is solved") };
        assert_eq!(path.len(), moves);
    }
}

#[test]
fn a_stopped_expansion_ends_like_one_that_ran_through() {
    let mut rows = vec![String::from("AB..CCD........")];
    rows.extend((0..9).map(|_| ".".repeat(15)));
    let board = board(&rows.join("/"), &[("A", (9, 14)), ("C", (5, 5)), ("B", (4, 4))]);
    for metric in [Metric::Moves, Metric::Steps] {
        let mut whole = Finder::new(board.clone(), &board.start, metric);
        let most = Budget::unlimited().with_states(60);
        let through = whole.solve(&most);
        let mut halting = Finder::new(board.clone(), &board.start, metric);
        let mut bytes = 1 << 10;
        let mut stops = 0;
        let outcome = loop {
            let budget = most.clone().with_bytes(bytes);
            match halting.solve(&budget) {
                Outcome::GaveUp(Stop::Memory) => stops += 1,
                outcome => break outcome,
            }
            assert!(
                halting.figures().bytes <= bytes.max(20_000),
                "{:?} {bytes}",
                halting.figures()
            );
            bytes += bytes / 4;
        };
        assert!(stops > 10, "{stops} stops");
        assert_eq!(outcome, through);
        assert_eq!(halting.figures(), whole.figures());
    }
}

#[test]
fn a_large_open_board_stays_within_its_budget() {
    // Fifty blocks with forty thousand places each: two million successors of the start, each of at
    // least 228 bytes.
    let side = 200;
    let cells = vec![Coordinate::new(0, 0)];
    let board = Arc::new(Board {
        rows: side,
        columns: side,
        walls: vec![false; (side * side) as usize],
        blocks: (0..50).map(|at| Block { label: at.to_string(), cells: cells.clone() }).collect(),
        start: (0..50).map(|at| Coordinate::new(2 * at, 2 * at)).collect(),
        goals: vec![
            Goal { block: 0, at: Coordinate::new(0, 1) },
            Goal { block: 1, at: Coordinate::new(0, 0) },
        ],
        lanes: false,
    });
    let bytes = 4 << 20;
    let budget = Budget::unlimited().with_bytes(bytes);
    let mut finder = Finder::new(board.clone(), &board.start, Metric::Moves);
    assert_eq!(finder.solve(&budget), Outcome::GaveUp(Stop::Memory));
    assert_eq!(finder.figures().expanded, 0);
    assert!(finder.figures().bytes < bytes);

    let wide = Wide::new(Origin::new(board.clone(), &board.start, false), Metric::Moves);
    let mut starts = Vec::new();
    let mut successors = Vec::new();
    wide.starts(&mut starts);
    assert_eq!(wide.expand(&starts[0], 0, &budget, &mut successors), Err(Stop::Memory));
    let used = successors.capacity() * size_of_val(&successors[0]) + successors.len() * 4 * 50;
    assert!(used as u64 <= bytes + bytes / 2, "{used} bytes");
    // A stop takes the pieces off the board again: the first of all come once more.
    let mut again = Vec::new();
    let _ = wide.expand(&starts[0], 0, &budget, &mut again);
    assert_eq!(successors, again);
}

#[test]
fn a_long_flood_is_cancelled() {
    // Each place of the block costs ten thousand looks, and there are forty thousand places.
    let cells = (0..100).flat_map(|r| (0..100).map(move |c| Coordinate::new(r, c))).collect();
    let board = Arc::new(Board {
        rows: 300,
        columns: 300,
        walls: vec![false; 90_000],
        blocks: vec![Block { label: String::from("A"), cells }],
        start: vec![Coordinate::new(0, 0)],
        goals: vec![Goal { block: 0, at: Coordinate::new(200, 200) }],
        lanes: false,
    });
    let budget = Budget::unlimited();
    budget.cancel.cancel();
    let wide = Wide::new(Origin::new(board.clone(), &board.start, false), Metric::Moves);
    let mut starts = Vec::new();
    let mut successors = Vec::new();
    wide.starts(&mut starts);
    assert_eq!(wide.expand(&starts[0], 0, &budget, &mut successors), Err(Stop::Cancelled));
    assert!(successors.is_empty());
}

#[test]
fn wide_boards_need_no_words() {
    let mut rows = vec![format!("A{}", ".".repeat(39))];
    rows.extend((0..9).map(|_| ".".repeat(40)));
    let board = board(&rows.join("/"), &[("A", (9, 39))]);
    assert_eq!(length(&board, Metric::Moves), Some(1));
    assert_eq!(length(&board, Metric::Steps), Some(48));
}
