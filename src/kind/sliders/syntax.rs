//! The shape of sliders: two boards with a line `goal` between them, and the arguments of commands.

use super::faults;
use super::rules::Slide;
use crate::diag::{Diagnostic, Fix, Sink, nearest};
use crate::kind::{Body, Verb};
use crate::syntax::{Args, Cut, Fragment, Line};
use crate::text::Span;

/// Lines that belong nowhere that are told of.
const STRAY_LINES: usize = 20;

/// A board as it is written.
#[derive(Debug, Default)]
pub struct Grid<'a> {
    /// The cells, row by row.
    pub rows: Vec<Vec<Fragment<'a>>>,
    /// Whether its characters are the cells.
    pub packed: bool,
}

/// A body as it is written.
#[derive(Debug)]
pub struct Shape<'a> {
    /// The start.
    pub start: Grid<'a>,
    /// The line `goal`.
    pub goal_line: Span,
    /// The goal.
    pub goal: Grid<'a>,
    /// Whether every line had its place.
    pub sound: bool,
}

/// A command, read.
#[derive(Debug)]
pub enum Call {
    /// `solve`
    Solve,
    /// `moves`
    Moves,
    /// `play SLIDES`
    Play(Vec<(Slide, Span)>),
    /// `hint`
    Hint,
    /// `paths N`
    Paths(u64),
    /// `goals N`
    Goals(u64),
    /// `frontier N`
    Frontier(u64),
    /// `step N`
    Step(u64),
    /// `count`
    Count,
    /// `sum`
    Sum,
    /// `checksum SLIDES`
    Checksum(Vec<Slide>),
}

/// The lines of a body; on one line `goal` is a row of its own.
pub(super) fn rows<'a>(body: &Body<'a>) -> Vec<Line<'a>> {
    body.parts(|word| if word == "goal" { Cut::Around } else { Cut::No })
}

/// `sliders-body`: the start, a line `goal`, the goal. None where one of the boards is missing.
pub fn parse_sliders_body<'a>(body: &Body<'a>, sink: &mut Sink) -> Option<Shape<'a>> {
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
    let mut last = body.name;
    for line in lines {
        let text = line.text.trim_start_matches([' ', '\t']);
        let line = Line { text, start: line.start + (line.text.len() - text.len()) as u32 };
        if text.is_empty() {
            ended = !parts[usize::from(goal_line.is_some())].is_empty();
            continue;
        }
        last = line.span();
        let word = text.split([' ', '\t']).next().unwrap_or_default();
        if word == "goal" {
            let place = line.part(&(0..word.len()));
            if let Some(first) = goal_line {
                sound = false;
                refuse(faults::second_goal(place, first), sink);
                if parts[1].is_empty() {
                    continue;
                }
                break; // what follows belongs to the other goal
            }
            goal_line = Some(place);
            (ended, apart) = (false, false);
            let rest = text[word.len()..].trim_start_matches([' ', '\t']);
            if !rest.is_empty() {
                sound = false;
                let from = text.len() - rest.len();
                refuse(faults::after_goal(line.part(&(from..text.len())), rest), sink);
            }
        } else if ended {
            // The lines that follow are the rest of the same board.
            if !std::mem::replace(&mut apart, true) {
                refuse(faults::stray_line(&line, goal_line.is_some()), sink);
            }
            sound = false;
        } else {
            parts[usize::from(goal_line.is_some())].push(line);
        }
    }
    let [start, goal] = parts;
    if start.is_empty() && goal.is_empty() && goal_line.is_none() {
        sink.push(faults::empty(body.name));
        return None;
    }
    if start.is_empty() {
        sink.push(faults::empty(body.name));
        return None;
    }
    let (Some(goal_line), false) = (goal_line, goal.is_empty()) else {
        if sound {
            sink.push(match goal_line {
                Some(_) => faults::no_goal(last, true),
                None => missing_goal(&start),
            });
        }
        return None;
    };
    Some(Shape { start: parse_board(&start), goal_line, goal: parse_board(&goal), sound })
}

/// There is no line `goal`: one of the rows may be a misspelling of it, or two boards of the same
/// size stand one below the other.
fn missing_goal(rows: &[Line<'_>]) -> Diagnostic {
    let meant = rows.iter().find(|row| nearest(row.text, ["goal"]).is_some());
    if let Some(row) = meant.filter(|_| rows.len() > 2) {
        return faults::misspelt_goal(row.span(), row.text);
    }
    let last = rows.last().map_or_else(Span::default, Line::span);
    let fault = faults::no_goal(last, false);
    match rows.len() % 2 {
        0 if rows.len() > 2 => fault.fix(Fix::new(
            "Add the line `goal`",
            Span::at(rows[rows.len() / 2 - 1].span().end),
            "\n  goal",
        )),
        _ => fault,
    }
}

/// `board`: rows of labels with blanks between them; or, where every row is one word of the same
/// length greater than 1, of characters.
pub fn parse_board<'a>(lines: &[Line<'a>]) -> Grid<'a> {
    let single = |line: &Line<'_>| !line.text.contains([' ', '\t']);
    let length = lines.first().map_or(0, |line| line.text.chars().count());
    let alike = lines.iter().all(|line| line.text.chars().count() == length);
    // Rows of one label each would lack the gap, so one of these is too long or too short.
    let ragged = lines.len() > 2
        && lines.iter().any(|line| line.text.chars().count() > 1)
        && !lines.iter().any(|line| line.text.bytes().all(|byte| byte == b'.'));
    let packed = lines.iter().all(single) && (length > 1 && alike || ragged && !alike);
    let rows = lines
        .iter()
        .map(|line| {
            let whole = Fragment { text: line.text, start: line.start };
            if packed {
                let cell = |(at, char): (usize, char)| whole.part(at..at + char.len_utf8());
                line.text.char_indices().map(cell).collect()
            } else {
                let mut cells = Vec::new();
                let mut args = Args::new(whole, line.span(), "LABEL …");
                while let Some(cell) = args.word() {
                    cells.push(cell);
                }
                cells
            }
        })
        .collect();
    Grid { rows, packed }
}

/// `sliders-command`: the arguments after a verb.
pub fn parse_sliders_command(
    verb: &'static Verb,
    args: &mut Args<'_>,
    sink: &mut Sink,
) -> Option<Call> {
    match verb.name {
        "play" => parse_slides(args, sink).map(Call::Play),
        "checksum" => {
            let slides = parse_slides(args, sink)?;
            Some(Call::Checksum(slides.into_iter().map(|(slide, _)| slide).collect()))
        }
        "paths" => args.expect_count(10, sink).map(Call::Paths),
        "goals" => args.expect_count(10, sink).map(Call::Goals),
        "frontier" => args.expect_count(10, sink).map(Call::Frontier),
        "step" => args.expect_count(1, sink).map(Call::Step),
        name => args.expect_end(sink).then_some(match name {
            "solve" => Call::Solve,
            "moves" => Call::Moves,
            "count" => Call::Count,
            "sum" => Call::Sum,
            _ => Call::Hint,
        }),
    }
}

/// `slides`: letters, with blanks between them or not.
pub fn parse_slides(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<(Slide, Span)>> {
    let first = args.expect_word("a move", sink)?;
    let mut words = vec![first];
    words.extend(std::iter::from_fn(|| args.word()));
    let mut slides = Vec::new();
    for word in words {
        for (at, letter) in word.text.char_indices() {
            let place = word.part(at..at + letter.len_utf8());
            let Some(slide) = Slide::from_letter(letter) else {
                sink.push(faults::not_a_move(place.span(), place.text));
                return None;
            };
            slides.push((slide, place.span()));
        }
    }
    Some(slides)
}
