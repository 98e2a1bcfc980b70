//! The kind through its public interface: commands typed, diagnostics found.

use crate::kinds::bloxorz::INFO;
use crate::puzzle::testing::{self, first_fix, judge, say};
use crate::puzzle::{Board, Verdict};

pub(super) const FIRST: &str =
    "\n  ooo-------\n  oSoooo----\n  ooooooooo-\n  -ooooooooo\n  -----ooToo\n  ------ooo-\n";
pub(super) const APART: &str =
    "\n ooooo--oooo\n oSoos--ooTo\n ooooo--oooo\n s: splits to (0,7) and (2,7)\n";

fn faults(text: &str) -> Vec<(&'static str, String)> {
    testing::faults(&INFO, text, &[])
}

fn open(text: &str) -> Board {
    testing::open("bloxorz", text)
}

#[test]
fn commands_answer() {
    let mut puzzle = open(FIRST);
    let mut typed = |text: &str| say(&mut puzzle, text).expect("an answer");
    assert_eq!(typed("neighbours"), "R (1,2) (1,3)\nD (2,1) (3,1)");
    assert_eq!(typed("neighbours (1,2)(1,3)"), "L (1,1)\nR (1,4)\nD (2,2) (2,3)");
    assert_eq!(
        typed("neighbours all"),
        "L (1,-1) (1,0)\nR (1,2) (1,3)\nU (-1,1) (0,1)\nD (2,1) (3,1)"
    );
    assert_eq!(typed("moves"), "R\nD");
    assert_eq!(typed("paths 3"), "\nR\nD");
    assert!(typed("status").starts_with("expanded 1 frontier 2 depth 1\nmemory "));
    assert_eq!(typed("frontier"), "R (1,2) (1,3)\nD (2,1) (3,1)");
    assert_eq!(typed("step 2"), "expanded 3 frontier 3 depth 2");
    assert_eq!(typed("solve"), "7\nRRDRRRD");
    assert_eq!(typed("goals 2"), "RRDRRRD\nRDRRDDR");
    assert_eq!(typed("hint"), "R");
    assert!(typed("play RRDRRRD").ends_with("-----oo#oo\n------ooo-"));
    assert_eq!((typed("solve"), typed("hint")), ("0".into(), "solved".into()));
}

#[test]
fn a_failed_roll_changes_nothing_and_names_its_letter() {
    let mut puzzle = open(FIRST);
    let failed = |path, blamed: &str| Err((path, blamed.to_owned()));
    assert_eq!(say(&mut puzzle, "play RR UD"), failed("bloxorz::no-floor", "U"));
    assert_eq!(say(&mut puzzle, "play R_"), failed("bloxorz::not-split", "_"));
    assert_eq!(say(&mut puzzle, "play Rx"), failed("bloxorz::not-a-move", "x"));
    assert_eq!(say(&mut puzzle, "neighbours (0,9)"), failed("bloxorz::no-floor", "(0,9)"));
    assert_eq!(say(&mut puzzle, "moves"), Ok("R\nD".into()));
    assert_eq!(say(&mut puzzle, "undo"), failed("command::nothing-to-undo", "undo"));
}

#[test]
fn any_shortest_solution_is_accepted_and_nothing_else() {
    let mut puzzle = open(APART);
    let mut accepts = |expected: &str| testing::accepts(&mut puzzle, expected);
    assert!(accepts("6\nRR_RU_DR"));
    assert!(!accepts("6\nRRRRRR"));
    assert!(!accepts("7\nRRRD_UR"));
    assert!(!accepts("6"));
}

#[test]
fn faults_are_found_where_they_are() {
    let fault = |path: &'static str, blamed: &str| vec![(path, blamed.to_owned())];
    assert_eq!(faults(FIRST), []);
    assert_eq!(faults("\n"), fault("bloxorz::empty", ""));
    assert_eq!(faults("\n oSo.oT"), fault("bloxorz::bad-character", "."));
    assert_eq!(faults("\n oSoqqT"), fault("bloxorz::undeclared", "q"));
    assert_eq!(faults("\n ooooT"), fault("bloxorz::no-start", ""));
    assert_eq!(faults("\n oSooo"), fault("bloxorz::no-hole", ""));
    assert_eq!(faults("\n SSooT"), fault("bloxorz::several-starts", "S"));
    assert_eq!(faults("\n oSqoT\n q: brigde extended"), {
        fault("bloxorz::malformed-legend", "brigde")
    });
    assert_eq!(faults("\n oSooT\n q: bridge extended"), fault("bloxorz::unused-legend", "q"));
    assert_eq!(faults("\n oSbqT\n q: bridge extended\n b: soft toggles x"), {
        fault("bloxorz::no-such-bridge", "x")
    });
    assert_eq!(faults("\n oSsoT\n s: splits to (0,0) and (1,0)"), {
        fault("bloxorz::split-on-void", "(1,0)")
    });
    let several = faults("\n oSx#T\n o..oS\n q: bridge up\n q: soft\n z");
    let codes: Vec<&str> = several.iter().map(|(code, _)| *code).collect();
    assert_eq!(
        codes,
        [
            "bloxorz::bad-character",
            "bloxorz::malformed-legend",
            "bloxorz::malformed-legend",
            "bloxorz::malformed-legend",
            "bloxorz::duplicate-legend",
            "bloxorz::several-starts",
        ]
    );
}

#[test]
fn a_fix_makes_the_change_that_was_meant() {
    let game = "oSboqqT\nooooooo\n";
    let legends = "q: bridge retracted\nb: soft toggles q";
    let terrain = "ooo---\noSoooo\n--oToo";
    for (wrong, code, blamed, right) in [
        // A legend line.
        ("bridge q: retracted\nb: soft toggles q", "bloxorz::malformed-legend", "bridge", legends),
        ("q: retracted\nb: soft toggles q", "bloxorz::malformed-legend", "retracted", legends),
        ("q bridge retracted\nb: soft toggles q", "bloxorz::malformed-legend", "bridge", legends),
        (
            "q: bridge retracted\nb: softTtoggles q",
            "bloxorz::malformed-legend",
            "softTtoggles",
            legends,
        ),
        (
            "q: bridge bridge retracted\nb: soft toggles q",
            "bloxorz::malformed-legend",
            "bridge",
            legends,
        ),
        (
            "q: bridge retracted\nq: bridge retracted\nb: soft toggles q",
            "bloxorz::duplicate-legend",
            "q",
            legends,
        ),
        // A letter that means the same in every terrain.
        (
            "f: fragile\nq: bridge retracted\nb: soft toggles q",
            "bloxorz::reserved-letter",
            "f",
            legends,
        ),
    ] {
        let wrong = format!("{game}{wrong}");
        let right = format!("{game}{right}");
        assert_eq!(first_fix(&INFO, &wrong), (code, blamed.to_owned(), right), "{wrong}");
    }
    for (wrong, code, blamed, right) in [
        // Signs of other programs for void.
        ("ooo...\noSoooo\n..oToo", "bloxorz::bad-character", "...", terrain),
        ("ooo###\noSoooo\n##oToo", "bloxorz::bad-character", "###", terrain),
        // Another letter for the start or the hole.
        ("ooo---\noBoooo\n--oToo", "bloxorz::no-start", "", terrain),
        ("ooo---\noSoooo\n--oGoo", "bloxorz::no-hole", "", terrain),
        // The row that holds both ends is missing.
        ("ooo---\n--oooo", "bloxorz::no-start", "", "ooo---\n--oooo"),
    ] {
        assert_eq!(first_fix(&INFO, wrong), (code, blamed.to_owned(), right.to_owned()), "{wrong}");
    }
    testing::faults_without_fix(
        &INFO,
        &[
            ("ooo---\noSo]oo\n--oToo", "bloxorz::bad-character", "]"),
            ("ooo---\noSonoo\n--oToo", "bloxorz::undeclared", "n"),
            ("ooo---\n\noSoooo\n--oToo", "bloxorz::malformed-legend", "oSoooo"),
            ("oSboqqT\nq: bridge retracted\n8: soft toggles q", "bloxorz::undeclared", "b"),
        ],
    );
}

#[test]
fn a_broken_legend_line_is_one_fault_whatever_names_its_letter() {
    for legend in ["q: bridg retracted", "q: bridge", "?: bridge retracted", "bridge q retracted"] {
        let rest = "b: soft toggles q\nx: hard extends q, toggles q";
        let text = format!("oSboxqT\n{legend}\n{rest}");
        assert_eq!(first_fix(&INFO, &text).0, "bloxorz::malformed-legend", "{legend}");
    }
}

#[test]
fn raw_input_is_judged() {
    let lines = |text: &str| judge(&INFO, text).0;
    assert_eq!(lines("oSooT"), ["RR"]);
    assert_eq!(judge(&INFO, "oSoooT"), (vec!["unsolvable".into()], Verdict::Unsolvable, vec![]));
    // Spaces are void: the first row of the drawing begins with two of them.
    let shifted = "  ooo\n  oSoooo\n  ooooooooo\r\n   ooooooooo\n       ooToo\n        ooo\n";
    assert_eq!(lines(shifted), ["RRDRRRD"]);
    assert_eq!(lines(&APART.replace("\n ", "\n")), ["RRRD_UR"]);
}

#[test]
fn ragged_and_long_rows_are_cheap() {
    let mut text = String::from("\n oSooT");
    text.push_str(&"o".repeat(100_000));
    text.push_str(&"\n o".repeat(100_000));
    assert_eq!(faults(&text), []);
    let mut puzzle = open(&text);
    assert_eq!(say(&mut puzzle, "solve"), Ok("2\nRR".into()));
}
