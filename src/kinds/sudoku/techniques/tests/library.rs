//! Library lines: a line names a technique, a grid with its pencil marks, and an effect that must be
//! among the steps that `steps TECHNIQUE` lists, with the options of the line's variant.
//! `PUZZLED_REGLIB=FILE cargo test library` counts how many lines of another file hold.

use std::collections::BTreeMap;

use super::super::super::lower::{Givens, lower};
use super::super::super::solve::two;
use super::super::super::syntax::Content;
use super::super::super::syntax::library::parse_library_line;
use super::super::board::Board;
use super::super::{Effect, Elimination, Options, Step, TABLE, steps, technique};
use super::{hold, write_counts};
use crate::diag::Sink;
use crate::search::Budget;
use crate::syntax::Line;
use crate::text::Span;

/// The code of each shape of a technique.
const CODES: &[(&str, &str)] = &[
    ("0000", "full-house"),
    ("0003", "naked-single"),
    ("0002", "hidden-single"),
    ("0110", "locked-pair"),
    ("0111", "locked-triple"),
    ("0100", "locked-candidates-1"),
    ("0101", "locked-candidates-2"),
    ("0200", "naked-pair"),
    ("0201", "naked-triple"),
    ("0202", "naked-quadruple"),
    ("0210", "hidden-pair"),
    ("0211", "hidden-triple"),
    ("0212", "hidden-quadruple"),
    ("0300", "x-wing"),
    ("0301", "swordfish"),
    ("0302", "jellyfish"),
    ("0310", "finned-x-wing"),
    ("0311", "finned-swordfish"),
    ("0312", "finned-jellyfish"),
    ("0320", "sashimi-x-wing"),
    ("0321", "sashimi-swordfish"),
    ("0322", "sashimi-jellyfish"),
    ("0330", "franken-x-wing"),
    ("0331", "franken-swordfish"),
    ("0332", "franken-jellyfish"),
    ("0340", "finned-franken-x-wing"),
    ("0341", "finned-franken-swordfish"),
    ("0342", "finned-franken-jellyfish"),
    ("0400", "skyscraper"),
    ("0401", "2-string-kite"),
    ("0402", "empty-rectangle"),
    ("0403", "turbot-fish"),
    ("0404", "2-string-kite"),
    ("0405", "empty-rectangle"),
    ("0500", "simple-colors"),
    ("0501", "simple-colors"),
    ("0502", "multi-colors"),
    ("0503", "multi-colors"),
    ("0600", "uniqueness-test-1"),
    ("0601", "uniqueness-test-2"),
    ("0602", "uniqueness-test-3"),
    ("0603", "uniqueness-test-4"),
    ("0604", "uniqueness-test-5"),
    ("0605", "uniqueness-test-6"),
    ("0606", "hidden-rectangle"),
    ("0607", "avoidable-rectangle-1"),
    ("0608", "avoidable-rectangle-2"),
    ("0610", "bug-plus-1"),
    ("0701", "x-chain"),
    ("0702", "xy-chain"),
    ("0703", "remote-pair"),
    ("0706", "nice-loop"),
    ("0707", "nice-loop"),
    ("0708", "nice-loop"),
    ("0709", "grouped-nice-loop"),
    ("0710", "grouped-nice-loop"),
    ("0711", "grouped-nice-loop"),
    ("0800", "xy-wing"),
    ("0801", "xyz-wing"),
    ("0803", "w-wing"),
    ("0901", "als-xz"),
    ("0902", "als-xy-wing"),
    ("0903", "als-xy-chain"),
    ("0904", "death-blossom"),
    ("1101", "sue-de-coq"),
    ("1201", "template-set"),
    ("1202", "template-delete"),
    ("1301", "forcing-chain"),
    ("1302", "forcing-chain"),
];

/// Returns the options that a variant of a code asks for. A fifth digit of a code means siamese
/// fish.
fn options(code: &str, variant: &str) -> Options {
    let is_any = |variants: &[(&str, &str)]| variants.contains(&(code, variant));
    let with_sets = [("0709", "2"), ("0710", "3"), ("0710", "4"), ("0711", "3"), ("0711", "4")];
    Options {
        missing_candidates: code.starts_with("06") && variant == "2",
        als_overlap: is_any(&[("0902", "2"), ("0904", "2")]),
        als_nodes: is_any(&with_sets),
        siamese: code.len() == 5,
    }
}

/// Returns candidates written as digit, row and column, as sets per cell.
fn entries(text: &str) -> BTreeMap<usize, u32> {
    let mut candidates = BTreeMap::new();
    for entry in text.split_ascii_whitespace() {
        let numbers: Vec<usize> =
            entry.bytes().map(|byte| usize::from(byte.saturating_sub(b'0'))).collect();
        let [digit, row, column] = numbers[..] else { panic!("{entry} is not a candidate") };
        *candidates.entry(9 * (row - 1) + column - 1).or_default() |= 1 << (digit - 1);
    }
    candidates
}

fn model(line: &str) -> Givens {
    let library = parse_library_line(&Line { text: line, start: 0 }).expect("a library line");
    assert!(library.unknown.is_empty(), "{line}: {:?}", library.unknown);
    let groups = library.groups;
    lower(&Content::Marks(groups), Span::default(), &mut Sink::new()).expect("a grid")
}

/// Returns the grid of a line, the row of its technique, and the steps that it has there.
fn listed_steps(line: &str) -> Option<(Givens, usize, Vec<Step>)> {
    let code = line.split(':').nth(1)?;
    let (code, variant) = code.split_once('-').unwrap_or((code, ""));
    let word = CODES.iter().find(|entry| entry.0 == &code[..4]).map(|entry| entry.1);
    let model = model(line);
    let row = word.and_then(technique)?;
    let options = options(code, variant);
    let steps = steps(&model, &model.start, Some(row), options, &Budget::unlimited());
    Some((model, row, steps.expect("no limit")))
}

/// Returns the code of a line, and whether it holds.
fn judged(line: &str) -> (&str, bool) {
    let fields: Vec<&str> = line.split(':').collect();
    let (code, variant) = fields[1].split_once('-').unwrap_or((fields[1], ""));
    let Some((_, _, steps)) = listed_steps(line) else { return (code, false) };
    if variant == "x" {
        return (code, steps.is_empty());
    }
    let (removed, placed) = (entries(fields[5]), entries(fields[6]));
    let wanted: Vec<Effect> = if placed.is_empty() {
        let elimination = |(cell, digits)| Elimination { cell, digits };
        vec![Effect::Remove(removed.into_iter().map(elimination).collect())]
    } else {
        let place =
            |(cell, mask): (usize, u32)| Effect::Place(cell, mask.trailing_zeros() as u8 + 1);
        placed.into_iter().map(place).collect()
    };
    // A template places a digit in several cells: one step for each.
    (code, wanted.iter().all(|effect| steps.iter().any(|step| step.effect == *effect)))
}

/// Counts the steps that each technique has on the grids of its lines, every one compared with the
/// solution.
pub(super) fn counted() -> Vec<usize> {
    let mut counts = vec![0; TABLE.len()];
    for (model, row, steps) in include_str!("library.txt").lines().filter_map(listed_steps) {
        let solution = two(&model.grid, &Budget::unlimited()).expect("no limit").remove(0);
        let board = Board::new(&model.start, &model.grid, true);
        for step in &steps {
            hold(step, &board, &solution);
        }
        counts[row] += steps.len();
    }
    counts
}

#[test]
fn every_line_of_the_library_holds() {
    let library = include_str!("library.txt");
    let wrong: Vec<&str> = library.lines().filter(|line| !judged(line).1).collect();
    assert!(wrong.is_empty() && library.lines().count() >= 20, "{}", wrong.join("\n"));
    let Some(path) = std::env::var_os("PUZZLED_REGLIB") else { return };
    let text = std::fs::read_to_string(path).expect("the library can be read");
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for line in text.lines().map(str::trim).filter(|line| line.starts_with(':')) {
        let (code, holds) = judged(line);
        counts.entry(code).or_default()[usize::from(holds)] += 1;
    }
    let count =
        |code: &&str, [wrong, right]: &[usize; 2]| format!("{code} {right} of {}\n", wrong + right);
    let report: String = counts.iter().map(|entry| count(entry.0, entry.1)).collect();
    let right: usize = counts.values().map(|count| count[1]).sum();
    let total: usize = counts.values().flatten().sum();
    // Of the public library, 1,081 lines are neither siamese nor mutant fish.
    assert!(right * 1112 >= 1081 * total, "{right} of {total}\n{report}");
    write_counts("library.txt", &format!("{right} of {total}\n{report}"));
}
