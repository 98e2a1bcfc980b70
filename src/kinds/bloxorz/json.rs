//! A terrain in JSON.

use super::declare::Drawing;
use super::drawn;
use crate::puzzle::foreign::json::{Field, Fields, Json, JsonForm, Record};

pub(super) static FORM: JsonForm = JsonForm { fields: &["rows", "legend"], read };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rows = fields.rows(record, "a row of letters, digits and `-`", drawn::is_cell)?;
    let mut body: Vec<String> = rows.into_iter().map(str::to_owned).collect();
    let Some(legend) = fields.field(record, "legend") else { return Some(body) };
    let legend = fields.record(legend)?;
    for (letter, span, at) in legend.entries() {
        let mut chars = letter.chars();
        if !chars.next().is_some_and(|char| char.is_ascii_alphanumeric()) || chars.next().is_some()
        {
            fields.say(span, "a legend declares letters and digits", "not a letter or digit");
            return None;
        }
        let able = |char: char| char.is_ascii_alphanumeric() || " ,()-".contains(char);
        let meaning = fields.made_of(at, "a meaning such as `bridge extended`", able)?;
        body.push(format!("{letter}: {meaning}"));
    }
    Some(body)
}

/// Returns the fields of a drawing.
pub(super) fn fields(drawing: Drawing) -> Vec<Field> {
    let mut fields = vec![Field::new("rows", Json::texts(drawing.rows))];
    if !drawing.legend.is_empty() {
        let meaning = |(letter, meaning): (char, String)| (letter.to_string(), Json::Text(meaning));
        let legend = drawing.legend.into_iter().map(meaning).collect();
        fields.push(Field::new("legend", Json::Record(legend)));
    }
    fields
}
