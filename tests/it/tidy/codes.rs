//! Every code and every verb is unique, explained and exercised.

use std::collections::{BTreeMap, BTreeSet};

use super::{is_test, shipped, sources};
use crate::common::{right_examples, told};
use puzzled::codes::codes;
use puzzled::kinds::KINDS;

#[test]
fn codes_are_unique_and_of_one_form() {
    let mut seen = BTreeSet::new();
    let word = |text: &str| {
        !text.is_empty()
            && text.split('-').all(|part| {
                !part.is_empty()
                    && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            })
    };
    for code in codes() {
        assert!(seen.insert(code.path), "{} is there twice", code.path);
        let (area, name) = code.path.split_once("::").unwrap_or_default();
        assert!(word(area) && word(name), "{} is not of the form area::name", code.path);
    }
    for kind in KINDS {
        for code in kind.codes {
            let own = format!("{}::", kind.name);
            assert!(code.path.starts_with(&own), "{} is listed by {own}", code.path);
        }
        for code in kind.deep {
            assert!(kind.codes.contains(code), "{} is deep, but not listed", code.path);
        }
    }
    // And every code that is declared is listed.
    for (name, text) in sources() {
        if name.starts_with("src/kinds/counter/") || is_test(&name) {
            continue;
        }
        for form in ["Code::error(", "Code::warning(", "Code::advice("] {
            for rest in shipped(&text).split(form).skip(1) {
                let Some(path) = rest.trim_start().strip_prefix('"') else { continue };
                let path = path.split('"').next().unwrap_or_default();
                let own = path.split("::").next().unwrap_or_default();
                let landed = !name.starts_with("src/kinds/")
                    || name == "src/puzzle/common.rs"
                    || KINDS.iter().any(|kind| kind.name == own);
                assert!(seen.contains(path) || !landed, "{name}: {path} is not listed");
            }
        }
    }
}

#[test]
fn every_verb_is_exercised_by_an_example() {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for path in right_examples() {
        let folder = told(&path).split('/').nth(1).unwrap_or_default().to_owned();
        let text = std::fs::read_to_string(&path).expect("the example is UTF-8");
        texts.entry(folder).or_default().push_str(&text);
    }
    let mut missing = Vec::new();
    for kind in KINDS {
        let info = kind;
        let text = texts.get(info.name).map_or("", String::as_str);
        let said: BTreeSet<_> = text
            .lines()
            .filter_map(|line| {
                let line = line.trim_start();
                let line = match line.split_once(':') {
                    Some((name, rest))
                        if name
                            .bytes()
                            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) =>
                    {
                        rest.trim_start()
                    }
                    _ => line,
                };
                line.split_whitespace().next()
            })
            .collect();
        for verb in info.verbs {
            if !said.contains(verb.name) {
                missing.push(format!("examples/{}/ never says `{}`", info.name, verb.name));
            }
        }
        let number = |word: &&str| {
            word.trim_start_matches(['-', '+']).starts_with(|char: char| char.is_ascii_digit())
        };
        if info.query.is_some() && !said.iter().any(number) {
            missing.push(format!("examples/{}/ never asks a query", info.name));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
