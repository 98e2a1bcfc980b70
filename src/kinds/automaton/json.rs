//! An automaton in JSON.

use crate::puzzle::foreign::json::{Fields, Json, JsonForm, Record};

pub(super) static FORM: JsonForm = JsonForm { fields: &["rule", "tree"], read, write };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rule = fields.need(record, "rule")?;
    let rule = fields.integer(rule)?;
    let tree = fields.need(record, "tree")?;
    let tree = fields.made_of(tree, "a tree of `X`, `.`, `(` and `)`", |c| "X.() ".contains(c))?;
    Some(vec![format!("rule {rule}"), format!("tree {tree}")])
}

fn write(body: &[String]) -> Option<Vec<(&'static str, Json)>> {
    let [rule, tree] = body else { return None };
    let rule = rule.strip_prefix("rule")?.trim().to_owned();
    let tree = tree.strip_prefix("tree")?.trim().to_owned();
    Some(vec![("rule", Json::Number(rule)), ("tree", Json::Text(tree))])
}
