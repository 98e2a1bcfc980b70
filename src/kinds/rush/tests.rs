//! The kind through its public interface, and the engine against the plain rules.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Blocks, Model, Rules, Rush, exit};
use super::{Finder, larger_finder};
use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::kinds::blocks::rules::{Block, Board, Cell, Goal, Move, Places};
use crate::kinds::blocks::states;
use crate::puzzle::moves::{Either, Engine, MoveGame};
use crate::puzzle::testing::first_fix;
use crate::puzzle::{Answer, Body, Depth, Game, Kind, Of, Out, Puzzle, Verdict};
use crate::search::{Budget, Figures, Halt, Outcome, Until};
use crate::syntax::Fragment;
use crate::text::{Source, Span};

/// The published collection's hardest board without walls, and one of 60 moves with walls.
const HARDEST: &str = "BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM.";
const WALLS: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
const LITTLE: &str = "\n..B.\nAAB.\n...C\n...C\n";

fn body(text: &str) -> Body<'_> {
    Body {
        source: text,
        span: Span::new(0, text.len() as u32),
        name: Span::new(0, 1),
        raw: false,
        joined: false,
        goal: None,
    }
}

fn read(text: &str) -> (Option<Model>, Vec<&'static str>) {
    let mut sink = Sink::new();
    let model = <Model as MoveGame>::read(&body(text), &mut Out::new(&mut sink));
    (model, sink.found().iter().map(|found| found.code.path).collect())
}

fn board(text: &str) -> Board {
    let (model, codes) = read(text);
    assert_eq!(codes, [] as [&str; 0], "{text}");
    (*model.expect("a sound board").board).clone()
}

fn open(text: &str) -> Box<dyn Puzzle> {
    Of::<Rush>::KIND.open(&body(text), KINDS, &mut Sink::new()).expect("a sound board")
}

fn say(puzzle: &mut dyn Puzzle, text: &str) -> Result<String, &'static str> {
    let mut sink = Sink::new();
    let text = Fragment { text, start: 0 };
    let answer = puzzle.run(text, Depth::Run, &Budget::unlimited(), &mut sink);
    answer.and_then(Answer::into_text).ok_or_else(|| sink.found()[0].code.path)
}

fn finder(board: &Board, steps: bool) -> Finder {
    let board = Arc::new(board.clone());
    super::finder(&board, &board.start, steps, &Budget::unlimited()).expect("no limit")
}

/// All reachable boards with their distances, by the plain rules.
fn plain(board: &Board, steps: bool, starts: Vec<Places>) -> (HashMap<Places, u64>, Vec<u64>) {
    let mut distances: HashMap<Places, u64> = starts.iter().map(|at| (at.clone(), 0)).collect();
    let (mut layer, mut layers) = (starts, Vec::new());
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
        Outcome::Solved(found) => Some(found),
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

/// A car of some cells.
fn car(label: char, across: bool, length: i32) -> Block {
    let cell = |at| if across { Cell::new(0, at) } else { Cell::new(at, 0) };
    Block { label: label.to_string(), cells: (0..length).map(cell).collect() }
}

/// A board with some cars and perhaps walls.
fn random(draw: &mut Draw) -> Board {
    let (rows, columns) = (2 + draw.below(4), 2 + draw.below(4));
    let walls = (0..rows * columns).map(|_| draw.below(12) == 0).collect();
    let (blocks, start, goals) = (Vec::new(), Vec::new(), Vec::new());
    let mut board = Board { rows, columns, walls, blocks, start, goals, lanes: true };
    for label in 'A'..='H' {
        let (across, lane) = (draw.below(2) == 0, draw.below(rows.min(columns)));
        board.blocks.push(car(label, across, 2 + draw.below(2)));
        let number = board.blocks.len() - 1;
        let layout = board.layout(&board.start);
        let at = draw.below(4);
        let at = if across { Cell::new(lane, at) } else { Cell::new(at, lane) };
        match board.blocked(&layout, number, at) {
            None => board.start.push(at),
            Some(_) => {
                board.blocks.pop();
            }
        }
    }
    with_goal(board)
}

/// The board with its first car as the one that must leave.
fn with_goal(mut board: Board) -> Board {
    let first = (!board.blocks.is_empty()).then_some(0);
    board.goals = first.map(|block| Goal { block, at: exit(&board, block) }).into_iter().collect();
    board
}

/// The board after a mirror that keeps the edges that cars leave by: rows and columns exchanged.
fn transposed(board: &Board) -> Board {
    let (rows, columns) = (board.columns, board.rows);
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell::new(column, row)));
    let walls = cells.map(|cell| board.walls[board.index(cell)]).collect();
    let turned = |cell: &Cell| Cell { row: cell.column, column: cell.row };
    let mut blocks = board.blocks.clone();
    for block in &mut blocks {
        block.cells = block.cells.iter().map(turned).collect();
    }
    let start = board.start.iter().map(turned).collect();
    with_goal(Board { rows, columns, walls, blocks, start, ..board.clone() })
}

/// The board with its rows from below, if the car that must leave lies across.
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
            assert_eq!(
                finder.walk_mut().advance(Until::Exhausted, &Budget::unlimited()),
                Halt::Exhausted
            );
            assert_eq!(finder.walk().figures().expanded, states);
            if !by_steps {
                assert_eq!(finder.walk().layers()[..8], layers);
            }
        }
        // The published boards are the hardest of their states.
        let mut finder = finder(&board, false);
        let found = finder.walk_mut().hardest(&Budget::unlimited()).expect("no limit");
        assert_eq!(found.map(|(distance, _)| distance), Some(moves as u64));
    }
}

#[test]
fn the_engine_finds_what_the_plain_rules_find() {
    let mut draw = Draw(7);
    let (mut solvable, mut hopeless) = (0, 0);
    for _ in 0..400 {
        let board = random(&mut draw);
        for steps in [false, true] {
            let (distances, layers) = plain(&board, steps, vec![board.start.clone()]);
            let goals = || distances.iter().filter(|(at, _)| board.is_solved(at));
            let least = goals().map(|(_, &distance)| distance).min();
            let mut finder = finder(&board, steps);
            let found = solved(finder.solve(&Budget::unlimited()));
            assert_eq!(found.as_ref().map(|path| path.len() as u64), least, "{board:?}");
            if let Some(path) = &found {
                assert!(board.is_solved(&replay(&board, path)));
                solvable += 1;
            }
            if Rules::barrier(&board).is_some() {
                assert_eq!((least, finder.walk().figures().expanded), (None, 0));
                hopeless += 1;
            }
            let mut all = 0;
            while let Some(path) = solved(finder.next_goal(&Budget::unlimited())) {
                assert!(board.is_solved(&replay(&board, &path)));
                all += 1;
            }
            let counted = solved(finder.count(&Budget::unlimited()));
            assert_eq!(counted.map(|count| count.to_string()), found.map(|_| all.to_string()));
            finder.walk_mut().advance(Until::Exhausted, &Budget::unlimited());
            assert_eq!(finder.walk().layers(), layers, "{board:?}");
            for id in 0..finder.walk().discovered() {
                let (path, at) = finder.way_to(id);
                assert_eq!(replay(&board, &path), at);
                assert_eq!(distances[&at], path.len() as u64);
            }
            let starts: Vec<Places> = goals().map(|(at, _)| at.clone()).collect();
            let far = (!starts.is_empty()).then(|| plain(&board, steps, starts).1.len() as u64 - 1);
            let found = finder.walk_mut().hardest(&Budget::unlimited()).expect("no limit");
            assert_eq!(found.map(|(distance, _)| distance), far, "{board:?}");
        }
    }
    assert!(solvable > 100 && hopeless > 20, "{solvable} {hopeless}");
}

/// The search on small boards and the one on larger ones discover the same states in the same order.
#[test]
fn both_searches_discover_the_same() {
    let mut draw = Draw(13);
    let budget = Budget::unlimited();
    let boards = (0..200).map(|_| random(&mut draw)).chain([board(HARDEST), board(WALLS)]);
    for board in boards {
        for steps in [false, true] {
            let mut small = finder(&board, steps);
            assert!(matches!(small, Either::Narrow(_)));
            let shared = Arc::new(board.clone());
            let mut larger =
                larger_finder(&shared, &board.start, steps, &budget).expect("no limit");
            assert_eq!(small.solve(&budget), larger.solve(&budget));
            let figures = |figures: Figures| (figures.expanded, figures.frontier, figures.depth);
            assert_eq!(figures(small.walk().figures()), figures(larger.walk().figures()));
            assert_eq!(small.count(&budget), larger.count(&budget));
            small.walk_mut().advance(Until::Exhausted, &budget);
            larger.walk_mut().advance(Until::Exhausted, &budget);
            assert_eq!(small.walk().discovered(), larger.walk().discovered());
            for id in (0..small.walk().discovered()).step_by(7) {
                assert_eq!(small.way_to(id), larger.way_to(id));
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
        finder.walk_mut().advance(Until::Exhausted, &Budget::unlimited());
        (length, count, finder.walk().layers(), states::form(board).canonical())
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
fn cars_that_do_not_fit_a_word_take_a_wide_key() {
    // 46 cars of two cells, each with room for 15 more: 184 bits.
    let labels = ('A'..='Z').chain('a'..='z').filter(|label| !matches!(label, 'o' | 'x'));
    let rows: Vec<String> =
        labels.take(46).map(|label| format!("{label}{label}{}", ".".repeat(14))).collect();
    let text = format!("{}\n", rows.join("\n"));
    let board = board(&text);
    let mut finder = finder(&board, false);
    assert!(matches!(finder, Finder::Wide(_)));
    let path = solved(finder.solve(&Budget::unlimited())).expect("a solution");
    assert_eq!(path, [Move { block: 0, from: Cell::new(0, 0), to: Cell::new(0, 14) }]);
    assert_eq!(finder.walk().layers()[..1], [1]);
    // The same cars in one column of trucks: both keys, the same answers.
    let mut draw = Draw(5);
    let narrow = random(&mut draw);
    assert!(matches!(self::finder(&narrow, false), Finder::Narrow(_)));
}

#[test]
fn bodies_are_read_in_every_form() {
    let wanted = board(LITTLE);
    for text in [
        "\n  . . B .\n  A A B .\n  . . . C\n  . . . C\n",
        " ..B. / AAB. / ...C / ...C ",
        "\n ooBo\n AABo\n oooC\n oooC\n goal A\n",
        "..B.AAB....C...C",
        "\n  17 ..B.AAB....C...C 13\n",
        "\r\n..B.\r\nAAB.\r\n...C // a note\r\n...C\r\n\r\n  goal  A  \r\n",
    ] {
        assert_eq!(board(text), wanted, "{text}");
    }
    let walls = board("\n A A x # \n . . B B\n goal B\n");
    assert_eq!(walls.walls.iter().filter(|wall| **wall).count(), 2);
    assert_eq!(walls.goals, [Goal { block: 1, at: Cell::new(1, 2) }]);
    assert_eq!(board("BB..\n....\n").goals, []);
    assert_eq!(board("A\nA\n.\n").goals, [Goal { block: 0, at: Cell::new(1, 0) }]);
}

#[test]
fn one_fault_gives_one_diagnostic_with_a_fix() {
    for (text, code, at, fixed) in [
        ("..B.\nAAB.\n..__\n....\n", "rush::bad-cell", "_", "..B.\nAAB.\n....\n....\n"),
        ("..B.\nAA7.\n....\n....\n", "rush::bad-cell", "7", "..B.\nAAB.\n....\n....\n"),
        ("..B.\nA AB.\n....\n....\n", "rush::bad-cell", " ", "..B.\nAAB.\n....\n....\n"),
        (". . B\nAAB\n. . .\n. . .\n", "rush::bad-cell", "AAB", ". . B\nA A B\n. . .\n. . .\n"),
        ("..B.\nAAB\n....\n....\n", "rush::ragged-row", "AAB", "..B.\nAAB.\n....\n....\n"),
        ("..B.\nAAB.\n..C.\n....\n", "rush::short-car", "C", "..B.\nAAB.\n....\n....\n"),
        ("..B.\nAAB.\n...B\n....\n", "rush::bent-car", "B", "..B.\nAAB.\n....\n....\n"),
        ("..B.\n....\nAAB.\nCC..\n", "rush::bent-car", "B", "..B.\n..B.\nAAB.\nCC..\n"),
        ("..B.\nAAB.\n\n....\n", "rush::stray-line", "....", "..B.\nAAB.\n....\n"),
        ("AA..\n....\ngoal B\n", "rush::unknown-label", "B", "AA..\n....\ngoal A\n"),
        ("AA..\n....\ngaol A\n", "rush::no-goal", "gaol", "AA..\n....\ngoal A\n"),
        ("AA..\n....\nexit A\n", "rush::no-goal", "exit", "AA..\n....\ngoal A\n"),
        ("AA..\n....\nexit right\n", "rush::no-goal", "exit right", "AA..\n....\n"),
    ] {
        let (found, place, after) = first_fix(&Of::<Rush>::KIND, text);
        assert_eq!((found, &place[..]), (code, at), "{text}");
        if code != "rush::unknown-label" {
            assert_eq!(after, fixed, "{text}");
        }
    }
    for (text, codes) in [
        ("", &["rush::empty"][..]),
        ("goal A\n", &["rush::empty"]),
        ("AA.\n...\ngoal A\ngoal A\n", &["rush::second-goal"]),
        ("AA.\n...\ngoal\n", &["syntax::missing-argument"]),
        ("AA.\n...\ngoal A at (0,1)\n", &["syntax::trailing-text"]),
    ] {
        assert_eq!(read(text).1, codes, "{text}");
    }
}

#[test]
fn moves_are_typed_and_refused() {
    let mut puzzle = open(LITTLE);
    let mut told = |text: &str| say(&mut *puzzle, text);
    for (text, answer) in [
        ("play B+2; A right", Ok("....\n.AA.\n..BC\n..BC")),
        ("play C-1; A+1", Err("rush::overlaps")),
        ("show", Ok("....\n.AA.\n..BC\n..BC")),
        ("move A+1", Ok("....\n..AA\n..BC\n..BC")),
        ("solve", Ok("0")),
        ("hint", Ok("solved")),
        ("move A right", Err("rush::leaves-board")),
        ("move A up", Err("rush::no-way")),
        ("move A+0", Err("rush::no-way")),
        ("move A+99999999999999999999", Err("rush::leaves-board")),
        ("move A-99999999999999999999", Err("rush::leaves-board")),
        ("move D up", Err("rush::unknown-label")),
        ("play A 2", Err("rush::not-a-move")),
        ("play A rihgt", Err("rush::not-a-move")),
        ("play AA right", Err("syntax::bad-argument")),
        ("play A", Err("syntax::missing-argument")),
        ("why not C-2", Ok("A stands on (1,3)")),
        ("why not A up", Ok("car `A` is horizontal: it moves only left and right")),
        ("reset", Ok("..B.\nAAB.\n...C\n...C")),
        ("status", Ok("expanded 0 frontier 1 depth 0\nmemory 0 bytes\nmoves made 0")),
        ("why not A-1", Ok("(1,-1) is off the board")),
        ("undo", Ok("....\n..AA\n..BC\n..BC")),
    ] {
        assert_eq!(told(text), answer.map(str::to_owned), "{text}");
    }
}

#[test]
fn completion_offers_the_legal_moves() {
    let puzzle = open(LITTLE);
    let told = |text: &str| puzzle.complete(Fragment { text, start: 0 });
    assert_eq!(told("play "), ["B+1", "B+2", "C-2", "C-1"]);
    assert_eq!(told("play B+2; "), ["A+1", "A+2", "B-2", "B-1", "C-2", "C-1"]);
    assert_eq!(told("move C "), ["up"]);
    assert_eq!(told("why not C "), ["left", "right", "down"]);
    assert_eq!(told("solve "), ["by"]);
}

#[test]
fn a_search_that_pauses_answers_as_if_it_ran_through() {
    let mut through = open(HARDEST);
    let wanted = say(&mut *through, "solve").expect("a solution");
    let figures = say(&mut *through, "status");
    let mut paused = open(HARDEST);
    for states in [1, 2, 10, 100, 500] {
        let tight = Budget::unlimited().with_states(states);
        let solve = Fragment { text: "solve", start: 0 };
        let answer = paused.run(solve, Depth::Run, &tight, &mut Sink::new());
        assert_eq!(answer.map(|answer| answer.verdict()), Some(Verdict::GaveUp));
    }
    assert_eq!(say(&mut *paused, "solve").as_ref(), Ok(&wanted));
    assert_eq!(say(&mut *paused, "status"), figures);
    let moves: Vec<&str> = wanted.lines().skip(1).collect();
    assert_eq!(moves.len(), 51);
    say(&mut *paused, &format!("play {}", moves.join("; "))).expect("every move is legal");
    assert_eq!(say(&mut *paused, "solve"), Ok(String::from("0")));
}

/// The judge's lines with the numbers of the lines that they answer, and the codes with the lines.
fn judged(text: &str) -> (Vec<(u32, String)>, Vec<&'static str>, Verdict) {
    let (mut sink, mut lines) = (Sink::new(), Vec::new());
    let source = Source::new("", text);
    let mut emit = |at: u32, line: &str| lines.push((at, line.to_owned()));
    let verdict = Rush::judge((&source).into(), &Budget::unlimited(), &mut sink, &mut emit);
    (lines, sink.found().iter().map(|found| found.code.path).collect(), verdict)
}

#[test]
fn every_line_of_a_list_is_answered() {
    let text = "moves board states\n2 ..B.AAB......... 9\n# a note\n\nooBoAABxoooooooo\n\
                ......AA........\nAAB..B\nBB..............\n..B.AAB....C....\n";
    let (lines, codes, verdict) = judged(text);
    let wanted = ["2 B+2 A+2", "unsolvable", "0", "?", "?", "?"];
    let shown: Vec<&str> = lines.iter().map(|(_, line)| &line[..]).collect();
    assert_eq!(shown, wanted);
    let numbers: Vec<u32> = lines.iter().map(|&(number, _)| number).collect();
    assert_eq!(numbers, [2, 5, 6, 7, 8, 9]);
    assert_eq!(codes, ["rush::not-a-board", "rush::no-goal", "rush::short-car"]);
    assert_eq!(verdict, Verdict::Unsolvable);
    assert!((<Rush as Game>::INFO.streams)(text));
}

#[test]
fn raw_input_is_one_board_or_a_list() {
    let (lines, codes, _) = judged("..B.\nAAB.\n....\n....\n");
    assert_eq!((lines, codes), (vec![(1, String::from("2 B+2 A+2"))], vec![]));
    let (lines, _, _) = judged(HARDEST);
    assert!(lines[0].1.starts_with("51 G-1 M+1 I+1 H+3 "), "{lines:?}");
    // 16 lines of 16 cells: as many small boards, or one large board if its cars are straight.
    let small = "..B.AAB.........\n".repeat(16);
    assert_eq!(judged(&small).0.len(), 16);
    let large = format!("AA..............\n{}", "................\n".repeat(15));
    assert_eq!(judged(&large).0, [(1, String::from("1 A+14"))]);
    let (lines, codes, _) = judged("..B.AAB........\n");
    assert_eq!((lines, codes), (vec![(1, String::from("?"))], vec!["rush::not-a-board"]));
}

#[test]
fn other_texts_are_not_boards() {
    let fits = |text: &str| Of::<Rush>::KIND.fits(text);
    for text in ["..B.\nAAB.\n", HARDEST, "1 ..B.AAB.........\n2 AA..............\n"] {
        assert!(fits(text), "{text}");
    }
    for text in [
        "",
        "o",
        "oSoo\n-ooT\n",
        "53..7....\n",
        "A . B\nC . B\nC D .\n",
        "1 2\n3 4\n",
        "AB.\ngoal\n.AB\n",
    ] {
        assert!(!fits(text), "{text}");
    }
}

#[test]
fn one_form_becomes_the_other_and_back() {
    let converted = |text: &str| crate::puzzle::testing::converted("rush", text);
    let there = converted(LITTLE).expect("the other form");
    assert_eq!(there.lines, ["..B.AAB....C...C"]);
    let back = converted(&format!("\n{}\n", there.lines[0])).expect("the form it had");
    assert_eq!(back.lines, ["..B.", "AAB.", "...C", "...C"]);
    for none in
        ["AA.\n...\n", "..B.\nAAB.\n...C\n...C\ngoal B\n", "A A . .\n. . . .\n. . . .\n. . . .\n"]
    {
        assert_eq!(converted(none), None, "{none}");
    }
}
