//! The kind through its public interface: commands typed, diagnostics found.

use crate::diag::Sink;
use crate::kinds::sliders::INFO;
use crate::puzzle::testing::{self, first_fix, judge, say};
use crate::puzzle::{Board, Depth, Verdict};
use crate::search::Budget;
use crate::syntax::Fragment;

pub(super) const EULER: &str = "\n .RBB\n RRBB\n RRBB\n RRBB\n goal\n .BRB\n BRBR\n RBRB\n BRBR\n";
pub(super) const EXAMPLE: &str =
    "\n . R B B\n R R B B\n R R B B\n R R B B\n\n goal\n R R B B\n R B B B\n R . R B\n R R B B\n";

fn faults(text: &str) -> Vec<(&'static str, String)> {
    testing::faults(&INFO, text, &["sliders::parity"])
}

fn open(text: &str) -> Board {
    testing::open("sliders", text)
}

#[test]
fn commands_answer() {
    let mut puzzle = open(EXAMPLE);
    let mut typed = |text: &str| say(&mut puzzle, text).expect("an answer");
    assert_eq!(typed("moves"), "L\nU");
    assert_eq!(typed("paths 4"), "\nL\nU\nLL");
    assert!(typed("status").starts_with("expanded 2 frontier 3 depth 2\nmemory "));
    assert_eq!(typed("frontier 1"), "U R R B B / . R B B / R R B B / R R B B");
    assert_eq!(typed("step"), "expanded 3 frontier 3 depth 2");
    assert_eq!(typed("solve"), "5\nLULUR");
    assert_eq!(typed("goals"), "LULUR\nULLUR");
    assert_eq!((typed("count"), typed("sum")), ("2".into(), "91440058".into()));
    assert_eq!((typed("checksum LULUR"), typed("hint")), ("19761398".into(), "L".into()));
    assert_eq!(typed("play LU LUR"), "R R B B\nR B B B\nR . R B\nR R B B");
    assert_eq!((typed("solve"), typed("hint")), ("0".into(), "solved".into()));
    assert_eq!((typed("count"), typed("sum")), ("1".into(), "0".into()));
    assert_eq!(typed("goals"), "");
}

#[test]
fn a_failed_slide_changes_nothing_and_names_its_letter() {
    let mut puzzle = open(EULER);
    let failed = |path, blamed: &str| Err((path, blamed.to_owned()));
    assert_eq!(say(&mut puzzle, "play LR R"), failed("sliders::no-tile", "R"));
    assert_eq!(say(&mut puzzle, "play L_"), failed("sliders::not-a-move", "_"));
    assert_eq!(say(&mut puzzle, "play"), failed("syntax::missing-argument", "play"));
    assert_eq!(say(&mut puzzle, "show"), Ok(".RBB\nRRBB\nRRBB\nRRBB".into()));
}

#[test]
fn a_search_that_gave_up_goes_on() {
    let mut puzzle = open(EULER);
    let mut sink = Sink::new();
    let solve = Fragment { text: "solve", start: 0 };
    let tight = Budget::unlimited().with_states(30_000);
    let answer = puzzle.run(solve, Depth::Run, &tight, &mut sink).expect("an answer");
    assert_eq!(answer.verdict(), Verdict::GaveUp);
    assert!(answer.text().starts_with("gave up: expanded 30000 frontier "));
    let mut rounds = 0;
    while puzzle.run(solve, Depth::Run, &tight, &mut sink).expect("an answer").verdict()
        != Verdict::Fine
    {
        rounds += 1;
    }
    assert!(rounds < 4);
    let answer = say(&mut puzzle, "solve").expect("a solution");
    assert!(testing::accepts(&mut puzzle, &answer));
    assert!(!testing::accepts(&mut puzzle, "32\nLR"));
}

#[test]
fn verbatim_and_packed_are_one() {
    let packed = EXAMPLE.replace("goal", "GOAL").replace(' ', "").replace("GOAL", "goal");
    let mut a = open(EXAMPLE);
    let mut b = open(&packed);
    for text in ["solve", "goals", "sum", "paths 20", "status"] {
        assert_eq!(say(&mut a, text), say(&mut b, text), "{text}");
    }
}

#[test]
fn faults_are_found_where_they_are() {
    let fault = |path: &'static str, blamed: &str| vec![(path, blamed.to_owned())];
    assert_eq!((faults(EULER), faults(EXAMPLE)), (vec![], vec![]));
    assert_eq!(faults("\n"), fault("sliders::empty", ""));
    assert_eq!(faults("\n A B\n C ."), fault("sliders::no-goal", "C ."));
    assert_eq!(faults("\n A B\n C .\n goal"), fault("sliders::no-goal", "goal"));
    assert_eq!(faults("\n A B\n\n C .\n goal\n A B\n"), fault("sliders::stray-line", "C ."));
    assert_eq!(faults("\n A B C\n D .\n goal\n A B C\n D E ."), {
        fault("sliders::ragged-row", "D .")
    });
    assert_eq!(faults("\n A .\n goal\n A\n ."), fault("sliders::shapes-differ", "A\n ."));
    assert_eq!(faults("\n A B .\n goal\n A A ."), fault("sliders::tiles-differ", "A"));
    assert_eq!(faults("\n A B\n goal\n A ."), fault("sliders::no-gap", "A B"));
    assert_eq!(faults("\n A . .\n goal\n A B ."), fault("sliders::several-gaps", "."));
    assert_eq!(faults("\n A B\n C .\n goal\n B A\n C ."), {
        fault("sliders::parity", "goal\n B A\n C .")
    });
}

#[test]
fn a_fix_makes_the_change_that_was_meant() {
    for (wrong, code, blamed, right) in [
        ("A .\ngoal\ngoal\n. A", "sliders::stray-line", "goal", "A .\ngoal\n. A"),
        // A tile that one of the boards does not have.
        ("A z\nB B\n. B\ngoal\nA B\nB B\n. B", "sliders::tiles-differ", "z", {
            "A B\nB B\n. B\ngoal\nA B\nB B\n. B"
        }),
        ("A B\nB B\n. B\ngoal\nA z\nB B\n. B", "sliders::tiles-differ", "z", {
            "A B\nB B\n. B\ngoal\nA B\nB B\n. B"
        }),
        // A tile that one board has twice, where all tiles of the other differ.
        ("A z\n. B\ngoal\nA B\n. B", "sliders::tiles-differ", "B", "A z\n. B\ngoal\nA B\n. z"),
        ("A B\n. B\ngoal\nA z\n. B", "sliders::tiles-differ", "B", "A B\n. z\ngoal\nA z\n. B"),
        // A keyword for the start, and another one or none for the goal.
        ("start:\nA .\ngoal\n. A", "sliders::stray-line", "start:", "A .\ngoal\n. A"),
        ("AB.\n=>\n.AB", "sliders::no-goal", "=>", "AB.\ngoal\n.AB"),
        ("A B\nC .\n=>\nA B\n. C", "sliders::no-goal", "=>", "A B\nC .\ngoal\nA B\n. C"),
        ("A .\ntarget\n. A", "sliders::no-goal", "target", "A .\ngoal\n. A"),
        ("A B\nC .  goal A B\n. C", "sliders::no-goal", "goal", "A B\nC .\n  goal\n  A B\n. C"),
        // Slashes, which end rows only in a body on one line.
        ("1 2 / 3 .\ngoal\n1 2 / . 3", "sliders::bad-label", "/", "1 2 \n 3 .\ngoal\n1 2 \n . 3"),
        // Other signs in place of the gap.
        ("A B\nC 0\ngoal\nA B\n0 C", "sliders::no-gap", "A B\nC 0", "A B\nC .\ngoal\nA B\n. C"),
        ("A B\nC x\ngoal\nA B\n. C", "sliders::no-gap", "A B\nC x", "A B\nC .\ngoal\nA B\n. C"),
    ] {
        let fix = first_fix(&INFO, wrong);
        assert_eq!(fix, (code, blamed.to_owned(), right.to_owned()), "{wrong}");
    }
    testing::faults_without_fix(
        &INFO,
        &[
            ("A B\nC .\ngoal\nA\n. C", "sliders::ragged-row", "A"),
            ("RRB\nR.B\nBBB\ngoal\nRRB\nR8.B\nBBB", "sliders::ragged-row", "R8.B"),
            ("A B\n.C\ngoal\nA B\nC .", "sliders::ragged-row", ".C"),
            ("A B\nA B\nC .\ngoal\nA B\n. C", "sliders::shapes-differ", "A B\nA B\nC ."),
            ("A A\nB .\ngoal\n. B", "sliders::shapes-differ", ". B"),
            ("A B\n\nC .\ngoal\nA B\n. C", "sliders::stray-line", "C ."),
            ("A B\nC D\ngoal\nA B\n. D", "sliders::no-gap", "A B\nC D"),
        ],
    );
}

#[test]
fn raw_input_is_judged() {
    let lines = |text: &str| judge(&INFO, text).0;
    assert_eq!(lines(EULER), ["32 1 96356848"]);
    assert_eq!(lines(EXAMPLE), ["5 2 91440058"]);
    assert_eq!(lines("AB.\ngoal\nAB.\n"), ["0 1 0"]);
    let parity = judge(&INFO, "A B\r\nC .\r\ngoal\r\nB A\r\nC .\r\n");
    assert_eq!(parity, (vec!["unsolvable".into()], Verdict::Unsolvable, vec![]));
    // A lattice of 19 million million shortest paths: counted, and too many to add up.
    let row = "A".repeat(29);
    let rows = format!("{}\n", "A".repeat(30)).repeat(29);
    let wide = format!(".{row}\n{rows}goal\n{rows}{row}.\n");
    let (lines, verdict, codes) = judge(&INFO, &wide);
    assert_eq!(lines, ["58 30067266499541040 ?"]);
    assert_eq!((verdict, codes), (Verdict::Fine, vec!["sliders::out-of-reach"]));
}
