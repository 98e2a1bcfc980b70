//! Finds a missing or left-over bracket in a tree of several lines, by its indentation.
//!
//! In a tree with a line for each child, a `)` that begins its line is in the column of the `(`
//! that it closes, and the lines between them are further right. If exactly one bracket breaks
//! that rule, it is left over, or its partner is missing there.

use std::ops::Range;

use super::faults::{Fault, FaultKind};
use super::token::{Token, tokens};

/// A `(` that is not closed yet.
struct Open {
    line: usize,
    column: usize,
    at: Range<usize>,
    /// True if something follows it.
    filled: bool,
}

/// Returns the one bracket of a text that is missing or left over, if the indentation shows which.
/// The text begins in column `offset` of its line.
pub(super) fn find(text: &str, offset: usize) -> Option<Fault> {
    let mut found = None;
    let mut open: Vec<Open> = Vec::new();
    // Where lines that are further right than the line before them begin: column and first token.
    let mut runs: Vec<(usize, Range<usize>)> = Vec::new();
    let mut last = 0..0;
    let (mut line, mut margin) = (0, 0);
    for (token, at) in tokens(text) {
        let fresh = line == 0 || text[last.end..at.start].contains(['\n', '\r']);
        if fresh {
            line += 1;
            margin = text[..at.start].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        }
        let column = at.start - margin + if margin == 0 { offset } else { 0 };
        let closes = token == Token::Close;
        let run = runs.iter().find(|(run, _)| *run > column).map(|(_, at)| at.clone());
        if fresh {
            let ends = |one: &mut Open| one.column > column || one.column == column && !closes;
            while let Some(one) = open.pop_if(ends) {
                let end = if one.filled { last.clone() } else { one.at.clone() };
                note(&mut found, FaultKind::Unclosed(1), end, Some(one.at))?;
            }
            runs.retain(|(run, _)| *run <= column);
            if runs.last().is_none_or(|(run, _)| *run < column) {
                runs.push((column, at.clone()));
            }
        }
        if closes {
            let own = |one: &mut Open| one.line == line || fresh && one.column == column;
            if open.pop_if(own).is_none() {
                let run = run.filter(|_| fresh);
                note(&mut found, FaultKind::StrayCloser, at.clone(), run)?;
            }
        }
        if let Some(one) = open.last_mut() {
            one.filled = true;
        }
        if token == Token::Open {
            open.push(Open { line, column, at: at.clone(), filled: false });
        }
        last = at;
    }
    found.filter(|_| line > 2 && open.is_empty())
}

/// Records a fault; it must be the first one found.
fn note(
    found: &mut Option<Fault>,
    kind: FaultKind,
    at: Range<usize>,
    related: Option<Range<usize>>,
) -> Option<()> {
    found.replace(Fault { kind, at, related, parts: Vec::new() }).is_none().then_some(())
}
