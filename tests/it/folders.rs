//! Holds that every command that can take many puzzles takes folders, and writes a file per puzzle.

use std::sync::Arc;

use crate::common::{Call, puzzled};
use puzzled::diag::Sink;
use puzzled::session::{self, incremental::Incremental};
use puzzled::text::Source;

const TWO: &str = "matrix a { 1 2 / 3 4 }\nmatrix b { 1 2 / 3 4 }\n";
const ONE: &str = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\nsolve => 4\n";

/// The commands that write a file per puzzle, each with the ending of the files.
const WRITERS: [(&str, &str); 7] = [
    ("show", "txt"),
    ("show --svg", "svg"),
    ("show --format json", "json"),
    ("show --growth", "svg"),
    ("graph", "dot"),
    ("graph --format json", "json"),
    ("export --all", "json"),
];

/// Makes a call with documents in a folder and a folder below it.
fn call(words: &str) -> Call {
    puzzled(words)
        .file("levels/two.puzzle", TWO)
        .file("levels/deep/er/one.puzzle", ONE)
        .file("levels/.hidden/x.puzzle", ONE)
        .file("levels/ignored/.puzzleignore", "")
        .file("levels/ignored/x.puzzle", ONE)
        .file("levels/list.sdm", "1034341221434301\n")
        .file("levels/board.txt", "A.B\nC.B\nCD.\n")
}

#[test]
fn a_file_is_written_per_puzzle() {
    for (words, ending) in WRITERS {
        let expected = [
            format!("out/deep/er/one-k.{ending}"),
            format!("out/two-a.{ending}"),
            format!("out/two-b.{ending}"),
        ];
        let grows = words == "show --growth"; // a matrix has no search
        let expected = if grows { &expected[..1] } else { &expected[..] };
        let ended = call(&format!("{words} --out out levels")).run();
        let ended = if grows { ended } else { ended.code(0) };
        assert_eq!(ended.out(), "", "{words}");
        for name in expected {
            assert!(!ended.content(name).is_empty(), "{words}: {name}");
        }
        assert!(ended.err().contains("to out"), "{words}: {}", ended.err());
    }
}

#[test]
fn a_file_that_exists_is_replaced_only_by_force() {
    for (words, ending) in WRITERS {
        let name = format!("out/one-k.{ending}");
        let again = || {
            call(&format!("{words} --out out levels/deep/er"))
                .file(&format!("out/er-k.{ending}"), "")
        };
        let kept = again().file(&name, "mine").run().code(2).complains("`--force`");
        assert_eq!(kept.content(&name), b"mine", "{words}");
        let forced = again().file(&name, "mine").argument("--force").run().code(0);
        assert_ne!(forced.content(&name), b"mine", "{words}");
    }
}

#[test]
fn files_of_the_same_name_are_not_written_twice() {
    for (words, _) in WRITERS.into_iter().filter(|(words, _)| *words != "show --growth") {
        call(&format!("{words} --out out levels/two.puzzle other/two.puzzle"))
            .file("other/two.puzzle", TWO)
            .run()
            .code(2)
            .complains("written to out");
    }
}

#[test]
fn a_folder_is_read_as_its_files_are() {
    let files = "levels/deep/er/one.puzzle levels/two.puzzle";
    for words in ["sheet", "sheet --answers", "rank --format csv", "check", "test"] {
        let folder = call(&format!("{words} levels")).run();
        let named = call(&format!("{words} {files}")).run();
        assert!(!folder.err().contains("cannot"), "{words}: {}", folder.err());
        assert_eq!(folder.out(), named.out(), "{words}");
    }
    let graphs = call("graph levels").run().code(0).out();
    assert_eq!(graphs.matches("digraph").count(), 3, "{graphs}");
    let imported = call("import levels").run().code(0).out();
    assert!(
        imported.contains("sudoku list {") && imported.contains("klotski board {"),
        "{imported}"
    );
    call("import --format sdm levels").run().code(0).says("sudoku list {");
}

#[test]
fn a_picture_of_a_folder_needs_a_place() {
    for words in ["show levels", "show --svg levels", "export levels", "export --all levels"] {
        call(words).run().code(2).stdout("").complains("--out DIR");
    }
    call("show --out out nowhere").run().code(2);
    call("show --out levels/two.puzzle levels").run().code(2).complains("cannot write");
}

/// Calls on a folder, by every command that searches one.
const ON_FOLDERS: [&str; 15] = [
    "check here",
    "check --as rush here",
    "test here",
    "fmt here",
    "fmt --check here",
    "rank here",
    "rank --format json here",
    "sheet here",
    "show here",
    "show --out out here",
    "graph here",
    "export here",
    "export --all --out out here",
    "make matrix --avoid here",
    "import here",
];

#[test]
fn a_folder_with_nothing_to_read_does_not_pass() {
    for command in ON_FOLDERS {
        for file in ["", "here/notes.txt", "here/.hidden.puzzle", "here/deep/x.md"] {
            let mut call = puzzled(command).folder("here");
            if !file.is_empty() {
                call = call.file(file, "matrix m { 1 2 / 3 4 }\n");
            }
            if command == "import here" && file == "here/notes.txt" {
                continue; // it reads such files
            }
            let ended = call.run().code(2);
            let ended = ended.complains("puzzled: nothing to read: ");
            let start = if command.starts_with("test") { "0 expectations held" } else { "" };
            assert!(ended.out().starts_with(start), "{command}: {}", ended.out());
            assert!(start.is_empty() == ended.out().is_empty(), "{command}: {}", ended.out());
        }
    }
}

#[test]
fn binary_files_in_a_folder_are_passed_over_with_a_count() {
    let text = "matrix m { 1 2 / 3 4 }\nrotate 1 => 2 4\n";
    for command in ON_FOLDERS {
        if command.starts_with("import") || command.contains("--as") {
            continue; // they read no documents
        }
        let call = |command: &str| puzzled(command).file("here/a.puzzle", text);
        let alone = call(command).run();
        let beside = call(command)
            .file("here/b.puzzle", b"\x7fELF\x02\x01\0\0\0\0\0\0\0\0\0\0\x03")
            .file("here/deep/c.puzzle", [0; 9])
            .run();
        beside.complains("puzzled: passed over 2 binary files; name a file to have it read\n");
        let beside = call(command).file("here/b.puzzle", [0; 40]).run();
        assert_eq!(beside.status(), alone.status(), "{command}: {}", beside.err());
        assert!(!command.starts_with("make") || alone.status() == Some(0), "{}", alone.err());
        let only = puzzled(command).file("here/b.puzzle", [0; 40]).run().code(2);
        only.complains("puzzled: passed over 1 binary file; name a file to have it read\n");
    }
}

/// A text with one NUL, and one in UTF-16, are texts: what is wrong with them is said.
#[test]
fn texts_with_a_few_nul_characters_in_a_folder_are_read() {
    let wide: Vec<u8> = "matrix m { 1 2 / 3 4 }\n".bytes().flat_map(|byte| [byte, 0]).collect();
    for (bytes, message) in [
        (b"matrix m { 1 2 / 3 4 }\n\0\n".to_vec(), "character"),
        (wide, "this text is UTF-16, not UTF-8"),
    ] {
        for command in ["check here", "test here", "fmt here"] {
            let ended = puzzled(command).file("here/a.puzzle", &bytes).run().code(1);
            let output = ended.out() + &ended.err();
            assert!(
                output.contains(message) && !output.contains("passed over"),
                "{command}: {output}"
            );
        }
    }
}

/// A program that is named has one message, wherever it is read; a text with one NUL has the
/// message about that character.
#[test]
fn a_binary_file_that_is_named_has_one_message() {
    let mut program = b"\x7fELF\x02\x01\0\0\0\0\0\0\0\0\0\0\x03".to_vec();
    for at in 0..20_000_u32 {
        program.extend((at.wrapping_mul(0x9e37_79b9)).to_le_bytes());
    }
    program.extend([0; 64]);
    let message = "this is not a text: it has NUL characters";

    for command in [
        "check a.puzzle",
        "check --format short a.puzzle",
        "check --as sudoku a.puzzle",
        "test a.puzzle",
        "run a.puzzle",
        "fmt a.puzzle",
        "rank a.puzzle",
        "sheet a.puzzle",
        "show a.puzzle",
        "graph a.puzzle",
        "export a.puzzle",
        "verify a.puzzle --answer 4",
        "repl --no-init a.puzzle",
        "grade m.puzzle a.puzzle",
    ] {
        let call = puzzled(command).file("a.puzzle", &program).input("");
        let ended = call.file("m.puzzle", "matrix m { 1 2 / 3 4 }\nring 0 => 1 2 4 3\n").run();
        let output = ended.out() + &ended.err();
        let words = output.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!((1..=2).contains(&words.matches(message).count()), "{command}: {output}");
        assert!(output.len() < 3_000, "{command}: {}", output.len());
    }

    // The checker, the prompt and the server read a text alike.
    for text in [&program[..], b"matrix m { 1 2 / 3 4 }\n\0show\n", b"m\0a\0t\0r\0i\0x\0"] {
        let source = Source::from_bytes("a.puzzle", text.to_vec());
        let watched = Arc::new(Source::from_bytes("a.puzzle", text.to_vec()));
        let of_server = Incremental::new().check(watched).diagnostics(|_| None);
        let mut sink = Sink::new();
        session::read(&source, true, &mut sink);
        let read = sink.take();
        assert!(!read.is_empty());
        assert!(read.iter().all(|diagnostic| of_server.contains(diagnostic)), "{of_server:?}");
        let short = puzzled("check --format short a.puzzle").file("a.puzzle", text).run().code(1);
        let typed = puzzled("repl --no-init").file("a.puzzle", text).input("load a.puzzle\n").run();
        let typed = typed.out() + &typed.err();
        for code in read.iter().map(|diagnostic| diagnostic.code.path) {
            assert!(short.out().contains(code) && typed.contains(code), "{code}: {typed}");
        }
    }
}

#[test]
fn show_and_graph_of_several_puzzles_say_which_one() {
    let text = "klotski k { A . / goal A at (0,1) }\nrush r { ..B. / AAB. / ...C / ...C }\n";
    let notice = |name: &str, option: &str| {
        format!("puzzled: this is `{name}`, one of 2 puzzles; name another, or add `{option}`\n")
    };
    for (command, name, option) in [
        ("show", "r", "--out DIR"),
        ("show --svg", "r", "--out DIR"),
        ("show --growth", "k", "--out DIR"),
        ("show --film", "r", "--out DIR"),
        ("graph", "r", "--out DIR"),
        ("export", "r", "--all"),
    ] {
        let call = puzzled(&format!("{command} a.puzzle")).file("a.puzzle", text);
        call.run().code(0).stderr(&notice(name, option));
        for named in ["k", "r"] {
            let call = puzzled(&format!("{command} a.puzzle {named}")).file("a.puzzle", text);
            call.run().code(0).stderr("");
        }
        let line = text.lines().next().expect("a line");
        puzzled(&format!("{command} a.puzzle")).file("a.puzzle", line).run().code(0).stderr("");
    }
}
