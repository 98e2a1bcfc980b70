//! Holds that checking a document in parts, in any order and on any number of threads, finds what
//! checking it as a whole finds.

use crate::common::{Random, puzzled, right_examples, wrong_examples};
use puzzled::diag::{Diagnostic, Sink};
use puzzled::host::{Invocation, Limits, check_document};
use puzzled::kinds::KINDS;
use puzzled::search::Budget;
use puzzled::session::{self, Event, Mode, Parts, Session, incremental};
use puzzled::text::Source;

/// The findings of a session in the whole text.
fn whole(source: &Source, solve: bool, budget: &Budget) -> Vec<Diagnostic> {
    let mut sink = Sink::new();
    let document = session::read(source, true, &mut sink);
    let mode = Mode::Check { solve };
    Session::new().run(source, &document, mode, budget, &mut sink, &mut |_, _| {});
    let mut found = sink.take();
    incremental::sort(&mut found);
    found
}

/// The findings in the parts of a text, the last part first; `None` if it cannot be divided.
fn parts(source: &Source, solve: bool, budget: &Budget, least: u32) -> Option<Vec<Diagnostic>> {
    let mut sink = Sink::new();
    let document = session::read(source, true, &mut sink);
    let parts = Parts::of(KINDS, source, &document, solve, &mut sink)?;
    let mut found = sink.take();
    for range in parts.ranges(least).into_iter().rev() {
        parts.check(range, solve, budget, &mut |event, sink| {
            if matches!(event, Event::Done) {
                found.append(&mut sink.take());
            }
        });
    }
    incremental::sort(&mut found);
    Some(found)
}

fn corpus(longest: usize) -> Vec<String> {
    right_examples()
        .iter()
        .chain(&wrong_examples())
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .filter(|text| !text.is_empty() && text.len() < longest)
        .collect()
}

/// Examples one after the other, with lines removed, doubled, exchanged and mixed.
fn mixed(corpus: &[String], count: usize, random: &mut Random) -> String {
    let text: String = (0..count).map(|_| corpus[random.below(corpus.len())].as_str()).collect();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    for _ in 0..random.below(6) {
        let (at, other) = (random.below(lines.len()), random.below(lines.len()));
        match random.below(5) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other]),
            2 => lines.swap(at, other),
            3 => lines.insert(at, ["use a\n", "a: undo\n", "nobody: show\n", "}\n"][other % 4]),
            _ => lines.insert(at, ["undo\n", "goto 1\n", "show => 1\n", "use nobody\n"][other % 4]),
        }
    }
    lines.concat()
}

#[test]
fn parts_in_any_order_find_what_the_whole_finds() {
    let (corpus, mut random) = (corpus(3_000), Random(0x9a75));
    let few = Budget { states: 300, ..Budget::unlimited() };
    let mut divided = 0;
    for round in 0..400 {
        let count = 1 + random.below(6);
        let source = Source::new("x.puzzle", mixed(&corpus, count, &mut random));
        let solve = round % 8 == 0;
        let budget = if solve { few.clone() } else { Budget::unlimited() };
        let Some(found) = parts(&source, solve, &budget, 1) else { continue };
        divided += 1;
        let all = whole(&source, solve, &budget);
        assert_eq!(found, all, "round {round}:\n{}", source.text());
    }
    assert!(divided > 200, "{divided}");
}

#[test]
fn all_processors_find_what_one_finds() {
    let (corpus, mut random) = (corpus(1_000), Random(0x2c0));
    let (limits, call) = (Limits::default(), Invocation::default());
    for _ in 0..3 {
        let source = Source::new("x.puzzle", mixed(&corpus, 600, &mut random));
        let mut found = check_document(&source, false, &limits, &call);
        incremental::sort(&mut found);
        let all = whole(&source, false, &Budget::unlimited());
        assert!(found == all, "{} {}", found.len(), all.len());
    }
}

#[test]
fn check_prints_the_same_on_any_number_of_threads() {
    let (corpus, mut random) = (corpus(1_000), Random(77));
    let text: String = (0..400).map(|_| mixed(&corpus, 1, &mut random)).collect();
    let say = |threads: &str| {
        let call = puzzled("check --format short --limit 100000 x.puzzle").file("x.puzzle", &text);
        call.variable("RAYON_NUM_THREADS", threads).run().code(1).out()
    };
    let one = say("1");
    assert!(one.lines().count() > 100, "{one}");
    assert_eq!(say("2"), one);
    assert_eq!(say("5"), one);
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
    let (one, said) = say("1", "--number");
    assert_eq!(one.lines().count(), 40_000);
    for (at, line) in one.lines().enumerate() {
        assert!(line.starts_with(&format!("{} ", at + 1)), "{at}: {line}");
    }
    assert_eq!(say("2", "--number"), (one.clone(), said.clone()));
    assert_eq!(say("5", "--number"), (one, said));
}
