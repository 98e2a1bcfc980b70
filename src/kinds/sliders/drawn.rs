//! Tiles as programs and courses draw them: the start and the goal, or the start alone.

use super::INFO;
use std::collections::BTreeSet;

use super::syntax::tiles::{Drawn, Rows, whole_tiles};
use crate::diag::Sink;
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::foreign::json::Json;
use crate::puzzle::foreign::{Format, Options, Piece, Precedence};
use crate::puzzle::{Body, Out};
use crate::syntax::BOM;
use crate::text::Source;

/// The gap in a body.
const GAP: &str = ".";

/// The remark on tiles without a written goal.
const IMPLIED: &str = "no goal is written: the numbers in order, the gap last";
const UNREACHABLE: &str =
    "no goal is written: the numbers in order, the gap last, which cannot be reached";
const GAP_FIRST: &str = "no goal is written: the numbers in order, the gap last, which cannot be reached; \
                         with the gap first it can";

pub(super) static FORMAT: Format = Format {
    name: "tiles",
    summary: "sliding tiles: the start, a line `goal` or a blank one, the goal; or numbers alone",
    example: "3\n 0  1  3\n 4  2  5\n 7  8  6\n",
    endings: &[],
    kinds: &["sliders"],
    many: true,
    headers: Headers::Lines(";"),
    fits: |text| fits(text).is_some(),
    read,
    write: Some(|pieces| Ok(write(pieces))),
};

/// Returns the sign of the gap of a board that has exactly one: `.`, else `_`, else `0`.
fn gap<'a>(rows: &Rows<'a>) -> Option<&'a str> {
    let count = |sign: &str| rows.iter().flatten().filter(|cell| **cell == sign).count();
    let sign = [GAP, "_", "0"].into_iter().find(|sign| count(sign) > 0)?;
    (count(sign) == 1).then_some(sign)
}

/// A start and a goal, the gap `.`.
struct Tiles {
    start: Vec<Vec<String>>,
    goal: Vec<Vec<String>>,
    /// The remark if no goal is written.
    remark: Option<&'static str>,
}

impl Tiles {
    /// Reads a text that is nothing else.
    fn of(text: &str) -> Option<Self> {
        whole_tiles(text.trim_start_matches(BOM)).find_map(Self::of_drawn)
    }

    fn of_drawn(drawn: Drawn<'_>) -> Option<Self> {
        let Drawn { start, goal } = drawn;
        let width = start.first()?.len();
        let is_even = |rows: &Rows<'_>| rows.iter().all(|row| row.len() == width);
        let named = |rows: Rows<'_>| -> Option<Vec<Vec<String>>> {
            let gap = gap(&rows)?;
            let label = |cell: &str| String::from(if cell == gap { GAP } else { cell });
            Some(rows.iter().map(|row| row.iter().map(|cell| label(cell)).collect()).collect())
        };
        if !is_even(&start) {
            return None;
        }
        let start = named(start)?;
        let Some(goal) = goal else { return Self::in_order(start, width) };
        let goal = if is_even(&goal) { named(goal)? } else { return None };
        let sorted = |rows: &[Vec<String>]| {
            let mut cells: Vec<String> = rows.concat();
            cells.sort_unstable();
            cells
        };
        (goal.len() == start.len() && sorted(&start) == sorted(&goal)).then_some(Self {
            start,
            goal,
            remark: None,
        })
    }

    /// Returns numbers from 1, each once, whose goal is their order.
    fn in_order(start: Vec<Vec<String>>, width: usize) -> Option<Self> {
        let cells = start.concat();
        let numbers: BTreeSet<usize> = cells.iter().filter_map(|cell| cell.parse().ok()).collect();
        if numbers != (1..cells.len()).collect() || width < 2 || start.len() < 2 {
            return None;
        }
        let mut order: Vec<String> = (1..cells.len()).map(|number| number.to_string()).collect();
        order.push(String::from(GAP));
        let mut first = order.clone();
        first.rotate_right(1);
        let remark = match (is_even(&cells, &order, width), is_even(&cells, &first, width)) {
            (true, _) => IMPLIED,
            (false, true) => GAP_FIRST,
            (false, false) => UNREACHABLE,
        };
        let goal = order.chunks(width).map(<[String]>::to_vec).collect();
        Some(Self { start, goal, remark: Some(remark) })
    }
}

/// Returns whether an even number of exchanges, one of each slide, leads from one board to another:
/// the parity of the permutation is that of the way of the gap.
fn is_even(start: &[String], goal: &[String], width: usize) -> bool {
    let place = |label: &String| goal.iter().position(|cell| cell == label).unwrap_or_default();
    let to: Vec<usize> = start.iter().map(place).collect();
    let mut seen = vec![false; to.len()];
    let mut exchanges = 0;
    for first in 0..to.len() {
        let mut at = first;
        let mut length = 0_usize;
        while !std::mem::replace(&mut seen[at], true) {
            at = to[at];
            length += 1;
        }
        exchanges += length.saturating_sub(1);
    }
    let gap = |cells: &[String]| cells.iter().position(|cell| cell == GAP).unwrap_or_default();
    let way = |from: usize, to: usize| {
        (from / width).abs_diff(to / width) + (from % width).abs_diff(to % width)
    };
    (exchanges + way(gap(start), gap(goal))).is_multiple_of(2)
}

/// Returns whether a text is tiles.
pub(super) fn fits(text: &str) -> Option<Precedence> {
    Tiles::of(text).map(|_| Precedence::Tiles)
}

/// Returns whether a text begins like a board of numbers with a gap.
pub(super) fn begins(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let is_gap = |word: &str| matches!(word, GAP | "_" | "0");
    let is_cell = |word: &str| is_gap(word) || word.parse::<usize>().is_ok();
    first.split_whitespace().count() > 1
        && first.split_whitespace().all(is_cell)
        && text.split_whitespace().any(is_gap)
}

fn read(source: &Source, _: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let Some(Tiles { start, goal, remark }) = Tiles::of(source.text()) else {
        // Its faults are those of raw input.
        let _ = (INFO.read)(&Body::raw(source), &mut Out::new(sink));
        return Vec::new();
    };
    sink.remark(remark);
    let rows = |rows: Vec<Vec<String>>| rows.into_iter().map(|row| row.join(" "));
    let body = rows(start).chain([String::from("goal")]).chain(rows(goal)).collect();
    vec![Piece { kind: INFO.name.into(), body, ..Piece::default() }]
}

fn write(pieces: &[Piece]) -> String {
    let rows = |piece: &Piece, name: &str| -> String {
        let row = |row: &Json| row.items().iter().map(Json::as_text).collect::<Vec<_>>().join(" ");
        piece.items(name).iter().map(|cells| row(cells) + "\n").collect()
    };
    let board = |piece: &Piece| format!("{}goal\n{}", rows(piece, "start"), rows(piece, "goal"));
    pieces.iter().map(board).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns every arrangement of six cells that slides on 2×3 cells reach from this one.
    fn reached(goal: &[&str]) -> BTreeSet<Vec<String>> {
        let start: Vec<String> = goal.iter().map(|cell| String::from(*cell)).collect();
        let mut known = BTreeSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some(cells) = open.pop() {
            let gap = cells.iter().position(|cell| cell == GAP).expect("a gap");
            for other in 0..6 {
                let way = (gap / 3).abs_diff(other / 3) + (gap % 3).abs_diff(other % 3);
                if way == 1 {
                    let mut next = cells.clone();
                    next.swap(gap, other);
                    if known.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        known
    }

    #[test]
    fn a_goal_that_is_not_written_is_told_and_whether_it_can_be_reached() {
        let last = reached(&["1", "2", "3", "4", "5", GAP]);
        let first = reached(&[GAP, "1", "2", "3", "4", "5"]);
        assert_eq!(last.len(), 360);
        let mut boards = last.clone();
        boards.extend(last.iter().map(|cells| {
            let mut odd = cells.clone();
            let tiles: Vec<usize> = (0..6).filter(|&at| cells[at] != GAP).collect();
            odd.swap(tiles[0], tiles[1]);
            odd
        }));
        assert_eq!(boards.len(), 720);
        for cells in &boards {
            let text = format!("{}\n{}\n", cells[..3].join(" "), cells[3..].join(" "));
            let tiles = Tiles::of(&text).expect("numbers and a gap");
            let wanted = match (last.contains(cells), first.contains(cells)) {
                (true, _) => IMPLIED,
                (false, true) => GAP_FIRST,
                (false, false) => UNREACHABLE,
            };
            assert_eq!(tiles.remark, Some(wanted), "{text}");
        }
    }
}
