//! A klotski board in JSON.

use super::Model;
use crate::kinds::blocks::rules::Places;
use crate::puzzle::foreign::json::{Field, Fields, Json, JsonForm, Record};
use crate::puzzle::moves::MoveGame as _;

pub(super) static FORM: JsonForm = JsonForm { fields: &["rows", "goals"], read };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let at = fields.need(record, "rows")?;
    let rows = fields.labels(at)?;
    let columns = rows.first().map_or(0, Vec::len);
    let mut body = Vec::new();
    // Without a size, two integers in a row could be read as one, and a column of words as packed
    // rows.
    let integers = |row: &Vec<&str>| row.iter().all(|label| label.parse::<u64>().is_ok());
    if columns == 1 || columns == 2 && rows.first().is_some_and(integers) {
        body.push(format!("{} {columns}", rows.len()));
    }
    body.extend(rows.iter().map(|row| row.join(" ")));
    let Some(goals) = fields.field(record, "goals") else { return Some(body) };
    for &goal in fields.list(goals)? {
        let goal = fields.record(goal)?;
        if !fields.only(goal, &["block", "at"]) {
            return None;
        }
        let block = fields.need(goal, "block")?;
        let block = fields.made_of(block, "the label of a block", |char| {
            !char.is_whitespace() && !matches!(char, '{' | '}')
        })?;
        let place = fields.need(goal, "at")?;
        body.push(format!("goal {block} at {}", fields.place(place)?));
    }
    Some(body)
}

/// Returns the fields of a board with the blocks at these places.
pub(super) fn fields(model: &Model, places: &Places) -> Vec<Field> {
    let board = &*model.board;
    let rows = model.view(places).plain_lines(" ");
    let rows = rows.iter().map(|row| Json::texts(row.split(' '))).collect();
    let mut fields = vec![Field::new("rows", Json::List(rows))];
    if !board.goals.is_empty() {
        let goals = board.goals.iter().map(|goal| {
            let block = Json::Text(board.blocks[goal.block].label.clone());
            let at = Json::place(goal.at);
            Json::Record(vec![(String::from("block"), block), (String::from("at"), at)])
        });
        fields.push(Field::new("goals", Json::List(goals.collect())));
    }
    fields
}
