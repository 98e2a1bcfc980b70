//! The statements of a document, one function per production of `grammar/document.ebnf`. Each reads
//! the right form from the code of a line (without its comment) and reports nothing; for a wrong
//! line, plain code in the parser finds the intended form after it knows which statement it is.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::char;
use nom::combinator::{cond, eof, opt, peek, rest, verify};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Offset, Parser};

use crate::syntax::token::{parse_blanks, parse_gap, parse_name, parse_prefix};

/// A command as it is written.
pub(super) struct Form<'a> {
    /// The name of its puzzle.
    pub target: Option<&'a str>,
    /// Verb and arguments, with the spaces after them.
    pub call: &'a str,
    /// The expectation after `=>`.
    pub expected: Option<Answer<'a>>,
}

/// The text after `=>`.
#[derive(Clone, Copy)]
pub(super) enum Answer<'a> {
    /// The answer on the same line.
    Line(&'a str),
    /// A block from its `{` to the end of the line; it may continue over several lines.
    Block(&'a str),
    /// The `?` of an open question.
    Open(&'a str),
}

/// Parses the kind and `header = gap name blanks`: `klotski small `.
pub(super) fn parse_header(input: &str) -> IResult<&str, (&str, &str)> {
    terminated(separated_pair(parse_name, parse_gap, parse_name), parse_blanks).parse(input)
}

/// Parses `inline-block = "{" blanks [ block-line ] blanks "}"`, or a body on one line:
/// `{ 1 2 / 3 4 }`. Returns the text between the braces.
pub(super) fn parse_inline_block(input: &str) -> IResult<&str, &str> {
    delimited(char('{'), take_till(|char| char == '}'), char('}')).parse(input)
}

/// Parses `use-statement = "use" gap name`: `use small`.
pub(super) fn parse_use_statement(input: &str) -> IResult<&str, &str> {
    preceded((tag("use"), parse_gap), parse_name).parse(input)
}

/// Parses `command = [ prefix ] call [ blanks expectation ]`: `small: solve => 3`.
///
/// The line loop knows whether the input contains a colon, and where its arrow is.
#[inline]
pub(super) fn parse_command(
    input: &str,
    colon: bool,
    arrow: Option<usize>,
) -> IResult<&str, Form<'_>> {
    let (rest, target) = cond(colon, opt(parse_prefix)).parse(input)?;
    let call = arrow.unwrap_or(input.len()) - input.offset(rest);
    let (rest, call) = parse_call(rest, call)?;
    let (rest, expected) = cond(arrow.is_some(), opt(parse_expectation)).parse(rest)?;
    Ok((rest, Form { target: target.flatten(), call, expected: expected.flatten() }))
}

/// Parses `call`, the text before `=>` (`play A right `), which is `length` bytes long. It may be
/// empty; the session reports that.
#[expect(clippy::unnecessary_wraps, reason = "all productions have the shape of a nom parser")]
fn parse_call(input: &str, length: usize) -> IResult<&str, &str> {
    let (call, rest) = input.split_at(length);
    Ok((rest, call))
}

/// Parses `expectation = "=>" blanks ( answer | block )`: `=> 3`, `=> {`.
fn parse_expectation(input: &str) -> IResult<&str, Answer<'_>> {
    preceded((tag("=>"), parse_blanks), expected_form).parse(input)
}

/// Parses the text after `=>`.
pub(super) fn expected_form(input: &str) -> IResult<&str, Answer<'_>> {
    let block = preceded(peek(char('{')), rest);
    let open = parse_open_question.map(Answer::Open);
    alt((block.map(Answer::Block), open, parse_answer.map(Answer::Line))).parse(input)
}

/// Parses `open-question`, which is all that follows the `=>`: `?`.
fn parse_open_question(input: &str) -> IResult<&str, &str> {
    terminated(tag("?"), eof).parse(input)
}

/// Parses `answer`, which does not begin with `{`: `X`, `2 UL`.
fn parse_answer(input: &str) -> IResult<&str, &str> {
    verify(rest, |answer: &str| !answer.is_empty()).parse(input)
}
