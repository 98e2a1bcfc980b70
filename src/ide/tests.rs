//! The prompt and the server show the same.
#![cfg(feature = "lsp")]

use std::collections::BTreeSet;

use crate::host::prompt::VERBS;
use crate::kinds::KINDS;
use crate::puzzle::common;

/// Returns whether only the prompt has a command of that name.
fn is_own(word: &str) -> bool {
    VERBS.iter().any(|verb| verb.name == word)
}

#[test]
fn the_prompt_and_the_server_offer_the_same() {
    let mut compared = 0;
    for kind in KINDS {
        let info = kind;
        let before = format!("matrix other {{ 1 2 / 3 4 }}\n{}", info.example);
        let name = info.example.split(' ').nth(1).expect("a name");
        let mut typed = vec![
            String::new(),
            String::from("  "),
            String::from("use "),
            String::from("use o"),
            String::from("use other o"),
            String::from("matrix "),
            String::from("matrix x {\n  "),
            String::from("matrix x {\n  1 2\nro"),
            String::from("show => {\n  s"),
            String::from("show // s"),
            String::from("show =>"),
            String::from("show => "),
            String::from("show => 1"),
            String::from("other: show => "),
            String::from("other: rotate 1 => 3"),
            String::from("nobody: s"),
            String::from("nobody: show "),
            format!("{name}: "),
            format!("{name}:un"),
            format!("{name}: status => "),
        ];
        for verb in common::verbs(info) {
            typed.push(verb.name[..1].to_owned());
            typed.push(format!("{name}: {} ", verb.name));
            if !is_own(verb.name) {
                typed.push(format!("{} ", verb.name));
            }
        }
        if info.query.is_some() {
            typed.extend(["0 ", "1 [", "0 [>"].map(String::from));
        }
        for more in ["", "other: rotate 1\nother: undo\n", "other: rotate 1\nuse other\n"] {
            let before = format!("{before}{more}");
            let offered = crate::repl::tests::offered(&before);
            for typed in &typed {
                let set = |words: Vec<String>| words.into_iter().collect::<BTreeSet<_>>();
                let prompt = set(offered(typed));
                let server = set(crate::lsp::server::tests::offered(&format!("{before}{typed}")));
                let missing: Vec<_> = server.difference(&prompt).collect();
                let more = prompt.difference(&server).filter(|word| !is_own(word));
                let more: Vec<_> = more.collect();
                assert!(
                    missing.is_empty() && more.is_empty(),
                    "{}: {typed:?}: only the server offers {missing:?}, only the prompt {more:?}",
                    info.name
                );
                compared += server.len();
            }
        }
    }
    assert!(compared > 1000, "{compared} candidates");
}

#[test]
fn the_prompt_and_the_server_color_the_same() {
    let commands = "show => 1 2\n// a comment\nother: undo => {\n  1 2\n}\nuse other\n";
    for kind in KINDS {
        let info = kind;
        let example = info.verbs.iter().map(|verb| verb.example).next().unwrap_or_default();
        let text = format!("matrix other {{ 1 2 / 3 4 }}\n{}{example}{commands}", info.example);
        let prompt = crate::repl::tests::colored(&text);
        assert_eq!(prompt, crate::lsp::server::tests::colored(&text), "{}", info.name);
        assert!(prompt.len() > 20, "{prompt:?}");
    }
}
