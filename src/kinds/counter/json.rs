//! A counter in JSON: `{"puzzled": 1, "kind": "counter", "start": 3, "goal": 10}`.

use super::Model;
use crate::puzzle::foreign::json::{Field, Fields, Json, JsonForm, Record};

pub(super) static FORM: JsonForm = JsonForm { fields: &["start", "goal"], read };

/// Returns the lines of a body; reading them reports numbers that are out of range.
fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let mut line = |name: &str| {
        let at = fields.need(record, name)?;
        Some(format!("{name} {}", fields.integer(at)?))
    };
    Some(vec![line("start")?, line("goal")?])
}

/// Returns the fields of a counter at a number.
pub(super) fn fields(model: &Model, at: u32) -> Vec<Field> {
    let field = |name, number: u32| Field::new(name, Json::Number(number.to_string()));
    vec![field("start", at), field("goal", model.goal)]
}
