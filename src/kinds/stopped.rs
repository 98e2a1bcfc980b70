//! Tests of every verb that searches or lists: stopped at any look at the flag, the same command goes
//! on to the same answer and the same figures.

use super::KINDS;
use crate::diag::Sink;
use crate::puzzle::common::example;
use crate::puzzle::testing::open;
use crate::puzzle::{Board, Depth, Role, Verb, Verdict};
use crate::search::{Budget, looks};
use crate::syntax::Fragment;

/// A puzzle and its commands.
struct Case {
    kind: &'static str,
    body: &'static str,
    commands: &'static str,
}

const CASES: &[Case] = &[
    Case {
        kind: "automaton",
        body: "rule 23749\ntree (((X . .) X (X . X)) X ((. X X) . (. X .)))",
        commands: "900 [<]\nat []\nhistory 30\ncycle\nwhen [<] = X\nwhen [] = .\npredecessors\n\
                   predecessor\nrules\nrules 9\nnext-question\nstep 77\nneighbours []\ntable\ncheck\n\
                   show\ndigest",
    },
    Case { kind: "matrix", body: "1 2\n3 4", commands: "rings\nring 0\nrotate 7\ncheck" },
    Case {
        kind: "klotski",
        body: "A A . .\nB C C D\nB E F D\nG . . H\ngoal B at (0,3)",
        commands: BLOCKS,
    },
    Case {
        kind: "rush",
        body: "A A . . . O\nP . . Q . O\nP X X Q . O\nP . . Q . .\nB . . . C C\nB . R R R .",
        commands: BLOCKS,
    },
    Case {
        kind: "bloxorz",
        body: "ooo-------\noSoooo----\nooooooooo-\n-ooooooooo\n-----ooToo\n------ooo-",
        commands: "solve\nhint\nmoves\nneighbours\ngoals 20\npaths 90\nfrontier 90\nstep 90\nstatus\ncheck",
    },
    Case {
        kind: "sliders",
        body: "1 2 3\n4 5 6\n7 8 .\ngoal\n1 3 6\n4 . 2\n7 5 8",
        commands: "solve\nhint\nmoves\ncount\nsum\nchecksum R\ngoals 50\npaths 500\nfrontier 5\n\
                   step 900\nstatus\ncheck",
    },
    // Iterative deepening.
    Case {
        kind: "sliders",
        body: "5 1 2 3\n9 6 7 4\n13 10 11 8\n14 . 15 12\ngoal\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 .",
        commands: "count\ngoals 3",
    },
    Case {
        kind: "sudoku",
        body: "8 . . . . . . . .\n. . 3 6 . . . . .\n. 7 . . 9 . 2 . .\n. 5 . . . 7 . . .\n\
               . . . . 4 5 7 . .\n. . . 1 . . . 3 .\n. . 1 . . . . 6 8\n. . 8 5 . . . 1 .\n\
               . 9 . . . . 4 . .",
        commands: "solve\ncount\nsolutions\nboards 300\nrate\nexplain\nhint\nmistakes\nsteps\nnext\n\
                   moves\ncandidates\nrow 1\ncolumn 1\nbox 1\nstatus\ncheck",
    },
    // Several solutions, and none.
    Case {
        kind: "sudoku",
        body: "1 . . .\n. 2 . .\n. . 3 .\n. . . .",
        commands: "solve\ncount\nsolutions 30\nboards 600\nrate\nexplain\nhint\nmistakes\ncheck",
    },
    Case {
        kind: "sudoku",
        body: ". . . . . 5 . 8 .\n. . . 6 . 1 . 4 3\n. . . . . . . . .\n. 1 . 5 . . . . .\n\
               . . . 1 . 6 . . .\n3 . . . . . . . 5\n5 3 . . . . . 6 1\n. . . . . . . . 4\n\
               . . . . . . . . .",
        commands: "hint",
    },
];

const BLOCKS: &str = "solve\nsolve by steps\nhint\nmoves\nstates\nhardest\ngoals 20\npaths 900\n\
                      frontier 40\nstep 900\nstatus\ncheck";

/// Runs a command. Returns its answer, and whether it gave up.
fn run(puzzle: &mut Board, text: &str) -> (String, bool) {
    let (mut sink, fragment) = (Sink::new(), Fragment { text, start: 0 });
    let answer = puzzle.run(fragment, Depth::Run, &Budget::unlimited(), &mut sink);
    let answer = answer.unwrap_or_else(|| panic!("`{text}`: {:?}", sink.diagnostics()));
    (answer.text().into_owned(), answer.verdict() == Verdict::GaveUp)
}

/// Returns how far the search is. Memory differs.
fn figures(puzzle: &mut Board) -> String {
    run(puzzle, "status").0.lines().next().unwrap_or_default().to_owned()
}

/// Returns how far the search is when a command has run that is stopped after some looks at the flag,
/// once after each number, and its answer.
fn stopped(puzzle: &mut Board, command: &str, after: &[u64]) -> (String, String) {
    for &after in after {
        let ((answer, gave_up), _) = looks::stopped_from(after, || run(puzzle, command));
        if !gave_up {
            return (answer, figures(puzzle)); // it has looked less often
        }
    }
    let (answer, gave_up) = run(puzzle, command);
    assert!(!gave_up, "{}, {command}: {answer}", puzzle.info().name);
    (answer, figures(puzzle))
}

/// Holds that a command that is stopped at some of its looks goes on to the same answer and figures.
fn hold(open: &dyn Fn() -> Board, command: &str) {
    let puzzle = &mut open();
    let ((answer, _), counts) = looks::counted(|| run(puzzle, command));
    let looks = counts.looks;
    let wanted = (answer, figures(puzzle));
    if looks == 0 {
        return;
    }
    let (third, most) = (looks.div_ceil(3), looks.max(2) - 1);
    for after in [&[1][..], &[most], &[third, third, third]] {
        let resumed = stopped(&mut open(), command, after);
        assert_eq!(resumed, wanted, "{}, {command}, {after:?} of {looks}", puzzle.info().name);
    }
}

#[test]
fn a_command_that_is_stopped_goes_on_to_the_same_answer_and_figures() {
    for case in CASES {
        case.commands.lines().for_each(|command| hold(&|| open(case.kind, case.body), command));
    }
}

/// Every verb that may search, as its example uses it.
#[test]
fn so_do_the_examples_of_every_kind() {
    for info in KINDS {
        let asks = |verb: &&Verb| verb.role == Role::Ask || verb.role.searches();
        let of_example = |verb: &&Verb| example(info, verb).starts_with(info.example);
        for verb in info.verbs.iter().filter(asks).filter(of_example) {
            let commands = verb.example.lines().filter_map(|line| line.split_once(" =>"));
            let open = || info.opened_example().expect("it is sound");
            commands.for_each(|(command, _)| hold(&open, command));
        }
    }
}
