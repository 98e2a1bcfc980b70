//! Laws of every grid and every session: pauses, laziness, undo, symmetry, completion.

use super::boards::Boards;
use super::grid::{Grid, cell_name};
use super::judge::judge;
use super::reference::Reference;
use super::solve::{Proof, Solver, givens_too_much};
use super::states::canonical;
use super::techniques::rate;
use super::tests::{SEED, ask, empty, grid, model_of, open, shipped};
use crate::diag::Sink;
use crate::puzzle::testing::Draw;
use crate::puzzle::{Board, Depth, Verdict};
use crate::search::{Budget, Figures, Outcome, Stop};
use crate::syntax::Fragment;
use crate::text::{Source, Span};

fn seed() -> Board {
    open(SEED).0.expect("a grid")
}

fn expect_answer(puzzle: &mut Board, text: &str) -> String {
    ask(puzzle, text).expect("an answer")
}

/// Runs a command with that many states per call until it has its answer: the answer, and how often
/// it gave up.
fn patient(puzzle: &mut Board, text: &str, states: u64) -> (Option<String>, usize) {
    for stops in 0.. {
        let tight = Budget::unlimited().with_states(states);
        let text = Fragment { text, start: 0 };
        let answer = puzzle.run(text, Depth::Run, &tight, &mut Sink::new()).expect("an answer");
        if answer.verdict() != Verdict::GaveUp {
            return (answer.into_text(), stops);
        }
        assert!(stops < 10_000, "it makes no progress");
    }
    unreachable!("the rounds have no end")
}

#[test]
fn a_command_that_gave_up_goes_on_where_it_stood() {
    let boards = expect_answer(&mut seed(), "boards 500");
    let (answer, stops) = patient(&mut seed(), "boards 500", 20);
    assert_eq!(answer, Some(boards));
    assert!(stops > 5);
    // A grid with many solutions: the counter looks at its budget every 256 guesses.
    let open_rows = format!("{}{}", ".".repeat(36), &SEED[36..]);
    let mut wide = open(&open_rows).0.expect("a grid");
    let wanted = expect_answer(&mut wide, "count 20000");
    let mut paused = open(&open_rows).0.expect("a grid");
    let (answer, stops) = patient(&mut paused, "count 20000", 256);
    assert_eq!(answer, Some(wanted));
    assert!(stops > 3, "{stops}");
}

#[test]
fn paused_at_ten_places_the_stream_ends_the_same() {
    let mut draw = Draw(17);
    let budget = Budget::unlimited();
    let start = grid(SEED);
    let mut through = Boards::new(&start);
    let wanted = through.first(600, &budget).expect("no limit").to_vec();
    for _ in 0..3 {
        let mut places: Vec<u64> = (0..10).map(|_| draw.below(400)).collect();
        places.sort_unstable();
        let mut paused = Boards::new(&start);
        for place in places {
            let stop = paused.first(600, &Budget::unlimited().with_states(place)).err();
            assert_eq!((stop, paused.figures().expanded), (Some(Stop::States), place));
        }
        assert_eq!(paused.first(600, &budget).expect("no limit"), wanted);
        assert_eq!(paused.figures(), through.figures());
    }
}

#[test]
fn a_proof_stopped_at_ten_places_ends_the_same() {
    // 16×16 with a few givens: enough guesses to stop in between.
    let mut puzzle = empty(16);
    for (cell, digit) in [(0, 1), (17, 2), (34, 3), (51, 4), (68, 5), (85, 6), (102, 7)] {
        puzzle.set(cell, digit);
    }
    let mut through = Proof::new(&puzzle);
    let wanted = through.two(&Budget::unlimited()).expect("no limit").to_vec();
    let nodes = through.nodes();
    assert!(wanted.len() == 2 && nodes > 20, "{nodes}");
    let mut draw = Draw(23);
    let mut places: Vec<u64> = (0..10).map(|_| draw.below(nodes)).collect();
    places.sort_unstable();
    let mut paused = Proof::new(&puzzle);
    for place in places {
        assert!(paused.two(&Budget::unlimited().with_states(place)).is_err());
    }
    assert_eq!(paused.two(&Budget::unlimited()).expect("no limit"), wanted);
    assert_eq!(paused.nodes(), nodes);
}

#[test]
fn nothing_is_expanded_beyond_what_is_asked() {
    for count in 1..=60 {
        let mut boards = Boards::new(&grid(SEED));
        assert_eq!(boards.first(count, &Budget::unlimited()).map(<[_]>::len), Ok(count as usize));
        if let Some(fewer) = boards.figures().expanded.checked_sub(1) {
            let mut less = Boards::new(&grid(SEED));
            assert!(less.first(count, &Budget::unlimited().with_states(fewer)).is_err());
            let Figures { expanded, frontier, .. } = less.figures();
            assert!(expanded + frontier < count, "boards {count}");
        }
    }
}

/// Returns the grid with cell `(r, c)` at `to(r, c)` and digits renamed.
fn moved(grid: &Grid, names: &[u8], to: impl Fn(usize, usize) -> (usize, usize)) -> Grid {
    let size = grid.size();
    let mut out = Grid::empty(grid.layout());
    for (cell, &value) in grid.cells().iter().enumerate() {
        let (row, column) = to(cell / size, cell % size);
        out.set(row * size + column, if value == 0 { 0 } else { names[usize::from(value) - 1] });
    }
    out
}

#[test]
fn mirrored_turned_and_renamed_grids_count_alike() {
    let budget = Budget::unlimited();
    let mut draw = Draw(5);
    let full = Proof::new(&grid(SEED)).two(&budget).expect("no limit")[0].clone();
    let same: Vec<u8> = (1..=9).collect();
    for _ in 0..40 {
        let mut puzzle = full.clone();
        for _ in 0..60 + draw.below(20) {
            puzzle.set(draw.index(81), 0);
        }
        let mut names = same.clone();
        for at in (1..9).rev() {
            names.swap(at, draw.index(at + 1));
        }
        let count = |grid: &Grid| Solver::new(grid).count(200, &budget).expect("no limit");
        let wanted = count(&puzzle);
        // A band as a whole, and the rows in a band, change places too.
        let line = [4, 3, 5, 8, 6, 7, 1, 0, 2];
        for other in [
            moved(&puzzle, &names, |r, c| (r, c)),
            moved(&puzzle, &same, |r, c| (r, 8 - c)),
            moved(&puzzle, &same, |r, c| (8 - r, c)),
            moved(&puzzle, &same, |r, c| (c, r)),
            moved(&puzzle, &names, |r, c| (c, 8 - r)),
            moved(&puzzle, &names, |r, c| (line[r], line[c])),
        ] {
            assert_eq!(count(&other), wanted, "{puzzle} and {other}");
        }
    }
}

/// Returns a puzzle of a size with digits, and about half of its cells given, by chance.
fn drawn(size: usize, draw: &mut Draw) -> Grid {
    let mut seed = empty(size);
    for cell in 0..size {
        seed.set(cell, cell as u8 + 1);
    }
    let mut names: Vec<u8> = (1..=size as u8).collect();
    for at in (1..size).rev() {
        names.swap(at, draw.index(at + 1));
    }
    let full = Solver::new(&seed).next_solution(&Budget::unlimited());
    let Outcome::Solved(full) = full else { panic!("a first row has solutions") };
    let mut puzzle = moved(&full, &names, |r, c| (r, c));
    for _ in 0..size * size * 3 / 5 + draw.index(size) {
        puzzle.set(draw.index(size * size), 0);
    }
    puzzle
}

/// Returns for each line its place after lines within a band, and bands, were exchanged at random.
fn exchanged(size: usize, within: usize, draw: &mut Draw) -> Vec<usize> {
    let mut shuffled = |count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        for at in (1..count).rev() {
            order.swap(at, draw.index(at + 1));
        }
        order
    };
    let bands = shuffled(size / within);
    let lines = bands.iter().flat_map(|&band| {
        shuffled(within).into_iter().map(move |line| band * within + line).collect::<Vec<_>>()
    });
    lines.collect()
}

/// All that maps a grid with boxes of another width than height onto such a grid, and what does not.
#[test]
fn rectangular_boxes_are_mirrored_and_exchanged_but_not_transposed() {
    let budget = Budget::unlimited();
    let mut draw = Draw(48);
    for size in [6, 12] {
        let same: Vec<u8> = (1..=size as u8).collect();
        let mut transposed_differs = 0;
        for _ in 0..20 {
            let puzzle = drawn(size, &mut draw);
            let layout = puzzle.layout();
            let count = |grid: &Grid| Solver::new(grid).count(200, &budget).expect("no limit");
            let counted = count(&puzzle);
            let form = canonical(&puzzle);
            let plain = Reference::count(&mut Reference::new(&puzzle), 200);
            assert_eq!(counted, plain, "{puzzle}");
            let mut names = same.clone();
            names.rotate_left(1 + draw.index(size - 1));
            let last = size - 1;
            for other in [
                moved(&puzzle, &names, |r, c| (r, c)),
                moved(&puzzle, &same, |r, c| (r, last - c)),
                moved(&puzzle, &same, |r, c| (last - r, c)),
                moved(&puzzle, &names, |r, c| (last - r, last - c)),
            ] {
                assert_eq!(count(&other), counted, "{puzzle} and {other}");
                assert_eq!(canonical(&other), form, "{puzzle} and {other}");
            }
            let rows = exchanged(size, layout.box_rows(), &mut draw);
            let columns = exchanged(size, layout.box_columns(), &mut draw);
            let other = moved(&puzzle, &names, |r, c| (rows[r], columns[c]));
            assert_eq!(count(&other), counted, "{puzzle} and {other}");
            if size == 6 {
                let rating = |grid: &Grid| rate(&model_of(grid), grid, &budget).expect("no limit");
                assert_eq!(canonical(&other), form, "{puzzle} and {other}");
                assert_eq!(rating(&other), rating(&puzzle), "{puzzle} and {other}");
            }
            for other in
                [moved(&puzzle, &same, |r, c| (c, r)), moved(&puzzle, &same, |r, c| (c, last - r))]
            {
                assert_ne!(canonical(&other), form, "{puzzle} and {other}");
                transposed_differs += usize::from(count(&other) != counted);
            }
        }
        assert!(transposed_differs > 0, "{size}: a transposed puzzle is another one");
    }
}

#[test]
fn a_rating_does_not_depend_on_how_a_grid_is_turned_or_renamed() {
    let budget = Budget::unlimited();
    let mut draw = Draw(77);
    let puzzles = shipped();
    assert!(puzzles.len() >= 17, "only {} puzzles", puzzles.len());
    for puzzle in puzzles {
        let rating = |grid: &Grid| {
            let model = model_of(grid);
            rate(&model, grid, &budget).expect("no limit").expect("a solution")
        };
        let expected = rating(&puzzle);
        let mut names: Vec<u8> = (1..=puzzle.size() as u8).collect();
        for at in (1..names.len()).rev() {
            names.swap(at, draw.index(at + 1));
        }
        let size = puzzle.size();
        let order = puzzle.layout().box_rows();
        // Rows within a band, and bands, in another order.
        let line = |at: usize| (at / order + 1) % order * order + (at % order + 1) % order;
        for other in [
            moved(&puzzle, &names, |r, c| (r, c)),
            moved(&puzzle, &names, |r, c| (c, r)),
            moved(&puzzle, &names, |r, c| (c, size - 1 - r)),
            moved(&puzzle, &names, |r, c| (line(r), c)),
            moved(&puzzle, &names, |r, c| (line(c), line(r))),
        ] {
            assert_eq!(rating(&other), expected, "{puzzle} and {other}");
        }
    }
}

/// Also in the states on the way, which are not rated in the canonical form.
#[test]
fn a_hint_is_the_first_step_of_the_explanation() {
    for puzzle in shipped().iter().chain([&grid(SEED)]) {
        let mut opened = open(&puzzle.to_string()).0.expect("a grid");
        for _ in 0..4 {
            let explained = expect_answer(&mut opened, "explain");
            let first = explained.lines().next().expect("a step");
            let hint = expect_answer(&mut opened, "hint");
            if first.starts_with("search ") {
                assert_eq!(hint, "no technique", "{puzzle}");
                break;
            }
            assert_eq!(hint, first, "{puzzle}");
            // The scene points at the same step.
            let text = Fragment { text: "hint", start: 0 };
            let mut sink = Sink::new();
            let scene = opened.point("s", text, &Budget::unlimited(), &mut sink).expect("a scene");
            assert_eq!(scene.caption, first, "{puzzle}");
            let (step, _) = first.split_once(": ").expect("its places");
            let (_, moves) = step.split_once(' ').expect("a conclusion");
            expect_answer(&mut opened, &format!("play {moves}"));
        }
    }
}

#[test]
fn completion_offers_all_legal_moves_and_no_other() {
    let mut draw = Draw(31);
    let puzzle = seed();
    let mut typed = String::new();
    for _ in 0..20 {
        let text = format!("play {typed}");
        let offered = puzzle.complete(Fragment { text: &text, start: 0 });
        let mut there = seed();
        if !typed.is_empty() {
            expect_answer(&mut there, &text);
        }
        let moves = expect_answer(&mut there, "moves");
        assert_eq!(offered.join("\n"), moves, "after {typed}");
        if offered.is_empty() {
            break;
        }
        let next = &offered[draw.index(offered.len())];
        let begun = format!("{text}{}", &next[..4]);
        let some = puzzle.complete(Fragment { text: &begun, start: 0 });
        assert!(
            some.contains(next) && some.iter().all(|completion| completion.starts_with(&next[..4]))
        );
        typed.push_str(next);
        typed.push(' ');
    }
    assert!(puzzle.complete(Fragment { text: "play r1c1=9 ", start: 0 }).is_empty());
    assert!(puzzle.complete(Fragment { text: "play nonsense ", start: 0 }).is_empty());
}

#[test]
fn the_digits_in_the_way_are_just_those() {
    let budget = Budget::unlimited();
    // With a wrong digit in the seeds' puzzle there is no solution; without it there is.
    let mut wrong = grid(SEED);
    wrong.set(0, 5);
    assert!(Proof::new(&wrong).two(&budget).expect("no limit").is_empty());
    let reported = givens_too_much(&wrong, &budget);
    let helps = |&cell: &usize| {
        let mut without = wrong.clone();
        without.set(cell, 0);
        !Proof::new(&without).two(&budget).expect("no limit").is_empty()
    };
    let filled = (0..81).filter(|&cell| wrong.value(cell) != 0);
    let wanted: Vec<usize> = filled.filter(helps).take(3).collect();
    assert!(wanted.contains(&0));
    assert_eq!(reported, wanted);
}

/// Lines of plain signs are solved in another way than lines of other signs. Of their warnings only the
/// first are made.
#[test]
fn a_list_of_several_solutions_gives_the_same_in_every_sign() {
    let budget = Budget::unlimited();
    let mut draw = Draw(25);
    let full = Proof::new(&grid(SEED)).two(&budget).expect("no limit")[0].clone();
    let mut list = Vec::new();
    let mut counts = std::collections::BTreeSet::new();
    while list.len() < 40 {
        let mut puzzle = full.clone();
        for _ in 0..60 + draw.below(40) {
            puzzle.set(draw.index(81), 0);
        }
        let count = Solver::new(&puzzle).count(1000, &budget).expect("no limit");
        if count > 1 && (count < 1000 || list.len() < 3) {
            counts.insert(count);
            list.push(puzzle.to_string());
        }
    }
    assert!(counts.iter().any(|count| *count > 256) && counts.contains(&2), "{counts:?}");
    let list = list.join("\n");
    let judged = |text: &str| {
        let mut sink = Sink::new();
        let mut lines = Vec::new();
        let mut emit = |_, line: &str| lines.push(line.to_owned());
        judge(&Source::new("x", text), &budget, &mut sink, &mut emit);
        let made = sink.len();
        let warnings = sink.take().into_iter().take(20).map(|warning| format!("{warning:?}"));
        (lines, warnings.collect::<Vec<_>>(), made, sink.counted())
    };
    let (lines, warnings, made, counted) = judged(&list);
    let (other_lines, other_warnings, other_made, other_counted) = judged(&list.replace('.', "*"));
    assert_eq!((lines, warnings), (other_lines, other_warnings));
    assert_eq!((made + counted, other_made, other_counted), (40, 40, 0));
    assert!(made < 30, "{made} of {counted} warnings were made");
}

#[test]
fn two_solutions_are_told_at_a_cell_that_decides() {
    // Two digits in two rows and two columns can change places.
    let full = Proof::new(&grid(SEED)).two(&Budget::unlimited()).expect("no limit")[0].clone();
    let swaps = |a: usize, b: usize, c: usize, d: usize| {
        full.value(a) == full.value(d) && full.value(b) == full.value(c)
    };
    let corners = (0..9)
        .flat_map(|r| (r / 3 * 3..r / 3 * 3 + 3).map(move |s| (r, s)))
        .flat_map(|(r, s)| (0..9).flat_map(move |c| (0..9).map(move |d| (r, s, c, d))))
        .filter(|&(r, s, c, d)| r < s && c < d && c / 3 != d / 3)
        .map(|(r, s, c, d)| [9 * r + c, 9 * r + d, 9 * s + c, 9 * s + d])
        .find(|&[a, b, c, d]| swaps(a, b, c, d));
    let corners = corners.expect("the solution has such a rectangle");
    let mut puzzle = full.clone();
    for cell in corners {
        puzzle.set(cell, 0);
    }
    let text = puzzle.to_string();
    let mut opened = open(&text).0.expect("a grid");
    assert_eq!(expect_answer(&mut opened, "count"), "2");
    let mut sink = Sink::new();
    opened.deep(Span::new(0, 0), &Budget::unlimited(), &mut sink).expect("there is no limit");
    let [diagnostic] = sink.diagnostics() else { panic!("{:?}", sink.diagnostics()) };
    assert_eq!(diagnostic.code.path, "sudoku::several-solutions");
    assert_eq!(diagnostic.span, Span::new(corners[0] as u32, corners[0] as u32 + 1));
    let help = diagnostic.help.as_deref().unwrap_or_default();
    for cell in corners {
        assert!(help.contains(&cell_name(cell, 9)), "{help}");
    }
}
