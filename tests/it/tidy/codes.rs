//! Every code is unique and listed.

use std::collections::BTreeSet;

use super::{is_test, shipped, sources};
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
            let prefix = format!("{}::", kind.name);
            assert!(code.path.starts_with(&prefix), "{} is listed by {prefix}", code.path);
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
                let area = path.split("::").next().unwrap_or_default();
                let landed = !name.starts_with("src/kinds/")
                    || name == "src/puzzle/common.rs"
                    || KINDS.iter().any(|kind| kind.name == area);
                assert!(seen.contains(path) || !landed, "{name}: {path} is not listed");
            }
        }
    }
}
