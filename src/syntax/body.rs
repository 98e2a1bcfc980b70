//! The lines of a body or of an expected block: comments off, common indentation off.

use super::Fragment;
use super::token::is_blank;
use crate::text::Span;

/// One line of a body: its text without comment, without common indentation, without trailing
/// spaces.
pub type Line<'a> = Fragment<'a>;

/// Returns the text before a comment (`//` at the start of a line or after a space), and whether
/// there is a comment.
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

/// Returns the lines of the body at `span`, which is the text between the braces.
///
/// Lines that contain only a comment are left out. Blank lines are kept, except before the first
/// and after the last line with other text. Spaces that all lines begin with are removed; the line
/// of the opening brace loses its own spaces and does not count for that.
pub fn body_lines(text: &str, span: Span) -> Vec<Line<'_>> {
    lines_of(text, span, true)
}

/// Returns the lines of a raw input by the rules of [`body_lines`]; the first line is like the
/// others.
pub fn raw_lines(text: &str, span: Span) -> Vec<Line<'_>> {
    lines_of(text, span, false)
}

/// Returns the lines of a body. `beside_brace` says that the first line follows the opening brace.
fn lines_of(text: &str, span: Span, mut beside_brace: bool) -> Vec<Line<'_>> {
    let apart = usize::from(beside_brace);
    let mut rest = &text[span.range()];
    let most = memchr::memchr2_iter(b'\n', b'\r', rest.as_bytes()).count() + 1;
    let mut lines: Vec<Line<'_>> = Vec::with_capacity(most);
    let mut indent = usize::MAX;
    let mut start = span.start;

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

    for line in lines.iter_mut().skip(apart).filter(|line| !line.is_blank()) {
        line.text = &line.text[indent..];
        line.start += indent as u32;
    }
    let used = lines.len() - lines.iter().rev().take_while(|line| line.is_blank()).count();
    lines.truncate(used);
    let blank = lines.iter().take_while(|line| line.is_blank()).count();
    lines.drain(..blank);
    lines
}

/// The separators of rows, in a body on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Nowhere: it is part of the row.
    No,
    /// Before it: it begins the next row.
    Before,
    /// Before and after it: it is a separate row.
    Around,
}

/// A row of a body on one line, by offsets.
#[derive(Clone, Copy)]
struct Row {
    /// The place where it begins, with its own spaces.
    from: usize,
    /// Its first word.
    word: usize,
    to: usize,
    /// True if it begins with a word that `cut` names.
    cut: bool,
}

/// Returns the rows of a body on one line. ` / ` ends a row, and so do the words that `cut` names;
/// with `joined`, so does a `/` without spaces. Empty rows are left out.
///
/// One space after the opening brace, after a `/` and after a word that is a row of its own is a
/// separator. Further spaces belong to the row. As in [`body_lines`], spaces that all rows begin
/// with are removed.
pub fn row_parts(text: &str, span: Span, joined: bool, cut: impl Fn(&str) -> Cut) -> Vec<Line<'_>> {
    let whole = &text[span.range()];
    let (code, _) = uncommented(whole);
    let mut rows: Vec<Row> = Vec::new();
    let mut row: Option<Row> = None;
    // Where the text of the next row begins.
    let mut begin = 0;
    let mut at = 0;

    while at < code.len() {
        let rest = &code[at..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let word = rest[blanks..].split([' ', '\t']).next().unwrap_or_default();
        let word = match word.find('/').filter(|_| joined) {
            Some(0) => &word[..1],
            Some(slash) => &word[..slash],
            None => word,
        };
        let (from, to) = (at + blanks, at + blanks + word.len());
        at = to;
        if word.is_empty() {
            break;
        }
        if word == "/" {
            rows.extend(row.take());
            begin = to;
            continue;
        }

        let cut = cut(word);
        if cut != Cut::No {
            rows.extend(row.take());
        }
        let separator = usize::from(code[begin..].starts_with([' ', '\t']));
        let first = if cut == Cut::No { begin + separator } else { from };
        let begun = row.unwrap_or(Row { from: first, word: from, to, cut: cut != Cut::No });
        row = Some(Row { to, ..begun });
        if cut == Cut::Around {
            rows.extend(row.take());
            begin = to;
        }
    }

    rows.extend(row);
    let indents = rows.iter().filter(|row| !row.cut).map(|row| row.word - row.from);
    let indent = indents.min().unwrap_or(0);
    let line = |row: &Row| {
        let from = if row.cut { row.word } else { row.from + indent };
        Line { text: &code[from..row.to], start: span.start + from as u32 }
    };
    rows.iter().map(line).collect()
}

/// Returns the lines of an expected block by the rules of [`body_lines`].
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
    fn the_first_line_of_raw_input_is_like_the_others() {
        let raw = |body: &'static str| {
            let lines = raw_lines(body, Span::new(0, body.len() as u32));
            lines.iter().map(|line| line.text).collect::<Vec<_>>()
        };
        assert_eq!(raw("   a\n  b\n"), [" a", "b"]);
        assert_eq!(raw("  a\n   b"), ["a", " b"]);
        assert_eq!(raw("// note\n\n    a\r\n  b // x\r  \n"), ["  a", "b"]);
        assert_eq!(raw(" a"), ["a"]);
        assert!(raw("").is_empty() && raw(" \n\t").is_empty());
    }

    #[test]
    fn a_body_on_one_line_is_cut_at_slashes_and_at_keywords() {
        let cut = |word: &str| match word {
            "goal" => Cut::Around,
            "rule" => Cut::Before,
            _ => Cut::No,
        };
        let rows = |text: &'static str| {
            let rows = row_parts(text, Span::new(0, text.len() as u32), false, cut);
            for row in &rows {
                assert_eq!(&text[row.span().range()], row.text);
            }
            rows.into_iter().map(|row| row.text).collect::<Vec<_>>()
        };
        assert_eq!(rows(" 1 2 / 3\t. / goal 1 2 /  / . 3 "), ["1 2", "3\t.", "goal", "1 2", ". 3"]);
        assert_eq!(rows("a/b rule 3 // x"), ["a/b", "rule 3"]);
        assert_eq!(rows("/ / a // b / c"), ["a"]);
        assert!(rows(" \t/").is_empty());
        // Spaces beyond the separator belong to the row, unless all rows have them.
        assert_eq!(rows(" a /  b /   c goal  d / e "), ["a", " b", "  c", "goal", " d", "e"]);
        assert_eq!(rows("   a /    b rule 2"), ["a", " b", "rule 2"]);
        assert_eq!(rows("a /b"), ["a /b"]);
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
