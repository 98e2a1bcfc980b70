//! JSON with the place of every value (RFC 8259). Nothing recurses, and the depth is bounded: no
//! puzzle is deeper than a few levels.

use std::borrow::Cow;

use crate::text::{Span, Spanned};

/// Levels of arrays and objects.
const DEEPEST: usize = 32;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
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
pub struct Node<'a> {
    /// What it is.
    pub value: Value<'a>,
    /// Where it stands.
    pub span: Span,
}

/// What is wrong, and where.
pub(super) type Fault = Spanned<String>;

/// An array or object that is not closed yet.
struct Open<'a> {
    node: usize,
    /// The name of the value that comes next, in an object.
    name: Option<(Cow<'a, str>, Span)>,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    /// A value.
    Value,
    /// A value or `]`.
    First,
    /// A name or `}`.
    FirstName,
    /// A name.
    Name,
    /// `,` or the closer.
    Comma,
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<Node<'a>>,
}

/// All values of a text; the first one is the whole.
///
/// # Errors
/// The first place that is not JSON.
pub(crate) fn scan(text: &str) -> Result<Vec<Node<'_>>, Fault> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut scanner = Scanner { text, at: start, nodes: Vec::new() };
    scanner.value()?;
    scanner.skip();
    if scanner.at < text.len() {
        let (at, length) = (scanner.at, scanner.length());
        return Err(Spanned {
            value: String::from("something follows the end of the JSON"),
            span: span(at, at + length),
        });
    }
    Ok(scanner.nodes)
}

fn span(from: usize, to: usize) -> Span {
    Span::new(from as u32, to as u32)
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The length of the character at hand, 0 at the end.
    fn length(&self) -> usize {
        self.text[self.at..].chars().next().map_or(0, char::len_utf8)
    }

    /// Skips spaces, and comments on separate lines.
    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
            self.at += blanks;
            if !self.text[self.at..].starts_with("//") {
                return;
            }
            let rest = &self.text[self.at..];
            self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        }
    }

    fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        Err(Spanned { value: message.into(), span: span(self.at, self.at + self.length()) })
    }

    fn push(&mut self, value: Value<'a>, from: usize) -> usize {
        self.nodes.push(Node { value, span: span(from, self.at) });
        self.nodes.len() - 1
    }

    /// Reads one value with all that is in it; answers its number.
    fn value(&mut self) -> Result<usize, Fault> {
        let mut open: Vec<Open<'a>> = Vec::new();
        let mut next = Next::Value;
        loop {
            self.skip();
            let from = self.at;
            let Some(byte) = self.peek() else {
                return match open.last() {
                    Some(open) => {
                        let start = self.nodes[open.node].span.start as usize;
                        Err(Spanned {
                            value: String::from("this is never closed"),
                            span: span(start, start + 1),
                        })
                    }
                    None => self.fault("a value is missing"),
                };
            };
            let done = match (next, byte) {
                (Next::FirstName, b'}') | (Next::First, b']') => self.close(&mut open),
                (Next::Comma, b',') => {
                    self.at += 1;
                    let record = open.last().is_some_and(|open| self.is_record(open.node));
                    next = if record { Next::Name } else { Next::Value };
                    continue;
                }
                (Next::Comma, b'}' | b']') => {
                    let record = open.last().is_some_and(|open| self.is_record(open.node));
                    if record != (byte == b'}') {
                        let wanted = if record { "}" } else { "]" };
                        return self.fault(format!("expected `,` or `{wanted}`"));
                    }
                    self.close(&mut open)
                }
                (Next::Comma, _) => {
                    let record = open.last().is_some_and(|open| self.is_record(open.node));
                    let wanted = if record { "}" } else { "]" };
                    return self.fault(format!("expected `,` or `{wanted}`"));
                }
                (Next::FirstName | Next::Name, b'"') => {
                    let name = self.string()?;
                    let place = span(from, self.at);
                    self.skip();
                    if self.peek() != Some(b':') {
                        return self.fault("expected `:`");
                    }
                    self.at += 1;
                    if let Some(open) = open.last_mut() {
                        open.name = Some((name, place));
                    }
                    next = Next::Value;
                    continue;
                }
                (Next::FirstName | Next::Name, _) => return self.fault("expected a name in `\"`"),
                (_, b'{' | b'[') => {
                    if open.len() >= DEEPEST {
                        return self.fault("arrays and objects are nested too deeply for a puzzle");
                    }
                    self.at += 1;
                    let record = byte == b'{';
                    let value =
                        if record { Value::Record(Vec::new()) } else { Value::List(Vec::new()) };
                    let node = self.push(value, from);
                    open.push(Open { node, name: None });
                    next = if record { Next::FirstName } else { Next::First };
                    continue;
                }
                _ => Some(self.plain(byte)?),
            };
            // A value is complete: put it where it belongs.
            let Some(node) = done else { return self.fault("a value is missing") };
            match open.last_mut() {
                None => return Ok(node),
                Some(Open { node: parent, name }) => match &mut self.nodes[*parent].value {
                    Value::List(list) => list.push(node),
                    Value::Record(record) => {
                        if let Some((name, place)) = name.take() {
                            record.push((name, place, node));
                        }
                    }
                    _ => {}
                },
            }
            next = Next::Comma;
        }
    }

    fn is_record(&self, node: usize) -> bool {
        matches!(self.nodes[node].value, Value::Record(_))
    }

    /// Closes the innermost array or object.
    fn close(&mut self, open: &mut Vec<Open<'a>>) -> Option<usize> {
        self.at += 1;
        let node = open.pop()?.node;
        self.nodes[node].span.end = self.at as u32;
        Some(node)
    }

    /// A text, a number or a word.
    fn plain(&mut self, byte: u8) -> Result<usize, Fault> {
        let from = self.at;
        if byte == b'"' {
            let text = self.string()?;
            return Ok(self.push(Value::Text(text), from));
        }
        let rest = &self.text[from..];
        let word = |char: char| char.is_ascii_alphanumeric() || "+-.".contains(char);
        let end = rest.find(|char| !word(char)).unwrap_or(rest.len());
        let found = &rest[..end];
        let value = match found {
            "null" | "true" | "false" => Value::Word(found),
            _ if is_number(found) => Value::Number(found),
            "" => return self.fault("expected a value"),
            _ => {
                return Err(Spanned {
                    value: String::from("this is not a JSON value"),
                    span: span(from, from + end),
                });
            }
        };
        self.at += end;
        Ok(self.push(value, from))
    }

    /// A text in quotes.
    fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
        let open = self.at;
        self.at += 1;
        let mut made: Option<String> = None;
        loop {
            let rest = &self.text[self.at..];
            let stop = |char: char| char == '"' || char == '\\' || u32::from(char) < 0x20;
            let Some(end) = rest.find(stop) else {
                return Err(Spanned {
                    value: String::from("this text is never closed"),
                    span: span(open, open + 1),
                });
            };
            let piece = &rest[..end];
            self.at += end;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(match made {
                        None => Cow::Borrowed(piece),
                        Some(mut made) => {
                            made.push_str(piece);
                            Cow::Owned(made)
                        }
                    });
                }
                Some(b'\\') => {
                    let char = self.escape()?;
                    let made = made.get_or_insert_default();
                    made.push_str(piece);
                    made.push(char);
                }
                _ => {
                    return self.fault("a control character in a text; write it as `\\u…`");
                }
            }
        }
    }

    /// The character of an escape.
    fn escape(&mut self) -> Result<char, Fault> {
        let from = self.at;
        let bytes = self.text.as_bytes();
        let simple = match bytes.get(from + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let bad = || {
                    let end = self.text.len().min(from + 2);
                    let value = String::from("expected four hexadecimal digits after `\\u`");
                    Spanned { value, span: span(from, end) }
                };
                let high = self.unit(from).ok_or_else(bad)?;
                let low = self.unit(from + 6).filter(|low| (0xdc00..0xe000).contains(low));
                self.at = from + 6;
                if !(0xd800..0xe000).contains(&high) {
                    return char::from_u32(high).ok_or_else(bad);
                }
                let Some(low) = low.filter(|_| high < 0xdc00) else {
                    let half = String::from("half of a surrogate pair");
                    return Err(Spanned { value: half, span: span(from, from + 6) });
                };
                self.at = from + 12;
                return char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
                    .ok_or_else(bad);
            }
            _ => {
                return Err(Spanned {
                    value: String::from("JSON has no such escape"),
                    span: span(from, from + 1),
                });
            }
        };
        self.at = from + 2;
        Ok(simple)
    }

    /// The number after `\u` at an offset.
    fn unit(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at..at + 6)?.strip_prefix("\\u")?;
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
        u32::from_str_radix(digits, 16).ok()
    }
}

/// Whether a word is a number as JSON writes it.
fn is_number(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let word = word.strip_prefix('-').unwrap_or(word);
    let (word, exponent) = match word.find(['e', 'E']) {
        Some(at) => (&word[..at], Some(word[at + 1..].trim_start_matches(['+', '-']))),
        None => (word, None),
    };
    let (whole, part) = match word.split_once('.') {
        Some((whole, part)) => (whole, Some(part)),
        None => (word, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && part.is_none_or(digits)
        && exponent.is_none_or(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_what_serde_takes_and_tells_the_same_texts() {
        let long = "[".repeat(DEEPEST);
        for text in [
            "{}",
            "[]",
            " [1, -2.5e+3 , \"a\\u00e9\\ud83d\\ude00\\n\" ]",
            "{\"a\":{\"b\":[null,true]}}",
            "\"x\"",
            "0",
            "-0",
            "01",
            "1.",
            ".5",
            "1e",
            "1e5",
            "tru",
            "[1,]",
            "[,1]",
            "{\"a\"}",
            "{\"a\":1,}",
            "{a:1}",
            "[1 2]",
            "[1}",
            "{\"a\":1]",
            "\"a",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"\\udc00\"",
            "\"\\u12\"",
            "\"\t\"",
            "",
            " ",
            "[",
            "{",
            "1 1",
            "\u{feff}1",
            "--1",
            "+1",
            "{\"a\":1 \"b\":2}",
            "[[1],[2]]",
            "é",
            "[é]",
            "nullé",
        ] {
            let theirs =
                serde_json::from_str::<serde_json::Value>(text.trim_start_matches('\u{feff}'));
            let ours = scan(text);
            assert_eq!(ours.is_ok(), theirs.is_ok(), "{text:?}: {ours:?}");
            match ours {
                Ok(nodes) => {
                    for node in &nodes {
                        assert!(text.get(node.span.range()).is_some(), "{text:?}");
                    }
                    assert_eq!(plain(&nodes, 0), theirs.expect("checked"), "{text:?}");
                }
                Err(Spanned { span, .. }) => {
                    assert!(text.get(span.range()).is_some(), "{text:?} {span:?}");
                }
            }
        }
        assert!(scan(&format!("{long}{}", "]".repeat(DEEPEST))).is_ok());
        assert!(scan(&format!("[{long}")).is_err_and(|why| why.value.contains("deeply")));
        assert!(scan("// a comment\n{} // another").is_ok());
    }

    fn plain(nodes: &[Node<'_>], at: usize) -> serde_json::Value {
        match &nodes[at].value {
            Value::Word(word) | Value::Number(word) => {
                serde_json::from_str(word).expect("a word or a number")
            }
            Value::Text(text) => serde_json::Value::String(text.to_string()),
            Value::List(list) => list.iter().map(|&one| plain(nodes, one)).collect(),
            Value::Record(record) => {
                record.iter().map(|(name, _, one)| (name.to_string(), plain(nodes, *one))).collect()
            }
        }
    }
}
