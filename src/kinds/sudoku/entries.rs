//! The puzzles of raw input and of files of other programs, one after the other: drawn grids, grids of
//! pencil marks, or a list with a puzzle per line.

use super::codes;
use super::dress::Dress;
use super::lower::{Givens, lower};
use super::syntax::foreign::{
    Drawn, ListLine, drawn, is_list, list_lines, marked, puzzle_in, why_not,
};
use super::syntax::frame::FrameLine;
use super::syntax::library::parse_library_line;
use super::syntax::marked::{Group, marked_line};
use super::syntax::opensudoku::games_of;
use super::syntax::plain::{Plain, refused};
use super::syntax::{Content, Signs, read_lines};
use crate::diag::{Severity, Sink};
use crate::puzzle::lists::{Numbered, used};
use crate::syntax::Line;
use crate::text::{LineIndex, Span};

/// A puzzle of a text.
pub(super) struct Entry<'a> {
    /// The number of its line, from 0.
    pub number: u32,
    /// The comments before it.
    comments: Vec<&'a str>,
    written: Written<'a>,
    /// True if digits of the text can be numbers from 10 on.
    has_numbers: bool,
}

/// The form of a puzzle.
enum Written<'a> {
    Drawn(Drawn<'a>, Signs),
    Marks(Content, Span),
    Line(Numbered<'a>),
}

impl<'a> Entry<'a> {
    /// Reads the puzzle, and the state that a player reached, if it is drawn below the puzzle. Reports
    /// their faults.
    pub(super) fn read(&self, sink: &mut Sink) -> Option<Givens> {
        let mut model = match &self.written {
            Written::Drawn(drawn, signs) => givens(&drawn.rows, &drawn.rules, *signs, sink),
            Written::Marks(groups, place) => lower(groups, *place, sink),
            Written::Line(line) => model_of(line, sink),
        };
        if let (Some(model), Written::Drawn(Drawn { state, .. }, signs)) =
            (&mut model, &self.written)
            && !state.is_empty()
        {
            let mut faults = Sink::new();
            follow(model, givens(state, &[], *signs, &mut faults));
            faults.retain_since(0, |fault| fault.severity() == Severity::Error);
            sink.append(faults);
        }
        numbered(model, self.has_numbers)
    }

    /// Returns the place of the puzzle.
    pub(super) fn place(&self) -> Span {
        match &self.written {
            Written::Drawn(drawn, _) => {
                drawn.rows.first().map(|row| row.line.span()).unwrap_or_default()
            }
            Written::Marks(_, place) => *place,
            Written::Line(numbered) => {
                let line = numbered.line;
                puzzle_in(&line).map_or(line, |(puzzle, _)| puzzle).span()
            }
        }
    }

    /// Returns the line of a list that it is.
    pub(super) fn line(&self) -> Option<&Numbered<'a>> {
        if let Written::Line(line) = &self.written { Some(line) } else { None }
    }

    /// Returns whether a line of a list has a puzzle in it.
    pub(super) fn has_puzzle(&self) -> bool {
        let has_puzzle = |line| marked_line(line).is_some() || puzzle_in(line).is_some();
        self.line().is_none_or(|numbered| has_puzzle(&numbered.line))
    }

    /// Returns the notes about the puzzle: the comments before it, and what else is on its line.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.comments.iter().copied().map(String::from).collect();
        let line = self.line().map(|numbered| numbered.line);
        if let Some(library) = line.as_ref().and_then(parse_library_line) {
            notes.extend(library.unknown.iter().map(|field| field.text.trim().to_owned()));
        } else if let Some(line) = line
            && let Some((puzzle, _)) = puzzle_in(&line)
        {
            let from = (puzzle.start - line.start) as usize;
            let around = [&line.text[..from], &line.text[from + puzzle.text.len()..]];
            let around = around.map(|text| text.trim_matches([' ', '\t', ',', ';', ':', '#']));
            notes.extend(around.into_iter().filter(|text| !text.is_empty()).map(String::from));
        }
        notes
    }
}

/// The puzzles of a text.
pub(super) struct Entries<'a> {
    /// The puzzles; a list is read while they are asked for.
    pub puzzles: Box<dyn Iterator<Item = Entry<'a>> + 'a>,
    /// True if there are none, because nothing is drawn. A list can have none, too.
    pub is_blank: bool,
    /// True if only the most important diagnostic of each puzzle is shown.
    pub are_many: bool,
    /// True if they are lines of a list, of whose faults only the first are shown.
    pub is_list: bool,
}

/// Returns the puzzles of a text without the signs of other forms. `begins` says that the text does not
/// continue another one, of which only a list is cut.
pub(super) fn entries<'a>(plain: &'a Plain<'_>, begins: bool) -> Entries<'a> {
    let text = &*plain.text;
    let has_numbers = plain.has_numbers;
    let grids = if begins { pencil_grids(text) } else { Vec::new() };
    if !grids.is_empty() {
        let are_many = grids.len() > 1;
        let puzzles = Box::new(marks(text, grids, has_numbers));
        return Entries { puzzles, is_blank: false, are_many, is_list: false };
    }
    if !begins || is_list(text) {
        let puzzles = Box::new(listed(text, begins, has_numbers));
        return Entries { puzzles, is_blank: false, are_many: true, is_list: true };
    }
    let (grids, signs) = drawn(text);
    let is_blank = grids.is_empty();
    let are_many = grids.len() > 1;
    let puzzles = grids.into_iter().map(move |mut drawn| Entry {
        number: drawn.rows.first().map_or(0, |row| row.number),
        comments: std::mem::take(&mut drawn.notes),
        written: Written::Drawn(drawn, signs),
        has_numbers,
    });
    Entries { puzzles: Box::new(puzzles), is_blank, are_many, is_list: false }
}

/// Returns the grids of pencil marks that a text is; none if it is something else.
fn pencil_grids(text: &str) -> Vec<Vec<Group>> {
    match games_of(text) {
        games if games.is_empty() => marked(text).into_iter().collect(),
        games => games,
    }
}

/// Returns grids of pencil marks as puzzles. The comments of the text are those of the first.
fn marks(text: &str, grids: Vec<Vec<Group>>, has_numbers: bool) -> impl Iterator<Item = Entry<'_>> {
    let comments =
        used(text).map(|numbered| numbered.line.text).filter(|line| line.starts_with('#'));
    let mut comments: Vec<&str> = comments.collect();
    let starts = (grids.len() > 1).then(|| LineIndex::new(text));
    grids.into_iter().map(move |groups| {
        let place = groups.first().map(|group| group.span).unwrap_or_default();
        Entry {
            number: starts.as_ref().map_or(0, |starts| starts.line(place.start)),
            comments: std::mem::take(&mut comments),
            written: Written::Marks(Content::Marks(groups), place),
            has_numbers,
        }
    })
}

/// Returns the lines of a list that must hold puzzles.
pub(super) fn lines(text: &str) -> Vec<&str> {
    let lines = listed(text, true, false).filter_map(|entry| Some(entry.line()?.line.text));
    lines.collect()
}

/// Returns the puzzles of a list.
fn listed(text: &str, begins: bool, has_numbers: bool) -> impl Iterator<Item = Entry<'_>> {
    let mut comments = Vec::new();
    list_lines(text, begins).filter_map(move |line| match line {
        ListLine::Note(note) => {
            comments.push(note);
            None
        }
        ListLine::Puzzle(line) => {
            let comments = std::mem::take(&mut comments);
            let number = line.number;
            let written = Written::Line(line);
            Some(Entry { number, comments, written, has_numbers })
        }
    })
}

/// Lets a puzzle start in the state that a player reached.
fn follow(model: &mut Givens, state: Option<Givens>) {
    if let Some(state) = state.filter(|state| state.grid.layout() == model.grid.layout()) {
        model.start = state.start;
        model.hopeless |= state.hopeless;
    }
}

/// Returns whether a text has a form that is not read, and reports it.
pub(super) fn refuses(text: &str, sink: &mut Sink) -> bool {
    let form = refused(text);
    if let Some((form, place)) = form {
        sink.push(codes::form_not_read(place, form));
    }
    form.is_some()
}

/// Reads the puzzle of a line of a list.
fn model_of(numbered: &Numbered<'_>, sink: &mut Sink) -> Option<Givens> {
    if let Some(groups) = marked_line(&numbered.line) {
        return lower(&Content::Marks(groups), numbered.line.span(), sink);
    }
    let Some((line, signs)) = puzzle_in(&numbered.line) else {
        sink.push(codes::not_a_puzzle(numbered.line.span(), &why_not(&numbered.line)));
        return None;
    };
    givens(&[Numbered { line, ..*numbered }], &[], signs, sink)
}

/// Reads the cells of some lines, with the lines of their frame.
pub(super) fn givens(
    rows: &[Numbered<'_>],
    rules: &[FrameLine],
    signs: Signs,
    sink: &mut Sink,
) -> Option<Givens> {
    let lines: Vec<Line<'_>> = rows.iter().map(|row| row.line).collect();
    let place = match &lines[..] {
        [] => Span::default(),
        [first, .., last] => first.span().to(last.span()),
        [only] => only.span(),
    };
    let mut shape = read_lines(&lines, signs, sink);
    shape.frame.rules.extend_from_slice(rules);
    lower(&Content::Cells(shape), place, sink)
}

/// Returns a puzzle of a text whose digits are numbers from 10 on, too, if `is_numbered` says so.
pub(super) fn numbered(model: Option<Givens>, is_numbered: bool) -> Option<Givens> {
    let mut model = model?;
    if is_numbered && model.grid.size() > 9 {
        model.dress = Dress::Numbers;
    }
    Some(model)
}
