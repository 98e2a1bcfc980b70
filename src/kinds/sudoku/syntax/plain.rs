//! Grids among the signs of other forms, brought into the form of rows or of a list.
//!
//! ```text
//! [[5, 3, 0], [6, 0, 0]]            an array of JSON or Python: of rows, of cells, of strings
//! 5,3,,,7,,,,                       CSV: a field per cell, which may be empty
//! │ 5 3 · │                         box drawing characters
//! "53..7...."                       quotes around the cells
//! <game data="53007..."/>           OpenSudoku's XML
//! https://…?bd=53007...             an address with 81 cells
//! ABC..DEF…                         letters from A for the digits of 16×16 and 25×25 grids
//! ```
//!
//! Every cell stays at its place in the text, and spaces or line ends replace the signs around it, so
//! that faults are reported where they are.

use crate::kinds::sudoku::grid::{MOST_DIGITS, value_of};
use crate::puzzle::lists::used;
use crate::text::Span;

/// A form whose signs are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kinds::sudoku) enum Form {
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
    /// Letters for all digits.
    Letters,
}

impl Form {
    /// Returns what it is called in a message.
    pub(in crate::kinds::sudoku) fn name(self) -> &'static str {
        match self {
            Self::Array => "an array",
            Self::Boxes => "box drawing characters",
            Self::Fields => "fields separated by commas",
            Self::Quotes => "quotes",
            Self::Xml => "OpenSudoku's XML",
            Self::Address => "an address",
            Self::Letters => "letters for all digits",
        }
    }
}

/// Returns the form of a text that needs [`unwrapped`], judged by its first line with cells.
pub(in crate::kinds::sudoku) fn form_of(text: &str) -> Option<Form> {
    let mut lines = used(text).map(|one| one.line.text).filter(|line| !is_note(line));
    let first = lines.next()?;
    if first.starts_with('<') {
        return text.contains(DATA).then_some(Form::Xml);
    }
    if first.contains("://") {
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
    if first.starts_with('"') {
        return Some(Form::Quotes);
    }
    let is_lettered = first.contains(|char: char| char.is_ascii_uppercase())
        && !first.contains(|char| matches!(char, '1'..='9'))
        && letters(text).is_some();
    is_lettered.then_some(Form::Letters)
}

/// Returns a text without the signs of its form; `None` if it has none.
pub(in crate::kinds::sudoku) fn unwrapped(text: &str) -> Option<String> {
    let bytes = match form_of(text)? {
        Form::Array => array(text),
        Form::Boxes => return Some(boxes(text)),
        Form::Letters => return letters(text),
        Form::Fields => fields(text),
        Form::Quotes => text.bytes().map(|byte| if byte == b'"' { b' ' } else { byte }).collect(),
        Form::Xml => xml(text),
        Form::Address => addresses(text),
    };
    // Only whole characters were replaced, all of their bytes by spaces.
    String::from_utf8(bytes).ok()
}

/// Returns the name and the place of a form that is not read, because it is packed and can hold other
/// rules.
pub(in crate::kinds::sudoku) fn refused(text: &str) -> Option<(&'static str, Span)> {
    let first = used(text).map(|one| one.line).find(|line| !is_note(line.text))?;
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
    let (mut at, mut depth) = (array_start(text).unwrap_or(0), 0_usize);
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
fn is_box(char: char) -> bool {
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
            (Some(char), None) => value_of(char).is_some(),
            _ => number(field.as_bytes()).is_some(),
        }
    };
    let is_row = |row: &&str| row.split(sign).count() == size && row.split(sign).all(is_cell);
    let fits = matches!(size, 4 | 9 | 16 | 25) && rows.len() == size;
    (fits && rows.iter().all(is_row)).then_some(sign)
}

/// Returns all cells of fields on one line. A field has its cell at the cell's place, or `.` at the sign or
/// line end after it.
fn fields(text: &str) -> Vec<u8> {
    let rows = used(text).map(|one| one.line).filter(|line| !is_note(line.text));
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

/// Returns a text with the digits of the letters A to P of a 16×16 grid, or A to Y of a 25×25 grid;
/// `None` if anything else is in it.
fn letters(text: &str) -> Option<String> {
    let is_cell = |&char: &char| char.is_ascii_uppercase() || matches!(char, '.' | '0' | '_');
    let most = match text.chars().filter(is_cell).count() {
        256 => b'P',
        625 => b'Y',
        _ => return None,
    };
    text.chars()
        .map(|char| match char {
            'A'..='I' => Some(char::from(char as u8 - b'A' + b'1')),
            'J'..='Y' if char as u8 <= most => Some(char::from(char as u8 - b'J' + b'A')),
            '.' | '0' | '_' | '|' | '-' | '+' | '=' => Some(char),
            _ => char.is_ascii_whitespace().then_some(char),
        })
        .collect()
}

/// The start of a puzzle in OpenSudoku's XML.
const DATA: &str = "data=\"";

/// Returns a line per puzzle.
fn xml(text: &str) -> Vec<u8> {
    let mut out = blanked(text);
    let mut at = 0;
    while let Some(found) = text[at..].find(DATA) {
        let from = at + found + DATA.len();
        let Some(length) = text[from..].find('"') else { break };
        at = from + length;
        if text[from..at].chars().all(|char| value_of(char).is_some()) {
            out[from..at].copy_from_slice(&text.as_bytes()[from..at]);
            out[at] = b'\n';
        }
    }
    out
}

/// Returns the 81 cells of each address.
fn addresses(text: &str) -> Vec<u8> {
    let mut out = text.as_bytes().to_vec();
    for line in used(text).map(|one| one.line).filter(|line| line.text.contains("://")) {
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
