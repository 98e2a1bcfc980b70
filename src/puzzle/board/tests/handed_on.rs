//! Tests of what the board hands on to its kind, and of its own memory.

use super::super::tree::Tree;
use super::answer_to;
use crate::diag::Sink;
use crate::kinds::automaton;
use crate::puzzle::testing::open;
use crate::puzzle::{Answer, Board, Depth, states};
use crate::search::{Budget, Outcome};
use crate::syntax::Fragment;

#[test]
fn a_preview_finds_what_undo_redo_and_goto_cannot_reach() {
    let mut puzzle = open("matrix", "1 2\n3 4");
    let preview = |puzzle: &mut Board, text: &str| {
        let mut sink = Sink::new();
        puzzle.preview(Fragment { text, start: 0 }, &Budget::unlimited(), &mut sink);
        sink.diagnostics().first().map(|diagnostic| diagnostic.code.path)
    };
    let unreachable = [
        ("undo", Some("command::nothing-to-undo")),
        ("redo", Some("command::nothing-to-redo")),
        ("goto 1", Some("command::no-such-state")),
    ];
    for (command, code) in unreachable {
        assert_eq!(preview(&mut puzzle, command), code, "{command} at the start");
    }
    answer_to(&mut puzzle, "rotate 1");
    assert_eq!(preview(&mut puzzle, "undo"), None);
    assert_eq!(preview(&mut puzzle, "undo 2"), unreachable[0].1);
    answer_to(&mut puzzle, "undo");
    assert_eq!(preview(&mut puzzle, "redo"), None);
    assert_eq!(preview(&mut puzzle, "redo 2"), unreachable[1].1);
}

#[test]
fn a_puzzle_does_what_its_kind_can() {
    let budget = Budget::unlimited();
    let mut sudoku = open("sudoku", "1 . . .\n. . 3 .\n. 4 . .\n. . . 2");
    let Some(Outcome::Solved(solutions)) = sudoku.solutions(&budget) else {
        panic!("the solutions of a sudoku are counted")
    };
    assert_eq!((solutions.count.to_string().as_str(), solutions.more), ("1", false));
    let relabeled = open("sudoku", "2 . . .\n. . 4 .\n. 1 . .\n. . . 3");
    let another = open("sudoku", "1 . . .\n. . 3 .\n. 4 . .\n. . . .");
    assert_eq!(sudoku.canonical(), relabeled.canonical());
    assert_ne!(sudoku.canonical(), another.canonical());
    let span = states::Stretch { from: 0, generations: 2, rows: 9, columns: 9 };
    let automaton = open("automaton", "rule 42354\ntree (X . X)");
    let life = automaton::life(&automaton, span, &budget).expect("an automaton has a life");
    assert_eq!((life.live.len(), life.nodes), (2, 3));
    assert_eq!(automaton.task("a").notes, ["rule 42354"]);
}

#[test]
fn the_memory_of_a_tree_grows_with_its_states_and_commands() {
    let mut tree = Tree::new([0_u64; 8]);
    let mut before = tree.bytes();
    assert!(before >= size_of::<[u64; 8]>());
    for number in 0..1000_u64 {
        tree.push([number; 8], "rotate 1");
    }
    let states = 1000 * size_of::<[u64; 8]>();
    let texts = 1000 * "rotate 1".len();
    let ends = 1000 * size_of::<usize>();
    let links = 1000 * 3 * size_of::<u32>();
    before += states + texts + ends + links;
    assert!(tree.bytes() >= before - 64, "{} bytes, at least {before}", tree.bytes());
}

#[test]
fn undo_takes_a_premise_back() {
    let mut automaton = open("automaton", "rule ?\ntree (X . X)");
    let budget = Budget::unlimited();
    let any_rule = answer_to(&mut automaton, "rules");
    assert!(any_rule.starts_with("65536 "), "{any_rule}");

    answer_to(&mut automaton, "1 []");
    let text = Fragment { text: "1 []", start: 0 };
    let statement = automaton.assume(text, "X", &budget).expect("some rules do so");
    assert_eq!(statement.expect("the rule is unknown"), "[] => X");
    let fewer = answer_to(&mut automaton, "rules");
    assert!(fewer.starts_with("32768 "), "{fewer}");

    // The same again says nothing new.
    let text = Fragment { text: "[]", start: 0 };
    let place = automaton.place();
    assert!(matches!(automaton.assume(text, "X", &budget), Ok(Some(_))));
    assert_eq!(automaton.place(), place);

    // What is there after generation 0 is not known, and so not shown.
    let go = |automaton: &mut Board, text| {
        let text = Fragment { text, start: 0 };
        let answer = automaton.run(text, Depth::Run, &Budget::unlimited(), &mut Sink::new());
        assert_eq!(answer, Some(Answer::NotComputed));
    };
    go(&mut automaton, "undo");
    assert_eq!(answer_to(&mut automaton, "rules"), any_rule);
    go(&mut automaton, "redo");
    assert_eq!(answer_to(&mut automaton, "rules"), fewer);
    assert_eq!(automaton.story(0), ["1 []", "[] => X"]);
    answer_to(&mut automaton, "reset");
    assert_eq!(answer_to(&mut automaton, "rules"), any_rule);
}
