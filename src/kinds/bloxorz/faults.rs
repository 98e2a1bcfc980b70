//! Slips in a terrain, and their fixes.

use super::codes;
use crate::diag::Applicability::Guess;
use crate::diag::{Diagnostic, Edit, Fix, Sink};
use crate::syntax::{Fragment, Habit, Line, usual_length};
use crate::text::Span;

/// Reports characters that are not tiles, each run once; all signs that other programs use for void are one
/// mistake, and so is a character that is used several times.
pub(super) fn bad_characters(runs: &[Fragment<'_>], rows: &[Line<'_>], sink: &mut Sink) {
    let void = |char: char| Habit::Void.is(char);
    let sign = |run: &Fragment<'_>| {
        let first = run.text.chars().next().unwrap_or_default();
        if run.text.chars().all(void) { '.' } else { first }
    };
    let mut told: Vec<char> = Vec::new();
    for run in runs {
        if told.contains(&sign(run)) {
            continue;
        }
        told.push(sign(run));
        let alike = || runs.iter().filter(|other| sign(other) == sign(run));
        let fault = codes::bad_character(*run, alike().count());
        let row = rows.iter().find(|row| row.span().end > run.start);
        let twice = row.filter(|row| {
            run.text.trim().is_empty() && {
                let (before, after) = row.text.split_at((run.start - row.start) as usize);
                before.trim() == after.trim() && before.trim().len() > 1
            }
        });
        let fix = if let Some(row) = twice {
            let span = Span::new(run.start, row.span().end);
            Some(Fix::new(Guess, "Remove the repeated row", span, ""))
        } else if sign(run) == '.' {
            let all = rows.iter().flat_map(|row| {
                let fragment = row.trimmed();
                row.trimmed()
                    .text
                    .char_indices()
                    .filter(|(_, char)| void(*char))
                    .map(move |(at, char)| fragment.part(at..at + char.len_utf8()).span())
            });
            let edits = all.map(|span| Edit { span, text: String::from("-") }).collect();
            Some(Fix::of(Guess, "Write `-` for void", edits))
        } else {
            row.filter(|_| alike().count() == 1).and_then(|row| slip_fix(*row, run.span(), rows))
        };
        sink.push(fix.into_iter().fold(fault, Diagnostic::fix));
    }
}

/// Returns a fix for one character of a row that is there by mistake: if it makes the row longer than
/// most it is removed, else it becomes what its neighbors are.
pub(super) fn slip_fix(row: Line<'_>, at: Span, rows: &[Line<'_>]) -> Option<Fix> {
    let length = |row: &Line<'_>| row.text.chars().count();
    let found = &row.text[(at.start - row.start) as usize..(at.end - row.start) as usize];
    if found.chars().count() != 1 {
        return None;
    }
    if length(&row) == usual_length(rows.iter().map(length)) + 1 {
        return Some(Fix::new(Guess, format!("Remove `{found}`"), at, ""));
    }
    let tile = |char: Option<char>| char.filter(|char| matches!(char, 'o' | '-'));
    let before = tile(row.text[..(at.start - row.start) as usize].chars().next_back());
    let after = tile(row.text[(at.end - row.start) as usize..].chars().next());
    let put =
        before.or(after).filter(|_| before.is_none() || after.is_none() || before == after)?;
    Some(Fix::new(Guess, format!("Replace `{found}` by `{put}`"), at, put))
}

/// Returns the fix that gives a legend line, which no tile uses, the letter of a tile that lacks one.
pub(super) fn rename(place: Span, legend: char, tile: char) -> Fix {
    Fix::new(Guess, format!("Declare `{tile}` instead of `{legend}`"), place, tile)
}

/// Returns the fix that declares a bridge that switches name, below the line at `last`.
pub(super) fn declare_bridge(last: Span, symbol: char) -> Fix {
    let line = format!("\n  {symbol}: bridge retracted");
    Fix::new(Guess, format!("Declare the bridge `{symbol}`"), Span::at(last.end), line)
}
