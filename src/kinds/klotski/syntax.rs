//! The shape of a Klotski body (a picture and its goals), and the arguments of commands.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1};
use nom::character::complete::char;
use nom::combinator::{all_consuming, cut, not, opt};
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use super::marks::mark_body;
use super::{Model, Rules, codes};
use crate::diag::nearest;
use crate::kinds::blocks::faults::stray_line;
use crate::kinds::blocks::syntax::{
    Aim, Slide, Target, Typed, Written, WrittenGoal, goal_above, goal_line, no_move, parse_slide,
    rows,
};
use crate::puzzle::moves::{Direction, Unread};
use crate::puzzle::{Body, Out};
use crate::scene::Coordinate;
use crate::syntax::{
    Form, Fragment, Grid, Line, expected, keyword, nearest_i32, parse_blanks, parse_coordinate,
    parse_gap, parse_integer, parse_word, place, uncommented,
};
use crate::text::{Span, Spanned};

/// The most misplaced lines that are reported.
const STRAY_LINES: usize = 20;

/// The first line, if it is the size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// The rows that it names.
    pub rows: usize,
    /// The cells per row that it names.
    pub columns: usize,
    /// Its place.
    pub span: Span,
}

impl Size {
    /// Returns whether a line has the number of cells that it names, packed or not.
    fn fits(&self, line: &Line<'_>) -> bool {
        let cells = words(line.text);
        cells == self.columns || cells == 1 && line.text.chars().count() == self.columns
    }
}

/// A goal as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct GoalLine<'a> {
    /// The label.
    pub label: Fragment<'a>,
    /// The place.
    pub at: Coordinate,
    /// The place of the coordinate in the text.
    pub place: Span,
}

/// A body as it is written.
#[derive(Debug)]
pub(super) struct Shape<'a> {
    /// The size, in verbatim form.
    pub size: Option<Size>,
    /// The picture.
    pub picture: Grid<'a>,
    /// The goals.
    pub goals: Vec<GoalLine<'a>>,
    /// True if every line could be read.
    pub sound: bool,
    /// True if all rows of the picture are next to each other.
    pub whole: bool,
}

/// Returns the first word of a goal line: `goal`, another word before what follows in a goal, or a
/// misspelling of it on a line that resembles a goal and not a row; empty if it is missing there.
fn goal_word<'a>(line: &Line<'a>) -> Option<&'a str> {
    let (rest, word) = parse_word(line.text).ok()?;
    let resembles = || line.text.ends_with(')') && line.text.contains(" at ");
    if word == "goal" || !resembles() {
        return (word == "goal").then_some(word);
    }
    let near = || nearest(word, ["goal"]).is_some();
    let form = |text: &str| matches!(parse_target(text), Ok(("", _)));
    if !near() && form(line.text) {
        return Some("");
    }
    (near() || form(rest.trim_start())).then_some(word)
}

/// `klotski-body`: the size or not, the picture, the goals. `None` if there is no picture.
pub(super) fn expect_klotski_body<'a>(body: &Body<'a>, out: &mut Out<'_>) -> Option<Shape<'a>> {
    let lines: Vec<Line<'a>> = rows(body).into_iter().map(Line::trimmed).collect();
    let end = lines.iter().position(|line| goal_word(line).is_some()).unwrap_or(lines.len());
    let size = size_of(&lines[..end], body.raw);

    let mut at = usize::from(size.is_some());
    while at < end && lines[at].is_blank() {
        at += 1;
    }
    let picture_end = (at..end).find(|&line| lines[line].is_blank()).unwrap_or(end);
    let rows = match size {
        Some(size) => rows_of(&lines[at..picture_end], size),
        None => picture_end - at,
    };

    if rows == 0 {
        let above = goal_above::<Rules>(body.source, &lines, |line| goal_word(line).is_some());
        out.push(above.unwrap_or_else(|| codes::empty(body.name)));
        out.mark(|marks| mark_body(body.source, None, &lines[end..], marks));
        return None;
    }

    let drawn = &lines[at..at + rows];
    let picture = parse_picture(drawn, size);
    let mut shape = Shape { size, picture, goals: Vec::new(), sound: true, whole: true };

    let mut stray = 0;
    let below = &lines[at + rows..];
    let mut rest = below.iter().filter(|line| !line.is_blank()).peekable();
    while let Some(line) = rest.next() {
        if let Some(word) = goal_word(line) {
            let goal = goal_line::<Rules>(line, word, &["goal", "at"], parse_goal, out);
            shape.sound &= goal.is_some();
            shape.goals.extend(goal.and_then(|goal| {
                let label = line.locate(goal.label);
                let place = goal.place?;
                Some(GoalLine { label, at: place.at, place: line.locate(place.text).span() })
            }));
            continue;
        }

        let label = words(line.text) == 1;
        let place = size.filter(|_| label).and(rest.peek()).and_then(|next| {
            Some((all_consuming(parse_place).parse(next.text).ok()?.1, next.span()))
        });
        if let Some((at, place)) = place {
            rest.next();
            shape.goals.push(GoalLine { label: *line, at, place });
            continue;
        }

        shape.sound = false;
        if let Some(next) = rest.peek().filter(|_| size.is_some() && label)
            && let Ok((_, (row, column))) = all_consuming(comma_place).parse(next.text)
        {
            out.push(codes::bad_place(rest.next().map_or(line.span(), Line::span), row, column));
            continue;
        }

        // The rows that follow one that is apart are the rest of the same picture.
        let row = shape.picture.is_row(line);
        if row && !shape.whole {
            continue;
        }
        stray += 1;
        if stray > STRAY_LINES {
            continue;
        }
        let lacks = size.is_some() && rest.peek().is_none() && label;
        shape.whole &= lacks || !row;
        out.push(if lacks { codes::lacks_place(line) } else { stray_line::<Rules>(line) });
    }
    out.mark(|marks| mark_body(body.source, Some(&shape), below, marks));
    Some(shape)
}

/// Returns the number of words of a line.
fn words(line: &str) -> usize {
    let word = terminated(parse_word, parse_blanks);
    many0_count(word).parse(line).map_or(0, |(_, count)| count)
}

/// `size = row-count gap column-count`: `3 4`.
fn parse_size(input: &str) -> IResult<&str, (usize, usize)> {
    let number = || parse_word.map_opt(|word: &str| word.parse().ok().filter(|&n: &usize| n > 0));
    separated_pair(number(), parse_gap, number()).parse(input)
}

/// Returns the size, if the first line is one. Two integers are labels if the rows below do not
/// agree and have two cells themselves.
fn size_of(lines: &[Line<'_>], raw: bool) -> Option<Size> {
    let first = lines.first()?;
    let (_, (rows, columns)) = all_consuming(parse_size).parse(first.text).ok()?;
    let size = Size { rows, columns, span: first.span() };
    let below = lines[1..].iter().skip_while(|line| line.is_blank());
    let rows: Vec<&Line<'_>> = below.take_while(|line| !line.is_blank()).collect();
    // A label and a place may follow the rows.
    let below = [size.rows, size.rows.saturating_add(2)].contains(&rows.len());
    let whole = below && rows.iter().take(size.rows).all(|line| size.fits(line));
    let two = !rows.is_empty() && rows.iter().all(|line| words(line.text) == 2);
    (raw || whole || !two && !rows.is_empty()).then_some(size)
}

/// Returns how many of the lines after the `{` of a body without `}` belong to it. After a size
/// that many lines are rows, with any labels, and a label and a place may follow.
pub(super) fn extent(
    lines: &mut dyn Iterator<Item = &str>,
    command: &dyn Fn(&str) -> bool,
) -> usize {
    let mut count = 0;
    let mut rows = None;
    // A label that is a verb, too; the next line shows whether it is one.
    let mut label = false;
    for line in lines {
        let mut numbers = line.split([' ', '\t']).filter(|word| !word.is_empty());
        let first = numbers.next();
        let second = numbers.next();
        let third = numbers.next();
        let number = |word: Option<&str>| word.and_then(|word| word.parse::<usize>().ok());
        let pair = number(first).zip(number(second)).filter(|_| third.is_none());
        if label {
            return if pair.is_some() { count + 2 } else { count };
        }
        if count == 0 {
            rows = pair.map(|(rows, _)| rows);
        } else if rows.is_none_or(|rows| count > rows) && command(line) {
            if rows.is_none_or(|rows| count != rows + 1) || second.is_some() {
                break;
            }
            label = true;
            continue;
        }
        count += 1;
    }
    count
}

/// Returns whether lines are read as the rows of a picture, packed or not, in a body that begins with
/// them or, if it `is_sized`, with their size.
pub(super) fn are_rows(lines: &[String], packed: bool, is_sized: bool) -> bool {
    let rows: Vec<_> = lines.iter().map(|text| Line { text, start: 0 }).collect();
    let is_row = |line: &Line<'_>| {
        goal_word(line).is_none() && !uncommented(line.text).1 && !line.text.contains(['{', '}'])
    };
    let columns = lines.first().map_or(0, |row| match packed {
        true => row.chars().count(),
        false => words(row),
    });
    let size = is_sized.then_some(Size { rows: lines.len(), columns, span: Span::default() });
    rows.iter().all(is_row)
        && is_packed(&rows, size) == packed
        && (is_sized || size_of(&rows, false).is_none())
}

/// Returns how many of the lines below a size are rows: as many as it names, or all but a label and
/// a place at their end.
fn rows_of(lines: &[Line<'_>], size: Size) -> usize {
    let count = lines.len();
    let tail = count >= 3
        && words(lines[count - 2].text) == 1
        && all_consuming(parse_place).parse(lines[count - 1].text).is_ok();
    // A label whose place is missing is not a row, unless it has the length of one.
    let bare = |line: &Line<'_>| {
        words(line.text) == 1 && size.columns > 1 && line.text.chars().count() != size.columns
    };
    match count {
        _ if count == size.rows && (!tail || size.fits(&lines[count - 1])) => count,
        _ if tail || count == size.rows + 2 => count - 2,
        _ if count == size.rows + 1 && lines.last().is_some_and(bare) => size.rows,
        _ => count,
    }
}

/// `place = integer gap integer`: `2 2`.
fn parse_place(input: &str) -> IResult<&str, Coordinate> {
    let number = || parse_integer.map(nearest_i32);
    let pair = separated_pair(number(), parse_gap, number());
    pair.map(|(row, column)| Coordinate { row, column }).parse(input)
}

/// Parses other spellings of a place: `2,2` or `(2,2)`.
fn comma_place(input: &str) -> IResult<&str, (&str, &str)> {
    let comma = |input| separated_pair(parse_integer, char(','), parse_integer).parse(input);
    alt((comma, delimited(char('('), comma, char(')')))).parse(input)
}

/// `picture`: rows of labels with spaces between them; or, if every row is one word of the same
/// length greater than 1, of characters.
fn parse_picture<'a>(lines: &[Line<'a>], size: Option<Size>) -> Grid<'a> {
    Grid::read(lines, is_packed(lines, size))
}

/// Returns whether the characters of these rows are the cells: every row is one word of the same
/// length greater than 1.
fn is_packed(lines: &[Line<'_>], size: Option<Size>) -> bool {
    let single = |line: &Line<'_>| !line.text.contains([' ', '\t']);
    let length = lines.first().map_or(0, |line| line.text.chars().count());
    let even = length > 1 && lines.iter().all(|line| line.text.chars().count() == length);
    // Dots or walls inside of words: a packed picture with a row of a wrong length, no labels.
    let inside = |line: &Line<'_>| {
        let mixed = |mark: char| line.text.contains(mark) && !line.text.chars().all(|c| c == mark);
        mixed('.') || mixed('#')
    };
    lines.iter().all(single)
        && match size {
            Some(size) => size.columns > 1,
            None => even || lines.len() > 1 && lines.iter().any(inside),
        }
}

/// `goal = "goal" gap target`: `goal A at (3,1)`.
fn parse_goal(input: &str) -> Form<'_, WrittenGoal<'_>> {
    preceded(keyword(&["goal"]), parse_target).parse(input)
}

/// `target = label gap "at" gap coordinate`: `A at (3,1)`.
fn parse_target(input: &str) -> Form<'_, WrittenGoal<'_>> {
    let label = preceded(not((tag("at"), parse_gap, parse_coordinate)), parse_word);
    let label = expected("the label of a block", label);
    let pair = separated_pair(label, keyword(&["at"]), place);
    pair.map(|(label, place)| WrittenGoal { label, place: Some(place) }).parse(input)
}

/// `move = label gap ( slide | "to" gap coordinate | coordinate blanks [ link ] coordinate )`, where
/// `link = "to" gap | "->" blanks | "→" blanks`: `A up`, `A to (0,1)`, `A (0,0) (0,1)`.
pub(super) fn move_form(input: &str) -> Form<'_, Written<'_>> {
    let word = || take_till1(|char| matches!(char, ' ' | '\t' | ';'));
    let to = || keyword(&["to"]);
    let arrow = || expected("an arrow", alt((tag("->"), tag("→"))));
    let link = || opt(alt((to().map(|_| ()), arrow().map(|_| ()))));
    let aim = alt((
        preceded(to(), cut(place)).map(Aim::Place),
        (terminated(place, link()), cut(place)).map(|(from, to)| Aim::Places(from, to)),
        expected("a direction", parse_slide).map(Aim::Slide),
        expected("a direction or a place", word()).map(Aim::Word),
    ));
    (expected("the label of a block", word()), aim)
        .map(|(label, aim)| Written { label, aim })
        .parse(input)
}

/// A word that starts a move of an answer: the label, the direction and the number of cells without
/// spaces between them.
struct Glued<'a> {
    label: &'a str,
    slide: Slide<'a>,
    /// The word.
    text: &'a str,
    /// The label and the letter of the direction.
    head: &'a str,
}

/// Returns the first word of an answer's text if it is a label, a direction and perhaps a number of
/// cells without spaces between them: `AR2`. A word that is a label is just that.
fn glued<'a>(model: &Model, input: &'a str) -> Option<Glued<'a>> {
    let labels = model.board.blocks.iter().map(|block| block.label.len());
    let longest = labels.max().unwrap_or_default();
    let is_label = |text: &str| text.len() <= longest && model.number(text).is_some();
    // No more of a text without spaces is looked at than a label can be long.
    let mut near = input.bytes().take(longest + 1);
    let word = near.position(|byte| matches!(byte, b' ' | b'\t' | b';')).unwrap_or(longest + 1);
    let text = &input[..input.find([' ', '\t', ',', ';']).unwrap_or(input.len())];
    if is_label(text) || input.get(..word).is_some_and(is_label) {
        return None;
    }
    let head = text.trim_end_matches(|char: char| char.is_ascii_digit());
    let sign = head.chars().next_back()?;
    let (way, case) = Direction::from_sign(sign)?;
    let label = &head[..head.len() - sign.len_utf8()];
    let digits = &text[head.len()..];
    let cells = (!digits.is_empty()).then_some(digits);
    let slide = Slide { text: &text[label.len()..], way, case, cells };
    is_label(label).then_some(Glued { label, slide, text, head })
}

/// Reads a move of an answer: as `play` takes it, or without spaces where the board has the label.
pub(super) fn read_item<'a>(
    model: &Model,
    input: &'a str,
) -> Result<(&'a str, Written<'a>), Unread<'a>> {
    if let Some(unread) = two_readings(model, input) {
        return Err(unread);
    }
    match glued(model, input) {
        Some(Glued { label, slide, text, .. }) => {
            Ok((&input[text.len()..], Written { label, aim: Aim::Slide(slide) }))
        }
        None => move_form(input).map_err(|_| no_move(input, false)),
    }
}

/// Returns the first word of an answer's text if it can name two blocks of the board: `AR2` where `A`
/// and `AR` are labels.
fn two_readings<'a>(model: &Model, input: &'a str) -> Option<Unread<'a>> {
    let Glued { label, slide, text, head } = glued(model, input)?;
    model.number(head)?;
    let cells = slide.cells.unwrap_or_default();
    let expected = format!(
        "a space after the label: `{label} {}` for block `{label}`, or `{head} DIRECTION {cells}` for \
         block `{head}`",
        slide.text
    );
    Some(Unread { text, expected })
}

/// Returns a move whose rows and columns are counted from 1 as one that counts them from 0.
pub(super) fn counted_from_one(typed: &Typed) -> Option<Typed> {
    let before = |at: Coordinate| {
        Some(Coordinate { row: at.row.checked_sub(1)?, column: at.column.checked_sub(1)? })
    };
    let target = match typed.target {
        Target::To(to) => Target::To(before(to)?),
        Target::Between(from, to) => {
            Target::Between(Spanned { value: before(from.value)?, ..from }, before(to)?)
        }
        Target::Slide(..) | Target::By(_) => typed.target,
    };
    Some(Typed { target, ..typed.clone() })
}
