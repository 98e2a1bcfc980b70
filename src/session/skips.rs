//! Counts of the expectations that wait for a statement and are not compared if it fails.

use super::resolve::Place;
use super::resolved::Text;
use crate::diag::Diagnostic;
use crate::puzzle::{Kind, Role};
use crate::syntax::{Command, Fragment, Statement};
use crate::text::Source;

/// The expectations after each statement of a text that are not compared if the statement fails:
/// those of its puzzle until the next `reset`.
#[derive(Debug)]
pub(super) struct Skips(Vec<Count>);

/// The expectations after a statement.
#[derive(Clone, Copy, Debug)]
struct Count {
    /// Those of the statement's puzzle.
    own: u32,
    /// Those of them that ask how far a search is, until the next change of state.
    search: u32,
    /// Those of all puzzles.
    all: u32,
    /// Those that only wait for a `use`.
    unprefixed: u32,
}

impl Skips {
    /// Counts from the last statement to the first. Each has its place, and whether there is a
    /// puzzle in focus after it; `kinds` are those of the puzzles.
    pub(super) fn of(
        Text { source, document }: Text<'_>,
        places: impl DoubleEndedIterator<Item = (Place, bool)> + ExactSizeIterator,
        kinds: &[Option<&'static dyn Kind>],
    ) -> Self {
        let (mut waiting, mut asking) = (vec![0; kinds.len()], vec![0; kinds.len()]);
        let (mut all, mut unprefixed) = (0, 0);
        let mut counts = Vec::with_capacity(document.statements.len());
        for (statement, (place, focused)) in document.statements.iter().zip(places).rev() {
            let slot = place.puzzle();
            let (own, search) = slot.map_or((0, 0), |slot| (waiting[slot], asking[slot]));
            counts.push(Count { own, search, all, unprefixed });
            if focused {
                unprefixed = 0;
            }
            if let (Statement::Declaration(_), Some(slot)) = (statement, slot) {
                all -= std::mem::take(&mut waiting[slot]); // before it there is no such puzzle
            }
            let Statement::Command(one) = statement else { continue };
            let expects = u32::from(one.expects());
            if !focused && one.target.is_none() {
                unprefixed += expects;
            }
            let Some(slot) = slot else { continue };
            let role = role(source, one, kinds[slot]);
            let resets = role == Some(Role::Reset);
            match role {
                Some(Role::Progress) => asking[slot] += expects,
                Some(role) if role.changes() => asking[slot] = 0,
                _ => {}
            }
            let before = waiting[slot];
            waiting[slot] = if resets { 0 } else { before + expects };
            all = all - before + waiting[slot];
        }
        counts.reverse();
        Self(counts)
    }

    /// Returns the number of expectations after statement `at` that are not compared if it fails.
    /// The statement refers to `place`; `search` says that only a search is not as far as intended.
    pub(super) fn after(&self, place: Place, at: usize, search: bool) -> u32 {
        self.0.get(at).map_or(0, |count| match place {
            Place::Puzzle(_) if search => count.search,
            Place::Puzzle(_) | Place::Unreadable(_) => count.own,
            Place::Any => count.all,
            Place::Nothing => count.unprefixed,
        })
    }
}

fn role(source: &Source, one: &Command, kind: Option<&'static dyn Kind>) -> Option<Role> {
    kind?.info().role(Fragment::of(source.text(), one.text))
}

/// Returns how many expectations are not compared if none of the statements in `causes`, which are
/// in rising order, can be read. Costs a pass over the statements.
pub(super) fn together(
    Text { source, document }: Text<'_>,
    order: &[Place],
    kinds: &[Option<&'static dyn Kind>],
    causes: &[usize],
) -> u32 {
    let (mut lost, mut unopened) = (vec![false; kinds.len()], vec![false; kinds.len()]);
    let (mut count, mut declared, mut causes) = (0, 0, causes.iter().peekable());
    for (at, (statement, place)) in document.statements.iter().zip(order).enumerate() {
        let slot = place.puzzle();
        let is_cause = causes.next_if(|cause| **cause == at).is_some();
        match (statement, slot) {
            (Statement::Declaration(_), Some(slot)) => {
                (declared, unopened[slot]) = (slot + 1, is_cause);
            }
            (_, Some(slot)) if is_cause => lost[slot] = true,
            (Statement::Command(one), Some(slot)) => {
                let resets = role(source, one, kinds[slot]) == Some(Role::Reset);
                lost[slot] &= !resets;
                count += u32::from(one.expects() && (lost[slot] || unopened[slot]));
            }
            (_, None) if is_cause && *place == Place::Any => lost[..declared].fill(true),
            _ => {}
        }
    }
    count
}

/// Adds to the help of a diagnostic how many expectations are not compared because of it.
pub(super) fn note(one: &mut Diagnostic, count: u32) {
    let what = match count {
        0 => return,
        1 => String::from("1 expectation after it is not compared"),
        _ => format!("{count} expectations after it are not compared"),
    };
    one.help = Some(match one.help.take() {
        None => format!("until this is fixed, {what}"),
        Some(help) if help.ends_with('?') => format!("{help} Until this is fixed, {what}"),
        Some(help) => format!("{help}; until this is fixed, {what}"),
    });
}
