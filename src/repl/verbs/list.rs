//! `list`: the puzzles of the session, or the declaration of one.

use serde_json::{Value, json};

use super::{Fault, Outcome, Reply};
use crate::diag::{clip, did_you_mean};
use crate::host::help::columns;
use crate::render::{meta_value, sanitize};
use crate::session::{Entry, Session};

/// Runs `list` and `list NAME`.
pub(super) fn list(session: &Session, name: &str) -> Outcome {
    if !name.is_empty() {
        let text = session.text(name).ok_or_else(|| unknown(session, name))?;
        let value = json!({ "name": name, "declaration": text });
        return Ok(Reply::Record { text, value });
    }
    let entries = session.entries();
    let rows: Vec<_> = entries.iter().map(row).collect();
    let value = entries.iter().map(object).collect();
    Ok(Reply::Record { text: columns(&rows, |_| false), value })
}

fn row(entry: &Entry) -> [String; 5] {
    let (state, figure) = match &entry.stands {
        Some((state, figure)) => (format!("@{state}"), sanitize(figure).into_owned()),
        None => Default::default(),
    };
    let name = format!("{} {}", if entry.focus { '*' } else { ' ' }, entry.name);
    let title = entry.meta.title().unwrap_or_default();
    [name, entry.kind.to_owned(), state, figure, sanitize(&title).into_owned()]
}

/// Returns a puzzle as a value for programs; state and figure are `null` if its declaration has errors.
fn object(entry: &Entry) -> Value {
    let Entry { name, kind, stands, focus, meta } = entry;
    let (state, figure) = stands.as_ref().map(|(state, figure)| (state, figure)).unzip();
    let mut object =
        json!({ "name": name, "kind": kind, "focus": focus, "state": state, "figure": figure });
    if !meta.is_empty() {
        object["meta"] = meta_value(meta);
    }
    object
}

/// Returns the fault that there is no puzzle of that name.
pub(super) fn unknown(session: &Session, name: &str) -> Fault {
    let entries = session.entries();
    let known = entries.iter().map(|entry| entry.name.as_str());
    let help = did_you_mean(name, known, "`list` shows those there are");
    let shown = clip(name);
    Fault::from(format!("there is no puzzle `{}`; {help}\n", sanitize(&shown)))
}
