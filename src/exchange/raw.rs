//! Raw input, as programming sites give it: what every kind reads, whatever other forms it has.

use super::{Options, Piece, codes};
use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::foreign::verbatim;
use crate::puzzle::{Body, Input};
use crate::search::Budget;
use crate::text::{Source, Span};

/// Returns whether a line names the piece that must reach a goal.
fn is_goal(line: &str) -> bool {
    line.split_whitespace().next() == Some("goal")
}

/// Reads the whole text as the body of a declaration. Reports what its kind reports.
pub(super) fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let Some(kind) = options.kind.and_then(|name| KINDS.kind(name)) else {
        sink.push(codes::empty(Span::default()));
        return Vec::new();
    };
    let mut pieces = verbatim::read(kind.name, source, sink);
    let [piece] = &mut pieces[..] else { return pieces };
    let input = Body::raw(Input { goal: options.goal, ..source.into() });
    let Some(puzzle) = kind.open(&input, KINDS, sink) else { return Vec::new() };
    let declared = puzzle.piece(&Budget::unlimited()).ok().filter(|_| kind.raw_goal.is_some());
    let goal = declared.and_then(|mut piece| piece.body.pop()).filter(|line| is_goal(line));
    piece.body.extend(goal.filter(|_| !piece.body.iter().any(|line| is_goal(line))));
    pieces
}
