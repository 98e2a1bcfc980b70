//! Compares an answer with what was expected.

use crate::puzzle::{Answer, Info};
use std::collections::HashMap;

use super::codes;
use crate::diag::Applicability::{Guess, Likely};
use crate::diag::{Diagnostic, Fix, clip};
use crate::syntax::codes::foreign_comment;
use crate::syntax::{Expected, Fragment, body_lines, comment_sign, expected_lines, uncommented};
use crate::text::{Source, Span};

/// Returns the expected lines: one for an expectation on the line of the command.
pub(super) fn lines(text: &str, expected: Expected) -> Vec<&str> {
    match expected {
        Expected::Line(span) | Expected::Open(span) => vec![&text[span.range()]],
        Expected::Block(span) => {
            expected_lines(text, span).into_iter().map(|line| line.text).collect()
        }
    }
}

/// Returns true if `answer` matches the expectation. An expectation on one line is compared word by
/// word with the first line of the answer; if it is a single word, with the first word only. A
/// block is compared with the whole answer, without common indentation and trailing spaces.
pub(super) fn holds(text: &str, expected: Expected, answer: &str) -> bool {
    match expected {
        Expected::Line(span) => {
            let mut wanted = text[span.range()].split_ascii_whitespace();
            let first = answer.lines().next().unwrap_or_default();
            let mut given = first.split_ascii_whitespace();
            let single = wanted.clone().count() == 1;
            if single { wanted.next() == given.next() } else { wanted.eq(given) }
        }
        Expected::Block(_) => lines(text, expected) == normal(answer),
        Expected::Open(_) => true,
    }
}

/// Returns the diagnostic of an expectation on one line that ends with a comment of another
/// language, or `None` if the expectation does not hold without that comment.
pub(super) fn foreign_comment_fault(
    text: &str,
    expected: Expected,
    answer: &str,
) -> Option<Diagnostic> {
    let Expected::Line(span) = expected else { return None };
    let wanted = &text[span.range()];
    let (start, length) = wanted.match_indices([' ', '\t']).find_map(|(at, _)| {
        comment_sign(&wanted[at + 1..]).map(|length| (span.start + at as u32 + 1, length as u32))
    })?;
    let before = Expected::Line(Span::new(span.start, start));
    let sign = Span::new(start, start + length);
    holds(text, before, answer).then(|| foreign_comment(&[sign], &text[sign.range()], &[], Likely))
}

/// Returns a command with its answer as an expectation that holds: on the same line if it fits
/// there, or else as a block. Returns only the command if the answer cannot be written. Only the
/// first line of a status is stated, because the others may differ between versions.
pub fn stated(command: &str, answer: &Answer) -> String {
    let status = matches!(answer, Answer::Status(_));
    let answer = &*answer.text();
    let first = answer.lines().next().unwrap_or_default().trim();
    if !first.is_empty() && (status || !answer.contains('\n')) && is_writable(first) {
        return format!("{command} => {first}");
    }
    let lines = normal(answer);
    if !lines.iter().all(|line| is_writable(line)) {
        return command.to_owned();
    }
    let rows: String =
        lines.iter().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect();
    match lines.is_empty() {
        true => format!("{command} => {{ }}"),
        false => format!("{command} => {{\n{rows}}}"),
    }
}

/// Returns whether a line of an answer can be written as a line of an expectation: it is not cut at a
/// comment, and has no brace and no control character.
fn is_writable(line: &str) -> bool {
    let is_special = |char: char| matches!(char, '{' | '}') || char.is_control() && char != '\t';
    !line.contains(is_special) && !uncommented(line).1
}

/// Returns the lines of an answer in the form in which a block states them.
fn normal(answer: &str) -> Vec<&str> {
    let mut lines: Vec<_> =
        answer.split('\n').map(|line| line.trim_end_matches([' ', '\t', '\r'])).collect();
    let indent = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
        .min()
        .unwrap_or(0);
    for line in &mut lines {
        *line = line.get(indent..).unwrap_or_default();
    }
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let blank = lines.iter().take_while(|line| line.is_empty()).count();
    lines.drain(..blank);
    lines
}

/// Bytes of a body and of an answer up to which they are compared word by word: larger ones would
/// delay a document that asks for them often.
const LARGEST: usize = 1 << 14;

/// Returns the places where the body at `body` declares the word of `answer` that `expected` lacks
/// or has elsewhere. Only an answer with exactly the words of its rows, in any order, shows the
/// body's own words; for other answers, or if more than two words of the body are alike, the list
/// is empty.
pub(super) fn origins(text: &str, body: Span, expected: Expected, answer: &str) -> Vec<Span> {
    if body.len() as usize > LARGEST || answer.len() > LARGEST {
        return Vec::new();
    }

    let start = text.as_ptr() as usize;
    let declared: Vec<_> = body_lines(text, body)
        .into_iter()
        .flat_map(|line| line.text.split_ascii_whitespace())
        .map(|word| (word, (word.as_ptr() as usize - start) as u32))
        .collect();
    let mut answered: Vec<_> = answer.split_ascii_whitespace().collect();
    // Before the rows there may be a header.
    let Some(header) = declared.len().checked_sub(answered.len()) else { return Vec::new() };
    let rows = &declared[header..];
    let mut words: Vec<_> = rows.iter().map(|&(word, _)| word).collect();
    words.sort_unstable();
    answered.sort_unstable();
    if words != answered {
        return Vec::new();
    }

    let wanted: Vec<_> =
        lines(text, expected).into_iter().flat_map(str::split_ascii_whitespace).collect();
    let given = match expected {
        Expected::Line(_) if wanted.len() == 1 => "", // only the first word is compared
        Expected::Line(_) | Expected::Open(_) => answer.lines().next().unwrap_or_default(),
        Expected::Block(_) => answer,
    };

    let mut stated = HashMap::new();
    for word in &wanted {
        *stated.entry(*word).or_insert(0) += 1;
    }
    let given = given.split_ascii_whitespace();
    let lacked = given.clone().find(|word| match stated.get_mut(word) {
        None | Some(0) => true,
        Some(count) => {
            *count -= 1;
            false
        }
    });
    let moved =
        || given.zip(&wanted).find(|(given, wanted)| given != *wanted).map(|(word, _)| word);

    let differing = lacked.or_else(moved);
    let alike = rows.iter().filter(|&&(word, _)| Some(word) == differing);
    let spans: Vec<_> =
        alike.map(|&(word, at)| Span::new(at, at + word.len() as u32)).take(3).collect();
    if spans.len() < 3 { spans } else { Vec::new() }
}

/// Returns the diagnostic of an expectation that does not hold, with the fix that makes it hold.
/// `body` is the body of the puzzle, if it is in this source.
pub(super) fn wrong(
    source: &Source,
    expected: Expected,
    command: Span,
    answer: &str,
    body: Option<Span>,
    typed: bool,
) -> Diagnostic {
    let origins = body.map(|body| origins(source.text(), body, expected, answer));
    origins
        .into_iter()
        .flatten()
        .fold(difference(source, expected, command, answer, typed), |fault, span| {
            fault.also(span, format!("`{}` is declared here", clip(source.slice(span))))
        })
}

/// Returns the diagnostic of an expectation in the form of an earlier version, with the answer found
/// as its fix.
pub(super) fn outdated(
    info: &Info,
    source: &Source,
    expected: Expected,
    command: Fragment<'_>,
    answer: &str,
) -> Option<Diagnostic> {
    let Expected::Line(span) = expected else { return None };
    let fault = (info.outdated)(command, Fragment::of(source.text(), span))?;
    Some(fault.fix(Fix::new(Guess, "Put the answer found", span, answer.lines().next()?)))
}

/// Returns the diagnostic of the first difference between an answer and its expectation.
pub(super) fn difference(
    source: &Source,
    expected: Expected,
    command: Span,
    answer: &str,
    typed: bool,
) -> Diagnostic {
    let text = source.text();
    match expected {
        Expected::Line(span) | Expected::Open(span) => {
            let wanted = Fragment::of(text, span);
            let single = wanted.text.split_ascii_whitespace().nth(1).is_none();
            let first = answer.lines().next().unwrap_or_default();
            let given = if single {
                first.split_ascii_whitespace().next().unwrap_or_default()
            } else {
                first.trim()
            };
            let at = first_words(wanted.text, given);
            let shown = match given {
                "" => String::from("nothing"),
                _ => around(given, at[1]),
            };

            let fix = if given.is_empty() { "{ }" } else { given };
            let expected = around(wanted.text, at[0]);
            let lines = answer.lines().count();
            codes::wrong(place(wanted, at[0]), command, None, &expected, &shown, lines, typed)
                .fix(Fix::new(Guess, "Put the answer found", span, fix))
        }
        Expected::Block(span) => {
            let wanted = expected_lines(text, span);
            let given = normal(answer);
            let pairs = wanted.iter().zip(&given);
            let number = pairs.take_while(|(line, given)| line.text == **given).count();
            let line = wanted.get(number);
            let given_line = given.get(number).copied();
            let at = common(line.map_or("", |line| line.text), given_line.unwrap_or_default());
            let word = |line: Option<&str>| match line {
                Some("") => String::from("an empty line"),
                Some(line) => around(line, at),
                None => String::from("the end"),
            };

            let brace = Span::new(span.start - 1, span.start);
            let place = line.map_or(brace, |line| {
                let line = Fragment::of(text, line.span());
                if given_line.is_some() { place(line, at) } else { line.span() }
            });
            let wanted = word(line.map(|line| line.text));
            let block = match given.is_empty() {
                true => String::from(" "),
                false => block_text(source, span.start, given.iter().copied()),
            };
            let fix = Fix::new(Guess, "Put the answer found", span, block);
            // Only people know which of the two is right.
            codes::wrong(place, command, Some(number + 1), &wanted, &word(given_line), 1, typed)
                .fix(fix)
        }
    }
}

/// Returns the length in bytes of the common beginning of two texts.
fn common(left: &str, right: &str) -> usize {
    let pairs = left.char_indices().zip(right.chars());
    let length = |(at, char): (usize, char)| at + char.len_utf8();
    pairs.take_while(|((_, a), b)| a == b).last().map_or(0, |(last, _)| length(last))
}

/// Returns the first offsets at which two texts differ when they are compared word by word.
fn first_words(wanted: &str, answer: &str) -> [usize; 2] {
    let at = |text: &str, word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let mut given_words = answer.split_ascii_whitespace();
    for word in wanted.split_ascii_whitespace() {
        let Some(given) = given_words.next() else { return [at(wanted, word), answer.len()] };
        if word != given {
            let same = common(word, given);
            return [at(wanted, word) + same, at(answer, given) + same];
        }
    }
    [wanted.len(), given_words.next().map_or(answer.len(), |given| at(answer, given))]
}

/// The most characters of a text that a message shows, and of those before the place that differs.
const SHOWN: usize = 40;
const BEFORE: usize = 20;

/// Quotes a text for a message, cut so that the character at an offset can be seen.
fn around(text: &str, at: usize) -> String {
    let start = text[..at].char_indices().rev().nth(BEFORE - 1).map_or(0, |(start, _)| start);
    let shown = match start > 0 && text.chars().nth(SHOWN).is_some() {
        true => format!("…{}", clip(&text[start..])),
        false => clip(text).into_owned(),
    };
    if shown.contains('`') { format!("\"{shown}\"") } else { format!("`{shown}`") }
}

/// Digits of a number that is marked as a whole if one of them differs. The digits of longer ones
/// are symbols, or too many to be read as a number.
const NUMBER: usize = 8;

/// Returns the place of the character at an offset of an expectation: the whole number if it
/// belongs to one, and the whole text if there is no character.
fn place(text: Fragment<'_>, at: usize) -> Span {
    let Some(char) = text.text[at..].chars().next().filter(|char| !char.is_whitespace()) else {
        return text.span();
    };
    let blank = [' ', '\t'];
    let start = text.text[..at].rfind(blank).map_or(0, |blank| blank + 1);
    let end = text.text[at..].find(blank).map_or(text.text.len(), |length| at + length);
    let digits = text.text[start..end].trim_start_matches(['-', '+']);
    match digits.len() <= NUMBER && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.place(&(start..end)),
        false => text.place(&(at..at + char.len_utf8())),
    }
}

/// Returns the spaces at the start of the line of an offset.
pub fn indent(source: &Source, offset: u32) -> &str {
    let lines = source.lines();
    let line = &source.text()[lines.start(lines.line(offset)) as usize..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Returns the text between the braces of a block of `lines` that opens on the line of an offset.
pub fn block_text<'a>(
    source: &Source,
    offset: u32,
    lines: impl IntoIterator<Item = &'a str>,
) -> String {
    let indent = indent(source, offset);
    let mut text = String::new();
    for line in lines {
        text.push('\n');
        if !line.is_empty() {
            text.extend([indent, "  ", line]);
        }
    }
    text + "\n" + indent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sink;
    use crate::kinds::KINDS;
    use crate::puzzle::{Done, Status, Word};
    use crate::syntax::{Statement, parse_document};

    fn line(expected: &str, answer: &str) -> bool {
        holds(expected, Expected::Line(Span::new(0, expected.len() as u32)), answer)
    }

    fn whole(expected: &str, answer: &str) -> bool {
        holds(expected, Expected::Block(Span::new(0, expected.len() as u32)), answer)
    }

    #[test]
    fn one_line_compares_words() {
        assert!(line("81", "81\nA (0,0) (0,1)"));
        assert!(line("0", "0 4"), "a single word stands for the first word");
        assert!(line("0  4", "0 4"));
        assert!(!line("0 5", "0 4"));
        assert!(!line("0 4", "0"));
        assert!(!line("X", ""));
    }

    #[test]
    fn the_word_that_differs_is_shown_where_it_is_declared() {
        let places = |body: &str, expected: &str, answer: &str| {
            let text = format!("{body}{expected}");
            let body = body.len() as u32;
            let end = text.len() as u32;
            let expected = Expected::Block(Span::new(body, end));
            let spans = origins(&text, Span::new(0, body), expected, answer);
            spans.into_iter().map(|span| span.start).collect::<Vec<_>>()
        };
        assert_eq!(places("1 2\n3 5\n", "2 4\n1 3\n", "2 5\n1 3"), [6]);
        assert_eq!(places("2 2 1\n1 2\n3 5\n", "2 4\n1 3\n", "2 5\n1 3"), [12], "a header");
        assert_eq!(places("1 2\n3 2\n", "2 4\n1 3\n", "2 2\n1 3"), [2, 6], "two alike");
        assert_eq!(places("1 4\n3 2\n", "2 4\n1 3\n", "4 2\n1 3"), [2], "another order");
        assert!(places("2 2\n3 2\n", "2 4\n1 3\n", "2 2\n2 3").is_empty(), "three alike");
        assert!(places("1 2\n3 5\n", "1 4\n", "1 5").is_empty(), "not the whole body");
        assert!(places("1 2\n3 5\n", "3\n", "4").is_empty());
    }

    /// Returns the message about an expectation on one line, and the text that it points at.
    fn said(expected: &str, answer: &str) -> (String, String) {
        let text = format!("solve => {expected}");
        let source = Source::new("x", &*text);
        let command = Span::new(0, 5);
        let span = Span::new(9, text.len() as u32);
        let fault = wrong(&source, Expected::Line(span), command, answer, None, false);
        (fault.message, source.slice(fault.span).to_owned())
    }

    #[test]
    fn a_difference_is_shown_around_its_first_place() {
        let digits =
            "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
        let other = digits.replace("382", "383");
        let (message, place) = said(&other, digits);
        let shown = "`…514814253769695417383`, found `…514814253769695417382`";
        assert!(message.ends_with(shown) && place == "3", "{message}: {place}");
        for (expected, answer, message, place) in [
            ("81", "82\nA left", "expected `81`, found `82`", "81"),
            ("0  4 7", "0 4 8", "expected `0  4 7`, found `0 4 8`", "7"),
            ("0 4 7", "0 4", "expected `0 4 7`, found `0 4`", "7"),
            ("0 4", "0 4 7", "expected `0 4`, found `0 4 7`", "0 4"),
            ("AAB.", "AAC.", "expected `AAB.`, found `AAC.`", "B"),
            ("x", "", "expected `x`, found nothing", "x"),
        ] {
            assert_eq!(said(expected, answer), (message.into(), place.into()), "{expected}");
        }
    }

    proptest::proptest! {
        #[test]
        fn two_answers_that_differ_are_shown_as_different(
            before in "[0-9a-c ]{0,90}", left in "[0-9a-cé]{1,60}", right in "[0-9a-cé]{1,60}",
        ) {
            let left = format!("x{before}{left}");
            let right = format!("x{before}{right}");
            for pair in [[&left, &right], [&right, &left]] {
                let same = line(pair[0], pair[1]);
                let (message, place) = said(pair[0], pair[1]);
                let (expected, answer) = message.split_once(", found ").expect("two texts");
                let expected = expected.strip_prefix("expected ").expect("it says what");
                proptest::prop_assert!(same || expected != answer, "{message}");
                proptest::prop_assert!(!place.trim().is_empty());
            }
        }
    }

    #[test]
    fn a_comment_of_another_language_is_told_from_an_answer() {
        for (text, answer, sign) in [
            ("3 # note", "3", Some("#")),
            ("3 -- note", "3\nmore", Some("--")),
            ("0 4 ; note", "0 4", Some(";")),
            ("3 # note", "4", None),
            ("3 note", "3", None),
            ("3#", "3", None),
        ] {
            let expected = Expected::Line(Span::new(0, text.len() as u32));
            let place = foreign_comment_fault(text, expected, answer)
                .map(|diagnostic| &text[diagnostic.span.range()]);
            assert_eq!(place, sign, "{text}");
        }
    }

    #[test]
    fn answers_become_expectations_that_hold() {
        for (command, answer, text) in [
            ("at []", "X", "at [] => X"),
            ("cycle", "0 4", "cycle => 0 4"),
            ("show", "1 2\n3 4", "show => {\n  1 2\n  3 4\n}"),
            ("candidates r1c1", "", "candidates r1c1 => { }"),
            ("show", "  a\n\n    b ", "show => {\n  a\n\n    b\n}"),
            ("show", "a // b", "show"),
            ("show", "x\n}\ny", "show"),
        ] {
            assert_eq!(stated(command, &Answer::list(answer.to_owned())), text);
        }
        let done = Done::Fields(vec![("expanded", Word::Number(1))]);
        let figures = vec![String::from("9 bytes")];
        let status = Answer::Status(Status { done, figures });
        assert_eq!(stated("status", &status), "status => expanded 1");
    }

    proptest::proptest! {
        #[test]
        fn what_is_stated_is_read_back_and_holds(answer in "[ab/{}=> ?\\t\\n\\r.#]{0,24}") {
            let text = stated("show", &Answer::list(answer.clone()));
            let mut sink = Sink::new();
            let document = parse_document(&text, &KINDS, &mut sink);
            let [Statement::Command(command)] = &document.statements[..] else { panic!("{text}") };
            let is_show = &text[command.text.range()] == "show";
            proptest::prop_assert!(sink.is_empty() && is_show, "{}", text);
            match command.expected {
                Some(expected) => proptest::prop_assert!(holds(&text, expected, &answer), "{}", text),
                None => proptest::prop_assert!(answer.contains(['{', '}', '/', '\r']), "{}", text),
            }
        }
    }

    #[test]
    fn a_block_is_indented_below_the_line_that_opens_it() {
        let source = Source::new("m.puzzle", "rotate 1\n \tshow => {}\n");
        let offset = |word: &str| source.text().find(word).expect("the word is there") as u32;
        let lines = ["1 2", "3 4"];
        assert_eq!(indent(&source, offset("rotate")), "");
        assert_eq!(indent(&source, offset("=>")), " \t");
        assert_eq!(block_text(&source, offset("rotate"), lines), "\n  1 2\n  3 4\n");
        assert_eq!(block_text(&source, offset("=>"), lines), "\n \t  1 2\n \t  3 4\n \t");
    }

    #[test]
    fn a_block_compares_everything() {
        assert!(whole("\n   a\n     b  \n  ", "a\n  b"));
        assert!(whole(" ", ""));
        assert!(whole("\n  1 2\n", "  1 2"));
        assert!(!whole("\n a\n", "a\nb"));
    }
}
