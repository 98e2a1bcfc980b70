//! Techniques that assume a single solution: where they are used, and what `set uniqueness off`
//! changes.

use std::collections::BTreeSet;

use super::super::super::tests::open;
use super::super::TABLE;
use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::{Answer, Board, Depth};
use crate::search::Budget;
use crate::syntax::Fragment;

/// The next step needs a single solution.
const RECTANGLE: &str = "6.4297..1\n1.2653.94\n..5481.2.\n42836.17.\n31782....\n569..4382\n\
                         2.15.6..8\n.46..82..\n8539.2..7";

fn answer(puzzle: &mut Board, text: &str, uniqueness: bool) -> Option<Answer> {
    let budget = Budget { uniqueness, ..Budget::unlimited().with_states(2000) };
    puzzle.run(Fragment { text, start: 0 }, Depth::Run, &budget, &mut Sink::new())
}

/// Returns the names of the techniques that assume a single solution.
fn names() -> Vec<&'static str> {
    let words = TABLE.iter().map(|row| row.word);
    let needs = |word: &&str| {
        ["uniqueness", "avoidable", "bug", "hidden-rectangle"]
            .iter()
            .any(|begin| word.starts_with(begin))
    };
    words.filter(needs).collect()
}

fn uses(text: &str) -> bool {
    let is_name = |word: &str| names().contains(&word);
    text.lines().any(|line| line.split([' ', ':']).any(is_name))
}

#[test]
fn without_uniqueness_hints_and_ratings_differ_and_nothing_else() {
    assert_eq!(names().len(), 10);
    let info = KINDS.kind("sudoku").expect("a kind");
    let mut differ = BTreeSet::new();
    let more = ["hint 1", "hint 2", "steps uniqueness-test-1", "candidates r5c9", "row 5"];
    for call in info.verbs.iter().map(|verb| verb.name).chain(more) {
        let mut answers = [true, false].map(|uniqueness| {
            let mut puzzle = open(RECTANGLE).0.expect("a grid");
            answer(&mut puzzle, call, uniqueness).and_then(Answer::into_text)
        });
        let without = answers[1].take();
        if answers[0] != without {
            assert!(uses(answers[0].as_deref().unwrap_or_default()), "{call}: {answers:?}");
            differ.insert(call);
        }
        assert!(!uses(without.as_deref().unwrap_or_default()), "{call}: {without:?}");
    }
    let wanted =
        ["explain", "hint", "hint 1", "hint 2", "rate", "steps", "steps uniqueness-test-1"];
    assert_eq!(differ.into_iter().collect::<Vec<_>>(), wanted);
}

/// A pattern of two digits in four cells, with several solutions, as digits, and as pencil marks that
/// leave one of them.
#[test]
fn nothing_is_assumed_where_several_solutions_are_possible() {
    let full = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
    let mut draw = crate::puzzle::testing::Draw(5);
    let mut tried = 0;
    while tried < 12 {
        let mut cells: Vec<char> = full.chars().collect();
        for _ in 0..70 {
            cells[draw.index(81)] = '.';
        }
        let text: String = cells.into_iter().collect();
        let mut puzzle = open(&text).0.expect("a grid");
        let count = answer(&mut puzzle, "count 2", true).and_then(Answer::into_text);
        if count.as_deref() != Some("2") {
            continue;
        }
        tried += 1;
        for word in names() {
            let steps = answer(&mut puzzle, &format!("steps {word} --missing-candidates"), true);
            assert_eq!(steps.and_then(Answer::into_text).as_deref(), Some(""), "{word}: {text}");
        }
        // Marks that leave one solution: the pattern of an argument still lacks what was deleted.
        let wrong = full.chars().enumerate().flat_map(|(cell, digit)| {
            let others = ('1'..='9').filter(move |&other| other != digit);
            others.map(move |other| format!("r{}c{}-{other}", cell / 9 + 1, cell % 9 + 1))
        });
        for deletion in wrong.step_by(3) {
            answer(&mut puzzle, &format!("play {deletion}"), true);
        }
        for word in names() {
            let steps = answer(&mut puzzle, &format!("steps {word}"), true);
            assert_eq!(steps.and_then(Answer::into_text).as_deref(), Some(""), "{word}: {text}");
        }
    }
}
