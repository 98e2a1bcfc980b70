//! Holds the table of writers in `SECURITY.md` against the code.

use super::{code, is_test, shipped, sources};
use crate::common::root;

/// The functions that write files.
const FUNCTIONS: [&str; 7] = [
    "replace_through(",
    " replace(",
    "(create(",
    "write_into(",
    "create_private(",
    "Growing::begin(",
    "Growing::reopen(",
];

/// The files that call one of them, each with its name in the table.
const WRITERS: [(&str, &str); 12] = [
    ("src/cli/bless.rs", "`puzzled test --bless`"),
    ("src/cli/check.rs", "`puzzled check --fix`"),
    ("src/cli/each.rs", "`--out DIR`"),
    ("src/cli/fmt.rs", "`puzzled fmt` without `--check`"),
    ("src/cli/verify/kattis.rs", "`puzzled verify --kattis`"),
    ("src/lsp/stdio/log.rs", "`--log FILE`"),
    ("src/lsp/stdio/pages.rs", "`puzzled lsp`"),
    ("src/repl/input/history.rs", "its history and journal"),
    ("src/repl/log/journal.rs", "its history and journal"),
    ("src/repl/log/recording.rs", "`record FILE`"),
    ("src/repl/log/saved.rs", "`save FILE`"),
    ("src/repl/verbs/edit.rs", "a temporary file"),
];

#[test]
fn the_table_of_writers_is_complete() {
    let page = std::fs::read_to_string(root().join("SECURITY.md")).expect("the page is there");
    let table: String = page.lines().filter(|line| line.starts_with("| ")).collect();
    let writes = |text: &str| {
        shipped(text).lines().map(code).any(|line| {
            let called = FUNCTIONS.iter().any(|function| line.contains(function));
            called && !line.contains("fn ") || line.contains(".tempfile()")
        })
    };
    let front_end = |name: &str| !name.starts_with("src/host/") && !is_test(name);
    let files = sources().into_iter().filter(|(name, text)| front_end(name) && writes(text));
    let files: Vec<_> = files.map(|(name, _)| name).collect();
    assert_eq!(files, WRITERS.map(|(name, _)| name), "the files that write files");
    for (file, words) in WRITERS {
        assert!(table.contains(words), "{file}: no row of the table in SECURITY.md has {words}");
    }
}
