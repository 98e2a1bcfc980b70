//! Holds that a statement that is run in slices answers as it does at once, for every verb of every
//! kind, and that a slice does nothing again that an earlier one did.

use std::sync::Arc;

use crate::common::right_examples;
use puzzled::kinds::KINDS;
use puzzled::puzzle::common;
use puzzled::search::{Budget, Slice};
use puzzled::session::incremental::{Incremental, Ran, Walked};
use puzzled::session::{Event, Mode};
use puzzled::text::Source;

/// What running a document in slices says, the units of work that it took, and how many slices.
fn run(text: &str, units: u64) -> (Vec<String>, u64, usize) {
    let checked = Incremental::new().check(Arc::new(Source::new("x.puzzle", text)));
    let slice = Slice::of(units);
    let budget = Budget::unlimited().with_states(4_000).sliced(slice.clone());
    let (mut told, mut slices) = (Vec::new(), 0);
    for script in &checked.scripts {
        let mut ran = Ran::default();
        checked.resume(script, &mut ran);
        loop {
            slice.refill(units);
            slices += 1;
            let mut hear = |event: Event<'_>| {
                if let Event::Answer { command, answer, .. } = event {
                    told.push(format!("{command}: {answer}"));
                }
            };
            let mode = Mode::Run { solve: true };
            match checked.run_on(script, mode, &budget, &mut ran, &|| false, &mut hear) {
                Walked::Through => break,
                Walked::Paused => {
                    assert!(slices < 60_000, "no progress after {:?}: {text}", told.last());
                }
                Walked::Lost => panic!("a whole run needs nothing that was not kept: {text}"),
            }
        }
        told.extend(ran.found.iter().map(|found| format!("{:?}", found.one)));
    }
    (told, slice.done(), slices)
}

/// Holds the law for a document. Returns whether it was paused.
fn agree(text: &str) -> bool {
    let (told, work, _) = run(text, u64::MAX);
    let mut longest = 0;
    for units in [1, 7, 1_000] {
        let (sliced, done, slices) = run(text, units);
        assert_eq!(sliced, told, "slices of {units}:\n{text}");
        assert!(10 * done <= 11 * work, "{done} units in place of {work} by {units}:\n{text}");
        longest = longest.max(slices);
    }
    longest > 3
}

/// Puzzles that take long for their commands.
const LONG: [(&str, &[&str]); 9] = [
    (
        "sudoku many {\n  1 . . . . . . . .\n  . 2 . . . . . . .\n  . . 3 . . . . . .\n  . . . 4 . . . . .\n  \
         . . . . 5 . . . .\n  . . . . . 6 . . .\n  . . . . . . 7 . .\n  . . . . . . . 8 .\n  \
         . . . . . . . . 9\n}\n",
        &[
            "solve",
            "count 9000",
            "solutions 12",
            "goals 12",
            "boards 300",
            "paths 300",
            "step 300",
            "frontier 300",
            "rate",
            "explain",
            "hint",
            "check",
            "play r1c2=4",
            "solutions 3",
        ],
    ),
    (
        "sudoku hard {\n  8 . . . . . . . .\n  . . 3 6 . . . . .\n  . 7 . . 9 . 2 . .\n  . 5 . . . 7 . . .\n  \
         . . . . 4 5 7 . .\n  . . . 1 . . . 3 .\n  . . 1 . . . . 6 8\n  . . 8 5 . . . 1 .\n  \
         . 9 . . . . 4 . .\n}\n",
        &["solve", "count", "solutions", "goals", "rate", "explain", "hint", "check"],
    ),
    (
        "sudoku none {\n  . . . . . 5 . 8 .\n  . . . 6 . 1 . 4 3\n  . . . . . . . . .\n  . 1 . 5 . . . . .\n  \
         . . . 1 . 6 . . .\n  3 . . . . . . . 5\n  5 3 . . . . . 6 1\n  . . . . . . . . 4\n  \
         . . . . . . . . .\n}\n",
        &["solve", "count", "solutions", "goals", "rate", "explain", "hint", "check"],
    ),
    (
        "klotski k {\n  A B B C\n  A B B C\n  D E E F\n  D G H F\n  I . . J\n  goal B at (3,1)\n}\n",
        &[
            "solve",
            "solve by steps",
            "hint",
            "states",
            "hardest",
            "goals 20",
            "paths 900",
            "frontier 900",
            "step 900",
            "frontier 40",
            "status",
            "check",
        ],
    ),
    (
        "rush r {\n  A A . . . O\n  P . . Q . O\n  P X X Q . O\n  P . . Q . .\n  B . . . C C\n  B . R R R .\n}\n",
        &[
            "solve",
            "solve by steps",
            "hint",
            "states",
            "hardest",
            "goals 20",
            "paths 900",
            "frontier 900",
            "step 900",
            "status",
            "check",
        ],
    ),
    (
        "bloxorz b {\n  ooo-------\n  oSoooo----\n  ooooooooo-\n  -ooooooooo\n  -----ooToo\n  ------ooo-\n}\n",
        &["solve", "hint", "goals 20", "paths 90", "frontier 90", "step 90", "status", "check"],
    ),
    (
        "sliders small {\n  1 2 3\n  4 5 6\n  7 8 .\n  goal\n  8 6 7\n  2 5 4\n  3 . 1\n}\n",
        &["solve", "count", "sum", "goals 50", "paths 500", "step 900", "hint", "check"],
    ),
    (
        "sliders large {\n  5 1 2 3\n  9 6 7 4\n  13 10 11 8\n  14 . 15 12\n  goal\n  1 2 3 4\n  5 6 7 8\n  \
         9 10 11 12\n  13 14 15 .\n}\n",
        &["solve", "count", "sum", "goals 3", "paths 300", "hint", "check"],
    ),
    (
        "automaton a {\n  rule 23749\n  tree (((X . .) X (X . X)) X ((. X X) . (. X .)))\n}\n",
        &[
            "900 [<]",
            "-7 []",
            "history 30",
            "cycle",
            "when [<] X",
            "predecessors",
            "predecessor",
            "step 77",
            "show",
            "undo",
            "undo",
            "redo",
            "goto 1",
            "reset",
            "digest",
            "diff 1 2",
            "check",
            "neighbours []",
            "status",
        ],
    ),
];

#[test]
fn every_verb_of_every_kind_answers_in_slices_what_it_answers_at_once() {
    let mut paused = 0;
    for kind in KINDS {
        for verb in common::verbs(kind.info()) {
            paused += usize::from(agree(&common::example(kind.info(), verb)));
        }
    }
    assert!(paused > 50, "{paused} verbs were paused");
}

#[test]
fn long_commands_answer_in_slices_what_they_answer_at_once() {
    for (puzzle, commands) in LONG {
        let mut all = String::from(puzzle);
        for command in commands {
            all += &format!("{command}\n");
        }
        assert!(agree(&all), "never paused: {all}");
    }
}

#[test]
fn every_example_answers_in_slices_what_it_answers_at_once() {
    let texts = right_examples().into_iter().filter_map(|path| std::fs::read_to_string(path).ok());
    for text in texts.filter(|text| text.len() < 6_000) {
        agree(&text);
    }
}
