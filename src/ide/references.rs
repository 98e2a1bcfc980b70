//! Names: where they are declared and used, and renaming.

use std::sync::Arc;

use super::at::{Where, mark};
use crate::diag::Severity;
use crate::puzzle::{Mark, Part};
use crate::search::Cancel;
use crate::session::incremental::{Checked, Incremental};
use crate::syntax::{Statement, parse_name};
use crate::text::{Source, Span};

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A puzzle, by the number of its script.
    Puzzle(u32),
    /// A label or a letter within a puzzle.
    Label(u32, String),
}

/// An occurrence of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The place.
    pub span: Span,
    /// True if the symbol is declared there.
    pub defines: bool,
}

/// Returns the symbol at an offset, and its place.
pub fn symbol(checked: &Checked, offset: u32) -> Option<(Symbol, Span)> {
    let look = checked.at(offset)?;
    let owner = checked.owner(look.statement)? as u32;
    match look.part {
        Where::Name => Some((Symbol::Puzzle(owner), look.span)),
        Where::Body | Where::Arguments => {
            let marks = checked.marks(look.statement);
            let mark = mark(&marks, offset).filter(|mark| mark.named)?;
            let text = checked.source.slice(mark.span);
            Some((Symbol::Label(owner, text.to_owned()), mark.span))
        }
        _ => None,
    }
}

/// Returns every place of a symbol, in order; only a part of them once `cancel` is set.
pub fn occurrences(checked: &Checked, symbol: &Symbol, cancel: &Cancel) -> Vec<Occurrence> {
    let mut occurrences = Vec::new();
    match symbol {
        Symbol::Puzzle(owner) => {
            let statements = &checked.document.statements;
            let owned = |at: usize| checked.owner(at) == Some(*owner as usize);
            let wanted = statements.iter().enumerate().take_while(|_| !cancel.is_cancelled());
            for (_, statement) in wanted.filter(|(at, _)| owned(*at)) {
                let (span, defines) = match statement {
                    Statement::Declaration(declaration) => (Some(declaration.name), true),
                    Statement::Use(use_statement) => (Some(use_statement.name), false),
                    Statement::Command(command) => (command.target, false),
                    Statement::Broken(_) => (None, false),
                };
                occurrences.extend(
                    span.filter(|span| !span.is_empty()).map(|span| Occurrence { span, defines }),
                );
            }
        }
        Symbol::Label(owner, text) => {
            let script = &checked.scripts[*owner as usize];
            for &at in checked.members(script) {
                if cancel.is_cancelled() {
                    break;
                }
                let marks = checked.marks(at as usize);
                let is_named = |mark: &&Mark| mark.named && checked.source.slice(mark.span) == text;
                let place = |mark: &Mark| Occurrence { span: mark.span, defines: mark.defines };
                occurrences.extend(marks.iter().filter(is_named).map(place));
            }
        }
    }
    occurrences
}

/// Returns the places that belong to the thing at an offset: all places of a name, both ends of a
/// bracket, the peers of a cell.
pub fn highlights(checked: &Checked, offset: u32) -> Vec<Occurrence> {
    if let Some((symbol, _)) = symbol(checked, offset) {
        return occurrences(checked, &symbol, &Cancel::default());
    }
    let Some(look) = checked.at(offset) else { return Vec::new() };
    let marks = checked.marks(look.statement);
    let Some(mark) = mark(&marks, offset) else { return Vec::new() };
    let lone = |span| Occurrence { span, defines: false };
    if mark.part == Part::Bracket {
        let text = checked.source.text();
        return pair(text, &marks, mark.span).into_iter().flatten().map(lone).collect();
    }
    let (Some(cell), Where::Body) = (mark.cell, look.part) else { return Vec::new() };
    if !matches!(mark.part, Part::Given | Part::Floor) {
        return Vec::new();
    }
    let side = marks.iter().filter_map(|mark| mark.cell).map(|at| at.column as usize + 1).max();
    let kind = look.script.and_then(|script| checked.kind(script));
    let (Some(kind), Some(side)) = (kind, side) else { return Vec::new() };
    let peers = marks
        .iter()
        .filter(|other| other.cell.is_some_and(|other| (kind.are_peers)(side, cell, other)));
    peers.map(|mark| Occurrence { span: mark.span, defines: mark.cell == Some(cell) }).collect()
}

/// Returns the bracket at `span` and its partner among the marks.
fn pair(text: &str, marks: &[Mark], span: Span) -> [Option<Span>; 2] {
    let at = marks.partition_point(|mark| mark.span.start < span.start);
    let opens = |mark: &Mark| matches!(text.as_bytes()[mark.span.start as usize], b'(' | b'[');
    let brackets = |mark: &&Mark| mark.part == Part::Bracket;
    let mut depth = 0_i64;
    let mut closes = |mark: &Mark, forward: bool| {
        depth += if opens(mark) == forward { 1 } else { -1 };
        depth == 0
    };
    let partner = if opens(&marks[at]) {
        marks[at..].iter().filter(brackets).find(|mark| closes(mark, true))
    } else {
        marks[..=at].iter().rev().filter(brackets).find(|mark| closes(mark, false))
    };
    [Some(span), partner.map(|mark| mark.span)]
}

/// Returns the places where a symbol gets another name. Once `cancel` is set, the result is of no
/// use.
///
/// # Errors
/// Why that name is not possible, as a sentence.
pub fn rename(
    checked: &Checked,
    symbol: &Symbol,
    new: &str,
    cancel: &Cancel,
) -> Result<Vec<Span>, String> {
    if let Symbol::Puzzle(owner) = symbol {
        if !matches!(parse_name(new), Ok(("", _))) {
            let written = if new.is_empty() { "nothing" } else { &format!("`{new}`") };
            let form = "a name is a letter, then letters, digits, `-` or `_`";
            return Err(format!("expected a name, found {written}: {form}"));
        }
        let taken = checked
            .named(new)
            .is_some_and(|script| script.id != checked.scripts[*owner as usize].id);
        if taken {
            return Err(format!("another puzzle is called `{new}`"));
        }
    } else if new.is_empty() || new.contains(char::is_whitespace) {
        return Err(String::from("a label has no spaces in it"));
    }

    let places = occurrences(checked, symbol, cancel);
    if let Symbol::Label(owner, old) = symbol
        && old != new
        && !occurrences(checked, &Symbol::Label(*owner, new.to_owned()), cancel).is_empty()
    {
        return Err(format!("`{new}` is taken in this puzzle"));
    }

    // The diagnostics of the new text say best why a name is not possible.
    let mut text = checked.source.text().to_owned();
    for place in places.iter().rev() {
        text.replace_range(place.span.range(), new);
    }
    let after =
        Incremental::until(checked.kinds, cancel.clone()).check(Arc::new(Source::new("", text)));
    let moved = |at: u32| {
        // They are all as long as the old name.
        let before = places.partition_point(|place| place.span.end <= at) as u32;
        let length = places.first().map_or(0, |place| place.span.len());
        at - before * length + before * new.len() as u32
    };

    let mut known: Vec<_> = checked
        .diagnostics(|_| None)
        .iter()
        .map(|diagnostic| (diagnostic.code.path, moved(diagnostic.span.start)))
        .collect();
    let fresh = after.diagnostics(|_| None).into_iter().find(|diagnostic| {
        let old = known
            .iter()
            .position(|&(code, at)| (code, at) == (diagnostic.code.path, diagnostic.span.start));
        old.map(|at| known.swap_remove(at)).is_none() && diagnostic.severity() == Severity::Error
    });
    if let Some(fault) = fresh {
        return Err(format!("`{new}` is not possible: {}", fault.message));
    }

    // Every place must name the same thing as before, and no other place may.
    let same = match symbol {
        Symbol::Puzzle(owner) => Symbol::Puzzle(*owner),
        Symbol::Label(owner, _) => Symbol::Label(*owner, new.to_owned()),
    };
    let kept = after.scripts.len() == checked.scripts.len()
        && occurrences(&after, &same, cancel)
            .iter()
            .map(|place| place.span.start)
            .eq(places.iter().map(|place| moved(place.span.start)));
    if !kept {
        return Err(format!("`{new}` is not possible: it would change the meaning of other text"));
    }
    Ok(places.iter().map(|place| place.span).collect())
}
