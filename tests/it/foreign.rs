//! Raw and foreign text at every command that loads it: which car must leave a Rush Hour board, which
//! kind the text is of, and which puzzle a limit is for.

use std::fmt::Write as _;
use std::sync::Mutex;

use puzzled::diag::Sink;
use puzzled::kinds::KINDS;
use puzzled::puzzle::Input;
use puzzled::search::{Budget, Cancel, Timekeeper};
use puzzled::text::Source;

use crate::common::puzzled;

/// Car `X` lies in the exit row, and car `A` elsewhere: 3 moves for `X`, none lead to a goal of `A`.
const DRAWN: &str = "..BB..\n..C..D\nXXC..D\nAA..EE\n.F..G.\n.F..G.\n";
/// The same on one line, then a board whose car `A` lies there.
const LISTED: &str = "..BB....C..DXXC..DAA..EE.F..G..F..G.\n..BB....C..DAAC..D....EE.F..G..F..G.\n";
const REMARK: &str = "puzzled: car `X`, ";
/// The commands that load a file, each with its answer about the only board of `DRAWN`.
const COMMANDS: [(&str, &str); 8] = [
    ("run", "3 C+2 D-1 X+4\n"),
    ("check", ""),
    ("test", "1 of 1 file passed"),
    ("show --format json", "\"X to the right edge\""),
    ("graph --states 3", "digraph"),
    ("import", "\n  goal X\n}\n"),
    ("rank --format csv", "b.txt,b,rush,3,4,"),
    ("show --strip", "X+4"),
];

#[test]
fn car_x_in_the_exit_row_leaves_at_every_command_and_it_is_said_once_and_first() {
    for (command, answer) in COMMANDS {
        let call = |options: &str, text: &str| {
            let call = format!("{command} --as rush {options} b.txt");
            puzzled(&call).file("b.txt", text).run()
        };
        let ended = call("", DRAWN).code(0).says(answer);
        let err = ended.err();
        assert!(err.starts_with(REMARK) && err.matches("car `X`").count() == 1, "{command}: {err}");
        // A car that is named needs no remark, and neither does a board in the other letters.
        for (options, text) in
            [("--goal X", DRAWN), ("", &DRAWN.replace("AA", "HH").replace('X', "A"))]
        {
            let err = call(options, text).code(0).err();
            assert!(!err.contains("car `X`"), "{command} {options}: {err}");
        }
        // A list says it once, before its diagnostics.
        let err = call("", &format!("nonsense\n{LISTED}{LISTED}")).err();
        assert!(
            err.starts_with(REMARK) && err.matches("car `X`,").count() == 1,
            "{command}: {err}"
        );
    }

    let named = |goal: &str| {
        let call =
            puzzled(&format!("run --as rush --goal {goal} b.txt")).file("b.txt", DRAWN).run();
        call.out()
    };
    assert_eq!((&*named("X"), &*named("A")), ("3 C+2 D-1 X+4\n", "unsolvable\n"));
    puzzled("run --as rush -").input(LISTED).run().code(0).stdout("3 C+2 D-1 X+4\n3 C+2 D-1 A+4\n");
    let exported =
        puzzled("export --as rush --format rush b.txt").file("b.txt", DRAWN).run().code(0);
    let line = LISTED.lines().next().expect("a board").replace('.', "o");
    assert_eq!(exported.out(), format!("{line}\n"));
    let err = exported.err();
    assert!(err.starts_with(REMARK) && err.lines().count() == 1, "{err}");
}

#[test]
fn a_car_that_is_not_there_and_two_names_are_errors() {
    for command in ["run", "check", "test", "show", "graph", "import", "rank"] {
        for (text, goal, code) in [
            (DRAWN.to_owned(), "Q", "rush::unknown-label"),
            (LISTED.to_owned(), "long", "rush::unknown-label"),
            (format!("{DRAWN}goal B\n"), "X", "rush::second-goal"),
        ] {
            let call = format!("{command} --as rush --goal {goal} b.txt");
            let end = puzzled(&call).file("b.txt", &text).run();
            let output = end.out() + &end.err();
            assert!(output.contains(code), "{call}: {output}");
        }
    }
    let both = format!("{DRAWN}goal B\n");
    puzzled("run --as rush --goal B b.txt").file("b.txt", &both).run().code(0).stderr("");
}

#[test]
fn a_goal_can_be_named_where_rush_text_is_read_and_nowhere_else() {
    let program = puzzled::cli::command();
    let takes = |command: &&clap::Command| {
        command.get_arguments().any(|argument| argument.get_long() == Some("goal"))
    };
    let mut names: Vec<_> =
        program.get_subcommands().filter(takes).map(clap::Command::get_name).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["check", "graph", "import", "rank", "repl", "run", "show", "solve", "test", "verify"]
    );
    let list = "1.343412214343.1\n1.343412214343.1\n";
    let document = "rush r { ..B. / AAB. / ...C / ...C }\n";
    for command in names.into_iter().filter(|name| *name != "repl") {
        for (file, kind) in [("d.puzzle", ""), ("l.sdm", ""), ("s.txt", "--as sudoku ")] {
            let call = format!("{command} {kind}--goal A {file}");
            let call_of = puzzled(&call).file("d.puzzle", document);
            let end = call_of.file("l.sdm", list).file("s.txt", list).run().code(2);
            assert!(end.err().contains("`--goal` is for "), "{call}");
        }
    }
    puzzled("export --goal A d.puzzle").file("d.puzzle", document).run().code(2).stdout("");
}

#[test]
fn a_declaration_with_both_red_cars_is_advised_and_both_fixes_help() {
    let text = "rush r {\n  ..B.\n  XXB. // red\n  AA.C\n  ...C\n}\nsolve => 2\n";
    let line = "rush r { ..B. / XXB. / AA.C / ...C }\nsolve => 2\n";
    for text in [text, line] {
        let source = Source::new("d.puzzle", text);
        let diagnostics = crate::common::diagnostics(&source, "check");
        let [advice] = &diagnostics[..] else { panic!("{diagnostics:?}") };
        assert_eq!(advice.code.path, "rush::which-car");
        let titles: Vec<_> = advice.fixes.iter().map(|fix| &*fix.title).collect();
        assert_eq!(titles, ["Add `goal X`", "Add `goal A`"]);
        for (fix, goal) in advice.fixes.iter().zip(["goal X", "goal A"]) {
            assert!(!fix.is_safe());
            let bytes = puzzled::diag::edited(text.as_bytes(), &fix.edits);
            let fixed = Source::from_bytes("d.puzzle", bytes);
            assert!(fixed.text().contains(goal), "{}", fixed.text());
            let remaining = crate::common::diagnostics(&fixed, "check");
            assert!(remaining.is_empty(), "{remaining:?} in {}", fixed.text());
        }
    }

    for text in [
        "rush r { ..B. / XXB. / AA.C / ...C / goal X }",
        "rush r { ..B. / AAB. / XX.C / ...C }",
        "rush r { ..B. / XXB. / ...C / ...C }",
        "rush r { ..X. / AAX. / ...C / ...C }",
    ] {
        let diagnostics = crate::common::diagnostics(&Source::new("d.puzzle", text), "check");
        assert!(diagnostics.is_empty(), "{diagnostics:?} in {text}");
    }
}

#[test]
fn a_board_without_a_goal_is_told_what_its_reader_can_do() {
    let end = puzzled("run --as rush -").input("..B.CCB.........\n").run().code(1);
    end.complains("`--goal LABEL`");
    puzzled("run --as rush --goal C -")
        .input("..B.CCB.........\n")
        .run()
        .code(0)
        .stdout("2 B+2 C+2\n");
}

/// Counts the parts of a computation, and stops one of them.
#[derive(Debug, Default)]
struct Counted {
    count: Mutex<usize>,
    stopped: usize,
}

impl Timekeeper for Counted {
    fn run(&self, whole: &Budget, work: &mut dyn FnMut(&Budget)) {
        let mut count = self.count.lock().expect("one thread");
        *count += 1;
        let cancel = Cancel::default();
        if *count == self.stopped {
            cancel.cancel();
        }
        work(&Budget { cancel, parts: None, ..whole.clone() });
    }
}

#[test]
fn each_puzzle_of_a_list_has_its_own_time() {
    let rush = "..B.AAB....C...C\n".repeat(3);
    let sudoku = format!("{}\n", "1.343412214343.1").repeat(3);
    let grid = "1.34\n3412\n2143\n43.1\n\n".repeat(3);
    for (kind, text) in [("rush", &rush), ("sudoku", &sudoku), ("sudoku", &grid)] {
        let kind = KINDS.kind(kind).expect("a kind");
        let source = Source::new("x", text.as_str());
        let counted = std::sync::Arc::new(Counted { stopped: 2, ..Counted::default() });
        let budget = Budget { parts: Some(counted.clone()), ..Budget::unlimited() };
        let mut lines = Vec::new();
        (kind.judge)(Input::from(&source), &budget, &mut Sink::new(), &mut |_, line| {
            lines.push(line.to_owned());
        });
        assert_eq!(*counted.count.lock().expect("one thread"), 3, "{text}");
        assert!(
            lines.len() == 3 && lines[0] == lines[2] && !lines[0].contains("gave up"),
            "{lines:?}"
        );
        if kind.name == "rush" {
            assert!(lines[1].starts_with("gave up"), "{lines:?}");
        }
        *counted.count.lock().expect("one thread") = 0;
        let _ = kind.survey_raw(Input::from(&source), Some(&budget), &mut Sink::new());
        assert_eq!(*counted.count.lock().expect("one thread"), 3, "{text}");
    }
}

#[test]
fn a_line_after_a_heavy_one_is_answered() {
    // Every column but the first two and the last has a car that slides freely, and the last a
    // truck that never leaves the exit of `A`.
    let cell = |row: usize, column: usize| match (row, column) {
        (5, 0 | 1) => 'A',
        (0..=10, 11) => 'N',
        (row, column @ 2..=10) if [2, 7][column % 2] <= row && row <= [3, 8][column % 2] => {
            char::from(b'B' + column as u8 - 2)
        }
        _ => 'o',
    };

    let heavy: String = (0..144).map(|at| cell(at / 12, at % 12)).collect();
    let mut text = String::from("..B.AAB.........\n");
    let _ = writeln!(text, "{heavy}\n..B.AAB.........");
    let call = |arguments: &str| puzzled(arguments).file("l.txt", &text).run().code(1);
    let out = call("run --as rush --time 200ms l.txt").out();
    let lines: Vec<_> = out.lines().collect();
    assert!(
        matches!(lines[..], ["2 B+2 A+2", heavy, "2 B+2 A+2"] if heavy.starts_with("gave up")),
        "{out}"
    );

    // The time of the call is for all of them.
    let end = call("run --as rush --total-time 200ms l.txt");
    let out = end.out();
    let lines: Vec<_> = out.lines().collect();
    assert!(
        matches!(lines[..], ["2 B+2 A+2", _, last] if last.starts_with("gave up: expanded 0")),
        "{out}"
    );
    assert!(end.err().contains("--total-time"), "{}", end.err());

    // `check --solve` looks at the last line, too: it has no solution.
    let list = format!("..B.AAB.........\n{heavy}\n..BBAA#.........\n");
    let end = puzzled("check --solve --as rush --time 200ms l.txt").file("l.txt", &list).run();
    let out = end.code(1).out();
    assert!(out.contains("rush::unsolvable") && out.contains("search::gave-up"), "{out}");
}

#[test]
fn numbers_are_those_of_the_lines_that_are_answered() {
    let automaton =
        "23749\n\n(((X . .) X (X . X)) X ((. X X) . (. X .)))\n2\n\n3 []\n// and\n2 [><]\n";
    let matrix = "// turned\n\n2 2 1\n1 2\n3 4\n";
    let klotski = "\n\n3 3\nA . B\nC . B\nC D .\nA\n0 1\n";
    for (kind, text, answer) in [
        ("automaton", automaton, "6 X\n8 .\n"),
        ("matrix", matrix, "3 2 4\n3 1 3\n"),
        ("klotski", klotski, "3 1\nA (0,0) (0,1)\n"),
    ] {
        let call = format!("run --as {kind} --number -");
        puzzled(&call).input(text).run().code(0).stdout(answer);
        let text = text.replace('\n', "\r\n");
        puzzled(&call).input(&text).run().code(0).stdout(answer);
    }
}

#[test]
fn raw_text_is_loaded_at_the_prompt_as_the_kind_that_it_fits() {
    let tree = "23749\n(X . X)\n1\n1 []\n";
    let both = "AA.B\n...B\n....\n....\n";
    let repl = |arguments: &str, lines: &str| {
        let call = puzzled(&format!("repl --no-init {arguments}")).file("t.txt", tree);
        call.file("b.txt", both).file("x.txt", DRAWN).input(lines).run()
    };
    for (arguments, lines) in [("", "load t.txt\nshow\n"), ("t.txt", "show\n")] {
        let end = repl(arguments, lines).code(0);
        assert!(end.out().starts_with('('), "{}", end.out());
        end.complains("t.txt: read as automaton");
    }

    // What the declaration is told is said once.
    let odd = "3 3 1\n1 2 3\n4 5 6\n7 8 9\n";
    for (call, input) in [("repl --no-init", "load m.txt\n"), ("show --as matrix m.txt", "")] {
        let end = puzzled(call).file("m.txt", odd).input(input).run();
        assert_eq!(end.err().matches("matrix::odd-side").count(), 1, "{call}: {}", end.err());
    }

    // Of two kinds that it fits, one has precedence.
    repl("", "load b.txt\n").code(0).complains("b.txt: read as rush");
    for (arguments, lines) in
        [("", "load --as rush b.txt\nsolve\n"), ("--as rush b.txt", "solve\n")]
    {
        assert!(repl(arguments, lines).code(0).out().starts_with("2\nB+"), "{arguments}");
    }

    // So does `reload`, and the goal is named as on the command line.
    let lines = "load --as rush --goal B x.txt\nsolve\nreload\nload --as rush x.txt\nsolve\n";
    let end = repl("", lines).code(0);
    assert!(
        end.out().contains("X+4") && end.err().contains("nothing has changed"),
        "{}",
        end.err()
    );
    assert_eq!(end.err().matches("car `X`").count(), 1);

    for (line, code) in [
        ("load --as rsh b.txt", "did you mean `rush`?"),
        ("load --as", "expected a kind"),
        ("load --goal", "expected a label"),
        ("load --as rush", "name of a file"),
        ("load --goal A", "name of a file"),
        ("load --goal A t.txt", "`--goal` is for "),
        ("load --as sudoku t.txt", "sudoku::"),
    ] {
        let err = repl("", &format!("{line}\n")).code(1).err();
        assert!(err.contains(code), "{line}: {err}");
    }

    repl("--goal A t.txt", "").code(2);
    puzzled("repl --as rush").input("").run().code(2);
    let import = puzzled("import t.txt").file("t.txt", tree).run().code(0);
    import.says("automaton t {").complains("read as automaton");
}

/// One grid in every form that raw input may have, with its solution.
#[test]
fn a_sudoku_is_read_in_the_forms_of_other_programs() {
    const CELLS: &str =
        "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    const SOLUTION: &str =
        "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
    let rows: Vec<&str> = (0..9).map(|row| &CELLS[9 * row..9 * row + 9]).collect();
    let joined = |row_text: &dyn Fn(&str) -> String, between: &str| {
        rows.iter().map(|row| row_text(row)).collect::<Vec<_>>().join(between)
    };
    let split =
        |row: &str, between: &str| row.chars().map(String::from).collect::<Vec<_>>().join(between);
    let fields = |row: &str| split(row, ",").replace('0', "");
    let dots = CELLS.replace('0', ".");
    let boxed = joined(&|row| split(row, " ").replace('0', "·"), " │\n│ ");
    let framed = format!("┌{0}┐\n│ {boxed} │\n└{0}┘\n", "─".repeat(19));

    for text in [
        format!("[[{}]]\n", joined(&|row| split(row, ", "), "], [")),
        format!("[\n  [{}]\n]\n", joined(&|row| split(row, ", "), "],\n  [")),
        format!("[{}]\n", split(CELLS, ",")),
        format!("board = [\n  ({}),\n]\n", joined(&|row| split(row, ", "), "),\n  (")),
        format!("[{}]\n", joined(&|row| format!("\"{row}\""), ",")),
        format!("[[\"{}\"]]\n", joined(&|row| split(row, "\",\""), "\"],[\"")),
        format!("[[{}]]\n", joined(&|row| split(row, ",").replace('0', "null"), "],[")),
        format!("[['{}']]\n", joined(&|row| split(row, "','").replace('0', " "), "'],['")),
        joined(&fields, "\n"),
        joined(&fields, "\r\n") + "\r\n",
        joined(&|row| split(row, ";"), "\n") + "\n",
        format!("puzzle,solution\n{CELLS},{SOLUTION}\n"),
        format!("\"quizzes\",\"solutions\"\n\"{CELLS}\",\"{SOLUTION}\"\n"),
        format!("\"{dots}\"\n"),
        framed,
        format!(
            "<?xml version=\"1.0\"?>\n<opensudoku>\n<game data=\"{CELLS}\" />\n</opensudoku>\n"
        ),
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={CELLS}\n"),
        format!("https://example.org/s/{dots}?x=1\n"),
        format!("99,24,1,0,{dots},C24.m/F11.33\n"),
        format!("0001a2b3c4d5 {CELLS} 7.2\n"),
    ] {
        let end = puzzled("run --as sudoku -").input(&text).run().code(0);
        assert_eq!(end.out(), format!("{SOLUTION}\n"), "{text}");
        let end = puzzled("import --as sudoku -").input(&text).run().code(0);
        assert!(end.out().contains(&dots[..9]), "{text}\n{}", end.out());
    }

    // Several puzzles.
    let game = format!("<game data=\"{CELLS}\"/>");
    let xml = format!("<opensudoku>{game}\n{game}</opensudoku>\n");
    let twice = format!("{SOLUTION}\n{SOLUTION}\n");
    puzzled("run --as sudoku -").input(&xml).run().code(0).stdout(&twice);
    let list = format!("[\"{dots}\",\n\"{dots}\"]\n");
    puzzled("run --as sudoku -").input(&list).run().code(0).stdout(&twice);

    // A form that is written is read again.
    let written = puzzled("export --as sudoku --format opensudoku -").input(CELLS).run().code(0);
    puzzled("run --as sudoku -")
        .input(written.out())
        .run()
        .code(0)
        .stdout(&format!("{SOLUTION}\n"));

    // A to P are all digits of a 16×16 grid.
    let letter = |at: usize| char::from(b'A' + ((4 * (at / 16) + at / 64 + at) % 16) as u8);
    let grid: String = (0..256).map(|at| if at == 9 { '.' } else { letter(at) }).collect();
    let end = puzzled("run --as sudoku -").input(&grid).run().code(0);
    assert!(end.out().starts_with("ABCDEFGHIJKLMNOPEFGH"), "{}", end.out());

    // An array of 16 has numbers, and so has its answer.
    let row = |row: usize| {
        let value = |at: usize| (4 * row + row / 4 + at) % 16 + 1;
        let cell = |at: usize| if (row, at) == (3, 5) { 0 } else { value(at) };
        (0..16).map(|at| cell(at).to_string()).collect::<Vec<_>>().join(",")
    };
    let array = format!("[[{}]]\n", (0..16).map(row).collect::<Vec<_>>().join("],["));
    let end = puzzled("run --as sudoku -").input(&array).run().code(0);
    assert_eq!(end.out().split_whitespace().count(), 256, "{}", end.out());
    assert!(end.out().starts_with("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 5"), "{}", end.out());
}

#[test]
fn packed_links_are_refused_by_the_name_of_their_form() {
    for (link, name) in [
        ("https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA", "f-puzzles"),
        ("https://sudokupad.app/scl4LQBwtg9gDmCWA", "SudokuPad"),
        ("https://app.crackingthecryptic.com/sudoku/Gb8QNj", "SudokuPad"),
    ] {
        for call in ["run --as sudoku -", "check --as sudoku -", "import --as sudoku -"] {
            let end = puzzled(call).input(format!("{link}\n")).run().code(1);
            let output = end.err() + &end.out();
            assert!(output.contains("form-not-read") && output.contains(name), "{call}: {output}");
        }
    }
}

#[test]
fn a_grid_of_256_candidates_is_no_grid_of_256_cells() {
    // 81 groups of 256 digits in all.
    let mut groups: Vec<String> = vec![String::from("123"); 81];
    for (at, group) in groups.iter_mut().enumerate() {
        *group = String::from(if at < 13 { "1234" } else { "123" });
    }
    assert_eq!(groups.concat().len(), 256);
    let rows: Vec<String> = groups.chunks(9).map(|row| row.join(" ")).collect();
    for text in [rows.join("\n"), rows.join(" ")] {
        // 5 has no place.
        let end = puzzled("import --as sudoku -").input(&text).run().code(1);
        assert!(end.out().contains("| 1234  1234  1234 | "), "{}", end.out());
    }
}

#[test]
fn an_export_of_all_writes_what_the_form_can_hold() {
    let mut text =
        String::from("rush good { ..B. / AAB. / .... / .... }\nmatrix m { 1 2 / 3 4 }\n");
    for number in 0..7 {
        let _ = writeln!(text, "rush wide-{number} {{ ..B.. / AAB.. / ..... / ..... }}");
    }
    text += "rush last { ..B. / CCB. / .... / .... / goal C }\n";
    let call = |arguments: &str| puzzled(arguments).file("d.puzzle", &text).run();
    let end = call("export --all --format rush d.puzzle").code(1);
    let end = end.stdout("ooBoAABooooooooo\nooBoAABooooooooo\n");
    let err = end.err();
    let names = "`wide-0`, `wide-1`, `wide-2`, `wide-3`, `wide-4` and 2 more";
    assert!(err.contains(&format!("cannot write {names} as rush: ")), "{err}");
    assert!(!err.contains("good") && !err.contains("last") && err.lines().count() == 1, "{err}");
    call("export --all --format json d.puzzle").code(0).stderr("");
    let wide = text.lines().filter(|line| line.contains("wide")).collect::<Vec<_>>().join("\n");
    let end = puzzled("export --all --format rush d.puzzle").file("d.puzzle", wide).run().code(1);
    assert!(end.stdout("").err().contains(names));
}
