//! The words of the kinds outside their folders: lists that `BLESS=1` writes into files of other
//! languages, and what is written by hand. The manual lists both where it says how to add a kind, so that
//! the tests of the manual include this file too.

#![allow(dead_code)] // each of the two uses its own part of this

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use puzzled::kinds::KINDS;
use puzzled::puzzle::common::COMMON;

use super::{bless, read, root};

/// A list in a file: what is between `before` and `after`, each of which is there once.
struct List {
    file: &'static str,
    before: &'static str,
    words: Vec<String>,
    between: &'static str,
    after: &'static str,
}

/// Returns a text for each kind, with its name in the place of `KIND`.
fn kinds(text: &str) -> Vec<String> {
    KINDS.names().into_iter().map(|name| text.replace("KIND", name)).collect()
}

/// Returns the verbs that can be typed in a document, in alphabetical order.
fn verbs() -> Vec<String> {
    let verbs = KINDS.iter().flat_map(|kind| kind.verbs).chain(COMMON);
    verbs.map(|verb| verb.name.to_owned()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the verbs by the forms of their arguments, in whatever kind, as properties in JavaScript.
fn verbs_by_forms() -> Vec<String> {
    let mut forms: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for verb in KINDS.iter().flat_map(|kind| kind.verbs).chain(COMMON) {
        let usage = verb.usage().to_string();
        let form = usage.strip_prefix(verb.name).unwrap_or(&usage).trim();
        forms.entry(verb.name).or_default().insert(form.to_owned());
    }
    let mut verbs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (verb, forms) in forms {
        let key = forms.into_iter().collect::<Vec<_>>().join(" or ");
        verbs.entry(key).or_default().push(format!("'{verb}'"));
    }
    let rows = |words: Vec<String>| -> Vec<String> {
        words.chunks(8).map(|row| format!("    {},\n", row.join(", "))).collect()
    };
    let property = |(form, words)| format!("  '{form}': [\n{}  ],", rows(words).concat());
    verbs.into_iter().map(property).collect()
}

fn lists() -> Vec<List> {
    let list = |file, before, words, between, after| List { file, before, words, between, after };
    let searching = KINDS.iter().filter(|kind| kind.solver().is_some());
    let searching = searching.map(|kind| kind.name.to_owned()).collect();
    let quoted: Vec<_> = verbs().iter().map(|verb| format!("\"{verb}\"")).collect();
    let quoted = quoted.chunks(9).map(|words| words.join(" ")).collect();
    vec![
        list(
            "grammar/document.ebnf",
            "\ndeclaration = ",
            kinds("\"KIND\" header \"{\" KIND-body \"}\""),
            "\n            | ",
            " ;",
        ),
        list(
            "grammar/document.ebnf",
            "\ncall = common-command\n     | ",
            kinds("KIND-command"),
            "\n     | ",
            " ;",
        ),
        list(
            "docs/src/SUMMARY.md",
            "# The kinds\n\n",
            kinds("- [KIND](kinds/KIND.md)"),
            "\n",
            "\n\n# Reference",
        ),
        list(
            "docs/src/SUMMARY.md",
            "(generated/diagnostics/import.md)\n",
            kinds("  - [KIND](generated/diagnostics/KIND.md)"),
            "\n",
            "\n- [Editors]",
        ),
        list("docs/src/language.md", "The kind is one of\n", kinds("`KIND`"), ", ", ".\n"),
        list("docs/src/commands.md", "The kinds with a goal (", searching, ", ", ") also"),
        list(
            "editors/emacs/puzzled-mode.el",
            "(defconst puzzled--kinds\n  '(",
            kinds("\"KIND\""),
            " ",
            "))",
        ),
        list(
            "editors/emacs/puzzled-mode.el",
            "(defconst puzzled--verbs\n  '(",
            quoted,
            "\n    ",
            "))",
        ),
        list(
            "editors/vscode/syntaxes/puzzled.tmLanguage.json",
            "[ \\\\t\\\\x{FEFF}]*((?!(?:",
            kinds("KIND"),
            "|",
            ")[ \\\\t])",
        ),
        list(
            "editors/vscode/syntaxes/puzzled.tmLanguage.json",
            "(to|by|of|all|steps)(?![^\\\\s;])\",\n          \"name\": \"keyword.other.puzzled\"\n        \
             },\n        {\n          \"match\": \"(?<![^\\\\s;])(",
            verbs(),
            "|",
            ")(?![^\\\\s;])",
        ),
        list("grammar/tree-sitter/grammar.js", "const KINDS = [", kinds("'KIND'"), ", ", "];"),
        list("grammar/tree-sitter/grammar.js", "const VERBS = {\n", verbs_by_forms(), "\n", "\n};"),
    ]
}

/// A part of a file that is written by hand for every kind.
struct ByHand {
    file: &'static str,
    /// The text that the file must hold, with `KIND` for the name of the kind.
    text: &'static str,
    /// The meaning of that text.
    meaning: &'static str,
}

impl ByHand {
    const fn new(file: &'static str, text: &'static str, meaning: &'static str) -> Self {
        Self { file, text, meaning }
    }
}

/// The parts that are written by hand for every kind.
const BY_HAND: &[ByHand] = &[
    ByHand::new(
        "README.md",
        "(docs/src/kinds/KIND.md)",
        "a link to its page in the first sentence",
    ),
    ByHand::new("docs/src/tour.md", "(kinds/KIND.md)", "a paragraph with a link to its page"),
    ByHand::new("examples/README.md", "| [`KIND`](KIND) |", "a row about its examples"),
    ByHand::new("src/puzzle/foreign/codes/bad-field.md", "\n* KIND: ", "its fields in JSON"),
    ByHand::new(
        "grammar/common.ebnf",
        "KIND-command",
        "what follows `why not`: its commands and its moves",
    ),
    ByHand::new(
        "grammar/tree-sitter/grammar.js",
        "KIND_body",
        "the rule of its body, new verbs, and `VERBS['…']` of a verb in a form that no other kind has",
    ),
    ByHand::new("grammar/tree-sitter/README.md", "`KIND_body`", "the name of that rule"),
    ByHand::new(
        "editors/vscode/syntaxes/puzzled.tmLanguage.json",
        "\"#KIND\"",
        "the colors of its body",
    ),
    ByHand::new(
        "editors/vscode/snippets/puzzled.json",
        "\"prefix\": \"KIND\"",
        "a snippet of a declaration",
    ),
    ByHand::new(
        "tests/it/grammar/readers.rs",
        "\"KIND-body\"",
        "the function that reads each production",
    ),
    ByHand::new(
        "tests/it/grammar/verdict.rs",
        "\"KIND::",
        "its codes that say that a text has another form",
    ),
];

/// Returns what is missing in the files that are written by hand.
pub(super) fn missing(name: &str) -> Vec<String> {
    let mut missing = Vec::new();
    for ByHand { file, text, meaning } in BY_HAND {
        let text = text.replace("KIND", name);
        if !read(&root().join(file)).contains(&text) {
            missing.push(format!("{file}: write {meaning} (`{}`)", text.trim()));
        }
    }
    missing
}

/// Returns the two lists for the page of the manual.
pub(super) fn outside() -> String {
    let files: BTreeSet<_> = lists().iter().map(|list| format!("`{}`", list.file)).collect();
    let files = files.into_iter().collect::<Vec<_>>().join(",\n");
    let mut text =
        format!("`BLESS=1` writes the names of kinds and verbs into these files:\n{files}.\n");
    text += "\nThis is written by hand:\n\n| file | what |\n|---|---|\n";
    for ByHand { file, meaning, .. } in BY_HAND {
        let _ = writeln!(text, "| `{file}` | {meaning} |");
    }
    text
}

/// Returns the forms of verbs that the grammar of editors does not read.
pub(super) fn unread_forms() -> Vec<String> {
    let file = "grammar/tree-sitter/grammar.js";
    let grammar = read(&root().join(file));
    let properties = verbs_by_forms();
    let forms =
        properties.iter().map(|property| property.split('\'').nth(1).expect("it is quoted"));
    let calls = forms.map(|form| format!("VERBS['{form}']"));
    let unread = calls.filter(|call| !grammar.contains(call));
    unread.map(|call| format!("{file}: read a form that no rule reads (`{call}`)")).collect()
}

/// Writes the lists anew if they should be blessed; returns the stale ones.
pub(super) fn stale_lists() -> Vec<String> {
    let mut stale = Vec::new();
    for List { file, before, words, between, after } in lists() {
        let path = root().join(file);
        let words = words.join(between);
        let text = read(&path);
        let mut places = text.match_indices(before);
        let (Some((at, _)), None) = (places.next(), places.next()) else {
            panic!("{file} does not hold `{before}` once");
        };
        let from = at + before.len();
        let length = text[from..].find(after);
        let length = length.unwrap_or_else(|| panic!("{file} has no `{after}` after `{before}`"));
        if text[from..from + length] == words {
            continue;
        }
        if bless() {
            let text = format!("{}{words}{}", &text[..from], &text[from + length..]);
            std::fs::write(&path, text).expect("a file can be written");
        } else {
            stale.push(format!("{file}: `BLESS=1` writes the list after `{}`", before.trim()));
        }
    }
    stale
}
