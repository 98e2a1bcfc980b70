//! The boards of a text: blank lines, lines `---` and headings are between them.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::puzzle::foreign::{comment, lines};
use crate::syntax::Line;

/// The line between two boards.
const RULE: &str = "---";

/// The most blocks of lines after a board that are tried as a part of it.
const JOINED: usize = 8;

/// The rows of a board, with the heading and the notes above them.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// The heading directly above it.
    pub(super) title: Option<String>,
    /// The other lines above it that are not rows.
    pub(super) notes: Vec<String>,
    /// Its rows.
    pub(super) rows: Range<usize>,
}

/// The rows and notes between two headings or lines of `---`.
#[derive(Debug, Default)]
struct Section {
    title: Option<String>,
    notes: Vec<String>,
    /// Rows without a blank line between them.
    blocks: Vec<Range<usize>>,
}

/// The places where a heading is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Headings {
    /// Above a block of lines.
    AboveBlocks,
    /// Above any line.
    Anywhere,
}

/// The ways in which a text is cut.
#[derive(Debug)]
pub(super) struct Cuts([Vec<Section>; 2]);

impl Cuts {
    /// Cuts a text.
    pub(super) fn of(text: &str) -> Self {
        Self([Headings::AboveBlocks, Headings::Anywhere].map(|headings| sections(text, headings)))
    }

    /// Returns the boards of the text if each of them `fits`, and nothing is left over.
    pub(super) fn boards(&self, text: &str, fits: &dyn Fn(&str) -> bool) -> Option<Vec<Part>> {
        self.0.iter().find_map(|sections| {
            let last = sections.last()?;
            let is_over = !last.blocks.is_empty() || last.title.is_none();
            let mut parts = Vec::new();
            for section in sections.iter().filter(|section| !section.blocks.is_empty()) {
                parts.extend(section.boards(text, fits)?);
            }
            (is_over && !parts.is_empty()).then_some(parts)
        })
    }

    /// Returns the blocks of the text as boards, whether they fit or not.
    pub(super) fn blocks(&self) -> Vec<Part> {
        let [sections, _] = &self.0;
        sections.iter().flat_map(|section| section.parts(section.blocks.iter().cloned())).collect()
    }
}

impl Section {
    /// Returns the boards of a section if all of it fits: as a whole, or each of its blocks, with
    /// those that fit only together with the board above.
    fn boards(&self, text: &str, fits: &dyn Fn(&str) -> bool) -> Option<Vec<Part>> {
        let first = self.blocks.first()?;
        let last = self.blocks.last()?;
        let whole = first.start..last.end;
        if fits(&text[whole.clone()]) {
            return Some(self.parts([whole]));
        }
        let (mut boards, mut joined): (Vec<Range<usize>>, usize) = (Vec::new(), 0);
        for block in &self.blocks {
            if fits(&text[block.clone()]) {
                boards.push(block.clone());
                joined = 0;
                continue;
            }
            let board = boards.last_mut()?;
            let longer = board.start..block.end;
            joined += 1;
            if joined > JOINED || !fits(&text[longer.clone()]) {
                return None;
            }
            *board = longer;
        }
        Some(self.parts(boards))
    }

    /// Returns these stretches as boards, the first of which has the heading.
    fn parts(&self, boards: impl IntoIterator<Item = Range<usize>>) -> Vec<Part> {
        let part = |(at, rows)| match at {
            0 => Part { title: self.title.clone(), notes: self.notes.clone(), rows },
            _ => Part { rows, ..Part::default() },
        };
        boards.into_iter().enumerate().map(part).collect()
    }
}

/// Cuts a text at headings and at lines `---`.
fn sections(text: &str, headings: Headings) -> Vec<Section> {
    let lines = lines(text);
    let is_blank = |at: usize| lines.get(at).is_none_or(|line| line.text.trim().is_empty());
    let mut sections = vec![Section::default()];
    let mut begins = true;
    for (at, line) in lines.iter().enumerate() {
        let row = line.text.trim();
        if row.is_empty() {
            begins = true;
            continue;
        }
        let is_first = std::mem::replace(&mut begins, false);
        let mut section = sections.pop().unwrap_or_default();
        let next = row_below(&lines[at + 1..], row);
        let may_head = is_first || headings == Headings::Anywhere;

        if row == RULE {
            sections.push(section);
            section = Section::default();
            begins = true;
        } else if next.is_none() && has_sign(row) && !section.blocks.is_empty() && is_first {
            section.notes.push(said(row));
        } else if may_head && is_heading(row, next, is_blank(at + 1)) {
            if !section.blocks.is_empty() {
                sections.push(section);
                section = Section::default();
            }
            section.notes.extend(section.title.replace(said(row)));
            begins = true;
        } else if is_first || section.blocks.is_empty() {
            section.blocks.push(span(line));
        } else if let Some(block) = section.blocks.last_mut() {
            block.end = span(line).end;
        }
        sections.push(section);
    }
    sections
}

/// Returns the row that a line is compared with: the next line, but lines of comments below a comment
/// belong to it.
fn row_below<'a>(below: &[Line<'a>], row: &str) -> Option<&'a str> {
    let mut rows = below.iter().map(|line| line.text.trim());
    let block = rows.clone().take_while(|row| !row.is_empty());
    let is_said = has_sign(row) && row.contains(char::is_alphabetic);
    let first = block.clone().find(|row| !has_sign(row)).filter(|_| is_said);
    first.or_else(|| rows.find(|row| !row.is_empty()))
}

/// Returns the place of a line.
fn span(line: &Line<'_>) -> Range<usize> {
    let start = line.start as usize;
    start..start + line.text.len()
}

/// Returns the text of a heading without its sign.
fn said(row: &str) -> String {
    let text = comment(&Line { text: row, start: 0 });
    text.unwrap_or(row.trim_start_matches(['#', ';'])).trim().to_owned()
}

/// Returns whether a line is a heading of the rows below it: it begins as one, and has another number
/// of cells than the next row, or a blank line below.
fn is_heading(row: &str, next: Option<&str>, is_apart: bool) -> bool {
    let word = row.split_whitespace().next().unwrap_or_default().trim_end_matches(':');
    let is_tail = row.chars().nth(1) == Some(':') || word.eq_ignore_ascii_case("goal");
    let Some(next) = next.filter(|_| !is_tail) else { return false };
    if !row.starts_with(char::is_alphabetic) && !has_sign(row) {
        return false;
    }
    is_apart || !has_as_many_cells(row, next) && !is_uneven(row, next)
}

/// Returns whether a line begins with the sign of a comment.
fn has_sign(row: &str) -> bool {
    row.starts_with(['#', ';']) || row.starts_with("//")
}

/// Returns whether a line has as many cells as a row: words, or the signs of a single word.
fn has_as_many_cells(line: &str, row: &str) -> bool {
    let words = |line: &str| line.split_whitespace().count();
    let signs = |line: &str| line.chars().count();
    words(line) == words(row) && (words(row) > 1 || signs(line) == signs(row))
}

/// Returns whether a line is a row that lacks a cell or has one too many: it has no other signs than
/// the row below.
fn is_uneven(line: &str, row: &str) -> bool {
    let signs = |row: &str| row.chars().filter(|sign| !sign.is_whitespace()).count();
    if signs(line).abs_diff(signs(row)) != 1 {
        return false;
    }
    let known: BTreeSet<char> = row.chars().collect();
    line.chars().all(|sign| known.contains(&sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boards of a text in which a board has at least two rows of digits.
    fn read(text: &str) -> Option<Vec<(Option<String>, &str)>> {
        let is_row = |row: &str| row.trim().bytes().all(|byte| byte.is_ascii_digit());
        let fits = |text: &str| {
            let rows = text.split('\n').filter(|row| !row.trim().is_empty());
            rows.clone().all(is_row) && rows.count() > 1 && !text.contains("\n\n")
        };
        let parts = Cuts::of(text).boards(text, &fits)?;
        Some(parts.into_iter().map(|part| (part.title, &text[part.rows])).collect())
    }

    #[test]
    fn blank_lines_rules_and_headings_are_between_boards() {
        let titled = |title: &str, rows| (Some(title.to_owned()), rows);
        assert_eq!(read("12\n34"), Some(vec![(None, "12\n34")]));
        assert_eq!(read("12\n34\n\n56\n78\n"), Some(vec![(None, "12\n34"), (None, "56\n78")]));
        assert_eq!(read("12\n34\n---\n56\n78"), Some(vec![(None, "12\n34"), (None, "56\n78")]));
        for text in [
            "Level 1\n12\n34\n\nLevel 2\n56\n78",
            "Level 1\n12\n34\nLevel 2\n56\n78",
            "# Level 1\n\n12\n34\n---\n; Level 2\n56\n78\n",
        ] {
            let wanted = vec![titled("Level 1", "12\n34"), titled("Level 2", "56\n78")];
            assert_eq!(read(text), Some(wanted), "{text}");
        }
        // As many signs as a row are a heading only above a blank line.
        assert_eq!(read("ab\n12\n34"), None);
        assert_eq!(read("ab\n\n12\n34"), Some(vec![titled("ab", "12\n34")]));
        // All of the text must be read.
        assert_eq!(read("12\n34\n\nLevel 2"), None);
        assert_eq!(read("12\n34\n\n56"), None);
    }

    #[test]
    fn a_row_that_lacks_a_cell_is_not_a_heading() {
        assert!(
            !is_heading("ABB", Some("ABBC"), false) && is_heading("Level", Some("ABBC"), false)
        );
        assert!(
            !is_heading("goal A", Some("ABBC"), false) && !is_heading("p: up", Some("x"), false)
        );
    }
}
