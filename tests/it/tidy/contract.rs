//! The contract of kinds is small, and each item of it has users that differ.
//!
//! Counted are the traits that kinds share and implement, whatever their visibility: declared in
//! `puzzle` or by a family of kinds, or, for engines, in `search`. A trait that a single kind declares
//! for its own types, such as masks of several widths, is that kind's own matter.

use std::collections::{BTreeMap, BTreeSet};

use super::functions::bare;
use super::{is_test, shipped, sources};

/// Items of the contract at most.
const ITEMS: usize = 110;
/// Items of the traits of engines at most.
const ENGINE_ITEMS: usize = 40;

/// The kinds whose traits are counted; the template and the tests are none.
const KINDS: [&str; 8] =
    ["automaton", "bloxorz", "klotski", "matrix", "puzzlescript", "rush", "sliders", "sudoku"];

/// The traits of engines that are not declared in `search`.
const ENGINES: [&str; 2] = ["Engine", "Positions"];

/// An item of a trait.
#[derive(Debug, Default)]
struct Item {
    docs: String,
    /// The kinds that write it.
    kinds: BTreeSet<&'static str>,
    /// The files that write it.
    files: BTreeSet<String>,
}

/// A trait that kinds share.
#[derive(Debug, Default)]
struct Trait {
    is_engine: bool,
    items: BTreeMap<String, Item>,
}

/// Returns the kinds that an implementation in a file serves.
fn kinds_of(file: &str) -> Vec<&'static str> {
    let folder = |path: &str| file.starts_with(path);
    if folder("src/kinds/blocks/") {
        vec!["klotski", "rush"]
    } else if folder("src/puzzle/moves/") {
        vec!["bloxorz", "klotski", "puzzlescript", "rush", "sliders"]
    } else {
        KINDS.into_iter().filter(|kind| folder(&format!("src/kinds/{kind}/"))).collect()
    }
}

/// Returns whether the traits that a file declares are shared by several kinds.
fn is_shared(file: &str) -> bool {
    let declares = ["src/puzzle/", "src/search/", "src/kinds/blocks/"];
    declares.iter().any(|folder| file.starts_with(folder))
        && file != "src/kinds/blocks/engine/pack.rs"
}

/// Returns the lines of a block that begins in a line of a text, without that line and the last.
fn block(lines: &[String], head: usize) -> impl Iterator<Item = (usize, &str)> {
    let lines = lines.iter().enumerate().skip(head + 1);
    lines.map(|(at, line)| (at, line.as_str())).take_while(|(_, line)| !line.starts_with('}'))
}

/// Returns the name of an item of a trait or of an implementation.
fn item(line: &str) -> Option<&str> {
    let line = line.strip_prefix("    ").filter(|line| !line.starts_with(' '))?;
    let rest =
        ["fn ", "const fn ", "const ", "type "].iter().find_map(|word| line.strip_prefix(word))?;
    rest.split(|char: char| !char.is_alphanumeric() && char != '_').next()
}

/// Returns the word after `trait` in a line that declares one.
fn declared(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("trait ")?;
    let is_declaration = before.is_empty() || before.starts_with("pub");
    let name = after.split(|char: char| !char.is_alphanumeric()).next()?;
    is_declaration.then_some(name)
}

/// Returns the trait of a line that begins its implementation.
fn implemented(line: &str) -> Option<&str> {
    let line = line.strip_prefix("impl")?;
    let (head, _) = line.split_once(" for ")?;
    // The path of the trait stands between two lists of generics, either of which may be missing.
    let mut depth = 0_u32;
    let mut word_start = 0;
    for (at, char) in head.char_indices() {
        match char {
            '<' => depth += 1,
            '>' => depth -= 1,
            ' ' if depth == 0 => word_start = at + 1,
            _ => {}
        }
    }
    let path = head[word_start..].split('<').next()?;
    path.rsplit("::").next()
}

/// Returns the traits that kinds share and implement.
fn contract() -> BTreeMap<String, Trait> {
    let files: Vec<(String, Vec<String>, Vec<String>)> = sources()
        .into_iter()
        .filter(|(file, _)| !is_test(file))
        .map(|(file, text)| {
            let text = shipped(&text).to_owned();
            let code = bare(&text).lines().map(str::to_owned).collect();
            (file, text.lines().map(str::to_owned).collect(), code)
        })
        .collect();

    let mut traits: BTreeMap<String, Trait> = BTreeMap::new();
    for (file, text, code) in files.iter().filter(|(file, ..)| is_shared(file)) {
        for (head, line) in code.iter().enumerate() {
            let Some(name) = declared(line) else { continue };
            let is_engine = file.starts_with("src/search/") || ENGINES.contains(&name);
            let mut items = BTreeMap::new();
            for (at, line) in block(code, head) {
                let Some(name) = item(line) else { continue };
                let above = text[head + 1..at].iter().rev();
                let docs: Vec<&str> = above
                    .map(|line| line.trim_start())
                    .take_while(|line| line.starts_with("///") || line.starts_with("#["))
                    .collect();
                items.insert(name.to_owned(), Item { docs: docs.join("\n"), ..Item::default() });
            }
            let earlier = traits.insert(name.to_owned(), Trait { is_engine, items });
            assert!(earlier.is_none(), "two traits have the name {name}");
        }
    }

    for (file, _, code) in &files {
        let kinds = kinds_of(file);
        for (head, line) in code.iter().enumerate() {
            // `rustfmt` may part a long head, but not before `for`.
            let Some(definition) = implemented(line).and_then(|name| traits.get_mut(name)) else {
                continue;
            };
            for name in block(code, head).filter_map(|(_, line)| item(line)) {
                if let Some(item) = definition.items.get_mut(name) {
                    item.kinds.extend(&kinds);
                    item.files.insert(file.clone());
                }
            }
        }
    }

    traits.retain(|_, definition| definition.items.values().any(|item| !item.kinds.is_empty()));
    traits
}

fn count(traits: &BTreeMap<String, Trait>, is_engine: bool) -> (usize, String) {
    let counted = traits.iter().filter(|(_, definition)| definition.is_engine == is_engine);
    let counts: Vec<_> = counted.map(|(name, definition)| (name, definition.items.len())).collect();
    (counts.iter().map(|(_, items)| items).sum(), format!("{counts:?}"))
}

#[test]
fn the_contract_is_small() {
    let traits = contract();
    for name in ["Blocks", "Game", "MoveGame"] {
        assert!(traits.contains_key(name), "{name} is read: {:?}", traits.keys());
    }
    let (items, list) = count(&traits, false);
    assert!(items <= ITEMS, "{items} items, of at most {ITEMS}: {list}");
    let (items, list) = count(&traits, true);
    assert!(items <= ENGINE_ITEMS, "{items} items of engines, of at most {ENGINE_ITEMS}: {list}");
}

#[test]
fn two_kinds_write_each_item_of_the_contract() {
    let mut lonely = Vec::new();
    for (name, definition) in contract().iter().filter(|(_, definition)| !definition.is_engine) {
        let items = definition.items.iter().filter(|(_, item)| item.kinds.len() < 2);
        lonely.extend(items.map(|(item, users)| format!("{name}::{item}: {:?}", users.kinds)));
    }
    assert!(
        lonely.is_empty(),
        "an item that one kind writes belongs to that kind: {}",
        lonely.join(", ")
    );
}

#[test]
fn an_item_of_engines_with_one_user_names_its_job_and_figure() {
    let mut silent = Vec::new();
    for (name, definition) in contract().iter().filter(|(_, definition)| definition.is_engine) {
        let lonely = definition.items.iter().filter(|(_, item)| item.files.len() < 2);
        let without =
            lonely.filter(|(_, item)| !item.docs.contains(|char: char| char.is_ascii_digit()));
        silent.extend(without.map(|(item, users)| format!("{name}::{item}: {:?}", users.files)));
    }
    assert!(silent.is_empty(), "no figure in the docs of: {}", silent.join(", "));
}

#[test]
fn heads_are_read() {
    assert_eq!(declared("pub(super) trait Graph: Space {"), Some("Graph"));
    assert_eq!(declared("fn a() -> impl Portrait {"), None);
    assert_eq!(implemented("impl<K: Blocks> MoveGame for Model<K> {"), Some("MoveGame"));
    assert_eq!(implemented("impl moves::KindCommand<Model> for Extra {"), Some("KindCommand"));
    assert_eq!(implemented("impl<K: Fn(u8)> Model<K> {"), None);
    assert_eq!(item("    fn read<'a>(&self) -> u8 {"), Some("read"));
    assert_eq!(item("        fn inner() {}"), None);
    assert_eq!(item("    const METRICS: &'static [u8] = &[];"), Some("METRICS"));
}
