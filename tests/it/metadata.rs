//! Holds that metadata goes with a puzzle of every kind, and changes nothing that is computed.

use crate::common::{declaration, puzzled};
use puzzled::kinds::KINDS;
use serde_json::Value;

const TITLE: &str = "A <title> & more";
const HEAD: &str = "\
/// title: A <title> & more
/// author: J. Doe
/// license: CC0-1.0
/// free text
";

/// Returns the example of each kind.
fn declarations() -> impl Iterator<Item = (&'static str, String)> {
    KINDS.iter().map(|kind| (kind.name, declaration(kind, "x")))
}

/// Runs the program beside a file `x.puzzle` or the like; returns standard output.
fn run(words: &str, (name, text): (&str, &str), input: &str) -> String {
    puzzled(words).file(name, text).input(input).run().out()
}

#[test]
fn metadata_goes_with_every_kind() {
    for (kind, text) in declarations() {
        let whole = format!("{HEAD}{text}");
        let run = |words: &str| run(words, ("x.puzzle", &whole), "");
        assert_eq!(puzzled("fmt -").input(&whole).run().out(), whole, "{kind}");
        assert!(run("show x.puzzle").contains(TITLE), "{kind}: show");
        for words in ["show --svg x.puzzle", "sheet x.puzzle"] {
            let drawn = run(words);
            assert!(drawn.contains("A &lt;title&gt; &amp; more"), "{kind}: {words}");
            assert!(!words.contains("sheet") || drawn.contains("by J. Doe"), "{kind}: {words}");
        }
        // A game has a line per level.
        let ranked = run("rank --format json x.puzzle");
        let ranked = ranked.lines().next().unwrap_or_default();
        let ranked: Value = serde_json::from_str(ranked).expect("JSON");
        assert_eq!(ranked["meta"]["title"], TITLE, "{kind}");
        assert_eq!(ranked["meta"]["note"], "free text", "{kind}");
        let json = run("export x.puzzle");
        let value: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(value["meta"], ranked["meta"], "{kind}");
        let head = HEAD.replace("/// free", "/// note: free");
        let read = puzzled("import x.json").file("x.json", &json).run().out();
        assert!(read.starts_with(&head), "{kind}: import: {read}");
    }
}

#[test]
fn metadata_waits_at_the_prompt_and_is_saved() {
    for (kind, text) in declarations() {
        let typed = format!("{HEAD}\nhelp show\n{text}list\nlist x\nsave saved.puzzle\n");
        let ended = puzzled("repl --no-init").input(typed).run();
        let output = ended.out();
        let whole = format!("{HEAD}{text}");
        assert!(output.contains(TITLE) && output.contains(&whole), "{kind}: {output}");
        let saved = ended.text("saved.puzzle");
        assert!(saved.contains(&whole), "{kind}: {saved}");
    }
}

#[test]
fn metadata_changes_nothing_that_is_computed() {
    for (kind, text) in declarations() {
        let answers =
            |head: &str| puzzled("run -").input(format!("{head}{text}show\ndigest\n")).run().out();
        assert_eq!(answers(HEAD), answers(""), "{kind}");
    }
}

#[test]
fn forms_keep_metadata() {
    let keys = ["title: One", "author: J. Doe", "source: a box", "license: CC0-1.0", "note: a b"];
    let head: String = keys.map(|key| format!("/// {key}\n")).concat();
    for (form, kind) in [
        ("json", "sudoku"),
        ("sdk", "sudoku"),
        ("candidates", "sudoku"),
        ("rush", "rush"),
        ("blocks", "klotski"),
        ("terrain", "bloxorz"),
    ] {
        let (_, text) = declarations().find(|(name, _)| *name == kind).expect("a kind");
        let document = format!("{head}{text}");
        let words = format!("export --format {form} x.puzzle");
        let written = run(&words, ("x.puzzle", &document), "");
        let read = run(&format!("import --as {kind} x.txt"), ("x.txt", &written), "");
        assert!(read.starts_with(&head), "{form}: {written}\n{read}");
    }

    // Elements of a file with one puzzle.
    let grid = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    let head = head.replace("One", "One <& more>");
    let document = format!("{head}sudoku x {{ {grid} }}\n");
    let written = run("export --format opensudoku x.puzzle", ("x.puzzle", &document), "");
    let read = run("import x.opensudoku", ("x.opensudoku", &written), "");
    assert!(read.starts_with(&head), "{written}\n{read}");

    // Collections of other programs have headings in any case.
    let list = "; TITLE: one\n..B.AAB....C...C\n; Title: two\n..B.AAB....C...C\n";
    let text = puzzled("import -").input(list).run().out();
    assert!(text.contains("/// title: one\n") && text.contains("/// title: two\n"), "{text}");
}
