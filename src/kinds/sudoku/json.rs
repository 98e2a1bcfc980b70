//! A sudoku in JSON.

use super::grid::{order_of, value_of};
use super::pencil::framed;
use crate::puzzle::foreign::json::{Fields, JsonForm, Record};

/// `candidates` is there if pencil marks were deleted, and `givens` if digits were placed.
pub(super) static FORM: JsonForm = JsonForm { fields: &["rows", "givens", "candidates"], read };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rows = fields.rows(record, "a row of digits and `.`", |char| value_of(char).is_some())?;
    let Some(at) = fields.field(record, "candidates") else {
        return Some(rows.into_iter().map(str::to_owned).collect());
    };
    let mut groups = Vec::new();
    for &group in fields.list(at)? {
        let is_digit = |char| value_of(char).is_some();
        groups.push(fields.made_of(group, "the candidates of a cell", is_digit)?.to_owned());
    }
    let Some(order) = order_of(groups.len()) else {
        let message = format!("expected a group per cell, found {}", groups.len());
        fields.say(fields.span(at), message, "expected 16, 81, 256 or 625 groups");
        return None;
    };
    Some(framed(&groups, order))
}
