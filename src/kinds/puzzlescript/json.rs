//! A game in JSON: its text, and the cells of a position.

use super::model::Model;
use super::rules::Position;
use crate::diag::Sink;
use crate::puzzle::foreign::json::{Field, Fields, Json, JsonForm, Record};
use crate::puzzle::moves::MoveGame;
use crate::puzzle::{Body, Out};
use crate::text::Source;

pub(super) static FORM: JsonForm = JsonForm { fields: &["source", "level", "rows", "won"], read };

/// Reads the text of a game. The position must be the start of the first level, which the text gives.
fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let source = fields.need(record, "source")?;
    let text = fields.lines(source)?;
    let level = fields.field(record, "level");
    if let Some(at) = level
        && fields.integer(at)? != 1
    {
        let label = "write 1, and go to the level by a command: `\"commands\":[\"level 2\"]`";
        fields.say(fields.span(at), "expected 1, because a game starts at its first level", label);
        return None;
    }
    let label = "leave it out, and play to the position with `commands`";
    if let Some(at) = fields.field(record, "won")
        && fields.flag(at)?
    {
        fields.say(
            fields.span(at),
            "expected `false`, because the start of a game is not won",
            label,
        );
        return None;
    }
    if let Some(at) = fields.field(record, "rows") {
        let rows = names(fields, at)?;
        let source = Source::new("", text);
        // What is wrong with the text is reported where it is declared.
        let model = Model::read(&Body::raw(&source), &mut Out::new(&mut Sink::new()));
        if model.is_some_and(|model| rows != model.start.names(&model.game)) {
            fields.say(
                fields.span(at),
                "expected the rows of the first level as the text draws it",
                label,
            );
            return None;
        }
    }
    Some(text.lines().map(str::to_owned).collect())
}

/// Returns the names of the objects of each cell.
fn names<'a>(fields: &mut Fields<'a, '_>, at: usize) -> Option<Vec<Vec<Vec<&'a str>>>> {
    let mut rows = Vec::new();
    for &row in fields.list(at)? {
        let mut cells = Vec::new();
        for &cell in fields.list(row)? {
            let mut names = Vec::new();
            for &name in fields.list(cell)? {
                names.push(fields.text(name, "the name of an object")?);
            }
            cells.push(names);
        }
        rows.push(cells);
    }
    Some(rows)
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
