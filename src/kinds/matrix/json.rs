//! A matrix in JSON.

use super::MatrixGame;
use crate::puzzle::foreign::json::{Fields, Json, JsonForm, Record};
use crate::puzzle::marks::reread;

pub(super) static FORM: JsonForm = JsonForm { fields: &["rows"], read, write };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let at = fields.need(record, "rows")?;
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for &row in fields.list(at)? {
        let cells = fields.list(row)?;
        rows.push(cells.iter().map(|&cell| fields.integer(cell)).collect::<Option<_>>()?);
    }
    let lines = rows.iter().map(|row| {
        let words: Vec<String> = row.iter().map(i64::to_string).collect();
        words.join(" ")
    });
    let mut body: Vec<String> = lines.collect();
    // A first row that looks like a header is written after a header.
    let read = reread::<MatrixGame>(&body).map(|reading| reading.model.rows());
    if read.is_some_and(|read| read != rows.len()) {
        let columns = rows.first().map_or(0, Vec::len);
        body.insert(0, format!("{} {columns} 0", rows.len()));
    }
    Some(body)
}

fn write(body: &[String]) -> Option<Vec<(&'static str, Json)>> {
    let matrix = reread::<MatrixGame>(body)?.model;
    let number = |number: &i64| Json::Number(number.to_string());
    let rows = matrix.iter_rows().map(|row| Json::List(row.iter().map(number).collect()));
    Some(vec![("rows", Json::List(rows.collect()))])
}
