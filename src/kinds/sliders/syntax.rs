//! The shape of sliders: two boards with a line `goal` between them, and the arguments of commands.

pub(super) mod tiles;

use super::codes;
use super::marks::mark_boards;
use super::rules::Slide;
use crate::diag::Applicability::{Guess, Likely};
use crate::diag::{Diagnostic, Fix, Sink, nearest};
use crate::puzzle::moves::expect_letters;
use crate::puzzle::{Body, Mark, Out, Part};
use crate::syntax::{Args, Cut, Grid, Line, parse_word, whole_line};
use crate::text::{Span, Spanned};

/// The most misplaced lines that are reported.
const STRAY_LINES: usize = 20;

/// A body as it is written.
#[derive(Debug)]
pub(super) struct Shape<'a> {
    /// The start.
    pub start: Grid<'a>,
    /// The line `goal`.
    pub goal_line: Span,
    /// The goal.
    pub goal: Grid<'a>,
    /// True if every line could be read.
    pub sound: bool,
}

/// A command that only sliders puzzles have.
#[derive(Clone, Debug)]
pub(super) enum SlidersCommand {
    /// `count`
    Count,
    /// `sum`
    Sum,
    /// `checksum SLIDES`
    Checksum(Vec<Slide>),
}

/// The verb of such a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlidersWord {
    /// `count`
    Count,
    /// `sum`
    Sum,
    /// `checksum`
    Checksum,
}

/// Returns the lines of a body; on one line `goal` is a separate row.
pub(super) fn rows<'a>(body: &Body<'a>) -> Vec<Line<'a>> {
    body.parts(|word| if word == "goal" { Cut::Around } else { Cut::No })
}

/// `sliders-body`: the start, a line `goal`, the goal. `None` if one of the boards is missing.
pub(super) fn expect_sliders_body<'a>(body: &Body<'a>, out: &mut Out<'_>) -> Option<Shape<'a>> {
    let lines = rows(body);
    let mut stray = 0;
    let mut parts: [Vec<Line<'a>>; 2] = [Vec::new(), Vec::new()];
    let mut goal_line: Option<Span> = None;
    let mut ended = false;
    let mut refuse = |diagnostic, sink: &mut Sink| {
        stray += 1;
        if stray <= STRAY_LINES {
            sink.push(diagnostic);
        }
    };

    let mut sound = true;
    let mut apart = false;
    let mut headed = false;
    let mut last = body.name;
    for line in lines.into_iter().map(Line::trimmed) {
        let part = &mut parts[usize::from(goal_line.is_some())];
        let Ok((rest, word)) = parse_word(line.text) else {
            ended = !part.is_empty();
            continue;
        };
        last = line.span();

        if word == "goal" {
            let place = line.place(&(0..word.len()));
            out.mark(|marks| marks.push(Mark::new(place, Part::Keyword)));
            if let Some(first) = goal_line {
                sound = false;
                let fault = codes::second_goal(place, first);
                if part.is_empty() {
                    let whole = whole_line(body.source, place);
                    refuse(fault.fix(Fix::new(Guess, "Remove the line", whole, "")), out);
                    continue;
                }
                refuse(fault, out);
                break; // the rest belongs to the other goal
            }
            goal_line = Some(place);
            ended = false;
            apart = false;
            let rest = rest.trim_start_matches([' ', '\t']);
            if !rest.is_empty() {
                sound = false;
                refuse(codes::after_goal(line.locate(rest)), out);
            }
        } else if ended {
            // The lines that follow are the rest of the same board.
            if !std::mem::replace(&mut apart, true) {
                refuse(codes::stray_line(&line, goal_line.is_some()), out);
            }
            sound = false;
        } else {
            part.push(line);
        }
    }

    let [mut start, goal] = parts;
    let boards = [parse_board(&start), parse_board(&goal)];
    out.mark(|marks| mark_boards(&boards[0], &boards[1], marks));

    if let [first, second, ..] = &start[..]
        && is_heading(first, second)
    {
        let whole = whole_line(body.source, first.span());
        out.push(codes::heading(first, whole));
        start.remove(0);
        headed = true;
    }

    if start.is_empty() {
        out.push(codes::empty(body.name, goal_line));
        return None;
    }
    let (Some(goal_line), false) = (goal_line, goal.is_empty()) else {
        if sound {
            out.push(match goal_line {
                Some(_) => codes::no_goal(last, true),
                None if body.goal.is_some() => codes::no_order(last),
                None => missing_goal(&start),
            });
        }
        return None;
    };

    let sound = sound && !headed;
    let [drawn, goal] = boards;
    let start = if headed { parse_board(&start) } else { drawn };
    Some(Shape { start, goal_line, goal, sound })
}

/// Returns whether the line above the start names it, and is not a row of as many cells as the next
/// one.
fn is_heading(first: &Line<'_>, second: &Line<'_>) -> bool {
    let named = matches!(first.text.trim_end_matches(':'), "start" | "initial" | "board");
    let cells = second.text.split_ascii_whitespace().count();
    named && (cells > 1 || second.text.chars().count() != first.text.chars().count())
}

/// Returns the fault of a body without a line `goal`: one of the rows may be a misspelling of it or
/// have the word in it, the row in the middle may be another separator, or two boards of the same
/// size are one below the other.
fn missing_goal(rows: &[Line<'_>]) -> Diagnostic {
    let row = |at: usize| &rows[at];
    let half = rows.len() / 2;
    let misspelled = rows.iter().find(|row| nearest(row.text, ["goal"]).is_some());
    if let Some(row) = misspelled.filter(|_| rows.len() > 2) {
        return codes::misspelled_goal(row);
    }

    let within = |row: &Line<'_>| {
        let mut words = row.text.split([' ', '\t']);
        let word = row.locate(words.find(|&word| word == "goal")?).span();
        let at = (word.start - row.start) as usize;
        let before = row.text[..at].trim_end().len() as u32;
        let after = row.text[at + 4..].trim_start().len() as u32;
        Some((word, Span::new(row.start + before, row.span().end - after)))
    };
    if let Some((word, gap)) = rows.iter().find_map(within) {
        return codes::goal_within(word, gap);
    }

    let fault = codes::no_goal(row(rows.len() - 1).span(), false);
    if rows.len() < 3 {
        return fault;
    }

    // A separator is shorter or longer than all rows of the boards.
    let length = |row: &Line<'_>| match row.text.split_ascii_whitespace().count() {
        1 => (1, row.text.chars().count()),
        count => (count, 0),
    };
    let boards = || rows[..half].iter().chain(&rows[half + 1..]);
    match rows.len() % 2 {
        0 => {
            let end = Span::at(row(half - 1).span().end);
            fault.fix(Fix::new(Likely, "Add the line `goal`", end, "\n  goal"))
        }
        _ if boards().all(|other| length(other) != length(row(half))) => {
            codes::misspelled_goal(row(half))
        }
        _ => fault,
    }
}

/// `board`: rows of labels with spaces between them; or, if every row is one word of the same
/// length greater than 1, of characters.
pub(super) fn parse_board<'a>(lines: &[Line<'a>]) -> Grid<'a> {
    let single = |line: &Line<'_>| !line.text.contains([' ', '\t']);
    let length = lines.first().map_or(0, |line| line.text.chars().count());
    let alike = lines.iter().all(|line| line.text.chars().count() == length);
    // Rows of one label each would lack the gap, so one of these is too long or too short.
    let ragged = lines.len() > 2
        && lines.iter().any(|line| line.text.chars().count() > 1)
        && !lines.iter().any(|line| line.text.bytes().all(|byte| byte == b'.'));
    let packed = lines.iter().all(single) && (length > 1 && alike || ragged && !alike);
    Grid::read(lines, packed)
}

/// `slides = slide-word { gap slide-word }`: `LU R`, `left up`.
pub(super) fn expect_slides(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Spanned<Slide>>> {
    expect_letters(args, Slide::from_letter, codes::not_a_move, sink)
}
