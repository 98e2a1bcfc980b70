//! JSON of every kind, version 1.
//!
//! ```json
//! { "puzzled": 1, "kind": "klotski", "name": "little",
//!   "rows": [["A", ".", "B"], ["C", ".", "B"], ["C", "D", "."]],
//!   "goals": [{ "block": "A", "at": [2, 2] }] }
//! ```
//!
//! Each kind reads its own fields ([`crate::puzzle::Info::json`]), and an open puzzle gives them
//! ([`crate::puzzle::Board::piece`]); the explanation of [`super::codes::BAD_FIELD`] lists them.

use super::{Format, Misfit, Options, Piece, codes, is_name};
use crate::diag::{Sink, clip, did_you_mean};
use crate::kinds::KINDS;
use crate::puzzle::Registry;
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::foreign::json::{Field, Fields, Json, Record, nodes, quoted, without_comments};
use crate::puzzle::foreign::{comment, lines};
use crate::syntax::{Key, Meta};
use crate::text::{Source, Spanned};

/// The version of the form.
const VERSION: i64 = 1;

pub(super) static FORMAT: Format = Format {
    name: "json",
    summary: "puzzles of every kind as JSON",
    endings: &["json"],
    kinds: &[],
    many: true,
    example: "{\"puzzled\":1,\"kind\":\"rush\",\"rows\":[\"..B.\",\"AAB.\",\"...C\",\"...C\"]}\n",
    headers: Headers::Fields,
    fits,
    read,
    write: Some(write),
};

/// The fields that every kind has.
const COMMON: &[&str] = &["puzzled", "kind", "name", "meta", "notes", "commands"];

fn fits(text: &str) -> bool {
    let every = lines(text);
    let lines = every.iter().filter(|line| comment(line).is_none());
    let mut chars = lines.flat_map(|line| line.text.chars()).filter(|char| !char.is_whitespace());
    match chars.next() {
        Some('{') => matches!(chars.next(), Some('"' | '}')),
        Some('[') => matches!(chars.next(), Some('{' | ']')),
        _ => false,
    }
}

/// Reads an object, or an array of them.
fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let text = without_comments(source.text());
    let nodes = match nodes(&text) {
        Ok(nodes) => nodes,
        Err(Spanned { value: message, span }) => {
            sink.push(codes::bad_json(span, &message));
            return Vec::new();
        }
    };
    let mut fields = Fields::new(&nodes, options.goal, sink);
    let records = fields.records(0);
    let kinds = options.kinds.unwrap_or(KINDS);
    let mut pieces = Vec::new();
    for record in records {
        if options.is_cancelled() {
            break;
        }
        pieces.extend(piece(kinds, &mut fields, record));
        fields.cap();
    }
    pieces
}

fn piece<'a>(kinds: Registry, fields: &mut Fields<'a, '_>, record: Record<'a>) -> Option<Piece> {
    let version = fields.need(record, "puzzled")?;
    if fields.integer(version)? != VERSION {
        let span = fields.span(version);
        let message = format!("only version {VERSION} of this form is known");
        fields.say(span, message, "another version");
        return None;
    }

    let at = fields.need(record, "kind")?;
    let name = fields.text(at, "the name of a kind")?;
    let Some(form) = kinds.kind(name).and_then(|kind| kind.json) else {
        let kinds = kinds.names();
        let otherwise = format!("the kinds are {}", kinds.join(", "));
        let hint = did_you_mean(name, kinds, &otherwise);
        fields.say(fields.span(at), format!("there is no kind `{}`", clip(name)), &hint);
        return None;
    };
    let kind = name.to_owned();

    let known: Vec<&str> = COMMON.iter().chain(form.fields).copied().collect();
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
                fields.say(span, format!("`{}` is not a name", clip(name)), form);
                return None;
            }
            Some(name.to_owned())
        }
    };

    let meta = match fields.field(record, "meta") {
        None => Meta::default(),
        Some(at) => meta(fields, at)?,
    };

    let notes = texts(fields, record, "notes", |_| true)?;
    let commands = texts(fields, record, "commands", |text| !text.contains(['{', '}']))?;
    let body = (form.read)(fields, record)?;
    Some(Piece { kind, name, meta, notes, body, commands, fields: Vec::new() })
}

/// Returns the metadata in an object; `None` if it is wrong, which is reported.
fn meta(fields: &mut Fields<'_, '_>, at: usize) -> Option<Meta> {
    let record = fields.record(at)?;
    if !fields.only(record, &Key::ALL.map(Key::word)) {
        return None;
    }
    let mut meta = Meta::default();
    for key in Key::ALL {
        if let Some(at) = fields.field(record, key.word()) {
            fields.lines(at)?.lines().for_each(|line| meta.add(key, line.trim()));
        }
    }
    Some(meta)
}

/// Returns the texts of an optional array; `None` if it is wrong, which is reported.
fn texts<'a>(
    fields: &mut Fields<'a, '_>,
    record: Record<'a>,
    name: &str,
    able: impl Fn(&str) -> bool,
) -> Option<Vec<String>> {
    let Some(at) = fields.field(record, name) else { return Some(Vec::new()) };
    let mut texts = Vec::new();
    for &node in fields.list(at)? {
        let text = fields.text(node, "a text")?;
        if !able(text) {
            fields.say(fields.span(node), "a command has no braces", "not a command");
            return None;
        }
        texts.push(text.to_owned());
    }
    Some(texts)
}

/// Writes an object, or an array of them.
fn write(pieces: &[Piece]) -> Result<String, Misfit> {
    let objects: Vec<String> = pieces.iter().map(object).collect::<Result<_, _>>()?;
    Ok(match &objects[..] {
        [object] => format!("{object}\n"),
        _ => format!("[\n{}\n]\n", objects.join(",\n")),
    })
}

/// Writes a puzzle as an object: an item or entry of a field per line.
fn object(piece: &Piece) -> Result<String, Misfit> {
    if piece.fields.is_empty() {
        return Err(Misfit(format!("it holds no {}", piece.kind)));
    }

    let mut fields = vec![
        Field::new("puzzled", Json::Number(VERSION.to_string())),
        Field::new("kind", Json::Text(piece.kind.clone())),
    ];
    fields.extend(piece.name.clone().map(|name| Field::new("name", Json::Text(name))));
    if !piece.meta.is_empty() {
        let entry = |(key, text): (Key, &str)| (key.word().to_owned(), Json::Text(text.to_owned()));
        let entries = piece.meta.entries().map(entry).collect();
        fields.push(Field::new("meta", Json::Record(entries)));
    }
    if !piece.notes.is_empty() {
        fields.push(Field::new("notes", Json::texts(&piece.notes)));
    }
    fields.extend(piece.fields.iter().cloned());
    if !piece.commands.is_empty() {
        fields.push(Field::new("commands", Json::texts(&piece.commands)));
    }

    let field = |Field { name, value }: &Field| match value.parts() {
        Some((parts, [open, close])) if !parts.is_empty() => {
            format!("  {}: {open}\n    {}\n  {close}", quoted(name), parts.join(",\n    "))
        }
        _ => format!("  {}: {value}", quoted(name)),
    };
    let fields: Vec<String> = fields.iter().map(field).collect();
    Ok(format!("{{\n{}\n}}", fields.join(",\n")))
}
