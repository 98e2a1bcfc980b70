//! A terrain in JSON.

use super::packed;
use crate::puzzle::foreign::json::{Fields, Json, JsonForm, Record};

pub(super) static FORM: JsonForm = JsonForm { fields: &["rows", "legend"], read, write };

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rows = fields.rows(record, "a row of letters, digits and `-`", packed::is_cell)?;
    let mut body: Vec<String> = rows.into_iter().map(str::to_owned).collect();
    let Some(legend) = fields.field(record, "legend") else { return Some(body) };
    let legend = fields.record(legend)?;
    for (letter, span, at) in legend.all() {
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

fn write(body: &[String]) -> Option<Vec<(&'static str, Json)>> {
    let (rows, legend) = packed::parts(body);
    if rows.is_empty() {
        return None;
    }
    let mut fields = vec![("rows", Json::texts(rows))];
    if !legend.is_empty() {
        let meaning = |line: &String| {
            let (letter, meaning) = line.split_once(':').unwrap_or((line, ""));
            (letter.to_owned(), Json::Text(meaning.trim().to_owned()))
        };
        fields.push(("legend", Json::Record(legend.iter().map(meaning).collect())));
    }
    Some(fields)
}
