//! Holds `puzzled help`: whatever can be typed is explained, by the same texts as at the prompt.

use crate::common::puzzled;
use puzzled::host::help;

/// What the prompt answers to a line.
fn prompt(line: &str) -> String {
    puzzled("repl --no-init").input(format!("{line}\n")).run().code(0).out()
}

fn page(word: &str) -> String {
    puzzled("help").argument(word).run().code(0).stderr("").out()
}

#[test]
fn kinds_verbs_and_codes_are_explained_as_at_the_prompt() {
    for word in ["klotski", "rotate", "solve", "t", "use", "set", "candidates"] {
        assert_eq!(page(word), prompt(&format!("help {word}")), "{word}");
    }
    let code = "klotski::target-off-board";
    assert_eq!(page(code), prompt(&format!("explain {code}")));
    assert_eq!(page(code), puzzled("explain").argument(code).run().code(0).out());
}

#[test]
fn the_call_comes_before_the_verb_of_the_same_name() {
    let text = page("check");
    let call = puzzled("check --help").run().code(0).out();
    assert_eq!(text, format!("{call}\n{}", prompt("help check")));
    for word in puzzled::cli::command().get_subcommands().map(clap_name) {
        assert!(page(&word).contains(&format!("Usage: puzzled {word}")), "{word}");
    }
    for word in help::words() {
        assert!(!page(word).is_empty(), "{word}");
    }
}

fn clap_name(command: &clap::Command) -> String {
    command.get_name().to_owned()
}

#[test]
fn alone_it_lists_the_commands_and_unknown_words_are_told() {
    let text = puzzled("help").run().code(0).stderr("").out();
    assert!(text.contains("Usage: puzzled") && text.contains("\n  rank "), "{text}");
    let end = puzzled("help solev").run().code(2).stdout("");
    end.stderr("puzzled: there is no help on `solev`; did you mean `solve`?\n");
    puzzled("help zzzzzzzzzzzz").run().code(2).complains("`puzzled help` lists the commands");
    puzzled("help a b").run().code(2);
}
