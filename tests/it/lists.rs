//! Holds that lists and files of other programs are read alike by every command, and that what
//! depends on a drawing only (digests) does not depend on it.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::common::{paths, puzzled, run_document};

const SMALL: &str = "1.343412214343.1";
const SOLVED: &str = "1234341221434321";
const ROWS: &str = "1.34\n3412\n2143\n43.1\n";

#[test]
fn a_list_answers_line_by_line_with_numbers_on_demand() {
    let list = format!(
        "puzzle,solution\n{SMALL},x\n\n11343412214343.1\n1.34341221434!.1\n0a1b {SMALL} 7.2 # note\n"
    );
    let call = |arguments: &str| puzzled(arguments).input(&list).run().code(1);
    call("run --as sudoku -")
        .stdout(&format!("{SOLVED}\nunsolvable\n?\n{SOLVED}\n"))
        .complains("sudoku::not-a-puzzle")
        .complains("<stdin>:5:1");
    call("run --as sudoku --number -")
        .stdout(&format!("2 {SOLVED}\n4 unsolvable\n5 ?\n6 {SOLVED}\n"));
}

#[test]
fn at_most_twenty_faults_of_a_list_are_shown() {
    let mut list = format!("{SMALL}\n");
    for _ in 0..1000 {
        list += "1.34341221434!.1 # a comment, with words\n";
    }
    let count = |text: &str| text.matches("sudoku::not-a-puzzle").count();
    let run = puzzled("run --as sudoku -").input(&list).run().code(1);
    assert_eq!(run.out().lines().count(), 1001);
    assert_eq!(count(&run.err()), 20, "{}", run.err());
    run.complains("980 more");
    let import = puzzled("import --as sudoku -").input(&list).run().code(1);
    assert_eq!(count(&import.err()), 20, "{}", import.err());
    let end = puzzled("check --format short a.sdm").file("a.sdm", &list).run().code(1);
    let output = end.out() + &end.err();
    assert_eq!(count(&output), 21, "{output}");
    assert!(output.contains("980 more "), "{output}");
    // Trailing comments are not faults.
    let good = format!("{SMALL} # a comment\n").repeat(1000);
    let notice = "a.sdm: read as sudoku, 1000 puzzles\n";
    puzzled("check a.sdm").file("a.sdm", &good).run().code(0).stdout("").stderr(notice);
}

#[test]
fn a_list_under_any_name_is_tested_as_it_is_checked() {
    let good = format!("{SMALL}\n{SMALL}\n");
    let wrong = format!("{SMALL}\n11343412214343.1\n1.3\n");
    for (list, code, passed) in [(&good, 0, "1 of 1 file passed"), (&wrong, 1, "0 of 1 file")] {
        let call = |arguments: &str| puzzled(arguments).file("list.txt", list).run();
        // Without its kind all of it must fit.
        let guessed = call("test list.txt").code(if code == 0 { 0 } else { 2 });
        assert!(guessed.err().contains("read as "), "{}", guessed.err());
        let test = call("test --as sudoku list.txt").code(code).says(passed);
        let check = call("check --as sudoku list.txt").code(code);
        assert_eq!(
            test.out().matches("sudoku::").count(),
            check.out().matches("sudoku::").count(),
            "{}",
            test.out()
        );
        puzzled("test --as sudoku -").input(list).run().code(code).says(passed);
    }
}

/// Files of other programs, each with the puzzles in it.
fn forms() -> Vec<(&'static str, String, usize)> {
    let framed = "*-----*\n|1.|34|\n|34|12|\n|--+--|\n|21|43|\n|43|.1|\n*-----*\n\
                  \x20Simple Sudoku\n  Version 4.2n\n";
    vec![
        ("a.sdk", format!("#AJane\n#DTwo gaps\n{ROWS}"), 1),
        ("b.sdk", format!("[Puzzle]\n{ROWS}[Options]\nx=1\n"), 1),
        ("c.ss", framed.to_owned(), 1),
        ("d.sdm", format!("{SMALL}\n{SMALL} # note\n"), 2),
        ("e.sdm", format!("puzzle,solution\n{SMALL},{SOLVED}\n"), 1),
        (
            "f.sdm",
            format!("{SMALL}:1:{SOLVED}\n0000183b305c {}  7.2\n", SMALL.replace('.', "0")),
            2,
        ),
        ("g.sdk", format!("Grid 01\n{}Grid 02\n{ROWS}", ROWS.replace('.', "-")), 2),
        ("h.ss", framed.replace("1.|", "1X|").replace("|.1", "|X1"), 1),
    ]
}

#[test]
fn every_command_reads_a_file_of_another_program_alike() {
    for (name, text, count) in forms() {
        let call = |arguments: &str| {
            let arguments = format!("{arguments} {name}");
            puzzled(&arguments).file(name, &text).run().code(0)
        };
        assert_eq!(call("run").out(), format!("{SOLVED}\n").repeat(count), "{name}");
        // The number after the colon of a line is said once.
        let check = call("check").out();
        assert_eq!(
            check.matches("sudoku::unread-text").count(),
            usize::from(name == "f.sdm"),
            "{check}"
        );
        assert_eq!(check.is_empty(), name != "f.sdm", "{check}");
        call("test");
        call("show");
        assert!(call("graph").out().contains("graph"), "{name}");
        assert_eq!(call("import").out().matches("sudoku ").count(), count, "{name}");
        let lines = call("export --all --format line").out();
        assert_eq!(lines, format!("{SMALL}\n").repeat(count), "{name}");
        let load = format!("load {name}\nsolve\n");
        let end = puzzled("repl").file(name, &text).input(load).run().code(0);
        end.says(SOLVED);
        // So it is under another name.
        for call in ["run x.txt", "run --as sudoku x.txt"] {
            let end = puzzled(call).file("x.txt", &text).run().code(0);
            end.stdout(&format!("{SOLVED}\n").repeat(count));
        }
        puzzled("show --as sudoku x.txt").file("x.txt", &text).run().code(0);
    }
}

#[test]
fn a_text_that_starts_with_a_declaration_is_a_document() {
    let text = format!("// mine\nsudoku s {{\n{ROWS}}}\nsolve => {SOLVED}\n");
    for name in ["a.sdm", "a.txt", "a"] {
        let call = |verb: &str| puzzled(&format!("{verb} {name}")).file(name, &text).run().code(0);
        call("run").stdout(&format!("{SOLVED}\n"));
        call("test").says("1 expectation held");
        call("check");
        call("show");
    }
}

#[test]
fn a_hopeless_sudoku_answers_and_an_expectation_silences_it() {
    for (body, code) in [
        ("11..\n....\n....\n....\n", "sudoku::duplicate-digit"),
        ("12.3\n..4.\n....\n....\n", "sudoku::no-candidate"),
        ("12..\n..3.\n....\n....\n", "sudoku::no-place"),
    ] {
        let text = format!("sudoku s {{\n{body}}}\n");
        let (_, answers, diagnostics) = run_document(&format!("{text}solve\ncount\n"));
        assert_eq!(answers, ["unsolvable", "0"]);
        assert_eq!(paths(&diagnostics), [code]);
        for stated in ["solve => unsolvable", "count => 0"] {
            let end = puzzled("check a.puzzle").file("a.puzzle", format!("{text}{stated}\n"));
            end.run().code(0).stdout("").stderr("");
            let end = puzzled("test a.puzzle").file("a.puzzle", format!("{text}{stated}\n"));
            end.run().code(0);
        }
    }
}

#[test]
fn a_digest_is_of_the_state_and_not_of_its_drawing() {
    let groups: [(&str, &[&str]); 5] = [
        ("klotski", &["AA.\nB#.\n", "A A .\nB # .\n", "2 3\nA A .\nB # .\n", "A A ..\nB ## ..\n"]),
        ("rush", &["AA.\nBB#\n", "A A o\nB B x\n"]),
        ("sliders", &["AB.\ngoal\n.AB\n", "A B .\ngoal\n. A B\n"]),
        ("bloxorz", &["oSoo\n-ooT\n", "oSoo\n ooT\n", "oSoo--\n-ooT-\n"]),
        (
            "sudoku",
            &["1.34\n3412\n2143\n43.1\n", "1034341221434301\n", "1_|34\n34|12\n21|43\n43|_1\n"],
        ),
    ];
    for (kind, drawings) in groups {
        let mut digests = Vec::new();
        for drawing in drawings {
            let text = format!("{kind} p {{\n{drawing}}}\n");
            let (_, answers, _) = run_document(&format!("{text}digest\n"));
            let [digest] = &answers[..] else { panic!("{kind}: {answers:?}") };
            let (_, _, diagnostics) = run_document(&format!("{text}digest => {digest}\n"));
            assert_eq!(paths(&diagnostics), [] as [&str; 0], "{text}");
            let (_, _, diagnostics) = run_document(&format!("{text}digest => 0123456789abcdef\n"));
            assert_eq!(paths(&diagnostics), ["expectation::wrong"], "{text}");
            digests.push(digest.clone());
        }
        digests.dedup();
        assert_eq!(digests.len(), 1, "{kind}: {digests:?}");
    }
}

#[test]
fn exporting_many_puzzles_takes_time_in_proportion() {
    let mut text = String::new();
    for number in 0..20_000 {
        let _ = writeln!(text, "sudoku s{number} {{ {SMALL} }}");
    }
    let begin = Instant::now();
    let end = puzzled("export --all --format line a.puzzle").file("a.puzzle", &text).run().code(0);
    assert_eq!(end.out().lines().count(), 20_000);
    // Looking through all puzzles for each of them takes many times as long.
    assert!(begin.elapsed() < Duration::from_secs(120), "{:?}", begin.elapsed());
}
