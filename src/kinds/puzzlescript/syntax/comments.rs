//! The tests in the comments of a game.

use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{digit1, space0, space1};
use nom::combinator::{eof, peek, recognize, rest, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Offset, Parser};

/// Returns the places of the commands in the comments of a game that are tests: `(puzzled: level 3 solve
/// => 17)`, alone on a line.
pub(in super::super) fn commands_in_comments(text: &str) -> Vec<Range<usize>> {
    let mut commands = Vec::new();
    for line in text.split(['\n', '\r']) {
        let Ok((_, test)) = take_test(line) else { continue };
        let parts = take_level(test)
            .map_or([None, Some(test)], |(command, level)| [Some(level), Some(command)]);
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        commands.extend(parts.map(|part| text.offset(part)..text.offset(part) + part.len()));
    }
    commands
}

/// Takes `"(" blanks "puzzled:" test ")"`, all of a line but the blanks around it. Returns the test without
/// the blanks around it.
fn take_test(line: &str) -> IResult<&str, &str> {
    let inner = verify(rest, |rest: &str| rest.trim_end().ends_with(')'));
    let (_, inner) =
        preceded((space0, tag("("), space0, tag("puzzled:"), space0), inner).parse(line)?;
    let test = inner.trim_end();
    Ok(("", test[..test.len() - 1].trim_end()))
}

/// Takes the `level N` or `level next` with which a test begins, and the blanks after it.
fn take_level(test: &str) -> IResult<&str, &str> {
    let number = terminated(alt((digit1, tag("next"))), peek(alt((space1, eof))));
    terminated(recognize((tag("level"), space1, number)), space0).parse(test)
}
