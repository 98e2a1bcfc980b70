//! Holds the rules of the architecture: floors, no loose ends, and that every code and every verb is
//! unique.

mod codes;
mod contract;
mod floors;
mod functions;
mod readers;
mod requests;
mod shell;
mod verbs;
mod writers;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use self::floors::{floor, module};
use crate::common::{files, root, shown_path};
use puzzled::kinds::KINDS;

/// Returns every Rust file under `src`, with its text.
fn sources() -> Vec<(String, String)> {
    files("src")
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| (shown_path(path), std::fs::read_to_string(path).expect("a source is UTF-8")))
        .collect()
}

/// Returns a line without its comment. (`//` within a string cuts it too, which hides nothing of
/// note.)
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// Returns the text of a file up to its unit tests.
fn shipped(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

/// Returns whether a file belongs to a module that is declared as a test, in the file of another
/// module.
fn is_test(name: &str) -> bool {
    static MODULES: LazyLock<Vec<String>> = LazyLock::new(test_modules);
    let name = name.trim_end_matches(".rs");
    MODULES.iter().any(|module| {
        name.strip_prefix(module.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Returns the paths, without their ending, of the modules that are declared as tests.
fn test_modules() -> Vec<String> {
    let mut modules = Vec::new();
    for (name, text) in sources() {
        let name = name.trim_end_matches(".rs");
        let (folder, last) = name.rsplit_once('/').expect("sources lie in `src`");
        let home = if ["mod", "lib", "main"].contains(&last) { folder } else { name };
        for line in
            text.split("#[cfg(test)]").skip(1).filter_map(|rest| rest.trim_start().lines().next())
        {
            let module = line.split_once("mod ").and_then(|(_, name)| name.strip_suffix(';'));
            modules.extend(module.map(|module| format!("{home}/{module}")));
        }
    }
    modules
}

/// Returns the words in quotes that code compares with something: `== "x"`, `"x" =>`, `"x" | "y"`.
fn compared(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('"').skip(1).step_by(2);
    quoted.filter(move |word| {
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        let before = line[..at - 1].trim_end();
        let after = line[at + word.len()..].trim_start_matches(['"', ')']).trim_start();
        before.ends_with("==")
            || before.ends_with("!=")
            || before.ends_with('|')
            || before.contains("matches!(")
            || ["=>", "==", "!=", "|", "if "].iter().any(|sign| after.starts_with(sign))
    })
}

#[test]
fn nothing_above_the_kinds_compares_the_name_of_a_kind() {
    let names: BTreeSet<_> = KINDS.iter().map(|kind| kind.name).collect();
    let mut faults = Vec::new();
    for (name, text) in sources() {
        if floor(module(&name)).is_none_or(|floor| floor < 5) || is_test(&name) {
            continue;
        }
        let words = shipped(&text).lines().flat_map(compared).filter(|word| names.contains(word));
        faults.extend(words.map(|word| format!("{name} compares `{word}`")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(compared("if verb.name == \"solve\" {").collect::<Vec<_>>(), ["solve"]);
    assert_eq!(compared("    \"a\" | \"b\" => f(\"c\"),").collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(compared("Some(\"a\") if x != \"b\" => \"c\"").collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(compared("matches!(x, \"a\" | \"b\")").collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(compared("name: \"a\", [\"b\", \"c\"]").count(), 0);
}

#[test]
fn forms_that_belong_to_a_kind_lie_in_its_folder() {
    let kinds: Vec<_> = KINDS.iter().map(|kind| format!("\"{}\"", kind.name)).collect();
    let mut faults = Vec::new();
    let shared = ["src/exchange/", "src/puzzle/"];
    for (name, text) in sources() {
        if !shared.iter().any(|folder| name.starts_with(folder)) || is_test(&name) {
            continue;
        }
        let named = |line: &&str| kinds.iter().any(|kind| code(line).contains(kind));
        faults.extend(shipped(&text).lines().filter(named).map(|line| format!("{name}: {line}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nom_lives_in_the_syntax_modules() {
    for (name, text) in sources() {
        let home = name.starts_with("src/syntax/")
            || ["src/kinds/", "src/puzzle/", "src/exchange/"]
                .iter()
                .any(|folder| name.starts_with(folder))
                && name.split('/').nth(3).is_some_and(|part| part.starts_with("syntax"));
        for line in text.lines().map(code) {
            let uses =
                line.contains("use nom") || line.contains(" nom::") || line.contains("(nom::");
            assert!(home || !uses, "{name} uses nom: {line}");
        }
    }
}

#[test]
fn only_the_doors_do_input_and_output_and_read_clocks() {
    const WORDS: &[&str] = &[
        "clap",
        "rustyline",
        "miette::Report",
        "std::fs",
        "std::time",
        "io::stdin",
        "io::stdout",
        "io::stderr",
        "std::net",
        "std::process",
        "std::env",
        "indicatif",
        "console::",
        "std::thread",
        "rayon",
    ];

    for (name, text) in sources() {
        let module = module(&name);
        let door = floor(module).is_none_or(|floor| floor >= 7) && module != "codes";
        if door || is_test(&name) {
            continue;
        }
        for line in shipped(&text).lines().map(code) {
            for word in WORDS {
                assert!(!line.contains(word), "{name} uses {word}: {line}");
            }
        }
    }
}

#[test]
fn nothing_is_printed_past_the_console_and_no_end_is_loose() {
    // Put together here, so that this file does not find itself.
    let words =
        ["println", "print", "todo", "dbg", "unimplemented"].map(|word| format!("{word}!("));
    let marks = ["TODO", "FIXME", "XXX:"].map(String::from);
    let ignored = format!("#[{}", "ignore");
    for (name, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let place = format!("{name}:{}: {line}", number + 1);
            for word in &words {
                for form in [word.clone(), format!("e{word}")] {
                    let at = code(line).find(&form);
                    let is_call = at.is_some_and(|at| {
                        !code(line)[..at]
                            .ends_with(|char: char| char.is_alphanumeric() || char == '_')
                    });
                    assert!(!is_call, "{place}");
                }
            }
            assert!(!marks.iter().any(|mark| line.contains(mark.as_str())), "{place}");
            assert!(!line.contains(&ignored), "{place}");
        }
    }
}

#[test]
fn the_page_of_the_library_names_files_that_exist() {
    let page = std::fs::read_to_string(root().join("src/lib.rs")).expect("the library has a page");
    let (_, table) = page.split_once("# Where to look").expect("it says where to look");
    let (table, _) = table.split_once("//! # ").expect("other sections follow");
    let quoted = table.split('`').skip(1).step_by(2);
    let paths: Vec<&str> = quoted.filter(|word| word.contains('/')).collect();
    assert!(paths.len() > 10, "{paths:?}");
    for path in paths {
        assert!(root().join("src").join(path).exists(), "src/lib.rs names {path}");
    }
}

#[test]
fn nothing_names_a_path_of_a_machine() {
    let homes = ["home/", "root/", "work/", "Users/"].map(|home| format!("/{home}"));
    let paths =
        ["src", "tests", "grammar", "examples", "docs", "benches", ".ci"].map(files).concat();
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for line in text.lines() {
            for home in &homes {
                let at = line.find(home.as_str());
                let is_absolute = at.is_some_and(|at| {
                    line[..at].ends_with([' ', '"', '\'', '(', '`', '=']) || at == 0
                });
                assert!(!is_absolute, "{}: {line}", shown_path(&path));
            }
        }
    }
}

#[test]
fn pages_name_the_oldest_rust() {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    for name in ["README.md", "CONTRIBUTING.md", "docs/src/index.md", "docs/src/versions.md"] {
        let page = std::fs::read_to_string(root().join(name)).expect("the page is there");
        assert!(page.contains(oldest), "{name} does not say that Rust {oldest} is the oldest");
    }
}
