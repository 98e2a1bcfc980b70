//! Holds that checking a document on any number of threads finds what checking it as a whole finds.

use crate::common::{Random, Text, example_texts, puzzled, run_in};
use puzzled::diag::Diagnostic;
use puzzled::host::{Invocation, Limits, check_document};
use puzzled::search::Budget;
use puzzled::session::{Mode, Session, incremental};
use puzzled::text::{Source, Span};

/// Returns the diagnostics of a session for the whole text.
fn whole(source: &Source, solve: bool, budget: &Budget) -> Vec<Diagnostic> {
    let mut diagnostics = run_in(&mut Session::new(), source, Mode::Check { solve }, budget);
    incremental::sort(&mut diagnostics);
    diagnostics
}

fn corpus(longest: usize) -> Vec<String> {
    example_texts()
        .into_iter()
        .filter_map(Text::utf8)
        .filter(|text| !text.is_empty() && text.len() < longest)
        .collect()
}

/// Examples one after the other, with lines removed, doubled, exchanged and mixed.
fn mixed(corpus: &[String], count: usize, random: &mut Random) -> String {
    let text: String = (0..count).map(|_| corpus[random.below(corpus.len())].as_str()).collect();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    for _ in 0..random.below(6) {
        let at = random.below(lines.len());
        let other = random.below(lines.len());
        match random.below(5) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other]),
            2 => lines.swap(at, other),
            3 => {
                let more = [
                    "use a\n",
                    "a: undo\n",
                    "nobody: show\n",
                    "}\n",
                    "// \u{1b}\n",
                    "\u{feff}solve\n",
                ];
                lines.insert(at, more[other % 6]);
            }
            _ => lines.insert(at, ["undo\n", "goto 1\n", "show => 1\n", "use nobody\n"][other % 4]),
        }
    }
    lines.concat()
}

/// Returns the codes and places of diagnostics.
fn places(diagnostics: &[Diagnostic]) -> Vec<(&'static str, Span)> {
    let mut places: Vec<_> =
        diagnostics.iter().map(|diagnostic| (diagnostic.code.path, diagnostic.span)).collect();
    places.sort_unstable();
    places
}

#[test]
fn a_check_that_searches_finds_what_a_test_finds() {
    let corpus = corpus(3_000);
    let mut random = Random(0x501e);
    let budget = Budget { states: 2_000, ..Budget::unlimited() };
    let mut wrong = 0;
    for round in 0..60 {
        let text = mixed(&corpus, 1 + random.below(3), &mut random);
        let source = Source::new("x.puzzle", text.replace("=> 2", "=> 9"));
        let mode = Mode::Run { solve: true };
        let test = run_in(&mut Session::new(), &source, mode, &budget);
        let mut check = whole(&source, true, &budget);
        // A test does not look for advice for designers: it would take a search per part.
        check.retain(|diagnostic| {
            !diagnostic.code.designs && !diagnostic.message.ends_with("left out in turn")
        });
        wrong +=
            check.iter().filter(|diagnostic| diagnostic.code.path == "expectation::wrong").count();
        assert_eq!(places(&check), places(&test), "round {round}:\n{}", source.text());
    }
    assert!(wrong > 5, "{wrong}");
}

#[test]
fn an_expectation_silences_only_the_fact_that_it_states() {
    let closed = "klotski k {\n  A#\n  .#\n  #.\n  goal A at (2,1)\n}\n";
    let open = "sliders s { 1 2 / 3 . / goal / 1 2 / . 3 }\n";
    for (text, command, plain, solve) in [
        (closed, "solve => unsolvable", &[][..], &[][..]),
        (closed, "solve => 3", &[], &["expectation::wrong"]),
        (closed, "hint => A D", &[], &["expectation::wrong"]),
        (closed, "states => 3", &[], &["expectation::wrong", "klotski::unsolvable"]),
        (open, "solve => unsolvable", &[], &["expectation::wrong"]),
        (open, "count => 2", &[], &["expectation::wrong"]),
        (open, "count => 1", &[], &[]),
        (open, "step 2 => expanded 9 frontier 9 depth 9", &[], &["expectation::wrong"]),
        // What needs no search is compared at once.
        (open, "show => 9", &["expectation::wrong"], &["expectation::wrong"]),
        (open, "digest => 0", &["expectation::wrong"], &["expectation::wrong"]),
        (open, "branches => 7", &["expectation::wrong"], &["expectation::wrong"]),
        (open, "play R\nundo => 9", &["expectation::wrong"], &["expectation::wrong"]),
        (open, "play R\nreset => 9", &["expectation::wrong"], &["expectation::wrong"]),
        (open, "play R\ngoto 0 => 9", &["expectation::wrong"], &["expectation::wrong"]),
        (open, "play R\ndiff 0 => 9", &["expectation::wrong"], &["expectation::wrong"]),
    ] {
        let source = Source::new("x.puzzle", format!("{text}{command}\n"));
        let codes = |solve| {
            let diagnostics = whole(&source, solve, &Budget::unlimited());
            let mut codes: Vec<_> =
                diagnostics.iter().map(|diagnostic| diagnostic.code.path).collect();
            codes.sort_unstable();
            codes
        };
        assert_eq!(codes(false), plain, "{command}");
        assert_eq!(codes(true), solve, "{command}");
    }
}

#[test]
fn all_processors_find_what_one_finds() {
    let corpus = corpus(1_000);
    let mut random = Random(0x2c0);
    let limits = Limits::default();
    let call = Invocation::default();
    for _ in 0..3 {
        let source = Source::new("x.puzzle", mixed(&corpus, 600, &mut random));
        let mut diagnostics = check_document(&source, false, &limits, &call).diagnostics;
        incremental::sort(&mut diagnostics);
        let expected = whole(&source, false, &Budget::unlimited());
        assert!(diagnostics == expected, "{} {}", diagnostics.len(), expected.len());
    }
}

#[test]
fn check_prints_the_same_on_any_number_of_threads() {
    let corpus = corpus(1_000);
    let mut random = Random(77);
    let text: String = (0..400).map(|_| mixed(&corpus, 1, &mut random)).collect();
    let say = |threads: &str| {
        let call = puzzled("check --format short --limit 100000 x.puzzle").file("x.puzzle", &text);
        call.variable("RAYON_NUM_THREADS", threads).run().code(1).out()
    };
    let on_one_thread = say("1");
    assert!(on_one_thread.lines().count() > 100, "{on_one_thread}");
    assert_eq!(say("2"), on_one_thread);
    assert_eq!(say("5"), on_one_thread);
}

#[test]
fn a_stream_is_answered_in_order_on_any_number_of_threads() {
    let rows =
        ["1.343412214343.1", "1.34341221434321", "11343412214343.1", "x", "..............1."];
    let list: String = (0..40_000).flat_map(|at| [rows[(7 * at + at / 3) % 5], "\n"]).collect();
    let say = |threads: &str, numbers: &str| {
        let call = puzzled(&format!("run --as sudoku {numbers} -")).input(&list);
        let run = call.variable("RAYON_NUM_THREADS", threads).run().code(1);
        (run.out(), run.err())
    };
    let (output, errors) = say("1", "--number");
    assert_eq!(output.lines().count(), 40_000);
    for (at, line) in output.lines().enumerate() {
        assert!(line.starts_with(&format!("{} ", at + 1)), "{at}: {line}");
    }
    assert_eq!(say("2", "--number"), (output.clone(), errors.clone()));
    assert_eq!(say("5", "--number"), (output, errors));
}
