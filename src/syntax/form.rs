//! Forms: nom parsers of a line or of arguments, made of tokens that know what they are called. A
//! form reports nothing; [`Args::read`] commits to it and returns where the text stops matching it.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of};
use nom::combinator::{consumed, cut, eof, not, opt, peek, recognize};
use nom::error::{Error, ErrorKind, ParseError};
use nom::multi::many0;
use nom::sequence::{preceded, terminated};
use nom::{Err, IResult, Parser};

use super::Fragment;
use super::codes;
use super::token::{parse_blanks, parse_coordinate};
use super::usage::Usage;
use crate::diag::Applicability::Likely;
use crate::diag::{Diagnostic, Fix, nearest};
use crate::scene::Coordinate;
use crate::text::Span;

/// The expectation of a form, and the text that was found instead.
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

/// A coordinate with its text.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The text.
    pub text: &'a str,
    /// The value.
    pub at: Coordinate,
}

/// Parses a token and the spaces after it; `what` is expected if the token is missing.
pub(crate) fn expected<'a, T>(
    what: &'static str,
    mut token: impl Parser<&'a str, Output = T, Error = Error<&'a str>>,
) -> impl Parser<&'a str, Output = T, Error = Missing<'a>> {
    move |input: &'a str| {
        let missing = |_| Err::Error(Missing { rest: input, what, words: &[] });
        let (rest, output) = token.parse(input).map_err(missing)?;
        parse_blanks(rest).map(|(rest, _)| (rest, output)).map_err(missing)
    }
}

/// Parses one of several keywords, as a whole word, and the spaces after it. Returns the number of
/// the keyword.
pub(crate) fn keyword<'a>(
    words: &'static [&'static str],
) -> impl Parser<&'a str, Output = usize, Error = Missing<'a>> {
    move |input: &'a str| {
        let end = |rest| peek(alt((eof, recognize(one_of(" \t"))))).parse(rest);
        let after_word = |word: &&'static str| {
            expected("", terminated(tag(*word), end)).parse(input).ok().map(|(rest, _)| rest)
        };
        let matched = words.iter().enumerate().find_map(|(at, word)| Some((after_word(word)?, at)));
        matched.ok_or(Err::Error(Missing { rest: input, what: "", words }))
    }
}

/// Parses `coordinate` and the spaces after it: `(3,1)`.
///
/// # Errors
/// The input does not begin with a coordinate.
pub(crate) fn place(input: &str) -> Form<'_, Place<'_>> {
    expected("a place `(ROW,COLUMN)`", consumed(parse_coordinate))
        .map(|(text, at)| Place { text, at })
        .parse(input)
}

/// Parses `item { separator blanks item } [ separator ]`: `A up; B down;`. A separator commits
/// unless it ends the text.
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

/// The point at which a text stops matching its form.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// The token that was read last.
    pub before: Span,
    /// The text that is left.
    pub rest: Fragment<'a>,
    /// The word at which the text stops matching; none at the end and before a separator.
    pub word: Option<Fragment<'a>>,
    pub(super) missing: Missing<'a>,
    pub(super) usage: Usage,
}

impl<'a> Stop<'a> {
    /// Returns the character at this point.
    pub fn letter(&self) -> Option<Fragment<'a>> {
        let length = self.missing.rest.chars().next()?.len_utf8();
        Some(self.rest.part(0..length))
    }

    /// Returns the expected tokens: `` `up` or `down` ``.
    pub fn what(&self) -> String {
        match self.missing.words.split_last() {
            None => self.missing.what.to_owned(),
            Some((last, [])) => format!("`{last}`"),
            Some((last, rest)) => format!("`{}` or `{last}`", rest.join("`, `")),
        }
    }

    /// Returns whether one of these keywords is expected.
    pub fn expects(&self, words: &[&str]) -> bool {
        self.missing.words == words
    }

    /// Returns the keyword that the word is a misspelling of.
    pub fn near(&self) -> Option<&'static str> {
        nearest(self.word?.text, self.missing.words.iter().copied())
    }

    /// Returns the diagnostic for the arguments of a command.
    pub fn fault(&self) -> Diagnostic {
        let what = self.what();
        let Some(word) = self.word else {
            return codes::missing_argument(self.before, &what, self.usage);
        };
        let fault = codes::bad_argument(word.span(), word.text, &what, self.usage);
        match self.near() {
            Some(near) => fault.fix(Fix::replace(Likely, word.span(), near)),
            None => fault,
        }
    }
}
