//! Holds what is concluded from an answer, and what is not: a statement that fails, cannot be read
//! or stops at its limit leaves nothing to compare after, and a small budget may know less than a
//! large one, never otherwise.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::{Random, example_texts, paths, puzzled, run_document, run_in};
use puzzled::diag::{Diagnostic, Severity, Sink};
use puzzled::kinds::KINDS;
use puzzled::puzzle::{Answer, Verdict, common};
use puzzled::search::{Budget, Cancel};
use puzzled::session::incremental::{Checked, Incremental};
use puzzled::session::{self, Event, Mode, Session, Tally, stated};
use puzzled::syntax::Statement;
use puzzled::text::{Source, Span};

const MATRIX: &str = "matrix m {\n  1 2\n  3 4\n}\n";
const KLOTSKI: &str = "klotski k {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\n";

/// Runs a text as `test` does, with a limit on states.
fn limited(text: &str, states: u64) -> (Tally, Vec<Diagnostic>) {
    let source = Source::new("test.puzzle", text);
    let mut session = Session::new();
    let budget = Budget::unlimited().with_states(states);
    let diagnostics = run_in(&mut session, &source, Mode::Run { solve: false }, &budget);
    (session.tally(), diagnostics)
}

/// Returns the tally, in the order held, wrong, skipped, gave up.
fn counts(tally: Tally) -> [u64; 4] {
    [tally.held, tally.wrong, tally.skipped, tally.gave_up]
}

fn ran(text: &str) -> ([u64; 4], Vec<Diagnostic>) {
    let (session, _, diagnostics) = run_document(text);
    (counts(session.tally()), diagnostics)
}

#[test]
fn the_answer_of_a_search_that_stopped_is_not_compared() {
    for expected in ["4", "{\n  4\n}", "gave"] {
        let (tally, diagnostics) = limited(&format!("{KLOTSKI}solve => {expected}\n"), 2);
        assert_eq!(counts(tally), [0, 0, 0, 1], "{expected}");
        assert_eq!(paths(&diagnostics), ["search::gave-up"]);
        assert!(diagnostics[0].fixes.is_empty() && diagnostics[0].severity() == Severity::Error);
    }
    let (tally, diagnostics) = limited(&format!("{KLOTSKI}solve\n"), 2);
    assert_eq!((tally.unanswered, paths(&diagnostics)), (1, vec!["search::gave-up"]));
}

#[test]
fn a_search_that_stopped_leaves_its_figures_unknown_until_it_is_dropped() {
    let text = format!(
        "{KLOTSKI}solve => 4\nstep 500 => expanded 500 frontier 1 depth 1\nstatus => expanded 7\n\
         frontier => 7\nshow => {{\n  A . B\n  C . B\n  C D .\n}}\nmove A right\n\
         status => expanded 0 frontier 1 depth 0\nundo\nstatus => expanded 9\n"
    );
    let (tally, diagnostics) = limited(&text, 2);
    assert_eq!(counts(tally), [2, 0, 3, 2], "{:?}", paths(&diagnostics));
    assert_eq!(paths(&diagnostics), ["search::gave-up", "search::gave-up"]);
}

#[test]
fn after_a_misspelled_command_nothing_is_compared() {
    let (tally, diagnostics) = ran(&format!("{MATRIX}rotat 1 => 2 4\nrotate 1 => 4 3\n"));
    assert_eq!(tally, [0, 0, 2, 0]);
    assert_eq!(paths(&diagnostics), ["command::unknown-verb"]);
    assert_eq!(diagnostics[0].help.as_deref(), Some("did you mean `rotate`?"));
    // A command that only asks harms nothing.
    let (tally, diagnostics) = ran(&format!("{MATRIX}ring 77\nring of => 1\nrotate 1 => 2 4\n"));
    assert_eq!((tally, diagnostics.len()), ([1, 0, 1, 0], 2));
    // Other puzzles are what they were.
    let (tally, _) =
        ran(&format!("matrix n {{\n1 2\n3 4\n}}\n{MATRIX}rotat 1\nshow => 9\nn: show => 1\n"));
    assert_eq!(tally, [1, 0, 1, 0]);
}

#[test]
fn after_what_the_parser_refuses_nothing_is_compared_until_reset() {
    let rest = "rotate 1 => 9\nshow => {\n  9\n}\n";
    for (cause, code) in [
        ("}", "syntax::stray-closer"),
        ("rotate\u{1} 1", "syntax::bad-character"),
        ("m: rotate 1 \u{7}", "syntax::bad-character"),
    ] {
        let (tally, diagnostics) = ran(&format!("{MATRIX}show => 1 2\n{cause}\n{rest}"));
        assert_eq!(tally, [1, 0, 2, 0], "{cause:?}");
        assert_eq!(paths(&diagnostics), [code]);
    }
    let text = format!("{MATRIX}}}\nshow => 9\n}}\nshow => 9\nreset\nshow => 1 2\n");
    assert_eq!(ran(&text).0, [1, 0, 2, 0]);
    // `load` judges a file as `run` does.
    let load = puzzled("repl --no-init").input("load a.puzzle\n").file("a.puzzle", &text);
    let err = load.run().code(1).err().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!err.contains("expectation::wrong"), "{err}");
    assert!(err.contains("2 not compared"), "{err}");
    // A body that cannot be read leaves its commands without a puzzle.
    assert_eq!(ran("mtrx {\n  1 2\n  3 4\n}\nrotate 1 => 9\n").0, [0, 0, 1, 0]);
}

#[test]
fn a_mistake_leaves_uncompared_what_waits_for_it_in_each_script() {
    let script = |name: &str, row: &str, command: &str| {
        format!(
            "matrix {name} {{\n  1 2\n  {row}\n}}\nshow => 9\n{command}\nshow => 9\nreset\n\
             show => 9\n{command}\nshow => 9\nshow => 9\n"
        )
    };
    let good = "rotate 1";
    let bad = "rotate\u{a0}1";
    let row = "3 4";
    for (text, skipped) in [
        (script("a", row, bad) + &script("b", row, good) + &script("c", row, bad), 6),
        (script("a", "3\u{a0}4", good) + &script("b", row, bad), 8),
        (script("a", "3 \u{1}4", good), 5),
        (script("a", "3 4 5", good), 5),
        (script("a", row, good) + "x: rotate 1\n" + &script("b", row, good), 0),
        (script("a", row, good) + "x:\u{a0}rotate 1\nshow => 9\n" + &script("b", row, bad), 4),
        (script("a", row, good) + &script("b", row, "}"), 3),
    ] {
        assert_eq!(ran(&text).0[2], skipped, "{text}");
    }
}

#[test]
fn one_error_never_hides_the_next() {
    let (_, diagnostics) = ran(&format!("{MATRIX}undo\nundo 2\ngoto 7\nrotat 1\nring 9\n"));
    assert_eq!(diagnostics.len(), 5, "{diagnostics:#?}");
    // A later command may go back to the state that a misspelled one would have made.
    let (_, diagnostics) = ran(&format!("{MATRIX}rotat 1\nbranch a\nundo\ngoto b\nring 9\n"));
    assert_eq!(paths(&diagnostics), ["command::unknown-verb", "matrix::no-such-ring"]);
    let (_, diagnostics) = ran(&format!("{MATRIX}rotate\nundo\n"));
    assert_eq!(paths(&diagnostics), ["syntax::missing-argument"]);
}

#[test]
fn reset_brings_back_what_is_known_but_not_what_was_before_it() {
    let text = format!(
        "{MATRIX}rotat 1\nshow => 9\nreset => 1 2\nrotate 1 => 2 4\nbranch b => 9\nundo => 1 2\n\
         redo => 2 4\nundo 2\nshow => 9\nreset\ngoto 1 => 9\nshow => 9\n"
    );
    let (tally, diagnostics) = ran(&text);
    assert_eq!(tally, [4, 0, 5, 0], "{diagnostics:#?}");
    assert_eq!(paths(&diagnostics), ["command::unknown-verb"]);
}

#[test]
fn a_prefix_that_no_puzzle_has_may_have_meant_any() {
    let two = format!("matrix n {{\n1 2\n3 4\n}}\n{MATRIX}");
    let (tally, diagnostics) = ran(&format!("{two}x: rotate 1 => 1\nshow => 9\nn: show => 9\n"));
    assert_eq!(tally, [0, 0, 3, 0]);
    assert_eq!(paths(&diagnostics), ["document::unknown-puzzle"]);
    // A question changes nothing, for any puzzle.
    let (tally, _) = ran(&format!("{two}x: show => 1\nshow => 1\nn: show => 1\n"));
    assert_eq!(tally, [2, 0, 1, 0]);
}

#[test]
fn after_a_use_of_an_unknown_name_commands_wait_for_the_next_one() {
    let text = format!(
        "{MATRIX}use zzz\nshow => 9\nrotate 1\nm: show => 1\nuse m\nshow => 1\nuse yyy\nshow => 9\n\
         matrix n {{\n5 6\n7 8\n}}\nshow => 5\n"
    );
    let (tally, diagnostics) = ran(&text);
    assert_eq!(tally, [3, 0, 2, 0], "{diagnostics:#?}");
    assert_eq!(paths(&diagnostics), ["document::unknown-puzzle", "document::unknown-puzzle"]);
    // The server offers there what the checker takes there.
    let checked = Incremental::new().check(Arc::new(Source::new("x", text.as_str())));
    let focus: Vec<_> = (1..=checked.document.statements.len())
        .map(|at| checked.focus(at).map(|script| checked.members(script)[0]))
        .collect();
    let m = Some(0);
    let n = Some(9);
    assert_eq!(focus, [m, None, None, None, None, m, m, None, None, n, n]);
    for (at, statement) in checked.document.statements.iter().enumerate() {
        let Statement::Command(command) = statement else { continue };
        let waits = command.target.is_none() && checked.source.slice(command.text) == "rotate 1";
        assert_eq!(
            checked.owner(at).is_none(),
            waits || checked.source.slice(command.span).ends_with("=> 9")
        );
    }
}

#[test]
fn what_stands_on_a_broken_declaration_is_skipped() {
    let (tally, diagnostics) =
        ran("matrix m {\n  1 2\n  3\n}\nshow => 1\nreset => 2\nrotate 1 => 3\n");
    assert_eq!((tally, diagnostics.len()), ([0, 0, 3, 0], 1));
}

#[test]
fn bless_writes_neither_what_gave_up_nor_what_is_unknown() {
    let donkey =
        std::fs::read_to_string(crate::common::root().join("examples/klotski/red-donkey.puzzle"));
    let donkey = donkey.expect("it is among the examples");
    let slip = format!("{MATRIX}rotat 1 => 2 4\nrotate 1 => 4 3\n");
    for (call, text) in [
        ("test --bless --states 10 a.puzzle", &donkey),
        ("test --states 10 a.puzzle", &donkey),
        ("test --bless a.puzzle", &slip),
    ] {
        let ended = puzzled(call).file("a.puzzle", text).run().code(1);
        assert_eq!(ended.content("a.puzzle"), text.as_bytes(), "{call}");
        let expected = if text == &slip { "command::unknown-verb" } else { "search::gave-up" };
        assert!(!ended.err().contains("expectation::wrong") && !ended.out().contains("wrong["));
        assert!(format!("{}{}", ended.out(), ended.err()).contains(expected), "{call}");
    }
}

#[test]
fn pictures_of_an_unknown_state_end_with_exit_code_1() {
    for call in ["show a.puzzle", "export --format json a.puzzle", "graph a.puzzle"] {
        puzzled(call).file("a.puzzle", KLOTSKI).run().code(0);
        puzzled(call).file("a.puzzle", format!("{KLOTSKI}moev A right\n")).run().code(1);
    }
}

#[test]
fn an_unsolvable_puzzle_is_said_once() {
    let text = "klotski k {\n  A . B\n  goal A at (0,2)\n}\n";
    for commands in ["", "solve\n", "solve\nsolve\nhint\n"] {
        let source = Source::new("x", format!("{text}{commands}"));
        let checked = Incremental::new().check(Arc::new(source));
        let shown = in_parts(&checked, u64::MAX, &mut || false);
        let codes: Vec<_> = shown.diagnostics.iter().map(|(code, ..)| *code).collect();
        assert_eq!(codes, ["klotski::unsolvable"], "{commands}");
    }
    let (_, _, diagnostics) = run_document(&format!("{text}solve\nsolve\n"));
    assert_eq!(paths(&diagnostics), ["klotski::unsolvable"]);
}

/// The results of running: the compared parts of diagnostics, and known answers by their places.
#[derive(Debug, Default)]
struct Shown {
    diagnostics: Vec<(&'static str, Span, String)>,
    answers: BTreeMap<(Span, String), String>,
    stopped: bool,
}

impl Shown {
    fn hear(&mut self, event: &Event<'_>, sink: &mut Sink) {
        match *event {
            Event::Answer { span, command, answer, known, .. } => {
                let verdict = answer.verdict();
                self.stopped |= verdict == Verdict::GaveUp;
                if known && verdict != Verdict::GaveUp {
                    // The memory of a search may differ between versions.
                    let status = matches!(answer, Answer::Status(_));
                    let lines = if status { 1 } else { usize::MAX };
                    let text = answer.text().lines().take(lines).collect::<Vec<_>>().join("\n");
                    self.answers.insert((span, command.to_owned()), text);
                }
            }
            Event::Done => {
                for diagnostic in sink.take() {
                    self.diagnostics.push((
                        diagnostic.code.path,
                        diagnostic.span,
                        diagnostic.message,
                    ));
                }
            }
            Event::Begin
            | Event::Changed { .. }
            | Event::Replaced { .. }
            | Event::Question { .. }
            | Event::Judged { .. } => {}
        }
    }
}

/// Runs all scripts of a text as the server does. `stop` is asked before each statement whether it
/// is to be cancelled.
fn in_parts(checked: &Checked, states: u64, stop: &mut dyn FnMut() -> bool) -> Shown {
    let mut shown = Shown::default();
    for script in &checked.scripts {
        let cancel = Cancel::default();
        let budget = Budget { cancel: cancel.clone(), ..Budget::unlimited().with_states(states) };
        checked.run(script, Mode::Run { solve: true }, &budget, &mut |event, sink| {
            match event {
                Event::Begin if stop() => cancel.cancel(),
                Event::Done => cancel.clear(),
                _ => {}
            }
            shown.hear(&event, sink);
        });
    }
    shown
}

/// Holds that less is known at a small budget, and nothing otherwise.
fn compare(text: &str, name: &str) -> usize {
    let source = Source::new("x.puzzle", text);
    let mut whole = Shown::default();
    let mut sink = Sink::new();
    let mut document = session::read(&source, true, &mut sink);

    // A script alone knows nothing of the comments that allow codes.
    document.notes.clear();
    let budget = Budget::unlimited().with_states(20_000);
    let mode = Mode::Run { solve: true };
    Session::new().run(&source, &document, mode, &budget, &mut sink, &mut |event, sink| {
        whole.hear(&event, sink);
    });
    if whole.stopped {
        return 0;
    }
    let checked = Incremental::new().check(Arc::new(source));
    let statements = checked.document.statements.len();
    let mut less = 0;
    let mut hold = |small: Shown, how: &str| {
        less += usize::from(small.stopped);
        for diagnostic in
            small.diagnostics.iter().filter(|diagnostic| diagnostic.0 != "search::gave-up")
        {
            assert!(
                whole.diagnostics.contains(diagnostic),
                "{name}, {how}: {diagnostic:?}\n{text}\n{whole:#?}"
            );
        }
        for (place, answer) in &small.answers {
            let right = whole.answers.get(place);
            assert_eq!(right, Some(answer), "{name}, {how}: {place:?}\n{text}");
        }
    };

    for states in [0, 1, 7, 60] {
        hold(in_parts(&checked, states, &mut || false), &format!("{states} states"));
    }

    for at in 0..statements.min(16) {
        let mut number = 0;
        let shown = in_parts(&checked, u64::MAX, &mut || {
            number += 1;
            number == at + 1
        });
        hold(shown, &format!("statement {at} stopped"));
    }

    less
}

#[test]
fn small_budgets_know_less_and_nothing_otherwise() {
    let mut less = 0;
    for example in example_texts() {
        let name = example.name.clone();
        let Some(text) = example.utf8() else { continue };
        if text.len() < 3_000 {
            less += compare(&text, &name);
        }
    }
    assert!(less > 100, "only {less} runs stopped early");
}

/// Returns a document of right expectations: the example of a kind, and commands from the examples
/// of its verbs in any order.
fn right_document(at: usize, random: &mut Random) -> String {
    let info = KINDS.0[at];
    let mut pool = Vec::new();
    for verb in common::verbs(info) {
        let text = common::example(info, verb);
        let source = Source::new("x", text.as_str());
        for statement in session::read(&source, true, &mut Sink::new()).statements {
            if let Statement::Command(command) = statement {
                pool.push(source.slice(command.text).to_owned());
            }
        }
    }

    let mut text = info.example.to_owned();
    for _ in 0..12 {
        text += &format!("{}\n", pool[random.below(pool.len())]);
    }
    let mut right_text = info.example.to_owned();
    let source = Source::new("x", text.as_str());
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let budget = Budget::unlimited();
    let mut line = None;
    let mode = Mode::Run { solve: false };
    Session::new().run(
        &source,
        &document,
        mode,
        &budget,
        &mut sink,
        &mut |event, sink| match event {
            Event::Answer { command, answer, span, .. } if source.slice(span) == command => {
                line = Some(stated(command, answer));
            }
            // Failing commands are left out, so that the rest is right.
            Event::Done => {
                let diagnostics = sink.take();
                let line = line.take().filter(|_| {
                    diagnostics.iter().all(|diagnostic| diagnostic.severity() != Severity::Error)
                });
                right_text.extend(line.map(|line| line + "\n"));
            }
            _ => {}
        },
    );

    right_text
}

#[test]
fn right_expectations_are_never_called_wrong() {
    let mut random = Random(0x5eed);
    let mut less = 0;
    let mut held = 0;
    for round in 0..60 {
        let text = right_document(round % KINDS.0.len(), &mut random);
        let (session, _, diagnostics) = run_document(&text);
        assert_eq!(session.tally().wrong + session.tally().skipped, 0, "{text}\n{diagnostics:#?}");
        held += session.tally().held;
        less += compare(&text, &format!("round {round}"));
    }
    assert!(less > 100 && held > 300, "{less} runs stopped early, {held} expectations");
}
