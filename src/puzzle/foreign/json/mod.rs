//! The form of a kind in JSON: the fields that it has beside those of every kind.
//!
//! `nodes` reads JSON with its places, [`Fields`] looks at values and reports what is wrong.

mod fields;
mod nodes;

use std::fmt::{self, Display, Formatter};

use crate::scene::Coordinate;

pub use fields::{Fields, Record};
pub(crate) use nodes::{nodes, without_comments};

/// Makes the lines of a body from the fields of an object.
pub(crate) type ReadBody = for<'a> fn(&mut Fields<'a, '_>, Record<'a>) -> Option<Vec<String>>;

/// A field of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: Json,
}

impl Field {
    /// Returns the field of that name.
    pub fn new(name: &'static str, value: Json) -> Self {
        Self { name, value }
    }
}

/// The fields that only one kind has, and the function that reads them. It writes them in
/// [`crate::puzzle::Game::fields`].
#[derive(Debug)]
pub struct JsonForm {
    /// Their names.
    pub fields: &'static [&'static str],
    /// The lines of a body; reports what is wrong with the fields.
    pub read: ReadBody,
}

/// A value to be written. It is shown on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// `true` or `false`.
    Flag(bool),
    /// A number, in decimal.
    Number(String),
    /// A text.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object.
    Record(Vec<(String, Json)>),
}

impl Json {
    /// Returns a cell as an array of its row and its column.
    pub fn place(at: Coordinate) -> Self {
        let number = |number: i32| Self::Number(number.to_string());
        Self::List(vec![number(at.row), number(at.column)])
    }

    /// Returns texts as an array.
    pub fn texts(texts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::List(texts.into_iter().map(|text| Self::Text(text.into())).collect())
    }

    /// Returns cells in reading order as an array of rows.
    pub fn rows<T>(cells: &[T], columns: usize, show: impl Fn(&T) -> Self) -> Self {
        let row = |row: &[T]| Self::List(row.iter().map(&show).collect());
        Self::List(cells.chunks(columns.max(1)).map(row).collect())
    }

    /// Returns the text; empty if it is not one.
    pub(crate) fn as_text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }

    /// Returns the items of an array; none if it is not one.
    pub(crate) fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// Returns an entry of an object.
    pub(crate) fn entry(&self, name: &str) -> Option<&Self> {
        let Self::Record(entries) = self else { return None };
        entries.iter().find(|(entry, _)| entry == name).map(|(_, value)| value)
    }

    /// Returns the items or entries, if it is an array or an object: their texts, and the brackets.
    pub fn parts(&self) -> Option<(Vec<String>, [char; 2])> {
        let entry = |(name, value): &(String, Self)| format!("{}: {value}", quoted(name));
        match self {
            Self::Flag(_) | Self::Number(_) | Self::Text(_) => None,
            Self::List(items) => Some((items.iter().map(Self::to_string).collect(), ['[', ']'])),
            Self::Record(entries) => Some((entries.iter().map(entry).collect(), ['{', '}'])),
        }
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self, self.parts()) {
            (_, Some((parts, [open, close]))) => write!(f, "{open}{}{close}", parts.join(", ")),
            (Self::Text(text), None) => f.write_str(&quoted(text)),
            (Self::Flag(flag), None) => write!(f, "{flag}"),
            (Self::Number(number), None) => f.write_str(number),
            (Self::List(_) | Self::Record(_), None) => Ok(()),
        }
    }
}

/// Returns a text in quotes.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
