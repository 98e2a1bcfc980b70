//! JSON with the place of every value: `serde_json` reads it (RFC 8259), one level at a time.
//!
//! A value is a piece of the text that is valid JSON; where it begins in memory says where it is.
//! A text is looked at once per level of nesting, of which puzzles have few. Nothing recurses.

use std::borrow::Cow;
use std::fmt::{self, Formatter};

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::super::{comment, lines};
use crate::text::{Span, Spanned};

/// Levels of arrays and objects.
const DEEPEST: usize = 32;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    /// `null`, `true` or `false`.
    Word(&'a str),
    /// A number, as it is written.
    Number(&'a str),
    /// A text, its escapes resolved.
    Text(Cow<'a, str>),
    /// An array: the numbers of its values.
    List(Vec<usize>),
    /// An object: names with their places, and the numbers of their values.
    Record(Vec<(Cow<'a, str>, Span, usize)>),
}

/// A value in its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node<'a> {
    /// The value.
    pub value: Value<'a>,
    /// The place of the value in the text.
    pub span: Span,
}

/// A message, and its place in the text.
pub(super) type Fault = Spanned<String>;

/// Returns a text with spaces in place of its comment lines and its byte order mark, so that every
/// value stays where it is.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
    let mark = text.starts_with('\u{feff}').then_some(0..3);
    let rows = lines(text);
    let comments = rows.iter().filter(|line| comment(line).is_some());
    let comments = comments.map(|line| line.start as usize..line.start as usize + line.text.len());
    let mut plain = String::new();
    let mut at = 0;
    for hidden in mark.into_iter().chain(comments) {
        plain.push_str(&text[at..hidden.start]);
        plain.extend(hidden.clone().map(|_| ' '));
        at = hidden.end;
    }
    if at == 0 {
        return Cow::Borrowed(text);
    }
    plain.push_str(&text[at..]);
    Cow::Owned(plain)
}

/// Returns all values of a text; the first one is the whole.
///
/// # Errors
/// The first place that is not JSON.
pub(crate) fn nodes(text: &str) -> Result<Vec<Node<'_>>, Fault> {
    let whole: &RawValue = serde_json::from_str(text).map_err(|error| fault(text, text, &error))?;
    let mut nodes = vec![node(text, whole)];
    // The numbers of values that are not looked at yet, and in how many arrays and objects they are.
    let mut waiting = vec![(0, 0)];
    while let Some((number, depth)) = waiting.pop() {
        let span = nodes[number].span;
        let raw = &text[span.range()];
        let fault = |error| fault(text, raw, &error);

        if depth == DEEPEST && raw.starts_with(['[', '{']) {
            let value = String::from("arrays and objects are nested too deeply for a puzzle");
            return Err(Spanned { value, span: Span::new(span.start, span.start + 1) });
        }

        let first = nodes.len();
        nodes[number].value = match raw.as_bytes().first() {
            Some(b'[') => {
                let values: Vec<&RawValue> = serde_json::from_str(raw).map_err(fault)?;
                nodes.extend(values.iter().map(|value| node(text, value)));
                Value::List((first..nodes.len()).collect())
            }
            Some(b'{') => {
                let Members(members) = serde_json::from_str(raw).map_err(fault)?;
                let mut record = Vec::with_capacity(members.len());
                for (name, value) in members {
                    record.push((string(text, name.get())?, place(text, name), nodes.len()));
                    nodes.push(node(text, value));
                }
                Value::Record(record)
            }
            Some(b'"') => Value::Text(string(text, raw)?),
            Some(b'-' | b'0'..=b'9') => Value::Number(raw),
            _ => Value::Word(raw),
        };

        waiting.extend((first..nodes.len()).rev().map(|number| (number, depth + 1)));
    }
    Ok(nodes)
}

/// The members of an object in their order, names that are there twice among them.
struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'a> Deserialize<'a> for Members<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;

        impl<'a> Visitor<'a> for All {
            type Value = Members<'a>;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Members<'a>, A::Error> {
                let members = std::iter::from_fn(|| map.next_entry().transpose());
                members.collect::<Result<_, _>>().map(Members)
            }
        }

        deserializer.deserialize_map(All)
    }
}

/// Returns a node of which only the place is known.
fn node<'a>(text: &'a str, raw: &'a RawValue) -> Node<'a> {
    Node { value: Value::Word(""), span: place(text, raw) }
}

/// Returns the place of a piece of the text.
fn place(text: &str, raw: &RawValue) -> Span {
    let start = offset(text, raw.get());
    Span::new(start as u32, (start + raw.get().len()) as u32)
}

/// Returns the offset at which a piece of the text begins.
fn offset(text: &str, piece: &str) -> usize {
    piece.as_ptr() as usize - text.as_ptr() as usize
}

/// Returns the text in quotes of a piece of the text, its escapes resolved.
fn string<'a>(text: &str, raw: &'a str) -> Result<Cow<'a, str>, Fault> {
    if !raw.contains('\\') {
        return Ok(Cow::Borrowed(&raw[1..raw.len() - 1]));
    }
    serde_json::from_str(raw).map(Cow::Owned).map_err(|error| fault(text, raw, &error))
}

/// Returns the message of an error in a piece of the text, and its place in the whole text.
fn fault(text: &str, piece: &str, error: &serde_json::Error) -> Fault {
    if let Some(open) = unclosed(text).filter(|_| error.is_eof()) {
        let value = String::from("this is never closed");
        return Spanned { value, span: Span::new(open as u32, open as u32 + 1) };
    }
    if error.is_eof() {
        // Nothing is open, so there is no value, or an unfinished one at the end. Comments after it are
        // spaces here, but a place among them could cut a character of the text as it was written.
        let end = text.trim_end().len();
        let last = text[..end].chars().next_back().map_or(0, char::len_utf8);
        let value = String::from("expected a value, found the end of the text");
        return Spanned { value, span: Span::new((end - last) as u32, end as u32) };
    }
    let line = error.line();
    let column = error.column();
    let lines = piece.split_inclusive('\n').take(line.saturating_sub(1));
    let before: usize = lines.map(str::len).sum();
    let mut at = (offset(text, piece) + before + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let length = text[at..].chars().next().map_or(0, char::len_utf8);
    let said = error.to_string();
    let place = format!(" at line {line} column {column}");
    let value = said.strip_suffix(&place).unwrap_or(&said).to_owned();
    Spanned { value, span: Span::new(at as u32, (at + length) as u32) }
}

/// Returns the offset of the last bracket or quotation mark that a text opens and does not close.
fn unclosed(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut quote = None;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if std::mem::take(&mut escaped) => {}
            b'\\' if quote.is_some() => escaped = true,
            b'"' => quote = if quote.is_some() { None } else { Some(at) },
            b'[' | b'{' if quote.is_none() => open.push(at),
            b']' | b'}' if quote.is_none() => drop(open.pop()),
            _ => {}
        }
    }
    quote.or_else(|| open.pop())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Holds that a text is JSON for `serde_json` and here alike, with the same values, and that
    /// every place lies in it.
    fn hold(text: &str) {
        let theirs = serde_json::from_str::<serde_json::Value>(text);
        let is_large = |error: &serde_json::Error| error.to_string().contains("out of range");
        match nodes(text) {
            Ok(nodes) => {
                for node in &nodes {
                    assert!(text.get(node.span.range()).is_some(), "{text:?}");
                }
                match theirs {
                    Ok(theirs) => assert_eq!(plain(&nodes, 0), theirs, "{text:?}"),
                    Err(error) => assert!(is_large(&error), "{text:?}: {error}"),
                }
            }
            Err(Spanned { value, span }) => {
                assert!(theirs.is_err() || value.contains("deeply"), "{text:?}: {value}");
                assert!(text.get(span.range()).is_some(), "{text:?} {span:?}");
                assert!(!value.contains(" at line "), "{value}");
            }
        }
    }

    fn plain(nodes: &[Node<'_>], at: usize) -> serde_json::Value {
        match &nodes[at].value {
            Value::Word(word) | Value::Number(word) => {
                serde_json::from_str(word).expect("a word or a number")
            }
            Value::Text(text) => serde_json::Value::String(text.to_string()),
            Value::List(list) => list.iter().map(|&value| plain(nodes, value)).collect(),
            Value::Record(record) => record
                .iter()
                .map(|(name, _, value)| (name.to_string(), plain(nodes, *value)))
                .collect(),
        }
    }

    const PIECES: [&str; 40] = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"a\"",
        "\"b\":",
        "\"",
        "\\",
        "\\u00e9",
        "\\ud83d\\ude00",
        "\\ud800",
        "\\udc00",
        "\\u12",
        "\\x",
        "0",
        "1",
        "-",
        "+",
        ".",
        "e",
        "1e+-5",
        "-2.5e+3",
        "01",
        "1e999",
        "null",
        "true",
        "tru",
        " ",
        "\n",
        "\t",
        "\u{b}",
        "\u{a0}",
        "é",
        "😀",
        "//",
        "[1]",
        "{\"a\":1}",
        "\"\\n\"",
    ];

    proptest! {
        #[test]
        fn a_text_is_json_exactly_where_serde_says_so(
            picked in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..14)
        ) {
            let text = picked.concat();
            hold(&text);
            hold(&format!("[{}]", picked.join(",")));
            hold(&format!("\"{text}\""));
        }
    }

    #[test]
    fn faults_are_said_where_they_are() {
        for (text, at) in [
            ("[1e+-5]", "-5"),
            ("[[1] [2]]", "[2]"),
            ("{\"a\":1 \"b\":2}", "\"b\""),
            ("{\n  \"a\": [1,\n  é]}", "é"),
            ("{\"a\" 1}", "1"),
            ("[1,]", "]"),
            ("{} x", "x"),
            ("{a:1}", "a"),
            ("[1, [2, 3]\n\n", "[1,"),
            ("{\"a\": [\"[\\\"{\", ", "[\"["),
            ("[\"a\", \"b]", "\"b]"),
            ("-", "-"),
            ("", ""),
        ] {
            let Err(Spanned { value, span }) = nodes(text) else { panic!("{text} is not JSON") };
            assert!(!value.is_empty(), "{text}");
            assert!(text[span.start as usize..].starts_with(at), "{text}: {span:?}");
        }
    }

    #[test]
    fn the_depth_is_bounded() {
        let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(nodes(&deep(DEEPEST)).map(|nodes| nodes.len()), Ok(DEEPEST));
        let deeply = |text: &str| nodes(text).is_err_and(|why| why.value.contains("deeply"));
        assert!(deeply(&deep(DEEPEST + 1)) && deeply(&deep(1_000_000)));
        assert!(deeply(&format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000))));
        assert!(nodes(&"[".repeat(1_000_000)).is_err());
    }

    #[test]
    fn no_fault_cuts_a_character_of_a_comment() {
        for text in [
            "//RR方",
            "// 方\n[\n// 方",
            "// 方\n-\n// 方",
            "[1 // 方\n2]",
            "// 方\ntru\n// 方",
            "\u{feff}",
        ] {
            let plain = without_comments(text);
            let Err(Spanned { span, .. }) = nodes(&plain) else { panic!("{text} is not JSON") };
            assert!(text.get(span.range()).is_some(), "{text:?} {span:?}");
        }
    }

    #[test]
    fn comment_lines_and_the_byte_order_mark_are_spaces() {
        let text = "\u{feff}// é\n{ \"a\": \"// b\",\r\n  // c\r\n\"d\": 1 }\n// e";
        let plain = without_comments(text);
        assert_eq!(plain.len(), text.len());
        let parsed = nodes(&plain).expect("it is JSON");
        assert_eq!(parsed[1].value, Value::Text(Cow::Borrowed("// b")));
        assert_eq!(&text[parsed[2].span.range()], "1");
        assert!(matches!(without_comments("{}"), Cow::Borrowed("{}")));
    }
}
