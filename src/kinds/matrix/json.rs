//! A matrix in JSON.

use super::{Matrix, declared};
use crate::puzzle::foreign::json::{Field, Fields, Json, JsonForm, Record};

pub(super) static FORM: JsonForm = JsonForm { fields: &["rows"], read };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let at = fields.need(record, "rows")?;
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for &row in fields.list(at)? {
        let cells = fields.list(row)?;
        rows.push(cells.iter().map(|&cell| fields.integer(cell)).collect::<Option<_>>()?);
    }
    let columns = rows.first().map_or(0, Vec::len);
    if columns > 0
        && rows.iter().all(|row| row.len() == columns)
        && let Some(matrix) = Matrix::new(rows.len(), columns, rows.concat())
    {
        return Some(declared(&matrix));
    }
    // Reading the document reports what is wrong with the rows.
    let words = |row: &Vec<i64>| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    Some(rows.iter().map(words).collect())
}

/// Returns the fields of a matrix.
pub(super) fn fields(matrix: &Matrix) -> Vec<Field> {
    let number = |number: &i64| Json::Number(number.to_string());
    let rows = matrix.iter_rows().map(|row| Json::List(row.iter().map(number).collect()));
    vec![Field::new("rows", Json::List(rows.collect()))]
}
