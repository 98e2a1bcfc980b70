//! Long answers: folded if a person watches, so that `more` shows the rest.
//!
//! ```text
//! the first rows of the answer
//! … 9,960 more lines; `more` shows them, `set fold off` shows all
//! its last rows
//! ```

use std::ops::Range;

use indicatif::HumanCount;
use unicode_width::UnicodeWidthChar;

use super::Output;
use super::pages::Pages;

/// Rows of the end of a long answer that are shown.
const TAIL: usize = 4;
/// Rows that stay free for the note and the next prompt.
const SPARE: usize = 6;
/// Fewer rows of a page are not worth turning it.
const LEAST: usize = 8;

/// What is left of the last answers, which `more` shows.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// The last answer, if it was folded, and where the part begins that was not shown yet.
    rest: Option<(String, usize)>,
    /// The last answer that was the beginning of a list.
    pub(crate) pages: Option<Pages>,
}

impl Held {
    /// Drops what is left of a folded answer, because another one follows.
    pub(super) fn clear(&mut self) {
        self.rest = None;
    }

    /// Holds an answer of which everything from `at` on is left.
    pub(super) fn hold(&mut self, text: &str, at: usize) {
        let at = at + usize::from(text[at..].starts_with('\n'));
        self.rest = (at < text.len()).then(|| (text.to_owned(), at));
    }

    /// Takes the next rows of the folded answer, `count` or as many as the window shows, with a note
    /// about what is left then; `None` if no answer is folded.
    pub(super) fn next_rows(
        &mut self,
        count: Option<u64>,
        output: &dyn Output,
    ) -> Option<(String, Option<String>)> {
        let (text, at) = self.rest.take()?;
        let window = output.window().unwrap_or(Window { rows: 24, columns: output.width() });
        let rows =
            count.map_or(window.page(), |count| usize::try_from(count).unwrap_or(usize::MAX));
        let end = at + page_end(&text[at..], rows.max(1), window.columns);
        self.hold(&text, end);
        let left = self.rest.as_ref().map(|(text, at)| left_out(&text[*at..]));
        Some((part(&text, at..end), left))
    }
}

/// The window in which answers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// Its height.
    pub(crate) rows: usize,
    /// Its width.
    pub(crate) columns: usize,
}

impl Window {
    fn page(self) -> usize {
        self.rows.saturating_sub(SPARE).max(LEAST)
    }
}

/// Returns where the first `rows` rows of a text end, in a window of that width: before a line end,
/// or in the middle of a long line, with room for the sign that it is cut. A line end belongs to
/// the row before it.
fn page_end(text: &str, rows: usize, columns: usize) -> usize {
    let end = rows_end(text, rows, columns);
    let last = text[..end].char_indices().next_back().map_or(0, |(at, _)| at);
    if is_within_line(text, end) && last > 0 { last } else { end }
}

/// Returns where the rows end without that room.
fn rows_end(text: &str, rows: usize, columns: usize) -> usize {
    let (mut row, mut column) = (1, 0);
    for (at, char) in text.char_indices() {
        if char == '\n' {
            if row == rows {
                return at;
            }
            (row, column) = (row + 1, 0);
            continue;
        }
        let width = char.width().unwrap_or(0);
        if column + width > columns {
            if row == rows {
                return at;
            }
            (row, column) = (row + 1, 0);
        }
        column += width;
    }
    text.len()
}

/// Returns where the last rows of a text begin, which holds more.
fn tail_start(text: &str, rows: usize, columns: usize) -> usize {
    // A row is a line, or as many characters of a long one as fit into any window.
    let mut start = text.len();
    for _ in 0..rows {
        let line = text[..start].strip_suffix('\n').unwrap_or(&text[..start]);
        let begin = line.rfind('\n').map_or(0, |at| at + 1);
        let length = line[begin..].chars().count();
        if length > columns {
            // One column is for the sign that the line is cut.
            let skip = length - columns.saturating_sub(1).max(1);
            return begin + line[begin..].char_indices().nth(skip).map_or(0, |(at, _)| at);
        }
        start = begin;
    }
    start
}

/// Returns the part of an answer that is left out; none if all of it fits.
pub(super) fn fold(text: &str, most: usize, window: Window) -> Option<Range<usize>> {
    if rows_end(text, most, window.columns) == text.len() {
        return None;
    }
    let head = page_end(text, window.page().saturating_sub(TAIL).max(LEAST), window.columns);
    let tail = tail_start(text, TAIL, window.columns);
    (tail > head).then_some(head..tail)
}

/// Returns whether a text that is cut there is cut within a line.
fn is_within_line(text: &str, at: usize) -> bool {
    !(text[..at].is_empty() || text[..at].ends_with('\n'))
        && !(text[at..].is_empty() || text[at..].starts_with('\n'))
}

/// Returns a part of a text, with `…` where a line is cut.
pub(super) fn part(text: &str, range: Range<usize>) -> String {
    let sign = |at: usize| if is_within_line(text, at) { "…" } else { "" };
    [sign(range.start), &text[range.clone()], sign(range.end)].concat()
}

/// Returns the note that stands in place of a part that is left out.
pub(super) fn left_out(part: &str) -> String {
    let lines = part.trim_matches('\n').split('\n').count() as u64;
    let (count, word) = match lines {
        // Of a single long line a part is left out.
        1 => (part.chars().count() as u64, "character"),
        lines => (lines, "line"),
    };
    format!("{} more {word}{}", HumanCount(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::{Captured, say, shell};
    use crate::text::Source;

    const WINDOW: Window = Window { rows: 20, columns: 10 };

    #[test]
    fn every_text_is_cut_between_characters_and_nothing_is_lost() {
        let texts = [
            String::new(),
            "a\n".repeat(200),
            "名".repeat(500),
            format!("{}\n{}\n", "x".repeat(95), "é\n".repeat(300)),
            "\n".repeat(100),
        ];
        for text in &texts {
            for most in [1, 5, 100] {
                let Some(hidden) = fold(text, most, WINDOW) else { continue };
                let (head, tail) = (&text[..hidden.start], &text[hidden.end..]);
                assert!(head.len() + tail.len() < text.len(), "{hidden:?}");
                assert!(rows_end(head, 20, 10) == head.len(), "{head}");
                let [before, after] = [0..hidden.start, hidden.end..text.len()];
                let shown = [part(text, before), part(text, after)];
                assert!(shown[0].starts_with(head) && shown[1].ends_with(tail), "{shown:?}");
                let cut = [shown[0].ends_with('…'), shown[1].starts_with('…')];
                let inside =
                    |at: usize| !text[..at].ends_with('\n') && !text[at..].starts_with('\n');
                assert_eq!(cut, [inside(hidden.start), inside(hidden.end)], "{shown:?}");
            }
            let (mut at, mut pages) = (0, String::new());
            while at < text.len() {
                let end = at + page_end(&text[at..], 7, 10);
                pages += &text[at..end];
                at = end + usize::from(text[end..].starts_with('\n'));
                pages += if at > end { "\n" } else { "" };
                assert!(at > 0);
            }
            assert_eq!(&pages, text);
        }
        assert_eq!(left_out(&"x\n".repeat(9960)), "9,960 more lines");
        assert_eq!(left_out(&"x".repeat(1_234_567)), "1,234,567 more characters");
    }

    #[test]
    fn a_long_answer_is_folded_for_people_and_more_continues_it() {
        let mut shell = shell();
        say(&mut shell, "matrix m { 1 / 2 }");
        let rows: Vec<_> = (0..300).map(|row| row.to_string()).collect();
        say(&mut shell, &format!("matrix long {{\n{}\n}}", rows.join("\n")));
        let whole = say(&mut shell, "show").0;
        assert_eq!(whole.lines().count(), 300, "a program gets all of it");
        let mut hear = |text: &str| {
            let window = Some(Window { rows: 24, columns: 80 });
            let mut captured = Captured { window, ..Captured::default() };
            shell.take(&Source::new("x", text), &mut captured);
            (captured.out, captured.err)
        };
        let (out, err) = hear("show");
        assert!(out.starts_with("0\n1\n") && out.ends_with("298\n299\n"), "{out}");
        assert!(out.lines().count() < 24 && err.starts_with("… 282 more lines; `more`"), "{err}");
        let head: Vec<_> = out.lines().take_while(|line| *line != "296").collect();
        let mut all = head.join("\n") + "\n";
        all += &hear("more 5").0;
        assert_eq!(all.lines().count(), head.len() + 5);
        while all.len() < whole.len() {
            all += &hear("more").0;
        }
        assert_eq!(all, whole);
        assert!(hear("more").1.contains("nothing to continue"));
        assert_eq!(hear("m: show").0, "1\n2\n");
        hear("set fold off");
        assert_eq!(hear("show").0, whole);
    }

    #[test]
    fn answers_go_to_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("answers.txt");
        let mut shell = shell();
        say(&mut shell, "matrix m {\n1 2\n3 4\n}");
        assert!(say(&mut shell, "output off").1.contains("`output FILE` begins"));
        let (_, err) = say(&mut shell, &format!("output {}", path.display()));
        assert!(err.starts_with("answers go to "), "{err}");
        for line in ["rotate 1", "rotat", "list"] {
            assert_eq!(say(&mut shell, line).0, "", "{line}");
        }
        let (_, err) = say(&mut shell, "output off");
        assert!(err.starts_with("answers were written to "), "{err}");
        let written = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(written, "2 4\n1 3\n* m  matrix  @1  rotated by 1\n");
        assert_eq!(say(&mut shell, "show").0, "2 4\n1 3\n");
        let (_, err) = say(&mut shell, &format!("output {}", path.display()));
        assert!(err.contains("exists"), "what is there is never replaced: {err}");
    }
}
