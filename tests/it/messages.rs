//! Holds what every message keeps to: characters that are not seen are written as escapes, also on
//! pipes and in files, long names are cut, and a pasted dash is named.

use std::collections::BTreeSet;

use crate::common::{Call, diagnostics, puzzled};
use puzzled::kinds::KINDS;
use puzzled::puzzle::common::{meaning, verbs};
use puzzled::syntax::Fragment;
use puzzled::text::Source;

/// Characters that are not seen, or that change how the text around them is seen.
const UNSEEN: [char; 12] = [
    '\0', '\u{1a}', '\u{1b}', '\u{7f}', '\u{9b}', '\u{ad}', '\u{200b}', '\u{202e}', '\u{2066}',
    '\u{2060}', '\u{3164}', '\u{feff}',
];
/// A grid with one solution, and the solution.
const GRID: &str = "1.343412214343.1\n";
const SOLVED: &str = "1234341221434321\n";

/// Returns the first character of a message that is not seen.
fn unseen(text: &str) -> Option<char> {
    text.chars().find(|char| UNSEEN.contains(char) || char.is_control() && *char != '\n')
}

/// Returns answers that hold a character at their beginning, within and at their end.
fn answers(char: char) -> [String; 3] {
    [format!("x{char}{char}"), format!("12{char}34"), format!("12{char}")]
}

fn judged(arguments: &str) -> Call {
    puzzled(arguments).file("in.txt", GRID).file("right.txt", SOLVED)
}

#[test]
fn verdicts_show_what_is_not_seen() {
    for char in UNSEEN {
        for answer in answers(char) {
            let escape: String = char.escape_default().collect();
            let kattis =
                judged("verify --kattis --as sudoku in.txt right.txt feedback --tell-team");
            let ended = kattis.folder("feedback").input(&answer).run();
            for file in ["judgemessage.txt", "teammessage.txt"] {
                let message = ended.content(&format!("feedback/{file}"));
                let message = String::from_utf8(message).expect("a message is UTF-8");
                assert_eq!(unseen(&message), None, "{answer:?}: {message:?}");
                assert!(message.contains(&escape), "{answer:?}: {message}");
            }
            let ended = judged("verify --as sudoku in.txt").input(&answer).run();
            assert_eq!(unseen(&ended.out()), None, "{answer:?}: {:?}", ended.out());
            assert!(ended.out().contains(&escape), "{answer:?}: {}", ended.out());
            // JSON has escapes of its own, and its reader gets the character.
            let ended = judged("verify --as sudoku --format json in.txt").input(&answer).run();
            assert_eq!(unseen(&ended.out()), None, "{answer:?}: {:?}", ended.out());
            let value: serde_json::Value = serde_json::from_str(&ended.out()).expect("it is JSON");
            let reason = value["reason"].as_str().expect("a text");
            assert!(reason.contains(char), "{answer:?}: {value}");
        }
    }
}

#[test]
fn diagnostics_show_what_is_not_seen() {
    for char in UNSEEN {
        let escape: String = char.escape_default().collect();
        let text = format!("matrix m {{\n  1 2\n  3 4\n}}\nrot{char}ate 1\nshow\n");
        for command in [
            "check",
            "check --format short",
            "check --format github",
            "test --format github",
            "run",
        ] {
            let ended = puzzled(&format!("{command} a.puzzle")).file("a.puzzle", &text).run();
            let output = ended.out() + &ended.err();
            assert_eq!(unseen(&output), None, "{command}: {output:?}");
            let shows = output.contains(&escape) || output.contains("character");
            assert!(shows, "{command}: {char:?}: {output}");
        }
    }
}

#[test]
fn a_pasted_dash_is_named() {
    let text = "matrix m { 1 2 / 3 4 }\nshow\n";
    for dash in ['\u{2010}', '\u{2013}', '\u{2014}', '\u{2212}'] {
        let message = format!("`{dash}solve` begins with a dash that is not `-`");
        for command in ["check", "run", "test", "fmt", "rank", "show", "export", "import", "repl"] {
            let call = puzzled(command).argument(format!("{dash}solve")).file("a.puzzle", text);
            call.run().code(2).complains(&message);
        }
        for command in ["run --as sudoku", "run --as sudoku --jsonl", "verify --jsonl"] {
            puzzled(command).argument(format!("{dash}solve")).run().code(2).complains(&message);
        }

        // Every command, where an option or a name could be, and as the value of an option.
        for command in puzzled::cli::command().get_subcommands() {
            let name = command.get_name();
            let call = puzzled(name).argument(format!("{dash}solve")).input("");
            call.run().complains(&message);
        }

        for command in [
            "make klotski",
            "completions bash",
            "help make",
            "verify a.puzzle",
            "show a.puzzle",
            "graph a.puzzle",
            "export a.puzzle",
            "run --as",
            "run --states",
            "check --format",
            "check --allow",
            "rank --sort",
            "lsp --stdio",
        ] {
            let call = puzzled(command).argument(format!("{dash}solve")).file("a.puzzle", text);
            call.input("").run().code(2).complains(&message);
        }

        let version = format!("`{dash}version` begins with a dash that is not `-`");
        let ended = puzzled("").argument(format!("{dash}version")).run().code(2);
        let err = ended.complains(&version).complains("write `--version`").err();
        assert!(!err.contains("verify"), "{err}");
    }
}

/// Every option of every command is recognized with another dash, whatever follows it.
#[test]
fn an_option_with_a_pasted_dash_is_one_mistake() {
    let mut root = puzzled::cli::command();
    root.build();
    let dashes = ["\u{2013}", "\u{2014}", "\u{2212}", "-\u{2013}"];
    for command in [&root].into_iter().chain(root.get_subcommands()) {
        let name = if command.get_name() == "puzzled" { "" } else { command.get_name() };
        for (number, option) in command.get_arguments().enumerate() {
            let dash = dashes[number % dashes.len()];
            let long = option.get_long().map(|long| (format!("{dash}{long}"), format!("--{long}")));
            let short =
                option.get_short().map(|char| (format!("{dash}{char}"), format!("-{char}")));
            for (word, right) in long.into_iter().chain(short) {
                let call = puzzled(name).argument(&word).argument("a.puzzle").input("");
                let err = call.run().code(2).err();
                assert!(err.contains(&format!("`{word}` begins with")), "{name} {word}: {err}");
                assert!(err.contains(&format!("write `{right}`")), "{name} {word}: {err}");
                assert_eq!(err.matches("a.puzzle").count(), 0, "{name} {word}: {err}");
            }
        }
    }
    let call = puzzled("run").argument("\u{2013}\u{2013}states=5").file("a.puzzle", "");
    call.run().code(2).complains("write `--states=5`");
    // A file may be called so, and what follows `--` is no option.
    let text = "matrix m { 1 2 / 3 4 }\nshow\n";
    let call = puzzled("run").argument("\u{2013}as").file("\u{2013}as", text);
    call.run().code(0).stdout("1 2\n3 4\n");
    let call = puzzled("run --").argument("\u{2013}as").input("");
    call.run().code(2).complains("cannot read");
}

/// Returns the words in back quotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The help on a command that a kind does not have names three commands of the kind at most, and
/// says where the others are listed.
#[test]
fn an_unknown_command_names_few_commands_and_where_all_are() {
    let words: BTreeSet<_> = KINDS.iter().copied().flat_map(verbs).map(|verb| verb.name).collect();
    let mut far = 0;
    for kind in KINDS {
        for word in words.iter().copied().chain(["wibble", "qqq", "xyzzy", "stat", "steps"]) {
            let known = meaning(kind, Fragment { text: word, start: 0 }).is_some();
            if known || word.is_empty() || word == "t" {
                continue;
            }
            let source = Source::new("x", format!("{}{word}\n", kind.example));
            let found = diagnostics(&source, "check");
            let [fault] = &found[..] else { panic!("{}, {word}: {found:?}", kind.name) };
            let help = fault.help.as_deref().unwrap_or_default();
            let list = format!("puzzled help {}", kind.name);
            let (lists, commands): (Vec<_>, Vec<_>) =
                quoted(help).into_iter().partition(|quoted| *quoted == list);
            assert!((1..=3).contains(&commands.len()), "{}, {word}: {help}", kind.name);
            for command in &commands {
                let call = Fragment { text: command, start: 0 };
                assert!(meaning(kind, call).is_some(), "{}, {word}: {help}", kind.name);
            }
            // A single slip is told alone.
            let is_slip = !fault.fixes.is_empty() && commands.len() == 1;
            assert_eq!(lists.len(), usize::from(!is_slip), "{}, {word}: {help}", kind.name);
            far += usize::from(help.starts_with("begin with"));
            // At the prompt `help` lists them.
            if word == "wibble" {
                let input = format!("{}{word}\n", kind.example);
                let err = puzzled("repl --no-init").input(input).run().code(1).err();
                let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(err.contains("`help` lists all commands"), "{err}");
                assert!(!err.contains("puzzled help"), "{err}");
            }
        }
    }
    assert!(far > 50, "{far}");
}

#[test]
fn a_name_of_megabytes_is_cut_in_messages() {
    let name = "n".repeat(3_000_000);
    let text = format!(
        "matrix {name} {{\n  1 2\n  3 4\n}}\nrotat 1\n{name}: rotate x\nuse {name}x\n\
         rotate 1 => 9\nmatrix {name} {{ 1 }}\n{name}y: show\nundo 7\n"
    );

    for command in [
        "check a.puzzle",
        "check --solve a.puzzle",
        "run a.puzzle",
        "test a.puzzle",
        "fmt --check a.puzzle",
        "show a.puzzle",
        "show a.puzzle nosuch",
        "show --out out a.puzzle",
        "graph --out out a.puzzle",
        "export --all --out out a.puzzle",
        "export a.puzzle",
        "rank a.puzzle",
        "sheet a.puzzle",
        "verify --answer 1 a.puzzle",
        "grade a.puzzle b.puzzle",
    ] {
        let call = puzzled(command).file("a.puzzle", &text).file("b.puzzle", &text);
        let errors = call.run().err();
        let begin: String = errors.chars().take(2000).collect();
        assert!(errors.len() < 20_000, "{command}: {} bytes: {begin}", errors.len());
    }

    let typed = format!(
        "load a.puzzle\nforget {name}z\nforget {name}\nuse {name}\nexplain {name}\n{name}\n"
    );
    let call = puzzled("repl --no-init").file("a.puzzle", &text).input(typed);
    let errors = call.run().err();
    let begin: String = errors.chars().take(2000).collect();
    assert!(errors.len() < 20_000, "{} bytes: {begin}", errors.len());
}

/// Wrong arguments that clap quotes: what is not seen is escaped, and what is long is cut.
#[test]
fn wrong_arguments_are_quoted_as_in_messages() {
    let commands = [
        "",
        "make",
        "make sudoku",
        "lsp",
        "completions",
        "help",
        "run --as",
        "run --states",
        "run --time",
        "check --format",
        "check --allow",
        "rank --sort",
        "make sudoku --seed",
        "make sudoku --count",
    ];

    for command in commands {
        for (char, escape) in
            [('\u{1b}', "\\u{1b}"), ('\u{202e}', "\\u{202e}"), ('\u{feff}', "\\u{feff}")]
        {
            for argument in [format!("a{char}[31mb"), format!("--a{char}[31mb")] {
                let ended = puzzled(command).argument(&argument).input("").run().code(2);
                let errors = ended.err();
                assert_eq!(unseen(&errors), None, "{command}: {errors:?}");
                assert!(errors.contains(escape), "{command} {argument:?}: {errors}");
            }
        }
        for long in
            ["x".repeat(100_000), format!("--{}", "é".repeat(50_000)), "\u{1b}".repeat(9_999)]
        {
            let errors = puzzled(command).argument(&long).input("").run().code(2).err();
            assert!(errors.len() <= 3_000 && errors.contains('…'), "{command}: {}", errors.len());
        }
    }
}

#[test]
fn lines_of_json_have_escapes_for_what_is_not_seen() {
    for char in ['\u{202e}', '\u{feff}', '\u{200b}', '\u{9b}'] {
        let answer = format!("B+2{char}");
        let plain = puzzled("verify --as rush --format json in --answer").argument(&answer);
        let plain = plain.file("in", "..B.AAB....C...C\n").run().code(1).out();
        let line = format!(
            "{{\"id\":7,\"kind\":\"rush\",\"puzzle\":\"..B.AAB....C...C\",\"answer\":\"{answer}\"}}\n"
        );
        let listed = puzzled("verify --jsonl").input(&line).run().code(0).out();
        assert_eq!(listed, plain.replacen('{', "{\"id\":7,", 1));
        assert_eq!(unseen(&listed), None, "{listed:?}");
        let solved =
            puzzled("run --as rush --jsonl").input(line.replace('7', &format!("\"{char}\"")));
        assert_eq!(unseen(&solved.run().code(0).out()), None);
    }
}
