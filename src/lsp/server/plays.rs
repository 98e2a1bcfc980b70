//! How far the goal is after each move of a `play`, for the hints beside it.

use std::collections::HashMap;

use super::evaluate::Run;
use crate::diag::Sink;
use crate::puzzle::{Depth, Kind, Puzzle, Role, Verdict};
use crate::search::Budget;
use crate::session::incremental::{Checked, Script};
use crate::syntax::{Fragment, Statement};

/// One move of a `play`, with what was found about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Legal; the distance to the goal afterward, and whether it kept to a shortest path.
    Legal {
        /// Moves to the goal.
        distance: u64,
        /// Whether it came nearer.
        nearer: bool,
    },
    /// Legal; the goal cannot be reached any more.
    Lost,
    /// Not legal.
    Illegal,
}

/// Follows the moves of every `play` of the script from statement `from` on, and asks after each
/// move how far the goal is.
pub(super) fn follow(run: &Run<'_>, from: usize, all: &mut HashMap<usize, Vec<Step>>) {
    let Run { checked, script, budget, watch, .. } = *run;
    for at in from.max(1)..checked.members(script).len() {
        let Some((kind, verb, args)) = played(checked, script, at) else { continue };
        if run.is_over() {
            break;
        }
        let moves = kind.moves(args);
        if moves.is_empty() {
            continue;
        }
        let Some(mut session) = checked.before(script, at) else { continue };
        if session.is_unknown(None) {
            continue;
        }
        let Some(puzzle) = session.puzzle(None) else { continue };
        watch.begin();
        let mut steps = Vec::new();
        let mut last = distance(puzzle, budget);
        for one in moves {
            let text = format!("{verb} {}", checked.source.slice(one));
            let fragment = Fragment { text: &text, start: 0 };
            if puzzle.run(fragment, Depth::Run, budget, &mut Sink::new()).is_none() {
                steps.push(Step::Illegal);
                break;
            }
            let now = distance(puzzle, budget);
            let Some(now) = now else { break }; // out of time
            steps.push(match now {
                Some(distance) => {
                    let nearer = last.flatten().is_none_or(|last| distance < last);
                    Step::Legal { distance, nearer }
                }
                None => Step::Lost,
            });
            last = Some(now);
        }
        watch.end();
        all.insert(at, steps);
    }
}

/// The kind of the script, and verb and arguments of its statement `at`, if that makes moves.
fn played<'a>(
    checked: &'a Checked,
    script: &Script,
    at: usize,
) -> Option<(&'static dyn Kind, &'a str, Fragment<'a>)> {
    let kind = checked.kind(script)?;
    let Statement::Command(command) = checked.statements(script).nth(at)? else { return None };
    let text = Fragment::of(checked.source.text(), command.text);
    let verb = text.text.find([' ', '\t'])?;
    (kind.role(text) == Some(Role::Play))
        .then(|| (kind, &text.text[..verb], text.part(verb..text.text.len())))
}

/// How far the goal is: `Some(None)` if it cannot be reached; `None` if the time is over.
#[allow(clippy::option_option)] // the two are different answers
fn distance(puzzle: &mut dyn Puzzle, budget: &Budget) -> Option<Option<u64>> {
    let solve = puzzle.info().verbs.iter().find(|verb| verb.role == Role::Solve)?;
    let fragment = Fragment { text: solve.name, start: 0 };
    let answer = puzzle.run(fragment, Depth::Run, budget, &mut Sink::new())?;
    match answer.verdict {
        Verdict::GaveUp => None,
        Verdict::Unsolvable => Some(None),
        Verdict::Fine => {
            let (length, _) = answer.data()?.solution()?;
            Some(length.parse().ok())
        }
    }
}
