//! Counts the work that an edit makes.

use std::sync::Arc;

use super::{Incremental, Outcomes, Part};
use crate::kinds::KINDS;
use crate::puzzle::testing::bodies_read;
use crate::search::{Budget, Cancel};
use crate::text::Source;

fn source(text: &str) -> Arc<Source> {
    Arc::new(Source::new("x.puzzle", text))
}

fn klotski(name: usize) -> String {
    format!("klotski k{name} {{\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}}\nmoves\n")
}

/// Runs the scripts of a text that changed, as the server does. Returns how many statements were run.
fn run(live: &mut Incremental, text: &str, known: &mut Vec<Outcomes>) -> usize {
    let checked = live.check(source(text));
    let mut count = 0;
    for script in &checked.scripts {
        let first = checked.first_key(script);
        let other = known.iter().position(|other| other.first_key() == first);
        let other = other.map_or_else(Outcomes::default, |at| known.swap_remove(at));
        let began = checked.outcomes(script, &other);
        let mut outcomes = began.clone();
        let budget = Budget::unlimited();
        let abandoned = Cancel::default();
        checked.work(script, &began, &budget, &abandoned, &mut |part, outcome| {
            count += usize::from(matches!(part, Part::Statement(_)));
            outcomes.insert(part, Arc::new(outcome));
        });
        known.push(outcomes);
    }
    count
}

#[test]
fn a_body_is_read_once_when_a_document_is_opened() {
    let text: String = (0..10).map(klotski).collect();
    let read = bodies_read(|| {
        run(&mut Incremental::new().keeping_bodies(), &text, &mut Vec::new());
    });
    assert_eq!(read, 10, "checked and run");
}

#[test]
fn an_edit_reads_only_the_body_of_its_puzzle() {
    let text: String = (0..1000).map(klotski).collect();
    for stray in ["", " \u{1b}"] {
        edits_read_one_body(&format!("// A comment.{stray}\n{text}"));
    }
}

fn edits_read_one_body(text: &str) {
    let mut live = Incremental::new().keeping_bodies();
    live.check(source(text));
    let mut reads = |text: &str| bodies_read(|| drop(live.check(source(text))));
    assert_eq!(reads(&text.replace("comment.", "comments.")), 0, "a letter in a comment");
    assert_eq!(reads(text), 0, "and back");
    let other = text.replacen("A . B", ". A B", 1);
    assert_eq!(reads(&other), 1, "a letter in the first body moves all others");
    let last = other.replace("k999 {", "k999 { // the last");
    assert_eq!(reads(&last), 1, "a letter in the last");
    assert_eq!(reads(&format!("{last}moves => 1\n")), 0, "a command below it");
}

#[test]
fn an_edit_runs_the_statements_from_the_first_changed_one_on() {
    let text = format!("{}solve => 4\nhint\nplay A right\n", klotski(0));
    let mut live = Incremental::new();
    let mut known = Vec::new();
    assert_eq!(run(&mut live, &text, &mut known), 5);
    let mut typed = text.clone();
    for letter in "solve => 3\n".chars() {
        typed.push(letter);
        let count = run(&mut live, &typed, &mut known);
        assert!(count <= 1, "{count} statements after `{letter}`");
    }
    assert_eq!(run(&mut live, &typed.replace("hint", "moves"), &mut known), 3);
}

#[test]
fn no_further_puzzles_are_opened_at_the_limit_of_memory() {
    let budget = Budget::unlimited().with_bytes(1 << 16);
    let mut live = Incremental::numbered_from(KINDS, 0, budget.clone());
    let text: String = (0..1000).map(|name| klotski(name) + "moev\n").collect();
    let mut check = |text: &str| {
        let mut diagnostics = Vec::new();
        let mut is_full = false;
        let opened = bodies_read(|| {
            let checked = live.check(source(text));
            (diagnostics, is_full) = (checked.diagnostics(|_| None), checked.is_full);
        });
        (opened, diagnostics.len(), is_full)
    };
    let (opened, reported, is_full) = check(&text);
    assert!(
        is_full && opened == reported + 1 && (10..500).contains(&reported),
        "{opened} {reported}"
    );
    // Another key opens only the one again that did not fit, and few puzzles are checked as ever.
    assert_eq!(check(&format!("{text} ")), (1, reported, true));
    let few: String = (990..1000).map(|name| klotski(name) + "moev\n").collect();
    assert_eq!(check(&few), (10, 10, false));
    drop(live);
    assert_eq!(budget.free(), 1 << 16);
}
