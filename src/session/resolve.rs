//! The puzzle to which a statement refers. Only this module decides it: for a session that runs,
//! for a document that is checked in parts, for the server, for colors, recordings and the prompt.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use super::codes;
pub(crate) use super::focus::Focus;
use super::policy::BadLines;
use crate::diag::{Diagnostic, Nearest, Shown, Sink};
use crate::puzzle::{Info, Registry, Role, common};
use crate::syntax::{Command, Declaration, Fragment, Statement};
use crate::text::{Source, Span};

/// The place of a statement in the scripts of its text: the puzzle that it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// This puzzle: the one declared or used, or the one that the command goes to.
    Puzzle(u32),
    /// This puzzle, but the statement cannot be read: it is not run.
    Unreadable(u32),
    /// An unknown puzzle: the statement is not run, and may refer to any puzzle.
    Any,
    /// No puzzle: the statement is not run.
    Nothing,
}

impl Place {
    /// Returns the number of the puzzle, which is the number of its declaration.
    pub(super) fn puzzle(self) -> Option<usize> {
        match self {
            Self::Puzzle(slot) | Self::Unreadable(slot) => Some(slot as usize),
            Self::Any | Self::Nothing => None,
        }
    }
}

/// A name that a declaration takes over.
#[derive(Clone, Copy, Debug)]
struct Taken {
    slot: usize,
    /// The puzzle of an earlier text that had the name.
    earlier: usize,
}

/// The names and kinds of the puzzles declared so far, by the number of their declaration, and the
/// focus.
#[derive(Clone)]
pub(super) struct Names {
    /// The kinds that a declaration can name.
    pub(super) registry: Registry,
    kinds: Vec<Option<&'static Info>>,
    /// The names of all declarations, one after the other, in one allocation.
    text: String,
    /// The place of the name of each declaration in `text`.
    list: Vec<Span>,
    /// The place of each name in `text`, and the puzzle that it means.
    slots: HashTable<(Span, u32)>,
    hasher: DefaultHashBuilder,
    /// The bytes that names begin and end with: with these alone most words of commands are ruled out.
    ends: [[bool; 256]; 2],
    /// The names in a form for finding the nearest one; made when a name is unknown.
    near: Nearest,
    /// The number of times that a name began to mean something else.
    version: u64,
    /// The bound of the puzzles whose names a declaration takes over: they have smaller numbers.
    pub(super) replaceable: usize,
    /// The places of the names that the text at work declares, and the number of the first.
    places: Vec<Span>,
    first: usize,
    /// The names that it takes over, in the order of its declarations.
    taken: Vec<Taken>,
    pub(super) focus: Focus<usize>,
}

impl Names {
    /// Returns names without any puzzle.
    pub(super) fn new(registry: Registry) -> Self {
        Self {
            registry,
            kinds: Vec::new(),
            text: String::new(),
            list: Vec::new(),
            slots: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            ends: [[false; 256]; 2],
            near: Nearest::default(),
            version: 0,
            replaceable: 0,
            places: Vec::new(),
            first: 0,
            taken: Vec::new(),
            focus: Focus::default(),
        }
    }

    /// Begins a text whose statements are resolved: its declarations are numbered from here on.
    pub(super) fn begin(&mut self) {
        (self.first, self.places) = (self.list.len(), Vec::new());
        self.taken.clear();
    }

    /// Adds a declaration; reports it if an earlier one keeps its name.
    fn declare(&mut self, source: &Source, declaration: &Declaration, sink: Option<&mut Sink>) {
        let name = declaration.name_word(source);
        let slot = self.list.len();
        let first = self.add(name, self.registry.kind(declaration.kind_word(source)));
        let earlier = first.filter(|&first| first < self.replaceable);
        self.focus_on(slot, earlier);
        if let Some(earlier) = earlier {
            self.rebind(name, slot);
            self.taken.push(Taken { slot, earlier });
        } else if let (Some(first), Some(sink)) = (first, sink) {
            let place = first.checked_sub(self.first).and_then(|at| self.places.get(at).copied());
            sink.push(codes::duplicate_name(declaration.name, name, place));
        }
        self.places.push(declaration.name);
    }

    /// Returns the puzzle of an earlier text whose name a declaration of this text takes over.
    pub(super) fn taken_by(&self, slot: usize) -> Option<usize> {
        let at = self.taken.binary_search_by_key(&slot, |taken| taken.slot).ok()?;
        Some(self.taken[at].earlier)
    }

    /// Takes back the declarations of the text at work from number `count` on, so that names get
    /// back their earlier meaning.
    pub(super) fn take_back(&mut self, count: usize) {
        while let Some(Taken { slot, earlier }) = self.taken.pop_if(|taken| taken.slot >= count) {
            let name = self.text[self.list[slot].range()].to_owned();
            self.insert(&name, earlier);
        }
        self.truncate(count);
    }

    /// Moves the focus to a puzzle that is declared, which may take over the name of an earlier one.
    pub(super) fn focus_on(&mut self, slot: usize, earlier: Option<usize>) {
        self.focus.declare(slot);
        if let Some(earlier) = earlier {
            self.focus.take_over(&earlier, slot);
        }
    }

    /// Adds a puzzle; the focus stays where it is. Returns the earlier one of the same name, which
    /// keeps it.
    pub(super) fn add(&mut self, name: &str, kind: Option<&'static Info>) -> Option<usize> {
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
        for (seen, byte) in self.ends.iter_mut().zip(ends(name).into_iter().flatten()) {
            seen[byte] = true;
        }
        Span::new(start, self.text.len() as u32)
    }

    /// Returns the entry of a name in the table.
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

    /// Takes the meaning of a name away, and returns the puzzle that it meant.
    fn forget(&mut self, name: &str) -> Option<usize> {
        match self.entry(name) {
            Entry::Occupied(known) => Some(known.remove().0.1 as usize),
            Entry::Vacant(_) => None,
        }
    }

    /// Returns the kind of a puzzle, or `None` if its declaration names none.
    pub(super) fn kind(&self, slot: usize) -> Option<&'static Info> {
        self.kinds.get(slot).copied().flatten()
    }

    /// Returns the kinds of all puzzles.
    pub(super) fn kinds(&self) -> &[Option<&'static Info>] {
        &self.kinds
    }

    /// Returns the number of puzzles that were declared.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Returns a number that changes whenever a name begins to mean something else.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Records that another puzzle, of kind `kind`, is now in a slot.
    pub(super) fn touch(&mut self, slot: usize, kind: Option<&'static Info>) {
        self.version += 1;
        self.kinds[slot] = kind;
    }

    /// Lets a name mean another puzzle. The focus does not move.
    pub(super) fn rebind(&mut self, name: &str, slot: usize) {
        self.version += 1;
        self.insert(name, slot);
    }

    /// Takes its name away from a puzzle.
    pub(super) fn release(&mut self, name: &str, slot: usize) {
        self.version += 1;
        self.list[slot] = Span::default();
        self.near = Nearest::default();
        if self.find(name) == Some(slot) {
            self.forget(name);
        }
    }

    /// Removes a name, and takes the focus away from its puzzle.
    pub(super) fn remove(&mut self, name: &str) {
        self.version += 1;
        if let Some(slot) = self.forget(name) {
            self.focus.replace(&slot, None);
            self.list[slot] = Span::default();
            self.near = Nearest::default();
        }
    }

    /// Drops the puzzles from a number on.
    pub(super) fn truncate(&mut self, count: usize) {
        self.replaceable = self.replaceable.min(count);
        for slot in (count..self.list.len()).rev() {
            let name = self.text[self.list[slot].range()].to_owned();
            if self.find(&name) == Some(slot) {
                self.forget(&name);
            }
            self.list.pop();
            self.kinds.pop();
            (self.version, self.near) = (self.version + 1, Nearest::default());
        }
    }

    /// Returns the puzzle of that name, if there is one.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let same = |(place, _): &(Span, u32)| self.text[place.range()] == *name;
        self.slots.find(self.hasher.hash_one(name), same).map(|(_, slot)| *slot as usize)
    }

    /// Returns the puzzle of that name, or without a name the one in focus.
    pub(super) fn find_or_focused(&self, name: Option<&str>) -> Option<usize> {
        name.map_or_else(|| self.focused(), |name| self.find(name))
    }

    /// Returns the puzzle that commands without a prefix go to.
    pub(super) fn focused(&self) -> Option<usize> {
        self.focus.get().copied()
    }

    /// Returns the place of the next statement of the text at work. A declaration is added, and a
    /// `use` moves the focus. Reports to `sink`, if given, what is wrong with the name.
    pub(super) fn resolve(
        &mut self,
        source: &Source,
        statement: &Statement,
        bad: &BadLines,
        mut sink: Option<&mut Sink>,
    ) -> Place {
        match statement {
            Statement::Declaration(declaration) => {
                self.declare(source, declaration, sink);
                Place::Puzzle(self.list.len() as u32 - 1)
            }
            Statement::Use(use_statement) => {
                let slot = self.find_or_report(source, use_statement.name, sink);
                self.focus.follow(slot);
                slot.map_or(Place::Nothing, |slot| Place::Puzzle(slot as u32))
            }
            Statement::Command(command) if bad.touch(command.span) => {
                // Its meaning without the bad character would be a guess.
                match command.target.map(|target| self.find(source.slice(target))) {
                    Some(slot) => slot.map_or(Place::Any, |slot| Place::Unreadable(slot as u32)),
                    None => self.unreadable(),
                }
            }
            Statement::Command(command)
                if self.misses_answer(source, command, sink.as_deref_mut()) =>
            {
                Place::Nothing
            }
            Statement::Command(command) => self.target(source, command, sink),
            Statement::Broken(_) => self.unreadable(),
        }
    }

    /// Returns the place of an unreadable statement, which refers to the puzzle in focus.
    fn unreadable(&self) -> Place {
        self.focused().map_or(Place::Nothing, |slot| Place::Unreadable(slot as u32))
    }

    /// Returns the puzzle named at `span`, or reports that there is none. An empty name was
    /// reported before.
    fn find_or_report(
        &mut self,
        source: &Source,
        span: Span,
        sink: Option<&mut Sink>,
    ) -> Option<usize> {
        let name = source.slice(span);
        let slot = self.find(name);
        if let (None, false, Some(sink)) = (slot, name.is_empty(), sink) {
            sink.push(self.unknown(span, name));
        }
        slot
    }

    /// Returns the place of a command: the puzzle that it goes to. Reports it if there is none.
    fn target(&mut self, source: &Source, command: &Command, sink: Option<&mut Sink>) -> Place {
        let text = Fragment::of(source.text(), command.text);
        let kinds = self.registry;
        let lost = |text: Fragment<'_>| match asks(kinds, text) {
            true => Place::Nothing,
            false => Place::Any,
        };

        let Some(target) = command.target else {
            if let Some((name, rest)) = self.misplaced(text) {
                if let Some(sink) = sink {
                    sink.push(codes::misplaced_name(name, command.text, &rest));
                }
                if rest.is_empty() {
                    self.focus.guess(self.find(name.text));
                    return Place::Nothing;
                }
                return lost(Fragment { text: &rest, start: 0 });
            }
            if let Some(slot) = self.focused() {
                return Place::Puzzle(slot as u32);
            }
            if let (false, Some(sink)) = (self.focus.is_lost(), sink) {
                let known = kinds.iter().any(|kind| kind.role(text).is_some());
                let names = self.registry.names();
                sink.push(codes::no_puzzle(command.text, text.text, known, &names));
            }
            return Place::Nothing;
        };

        match self.find_or_report(source, target, sink) {
            Some(slot) => Place::Puzzle(slot as u32),
            None => lost(text),
        }
    }

    /// Returns the name of a puzzle in a command that cannot be read, and the command without the
    /// name, if that is a command of this puzzle. Finds the name in `first rotate 1`,
    /// `first.rotate(1)`, `rotate first 1` and `show first`, but not between other arguments. If
    /// the name is the whole command, the rest is empty.
    fn misplaced<'a>(&self, text: Fragment<'a>) -> Option<(Fragment<'a>, String)> {
        let whole = text.text;
        let mut words = whole.split([' ', '\t']).filter(|word| !word.is_empty());
        let places = [words.next(), words.next(), words.next_back()];
        let without = |word: &'a str| {
            let at = (text.locate(word).start - text.start) as usize;
            let parts = [whole[..at].trim_end(), whole[at + word.len()..].trim_start()];
            (word, parts.join(" ").trim().to_owned())
        };
        let named = |word: &str| {
            let [first, last] = ends(word)?;
            let perhaps = self.ends[0][first] && self.ends[1][last];
            perhaps.then(|| self.find(word)).flatten()
        };

        let words = places.into_iter().flatten().filter(|word| named(word).is_some());
        let dotted = whole.split_once('.').filter(|(name, _)| named(name).is_some());
        let dotted = dotted.map(|(name, rest)| (name, rest.to_owned()));
        let mut candidates = words.map(without).chain(dotted).peekable();
        candidates.peek()?;

        let reads = |slot: usize, text: &str| {
            let fragment = Fragment { text, start: 0 };
            let kind = self.kind(slot)?;
            match text.is_empty() || kind.lint(fragment, self.registry, &mut Sink::new()) {
                true => Some(text.to_owned()),
                false => Some(common::meant(kind, self.registry, text)?.0),
            }
        };
        if self.focused().is_some_and(|slot| reads(slot, whole).is_some()) {
            return None;
        }
        candidates.find_map(|(name, rest)| Some((text.locate(name), reads(named(name)?, &rest)?)))
    }

    /// Returns true for a `use` with an expectation, and reports it, because `use` has no answer.
    /// The puzzle that it names gets the focus anyway, because only the expectation is wrong.
    fn misses_answer(
        &mut self,
        source: &Source,
        command: &Command,
        sink: Option<&mut Sink>,
    ) -> bool {
        if command.target.is_some() || command.expected.is_none() {
            return false;
        }
        let mut words =
            source.slice(command.text).split([' ', '\t']).filter(|word| !word.is_empty());
        let misses = words.next() == Some("use");
        if misses {
            if let Some(sink) = sink {
                sink.push(codes::no_answer(Span::new(command.text.start, command.text.start + 3)));
            }
            let slot = words.next().and_then(|name| self.find(name));
            self.focus.follow(slot);
        }
        misses
    }

    /// Returns the name of a puzzle, or `None` if it has none or the name means another puzzle now.
    fn known_as(&self, slot: usize) -> Option<&str> {
        let name = &self.text[self.list[slot].range()];
        self.find(name).filter(|&known| known == slot).map(|_| name)
    }

    /// Returns the diagnostic for a name at `span` that no puzzle has.
    fn unknown(&mut self, span: Span, name: &str) -> Diagnostic {
        for at in self.near.names().len()..self.list.len() {
            let name = self.known_as(at).unwrap_or_default().to_owned();
            self.near.push(&name);
        }
        let near = self.near.of(name).map(str::to_owned);
        let known = (0..self.list.len()).filter_map(|at| self.known_as(at));
        let known: Vec<&str> = known.take(8).collect();
        codes::unknown_puzzle(span, Shown(name), near.as_deref(), &known, self.slots.len())
    }
}

/// Returns the first and the last byte of a word, or `None` if it is empty.
fn ends(word: &str) -> Option<[usize; 2]> {
    let bytes = word.as_bytes();
    Some([*bytes.first()?, *bytes.last()?].map(usize::from))
}

/// Returns true if a command only asks, whatever the kind of its puzzle is.
fn asks(kinds: Registry, text: Fragment<'_>) -> bool {
    let mut roles = kinds.iter().filter_map(|kind| kind.role(text)).peekable();
    roles.peek().is_some() && roles.all(|role| !role.changes() && role != Role::Name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_only_ask_are_told_from_others() {
        let asks = |text| asks(crate::kinds::KINDS, Fragment { text, start: 0 });
        assert!(asks("show") && asks("rings") && asks("moves"));
        for text in ["rotate 1", "sovle", "step", "undo", "branch b", "1 []", ""] {
            assert!(!asks(text), "{text}");
        }
    }
}
