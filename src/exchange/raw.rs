//! Raw input, as programming sites give it: what `run --as KIND` reads.

use super::{Format, Misfit, Options, Piece, Strictness, lines};
use crate::diag::{Shown, Sink};
use crate::kinds::KINDS;
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::{Body, Input};
use crate::search::Budget;
use crate::text::{Source, Span};

pub(super) static FORMAT: Format = Format {
    name: "raw",
    summary: "raw input of a kind, as programming sites give it (only read, with --as)",
    endings: &[],
    kinds: &[],
    many: false,
    strictness: Strictness::Named,
    headers: Headers::None,
    // Only if no other form fits and the kind is given: see `read`.
    fits: |_| false,
    read,
    write: |_| Err(Misfit(String::from("it is only read"))),
};

/// Returns whether a line names the piece that must reach a goal.
fn is_goal(line: &str) -> bool {
    line.split_whitespace().next() == Some("goal")
}

/// Reads the whole text as the body of a declaration. Reports what its kind reports.
pub(super) fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let Some(kind) = options.kind.and_then(|name| KINDS.kind(name)) else {
        sink.push(super::unknown_format(Span::default(), source.text()));
        return Vec::new();
    };
    // No declaration can hold braces.
    if let Some(at) = source.text().find(['{', '}']) {
        let brace = &source.text()[at..=at];
        let span = Span::new(at as u32, at as u32 + 1);
        sink.push(super::codes::bad_character(span, Shown(brace), "a label without braces"));
        return Vec::new();
    }
    let input = Body::raw(Input { source, goal: options.goal });
    let Some(mut puzzle) = kind.open(&input, KINDS, sink) else { return Vec::new() };
    let declared =
        puzzle.piece(&Budget::unlimited()).ok().filter(|_| kind.info().raw_goal.is_some());
    let goal = declared.and_then(|mut piece| piece.body.pop()).filter(|line| is_goal(line));
    let mut body: Vec<String> = lines(source.text())
        .iter()
        .map(|line| line.text.trim_end().replace(char::is_control, " "))
        .skip_while(String::is_empty)
        .collect();
    if let Some(goal) = goal.filter(|_| !body.iter().any(|line| is_goal(line))) {
        body.truncate(body.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
        body.push(goal);
    }
    vec![Piece { kind: kind.info().name.into(), body, ..Piece::default() }]
}
