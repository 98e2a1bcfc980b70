//! A body has one reader, and so has a tree.

use std::collections::BTreeMap;

use super::{code, is_test, shipped, sources};

/// Returns the name of a function that reads a whole body, or a tree: `expect_klotski_body`.
fn reader(word: &str) -> Option<&str> {
    let body = word.strip_prefix("expect_").and_then(|rest| rest.strip_suffix("_body"));
    (body.is_some() || word == "read_sound").then_some(word)
}

/// Holds that each function that reads a body or a tree is called in one place, the reader of its
/// kind. The code that colors, explains, converts or judges a body takes what was read there.
#[test]
fn a_body_and_a_tree_are_read_in_one_place() {
    let mut calls: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, text) in sources() {
        if !name.starts_with("src/kinds/") || is_test(&name) {
            continue;
        }
        for line in shipped(&text).lines().map(code) {
            let is_part = |char: char| char.is_alphanumeric() || char == '_';
            let mut rest = line;
            while let Some(at) = rest.find('(') {
                let before = &rest[..at];
                let word = &before[before.rfind(|char| !is_part(char)).map_or(0, |at| at + 1)..];
                if let Some(reader) = reader(word)
                    && !before.contains("fn ")
                {
                    calls.entry(reader.to_owned()).or_default().push(name.clone());
                }
                rest = &rest[at + 1..];
            }
        }
    }

    let kinds = puzzled::kinds::KINDS.iter().count();
    assert_eq!(
        calls.len(),
        kinds + 2,
        "a reader of each kind and of the template, and that of trees: {calls:#?}"
    );
    calls.retain(|_, places| places.len() > 1);
    assert!(calls.is_empty(), "these texts are read in two places: {calls:#?}");
}
