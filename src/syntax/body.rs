//! The lines of a body or of an expected block: comments off, common indentation off.

use super::token::is_blank;
use crate::text::Span;

/// One line of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its text, without comment, without common indentation, without trailing blanks.
    pub text: &'a str,
    /// The offset of the text in the source.
    pub start: u32,
}

impl Line<'_> {
    /// Whether nothing stands on it.
    pub fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// The span of its text.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len() as u32)
    }

    /// The span of `range` of its text, in bytes.
    pub fn part(&self, range: &std::ops::Range<usize>) -> Span {
        Span::of(range).shifted(self.start)
    }
}

/// The text before a comment (`//` at the start of a line or after a blank), and whether there
/// was one.
pub fn uncommented(line: &str) -> (&str, bool) {
    let bytes = line.as_bytes();
    let mut from = 0;
    while let Some(at) = memchr::memchr(b'/', &bytes[from..]) {
        let at = from + at;
        if bytes.get(at + 1) == Some(&b'/') && (at == 0 || is_blank(bytes[at - 1])) {
            return (&line[..at], true);
        }
        from = at + 1;
    }
    (line, false)
}

/// The lines of the body that stands at `span` (what is between the braces).
///
/// A line that holds only a comment is left out; blank lines stay, but for those before the first
/// and behind the last line that holds something. Blanks that all lines begin with are taken off;
/// the line on which the opening brace stands loses its own and does not count for that.
pub fn body_lines(text: &str, span: Span) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut indent = usize::MAX;
    let mut rest = &text[span.range()];
    let mut start = span.start;
    let mut beside_brace = true;
    loop {
        let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes());
        let (code, comment) = uncommented(&rest[..end.unwrap_or(rest.len())]);
        let code = code.trim_end_matches([' ', '\t']);
        let blanks = code.len() - code.trim_start_matches([' ', '\t']).len();
        if beside_brace {
            lines.push(Line { text: &code[blanks..], start: start + blanks as u32 });
        } else if !code.is_empty() {
            indent = indent.min(blanks);
            lines.push(Line { text: code, start });
        } else if !comment {
            lines.push(Line { text: code, start });
        }
        let Some(end) = end else { break };
        let two = rest.as_bytes()[end..].starts_with(b"\r\n");
        let step = end + 1 + usize::from(two);
        rest = &rest[step..];
        start += step as u32;
        beside_brace = false;
    }
    for line in lines.iter_mut().skip(1).filter(|line| !line.is_blank()) {
        line.text = &line.text[indent..];
        line.start += indent as u32;
    }
    let used = lines.len() - lines.iter().rev().take_while(|line| line.is_blank()).count();
    lines.truncate(used);
    let blank = lines.iter().take_while(|line| line.is_blank()).count();
    lines.drain(..blank);
    lines
}

/// The lines of an expected block, by the same rules.
pub fn expected_lines(text: &str, span: Span) -> Vec<Line<'_>> {
    body_lines(text, span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(body: &str) -> Vec<&str> {
        body_lines(body, Span::new(0, body.len() as u32)).iter().map(|line| line.text).collect()
    }

    #[test]
    fn common_indentation_comments_and_outer_blank_lines_go() {
        assert_eq!(texts("\n    a\r\n  // note\n\n      b // x\r  \n  "), ["a", "", "  b"]);
        assert_eq!(texts(" rule 3 "), ["rule 3"]);
        assert_eq!(texts(" rule 3\n      a\n     b"), ["rule 3", " a", "b"]);
        assert!(texts("").is_empty());
    }

    #[test]
    fn starts_point_into_the_source() {
        let text = "k n {\n   ab\n    cd\n}";
        let lines = body_lines(text, Span::new(5, text.len() as u32 - 1));
        for line in lines {
            assert_eq!(&text[line.span().range()], line.text);
        }
    }
}
