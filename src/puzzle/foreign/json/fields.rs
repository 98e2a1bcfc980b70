//! Looks at values and reports what is wrong at its place.

use std::collections::HashSet;

use super::super::cap;
use super::super::codes::bad_field;
use super::nodes::{Node, Value};
use crate::diag::{Sink, clip, did_you_mean};
use crate::scene::Coordinate;
use crate::text::Span;

/// The most fields of an object that are reported.
const MOST: usize = 20;

/// The values of a text, and the sink for what is wrong with them.
pub struct Fields<'a, 's> {
    nodes: &'a [Node<'a>],
    sink: &'s mut Sink,
    /// The goal that the caller names ([`super::super::Options::goal`]).
    pub goal: Option<&'a str>,
}

/// An object.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    fields: &'a [(std::borrow::Cow<'a, str>, Span, usize)],
    /// Its place.
    pub span: Span,
}

impl<'a> Record<'a> {
    /// Returns the name, the place of the name and the value of each field.
    pub fn entries(self) -> impl Iterator<Item = (&'a str, Span, usize)> {
        self.fields.iter().map(|(name, span, value)| (name.as_ref(), *span, *value))
    }
}

impl<'a, 's> Fields<'a, 's> {
    /// Returns the values of a text, as [`super::nodes`] gives them.
    pub(crate) fn new(nodes: &'a [Node<'a>], goal: Option<&'a str>, sink: &'s mut Sink) -> Self {
        Self { nodes, sink, goal }
    }

    /// Reports a finding, up to the limit.
    pub(crate) fn cap(&mut self) {
        cap(self.sink);
    }

    fn node(&self, at: usize) -> &'a Node<'a> {
        &self.nodes[at]
    }

    /// Returns the place of a value.
    pub fn span(&self, at: usize) -> Span {
        self.node(at).span
    }

    /// Reports something.
    pub fn say(&mut self, span: Span, message: impl Into<String>, label: &str) {
        self.sink.push(bad_field(span, message.into(), label));
    }

    fn wrong<T>(&mut self, at: usize, wanted: &str) -> Option<T> {
        let value = match &self.node(at).value {
            Value::Word(word) => word.to_string(),
            Value::Number(number) => format!("the number {}", clip(number)),
            Value::Text(text) => format!("the text `{}`", clip(text)),
            Value::List(_) => String::from("an array"),
            Value::Record(_) => String::from("an object"),
        };
        let label = format!("expected {wanted}");
        self.say(self.span(at), format!("expected {wanted}, found {value}"), &label);
        None
    }

    /// Returns an object.
    pub fn record(&mut self, at: usize) -> Option<Record<'a>> {
        match &self.node(at).value {
            Value::Record(fields) => Some(Record { fields, span: self.node(at).span }),
            _ => self.wrong(at, "an object"),
        }
    }

    /// Returns the values of an array.
    pub fn list(&mut self, at: usize) -> Option<&'a [usize]> {
        match &self.node(at).value {
            Value::List(list) => Some(list),
            _ => self.wrong(at, "an array"),
        }
    }

    /// Returns the objects of a text: the whole, or those of an array.
    pub fn records(&mut self, at: usize) -> Vec<Record<'a>> {
        match &self.node(at).value {
            Value::List(list) => {
                let mut records = Vec::new();
                for &node in list {
                    records.extend(self.record(node));
                    self.cap();
                }
                records
            }
            _ => self.record(at).into_iter().collect(),
        }
    }

    /// Returns a text on one line, without control characters.
    pub fn text(&mut self, at: usize, wanted: &str) -> Option<&'a str> {
        let Value::Text(text) = &self.node(at).value else { return self.wrong(at, wanted) };
        if text.chars().any(char::is_control) {
            return self.wrong(at, "a text on one line");
        }
        Some(text)
    }

    /// Returns a text of any number of lines, without other control characters.
    pub fn lines(&mut self, at: usize) -> Option<&'a str> {
        let Value::Text(text) = &self.node(at).value else { return self.wrong(at, "a text") };
        if text.chars().any(|char| char.is_control() && !matches!(char, '\n' | '\r' | '\t')) {
            return self.wrong(at, "a text without control characters");
        }
        Some(text)
    }

    /// Returns a text that is not empty and of which every character is allowed.
    pub fn made_of(
        &mut self,
        at: usize,
        wanted: &str,
        able: impl Fn(char) -> bool,
    ) -> Option<&'a str> {
        let text = self.text(at, wanted)?;
        if text.is_empty() || !text.chars().all(able) {
            return self.wrong(at, wanted);
        }
        Some(text)
    }

    /// Returns `true` or `false`.
    pub fn flag(&mut self, at: usize) -> Option<bool> {
        match self.node(at).value {
            Value::Word("true") => Some(true),
            Value::Word("false") => Some(false),
            _ => self.wrong(at, "`true` or `false`"),
        }
    }

    /// Returns an integer of 64 bits.
    pub fn integer(&mut self, at: usize) -> Option<i64> {
        let Value::Number(number) = self.node(at).value else {
            return self.wrong(at, "an integer");
        };
        match number.parse() {
            Ok(number) => Some(number),
            Err(_) => self.wrong(at, "an integer of 64 bits"),
        }
    }

    /// Returns the cell that an array of a row and a column names; a number that a coordinate cannot hold
    /// is the nearest that it can.
    pub fn place(&mut self, at: usize) -> Option<Coordinate> {
        let &[row, column] = self.list(at)? else {
            self.say(self.span(at), "a place has a row and a column", "not a place");
            return None;
        };
        let nearest = |number: i64| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let row = nearest(self.integer(row)?);
        let column = nearest(self.integer(column)?);
        Some(Coordinate { row, column })
    }

    /// Returns the value of a field, if it is there.
    pub fn field(&mut self, record: Record<'a>, name: &str) -> Option<usize> {
        record.fields.iter().find(|field| field.0 == name).map(|field| field.2)
    }

    /// Returns the value of a field; reports a missing one.
    pub fn need(&mut self, record: Record<'a>, name: &str) -> Option<usize> {
        let node = self.field(record, name);
        if node.is_none() {
            let open = Span::new(record.span.start, record.span.start + 1);
            let label = format!("has no `{name}`");
            self.say(open, format!("the field `{name}` is missing"), &label);
        }
        node
    }

    /// Reports fields that are not among `known`, or that are there twice.
    pub fn only(&mut self, record: Record<'a>, known: &[&str]) -> bool {
        let mut sound = true;
        let mut seen = HashSet::new();
        let mut count = 0;
        for (name, span, _) in record.entries() {
            let twice = !seen.insert(name);
            if known.contains(&name) && !twice {
                continue;
            }
            sound = false;
            count += 1;
            if count > MOST {
                break;
            }
            let name = clip(name).to_string();
            if twice {
                self.say(span, format!("the field `{name}` is there twice"), "the second one");
                continue;
            }
            let otherwise = format!("the fields are {}", known.join(", "));
            let label = did_you_mean(&name, known.iter().copied(), &otherwise);
            self.say(span, format!("there is no field `{name}` here"), &label);
        }
        sound
    }

    /// Returns the texts of the array `rows`, each as [`Fields::made_of`] reads it.
    pub fn rows(
        &mut self,
        record: Record<'a>,
        wanted: &str,
        able: impl Fn(char) -> bool,
    ) -> Option<Vec<&'a str>> {
        let at = self.need(record, "rows")?;
        self.list(at)?.iter().map(|&row| self.made_of(row, wanted, &able)).collect()
    }

    /// Reads rows of labels.
    pub fn labels(&mut self, at: usize) -> Option<Vec<Vec<&'a str>>> {
        let mut rows = Vec::new();
        for &row in self.list(at)? {
            let cells = self.list(row)?;
            let mut labels = Vec::new();
            for &cell in cells {
                let able = |char: char| !char.is_whitespace() && !matches!(char, '{' | '}');
                let label = self.made_of(cell, "a label without spaces and braces", able)?;
                if label.starts_with("//") || label == "goal" {
                    let message = format!("`{label}` cannot be a label");
                    self.say(self.span(cell), message, "not a label");
                    return None;
                }
                labels.push(label);
            }
            rows.push(labels);
        }
        Some(rows)
    }
}
