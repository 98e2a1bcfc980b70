//! An automaton in JSON.

use crate::puzzle::foreign::json::{Fields, JsonForm, Record};

pub(super) static FORM: JsonForm = JsonForm { fields: &["rule", "tree"], read };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rule = fields.need(record, "rule")?;
    let rule = fields.integer(rule)?;
    let tree = fields.need(record, "tree")?;
    let tree = fields.made_of(tree, "a tree of `X`, `.`, `(` and `)`", |c| "X.() ".contains(c))?;
    Some(vec![format!("rule {rule}"), format!("tree {tree}")])
}
