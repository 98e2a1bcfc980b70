//! The program of the page on the library.

// ANCHOR: program
use puzzled::diag::Sink;
use puzzled::render::{self, Human, Look};
use puzzled::search::Budget;
use puzzled::session::{self, Event, Mode, Session};
use puzzled::text::Source;

/// Runs a document; gives its answers, and its diagnostics as people read them.
fn answers(name: &str, text: &str) -> (Vec<String>, String) {
    let source = Source::new(name, text);
    let mut sink = Sink::new();
    let document = session::read(&source, false, &mut sink);
    let mut session = Session::new();
    let mut answers = Vec::new();
    let budget = Budget::unlimited();
    session.run(
        &source,
        &document,
        Mode::Run { solve: false },
        &budget,
        &mut sink,
        &mut |event, _| {
            if let Event::Answer { data, .. } = event {
                answers.push(data.text.to_owned());
            }
        },
    );
    let human = Human::new(Look { color: false, unicode: true, width: 80 });
    let drawn = sink.found().iter().map(|one| human.draw(&source, one)).collect();
    (answers, drawn)
}
// ANCHOR_END: program

#[test]
fn the_program_of_the_manual_answers() {
    let board = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\n";
    let (found, said) = answers("k.puzzle", &format!("{board}solve\nmoev\n"));
    assert!(found[0].starts_with("4\nA (0,0) (0,1)\n"), "{found:?}");
    assert!(said.contains("did you mean `move`?"), "{said}");
    assert!(!render::sanitize("\u{1b}").contains('\u{1b}'));
}
