//! Declaring a puzzle again under its name: the new one takes the place of the old one, and the
//! changes of state that led the old one on are made again. Forgetting a puzzle.
//!
//! ```text
//! old   0 ── 1 ── 2 ── 3        1 and 2 are made by the text that declared it
//! new   0 ── 1' ───── 3'        1' is made by the text that declares it again
//! ```
//!
//! The text that declares the puzzle again runs first. Then follow the changes that were made after
//! the text that declared it before. If the new text is a declaration typed at the interactive
//! prompt, without commands that change anything, all changes follow.
//!
//! The old puzzle is kept beside the new one, and not as a state of the timeline of the new one: it
//! may be of another kind, and its states, names and searches are those of another model. So `undo`
//! over a replacement exchanges the two puzzles.

use super::live::TextStates;
use super::{Declared, Live, Session, look};
use crate::diag::Sink;
use crate::puzzle::{Board, Depth, Lineage, Way, common};
use crate::search::Budget;
use crate::syntax::{Document, Fragment, meta_lines};
use crate::text::{Source, Span};

/// The largest number of replacements of a puzzle that can be taken back.
const REMEMBERED: usize = 16;

/// The numbers of changes of state that were kept and lost when a puzzle was declared again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revised {
    /// Changes that were made again.
    pub kept: usize,
    /// Changes that are not legal any more, or follow one that is not.
    pub lost: usize,
}

/// The puzzle that another one of its name replaced.
pub(super) struct Replaced {
    slot: Live,
    /// The state of the new puzzle to which the changes of the old one led; `None` while the text
    /// that declares it again runs.
    seam: Option<usize>,
}

/// A replacement that was taken back.
pub(super) struct TakenBack {
    slot: Live,
    seam: usize,
    /// The place of the old puzzle then. After a change, the replacement cannot be made again.
    place: [usize; 3],
}

impl Session {
    /// Lets a declaration whose name an earlier text has taken replace the puzzle of that name, as
    /// at the interactive prompt.
    #[must_use]
    pub fn replacing(mut self) -> Self {
        self.replaces = true;
        self
    }

    /// Returns whether there is a puzzle of that name.
    pub fn has(&self, name: &str) -> bool {
        self.names.find(name).is_some()
    }

    /// Returns the declaration of a puzzle as it was written, with its metadata.
    pub fn text(&self, name: &str) -> Option<String> {
        let slot = &*self.slots[self.names.find(name)?];
        Some(format!("{}{}", slot.meta, slot.text))
    }

    /// Keeps the lines of metadata after the last statement of a text that was typed: they belong
    /// to the next declaration.
    pub fn keep_metadata(&mut self, source: &Source, document: &Document) {
        let text = source.text();
        let start = document.statements.last().map_or(Some(0), |last| {
            let end = last.span().end as usize;
            text[end..].find(['\n', '\r']).map(|at| end + at)
        });
        let Some(start) = start else { return };
        for line in meta_lines(text, Span::new(start as u32, text.len() as u32)) {
            self.waiting.extend([source.slice(line.span), "\n"]);
        }
    }

    /// Puts the last slot, which was just declared, into the place of an earlier one.
    pub(super) fn put_in_place_of(&mut self, earlier: usize) {
        let at = self.slots.len() - 1;
        let slot = std::mem::take(&mut *self.slots[earlier]);
        self.slots[at].stash(slot);
    }

    /// Records the states of the puzzles of the text at work when it ends, and makes the changes
    /// again of puzzles that it declared again. Must be called before [`Session::end`]. Returns the
    /// names of those puzzles, each with the number of changes that were kept.
    pub fn replay_changes(&mut self, budget: &Budget) -> Vec<(String, Revised)> {
        let first = self.first.min(self.slots.len());
        let typed = self.names.focus.is_typed();
        let slots = self.slots[first..].iter_mut();
        look(slots.len());
        slots
            .filter_map(|slot| Some((slot.name.clone(), slot.replay_changes(typed, budget)?)))
            .collect()
    }

    /// Takes over the puzzle of a script that was run by itself, and makes the changes again that
    /// were made here to the one of its name. None if that is new here.
    pub fn take_over(&mut self, mut slot: Live, budget: &Budget) -> Option<Revised> {
        self.sources = self.sources.max(slot.origin) + 1;
        slot.replay_changes(false, budget);
        if let Some(at) = self.names.find(&slot.name) {
            self.names.touch(at, slot.kind);
            let old = std::mem::replace(&mut self.slots[at], Declared::of(slot));
            self.slots[at].stash(old.into_slot());
            return self.slots[at].replay_changes(false, budget);
        }
        self.names.add(&slot.name, slot.kind);
        self.slots.push(Declared::of(slot));
        None
    }

    /// Removes a puzzle. If it was in focus, the focus moves to the last one declared. Returns
    /// whether there was such a puzzle.
    pub fn forget(&mut self, name: &str) -> bool {
        let Some(slot) = self.names.find(name) else { return false };
        self.slots[slot] = Declared::default();
        self.names.remove(name);
        // Puzzles that are gone are not looked at again and again for the last one.
        while self.slots.last().is_some_and(|last| last.puzzle.is_none() && last.name.is_empty()) {
            look(1);
            self.slots.pop();
        }
        self.names.truncate(self.slots.len());
        self.first = self.first.min(self.slots.len());
        if self.names.focused().is_none()
            && let Some(last) = self.slots.iter().rposition(|slot| slot.puzzle.is_some())
        {
            look(self.slots.len() - last);
            self.names.focus.set(last);
        }
        true
    }

    /// Returns true if a command, sent to a puzzle (the one in focus, without a name), takes back
    /// or makes again the replacement of that puzzle.
    pub fn crosses(&self, name: Option<&str>, text: Fragment<'_>) -> bool {
        let slot = self.names.find_or_focused(name);
        slot.is_some_and(|slot| self.slots[slot].crossing(text).is_some())
    }

    /// Swaps the two puzzles if a typed `undo` or `redo` leads over the replacement of a puzzle,
    /// and returns the rest of the way.
    pub(super) fn cross(&mut self, at: usize, text: Fragment<'_>) -> Option<Way> {
        let slot = &mut *self.slots[at];
        let (back, rest) = slot.crossing(text)?;
        let name = slot.name.clone();
        if back {
            let Replaced { slot: old, seam } = *slot.replaced.take()?;
            let mut new = std::mem::replace(slot, old);
            let place = slot.puzzle.as_ref()?.place();
            let seam = seam.unwrap_or_default();
            if let Some(puzzle) = &mut new.puzzle {
                puzzle.go_to(seam);
            }
            slot.taken_back = Some(Box::new(TakenBack { slot: new, seam, place }));
        } else {
            let TakenBack { slot: new, seam, .. } = *slot.taken_back.take()?;
            let old = std::mem::replace(slot, new);
            slot.replaced = Some(Box::new(Replaced { slot: old, seam: Some(seam) }));
        }

        slot.name = name;
        self.names.touch(at, slot.kind);
        let now = slot.puzzle.as_ref()?.place()[1];
        Some(match (rest, back) {
            (0, _) => Way::To(now),
            (rest, true) => Way::Back(rest as usize),
            (rest, false) => Way::Forth(rest as usize),
        })
    }
}

impl Live {
    /// Keeps the puzzle that this one replaces.
    fn stash(&mut self, mut old: Self) {
        old.taken_back = None;
        let mut below = &mut old.replaced;
        for _ in 1..REMEMBERED {
            let Some(next) = below else { break };
            below = &mut next.slot.replaced;
        }
        *below = None;
        self.replaced = Some(Box::new(Replaced { slot: old, seam: None }));
    }

    /// Makes the changes of the replaced puzzle again when the text that declares this one ends.
    /// Returns the number of changes that were kept, or `None` if it replaced none.
    fn replay_changes(&mut self, typed: bool, budget: &Budget) -> Option<Revised> {
        let puzzle = self.puzzle.as_mut()?;
        let [count, now, _] = puzzle.place();
        self.text_states = TextStates { made: count - 1, last: now };
        let old = self.replaced.as_mut().filter(|old| old.seam.is_none())?;
        let replays_everything =
            typed && self.text_states == TextStates::after_body(self.body_changes);
        let of_text = match replays_everything {
            true => TextStates::after_body(old.slot.body_changes),
            false => old.slot.text_states,
        };
        let kind = |slot: &Self| slot.kind.map(|kind| kind.name);
        let same = kind(&old.slot) == self.kind.map(|kind| kind.name);
        let revised = match old.slot.puzzle.as_ref().map(Board::lineage) {
            None => Revised::default(),
            Some(lineage) if same => replay(&mut *puzzle, &lineage, of_text, budget),
            Some(lineage) => {
                Revised { kept: 0, lost: lineage.steps.len().saturating_sub(of_text.made) }
            }
        };
        old.seam = Some(puzzle.place()[1]);
        Some(revised)
    }

    /// Returns true for a command that takes back the replacement, and false for one that makes it
    /// again, with the number of changes left to take back or to make after that. Returns `None`
    /// for others.
    fn crossing(&self, text: Fragment<'_>) -> Option<(bool, u64)> {
        let puzzle = self.puzzle.as_ref()?;
        let (back, count) = common::travel(puzzle.info(), text)?;
        if back {
            let old = self.replaced.as_ref()?;
            let made = puzzle.since(old.seam?).unwrap_or_else(|| puzzle.changed()) as u64;
            let rest = count.checked_sub(made)?.checked_sub(1)?;
            let there = old.slot.puzzle.as_ref()?.changed() as u64;
            return (rest <= there).then_some((true, rest));
        }
        let new = self.taken_back.as_ref()?;
        let rest = count.checked_sub(1)?;
        (rest == 0 && new.place == puzzle.place()).then_some((false, rest))
    }
}

/// Makes the changes of an old puzzle again, with the names of states. In the old puzzle they begin
/// after the states `of_text`, which the text that declared it made. In the new puzzle they begin at
/// the current state.
#[cfg_attr(not(test), expect(clippy::disallowed_methods, reason = "undo keeps commands as texts"))]
fn replay(puzzle: &mut Board, old: &Lineage, of_text: TextStates, budget: &Budget) -> Revised {
    let [count, now, _] = puzzle.place();
    // The present number of each of the old states.
    let mut map: Vec<Option<usize>> = vec![None; old.steps.len() + 1];
    let written = puzzle.lineage().steps;
    let common = old.steps.iter().zip(&written).take_while(|(old, new)| old == new).count();
    // A text that was saved since then makes the changes itself.
    let saved = common > of_text.made && common == written.len().min(old.steps.len());
    let first = if saved { common } else { of_text.made };
    for (at, new) in map.iter_mut().enumerate().take(first + 1) {
        *new = (at < count).then_some(at);
    }
    if !saved {
        map[of_text.last] = Some(now);
    }

    let mut revised = Revised { kept: first - of_text.made, lost: 0 };
    for (at, (parent, command)) in old.steps.iter().enumerate().skip(first) {
        let before = puzzle.place()[0];
        if let Some(parent) = map[*parent].filter(|_| !budget.cancel.is_cancelled()) {
            puzzle.go_to(parent);
            let text = Fragment { text: command, start: 0 };
            let answer = puzzle.run(text, Depth::Run, budget, &mut Sink::new());
            if answer.is_some() && puzzle.place()[0] > before {
                map[at + 1] = Some(before);
            }
        }
        match map[at + 1] {
            Some(_) => revised.kept += 1,
            None => revised.lost += 1,
        }
    }

    for (name, state) in &old.names {
        // A name that the text itself gives stays where the text gives it.
        if !puzzle.go_to_name(name)
            && let Some(state) = map[*state]
        {
            puzzle.go_to(state);
            puzzle.name(name);
        }
    }

    let mut end = old.now;
    while map[end].is_none() {
        end = old.steps[end - 1].0;
    }
    puzzle.go_to(map[end].unwrap_or(now));
    revised
}
