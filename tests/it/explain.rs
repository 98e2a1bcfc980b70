//! Holds that the examples of every explanation are what they say: a wrong one shows its code and
//! nothing else, a right one shows nothing, and every code has both.

use crate::common::{diagnostics, fenced, paths};
use puzzled::codes::codes;
use puzzled::text::Source;

#[test]
fn examples_of_explanations_show_what_they_say() {
    let mut faults = Vec::new();
    for code in codes() {
        for (head, text) in fenced(code) {
            let (word, how) = head.split_once(' ').unwrap_or((&head, ""));
            // `also CODE`: if a fault cannot be shown without another finding.
            let (how, also) = how.split_once("also ").unwrap_or((how, ""));
            let found = diagnostics(&Source::new("example.puzzle", text.as_str()), how.trim());
            let expected: &[&str] = match word {
                "wrong" if !also.is_empty() => &[also, code.path],
                "wrong" => &[code.path],
                "right" => &[],
                _ => panic!("{}: `puzzled {head}` is neither wrong nor right", code.path),
            };
            if paths(&found) != expected {
                faults.push(format!(
                    "{} ({head}) shows {:?} for\n{text}",
                    code.path,
                    paths(&found)
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_code_is_explained_by_a_wrong_and_a_right_example() {
    for code in codes() {
        if code.path == "syntax::not-utf8" {
            continue; // an explanation is text, so it cannot hold an example
        }
        let examples = fenced(code);
        for word in ["wrong", "right"] {
            assert!(
                examples.iter().any(|(head, _)| head.split(' ').next() == Some(word)),
                "{} has no {word} example",
                code.path
            );
        }
        assert!(!code.title.is_empty() && !code.title.ends_with('.'), "{}", code.path);
    }
}
