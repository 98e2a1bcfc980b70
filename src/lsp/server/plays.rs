//! The distances of the goal after each move of a `play`, for the hints beside it.

use super::evaluate::{Run, Work};
use crate::puzzle::{Kind, Prospect, Role};
use crate::session::incremental::{Checked, Script};
use crate::syntax::{Fragment, Statement};

/// A `play` whose moves are being followed.
#[derive(Default)]
pub(super) struct Followed {
    /// The prospects after the first moves.
    found: Vec<Prospect>,
}

/// Returns whether statement `at` of a script makes moves that can be followed.
pub(super) fn is_play(checked: &Checked, script: &Script, at: usize) -> bool {
    !checked.withholds(script)
        && played(checked, script, at)
            .is_some_and(|(kind, _, args)| !kind.info().moves(args).is_empty())
}

/// Follows the moves of the `play`s that wait for it, and asks after each move how far the goal is,
/// until the slice is over, but at least those of one. Returns whether all were followed.
pub(super) fn follow(run: &Run<'_>, work: &mut Work) -> bool {
    let Run { checked, script, budget, .. } = *run;
    while let Some(&at) = work.evaluated.waiting.front() {
        if run.is_over() {
            return false;
        }
        if budget.cancel.is_cancelled() {
            return true; // the puzzle has had its time
        }
        work.evaluated.waiting.pop_front();
        let Some((kind, verb, args)) = played(checked, script, at) else { continue };
        let replay = work.replay.get_or_insert_with(Default::default);
        let Some(live) = replay.go_to(checked, script, at) else { continue };
        if live.is_unknown() {
            continue;
        }
        let Some(puzzle) = live.puzzle() else { continue };
        let moves = kind.info().moves(args).into_iter();
        let mut moves = moves.map(|one| format!("{verb} {}", checked.source.slice(one)));
        let Followed { found } = &mut work.followed;
        let _ = puzzle.prospects(&mut moves, budget, &mut |prospect| {
            found.push(prospect);
            !run.is_over()
        });
        if run.is_aborted() {
            work.followed.found.clear();
            work.evaluated.waiting.push_front(at);
            return false;
        }
        let Followed { found, .. } = std::mem::take(&mut work.followed);
        work.evaluated.plays.insert(at, found);
        if run.pauses() {
            break;
        }
    }
    work.evaluated.waiting.is_empty()
}

/// Returns the kind of the script, with verb and arguments of its statement `at`; `None` if that
/// makes no moves.
pub(super) fn played<'a>(
    checked: &'a Checked,
    script: &Script,
    at: usize,
) -> Option<(&'static dyn Kind, &'a str, Fragment<'a>)> {
    let kind = checked.kind(script)?;
    let statement = *checked.members(script).get(at)?;
    let Statement::Command(command) = &checked.document.statements[statement as usize] else {
        return None;
    };
    let text = Fragment::of(checked.source.text(), command.text);
    let verb = text.text.find([' ', '\t'])?;
    (kind.info().role(text) == Some(Role::Play))
        .then(|| (kind, &text.text[..verb], text.part(verb..text.text.len())))
}
