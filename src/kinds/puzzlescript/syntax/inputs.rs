//! Inputs as they are written: letters in a row, or words.

use nom::branch::alt;
use nom::character::complete::{alpha1, anychar, space0, space1};
use nom::combinator::{consumed, eof, map_opt, not, opt, peek};
use nom::multi::{many1, separated_list1};
use nom::sequence::terminated;
use nom::{IResult, Parser};

use super::super::codes;
use super::super::rules::Input;
use crate::diag::Sink;
use crate::puzzle::moves::{EachMove, Item, Unread, parse_direction_sign, read_letters};
use crate::syntax::{Args, Fragment};
use crate::text::Spanned;

/// The letters of the inputs.
pub(in super::super) const LETTERS: &str = "UDLRX.";

/// Returns the text of an input: its letter, or the word of a key without a letter.
pub(in super::super) fn input_text(input: Input) -> &'static str {
    match input {
        Input::Up => "U",
        Input::Down => "D",
        Input::Left => "L",
        Input::Right => "R",
        Input::Action => "X",
        Input::Tick => ".",
        Input::Undo => "undo",
        Input::Restart => "restart",
    }
}

/// Returns the input of a letter, a dot or an arrow.
fn from_sign(sign: char) -> Option<Input> {
    let mut buffer = [0; 4];
    let way = parse_direction_sign(sign.encode_utf8(&mut buffer)).ok();
    match way.map_or(sign, |(_, (way, _))| way.letter()) {
        'U' => Some(Input::Up),
        'D' => Some(Input::Down),
        'L' => Some(Input::Left),
        'R' => Some(Input::Right),
        'X' | 'x' => Some(Input::Action),
        '.' => Some(Input::Tick),
        _ => None,
    }
}

/// The words of the inputs.
const WORDS: [(&str, Input); 8] = [
    ("up", Input::Up),
    ("down", Input::Down),
    ("left", Input::Left),
    ("right", Input::Right),
    ("action", Input::Action),
    ("wait", Input::Tick),
    ("undo", Input::Undo),
    ("restart", Input::Restart),
];

/// Returns the input of a word.
fn from_word(word: &str) -> Option<Input> {
    let mut words = WORDS.iter();
    words.find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|&(_, input)| input)
}

/// An input with its text.
struct Written<'a> {
    text: &'a str,
    input: Input,
}

/// Parses a word: the name of an input, or the letters of several.
fn parse_input_word(text: &str) -> IResult<&str, Vec<Written<'_>>> {
    let ends = not(peek(alt((alpha1, nom::bytes::complete::tag(".")))));
    let named = terminated(consumed(map_opt(alpha1, from_word)), ends);
    let letter = consumed(map_opt(anychar, from_sign));
    let named = named.map(|(text, input)| vec![Written { text, input }]);
    alt((named, many1(letter.map(|(text, input)| Written { text, input })))).parse(text)
}

/// Parses inputs until the end of the text, or until the first word that is not an input.
fn parse_inputs(text: &str) -> IResult<&str, Vec<Written<'_>>> {
    let words = separated_list1(space1, parse_input_word);
    terminated(words, (space0, opt(eof)))
        .map(|words| words.into_iter().flatten().collect())
        .parse(text)
}

/// Reads the first word of an answer: the name of an input, or the letters of several.
///
/// # Errors
/// The word is neither of these.
pub(in super::super) fn read_input_item<'a>(
    text: Fragment<'a>,
    each: &mut EachMove<'_, 'a, Spanned<Input>>,
) -> Result<Item<'a>, Unread<'a>> {
    let is_end = |char: char| char.is_whitespace() || matches!(char, ',' | ';');
    let word = text.text.split(is_end).next().unwrap_or_default();
    let Some(value) = from_word(word) else { return read_letters(text, from_sign, each) };
    each(Spanned { value, span: text.locate(word).span() }, word);
    Ok(Item { text: word, case: None })
}

/// Reads inputs, each with its place. Reports the first word that is not an input.
pub(in super::super) fn expect_inputs(
    args: &mut Args<'_>,
    sink: &mut Sink,
) -> Option<Vec<Spanned<Input>>> {
    let before = args.before();
    let usage = args.usage();
    let whole = args.take_rest();
    if whole.is_blank() {
        sink.push(crate::syntax::codes::missing_argument(before, "a move", usage));
        return None;
    }
    let (rest, inputs) = parse_inputs(whole.text).unwrap_or((whole.text, Vec::new()));
    if !rest.is_empty() {
        let word = rest.split([' ', '\t']).next().unwrap_or_default();
        sink.push(codes::not_a_move(whole.locate(word).span(), word));
        return None;
    }
    let place = |written: Written<'_>| Spanned {
        value: written.input,
        span: whole.locate(written.text).span(),
    };
    Some(inputs.into_iter().map(place).collect())
}
