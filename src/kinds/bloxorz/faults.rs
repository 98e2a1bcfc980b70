//! Characters in a terrain that are not tiles.

use super::codes;
use crate::diag::Applicability::Guess;
use crate::diag::{Edit, Fix, Sink};
use crate::syntax::{Fragment, Habit, Line};

/// Reports characters that are not tiles, each run once; all signs that other programs use for
/// void are one mistake, and so is a character that is used several times.
pub(super) fn bad_characters(runs: &[Fragment<'_>], rows: &[Line<'_>], sink: &mut Sink) {
    let void = |char: char| Habit::Void.is(char);
    let sign = |run: &Fragment<'_>| {
        let first = run.text.chars().next().unwrap_or_default();
        if run.text.chars().all(void) { '.' } else { first }
    };
    let mut reported: Vec<char> = Vec::new();
    for run in runs {
        if reported.contains(&sign(run)) {
            continue;
        }
        reported.push(sign(run));
        let alike = || runs.iter().filter(|other| sign(other) == sign(run));
        let mut fault = codes::bad_character(*run, alike().count());
        if sign(run) == '.' {
            let cells = rows.iter().flat_map(|row| {
                let row = row.trimmed();
                let signs = row.text.char_indices().filter(|(_, char)| void(*char));
                signs.map(move |(at, char)| row.part(at..at + char.len_utf8()).span())
            });
            let edits = cells.map(|span| Edit { span, text: String::from("-") }).collect();
            fault.fixes.push(Fix::of(Guess, "Write `-` for void", edits));
        }
        sink.push(fault);
    }
}
