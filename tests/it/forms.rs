//! Holds that diagnostics say what the tables of their codes declare, in one style, and that texts
//! show what is declared.

use std::collections::BTreeSet;

use crate::common::{diagnostics, is_blessing, root};
use crate::wrong;
use puzzled::codes::codes;
use puzzled::diag::{Code, Diagnostic, Part, is_of};
use puzzled::laws;
use puzzled::text::Source;

/// Returns whether a text of a diagnostic is one that its code declares.
fn is_declared(code: &Code, part: Part, text: &str) -> bool {
    code.texts(part).any(|template| is_of(template, text))
}

/// Words about related places that finders add to a fault of any code.
const NOTES: &[&str] =
    &["`{name}` is declared here", "block `{label}` has a piece apart from the rest"];

/// Returns the texts of diagnostics that their codes do not declare, the titles of fixes apart.
pub fn undeclared(diagnostics: &[Diagnostic]) -> Vec<String> {
    let mut texts = Vec::new();
    for diagnostic in diagnostics {
        let main = [(Part::Message, &diagnostic.message), (Part::Label, &diagnostic.label)];
        let help = diagnostic.help.iter().map(|help| (Part::Help, help));
        let related = diagnostic.related.iter().map(|label| (Part::Also, &label.text));
        for (part, text) in main.into_iter().chain(help).chain(related) {
            // A finder may put a fix before the form of a command.
            let form = text.find(": the form is").map_or("", |at| &text[at + 2..]);
            let noted = part == Part::Also && NOTES.iter().any(|note| is_of(note, text));
            if !noted
                && !is_declared(diagnostic.code, part, text)
                && !is_declared(diagnostic.code, part, form)
            {
                texts.push(format!("{} {part:?}: {text}", diagnostic.code));
            }
        }
    }
    texts
}

/// Returns the diagnostics of the wrong examples: of their files, and of the explanations.
fn shown() -> Vec<Diagnostic> {
    let mut reported = Vec::new();
    for example in wrong::examples() {
        reported.extend(diagnostics(&example.source, &example.how));
    }
    for (head, text) in codes().into_iter().flat_map(laws::examples) {
        let how = head.split_once(' ').map_or("", |(_, how)| how).split("also ").next();
        reported.extend(diagnostics(&Source::new("example", text), how.unwrap_or_default().trim()));
    }
    reported
}

#[test]
fn every_code_has_a_form() {
    for code in codes() {
        assert!(code.texts(Part::Message).next().is_some(), "{code}");
    }
}

#[test]
fn examples_say_what_is_declared() {
    let texts = undeclared(&shown());
    assert!(texts.is_empty(), "no form says this:\n{}", texts.join("\n"));
}

/// The messages that no example shows are listed, so that the list can be made shorter.
#[test]
fn every_message_is_shown_or_listed() {
    let shown = shown();
    let mut missing = BTreeSet::new();
    for code in codes() {
        for template in code.texts(Part::Message) {
            if !shown
                .iter()
                .any(|diagnostic| diagnostic.code == code && is_of(template, &diagnostic.message))
            {
                missing.insert(format!("{code}: {template}\n"));
            }
        }
    }
    let path = root().join("tests/golden/unshown.txt");
    let listed = std::fs::read_to_string(&path).unwrap_or_default();
    let listed: BTreeSet<_> = listed.split_inclusive('\n').map(str::to_owned).collect();
    let new: String = missing.difference(&listed).cloned().collect();
    assert!(new.is_empty(), "no example shows these messages:\n{new}");
    if is_blessing() {
        std::fs::write(path, missing.into_iter().collect::<String>()).expect("it can be written");
    } else {
        assert_eq!(missing, listed, "BLESS=1 makes the list shorter");
    }
}

#[test]
fn texts_are_in_one_style() {
    for code in codes() {
        for part in [Part::Message, Part::Label, Part::Also, Part::Help, Part::Fix] {
            for text in code.texts(part) {
                let upper = text.starts_with(|char: char| char.is_uppercase());
                let placeholder = text.starts_with('{');
                assert!(placeholder || upper == (part == Part::Fix), "{code}: {text:?}");
                assert!(!text.ends_with('.') && !text.contains("  "), "{code}: {text:?}");
                if part == Part::Message && text.contains(", found ") {
                    assert!(text.contains("expected "), "{code}: {text:?}");
                }
            }
        }
    }
}
