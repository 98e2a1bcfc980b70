//! Holds that checking a document piece by piece while it is edited finds, after every edit, what
//! checking it as a whole finds.

use std::sync::Arc;

use crate::common::{Random, right_examples, wrong_examples};
use puzzled::diag::{Diagnostic, Sink};
use puzzled::search::Budget;
use puzzled::session::incremental::{self, Incremental, Ran, Walked};
use puzzled::session::{self, Event, Mode, Session};
use puzzled::syntax::Document;
use puzzled::text::Source;

/// The findings of a session in the whole text.
fn whole(text: &str) -> Vec<Diagnostic> {
    let source = Source::new("x.puzzle", text);
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let mode = Mode::Check { solve: false };
    let budget = Budget::unlimited();
    Session::new().run(&source, &document, mode, &budget, &mut sink, &mut |_, _| {});
    let mut found = sink.take();
    incremental::sort(&mut found);
    found
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// One edit as people make them: a letter, a word, a line removed, doubled or added.
fn edit(text: &mut String, corpus: &[String], random: &mut Random) {
    let at = floor(text, random.below(text.len() + 1));
    let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    match random.below(9) {
        0 => text.insert_str(
            at,
            ["X", ".", "7", " ", "\n", "}", "{", "(", "=> ", "\r", "é"][random.below(11)],
        ),
        1 if at < text.len() => {
            text.remove(at);
        }
        2 => {
            let words = [
                "use a\n",
                "show\n",
                "undo\n",
                "goto 1\n",
                "branch here\n",
                "a: goto here\n",
                "branches\n",
                "diff 0 => 0\n",
                "digest => 0\n",
                "a: show => 1\n",
                "m: rings\n",
                "// x\n",
                "3 []\n",
                "\u{1b}[1m",
            ];
            text.insert_str(line, words[random.below(words.len())]);
        }
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
        _ => {
            let to = floor(text, (at + random.below(12)).min(text.len()));
            text.replace_range(at..to.max(at), "");
        }
    }
}

#[test]
fn parts_find_what_the_whole_finds() {
    let corpus: Vec<String> = right_examples()
        .iter()
        .chain(&wrong_examples())
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .filter(|text| !text.is_empty() && text.len() < 3_000)
        .collect();
    let mut random = Random(0x51de);
    for round in 0..60 {
        let mut live = Incremental::new();
        let mut text = corpus[random.below(corpus.len())].clone();
        for step in 0..40 {
            let checked = live.check(Arc::new(Source::new("x.puzzle", text.as_str())));
            let found = checked.diagnostics(|_| None);
            assert_eq!(found, whole(&text), "round {round}, step {step}:\n{text}");
            edit(&mut text, &corpus, &mut random);
        }
    }
}

/// What running the scripts of a text finds and answers; `ran` are those that were run before.
fn run(
    live: &mut Incremental,
    text: &str,
    known: &mut Vec<Ran>,
    pause: &dyn Fn() -> bool,
) -> Vec<(Vec<Diagnostic>, Vec<String>)> {
    let checked = live.check(Arc::new(Source::new("x.puzzle", text)));
    let budget = Budget { states: 2_000, ..Budget::unlimited() };
    let mut told = Vec::new();
    for script in &checked.scripts {
        let at = known.iter().rposition(|one| one.begins(&checked, script));
        let mut ran = at.map_or_else(Ran::default, |at| known.swap_remove(at));
        let (mut answers, mut at) = (Vec::new(), checked.resume(script, &mut ran));
        loop {
            let held = at;
            let mut on = |event: Event<'_>| match event {
                Event::Answer { answer, .. } => answers.push((at, answer.to_string())),
                Event::Done => at += 1,
                _ => {}
            };
            let mode = Mode::Run { solve: true };
            match checked.run_on(script, mode, &budget, &mut ran, pause, &mut on) {
                Walked::Through => break,
                Walked::Paused => assert_eq!(checked.resume(script, &mut ran), at),
                Walked::Lost => {
                    assert!(held > 0, "a whole run needs nothing that was not kept:\n{text}");
                    (answers, at) = (Vec::new(), 0);
                }
            }
        }
        let found = ran.found.iter().map(|found| found.one.clone()).collect();
        // Answers from the first statement that was run again on.
        told.push((found, answers.into_iter().map(|(at, text)| format!("{at}: {text}")).collect()));
        known.push(ran);
    }
    told
}

#[test]
fn a_run_that_goes_on_says_what_a_whole_one_says() {
    let corpus: Vec<String> = right_examples()
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .filter(|text| !text.is_empty() && text.len() < 1_500)
        .collect();
    let mut random = Random(0x9a7e);
    let mut shorter = 0;
    for round in 0..8 {
        let (mut live, mut known) = (Incremental::new(), Vec::new());
        let mut text = corpus[random.below(corpus.len())].clone();
        for step in 0..10 {
            let told = run(&mut live, &text, &mut known, &|| false);
            let whole = run(&mut Incremental::new(), &text, &mut Vec::new(), &|| false);
            let sliced = run(&mut Incremental::new(), &text, &mut Vec::new(), &|| true);
            assert_eq!(sliced, whole, "paused after each statement, round {round}:\n{text}");
            assert_eq!(told.len(), whole.len());
            for ((found, said), (all, answers)) in told.iter().zip(&whole) {
                assert_eq!(found, all, "round {round}, step {step}:\n{text}");
                assert!(answers.ends_with(said), "round {round}, step {step}:\n{text}");
                shorter += usize::from(said.len() < answers.len());
            }
            edit(&mut text, &corpus, &mut random);
        }
    }
    assert!(shorter > 20, "answers were kept {shorter} times");
}

#[test]
fn a_thread_keeps_its_number_while_its_text_stays() {
    let mut live = Incremental::new();
    let ids = |live: &mut Incremental, text: &str| -> Vec<u64> {
        let checked = live.check(Arc::new(Source::new("x", text)));
        checked.scripts.iter().map(|script| script.id).collect()
    };
    let before = ids(&mut live, "matrix a { 1 2 }\nrings\nmatrix b { 1 }\nb: show\na: show\n");
    let after =
        ids(&mut live, "// new\nmatrix b { 1 }\nb: show\n\n\nmatrix a { 1 2 }\nrings\na: show\n");
    assert_eq!([after[1], after[0]], before[..], "moved, and nothing else");
    let third = ids(&mut live, "matrix b { 1 }\nb: show\nmatrix a { 1 2 }\nring 0\na: show\n");
    assert_eq!(third[0], after[0]);
    assert_ne!(third[1], after[1]);
}

#[test]
fn long_threads_are_taken_up_where_they_differ() {
    let head = [
        "automaton a {\n  rule 23749\n  tree (((X . .) X (X . X)) X ((. X X) . (. X .)))\n}\n",
        "klotski k {\n  A . B\n  C . B\n  C D .\n\n  goal A at (2,2)\n}\n",
        "matrix m {\n  1 2\n  3 4\n}\n",
    ];
    let lines: [&[&str]; 3] = [
        &[
            "1 []",
            "-2 []",
            "3 [><]",
            "step 2",
            "undo",
            "redo",
            "undo 3",
            "reset",
            "1 [] => X",
            "at [<",
            "goto 3",
            "goto here",
            "branch here",
            "diff 2 here",
        ],
        &[
            "move A right",
            "move A left",
            "move B down",
            "undo",
            "undo 700",
            "redo",
            "moves",
            "reset",
            "goto 700",
            "goto there",
            "branch there => 5",
            "branches => 1",
        ],
        &[
            "rotate 1",
            "undo",
            "rotate -2",
            "redo 2",
            "rings",
            "rotat",
            "undo 5",
            "// pause",
            "goto 40",
            "goto 900",
            "branch b",
            "goto b",
            "digest => 1",
        ],
    ];
    let mut random = Random(0x10f5);
    for kind in [0, 1, 2, 0] {
        let mut rows: Vec<String> = vec![head[kind].trim_end().to_owned()];
        let plain = random.below(2) == 0; // few undos, so that copies hold
        let line = |random: &mut Random| {
            let mut pick = random.below(lines[kind].len());
            let back = ["undo", "goto"].iter().any(|back| lines[kind][pick].starts_with(back));
            if plain && back && random.below(20) > 0 {
                pick = 0;
            }
            lines[kind][pick].to_owned()
        };
        for _ in 0..2_300 {
            let one = line(&mut random);
            rows.push(one);
        }
        let mut live = Incremental::new();
        for step in 0..14 {
            let text = rows.join("\n") + "\n";
            let checked = live.check(Arc::new(Source::new("x.puzzle", text.as_str())));
            assert_eq!(checked.diagnostics(|_| None), whole(&text), "kind {kind}, step {step}");
            // The state in the middle is the state that a session has there.
            let script = &checked.scripts[0];
            let at = 1 + random.below(checked.members(script).len());
            let near = checked.before(script, at).expect("the declaration is sound");
            let far = Incremental::new().check(checked.source.clone());
            let statements = far.statements(&far.scripts[0]).take(at).cloned().collect();
            let bad = far.document.bad.clone();
            let part = Document { statements, bad, ..Document::default() };
            let (mut session, mut sink) = (Session::new(), Sink::new());
            let mode = Mode::Check { solve: false };
            let budget = Budget::unlimited();
            session.run(&far.source, &part, mode, &budget, &mut sink, &mut |_, _| {});
            assert_eq!(
                near.entry(true),
                session.focused_entry(),
                "kind {kind}, step {step}, at {at}"
            );
            let at = 1 + random.below(rows.len() - 1);
            match random.below(4) {
                0 => drop(rows.remove(at)),
                1 => rows.insert(at, line(&mut random)),
                2 => rows[at].push('x'),
                _ => rows[at] = line(&mut random),
            }
        }
    }
}

#[test]
fn a_use_without_a_name_uses_nothing() {
    // The declaration whose name cannot be read is not what a bare `use` means.
    let loyd = "sliders loyd {\n  1 2\n  3 .\n  goal\n  2 1\n  3 .\n}\nsolve => unsolvable\n";
    let text = format!("klotski 7k {{\n  A .\n}}\nuse\n{loyd}");
    let found = whole(&text);
    assert!(found.iter().all(|one| one.code.path != "sliders::parity"), "{found:#?}");
    let live = Incremental::new().check(Arc::new(Source::new("x.puzzle", text)));
    assert_eq!(live.diagnostics(|_| None), found);
}

/// What the lines around a statement make of it counts, too: here a row between two puzzles, which
/// may belong to either, and a brace that opens an answer.
#[test]
fn a_statement_that_reads_otherwise_is_checked_again() {
    let plain =
        "sliders s {\n  A B . A\n  goal\n  B A . A\n}\nmatrix m {\n  1 2\n  3\n}\nrings => 3\n";
    let changes = [
        ("}\nmatrix", "}\n  3 4\nmatrix"),
        ("  goal\n", ""),
        ("rings => 3", "rings => {\n  3"),
        ("matrix m {", "matrix m {\n  {"),
        ("B A . A\n}", "B A . A"),
    ];
    for (old, new) in changes {
        let edited = plain.replacen(old, new, 1);
        assert_ne!(edited, plain, "{old}");
        let mut live = Incremental::new();
        for text in [plain, &edited, plain, &edited] {
            let checked = live.check(Arc::new(Source::new("x.puzzle", text)));
            assert_eq!(checked.diagnostics(|_| None), whole(text), "{text}");
        }
    }
}
