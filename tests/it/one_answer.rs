//! Holds that one text has one answer: every command reads a sudoku with removed candidates, pencil marks
//! or placed digits as the same puzzle, and what stands after the puzzle of a line is read alike.

use crate::common::{Ended, puzzled};

const GRID: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Returns the rows of a grid, one per line.
fn rows(grid: &str) -> String {
    let cells: Vec<char> = grid.chars().collect();
    cells.chunks(9).map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// Returns the candidates of each cell of the grid; those of r1c3 are replaced.
fn candidates(group: &str) -> Vec<String> {
    let text = format!("sudoku s {{ {GRID} }}\ncandidates\n");
    let drawn = puzzled("run a.puzzle").file("a.puzzle", text).run().code(0).out();
    let lines = drawn.lines().filter(|line| line.contains('|'));
    let words = lines.flat_map(|line| line.split(['|', ' '])).filter(|word| !word.is_empty());
    let mut groups: Vec<String> = words.map(String::from).collect();
    group.clone_into(&mut groups[2]);
    groups
}

/// Returns the grid as rows of candidates.
fn groups(group: &str) -> String {
    candidates(group).chunks(9).map(|row| row.join(" ") + "\n").collect()
}

/// Returns the grid with a character per candidate.
fn dense(group: &str) -> String {
    let sign = |group: &str, digit: char| if group.contains(digit) { digit } else { '.' };
    let cell = |group: &String| ('1'..='9').map(|digit| sign(group, digit)).collect::<String>();
    candidates(group).iter().map(cell).collect::<String>() + "\n"
}

/// Returns the grid as a game of OpenSudoku, with the notes of r1c3 as bits.
fn game(notes: &str) -> String {
    let cell = |(at, digit): (usize, char)| match digit {
        '.' if at == 2 => format!("0|{notes}|1|"),
        '.' => String::from("0|0|1|"),
        digit => format!("{digit}|0|0|"),
    };
    let cells: String = GRID.chars().enumerate().map(cell).collect();
    format!("<opensudoku>\n<game data=\"version: 3&#10;{cells}\" />\n</opensudoku>\n")
}

/// Texts in the forms that have a state, each with the name of its file, and whether there is a solution.
fn texts() -> Vec<(&'static str, String, bool)> {
    let state = |state: &str| format!("[Puzzle]\n{}[State]\n{}", rows(GRID), rows(state));
    let rest = &GRID[3..];
    vec![
        ("plain.txt", format!("{GRID}\n"), true),
        ("removed.txt", format!("{GRID}:113 213\n"), true),
        ("spaced.txt", format!("{GRID}: 113 213 \n"), true),
        ("wrong.txt", format!("{GRID}:113 614\n"), false),
        ("spaced-wrong.txt", format!("{GRID}: 113 614\n"), false),
        ("single.txt", format!("{GRID}:614:\n"), false),
        ("dead.txt", format!("{GRID}:214 614\n"), false),
        ("line.txt", format!(":0000:x:{GRID}:113 213:413::\n"), true),
        ("line-wrong.txt", format!(":0000:x:{GRID}:113 413:::\n"), false),
        ("line-dead.txt", format!(":0000:x:{GRID}:214 614:::\n"), false),
        ("placed.txt", format!("53+4{rest}:214\n"), true),
        ("placed-wrong.txt", format!("53+2{rest}\n"), false),
        ("placed-dead.txt", format!("53+4{rest}:214 614\n"), false),
        ("groups.txt", groups("4"), true),
        ("groups-alone.txt", groups("-4"), true),
        ("groups-dead.txt", groups("-0"), false),
        ("groups-wrong.txt", groups("12"), false),
        ("below.ss", rows(GRID) + &groups("14"), true),
        ("below-wrong.ss", rows(GRID) + &groups("12"), false),
        ("dense.txt", dense("4"), true),
        ("dense-dead.txt", dense(""), false),
        ("state.sdk", state(&format!("534{rest}")), true),
        ("state-wrong.sdk", state(&format!("532{rest}")), false),
        ("game.opensudoku", game("8"), true),
        ("game-wrong.opensudoku", game("3"), false),
    ]
}

/// Returns what a text's puzzle answers to `solve` and `count` in a document.
fn in_document(text: &str) -> Vec<String> {
    let text = format!("{text}\nsolve\ncount\n");
    let end = puzzled("run d.puzzle").file("d.puzzle", text).run();
    end.out().lines().map(String::from).collect()
}

#[test]
fn every_command_gives_the_same_answer_to_a_text() {
    for (name, text, is_solvable) in texts() {
        let call = |arguments: &str| -> Ended {
            puzzled(&format!("{arguments} {name}")).file(name, &text).run()
        };
        let answer = if is_solvable { SOLVED } else { "unsolvable" };
        let count = if is_solvable { "1" } else { "0" };
        let code = i32::from(!is_solvable);
        for verb in ["run", "solve", "run --as sudoku"] {
            call(verb).code(code).stdout(&format!("{answer}\n"));
        }

        let rank = call("rank --format csv").code(code).out();
        let unique = if is_solvable { "yes" } else { "no" };
        let columns: Vec<&str> = rank.lines().last().unwrap_or_default().split(',').collect();
        let head: Vec<&str> = rank.lines().next().unwrap_or_default().split(',').collect();
        let figure = |column: &str| {
            let at = head.iter().position(|name| *name == column);
            at.and_then(|at| columns.get(at)).copied().unwrap_or_default()
        };
        assert_eq!((figure("solutions"), figure("unique")), (count, unique), "{name}: {rank}");

        let check = call("check --solve").code(code).out();
        assert_eq!(check.contains("sudoku::"), !is_solvable, "{name}: {check}");
        let verdict = call(&format!("verify --any-length --answer {SOLVED}")).code(code).out();
        assert_eq!(verdict.starts_with("right"), is_solvable, "{name}: {verdict}");
        let verdict = call("verify --answer unsolvable").code(1 - code).out();
        assert_eq!(verdict.starts_with("right"), !is_solvable, "{name}: {verdict}");

        let document = call("import").out();
        assert!(!document.contains("play"), "{name}: the body holds the state: {document}");
        assert_eq!(in_document(&document), [answer, count], "{name}: {document}");
        for format in ["json", "library"] {
            let written = call(&format!("export --format {format}")).out();
            let file = format!("again.{}", if format == "json" { "json" } else { "txt" });
            let again = puzzled(&format!("import {file}")).file(&file, &written).run().out();
            assert_eq!(in_document(&again), [answer, count], "{name}: {written}\n{again}");
            let solve = puzzled(&format!("solve {file}")).file(&file, &written).run().code(code);
            assert!(solve.out().contains(answer), "{name}: {written}");
        }
        let session = format!("load {name}\nsolve\ncount\nsave s.puzzle\n");
        let end = puzzled("repl").file(name, &text).input(session).run();
        assert!(end.out().contains(answer), "{name}: {}", end.out());
        assert!(end.out().lines().any(|line| line == count), "{name}: {}", end.out());
    }
}

#[test]
fn puzzles_that_differ_in_their_candidates_are_not_the_same() {
    let text = format!("{GRID}\n{GRID}:113 213\n{GRID}:113 213\n");
    let rank = puzzled("rank --format csv a.txt").file("a.txt", text).run().code(0).out();
    let naming = |name: &str| rank.lines().filter(|line| line.contains(name)).count();
    assert_eq!([naming("a-1"), naming("a-2"), naming("a-3")], [1, 2, 1], "{rank}");
}

/// The commands that read a list, each with whether the report is their answer.
const READERS: [(&str, bool); 7] = [
    ("run", false),
    ("solve", false),
    ("rank", false),
    ("import", false),
    ("export --all --format line", false),
    ("check", true),
    ("test", true),
];

#[test]
fn text_after_a_puzzle_that_is_not_read_is_said_once_per_list() {
    for (after, shown) in [
        (":231115", Some("231115")),
        (":2024", Some("2024")),
        (":id-7", Some("id-7")),
        (":113", Some("113")),
        (":113,213", Some("113,213")),
        (":113 513", Some("113 513")),
        (": 113 513 # mine", Some("113 513")),
        (":0113 213", Some("0113 213")),
        (" 113 213", Some("113 213")),
        (" 231115", None),
        (",2024-01-31,hard", None),
        ("\t7.2", None),
        (";note", None),
        (" # 113 213", None),
        (":# 231115", None),
        (":", None),
    ] {
        let line = format!("{GRID}{after}\n");
        let list = format!("{GRID}\n{}", line.repeat(3));
        for (verb, is_answer) in READERS {
            let call = format!("{verb} a.txt");
            let end = puzzled(&call).file("a.txt", &list).run().code(0);
            let said = if is_answer { end.out() } else { end.err() };
            let count = usize::from(shown.is_some());
            assert_eq!(
                said.matches("sudoku::unread-text").count(),
                count,
                "{call} {after}: {said}"
            );
            if let Some(shown) = shown {
                let message = format!("`{shown}` after the puzzle is not read");
                assert!(said.contains(&message), "{call} {after}: {said}");
                assert!(said.contains("a.txt:2:"), "{call} {after}: {said}");
            }
        }
        let end = puzzled("solve a.txt").file("a.txt", &list).run();
        end.stdout(&format!("{SOLVED}\n").repeat(4));
    }
}

#[test]
fn a_long_list_says_once_what_is_not_read() {
    // Several pieces are judged side by side.
    let list = format!("{GRID}:231115\n").repeat(5000);
    let end = puzzled("run --as sudoku -").input(&list).run().code(0);
    assert_eq!(end.err().matches("sudoku::unread-text").count(), 1, "{}", end.err());
    assert!(end.err().contains("<stdin>:1:83"), "{}", end.err());
    assert_eq!(end.out(), format!("{SOLVED}\n").repeat(5000));
}

#[test]
fn columns_with_names_need_no_word() {
    for sign in [',', ':', ';', '\t'] {
        let list = format!("puzzle{sign}date{sign}level\n{GRID}{sign}231115{sign}hard\n");
        for (verb, _) in READERS {
            let end = puzzled(&format!("{verb} a.csv")).file("a.csv", &list).run().code(0);
            let said = end.out() + &end.err();
            assert!(!said.contains("unread-text"), "{verb} {sign}: {said}");
        }
    }
}

#[test]
fn a_solution_after_a_puzzle_is_compared_by_every_reader() {
    // The last two digits are exchanged.
    let other = format!("{}97", &SOLVED[..79]);
    let clash = SOLVED.replacen("534678912", "534678921", 1);
    for sign in [":", ",", " ", "\t", ";", ":7.2:", ", "] {
        for (stated, why) in [
            (SOLVED, None),
            (&*other, Some("it has 9 in r9c8, where 7 is given")),
            (&*clash, Some("appears twice in column")),
        ] {
            let list = format!("{GRID}\n{GRID}{sign}{stated}\n{GRID}{sign}{SOLVED}\n");
            for (verb, is_answer) in READERS {
                let end = puzzled(&format!("{verb} a.txt")).file("a.txt", &list).run().code(0);
                let said = if is_answer { end.out() } else { end.err() };
                let place = format!("{verb} {sign:?} {stated}: {said}");
                assert_eq!(
                    said.matches("sudoku::wrong-solution").count(),
                    usize::from(why.is_some()),
                    "{place}"
                );
                assert!(why.is_none_or(|why| said.contains(why)), "{place}");
                if let "run" | "solve" = verb {
                    assert_eq!(end.out(), format!("{SOLVED}\n").repeat(3), "{place}");
                }
            }
        }
    }
    // Removed candidates belong to the puzzle that the solution is compared with.
    let line = format!(":0000:x:{GRID}:113 213::: {SOLVED}\n");
    let end = puzzled("check a.txt").file("a.txt", line).run().code(0);
    end.stdout("");
    let line = format!(":0000:x:{GRID}:113 413:::{SOLVED}:\n");
    let end = puzzled("check a.txt").file("a.txt", line).run().code(0);
    end.says("it has 4 in r1c3, whose candidate 4 is removed");
}

#[test]
fn a_field_of_hodokus_line_that_is_not_known_is_said() {
    for (fields, shown) in [
        ("113 213:::", None),
        ("113 213:413 519:618:4:", None),
        ("113 213:413::", None),
        ("231115:::", Some("231115")),
        // A deleted candidate that the row excludes changes nothing, and HoDoKu lists such.
        ("113 513:::", None),
        ("113 213:oops::", Some("oops")),
        ("113 213::413 x:", Some("413 x")),
        ("113 213:::chain:", Some("chain")),
        ("113 213:::4:more", Some("more")),
    ] {
        for begin in [":0000:x:", ":0901:13:", ":x:", ":"] {
            let line = format!("{begin}{GRID}:{fields}\n");
            let end = puzzled("run a.txt").file("a.txt", &line).run().code(0);
            let said = end.stdout(&format!("{SOLVED}\n")).err();
            match shown {
                None => assert!(!said.contains("unread-text"), "{line} {said}"),
                Some(shown) => {
                    let message = format!("`{shown}` after the puzzle is not read");
                    assert!(said.contains(&message), "{line} {said}");
                }
            }
        }
    }
}

#[test]
fn what_is_said_is_said_at_the_prompt_and_beside_a_verdict() {
    let line = format!("{GRID}:231115\n");
    let message = "`231115` after the puzzle is not read";
    let end = puzzled("repl").input(&line).run().code(0);
    assert_eq!((end.out() + &end.err()).matches(message).count(), 1, "{}", end.err());
    let end = puzzled("repl").file("a.txt", &line).input("load a.txt\n").run().code(0);
    assert_eq!((end.out() + &end.err()).matches(message).count(), 1, "{}", end.err());
    let call = format!("verify --answer {SOLVED} a.txt");
    let end = puzzled(&call).file("a.txt", &line).run().code(0);
    end.says("right").complains(message);
    let end = puzzled("import a.txt").file("a.txt", &line).run().code(0);
    end.says("// 231115");
}
