//! The text of sudoku: grids, cells, moves, commands; `foreign`: files of other programs.

pub(super) mod foreign;
pub(super) mod frame;
pub(super) mod library;
pub(super) mod marked;
pub(super) mod opensudoku;
pub(super) mod plain;

use nom::bytes::complete::tag;
use nom::character::complete::{alphanumeric1, anychar, one_of, u32 as number};
use nom::combinator::all_consuming;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::codes;
use super::dress::{Dress, letter_value};
use super::grid::{Alphabet, value_of};
use super::layout::Layout;
use super::lower::lower;
use super::marks::{mark_cells, mark_groups};
use super::pencil::stated;
use super::techniques::{Options, technique};
use super::verbs::Word;
use crate::diag::Applicability::Guess;
use crate::diag::{Fix, Sink};
use crate::puzzle::lists::used;
use crate::puzzle::{Body, Out};
use crate::syntax::{Args, Given, Habit, Line, spaces_fix};
use crate::text::{Span, Spanned};
use foreign::{Drawn, drawn};
use frame::{Frame, FrameLine, is_rule};
use marked::{Group, parse_pencil_grid};
use opensudoku::games_of;
use plain::{Form, Plain};

/// A cell of a body: its value, 0 for an empty one, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// The value, where `0` is an empty cell.
    pub value: u8,
    /// The character.
    pub char: char,
    /// The place.
    pub span: Span,
    /// True if the character is not a digit and has been reported.
    pub bad: bool,
}

/// The rows of a body as they are written.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// For each line that holds cells: its place and its cells.
    pub rows: Vec<Spanned<Vec<Written>>>,
    /// The places of `-`, which draws a frame.
    pub dashes: Vec<Span>,
    /// The lines of the frame.
    pub frame: Frame,
    /// True if no line begins with a word; such lines have been reported.
    pub sound: bool,
    /// The signs of its cells.
    pub signs: Signs,
    /// True if `0` is known to be the sixteenth digit, unless `G` is there.
    pub zero_is_digit: bool,
}

impl Shape {
    /// Returns the number of cells.
    pub(super) fn count(&self) -> usize {
        self.rows.iter().map(|row| row.value.len()).sum()
    }

    /// Returns the cells in reading order.
    pub(super) fn cells(&self) -> impl Iterator<Item = &Written> {
        self.rows.iter().flat_map(|row| &row.value)
    }

    /// Returns whether there is a single line, or every line has so many cells, if each `-` is a
    /// cell, too.
    pub(super) fn has_lines_of(&self, size: usize) -> bool {
        let dashes = |line: Span| {
            self.dashes.iter().filter(|dash| line.range().contains(&dash.range().start)).count()
        };
        let rows = self.rows.iter().map(|row| row.value.len() + dashes(row.span));
        let mut lines = rows.chain(self.frame.rules.iter().map(|rule| dashes(rule.span)));
        self.rows.len() + self.frame.rules.len() == 1 || lines.all(|cells| cells == size)
    }

    /// Returns how the digits are written. A 16×16 grid that holds `0` and no `G` has the digits 0
    /// to F if an empty cell is written otherwise, or if no cell is empty: a digit has at most 16
    /// cells.
    pub(super) fn alphabet(&self) -> Alphabet {
        if self.count() != 256 {
            return Alphabet::Letters;
        }
        let (mut zeros, mut empty) = (0, false);
        for cell in self.cells() {
            match cell.char {
                '0' => zeros += 1,
                'G' | 'g' => return Alphabet::Letters,
                _ => empty |= cell.value == 0 && !cell.bad,
            }
        }
        match zeros > 0 && (empty || zeros <= 16 || self.zero_is_digit) {
            true => Alphabet::Hexadecimal,
            false => Alphabet::Letters,
        }
    }

    /// Returns how the digits are written, also where a body does not write them so.
    pub(super) fn dress(&self) -> Dress {
        match self.signs {
            Signs::Own | Signs::Foreign => Dress::Body(self.alphabet()),
            Signs::Letters if self.cells().any(|cell| cell.char.is_ascii_uppercase()) => {
                Dress::Capitals
            }
            Signs::Letters => Dress::Small,
        }
    }

    /// Returns the character for an empty cell: the first one that is used.
    pub(super) fn blank(&self, alphabet: Alphabet) -> char {
        let digit = |char| alphabet == Alphabet::Hexadecimal && char == '0';
        let mut empty = self.cells().filter(|cell| cell.value == 0 && !cell.bad);
        empty
            .find(|cell| matches!(cell.char, '.' | '_' | '0') && !digit(cell.char))
            .map_or('.', |cell| cell.char)
    }
}

/// Which characters are cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Signs {
    /// Those of a body. `-` draws a frame.
    #[default]
    Own,
    /// Those of a body, and the signs of other programs for empty cells ([`Habit::Empty`], `?`).
    Foreign,
    /// Letters from A for all digits, in grids that [`Layout::takes_letters`] allows.
    Letters,
}

impl Signs {
    /// Returns the value of a cell; `None` if the character is not a cell.
    pub(super) fn value(self, char: char) -> Option<u8> {
        if self == Self::Letters {
            return letter_value(char);
        }
        let is_empty = || self == Self::Foreign && (char == '?' || Habit::Empty.is(char));
        value_of(char).or_else(|| is_empty().then_some(0))
    }

    /// Returns whether a character only draws a frame.
    pub(super) fn is_frame(self, char: char) -> bool {
        matches!(char, ' ' | '\t' | '|' | '+' | '=') || char == '-' && self == Self::Own
    }
}

/// The content of a body.
#[derive(Debug)]
pub(super) enum Content {
    /// A character per cell.
    Cells(Shape),
    /// A group of candidates per cell.
    Marks(Vec<Group>),
}

/// `sudoku-body`: the cells, in reading order.
pub(super) fn expect_sudoku_body(body: &Body<'_>, out: &mut Out<'_>) -> Content {
    let lines = body.lines();
    if !is_square(body.text(), &lines) {
        if let Some(content) = plain_body(body, out) {
            return content;
        }
        if let Some(groups) = parse_pencil_grid(&lines, true) {
            out.mark(|marks| mark_groups(&groups, marks));
            return Content::Marks(groups);
        }
    }
    let shape = read_lines(&lines, Signs::Own, out);
    out.mark(|marks| mark_cells(&shape, marks));
    Content::Cells(shape)
}

/// Returns whether a text without comments is a grid with a character per cell, so that it need not be
/// tried in other forms: none of them looks like this, but for pencil marks of as many signs as an 8×8
/// grid, and letters for all digits.
fn is_square(text: &str, lines: &[Line<'_>]) -> bool {
    let size = lines.len();
    let is_cell = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'_');
    let is_row = |line: &Line<'_>| line.text.len() == size && line.text.bytes().all(is_cell);
    size < 10
        && size != 8
        && Layout::of_size(size).is_some()
        && lines.iter().all(is_row)
        && !text.contains('/')
        && text.contains(|char| matches!(char, '1'..='9'))
}

/// Reads a body with a whole grid in the form of another program, which is one fault. The signs of
/// arrays and quotes are a fault of all kinds ([`crate::puzzle::read_rows`]).
fn plain_body(body: &Body<'_>, out: &mut Out<'_>) -> Option<Content> {
    let text = body.text();
    let lines = body.lines();
    let (first, last) = (lines.first()?, lines.last()?);
    let place = first.trimmed().span().to(last.trimmed().span());
    if let [game] = &games_of(text)[..] {
        let groups = game.iter().map(|group| group.shifted(body.span.start)).collect();
        let content = Content::Marks(groups);
        let model = lower(&content, place, &mut Sink::new())?;
        out.push(codes::foreign_form(place, Form::Xml.name(), &stated(&model).join("\n")));
        return Some(content);
    }

    let plain = Plain::of(text);
    let lettered = lettered(&plain.text);
    let form = match plain.form {
        None => lettered.as_ref().map(|_| Form::Letters)?,
        // Commas between cells alone are a fault of all kinds, too.
        Some(Form::Fields) if !plain.has_numbers && !adds_empty_cells(text, &plain) => return None,
        Some(Form::Array | Form::Quotes) if !plain.has_numbers => return None,
        Some(form) => form,
    };
    let signs = if lettered.is_some() { Signs::Letters } else { Signs::Own };
    // Where `-` is an empty cell, a line of the frame is not read as a row.
    let is_cut = |line: &Line<'_>| signs == Signs::Letters && is_rule(line.text);
    let rows = used(&plain.text).map(|row| row.line).filter(|line| !is_cut(line));
    let rows: Vec<_> =
        rows.map(|line| Line { start: line.start + body.span.start, ..line }).collect();
    let mut faults = Sink::new();
    let mut shape = read_lines(&rows, signs, &mut faults);
    let rules = lettered.iter().flat_map(|grid| &grid.rules);
    shape.frame.rules.extend(rules.map(|rule| rule.shifted(body.span.start)));
    let size = Layout::of_cells(shape.count()).filter(|_| faults.is_empty())?.size();
    let dress = shape.dress();
    let sign = |cell: &Written| match dress {
        Dress::Body(_) | Dress::Numbers => cell.char,
        Dress::Capitals | Dress::Small => {
            Alphabet::Letters.symbol(dress.digit(cell.char, size).unwrap_or(0), '.')
        }
    };
    let cells: Vec<char> = shape.cells().map(sign).collect();
    let rows: Vec<String> = cells.chunks(size).map(|row| row.iter().collect()).collect();
    out.push(codes::foreign_form(place, form.name(), &rows.join("\n")));
    Some(Content::Cells(shape))
}

/// Returns whether the plain text of a text has empty cells that the text leaves out.
fn adds_empty_cells(text: &str, plain: &Plain<'_>) -> bool {
    plain.text.matches('.').count() != text.matches('.').count()
}

/// Returns the only grid of a text with letters for all digits.
fn lettered(text: &str) -> Option<Drawn<'_>> {
    if text.contains(|char| matches!(char, '1'..='9')) {
        return None;
    }
    let (mut grids, signs) = drawn(text);
    grids.pop().filter(|_| signs == Signs::Letters && grids.is_empty())
}

/// Reads the cells of some lines. Characters that are not digits: a sign that is used several times
/// is one mistake, and so is a run of different ones.
pub(super) fn read_lines(lines: &[Line<'_>], signs: Signs, sink: &mut Sink) -> Shape {
    let mut shape = Shape { sound: true, signs, ..Shape::default() };
    let mut before = 0;
    // The characters that are not digits: the text of a run, or the sign that it repeats, with its
    // places.
    let mut foreign: Vec<(&str, Vec<Span>)> = Vec::new();
    for line in lines {
        if line.text.trim_start_matches([' ', '\t']).starts_with('#') {
            continue; // a comment of the file formats .sdk, .sdm and .ss
        }
        if begins_with_word(line, signs) {
            if shape.sound {
                sink.push(codes::words(&line.trimmed()));
            }
            shape.sound = false;
            continue;
        }
        let mut cells = Vec::new();
        let mut bad: Option<(usize, usize)> = None;
        for (at, char) in line.text.char_indices().chain([(line.text.len(), ' ')]) {
            let value = signs.value(char);
            let wrong = value.is_none() && !signs.is_frame(char);
            if let Some((from, to)) = bad.filter(|_| !wrong) {
                let span = line.place(&(from..to));
                let text = &line.text[from..to];
                let first = text.chars().next().map_or(0, char::len_utf8);
                let same = text.chars().all(|char| text.starts_with(char));
                let sign = if same { &text[..first] } else { text };
                match foreign.iter_mut().find(|(known, _)| *known == sign) {
                    Some((_, places)) => places.push(span),
                    None => foreign.push((sign, vec![span])),
                }
                bad = None;
            }
            let span = line.place(&(at..at + char.len_utf8()));
            if wrong {
                bad = Some((bad.map_or(at, |(from, _)| from), at + char.len_utf8()));
                cells.push(Written { value: 0, char, span, bad: true });
            } else if let Some(value) = value {
                cells.push(Written { value, char, span, bad: false });
            } else if char == '-' {
                shape.dashes.push(span);
            } else if char == '|' {
                shape.frame.bars.push(FrameLine { before: before + cells.len(), span });
            }
        }
        if cells.is_empty() && line.text.contains(['-', '=']) {
            shape.frame.rules.push(FrameLine { before, span: line.trimmed().span() });
        }
        before += cells.len();
        if !cells.is_empty() {
            shape.rows.push(Spanned { value: cells, span: line.span() });
        }
    }

    // The digits of the grid are known only now.
    let count = shape.count();
    let without = count - shape.cells().filter(|cell| cell.bad).count();
    let size = Layout::of_cells(count).or(Layout::of_cells(without)).map(Layout::size);
    for (sign, places) in &foreign {
        sink.push(codes::bad_character(sign, places, size, Layout::of_cells(count).is_some()));
    }
    shape
}

/// Returns whether a line begins with a word of a language, such as `size`, and not with digits
/// that are letters: at least three letters, small ones but for the first, of which one is not a
/// digit.
fn begins_with_word(line: &Line<'_>, signs: Signs) -> bool {
    let blank = |char| matches!(char, ' ' | '\t');
    let word = line.text.trim_start_matches(blank).split(blank).next().unwrap_or_default();
    let word = word.strip_suffix([':', '=']).unwrap_or(word);
    word.len() > 2
        && word.bytes().all(|byte| byte.is_ascii_alphabetic())
        && word[1..].bytes().all(|byte| byte.is_ascii_lowercase())
        && word.chars().any(|char| signs.value(char).is_none())
}

/// `cell = "r" number "c" number`; row and column from 1.
///
/// # Errors
/// When the input does not begin with a cell.
pub(super) fn parse_cell(input: &str) -> IResult<&str, (u32, u32)> {
    (preceded(tag("r"), number), preceded(tag("c"), number)).parse(input)
}

/// `placement = cell "=" digit`; row and column from 1, and the digit.
///
/// # Errors
/// When the input does not begin with a placement.
pub(super) fn parse_placement(input: &str) -> IResult<&str, ((u32, u32), char)> {
    (parse_cell, preceded(tag("="), anychar)).parse(input)
}

/// `pencil-mark = cell ( "-" | "+" ) digit { digit }`; row and column from 1, the sign, the digits.
///
/// # Errors
/// When the input does not begin with a change of pencil marks.
pub(super) fn parse_pencil_mark(input: &str) -> IResult<&str, ((u32, u32), char, &str)> {
    (parse_cell, one_of("-+"), alphanumeric1).parse(input)
}

/// A cell of a command, from 0, with its place. It may lie outside of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Row from 0; below 0 or too large if it is not a row.
    pub row: i64,
    /// Column from 0.
    pub column: i64,
    /// The place in the text.
    pub span: Span,
    /// True if it is written as a coordinate: `(0,2)` in place of `r1c3`.
    pub coordinate: bool,
}

/// A row, column or box of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line3 {
    /// `row N`
    Row,
    /// `column N`
    Column,
    /// `box N`
    Box,
}

/// A move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Typed {
    /// The cell. Up to 9×9, row and column of a pencil mark can be several digits, each of which is
    /// one.
    pub place: Place,
    /// The change of the cell.
    pub action: Action,
}

/// The change that a move makes in its cell. The grid decides whether `0` is a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Puts a digit there; 0 for `0`.
    Put(u8),
    /// Deletes candidates: bit `d` for the digit `d`.
    Delete(u32),
    /// Restores candidates: bit `d` for the digit `d`.
    Restore(u32),
}

/// A command of a sudoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// `solve`
    Solve,
    /// `count [LIMIT]`
    Count(u64),
    /// `solutions [N]`
    Solutions(u64),
    /// `row N`, `column N`, `box N`
    Unit(Line3, u64, Span),
    /// `candidates [CELL]`
    Candidates(Option<Place>),
    /// `mistakes`
    Mistakes,
    /// `next`
    Next,
    /// `boards [N]`
    Boards(u64),
    /// `explain`
    Explain,
    /// `rate`
    Rate,
    /// `steps [TECHNIQUE]`: its number in the table; and the options.
    Steps(Option<usize>, Options),
    /// `hint [1|2]`: how much of the step is told; 0 for all.
    Hint(u64),
    /// `moves`
    Moves,
    /// `play MOVES`
    Play(Vec<Typed>),
}

/// Takes a cell, `r1c3` or `(0,2)`.
fn expect_cell(args: &mut Args<'_>, sink: &mut Sink) -> Option<Place> {
    if let Some(Spanned { value, span }) = args.coordinate() {
        return Some(Place {
            row: value.row.into(),
            column: value.column.into(),
            span,
            coordinate: true,
        });
    }
    let word = args.expect_word("a cell", sink)?;
    match all_consuming(parse_cell).parse(word.text) {
        Ok((_, (row, column))) => Some(Place {
            row: i64::from(row) - 1,
            column: i64::from(column) - 1,
            span: word.span(),
            coordinate: false,
        }),
        Err(_) => {
            sink.push(codes::bad_cell(word.span(), word.text));
            None
        }
    }
}

/// `sudoku-command`: the command of a verb with these arguments.
pub(super) fn sudoku_command(word: Word, given: &mut Given<'_>, sink: &mut Sink) -> Option<Call> {
    let unit = |line| {
        let number = given.number()?;
        Some(Call::Unit(line, number.value.try_into().ok()?, number.span))
    };
    Some(match word {
        Word::Row => unit(Line3::Row)?,
        Word::Column => unit(Line3::Column)?,
        Word::Box => unit(Line3::Box)?,
        Word::Count => Call::Count(given.count(u64::MAX)),
        Word::Solutions => Call::Solutions(given.count(u64::MAX)),
        Word::Boards => Call::Boards(given.count(10)),
        Word::Candidates if given.rest.is_empty() => Call::Candidates(None),
        Word::Candidates => {
            let cell = expect_cell(&mut given.rest, sink)?;
            return given.rest.expect_end(sink).then_some(Call::Candidates(Some(cell)));
        }
        Word::Mistakes => Call::Mistakes,
        Word::Solve => Call::Solve,
        Word::Next => Call::Next,
        Word::Explain => Call::Explain,
        Word::Rate => Call::Rate,
        Word::Steps => {
            let options = Options {
                missing_candidates: given.has("--missing-candidates"),
                als_overlap: given.has("--als-overlap"),
                als_nodes: given.has("--als-nodes"),
                siamese: given.has("--siamese"),
            };
            let row = given.names().first().and_then(|word| technique(word.text));
            Call::Steps(row, options)
        }
        Word::Hint => Call::Hint(given.count(0)),
        Word::Moves => Call::Moves,
        Word::Play => Call::Play(expect_play(&mut given.rest, sink)?),
    })
}

/// Returns the value of a digit of a move; 0 for `0`.
fn digit_value(char: char) -> Option<u8> {
    value_of(char).filter(|&value| value > 0 || char == '0')
}

/// Parses a whole word as a move.
fn read_move(word: &str, span: Span) -> Option<Typed> {
    let place = |row: u32, column: u32| {
        let (row, column) = (i64::from(row) - 1, i64::from(column) - 1);
        Place { row, column, span, coordinate: false }
    };
    if let Ok((_, ((row, column), digit))) = all_consuming(parse_placement).parse(word) {
        return Some(Typed { place: place(row, column), action: Action::Put(digit_value(digit)?) });
    }
    let (_, ((row, column), sign, digits)) = all_consuming(parse_pencil_mark).parse(word).ok()?;
    let mut set = 0_u32;
    for digit in digits.chars() {
        set |= 1 << digit_value(digit)?;
    }
    let action = if sign == '-' { Action::Delete(set) } else { Action::Restore(set) };
    Some(Typed { place: place(row, column), action })
}

/// `play`: moves separated by spaces.
pub(super) fn expect_play(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
    let mut moves = Vec::new();
    let whole = args.rest();
    let mut word = args.expect_word("a move", sink)?;
    let reads = |word: &str| read_move(word, Span::default()).is_some();
    loop {
        let Some(placed) = read_move(word.text, word.span()) else {
            let mut fault = codes::bad_move(word.span(), word.text);
            fault.better_fix(spaces_fix(whole, |text| text.split_ascii_whitespace().all(reads)));
            let right = Habit::Equals.replaced(word.text);
            if fault.fixes.is_empty() && reads(&right) {
                fault.fixes.push(Fix::new(Guess, format!("Write `{right}`"), word.span(), right));
            }
            sink.push(fault);
            return None;
        };
        moves.push(placed);
        match args.word() {
            Some(next) => word = next,
            None => return Some(moves),
        }
    }
}
