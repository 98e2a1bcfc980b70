//! Rows of integers. The parsers here read bytes: of a text of characters they would read a third
//! less per second.

use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt};
use nom::error::{Error, ErrorKind};
use nom::{IResult, Parser};

use crate::syntax;

/// A word in a row that is not an integer of 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberFault {
    /// The bytes of the word, in the line.
    pub span: Range<usize>,
    /// Which element of the line it is, from 0.
    pub index: usize,
    /// Its fault.
    pub kind: NumberFaultKind,
}

/// The fault of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFaultKind {
    /// It is not an optional sign and decimal digits.
    NotAnInteger,
    /// It is an integer below `i64::MIN` or above `i64::MAX`.
    OutOfRange,
}

/// A number of digits that always fits 64 bits.
const SAFE_DIGITS: usize = 18;

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// `blanks = { blank }`, possibly none.
fn parse_blanks(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while(is_blank).parse(input)
}

/// `integer = [ "+" | "-" ] digit { digit }`, within 64 bits.
#[inline]
fn parse_integer(input: &[u8]) -> IResult<&[u8], i64> {
    let (rest, sign) = opt(alt((char('-'), char('+')))).parse(input)?;
    let (rest, digits) = digit1(rest)?;
    if digits.len() > SAFE_DIGITS {
        let number = str::from_utf8(&input[..input.len() - rest.len()]).ok();
        let value = number.and_then(|number| number.parse().ok());
        let value = value.ok_or(nom::Err::Error(Error::new(input, ErrorKind::Digit)))?;
        return Ok((rest, value));
    }
    let value = digits.iter().fold(0, |value, byte| value * 10 + i64::from(byte - b'0'));
    Ok((rest, if sign == Some('-') { -value } else { value }))
}

/// `matrix-row = integer { gap integer }`: `1 -2 3`. Reads the elements after those in `out`, and
/// answers how many there are.
///
/// `line` is one line without its end. Each word that is not an integer goes to `faults`, in order;
/// a 0 then stands for the element, so that the row keeps its length.
///
/// Time proportional to the length of the line: 2 to 8 ns per element.
pub fn read_row(line: &str, out: &mut Vec<i64>, faults: &mut Vec<NumberFault>) -> usize {
    let before = out.len();
    let mut rest = line.as_bytes();
    loop {
        rest = parse_blanks(rest).map_or(rest, |(rest, _)| rest);
        if rest.is_empty() {
            return out.len() - before;
        }
        match parse_integer(rest) {
            Ok((next, value)) if next.first().is_none_or(|&byte| is_blank(byte)) => {
                out.push(value);
                rest = next;
            }
            _ => {
                let length = rest.iter().take_while(|&&byte| !is_blank(byte)).count();
                let start = line.len() - rest.len();
                let span = start..start + length;
                let kind = match all_consuming(syntax::parse_integer).parse(&line[span.clone()]) {
                    Ok(_) => NumberFaultKind::OutOfRange,
                    Err(_) => NumberFaultKind::NotAnInteger,
                };
                faults.push(NumberFault { span, index: out.len() - before, kind });
                out.push(0);
                rest = &rest[length..];
            }
        }
    }
}

/// Whether a line is a row of integers of any size.
pub(super) fn is_row(line: &str) -> bool {
    let (mut elements, mut faults) = (Vec::new(), Vec::new());
    let count = read_row(line, &mut elements, &mut faults);
    count > 0 && faults.iter().all(|fault| fault.kind == NumberFaultKind::OutOfRange)
}

/// The bytes of the element of that index in a row, right or wrong; `None` if the row is shorter.
pub(crate) fn element_span(line: &str, index: usize) -> Option<Range<usize>> {
    let token = line.split([' ', '\t']).filter(|token| !token.is_empty()).nth(index)?;
    let start = token.as_ptr() as usize - line.as_ptr() as usize;
    Some(start..start + token.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(line: &str) -> (Vec<i64>, Vec<NumberFault>) {
        let (mut out, mut faults) = (vec![99], Vec::new());
        assert_eq!(read_row(line, &mut out, &mut faults), out.len() - 1);
        (out.split_off(1), faults)
    }

    /// The plain way: words between spaces, each read by the standard library.
    fn read_slowly(line: &str) -> (Vec<i64>, Vec<NumberFault>) {
        let (mut out, mut faults) = (Vec::new(), Vec::new());
        let mut start = 0;
        for token in line.split([' ', '\t']) {
            if !token.is_empty() {
                let value = token.parse::<i64>().unwrap_or_else(|_| {
                    let span = start..start + token.len();
                    let digits = token.strip_prefix(['+', '-']).unwrap_or(token);
                    let kind = match digits.bytes().all(|byte| byte.is_ascii_digit()) {
                        true if !digits.is_empty() => NumberFaultKind::OutOfRange,
                        _ => NumberFaultKind::NotAnInteger,
                    };
                    faults.push(NumberFault { span, index: out.len(), kind });
                    0
                });
                out.push(value);
            }
            start += token.len() + 1;
        }
        (out, faults)
    }

    #[test]
    fn rows_and_their_faults() {
        assert_eq!(read(" 1\t-2   +3 "), (vec![1, -2, 3], vec![]));
        assert_eq!(read(""), (vec![], vec![]));
        let extremes = "9223372036854775807 -9223372036854775808 -0 000000000000000000000000012";
        assert_eq!(read(extremes).0, [i64::MAX, i64::MIN, 0, 12]);
        let (row, faults) = read("1 x2 é 9223372036854775808 - 5");
        assert_eq!(row, [1, 0, 0, 0, 0, 5]);
        let spans: Vec<_> = faults.iter().map(|f| (f.span.clone(), f.index)).collect();
        assert_eq!(spans, [(2..4, 1), (5..7, 2), (8..27, 3), (28..29, 4)]);
        assert_eq!(faults[2].kind, NumberFaultKind::OutOfRange);
        assert_eq!(faults[3].kind, NumberFaultKind::NotAnInteger);
        assert_eq!(element_span(" 1\t xyz ", 1), Some(4..7));
        assert_eq!(element_span(" 1\t xyz ", 2), None);
    }

    proptest! {
        #[test]
        fn rows_read_as_the_standard_library_reads_their_words(line in "([-+]?[0-9]{0,21}[ \t]{0,2}|[-+x é\t0-9.]{0,6})*") {
            prop_assert_eq!(read(&line), read_slowly(&line));
        }
    }
}
