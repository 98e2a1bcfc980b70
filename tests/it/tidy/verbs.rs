//! Verbs are values: a word becomes one in a single look-up per table, and no arm that catches the
//! rest is a command.

use std::collections::BTreeSet;

use super::{code, compared, is_test, shipped, sources};
use puzzled::host::prompt::VERBS;
use puzzled::kinds::KINDS;
use puzzled::puzzle::common::COMMON;

/// The file with the look-up, and the laws about what verbs answer.
const NAMED: [&str; 2] = ["src/puzzle/verb.rs", "src/laws.rs"];

/// Returns the words of all tables of verbs.
fn verbs() -> BTreeSet<&'static str> {
    let kinds = KINDS.iter().flat_map(|kind| kind.verbs);
    kinds.chain(COMMON).chain(VERBS).map(|verb| verb.name).collect()
}

/// Returns whether a line compares the name of a verb with something, or matches it.
fn compares_name(line: &str) -> bool {
    let path = |char: char| char.is_alphanumeric() || matches!(char, '.' | '_');
    line.match_indices(".name").any(|(at, name)| {
        let value = line[..at].trim_end_matches(path);
        let is_verb =
            ["verb", "query", "word"].iter().any(|holder| line[value.len()..at].ends_with(holder));
        let before = value.trim_end_matches(['&', '*']).trim_end();
        let after = line[at + name.len()..].trim_start();
        is_verb
            && (["==", "!=", "match", "matches!("].iter().any(|sign| before.ends_with(sign))
                || ["==", "!="].iter().any(|sign| after.starts_with(sign)))
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
    ["Call::", "SudokuCommand::", "SlidersCommand::", "Extra::", "Parsed::"]
        .iter()
        .any(|name| arm.contains(name))
}

#[test]
fn a_verb_is_found_by_its_name_in_one_place() {
    let verbs = verbs();
    let mut faults = Vec::new();
    for (name, text) in sources() {
        if NAMED.contains(&&*name) || is_test(&name) {
            continue;
        }
        let compares = |line: &&str| {
            compares_name(code(line)) || compared(code(line)).any(|word| verbs.contains(word))
        };
        let comparing = shipped(&text).lines().filter(compares);
        faults.extend(comparing.map(|line| format!("{name}: {}", line.trim())));
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
        let commands = arms.iter().filter(|arm| is_command(arm));
        faults.extend(commands.map(|arm| format!("{name}: {}", arm.trim())));
    }
    assert!(faults.is_empty(), "name each verb:\n{}", faults.join("\n"));
    let arms =
        default_arms("match word {\n    A => 1,\n    _ => {\n        Call::Reset\n    }\n}\n");
    assert_eq!(arms.iter().filter(|arm| is_command(arm)).count(), 1);
}
