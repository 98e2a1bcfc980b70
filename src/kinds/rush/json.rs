//! A Rush Hour board in JSON.

use super::{Rush, leaver, scene, syntax};
use crate::puzzle::foreign::json::{Fields, Json, JsonForm, Record};
use crate::puzzle::marks::reread;

pub(super) static FORM: JsonForm = JsonForm { fields: &["rows", "goal"], read, write };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rows = fields.rows(record, "a row of letters, `.` and `#`", syntax::is_cell)?;
    // With spaces, a single row is not the rows of a square.
    let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let mut body: Vec<String> = rows.into_iter().map(spaced).collect();
    if let Some(goal) = fields.field(record, "goal") {
        let goal = fields.made_of(goal, "the label of a car", |char| char.is_ascii_alphabetic())?;
        body.push(format!("goal {goal}"));
    }
    Some(body)
}

fn write(body: &[String]) -> Option<Vec<(&'static str, Json)>> {
    let board = reread::<Rush>(body)?.model.board;
    let rows = scene::texts(&board, &board.start, [".", "#"], "");
    let mut fields = vec![("rows", Json::texts(rows))];
    // `A` is the one if no other is named.
    let label = leaver(&board);
    if label != "A" {
        fields.push(("goal", Json::Text(label.to_owned())));
    }
    Some(fields)
}
