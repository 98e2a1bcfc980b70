//! The words of a game: what a name, a color, a sound event is made of.
//!
//! All parsers work on text in lower case and never take the spaces around a word.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{not, peek, recognize, verify};
use nom::multi::many_m_n;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::Section;

/// Returns whether a character separates words.
pub(in super::super) fn is_space(char: char) -> bool {
    char == '\u{feff}' || char.is_whitespace() && char != '\u{85}'
}

/// Returns whether a character can be part of a name.
pub(in super::super) fn is_in_name(char: char) -> bool {
    char == '_' || char.is_alphanumeric()
}

/// Parses spaces, possibly none.
///
/// # Errors
/// Never fails.
pub(super) fn take_spaces(input: &str) -> IResult<&str, &str> {
    take_while(is_space).parse(input)
}

/// Parses a name: letters, digits of any script, and the underscore.
///
/// # Errors
/// The input begins with another character.
pub(super) fn take_name(input: &str) -> IResult<&str, &str> {
    take_while1(is_in_name).parse(input)
}

/// Parses characters up to a space or a parenthesis: a second name of an object, or any text that
/// is skipped.
///
/// # Errors
/// The input begins with a space or a parenthesis.
pub(super) fn take_chunk(input: &str) -> IResult<&str, &str> {
    take_while1(|char| !is_space(char) && char != '(' && char != ')').parse(input)
}

/// Parses everything up to a comment.
///
/// # Errors
/// The input is empty or begins with a comment.
pub(super) fn take_code(input: &str) -> IResult<&str, &str> {
    take_while1(|char| char != '(').parse(input)
}

/// Parses the name before the `=` of a legend line, possibly an empty one.
///
/// # Errors
/// Never fails.
pub(super) fn take_glyph(input: &str) -> IResult<&str, &str> {
    take_while(|char| !is_space(char) && char != '=' && char != '(').parse(input)
}

/// Parses a word of a rule: characters up to a space, a bracket or a bar; possibly none.
///
/// # Errors
/// Never fails.
pub(super) fn take_rule_word(input: &str) -> IResult<&str, &str> {
    take_while(|char| !is_space(char) && !matches!(char, '[' | '|' | ']')).parse(input)
}

/// Parses the arrow of a rule.
///
/// # Errors
/// The input does not begin with `->`.
pub(super) fn take_arrow(input: &str) -> IResult<&str, &str> {
    tag("->").parse(input)
}

/// Parses a row of equals signs.
///
/// # Errors
/// The input does not begin with `=`.
pub(super) fn take_equals(input: &str) -> IResult<&str, &str> {
    take_while1(|char| char == '=').parse(input)
}

/// Parses one equals sign.
///
/// # Errors
/// The input does not begin with `=`.
pub(super) fn take_equal(input: &str) -> IResult<&str, &str> {
    tag("=").parse(input)
}

/// Parses spaces and commas between the names of a layer.
///
/// # Errors
/// The input begins with other text.
pub(super) fn take_separators(input: &str) -> IResult<&str, &str> {
    take_while1(|char| char == ' ' || char == ',').parse(input)
}

/// Parses a character of a sprite: a digit or a dot.
///
/// # Errors
/// The input begins with another character.
pub(super) fn take_pixel(input: &str) -> IResult<&str, &str> {
    recognize(satisfy(|char| char == '.' || char.is_ascii_digit())).parse(input)
}

/// The words for colors.
pub(in super::super) const COLORS: [&str; 25] = [
    "black",
    "white",
    "gray",
    "darkgray",
    "lightgray",
    "grey",
    "darkgrey",
    "lightgrey",
    "red",
    "darkred",
    "lightred",
    "brown",
    "darkbrown",
    "lightbrown",
    "orange",
    "yellow",
    "green",
    "darkgreen",
    "lightgreen",
    "blue",
    "lightblue",
    "darkblue",
    "purple",
    "pink",
    "transparent",
];

/// Parses a color: a word, or `#` with three or six digits. Other text may follow without a space.
///
/// # Errors
/// The input begins with other text.
pub(super) fn take_color(input: &str) -> IResult<&str, &str> {
    let digit = || satisfy(|char| char.is_ascii_hexdigit());
    let three = || recognize((digit(), digit(), digit()));
    let hex = recognize(preceded(char('#'), many_m_n(1, 2, three())));
    alt((hex, longest_of(&COLORS))).parse(input)
}

/// Returns a parser of the longest of these words that the input begins with.
fn longest_of<'a>(words: &[&'static str]) -> impl FnMut(&'a str) -> IResult<&'a str, &'a str> {
    move |input: &'a str| {
        let fitting = words.iter().filter(|word| input.starts_with(**word));
        match fitting.max_by_key(|word| word.len()) {
            Some(word) => tag(*word).parse(input),
            None => Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Tag))),
        }
    }
}

/// Parses the end of a word that is followed by no ASCII letter, digit or underscore.
fn boundary(input: &str) -> IResult<&str, ()> {
    not(satisfy(|char| char == '_' || char.is_ascii_alphanumeric())).parse(input)
}

/// Parses the end of a name.
fn name_end(input: &str) -> IResult<&str, ()> {
    not(satisfy(is_in_name)).parse(input)
}

/// The events of sounds.
pub(in super::super) const EVENTS: [&str; 21] = [
    "undo",
    "restart",
    "titlescreen",
    "startgame",
    "cancel",
    "endgame",
    "startlevel",
    "endlevel",
    "showmessage",
    "closemessage",
    "sfx0",
    "sfx1",
    "sfx2",
    "sfx3",
    "sfx4",
    "sfx5",
    "sfx6",
    "sfx7",
    "sfx8",
    "sfx9",
    "sfx10",
];

/// Parses the event of a sound.
///
/// # Errors
/// The input begins with another word.
pub(super) fn take_event(input: &str) -> IResult<&str, &str> {
    terminated(longest_of(&EVENTS), boundary).parse(input)
}

/// What can happen to an object so that a sound is played.
pub(in super::super) const SOUND_VERBS: [&str; 5] =
    ["move", "action", "create", "destroy", "cantmove"];

/// Parses what happens to an object.
///
/// # Errors
/// The input begins with another word.
pub(super) fn take_sound_verb(input: &str) -> IResult<&str, &str> {
    terminated(longest_of(&SOUND_VERBS), boundary).parse(input)
}

/// The directions of a sound.
pub(in super::super) const SOUND_DIRECTIONS: [&str; 7] =
    ["up", "down", "left", "right", "horizontal", "vertical", "orthogonal"];

/// Parses the direction of a sound.
///
/// # Errors
/// The input begins with another word.
pub(super) fn take_sound_direction(input: &str) -> IResult<&str, &str> {
    terminated(longest_of(&SOUND_DIRECTIONS), name_end).parse(input)
}

/// Parses the seed of a sound: digits.
///
/// # Errors
/// The input begins with other text, or letters follow the digits.
pub(super) fn take_seed(input: &str) -> IResult<&str, &str> {
    terminated(digit1, boundary).parse(input)
}

/// Parses the heading of a section.
///
/// # Errors
/// The input begins with another word.
pub(super) fn take_section(input: &str) -> IResult<&str, Section> {
    let (rest, word) = take_name(input)?;
    match Section::ALL.iter().find(|section| section.word() == word) {
        Some(section) => Ok((rest, *section)),
        None => Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Tag))),
    }
}

/// Parses the word `message`, also if other text follows without a space.
///
/// # Errors
/// The input begins with another word.
pub(super) fn take_message(input: &str) -> IResult<&str, &str> {
    tag("message").parse(input)
}

/// Returns a parser of one or more characters of a sort.
pub(super) fn take_run<'a>(
    is_it: impl Fn(char) -> bool,
) -> impl FnMut(&'a str) -> IResult<&'a str, &'a str> {
    move |input| take_while1(&is_it).parse(input)
}

/// Parses nothing if the word before has ended: no ASCII letter, digit or underscore follows.
///
/// # Errors
/// The word goes on.
pub(super) fn take_word_end(input: &str) -> IResult<&str, &str> {
    recognize(peek(boundary)).parse(input)
}

/// Parses a row that holds only equals signs and spaces.
///
/// # Errors
/// The input holds something else.
pub(super) fn take_equals_row(input: &str) -> IResult<&str, &str> {
    let rest = |text: &str| text.chars().all(|char| char == '=' || is_space(char));
    verify(take_while(|_| true), rest).parse(input)
}
