//! Grids of pencil marks, as sudoku programs write them.
//!
//! ```text
//! .---------.---------.          a group of candidates per cell; frames mean nothing
//! | 12  3   | 14  24  |
//! | ..      | ..      |
//! 12......12......               a character per candidate, `.` or `0` for one that is out
//! ```
//!
//! HoDoKu's line is read by [`super::library`].

use super::Signs;
use super::foreign::cells;
use super::library::parse_library_line;
use crate::kinds::sudoku::grid::{MOST_DIGITS, value_of};
use crate::kinds::sudoku::layout::Layout;
use crate::syntax::Line;
use crate::text::Span;

/// The entry of a cell in a grid of pencil marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kinds::sudoku) enum Content {
    /// The cell is open.
    Open,
    /// The cell is filled, unless a peer lists its digit.
    Alone,
    /// The cell is filled.
    Filled,
}

/// The group of a cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::kinds::sudoku) struct Group {
    /// The state of the cell.
    pub(in crate::kinds::sudoku) content: Content,
    /// True if its digit is a given if the cell is filled.
    pub(in crate::kinds::sudoku) is_given: bool,
    /// The digits that it lists (bit `d-1`); none if all are candidates that are not in `deleted`.
    pub(in crate::kinds::sudoku) digits: u32,
    /// The digits that are deleted, of a form that says so.
    pub(in crate::kinds::sudoku) deleted: u32,
    /// A digit that it lists twice, and the place of the second one.
    pub(in crate::kinds::sudoku) repeated: Option<(u8, Span)>,
    /// The place in the text.
    pub(in crate::kinds::sudoku) span: Span,
    /// The places of the lines of the frame before it: of one between columns, of one between rows.
    pub(in crate::kinds::sudoku) bar: Option<Span>,
    pub(in crate::kinds::sudoku) rule: Option<Span>,
}

impl Group {
    /// Returns a group without a frame.
    pub(super) fn new(content: Content, digits: u32, span: Span) -> Self {
        let (deleted, repeated, bar, rule) = (0, None, None, None);
        Self { content, is_given: true, digits, deleted, repeated, span, bar, rule }
    }

    /// Returns the same group of a text that lies `by` bytes further on.
    pub(in crate::kinds::sudoku) fn shifted(&self, by: u32) -> Self {
        let repeated = self.repeated.map(|(digit, place)| (digit, place.shifted(by)));
        let [bar, rule] = [self.bar, self.rule].map(|line| line.map(|span| span.shifted(by)));
        Self { repeated, span: self.span.shifted(by), bar, rule, ..*self }
    }
}

/// A word of a grid of pencil marks, with the lines of the frame before it.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    line: Line<'a>,
    bar: Option<Span>,
    rule: Option<Span>,
}

/// Returns whether a line only draws the frame of a grid of pencil marks.
fn is_edge(text: &str) -> bool {
    text.contains(['-', '=']) && text.chars().all(|char| "-+*|=:.'` \t".contains(char))
}

/// Returns the words of a line between the signs of its frame.
fn groups_of<'a>(line: &Line<'a>) -> impl Iterator<Item = Word<'a>> {
    let line = *line;
    let mut end = 0;
    let words = line.text.split(['|', ' ', '\t']).filter(|word| !word.is_empty());
    words.map(move |text| {
        let at = text.as_ptr() as usize - line.text.as_ptr() as usize;
        let bar = line.text[end..at].rfind('|').map(|bar| line.place(&(end + bar..end + bar + 1)));
        end = at + text.len();
        Word { line: Line { text, start: line.start + at as u32 }, bar, rule: None }
    })
}

/// `candidates`: parses a word as a group of a grid of `size` rows. `+` may be before a digit that was
/// placed, and `-` before a digit that is a candidate of an open cell; `-0` is an open cell without
/// candidates. Up to 9×9 a sign or letter of a program may be before a group, and `-` before each digit.
fn pencil_group(word: &Word<'_>, size: usize) -> Option<Group> {
    let Word { line: word, bar, rule } = *word;
    let mut text = word.text;
    let mut is_given = true;
    let is_placed = |char: char| char == '+' || char == 'u' && size <= 9;
    if let Some(rest) = text.strip_prefix(is_placed) {
        (text, is_given) = (rest, false);
    } else if size <= 9 {
        let is_sign = |char: char| char.is_ascii_alphabetic() || "*#@".contains(char);
        text = text.strip_prefix(is_sign).unwrap_or(text);
    }

    let whole = Group { is_given, bar, rule, ..Group::new(Content::Open, 0, word.span()) };
    if matches!(text, "." | "0") {
        return Some(whole);
    }
    if text == "-0" {
        return is_given.then_some(Group { deleted: (1 << size) - 1, ..whole });
    }
    let mut digits = 0_u32;
    let mut repeated = None;
    let begins = word.text.len() - text.len();
    let is_open = text.starts_with('-');
    for (at, char) in text.char_indices().filter(|&(at, char)| char != '-' || size > 9 && at > 0) {
        let value = value_of(char).filter(|&value| (1..=size).contains(&usize::from(value)))?;
        if digits >> (value - 1) & 1 == 1 {
            // In larger grids `11` can be a number.
            let place = word.place(&(begins + at..begins + at + 1));
            repeated = (size <= 9).then_some(Some((value, place)))?;
        }
        digits |= 1 << (value - 1);
    }

    let content = match digits.count_ones() {
        0 => return None,
        _ if is_open => is_given.then_some(Content::Open)?,
        1 if is_given => Content::Alone,
        1 => Content::Filled,
        _ => is_given.then_some(Content::Open)?,
    };
    Some(Group { content, digits, repeated, ..whole })
}

/// Parses words as the groups of a whole grid. One of them has several digits, unless the frame is that
/// of pencil marks.
fn parse_pencil_groups(words: &[Word<'_>], is_framed: bool) -> Option<Vec<Group>> {
    let size = Layout::of_cells(words.len())?.size();
    let groups: Vec<_> =
        words.iter().map(|word| pencil_group(word, size)).collect::<Option<_>>()?;
    let is_marked = is_framed || groups.iter().any(|group| group.digits.count_ones() > 1);
    is_marked.then_some(groups)
}

/// Parses lines with a character per candidate: as many for each cell as there are digits.
fn parse_pencil_dense(words: &[Word<'_>]) -> Option<Vec<Group>> {
    let words = words.iter().map(|word| word.line);
    let count: usize = words.clone().map(|word| word.text.len()).sum();
    let size = Layout::ALL.map(Layout::size).into_iter().find(|size| size.pow(3) == count)?;
    let mut groups: Vec<Group> = Vec::with_capacity(size * size);
    let all_digits = (1_u32 << size) - 1;
    let places = words.flat_map(|word| {
        let place =
            move |(at, char): (usize, char)| (char, word.place(&(at..at + char.len_utf8())));
        word.text.char_indices().map(place)
    });
    for (at, (char, span)) in places.enumerate() {
        let number = at % size;
        if number == 0 {
            groups.push(Group { deleted: all_digits, ..Group::new(Content::Open, 0, span) });
        }
        match value_of(char)? {
            0 => {}
            value if usize::from(value) == number + 1 => {
                let group = groups.last_mut()?;
                group.digits |= 1 << number;
                group.deleted &= !(1 << number);
            }
            _ => return None,
        }
    }

    for group in groups.iter_mut().filter(|group| group.digits.is_power_of_two()) {
        group.content = Content::Alone;
    }
    groups.iter().any(|group| group.digits != 0).then_some(groups)
}

/// Parses the lines of a text as a grid of pencil marks; `None` if it is another one. `alone` says
/// that nothing else may be there; else other lines are dropped, and grids of givens and of filled
/// cells may be above it.
pub(in crate::kinds::sudoku) fn parse_pencil_grid(
    lines: &[Line<'_>],
    alone: bool,
) -> Option<Vec<Group>> {
    let mut rule = None;
    let group_rows = lines.iter().filter_map(|line| {
        let text = line.text.trim();
        if is_edge(text) {
            rule = Some(line.trimmed().span());
        }
        if text.is_empty() || text.starts_with('#') || is_edge(text) {
            return None;
        }
        let mut row: Vec<Word<'_>> = groups_of(line).collect();
        if let Some(first) = row.first_mut() {
            first.rule = rule.take();
        }
        Some(row)
    });

    let rows: Vec<Vec<Word<'_>>> = group_rows.filter(|row| alone || is_pencil_row(row)).collect();
    let words = || rows.iter().flatten().copied().collect::<Vec<_>>();
    let is_frame = |line: &&Line<'_>| is_edge(line.text) && line.text.contains([':', '\'']);
    let is_framed = lines.iter().filter(is_frame).count() > 0;
    let whole = parse_pencil_groups(&words(), is_framed).or_else(|| parse_pencil_dense(&words()));
    if alone || whole.is_some() {
        return whole;
    }
    Layout::ALL.into_iter().find_map(|layout| below(&rows, layout.size()))
}

/// Returns whether words can be the groups of a row, or its cells.
fn is_pencil_row(row: &[Word<'_>]) -> bool {
    row.iter().all(|word| pencil_group(word, MOST_DIGITS).is_some() || is_dense(word))
        || row.iter().all(|word| pencil_group(word, 9).is_some())
        || row.iter().all(|word| cells(word.line.text, Signs::Own).is_some())
}

/// Returns whether a line can be a row of a grid of pencil marks or of its frame.
pub(super) fn is_pencil_line(line: &Line<'_>) -> bool {
    is_edge(line.text) || is_pencil_row(&groups_of(line).collect::<Vec<_>>())
}

/// Returns whether a word has a character per candidate of some cells.
fn is_dense(word: &Word<'_>) -> bool {
    word.line.text.chars().all(|char| value_of(char).is_some())
}

/// Parses the pencil marks below one or two grids: the givens, and the filled cells.
fn below(rows: &[Vec<Word<'_>>], size: usize) -> Option<Vec<Group>> {
    let (above, marks) = rows.split_at_checked(rows.len().checked_sub(size)?)?;
    if above.len() != size && above.len() != 2 * size {
        return None;
    }
    let mut groups = parse_pencil_groups(&marks.concat(), false)?;
    let values = |rows: &[Vec<Word<'_>>]| {
        let chars = rows.iter().flatten().flat_map(|word| word.line.text.chars());
        let values: Vec<u8> = chars.filter_map(|char| Signs::Foreign.value(char)).collect();
        (values.len() == size * size).then_some(values)
    };
    let givens = values(&above[..size])?;
    let filled = if above.len() > size { values(&above[size..])? } else { givens.clone() };
    for (group, (given, filled)) in groups.iter_mut().zip(givens.into_iter().zip(filled)) {
        group.is_given = given != 0;
        if group.content == Content::Alone && filled != 0 {
            group.content = Content::Filled;
        }
    }
    Some(groups)
}

/// Parses the pencil marks of a line of a list: HoDoKu's line, or a word with a character per
/// candidate.
pub(in crate::kinds::sudoku) fn marked_line(line: &Line<'_>) -> Option<Vec<Group>> {
    let library = parse_library_line(line).map(|library| library.groups);
    library.or_else(|| parse_pencil_dense(&[groups_of(line).next()?]))
}
