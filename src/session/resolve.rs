//! Which puzzle a statement means. This is the only place that decides it: for a session that runs,
//! for a document that is checked in parts, for the server, for colors, recordings and the prompt.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use super::codes;
use super::policy::BadLines;
use crate::diag::{Diagnostic, Nearest, Sink};
use crate::puzzle::{Kind, Registry, Role};
use crate::syntax::{Command, Declaration, Fragment, Statement};
use crate::text::{Source, Span};

/// The puzzle that commands without a prefix go to. `T` stands for a puzzle.
///
/// In a document it is the one of the last `use`, else the last one declared. A document begins
/// without a `use`, and after it the focus is the last puzzle declared there. A line typed at the
/// prompt that declares nothing keeps the focus it sets.
#[derive(Clone, Debug)]
pub struct Focus<T> {
    /// The focus before the text at work.
    outer: Option<T>,
    /// The last puzzle declared in the text at work, and the last one that was not refused.
    last: Option<T>,
    accepted: Option<T>,
    used: Used<T>,
    typed: bool,
}

/// The puzzle that the last `use` of a text named.
#[derive(Clone, Debug)]
enum Used<T> {
    /// There was none.
    Nothing,
    Puzzle(T),
    /// A puzzle that does not exist: the puzzle of later commands is unknown.
    Unknown,
}

impl<T> Default for Focus<T> {
    fn default() -> Self {
        Self { outer: None, last: None, accepted: None, used: Used::Nothing, typed: false }
    }
}

impl<T> Focus<T> {
    /// A text begins: a document, or what is `typed` at the prompt.
    pub fn begin(&mut self, typed: bool) {
        self.end();
        self.typed = typed;
    }

    /// The text at work ends.
    pub fn end(&mut self) {
        let used = std::mem::replace(&mut self.used, Used::Nothing);
        let typed = match used {
            Used::Puzzle(puzzle) if self.typed => Some(puzzle),
            _ => None,
        };
        self.last = None;
        self.outer = self.accepted.take().or(typed).or(self.outer.take());
        self.typed = true;
    }

    /// Sets the focus between two texts.
    pub fn set(&mut self, puzzle: T) {
        self.end();
        self.outer = Some(puzzle);
    }

    /// A puzzle is declared.
    pub fn declare(&mut self, puzzle: T)
    where
        T: Clone,
    {
        self.last = Some(puzzle.clone());
        self.accepted = Some(puzzle);
        if matches!(self.used, Used::Unknown) {
            self.used = Used::Nothing;
        }
    }

    /// The last puzzle that the text at work declares and that was not refused.
    pub(super) fn accepted(&self) -> Option<T>
    where
        T: Clone,
    {
        self.accepted.clone()
    }

    /// The last declaration is refused: `accepted` was the last one before it. It has the focus
    /// only while the text lasts.
    pub(super) fn refuse(&mut self, accepted: Option<T>) {
        self.accepted = accepted;
    }

    /// `use` names a puzzle, or one that does not exist.
    pub fn follow(&mut self, puzzle: Option<T>) {
        match puzzle {
            Some(puzzle) => self.used = Used::Puzzle(puzzle),
            None if !self.typed => self.used = Used::Unknown,
            None => {} // a line that fails at the prompt changes nothing
        }
    }

    /// The puzzle that commands without a prefix go to.
    pub fn get(&self) -> Option<&T> {
        match &self.used {
            Used::Puzzle(puzzle) => Some(puzzle),
            Used::Nothing => self.last.as_ref().or(self.outer.as_ref()),
            Used::Unknown => None,
        }
    }

    /// Another puzzle, or none, takes the place of one.
    pub fn replace(&mut self, old: &T, new: Option<T>)
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

    /// Whether the text at work is typed at the prompt.
    pub fn is_typed(&self) -> bool {
        self.typed
    }

    /// Whether the last `use` named a puzzle that does not exist, so that commands without a
    /// prefix are not run.
    fn is_lost(&self) -> bool {
        matches!(self.used, Used::Unknown)
    }
}

/// The puzzle that a statement refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// This puzzle: the one declared or used, or the one that the command goes to.
    Puzzle(usize),
    /// This puzzle, but the statement cannot be read: it is not run.
    Unreadable(usize),
    /// An unknown puzzle: the statement is not run, and may refer to any puzzle.
    Any,
    /// No puzzle: the statement is not run, and no puzzle waits for it.
    Nothing,
}

impl Meant {
    /// The puzzle, for callers that show something at the statement.
    pub(super) fn puzzle(self) -> Option<usize> {
        match self {
            Self::Puzzle(slot) | Self::Unreadable(slot) => Some(slot),
            Self::Any | Self::Nothing => None,
        }
    }
}

/// The names and kinds of the puzzles declared so far, by the number of their declaration, and the
/// focus.
#[derive(Clone)]
pub(super) struct Names {
    /// The kinds that a declaration can name.
    pub(super) registry: Registry,
    kinds: Vec<Option<&'static dyn Kind>>,
    /// The names of all declarations, one after the other, in one allocation.
    text: String,
    /// Where the name of each declaration stands there.
    list: Vec<Span>,
    /// Where a name stands there, and the puzzle that it means.
    slots: HashTable<(Span, u32)>,
    hasher: DefaultHashBuilder,
    /// Made when a name is unknown.
    near: Nearest,
    /// How often a name began to mean something else.
    version: u64,
    pub(super) focus: Focus<usize>,
}

impl Names {
    /// No puzzle is declared.
    pub(super) fn new(registry: Registry) -> Self {
        Self {
            registry,
            kinds: Vec::new(),
            text: String::new(),
            list: Vec::new(),
            slots: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            near: Nearest::default(),
            version: 0,
            focus: Focus::default(),
        }
    }

    /// Adds a declaration. Answers the earlier one of the same name, which keeps it.
    pub(super) fn declare(&mut self, source: &Source, one: &Declaration) -> Option<usize> {
        self.focus.declare(self.list.len());
        let kind = self.registry.kind(source.slice(one.kind));
        self.add(source.slice(one.name), kind)
    }

    /// The same, and the focus stays where it is.
    pub(super) fn add(&mut self, name: &str, kind: Option<&'static dyn Kind>) -> Option<usize> {
        let slot = self.list.len();
        self.version += 1;
        self.kinds.push(kind);
        let place = self.keep(name);
        self.list.push(place);
        if name.is_empty() {
            return None;
        }
        match self.entry(name) {
            Entry::Occupied(first) => Some(first.get().1 as usize),
            Entry::Vacant(free) => {
                free.insert((place, slot as u32));
                None
            }
        }
    }

    /// Keeps a name.
    fn keep(&mut self, name: &str) -> Span {
        let start = self.text.len() as u32;
        self.text.push_str(name);
        Span::new(start, self.text.len() as u32)
    }

    /// What the table says of a name.
    fn entry(&mut self, name: &str) -> Entry<'_, (Span, u32)> {
        let Self { text, slots, hasher, .. } = self;
        slots.entry(
            hasher.hash_one(name),
            |(place, _)| text[place.range()] == *name,
            |(place, _)| hasher.hash_one(&text[place.range()]),
        )
    }

    /// Lets a name mean a puzzle.
    fn insert(&mut self, name: &str, slot: usize) {
        if let Entry::Occupied(mut known) = self.entry(name) {
            known.get_mut().1 = slot as u32;
            return;
        }
        let place = self.keep(name);
        if let Entry::Vacant(free) = self.entry(name) {
            free.insert((place, slot as u32));
        }
    }

    /// Takes the meaning of a name away.
    fn forget(&mut self, name: &str) -> Option<usize> {
        match self.entry(name) {
            Entry::Occupied(known) => Some(known.remove().0.1 as usize),
            Entry::Vacant(_) => None,
        }
    }

    /// The kind of a puzzle; `None` if its declaration names none.
    pub(super) fn kind(&self, slot: usize) -> Option<&'static dyn Kind> {
        self.kinds.get(slot).copied().flatten()
    }

    /// How many puzzles were declared.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Changes whenever a name begins to mean something else.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// What stands in a slot is another puzzle now.
    pub(super) fn touch(&mut self, slot: usize, kind: Option<&'static dyn Kind>) {
        self.version += 1;
        self.kinds[slot] = kind;
    }

    /// A name that one puzzle had stands for another one.
    pub(super) fn point(&mut self, name: &str, old: usize, new: usize) {
        self.stand_in(name, new);
        self.focus.replace(&old, Some(new));
    }

    /// A name stands for another puzzle; the focus stays where it is.
    pub(super) fn stand_in(&mut self, name: &str, slot: usize) {
        self.version += 1;
        self.insert(name, slot);
    }

    /// A puzzle does not have its name any more.
    pub(super) fn release(&mut self, name: &str, slot: usize) {
        self.version += 1;
        self.list[slot] = Span::default();
        self.near = Nearest::default();
        if self.find(name) == Some(slot) {
            self.forget(name);
        }
    }

    /// No puzzle has that name any more.
    pub(super) fn remove(&mut self, name: &str) {
        self.version += 1;
        if let Some(slot) = self.forget(name) {
            self.focus.replace(&slot, None);
            let Self { text, list, .. } = self;
            let same = |place: &&mut Span| text[place.range()] == *name;
            list.iter_mut().filter(same).for_each(|place| *place = Span::default());
            self.near = Nearest::default();
        }
    }

    /// The puzzle of that name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let same = |(place, _): &(Span, u32)| self.text[place.range()] == *name;
        self.slots.find(self.hasher.hash_one(name), same).map(|(_, slot)| *slot as usize)
    }

    /// The puzzle of that name; without a name, the one in focus.
    pub(super) fn find_or_focused(&self, name: Option<&str>) -> Option<usize> {
        name.map_or_else(|| self.focused(), |name| self.find(name))
    }

    /// The puzzle that commands without a prefix go to.
    pub(super) fn focused(&self) -> Option<usize> {
        self.focus.get().copied()
    }

    /// The puzzle that a statement refers to; reports it to `sink`, if given, when there is none. A
    /// `use` moves the focus. A declaration was added before ([`Names::declare`]).
    pub(super) fn resolve(
        &mut self,
        source: &Source,
        statement: &Statement,
        bad: &BadLines,
        mut sink: Option<&mut Sink>,
    ) -> Meant {
        match statement {
            Statement::Declaration(_) => Meant::Puzzle(self.list.len() - 1),
            Statement::Use(one) => {
                let slot = self.named(source, one.name, sink);
                self.focus.follow(slot);
                slot.map_or(Meant::Nothing, Meant::Puzzle)
            }
            Statement::Command(one) if bad.touch(one.span) => {
                // Its meaning without the bad character would be a guess.
                match one.target.map(|target| self.find(source.slice(target))) {
                    Some(slot) => slot.map_or(Meant::Any, Meant::Unreadable),
                    None => self.unreadable(),
                }
            }
            Statement::Command(one) if self.misses_answer(source, one, sink.as_deref_mut()) => {
                Meant::Nothing
            }
            Statement::Command(one) => self.target(source, one, sink),
            Statement::Broken(_) => self.unreadable(),
        }
    }

    /// The puzzle that a statement refers to, without a report: it is taken in, if it declares one.
    pub(super) fn follow(
        &mut self,
        source: &Source,
        statement: &Statement,
        bad: &BadLines,
    ) -> Meant {
        if let Statement::Declaration(one) = statement {
            self.declare(source, one);
        }
        self.resolve(source, statement, bad, None)
    }

    /// The puzzle that an unreadable statement refers to.
    fn unreadable(&self) -> Meant {
        self.focused().map_or(Meant::Nothing, Meant::Unreadable)
    }

    /// The puzzle named at `span`; reports it if there is none. An empty name was reported before.
    fn named(&mut self, source: &Source, span: Span, sink: Option<&mut Sink>) -> Option<usize> {
        let name = source.slice(span);
        let found = self.find(name);
        if let (None, false, Some(sink)) = (found, name.is_empty(), sink) {
            sink.push(self.unknown(span, name));
        }
        found
    }

    /// The puzzle that a command goes to; reports it if there is none.
    fn target(&mut self, source: &Source, one: &Command, sink: Option<&mut Sink>) -> Meant {
        let Some(target) = one.target else {
            if let Some(slot) = self.focused() {
                return Meant::Puzzle(slot);
            }
            if let (false, Some(sink)) = (self.focus.is_lost(), sink) {
                sink.push(codes::no_puzzle(
                    one.text,
                    source.slice(one.text),
                    &self.registry.names(),
                ));
            }
            return Meant::Nothing;
        };
        match self.named(source, target, sink) {
            Some(slot) => Meant::Puzzle(slot),
            None if asks(self.registry, Fragment::of(source.text(), one.text)) => Meant::Nothing,
            None => Meant::Any,
        }
    }

    /// Whether a command is a `use` with an expectation, which has no answer; reports it. The
    /// puzzle that it names gets the focus anyway: only the expectation is wrong.
    fn misses_answer(&mut self, source: &Source, one: &Command, sink: Option<&mut Sink>) -> bool {
        if one.target.is_some() || one.expected.is_none() {
            return false;
        }
        let mut words = source.slice(one.text).split([' ', '\t']).filter(|word| !word.is_empty());
        let misses = words.next() == Some("use");
        if misses {
            if let Some(sink) = sink {
                sink.push(codes::no_answer(Span::new(one.text.start, one.text.start + 3)));
            }
            let slot = words.next().and_then(|name| self.find(name));
            self.focus.follow(slot);
        }
        misses
    }

    /// The diagnostic for a name at `span` that no puzzle has.
    fn unknown(&mut self, span: Span, name: &str) -> Diagnostic {
        for place in &self.list[self.near.names().len()..] {
            self.near.push(&self.text[place.range()]);
        }
        let near = self.near.of(name).map(str::to_owned);
        let known = self.list.iter().map(|place| &self.text[place.range()]);
        let known = known.filter(|name| !name.is_empty());
        let known: Vec<&str> = known.take(8).collect();
        codes::unknown_puzzle(span, name, near.as_deref(), &known, self.slots.len())
    }
}

/// Whether a command only asks, independent of the kind of its puzzle.
fn asks(kinds: Registry, text: Fragment<'_>) -> bool {
    let mut roles = kinds.iter().filter_map(|kind| kind.role(text)).peekable();
    roles.peek().is_some() && roles.all(|role| !role.changes() && role != Role::Name)
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

    #[test]
    fn commands_that_only_ask_are_told_from_others() {
        let asks = |text| asks(crate::kinds::KINDS, Fragment { text, start: 0 });
        assert!(asks("show") && asks("rings") && asks("moves"));
        for text in ["rotate 1", "sovle", "step", "undo", "branch b", "1 []", ""] {
            assert!(!asks(text), "{text}");
        }
    }
}
