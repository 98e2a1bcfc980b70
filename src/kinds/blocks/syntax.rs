//! Moves as they are written.

use nom::Parser;

use super::faults::{self, misspelled_goal};
use super::rules::Cell;
use super::{Blocks, Extra, ExtraWord, Model};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::Body;
use crate::puzzle::moves::{Call, Direction};
use crate::syntax::{Args, Coordinate, Cut, Form, Fragment, Line, Place, form_fix, list};
use crate::text::{Span, Spanned};

/// The target of a move, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// One slide.
    Slide(Direction),
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

/// The target of a move: a word that the kind must know if the move is right, a place, or two of
/// them.
#[derive(Clone, Copy, Debug)]
pub enum Aim<'a> {
    /// A word.
    Word(&'a str),
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

/// Returns a single move.
fn one<K: Blocks>(input: &str) -> Form<'_, Vec<Written<'_>>> {
    K::move_form.map(|found| vec![found]).parse(input)
}

/// Returns the arguments of `play`.
pub(super) fn play<K: Blocks>(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
    read_moves::<K>(several::<K>, args, sink)
}

/// Returns the arguments after a verb that not all puzzles with moves have.
pub(super) fn command<K: Blocks>(
    word: ExtraWord,
    args: &mut Args<'_>,
    sink: &mut Sink,
) -> Option<Call<Model<K>>> {
    match word {
        ExtraWord::Move => read_moves::<K>(one::<K>, args, sink).map(Call::Play),
        ExtraWord::Hardest => args.expect_end(sink).then_some(Call::Own(Extra::Hardest)),
        ExtraWord::States => args.expect_end(sink).then_some(Call::Own(Extra::States)),
    }
}

/// Reads moves of a form up to the end of a command.
fn read_moves<K: Blocks>(
    form: impl Fn(&str) -> Form<'_, Vec<Written<'_>>>,
    args: &mut Args<'_>,
    sink: &mut Sink,
) -> Option<Vec<Typed>> {
    let (whole, mark) = (args.rest(), sink.len());
    let found = args.read(&form, sink).filter(|_| args.expect_end(sink));
    let typed = |found| typed::<K>(whole, found, sink);
    let moves = found.and_then(|found| found.into_iter().map(typed).collect());
    let right = |text: &str| {
        let whole = Fragment { text, start: 0 };
        let sound = |one: &Written<'_>| match one.aim {
            Aim::Word(word) => K::target(whole.locate(one.label), whole.locate(word)).is_some(),
            Aim::Place(_) | Aim::Places(..) => true,
        };
        matches!(form(text), Ok(("", found)) if found.iter().all(sound))
    };
    for fault in sink.found_since(mark) {
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
        Aim::Word(word) => {
            let place = whole.locate(word);
            let Some(target) = K::target(label, place) else {
                sink.push(K::not_a_move(label, place));
                return None;
            };
            (target, word)
        }
    };
    let (text, label_span) = (label.text.to_owned(), label.span());
    Some(Typed { label: text, label_span, target, target_span: whole.locate(place).span() })
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
        for fault in sink.found_since(mark) {
            fault.fixes.splice(.., fix.clone());
        }
    }
    None
}

/// Returns a place as boards count them; `None` if it is beyond every board.
pub(crate) fn cell(at: Coordinate) -> Option<Cell> {
    Some(Cell::new(i32::try_from(at.row).ok()?, i32::try_from(at.column).ok()?))
}
