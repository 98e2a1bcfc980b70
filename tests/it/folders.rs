//! Holds that every command that can take many puzzles takes folders, and writes a file per puzzle.

use crate::common::{Call, puzzled};

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

/// A call with documents in a folder and a folder below it.
fn call(words: &str) -> Call {
    puzzled(words)
        .file("levels/two.puzzle", TWO)
        .file("levels/deep/er/one.puzzle", ONE)
        .file("levels/.hidden/x.puzzle", ONE)
        .file("levels/ignored/.puzzleignore", "")
        .file("levels/ignored/x.puzzle", ONE)
        .file("levels/list.sdm", "1034341221434301\n")
        .file("levels/board.txt", "A.B/C.B/CD.\n")
}

#[test]
fn a_file_is_written_per_puzzle() {
    for (words, ending) in WRITERS {
        let wanted = [
            format!("out/deep/er/one-k.{ending}"),
            format!("out/two-a.{ending}"),
            format!("out/two-b.{ending}"),
        ];
        let grows = words == "show --growth"; // a matrix has no search
        let wanted = if grows { &wanted[..1] } else { &wanted[..] };
        let ended = call(&format!("{words} --out out levels")).run();
        let ended = if grows { ended } else { ended.code(0) };
        assert_eq!(ended.out(), "", "{words}");
        for name in wanted {
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
