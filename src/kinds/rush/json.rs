//! A Rush Hour board in JSON.

use super::{Model, leaver, syntax};
use crate::diag::clip;
use crate::kinds::blocks::rules::Places;
use crate::puzzle::foreign::json::{Field, Fields, Json, JsonForm, Record};
use crate::puzzle::moves::MoveGame as _;

pub(super) static FORM: JsonForm = JsonForm { fields: &["rows", "goal"], read };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rows = fields.rows(record, "a row of letters, `.` and `#`", syntax::is_cell)?;
    // With spaces, a single row is not the rows of a square.
    let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let mut body: Vec<String> = rows.into_iter().map(spaced).collect();
    // Without the field it means what a declaration means.
    if let Some(at) = fields.field(record, "goal") {
        let goal = fields.made_of(at, "the label of a car", |char| char.is_ascii_alphabetic())?;
        if let Some(named) = fields.goal.filter(|named| *named != goal) {
            let message = format!("the goal here is not `{}`, which `--goal` names", clip(named));
            fields.say(fields.span(at), message, "another car");
            return None;
        }
        body.push(format!("goal {goal}"));
        return Some(body);
    }
    body.extend(fields.goal.map(|label| format!("goal {label}")));
    Some(body)
}

/// Returns the fields of a board with the cars at these places.
pub(super) fn fields(model: &Model, places: &Places) -> Vec<Field> {
    let board = &*model.board;
    let rows = model.view(places).plain_lines("");
    let mut fields = vec![Field::new("rows", Json::texts(rows))];
    let red = board.blocks.iter().position(|car| car.label == leaver::RED);
    let red = red.is_some_and(|red| leaver::is_red(board, red));
    let goal = board.goals.first().map(|goal| &board.blocks[goal.block].label);
    let goal = goal.filter(|label| leaver::goal_line(label, red).is_some());
    fields.extend(goal.map(|label| Field::new("goal", Json::Text(label.clone()))));
    fields
}
