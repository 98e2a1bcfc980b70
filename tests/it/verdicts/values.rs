//! Sudoku, automaton and matrix.

use puzzled::puzzle::verdict::{Optimum, Question};
use puzzled::search::Budget;

use super::{Case, Forms, hold};
use crate::common::{Random, puzzled};

/// Returns whether two of 4×4 cells share a row, a column or a box.
fn sees(a: usize, b: usize) -> bool {
    let row = a / 4 == b / 4;
    let column = a % 4 == b % 4;
    let in_box = a / 8 == b / 8 && a % 4 / 2 == b % 4 / 2;
    a != b && (row || column || in_box)
}

/// Returns whether the digits of 4×4 cells clash; 0 is empty.
fn clashes(cells: &[u32]) -> bool {
    let pairs = || (0..16).flat_map(|a| (0..16).map(move |b| (a, b)));
    pairs().any(|(a, b)| cells[a] != 0 && cells[a] == cells[b] && sees(a, b))
}

/// Returns the first full grid that keeps the rules.
fn solved(cells: &[u32]) -> Option<Vec<u32>> {
    if clashes(cells) {
        return None;
    }
    let Some(empty) = cells.iter().position(|cell| *cell == 0) else { return Some(cells.to_vec()) };
    (1..=4).find_map(|digit| {
        let mut next = cells.to_vec();
        next[empty] = digit;
        solved(&next)
    })
}

/// Parses `r1c2=3`: the cell and the digit, which may be outside the grid.
fn placement(word: &str) -> Option<(Option<usize>, u32)> {
    let (cell, digit) = word.split_once('=')?;
    let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let digit = digit.parse().ok().filter(|digit| *digit < 10)?;
    let on = (1..=4).contains(&row) && (1..=4).contains(&column);
    Some((on.then(|| (row - 1) * 4 + column - 1), digit))
}

fn judge_sudoku(givens: &[u32], answer: &str) -> &'static str {
    let text = answer.trim();
    if matches!(text, "unsolvable" | "\"unsolvable\"") {
        return if solved(givens).is_none() { "right" } else { "wrong" };
    }
    let is_grid = |char: char| char.is_ascii_digit() || " .|+-=_\n".contains(char);
    let is_string = text.len() == 18 && text.starts_with('"') && text.ends_with('"');
    let grid = if is_string { &text[1..17] } else { text };

    if !grid.is_empty() && grid.chars().all(is_grid) {
        let digits = grid.chars().filter(|char| char.is_ascii_digit() || ".".contains(*char));
        let cells: Vec<u32> = digits.map(|char| char.to_digit(10).unwrap_or(0)).collect();
        if cells.len() != 16 || cells.iter().any(|digit| *digit > 4) {
            return "not-an-answer";
        }
        let entered = (0..16).filter(|at| cells[*at] != 0 && cells[*at] != givens[*at]);
        let moves = entered.map(|at| (Some(at), cells[at]));
        return match () {
            () if played(givens, moves).is_none() || clashes(&cells) => "wrong",
            () if cells.contains(&0) => "unsolved",
            () => "right",
        };
    }

    let words: Option<Vec<_>> =
        text.split([' ', '\n']).filter(|word| !word.is_empty()).map(placement).collect();
    let Some(moves) = words else { return "not-an-answer" };
    match played(givens, moves) {
        None => "illegal",
        Some(cells) if cells.contains(&0) => "unsolved",
        Some(_) => "right",
    }
}

/// Returns the digits after moves; `None` if one of them is illegal.
fn played(
    givens: &[u32],
    moves: impl IntoIterator<Item = (Option<usize>, u32)>,
) -> Option<Vec<u32>> {
    let mut cells = givens.to_vec();
    for (cell, digit) in moves {
        let cell = cell.filter(|cell| cells[*cell] == 0)?;
        cells[cell] = digit;
        let peers = (0..16).filter(|peer| cells[*peer] == digit && sees(cell, *peer));
        if digit == 0 || digit > 4 || peers.count() > 0 {
            return None;
        }
    }
    Some(cells)
}

fn sudoku(random: &mut Random) -> Case {
    let mut cells = vec![0; 16];
    for _ in 0..16 {
        let at = random.below(16);
        let digit = 1 + random.below(4) as u32;
        let old = std::mem::replace(&mut cells[at], digit);
        if solved(&cells).is_none() && random.below(8) > 0 {
            cells[at] = old;
        }
    }
    let text: String = cells.iter().map(|cell| cell.to_string().replace('0', ".")).collect();
    let right = match solved(&cells) {
        None => vec![String::from("unsolvable")],
        Some(full) if random.below(2) == 0 => full.iter().map(ToString::to_string).collect(),
        Some(full) => {
            let placed = (0..16).filter(|at| cells[*at] == 0);
            placed.map(|at| format!(" r{}c{}={}", at / 4 + 1, at % 4 + 1, full[at])).collect()
        }
    };
    Case { text, right, replay: Box::new(move |answer| judge_sudoku(&cells, answer)) }
}

#[test]
fn sudoku_verdicts_are_those_of_a_replay() {
    let forms = Forms {
        separator: "",
        token: |random| (1 + random.below(4)).to_string(),
        foreign: &["9", "z", " r1c1=9"],
        far: &["1111", " r9c9=1"],
        other: |tokens| format!("\"{}\"", tokens.concat()),
    };
    hold("sudoku", &forms, sudoku);
}

/// A state of a 4×4 sudoku: its digits, the deleted marks, and the document that leads to it.
struct Marked {
    cells: Vec<u32>,
    deleted: Vec<(usize, u32)>,
    text: String,
}

impl Marked {
    fn drawn(random: &mut Random) -> Self {
        let mut full = solved(&[0; 16]).expect("an empty grid has a solution");
        let names = [[1, 2, 3, 4], [3, 1, 4, 2], [4, 3, 2, 1], [2, 4, 1, 3]][random.below(4)];
        for digit in &mut full {
            *digit = names[*digit as usize - 1];
        }
        let givens: Vec<u32> =
            full.iter().map(|digit| if random.below(3) == 0 { *digit } else { 0 }).collect();
        let body: String = givens.iter().map(|digit| digit.to_string().replace('0', ".")).collect();
        let mut state =
            Self { cells: givens, deleted: Vec::new(), text: format!("sudoku s {{ {body} }}\n") };

        for _ in 0..random.below(8) {
            let cell = random.below(16);
            let digit = 1 + random.below(4) as u32;
            if state.after([(Some(cell), digit)]).is_none() {
                continue;
            }
            let row = cell / 4 + 1;
            let column = cell % 4 + 1;
            if random.below(3) > 0 {
                state.deleted.push((cell, digit));
                state.text += &format!("play r{row}c{column}-{digit}\n");
            } else {
                state.cells[cell] = digit;
                state.text += &format!("play r{row}c{column}={digit}\n");
            }
        }

        state
    }

    /// Returns the digits after moves; `None` if one of them is illegal.
    fn after(
        &self,
        moves: impl IntoIterator<Item = (Option<usize>, u32)> + Clone,
    ) -> Option<Vec<u32>> {
        let is_deleted = |(cell, digit): (Option<usize>, u32)| {
            cell.is_some_and(|cell| self.deleted.contains(&(cell, digit)))
        };
        played(&self.cells, moves.clone()).filter(|_| !moves.into_iter().any(is_deleted))
    }

    /// Draws a grid to judge: a solution of the digits, or another, with and without faults.
    fn answer(&self, random: &mut Random) -> Vec<u32> {
        let mut answer = solved(&self.cells).or_else(|| solved(&[0; 16])).expect("a solution");
        for _ in 0..[0, 0, 1, 3][random.below(4)] {
            answer[random.below(16)] = random.below(5) as u32;
        }
        for _ in 0..[0, 0, 4][random.below(3)] {
            answer[random.below(16)] = 0;
        }
        // The answer keeps what the state has, except for a digit in four.
        for (digit, cell) in answer.iter_mut().zip(&self.cells) {
            if *cell != 0 && (*digit == 0 || random.below(4) > 0) {
                *digit = *cell;
            }
        }
        answer
    }
}

/// Returns whether a verdict is `right`, `unsolved`, or says no.
fn class(word: &str) -> &str {
    if matches!(word, "wrong" | "illegal") { "no" } else { word }
}

#[test]
fn a_grid_and_the_same_digits_as_moves_have_one_verdict() {
    let mut random = Random(0x5eed_0046);
    let mut seen = std::collections::BTreeMap::new();
    for round in 0..500 {
        let state = Marked::drawn(&mut random);
        let answer = state.answer(&mut random);
        let entered: Vec<usize> =
            (0..16).filter(|at| answer[*at] != 0 && answer[*at] != state.cells[*at]).collect();
        let expected = match state.after(entered.iter().map(|at| (Some(*at), answer[*at]))) {
            None => "no",
            Some(cells) if cells.contains(&0) => "unsolved",
            Some(_) => "right",
        };
        let grid: String = answer.iter().map(|digit| digit.to_string().replace('0', ".")).collect();
        let name = |at: &usize| format!("r{}c{}={}", at / 4 + 1, at % 4 + 1, answer[*at]);
        let moves = entered.iter().map(name).collect::<Vec<_>>().join(" ");
        let mut report = puzzled::run(&state.text);
        let puzzle = report.puzzle("s").expect("it is declared");

        for answer in [&grid, &moves] {
            let optimum = Optimum::Search;
            let question = Question { answer, optimum, draw: None };
            let ruling =
                puzzle.verdict("solve", &question, &Budget::unlimited()).expect("a verdict");
            let actual = class(ruling.grade.word());
            assert_eq!(actual, expected, "{}{answer}: {}", state.text, ruling.reason);
            if answer.is_empty() {
                continue;
            }
            let report = puzzled::run(&format!("{}solve => {answer}\n", state.text));
            let is_unexpected = report
                .diagnostics
                .iter()
                .any(|diagnostic| diagnostic.code.path == "expectation::wrong");
            let unexpected = &report.diagnostics;
            assert_eq!(
                is_unexpected,
                expected != "right",
                "{}{answer}: {unexpected:?}",
                state.text
            );
            if round % 100 == 0 {
                let code = i32::from(expected != "right");
                let text = format!("{}solve => {answer}\n", state.text);
                let wrong = format!(" {code} wrong");
                puzzled("test a.puzzle").file("a.puzzle", text).run().says(&wrong);
                let call = puzzled("verify a.puzzle").file("a.puzzle", &state.text);
                call.input(answer).run().code(code).says(&format!("{}:", ruling.grade.word()));
            }
        }

        *seen.entry(expected).or_insert(0) += 1;
    }

    assert!(seen.len() == 3 && seen.values().all(|count| *count > 30), "{seen:?}");
}

/// A digit that was played is not one of the puzzle.
#[test]
fn a_verdict_says_where_the_digit_comes_from_that_a_grid_changes() {
    let text = "sudoku s { 1... / .3.. / ..4. / ...2 }\nplay r1c4=3 r1c2-2\n";
    for (answer, expected) in [
        ("2...............", "wrong: r1c1, `2`: holds 1"),
        ("...4............", "wrong: r1c4, `4`: 3 was played there"),
        (".2..............", "wrong: r1c2, `2`: its pencil mark"),
        ("..3.............", "wrong: r1c3, `3`: 3 is in row 1 twice, also in r1c4"),
    ] {
        let mut report = puzzled::run(text);
        let puzzle = report.puzzle("s").expect("it is declared");
        let question = Question { answer, optimum: Optimum::Ignore, draw: None };
        let ruling = puzzle.verdict("solve", &question, &Budget::unlimited()).expect("a verdict");
        let actual = format!("{}: {}", ruling.grade.word(), ruling.reason);
        assert!(actual.starts_with(expected), "{answer}: {actual}");
    }
}

/// A digit that a player entered in the body is not one of the puzzle either: a grid that changes
/// it and the same as a move say so.
#[test]
fn a_digit_that_was_entered_in_the_body_is_not_called_a_given() {
    let marks = |sign: &str| {
        let rest = "234 234 124 124 / 234 1234 124 1234 / 234 1234 124 1234";
        ("a.puzzle", format!("sudoku s {{ 1 24 {sign}3 24 / {rest} }}\n"), 16)
    };
    let library = format!(":0000:x:1.+3.{}:::\n", ".".repeat(77));
    for (call, puzzle, cells) in [marks("u"), marks("+"), ("--as sudoku in", library, 81)] {
        let grid = |start: &str| format!("{start}{}", ".".repeat(cells - start.len()));
        let judged = |answer: &str| {
            let name = call.split(' ').next_back().expect("a file");
            let call = puzzled(&format!("verify {call} --answer")).argument(answer);
            call.file(name, &puzzle).run().code(1).out()
        };
        let entered = grid("1.2.");
        let changed = grid("2...");
        let grid = "wrong: r1c3, `2`: 3 was entered there\n";
        assert_eq!(judged(&entered), grid, "{puzzle}");
        let moves = "illegal: move 1, `r1c3=2`: r1c3 holds 3 already, entered\n";
        assert_eq!(judged("r1c3=2"), moves, "{puzzle}");
        let grid = "wrong: r1c1, `2`: holds 1 in the puzzle\n";
        assert_eq!(judged(&changed), grid, "{puzzle}");
        let moves = "illegal: move 1, `r1c1=2`: r1c1 holds 1 already, a given\n";
        assert_eq!(judged("r1c1=2"), moves, "{puzzle}");
    }
}

/// Returns the verdict on words in comparison with the right ones.
fn compared(
    right: &[String],
    answer: &str,
    is_word: impl Fn(&str) -> bool,
    json: bool,
) -> &'static str {
    let value = serde_json::from_str::<serde_json::Value>(answer);
    let is_json = json && answer.trim_start().starts_with(['[', '"']) && value.is_ok();
    let text = if is_json { answer.replace(['[', ']', '"', ','], " ") } else { answer.to_owned() };
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.iter().all(|word| is_word(word)) && !words.is_empty() {
        false => "not-an-answer",
        true if words == right => "right",
        true => "wrong",
    }
}

/// A node: its children and its parent.
struct Node {
    children: Option<[usize; 2]>,
    parent: Option<usize>,
    path: String,
}

fn grow(random: &mut Random, nodes: &mut Vec<Node>, parent: Option<usize>, path: &str) -> usize {
    let at = nodes.len();
    nodes.push(Node { children: None, parent, path: path.to_owned() });
    if path.len() < 3 && random.below(3) > 0 {
        let left = grow(random, nodes, Some(at), &format!("{path}<"));
        let right = grow(random, nodes, Some(at), &format!("{path}>"));
        nodes[at].children = Some([left, right]);
    }
    at
}

fn tree(nodes: &[Node], live: &[bool], at: usize) -> String {
    let sign = if live[at] { "X" } else { "." };
    match nodes[at].children {
        None => sign.to_owned(),
        Some([left, right]) => {
            format!("({} {sign} {})", tree(nodes, live, left), tree(nodes, live, right))
        }
    }
}

fn automaton(random: &mut Random) -> Case {
    let mut nodes = Vec::new();
    let rule = random.below(65536);
    grow(random, &mut nodes, None, "");
    let mut generations = vec![nodes.iter().map(|_| random.below(2) > 0).collect::<Vec<_>>()];

    for _ in 0..12 {
        let live = &generations[generations.len() - 1];
        let bit = |at: Option<usize>| usize::from(at.is_some_and(|at| live[at]));
        let next = nodes.iter().enumerate().map(|(at, node)| {
            let [left, right] = node.children.map_or([None; 2], |both| both.map(Some));
            let row = 8 * bit(node.parent) + 4 * bit(left) + 2 * bit(Some(at)) + bit(right);
            rule >> row & 1 == 1
        });
        generations.push(next.collect());
    }

    let mut time = 0;
    let mut queries = String::new();
    let mut right = Vec::new();
    let count = 1 + random.below(4);

    for _ in 0..count {
        let to = random.below(4) as i64 + if time > 2 { -2 } else { 0 };
        time += to;
        let at = random.below(nodes.len());
        queries += &format!("{to} [{}]\n", nodes[at].path);
        right.push(if generations[time as usize][at] { "X" } else { "." }.to_owned());
    }
    let text = format!("{rule}\n{}\n{count}\n{queries}", tree(&nodes, &generations[0], 0));
    let expected = right.clone();
    let replay = move |answer: &str| {
        let is_symbol = |word: &str| word.chars().all(|char| "X.".contains(char));
        let text = answer.split_whitespace().collect::<Vec<_>>();
        if text.iter().all(|word| is_symbol(word)) {
            let signs: Vec<String> = text.concat().chars().map(String::from).collect();
            return compared(&expected, &signs.join(" "), is_symbol, false);
        }
        compared(&expected, answer, is_symbol, true)
    };

    Case { text, right, replay: Box::new(replay) }
}

#[test]
fn automaton_verdicts_are_those_of_a_replay() {
    let forms = Forms {
        separator: "\n",
        token: |random| ["X", "."][random.below(2)].to_owned(),
        foreign: &["Y", "0", "x"],
        far: &["X\nX\nX", "."],
        other: |tokens| format!("{tokens:?}"),
    };
    hold("automaton", &forms, automaton);
}

fn matrix(random: &mut Random) -> Case {
    let rows = 2 + random.below(3);
    let columns = 2 + random.below(3);
    let turn = random.below(9) as i64 - 4;
    let cells: Vec<Vec<i64>> =
        (0..rows).map(|_| (0..columns).map(|_| random.below(19) as i64 - 9).collect()).collect();
    let mut turned = cells.clone();

    for ring in 0..rows.min(columns) / 2 {
        let bottom = rows - 1 - ring;
        let right = columns - 1 - ring;
        // The ring clockwise from its corner.
        let mut path: Vec<(usize, usize)> = (ring..right).map(|column| (ring, column)).collect();
        path.extend((ring..bottom).map(|row| (row, right)));
        path.extend((ring + 1..=right).rev().map(|column| (bottom, column)));
        path.extend((ring + 1..=bottom).rev().map(|row| (row, ring)));
        for (at, &(row, column)) in path.iter().enumerate() {
            let from = (at as i64 + turn).rem_euclid(path.len() as i64) as usize;
            turned[row][column] = cells[path[from].0][path[from].1];
        }
    }

    let line = |row: &Vec<i64>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let lines = cells.iter().map(line).collect::<Vec<_>>().join("\n");
    let text = format!("{rows} {columns} {turn}\n{lines}\n");
    let right: Vec<String> = turned.iter().flatten().map(ToString::to_string).collect();
    let expected = right.clone();
    let is_integer = |word: &str| word.parse::<i64>().is_ok();
    let replay = move |answer: &str| {
        // `+1` is 1, and so is `01`.
        let plain =
            |word: &str| word.parse().map_or(word.to_owned(), |number: i64| number.to_string());
        let is_json = answer.trim_start().starts_with(['[', '"']);
        match is_json {
            true => compared(&expected, answer, is_integer, true),
            false => {
                let words: Vec<_> = answer.split_whitespace().map(plain).collect();
                compared(&expected, &words.join(" "), is_integer, true)
            }
        }
    };

    Case { text, right, replay: Box::new(replay) }
}

#[test]
fn matrix_verdicts_are_those_of_a_replay() {
    let forms = Forms {
        separator: " ",
        token: |random| (random.below(19) as i64 - 9).to_string(),
        foreign: &["x", "1.5", "9999999999999999999999"],
        far: &["1000 1000", "-77"],
        other: |tokens| format!("[{}]", tokens.join(",")),
    };
    hold("matrix", &forms, matrix);
}
