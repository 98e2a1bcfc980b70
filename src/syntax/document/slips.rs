//! Habits of other languages: `->`, `→` or `=` in place of `=>`, and comments that begin with `#`,
//! `--`, `;`, `%` or `/*`. The statement is read as if the right sign stood there; a sign that is used many
//! times is reported once.

use crate::diag::Applicability::{Likely, Sure};
use crate::diag::{Applicability, Sink};
use crate::syntax::codes;
use crate::syntax::lexical::find_arrow;
use crate::syntax::token::is_blank;
use crate::syntax::token::parse_prefix;
use crate::syntax::{Habit, Kinds, Takes};
use crate::text::Span;

/// A sign that is written in place of another one, by its place in some text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sign {
    pub start: usize,
    pub end: usize,
}

/// A sign in place of `=>`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow {
    pub span: Span,
    /// The certainty that the sign is an arrow.
    pub sure: Applicability,
}

/// The signs found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Slips {
    pub arrows: Vec<Arrow>,
    pub comments: Vec<Span>,
    /// The starts of the further lines of `/*`.
    pub lines: Vec<u32>,
}

impl Slips {
    pub(super) fn arrow(&mut self, span: Span, sure: Applicability) {
        self.arrows.push(Arrow { span, sure });
    }

    pub(super) fn comment(&mut self, span: Span) {
        self.comments.push(span);
    }

    /// Adds a line of a comment that begins on an earlier line.
    pub(super) fn comment_line(&mut self, start: usize) {
        self.lines.push(start as u32);
    }

    /// Reports the signs of each sort, those of the same spelling together.
    pub(super) fn report(mut self, text: &str, sink: &mut Sink) {
        let sign = |span: &Span| &text[span.range()];
        let first = |span: &Span| (sign(span).as_bytes().first().copied(), *span);
        self.arrows.sort_by_key(|arrow| (sign(&arrow.span), arrow.span));
        for same in self.arrows.chunk_by(|a, b| sign(&a.span) == sign(&b.span)) {
            let places: Vec<_> = same.iter().map(|arrow| arrow.span).collect();
            let sure = same.iter().map(|arrow| arrow.sure).min().unwrap_or(Sure);
            sink.push(codes::wrong_arrow(&places, sign(&places[0]), sure));
        }
        self.comments.sort_by_key(first);
        for same in self.comments.chunk_by(|a, b| first(a).0 == first(b).0) {
            let sign = sign(&same[0]);
            let lines = if sign == "/*" { &self.lines[..] } else { &[] };
            // A single sign may be a slip of a finger in front of code.
            let line = |span: &Span| text[span.range().end..].split(['\n', '\r']).next();
            let swallows = |line: &str| line.contains("=>");
            let habit = same.len() > 1 && !same.iter().any(|span| line(span).is_some_and(swallows));
            let sure = if habit { Sure } else { Likely };
            sink.push(codes::foreign_comment(same, sign, lines, sure));
        }
    }
}

/// Returns the length of the comment sign of another language at the start of `text`.
pub(crate) fn comment_sign(text: &str) -> Option<usize> {
    let sign = Habit::Comment.begins(text)?;
    let bytes = text.as_bytes();
    let first = sign.as_bytes()[0];
    let run = bytes.iter().take_while(|&&byte| byte == first).count();
    let length = run.max(sign.len());
    match (first, bytes.get(length)) {
        // `%3` is an earlier answer at the prompt. `--3` is a number with one sign too many, and
        // `-->` is an arrow.
        (b'%' | b'-', Some(b'0'..=b'9')) | (b'-', Some(b'>')) => None,
        _ => Some(length),
    }
}

/// The findings of one pass over the code of a command.
pub(super) struct Look {
    /// The place of the first `=>`.
    pub arrow: Option<usize>,
    /// True if [`find_comment`] or [`find_wrong_arrow`] may find something.
    pub odd: bool,
}

/// Looks for signs in place of others, so that right commands need no closer look.
pub(super) fn look(code: &[u8]) -> Look {
    let mut odd = false;
    for (at, &byte) in code.iter().enumerate() {
        let next = code.get(at + 1);
        match byte {
            b'=' if next == Some(&b'>') => {
                let more = code.get(at + 2) == Some(&b'>') || signs_before(&code[..at]) > 0;
                return Look { arrow: Some(at), odd: odd || more };
            }
            b'=' => odd = true,
            b'-' => odd |= matches!(next, Some(b'-' | b'>')),
            b'#' | b';' | b'%' => odd |= at > 0 && is_blank(code[at - 1]),
            b'/' => odd |= next == Some(&b'*'),
            _ => odd |= !byte.is_ascii(),
        }
    }
    Look { arrow: None, odd }
}

/// Returns the sign of a comment of another language in the code of a command: before its arrow and
/// after a space, where no argument can be.
pub(super) fn find_comment(code: &str, kinds: &dyn Kinds) -> Option<Sign> {
    let from = parse_prefix(code).map_or(0, |(rest, _)| code.len() - rest.len());
    let call = &code[from..];
    let takes = match call.starts_with("use ") || call.starts_with("use\t") {
        true => Takes::Plain,
        false => kinds.takes(None, call)?,
    };

    let mut words = 0;
    let mut ended = true; // whether a move may begin here
    let mut at = 0;
    for word in call.split([' ', '\t']) {
        let start = at;
        at += word.len() + 1;
        // The arrow may touch the sign; the answer after it may hold anything.
        let arrow = word.find("=>");
        let word = &word[..arrow.unwrap_or(word.len())];
        if word.is_empty() && arrow.is_none() {
            continue;
        }
        words += 1;
        if words > 1
            && let Some(length) = comment_sign(word)
        {
            let alone = length == word.len();
            let stands = takes == Takes::Plain || alone && !ended && !word.starts_with(';');
            if stands {
                return Some(Sign { start: from + start, end: from + start + length });
            }
        }
        if arrow.is_some() {
            return None;
        }
        ended = words == 1 || word.ends_with(';');
    }
    None
}

/// Returns the sign in place of `=>` in the code of a command: `->`, `→`, `==>`, `=>>`, and `=`
/// after a verb that takes none.
pub(super) fn find_wrong_arrow(code: &str, kinds: &dyn Kinds) -> Option<Sign> {
    let bytes = code.as_bytes();
    let right = find_arrow(bytes);
    let limit = right.unwrap_or(code.len());
    let from = parse_prefix(code).map_or(0, |(rest, _)| code.len() - rest.len());
    let call = &code[from..];
    if let Some((at, arrow)) = Habit::Arrow.find(&code[from..limit])
        && at > 0
    {
        return Some(Sign { start: from + at, end: from + at + arrow.len() });
    }

    let mut form = None;
    let mut at = from;
    while let Some(next) = bytes[at..limit].iter().position(|byte| matches!(byte, b'=' | b'-')) {
        let start = at + next;
        let sign = bytes[start];
        let mut end = start + bytes[start..].iter().take_while(|&&byte| byte == sign).count();
        at = end.min(limit);
        let before = code[from..start].trim_end_matches([' ', '\t']);
        if before.is_empty() {
            continue;
        }

        // The arrow may touch the verb, or a path.
        let verb = match before.contains([' ', '\t']) {
            true => None,
            false => kinds.takes(None, before),
        };
        let takes = form.get_or_insert_with(|| kinds.takes(None, call)).or(verb);
        let apart = is_blank(bytes[start - 1]) || before.ends_with([']', ')']);

        if sign == b'-' && bytes.get(end) == Some(&b'>') {
            end += 1;
            let alone = bytes.get(end).is_none_or(|&byte| is_blank(byte));
            if verb.is_some() || apart && (alone || takes == Some(Takes::Plain)) {
                return Some(Sign { start, end });
            }
        } else if sign == b'=' && end < limit && takes == Some(Takes::Plain) {
            let gap = bytes[end..].iter().take_while(|&&byte| is_blank(byte)).count();
            if bytes.get(end + gap) == Some(&b'>') {
                end += gap + 1;
            }
            let start = start - signs_before(&bytes[from..start]);
            return Some(Sign { start, end });
        }
    }

    // A sign too many on either side of a right one.
    let at = right?;
    let equals = bytes[from..at].iter().rev().take_while(|&&byte| byte == b'=').count();
    let more = bytes[at + 2..].iter().take_while(|&&byte| byte == b'>').count();
    let signs = signs_before(&bytes[from..at - equals]);
    let sign = Sign { start: at - equals - signs, end: at + 2 + more };
    (equals + more + signs > 0).then_some(sign)
}

/// Returns how sure it is that a sign in the code of a command is the arrow: a sign that is not a whole
/// arrow, has no command before it, nothing or a right arrow after it, or a brace on its line that
/// opens no answer, may be the wrong one. A single `=` right after a word may be one character too many:
/// `undo= 2`.
pub(super) fn sure_arrow(code: &str, sign: Sign, kinds: &dyn Kinds) -> Applicability {
    let before = &code[..sign.start];
    let after = &code[sign.end..];
    let arrow = &code[sign.start..sign.end];
    let blanks = [' ', '\t'];
    let whole = Habit::Arrow.has(arrow)
        || arrow.ends_with('>')
        || after.starts_with(blanks) && before.ends_with(blanks);
    let braces = ['{', '}'];
    let block = after.trim_start_matches(blanks).starts_with('{');
    let empty = after.trim_matches(blanks).is_empty();
    // `rotate ->1` may be `rotate -1`.
    let minus = arrow.starts_with('-') && after.starts_with(|char: char| char.is_ascii_digit());
    let other = empty
        || minus
        || before.contains(braces)
        || !block && after.contains(braces)
        || find_arrow(after.as_bytes()).is_some();
    let call = parse_prefix(before).map_or(before, |(call, _)| call).trim_end_matches(blanks);
    // What begins without a verb is a query, which ends with its path.
    let ends = call.starts_with(char::is_alphabetic) || call.ends_with(']');
    let known = ends && kinds.takes(None, call).is_some();
    if whole && known && !other { Sure } else { Likely }
}

/// Returns the number of bytes before an arrow that belong to it, as in `>=`, `<=`, `:=` and `!=`.
/// They must follow a space.
fn signs_before(text: &[u8]) -> usize {
    match text {
        [.., blank, b'<' | b'>' | b':' | b'!' | b'~'] if is_blank(*blank) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Some2;

    impl Kinds for Some2 {
        fn names(&self) -> Vec<&'static str> {
            vec!["matrix"]
        }

        fn takes(&self, _: Option<&str>, call: &str) -> Option<Takes> {
            match call.split([' ', '\t']).next()? {
                "play" | "when" => Some(Takes::Words),
                "solve" | "rotate" => Some(Takes::Plain),
                _ if call.contains('[') => Some(Takes::Plain),
                _ => None,
            }
        }
    }

    #[test]
    fn wrong_arrows_are_told_from_arguments() {
        let arrow = |code: &'static str| {
            find_wrong_arrow(code, &Some2).map(|sign| &code[sign.start..sign.end])
        };
        for (code, sign) in [
            ("solve -> 3", "->"),
            ("solve->3", "->"),
            ("solve --> 3", "-->"),
            ("solve ==> 3", "==>"),
            ("solve → 3", "→"),
            ("play RR⇒3", "⇒"),
            ("solve==>3", "==>"),
            ("solve =>> 3", "=>>"),
            ("solve = 3", "="),
            ("solve=3", "="),
            ("solve = > 3", "= >"),
            ("solve == 3", "=="),
            ("m: solve -> 3", "->"),
            ("rotate 1 -> 2 4", "->"),
            ("rotate -1 = 2 4", "="),
            ("3 [<]->X", "->"),
            ("-3 [<] = X", "="),
            ("play A right -> 3", "->"),
            ("slove -> 3", "->"),
            ("solve -> {", "->"),
        ] {
            assert_eq!(arrow(code), Some(sign), "{code}");
        }
        for code in [
            "solve => 3",
            "solve=>3",
            "play r1c1=4",
            "when [] = X",
            "when [] = X => 3",
            "rotate -1",
            "solve => -> 3",
            "play a->b right",
            "slove = 3",
            "m: x=3",
            "solve",
            "-3 []",
            "-> 3",
        ] {
            assert_eq!(arrow(code), None, "{code}");
        }
    }

    #[test]
    fn comments_of_other_languages_are_told_from_arguments() {
        let comment =
            |code: &'static str| find_comment(code, &Some2).map(|sign| &code[sign.start..]);
        for (code, rest) in [
            ("solve # note", "# note"),
            ("solve  #note", "#note"),
            ("m: solve ;; note", ";; note"),
            ("rotate 1 -- note", "-- note"),
            ("3 [] % root", "% root"),
            ("use m # note", "# note"),
            ("play A right # note", "# note"),
            ("play A right -- note", "-- note"),
        ] {
            assert_eq!(comment(code), Some(rest), "{code}");
        }
        for code in [
            "play A right ; B left",
            "play # right",
            "play A right; -- left",
            "play #a right",
            "solve => # A",
            "rotate --1",
            "rotate -1",
            "x # y",
            "solve",
        ] {
            assert_eq!(comment(code), None, "{code}");
        }
    }
}
