//! `puzzled make`: what it prints passes every check, is the same every time, and is judged by a
//! counter that knows nothing of the program. `MADE` is the number of seeds per kind; without it a few.
//! Of 50 boards of blocks 49 are easy, so that a thousand seeds end within minutes of a release build.
//! Sudokus are judged likewise by the unit tests of their maker.

mod counter;

use std::fmt::Write as _;

use crate::common::{Ended, hold_golden, puzzled};
use puzzled::kinds::KINDS;

/// Returns the number of seeds of a kind, which is `usual` unless the caller says otherwise.
fn seeds(usual: u64) -> u64 {
    std::env::var("MADE").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Returns the kinds whose puzzles can be made.
fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().copied().filter(|info| info.make.is_some()).map(|info| info.name)
}

/// Wishes that a slow build meets soon; the usual ones of some kinds take it a minute.
fn quick(kind: &str) -> &'static str {
    match kind {
        "rush" => " --moves 8..",
        "klotski" => " --moves 5.. --size 4x4",
        _ => "",
    }
}

fn made(call: &str) -> String {
    puzzled(&format!("make {call}")).run().code(0).stderr("").out()
}

/// Returns the body and the commands of a document with one puzzle.
fn cut(document: &str) -> (&str, &str) {
    let (_, rest) = document.split_once("{\n").expect("a body");
    rest.split_once("}\n").expect("its end")
}

/// Returns the number of moves that a document expects.
fn expected(document: &str) -> usize {
    let (_, answer) = document.rsplit_once("solve => ").expect("a question");
    answer.trim().parse().expect("a number")
}

#[test]
fn what_is_made_passes_every_check_and_its_call_makes_it_again() {
    for kind in kinds() {
        let wishes = quick(kind);
        let text = made(&format!("{kind}{wishes} --seed 3 --count 2"));
        for call in ["check --solve --deny warnings", "test", "fmt --check"] {
            puzzled(&format!("{call} a.puzzle")).file("a.puzzle", &text).run().code(0);
        }
        let note = format!("puzzled make {kind}{wishes} --seed 3 --count 2");
        assert!(text.contains(&format!("/// note: {note}\n")), "{text}");
        let version = concat!("/// source: puzzled ", env!("CARGO_PKG_VERSION"), ", attempt ");
        assert_eq!(text.matches(version).count(), 2, "{text}");
        // The number of threads decides nothing.
        for threads in ["1", "5"] {
            let call = puzzled(note.strip_prefix("puzzled ").expect("a call"));
            let again = call.variable("RAYON_NUM_THREADS", threads).run().code(0).out();
            assert_eq!(again, text, "{kind}");
        }
    }
}

/// Returns the FNV-1a hash of a text, as a short name of it.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn ten_seeds_per_kind_give_the_puzzles_that_they_always_gave() {
    let mut digests = String::new();
    for kind in kinds() {
        for seed in 0..10 {
            let text = made(&format!("{kind}{} --seed {seed}", quick(kind)));
            let _ = writeln!(digests, "{kind} {seed} {:016x}", digest(&text));
        }
    }
    hold_golden("make.txt", &digests);
}

#[test]
fn boards_of_blocks_are_minimal_and_their_optimum_is_right() {
    for (kind, most) in [("rush", seeds(3)), ("klotski", seeds(2))] {
        for seed in 0..most {
            let walls = if seed % 3 == 0 { " --walls 1" } else { "" };
            let wishes = match (kind, seed % 50) {
                ("rush", 49) => "--moves 30..",
                ("rush", _) => "--moves 10..20",
                (_, 49) => "--moves 80..",
                _ => "--size 4x4 --moves 8..",
            };
            let text = made(&format!("{kind} --seed {seed} {wishes}{walls}"));
            let (board, lines) = counter::cut(cut(&text).0, |line| !line.starts_with("goal"));
            let lanes = kind == "rush";
            let goal = match lines.first() {
                None => ((board.len() - 1) / 2, board[0].len() - 2),
                Some(line) => {
                    let (row, column) =
                        line["goal A at (".len()..line.len() - 1].split_once(',').expect("a place");
                    (row.parse().expect("a row"), column.parse().expect("a column"))
                }
            };

            let optimum = Some(expected(&text));
            assert_eq!(counter::of_blocks(&board, goal, lanes), optimum, "{text}");
            let mut parts: Vec<u8> = board.concat();
            parts.sort_unstable();
            parts.dedup();

            for part in parts.into_iter().filter(|part| !b".#A".contains(part)) {
                let without = board.iter().map(|row| {
                    row.iter().map(|&cell| if cell == part { b'.' } else { cell }).collect()
                });
                let without = counter::of_blocks(&without.collect(), goal, lanes);
                assert_ne!(without, optimum, "{} in {text}", char::from(part));
            }
            let walls = board.iter().flatten().filter(|cell| **cell == b'#').count();
            assert_eq!(walls, usize::from(seed % 3 == 0), "{text}");
            for at in (0..board.concat().len()).filter(|at| board.concat()[*at] == b'#') {
                let mut without = board.clone();
                let columns = board[0].len();
                without[at / columns][at % columns] = b'.';
                assert_ne!(counter::of_blocks(&without, goal, lanes), optimum, "{text}");
            }
        }
    }
}

#[test]
fn terrains_have_no_idle_part_and_their_optimum_is_right() {
    for seed in 0..seeds(5) {
        let text = made(&format!("bloxorz --seed {seed}"));
        let (terrain, legend) = counter::cut(cut(&text).0, |line| !line.contains(": "));
        let optimum = Some(expected(&text));
        assert_eq!(counter::of_terrain(&terrain, &legend), optimum, "{text}");
        for (row, tiles) in terrain.iter().enumerate() {
            let parts = tiles.iter().enumerate().filter(|(_, tile)| !b"oST-".contains(tile));
            for (column, _) in parts {
                // A split needs ground at its places.
                let place = format!("({row},{column})");
                let is_ground = legend.iter().any(|line| line.contains(&place));
                for replacement in [b'o', b'-'].into_iter().take(if is_ground { 1 } else { 2 }) {
                    let mut without = terrain.clone();
                    without[row][column] = replacement;
                    assert_ne!(counter::of_terrain(&without, &legend), optimum, "{text}");
                }
            }
        }
    }
}

#[test]
fn tiles_are_as_far_from_the_goal_as_was_said() {
    for seed in 0..seeds(3) {
        let text = made(&format!("sliders --seed {seed} --moves 8..15"));
        let row = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
        let (start, goal) = cut(&text).0.split_once("goal").expect("two boards");
        let board = |text: &str| text.lines().map(row).filter(|row| !row.is_empty()).collect();
        let (start, goal): (Vec<_>, Vec<_>) = (board(start), board(goal));
        let moves = expected(&text);
        assert!((8..=15).contains(&moves), "{text}");
        assert_eq!(counter::of_tiles(&start, &goal), Some(moves), "{text}");
    }
}

/// Returns the rows of a matrix.
fn numbers(text: &str) -> Vec<Vec<i64>> {
    let number = |word: &str| word.parse().expect("a number");
    let row = |line: &str| line.split_whitespace().map(number).collect::<Vec<i64>>();
    text.lines().map(row).filter(|row| !row.is_empty()).collect()
}

#[test]
fn matrices_turn_as_place_by_place() {
    for seed in 0..seeds(5) {
        let rows = 2 + seed % 5;
        let columns = 2 + seed / 5 % 5;
        let text = made(&format!("matrix --seed {seed} --size {rows}x{columns} --rotate -30..30"));
        let (body, commands) = cut(&text);
        let (_, command) = commands.split_once("rotate ").expect("a rotation");
        let (places, answer) = command.split_once(" => {\n").expect("an answer");
        let matrix = numbers(body);
        // A body whose first row could be a header has one.
        let header = matrix.len() as u64 > rows;
        let rows = rows as usize;
        let matrix = &matrix[usize::from(header)..];
        assert!(matrix.len() == rows && matrix[0].len() as u64 == columns, "{text}");
        let turned = counter::turned(matrix, places.parse().expect("places"));
        assert_eq!(turned, numbers(answer.trim_end_matches("}\n")), "{text}");
        assert_ne!(turned, matrix, "{text}");
    }
}

#[test]
fn the_questions_about_an_automaton_are_answered_and_leave_one_rule() {
    for seed in 0..seeds(2) {
        let is_determined = seed % 2 == 0;
        let wishes = if is_determined { " --rule determined" } else { "" };
        let text = made(&format!("automaton --seed {seed}{wishes}"));
        let (body, commands) = cut(&text);
        let (_, tree) = body.split_once("tree ").expect("a tree");
        let (questions, rule) = match is_determined {
            true => commands.split_once("rules => 1\nrules 1 => ").expect("the rule"),
            false => (commands, body.split_once("rule ").expect("the rule").1),
        };
        let rule = rule.lines().next().expect("the rule").parse().expect("a number");
        let question = |line| {
            let words: Vec<&str> = str::split(line, ' ').collect();
            let [by, path, "=>", state] = words[..] else { panic!("{line}") };
            (by.parse().expect("generations"), path, state == "X")
        };
        let answers: Vec<(u64, &str, bool)> = questions.lines().map(question).collect();
        let tree = counter::Tree::of(tree);
        assert!(!answers.is_empty() && tree.holds(rule, &answers), "{text}");
        if is_determined {
            assert!(body.contains("rule ?\n"), "{text}");
            let rules: Vec<u32> = (0..1 << 16).filter(|rule| tree.holds(*rule, &answers)).collect();
            assert_eq!(rules, [rule], "{text}");
        }
    }
}

/// Runs a call that makes nothing, and returns how it ended.
fn refused(call: &str) -> Ended {
    puzzled(&format!("make {call}")).run().code(2).stdout("")
}

#[test]
fn wishes_that_cannot_be_met_are_wrong_usage() {
    refused("sliders --walls 3").complains("`--moves` and `--size`");
    refused("sliders --moves 40..").complains("1 to 31");
    refused("rush --moves 9..3").complains("9..3");
    refused("rush --moves x").complains("such as `10..20`");
    refused("rush --size 6").complains("such as `6x6`");
    refused("rush --size 3x3").complains("from 4 to 8");
    refused("rush --walls 99").complains("room for 9 walls");
    refused("rush --pieces 17.. --walls 9").complains("do not fit");
    refused("klotski --pieces 3").complains("blocks or more");
    refused("klotski --size 6x6").complains("24 cells");
    refused("automaton --nodes 14").complains("odd number");
    refused("automaton --rule determined --nodes 13").complains("fewer than 31 nodes");
    refused("automaton --rule determined --questions 15").complains("halves the rules");
    refused("automaton --rule all").complains("expected `determined`");
    refused("matrix --size 2x3 --rotate -12").complains("-12");
    refused("matrix --rotate x").complains("such as `3`, `-4` or `1..9`");
    refused("counter");
    refused("rush --count 0");
}

#[test]
fn puzzles_are_counted_named_written_and_avoided() {
    let document = made("sliders --moves 6 --size 2x2 --seed 1");
    // One board of two by two is six moves from the goal.
    let again = puzzled("make sliders --moves 6 --size 2x2 --seed 2 --attempts 5 --avoid a.puzzle");
    let again = again.file("a.puzzle", &document).run().code(1).stdout("");
    again.complains("5 attempts (`--attempts`); 5 puzzles ");
    let others = ["--avoid a.puzzle", "--avoid ./a.puzzle --avoid a.puzzle"].map(|avoid| {
        let other = puzzled(&format!("make sliders --moves 5 --size 2x2 --seed 2 {avoid}"));
        other.file("a.puzzle", &document).run().code(0).out()
    });
    assert_eq!(others[0], others[1], "the spelling of paths decides nothing");
    assert!(others[0].contains("--seed 2 --avoid a.puzzle\n"), "{}", others[0]);
    assert!(others[0].contains("/// note: avoids 1 other puzzle (digest "), "{}", others[0]);
    let ended = puzzled("make matrix --seed 5 --count 3 --out made").run().code(0).stdout("");
    for number in 1..=3 {
        let text = ended.text(&format!("made/matrix-5-{number}.puzzle"));
        assert!(text.contains(&format!("matrix matrix-5-{number} {{")), "{text}");
    }
    let with_seed_5 = made("matrix --seed 5");
    let with_seed_6 = made("matrix --seed 6");
    assert_ne!(cut(&with_seed_5), cut(&with_seed_6));
    assert!(made("matrix").contains("--seed "), "the seed is recorded");
    puzzled("make rush --time 0 --seed 1").run().code(1).stdout("").complains("`--time`");
}

/// Returns the names and the notes of the puzzles of a document.
fn named(document: &str) -> Vec<(String, String)> {
    let mut note = String::new();
    let mut puzzles = Vec::new();
    for line in document.lines() {
        if let Some(text) = line.strip_prefix("/// note: ") {
            text.clone_into(&mut note);
        }
        if let Some(head) = line.strip_suffix(" {").filter(|head| !head.contains("=>")) {
            puzzles.push((head.split_once(' ').expect("a name").1.to_owned(), note.clone()));
        }
    }
    puzzles
}

#[test]
fn a_range_of_classes_has_equal_numbers_of_each_from_easy_to_hard() {
    for (range, count, parts) in [
        ("easy..hard", 5, &[("easy", 2), ("medium", 2), ("hard", 1)][..]),
        ("easy..medium", 12, &[("easy", 6), ("medium", 6)]),
        ("..medium", 1, &[("easy", 1)]),
        ("hard..hard", 2, &[("hard", 2)]),
    ] {
        let text = made(&format!("sudoku --class {range} --seed 7 --count {count}"));
        let puzzles = named(&text);
        let classes: Vec<_> = puzzles.iter().map(|(_, note)| note.split(' ').next()).collect();
        let expected: Vec<_> = parts
            .iter()
            .flat_map(|(class, count)| std::iter::repeat_n(Some(*class), *count))
            .collect();
        assert_eq!(classes, expected, "{range}: {text}");
        let names: Vec<_> = puzzles.iter().map(|(name, _)| name).collect();
        assert!(names.is_sorted_by(|name, next| name < next), "{names:?}");
        for ((name, _), class) in puzzles.iter().zip(expected) {
            assert!(name.contains(class.expect("a class")), "{name}");
        }
        // They are the puzzles of a call for each class.
        for (class, count) in parts {
            let alone = made(&format!("sudoku --class {class} --seed 7 --count {count}"));
            assert!(named(&alone).iter().all(|puzzle| puzzles.contains(puzzle)), "{alone}{text}");
        }
    }
}

#[test]
fn calls_with_other_wishes_give_other_names() {
    let calls = [
        "sudoku --size 4",
        "sudoku --size 4 --class easy",
        "sudoku --size 4 --givens 6..8",
        "sudoku --size 4 --givens 6..",
        "sudoku --size 4 --givens ..8",
        "sudoku --size 4 --strict",
        "sudoku --size 4 --symmetry rotate180",
        "sudoku --technique naked-single --size 4",
        "sliders --moves 5",
        "sliders --moves 5..8",
        "sliders --size 2x3",
        "matrix --rotate -3",
        "matrix --rotate 3",
        "matrix --size 2x3",
    ];

    let mut names = Vec::new();
    for call in calls {
        let text = made(&format!("{call} --seed 11 --count 2"));
        puzzled("check --deny warnings a.puzzle").file("a.puzzle", &text).run().code(0);
        names.extend(named(&text).into_iter().map(|(name, _)| name));
    }
    assert_eq!(names.len(), 2 * calls.len());
    let again = puzzled("make matrix --rotate 3 --seed 11 --avoid a.puzzle");
    let again = again.file("a.puzzle", made("matrix --rotate 3 --seed 11")).run().code(0).out();
    names.extend(named(&again).into_iter().map(|(name, _)| name));
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
}

#[test]
fn a_class_that_cannot_be_made_is_named_and_the_others_are_made() {
    let call = puzzled("make sudoku --class easy..medium --seed 3 --count 4 --attempts 20");
    let end = call.run().code(1).complains("made 0 of 2 of class medium");
    assert_eq!(named(&end.out()).len(), 2, "{}", end.out());
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_nearest_puzzle() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    // A busy machine may need more than a second to judge the first board.
    let text = [1, 4, 16, 64].into_iter().find_map(|seconds| {
        // Nobody knows a board of so many moves.
        let call = puzzled("make rush --moves 90.. --seed 1");
        let mut command = call.command();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let child = command.spawn().expect("the program starts");
        std::thread::sleep(Duration::from_secs(seconds));
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.is_ok_and(|status| status.success()));
        let ended = child.wait_with_output().expect("it ends");
        let text = String::from_utf8(ended.stdout).expect("UTF-8");
        (ended.status.code() == Some(130) && !text.is_empty()).then_some(text)
    });
    let text = text.expect("a puzzle after a minute");
    assert!(text.contains("/// note: interrupted\n"), "{text}");
    for call in ["check --solve --deny warnings", "test", "fmt --check"] {
        puzzled(&format!("{call} a.puzzle")).file("a.puzzle", &text).run().code(0);
    }
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    let most = u64::MAX;
    for (option, least) in [("--seed", 0), ("--count", 1), ("--attempts", 1)] {
        let mut wrong = vec![String::from("-1"), String::from("18446744073709551616"), "x".into()];
        if least > 0 {
            wrong.push(String::from("0"));
        }
        for text in wrong {
            let ended = puzzled(&format!("make sudoku {option} {text}")).run().code(2);
            ended.complains(&format!("'{option} <N>'")).complains(&format!("{least} to {most}\n"));
        }
    }
}
