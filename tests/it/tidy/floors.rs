//! Which module may use which.

use std::collections::{BTreeMap, BTreeSet};

use super::{code, is_test, shipped, sources};
use puzzled::kinds::KINDS;

const FLOORS: &[(&str, u8)] = &[
    ("text", 0),
    ("diag", 1),
    ("syntax", 2),
    ("search", 2),
    ("scene", 1),
    ("puzzle", 3),
    ("kinds", 4),
    ("session", 5),
    ("ide", 6),
    ("exchange", 6),
    ("render", 6),
    ("door", 7),
    ("codes", 7),
    ("host", 7),
    ("laws", 7),
    ("cli", 8),
    ("repl", 8),
    ("lsp", 8),
];

pub(super) fn floor(module: &str) -> Option<u8> {
    FLOORS.iter().find(|(name, _)| *name == module).map(|(_, floor)| *floor)
}

/// Returns the top-level module in which a file lies.
pub(super) fn module(name: &str) -> &str {
    let name = name.trim_start_matches("src/");
    name.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

/// Returns the modules that a text names after `crate::`, also in `crate::{a, b}`.
fn named(text: &str) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for line in text.lines().map(code).collect::<Vec<_>>().join("\n").split("crate::").skip(1) {
        let word = |text: &str| -> String {
            text.chars().take_while(|char| char.is_ascii_alphanumeric() || *char == '_').collect()
        };

        if let Some(group) = line.strip_prefix('{') {
            // The heads of the parts at depth 1.
            let mut depth = 1;
            let mut head = true;
            for (at, char) in group.char_indices() {
                match char {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' => head = true,
                    _ if char.is_whitespace() => {}
                    _ if depth == 1 && head => {
                        modules.insert(word(&group[at..]));
                        head = false;
                    }
                    _ => head = false,
                }
                if depth == 0 {
                    break;
                }
            }
        } else {
            modules.insert(word(line));
        }
    }

    modules.remove("");
    modules
}

#[test]
fn named_modules_are_found() {
    let text = "use crate::{text::{Span, Source}, diag};\nlet a = crate::kinds::KINDS.names(); // crate::cli";
    assert_eq!(named(text).into_iter().collect::<Vec<_>>(), ["diag", "kinds", "text"]);
}

#[test]
fn a_module_uses_only_what_lies_below_it() {
    let mut faults = Vec::new();
    for (name, text) in sources() {
        let module = module(&name);
        if module == "lib" || module == "main" || is_test(&name) {
            continue;
        }
        let height = floor(module).unwrap_or_else(|| panic!("{name}: which floor is `{module}`?"));
        for other in named(shipped(&text)) {
            let Some(theirs) = floor(&other) else { continue };
            if other != module && theirs >= height {
                faults.push(format!("{name} (floor {height}) uses {other} (floor {theirs})"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The folder of the server without its driver.
const SERVER: &str = "src/lsp/server/";

#[test]
fn the_server_has_no_transport_no_threads_and_no_clock() {
    const DRIVERS: [&str; 3] = ["host", "cli", "repl"];
    const WORDS: [&str; 16] = [
        "super::super",
        "stdio",
        "std::io",
        "std::fs",
        "std::env",
        "std::net",
        "std::process",
        "std::thread",
        "thread_local",
        "spawn",
        "Condvar",
        "mpsc",
        "channel",
        "Instant",
        "SystemTime",
        "rayon",
    ];

    let mut faults = Vec::new();
    let mut files = 0;
    for (name, text) in sources() {
        if !name.starts_with(SERVER) || is_test(&name) {
            continue;
        }
        files += 1;
        let text = shipped(&text);
        let used = named(text).into_iter().filter(|other| DRIVERS.contains(&other.as_str()));
        faults.extend(used.map(|other| format!("{name} uses {other}")));
        for line in text.lines().map(code) {
            let time = line.contains("std::time") && line != "use std::time::Duration;";
            if time || WORDS.iter().any(|word| line.contains(word)) {
                faults.push(format!("{name}: {line}"));
            }
        }
    }

    assert!(files > 10, "the server lies in {SERVER}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the modules that each top-level module uses.
fn graph() -> BTreeMap<String, BTreeSet<String>> {
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, text) in sources() {
        let module = module(&name).to_owned();
        if floor(&module).is_some() && !is_test(&name) {
            let others = named(shipped(&text)).into_iter();
            let others = others.filter(|other| *other != module && floor(other).is_some());
            graph.entry(module.clone()).or_default().extend(others);
        }
    }
    graph
}

/// Shown by `cargo test --test it graph -- --nocapture`.
#[test]
#[allow(clippy::print_stdout)]
fn the_graph_of_modules_has_no_circle() {
    let mut remaining = graph();
    // Takes away the modules that use none of the rest, floor by floor.
    while !remaining.is_empty() {
        let lowest: Vec<_> = remaining
            .iter()
            .filter(|(_, used)| used.iter().all(|other| !remaining.contains_key(other)))
            .map(|(name, used)| (name.clone(), used.clone()))
            .collect();
        assert!(!lowest.is_empty(), "a circle among {remaining:?}");
        for (name, used) in lowest {
            let used: Vec<_> = used.into_iter().collect();
            println!("{name:>8} uses {}", used.join(", "));
            remaining.remove(&name);
        }
    }
}

#[test]
fn a_kind_knows_no_other_kind() {
    let mut faults = Vec::new();
    let kinds: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
    for (name, text) in sources() {
        let rest = name.strip_prefix("src/kinds/").unwrap_or_default();
        let home = rest.split('/').next().unwrap_or_default();
        if name == "src/kinds/mod.rs" || is_test(&name) {
            continue;
        }
        for kind in kinds.iter().filter(|kind| **kind != home) {
            for form in [format!("kinds::{kind}::"), format!("super::{kind}::")] {
                if shipped(&text).contains(&form) {
                    faults.push(format!("{name} names {form}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
