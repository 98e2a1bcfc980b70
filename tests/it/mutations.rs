//! Holds, over random damage to the shipped examples: checking, formatting and every renderer end
//! without a panic, every place lies within the text, fixes can be applied, and what is not damaged
//! is still found. (`fuzz` does more: it also runs the mangled documents.)

use std::sync::OnceLock;

use crate::common::{diagnostics, example_texts};
use proptest::prelude::*;
use puzzled::diag::Sink;
use puzzled::render::{Human, Look, github, json, short};
use puzzled::session::{self, format};
use puzzled::syntax::Statement;
use puzzled::text::Source;

/// The examples that are small enough to be damaged often.
fn corpus() -> &'static [Vec<u8>] {
    static CORPUS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let mut texts: Vec<_> = example_texts()
            .into_iter()
            .map(|text| text.bytes)
            .filter(|text| !text.is_empty() && text.len() < 4_000)
            .collect();
        assert!(texts.len() > 50, "only {} examples are small", texts.len());
        texts.push(b"matrix m { 1 2 }\n".to_vec());
        texts
    })
}

/// Checks, formats and draws a text, and holds every place.
fn hold(bytes: Vec<u8>) {
    let source = Source::from_bytes("damaged.puzzle", bytes);
    let text = source.text();
    let within = |start: u32, end: u32| {
        assert!(text.get(start as usize..end as usize).is_some(), "{start}..{end} of {text:?}");
    };
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let mut last = 0;
    for statement in &document.statements {
        let span = statement.span();
        within(span.start, span.end);
        assert!(span.start >= last, "statements overlap in {text:?}");
        last = span.end;
        if let Statement::Declaration(one) = statement {
            within(one.body.start, one.body.end);
            within(one.name.start, one.name.end);
        }
    }
    format(&source, &document, &sink);
    let human = Human::new(Look { color: false, unicode: true, width: 100 });
    for found in diagnostics(&source, "check").iter().take(50) {
        within(found.span.start, found.span.end);
        for label in &found.related {
            within(label.span.start, label.span.end);
        }
        for fix in &found.fixes {
            let mut edits = fix.edits.clone();
            edits.sort_by_key(|edit| edit.span);
            for pair in edits.windows(2) {
                assert!(pair[0].span.end <= pair[1].span.start, "{} overlaps itself", fix.title);
            }
            for edit in edits {
                within(edit.span.start, edit.span.end);
            }
        }
        for drawn in [human.draw(&source, found), short(&source, found), github(&source, found)] {
            let harm = |char: char| char.is_control() && !matches!(char, '\n' | '\r' | '\t');
            assert!(!drawn.contains(harm), "{drawn:?}");
        }
        assert_eq!(json(&source, found).lines().count(), 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_deletion_does_no_harm(which in any::<prop::sample::Index>(), from in any::<prop::sample::Index>(), length in 1_usize..40) {
        let mut text = which.get::<Vec<u8>>(corpus()).clone();
        let from = from.index(text.len());
        let to = (from + length).min(text.len());
        text.drain(from..to);
        hold(text);
    }

    #[test]
    fn an_insertion_does_no_harm(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), what in "[{}()=>:/\\[\\]<>XS.0-9 \t\r\n\u{1b}方a-c-]{1,6}") {
        let mut text = which.get::<Vec<u8>>(corpus()).clone();
        let at = at.index(text.len() + 1);
        text.splice(at..at, what.bytes());
        hold(text);
    }

    #[test]
    fn a_wild_byte_does_no_harm(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut text = which.get::<Vec<u8>>(corpus()).clone();
        let at = at.index(text.len());
        text[at] = byte;
        hold(text);
    }

    #[test]
    fn lines_in_any_order_do_no_harm(which in any::<prop::sample::Index>(), seed in any::<u64>()) {
        let text = String::from_utf8_lossy(which.get::<Vec<u8>>(corpus())).into_owned();
        let mut lines: Vec<_> = text.lines().collect();
        let mut random = crate::common::Random(seed | 1);
        for at in (1..lines.len()).rev() {
            let other = random.below(at + 1);
            lines.swap(at, other);
        }
        hold(lines.join("\n").into_bytes());
    }
}

#[test]
fn an_error_in_one_statement_hides_no_other() {
    // Damage on a separate line in front of a statement leaves the statement unchanged. (After
    // `use` of an unknown name the puzzle of the statement is unknown: tests/it/unknown.rs.)
    for damage in ["rotat 1", "}", "show =>", "nobody: show", "=> 1", "rotate \u{1b}1"] {
        let text = format!("matrix m {{\n  1 2\n  3 4\n}}\n{damage}\nrotate x\n");
        let found = diagnostics(&Source::new("x", text.as_str()), "check");
        let codes = crate::common::paths(&found);
        assert_eq!(codes.len(), 2, "{damage:?}: {codes:?}");
        assert_eq!(codes[1], "syntax::bad-argument", "{damage:?}");
    }
}
