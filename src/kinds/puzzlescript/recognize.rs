//! Recognizes a game by its section headings, and the tests in its comments.

use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{digit1, space0, space1};
use nom::combinator::{eof, peek, recognize, rest, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Offset, Parser};

use super::syntax::Section;

/// The sections that a text must have to be taken for a game. LEGEND may be left out if there are rules.
const NEEDED: [Section; 3] = [Section::Objects, Section::Layers, Section::Levels];

/// Returns whether a text has the headings of a game: one on a line of its own each.
pub(super) fn is_game(text: &str) -> bool {
    let mut found = Vec::new();
    for line in text.split(['\n', '\r']) {
        found.extend(Section::of_heading(line.trim()));
    }
    let has = |section| found.contains(&section);
    NEEDED.into_iter().all(has) && (has(Section::Legend) || has(Section::Rules))
}

/// Returns the places of the commands in the comments of a game that are tests: `(puzzled: level 3 solve
/// => 17)`, alone on a line.
pub(super) fn commands(text: &str) -> Vec<Range<usize>> {
    let mut commands = Vec::new();
    for line in text.split(['\n', '\r']) {
        let Ok((_, test)) = parse_test(line) else { continue };
        let parts = parse_level(test)
            .map_or([None, Some(test)], |(command, level)| [Some(level), Some(command)]);
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        commands.extend(parts.map(|part| text.offset(part)..text.offset(part) + part.len()));
    }
    commands
}

/// Parses `"(" blanks "puzzled:" test ")"`, all of a line but the blanks around it. Returns the test without
/// the blanks around it.
fn parse_test(line: &str) -> IResult<&str, &str> {
    let inner = verify(rest, |rest: &str| rest.trim_end().ends_with(')'));
    let (_, inner) =
        preceded((space0, tag("("), space0, tag("puzzled:"), space0), inner).parse(line)?;
    let test = inner.trim_end();
    Ok(("", test[..test.len() - 1].trim_end()))
}

/// Parses the `level N` or `level next` with which a test begins, and the blanks after it.
fn parse_level(test: &str) -> IResult<&str, &str> {
    let number = terminated(alt((digit1, tag("next"))), peek(alt((space1, eof))));
    terminated(recognize((tag("level"), space1, number)), space0).parse(test)
}
