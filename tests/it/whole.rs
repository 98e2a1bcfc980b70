//! Holds the law *whole = parts = edit*: what a document finds and answers is the same if it is run
//! at once, if its scripts are checked one by one in any order, and if it is reached by edits, for
//! each limit of states, whatever was abandoned in between.
//!
//! `PUZZLED_WHOLE` is the number of examples with one wrong character that are drawn.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use crate::common::{Random, Text, example_texts};
use crate::mutants::{Mutant, mutants};
use puzzled::diag::{Diagnostic, Sink};
use puzzled::kinds::KINDS;
use puzzled::search::{Budget, Cancel};
use puzzled::session::incremental::{self, Checked, Incremental, Outcomes, Script};
use puzzled::session::{self, Event, Mode, Parts, Session};
use puzzled::syntax::Statement;
use puzzled::text::{Source, Span};
use rayon::prelude::*;

/// The diagnostics and answers that a document gives.
#[derive(Debug, Default, PartialEq, Eq)]
struct Report {
    diagnostics: Vec<Diagnostic>,
    /// Answers and judged expectations, by place.
    answers: Vec<(Span, String)>,
}

impl Report {
    fn hear(&mut self, event: &Event<'_>) {
        self.answers.extend(heard(event));
    }

    fn sorted(mut self) -> Self {
        incremental::sort(&mut self.diagnostics);
        self.answers.sort_by_key(|(span, _)| *span);
        self
    }

    /// Returns the report without the answers to commands in bodies, which outcomes of statements
    /// do not contain, and without answers that prove nothing.
    fn of_statements(&self, source: &Source) -> Self {
        let document = session::read(source, true, &mut Sink::new());
        let commands = document
            .statements
            .iter()
            .filter(|statement| matches!(statement, Statement::Command(_)));
        let places: Vec<_> = commands.map(Statement::span).collect();
        let is_command =
            |(span, text): &&(Span, String)| places.contains(span) && !text.ends_with(" (false)");
        let answers = self.answers.iter().filter(is_command).cloned().collect();
        Self { diagnostics: self.diagnostics.clone(), answers }
    }
}

/// Holds that a text has the same report when it is run in another way.
fn same(report: &Report, expected: &Report, how: &str) {
    let surplus = |report: &Report, other: &Report| {
        let diagnostics = report.diagnostics.iter().filter(|new| !other.diagnostics.contains(new));
        let diagnostics =
            diagnostics.map(|new| format!("{} {:?} {:?}", new.code.path, new.span, new.help));
        let answers = report.answers.iter().filter(|answer| !other.answers.contains(answer));
        diagnostics
            .chain(answers.map(|answer| format!("{answer:?}")))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert!(
        report == expected,
        "{how}\n-- more:\n{}\n-- less:\n{}",
        surplus(report, expected),
        surplus(expected, report)
    );
}

/// Returns what an event says of a statement, with its place.
fn heard(event: &Event<'_>) -> Option<(Span, String)> {
    Some(match event {
        Event::Answer { span, command, answer, known, .. } => {
            (*span, format!("{command} = {answer} ({known})"))
        }
        // The command of an unknown puzzle is not compared, and belongs to no script.
        Event::Judged { span, judgment, puzzle: Some(_), .. } => {
            (*span, judgment.word().to_owned())
        }
        _ => return None,
    })
}

/// Runs the whole text in a session, and returns its report and the session.
fn at_once(
    source: &Source,
    mode: Mode,
    budget: &Budget,
    mut session: Session,
) -> (Report, Session) {
    let mut sink = Sink::new();
    let mut report = Report::default();
    let document = session::read(source, true, &mut sink);
    session.run(source, &document, mode, budget, &mut sink, &mut |event, sink| {
        report.hear(&event);
        if matches!(event, Event::Done) {
            report.diagnostics.append(&mut sink.take());
        }
    });
    report.diagnostics.append(&mut sink.take());
    (report.sorted(), session)
}

/// Returns the diagnostics of a session for the whole text, without a search.
pub fn whole(text: &str) -> Vec<Diagnostic> {
    let source = Source::new("x.puzzle", text);
    let mode = Mode::Check { solve: false };
    at_once(&source, mode, &Budget::unlimited(), Session::new()).0.diagnostics
}

/// Checks the scripts of a text in a random order, and returns their report.
fn by_scripts(source: &Source, solve: bool, budget: &Budget, random: &mut Random) -> Report {
    let mut sink = Sink::new();
    let mut report = Report::default();
    let document = session::read(source, true, &mut sink);
    let parts = Parts::of(KINDS, source, &document, &mut sink);
    report.diagnostics = sink.take();
    let mut ranges = parts.ranges(1 + random.below(4) as u32);
    while !ranges.is_empty() {
        let range = ranges.swap_remove(random.below(ranges.len()));
        parts.check(range, solve, budget, &mut |event, sink| {
            report.hear(&event);
            if matches!(event, Event::Done) {
                report.diagnostics.append(&mut sink.take());
            }
        });
    }
    report.sorted()
}

/// A document under edit, as the server keeps it.
#[derive(Default)]
struct Edited {
    live: Incremental,
    /// The known outcomes of scripts, by the keys of their declarations.
    known: HashMap<u64, Outcomes>,
    /// Statements that were not run again.
    spared: usize,
    /// Jobs that were abandoned within a statement.
    interrupted: usize,
}

impl Edited {
    /// Takes over a text, and runs its scripts as jobs, some of which are abandoned on the way and
    /// begun again.
    fn report(&mut self, text: &str, solve: bool, budget: &Budget, random: &mut Random) -> Report {
        let checked = self.live.check(Arc::new(Source::new("x.puzzle", text)));
        let mut report = Report::default();
        let mut outcomes_by_script = HashMap::new();
        for script in checked.scripts.iter().filter(|_| solve) {
            let begun = self.known.remove(&checked.first_key(script)).unwrap_or_default();
            let mut outcomes = checked.outcomes(script, &begun);
            self.spared += outcomes.known();
            while outcomes.next().is_some() {
                if random.below(2) == 0 {
                    run(&checked, script, budget, random.below(30), &mut outcomes);
                } else {
                    let delay = Duration::from_micros(1 << random.below(14));
                    let is_whole = interrupt(&checked, script, budget, delay, &mut outcomes);
                    self.interrupted += usize::from(!is_whole);
                }
            }
            report.answers.extend(answers(&checked, script, &outcomes));
            outcomes_by_script.insert(script.id, outcomes);
        }
        report.diagnostics = checked.diagnostics(|script| outcomes_by_script.get(&script.id));
        self.known.extend(
            outcomes_by_script.into_values().map(|outcomes| (outcomes.first_key(), outcomes)),
        );
        report.sorted()
    }
}

/// Runs what is not known of a script. After so many outcomes the work is abandoned, unless that is 0.
fn run(checked: &Checked, script: &Script, budget: &Budget, count: usize, outcomes: &mut Outcomes) {
    let abandoned = Cancel::default();
    let began = outcomes.clone();
    let mut remaining = count;
    checked.work(script, &began, budget, &abandoned, &mut |part, outcome| {
        if abandoned.is_cancelled() {
            return;
        }
        outcomes.insert(part, Arc::new(outcome));
        remaining = remaining.saturating_sub(1);
        if count > 0 && remaining == 0 {
            abandoned.cancel();
        }
    });
}

/// Runs what is not known of a script, and abandons the work after a time, wherever it is. Returns
/// whether it ended before.
fn interrupt(
    checked: &Checked,
    script: &Script,
    budget: &Budget,
    delay: Duration,
    outcomes: &mut Outcomes,
) -> bool {
    let cancel = Cancel::default();
    let abandoned = Cancel::default();
    let budget = Budget { cancel: cancel.clone(), ..budget.clone() };
    let began = outcomes.clone();
    std::thread::scope(|threads| {
        let (done, over) = mpsc::channel::<()>();
        let flag = abandoned.clone();
        threads.spawn(move || {
            if over.recv_timeout(delay) == Err(mpsc::RecvTimeoutError::Timeout) {
                flag.cancel();
                cancel.cancel();
            }
        });
        checked.work(script, &began, &budget, &abandoned, &mut |part, outcome| {
            if !abandoned.is_cancelled() {
                outcomes.insert(part, Arc::new(outcome));
            }
        });
        drop(done);
    });
    !abandoned.is_cancelled()
}

/// Returns the answers and judgments of a script.
fn answers(
    checked: &Checked,
    script: &Script,
    outcomes: &Outcomes,
) -> impl Iterator<Item = (Span, String)> {
    checked.statements(script).enumerate().flat_map(|(at, statement)| {
        let mut answers = Vec::new();
        if let Statement::Command(command) = statement
            && let Some(outcome) = outcomes.get(at)
        {
            let text = checked.source.slice(command.text);
            let answer = outcome.answer.as_ref();
            let answer = answer.map(|answer| format!("{text} = {} (true)", answer.text));
            let judgment = outcome.judgment.map(|judgment| judgment.word().to_owned());
            answers.extend(answer.into_iter().chain(judgment).map(|text| (statement.span(), text)));
        }
        answers
    })
}

fn corpus(longest: usize) -> Vec<String> {
    example_texts()
        .into_iter()
        .filter_map(Text::utf8)
        .filter(|text| !text.is_empty() && text.len() < longest)
        .collect()
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Statements and pieces of them, for any place.
const LINES: [&str; 34] = [
    "use a\n",
    "use nobody\n",
    "a: undo\n",
    "nobody: show\n",
    "show\n",
    "show => 1\n",
    "undo\n",
    "reset\n",
    "goto 1\n",
    "branch here\n",
    "a: goto here\n",
    "branches\n",
    "diff 0 => 0\n",
    "digest => 0\n",
    "a: show => 1\n",
    "m: rings\n",
    "solve\n",
    "solve => 2\n",
    "step 3\n",
    "status\n",
    "goals 3\n",
    "check\n",
    "// x\n",
    "3 []\n",
    "}\n",
    "\u{1b}[1m",
    "// \u{1b}\n",
    "\u{feff}solve\n",
    "rotate \u{1} 1\n",
    "matrix a { 1 2 / 3 4 }\n",
    "1 [<] => X\n",
    "0 [>] => .\n",
    "rules => 1\n",
    "next-question\n",
];

/// Makes one edit as people make them: a letter, a word, a line removed, doubled, moved or added.
fn edit(text: &mut String, corpus: &[String], random: &mut Random) {
    let at = floor(text, random.below(text.len() + 1));
    let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);

    match random.below(10) {
        0 => text.insert_str(
            at,
            ["X", ".", "7", " ", "\n", "}", "{", "(", "=> ", "\r", "é"][random.below(11)],
        ),
        1 if at < text.len() => {
            text.remove(at);
        }
        2 => text.insert_str(line, LINES[random.below(LINES.len())]),
        3 => {
            let other = &corpus[random.below(corpus.len())];
            let lines: Vec<_> = other.split_inclusive('\n').collect();
            text.insert_str(line, lines[random.below(lines.len())]);
        }
        4 => text.replace_range(line..end, ""),
        5 => {
            let copy = text[line..end].to_owned();
            text.insert_str(line, &copy);
        }
        6 if text.len() < 6_000 => {
            let other = &corpus[random.below(corpus.len())];
            let place = if random.below(2) == 0 { 0 } else { text.len() };
            text.insert_str(place, other);
        }
        7 => text.replace_range(line..line, "\n\n"),
        8 => {
            let moved = text[line..end].to_owned();
            text.replace_range(line..end, "");
            let at = floor(text, random.below(text.len() + 1));
            let to = text[..at].rfind('\n').map_or(0, |at| at + 1);
            text.insert_str(to, &moved);
        }
        _ => {
            let to = floor(text, (at + random.below(12)).min(text.len()));
            text.replace_range(at..to.max(at), "");
        }
    }
}

/// Holds that a text says the same in all ways; returns whether a session that drops puzzles
/// dropped one.
fn agree(
    text: &str,
    mode: Mode,
    budget: &Budget,
    random: &mut Random,
    edited: &mut Edited,
) -> bool {
    let source = Source::new("x.puzzle", text);
    let (expected, kept) = at_once(&source, mode, budget, Session::new());
    let (fewer, dropped) = at_once(&source, mode, budget, Session::new().dropping());
    let how = format!("{mode:?} with {} states:\n{text}", budget.states);
    same(&fewer, &expected, &format!("puzzles that are dropped, {how}"));
    assert_eq!(dropped.tally(), kept.tally(), "{how}");
    if let Mode::Check { solve } = mode {
        let edited = edited.report(text, solve, budget, random);
        let expected = expected.of_statements(&source);
        let expected = if solve { expected } else { Report { answers: Vec::new(), ..expected } };
        same(&edited, &expected, &format!("edited, {how}"));
    }
    // Comments for the checker are applied to all that was found, in the end.
    if let (Mode::Check { solve }, false) = (mode, text.contains("puzzled:")) {
        let parts = by_scripts(&source, solve, budget, random);
        same(&parts, &expected, &format!("script by script, {how}"));
    }
    kept.entries().iter().any(|entry| entry.stands.is_some())
        && dropped.entries().iter().all(|entry| entry.stands.is_none())
}

/// Limits of states.
const LIMITS: [u64; 6] = [1, 7, 60, 300, 2_000, u64::MAX];

fn law(seed: u64, rounds: usize, steps: usize, longest: usize, mode: Mode) {
    let corpus = corpus(longest);
    let mut random = Random(seed);
    let mut dropped = 0;
    let mut spared = 0;
    for round in 0..rounds {
        let mut edited = Edited::default();
        let states = LIMITS[round % LIMITS.len()];
        let budget = match mode {
            Mode::Check { solve: false } => Budget::unlimited(),
            _ => Budget::unlimited().with_states(states),
        };
        let mut text = corpus[random.below(corpus.len())].clone();
        for _ in 0..steps {
            dropped += usize::from(agree(&text, mode, &budget, &mut random, &mut edited));
            edit(&mut text, &corpus, &mut random);
        }
        spared += edited.spared;
    }
    assert!(dropped > rounds / 4, "puzzles were dropped {dropped} times");
    let searches = mode == Mode::Check { solve: true };
    assert!(!searches || spared > rounds, "{spared} statements were not run again");
}

#[test]
fn a_check_says_the_same_at_once_in_parts_and_after_edits() {
    law(0x51de, 42, 30, 3_000, Mode::Check { solve: false });
}

#[test]
fn a_check_that_searches_says_the_same_at_once_in_parts_and_after_edits() {
    law(0x9a75, 36, 12, 2_000, Mode::Check { solve: true });
}

#[test]
fn a_run_says_the_same_if_puzzles_are_dropped() {
    law(0x9a7e, 18, 10, 1_500, Mode::Run { solve: false });
    law(0x9a7f, 18, 10, 1_500, Mode::Run { solve: true });
}

#[test]
fn every_example_says_the_same_at_once_in_parts_and_read_alone() {
    let mut random = Random(0xd20b);
    let mut dropped = 0;
    for (at, text) in corpus(20_000).iter().enumerate() {
        let states = LIMITS[at % LIMITS.len()];
        let budget = Budget::unlimited().with_states(states);
        for mode in [
            Mode::Check { solve: false },
            Mode::Check { solve: true },
            Mode::Run { solve: false },
            Mode::Run { solve: true },
        ] {
            let edited = &mut Edited::default();
            dropped += usize::from(agree(text, mode, &budget, &mut random, edited));
        }
    }
    assert!(dropped > 400, "puzzles were dropped {dropped} times");
}

/// Returns mutants of examples, spread evenly over all mutants.
fn drawn_mutants() -> Vec<Mutant> {
    let count = std::env::var("PUZZLED_WHOLE").map_or(40, |count| count.parse().expect("a number"));
    let longest = 20_000;
    let candidates: Vec<_> =
        mutants().filter(|mutant: &Mutant| mutant.example.text.len() < longest).collect();
    (0..count).map(|number| candidates[number * candidates.len() / count]).collect()
}

/// Checks an example, then with a wrong character, and again as it was, each time as jobs that are
/// abandoned at any moment.
#[test]
fn mutants_say_the_same_at_once_in_parts_and_after_edits() {
    let limits = [1, 7, 60, 300, 2_000, 20_000];
    let spared = AtomicUsize::new(0);
    let interrupted = AtomicUsize::new(0);
    let mutants = drawn_mutants();
    mutants.par_iter().enumerate().for_each(|(number, mutant)| {
        let mut random = Random(0xd20d + number as u64);
        let budget = Budget::unlimited().with_states(limits[random.below(limits.len())]);
        let mut edited = Edited::default();
        let text = mutant.text();
        edited.report(&mutant.example.text, true, &budget, &mut random);
        agree(&text, Mode::Check { solve: true }, &budget, &mut random, &mut edited);
        agree(&mutant.example.text, Mode::Check { solve: true }, &budget, &mut random, &mut edited);
        // A check without searches has no limits of its caller.
        let budget = Budget::unlimited();
        agree(&text, Mode::Check { solve: false }, &budget, &mut random, &mut Edited::default());
        spared.fetch_add(edited.spared, Ordering::Relaxed);
        interrupted.fetch_add(edited.interrupted, Ordering::Relaxed);
    });
    let spared = spared.into_inner();
    let interrupted = interrupted.into_inner();
    println!(
        "{} mutants: {spared} statements were not run again, {interrupted} jobs were interrupted",
        mutants.len()
    );
    assert!(spared > mutants.len() && interrupted > mutants.len() / 8, "{spared}, {interrupted}");
}

/// Statements that go to some puzzle, to none, or to any; that repeat names, and cannot be read.
const STATEMENTS: [&str; 20] = [
    "matrix a { 1 2 / 3 4 }",
    "matrix b { 5 6 / 7 8 }",
    "klotski k { A . / . . / goal A at (1,1) }",
    "klotski k { A x . }",
    "matrix a { 1 2 3 / 4 5 6 }",
    "use a",
    "use k",
    "use nothing",
    "rotate 1",
    "rotate 1 => {\n  2 4\n  1 3\n}",
    "a: rotate 1",
    "b: show",
    "a: reset",
    "k: solve => 2",
    "k: play A down",
    "solve",
    "nobody: rotate 1",
    "rotate a 1",
    "rotate \u{1} 1",
    "a",
];

#[test]
fn statements_in_any_order_say_the_same() {
    let mut random = Random(0xd20c);
    for round in 0..300 {
        let count = 3 + random.below(10);
        let lines: Vec<_> = (0..count).map(|_| STATEMENTS[random.below(20)]).collect();
        let text = lines.join("\n") + "\n";
        let states = LIMITS[round % LIMITS.len()];
        let budget = Budget::unlimited().with_states(states);
        for mode in [Mode::Check { solve: true }, Mode::Run { solve: false }] {
            agree(&text, mode, &budget, &mut random, &mut Edited::default());
        }
    }
}

/// Texts that make a line bad: it cannot be read, or it has a sign of another language.
const SPOILS: [&str; 8] =
    ["\u{1}", "\u{1b}[1m", "\u{a0}", "\u{3000}", "\u{feff}", " -> 1", " # x", " // \u{7}"];

/// Puts something bad into a line, or leaves it as it is.
fn spoil(line: &str, random: &mut Random) -> String {
    let mut line = line.to_owned();
    let bad = SPOILS[random.below(SPOILS.len())];
    if random.below(2) == 0 {
        let at =
            if bad.starts_with(' ') { line.len() } else { floor(&line, random.below(line.len())) };
        line.insert_str(at, bad);
    }
    line
}

#[test]
fn many_bad_lines_in_several_scripts_say_the_same() {
    let mut random = Random(0xbad);
    let mut spared = 0;
    for round in 0..60 {
        let states = LIMITS[round % LIMITS.len()];
        let budget = Budget::unlimited().with_states(states);
        let mut lines: Vec<&str> = Vec::new();
        for name in 0..3 + random.below(3) {
            lines.push(STATEMENTS[[0, 1, 2, 0, 1][name]]);
            lines.extend((0..4).map(|_| STATEMENTS[random.below(STATEMENTS.len())]));
        }
        let mut text: Vec<_> = lines.iter().map(|line| spoil(line, &mut random)).collect();
        let modes =
            [Mode::Check { solve: false }, Mode::Check { solve: true }, Mode::Run { solve: false }];
        let mut edited = modes.map(|mode| (mode, Edited::default()));
        for _ in 0..6 {
            for (mode, edited) in &mut edited {
                let text = text.join("\n") + "\n";
                agree(&text, *mode, &budget, &mut random, edited);
            }
            let at = random.below(lines.len());
            text[at] = spoil(lines[at], &mut random);
        }
        spared += edited.iter().map(|(_, edited)| edited.spared).sum::<usize>();
    }
    assert!(spared > 100, "{spared} statements were not run again");
}

/// The advice about a puzzle stops at the limit of states, which is not reported while a statement
/// fails.
#[test]
fn a_stop_is_reported_once_no_statement_fails() {
    let path = crate::common::root().join("examples/bloxorz/session.puzzle");
    let text = std::fs::read_to_string(path).expect("an example can be read");
    let budget = Budget::unlimited().with_states(60);
    let mut random = Random(0x0adc);
    let mut edited = Edited::default();
    for text in [&text.replace("\nstatus", "\nstat"), &text] {
        agree(text, Mode::Check { solve: true }, &budget, &mut random, &mut edited);
    }
}

/// A document that is written statement by statement, each kind of automaton with commands whose
/// answers depend on what was expected before.
#[test]
fn what_was_expected_before_an_edit_is_known_after_it() {
    let statements = [
        "1 [<] => X\n",
        "0 [>] => .\n",
        "rules\n",
        "next-question\n",
        "show => (. X .)\n",
        "rules 2 => 1\n",
    ];
    let mut random = Random(0x0b5e);
    let modes =
        [Mode::Check { solve: false }, Mode::Check { solve: true }, Mode::Run { solve: false }];
    let budget = Budget::unlimited();
    for rule in ["?", "30"] {
        for mode in modes {
            for _ in 0..5 {
                let mut edited = Edited::default();
                let mut text = format!("automaton a {{\n  rule {rule}\n  tree (. X .)\n}}\n");
                for _ in 0..5 {
                    text.push_str(statements[random.below(statements.len())]);
                    agree(&text, mode, &budget, &mut random, &mut edited);
                }
            }
        }
    }
}
