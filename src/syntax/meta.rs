//! Metadata: lines such as `/// title: Red Donkey` directly above a declaration. They say who made
//! a puzzle and what it is called, and change nothing that is computed.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::one_of;
use nom::combinator::{eof, opt, rest, value};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Offset, Parser};

use super::args::Fragment;
use super::codes;
use super::lexical::has_bad_character;
use super::statement::Statement;
use super::token::{is_blank, parse_blanks};
use crate::diag::{Sink, is_within};
use crate::text::Span;

/// The subject of a line of metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// The name of the puzzle for readers.
    Title,
    /// The person who made it.
    Author,
    /// The place where it was published.
    Source,
    /// The terms under which it may be used.
    License,
    /// Anything else.
    Note,
}

impl Key {
    /// Every key, in the order in which they are written.
    pub const ALL: [Self; 5] = [Self::Title, Self::Author, Self::Source, Self::License, Self::Note];

    /// Returns its word in documents and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Author => "author",
            Self::Source => "source",
            Self::License => "license",
            Self::Note => "note",
        }
    }

    /// Returns the key that a word is; upper and lower case differ.
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "licence" => Some(Self::License),
            _ => Self::ALL.into_iter().find(|key| key.word() == word),
        }
    }
}

/// A line of metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetaLine {
    /// The line, from its slashes to its last character.
    pub span: Span,
    /// The subject.
    pub key: Key,
    /// The word before the `:`, if that is a key.
    pub word: Option<Span>,
    /// The text after the `:`, or after the slashes.
    pub text: Span,
}

/// The metadata of a puzzle: at most one text per key, in the order of the keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta(Vec<(Key, String)>);

impl Meta {
    /// Reads the lines above a declaration, or any part of a text that holds nothing else.
    pub fn of(text: &str) -> Self {
        let mut meta = Self::default();
        for line in meta_lines(text, Span::new(0, text.len() as u32)) {
            meta.add(line.key, &text[line.text.range()]);
        }
        meta.0.retain_mut(|(_, text)| {
            text.truncate(text.trim_end().len());
            !text.is_empty()
        });
        meta
    }

    /// Adds a line to the text of a key.
    pub fn add(&mut self, key: Key, line: &str) {
        let at = self.0.partition_point(|(entry_key, _)| *entry_key < key);
        match self.0.get_mut(at).filter(|(entry_key, _)| *entry_key == key) {
            Some((_, text)) => text.extend(["\n", line]),
            None => self.0.insert(at, (key, line.to_owned())),
        }
    }

    /// Returns the text of a key; its lines are separated by line ends.
    pub fn get(&self, key: Key) -> Option<&str> {
        self.0.iter().find(|(entry_key, _)| *entry_key == key).map(|(_, text)| text.as_str())
    }

    /// Returns the title on one line.
    pub fn title(&self) -> Option<String> {
        self.get(Key::Title).map(|title| title.lines().collect::<Vec<_>>().join(" "))
    }

    /// Returns the keys that have a text, with their texts.
    pub fn entries(&self) -> impl Iterator<Item = (Key, &str)> {
        self.0.iter().map(|(key, text)| (*key, text.as_str()))
    }

    /// Returns whether no key has a text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Writes the lines of a document that say the same.
impl fmt::Display for Meta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, text) in self.entries() {
            for line in text.lines() {
                let line = line.replace(char::is_control, " ");
                writeln!(f, "{}", format!("/// {}: {}", key.word(), line.trim()).trim_end())?;
            }
        }
        Ok(())
    }
}

/// Parses `metadata = "///" [ blank [ key ":" ] anything ]`. Returns the key, the word before the
/// `:`, and the text. A line of three slashes and nothing else is an empty line of a note.
fn parse_metadata(input: &str) -> IResult<&str, (Option<&str>, &str)> {
    let word = take_while1(|char: char| char.is_alphabetic());
    let key = opt(terminated(word, tag(":")));
    let line = preceded(one_of(" \t"), (preceded(parse_blanks, key), rest));
    preceded(tag("///"), alt((line, value((None, ""), eof)))).parse(input)
}

/// Returns the lines of metadata in a stretch of text. Other lines are passed over, and so are lines
/// with a character that no document may hold, so that what is saved can be read.
pub fn meta_lines(text: &str, within: Span) -> impl Iterator<Item = MetaLine> {
    let part = &text[within.range()];
    part.split(['\n', '\r']).filter_map(|line| {
        let line = line.trim_matches([' ', '\t']);
        let (_, (word, said)) = parse_metadata(line).ok().filter(|_| !has_bad_character(line))?;
        let place = |part: &str| {
            let start = text.offset(part) as u32;
            Span::new(start, start + part.len() as u32)
        };
        let key = word.and_then(Key::of);
        let said = match (word, key) {
            // Another word than a key belongs to the note.
            (Some(word), None) => &line[line.offset(word)..],
            _ => said,
        };
        let span = place(line);
        // A text that is only written in the program has no place.
        let text = if said.is_empty() { Span::at(span.end) } else { place(said.trim()) };
        let word = word.filter(|_| key.is_some()).map(place);
        Some(MetaLine { span, key: key.unwrap_or(Key::Note), word, text })
    })
}

/// Returns the metadata in the lines directly above the line on which a declaration begins, which
/// is the offset `start`; empty if there is none. Comments for the checker may stand among them.
/// Nothing before `least` is looked at.
fn above(text: &str, start: usize, least: usize) -> Span {
    let bytes = text.as_bytes();
    let line_start =
        |at: usize| memchr::memrchr2(b'\n', b'\r', &bytes[least..at]).map(|end| least + end + 1);
    let first = match line_start(start) {
        Some(first) => first,
        None if least == 0 => 0,
        None => start, // something else stands before it on its line
    };

    let mut at = first;
    let mut metadata: Option<Span> = None;
    if !bytes[first..start].iter().all(|&byte| is_blank(byte)) {
        return Span::at(start as u32);
    }

    while at > least {
        let lf = bytes[at - 1] == b'\n' && at - 1 > least && bytes[at - 2] == b'\r';
        let end = at - 1 - usize::from(lf);
        let from = line_start(end);
        let Some(from) = from.or((least == 0).then_some(0)) else { break };
        let line = text[from..end].trim_start_matches('\u{feff}').trim_matches([' ', '\t']);
        if parse_metadata(line).is_ok() {
            let line_at = text.offset(line);
            let to = metadata.map_or(line_at + line.len(), |metadata| metadata.end as usize);
            metadata = Some(Span::new(line_at as u32, to as u32));
        } else if !line
            .strip_prefix("//")
            .is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with("puzzled:"))
        {
            break;
        }
        at = from;
    }
    metadata.unwrap_or(Span::at(start as u32))
}

/// Gives each declaration its metadata; reports words that are nearly keys.
pub(super) fn attach(text: &str, statements: &mut [Statement], sink: &mut Sink) {
    let mut least = 0;
    for statement in statements {
        if let Statement::Declaration(declaration) = statement {
            declaration.meta = above(text, declaration.span.start as usize, least);
            if !declaration.meta.is_empty() {
                report_keys(text, declaration.meta, sink);
            }
        }
        least = statement.span().end as usize;
    }
}

/// Reports the words before a `:` that are one edit from a key.
fn report_keys(text: &str, meta: Span, sink: &mut Sink) {
    for line in meta_lines(text, meta).filter(|line| line.word.is_none()) {
        let said = &text[line.text.range()];
        let Some((word, _)) = said.split_once(':') else { continue };
        let near = Key::ALL.map(Key::word).into_iter().chain(["licence"]);
        if let Some(near) = near.into_iter().find(|near| is_within(word, 1, [*near])) {
            sink.push(codes::near_key(Fragment { text: word, start: line.text.start }, near));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_document;

    /// Returns the metadata of the declarations of a text.
    fn of(text: &str) -> Vec<Meta> {
        let document = parse_document(text, &["null"], &mut Sink::new());
        let meta = |statement: &Statement| match statement {
            Statement::Declaration(declaration) => Some(Meta::of(&text[declaration.meta.range()])),
            _ => None,
        };
        document.statements.iter().filter_map(meta).collect()
    }

    #[test]
    fn lines_directly_above_a_declaration_belong_to_it() {
        let text = "/// not\n\n/// title: One\r\n  /// author: A: B \n// puzzled: allow x\n\
                    ///\tlicence: free\rnull a { }\n/// title: Two\nnull b { /// x\n}\n/// end\n";
        let metas = of(text);
        let entries = |at: usize| metas[at].entries().collect::<Vec<_>>();
        assert_eq!(
            entries(0),
            [(Key::Title, "One"), (Key::Author, "A: B"), (Key::License, "free")]
        );
        assert_eq!(entries(1), [(Key::Title, "Two")]);
    }

    #[test]
    fn what_is_no_metadata_is_a_comment() {
        for text in [
            "//// title: x\nnull a { }",
            "///title: x\nnull a { }",
            "// title: x\nnull a { }",
            "/// title: x\n\nnull a { }",
            "/// title: x\n// y\nnull a { }",
            "/// title: x\nadd 3\nnull a { }",
            "null b { } /// title: x\nnull a { }",
            "/// title:\nnull a { }",
        ] {
            assert!(of(text).iter().all(Meta::is_empty), "{text}");
        }
    }

    #[test]
    fn other_lines_are_notes_and_repeated_keys_are_joined() {
        let metas =
            of("/// note: a\n/// b: c\n///\n/// title : d\n/// title: e\n/// title: f\nnull a { }");
        assert_eq!(metas[0].get(Key::Note), Some("a\nb: c\n\ntitle : d"));
        assert_eq!(metas[0].get(Key::Title), Some("e\nf"));
        assert_eq!(of(&format!("{}null a {{ }}", metas[0])), metas);
    }

    #[test]
    fn a_word_one_edit_from_a_key_is_reported() {
        let text = "/// titel: a\n/// Title: b\n/// ttl: c\n/// autor: d\n/// see: e\nnull a { }";
        let mut sink = Sink::new();
        parse_document(text, &["null"], &mut sink);
        let places = sink.diagnostics().iter().map(|diagnostic| &text[diagnostic.span.range()]);
        assert_eq!(places.collect::<Vec<_>>(), ["titel", "Title", "autor"]);
    }
}
