//! Sliding tiles in JSON.

use super::{Board, Sliders};
use crate::puzzle::foreign::json::{Fields, Json, JsonForm, Record};
use crate::puzzle::marks::reread;

pub(super) static FORM: JsonForm = JsonForm { fields: &["start", "goal"], read, write };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let start = fields.need(record, "start")?;
    let start = fields.labels(start)?;
    let goal = fields.need(record, "goal")?;
    let goal = fields.labels(goal)?;
    let mut body: Vec<String> = start.iter().map(|row| row.join(" ")).collect();
    body.push(String::from("goal"));
    body.extend(goal.iter().map(|row| row.join(" ")));
    Some(body)
}

fn write(body: &[String]) -> Option<Vec<(&'static str, Json)>> {
    let model = reread::<Sliders>(body)?.model;
    let label = |&cell: &u32| Json::Text(model.labels[cell as usize].clone());
    let grid = |board: &Board| Json::rows(board.cells(), board.cols(), label);
    Some(vec![("start", grid(model.pair.start())), ("goal", grid(model.pair.goal()))])
}
