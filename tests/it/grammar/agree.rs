//! Holds a recognizer that interprets the grammar against the parsers.

use std::collections::BTreeMap;

use super::ebnf::{of_a_kind, whole};
use super::recognize::Recognizer;
use super::verdict::{Effect, PROSE, Verdict, of_document};
use crate::common::{Random, diagnostics, right_examples, shown_path};
use crate::one_fault::{CHANGES, damage};
use puzzled::codes::codes;
use puzzled::diag::{Severity, Sink};
use puzzled::exchange::{self, FORMATS};
use puzzled::kinds::KINDS;
use puzzled::laws;
use puzzled::puzzle::Body;
use puzzled::puzzle::common::{example, verbs};
use puzzled::search::Budget;
use puzzled::syntax::{Statement, parse_document};
use puzzled::text::Source;

/// Damaged texts.
const TEXTS: usize = 10_000;

/// Bytes of the longest text that is damaged.
const LONGEST: usize = 340;

/// The largest share of the damaged texts, in percent, that one rule of the prose may decide.
const MOST: f64 = 5.0;

#[test]
fn the_grammar_accepts_every_example() {
    let recognizer = Recognizer::new(&whole());
    let mut faults = Vec::new();
    for path in right_examples() {
        let text = std::fs::read_to_string(&path).expect("an example is UTF-8");
        if !recognizer.accepts("document", &text) {
            let at = recognizer.furthest("document", &text);
            faults.push(format!("{} stops before {:.60}", shown_path(&path), &text[at..]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Holds that a text is a sentence, and counts it.
fn hold(recognizer: &Recognizer, production: &str, text: &str, done: &mut BTreeMap<String, usize>) {
    let furthest = || &text[recognizer.furthest(production, text)..];
    assert!(recognizer.accepts(production, text), "{production} stops before {:?}", furthest());
    *done.entry(production.to_owned()).or_default() += 1;
}

#[test]
fn the_grammar_accepts_every_raw_form() {
    let recognizer = Recognizer::new(&whole());
    let mut done = BTreeMap::new();
    for path in right_examples() {
        let text = std::fs::read_to_string(&path).expect("an example is UTF-8");
        let document = parse_document(&text, &KINDS, &mut Sink::new());
        for statement in &document.statements {
            let Statement::Declaration(declaration) = statement else { continue };
            let kind = KINDS.kind(&text[declaration.kind.range()]).expect("a kind");
            let mut sink = Sink::new();
            let body = Body::of(&text, declaration);
            let puzzle = kind.open(&body, KINDS, &mut sink).expect("an example can be read");
            let name = kind.name;

            // A body in the form of programming sites is raw input.
            let alone = Source::new("raw", &text[declaration.body.range()]);
            if name != "sudoku" && kind.open(&Body::raw(&alone), KINDS, &mut sink).is_some() {
                let keyed = name == "automaton" && alone.text().contains("rule");
                if !keyed {
                    hold(&recognizer, &format!("{name}-raw"), alone.text(), &mut done);
                }
            }

            // The texts in the forms of other programs.
            let Ok(piece) = puzzle.piece(&Budget::unlimited()) else { continue };
            for format in FORMATS.iter() {
                let production = match format.name {
                    "ss" | "sdk" => "sudoku-drawing",
                    "sdm" | "line" => "sudoku-list",
                    "terrain" => "bloxorz-raw",
                    "blocks" => "klotski-raw",
                    "ps" => "puzzlescript-raw",
                    "json" | "opensudoku" => continue, // not grammars of ours
                    name => name,
                };
                if let Ok(text) = exchange::write(format, std::slice::from_ref(&piece)) {
                    hold(&recognizer, production, &text, &mut done);
                    if name == "sudoku" {
                        hold(&recognizer, "sudoku-raw", &text, &mut done);
                    }
                }
            }
        }
    }

    for (head, text) in codes().into_iter().flat_map(laws::examples) {
        if let Some(("right raw", name)) = head.rsplit_once(' ') {
            hold(&recognizer, &format!("{name}-raw"), &text, &mut done);
        }
    }

    // The goal of this form is that of Rush Hour, which no example has.
    let rush = "// from a collection\n60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n";
    hold(&recognizer, "rush", rush, &mut done);
    for kind in KINDS {
        let name = format!("{}-raw", kind.name);
        assert!(done.contains_key(&name), "no text is {name}: {done:?}");
    }
    for form in ["sudoku-drawing", "sudoku-list", "tiles"] {
        assert!(done.contains_key(form), "no text is {form}: {done:?}");
    }
}

/// Returns small documents by the kind of their first puzzle: the examples of all verbs, and of the
/// explanations of all codes.
fn small() -> Vec<Vec<String>> {
    let mut documents = Vec::new();
    for kind in KINDS {
        let info = kind;
        documents.extend(verbs(info).map(|verb| example(info, verb)));
    }
    for code in codes() {
        let right = |(head, text): (String, String)| {
            let document = !head.contains("raw") && !head.contains("import");
            (head.starts_with("right") && document).then_some(text)
        };
        documents.extend(laws::examples(code).into_iter().filter_map(right));
    }
    documents.retain(|text| text.len() <= LONGEST && matches!(of_document(text), Verdict::Right));
    documents.sort();
    documents.dedup();
    let of = |name: &str| {
        let begins = |text: &&String| text.starts_with(&format!("{name} "));
        documents.iter().filter(begins).cloned().collect()
    };
    KINDS.iter().map(|kind| of(kind.name)).collect()
}

#[test]
fn the_grammar_and_the_parser_agree_on_damaged_texts() {
    let recognizers = KINDS.iter().map(|kind| Recognizer::new(&of_a_kind(kind.name)));
    let originals: Vec<_> = recognizers.zip(small()).collect();
    for (recognizer, texts) in &originals {
        for text in texts {
            assert!(recognizer.accepts("document", text), "not a sentence:\n{text}");
        }
    }
    let mut random = Random(0x0123_4567_89ab_cdef);
    let mut counts = vec![0_usize; PROSE.len()];
    let mut texts = 0;
    let mut wrong = 0;
    let mut faults = Vec::new();

    while texts < TEXTS {
        let (recognizer, originals) = &originals[random.below(originals.len())];
        let original = &originals[random.below(originals.len())];
        let change = CHANGES[random.below(CHANGES.len())];
        let Some(damaged) = damage(original, change, &mut random) else { continue };
        let text = &damaged.text;
        texts += 1;
        let accepted = recognizer.accepts("document", text);
        let verdict = of_document(text);
        wrong += usize::from(!accepted);
        match verdict {
            Verdict::Right if accepted => {}
            Verdict::Prose(rule) => {
                let skips = PROSE[rule].effect == Effect::Skips;
                counts[rule] += usize::from(accepted != skips);
            }
            Verdict::Wrong(_) if !accepted => {}
            verdict => faults.push(format!("{change:?}: accepted {accepted}, {verdict:?}\n{text}")),
        }
    }

    println!("{wrong} of {texts} texts are not sentences");
    assert!(wrong > TEXTS / 4, "only {wrong} texts are wrong");
    assert!(PROSE.len() <= 12);

    for (rule, &count) in PROSE.iter().zip(&counts) {
        let share = 100.0 * count as f64 / texts as f64;
        println!("{share:>5.2} % {}", rule.name);
        if share >= MOST {
            faults.push(format!("{}: {share} %", rule.name));
        }
    }
    assert!(faults.is_empty(), "{} texts\n{}", faults.len(), faults.join("\n"));
}

/// The first findings of this test: the parsers read these texts as something else.
#[test]
fn braces_and_parts_of_a_body_are_told_from_other_text() {
    for (text, codes) in [
        ("matrix m { {\n  1 2\n  3 4\n}\n", &["syntax::unclosed-brace"][..]),
        ("matrix m { 1 2 }\nshow => {{\n  1 2\n}\n", &["syntax::unclosed-brace"]),
        ("matrix m { 1 2 }\nshow => { 1 {\n  2\n}\n", &["syntax::unclosed-brace"]),
        // A query with a prefix is not a row of the body above it.
        ("automaton a { rule 1 tree X }\nautomaton b {\n  rule 1\n  tree X\n}\n  a: [] \n", &[]),
        // Nor is one without, or what a command of the kind begins with.
        ("automaton b {\n  rule 1\n  tree X\n}\n  0 []\n  rules\n", &[]),
        ("show => {\n}\n  0 []\n", &["document::no-puzzle", "document::no-puzzle"]),
        // Only a single row below its body is one mistake with the body.
        ("matrix m {\n  1 2\n}\n  3 4\nshow\n", &["syntax::missing-header"]),
        ("matrix m {\n  1 2\n}\n  3 4\n  5 6\n}\n", &["syntax::missing-header"]),
        // A keyword of the body is a verb, too.
        ("automaton t {\n  tree (X . X)\nrule 110\n}\n", &[]),
        ("automaton t {\n  rule 110\n  tree (X . X)\nrule 7\n}\n", &["automaton::duplicate-part"]),
        // Nor is a command.
        ("klotski k {\n  A .\n}\n  moves\n", &[]),
        // In a body on one line, the tree may touch its keyword.
        ("automaton t { rule 110 tree(X . X) }\n", &[]),
        // A note in a sudoku may be indented deeper than the rows.
        ("sudoku s {\n    # a note\n  1234\n  3412\n  2143\n  4321\n}\n", &[]),
    ] {
        let diagnostics = diagnostics(&Source::new("text", text), "check");
        let errors =
            diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
        let errors: Vec<_> = errors.map(|diagnostic| diagnostic.code.path).collect();
        assert_eq!(errors, codes, "{text}");
    }
}
