//! The parts of the prompt do not know each other: the shell has its methods in one file, and a verb of
//! the prompt is a function in a file of its own.

use puzzled::host::prompt::VERBS;

use super::{code, is_test, shipped, sources};

/// The file of the shell.
const HOME: &str = "src/repl/shell.rs";

/// The verbs that only end the prompt.
const ENDS: [&str; 2] = ["quit", "exit"];

/// Returns whether a line begins an implementation for the shell.
fn implements_shell(line: &str) -> bool {
    let line = code(line).trim_start();
    let words: Vec<_> = line.split([' ', '<', '>', '{', '&', ':', ',']).collect();
    words.first() == Some(&"impl") && words.contains(&"Shell")
}

#[test]
fn the_shell_has_its_methods_in_one_file() {
    for line in ["impl Shell {", "impl<'a> From<A> for Shell {", "    impl super::Shell {"] {
        assert!(implements_shell(line), "{line}");
    }
    for line in ["fn run(shell: &mut Shell) {", "// impl Shell {", "impl Shells {"] {
        assert!(!implements_shell(line), "{line}");
    }
    let mut implementations = Vec::new();
    for (name, text) in sources() {
        if name.starts_with("src/repl/") && name != HOME && !is_test(&name) {
            let lines = shipped(&text).lines().filter(|line| implements_shell(line));
            implementations.extend(lines.map(|line| format!("{name}: {line}")));
        }
    }
    assert!(
        implementations.is_empty(),
        "make these functions that take what they need:\n{implementations:#?}"
    );
}

#[test]
fn each_verb_of_the_prompt_is_a_function_in_a_file_of_its_own() {
    let sources = sources();
    for verb in VERBS.iter().filter(|verb| !ENDS.contains(&verb.name)) {
        let file = format!("src/repl/verbs/{}.rs", verb.name);
        let text = sources.iter().find(|(name, _)| *name == file).map(|(_, text)| text);
        let text = text.unwrap_or_else(|| panic!("`{}` has no file {file}", verb.name));
        let defines = |line: &str| {
            let rest = line.split_once("fn ").map(|(_, rest)| rest);
            rest.is_some_and(|rest| rest.starts_with(&format!("{}(", verb.name)))
        };
        assert!(shipped(text).lines().any(defines), "{file} has no function `{}`", verb.name);
    }
}
