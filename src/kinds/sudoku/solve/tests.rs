//! The solvers against the plain one and against known counts.

use super::super::grid::{Grid, value_of};
use super::super::reference::Reference;
use super::super::rules::is_solution;
use super::super::tests::empty;
use super::bands::Engine;
use super::{Bands, Solver, two};
use crate::puzzle::testing::Draw;
use crate::search::{Budget, Outcome};

fn grid(text: &str) -> Grid {
    let cells: Vec<u8> = text.chars().map(|char| value_of(char).expect("a digit")).collect();
    Grid::new(cells).expect("a grid")
}

fn count(grid: &Grid, limit: u64) -> u64 {
    Solver::new(grid).count(limit, &Budget::unlimited()).expect("no limit")
}

const SEED: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";

#[test]
fn worked_examples() {
    let board = grid(SEED);
    assert_eq!(count(&board, 2), 1);
    let solution = &two(&board, &Budget::unlimited()).expect("no limit")[0];
    let line: String = solution.cells().iter().map(|digit| char::from(b'0' + digit)).collect();
    assert_eq!(
        line,
        "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
    );
    assert_eq!(count(&empty(4), u64::MAX), 288);
    assert_eq!(count(&grid(&"1".repeat(81)), 2), 0);
}

#[test]
fn a_count_never_exceeds_its_limit() {
    // One place after the other is filled, in boards of both engines.
    for board in [empty(4), empty(9)] {
        for limit in [0, 1, 2, 7] {
            assert_eq!(count(&board, limit), limit);
        }
        let mut solver = Solver::new(&board);
        for limit in [3, 3, 1, 5] {
            let counted = solver.count(limit, &Budget::unlimited());
            assert_eq!(counted, Ok(limit), "the solver goes on where it was");
        }
    }
}

/// All solutions of some boards, in the order in which they are found.
#[test]
fn ascending_solutions_are_those_of_the_plain_solver_in_order() {
    let full = two(&grid(SEED), &Budget::unlimited()).expect("no limit").remove(0);
    let mut random = Draw(25);
    let mut seen = 0;
    while seen < 30 {
        let mut puzzle = full.clone();
        for _ in 0..60 + random.index(40) {
            puzzle.set(random.index(81), 0);
        }
        let mut plain: Vec<_> = Reference::new(&puzzle).take(501).collect();
        if plain.len() > 500 {
            continue;
        }
        plain.sort_by(|first, second| first.cells().cmp(second.cells()));
        let cells = puzzle.cells().try_into().expect("81 cells");
        let mut bands = Bands::new(cells);
        bands.load_ascending(cells);
        for solution in &plain {
            assert_eq!(bands.next(&Budget::unlimited()), Ok(true));
            assert_eq!(bands.solution()[..], *solution.cells(), "{puzzle}");
        }
        assert_eq!(bands.next(&Budget::unlimited()), Ok(false));
        seen += 1;
    }
}

#[test]
fn thinned_puzzles_count_as_the_plain_solver_counts() {
    let full = two(&grid(SEED), &Budget::unlimited()).expect("no limit").remove(0);
    let mut random = Draw(88_172_645_463_325_252);
    let mut seen = [0; 3];
    for round in 0..120 {
        let mut puzzle = full.clone();
        for _ in 0..45 + random.index(10) {
            puzzle.set(random.index(81), 0);
        }
        if round % 4 == 0 {
            // A digit that may contradict.
            puzzle.set(random.index(81), 1 + random.index(9) as u8);
        }
        let fast = count(&puzzle, 50);
        assert_eq!(fast, Reference::count(&mut Reference::new(&puzzle), 50), "{puzzle:?}");
        seen[fast.min(2) as usize] += 1;
    }
    assert!(seen.iter().all(|&times| times > 3), "{seen:?}");
}

/// Returns the first solutions in the order of an engine, and the guesses until then.
fn stream(engine: Engine, puzzle: &Grid, limit: usize) -> (Vec<Vec<u8>>, u64) {
    let mut bands = Bands::on(engine, puzzle.cells().try_into().expect("9×9"));
    let mut solutions = Vec::new();
    while solutions.len() < limit && bands.next(&Budget::unlimited()).expect("no limit") {
        solutions.push(bands.solution().to_vec());
    }
    (solutions, bands.nodes())
}

#[test]
fn every_engine_finds_the_same_solutions_in_the_same_order() {
    const LIMIT: usize = 200;
    let full = two(&grid(SEED), &Budget::unlimited()).expect("no limit").remove(0);
    let mut random = Draw(0x9e37_79b9_7f4a_7c15);
    let mut puzzles = vec![empty(9), full.clone()];
    for round in 0..150 {
        let mut puzzle = full.clone();
        for _ in 0..40 + random.index(60) {
            puzzle.set(random.index(81), 0);
        }
        for _ in 0..(round % 5).min(2) {
            puzzle.set(random.index(81), 1 + random.index(9) as u8);
        }
        puzzles.push(puzzle);
    }
    let mut seen = [0; 3];
    for puzzle in puzzles {
        let (solutions, nodes) = stream(Engine::Portable, &puzzle, LIMIT);
        assert_eq!(
            stream(Engine::detect(), &puzzle, LIMIT),
            (solutions.clone(), nodes),
            "{puzzle:?}"
        );
        seen[solutions.len().min(2)] += 1;
        if solutions.len() < LIMIT {
            let mut solutions = solutions;
            let plain = Reference::new(&puzzle).take(LIMIT);
            let mut plain: Vec<Vec<u8>> = plain.map(|solution| solution.cells().to_vec()).collect();
            solutions.sort();
            plain.sort();
            assert_eq!(solutions, plain, "{puzzle:?}");
        }
    }
    assert!(seen.iter().all(|&times| times > 3), "{seen:?}");
}

#[test]
fn givens_that_exclude_each_other_need_no_guess() {
    // The same digit twice in a row, a column and a box, for each digit, in each place of it.
    for digit in 1..=9 {
        for cell in 0..81 {
            let (row, column) = (cell / 9, cell % 9);
            let corner = row / 3 * 27 + column / 3 * 3;
            let in_box = corner + (row + 1) % 3 * 9 + (column + 2) % 3;
            for other in [row * 9 + (column + 4) % 9, (row + 7) % 9 * 9 + column, in_box] {
                let mut puzzle = empty(9);
                puzzle.set(cell, digit);
                puzzle.set(other, digit);
                for engine in [Engine::Portable, Engine::detect()] {
                    assert_eq!(stream(engine, &puzzle, 1), (Vec::new(), 0), "{puzzle:?}");
                }
            }
        }
    }
}

#[test]
fn full_grids_are_solutions_or_contradictions() {
    let full = two(&grid(SEED), &Budget::unlimited()).expect("no limit").remove(0);
    let mut seen = 0;
    for cell in 0..81 {
        // Two digits exchanged: some pairs break only the rows, or the columns, or the boxes.
        for other in 0..=cell {
            let mut puzzle = full.clone();
            puzzle.set(cell, full.value(other));
            puzzle.set(other, full.value(cell));
            let solved = is_solution(&puzzle);
            let wanted = solved.then(|| puzzle.cells().to_vec()).into_iter().collect::<Vec<_>>();
            for engine in [Engine::Portable, Engine::detect()] {
                assert_eq!(stream(engine, &puzzle, 2), (wanted.clone(), 0), "{puzzle:?}");
            }
            seen += usize::from(!solved);
        }
    }
    assert!(seen > 2000, "{seen}");
}

/// Each operation of the registers against the same one on words.
#[cfg(target_arch = "x86_64")]
#[test]
fn registers_compute_what_words_compute() {
    use super::avx2::Avx2;
    use super::lanes::{Machine, Portable, Words};

    type Pair = (Words, Words);

    fn results<M: Machine>(m: M, a: &Words, b: &Words) -> (Vec<Words>, Vec<Pair>, bool) {
        let (a, b) = (m.load(a), m.load(b));
        // Lanes of three bits, and lanes without the highest bit.
        let small = m.and(a, m.fill(7));
        let low = m.and(a, m.fill(0x7fff));
        let vectors = [
            m.fill(0x1234),
            m.and(a, b),
            m.or(a, b),
            m.xor(a, b),
            m.without(a, b),
            m.up::<9>(a),
            m.down::<3>(a),
            m.down::<6>(a),
            m.zeros(a),
            m.zeros(m.nonzero_in_both(a, b)),
            m.zeros(m.nonzero_in_both(m.nonzero_in_both(a, b), low)),
            m.drop_lowest(low),
            m.turned(small),
            m.turned_back(small),
            m.triple(small),
            m.next_lane(a),
            m.last_lane(a),
            m.next_word(a),
            m.last_word(a),
            m.swap(a),
        ];
        let vectors =
            vectors.into_iter().chain(m.spread(a)).map(|vector| m.words(vector)).collect();
        let pairs = [m.fold_pair(a, b), m.fold_halves(a, b)];
        (vectors, pairs.map(|(a, b)| (m.words(a), m.words(b))).into(), m.is_zero(m.and(a, b)))
    }

    let Some(proof) = Avx2::detect() else { return };
    let mut random = Draw(42);
    let mut draw = || -> Words {
        std::array::from_fn(|_| {
            // Many lanes are zero, or have few bits.
            let lanes: [u16; 4] = std::array::from_fn(|_| match random.index(4) {
                0 => 0,
                1 => 1 << random.index(16),
                _ => random.index(1 << 16) as u16,
            });
            lanes.iter().fold(0, |word, &lane| word << 16 | u64::from(lane))
        })
    };
    let mut zeros = 0;
    for _ in 0..2000 {
        let (a, b) = (draw(), draw());
        let plain = results(Portable, &a, &b);
        assert_eq!(results(proof, &a, &b), plain, "{a:x?} {b:x?}");
        zeros += usize::from(results(Portable, &a, &[0; 4]).2);
        assert_eq!(results(proof, &a, &[0; 4]), results(Portable, &a, &[0; 4]));
    }
    assert_eq!(zeros, 2000);
}

#[test]
fn small_and_large_sizes() {
    let mut random = Draw(7);
    for (size, most) in [(4, 6), (6, 9)] {
        for _ in 0..100 {
            let mut puzzle = empty(size);
            for _ in 0..random.index(most) {
                puzzle.set(random.index(size * size), 1 + random.index(size) as u8);
            }
            assert_eq!(
                count(&puzzle, 1000),
                Reference::count(&mut Reference::new(&puzzle), 1000),
                "{puzzle:?}"
            );
        }
    }
    for size in [12, 16, 25] {
        assert!(matches!(
            Solver::new(&empty(size)).next_solution(&Budget::unlimited()),
            Outcome::Solved(_)
        ));
    }
}

/// A 6×6 grid has 28,200,960 solutions (counted by others with other programs). Each set of six
/// digits in the first row has as many.
#[test]
fn the_6x6_grids_are_as_many_as_others_counted() {
    let mut first = empty(6);
    (0..6).for_each(|cell| first.set(cell, cell as u8 + 1));
    let bands: u64 = 28_200_960 / 720;
    assert_eq!(count(&first, u64::MAX), bands);
}

#[test]
fn a_stopped_count_ends_like_one_that_ran_through() {
    let mut puzzle = grid(SEED);
    for cell in [2, 4, 6, 9, 12, 14, 17, 20, 21, 23, 24, 29, 30, 32] {
        puzzle.set(cell, 0);
    }
    let through = count(&puzzle, 20_000);
    let mut solver = Solver::new(&puzzle);
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    let mut stops = 0;
    let mut states = 0;
    let total = loop {
        match solver.count(20_000, &Budget::unlimited().with_states(states)) {
            Ok(total) => break total,
            Err(_) => stops += 1,
        }
        states += 256;
        assert!(stops > 1 || solver.count(20_000, &cancelled).is_err());
    };
    assert_eq!(total, through);
    assert!(stops > 0);
}
