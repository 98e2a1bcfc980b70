//! Holds the kind: by the laws of the library, and by a search that knows neither bits nor spaces.

use std::collections::BTreeSet;

use puzzled::diag::Sink;
use puzzled::exchange::{self, Options};
use puzzled::laws;
use puzzled::puzzle::{Board, Body, Depth, Part, Solved, Spot};
use puzzled::scene::Coordinate;
use puzzled::search::{Budget, Outcome};
use puzzled::session::{self, Mode};
use puzzled::syntax::Fragment;
use puzzled::text::Source;

use crate::{KINDS, perform};

/// The Latin cross on the upper part of the English board.
const CROSS: &str = "##...##\n##.o.##\n..ooo..\n...o...\n...o...";

/// The rows of a board, one character per cell.
type Grid = Vec<Vec<char>>;

fn grid(rows: &str) -> Grid {
    rows.lines().map(|row| row.chars().collect()).collect()
}

/// Returns the positions after all jumps.
fn jumps(at: &Grid) -> Vec<Grid> {
    let cell = |row: i32, column: i32| Some(*at.get(row as usize)?.get(column as usize)?);
    let mut positions = Vec::new();
    for row in 0..at.len() as i32 {
        for column in 0..at[row as usize].len() as i32 {
            for (down, right) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let place = |steps: i32| (row + steps * down, column + steps * right);
                let three = [0, 1, 2].map(place);
                if three.map(|(row, column)| cell(row, column)) == ['o', 'o', '.'].map(Some) {
                    let mut next = at.clone();
                    for ((row, column), cell) in three.into_iter().zip(['.', '.', 'o']) {
                        next[row as usize][column as usize] = cell;
                    }
                    positions.push(next);
                }
            }
        }
    }
    positions
}

fn pegs(at: &Grid) -> usize {
    at.iter().flatten().filter(|cell| **cell == 'o').count()
}

/// Returns the number of sequences of jumps that leave one peg, at `goal` if there is one.
fn solutions(at: &Grid, goal: Option<(usize, usize)>) -> u64 {
    if pegs(at) == 1 {
        return u64::from(goal.is_none_or(|(row, column)| at[row][column] == 'o'));
    }
    jumps(at).iter().map(|next| solutions(next, goal)).sum()
}

/// Returns the number of positions that jumps lead to, the first one included.
fn reached(at: Grid) -> usize {
    let mut seen = BTreeSet::new();
    let mut next = vec![at];
    while let Some(at) = next.pop() {
        if seen.insert(at.clone()) {
            next.extend(jumps(&at));
        }
    }
    seen.len()
}

fn open(at: &Grid, goal: Option<(usize, usize)>) -> Board {
    let mut text: String = at.iter().flat_map(|row| row.iter().chain(&['\n'])).collect();
    if let Some((row, column)) = goal {
        text += &format!("goal ({row},{column})\n");
    }
    let kind = KINDS.kind("pegs").expect("it is registered");
    let mut sink = Sink::new();
    let puzzle = kind.open(&Body::raw(&Source::new("board", &*text)), KINDS, &mut sink);
    puzzle.unwrap_or_else(|| panic!("{:?} in\n{text}", sink.diagnostics()))
}

/// Returns the length and the number of the solutions that the library finds; `None` if there is none.
fn solved(at: &Grid, goal: Option<(usize, usize)>) -> Option<(u64, u64)> {
    let mut puzzle = open(at, goal);
    let budget = Budget::unlimited();
    match (puzzle.solve(&budget)?, puzzle.solutions(&budget)?) {
        (Solved::Moves(solution), Outcome::Solved(solutions)) => {
            assert!(!solutions.more, "the count stopped early");
            Some((solution.length, solutions.count.to_string().parse().expect("a small number")))
        }
        (Solved::Unsolvable, Outcome::Unsolvable) => None,
        other => panic!("{other:?}"),
    }
}

/// Returns boards of all shapes: each cell of a rectangle is a peg, a hole or outside.
fn boards() -> impl Iterator<Item = Grid> {
    let mut seed: u64 = 0x2545_f491_4f6c_dd1d;
    let mut draw = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) % below
    };
    std::iter::repeat_with(move || {
        let rows = 1 + draw(4);
        let columns = 3 + draw(2);
        let cell = |number| ['o', 'o', 'o', 'o', '.', '.', '.', '#'][number as usize];
        let mut row = || (0..columns).map(|_| cell(draw(8))).collect();
        (0..rows).map(|_| row()).collect()
    })
    .filter(|at| (1..10).contains(&pegs(at)))
}

#[test]
fn the_laws_of_every_kind_hold() {
    laws::hold(KINDS);
    laws::moves_hold(&|| open(&grid(CROSS), Some((3, 3))));
}

#[test]
fn solutions_are_those_of_a_plain_search_and_have_a_jump_for_every_peg_but_one() {
    let mut solvable = 0;
    let mut hopeless = 0;
    for at in boards().take(400) {
        let ends =
            (0..at.len()).flat_map(|row| (0..at[row].len()).map(move |column| (row, column)));
        let field = ends.rev().find(|(row, column)| at[*row][*column] != '#');
        for goal in [None, field] {
            let count = solutions(&at, goal);
            let expected = (count > 0).then(|| (pegs(&at) as u64 - 1, count));
            assert_eq!(solved(&at, goal), expected, "{at:?} {goal:?}");
            *(if count > 0 { &mut solvable } else { &mut hopeless }) += 1;
        }
        let growth = open(&at, None).growth(&Budget::unlimited()).expect("it searches");
        assert_eq!(growth.states.iter().sum::<u64>(), reached(at) as u64);
    }
    assert!(solvable > 50 && hopeless > 50, "{solvable} {hopeless}");
}

#[test]
fn a_board_that_is_turned_or_mirrored_has_as_many_solutions() {
    for at in boards().take(100) {
        let rows = at.len();
        let columns = at[0].len();
        let turned: Grid = (0..columns)
            .map(|column| (0..rows).rev().map(|row| at[row][column]).collect())
            .collect();
        let mirrored: Grid = at.iter().map(|row| row.iter().rev().copied().collect()).collect();
        let row = rows / 2;
        let column = columns / 2;
        let goal = (at[row][column] != '#').then_some((row, column));
        let original = solved(&at, goal);
        assert_eq!(original, solved(&turned, goal.map(|(row, column)| (column, rows - 1 - row))));
        assert_eq!(
            original,
            solved(&mirrored, goal.map(|(row, column)| (row, columns - 1 - column)))
        );
    }
}

#[test]
fn films_graphs_marks_and_completion_show_the_board() {
    let cross = grid(CROSS);
    let budget = Budget::unlimited();
    let mut puzzle = open(&cross, Some((3, 3)));
    let film = puzzle.film("cross", &budget).expect("it has a solution");
    assert_eq!(film.frames.len(), pegs(&cross));
    let graph = puzzle.graph(10_000, &budget).expect("a graph");
    assert_eq!(graph.nodes.len(), reached(cross.clone()));
    let play = Fragment { text: "play ", start: 0 };
    assert_eq!(puzzle.complete(play).len(), jumps(&cross).len());
    let source = Source::new("board", format!("{CROSS}\ngoal (3,3)\n"));
    let kind = KINDS.kind("pegs").expect("it is registered");
    let body = Body::raw(&source);
    for mark in kind.marks(&body, body.span) {
        let part = match source.slice(mark.span) {
            "o" => Part::Piece,
            "." => Part::Floor,
            "#" => Part::Void,
            "goal" => Part::Keyword,
            _ => Part::Number,
        };
        assert_eq!(mark.part, part, "{mark:?}");
        assert!(mark.cell.is_some() || part == Part::Keyword, "{mark:?}");
    }

    let hover = |row, column| {
        let cell = Some(Coordinate::new(row, column));
        puzzle.describe(&Spot { text: "", part: Part::Piece, cell, word: "" })
    };
    assert_eq!(hover(3, 3).as_deref(), Some("**peg** at (3,3)"));
    assert_eq!(hover(0, 2).as_deref(), Some("**hole** at (0,2)"));
    assert_eq!(hover(0, 0), None, "outside the board");
}

/// A separator is between moves or after the last one.
#[test]
fn a_separator_without_a_move_is_a_fault() {
    for (moves, is_sound) in [
        ("(0,0) right; (0,3) left", true),
        ("(0,0) right;", true),
        ("", false),
        (";", false),
        ("(0,0) right;; (0,3) left", false),
        ("(0,0) right; ;", false),
    ] {
        let mut puzzle = open(&grid("oo.o"), Some((0, 1)));
        let text = format!("play {moves}");
        let mut sink = Sink::new();
        let command = Fragment { text: &text, start: 0 };
        puzzle.run(command, Depth::Check { answer: false }, &Budget::unlimited(), &mut sink);
        let codes: Vec<_> =
            sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect();
        assert_eq!(codes.is_empty(), is_sound, "{text}: {codes:?}");
        assert!(is_sound || codes == ["syntax::missing-argument"], "{text}: {codes:?}");
    }
}

#[test]
fn a_board_in_json_is_read_again() {
    let json = exchange::format("json").expect("a form");
    for (at, goal) in [(grid(CROSS), Some((3, 3))), (grid("oo."), None)] {
        let piece = open(&at, goal).piece(&Budget::unlimited()).expect("it needs no search");
        let text = exchange::write(json, std::slice::from_ref(&piece)).expect("it is written");
        let mut sink = Sink::new();
        let options = Options { kinds: Some(KINDS), ..Options::default() };
        let pieces = exchange::read(&Source::new("board.json", text), &options, &mut sink);
        assert!(sink.is_empty(), "{:?}", sink.diagnostics());
        assert_eq!(pieces[0].body, piece.body);
    }
    let text = r#"{"puzzled": 1, "kind": "pegs", "rows": ["oo."], "goal": [1]}"#;
    let mut sink = Sink::new();
    let options = Options { kinds: Some(KINDS), ..Options::default() };
    exchange::read(&Source::new("board.json", text), &options, &mut sink);
    assert_eq!(sink.diagnostics()[0].message, "a place has a row and a column");
}

#[test]
fn a_jump_that_a_plain_search_does_not_find_is_refused_with_a_reason() {
    for at in boards().take(50) {
        let legal: BTreeSet<_> = jumps(&at).into_iter().collect();
        let mut accepted = BTreeSet::new();
        for row in 0..at.len() {
            for (column, direction) in (0..at[row].len()).flat_map(|column| {
                ["up", "left", "right", "down"].map(|direction| (column, direction))
            }) {
                let mut puzzle = open(&at, None);
                let mut sink = Sink::new();
                let text = format!("play ({row},{column}) {direction}");
                let typed = Fragment { text: &text, start: 0 };
                match puzzle.run(typed, Depth::Run, &Budget::unlimited(), &mut sink) {
                    Some(answer) => drop(accepted.insert(grid(&answer.text()))),
                    None => {
                        assert!(sink.diagnostics()[0].code.path.starts_with("pegs::"), "{text}");
                    }
                }
            }
        }
        assert_eq!(accepted, legal, "{at:?}");
    }
}

/// Returns what the program writes about a text, and whether the text is right.
fn written(text: &str, mode: Mode, json: bool) -> (String, bool) {
    let path = std::env::temp_dir().join(format!("pegs-{}.pegs", std::process::id()));
    std::fs::write(&path, text).expect("a file can be written");
    let mut out = Vec::new();
    let is_right = perform(&path.to_string_lossy(), mode, json, &mut out).expect("it is written");
    (String::from_utf8(out).expect("UTF-8"), is_right)
}

#[test]
fn the_program_runs_its_documents() {
    let run = Mode::Run { solve: false };
    for text in [include_str!("english.pegs"), include_str!("classics.pegs")] {
        let (output, is_right) = written(text, run, false);
        assert!(is_right, "{output}");
        let source = Source::new("x.pegs", text);
        let mut sink = Sink::new();
        let document = session::read_with(KINDS, &source, true, &mut sink);
        assert_eq!(session::format_with(KINDS, &source, &document, &sink), text);
    }
    let board = "pegs p { oo.oo }\n";
    let (output, is_right) = written(&format!("{board}play (0,0) right\nmoves\n"), run, true);
    assert_eq!((&*output, is_right), ("[\"..ooo\"]\n[\"(0,3) left\"]\n", true));
    let (output, is_right) = written(&format!("{board}play (0,0) left\n"), run, false);
    assert!(!is_right && output.contains("the board ends left of (0,0)"), "{output}");
    assert!(output.contains("did you mean `(0,0) right`?"), "{output}");
    let (output, _) = written(&format!("{board}play (0,0) (0,1)\n"), run, false);
    assert!(output.contains("play (R,C) DIRECTION [; (R,C) DIRECTION …]"), "{output}");
    let (output, is_right) = written("matrix m { 1 }\n", run, false);
    assert!(!is_right && output.contains("document::unknown-kind"), "{output}");
    let (output, is_right) = written(board, Mode::Check { solve: true }, false);
    assert!(is_right && output.contains("no jumps leave one peg"), "{output}");
}
