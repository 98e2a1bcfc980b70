//! Holds the doors: exit codes and streams of every command, and what bad input gets.

use std::process::Stdio;

use crate::common::puzzled;
use puzzled::codes::codes;
use puzzled::kinds::KINDS;

const GOOD: &str = "matrix m {\n  1 2\n  3 4\n}\n\nrotate 1 => 2 4\n";
const WRONG: &str = "matrix m {\n  1 2\n  3 4\n}\n\nrotate 1 => 4 2\nshow\n";
const WARNED: &str = "automaton a {\n  rule 1\n  tree X . X\n}\n";

#[test]
fn run_prints_answers_and_nothing_else_on_standard_output() {
    puzzled("run a.puzzle").file("a.puzzle", GOOD).run().code(0).stdout("2 4\n1 3\n").stderr("");
    let end = puzzled("run a.puzzle").file("a.puzzle", WRONG).run().code(1);
    end.stdout("2 4\n1 3\n2 4\n1 3\n").complains("expectation::wrong");
    puzzled("").input(GOOD).run().code(0).stdout("2 4\n1 3\n").stderr("");
    puzzled("run -").input(GOOD).run().code(0).stdout("2 4\n1 3\n");
}

#[test]
fn the_judge_prints_what_programming_sites_expect() {
    let raw = "4 4 2\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n";
    let answer = "3 4 8 12\n2 11 10 16\n1 7 6 15\n5 9 13 14\n";
    puzzled("run --as matrix in.txt").file("in.txt", raw).run().code(0).stdout(answer).stderr("");
    puzzled("run --as matrix -").input(raw).run().code(0).stdout(answer).stderr("");
    let crlf = raw.replace('\n', "\r\n");
    puzzled("run --as matrix -").input(crlf).run().code(0).stdout(answer).stderr("");
    puzzled("run --as automaton -")
        .input("23749\n((X . .) X (X . X)) X ((. X X) . (. X .))\n7\n3 []\n2 [><]\n-1 [<>]\n-1 [<><]\n12 [<<<]\n-2 [>><]\n1 [>>>]\n")
        .run()
        .code(0)
        .stdout("X\n.\n.\nX\nX\n.\n.\n")
        .complains("automaton::bare-root");
}

#[test]
fn check_ends_as_its_diagnostics_say() {
    puzzled("check a.puzzle").file("a.puzzle", GOOD).run().code(0).stdout("").stderr("");
    let end = puzzled("check a.puzzle").file("a.puzzle", "matrx m {\n}\n").run().code(1);
    end.stderr("").says("document::unknown-kind").says("1 error in 1 file");
    let end = puzzled("check a.puzzle").file("a.puzzle", WARNED).run().code(0);
    end.stderr("").says("1 warning in 1 file");
    let end = puzzled("check --deny warnings a.puzzle").file("a.puzzle", WARNED).run().code(1);
    end.says("automaton::bare-root");
    let end = puzzled("check --as matrix in").file("in", "2 2 1\n1 2\n3 x\n").run().code(1);
    end.says("matrix::not-an-integer");
}

#[test]
fn test_holds_expectations_and_bless_rewrites_them() {
    let end = puzzled("test a.puzzle").file("a.puzzle", GOOD).run().code(0).stderr("");
    end.stdout("1 expectation held, 0 wrong; 1 of 1 file passed\n");
    let end = puzzled("test a.puzzle").file("a.puzzle", WRONG).run().code(1).stderr("");
    end.says("1 wrong").says("expectation::wrong");
    let wrong =
        format!("{WRONG}rotate 1 => {{\n  9\n}} // kept\nshow => {{ }}\nrings => nonsense\n");
    let end = puzzled("test --bless a.puzzle").file("a.puzzle", &wrong).run().code(0);
    let once = end.text("a.puzzle");
    assert!(once.contains("rotate 1 => 2 4\n") && once.contains("} // kept"), "{once}");
    puzzled("test a.puzzle").file("a.puzzle", &once).run().code(0);
    let end = puzzled("test --bless a.puzzle").file("a.puzzle", &once).run().code(0);
    assert_eq!(end.text("a.puzzle"), once, "blessing twice");
    // An error that no rewriting fixes stays an error, and the rest of the file stays as it is.
    let broken = format!("{WRONG}rotat 1\n");
    let end = puzzled("test --bless a.puzzle").file("a.puzzle", &broken).run().code(1);
    assert_eq!(end.text("a.puzzle"), broken.replace("4 2", "2 4"));
}

#[test]
fn fmt_rewrites_or_only_names() {
    let loose = "matrix   m{\n1 2\n3 4\n}\nrotate   1\n";
    let tidy = "matrix m {\n  1 2\n  3 4\n}\nrotate 1\n";
    let end = puzzled("fmt --check a.puzzle").file("a.puzzle", loose).run().code(1);
    let end = end.stdout("a.puzzle\n");
    assert_eq!(end.content("a.puzzle"), loose.as_bytes());
    let end = puzzled("fmt a.puzzle").file("a.puzzle", loose).run().code(0).stdout("");
    assert_eq!(end.text("a.puzzle"), tidy);
    puzzled("fmt --check a.puzzle").file("a.puzzle", tidy).run().code(0).stdout("").stderr("");
    puzzled("fmt -").input(loose).run().code(0).stdout(tidy);
    let broken = "matrix m {\n  1 2\n  3 4\n";
    let end = puzzled("fmt a.puzzle").file("a.puzzle", broken).run().code(1);
    assert_eq!(end.content("a.puzzle"), broken.as_bytes());
    end.complains("syntax::unclosed-brace");
}

#[test]
fn fmt_leaves_a_text_that_is_no_document_as_it_is() {
    for (name, text) in [
        ("notes.txt", "a   note\n\n\n   about  puzzles\n"),
        ("list.sdm", "1.343412214343.1\n"),
        ("README", "# Levels\n\n    rotate   1\n"),
    ] {
        let end = puzzled(&format!("fmt {name}")).file(name, text).run().code(2).stdout("");
        assert_eq!(end.text(name), text);
        end.complains(name).complains("puzzled import");
    }
    let end = puzzled("fmt m.txt").file("m.txt", "matrix   m { 1 2 / 3 4 }\n").run().code(0);
    assert_eq!(end.content("m.txt"), b"matrix m { 1 2 / 3 4 }\n");
}

#[test]
fn what_is_saved_is_laid_out() {
    let typed = "matrix   n{5  6 / 7 8}\nmatrix m {\n1 2\n3 4\n}\nrotate   1\nsave s.puzzle\n";
    let saved = puzzled("repl").input(typed).run().code(0).text("s.puzzle");
    assert!(saved.contains("\n\nmatrix m {\n  1 2\n  3 4\n}\nm: rotate 1\n"), "{saved}");
    puzzled("fmt --check s.puzzle").file("s.puzzle", &saved).run().code(0);
}

#[test]
fn explain_knows_every_code() {
    let list = puzzled("help codes").run().code(0).stderr("").out();
    assert_eq!(list.lines().count(), codes().len());
    for code in codes() {
        assert!(list.contains(code.path), "{}", code.path);
        let page = puzzled::codes::page(code);
        assert!(page.starts_with(code.path) && page.contains(code.title), "{page}");
        assert!(!page.contains("```") && !page.contains('\u{1b}'), "{page}");
    }
    let code = "syntax::unclosed-brace";
    let end = puzzled("explain").argument(code).run().code(0).stderr("");
    end.says(code).says("wrong:").says("right:");
    let end = puzzled("explain syntax::unclosed-brase").run().code(2).stdout("");
    end.complains("did you mean `syntax::unclosed-brace`?");
    puzzled("explain nonsense").run().code(2).stdout("").complains("`nonsense`");
    puzzled("explain").run().code(0).stdout(&puzzled("help").run().out());
}

#[test]
fn show_draws_each_kind() {
    for kind in KINDS {
        let info = kind;
        let end = puzzled("show a.puzzle").file("a.puzzle", info.example).run().code(0);
        assert!(!end.out().trim().is_empty() && !end.out().contains('\u{1b}'), "{}", info.name);
        let end = puzzled("show --svg a.puzzle").file("a.puzzle", info.example).run().code(0);
        assert!(end.out().starts_with("<svg") && end.out().trim_end().ends_with("</svg>"));
        let end = puzzled("show --ascii a.puzzle").file("a.puzzle", info.example).run().code(0);
        assert!(end.out().is_ascii(), "{}", end.out());
    }
    let end = puzzled("show a.puzzle nobody").file("a.puzzle", GOOD).run();
    assert!(end.err().contains("nobody"), "{}", end.err());
}

#[test]
fn the_pages_for_man_are_one_per_command() {
    let mut command = puzzled::cli::command();
    command.build();
    let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    let mut names: Vec<_> =
        shown.map(|subcommand| format!("puzzled-{}", subcommand.get_name())).collect();
    names.push("puzzled".to_owned());
    let end = puzzled("completions man --out share/man1").run().code(0).stdout("");
    let end = end.stderr(&format!("puzzled: wrote {} files to share/man1\n", names.len()));
    for name in names {
        let page = end.text(&format!("share/man1/{name}.1"));
        let version = env!("CARGO_PKG_VERSION");
        let title = format!("\n.TH {name} 1 \" \" \"puzzled {version}\" puzzled\n");
        assert!(page.contains(&title), "{name}: {page}");
    }
    let again = puzzled("completions man --out man1").file("man1/puzzled.1", "old");
    let end = again.run().code(2).complains("--force");
    assert_eq!(end.content("man1/puzzled.1"), b"old");
    let again = puzzled("completions man --out man1 --force").file("man1/puzzled.1", "old");
    assert_ne!(again.run().code(0).content("man1/puzzled.1"), b"old");
}

#[test]
fn usage() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        puzzled("completions").argument(shell).run().code(0).says("puzzled").stderr("");
    }
    for wrong in ["completions cobol", "completions man", "completions bash --out scripts"] {
        puzzled(wrong).run().code(2).stdout("");
    }
    let version = format!("puzzled {}\n", env!("CARGO_PKG_VERSION"));
    puzzled("--version").run().code(0).stdout(&version);
    for command in
        ["run", "check", "test", "fmt", "repl", "explain", "show", "graph", "completions"]
    {
        puzzled("--help").run().code(0).says(command).stderr("");
        puzzled(command).argument("--help").run().code(0).stderr("");
    }
    for call in
        ["nonsense", "run", "import", "run --as chess a", "check --format xml a", "--color blue"]
    {
        let end = puzzled(call).run().code(2).stdout("");
        assert!(end.err().contains("error:"), "{call}: {}", end.err());
    }
}

#[test]
fn what_cannot_be_read_ends_with_2_and_the_rest_is_done() {
    for command in ["run", "check", "test", "fmt", "show", "graph", "sheet"] {
        let end = puzzled(command).argument("absent.puzzle").run().code(2);
        assert!(!end.out().contains("absent.puzzle"), "{command}: {}", end.out());
        end.complains("absent.puzzle");
    }
    let end = puzzled("run folder.puzzle").folder("folder.puzzle").run().code(2).stdout("");
    end.complains("cannot read folder.puzzle: ");
    let end = puzzled("run --as matrix box").folder("box").run().code(2).stdout("");
    end.complains("cannot read box: ");
    puzzled("run --as matrix absent").run().code(2).stdout("").complains("absent");
    let end = puzzled("run absent.puzzle a.puzzle").file("a.puzzle", GOOD).run().code(2);
    end.stdout("2 4\n1 3\n").complains("absent.puzzle");
    let end = puzzled("check absent.puzzle a.puzzle").file("a.puzzle", "}\n").run().code(2);
    end.complains("absent.puzzle").says("syntax::stray-closer");
}

#[test]
fn a_file_without_a_known_ending_is_read_as_the_kind_that_it_fits() {
    let raw = "2 2 1\n1 2\n3 4\n";
    let read = |call: &str| puzzled(call).argument("in.txt").file("in.txt", raw).run().code(0);
    for command in ["run", "solve", ""] {
        read(command).stdout("2 4\n1 3\n").stderr("in.txt: read as matrix\n");
    }
    read("check").stdout("").stderr("in.txt: read as matrix\n");
    for command in ["run", "solve", "check", "test", "rank", "import", "verify --answer 1", "show"]
    {
        let call = puzzled(command).argument("in.txt").file("in.txt", "¿?\n");
        let end = call.run().code(2);
        // The report of `test` counts the file.
        assert!(end.out().is_empty() || command == "test", "{command}: {}", end.out());
        end.complains("in.txt is neither a document nor a puzzle").complains("--as KIND");
        // A fault of the kind that it resembles.
        let call = puzzled(command).argument("in.txt").file("in.txt", "2 2 1\n1 2\n3\n");
        call.run().code(2).complains("read as matrix").complains("in.txt:3:");
    }
}

#[test]
fn an_empty_file_says_so() {
    for text in ["", "\n", " \r\n\t", "\u{feff}"] {
        for command in ["check", "run", "test"] {
            let end = puzzled(command).argument("a.puzzle").file("a.puzzle", text).run().code(1);
            let report = if command == "run" { end.err() } else { end.out() };
            assert!(report.contains("document::empty"), "{command}: {report}");
        }
        for kind in KINDS {
            let end = puzzled("run --as").argument(kind.name).argument("-").input(text).run();
            assert!(end.out().trim().is_empty(), "{}: {}", kind.name, end.out());
            let end = end.code(1);
            assert!(!end.err().is_empty(), "{}", kind.name);
        }
    }
    puzzled("").input("").run().code(0).stdout("").stderr("");
}

/// Returns whether a text has nothing that a terminal obeys.
fn harmless(text: &str) -> bool {
    !text.chars().any(|char| char.is_control() && !matches!(char, '\n' | '\r' | '\t'))
}

#[test]
fn hostile_bytes_are_never_echoed() {
    let hostile: &[(&str, &[u8])] = &[
        ("ESC", b"matrix m {\n  1 2\n  3 \x1b[31m\n}\nshow \x1b]0;title\x07\nrotat\x1b[2J 1\n"),
        ("NUL", b"matrix m {\n  1 \x00\n  3 4\n}\nrotate \x00\nuse \x00m\n"),
        ("C1", "matrix m {\n  1 2\n  3 \u{9b}31m\n}\nrotate \u{9b}1\nm\u{85}: show\n".as_bytes()),
        ("not UTF-8", b"matrix m {\n  1 2\n  3 \xff\xfe\n}\nrotate \xc3\n\xe2\x28\xa1\n"),
    ];

    for (what, bytes) in hostile {
        for format in ["human", "short", "json", "sarif", "github"] {
            let end = puzzled("check --format").argument(format).argument("a.puzzle");
            let end = end.file("a.puzzle", bytes).run().code(1);
            assert!(harmless(&end.out()) && harmless(&end.err()), "{what} in {format}");
        }
        for command in ["run", "test", "fmt", "show", "show --svg", "sheet", "graph"] {
            let end = puzzled(command).argument("a.puzzle").file("a.puzzle", bytes).run();
            assert!(harmless(&end.out()) && harmless(&end.err()), "{what}: {command}");
            assert_eq!(end.content("a.puzzle"), *bytes, "{what}: {command} changed the file");
        }
        let end = puzzled("").input(bytes).run().code(1);
        assert!(harmless(&end.out()) && harmless(&end.err()), "{what} on a pipe");
        for kind in KINDS {
            let end = puzzled("run --as").argument(kind.name).argument("-");
            let end = end.input(bytes).run().code(1);
            assert!(harmless(&end.out()) && harmless(&end.err()), "{what} for {}", kind.name);
        }
    }

    // Names of files too.
    let name = "evil\u{1b}[31m.puzzle";
    for format in ["human", "short", "json", "sarif", "github"] {
        let end = puzzled("check --format").argument(format).argument(name).file(name, "}\n").run();
        assert!(harmless(&end.out()) && harmless(&end.err()), "{format}");
    }
}

#[test]
fn bytes_that_are_no_utf8_are_placed() {
    let bytes = b"matrix m {\n  1 2\n  3 4\n}\nrotate \xff\xfe\nshow\n";
    let end = puzzled("check --format short a.puzzle").file("a.puzzle", bytes).run().code(1);
    assert_eq!(end.out().lines().count(), 1, "{}", end.out());
    end.says("a.puzzle:5:8: error[syntax::not-utf8]");
}

#[test]
fn a_line_of_a_megabyte_is_no_trouble() {
    let long = format!("matrix m {{\n  1 2\n  3 4\n}}\nrotate {}\n", "x".repeat(1 << 20));
    let end = puzzled("check a.puzzle").file("a.puzzle", &long).run().code(1).stderr("");
    assert!(end.out().len() < 3000, "{} bytes", end.out().len());
    end.says("syntax::bad-argument");
    let row = "7 ".repeat(1 << 19);
    let row = format!("matrix m {{\n  {}\n  1\n}}\n", row.trim_end());
    let end = puzzled("check a.puzzle").file("a.puzzle", &row).run().code(1);
    assert!(end.out().len() < 3000, "{} bytes", end.out().len());
}

#[test]
fn all_faults_are_found_and_the_human_output_is_bounded() {
    let text = format!("matrix m {{\n  1 2\n  3 4\n}}\n{}", "rotat 1\n".repeat(10_000));
    let end = puzzled("check --format json a.puzzle").file("a.puzzle", &text).run().code(1);
    assert_eq!(end.out().lines().count(), 10_000);
    let end = puzzled("check a.puzzle").file("a.puzzle", &text).run().code(1);
    assert!(end.out().len() < 100_000, "{} bytes", end.out().len());
    end.says("and 9900 more in a.puzzle").says("10000 errors in 1 file");
    let end = puzzled("check --limit 2 a.puzzle").file("a.puzzle", &text).run().code(1);
    end.says("and 9998 more");
    let body = format!("matrix m {{\n{}}}\n", "  x y\n".repeat(5_000));
    let end = puzzled("check --format json a.puzzle").file("a.puzzle", &body).run().code(1);
    assert!(end.out().lines().count() >= 5_000, "{}", end.out().lines().count());
}

#[test]
fn folders_are_walked_in_the_order_of_names() {
    let call = || {
        puzzled("check --format short sub b.puzzle")
            .file("sub/z.puzzle", "}\n")
            .file("sub/a.puzzle", "}\n")
            .file("sub/deep/m.puzzle", "}\n")
            .file("sub/.hidden/h.puzzle", "}\n")
            .file("sub/notes.txt", "}\n")
            .file("b.puzzle", "}\n")
    };
    let end = call().run().code(1);
    let text = end.out();
    let files: Vec<_> = text.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(files, ["sub/a.puzzle", "sub/deep/m.puzzle", "sub/z.puzzle", "b.puzzle"]);
    for _ in 0..3 {
        assert_eq!(call().run().out(), text, "the order changes");
    }
}

/// A misspelled folder, or one whose files end otherwise, is not taken for one without mistakes.
#[test]
fn folders_without_documents_are_named() {
    for command in ["check", "test", "fmt", "rank"] {
        let call = |words: &str| {
            puzzled(&format!("{command} {words}")).file("sub/list.sdm", "").folder("empty")
        };
        // A call on nothing, such as on a folder that was moved, must not pass.
        call("sub empty").run().code(2).complains("sub, empty ");
    }
    let end = puzzled("check sub empty").file("sub/a.puzzle", GOOD).folder("empty").run().code(0);
    end.stdout("").stderr("");
}

/// A command for one file does not take another one for the name of a puzzle.
#[test]
fn a_second_file_is_refused() {
    let two = "matrix a { 1 2 / 3 4 }\nmatrix b { 5 6 / 7 8 }\n";
    let call = |words: &str| puzzled(words).file("a.puzzle", two).file("b.puzzle", two).run();
    for command in ["show", "show --svg", "show --growth", "show --ask digest", "graph", "export"] {
        for second in ["b.puzzle", "./b", "../b"] {
            let end = call(&format!("{command} a.puzzle {second}")).code(2).stdout("");
            end.complains("`--out DIR`");
        }
    }
    for words in [
        "export --all a.puzzle b.puzzle",
        "lsp --log a --log b",
        "make matrix --out a --out b",
        "show --out a --out b a.puzzle",
    ] {
        call(words).code(2).stdout("");
    }
}

#[test]
fn an_export_says_which_of_several_puzzles_it_is() {
    let two = "matrix a { 1 2 / 3 4 }\nmatrix b { 5 6 / 7 8 }\n";
    let call = |words: &str, text: &str| puzzled(words).file("a.puzzle", text).run().code(0);
    call("export a.puzzle", two).complains("`b`, one of 2 puzzles").says("\"b\"");
    let used = format!("{two}use a\n");
    call("export a.puzzle", &used).complains("`a`, one of 2 puzzles").says("\"a\"");
    for (words, text) in [
        ("export a.puzzle a", two),
        ("export --all a.puzzle", two),
        ("export a.puzzle", "matrix a { 1 2 / 3 4 }\n"),
    ] {
        call(words, text).stderr("");
    }
}

#[test]
fn colors_only_where_they_are_wanted() {
    let call = |arguments: &str| puzzled(arguments).file("a.puzzle", "}\n");
    assert!(harmless(&call("check a.puzzle").run().out()));
    assert!(call("check --color always a.puzzle").run().out().contains("\u{1b}["));
    assert!(harmless(&call("check --color never a.puzzle").run().out()));
    let forced = call("check a.puzzle").variable("CLICOLOR_FORCE", "1");
    assert!(forced.run().out().contains("\u{1b}["));
    let both = call("check a.puzzle").variable("CLICOLOR_FORCE", "1").variable("NO_COLOR", "1");
    assert!(harmless(&both.run().out()));
    let ascii = call("check a.puzzle").variable("LC_ALL", "C").run();
    assert!(ascii.out().is_ascii(), "{}", ascii.out());
}

#[test]
fn a_reader_that_went_away_is_no_panic() {
    let many = format!("matrix m {{\n  1 2\n  3 4\n}}\n{}", "show\n".repeat(50_000));
    for arguments in ["run a.puzzle", "check --format json a.puzzle", "help codes"] {
        let call = puzzled(arguments).file("a.puzzle", &many);
        let mut child = call
            .command()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!errors.contains("panic"), "{arguments}: {errors}");
        assert_ne!(output.status.code(), Some(101), "{arguments}");
    }
}

#[test]
fn twelve_faults_give_twelve_diagnostics() {
    let text = "\
chess c {
  Ke1
}
automaton a {
  rule 23749
  tree (X . X)
}
dance
automaton a {
  rule 1
  tree X
}
automaton b {
  rule 65536
  tree X
}
automaton d {
  rule 1
  tree (X .)
}
a: 0 [<<]
a: -1 []
automaton e {
  23749
  (X . X)
  3
  0 []
}
matrix r {
  1 2
  3
}
matrix l {
  1 2
  3 x
}
a: reset
a: at [] => X
matrix u {
  1 2
  3 4
";
    let end = puzzled("check --format short a.puzzle").file("a.puzzle", text).run().code(1);
    let text = end.out();
    let mut codes: Vec<_> = text
        .lines()
        .filter_map(|line| {
            let (place, rest) = line.split_once(": error[")?;
            Some((place.split(':').nth(1)?, rest.split(']').next()?))
        })
        .collect();
    codes.sort_by_key(|(line, _)| line.parse::<u32>().unwrap_or(0));
    assert_eq!(
        codes,
        [
            ("1", "document::unknown-kind"),
            ("8", "command::unknown-verb"),
            ("9", "document::duplicate-name"),
            ("14", "automaton::rule-range"),
            ("19", "automaton::missing-child"),
            ("21", "automaton::off-tree"),
            ("22", "automaton::before-start"),
            ("26", "automaton::query-count"),
            ("31", "matrix::ragged-row"),
            ("35", "matrix::not-an-integer"),
            ("38", "expectation::wrong"),
            ("41", "syntax::unclosed-brace"),
        ],
        "{text}"
    );
}

const GRID: &str = "1.34\n3412\n2143\n43.1\n";

#[test]
fn foreign_files_become_documents() {
    let sdk = format!("#A Jane\n{GRID}");
    let document = "/// author: Jane\nsudoku my-grid {\n  1.34\n  3412\n  2143\n  43.1\n}\n";
    puzzled("import")
        .argument("my grid.sdk")
        .file("my grid.sdk", &sdk)
        .run()
        .code(0)
        .stdout(document);
    puzzled("import --as sudoku -").input(GRID).run().code(0).says("sudoku sudoku {\n  1.34\n");
    let both = puzzled("import a.sdm b.sdm")
        .file("a.sdm", GRID.replace('\n', ""))
        .file("b.sdm", format!("{0}\n{0}\n", GRID.replace('\n', "")));
    both.run().code(0).says("sudoku a {").says("\nsudoku b-1 {").says("\nsudoku b-2 {");
    let wrong = puzzled("import a.sdm b.sdm").file("a.sdm", "12").file("b.sdm", "1.343412214343.1");
    wrong.run().code(1).complains("sudoku::cells").says("sudoku b {");
    // Diagnostics of the kind are reported in the document.
    let twice = puzzled("import --as sudoku -").input("11343412214343.1").run().code(1);
    twice
        .complains("sudoku::duplicate-digit")
        .complains("<stdin>, imported:2:")
        .says("sudoku sudoku");
    puzzled("import nothing.sdk").run().code(2).complains("cannot read nothing.sdk");
    puzzled("import --as klotski --format sdk -").run().code(2).complains("holds no klotski");
    puzzled("import -").input("").run().code(1).complains("import::empty");
}

#[test]
fn puzzles_are_written_as_they_stand() {
    let text =
        format!("sudoku s {{\n{GRID}}}\nmatrix m {{\n1 2\n3 4\n}}\nm: rotate 1\ns: play r1c2=2\n");
    let call = |arguments: &str| puzzled(arguments).file("a.puzzle", &text).run();
    call("export --format line a.puzzle s").code(0).stdout("12343412214343.1\n");
    call("export --format ss a.puzzle s").code(0).stdout("12|34\n34|12\n-----\n21|43\n43|.1\n");
    call("export a.puzzle").code(0).says("\"kind\": \"matrix\"").says("[2, 4],\n    [1, 3]");
    call("export --all a.puzzle").code(0).says("\"name\": \"s\"").says("\"name\": \"m\"");
    call("export --format sdm --all a.puzzle").code(0).stdout("1234341221434301\n");
    let wrong = call("export --format sdm a.puzzle").code(1).stdout("");
    wrong.complains("`m` as sdm").complains("`json`");
    call("export a.puzzle n").code(2).complains("no puzzle `n`");
    call("export --format sdx a.puzzle").code(2).complains("sdm");
    let other =
        puzzled("export --format line x.ss").file("x.ss", "1.|34\n34|12\n--\n21|43\n43|.1\n");
    other.run().code(0).stdout("1.343412214343.1\n");
    // A block that lies can be declared nowhere: the moves go with it.
    let rolled = "bloxorz b {\n  oSoooT\n}\nplay R\n";
    let json = puzzled("export -").input(rolled).run().code(0).says("\"play R\"").out();
    let again = puzzled("import --as bloxorz -").input(json).run().code(0);
    again.stdout("bloxorz b {\n  oSoooT\n}\nplay R\n");
    let wrong = puzzled("export --format terrain -").input(rolled).run().code(1);
    wrong.complains("the state in which `b`");
}
