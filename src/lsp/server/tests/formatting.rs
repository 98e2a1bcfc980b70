//! Writers are not read back when they run: the canonical layout keeps every statement, and the other
//! form of a body declares the same puzzle.

use super::{examples, mutants, open};
use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::Body;
use crate::search::{Budget, Cancel};
use crate::session::read;
use crate::syntax::Statement;
use crate::text::Source;

#[test]
fn a_formatted_text_has_its_statements_where_the_formatter_says() {
    let mut changed = 0;
    let mut statements = 0;
    for text in examples(20_000).into_iter().chain(mutants(6_000)) {
        let document = open(&text);
        let checked = &document.checked;
        let formatted = checked.formatted(&Cancel::default());
        let again = read(&Source::new("x.puzzle", formatted.text.as_str()), true, &mut Sink::new());
        let ends: Vec<_> = again.statements.iter().map(|statement| statement.span().end).collect();
        assert_eq!(formatted.ends, ends, "{text:?}\nas\n{:?}", formatted.text);
        changed += usize::from(formatted.text != text);
        statements += ends.len();
    }
    assert!(changed > 200 && statements > 10_000, "{changed} {statements}");
}

#[test]
fn a_body_in_its_other_form_declares_the_same_puzzle() {
    let mut count = std::collections::BTreeMap::new();
    for text in examples(20_000).into_iter().chain(mutants(6_000)) {
        let document = crate::syntax::parse_document(&text, &KINDS, &mut Sink::new());
        for statement in &document.statements {
            let Statement::Declaration(declaration) = statement else { continue };
            let word = &text[declaration.kind.range()];
            let Some(kind) = KINDS.kind(word) else { continue };
            let body = Body::of(&text, declaration);
            let Some(model) = kind.read_silently(&body) else { continue };
            let Some(new) = model.convert(&body) else { continue };
            let body = new.lines.join("\n  ");
            let commands = new.commands.join("\n");
            let before = format!("{word} x {{{}}}\n", &text[declaration.body.range()]);
            let after = format!("{word} x {{\n  {body}\n}}\n{commands}\n");
            let [before, after] = [before, after].map(|text| {
                let mut report = crate::check(&text);
                let puzzle = report.puzzle("x").unwrap_or_else(|| panic!("{text}"));
                let piece = puzzle.piece(&Budget::unlimited()).ok();
                (piece.map(|piece| piece.fields), puzzle.scene("x"))
            });
            assert_eq!(before, after, "{text}");
            *count.entry(word.to_owned()).or_insert(0) += 1;
        }
    }
    assert!(count.len() >= 5 && count.values().all(|count| *count > 20), "{count:?}");
}
