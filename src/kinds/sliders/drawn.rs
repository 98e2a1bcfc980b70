//! Tiles as programs and courses draw them: the start and the goal, or the start alone.

use std::collections::BTreeSet;

use super::syntax::tiles::{Drawn, Rows, whole_tiles};
use super::usual::{RAW_GOAL, UsualGoal};
use super::{INFO, codes};
use crate::diag::Sink;
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::foreign::json::Json;
use crate::puzzle::foreign::{Format, Options, Piece, Precedence};
use crate::puzzle::{Body, Input, Out};
use crate::syntax::{BOM, Line};
use crate::text::{Source, Span};

/// The gap in a body.
const GAP: &str = ".";

/// The remarks on tiles without a written goal: whether their order can be reached, and if it cannot,
/// which usual goals can.
const IMPLIED: &str = "no goal is written: the numbers in order, the gap last";
const UNREACHABLE: &str = "no goal is written: the numbers in order, the gap last, which cannot be reached; \
                           write another below a line `goal`";
const GAP_FIRST: &str = "no goal is written: the numbers in order, the gap last, which cannot be reached; \
                         with the gap first it can: `--goal gap-first`";
const SNAIL: &str = "no goal is written: the numbers in order, the gap last, which cannot be reached; \
                     the snail can, a clockwise spiral from the top left corner with the gap at its end: \
                     `--goal snail`";
const BOTH: &str = "no goal is written: the numbers in order, the gap last, which cannot be reached; \
                    with the gap first it can: `--goal gap-first`; so can the snail, a clockwise spiral \
                    from the top left corner with the gap at its end: `--goal snail`";

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
    /// True if the goal is in the text.
    is_written: bool,
    /// The remark if the goal is neither written nor named.
    remark: Option<&'static str>,
}

impl Tiles {
    /// Reads a text that is nothing else; `named` is the goal that its caller names.
    fn of(text: &str, named: Option<UsualGoal>) -> Option<Self> {
        let mut readings = whole_tiles(text.trim_start_matches(BOM));
        readings.find_map(|drawn| Self::of_drawn(drawn, named))
    }

    fn of_drawn(drawn: Drawn<'_>, named: Option<UsualGoal>) -> Option<Self> {
        let Drawn { start, goal } = drawn;
        let width = start.first()?.len();
        let is_even = |rows: &Rows<'_>| rows.iter().all(|row| row.len() == width);
        let labels = |rows: Rows<'_>| -> Option<Vec<Vec<String>>> {
            let gap = gap(&rows)?;
            let label = |cell: &str| String::from(if cell == gap { GAP } else { cell });
            Some(rows.iter().map(|row| row.iter().map(|cell| label(cell)).collect()).collect())
        };
        if !is_even(&start) {
            return None;
        }
        let start = labels(start)?;
        let Some(goal) = goal else { return Self::in_order(start, width, named) };
        let goal = if is_even(&goal) { labels(goal)? } else { return None };
        let sorted = |rows: &[Vec<String>]| {
            let mut cells: Vec<String> = rows.concat();
            cells.sort_unstable();
            cells
        };
        (goal.len() == start.len() && sorted(&start) == sorted(&goal)).then_some(Self {
            start,
            goal,
            is_written: true,
            remark: None,
        })
    }

    /// Returns numbers from 1, each once, whose goal is the one that is named, or else their order.
    fn in_order(start: Vec<Vec<String>>, width: usize, named: Option<UsualGoal>) -> Option<Self> {
        let cells = start.concat();
        let numbers: BTreeSet<usize> = cells.iter().filter_map(|cell| cell.parse().ok()).collect();
        if numbers != (1..cells.len()).collect() || width < 2 || start.len() < 2 {
            return None;
        }
        let usual = |goal: UsualGoal| goal.labels(start.len(), width, GAP);
        let goal = usual(named.unwrap_or(UsualGoal::Ordered));
        let can_reach = |goal| is_even(&cells, &usual(goal), width);
        let remark = match named {
            Some(_) => None,
            None if can_reach(UsualGoal::Ordered) => Some(IMPLIED),
            None => match (can_reach(UsualGoal::GapFirst), can_reach(UsualGoal::Snail)) {
                (true, true) => Some(BOTH),
                (true, false) => Some(GAP_FIRST),
                (false, true) => Some(SNAIL),
                (false, false) => Some(UNREACHABLE),
            },
        };
        let goal = goal.chunks(width).map(<[String]>::to_vec).collect();
        Some(Self { start, goal, is_written: false, remark })
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
    Tiles::of(text, None).map(|_| Precedence::Tiles)
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

/// Returns the place of the goal that raw input has: its line `goal`, or else its last row.
pub(super) fn written_goal(body: &Body<'_>) -> Option<Span> {
    let lines = body.lines();
    let is_word = |line: &&Line<'_>| {
        let word = line.text.trim();
        word.strip_suffix(':').unwrap_or(word).eq_ignore_ascii_case("goal")
    };
    if let Some(line) = lines.iter().find(is_word) {
        return Some(line.trimmed().span());
    }
    let has_goal = Tiles::of(body.text(), None).is_some_and(|tiles| tiles.is_written);
    let last = lines.iter().rev().find(|line| !line.is_blank())?;
    has_goal.then(|| last.trimmed().span())
}

fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let body = Body::raw(Input { goal: options.goal, ..source.into() });
    let named = options.goal.and_then(UsualGoal::named);
    if let Some(goal) = options.goal.filter(|_| named.is_none()) {
        sink.push(codes::unknown_goal(body.name, goal, RAW_GOAL.known));
        return Vec::new();
    }
    let tiles = Tiles::of(source.text(), named);
    let Some(tiles) = tiles.filter(|tiles| !(tiles.is_written && named.is_some())) else {
        // Its faults are those of raw input.
        let _ = (INFO.read)(&body, &mut Out::new(sink));
        return Vec::new();
    };
    let Tiles { start, goal, remark, .. } = tiles;
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

    /// Holds a law of every arrangement of six tiles on 2×3 cells, each with its text.
    fn every_board(law: impl Fn(&[&str; 6], &str)) {
        let signs = ["1", "2", "3", "4", "5", GAP];
        for first in 0..720 {
            let mut rest: Vec<&str> = signs.to_vec();
            let mut number = first;
            let cells = [6, 5, 4, 3, 2, 1].map(|count| {
                let chosen = rest.remove(number % count);
                number /= count;
                chosen
            });
            law(&cells, &format!("{}\n{}\n", cells[..3].join(" "), cells[3..].join(" ")));
        }
    }

    #[test]
    fn a_goal_that_is_not_written_is_stated_and_the_usual_ones_that_can_be_reached() {
        let last = reached(&["1", "2", "3", "4", "5", GAP]);
        let first = reached(&[GAP, "1", "2", "3", "4", "5"]);
        let snail = reached(&["1", "2", "3", GAP, "5", "4"]);
        assert_eq!(last.len(), 360);
        every_board(|cells, text| {
            let cells: Vec<String> = cells.iter().map(|cell| String::from(*cell)).collect();
            let tiles = Tiles::of(text, None).expect("numbers and a gap");
            let remark = tiles.remark.expect("no goal is written");
            let is_reached = last.contains(&cells);
            assert_eq!(remark == IMPLIED, is_reached, "{text}");
            for (name, goal) in [("gap-first", &first), ("snail", &snail)] {
                let is_named = remark.contains(&format!("`--goal {name}`"));
                assert_eq!(is_named, !is_reached && goal.contains(&cells), "{name}: {text}");
            }
        });
    }

    #[test]
    fn a_goal_that_is_named_takes_the_place_of_the_order_but_not_of_a_goal_of_the_text() {
        let read = |text: &str, goal: &str| {
            let mut sink = Sink::new();
            let options = Options { goal: Some(goal), ..Options::default() };
            let pieces = read(&Source::new("", text), &options, &mut sink);
            let bodies: Vec<String> = pieces.iter().map(|piece| piece.body.join(" / ")).collect();
            assert!(sink.take_remark().is_none(), "{text}");
            let faults = sink.take();
            (bodies.concat(), faults.iter().map(|fault| fault.code.path).collect::<Vec<_>>())
        };
        every_board(|cells, text| {
            let start = format!("{} / {}", cells[..3].join(" "), cells[3..].join(" "));
            for (name, goal) in [
                ("ordered", "1 2 3 / 4 5 ."),
                ("gap-first", ". 1 2 / 3 4 5"),
                ("snail", "1 2 3 / . 5 4"),
            ] {
                assert_eq!(read(text, name), (format!("{start} / goal / {goal}"), vec![]));
            }
        });
        for (text, goal, code) in [
            ("1 2\n_ 3\ngoal\n1 2\n3 _\n", "snail", "sliders::stray-line"),
            ("1 2\n_ 3\n\n1 2\n3 _\n", "ordered", "sliders::stray-line"),
            ("1 2\n. 3\nGoal:\n1 2\n3 .\n", "ordered", "sliders::stray-line"),
            ("1 2\n. 2\n", "snail", "sliders::no-goal"),
            ("A B\n. C\n", "snail", "sliders::no-goal"),
            ("1 2\n. 3\n", "snial", "sliders::no-goal"),
        ] {
            assert_eq!(read(text, goal), (String::new(), vec![code]), "{text}");
        }
    }
}
