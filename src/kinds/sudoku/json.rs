//! A sudoku in JSON.

use super::grid::value_of;
use crate::puzzle::foreign::json::{Fields, JsonForm, Record};

pub(super) static FORM: JsonForm = JsonForm { fields: &["rows"], read };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rows = fields.rows(record, "a row of digits and `.`", |char| value_of(char).is_some())?;
    Some(rows.into_iter().map(str::to_owned).collect())
}
