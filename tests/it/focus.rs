//! Holds which puzzle a command without a prefix goes to at the prompt: each document has a scope of
//! its own, and a new declaration takes the focus.

use crate::common::puzzled;

const TWO: &str = "matrix a {\n  1 2\n  3 4\n}\nmatrix b {\n  5 6\n  7 8\n}\n";
const NEW: &str = "matrix new {\n  9 1\n  2 3\n}\n";

#[test]
fn a_use_does_not_leak_into_the_next_document() {
    let with_use = format!("{TWO}use a\n");
    let with_new = format!("{NEW}rotate 1 => 1 3\n");
    let call = puzzled("repl one.puzzle two.puzzle").file("one.puzzle", &with_use);
    call.file("two.puzzle", &with_new).input("show => 1 3\n").run().code(0).says("1 3\n9 2\n");
    // After a document its last puzzle has the focus.
    let call = puzzled("repl one.puzzle").file("one.puzzle", &with_use);
    call.input("show\n").run().code(0).stdout("5 6\n7 8\n");
    // A document that declares nothing leaves the focus where it was.
    let call = puzzled("repl one.puzzle two.puzzle").file("one.puzzle", TWO);
    call.file("two.puzzle", "use a\nshow\n").input("show\n").run().code(0).stdout("5 6\n7 8\n");
}

#[test]
fn at_the_prompt_a_declaration_takes_the_focus() {
    let typed = format!("use a\nshow\n{NEW}show\nuse b\nshow\n");
    let call = puzzled("repl two.puzzle").file("two.puzzle", TWO);
    call.input(typed).run().code(0).stdout("1 2\n3 4\n9 1\n2 3\n5 6\n7 8\n");
}

#[test]
fn a_failed_line_leaves_everything_as_it_was() {
    let typed = "use a\nuse zzz\nrotat 1\nshow => 1 2\nrotate 1 => 9\nshow => 2 4\n";
    let call = puzzled("repl two.puzzle").file("two.puzzle", TWO).input(typed);
    let ended = call.run().code(1).stdout("1 2\n3 4\n2 4\n1 3\n2 4\n1 3\n");
    let errors = ended.err();
    assert_eq!(errors.matches("expectation::wrong").count(), 1, "{errors}");
    assert!(!errors.contains("not compared"), "at the prompt nothing is unknown: {errors}");
}

#[test]
fn a_saved_session_brings_the_focus_back_and_does_not_pin_it() {
    let saved = puzzled("repl two.puzzle").file("two.puzzle", TWO);
    let saved = saved.input("use a\nsave s.puzzle\n").run().code(0).content("s.puzzle");
    let typed = format!("show\n{NEW}show\n");
    let call = puzzled("repl s.puzzle").file("s.puzzle", saved);
    call.input(typed).run().code(0).says("1 2\n3 4\n9 1\n2 3\n");
}
