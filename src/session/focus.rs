//! The puzzle in focus, to which commands without a prefix go.

/// The puzzle that commands without a prefix go to. `T` is the type that identifies a puzzle.
///
/// In a document it is the puzzle of the last `use`, or else the last one declared. A document
/// begins without a `use`, and after it the focus is the last puzzle declared there. A line typed
/// at the interactive prompt that declares nothing keeps the focus that it sets.
#[derive(Clone, Debug)]
pub(crate) struct Focus<T> {
    /// The focus before the text at work.
    outer: Option<T>,
    /// The last puzzle declared in the text at work, and the last one that was not refused.
    last: Option<T>,
    accepted: Option<T>,
    used: Used<T>,
    /// The puzzle that the last `use` named, if a declaration has taken its place since.
    taken: Option<T>,
    typed: bool,
}

/// The puzzle that the last `use` of a text named.
#[derive(Clone, Debug)]
enum Used<T> {
    /// There was no `use`.
    Nothing,
    Puzzle(T),
    /// A puzzle that does not exist: the puzzle of later commands is unknown.
    Unknown,
}

impl<T> Default for Focus<T> {
    fn default() -> Self {
        Self {
            outer: None,
            last: None,
            accepted: None,
            used: Used::Nothing,
            taken: None,
            typed: false,
        }
    }
}

impl<T> Focus<T> {
    /// Begins a text: a document, or a text `typed` at the interactive prompt.
    pub(crate) fn begin(&mut self, typed: bool) {
        self.end();
        self.typed = typed;
    }

    /// Ends the text at work.
    pub(crate) fn end(&mut self) {
        let used = std::mem::replace(&mut self.used, Used::Nothing);
        let typed = match used {
            Used::Puzzle(puzzle) if self.typed => Some(puzzle),
            _ => None,
        };
        (self.last, self.taken) = (None, None);
        self.outer = self.accepted.take().or(typed).or(self.outer.take());
        self.typed = true;
    }

    /// Sets the focus between two texts.
    pub(crate) fn set(&mut self, puzzle: T) {
        self.end();
        self.outer = Some(puzzle);
    }

    /// Moves the focus to a puzzle that is declared, unless an earlier `use` holds it.
    pub(crate) fn declare(&mut self, puzzle: T)
    where
        T: Clone,
    {
        self.last = Some(puzzle.clone());
        self.accepted = Some(puzzle);
        if matches!(self.used, Used::Unknown) {
            self.used = Used::Nothing;
        }
    }

    /// Records the last declaration that is not refused. Those after it have the focus only until the
    /// text ends.
    pub(super) fn accept(&mut self, last: Option<T>) {
        self.accepted = last;
    }

    /// Follows a `use` of a puzzle, or of one that does not exist (`None`).
    pub(crate) fn follow(&mut self, puzzle: Option<T>) {
        match puzzle {
            Some(puzzle) => (self.used, self.taken) = (Used::Puzzle(puzzle), None),
            None if !self.typed => self.used = Used::Unknown,
            None => {} // a line that fails at the prompt changes nothing
        }
    }

    /// Follows a statement that cannot be read but probably means `use`. At the interactive prompt
    /// it changes nothing.
    pub(super) fn guess(&mut self, puzzle: Option<T>) {
        if !self.typed {
            self.follow(puzzle);
        }
    }

    /// Returns the puzzle that commands without a prefix go to, if there is one.
    pub(crate) fn get(&self) -> Option<&T> {
        match &self.used {
            Used::Puzzle(puzzle) => Some(puzzle),
            Used::Nothing => self.last.as_ref().or(self.outer.as_ref()),
            Used::Unknown => None,
        }
    }

    /// Puts the puzzle that is declared now in the place of an earlier one of its name.
    pub(super) fn take_over(&mut self, earlier: &T, puzzle: T)
    where
        T: Clone + PartialEq,
    {
        if matches!(&self.used, Used::Puzzle(used) if used == earlier) {
            self.taken = Some(earlier.clone());
        }
        self.replace(earlier, Some(puzzle));
    }

    /// Gives the place of a refused puzzle back to the one that had it before, if any. A `use` before the
    /// declaration holds again, and one after it does not.
    pub(super) fn give_back(&mut self, puzzle: &T, earlier: Option<T>)
    where
        T: Clone + PartialEq,
    {
        if matches!(&self.used, Used::Puzzle(used) if used == puzzle) {
            self.used = self.taken.take().map_or(Used::Nothing, Used::Puzzle);
        }
        self.replace(puzzle, earlier);
    }

    /// Puts another puzzle, or none, in the place of an old one.
    pub(crate) fn replace(&mut self, old: &T, new: Option<T>)
    where
        T: Clone + PartialEq,
    {
        for place in [&mut self.outer, &mut self.last, &mut self.accepted] {
            if place.as_ref() == Some(old) {
                place.clone_from(&new);
            }
        }
        if matches!(&self.used, Used::Puzzle(used) if used == old) {
            self.used = new.map_or(Used::Nothing, Used::Puzzle);
        }
    }

    /// Returns true if the text at work is typed at the interactive prompt.
    pub(crate) fn is_typed(&self) -> bool {
        self.typed
    }

    /// Returns true if the last `use` named a puzzle that does not exist, so that commands without
    /// a prefix are not run.
    pub(super) fn is_lost(&self) -> bool {
        matches!(self.used, Used::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_use_ends_with_its_document() {
        let mut focus = Focus::default();
        focus.begin(false);
        focus.declare(1);
        focus.declare(2);
        focus.follow(Some(1));
        assert_eq!(focus.get(), Some(&1));
        focus.declare(3);
        assert_eq!(focus.get(), Some(&1), "`use` holds while its document lasts");
        focus.begin(false);
        assert_eq!(focus.get(), Some(&3), "the last one declared there");
        focus.follow(Some(1));
        focus.end();
        assert_eq!(focus.get(), Some(&3), "nothing was declared: as it was");
    }

    #[test]
    fn an_unknown_use_holds_until_the_next_good_one_or_a_declaration() {
        let mut focus = Focus::default();
        focus.begin(false);
        focus.declare(1);
        focus.follow(None);
        assert_eq!(focus.get(), None);
        focus.follow(Some(1));
        assert_eq!(focus.get(), Some(&1));
        focus.follow(None);
        focus.declare(2);
        assert_eq!(focus.get(), Some(&2));
    }

    #[test]
    fn at_the_prompt_each_line_moves_the_focus_and_none_pins_it() {
        let mut focus = Focus::default();
        focus.set(1);
        focus.begin(true);
        focus.follow(Some(2));
        focus.begin(true);
        assert_eq!(focus.get(), Some(&2));
        focus.follow(None);
        assert_eq!(focus.get(), Some(&2), "a line that fails changes nothing");
        focus.begin(true);
        focus.declare(3);
        focus.end();
        assert_eq!(focus.get(), Some(&3), "a declaration takes the focus");
    }
}
