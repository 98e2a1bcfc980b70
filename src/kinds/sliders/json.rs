//! Sliding tiles in JSON.

use super::usual::UsualGoal;
use super::{Board, Model};
use crate::puzzle::foreign::json::{Field, Fields, Json, JsonForm, Record};

pub(super) static FORM: JsonForm = JsonForm { fields: &["start", "goal"], read };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let start = fields.need(record, "start")?;
    let start = fields.labels(start)?;
    let at = fields.need(record, "goal")?;
    let goal = fields.labels(at)?;
    // Another name is for other puzzles of the text.
    if fields.goal.and_then(UsualGoal::named).is_some() {
        let message = String::from("a goal is written here, but `--goal` names one");
        fields.say(fields.span(at), message, "the goal of these tiles");
        return None;
    }
    let mut body: Vec<String> = start.iter().map(|row| row.join(" ")).collect();
    body.push(String::from("goal"));
    body.extend(goal.iter().map(|row| row.join(" ")));
    Some(body)
}

/// Returns the fields of a puzzle that starts with this board.
pub(super) fn fields(model: &Model, start: &Board) -> Vec<Field> {
    let label = |&cell: &u32| Json::Text(model.labels[cell as usize].clone());
    let grid = |board: &Board| Json::rows(board.cells(), board.cols(), label);
    vec![Field::new("start", grid(start)), Field::new("goal", grid(model.pair.goal()))]
}
