//! A game in JSON: its text, and the cells of a position.

use super::model::Model;
use super::rules::Position;
use crate::puzzle::foreign::json::{Field, Fields, Json, JsonForm, Record};

pub(super) static FORM: JsonForm = JsonForm { fields: &["source", "level", "rows", "won"], read };

/// Reads the text of a game. What is said of a position is what its text gives.
fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let source = fields.need(record, "source")?;
    Some(fields.lines(source)?.lines().map(str::to_owned).collect())
}

/// Returns the fields of a position: the text of the game, the number of the level from 1, and for
/// each cell the names of its objects, sorted.
pub(super) fn fields(model: &Model, at: &Position) -> Vec<Field> {
    let cell = |names: Vec<&str>| Json::texts(names);
    let row = |row: Vec<Vec<&str>>| Json::List(row.into_iter().map(cell).collect());
    let rows = at.names(&model.game).into_iter().map(row).collect();
    vec![
        Field::new("source", Json::Text(model.text.to_string())),
        Field::new("level", Json::Number((at.level + 1).to_string())),
        Field::new("rows", Json::List(rows)),
        Field::new("won", Json::Flag(at.won)),
    ]
}
