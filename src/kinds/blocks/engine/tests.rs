//! The engine against the plain rules and against worked examples.

mod wide;

use std::collections::HashSet;
use std::sync::Arc;

use super::super::rules::{Block, Board, Goal, Move, Places};
use super::tables::classes;
use super::{Finder, Metric};
use crate::puzzle::testing::Draw;
use crate::scene::Coordinate;
use crate::search::{Budget, Figures, Halt, Outcome, Until};

/// Returns a board from rows of single letters; `#` is a wall, `.` is empty.
fn board(rows: &str, goals: &[(&str, (i32, i32))]) -> Arc<Board> {
    let rows: Vec<Vec<char>> = rows.split('/').map(|row| row.trim().chars().collect()).collect();
    let mut cells: Vec<(char, Vec<Coordinate>)> = Vec::new();
    let mut walls = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, &label) in row.iter().enumerate() {
            walls.push(label == '#');
            if label == '.' || label == '#' {
                continue;
            }
            match cells.iter_mut().find(|(known, _)| *known == label) {
                Some((_, drawn)) => drawn.push(Coordinate::new(r as i32, c as i32)),
                None => cells.push((label, vec![Coordinate::new(r as i32, c as i32)])),
            }
        }
    }
    let mut start = Vec::new();
    let blocks = cells
        .iter()
        .map(|(label, cells)| {
            let corner = Coordinate::new(
                cells.iter().map(|cell| cell.row).min().expect("a block has cells"),
                cells.iter().map(|cell| cell.column).min().expect("a block has cells"),
            );
            start.push(corner);
            let cells = cells.iter().map(|&cell| cell - corner).collect();
            Block { label: label.to_string(), cells }
        })
        .collect();
    let mut board = Board {
        rows: rows.len() as i32,
        columns: rows[0].len() as i32,
        walls,
        blocks,
        start,
        goals: Vec::new(),
        lanes: false,
    };
    for &(label, (row, column)) in goals {
        let block = board.blocks.iter().position(|block| block.label == label);
        board.goals.push(Goal {
            block: block.expect("the goal names a block"),
            at: Coordinate { row, column },
        });
    }
    Arc::new(board)
}

fn length(board: &Arc<Board>, metric: Metric) -> Option<usize> {
    let mut finder = Finder::new(board.clone(), &board.start, metric);
    match finder.solve(&Budget::unlimited()) {
        Outcome::Solved(moves) => Some(moves.len()),
        Outcome::Unsolvable => None,
        Outcome::GaveUp(_) => panic!("the budget has no limit"),
    }
}

#[test]
fn worked_examples() {
    for (rows, goal, at, moves) in [
        ("A.B/C.B/CD.", "A", (2, 2), 4),
        ("AAC./ABC./BB..", "B", (0, 1), 2),
        ("A...C./A.B.C./D.B...", "D", (0, 5), 1),
        ("AAB/C.B/CDD/..E", "E", (1, 1), 6),
        ("ABC./ADE./FFGG/F.G./HILL", "A", (3, 3), 20),
        ("ABBCDD/.HECDD/.HEEFF/.HGGGF/.IJJKK/.IJKKK", "A", (5, 5), 17),
        ("ABBC/ABBC/DEEF/DGHF/I..J", "B", (3, 1), 81),
    ] {
        let board = board(rows, &[(goal, at)]);
        assert_eq!(length(&board, Metric::Moves), Some(moves), "{rows}");
    }
}

#[test]
fn the_red_donkey_in_steps_and_states() {
    let board = board("ABBC/ABBC/DEEF/DGHF/I..J", &[("B", (3, 1))]);
    assert_eq!(length(&board, Metric::Steps), Some(116));
    let mut finder = Finder::new(board.clone(), &board.start, Metric::Moves);
    assert_eq!(finder.advance(Until::Exhausted, &Budget::unlimited()), Halt::Exhausted);
    let figures = finder.figures();
    assert_eq!(figures.expanded, 25955);
    assert!(figures.bytes <= 32 * figures.expanded, "{} bytes", figures.bytes);
}

#[test]
fn relabeled_boards_of_the_seeds_are_one_state() {
    let rows = [
        "ABC./ADE./FFGG/F.G./HILL",
        "ACB./ADE./FFGG/F.G./HILL",
        "ABC./AED./FFGG/F.G./HILL",
        "ABC./ADE./GGFF/G.F./HILL",
        "ABC./ADE./FFGG/F.G./IHLL",
    ];
    let keys: HashSet<Vec<u32>> = rows
        .iter()
        .map(|rows| {
            let board = board(rows, &[("A", (3, 3))]);
            let classes = classes(&board);
            let tables = super::tables::Tables::<u64>::new(&board, &classes);
            tables.fields(&classes, &board.start)
        })
        .collect();
    assert_eq!(keys.len(), 1);
}

/// Returns a canonical form that knows nothing of the engine: the cells of each group of equal
/// blocks.
fn canon(board: &Board, places: &Places) -> Vec<(usize, Coordinate)> {
    let classes = classes(board);
    let mut form: Vec<(usize, Coordinate)> = classes
        .iter()
        .enumerate()
        .flat_map(|(class, blocks)| blocks.iter().map(move |&block| (class, places[block])))
        .collect();
    form.sort_unstable();
    form
}

/// Searches breadth-first in the plain way. Returns the path to each state in the order of
/// discovery.
fn plain(board: &Board, metric: Metric) -> Vec<(Places, Vec<Move>)> {
    let mut seen = HashSet::from([canon(board, &board.start)]);
    let mut order = vec![(board.start.clone(), Vec::new())];
    let mut at = 0;
    while at < order.len() {
        let (places, path) = order[at].clone();
        for by in board.moves(&places) {
            if metric == Metric::Steps && !by.is_step() {
                continue;
            }
            let mut next = places.clone();
            next[by.block] = by.to;
            let form = canon(board, &next);
            if seen.insert(form) {
                let mut longer: Vec<Move> = path.clone();
                longer.push(by);
                order.push((next, longer));
            }
        }
        at += 1;
    }
    order
}

/// Returns a random small board with walls, odd shapes and up to two goals.
fn random_board(random: &mut Draw) -> Option<Arc<Board>> {
    let rows = 2 + random.index(3);
    let columns = 2 + random.index(3);
    let mut grid = vec![vec!['.'; columns]; rows];
    for label in "ABCDE".chars().take(1 + random.index(5)) {
        let mut cell = (random.index(rows), random.index(columns));
        for _ in 0..=random.index(3) {
            if grid[cell.0][cell.1] != '.' && grid[cell.0][cell.1] != label {
                break;
            }
            grid[cell.0][cell.1] = label;
            cell = match random.index(4) {
                0 if cell.0 > 0 => (cell.0 - 1, cell.1),
                1 if cell.1 > 0 => (cell.0, cell.1 - 1),
                2 if cell.0 + 1 < rows => (cell.0 + 1, cell.1),
                3 if cell.1 + 1 < columns => (cell.0, cell.1 + 1),
                _ => cell,
            };
        }
    }
    if random.index(3) == 0 {
        let r = random.index(rows);
        let c = random.index(columns);
        if grid[r][c] == '.' {
            grid[r][c] = '#';
        }
    }
    let text: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
    let text = text.join("/");
    let labels: Vec<char> = "ABCDE".chars().filter(|label| text.contains(*label)).collect();
    if labels.is_empty() {
        return None;
    }
    let plain = board(&text, &[]);
    let hero = labels[random.index(labels.len())];
    let number = plain.blocks.iter().position(|block| block.label == hero.to_string())?;
    let at = (random.index(rows) as i32, random.index(columns) as i32);
    let corner = Coordinate::new(at.0, at.1);
    let fits = plain
        .cells(number, corner)
        .all(|cell| plain.holds(cell) && !plain.walls[plain.index(cell)]);
    if !fits {
        return None;
    }
    let other = labels[random.index(labels.len())];
    let first = hero.to_string();
    let second = other.to_string();
    let mut goals = vec![(first.as_str(), at)];
    if other != hero && random.index(2) == 0 {
        let number = plain.blocks.iter().position(|block| block.label == second)?;
        let Coordinate { row, column } = plain.start[number];
        goals.push((second.as_str(), (row, column)));
    }
    Some(board(&text, &goals))
}

/// Returns every path of the stream.
fn all_paths(finder: &mut Finder) -> Vec<Vec<Move>> {
    let halt = finder.advance(Until::Exhausted, &Budget::unlimited());
    assert_eq!(halt, Halt::Exhausted);
    (0..finder.frontier().end).map(|id| finder.way_to(id).0).collect()
}

#[test]
fn random_boards_agree_with_the_plain_search_in_every_respect() {
    let mut random = Draw(0x9e37_79b9_7f4a_7c15);
    let budget = Budget::unlimited();
    let mut solved = 0;
    for _ in 0..100 {
        let Some(board) = random_board(&mut random) else { continue };
        for metric in [Metric::Moves, Metric::Steps] {
            let order = plain(&board, metric);
            let mut finder = Finder::new(board.clone(), &board.start, metric);
            let paths = all_paths(&mut *finder);
            let plain_paths: Vec<_> = order.iter().map(|(_, path)| path.clone()).collect();
            assert_eq!(paths, plain_paths, "{board:?}");
            assert_eq!(finder.figures().expanded, order.len() as u64);
            let best = order.iter().position(|(places, _)| board.is_solved(places));
            let mut fresh = Finder::new(board.clone(), &board.start, metric);
            match (fresh.solve(&budget), best) {
                (Outcome::Solved(moves), Some(at)) => {
                    solved += 1;
                    assert_eq!(moves, order[at].1);
                    let mut count = 0;
                    while let Outcome::Solved(goal) = fresh.next_goal(&budget) {
                        assert_eq!(goal.len(), moves.len());
                        assert!(count > 0 || goal == moves, "the first goal is the solution");
                        count += 1;
                    }
                    let farthest = fresh.farthest(&budget).expect("no limit").expect("a goal");
                    let goals: Vec<_> =
                        order.iter().filter(|(places, _)| board.is_solved(places)).collect();
                    let distances = order.iter().map(|(places, _)| {
                        let from = Board { start: places.clone(), ..(*board).clone() };
                        length(&Arc::new(from), metric).expect("slides can be taken back")
                    });
                    if order.len() < 60 {
                        assert_eq!(
                            distances.max(),
                            Some(farthest.moves as usize),
                            "{}",
                            goals.len()
                        );
                    }
                }
                (Outcome::Unsolvable, None) => {}
                (outcome, best) => panic!("{outcome:?} against {best:?}"),
            }
        }
    }
    assert!(solved > 20, "{solved} of the boards have solutions");
}

#[test]
fn a_stopped_search_ends_like_one_that_ran_through() {
    let board = board("ABC./ADE./FFGG/F.G./HILL", &[("A", (3, 3))]);
    let budget = Budget::unlimited();
    let mut whole = Finder::new(board.clone(), &board.start, Metric::Moves);
    let through = whole.solve(&budget);
    let mut random = Draw(7);
    let mut halting = Finder::new(board.clone(), &board.start, Metric::Moves);
    for _ in 0..10 {
        let more = 1 + random.index(40) as u64;
        assert_eq!(halting.advance(Until::Expanded(more), &budget), Halt::Reached);
        let limited = Budget::unlimited().with_states(halting.figures().expanded + 3);
        assert!(matches!(halting.solve(&limited), Outcome::GaveUp(_)));
    }
    assert_eq!(halting.solve(&budget), through);
    assert_eq!(halting.figures(), whole.figures());
}

/// Returns the board with every cell led elsewhere, and its blocks in the opposite order.
fn changed(
    board: &Board,
    rows: i32,
    columns: i32,
    lead: impl Fn(Coordinate) -> Coordinate,
) -> Arc<Board> {
    let mut other = Board { rows, columns, goals: Vec::new(), ..board.clone() };
    other.walls = vec![true; (rows * columns) as usize];
    for row in 0..board.rows {
        for column in 0..board.columns {
            let at = other.index(lead(Coordinate { row, column }));
            other.walls[at] = board.walls[board.index(Coordinate { row, column })];
        }
    }
    let place = |block: usize, at: Coordinate| {
        let mut cells: Vec<Coordinate> = board.cells(block, at).map(&lead).collect();
        cells.sort_unstable();
        let row = cells.iter().map(|cell| cell.row).min().expect("a block has cells");
        let column = cells.iter().map(|cell| cell.column).min().expect("a block has cells");
        let corner = Coordinate { row, column };
        for cell in &mut cells {
            *cell = *cell - corner;
        }
        (corner, cells)
    };
    let last = board.blocks.len() - 1;
    for number in 0..=last {
        let (corner, cells) = place(last - number, board.start[last - number]);
        other.start[number] = corner;
        other.blocks[number] = Block { label: format!("b{number}"), cells };
    }
    for goal in &board.goals {
        other.goals.push(Goal { block: last - goal.block, at: place(goal.block, goal.at).0 });
    }
    Arc::new(other)
}

#[test]
fn renamed_mirrored_and_transposed_boards_have_the_same_optimum() {
    let mut random = Draw(0x1234_5678_9abc_def1);
    let mut two = 0;
    let seed = board("ABC./ADE./FFGG/F.G./HILL", &[("A", (3, 3))]);
    for board in (0..250).filter_map(|_| random_board(&mut random)).chain([seed]) {
        two += usize::from(board.goals.len() == 2);
        let rows = board.rows;
        let columns = board.columns;
        for metric in [Metric::Moves, Metric::Steps] {
            let best = length(&board, metric);
            let renamed = changed(&board, rows, columns, |cell| cell);
            assert_eq!(length(&renamed, metric), best, "{board:?}");
            let mirrored = changed(&board, rows, columns, |at| Coordinate {
                column: columns - 1 - at.column,
                ..at
            });
            assert_eq!(length(&mirrored, metric), best, "{board:?}");
            let transposed =
                changed(&board, columns, rows, |at| Coordinate::new(at.column, at.row));
            assert_eq!(length(&transposed, metric), best, "{board:?}");
        }
    }
    assert!(two > 20, "{two} of the boards have two goals");
}

#[test]
fn states_of_up_to_two_words_take_no_more_than_32_bytes() {
    for (rows, most) in [
        ("ABBC/ABBC/DEEF/DGHF/I..J", u64::MAX),
        ("ABBCDD/.HECDD/.HEEFF/.HGGGF/.IJJKK/.IJKKK", 40_000),
        ("AAB.C/D.BEC/DFFEG/H.I.J", 40_000),
        // Two words.
        ("AABBC/AADDC/EEFFG/H.I.G/HJI.K/LJMMK", 40_000),
    ] {
        let board = board(rows, &[]);
        let mut finder = Finder::new(board.clone(), &board.start, Metric::Moves);
        finder.advance(Until::Exhausted, &Budget::unlimited().with_states(most));
        let Figures { expanded, frontier, bytes, .. } = finder.figures();
        let states = expanded + frontier;
        assert!(states > 4000, "{rows}: only {states} states");
        assert!(bytes <= 32 * states, "{rows}: {bytes} bytes for {states} states");
    }
}
