//! How many expectations wait for a statement: they are not compared if it fails.

use super::resolve::Place;
use super::resolved::Text;
use crate::diag::Diagnostic;
use crate::puzzle::{Kind, Role};
use crate::syntax::{Fragment, Statement};

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
            let Statement::Command(one) = statement else { continue };
            let expects = u32::from(one.expected.is_some());
            if !focused && one.target.is_none() {
                unprefixed += expects;
            }
            let Some(slot) = slot else { continue };
            let text = Fragment::of(source.text(), one.text);
            let role = kinds[slot].and_then(|kind| kind.info().role(text));
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

    /// How many expectations after statement `at`, which refers to `place` and fails, are not
    /// compared; `search` says that only a search is not as far as intended.
    pub(super) fn after(&self, place: Place, at: usize, search: bool) -> u32 {
        self.0.get(at).map_or(0, |count| match place {
            Place::Puzzle(_) if search => count.search,
            Place::Puzzle(_) | Place::Unreadable(_) => count.own,
            Place::Any => count.all,
            Place::Nothing => count.unprefixed,
        })
    }
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
