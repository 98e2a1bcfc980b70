//! A sudoku in JSON.

use super::forms;
use super::grid::value_of;
use crate::puzzle::foreign::json::{Fields, Json, JsonForm, Record};

pub(super) static FORM: JsonForm = JsonForm { fields: &["rows"], read, write };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rows = fields.rows(record, "a row of digits and `.`", |char| value_of(char).is_some())?;
    Some(rows.into_iter().map(str::to_owned).collect())
}

fn write(body: &[String]) -> Option<Vec<(&'static str, Json)>> {
    Some(vec![("rows", Json::texts(forms::rows(body, '.')?))])
}
