//! The limit of states holds for every verb that searches, of every kind.

use puzzled::kinds::KINDS;
use puzzled::puzzle::{Depth, Role, Verdict};
use puzzled::search::Budget;
use puzzled::syntax::Fragment;

use crate::common::{Random, puzzled};

/// A puzzle that is hard for its kind, and commands that search in it.
struct Hard {
    kind: &'static str,
    /// The declaration without the kind, and what follows it.
    text: &'static str,
    commands: &'static str,
}

/// One command a line; those of which the answer must be given up have a `!` in front.
const HARD: &[Hard] = &[
    Hard { kind: "automaton", text: WATCHED, commands: "rules\nrules 100000\nnext-question" },
    Hard {
        kind: "automaton",
        text: LARGE,
        commands: "at []\nhistory 100000\n!cycle\nwhen [] = X\npredecessors\n\
                   predecessor\n!step 100000\n!100000 []\nneighbours []\ntable",
    },
    Hard {
        kind: "matrix",
        text: "p { 1 2 / 3 4 }",
        commands: "rotate 1000000\nrings\nring 0\nplay rotate 1",
    },
    Hard {
        kind: "klotski",
        text: "p { A B B C / A B B C / D E E F / D G H F / I . . J / goal B at (3,1) }",
        commands: BLOCKS,
    },
    Hard {
        kind: "rush",
        text: "p { 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332 }",
        commands: BLOCKS,
    },
    Hard {
        kind: "bloxorz",
        text: "p { Soooooooooooo / ooooooooooooo / ooooooooooooo / ooooooooooooT }",
        commands: "!solve\n!hint\nmoves\nneighbours\nneighbours all\n!paths 100000\n!goals 100000\n\
                   frontier 100000\n!step 100000",
    },
    Hard {
        kind: "sliders",
        text: "p { . 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1 / goal / 1 2 3 4 / 5 6 7 8 / \
               9 10 11 12 / 13 14 15 . }",
        commands: "!solve\n!hint\nmoves\n!count\n!sum\nchecksum R\n!paths 100000\n!goals 100000\n\
                   frontier 100000\n!step 100000",
    },
    Hard {
        kind: "puzzlescript",
        text: GAME,
        commands: "!solve\n!hint\nmoves\nlevels\nrules\nsounds\ntrace R\n!paths 100000\n!goals 100000\n\
                   frontier 100000\n!step 100000",
    },
    Hard {
        kind: "sudoku",
        text: "p { ................................................................................. }",
        commands: "!solve\n!count\n!count 100000\n!solutions\n!solutions 100000\nnext\nmoves\n\
                   !mistakes\n!boards 100000\n!explain\n!rate\nsteps\nsteps template-set\nhint\n\
                   candidates\nrow 1\ncolumn 1\nbox 1",
    },
];

const BLOCKS: &str = "!solve\n!solve by steps\nmoves\n!hint\n!states\n!hardest\n!paths 100000\n\
                      !goals 100000\nfrontier 100000\n!step 100000";

/// A player and three crates in a room.
const GAME: &str = "p {\nOBJECTS\nBackground\ngreen\nMark\nred\nCrate\nbrown\nPlayer\nblue\nLEGEND\n\
                    . = Background\nP = Player\no = Mark\n* = Crate\nSOUNDS\nCOLLISIONLAYERS\nBackground\n\
                    Mark\nPlayer, Crate\nRULES\n[ > Player | Crate ] -> [ > Player | > Crate ]\n\
                    WINCONDITIONS\nall Mark on Crate\nLEVELS\nP......\n.*.*.*.\n.......\noo....o\n}";

const WATCHED: &str = "p { rule ? / tree (((X . .) X (X . X)) X ((. X X) . (. X .))) }\n1 [] => X";

/// A large tree, at random, in the place of `TREE`.
const LARGE: &str = "p { rule 5790 / tree TREE }";

fn tree(depth: usize, random: &mut Random) -> String {
    let sign = if random.below(2) == 0 { 'X' } else { '.' };
    match depth {
        0 => String::from(sign),
        _ => format!("({} {sign} {})", tree(depth - 1, random), tree(depth - 1, random)),
    }
}

#[test]
fn every_verb_that_searches_keeps_to_the_limit_of_states() {
    let mut faults = Vec::new();
    for Hard { kind, text, commands } in HARD {
        let text = text.replace(" / ", "\n").replace("TREE", &tree(9, &mut Random(0x5eed)));
        let mut report = puzzled::run(&format!("{kind} {text}\n"));
        assert!(report.is_right(), "{report}");
        for command in commands.lines() {
            let (text, gives_up) = match command.strip_prefix('!') {
                Some(command) => (command, true),
                None => (command, false),
            };
            let budget = Budget::unlimited().with_states(1);
            let puzzle = report.puzzle("p").expect("it is declared");
            let fragment = Fragment { text, start: 0 };
            let mut sink = puzzled::diag::Sink::new();
            let answer = puzzle.run(fragment, Depth::Run, &budget, &mut sink);
            let Some(answer) = answer else {
                faults.push(format!("{kind}, {text}: {}", sink.diagnostics()[0].message));
                continue;
            };
            let gave_up = answer.verdict() == Verdict::GaveUp;
            if gave_up != gives_up {
                let answer = answer.text().chars().take(80).collect::<String>();
                faults.push(format!("{kind}, {text}: `{answer}`"));
            }
        }
    }

    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The commands above have every verb of every kind that may search.
#[test]
fn the_commands_have_every_verb_that_searches() {
    for kind in KINDS {
        let info = kind;
        let searches = |role: Role| {
            matches!(
                role,
                Role::Ask
                    | Role::Solve
                    | Role::Fill
                    | Role::Find
                    | Role::Hint
                    | Role::List
                    | Role::Progress
            )
        };
        let commands = HARD.iter().filter(|hard| hard.kind == info.name);
        let commands: Vec<&str> = commands.flat_map(|hard| hard.commands.lines()).collect();
        for verb in info.verbs.iter().filter(|verb| searches(verb.role)) {
            let uses_verb = |command: &&str| {
                command.trim_start_matches('!').split(' ').next() == Some(verb.name)
            };
            assert!(commands.iter().any(uses_verb), "{} {}", info.name, verb.name);
        }
    }
}

/// A sudoku is given up after the same number of guesses in a document and in raw input: one with
/// one solution, several, none, and other sizes.
#[test]
fn guesses_are_counted_alike_in_documents_and_raw_input() {
    let sudokus = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        ".................................................................................",
        "1................................................................................",
        "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
        "1...............",
        "1.343412214343.1",
    ];

    for sudoku in sudokus {
        let mut was_given_up = true;
        for states in [1, 2, 5, 17, 80, 300, 2_000] {
            let document = format!("sudoku s {{ {sudoku} }}\nsolve\n");
            let answers = |call: &str, file: &str, text: &str| {
                let call = puzzled(&format!("{call} --states {states} {file}")).file(file, text);
                call.run().out()
            };
            let solved = answers("run", "a.puzzle", &document);
            let solved = solved.trim();
            let is_given_up = solved.starts_with("gave up");

            // A list of two lines, so that no line is read as another form, a grid and a line of JSON.
            let list = answers("run --as sudoku", "list", &format!("{sudoku}\n{sudoku}\n"));
            let size = sudoku.len().isqrt();
            let rows: Vec<_> = sudoku.as_bytes().chunks(size).collect();
            let grid = String::from_utf8(rows.join(&b'\n')).expect("UTF-8");
            let grid = answers("run --as sudoku", "grid", &grid);
            for line in list.lines().chain(grid.lines()) {
                match is_given_up {
                    true => assert_eq!(line, "gave up", "{sudoku} {states}"),
                    false => assert_eq!(line, solved, "{sudoku} {states}"),
                }
            }
            assert_eq!((list.lines().count(), grid.lines().count()), (2, 1), "{list}{grid}");
            let json = answers(
                "run --as sudoku --jsonl",
                "lines",
                &format!("{{\"puzzle\":\"{sudoku}\"}}\n"),
            );
            assert_eq!(json.contains("gave-up"), is_given_up, "{sudoku} {states}: {json}");

            // More guesses never decide less.
            assert!(was_given_up || !is_given_up, "{sudoku} {states}");
            was_given_up = is_given_up;
        }

        assert!(!was_given_up, "{sudoku}");
    }

    // A limit of one guess ends every search that needs more.
    for command in ["solve", "count", "count 2", "solutions 2"] {
        let text = format!("sudoku s {{ {} }}\n{command}\n", sudokus[0]);
        let ended = puzzled("run --states 1 a.puzzle").file("a.puzzle", text).run();
        assert!(ended.out().starts_with("gave up"), "{command}: {}", ended.out());
    }
}
