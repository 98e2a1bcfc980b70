//! Grids among the signs of other forms, brought into the form of rows or of a list.
//!
//! ```text
//! [[5, 3, 0], [6, 0, 0]]            an array of JSON or Python: of rows, of cells, of strings
//! 5,3,,,7,,,,                       CSV: a field per cell, which may be empty
//! │ 5 3 · │                         box drawing characters
//! "53..7...."                       quotes around the cells
//! https://…?bd=53007...             an address with 81 cells
//! 12 . 3 16 …                       numbers from 1 for the digits, a space between them
//! |   3 | 4   |                     spaces for empty cells in a frame with fixed columns
//! ```
//!
//! Every cell stays at its place in the text, and spaces or line ends replace the signs around it, so
//! that faults are reported where they are. OpenSudoku's games are read as they are
//! ([`super::opensudoku`]), and so are letters for all digits ([`super::Signs::Letters`]).

use std::borrow::Cow;

use super::frame::{self, is_rule};
use crate::kinds::sudoku::dress::letter_value;
use crate::kinds::sudoku::grid::{MOST_DIGITS, value_of};
use crate::kinds::sudoku::layout::Layout;
use crate::puzzle::lists::used;
use crate::text::Span;

/// The lines that may be above the first row of numbers.
const HEADINGS: usize = 10;

/// A form whose signs are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kinds::sudoku) enum Form {
    /// A drawn frame with spaces for empty cells.
    Blanks,
    /// An array of rows, cells or strings.
    Array,
    /// Box drawing characters.
    Boxes,
    /// Fields separated by commas or semicolons.
    Fields,
    /// Quotes around the cells.
    Quotes,
    /// OpenSudoku's XML.
    Xml,
    /// Addresses.
    Address,
    /// Numbers from 1 for the digits.
    Numbers,
    /// Letters for all digits.
    Letters,
}

impl Form {
    /// Returns what it is called in a message.
    pub(in crate::kinds::sudoku) fn name(self) -> &'static str {
        match self {
            Self::Blanks => "spaces for empty cells",
            Self::Array => "an array",
            Self::Boxes => "box drawing characters",
            Self::Fields => "fields separated by commas",
            Self::Quotes => "quotes",
            Self::Xml => "OpenSudoku's XML",
            Self::Address => "an address",
            Self::Numbers => "numbers with spaces between them",
            Self::Letters => "letters for all digits",
        }
    }
}

/// A text without the signs of its form.
#[derive(Debug)]
pub(in crate::kinds::sudoku) struct Plain<'a> {
    /// The text; letters from A are in place of the numbers from 10.
    pub(in crate::kinds::sudoku) text: Cow<'a, str>,
    /// The form whose signs were removed first.
    pub(in crate::kinds::sudoku) form: Option<Form>,
    /// True if there were numbers from 10.
    pub(in crate::kinds::sudoku) has_numbers: bool,
}

impl<'a> Plain<'a> {
    /// Returns a text without the signs of its form. Costs a look at the first lines of a text that has
    /// none.
    pub(in crate::kinds::sudoku) fn of(text: &'a str) -> Self {
        let mut plain = Self { text: Cow::Borrowed(text), form: None, has_numbers: false };
        if let Some(filled) = frame::filled(text) {
            plain.replace(Form::Blanks, filled);
        }
        if let Some(form) = form_of(&plain.text) {
            let bytes = match form {
                Form::Array => array(&plain.text),
                Form::Boxes => boxes(&plain.text).into_bytes(),
                Form::Fields => fields(&plain.text),
                Form::Quotes => {
                    plain.text.bytes().map(|byte| if byte == b'"' { b' ' } else { byte }).collect()
                }
                Form::Address => addresses(&plain.text),
                Form::Xml | Form::Blanks | Form::Numbers | Form::Letters => {
                    plain.form.get_or_insert(form);
                    return plain;
                }
            };
            let has_cells = matches!(form, Form::Array | Form::Fields);
            plain.has_numbers = has_cells && has_number(&plain.text);
            // Only whole characters were replaced, all of their bytes by spaces.
            let mut replaced = String::from_utf8(bytes).unwrap_or_default();
            if plain.has_numbers {
                replaced = replaced.replace('0', ".");
            }
            plain.replace(form, replaced);
        }

        if let Some(numbered) = numbers(&plain.text) {
            plain.has_numbers = true;
            plain.replace(Form::Numbers, numbered);
        }
        plain
    }

    fn replace(&mut self, form: Form, text: String) {
        self.form.get_or_insert(form);
        self.text = Cow::Owned(text);
    }
}

/// Returns the form of a text whose signs lie around its cells, judged by its first line with cells.
pub(in crate::kinds::sudoku) fn form_of(text: &str) -> Option<Form> {
    let mut lines = used(text).map(|numbered| numbered.line.text).filter(|line| !is_note(line));
    let first = lines.next()?;
    if first.starts_with('<') {
        return text.contains(DATA).then_some(Form::Xml);
    }
    if first.contains("://") || first.starts_with("www.") {
        return Some(Form::Address);
    }
    if array_start(text).is_some() {
        return Some(Form::Array);
    }
    if first.contains(is_box) {
        return Some(Form::Boxes);
    }
    let rows: Vec<&str> = std::iter::once(first).chain(lines.take(MOST_DIGITS)).collect();
    if fields_of(&rows).is_some() {
        return Some(Form::Fields);
    }
    first.starts_with('"').then_some(Form::Quotes)
}

/// Returns the part of a text that does not belong to its array.
pub(in crate::kinds::sudoku) fn beside_array(text: &str) -> Option<Span> {
    let start = array_start(text)?;
    let row = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let mut depth = 0_usize;
    let mut quote = None;
    let end = text[start..].char_indices().find_map(|(at, char)| {
        match (quote, char) {
            (Some(begun), _) if begun == char => quote = None,
            (None, '"' | '\'') => quote = Some(char),
            (None, '[' | '(') => depth += 1,
            (None, ']' | ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(start + at + char.len_utf8())
    });
    let end = end.unwrap_or(text.len());
    let used_part = |from: usize, to: usize| {
        let part = text[from..to].trim();
        let start = from + text[from..to].find(part).unwrap_or(0);
        (!part.is_empty()).then(|| Span::new(start as u32, (start + part.len()) as u32))
    };
    used_part(0, row).or_else(|| used_part(end, text.len()))
}

/// Returns the name and the place of a form that is not read, because it is packed and can hold other
/// rules.
pub(in crate::kinds::sudoku) fn refused(text: &str) -> Option<(&'static str, Span)> {
    let first = used(text).map(|numbered| numbered.line).find(|line| !is_note(line.text))?;
    let has = |words: &[&str]| words.iter().any(|word| first.text.contains(word));
    let name = if has(&["f-puzzles.com", "fpuzzles"]) {
        "f-puzzles"
    } else if has(&["sudokupad.", "crackingthecryptic.com"]) {
        "SudokuPad"
    } else {
        return None;
    };
    Some((name, first.span()))
}

fn is_note(line: &str) -> bool {
    line.starts_with('#') || line.starts_with("//")
}

/// Returns the bytes of a text with spaces in place of all but the line ends.
fn blanked(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte } else { b' ' }).collect()
}

/// Returns where the first array of a text begins: at its start or after `NAME =`.
fn array_start(text: &str) -> Option<usize> {
    let start = text.find('[')?;
    let before = text[..start].lines().last().unwrap_or_default().trim();
    let name = before.strip_suffix('=').map_or("", str::trim_end);
    let is_name = name.chars().all(|char| char.is_alphanumeric() || "_: []".contains(char));
    if !(before.is_empty() || !name.is_empty() && is_name) {
        return None;
    }
    // `[Puzzle]` begins a part of a file.
    let next = text[start + 1..].trim_start().chars().next()?;
    (matches!(next, '[' | '(' | '"' | '\'' | '.') || next.is_ascii_digit()).then_some(start)
}

/// Returns the cells of an array. A bracket or a comma after several cells ends a row.
fn array(text: &str) -> Vec<u8> {
    let mut out = blanked(text);
    let bytes = text.as_bytes();
    let mut at = array_start(text).unwrap_or(0);
    let mut depth = 0_usize;
    let mut is_row = false;
    while at < bytes.len() {
        let from = at;
        at += 1;
        match bytes[from] {
            b'[' | b'(' => depth += 1,
            b']' | b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
                out[from] = b'\n';
            }
            b',' if std::mem::take(&mut is_row) => out[from] = b'\n',
            quote @ (b'"' | b'\'') => {
                let Some(length) = text[at..].find(char::from(quote)) else { break };
                let content = &bytes[at..at + length];
                if content.iter().all(u8::is_ascii_whitespace) {
                    out[from] = b'.';
                } else {
                    out[at..at + length].copy_from_slice(content);
                    // A string of cells can have spaces for the empty ones.
                    is_row = length > 1 && number(content).is_none();
                    if is_row {
                        let spaces = out[at..at + length].iter_mut().filter(|byte| **byte == b' ');
                        spaces.for_each(|byte| *byte = b'.');
                    } else if let Some(letter) = number(content) {
                        out[at..at + length].fill(b' ');
                        out[at] = letter;
                    }
                }
                at += length + 1;
            }
            byte if byte.is_ascii_alphanumeric() => {
                let length = bytes[from..].iter().take_while(|byte| byte.is_ascii_alphanumeric());
                at = from + length.count();
                let word = &bytes[from..at];
                match (number(word), word) {
                    (Some(letter), _) => out[from] = letter,
                    (_, b"null" | b"None" | b"nil" | b"undefined") => out[from] = b'.',
                    _ => out[from..at].copy_from_slice(word),
                }
            }
            byte @ (b'.' | b'_') => out[from] = byte,
            _ => {}
        }
    }
    out
}

/// Returns the letter of a number from 10 to 25.
fn number(word: &[u8]) -> Option<u8> {
    let value: u8 = std::str::from_utf8(word).ok()?.trim().parse().ok()?;
    (10..=25).contains(&value).then(|| b'A' + value - 10)
}

/// Returns whether a character draws a box.
pub(super) fn is_box(char: char) -> bool {
    matches!(char, '\u{2500}'..='\u{257f}')
}

/// Returns a text with ASCII characters in place of those that draw boxes, and `.` for `·`.
fn boxes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        let sign = match char {
            '─' | '━' | '═' | '╌' | '┄' => '=',
            '│' | '┃' | '║' | '╎' | '┆' => '|',
            '·' => '.',
            _ if is_box(char) => '+',
            _ => char,
        };
        out.push(sign);
        (sign.len_utf8()..char.len_utf8()).for_each(|_| out.push(' '));
    }
    out
}

/// Returns the sign between the fields of rows, if they are a whole grid.
fn fields_of(rows: &[&str]) -> Option<char> {
    let first = rows.first()?;
    let sign = if first.contains(',') { ',' } else { ';' };
    let size = first.split(sign).count();
    let is_cell = |field: &str| {
        let field = field.trim().trim_matches('"').trim();
        let mut chars = field.chars();
        match (chars.next(), chars.next()) {
            (None, _) => true,
            (Some(char), None) => value_of(char).or_else(|| letter_value(char)).is_some(),
            _ => number(field.as_bytes()).is_some(),
        }
    };
    let is_row = |row: &&str| row.split(sign).count() == size && row.split(sign).all(is_cell);
    let fits = Layout::of_size(size).is_some() && rows.len() == size;
    (fits && rows.iter().all(is_row)).then_some(sign)
}

/// Returns all cells of fields on one line. A field has its cell at the cell's place, or `.` at the sign or
/// line end after it.
fn fields(text: &str) -> Vec<u8> {
    let rows = used(text).map(|numbered| numbered.line).filter(|line| !is_note(line.text));
    let rows: Vec<_> = rows.take(MOST_DIGITS + 1).collect();
    let texts: Vec<_> = rows.iter().map(|row| row.text).collect();
    let Some(sign) = fields_of(&texts) else { return text.into() };
    let mut out = vec![b' '; text.len() + 1];
    for row in rows {
        let mut at = row.start as usize;
        for field in row.text.split(sign) {
            let end = at + field.len();
            let from = field.find(|char: char| !char.is_whitespace() && char != '"');
            match from {
                None => out[end] = b'.',
                Some(from) => {
                    let word = field[from..].trim_end().trim_end_matches('"').as_bytes();
                    out[at + from] = number(word).unwrap_or(word[0]);
                }
            }
            at = end + 1;
        }
    }
    out
}

/// The start of a puzzle in OpenSudoku's XML.
const DATA: &str = "data=\"";

/// Returns the value of a number from 0 to 25 that is a cell.
fn cell_number(word: &str) -> Option<u8> {
    let is_short = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|&value: &u8| is_short && usize::from(value) <= MOST_DIGITS)
}

/// Returns whether a word is a cell among numbers: a number, or a sign for an empty cell.
fn is_numbered_cell(word: &str) -> bool {
    cell_number(word).is_some() || matches!(word, "." | "_" | "*" | "-" | "?" | "x" | "X")
}

/// Returns the words of a row of numbers, without the bars of a frame; none if it is another line.
fn numbered_words(line: &str) -> Vec<&str> {
    let words = line.split(|char: char| char == '|' || char.is_whitespace());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words.iter().all(|word| is_numbered_cell(word)) {
        true => words,
        false => Vec::new(),
    }
}

/// Returns whether a text has a number from 10 among its words.
fn has_number(text: &str) -> bool {
    let mut words = text.split(|char: char| !char.is_ascii_alphanumeric());
    words.any(|word| number(word.as_bytes()).is_some())
}

/// Returns a text with a letter from A at the place of each number from 10; `None` if it is not a grid
/// of numbers with spaces between them. Groups of candidates never are 10 or 11, one of which each
/// larger grid has.
fn numbers(text: &str) -> Option<String> {
    let is_content = |line: &&str| !is_note(line) && !is_rule(line);
    let lines = || used(text).map(|numbered| numbered.line.text).filter(is_content);
    let layouts = |count: usize| [Layout::of_size(count), Layout::of_cells(count)];
    let is_whole = |count| layouts(count).into_iter().flatten().any(|layout| !layout.is_small());
    let first =
        lines().take(HEADINGS).map(numbered_words).position(|words| is_whole(words.len()))?;
    let mut rows = lines().skip(first).take(MOST_DIGITS).flat_map(numbered_words);
    if !rows.any(|word| matches!(word, "10" | "11")) {
        return None;
    }
    let mut out = text.as_bytes().to_vec();
    for line in used(text).map(|numbered| numbered.line) {
        for word in numbered_words(line.text) {
            let start =
                line.start as usize + (word.as_ptr() as usize - line.text.as_ptr() as usize);
            out[start..start + word.len()].fill(b' ');
            out[start] = match cell_number(word) {
                None | Some(0) => b'.',
                Some(value @ 1..=9) => b'0' + value,
                Some(value) => b'A' + value - 10,
            };
        }
    }
    String::from_utf8(out).ok()
}

/// Returns the 81 cells of each address.
fn addresses(text: &str) -> Vec<u8> {
    let mut out = text.as_bytes().to_vec();
    for line in used(text).map(|numbered| numbered.line) {
        let from = line.start as usize;
        let words = line.text.split(|char: char| !(char.is_ascii_digit() || char == '.'));
        let cells = words.map(str::trim_ascii).find(|word| word.len() == 81);
        let Some(cells) = cells else { continue };
        let start = from + (cells.as_ptr() as usize - line.text.as_ptr() as usize);
        out[from..start].fill(b' ');
        out[start + 81..from + line.text.len()].fill(b' ');
    }
    out
}
