//! Holding an answer against what was expected.

use super::codes;
use crate::diag::{Diagnostic, Fix, clip};
use crate::syntax::{Expected, expected_lines};
use crate::text::{Source, Span};

/// The expected lines: one for an expectation on the command's line.
pub(super) fn lines(text: &str, expected: Expected) -> Vec<&str> {
    match expected {
        Expected::Line(span) => vec![&text[span.range()]],
        Expected::Block(span) => {
            expected_lines(text, span).into_iter().map(|line| line.text).collect()
        }
    }
}

/// Whether `found` is what was expected. On one line: word by word with the answer's first line,
/// and a single word with its first word. A block: the whole answer, after common indentation and
/// trailing blanks are removed.
pub(super) fn holds(text: &str, expected: Expected, found: &str) -> bool {
    match expected {
        Expected::Line(span) => {
            let mut wanted = text[span.range()].split_ascii_whitespace();
            let first = found.lines().next().unwrap_or_default();
            let mut given = first.split_ascii_whitespace();
            let single = wanted.clone().count() == 1;
            if single { wanted.next() == given.next() } else { wanted.eq(given) }
        }
        Expected::Block(_) => lines(text, expected) == normal(found),
    }
}

/// The answer's lines as a block would show them.
fn normal(found: &str) -> Vec<&str> {
    let mut lines: Vec<_> =
        found.split('\n').map(|line| line.trim_end_matches([' ', '\t', '\r'])).collect();
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

/// The diagnostic of an expectation that does not hold, with the fix that makes it hold.
pub(super) fn wrong(source: &Source, expected: Expected, command: Span, found: &str) -> Diagnostic {
    let text = source.text();
    match expected {
        Expected::Line(span) => {
            let wanted = &text[span.range()];
            let single = wanted.split_ascii_whitespace().nth(1).is_none();
            let first = found.lines().next().unwrap_or_default();
            let answer = if single {
                first.split_ascii_whitespace().next().unwrap_or_default()
            } else {
                first.trim()
            };
            let shown =
                if answer.is_empty() { "nothing".into() } else { format!("`{}`", clip(answer)) };
            let mend = if answer.is_empty() { "{ }" } else { answer };
            codes::wrong(span, command, &format!("expected `{}`", clip(wanted)), &shown)
                .fix(Fix::new("Put the answer found", span, mend).guess())
        }
        Expected::Block(span) => {
            let wanted = lines(text, expected);
            let given = normal(found);
            let at = wanted.iter().zip(&given).take_while(|(a, b)| a == b).count();
            let line = expected_lines(text, span).get(at).map(crate::syntax::Line::span);
            let word = |lines: &[&str]| match lines.get(at) {
                Some(line) => format!("`{}`", clip(line)),
                None => String::from("the end"),
            };
            let brace = Span::new(span.start - 1, span.start);
            let place = line.unwrap_or(brace);
            let message = format!("line {} of the answer: expected {}", at + 1, word(&wanted));
            let fix = Fix::new("Put the answer found", span, block(source, span, &given));
            // Which of the two is right, only people know.
            codes::wrong(place, command, &message, &word(&given)).fix(fix.guess())
        }
    }
}

/// The text between the braces of a block that holds `lines`, indented as the block's own line.
fn block(source: &Source, span: Span, lines: &[&str]) -> String {
    if lines.is_empty() {
        return String::from(" ");
    }
    let index = source.lines();
    let start = index.start(index.line(span.start)) as usize;
    let own: String =
        source.text()[start..].chars().take_while(|char| matches!(char, ' ' | '\t')).collect();
    let mut text = String::new();
    for line in lines {
        text.push('\n');
        if !line.is_empty() {
            text.push_str(&own);
            text.push_str("  ");
            text.push_str(line);
        }
    }
    text.push('\n');
    text.push_str(&own);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(expected: &str, found: &str) -> bool {
        holds(expected, Expected::Line(Span::new(0, expected.len() as u32)), found)
    }

    fn whole(expected: &str, found: &str) -> bool {
        holds(expected, Expected::Block(Span::new(0, expected.len() as u32)), found)
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
    fn a_block_compares_everything() {
        assert!(whole("\n   a\n     b  \n  ", "a\n  b"));
        assert!(whole(" ", ""));
        assert!(whole("\n  1 2\n", "  1 2"));
        assert!(!whole("\n a\n", "a\nb"));
    }
}
