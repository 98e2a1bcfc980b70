//! Holds `puzzled help`: everything that can be typed is explained, by the same texts as at the
//! prompt.

use crate::common::puzzled;
use puzzled::host::help;

/// Returns the answer of the prompt to a line.
fn prompt(line: &str) -> String {
    puzzled("repl --no-init").input(format!("{line}\n")).run().code(0).out()
}

fn page(word: &str) -> String {
    puzzled("help").argument(word).run().code(0).stderr("").out()
}

#[test]
fn kinds_verbs_and_codes_are_explained_as_at_the_prompt() {
    for word in ["klotski", "rotate", "count", "t", "use", "set", "candidates"] {
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
    end.complains("did you mean `solve`?");
    // A word for what a verb does is the verb, as at the prompt.
    for (word, verb) in [("rating", "rate"), ("solving", "solve"), ("checking", "check")] {
        let meant = format!("did you mean `{verb}`?");
        puzzled("help").argument(word).run().code(2).stdout("").complains(&meant);
        puzzled("repl --no-init").input(format!("help {word}\n")).run().complains(&meant);
    }
    puzzled("help zzzzzzzzzzzz").run().code(2).complains("`puzzled help`");
    puzzled("help a b").run().code(2);
}

#[test]
fn a_wrong_line_says_that_it_means_the_first_line() {
    let text = "matrix m { 1 2 / 3 4 }\nshow => 9 9\nring 0 => 7\n";
    let out = puzzled("test a.puzzle").file("a.puzzle", text).run().code(1).out();
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let note = "only line 1 of 2 was compared";
    assert_eq!(words.matches(note).count(), 1, "{out}");
    assert_eq!(words.matches("`puzzled test --bless`").count(), 2, "{out}");
}

#[test]
fn the_prompt_gives_no_advice_for_files() {
    let typed = "nope: show\nshow\nmatrix m { 1 2 / 3 4 }\nshow => 9 9\nnope: show\nuse nope\n\
                 klotski k { A . B / C . B / C D . / goal A at (2,2) }\nset states 1\nsolve => 4\n";
    let end = puzzled("repl --no-init").input(typed).run();
    let output = end.out() + &end.err();
    let words = output.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["`nope`", "expected `9 9`, found `1 2`", "`set states`"] {
        assert!(words.contains(part), "`{part}` is missing: {output}");
    }
    for part in ["above", "--bless", "puzzled test"] {
        assert!(!words.contains(part), "`{part}` at the prompt: {output}");
    }
}
