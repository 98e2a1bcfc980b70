//! Answers in other forms than the printed one: those that the manual lists, and the solutions of
//! random puzzles in every form.

use puzzled::kinds::KINDS;
use puzzled::puzzle::Input;
use puzzled::puzzle::verdict::{Measure, Optimum, Ruling, judge_raw};
use puzzled::search::Budget;
use puzzled::text::Source;

use super::Case;
use super::boards::{bloxorz, klotski, rush, sliders};
use crate::common::{Random, root};

/// Puzzles of each kind. Their solutions are written in every form.
const PUZZLES: usize = 1000;

fn judge(kind: &str, text: &str, answer: &str, optimum: Optimum) -> Ruling {
    let kind = KINDS.kind(kind).expect("a kind");
    let source = Source::new("", text);
    let input = Input::from(&source);
    let measure = Measure { optimum, by: None, draw: None };
    let judged = judge_raw(kind, KINDS, input, answer, measure, &Budget::unlimited());
    judged.unwrap_or_else(|why| panic!("{why}:\n{text}"))
}

/// Returns the text of the code span at the start of a cell, and the text after it.
fn span(cell: &str) -> (&str, &str) {
    let ticks = cell.len() - cell.trim_start_matches('`').len();
    let (mark, rest) = cell.split_at(ticks);
    let (inner, after) = rest.split_once(mark).unwrap_or_else(|| panic!("no code in {cell}"));
    if ticks > 1 { (inner.trim(), after) } else { (inner, after) }
}

/// A table of the manual: the kind, its puzzle, and the rows.
struct Table<'a> {
    kind: String,
    puzzle: &'a str,
    rows: Vec<[&'a str; 2]>,
}

fn tables(page: &str) -> Vec<Table<'_>> {
    let start = page.find("## Answers that are moves").expect("the section");
    let section = &page[start..];
    let end = section[3..].find("\n## ").map_or(section.len(), |end| end + 3);
    let parts = section[..end].split("\n### ").skip(1);
    let table = |part| {
        let (heading, rest) = str::split_once(part, '\n').expect("a heading");
        let (_, fenced) = rest.split_once("```text ").expect("a puzzle");
        let (_, fenced) = fenced.split_once('\n').expect("a line");
        let (puzzle, rest) = fenced.split_once("```").expect("its end");
        let rows = rest.lines().filter(|line| line.starts_with("| ")).skip(1);
        let rows = rows.map(|line| {
            let mut cells = line.trim_matches('|').splitn(3, " | ").skip(1);
            [(); 2].map(|()| cells.next().expect("three cells").trim())
        });
        Table { kind: heading.to_lowercase(), puzzle, rows: rows.collect() }
    };
    parts.map(table).collect()
}

/// Each row of the tables in the manual has the verdict that it says, and the reason if it says one.
#[test]
fn answers_of_the_manual_have_their_verdicts() {
    let page = std::fs::read_to_string(root().join("docs/src/judging.md")).expect("the page");
    let tables = tables(&page);
    let kinds: Vec<&str> = tables.iter().map(|table| &*table.kind).collect();
    assert_eq!(kinds, ["bloxorz", "sliders", "rush", "klotski"]);
    let mut faults = Vec::new();
    for Table { kind, puzzle, rows } in &tables {
        assert!(rows.len() > 8, "{kind}");
        for [answer, verdict] in rows {
            let answer = span(answer).0.replace(" ⏎ ", "\n");
            let (grade, reason) = span(verdict);
            let ruling = judge(kind, puzzle, &answer, Optimum::Search);
            let reason = reason.trim_start_matches(": ");
            if ruling.grade.word() != grade || !reason.is_empty() && ruling.reason != reason {
                faults.push(format!(
                    "{kind}, {answer:?}: {}: {}",
                    ruling.grade.word(),
                    ruling.reason
                ));
            }
            if let Some(blame) = &ruling.at {
                assert_eq!(answer[blame.place.clone()], blame.text, "{answer:?}");
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A form of an answer: its name, and the answer from tokens.
type Dress = (&'static str, fn(&[String]) -> String);

/// The forms that keep each token as it is. Those of a kind are applied before them.
const AROUND: [Dress; 9] = [
    ("lines", |moves| moves.join("\n")),
    ("commas", |moves| moves.join(", ")),
    ("semicolons", |moves| moves.join(";")),
    ("JSON", |moves| format!("{moves:?}")),
    ("Python", |moves| format!("moves = ['{}']", moves.join("',\n  '"))),
    ("quotes", |moves| format!("\"{}\"", moves.join("\", \""))),
    ("fence", |moves| format!("\u{feff}```text\n    {}\n```\n", moves.join("\n    "))),
    ("numbered lines", |moves| numbered(moves, ") ", "\n")),
    ("numbered moves", |moves| numbered(moves, ".", "; ")),
];

fn numbered(moves: &[String], after: &str, between: &str) -> String {
    let moves = moves.iter().enumerate();
    let moves: Vec<String> = moves.map(|(at, token)| format!("{}{after}{token}", at + 1)).collect();
    moves.join(between)
}

const WORDS: [(&str, &str, &str); 4] =
    [("L", "left", "←"), ("R", "right", "→"), ("U", "up", "↑"), ("D", "down", "↓")];

fn row(letter: &str) -> (&'static str, &'static str, &'static str) {
    *WORDS.iter().find(|row| row.0 == letter).unwrap_or_else(|| panic!("{letter} is no direction"))
}

/// Returns runs of the same letter, as counts beside it.
fn counted(moves: &[String], write: fn(usize, &str) -> String) -> String {
    let runs = moves.chunk_by(|letter, next| letter == next);
    runs.map(|run| write(run.len(), &run[0])).collect::<Vec<_>>().join(", ")
}

/// Forms of moves that are letters.
const LETTERS: [Dress; 6] = [
    ("a row", |moves| moves.concat()),
    ("spaces", |moves| moves.join(" ")),
    ("counts before", |moves| counted(moves, |count, letter| format!("{count}{letter}"))),
    ("counts after", |moves| counted(moves, |count, letter| format!("{letter}{count}"))),
    ("a row of arrows", |moves| moves.iter().map(|letter| row(letter).2).collect()),
    ("numbered rows", |moves| {
        let rows: Vec<String> = moves.chunks(3).map(<[String]>::concat).collect();
        numbered(&rows, ": ", "\n")
    }),
];

/// Returns other words for a letter.
fn spellings(token: &str) -> Vec<String> {
    let (letter, word, arrow) = row(token);
    let capital = format!("{letter}{}", &word[1..]);
    vec![token.to_lowercase(), word.into(), word.to_uppercase(), capital, arrow.into()]
}

/// Returns other texts of a move of a car: its label, and what is right of it on the board.
fn car_spellings(text: &str, token: &str) -> Vec<String> {
    let (label, by) = token.split_at(1);
    let is_across = text.contains(&label.repeat(2));
    let letter = match (is_across, by.starts_with('+')) {
        (true, true) => "R",
        (true, false) => "L",
        (false, true) => "D",
        (false, false) => "U",
    };
    let (_, word, arrow) = row(letter);
    let count = &by[1..];
    let digits = if count == "1" { "" } else { count };
    vec![
        token.replace('-', "−"),
        token.replace('-', "–"),
        format!("{label} {word} {digits}").trim_end().to_owned(),
        format!("{label} {word} {count}"),
        format!("{label} {letter} {digits}").trim_end().to_owned(),
        format!("{label}{letter}{digits}"),
        format!("{label}{}{count}", letter.to_lowercase()),
        format!("{label} {arrow} {count}"),
        format!("{label}{arrow}{digits}"),
    ]
}

/// Returns the numbers in a token.
fn numbers(token: &str) -> Vec<i32> {
    let pieces = token.split(|char: char| !char.is_ascii_digit());
    pieces.filter_map(|piece| piece.parse().ok()).collect()
}

/// Returns other texts of a move of a block.
fn block_spellings(token: &str) -> Vec<String> {
    let label = &token[..1];
    let [from_row, from_column, row, column] = numbers(token)[..] else {
        return vec![token.to_owned(); 8];
    };
    let from = format!("({from_row},{from_column})");
    let to = format!("({row},{column})");
    let step = match (row - from_row, column - from_column) {
        (0, 1) => Some("R"),
        (0, -1) => Some("L"),
        (1, 0) => Some("D"),
        (-1, 0) => Some("U"),
        _ => None,
    };
    let mut spellings = vec![
        format!("{label} {from}->{to}"),
        format!("{label} {from} → {to}"),
        format!("{label} {from} to {to}"),
        format!("{label} to {to}"),
    ];
    let slide = |write: &dyn Fn(&str) -> String| step.map_or_else(|| token.to_owned(), write);
    spellings.push(slide(&|step| format!("{label} {}", self::row(step).1)));
    spellings.push(slide(&|step| format!("{label} {step} 1")));
    spellings.push(slide(&|step| format!("{label}{step}")));
    spellings.push(slide(&|step| format!("{label}{}1", self::row(step).2)));
    spellings
}

/// A kind, and how its moves are written otherwise.
struct Written {
    kind: &'static str,
    make: fn(&mut Random) -> Case,
    /// The name of a move.
    unit: &'static str,
    /// The text between moves as they are printed.
    separator: &'static str,
    /// Forms of all moves together.
    dresses: &'static [Dress],
    /// Other texts of one move of the puzzle of that text.
    spell: fn(&str, &str) -> Vec<String>,
    /// The number of those that also mean the same where the piece is somewhere else.
    exact: usize,
    /// Another move.
    token: fn(&mut Random) -> String,
}

/// Holds that the solution in every form is right, and that with one move changed it has the
/// verdict of the same moves as they are printed.
fn hold(written: &Written) {
    let Written { kind, make, unit, separator, dresses, spell, exact, token } = *written;
    let mut random = Random(0x5eed_0048);
    let mut solved = 0;
    let mut faults = Vec::new();

    while solved < PUZZLES && faults.len() < 5 {
        let Case { text, right, .. } = make(&mut random);
        if right.is_empty() || right == ["unsolvable"] {
            continue;
        }
        solved += 1;

        // As a terminal shows it.
        let plural = if right.len() == 1 { "" } else { "s" };
        let shown = format!("{} {unit}{plural}\n{}", right.len(), right.join(separator));
        let ruling = judge(kind, &text, &shown, Optimum::Known(Some(right.len() as u64)));
        if ruling.grade.word() != "right" {
            faults.push(format!("{shown:?}: {}", ruling.reason));
        }
        let mut changed = right.clone();
        let at = random.below(changed.len());
        changed[at] = token(&mut random);

        for moves in [&right, &changed] {
            let optimum = Optimum::Known(Some(right.len() as u64));
            let plain = judge(kind, &text, &moves.join(separator), optimum);
            if moves == &right && plain.grade.word() != "right" {
                faults.push(format!("{:?} of\n{text} is {}", right, plain.reason));
            }
            let spelled: Vec<Vec<String>> = moves.iter().map(|step| spell(&text, step)).collect();
            let spelling_count =
                spelled[0].len().min(if moves == &right { usize::MAX } else { exact });
            let moves_in_spelling = |number: usize| {
                spelled.iter().map(|spellings| spellings[number].clone()).collect::<Vec<_>>()
            };
            let forms = (0..spelling_count).map(moves_in_spelling).chain([moves.clone()]);
            let around = forms.map(|moves| {
                let (name, dress) = AROUND[random.below(AROUND.len())];
                (name, dress(&moves))
            });
            let dressed = dresses.iter().chain(&AROUND).map(|(name, dress)| (*name, dress(moves)));

            for (name, answer) in around.chain(dressed).collect::<Vec<_>>() {
                let ruling = judge(kind, &text, &answer, optimum);
                let [actual, expected] =
                    [&ruling, &plain].map(|ruling| (ruling.grade, ruling.moves));
                if actual != expected {
                    let reason = &ruling.reason;
                    faults.push(format!(
                        "{name}: {answer:?} is {actual:?}, not {expected:?}: {reason}"
                    ));
                }
            }
        }
    }

    assert!(faults.is_empty(), "{kind}:\n{}", faults.join("\n"));
}

fn letter(random: &mut Random) -> String {
    ["L", "R", "U", "D"][random.below(4)].to_owned()
}

/// Returns a kind whose moves are letters.
fn of_letters(kind: &'static str, make: fn(&mut Random) -> Case, unit: &'static str) -> Written {
    let spell = |_: &str, token: &str| spellings(token);
    Written { kind, make, unit, separator: "", dresses: &LETTERS, spell, exact: 5, token: letter }
}

#[test]
fn solutions_of_bloxorz_are_right_in_every_form() {
    hold(&of_letters("bloxorz", bloxorz, "roll"));
}

#[test]
fn solutions_of_sliders_are_right_in_every_form() {
    hold(&of_letters("sliders", sliders, "slide"));
}

#[test]
fn solutions_of_rush_are_right_in_every_form() {
    hold(&Written {
        kind: "rush",
        make: rush,
        unit: "move",
        separator: " ",
        dresses: &[("spaces", |moves| moves.join(" "))],
        spell: car_spellings,
        exact: 9,
        token: |random| {
            let label = ["A", "B", "C", "D"][random.below(4)];
            format!("{label}{}", ["+1", "-1", "+2", "-2"][random.below(4)])
        },
    });
}

#[test]
fn solutions_of_klotski_are_right_in_every_form() {
    hold(&Written {
        kind: "klotski",
        make: klotski,
        unit: "move",
        separator: "\n",
        dresses: &[],
        spell: |_, token| block_spellings(token),
        exact: 3,
        token: |random| {
            let label = ["A", "B", "C", "D"][random.below(4)];
            let mut place = || format!("({},{})", random.below(3), random.below(3));
            format!("{label} {} {}", place(), place())
        },
    });
}

/// A label of the board is a label, whatever else it could be, and no reading is guessed.
#[test]
fn labels_that_look_like_something_else_are_labels() {
    let verdict = |board: &str, answer: &str| {
        let ruling = judge("klotski", board, answer, Optimum::Search);
        (ruling.grade.word(), ruling.reason)
    };
    let two = "1 4\nA . AR .\nA\n0 1\n";
    assert_eq!(verdict(two, "A R").0, "right");
    assert_eq!(verdict(two, "AR R; AR L; AL; AR").0, "not-an-answer");
    let (grade, reason) = verdict(two, "AR2");
    let both = "expected a space after the label: `A R2` for block `A`, or `AR DIRECTION 2` for block \
                `AR`, found `AR2`";
    assert_eq!((grade, &*reason), ("not-an-answer", both));
    assert_eq!(verdict(two, "ARR1").0, "unsolved");

    let digits = "1 4\n1 . 2 .\n1\n0 1\n";
    for answer in ["1 R", "1R", "1R1", "1 (0,0) (0,1)", "1\n1 right", "1. 1 R", "1: 1R"] {
        assert_eq!(verdict(digits, answer).0, "right", "{answer}");
    }
    let ordinals = "1 4\n1. . 2. .\n1.\n0 1\n";
    for answer in ["1. R", "1. right 1", "1.R", "1. (0,0) -> (0,1)"] {
        assert_eq!(verdict(ordinals, answer).0, "right", "{answer}");
    }
    assert_eq!(verdict(ordinals, "1) 1. R").0, "not-an-answer");
    let odd = "1 4\n\"a,b\" . c .\n\"a,b\"\n0 1\n";
    for answer in ["\"a,b\" right", "\"a,b\" to (0,1)"] {
        assert_eq!(verdict(odd, answer).0, "right", "{answer}");
    }
}

/// A count makes a move again and again, and no count makes a verdict take long.
#[test]
fn counts_are_bounded() {
    // A roll onto the switch splits the block into the cubes at the left, so that rolls to the right
    // never end.
    let endless = "ooooSoooos\nT---------\ns: splits to (0,0) and (0,1)\n";
    let answer = "R9999,".repeat(20);
    let ruling = judge("bloxorz", endless, &answer, Optimum::Ignore);
    assert!(["illegal", "unsolved"].contains(&ruling.grade.word()), "{}", ruling.reason);
    let ruling = judge("bloxorz", "SoooT\n", "R99999999999999999999", Optimum::Ignore);
    assert_eq!(ruling.grade.word(), "not-an-answer");
}

/// Moves of a sudoku are separated and numbered as all moves are.
#[test]
fn moves_of_a_sudoku_are_read_in_every_form() {
    let moves = ["r1c2=2", "r4c3=2"].map(String::from);
    for (name, dress) in AROUND {
        let ruling = judge("sudoku", "1.343412214343.1\n", &dress(&moves), Optimum::Search);
        assert_eq!(ruling.grade.word(), "right", "{name}: {}", ruling.reason);
    }
}
