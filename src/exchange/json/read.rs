//! From JSON to declarations.

use super::super::{Options, Piece, codes, is_name, model};
use super::VERSION;
use super::fields::{Fields, Record};
use super::scan::scan;
use crate::diag::{Sink, nearest};
use crate::kind::matrix::MatrixGame;
use crate::kind::names;
use crate::text::Source;

/// The fields that every kind has.
const COMMON: &[&str] = &["puzzled", "kind", "name", "notes", "commands"];

/// An object, or an array of them.
pub(super) fn read(source: &Source, _options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let nodes = match scan(source.text()) {
        Ok(nodes) => nodes,
        Err((span, message)) => {
            sink.push(codes::bad_json(span, message));
            return Vec::new();
        }
    };
    let mut fields = Fields::new(&nodes, sink);
    let records = fields.records(0);
    let mut pieces = Vec::new();
    for record in records {
        pieces.extend(piece(&mut fields, record));
        fields.cap();
    }
    pieces
}

fn piece<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Piece> {
    let version = fields.need(record, "puzzled")?;
    if fields.integer(version)? != VERSION {
        let span = fields.span(version);
        fields.say(
            span,
            format!("only version {VERSION} of this form is known"),
            "another version",
        );
        return None;
    }
    let at = fields.need(record, "kind")?;
    let kind = fields.text(at, "the name of a kind")?;
    if !names().contains(&kind) {
        let hint = match nearest(kind, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the kinds are {}", names().join(", ")),
        };
        let shown = crate::diag::clip(kind);
        fields.say(fields.span(at), format!("there is no kind `{shown}`"), &hint);
        return None;
    }
    let (own, body): (&[&str], Body) = match kind {
        "automaton" => (&["rule", "tree"], automaton),
        "matrix" => (&["rows"], matrix),
        "klotski" => (&["rows", "goals"], klotski),
        "sudoku" => (&["rows"], sudoku),
        "bloxorz" => (&["rows", "legend"], bloxorz),
        _ => (&["start", "goal"], sliders),
    };
    let known: Vec<&str> = COMMON.iter().chain(own).copied().collect();
    if !fields.only(record, &known) {
        return None;
    }
    let name = match fields.field(record, "name") {
        None => None,
        Some(at) => {
            let name = fields.text(at, "a name")?;
            if !is_name(name) {
                let span = fields.span(at);
                let form = "a letter, then letters, digits, `-` and `_`";
                fields.say(span, format!("`{}` is not a name", crate::diag::clip(name)), form);
                return None;
            }
            Some(name.to_owned())
        }
    };
    let notes = texts(fields, record, "notes", |_| true)?;
    let commands = texts(fields, record, "commands", |text| !text.contains(['{', '}']))?;
    let body = body(fields, record)?;
    Some(Piece { kind: kind.to_owned(), name, notes, body, commands })
}

/// Makes the lines of a body.
type Body = for<'a> fn(&mut Fields<'a, '_>, Record<'a>) -> Option<Vec<String>>;

/// The texts of an optional array.
fn texts<'a>(
    fields: &mut Fields<'a, '_>,
    record: Record<'a>,
    name: &str,
    able: impl Fn(&str) -> bool,
) -> Option<Vec<String>> {
    let Some(at) = fields.field(record, name) else { return Some(Vec::new()) };
    let mut found = Vec::new();
    for &one in fields.list(at)? {
        let text = fields.text(one, "a text")?;
        if !able(text) {
            fields.say(fields.span(one), "a command has no braces", "not a command");
            return None;
        }
        found.push(text.to_owned());
    }
    Some(found)
}

fn automaton<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let rule = fields.need(record, "rule")?;
    let rule = fields.integer(rule)?;
    let tree = fields.need(record, "tree")?;
    let tree = fields.made_of(tree, "a tree of `X`, `.`, `(` and `)`", |c| "X.() ".contains(c))?;
    Some(vec![format!("rule {rule}"), format!("tree {tree}")])
}

fn matrix<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let at = fields.need(record, "rows")?;
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for &row in fields.list(at)? {
        let cells = fields.list(row)?;
        rows.push(cells.iter().map(|&cell| fields.integer(cell)).collect::<Option<_>>()?);
    }
    let lines = rows.iter().map(|row| {
        let words: Vec<String> = row.iter().map(i64::to_string).collect();
        words.join(" ")
    });
    let mut body: Vec<String> = lines.collect();
    // A first row that looks like a header is written after a header.
    let read = model::<MatrixGame>(&body).map(|matrix| matrix.rows());
    if read.is_some_and(|read| read != rows.len()) {
        let columns = rows.first().map_or(0, Vec::len);
        body.insert(0, format!("{} {columns} 0", rows.len()));
    }
    Some(body)
}

/// Rows of labels.
fn labels<'a>(fields: &mut Fields<'a, '_>, at: usize) -> Option<Vec<Vec<&'a str>>> {
    let mut rows = Vec::new();
    for &row in fields.list(at)? {
        let cells = fields.list(row)?;
        let mut labels = Vec::new();
        for &cell in cells {
            let wanted = "a label without spaces and braces";
            let label = fields.made_of(cell, wanted, |char| {
                !char.is_whitespace() && !matches!(char, '{' | '}')
            })?;
            if label.starts_with("//") || label == "goal" {
                fields.say(
                    fields.span(cell),
                    format!("`{label}` cannot be a label"),
                    "not a label",
                );
                return None;
            }
            labels.push(label);
        }
        rows.push(labels);
    }
    Some(rows)
}

fn klotski<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let at = fields.need(record, "rows")?;
    let rows = labels(fields, at)?;
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
        let &[row, column] = fields.list(place)? else {
            fields.say(fields.span(place), "a place has a row and a column", "not a place");
            return None;
        };
        let (row, column) = (fields.integer(row)?, fields.integer(column)?);
        body.push(format!("goal {block} at ({row},{column})"));
    }
    Some(body)
}

fn sudoku<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let at = fields.need(record, "rows")?;
    let cell = |char| crate::kind::sudoku::grid::value_of(char).is_some();
    let rows = fields.list(at)?;
    rows.iter()
        .map(|&row| fields.made_of(row, "a row of digits and `.`", cell).map(str::to_owned))
        .collect()
}

fn bloxorz<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let at = fields.need(record, "rows")?;
    let cell = |char: char| char == '-' || char.is_ascii_alphanumeric();
    let mut body = Vec::new();
    for &row in fields.list(at)? {
        body.push(fields.made_of(row, "a row of letters, digits and `-`", cell)?.to_owned());
    }
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

fn sliders<'a>(fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Vec<String>> {
    let start = fields.need(record, "start")?;
    let start = labels(fields, start)?;
    let goal = fields.need(record, "goal")?;
    let goal = labels(fields, goal)?;
    let mut body: Vec<String> = start.iter().map(|row| row.join(" ")).collect();
    body.push(String::from("goal"));
    body.extend(goal.iter().map(|row| row.join(" ")));
    Some(body)
}
