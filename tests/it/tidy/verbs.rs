//! Verbs are values: a word becomes one in a single look-up per table, and no arm that catches the
//! rest is a command.

use super::{code, is_test, shipped, sources};

/// The file with the look-up.
const LOOK_UP: &str = "src/puzzle/verb.rs";

/// Returns whether a line compares the name of a verb with something, or matches it.
fn compares_name(line: &str) -> bool {
    let named = ["verb.name", "query.name", "word.name"];
    named.iter().flat_map(|name| line.match_indices(name)).any(|(at, name)| {
        let path = |char: char| char.is_alphanumeric() || matches!(char, '.' | '_');
        let before = line[..at].trim_end_matches(path).trim_end_matches(['&', '*']).trim_end();
        let after = line[at + name.len()..].trim_start();
        ["==", "!=", "match", "matches!("].iter().any(|sign| before.ends_with(sign))
            || ["==", "!="].iter().any(|sign| after.starts_with(sign))
    })
}

/// Returns the arms of a text that match whatever is left, each with the lines of its block.
fn default_arms(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(code).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let starts = (0..lines.len()).filter(|&at| lines[at].trim_start().starts_with("_ =>"));
    let arm = |at: usize| {
        let inner = lines[at + 1..].iter();
        let inner =
            inner.take_while(|line| line.trim().is_empty() || indent(line) > indent(lines[at]));
        std::iter::once(&lines[at]).chain(inner).copied().collect::<Vec<_>>().join("\n")
    };
    starts.map(arm).collect()
}

/// Returns whether an arm makes a command: a value of a type of commands.
fn is_command(arm: &str) -> bool {
    ["Call::", "Own::", "Extra::", "Parsed::"].iter().any(|name| arm.contains(name))
}

#[test]
fn a_verb_is_found_by_its_name_in_one_place() {
    let mut faults = Vec::new();
    for (name, text) in sources() {
        if name == LOOK_UP || is_test(&name) {
            continue;
        }
        let found = shipped(&text).lines().filter(|line| compares_name(code(line)));
        faults.extend(found.map(|line| format!("{name}: {}", line.trim())));
    }
    assert!(faults.is_empty(), "compare values, or use `find`:\n{}", faults.join("\n"));
    for line in [
        "if own.verb.name == \"time\" {",
        "match verb.name {",
        "matches!(own.verb.name, \"a\")",
        "|one| one.name == verb.name",
    ] {
        assert!(compares_name(line), "{line}");
    }
    assert!(!compares_name("words.map(|verb| verb.name).collect()"));
}

#[test]
fn no_arm_that_catches_the_rest_is_a_command() {
    let mut faults = Vec::new();
    for (name, text) in sources() {
        let home = ["src/kinds/", "src/puzzle/"].iter().any(|folder| name.starts_with(folder));
        if !home || is_test(&name) {
            continue;
        }
        let arms = default_arms(shipped(&text));
        let found = arms.iter().filter(|arm| is_command(arm));
        faults.extend(found.map(|arm| format!("{name}: {}", arm.trim())));
    }
    assert!(faults.is_empty(), "name each verb:\n{}", faults.join("\n"));
    let arms =
        default_arms("match word {\n    A => 1,\n    _ => {\n        Call::Reset\n    }\n}\n");
    assert_eq!(arms.iter().filter(|arm| is_command(arm)).count(), 1);
}
