//! Holds the rules of the house: floors, sizes of files, no loose ends, and that every code and
//! every verb is unique, explained and exercised.

mod codes;
mod comments;
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
use crate::common::{files, root, told};
use puzzled::kinds::KINDS;

/// Every Rust file under `src`, with its text.
fn sources() -> Vec<(String, String)> {
    files("src")
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| (told(path), std::fs::read_to_string(path).expect("a source is UTF-8")))
        .collect()
}

/// A line without its comment. (`//` within a string cuts it too, which hides nothing of note.)
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The text of a file up to its unit tests.
fn shipped(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

/// Whether a file belongs to a module that is declared as a test, in the file of another module.
fn is_test(name: &str) -> bool {
    static MODULES: LazyLock<Vec<String>> = LazyLock::new(test_modules);
    let name = name.trim_end_matches(".rs");
    MODULES.iter().any(|module| {
        name.strip_prefix(module.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// The paths, without their ending, of the modules that are declared as tests.
fn test_modules() -> Vec<String> {
    let mut found = Vec::new();
    for (name, text) in sources() {
        let name = name.trim_end_matches(".rs");
        let (folder, last) = name.rsplit_once('/').expect("sources lie in `src`");
        let home = if ["mod", "lib", "main"].contains(&last) { folder } else { name };
        for line in
            text.split("#[cfg(test)]").skip(1).filter_map(|rest| rest.trim_start().lines().next())
        {
            let module = line.split_once("mod ").and_then(|(_, name)| name.strip_suffix(';'));
            found.extend(module.map(|module| format!("{home}/{module}")));
        }
    }
    found
}

/// The words in quotes that code compares with something: `== "x"`, `"x" =>`, `"x" | "y"`.
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
    let names: BTreeSet<_> = KINDS.iter().map(|kind| kind.info().name).collect();
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
    let kinds: Vec<_> = KINDS.iter().map(|kind| format!("\"{}\"", kind.info().name)).collect();
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
            || ["src/kinds/", "src/puzzle/"].iter().any(|folder| name.starts_with(folder))
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
        let own = module(&name);
        let door = floor(own).is_none_or(|floor| floor >= 7) && own != "codes";
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
                    let own = at.is_some_and(|at| {
                        !code(line)[..at]
                            .ends_with(|char: char| char.is_alphanumeric() || char == '_')
                    });
                    assert!(!own, "{place}");
                }
            }
            assert!(!marks.iter().any(|mark| line.contains(mark.as_str())), "{place}");
            assert!(!line.contains(&ignored), "{place}");
        }
    }
}

#[test]
fn files_are_small() {
    let mut large = Vec::new();
    for (name, text) in sources() {
        let lines = text.lines().count();
        if lines > 500 {
            large.push(format!("{name}: {lines} lines"));
        }
    }
    assert!(large.is_empty(), "split these by idea:\n{}", large.join("\n"));
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
    let all = ["src", "tests", "grammar", "examples", "docs", "benches", ".ci"].map(files).concat();
    for path in all {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for line in text.lines() {
            for home in &homes {
                let at = line.find(home.as_str());
                let own = at.is_some_and(|at| {
                    line[..at].ends_with([' ', '"', '\'', '(', '`', '=']) || at == 0
                });
                assert!(!own, "{}: {line}", told(&path));
            }
        }
    }
}

/// Words that the project does not use, and what it says instead.
const RULED_OUT: &[(&str, &str)] = &[
    ("behind", "after"),
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("parted", "separated"),
    ("tells", "says, shows or identifies"),
    ("told of", "reported"),
    ("said of", "reported for"),
    ("has to", "must"),
    ("have to", "must"),
    ("had to", "needed to"),
    ("is meant", "is intended"),
    ("are meant", "are intended"),
    ("was meant", "was intended"),
    ("were meant", "were intended"),
    ("been meant", "be intended"),
    ("meant to be", "intended"),
    ("whoever", "the caller, the reader: name who acts"),
    ("Whoever", "the caller, the reader: name who acts"),
    ("Whatever", "all, or any: begin with the subject"),
    ("Wherever", "everywhere that, or if: begin with the subject"),
    ("nobody's", "name what is not guaranteed"),
    ("None where", "`None` if"),
    ("held against", "compared with or tested against"),
    ("taken down", "recorded"),
    ("gone through", "visited"),
    ("a line each", "one per line"),
    ("is no", "is not a (only `there is no` is right)"),
    ("are no", "are not (only `there are no` is right)"),
];

/// Whether a phrase stands in a line as whole words.
fn says(line: &str, phrase: &str) -> bool {
    let part = |char: char| char.is_alphanumeric() || char == '_';
    line.match_indices(phrase).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + phrase.len()..]);
        let there = phrase.ends_with(" no") && before.to_lowercase().ends_with("there ");
        let longer = phrase.ends_with(" no") && after.starts_with(" longer");
        !before.ends_with(part) && !after.starts_with(part) && !there && !longer
    })
}

/// The pages in the root of the project.
const PAGES: [&str; 5] =
    ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md"];

#[test]
fn ruled_out_words_stay_out() {
    assert!(says("mend it: the rest", "mend") && says("`x` is no tile", "is no"));
    assert!(!says("we recommend it", "mend") && !says("There is no tile", "is no"));
    let mut found = Vec::new();
    let mut all = ["src", "grammar", "examples", "docs"].map(files).concat();
    all.retain(|path| {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        ["rs", "md", "ebnf", "puzzle"].contains(&ending)
    });
    all.extend(PAGES.map(|name| root().join(name)));
    for path in all {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            for (phrase, better) in RULED_OUT {
                if says(line, phrase) {
                    let place = format!("{}:{}", told(&path), number + 1);
                    found.push(format!("{place}: `{phrase}`: say {better}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Parts of words in British spelling, and the American one.
const BRITISH: &[(&str, &str)] = &[
    ("afterwards", "afterward"),
    ("analyse", "analyze"),
    ("analysing", "analyzing"),
    ("anticlockwise", "counterclockwise"),
    ("alisation", "alization"),
    ("artefact", "artifact"),
    ("backwards", "backward"),
    ("behaviour", "behavior"),
    ("catalogue", "catalog"),
    ("centre", "center"),
    ("colour", "color"),
    ("defence", "defense"),
    ("downwards", "downward"),
    ("favour", "favor"),
    ("flavour", "flavor"),
    ("forwards", "forward"),
    ("fulfil ", "fulfill"),
    ("grey", "gray"),
    ("honour", "honor"),
    ("initialise", "initialize"),
    ("judgement", "judgment"),
    ("labelled", "labeled"),
    ("labelling", "labeling"),
    ("licence", "license"),
    ("litre", "liter"),
    ("maximise", "maximize"),
    ("metre", "meter"),
    ("minimise", "minimize"),
    ("misspelt", "misspelled"),
    ("modelled", "modeled"),
    ("neighbour", "neighbor"),
    ("nisation", "nization"),
    ("normalise", "normalize"),
    ("optimise", "optimize"),
    ("organise", "organize"),
    ("practise", "practice"),
    ("programme ", "program"),
    ("realise", "realize"),
    ("recognise", "recognize"),
    ("rumour", "rumor"),
    ("serialise", "serialize"),
    ("signalled", "signaled"),
    ("summarise", "summarize"),
    ("towards", "toward"),
    ("travelled", "traveled"),
    ("upwards", "upward"),
    ("whilst", "while"),
];

/// Text that keeps its spelling: the name of a technique, which documents hold as an answer, and a word
/// that the prompt understands.
const KEPT: &[&str] = &[
    "simple-colouring",
    "\"color\", \"colour\"",
    "set colour",
    "labelledby",
    // A key of metadata.
    "`licence`",
    "\"licence\"",
    "licence: free",
];

/// A line without the words of the language that keep their spelling, the verb `neighbours` among them.
fn without_kept(line: &str) -> String {
    const VERB: &str = "neighbours";
    let mut text = String::new();
    for (index, part) in line.split(VERB).enumerate() {
        let quoted = text.ends_with(['"', '`', '\'', '|']);
        let typed = text.trim().is_empty() || text.ends_with("\\n") || text.ends_with("draw ");
        if index > 0 && !quoted && !typed {
            text += VERB;
        }
        text += part;
    }
    KEPT.iter().fold(text, |text, kept| text.replace(kept, ""))
}

#[test]
fn spelling_is_american() {
    assert_eq!(without_kept("`neighbours` lists neighbours"), "`` lists neighbours");
    let folders = [
        "src",
        "grammar",
        "examples",
        "docs",
        "editors",
        "benches",
        "tests/it",
        "tests/clients",
        ".ci",
    ];
    let mut all = folders.map(files).concat();
    all.retain(|path| {
        let name = told(path);
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let made = name.starts_with("grammar/tree-sitter/src/") || name == "tests/it/tidy.rs";
        let endings = ["rs", "md", "ebnf", "puzzle", "el", "lua", "ts", "py", "sh", "css"];
        endings.contains(&ending) && !made
    });
    all.extend(PAGES.map(|name| root().join(name)));
    let mut found = Vec::new();
    for path in all {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            let line = without_kept(line).to_lowercase() + " ";
            for (british, american) in BRITISH.iter().filter(|(british, _)| line.contains(british))
            {
                let place = format!("{}:{}", told(&path), number + 1);
                found.push(format!("{place}: `{british}`: say {american}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn pages_name_the_oldest_rust() {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    for name in ["README.md", "CONTRIBUTING.md", "docs/src/index.md", "docs/src/versions.md"] {
        let page = std::fs::read_to_string(root().join(name)).expect("the page is there");
        assert!(page.contains(oldest), "{name} does not say that Rust {oldest} is the oldest");
    }
}
