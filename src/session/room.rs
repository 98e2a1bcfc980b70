//! Room for a search when memory is short.

use super::Declared;
use crate::search::Budget;

/// Drops searches of these puzzles, which wait while another one searches: those that were used longest
/// ago first. Returns false if there are none.
pub(super) fn make_room(waiting: &mut [Declared], budget: &Budget) -> bool {
    budget.make_room(|| {
        let declared = waiting.iter_mut().filter(|declared| !declared.is_clear());
        let puzzles = declared.filter_map(|declared| declared.puzzle.as_mut());
        let idle = puzzles.filter_map(|puzzle| Some((puzzle.idle_search()?, puzzle)));
        let oldest = idle.min_by_key(|(used, _)| *used);
        oldest.map(|(_, puzzle)| puzzle.drop_idle_search()).is_some()
    })
}
