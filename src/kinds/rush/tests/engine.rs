//! The engine against the plain rules.

use std::collections::HashMap;
use std::sync::Arc;

use super::{HARDEST, WALLS, board};
use crate::kinds::blocks::barrier::barrier;
use crate::kinds::blocks::engine::{Finder, Metric};
use crate::kinds::blocks::rules::{Block, Board, Goal, Move, Places};
use crate::kinds::blocks::states;
use crate::kinds::rush::exit;
use crate::scene::Coordinate;
use crate::search::{Budget, Halt, Outcome, Until};

fn finder(board: &Board, steps: bool) -> Box<Finder> {
    let board = Arc::new(board.clone());
    let budget = Budget::unlimited();
    let metric = if steps { Metric::Steps } else { Metric::Moves };
    let is_hopeless = barrier(&board).is_some();
    Finder::within(&board, &board.start, metric, is_hopeless, &budget).expect("no limit")
}

/// Returns all reachable boards with their distances, by the plain rules.
fn plain(board: &Board, steps: bool, starts: Vec<Places>) -> (HashMap<Places, u64>, Vec<u64>) {
    let mut distances: HashMap<Places, u64> = starts.iter().map(|at| (at.clone(), 0)).collect();
    let mut layer = starts;
    let mut layers = Vec::new();
    while !layer.is_empty() {
        layers.push(layer.len() as u64);
        let mut next = Vec::new();
        for at in &layer {
            for by in board.moves(at).into_iter().filter(|by| !steps || by.is_step()) {
                let to = board.after(at, by);
                if !distances.contains_key(&to) {
                    distances.insert(to.clone(), layers.len() as u64);
                    next.push(to);
                }
            }
        }
        layer = next;
    }
    (distances, layers)
}

/// Makes the moves of a path by the plain rules; holds that each is legal.
fn replay(board: &Board, path: &[Move]) -> Places {
    path.iter().fold(board.start.clone(), |at, by| {
        assert!(board.moves(&at).contains(by), "{by:?} at {at:?}");
        board.after(&at, *by)
    })
}

fn solved<T>(outcome: Outcome<T>) -> Option<T> {
    match outcome {
        Outcome::Solved(solution) => Some(solution),
        Outcome::Unsolvable => None,
        Outcome::GaveUp(stop) => panic!("{stop:?}"),
    }
}

/// A small generator of pseudo-random numbers (xorshift64*, Vigna 2016): the same every time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: i32) -> i32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound as u64) as i32
    }
}

/// Returns a car of some cells.
fn car(label: char, across: bool, length: i32) -> Block {
    let cell = |at| if across { Coordinate::new(0, at) } else { Coordinate::new(at, 0) };
    Block { label: label.to_string(), cells: (0..length).map(cell).collect() }
}

/// Returns a board with some cars and perhaps walls.
fn random(draw: &mut Draw) -> Board {
    let rows = 2 + draw.below(4);
    let columns = 2 + draw.below(4);
    let walls = (0..rows * columns).map(|_| draw.below(12) == 0).collect();
    let mut board = Board {
        rows,
        columns,
        walls,
        blocks: Vec::new(),
        start: Vec::new(),
        goals: Vec::new(),
        lanes: true,
    };
    for label in 'A'..='H' {
        let across = draw.below(2) == 0;
        let lane = draw.below(rows.min(columns));
        board.blocks.push(car(label, across, 2 + draw.below(2)));
        let number = board.blocks.len() - 1;
        let layout = board.layout(&board.start);
        let at = draw.below(4);
        let at = if across { Coordinate::new(lane, at) } else { Coordinate::new(at, lane) };
        match board.blocked(&layout, number, at) {
            None => board.start.push(at),
            Some(_) => {
                board.blocks.pop();
            }
        }
    }
    with_goal(board)
}

/// Returns the board with its first car as the one that must leave.
fn with_goal(mut board: Board) -> Board {
    let first = (!board.blocks.is_empty()).then_some(0);
    board.goals = first.map(|block| Goal { block, at: exit(&board, block) }).into_iter().collect();
    board
}

/// Returns the board after a mirror that keeps the edges that cars leave by: rows and columns
/// exchanged.
fn transposed(board: &Board) -> Board {
    let rows = board.columns;
    let columns = board.rows;
    let cells =
        (0..rows).flat_map(|row| (0..columns).map(move |column| Coordinate::new(column, row)));
    let walls = cells.map(|cell| board.walls[board.index(cell)]).collect();
    let turned = |cell: &Coordinate| Coordinate { row: cell.column, column: cell.row };
    let mut blocks = board.blocks.clone();
    for block in &mut blocks {
        block.cells = block.cells.iter().map(turned).collect();
    }
    let start = board.start.iter().map(turned).collect();
    with_goal(Board { rows, columns, walls, blocks, start, ..board.clone() })
}

/// Returns the board with its rows from below, if the car that must leave lies across.
fn mirrored(board: &Board) -> Option<Board> {
    let hero = board.goals.first()?.block;
    let mut other = board.clone();
    for (block, at) in other.blocks.iter().zip(&mut other.start) {
        let height = block.cells.iter().map(|cell| cell.row + 1).max()?;
        at.row = board.rows - height - at.row;
    }
    let rows = board.walls.chunks(board.columns as usize).rev();
    other.walls = rows.flatten().copied().collect();
    board.is_across(hero).then(|| with_goal(other))
}

#[test]
fn published_boards_take_as_many_moves_as_published() {
    for (line, moves, steps, states, layers) in [
        (HARDEST, 51, 83, 4780, [1, 3, 5, 7, 14, 28, 48, 60]),
        (WALLS, 60, 103, 2332, [1, 1, 1, 2, 2, 2, 8, 19]),
    ] {
        let board = board(line);
        for (by_steps, length) in [(false, moves), (true, steps)] {
            let mut finder = finder(&board, by_steps);
            let path = solved(finder.solve(&Budget::unlimited())).expect("a solution");
            assert_eq!(path.len(), length);
            assert!(board.is_solved(&replay(&board, &path)));
            assert_eq!(finder.advance(Until::Exhausted, &Budget::unlimited()), Halt::Exhausted);
            assert_eq!(finder.figures().expanded, states);
            if !by_steps {
                assert_eq!(finder.layers()[..8], layers);
            }
        }
        // The published boards are the hardest of their states.
        let mut finder = finder(&board, false);
        let hardest = finder.farthest(&Budget::unlimited()).expect("no limit");
        assert_eq!(hardest.map(|farthest| farthest.moves), Some(moves as u64));
    }
}

#[test]
fn the_engine_finds_what_the_plain_rules_find() {
    let mut draw = Draw(7);
    let mut solvable = 0;
    let mut hopeless = 0;
    for _ in 0..400 {
        let board = random(&mut draw);
        for steps in [false, true] {
            let (distances, layers) = plain(&board, steps, vec![board.start.clone()]);
            let goals = || distances.iter().filter(|(at, _)| board.is_solved(at));
            let least = goals().map(|(_, &distance)| distance).min();
            let mut finder = finder(&board, steps);
            let solution = solved(finder.solve(&Budget::unlimited()));
            assert_eq!(solution.as_ref().map(|path| path.len() as u64), least, "{board:?}");
            if let Some(path) = &solution {
                assert!(board.is_solved(&replay(&board, path)));
                solvable += 1;
            }
            if barrier(&board).is_some() {
                assert_eq!((least, finder.figures().expanded), (None, 0));
                hopeless += 1;
            }
            let mut goal_count = 0;
            while let Some(path) = solved(finder.next_goal(&Budget::unlimited())) {
                assert!(board.is_solved(&replay(&board, &path)));
                goal_count += 1;
            }
            let counted = solved(finder.count(&Budget::unlimited()));
            assert_eq!(
                counted.map(|count| count.to_string()),
                solution.map(|_| goal_count.to_string())
            );
            finder.advance(Until::Exhausted, &Budget::unlimited());
            assert_eq!(finder.layers(), layers, "{board:?}");
            for id in 0..finder.frontier().end {
                let (path, at) = finder.way_to(id);
                assert_eq!(replay(&board, &path), at);
                assert_eq!(distances[&at], path.len() as u64);
            }
            let starts: Vec<Places> = goals().map(|(at, _)| at.clone()).collect();
            let far = (!starts.is_empty()).then(|| plain(&board, steps, starts).1.len() as u64 - 1);
            let hardest = finder.farthest(&Budget::unlimited()).expect("no limit");
            assert_eq!(hardest.map(|farthest| farthest.moves), far, "{board:?}");
        }
    }
    assert!(solvable > 100 && hopeless > 20, "{solvable} {hopeless}");
}

/// Returns a board that is surrounded by walls, with `size` rows and columns in all.
fn walled(board: &Board, size: i32) -> Board {
    let by = Coordinate::new(3, 2);
    let mut large = Board {
        rows: size,
        columns: size,
        walls: vec![true; (size * size) as usize],
        start: board.start.iter().map(|&at| at + by).collect(),
        goals: board.goals.iter().map(|goal| Goal { at: goal.at + by, ..*goal }).collect(),
        ..board.clone()
    };
    for (index, &wall) in board.walls.iter().enumerate() {
        let at = Coordinate::new(index as i32 / board.columns, index as i32 % board.columns) + by;
        let cell = large.index(at);
        large.walls[cell] = wall;
    }
    large
}

/// Keys and masks of one word or two, and lists of cells: all discover the same states in the same
/// order.
#[test]
fn boards_of_every_size_are_searched_alike() {
    let mut draw = Draw(13);
    let budget = Budget::unlimited();
    let boards = (0..60).map(|_| random(&mut draw)).chain([board(HARDEST), board(WALLS)]);
    for board in boards {
        for (steps, size) in [(false, 11), (true, 11), (false, 12), (true, 12)] {
            let mut small = finder(&board, steps);
            let mut large = finder(&walled(&board, size), steps);
            let solutions = [small.solve(&budget), large.solve(&budget)].map(solved);
            let [few, many] = solutions.map(|path| path.map(|path| path.len()));
            assert_eq!(few, many);
            let figures = |finder: &Finder| {
                let figures = finder.figures();
                (figures.expanded, figures.frontier, figures.depth)
            };
            assert_eq!(figures(&*small), figures(&*large));
            assert_eq!(small.count(&budget), large.count(&budget));
            small.advance(Until::Exhausted, &budget);
            large.advance(Until::Exhausted, &budget);
            assert_eq!(small.frontier().end, large.frontier().end);
            let by = Coordinate::new(3, 2);
            for id in (0..small.frontier().end).step_by(7) {
                let places: Places = small.way_to(id).1.iter().map(|&at| at + by).collect();
                assert_eq!(places, large.way_to(id).1);
            }
        }
    }
}

#[test]
fn mirrors_and_other_letters_change_nothing() {
    let mut draw = Draw(11);
    let figures = |board: &Board| {
        let mut finder = finder(board, false);
        let length = solved(finder.solve(&Budget::unlimited())).map(|path| path.len());
        let count = solved(finder.count(&Budget::unlimited()));
        finder.advance(Until::Exhausted, &Budget::unlimited());
        (length, count, finder.layers(), states::form(board).canonical())
    };
    for _ in 0..200 {
        let board = random(&mut draw);
        let mut renamed = board.clone();
        renamed.blocks.iter_mut().for_each(|block| block.label = block.label.to_lowercase());
        let others = [Some(transposed(&board)), mirrored(&board), Some(renamed)];
        for other in others.into_iter().flatten() {
            assert_eq!(figures(&other), figures(&board), "{board:?}");
        }
    }
}

#[test]
fn a_board_of_many_cars_is_searched() {
    // 46 cars of two cells, each with room for 14 more.
    let labels = ('A'..='Z').chain('a'..='z').filter(|label| !matches!(label, 'o' | 'x'));
    let rows: Vec<String> =
        labels.take(46).map(|label| format!("{label}{label}{}", ".".repeat(14))).collect();
    let text = format!("{}\n", rows.join("\n"));
    let board = board(&text);
    let mut finder = finder(&board, false);
    let path = solved(finder.solve(&Budget::unlimited())).expect("a solution");
    assert_eq!(path, [Move { block: 0, from: Coordinate::new(0, 0), to: Coordinate::new(0, 14) }]);
    assert_eq!(finder.layers()[..1], [1]);
}
