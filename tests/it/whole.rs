//! Holds the law *whole = parts = edit*: what a document finds and answers is the same if it is run
//! at once, if its scripts are checked one by one in any order, and if it is reached by edits, for
//! each limit of states and each length of slices.

use std::cell::Cell;
use std::sync::Arc;

use crate::common::{Random, Text, example_texts};
use puzzled::diag::{Diagnostic, Sink};
use puzzled::kinds::KINDS;
use puzzled::search::{Budget, Slice};
use puzzled::session::incremental::{self, Checked, Found, Incremental, Ran, Script, Walked};
use puzzled::session::{self, Event, Mode, Parts, Session};
use puzzled::text::{Source, Span};

/// What a document says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    found: Vec<Diagnostic>,
    /// Answers and judged expectations, by place.
    answers: Vec<(Span, String)>,
}

impl Told {
    fn hear(&mut self, event: &Event<'_>) {
        self.answers.extend(heard(event));
    }

    fn sorted(mut self) -> Self {
        incremental::sort(&mut self.found);
        self.answers.sort_by_key(|(span, _)| *span);
        self
    }

    /// What a run and a check tell alike: a run says more about what its errors entail.
    fn outline(&self) -> impl PartialEq + std::fmt::Debug + '_ {
        let mut found: Vec<_> = self.found.iter().map(|one| (one.code.path, one.span)).collect();
        found.sort_unstable();
        (found, &self.answers[..])
    }
}

/// Holds that a text says the same in another way.
fn same(new: &Told, all: &Told, how: &str) {
    let more = |one: &Told, other: &Told| {
        let found = one.found.iter().filter(|found| !other.found.contains(found));
        let found = found.map(|one| format!("{} {:?} {:?}", one.code.path, one.span, one.help));
        let answers = one.answers.iter().filter(|answer| !other.answers.contains(answer));
        found.chain(answers.map(|answer| format!("{answer:?}"))).collect::<Vec<_>>().join("\n")
    };
    assert!(new == all, "{how}\n-- more:\n{}\n-- less:\n{}", more(new, all), more(all, new));
}

/// What an event says of a statement.
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

/// What a session says of the whole text.
fn at_once(source: &Source, mode: Mode, budget: &Budget, mut session: Session) -> (Told, Session) {
    let (mut sink, mut told) = (Sink::new(), Told::default());
    let document = session::read(source, true, &mut sink);
    session.run(source, &document, mode, budget, &mut sink, &mut |event, sink| {
        told.hear(&event);
        if matches!(event, Event::Done) {
            told.found.append(&mut sink.take());
        }
    });
    told.found.append(&mut sink.take());
    (told.sorted(), session)
}

/// The findings of a session in the whole text, without a search.
pub fn whole(text: &str) -> Vec<Diagnostic> {
    let (source, mode) = (Source::new("x.puzzle", text), Mode::Check { solve: false });
    at_once(&source, mode, &Budget::unlimited(), Session::new()).0.found
}

/// What the scripts of a text say, in a random order.
fn by_scripts(source: &Source, solve: bool, budget: &Budget, random: &mut Random) -> Told {
    let (mut sink, mut told) = (Sink::new(), Told::default());
    let document = session::read(source, true, &mut sink);
    let parts = Parts::of(KINDS, source, &document, &mut sink);
    told.found = sink.take();
    let mut ranges = parts.ranges(1 + random.below(4) as u32);
    while !ranges.is_empty() {
        let range = ranges.swap_remove(random.below(ranges.len()));
        parts.check(range, solve, budget, &mut |event, sink| {
            told.hear(&event);
            if matches!(event, Event::Done) {
                told.found.append(&mut sink.take());
            }
        });
    }
    told.sorted()
}

/// A script that was run, and what its statements answered.
#[derive(Default)]
struct Kept {
    ran: Ran,
    answers: Vec<Vec<(Span, String)>>,
}

/// A document under edit, as the server keeps it.
#[derive(Default)]
struct Edited {
    live: Incremental,
    kept: Vec<Kept>,
    /// Statements that were not run again.
    spared: usize,
}

impl Edited {
    /// Takes over a text, and runs its scripts in slices.
    fn told(&mut self, text: &str, mode: Mode, budget: &Budget, length: Length) -> Told {
        let checked = self.live.check(Arc::new(Source::new("x.puzzle", text)));
        let (mut told, mut all) = (Told::default(), Vec::new());
        for script in &checked.scripts {
            let at = self.kept.iter().rposition(|one| one.ran.begins(&checked, script));
            let mut kept = at.map_or_else(Kept::default, |at| self.kept.swap_remove(at));
            self.spared += checked.resume(script, &mut kept.ran);
            run(&checked, script, mode, budget, length, &mut kept);
            let found = kept.ran.found.iter().map(|found| found.one.clone()).collect();
            all.push((script.id, Arc::new(Found::new(found, checked.starts(script)))));
            told.answers.extend(kept.answers.iter().flatten().cloned());
            self.kept.push(kept);
        }
        told.found = checked.diagnostics(|script| {
            all.iter().find(|(id, _)| *id == script.id).map(|(_, found)| found.clone())
        });
        told.sorted()
    }
}

/// The length of a slice in statements, and in units of work.
#[derive(Clone, Copy)]
struct Length {
    statements: usize,
    units: u64,
}

/// Runs what is not kept of a script.
fn run(
    checked: &Checked,
    script: &Script,
    mode: Mode,
    budget: &Budget,
    length: Length,
    kept: &mut Kept,
) {
    let slice = Slice::of(length.units);
    let budget = &budget.clone().sliced(slice.clone());
    let mut begun = checked.resume(script, &mut kept.ran);
    loop {
        kept.answers.truncate(begun);
        let Kept { ran, answers } = kept;
        let left = Cell::new(length.statements);
        slice.refill(length.units);
        let pause = || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0
        };
        let walked = checked.run_on(script, mode, budget, ran, &pause, &mut |event| match event {
            Event::Begin => answers.push(Vec::new()),
            event => answers.last_mut().expect("a statement began").extend(heard(&event)),
        });
        match walked {
            Walked::Through => break,
            Walked::Paused => begun = kept.answers.len(),
            Walked::Lost => {
                assert!(begun > 0, "a whole run needs nothing that was not kept");
                begun = 0;
            }
        }
    }
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

/// One edit as people make them: a letter, a word, a line removed, doubled, moved or added.
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
fn agree(text: &str, mode: Mode, budget: &Budget, random: &mut Random, edited: &Told) -> bool {
    let source = Source::new("x.puzzle", text);
    let (all, kept) = at_once(&source, mode, budget, Session::new());
    let (fewer, dropped) = at_once(&source, mode, budget, Session::new().dropping());
    let how = format!("{mode:?} with {} states:\n{text}", budget.states);
    same(&fewer, &all, &format!("puzzles that are dropped, {how}"));
    assert_eq!(dropped.tally(), kept.tally(), "{how}");
    match mode {
        Mode::Check { .. } => same(edited, &all, &format!("edited, {how}")),
        Mode::Run { .. } => assert_eq!(edited.outline(), all.outline(), "edited, {how}"),
    }
    // Comments for the checker are applied to all that was found, in the end.
    if let (Mode::Check { solve }, false) = (mode, text.contains("puzzled:")) {
        let parts = by_scripts(&source, solve, budget, random);
        same(&parts, &all, &format!("script by script, {how}"));
    }
    kept.entries().iter().any(|entry| entry.stands.is_some())
        && dropped.entries().iter().all(|entry| entry.stands.is_none())
}

/// Limits of states, each with a length of slices.
const LIMITS: [(u64, Length); 8] = [
    (1, Length { statements: 1, units: 1 }),
    (7, Length { statements: 2, units: 5 }),
    (60, Length { statements: 1, units: 1 }),
    (60, Length { statements: 9, units: 7 }),
    (300, Length { statements: 3, units: 1_000 }),
    (300, Length { statements: usize::MAX, units: 50 }),
    (2_000, Length { statements: 1, units: u64::MAX }),
    (2_000, Length { statements: usize::MAX, units: 120 }),
];

fn law(seed: u64, rounds: usize, steps: usize, longest: usize, mode: Mode) {
    let (corpus, mut random) = (corpus(longest), Random(seed));
    let (mut dropped, mut spared) = (0, 0);
    for round in 0..rounds {
        let mut edited = Edited::default();
        let (states, length) = LIMITS[round % LIMITS.len()];
        let budget = match mode {
            Mode::Check { solve: false } => Budget::unlimited(),
            _ => Budget::unlimited().with_states(states),
        };
        let mut text = corpus[random.below(corpus.len())].clone();
        for _ in 0..steps {
            let told = edited.told(&text, mode, &budget, length);
            dropped += usize::from(agree(&text, mode, &budget, &mut random, &told));
            edit(&mut text, &corpus, &mut random);
        }
        spared += edited.spared;
    }
    assert!(dropped > rounds / 4, "puzzles were dropped {dropped} times");
    assert!(spared > rounds, "{spared} statements were not run again");
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
fn a_run_says_the_same_at_once_and_after_edits() {
    law(0x9a7e, 18, 10, 1_500, Mode::Run { solve: false });
    law(0x9a7f, 18, 10, 1_500, Mode::Run { solve: true });
}

#[test]
fn every_example_says_the_same_at_once_in_parts_and_read_alone() {
    let mut random = Random(0xd20b);
    let mut dropped = 0;
    for (at, text) in corpus(20_000).iter().enumerate() {
        let (states, length) = LIMITS[at % LIMITS.len()];
        let budget = Budget::unlimited().with_states(states);
        for mode in [
            Mode::Check { solve: false },
            Mode::Check { solve: true },
            Mode::Run { solve: false },
            Mode::Run { solve: true },
        ] {
            let told = Edited::default().told(text, mode, &budget, length);
            dropped += usize::from(agree(text, mode, &budget, &mut random, &told));
        }
    }
    assert!(dropped > 400, "puzzles were dropped {dropped} times");
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
        let (states, length) = LIMITS[round % LIMITS.len()];
        let budget = Budget::unlimited().with_states(states);
        for mode in [Mode::Check { solve: true }, Mode::Run { solve: false }] {
            let told = Edited::default().told(&text, mode, &budget, length);
            agree(&text, mode, &budget, &mut random, &told);
        }
    }
}

/// Texts that make a line bad: it cannot be read, or it has a sign of another language.
const SPOILS: [&str; 8] =
    ["\u{1}", "\u{1b}[1m", "\u{a0}", "\u{3000}", "\u{feff}", " -> 1", " # x", " // \u{7}"];

/// Puts something bad into a line, or leaves it as it is.
fn spoil(line: &str, random: &mut Random) -> String {
    let (mut line, bad) = (line.to_owned(), SPOILS[random.below(SPOILS.len())]);
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
        let (states, length) = LIMITS[round % LIMITS.len()];
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
                let told = edited.told(&text, *mode, &budget, length);
                agree(&text, *mode, &budget, &mut random, &told);
            }
            let at = random.below(lines.len());
            text[at] = spoil(lines[at], &mut random);
        }
        spared += edited.iter().map(|(_, edited)| edited.spared).sum::<usize>();
    }
    assert!(spared > 1_000, "{spared} statements were not run again");
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
    let length = Length { statements: usize::MAX, units: u64::MAX };
    for rule in ["?", "30"] {
        for mode in modes {
            for _ in 0..5 {
                let mut edited = Edited::default();
                let mut text = format!("automaton a {{\n  rule {rule}\n  tree (. X .)\n}}\n");
                for _ in 0..5 {
                    text.push_str(statements[random.below(statements.len())]);
                    let told = edited.told(&text, mode, &budget, length);
                    agree(&text, mode, &budget, &mut random, &told);
                }
            }
        }
    }
}
