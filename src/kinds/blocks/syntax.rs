//! Moves as they are written.

use nom::branch::alt;
use nom::character::complete::{digit1, satisfy};
use nom::combinator::{consumed, eof, opt, peek, recognize};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Offset, Parser};

use super::faults::{self, misspelled_goal};
use super::{Blocks, Model};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::Body;
use crate::puzzle::moves::{
    Case, Direction, EachMove, Item, Unread, parse_direction_sign, parse_direction_word,
    until_separator,
};
use crate::scene::Coordinate;
use crate::syntax::{
    Args, Cut, Form, Fragment, Line, Place, form_fix, list, parse_blanks, parse_gap,
};
use crate::text::{Span, Spanned};

/// The target of a move, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// By so many cells in that direction.
    Slide(Direction, i32),
    /// By so many cells along the block's axis.
    By(i32),
    /// To that place.
    To(Coordinate),
    /// From the first place (standing there) to the second.
    Between(Spanned<Coordinate>, Coordinate),
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The label.
    pub label: String,
    /// The place of the label.
    pub label_span: Span,
    /// The target of the block.
    pub target: Target,
    /// The place of the direction, or of the last place.
    pub target_span: Span,
}

/// A slide as it is written: `right`, `right 2`, `R2`, `→ 2`.
#[derive(Clone, Copy, Debug)]
pub struct Slide<'a> {
    /// Its text.
    pub text: &'a str,
    /// The direction.
    pub way: Direction,
    /// The case of a direction that is a letter.
    pub case: Option<Case>,
    /// The digits of the number of cells; none for one cell.
    pub cells: Option<&'a str>,
}

/// The target of a move as it is written.
#[derive(Clone, Copy, Debug)]
pub enum Aim<'a> {
    /// A word that is not a target.
    Word(&'a str),
    /// A sign and a number of cells along the block's axis: `+2`.
    Offset(&'a str),
    /// A direction, and a number of cells or not.
    Slide(Slide<'a>),
    /// To a place.
    Place(Place<'a>),
    /// From a place to another.
    Places(Place<'a>, Place<'a>),
}

/// A move as it is written: its label and where it leads.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The label of the block.
    pub label: &'a str,
    /// The target.
    pub aim: Aim<'a>,
}

/// A goal as it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenGoal<'a> {
    /// The label.
    pub label: &'a str,
    /// The place, if the kind asks for it.
    pub place: Option<Place<'a>>,
}

/// Parses moves separated by `;`.
fn several<K: Blocks>(input: &str) -> Form<'_, Vec<Written<'_>>> {
    list(';', K::move_form).parse(input)
}

/// Returns the arguments of `play`.
pub(super) fn play<K: Blocks>(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
    read_moves::<K>(several::<K>, args, sink)
}

/// Reads the one move of `move`.
pub(super) fn single<K: Blocks>(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
    read_moves::<K>(|input| K::move_form.map(|written| vec![written]).parse(input), args, sink)
}

/// Reads moves of a form up to the end of a command.
fn read_moves<K: Blocks>(
    form: impl Fn(&str) -> Form<'_, Vec<Written<'_>>>,
    args: &mut Args<'_>,
    sink: &mut Sink,
) -> Option<Vec<Typed>> {
    let whole = args.rest();
    let mark = sink.len();
    let written = args.read(&form, sink).filter(|_| args.expect_end(sink));
    let typed = |written| typed::<K>(whole, written, sink);
    let moves = written.and_then(|written| written.into_iter().map(typed).collect());
    let right = |text: &str| {
        let is_sound = |written: &Written<'_>| !matches!(written.aim, Aim::Word(_));
        matches!(form(text), Ok(("", written)) if written.iter().all(is_sound))
    };
    for fault in sink.diagnostics_since(mark) {
        fault.better_fix(form_fix(whole, K::WORDS.moves, right));
    }
    moves
}

/// Returns a move of `whole`; reports a word that is not one.
fn typed<K: Blocks>(whole: Fragment<'_>, written: Written<'_>, sink: &mut Sink) -> Option<Typed> {
    let label = whole.locate(written.label);
    let (target, place) = match written.aim {
        Aim::Place(to) => (Target::To(to.at), to.text),
        Aim::Places(from, to) => {
            let from = Spanned { value: from.at, span: whole.locate(from.text).span() };
            (Target::Between(from, to.at), to.text)
        }
        Aim::Slide(slide) => (Target::Slide(slide.way, slide.length()), slide.text),
        Aim::Offset(text) => (Target::By(cells_along(text)), text),
        Aim::Word(word) => {
            sink.push(K::not_a_move(label, whole.locate(word)));
            return None;
        }
    };
    let text = label.text.to_owned();
    let label_span = label.span();
    Some(Typed { label: text, label_span, target, target_span: whole.locate(place).span() })
}

impl Slide<'_> {
    /// Returns the number of cells. Farther than any board is wide, a slide leaves the board.
    fn length(&self) -> i32 {
        self.cells.map_or(1, |digits| digits.parse().unwrap_or(i32::MAX))
    }
}

/// The signs before a number of cells to the left or up: a hyphen, a minus sign, a dash.
pub(crate) const MINUS: [char; 3] = ['-', '−', '–'];

/// Returns the number of cells that an offset says, below 0 after a minus sign.
fn cells_along(offset: &str) -> i32 {
    let digits = offset.trim_start_matches('+').trim_start_matches(MINUS);
    let cells = digits.parse().unwrap_or(i32::MAX);
    if offset.starts_with(MINUS) { -cells } else { cells }
}

/// Parses the end of a move, which it leaves: a space, a separator, or the end of the text.
pub(crate) fn move_end(input: &str) -> IResult<&str, &str> {
    let ends = |char: char| char.is_whitespace() || matches!(char, ',' | ';');
    peek(alt((eof, recognize(satisfy(ends))))).parse(input)
}

/// Parses `blocks-slide = direction-word [ gap cells ] | direction-sign [ blanks cells ]`, where
/// `cells = digit { digit }`: `right 2`, `R2`, `→`.
pub(crate) fn parse_slide(input: &str) -> IResult<&str, Slide<'_>> {
    let cells = || terminated(digit1, move_end);
    let word = parse_direction_word.map(|way| (way, None));
    let word = (word, opt(preceded(parse_gap, cells())));
    let sign = (parse_direction_sign, opt(preceded(parse_blanks, cells())));
    let slide = terminated(consumed(alt((word, sign))), move_end);
    slide.map(|(text, ((way, case), cells))| Slide { text, way, case, cells }).parse(input)
}

/// Returns the fault of an answer that does not begin with a move: its text up to the next separator.
pub(crate) fn no_move(input: &str, spaces_separate: bool) -> Unread<'_> {
    Unread::new(until_separator(input, spaces_separate).trim_end())
}

/// Reads the move at the start of the text of an answer.
///
/// # Errors
/// There is no move.
pub(super) fn read_item<'a, K: Blocks>(
    model: &Model<K>,
    text: Fragment<'a>,
    each: &mut EachMove<'_, 'a, Typed>,
) -> Result<Item<'a>, Unread<'a>> {
    let (rest, written) = K::read_item(model, text.text)?;
    let typed = typed::<K>(text, written, &mut Sink::new());
    let typed = typed.ok_or_else(|| no_move(text.text, K::LANES))?;
    let read = text.text[..text.text.offset(rest)].trim_end();
    each(typed, read);
    let case = if let Aim::Slide(slide) = written.aim { slide.case } else { None };
    Ok(Item { text: read, case })
}

/// Returns the lines of a body; on one line a goal is a separate row.
pub(crate) fn rows<'a>(body: &Body<'a>) -> Vec<Line<'a>> {
    body.parts(|word| if word == "goal" { Cut::Before } else { Cut::No })
}

/// Returns the goal lines above a board that has none below it: the report of them, if rows follow.
pub(crate) fn goal_above<K: Blocks>(
    source: &str,
    lines: &[Line<'_>],
    is_goal: impl Fn(&Line<'_>) -> bool,
) -> Option<Diagnostic> {
    let mut lines: Vec<_> = lines.iter().filter(|line| !line.is_blank()).copied().collect();
    let rows = lines.split_off(lines.iter().take_while(|line| is_goal(line)).count());
    let last = rows.last().filter(|_| !lines.is_empty() && !rows.iter().any(is_goal))?;
    Some(faults::goal_above::<K>(source, &lines, last.span()))
}

/// Reads a line that is intended as a goal and begins with `word`; reports what is wrong with it,
/// with a fix if `form` then holds.
pub(crate) fn goal_line<'a, K: Blocks>(
    line: &Line<'a>,
    word: &str,
    keywords: &[&str],
    form: fn(&str) -> Form<'_, WrittenGoal<'_>>,
    sink: &mut Sink,
) -> Option<WrittenGoal<'a>> {
    let mark = sink.len();
    let mut args = Args::new(*line, line.span(), K::WORDS.goal);
    if word == "goal" {
        let goal = args.read(form, sink).filter(|_| args.expect_end(sink));
        if goal.is_some() {
            return goal;
        }
    } else {
        sink.push(misspelled_goal::<K>(line.part(0..word.len())));
    }
    let fix = form_fix(*line, keywords, |text| matches!(form(text), Ok(("", _))));
    if fix.is_some() || word == "goal" {
        for fault in sink.diagnostics_since(mark) {
            fault.fixes.splice(.., fix.clone());
        }
    }
    None
}
