//! Forms: nom parsers of a line or of arguments, made of tokens that know what they are called. A
//! form reports nothing; [`Args::read`] commits to it and answers where the text stops matching it.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{anychar, char, one_of};
use nom::combinator::{consumed, cut, eof, map_opt, not, opt, peek, recognize};
use nom::error::{Error, ErrorKind, ParseError};
use nom::multi::{many0, many1};
use nom::sequence::{preceded, terminated};
use nom::{Err, IResult, Offset, Parser};

use super::Fragment;
use super::codes;
use super::token::{parse_blanks, parse_coordinate};
use crate::diag::Applicability::{Guess, Likely};
use crate::diag::{Diagnostic, Edit, Fix, clip, nearest};
use crate::text::Span;

/// The expectation of a form, and the text that stands there instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing<'a> {
    /// The text that is left.
    pub rest: &'a str,
    what: &'static str,
    pub(super) words: &'static [&'static str],
}

impl<'a> ParseError<&'a str> for Missing<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Self { rest, what: "something else", words: &[] }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// The result of a form.
pub(crate) type Form<'a, T> = IResult<&'a str, T, Missing<'a>>;

/// A coordinate: its text and its value.
pub(crate) type Place<'a> = (&'a str, (i64, i64));

/// A token and the spaces after it; `what` is expected if it is missing.
pub(crate) fn expected<'a, T>(
    what: &'static str,
    mut token: impl Parser<&'a str, Output = T, Error = Error<&'a str>>,
) -> impl Parser<&'a str, Output = T, Error = Missing<'a>> {
    move |input: &'a str| {
        let missing = |_| Err::Error(Missing { rest: input, what, words: &[] });
        let (rest, found) = token.parse(input).map_err(missing)?;
        parse_blanks(rest).map(|(rest, _)| (rest, found)).map_err(missing)
    }
}

/// One of several keywords, as a whole word, and the spaces after it; gives the keyword's number.
pub(crate) fn keyword<'a>(
    words: &'static [&'static str],
) -> impl Parser<&'a str, Output = usize, Error = Missing<'a>> {
    move |input: &'a str| {
        let end = |rest| peek(alt((eof, recognize(one_of(" \t"))))).parse(rest);
        let one = |word: &&'static str| {
            expected("", terminated(tag(*word), end)).parse(input).ok().map(|(rest, _)| rest)
        };
        let found = words.iter().enumerate().find_map(|(at, word)| Some((one(word)?, at)));
        found.ok_or(Err::Error(Missing { rest: input, what: "", words }))
    }
}

/// `coordinate`, and the spaces after it: `(3,1)`.
///
/// # Errors
/// When the input does not begin with a coordinate.
pub(crate) fn place(input: &str) -> Form<'_, Place<'_>> {
    expected("a place `(ROW,COLUMN)`", consumed(parse_coordinate)).parse(input)
}

/// `item { separator blanks item } [ separator ]`: `A up; B down;`. A separator commits, unless it
/// ends the text.
pub(crate) fn list<'a, T>(
    separator: char,
    item: impl Fn(&'a str) -> Form<'a, T>,
) -> impl Parser<&'a str, Output = Vec<T>, Error = Missing<'a>> {
    move |input: &'a str| {
        let separator = || expected("", char(separator));
        let (rest, first) = item(input)?;
        let next = preceded(terminated(separator(), not(eof)), cut(&item));
        let (rest, others) = terminated(many0(next), opt(separator())).parse(rest)?;
        Ok((rest, std::iter::once(first).chain(others).collect()))
    }
}

/// `move { blanks move }`, where a move is a letter: `LU R`.
pub(crate) fn letters<'a, T>(
    of: impl Fn(char) -> Option<T>,
) -> impl Parser<&'a str, Output = Vec<(&'a str, T)>, Error = Missing<'a>> {
    terminated(many1(expected("a move", consumed(map_opt(anychar, of)))), expected("a move", eof))
}

/// The point at which a text stops matching its form.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// The token that was read last.
    pub before: Span,
    /// The text that is left.
    pub rest: Fragment<'a>,
    /// The word that stands there; none at the end and before a separator.
    pub found: Option<Fragment<'a>>,
    pub(super) missing: Missing<'a>,
    pub(super) usage: &'static str,
}

impl<'a> Stop<'a> {
    /// The character that stands there.
    pub fn letter(&self) -> Option<Fragment<'a>> {
        let length = self.missing.rest.chars().next()?.len_utf8();
        Some(self.rest.part(0..length))
    }

    /// The expected tokens: `` `up` or `down` ``.
    pub fn what(&self) -> String {
        match self.missing.words.split_last() {
            None => self.missing.what.to_owned(),
            Some((last, [])) => format!("`{last}`"),
            Some((last, rest)) => format!("`{}` or `{last}`", rest.join("`, `")),
        }
    }

    /// Whether one of these keywords is expected.
    pub fn expects(&self, words: &[&str]) -> bool {
        self.missing.words == words
    }

    /// The keyword that the word is a misspelling of.
    pub fn near(&self) -> Option<&'static str> {
        nearest(self.found?.text, self.missing.words.iter().copied())
    }

    /// The diagnostic for the arguments of a command.
    pub fn fault(&self) -> Diagnostic {
        let what = self.what();
        let Some(found) = self.found else {
            return codes::missing_argument(self.before, &what, self.usage);
        };
        let fault = codes::bad_argument(found.span(), &clip(found.text), &what, self.usage);
        match self.near() {
            Some(near) => fault.fix(Fix::replace(Likely, found.span(), near)),
            None => fault,
        }
    }
}

/// The fix that puts spaces in the place of commas and semicolons between moves, if `holds` then.
pub(crate) fn spaces_fix(moves: Fragment<'_>, holds: impl Fn(&str) -> bool) -> Option<Fix> {
    let signs = [',', ';'];
    if !moves.text.contains(signs) || !holds(&moves.text.replace(signs, " ")) {
        return None;
    }
    let edit = |(at, _): (usize, &str)| {
        let apart = moves.text[at + 1..].starts_with([' ', '\t']) || at + 1 == moves.text.len();
        let text = String::from(if apart { "" } else { " " });
        Edit { span: moves.part(at..at + 1).span(), text }
    };
    let edits = moves.text.match_indices(signs).map(edit).collect();
    Some(Fix::of(Guess, "Write spaces between the moves", edits))
}

/// A guess at the intended line: one change (two words exchanged, a keyword corrected or put in, a
/// word left out, a character replaced, left out or put in) after which the line `holds`.
pub(crate) fn form_fix(
    line: Fragment<'_>,
    keywords: &[&str],
    holds: impl Fn(&str) -> bool,
) -> Option<Fix> {
    let text = line.text;
    if text.len() > LONGEST {
        return None;
    }
    // Commas between moves, all of them.
    let depth = |at: usize| text[..at].matches('(').count() > text[..at].matches(')').count();
    let commas = text.match_indices(',').map(|(at, _)| at).filter(|&at| !depth(at));
    let commas: Vec<_> = commas.map(|at| line.part(at..at + 1).span()).collect();
    if let Some((&first, more)) = commas.split_first() {
        let is_comma = |at: usize| commas.iter().any(|span| span.start == line.start + at as u32);
        let other = |(at, char)| if is_comma(at) { ';' } else { char };
        if holds(&text.char_indices().map(other).collect::<String>()) {
            let fix = Fix::new(Guess, "Write `;` between moves", first, ";");
            return Some(more.iter().fold(fix, |fix, &place| fix.and(place, ";")));
        }
    }
    // Brackets of another shape, all of them.
    let shape = |char| match char {
        '[' | '{' => '(',
        ']' | '}' => ')',
        char => char,
    };
    if text.contains(['[', '{']) && holds(&text.chars().map(shape).collect::<String>()) {
        let other = text.char_indices().filter(|&(_, char)| shape(char) != char);
        let edits = other.map(|(at, char)| Edit {
            span: line.part(at..at + 1).span(),
            text: shape(char).to_string(),
        });
        let title = String::from("Write round brackets");
        return Some(Fix::of(Guess, title, edits.collect()));
    }
    let place = |word: &str| (text.offset(word), text.offset(word) + word.len());
    let words: Vec<_> =
        text.split([' ', '\t']).filter(|word| !word.is_empty()).map(place).collect();
    let word = |at: usize| &text[words[at].0..words[at].1];
    let mut changes: Vec<(String, std::ops::Range<usize>, String)> = Vec::new();
    for at in 1..words.len() {
        let (one, other) = (word(at - 1), word(at));
        let swapped = [other, &text[words[at - 1].1..words[at].0], one].concat();
        let title = format!("Exchange `{one}` and `{other}`");
        changes.push((title, words[at - 1].0..words[at].1, swapped));
    }
    for &(from, to) in &words {
        if let Some(near) = nearest(&text[from..to], keywords.iter().copied()) {
            changes.push((format!("Write `{near}`"), from..to, near.to_owned()));
        }
    }
    // Another short word in the place of the only keyword that fits there.
    let short = |word: &str| word.len() <= 2 && !word.contains(['(', ')', ',', ';']);
    for &(from, to) in words.iter().filter(|&&(from, to)| short(&text[from..to])) {
        let put = |keyword: &str| [&text[..from], keyword, &text[to..]].concat();
        let fits: Vec<_> = keywords.iter().filter(|keyword| holds(&put(keyword))).collect();
        if let [keyword] = fits[..] {
            changes.push((format!("Write `{keyword}`"), from..to, (*keyword).to_owned()));
        }
    }
    let number = |word: &str| word.parse::<i64>().is_ok();
    for (at, &(from, to)) in words.iter().enumerate() {
        if word(at).contains(',') {
            changes.push((format!("Write `({})`", word(at)), from..to, format!("({})", word(at))));
        } else if at > 0 && number(word(at - 1)) && number(word(at)) {
            let place = format!("({},{})", word(at - 1), word(at));
            changes.push((format!("Write `{place}`"), words[at - 1].0..to, place));
        }
    }
    for at in 1..words.len() {
        let end = words[at - 1].1;
        changes.push((String::from("Add `;`"), end..end, String::from(";")));
    }
    for (at, &(from, _)) in words.iter().enumerate() {
        let end = words.get(at + 1).map_or(text.len(), |next| next.0);
        changes.push((format!("Remove `{}`", word(at)), from..end, String::new()));
    }
    let like = |word: &str, keyword: &str| {
        word == keyword || word.len() > 2 && nearest(word, [keyword]).is_some()
    };
    let absent = |keyword: &&&str| (0..words.len()).all(|at| !like(word(at), keyword));
    for (at, word) in
        keywords.iter().filter(absent).flat_map(|word| (0..=words.len()).map(move |at| (at, word)))
    {
        let (place, put) = match words.get(at) {
            Some(next) => (next.0, format!("{word} ")),
            None => (text.len(), format!(" {word}")),
        };
        changes.push((format!("Add `{word}`"), place..place, put));
    }
    let signs = [" ", "(", ",", ")", ":", ";"];
    let name = |sign: &str| if sign == " " { String::from("a space") } else { format!("`{sign}`") };
    let chars = || text.char_indices().map(|(at, char)| (at..at + char.len_utf8(), char));
    // Without the sign between two numbers they would be one.
    let joins = |range: &std::ops::Range<usize>| {
        text[..range.start].ends_with(|char: char| char.is_ascii_digit())
            && text[range.end..].starts_with(|char: char| char.is_ascii_digit())
    };
    for (range, char) in chars().filter(|(range, _)| !joins(range)) {
        changes.push((format!("Remove `{char}`"), range, String::new()));
    }
    for ((range, _), sign) in chars().flat_map(|one| signs.map(|sign| (one.clone(), sign))) {
        changes.push((format!("Add {}", name(sign)), range.start..range.start, sign.to_owned()));
    }
    for ((range, char), sign) in chars().flat_map(|one| signs.map(|sign| (one.clone(), sign))) {
        let title = format!("Replace `{char}` by {}", name(sign));
        changes.push((title, range, sign.to_owned()));
    }
    changes.push((String::from("Add `)`"), text.len()..text.len(), String::from(")")));
    let right = changes.into_iter().find(|(_, range, put)| {
        let mut text = text.to_owned();
        text.replace_range(range.clone(), put);
        holds(&text)
    });
    right.map(|(title, range, put)| Fix::new(Guess, title, line.part(range).span(), put))
}

/// The longest line, in bytes, that [`form_fix`] tries to fix: the effort grows with the square.
const LONGEST: usize = 120;
