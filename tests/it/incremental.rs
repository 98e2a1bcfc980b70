//! Checking a document piece by piece while it is edited: scripts that keep their number, long ones
//! that are resumed in the middle, and statements that read otherwise. The law itself is in `whole`.

use std::sync::Arc;

use crate::common::Random;
use crate::whole::whole;
use puzzled::diag::Sink;
use puzzled::search::Budget;
use puzzled::session::incremental::Incremental;
use puzzled::session::{Mode, Session};
use puzzled::syntax::Document;
use puzzled::text::Source;

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
            let goes_back = ["undo", "goto"].iter().any(|verb| lines[kind][pick].starts_with(verb));
            if plain && goes_back && random.below(20) > 0 {
                pick = 0;
            }
            lines[kind][pick].to_owned()
        };

        for _ in 0..2_300 {
            let row = line(&mut random);
            rows.push(row);
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
            let mut session = Session::new();
            let mut sink = Sink::new();
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
    let diagnostics = whole(&text);
    assert!(
        diagnostics.iter().all(|diagnostic| diagnostic.code.path != "sliders::parity"),
        "{diagnostics:#?}"
    );
    let live = Incremental::new().check(Arc::new(Source::new("x.puzzle", text)));
    assert_eq!(live.diagnostics(|_| None), diagnostics);
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
