//! The shape of a body (a board, and perhaps which car must leave it), the boards of a list, and the
//! arguments of commands.

use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::{char, digit1, one_of, satisfy};
use nom::combinator::{all_consuming, consumed, opt, recognize, verify};
use nom::multi::many0_count;
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Offset, Parser};

use super::leaver::Unsaid;
use super::marks::mark_body;
use super::{Rules, codes};
use crate::diag::{Shown, Sink, nearest};
use crate::kinds::blocks::faults::stray_line;
use crate::kinds::blocks::syntax::{
    Aim, MINUS, Written, WrittenGoal, goal_above, goal_line, move_end, parse_slide, rows,
};
use crate::puzzle::foreign::comment;
use crate::puzzle::lists::{Numbered, used};
use crate::puzzle::moves::Direction;
use crate::puzzle::{Body, Out};
use crate::syntax::{Form, Fragment, Grid, Line, expected, keyword, parse_gap, parse_word};

/// The most misplaced lines that are reported.
const STRAY_LINES: usize = 20;

/// Lines that decide whether a text is a list.
const LOOK: usize = 1000;

/// The fewest rows of a board of a list.
pub(super) const LEAST: usize = 4;

/// A body as it is written.
#[derive(Debug)]
pub(super) struct Shape<'a> {
    /// The board.
    pub picture: Grid<'a>,
    /// The labels that goals name.
    pub goals: Vec<Fragment<'a>>,
    /// True if every line could be read.
    pub sound: bool,
    /// True if all rows of the board are next to each other.
    pub whole: bool,
    /// True if the board is on one line, as in collections.
    pub on_one_line: bool,
    /// Which car must leave if no goal says so.
    pub unsaid: Unsaid<'a>,
}

/// Returns whether a character is a cell of a board.
pub(super) fn is_cell(char: char) -> bool {
    char.is_ascii_alphabetic() || matches!(char, '.' | '#')
}

/// Returns whether a word is a direction, such as `right`.
fn is_direction(word: &str) -> bool {
    Direction::from_word(word).is_some()
}

/// Returns the first word of a goal line: `goal`; or a misspelling of it, or another word of small
/// letters, before a single letter; or such a word before a direction, as in `exit right`.
fn goal_word<'a>(line: &Line<'a>) -> Option<&'a str> {
    let mut words = line.text.split_ascii_whitespace();
    let first_words = (words.next()?, words.next(), words.next());
    let small = |word: &str| word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let misspelled = |word: &str, label: &str| match label.len() {
        1 => small(word) || nearest(word, ["goal"]).is_some(),
        _ => small(word) && is_direction(label),
    };
    match first_words {
        ("goal", ..) => Some("goal"),
        (word, Some(label), None) if word.len() > 1 && misspelled(word, label) => Some(word),
        _ => None,
    }
}

/// `rush-body`: the board, and which car must leave it. `None` if there is no board.
pub(super) fn expect_rush_body<'a>(body: &Body<'a>, out: &mut Out<'_>) -> Option<Shape<'a>> {
    let lines: Vec<Line<'a>> = rows(body).into_iter().map(Line::trimmed).collect();
    let end = lines.iter().position(|line| goal_word(line).is_some()).unwrap_or(lines.len());
    let start = lines[..end].iter().position(|line| !line.is_blank()).unwrap_or(end);
    let above = &lines[start..end];
    let drawn = &above[..above.iter().position(Line::is_blank).unwrap_or(above.len())];

    let square = match drawn {
        [] => {
            let above = goal_above::<Rules>(body.source, &lines, |line| goal_word(line).is_some());
            out.push(above.unwrap_or_else(|| codes::empty(body.name)));
            out.mark(|marks| mark_body(None, &lines[end..], marks));
            return None;
        }
        [line] => all_consuming(parse_square).parse(line.text).ok().map(|(_, word)| {
            let word = line.locate(word);
            square(&Line { text: word.text, start: word.start })
        }),
        _ => None,
    };

    let on_one_line = square.is_some();
    let picture = square.unwrap_or_else(|| Grid::read(drawn, is_packed(drawn)));
    let unsaid = if body.raw { Unsaid::Raw(body.goal) } else { Unsaid::Declared };
    let mut shape =
        Shape { picture, goals: Vec::new(), sound: true, whole: true, on_one_line, unsaid };

    let mut stray = 0;
    let below = &lines[start + drawn.len()..];
    for line in below.iter().filter(|line| !line.is_blank()) {
        if let Some(word) = goal_word(line) {
            if word != "goal" && line.text.split_ascii_whitespace().any(is_direction) {
                out.push(codes::directed_goal(body.source, line, Shown(word)));
                shape.sound = false;
                continue;
            }
            let goal = goal_line::<Rules>(line, word, &["goal"], parse_goal, out);
            shape.sound &= goal.is_some();
            shape.goals.extend(goal.map(|goal| line.locate(goal.label)));
            continue;
        }

        // The rows that follow one that is apart are the rest of the same board.
        let row = shape.picture.is_row(line);
        if row && !shape.whole {
            continue;
        }
        shape.sound = false;
        shape.whole &= !row;
        stray += 1;
        if stray > STRAY_LINES {
            continue;
        }
        out.push(stray_line::<Rules>(line));
    }
    out.mark(|marks| mark_body(Some(&shape), below, marks));
    Some(shape)
}

/// Returns whether lines are read as the rows of a board, packed or not.
pub(super) fn are_rows(lines: &[String], packed: bool) -> bool {
    let rows: Vec<_> = lines.iter().map(|text| Line { text, start: 0 }).collect();
    let is_square = || matches!(lines, [line] if all_consuming(parse_square).parse(line).is_ok());
    rows.iter().all(|line| goal_word(line).is_none()) && is_packed(&rows) == packed && !is_square()
}

/// Returns whether the characters of rows are the cells: most rows are one word, longer than a
/// cell.
fn is_packed(lines: &[Line<'_>]) -> bool {
    let single = |line: &&Line<'_>| !line.text.contains([' ', '\t']);
    let long = |line: &&Line<'_>| line.text.chars().nth(1).is_some();
    let packed = lines.iter().filter(|line| single(line) && long(line)).count();
    2 * packed > lines.len() || packed > 0 && lines.iter().all(|line| single(&line))
}

/// `square = [ digits gap ] board { gap digits }`: a board on one line, with the numbers that a
/// collection writes beside it.
fn parse_square(input: &str) -> IResult<&str, &str> {
    let board = verify(parse_word, |word: &str| side(word).is_some());
    let after = many0_count(pair(parse_gap, digit1));
    (opt(terminated(digit1, parse_gap)), board, after).map(|(_, board, _)| board).parse(input)
}

/// Returns the number of rows of a board on one line, if a word is one.
pub(super) fn side(word: &str) -> Option<usize> {
    let side = word.len().isqrt();
    (side >= LEAST && side * side == word.len() && word.chars().all(is_cell)).then_some(side)
}

/// Returns a board on one line as its rows; it has no character of several bytes.
fn square<'a>(word: &Line<'a>) -> Grid<'a> {
    let whole = *word;
    let cells: Vec<Fragment<'a>> = (0..word.text.len()).map(|at| whole.part(at..at + 1)).collect();
    let rows = cells.chunks(word.text.len().isqrt().max(1)).map(<[_]>::to_vec).collect();
    Grid { rows, packed: true }
}

/// Returns the words of a line of a list.
fn words<'a>(line: &Line<'a>) -> impl Iterator<Item = Line<'a>> {
    let whole = line.text;
    let start = line.start;
    let between = |char| matches!(char, ' ' | '\t' | ',' | ';');
    let texts = whole.split(between).filter(|word| !word.is_empty());
    texts.map(move |text| Line { text, start: start + whole.offset(text) as u32 })
}

/// Returns the board on a line of a list: its first word that is one.
pub(super) fn board_in<'a>(line: &Line<'a>) -> Option<Line<'a>> {
    words(line).find(|word| side(word.text).is_some())
}

/// Returns the shape of the board on a line of a list; reports why there is none. `named` is the
/// label of the car that the caller names.
pub(super) fn shape_of_line<'a>(
    line: &Line<'a>,
    named: Option<&'a str>,
    sink: &mut Sink,
) -> Option<Shape<'a>> {
    let Some(word) = board_in(line) else {
        let longest = words(line).max_by_key(|word| word.text.chars().count());
        sink.push(codes::not_a_board(line.span(), longest.map_or("", |word| word.text)));
        return None;
    };
    let picture = square(&word);
    Some(Shape {
        picture,
        goals: Vec::new(),
        sound: true,
        whole: true,
        on_one_line: true,
        unsaid: Unsaid::Raw(named),
    })
}

/// Returns whether a line of a list is a comment. `#` is a wall, too.
fn is_note(line: &Line<'_>) -> bool {
    let begins = words(line).next().is_some_and(|word| side(word.text).is_some());
    comment(line).is_some() || line.text.starts_with('#') && !begins
}

/// Returns whether a line is the header of a table: several words of letters.
fn is_header(line: &Line<'_>) -> bool {
    let word = |word: Line<'_>| word.text.chars().all(|char| char.is_alphabetic() || char == '_');
    words(line).nth(1).is_some() && words(line).all(word) && board_in(line).is_none()
}

/// Returns the lines of a list that must hold boards. `begins` says that the text is its beginning,
/// which may be a header.
pub(super) fn entries(text: &str, begins: bool) -> impl Iterator<Item = Numbered<'_>> {
    let mut header = begins;
    used(text).filter(|entry| !is_note(&entry.line)).filter(move |entry| {
        let skip = std::mem::take(&mut header) && is_header(&entry.line);
        !skip
    })
}

/// Returns whether a text is a list of boards, one per line, and not one board of as many rows as
/// cells per row. `sound` says whether rows are a sound board: 36 lines of 36 characters may be
/// either.
pub(super) fn is_list(text: &str, sound: impl Fn(&Grid<'_>) -> bool) -> bool {
    let lines: Vec<Line<'_>> = entries(text, true).take(LOOK).map(|entry| entry.line).collect();
    let size = lines.len();
    let row = |line: &Line<'_>| line.text.len() == size && line.text.chars().all(is_cell);
    if size >= LEAST && lines.iter().all(row) {
        return side(lines[0].text).is_some() && !sound(&Grid::read(&lines, true));
    }
    // A board on one line that has a slip.
    let long = |line: &Line<'_>| words(line).any(|word| word.text.len() > 2 * LEAST);
    lines.iter().any(|line| board_in(line).is_some()) || size == 1 && lines.iter().any(long)
}

/// `goal = "goal" gap plain-word`: `goal B`.
fn parse_goal(input: &str) -> Form<'_, WrittenGoal<'_>> {
    let label = expected("the label of a car", parse_word);
    preceded(keyword(&["goal"]), label).map(|label| WrittenGoal { label, place: None }).parse(input)
}

/// `move = letter ( offset | blanks slide )`: `A+2`, `A right`, `AR2`.
pub(super) fn parse_move(input: &str) -> Form<'_, Written<'_>> {
    let letter = || recognize(satisfy(|char| char.is_ascii_alphabetic()));
    let word = || take_till1(|char| matches!(char, ' ' | '\t' | ';'));
    let label = || expected("a move `A+2` or `A right`", terminated(letter(), move_end));
    let offset = (letter(), terminated(parse_offset, move_end));
    let slide = (expected("a move", letter()), expected("a direction", parse_slide));
    alt((
        expected("a move", offset).map(|(label, text)| (label, Aim::Offset(text))),
        slide.map(|(label, slide)| (label, Aim::Slide(slide))),
        (label(), expected("a direction", word()).map(Aim::Word)),
    ))
    .map(|(label, aim)| Written { label, aim })
    .parse(input)
}

/// `offset = ( "+" | "-" | "−" | "–" ) digit { digit }`: `+2`.
fn parse_offset(input: &str) -> IResult<&str, &str> {
    let sign = alt((recognize(char('+')), recognize(one_of(&MINUS[..]))));
    consumed(pair(sign, digit1)).map(|(text, _)| text).parse(input)
}
