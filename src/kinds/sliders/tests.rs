use super::board::{BoardError, PairError};
use super::breadth::{Routes, Sum};
use super::reference::all_shortest;
use super::rules::{CHECKSUM_MODULUS, checksum};
use super::*;
use crate::puzzle::moves::Engine;
use crate::puzzle::testing::Draw;
use crate::search::{Budget, Halt, Outcome, Stop, Until};

/// Returns a board from rows of one-character labels divided by `/`; letters count from A = 1.
fn board(text: &str) -> Board {
    let rows: Vec<&str> = text.split('/').collect();
    let label = |c: char| if c == '.' { 0 } else { c as u32 - 'A' as u32 + 1 };
    let cells = rows.concat().chars().map(label).collect();
    Board::new(rows.len(), rows[0].len(), cells).unwrap()
}

fn pair(start: &str, goal: &str) -> Pair {
    Pair::new(board(start), board(goal)).unwrap()
}

fn letters(slides: &[Slide]) -> String {
    slides.iter().map(|slide| slide.letter()).collect()
}

fn slides(text: &str) -> Vec<Slide> {
    text.chars().map(|c| Slide::from_letter(c).unwrap()).collect()
}

/// `LENGTH COUNT SUM`, as a judge expects it.
fn judged(pair: &Pair) -> String {
    let budget = Budget::unlimited();
    let mut finder = Finder::new(pair);
    let Outcome::Solved(path) = finder.solve(&budget) else { return "unsolvable".into() };
    assert_eq!(pair.start().play(&path).as_ref(), Ok(pair.goal()));
    let (Outcome::Solved(count), Outcome::Solved(Sum::Exact(sum))) =
        (finder.count(&budget), finder.sum(&budget))
    else {
        panic!("no count or sum")
    };
    format!("{} {count} {sum}", path.len())
}

/// Returns all of a stream.
fn goals(mut next: impl FnMut(&Budget) -> Outcome<Vec<Slide>>) -> Vec<Vec<Slide>> {
    std::iter::from_fn(|| match next(&Budget::unlimited()) {
        Outcome::Solved(path) => Some(path),
        Outcome::Unsolvable => None,
        Outcome::GaveUp(_) => panic!("no limit was given"),
    })
    .collect()
}

const EULER: &str = ".RBB/RRBB/RRBB/RRBB";

#[test]
fn the_checksum_of_the_example() {
    assert_eq!(checksum(&slides("LULUR")), 19_761_398);
    assert_eq!(checksum(&[]), 0);
    let end = board(EULER).play(&slides("LULUR")).unwrap();
    assert_eq!(end, board("RRBB/RBBB/R.RB/RRBB"));
    assert_eq!(board(EULER).play(&slides("LR")).unwrap(), board(EULER));
    assert_eq!(board(EULER).play(&slides("LRR")), Err(2));
}

#[test]
fn the_worked_examples() {
    let euler = pair(EULER, ".BRB/BRBR/RBRB/BRBR");
    assert_eq!(judged(&euler), "32 1 96356848");
    let mut finder = Finder::new(&euler);
    let Outcome::Solved(path) = finder.solve(&Budget::unlimited()) else { panic!("no path") };
    assert_eq!(letters(&path), "LLURRDLLLURRDLUURULDLURDRRULDDRD");
    assert_eq!(judged(&pair(EULER, "RRBB/RBBB/R.RB/RRBB")), "5 2 91440058");
    assert_eq!(judged(&pair(EULER, "BBR./BBRR/BBRR/BBRR")), "47 7 302059446");
    assert_eq!(judged(&pair("AAA/BBB/CC.", ".CC/BBB/AAA")), "26 20 951515266");
    assert_eq!(judged(&pair(EULER, EULER)), "0 1 0");
}

#[test]
fn parity_decides_only_where_all_differ() {
    let odd = pair("ABC/DEF/HG.", "ABC/DEF/GH.");
    assert!(odd.parity_forbids());
    assert_eq!(judged(&odd), "unsolvable");
    let alike = pair("ABC/DEE/HG.", "ABC/DEE/GH.");
    assert!(!alike.parity_forbids());
    assert_ne!(judged(&alike), "unsolvable");
    // Of one row the gap can only run to and fro: exhaustion proves it.
    assert_eq!(judged(&pair("AB.A", "BA.A")), "unsolvable");
    assert_eq!(judged(&pair("AB.A", ".ABA")), "2 1 20008");
    assert_eq!(judged(&pair(".", ".")), "0 1 0");
}

#[test]
fn what_is_surely_solvable_is_solvable() {
    let mut draw = Draw(99);
    let mut yes = 0;
    let mut no = 0;
    for round in 0..120 {
        let (rows, cols) = [(2, 2), (2, 3), (3, 2), (1, 5)][round % 4];
        let labels = if round % 3 == 0 { 9 } else { 3 };
        let mut cells: Vec<u32> = (0..rows * cols).map(|at| (at as u32).min(labels)).collect();
        let mut shuffled = || {
            for at in (1..cells.len()).rev() {
                cells.swap(at, draw.index(at + 1));
            }
            Board::new(rows, cols, cells.clone()).unwrap()
        };
        let pair = Pair::new(shuffled(), shuffled()).unwrap();
        let solved =
            Routes::new(&pair).engine_mut().solve(&Budget::unlimited()) != Outcome::Unsolvable;
        assert!(solved || !pair.surely_solvable());
        assert!(!solved || !pair.parity_forbids());
        assert!(rows == 1 || pair.surely_solvable() == solved);
        if solved {
            yes += 1;
        } else {
            no += 1;
        }
    }
    assert!(yes > 20 && no > 20, "the draw is worth its name: {yes} {no}");
}

#[test]
fn pairs_that_are_none() {
    let new = |a: &str, b: &str| Pair::new(board(a), board(b)).unwrap_err();
    assert_eq!(new("AB.", "A/B/."), PairError::Shape);
    assert_eq!(new("AAB.", "ABB."), PairError::Tiles { label: 1, start: 2, goal: 1 });
    assert_eq!(new("AB.", "AC."), PairError::Tiles { label: 2, start: 1, goal: 0 });
    assert_eq!(Board::new(1, 3, vec![0, 1, 0]), Err(BoardError::Gaps(2)));
    assert_eq!(Board::new(2, 2, vec![0, 1, 2]), Err(BoardError::Shape));
}

/// Returns a random pair of up to `most` places with up to `labels` labels, joined by a random
/// walk.
fn random(draw: &mut Draw, most: u64, labels: u64) -> Pair {
    let (rows, cols) = loop {
        let rows = 1 + draw.below(4);
        let cols = 1 + draw.below(4);
        if rows * cols <= most {
            break (rows as usize, cols as usize);
        }
    };
    let cells = (0..rows * cols).map(|_| 1 + draw.below(labels) as u32);
    let mut cells: Vec<u32> = cells.collect();
    let gap = draw.index(rows * cols);
    cells[gap] = 0;
    let start = Board::new(rows, cols, cells).unwrap();
    let mut goal = start.clone();
    for _ in 0..draw.below(90) {
        let open: Vec<Slide> = goal.slides().collect();
        if !open.is_empty() {
            goal = goal.after(open[draw.index(open.len())]).unwrap();
        }
    }
    Pair::new(start, goal).unwrap()
}

/// Returns the pair with every board changed the same way.
fn mapped(pair: &Pair, change: impl Fn(&Board) -> Board) -> Pair {
    Pair::new(change(pair.start()), change(pair.goal())).unwrap()
}

fn transposed(board: &Board) -> Board {
    let rows = board.rows();
    let cols = board.cols();
    let cells = (0..rows * cols).map(|at| board.cells()[at % rows * cols + at / rows]);
    Board::new(cols, rows, cells.collect()).unwrap()
}

fn mirrored(board: &Board) -> Board {
    let cells = board.cells().chunks(board.cols()).flat_map(|row| row.iter().rev().copied());
    Board::new(board.rows(), board.cols(), cells.collect()).unwrap()
}

fn renamed(board: &Board) -> Board {
    let cells = board.cells().iter().map(|&label| if label == 0 { 0 } else { 1000 - 7 * label });
    Board::new(board.rows(), board.cols(), cells.collect()).unwrap()
}

#[test]
fn random_boards_agree_with_the_reference() {
    let budget = Budget::unlimited();
    let mut draw = Draw(77);
    let mut several = 0;
    for round in 0..250 {
        let pair = random(&mut draw, 8, 1 + round % 5);
        let wanted = all_shortest(&pair);
        let sums: u64 = wanted.iter().map(|path| checksum(path)).sum();
        let text = format!("{} {} {sums}", wanted[0].len(), wanted.len());
        assert_eq!(judged(&pair), text);
        let mut finder = Finder::new(&pair);
        assert_eq!(goals(|budget| finder.next_goal(budget)), wanted);
        finder.rewind();
        assert_eq!(finder.next_goal(&budget), Outcome::Solved(wanted[0].clone()));
        assert_eq!(finder.solve(&budget), Outcome::Solved(wanted[0].clone()));
        several += usize::from(wanted.len() > 1);
        // Renaming the tiles or the directions changes neither length nor number.
        let figures = |pair: &Pair| {
            let judged = judged(pair);
            judged.rsplit_once(' ').unwrap().0.to_string()
        };
        for change in [transposed, mirrored, renamed] {
            assert_eq!(figures(&mapped(&pair, change)), figures(&pair));
        }
        let back = Pair::new(pair.goal().clone(), pair.start().clone()).unwrap();
        assert_eq!(figures(&back), figures(&pair));
        if Deepening::suits(&pair) {
            let mut deep = Deepening::new(&pair);
            assert_eq!(deep.solve(&budget), Outcome::Solved(wanted[0].clone()));
            assert_eq!(deep.count(&budget), Outcome::Solved(wanted.len() as u64));
            assert_eq!(deep.sum(&budget), Outcome::Solved(sums.into()));
            assert_eq!(goals(|budget| deep.next_goal(budget)), wanted);
            deep.rewind();
            assert_eq!(goals(|budget| deep.next_goal(budget)), wanted);
        }
    }
    assert!(several > 20, "the draw is worth its name: {several}");
}

#[test]
fn wide_boards_take_wide_keys() {
    // 6 × 6 different tiles need 222 bits, 5 × 5 need 130, 4 × 4 need 68.
    for side in [4, 5, 6] {
        let cells: Vec<u32> = (0..side * side).collect();
        let start = Board::new(side as usize, side as usize, cells).unwrap();
        let goal = start.play(&slides("LULURDLUR")).unwrap();
        let pair = Pair::new(start, goal).unwrap();
        let mut routes = Routes::new(&pair);
        let wanted = all_shortest(&pair);
        assert_eq!(
            routes.engine_mut().solve(&Budget::unlimited()),
            Outcome::Solved(wanted[0].clone())
        );
        assert_eq!(goals(|budget| routes.engine_mut().next_goal(budget)), wanted);
    }
}

#[test]
fn many_paths_are_summed() {
    // Thousands of paths.
    let pair = pair("AAAA/AAAA/BBB.", ".AAA/AABA/ABAB");
    let mut finder = Finder::new(&pair);
    let paths = goals(|budget| finder.next_goal(budget));
    let sum: u64 = paths.iter().map(|path| checksum(path)).sum();
    assert_eq!(judged(&pair), format!("{} {} {sum}", paths[0].len(), paths.len()));
    // The sum modulo the modulus needs no list.
    let figures = finder.figures();
    let modulo = finder.routes_mut().modular();
    assert_eq!(modulo, Some(Sum::Modulo(sum % CHECKSUM_MODULUS)));
    let none = Budget::unlimited().with_bytes(figures.bytes);
    assert_eq!(finder.sum(&none), Outcome::GaveUp(Stop::Memory));
    assert_eq!(finder.figures(), figures);
}

/// Returns the second of Korf's hundred (1985), 55 moves from its goal.
fn fifteen() -> Pair {
    let cells = vec![13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6];
    let start = Board::new(4, 4, cells).unwrap();
    Pair::new(start, Board::new(4, 4, (0..16).collect()).unwrap()).unwrap()
}

#[test]
fn a_fifteen_puzzle_is_solved_whether_or_not_it_is_stopped() {
    let pair = fifteen();
    let budget = Budget::unlimited();
    let mut through = Finder::new(&pair);
    let Outcome::Solved(path) = through.solve(&budget) else { panic!("no path") };
    assert_eq!(path.len(), 55);
    assert_eq!(pair.start().play(&path).as_ref(), Ok(pair.goal()));
    let nodes = through.deepening().unwrap().nodes();
    let mut draw = Draw(3);
    let mut places: Vec<u64> = (0..10).map(|_| draw.below(nodes)).collect();
    places.sort_unstable();
    let mut finder = Finder::new(&pair);
    assert_eq!(finder.solve(&budget.clone().with_bytes(1000)), Outcome::GaveUp(Stop::Memory));
    for states in places {
        let ended = finder.solve(&budget.clone().with_states(states));
        assert_eq!(ended, Outcome::GaveUp(Stop::States));
    }
    assert_eq!(finder.solve(&budget), Outcome::Solved(path));
    assert_eq!(finder.deepening().unwrap().nodes(), nodes);
}

#[test]
fn searches_with_one_goal_share_their_tables_however_their_labels_are_numbered() {
    let budget = Budget::unlimited();
    let solve = |goal: Vec<u32>| {
        let goal = Board::new(4, 4, goal).unwrap();
        let start = goal.play(&slides("LULURDLUR")).unwrap();
        let mut deep = Deepening::new(&Pair::new(start, goal).unwrap());
        assert!(matches!(deep.solve(&budget), Outcome::Solved(_)));
        budget.account.held()
    };
    let goal = |number: fn(u32) -> u32| (0..16).map(number).collect();
    let bytes = solve(goal(|label| label));
    assert!(bytes > 0);
    assert_eq!(solve(goal(|label| if label == 0 { 0 } else { 16 - label })), bytes);
    // Two equal tiles make it another goal.
    assert!(solve(goal(|label| if label == 9 { 3 } else { label })) > bytes);
}

#[test]
fn the_stream_of_paths_is_as_lazy_as_it_says() {
    let mut finder = Finder::new(&fifteen());
    assert_eq!(finder.advance(Until::Discovered(3), &Budget::unlimited()), Halt::Reached);
    let first: Vec<String> = (0..3).map(|id| letters(&finder.way_to(id).0)).collect();
    assert_eq!(first, ["", "L", "D"]);
    assert_eq!(finder.figures().expanded, 1);
    assert_eq!(finder.frontier(), 1..3);
    let board = fifteen().start().after(Slide::Left).unwrap();
    assert_eq!(finder.way_to(1).1, board);
}
