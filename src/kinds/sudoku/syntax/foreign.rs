//! The text of other programs: lists with a puzzle per line, and files with drawn grids.
//!
//! ```text
//! 0001a2 53..7....6..195...  7.2        a list: any words around the puzzle
//! Grid 01                               a grid, row by row; any number of them
//! *-----------*                         the frame of Simple Sudoku, and its trailer lines
//! [Puzzle] … [State] …                  the sections of SadMan Sudoku
//! ```

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while1};
use nom::character::complete::{digit1, space0, space1};
use nom::combinator::all_consuming;
use nom::multi::many0;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Offset, Parser};

use super::Signs;
use super::frame::{FrameLine, is_rule};
use super::library::{are_removals, parse_library_line, uncommented};
use super::marked::{Group, is_pencil_line, marked_line, parse_pencil_grid};
use super::opensudoku::games_of;
use super::plain::{Form, Plain, beside_array, refused};
use crate::kinds::sudoku::grid::Grid;
use crate::kinds::sudoku::layout::Layout;
use crate::kinds::sudoku::rules::clashes;
use crate::puzzle::foreign::headers::heading;
use crate::puzzle::lists::{Numbered, used};
use crate::syntax::Line;

/// The signs of cells, in the order in which a text is tried.
const SIGNS: [Signs; 3] = [Signs::Own, Signs::Foreign, Signs::Letters];

/// Lines that decide which form a text has.
const LOOK: usize = 1000;

/// A line of a list.
#[derive(Clone, Copy, Debug)]
pub(in crate::kinds::sudoku) enum ListLine<'a> {
    /// A comment: its text.
    Note(&'a str),
    /// A line that should hold a puzzle.
    Puzzle(Numbered<'a>),
}

/// A drawn grid.
#[derive(Debug, Default)]
pub(in crate::kinds::sudoku) struct Drawn<'a> {
    /// The lines that hold its cells.
    pub(in crate::kinds::sudoku) rows: Vec<Numbered<'a>>,
    /// The lines of its frame between them.
    pub(in crate::kinds::sudoku) rules: Vec<FrameLine>,
    /// The lines of the state that a player reached.
    pub(in crate::kinds::sudoku) state: Vec<Numbered<'a>>,
    /// The notes before it.
    pub(in crate::kinds::sudoku) notes: Vec<&'a str>,
}

fn is_separator(char: char) -> bool {
    matches!(char, ' ' | '\t' | ',' | ';' | ':' | '#')
}

/// A line as its parts.
#[derive(Debug)]
enum Parts<'a> {
    /// The title of a grid in a collection.
    Title,
    /// The name of a part of a file.
    Section(&'a str),
    /// Words.
    Words(Vec<&'a str>),
}

/// `sudoku-line = grid-title | section | { word }`: a line of a file of another program.
fn parse_sudoku_line(input: &str) -> IResult<&str, Parts<'_>> {
    let word = take_while1(|char| !is_separator(char));
    let words = many0(preceded(take_while(is_separator), word));
    let words = terminated(words, take_while(is_separator));
    let title = all_consuming(parse_grid_title).map(|_| Parts::Title);
    alt((title, parse_section.map(Parts::Section), words.map(Parts::Words))).parse(input)
}

/// `grid-title = "Grid" space number`: the line before a grid in a collection.
fn parse_grid_title(input: &str) -> IResult<&str, &str> {
    delimited((tag_no_case("grid"), space1), digit1, space0).parse(input)
}

/// `section = "[" name "]"`: its name.
fn parse_section(input: &str) -> IResult<&str, &str> {
    delimited(tag("["), take_while(|char| char != ']'), tag("]")).parse(input)
}

/// Returns the words of a line; empty for a title.
fn words(text: &str) -> Vec<&str> {
    match parse_sudoku_line(text) {
        Ok((_, Parts::Words(words))) => words,
        _ => Vec::new(),
    }
}

fn is_title(text: &str) -> bool {
    text.starts_with(['g', 'G']) && matches!(parse_sudoku_line(text), Ok((_, Parts::Title)))
}

/// Returns the text of a comment line.
fn note(text: &str) -> Option<&str> {
    text.strip_prefix('#').or_else(|| text.strip_prefix("//")).or_else(|| heading(text))
}

/// Returns the number of cells of a text that holds only cells and a frame.
pub(super) fn cells(text: &str, signs: Signs) -> Option<usize> {
    text.chars().try_fold(0, |count, char| match signs.value(char) {
        Some(_) => Some(count + 1),
        None if signs.is_frame(char) => Some(count),
        None => None,
    })
}

/// Returns whether the digits of a text fit a grid of that many cells.
fn fits_size(text: &str, signs: Signs, count: usize) -> bool {
    let layout = Layout::of_cells(count);
    let size = layout.map_or(0, Layout::size);
    (signs != Signs::Letters || layout.is_some_and(Layout::takes_letters))
        && text.chars().filter_map(|char| signs.value(char)).all(|value| usize::from(value) <= size)
}

/// Returns whether all but one of the letters that a whole grid can have occur, as in no word or prose.
fn has_letters(text: &str) -> bool {
    let value = |char| Signs::Letters.value(char).unwrap_or(0);
    let (set, count) = text
        .chars()
        .filter(|char| !Signs::Letters.is_frame(*char))
        .fold((0_u32, 0), |(set, count): (u32, usize), char| (set | 1 << value(char), count + 1));
    let size = count.isqrt() as u32;
    (set & !1).count_ones() + 1 >= size
}

/// Returns whether a text is a whole grid.
fn is_grid(text: &str, signs: Signs) -> bool {
    cells(text, signs).is_some_and(|count| {
        Layout::of_cells(count).is_some()
            && fits_size(text, signs, count)
            && (signs != Signs::Letters || has_letters(text))
    })
}

/// Returns the puzzle of a line: its first word that is a grid; if there is none, the shortest grid
/// that its words make up to the end of one (a grid of 81 cells, or all of them, before others).
pub(in crate::kinds::sudoku) fn puzzle_in<'a>(line: &Line<'a>) -> Option<(Line<'a>, Signs)> {
    let at = |text: &'a str| part(line, text);
    // All of a line before a word of it: the empty cells of a row may look like a small grid.
    let has_words = line.text.contains([' ', '\t']);
    let is_whole = |signs: &Signs| has_words && is_grid(line.text, *signs);
    if let Some(signs) = SIGNS.into_iter().find(is_whole) {
        return Some((*line, signs));
    }
    for word in words(line.text) {
        for signs in SIGNS {
            if is_grid(word, signs) {
                return Some((at(word), signs));
            }
        }
    }

    SIGNS.into_iter().find_map(|signs| {
        let mut prefixes: Vec<(usize, usize)> = Vec::new();
        let (mut end, mut count) = (0, 0);
        for word in line.text.split([' ', '\t']) {
            let Some(more) = cells(word, signs) else { break };
            end += word.len();
            count += more;
            prefixes.push((count, end));
            end += 1;
        }
        let rank = |&(count, end): &(usize, usize)| match (end == line.text.len(), count) {
            (true, _) => 0,
            (_, 81) => 1,
            _ => 2,
        };
        prefixes.retain(|&(count, end)| {
            Layout::of_cells(count).is_some() && fits_size(&line.text[..end], signs, count)
        });
        let (_, end) = prefixes.into_iter().min_by_key(rank)?;
        Some((at(&line.text[..end]), signs))
    })
}

/// Returns a clause that says why a line holds no puzzle.
pub(in crate::kinds::sudoku) fn why_not(line: &Line<'_>) -> String {
    let longest =
        words(line.text).into_iter().max_by_key(|word| word.chars().count()).unwrap_or_default();
    let count = longest.chars().count();
    let size = Layout::of_cells(count).map(Layout::size);
    let cell = |char: &char| {
        let value = Signs::Foreign.value(*char);
        value.is_some_and(|value| size.is_none_or(|size| usize::from(value) <= size))
    };
    match (longest.chars().find(|char| !cell(char)), size) {
        (Some(char), Some(size)) => format!("`{char}` is not a digit of a {size}×{size} grid"),
        (None, _) if count > 4 => format!("its longest word has {count} cells"),
        _ => String::from("no word of it is a grid"),
    }
}

/// Returns whether a line is the header of a table: words that begin with a letter, none of them
/// cells.
fn is_header(line: &Line<'_>) -> bool {
    let row = cells(line.text, Signs::Foreign).is_some();
    let named = |word: &&str| word.starts_with(char::is_alphabetic);
    !row && words(line.text).iter().all(named) && puzzle_in(line).is_none()
}

/// Returns the header of a list, if its columns have names.
pub(in crate::kinds::sudoku) fn header(list: &str) -> Option<Line<'_>> {
    let first = used(list).find(|numbered| note(numbered.line.text).is_none())?;
    Some(first.line).filter(|line| is_header(line) && words(line.text).len() > 1)
}

/// Returns the number of the word of each line that is its solution, if the header of a list says so.
pub(in crate::kinds::sudoku) fn solutions(header: &Line<'_>) -> Option<usize> {
    let is_named =
        |word: &&str| ["solution", "solutions"].iter().any(|name| word.eq_ignore_ascii_case(name));
    words(header.text).iter().position(is_named)
}

/// Returns a word of a line by its number.
pub(in crate::kinds::sudoku) fn word<'a>(line: &Line<'a>, number: usize) -> Option<Line<'a>> {
    let text = *words(line.text).get(number)?;
    Some(part(line, text))
}

/// Returns a part of the text of a line with its place.
fn part<'a>(line: &Line<'a>, text: &'a str) -> Line<'a> {
    Line { text, start: line.start + line.text.offset(text) as u32 }
}

/// The text after the puzzle of a line.
#[derive(Debug, Default)]
pub(in crate::kinds::sudoku) struct After<'a> {
    /// The solution that goes with the puzzle: a word that is a full grid of its size.
    pub(in crate::kinds::sudoku) solution: Option<Line<'a>>,
    /// The text that is not read, although it may belong to the puzzle: what is after a colon, another
    /// puzzle, or removed candidates without a colon. Other words are the notes of a list.
    pub(in crate::kinds::sudoku) unread: Option<Line<'a>>,
}

impl<'a> After<'a> {
    /// Returns what is after the puzzle of a line; nothing if the line has no puzzle.
    pub(in crate::kinds::sudoku) fn of(line: &Line<'a>) -> Self {
        // Most lines of a list are a puzzle and nothing else.
        if !line.text.contains(is_separator) {
            return Self::default();
        }
        if let Some(library) = parse_library_line(line) {
            let is_solution = |field: &Line<'_>| is_full(field.text.trim(), 81);
            let (solutions, others): (Vec<_>, Vec<_>) =
                library.unknown.into_iter().partition(is_solution);
            let trimmed = |field: &Line<'a>| part(line, field.text.trim());
            return Self {
                solution: solutions.first().map(trimmed),
                unread: others.first().map(trimmed),
            };
        }
        match puzzle_in(line) {
            Some((puzzle, signs)) if marked_line(line).is_none() => {
                Self::of_puzzle(line, &puzzle, signs)
            }
            _ => Self::default(),
        }
    }

    fn of_puzzle(line: &Line<'a>, puzzle: &Line<'a>, signs: Signs) -> Self {
        let end = (puzzle.start - line.start) as usize + puzzle.text.len();
        let text = uncommented(&line.text[end..]);
        let count = cells(puzzle.text, signs).unwrap_or(0);
        let mut words = text.split(is_separator).filter(|word| !word.is_empty());
        let solution = words.clone().find(|word| is_full(word, count));
        let is_other = |word: &&str| Some(*word) != solution;

        let unread = if text.starts_with(':') {
            let first = words.find(is_other);
            let last = words.take_while(is_other).last().or(first);
            first
                .zip(last)
                .map(|(first, last)| &text[text.offset(first)..text.offset(last) + last.len()])
        } else if grid_of(puzzle.text, signs).is_some_and(|grid| are_removals(text.trim(), &grid)) {
            Some(text.trim())
        } else {
            let is_puzzle =
                |word: &&str| cells(word, Signs::Own) == Some(count) && is_grid(word, Signs::Own);
            words.filter(is_other).find(is_puzzle)
        };
        Self {
            solution: solution.map(|text| part(line, text)),
            unread: unread.map(|text| part(line, text)),
        }
    }
}

/// Returns whether a word is a grid of so many cells, all of them filled.
fn is_full(word: &str, count: usize) -> bool {
    [Signs::Own, Signs::Letters].into_iter().any(|signs| {
        let is_filled = |char| signs.value(char).is_some_and(|value| value > 0);
        word.chars().all(is_filled) && cells(word, signs) == Some(count) && is_grid(word, signs)
    })
}

/// Returns whether a line is a row of a grid, with cells that fit one of that size.
fn is_row(text: &str) -> bool {
    SIGNS.into_iter().any(|signs| {
        let layout = cells(text, signs).and_then(Layout::of_size);
        layout.is_some_and(|layout| fits_size(text, signs, layout.cells()))
    })
}

/// Returns whether the text is a list of puzzles, one per line, that can be read line by line.
pub(in crate::kinds::sudoku) fn is_stream(text: &str) -> bool {
    let plain = Plain::of(text);
    matches!(plain.form, None | Some(Form::Quotes | Form::Address | Form::Numbers))
        && is_list(&plain.text)
}

/// Returns whether the text is a list of puzzles, one per line, and not a drawing of grids.
pub(in crate::kinds::sudoku) fn is_list(text: &str) -> bool {
    let is_content =
        |line: &Numbered<'_>| note(line.line.text).is_none() && !is_title(line.line.text);
    let mut lines: Vec<Line<'_>> =
        used(text).filter(is_content).take(LOOK).map(|numbered| numbered.line).collect();
    if lines.len() > 1 && is_header(&lines[0]) {
        lines.remove(0);
    }
    // A line of a frame can have as many signs as a grid.
    let drawn = lines.iter().find(|line| !is_rule(line.text));
    let Some(first) = drawn.or(lines.first()) else { return false };
    if marked_line(first).is_some() {
        return true;
    }
    match puzzle_in(first) {
        Some((cell, signs)) if cells(cell.text, signs) == Some(16) => {
            // 16 rows of a 16×16 grid, or as many 4×4 grids, which have no digit above 4.
            let row = |line: &Line<'_>| cells(line.text, signs) == Some(16);
            let small = |line: &Line<'_>| fits_size(line.text, signs, 16);
            // The lines of a frame are neither, unless they are rows of empty cells.
            let is_drawn = |lines: &[Line<'_>]| {
                lines.len().is_multiple_of(16) && lines.iter().all(row) && !lines.iter().all(small)
            };
            let is_framed = lines.iter().any(|line| is_rule(line.text) && !row(line));
            let mut rows = lines.clone();
            rows.retain(|line| !is_rule(line.text));
            // A frame is drawn around one grid, even an empty one.
            if is_framed && rows.len() == 16 && rows.iter().all(row) {
                return false;
            }
            lines.retain(|line| !is_rule(line.text) || row(line));
            !(is_drawn(&rows) || is_drawn(&lines))
        }
        Some(_) => true,
        None if is_row(first.text) || is_rule(first.text) => false,
        None if matches!(parse_sudoku_line(first.text), Ok((_, Parts::Section(_)))) => false,
        None => lines.iter().any(|line| puzzle_in(line).is_some()),
    }
}

/// Returns the lines of a list. `begins` says that the text is its beginning, which may be a
/// header.
pub(in crate::kinds::sudoku) fn list_lines(
    text: &str,
    begins: bool,
) -> impl Iterator<Item = ListLine<'_>> {
    let mut header = begins;
    used(text).filter_map(move |numbered| {
        if let Some(note) = note(numbered.line.text) {
            return Some(ListLine::Note(note.trim()));
        }
        if is_title(numbered.line.text) {
            return None;
        }
        let skip = std::mem::take(&mut header) && is_header(&numbered.line);
        (!skip).then_some(ListLine::Puzzle(numbered))
    })
}

/// The part of a file that a line belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Puzzle,
    State,
    Other,
}

/// Returns whether at least half of a line are digits and dots: a row, perhaps with a slip.
fn resembles_row(text: &str) -> bool {
    let (mut like, mut total) = (0, 0);
    for char in text.chars().filter(|char| !char.is_whitespace()) {
        total += 1;
        like += usize::from(matches!(char, '0'..='9' | '.' | '_' | '|'));
    }
    2 * like >= total
}

/// Returns whether a line is one of those that Simple Sudoku writes below a grid.
fn is_trailer(line: &str) -> bool {
    line == "Simple Sudoku" || line.starts_with("Version ")
}

/// What a text draws.
#[derive(Debug, Default)]
struct Drawing<'a> {
    grids: Vec<Drawn<'a>>,
    /// True if a line is not a part of a grid, nor a note, a title or the name of a section.
    has_others: bool,
}

/// Returns the grids that a text draws, with the signs for empty cells that make their sizes right.
pub(in crate::kinds::sudoku) fn drawn(text: &str) -> (Vec<Drawn<'_>>, Signs) {
    let (drawing, signs) = drawing(text);
    (drawing.grids, signs)
}

fn drawing(text: &str) -> (Drawing<'_>, Signs) {
    for signs in SIGNS {
        let drawing = drawing_with(text, signs);
        if are_whole(&drawing.grids, signs) {
            return (drawing, signs);
        }
    }
    (drawing_with(text, Signs::Own), Signs::Own)
}

/// Returns the cells of rows, with the frame around them.
fn cells_of(rows: &[Numbered<'_>]) -> String {
    rows.iter().map(|row| row.line.text).collect()
}

/// Returns whether a text draws grids, each with all of its cells and no sign of a larger one.
fn are_whole(grids: &[Drawn<'_>], signs: Signs) -> bool {
    !grids.is_empty() && grids.iter().all(|grid| is_grid(&cells_of(&grid.rows), signs))
}

fn drawing_with(text: &str, signs: Signs) -> Drawing<'_> {
    let mut drawing = Drawing::default();
    let mut open = Drawn::default();
    let mut section = Section::Puzzle;
    let side = |rows: &[Numbered<'_>]| {
        let count = rows.first().and_then(|row| cells(row.line.text, signs));
        count.filter(|&count| Layout::of_size(count).is_some())
    };
    for numbered in used(text) {
        let line = numbered.line.text;
        let parts = parse_sudoku_line(line).map(|(_, parts)| parts);
        let new = matches!(parts, Ok(Parts::Title));
        let part = match parts {
            Ok(Parts::Section(name)) => Some(name.to_ascii_lowercase()),
            _ => None,
        };
        if (new || part.as_deref() == Some("puzzle")) && !open.rows.is_empty() {
            drawing.grids.push(std::mem::take(&mut open));
        }
        if new || part.is_some() {
            section = match part.as_deref() {
                None | Some("puzzle") => Section::Puzzle,
                Some("state") => Section::State,
                _ => Section::Other,
            };
            continue;
        }
        if let Some(note) = note(line) {
            open.notes.push(if line.starts_with('#') { line } else { note.trim() });
            continue;
        }
        let row = cells(line, signs).filter(|&count| count > 0);
        // A heading can be made of letters, too.
        let is_size = |count| {
            let layouts = [Layout::of_size(count), Layout::of_cells(count)].into_iter().flatten();
            layouts.map(Layout::cells).any(|count| fits_size(line, signs, count))
        };
        if signs == Signs::Letters && !is_rule(line) && !row.is_some_and(is_size) {
            drawing.has_others |= section != Section::Other && !is_trailer(line);
            continue;
        }
        // `---------` can be a row of empty cells, `---+---+---` cannot.
        let crossed = line.contains(['+', '=']);
        let frame = is_rule(line) && (crossed || row.is_none() || row != side(&open.rows));
        let cut = row.is_some() || resembles_row(line);
        match section {
            Section::Other => {}
            Section::Puzzle if frame => {
                if let Some(side) = side(&open.rows) {
                    let before = open.rows.len() * side;
                    open.rules.push(FrameLine { before, span: numbered.line.trimmed().span() });
                }
            }
            _ if frame => {}
            _ if !cut => drawing.has_others |= !is_trailer(line),
            Section::State => {
                let target =
                    if open.rows.is_empty() { drawing.grids.last_mut() } else { Some(&mut open) };
                if let Some(target) = target {
                    target.state.push(numbered);
                }
            }
            Section::Puzzle => {
                open.rows.push(numbered);
                if side(&open.rows) == Some(open.rows.len()) {
                    drawing.grids.push(std::mem::take(&mut open));
                }
            }
        }
    }

    if !open.rows.is_empty() {
        drawing.grids.push(open);
    }
    drawing
}

/// Returns the grid of pencil marks that a text is.
pub(in crate::kinds::sudoku) fn marked(text: &str) -> Option<Vec<Group>> {
    let lines: Vec<Line<'_>> = used(text).map(|numbered| numbered.line).take(LOOK).collect();
    // A list has a puzzle per line, of which the first is one.
    if lines.first().is_some_and(|line| marked_line(line).is_some()) {
        return None;
    }
    parse_pencil_grid(&lines, false)
}

/// Returns whether a text begins like a grid, or like a puzzle of a list: signs of cells and of frames,
/// of which a row has at least nine.
pub(in crate::kinds::sudoku) fn begins(text: &str) -> bool {
    const ROW: usize = 9;
    let line = text.lines().next().unwrap_or_default();
    let is_sign = |char: char| char.is_ascii_digit() || "._*?-|+=, ;\t[]\"'".contains(char);
    let is_cell = |char: &char| char.is_ascii_digit() || ['.', '_'].contains(char);
    line.chars().all(is_sign) && line.chars().filter(is_cell).count() >= ROW
}

/// Returns whether a text that is known to hold sudokus is a list, the file of a program, or a drawing
/// of whole grids. Other text is read as raw input, so that its faults are reported.
pub(in crate::kinds::sudoku) fn has_form(text: &str) -> bool {
    let plain = Plain::of(text);
    let is_drawing = || {
        let (grids, signs) = drawn(&plain.text);
        are_whole(&grids, signs)
    };
    refused(text).is_some()
        || !games_of(text).is_empty()
        || marked(&plain.text).is_some()
        || is_list(&plain.text)
        || is_drawing()
}

/// Returns whether all of a text is sudokus, so that it is read as them where nothing names the kind.
pub(in crate::kinds::sudoku) fn fits(text: &str) -> bool {
    if refused(text).is_some() {
        let is_link = |numbered: Numbered<'_>| !numbered.line.text.contains([' ', '\t']);
        return used(text).all(is_link);
    }
    if !games_of(text).is_empty() {
        return true;
    }
    let plain = Plain::of(text);
    if plain.form == Some(Form::Array) && beside_array(text).is_some() {
        return false;
    }
    fits_marks(&plain.text)
        || match is_list(&plain.text) {
            true => fits_list(&plain.text),
            false => fits_drawing(&plain.text),
        }
}

/// Returns whether each line of a text belongs to a grid of pencil marks.
fn fits_marks(text: &str) -> bool {
    let is_part = |numbered: Numbered<'_>| {
        let line = numbered.line;
        is_pencil_line(&line) || note(line.text).is_some() || is_title(line.text)
    };
    marked(text).is_some() && used(text).nth(LOOK).is_none() && used(text).all(is_part)
}

/// Returns whether each line of a list has a puzzle of the same size.
fn fits_list(text: &str) -> bool {
    let mut lines = list_lines(text, true).filter_map(|entry| match entry {
        ListLine::Puzzle(numbered) => Some(numbered.line),
        ListLine::Note(_) => None,
    });
    let is_row = |numbered: &Numbered<'_>| note(numbered.line.text).is_none();
    let top = used(text).find(is_row).filter(|numbered| is_header(&numbered.line));
    // A single word is the heading of a puzzle, not the header of a table.
    if top.is_some_and(|numbered| words(numbered.line.text).len() == 1) {
        return false;
    }
    let first = lines.next().and_then(|line| likely_size(&line));
    first.is_some() && lines.all(|line| likely_size(&line) == first)
}

/// Returns the size of the puzzle of a line.
fn likely_size(line: &Line<'_>) -> Option<usize> {
    if let Some(groups) = marked_line(line) {
        return Layout::of_cells(groups.len()).map(Layout::size);
    }
    let (cells, signs) = puzzle_in(line)?;
    let grid = grid_of(cells.text, signs)?;
    is_likely(&grid).then(|| grid.size())
}

/// Returns whether each line of a text belongs to a drawing of grids.
fn fits_drawing(text: &str) -> bool {
    let (drawing, signs) = drawing(text);
    let is_sudoku = |grid: &Drawn<'_>| {
        let is_state = || grid.state.is_empty() || is_grid(&cells_of(&grid.state), signs);
        grid_of(&cells_of(&grid.rows), signs).is_some_and(|grid| is_likely(&grid)) && is_state()
    };
    !drawing.has_others && are_whole(&drawing.grids, signs) && drawing.grids.iter().all(is_sudoku)
}

fn grid_of(text: &str, signs: Signs) -> Option<Grid> {
    Grid::new(text.chars().filter_map(|char| signs.value(char)).collect::<Vec<_>>())
}

/// Returns whether a grid is more likely a sudoku than anything else. 81 cells are; texts of other
/// sizes can be bits or a board of another kind, which repeat a sign in a unit or lack some.
fn is_likely(grid: &Grid) -> bool {
    let used_digits =
        grid.cells().iter().fold(0_u32, |used_digits, &value| used_digits | 1 << value) >> 1;
    grid.size() == 9
        || used_digits.count_ones() as usize + 1 >= grid.size() && clashes(grid).is_empty()
}
