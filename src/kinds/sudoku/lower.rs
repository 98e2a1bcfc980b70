//! From the cells that are written to a model.

use super::codes;
use super::dress::Dress;
use super::grid::{Alphabet, Grid, cell_name};
use super::layout::Layout;
use super::rules::{Clash, allowed, clashes, dead_cells, dead_digits, geometry};
use super::syntax::frame::{Frame, FrameFault, FrameLine};
use super::syntax::marked::{Content as Marked, Group};
use super::syntax::{Content, Shape, Written};
use crate::diag::Sink;
use crate::text::Span;

/// The content of a body.
#[derive(Clone, Debug)]
pub(super) struct Givens {
    /// The givens.
    pub grid: Grid,
    /// The grid at the start: the givens, the digits that were placed, the pencil marks.
    pub start: Grid,
    /// The character for empty cells, as the body writes them.
    pub blank: char,
    /// How the text writes the digits.
    pub dress: Dress,
    /// The place of each cell in the text.
    pub places: Vec<Span>,
    /// True if all cells are on one line.
    pub on_one_line: bool,
    /// True if the grid is obviously without a solution, which has been reported: a digit twice in
    /// a unit, a cell or a digit without a place.
    pub hopeless: bool,
}

impl Givens {
    /// Returns the model of a grid that was not read from a text.
    pub(super) fn plain(grid: Grid) -> Self {
        Self {
            start: grid.clone(),
            dress: Dress::Body(grid.alphabet()),
            grid,
            blank: '.',
            places: Vec::new(),
            on_one_line: false,
            hopeless: false,
        }
    }
}

/// Builds the model of a body. Returns `None`, and reports at least one error, if its cells do not
/// make a grid. A grid without a solution is reported, but still is a model. `name` is the place of
/// faults without a place in the body.
pub(super) fn lower(content: &Content, name: Span, sink: &mut Sink) -> Option<Givens> {
    let mark = sink.len();
    let shape = match content {
        Content::Cells(shape) => shape,
        Content::Marks(groups) => return lower_marks(groups, name, sink),
    };
    let count = shape.count();
    let Some(layout) = Layout::of_cells(count) else {
        // A reported sign explains the cells that are too many, and a word an empty grid.
        let is_reported = shape.cells().any(|cell| cell.bad) || count == 0 && !shape.sound;
        if !is_reported {
            wrong_count(shape, count, name, sink);
        }
        return None;
    };

    let size = layout.size();
    let dress = shape.dress();
    let mut values = Vec::with_capacity(count);
    let mut large: Vec<(char, Vec<Span>)> = Vec::new();
    for cell in shape.cells() {
        let value = dress.digit(cell.char, size).unwrap_or(0);
        values.push(value);
        if value == 0 && cell.value != 0 {
            match large.iter_mut().find(|(char, _)| *char == cell.char) {
                Some((_, places)) => places.push(cell.span),
                None => large.push((cell.char, vec![cell.span])),
            }
        }
    }

    for (char, places) in large {
        let sign = String::from(char);
        sink.push(codes::bad_character(&sign, &places, Some(size), false));
    }

    let grid = Grid::new(values)?.written(dress.alphabet());
    if sink.errors_since(mark) || !shape.sound || shape.cells().any(|cell| cell.bad) {
        return None; // with wrong digits, candidates prove nothing
    }
    if !shows_boxes(&shape.frame, layout, sink) {
        return None;
    }
    let places: Vec<Span> = shape.cells().map(|cell| cell.span).collect();
    let blank = shape.blank(dress.alphabet());
    let on_one_line = shape.rows.len() == 1;
    let start = grid.clone();
    let hopeless = false;
    let mut givens = Givens { grid, start, blank, dress, places, on_one_line, hopeless };
    givens.check(name, sink);
    Some(givens)
}

/// Returns the model of a grid of pencil marks.
fn lower_marks(groups: &[Group], name: Span, sink: &mut Sink) -> Option<Givens> {
    let layout = Layout::of_cells(groups.len())?;
    if !shows_boxes(&frame_of(groups), layout, sink) {
        return None;
    }

    let mut start = Grid::empty(layout);
    let mut grid = start.clone();
    let peers = &geometry(&grid).peers;
    for (cell, group) in groups.iter().enumerate() {
        // A digit that a peer still lists was not entered.
        let lists = |&peer: &u16| {
            let other = groups[usize::from(peer)].digits;
            other.count_ones() > 1 && other & group.digits != 0
        };
        let digit = group.digits.trailing_zeros() as u8 + 1;
        match group.content {
            Marked::Open => continue,
            Marked::Alone if peers[cell].iter().any(lists) => continue,
            Marked::Alone | Marked::Filled => {}
        }
        if group.is_given {
            grid.set(cell, digit);
        }
        start.set(cell, digit);
    }

    let mut excluded = Vec::new();
    for (cell, group) in groups.iter().enumerate() {
        if start.value(cell) != 0 {
            continue;
        }
        let allowed = allowed(&start, cell);
        if group.digits & !allowed != 0 {
            excluded.push((cell, group.digits & !allowed));
        }
        let deleted = if group.digits == 0 { group.deleted } else { !group.digits };
        start.delete(cell, deleted & allowed);
    }

    let places = groups.iter().map(|group| group.span).collect();
    let mark = sink.len();
    let dress = Dress::Body(Alphabet::Letters);
    let blank = '.';
    let on_one_line = false;
    let hopeless = false;
    let mut givens = Givens { grid, start, blank, dress, places, on_one_line, hopeless };
    givens.check(name, sink);
    for (cell, group) in groups.iter().enumerate() {
        if let Some((digit, place)) = group.repeated {
            let name = cell_name(cell, givens.start.size());
            sink.push(codes::repeated_candidate(place, &name, digit));
        }
    }

    if !excluded.is_empty() && !sink.errors_since(mark) {
        sink.push(codes::excluded(&givens.start, &excluded, &givens.places));
    }
    Some(givens)
}

/// Returns the frame of a grid of pencil marks.
fn frame_of(groups: &[Group]) -> Frame {
    let lines = |line: fn(&Group) -> Option<Span>| {
        let lines = groups.iter().map(line).enumerate();
        lines.filter_map(|(before, span)| Some(FrameLine { before, span: span? })).collect()
    };
    Frame { bars: lines(|group| group.bar), rules: lines(|group| group.rule) }
}

/// Reports a frame that does not show the boxes of the grid. Returns `false` if it shows others: then
/// it is the frame of another puzzle.
fn shows_boxes(frame: &Frame, layout: Layout, sink: &mut Sink) -> bool {
    match frame.fault(layout) {
        None => true,
        Some(FrameFault::Misplaced { line, others }) => {
            sink.push(codes::misplaced_frame(line, others, layout));
            true
        }
        Some(FrameFault::OtherBoxes { rows, columns, span }) => {
            sink.push(codes::other_boxes(span, rows, columns, layout));
            false
        }
    }
}

impl Givens {
    /// Reports what rules out a solution without a search.
    fn check(&mut self, name: Span, sink: &mut Sink) {
        let mark = sink.len();
        let Self { start: grid, places, .. } = &*self;
        let mut rest = clashes(grid);
        let is_only = rest.len() == 1;
        while let Some(&clash) = rest.first() {
            // One wrong digit may clash with several others: then it is the digit that all clashes
            // share. Of two that clash only with each other, the wrong one may take the place of
            // another digit, too.
            let meets = |cell: usize, other: &Clash| {
                other.digit == clash.digit && [other.first, other.second].contains(&cell)
            };
            let count = |cell: usize| rest.iter().filter(|&other| meets(cell, other)).count();
            let is_first = match is_only {
                true => !is_dead_without(grid, clash.first) && is_dead_without(grid, clash.second),
                false => count(clash.first) > count(clash.second),
            };
            let cell = if is_first { clash.first } else { clash.second };
            let (same, others) = rest.iter().partition(|&other| meets(cell, other));
            rest = others;
            sink.push(codes::duplicate(grid, cell, &same, places));
        }

        // One cause gives one diagnostic: a digit that appears twice is also excluded from other
        // cells.
        if !sink.errors_since(mark) {
            for cell in dead_cells(grid) {
                sink.push(codes::no_candidate(places[cell], &cell_name(cell, grid.size())));
            }
        }

        if !sink.errors_since(mark) {
            for dead in dead_digits(grid) {
                sink.push(codes::no_place(grid, &dead, places));
            }
        }

        let hopeless = sink.errors_since(mark);
        // A 4×4 grid with few givens is meant so: it has no more than 288 solutions.
        let fewest = grid.layout().fewest_givens().filter(|_| grid.size() > 4);
        let fewest = fewest.filter(|&fewest| grid.givens() < fewest && !grid.has_marks());
        if let Some(fewest) = fewest.filter(|_| !hopeless) {
            sink.push(codes::few_givens(name, grid.size(), grid.givens(), fewest));
        }
        self.hopeless = hopeless;
    }
}

/// Returns whether a grid has a cell or a digit without a place if a cell is emptied.
fn is_dead_without(grid: &Grid, cell: usize) -> bool {
    let mut grid = grid.clone();
    grid.set(cell, 0);
    !dead_cells(&grid).is_empty() || !dead_digits(&grid).is_empty()
}

/// Returns the number of groups of a row: digits that touch each other are one.
fn groups(row: &[Written]) -> usize {
    let apart = row.windows(2).filter(|two| two[0].span.end < two[1].span.start).count();
    apart + usize::from(!row.is_empty())
}

/// Reports the rows whose length differs from the others, or the whole grid.
fn wrong_count(shape: &Shape, count: usize, name: Span, sink: &mut Sink) {
    let with_dashes = Layout::of_cells(count + shape.dashes.len());
    if with_dashes.is_some_and(|layout| shape.has_lines_of(layout.size())) {
        sink.push(codes::dashes(&shape.dashes));
        return;
    }
    let rows = shape.rows.len();
    let odd = |count: fn(&[Written]) -> usize| -> Vec<(usize, Span, usize)> {
        let counts = shape.rows.iter().map(|row| (row.span, count(&row.value))).enumerate();
        let odd = counts.filter(|(_, (_, count))| *count != rows);
        odd.map(|(row, (span, count))| (row, span, count)).collect()
    };
    let by_cells = odd(<[Written]>::len);
    let by_groups = odd(groups);
    // Where more rows agree, that is how the grid is written: with pencil marks, or without.
    let is_marked = !by_groups.is_empty() && by_groups.len() < by_cells.len();
    let short = if is_marked { by_groups } else { by_cells };
    if Layout::of_size(rows).is_some() && short.len() < rows {
        for (row, span, count) in short {
            sink.push(codes::row_cells(span, row, count, rows));
        }
        return;
    }
    let sizes = Layout::ALL.map(Layout::cells).into_iter();
    let wanted = sizes.min_by_key(|size| size.abs_diff(count));
    let wanted = wanted.filter(|wanted| wanted.abs_diff(count) <= 9 && count > 0);
    let span = match (shape.rows.first(), shape.rows.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => name,
    };
    sink.push(codes::cells(span, count, wanted));
}
