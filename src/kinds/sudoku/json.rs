//! A sudoku in JSON.

use super::grid::value_of;
use super::layout::Layout;
use super::pencil::framed;
use crate::puzzle::foreign::json::{Fields, JsonForm, Record};

/// `candidates` is there if pencil marks were deleted, and `givens` if digits were placed.
pub(super) static FORM: JsonForm = JsonForm { fields: &["rows", "givens", "candidates"], read };

/// A field that is not what it must be, which has been reported.
struct Refused;

fn is_cell(char: char) -> bool {
    value_of(char).is_some()
}

fn read<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rows = fields.rows(record, "a row of digits and `.`", is_cell)?;
    let mut texts = |name: &str, wanted: &str| -> Result<Option<Vec<&'a str>>, Refused> {
        let Some(at) = fields.field(record, name) else { return Ok(None) };
        let list = fields.list(at).ok_or(Refused)?;
        let texts = list.iter().map(|&text| fields.made_of(text, wanted, is_cell).ok_or(Refused));
        texts.collect::<Result<_, _>>().map(Some)
    };
    let givens = texts("givens", "a row of digits and `.`").ok()?;
    let groups = texts("candidates", "the candidates of a cell").ok()?;
    // Where `0` is a digit, no group could have it.
    let has_zero = || rows.iter().any(|row| row.contains('0'));
    if groups.is_none() && (givens.is_none() || has_zero()) {
        return Some(rows.into_iter().map(str::to_owned).collect());
    }
    let cells: Vec<char> = rows.concat().chars().collect();
    let mut given: Vec<char> =
        givens.map_or_else(|| cells.clone(), |rows| rows.concat().chars().collect());
    given.resize(cells.len(), '.');
    let count = groups.as_ref().map_or(cells.len(), Vec::len);
    let Some(layout) = Layout::of_cells(count).filter(|_| count == cells.len()) else {
        let at = fields.field(record, "candidates").or_else(|| fields.field(record, "rows"))?;
        let message = format!("expected a group per cell, found {count}");
        fields.say(fields.span(at), message, "expected 16, 36, 81, 144, 256 or 625 groups");
        return None;
    };
    let group = |(cell, (&char, &given)): (usize, (&char, &char))| {
        let group = groups.as_ref().map_or("", |groups| groups[cell]);
        match (value_of(char), value_of(given)) {
            (Some(0) | None, _) if group.is_empty() => String::from("."),
            // The only candidate of an open cell is not a digit in it; `0` is a cell without candidates.
            (Some(0) | None, _) if group.len() == 1 && group != "." => format!("-{group}"),
            (Some(0) | None, _) => group.to_owned(),
            (_, Some(0) | None) => format!("+{char}"),
            _ => char.to_string(),
        }
    };

    let groups: Vec<String> = cells.iter().zip(&given).enumerate().map(group).collect();
    Some(framed(&groups, layout))
}
