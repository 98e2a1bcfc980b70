//! The doc comment of a function starts with a verb: "Returns …", "Parses …".

use super::{is_test, shipped, sources};

/// First words that a doc comment of a function must not have.
const NOT_VERBS: &[&str] =
    &["What ", "The same", "Whether ", "How ", "Answers ", "Where ", "The ", "A ", "An ", "Every "];

/// Words that can be before `fn`, besides the visibility.
const MODIFIERS: &[&str] = &["const", "unsafe", "async"];

/// Returns the lines of a text that begin the doc comment of a function with one of the words.
fn without_verb(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<_> = text.lines().map(str::trim_start).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let rest = &lines[at..];
        let length = rest.iter().take_while(|line| line.starts_with("///")).count();
        let is_item = |line: &&&str| !line.starts_with("#[");
        let item = rest[length..].iter().find(is_item).copied().unwrap_or_default();
        let first = rest[0].trim_start_matches("///").trim_start();
        let is_modifier = |word: &&str| {
            word.starts_with("pub") || word.ends_with(')') || MODIFIERS.contains(word)
        };
        let is_function = item.split(' ').find(|word| !is_modifier(word)) == Some("fn");
        if length > 0 && is_function && NOT_VERBS.iter().any(|word| first.starts_with(word)) {
            found.push((at + 1, first));
        }
        at += length.max(1);
    }
    found
}

#[test]
fn doc_comments_of_functions_start_with_a_verb() {
    let text = "/// The sum.\n/// Costs nothing.\n#[must_use]\npub(crate) const fn sum<T>(\n\
                /// The sum of all.\nstruct Sum;\n/// Returns it.\nfn it() {\n";
    assert_eq!(without_verb(text), [(1, "The sum.")]);
    let mut found = Vec::new();
    for (name, text) in sources() {
        // The forms of a diagnostic are named by what is wrong.
        let forms = text.contains("codes! {") || text.contains("forms! {");
        if forms || is_test(&name) {
            continue;
        }
        let faults = without_verb(shipped(&text));
        found.extend(faults.iter().map(|(line, words)| format!("{name}:{line}: {words}")));
    }
    assert!(found.is_empty(), "start these with a verb:\n{}", found.join("\n"));
}
