//! Verbs, their roles, and the description of a kind.

use super::Language;
use super::foreign::Format;
use super::foreign::json::JsonForm;
use crate::diag::Code;

/// The effect of a verb on its puzzle. Callers compare roles and not names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Only asks: it answers from the current state and changes nothing.
    Ask,
    /// Finds a shortest solution, or proves that there is none: `solve`. Its answer begins with
    /// the number of moves.
    Solve,
    /// Finds a solution that is a state, or proves that there is none: `solve` of a sudoku.
    Fill,
    /// Asks for something that a search finds, independent of earlier searches: `count`, `hint`.
    Find,
    /// Lists what a search finds, in an order that no earlier search changes: `paths`.
    List,
    /// Advances the search or says how far it is: `step` of a searching kind, `status`.
    Progress,
    /// Makes the moves that follow it: `play`.
    Play,
    /// Changes the state in another way: `rotate`, `rule`.
    Change,
    /// Goes to a state next to this one: `undo`, `redo`.
    Travel,
    /// Goes to a state by its number or name: `goto`.
    Visit,
    /// Goes back to the state as declared: `reset`.
    Reset,
    /// Names the current state: `branch`.
    Name,
    /// Asks about the states that were there before: `branches`, `diff`.
    Timeline,
    /// Belongs to the interactive prompt and to no puzzle.
    Prompt,
}

impl Role {
    /// Whether a command with this role can lead to another state.
    pub fn changes(self) -> bool {
        matches!(self, Self::Play | Self::Change | Self::Travel | Self::Visit | Self::Reset)
    }

    /// Whether a command with this role finds a solution.
    pub fn solves(self) -> bool {
        matches!(self, Self::Solve | Self::Fill)
    }

    /// Whether a command with this role can advance a search.
    pub fn searches(self) -> bool {
        self.solves() || matches!(self, Self::Find | Self::List | Self::Progress)
    }
}

/// A verb of a kind, as help, completion and the checker know it.
#[derive(Debug)]
pub struct Verb {
    /// The word typed.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    /// The form with its arguments: `rotate R`.
    pub usage: &'static str,
    /// Its effect and answer, in one sentence without a full stop.
    pub summary: &'static str,
    /// Lines of a document that use it, with the answers they get. They follow the example of the
    /// kind ([`Info::example`]), unless they begin with their own declaration, as those of the
    /// verbs of every kind do.
    pub example: &'static str,
}

/// A table of verbs: the value of an enum for each, and its description, in the order in which help
/// lists them. `table!` and `words!` write both from one list.
#[derive(Debug)]
pub struct Table<W: 'static> {
    /// The verbs as values; after those that are typed, the query ([`Info::query`]).
    pub words: &'static [W],
    /// Their descriptions.
    pub verbs: &'static [Verb],
}

impl<W: Copy> Table<W> {
    /// Returns the verb that a word names: the only place where words are compared with names.
    pub fn find(&self, word: &str) -> Option<W> {
        position(self.verbs, word).map(|at| self.words[at])
    }
}

impl<W: Copy + PartialEq> Table<W> {
    /// Returns the description of a verb.
    pub fn verb(&self, word: W) -> Option<&'static Verb> {
        let at = self.words.iter().position(|one| *one == word)?;
        self.verbs.get(at)
    }
}

/// Returns the position of the verb that a word names.
pub(crate) fn position(verbs: &[Verb], word: &str) -> Option<usize> {
    // Nearly all verbs differ in their length or their first letter, which is quicker to compare.
    let first = word.as_bytes().first()?;
    let like = |name: &str| name.len() == word.len() && name.as_bytes()[0] == *first;
    verbs.iter().position(|verb| like(verb.name) && verb.name == word)
}

/// Returns the verb that a word names.
pub fn find<'a>(verbs: &'a [Verb], word: &str) -> Option<&'a Verb> {
    verbs.get(position(verbs, word)?)
}

/// Writes a table of verbs whose values exist already: `table! { Word::Solve => Verb { … }, … }`.
#[macro_export]
macro_rules! table {
    ($($word:expr => $verb:expr),+ $(,)?) => {
        $crate::puzzle::Table { words: &[$($word),+], verbs: &[$($verb),+] }
    };
}

/// Writes an enum of verbs and its table: `words! { enum Word { Rotate => Verb { … }, … } }`.
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($word:ident => $verb:expr),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $($word),+ }

        impl $name {
            /// The verbs with their descriptions.
            $vis const TABLE: $crate::puzzle::Table<Self> =
                $crate::table! { $(Self::$word => $verb),+ };
        }
    };
}
pub(crate) use words;

/// The description of a kind of puzzle.
#[derive(Debug)]
pub struct Info {
    /// Its name: the first word of a declaration.
    pub name: &'static str,
    /// A description in a few words.
    pub summary: &'static str,
    /// Its own verbs, in the order in which help lists them. Those that come
    /// with every kind ([`super::common::COMMON`]) are not among them.
    pub verbs: &'static [Verb],
    /// The verb (not typed) of a command that begins with a number, if the kind has one.
    pub query: Option<&'static Verb>,
    /// Those of them that ask about places, which a picture can point at.
    pub points: &'static [&'static str],
    /// The codes of its diagnostics.
    pub codes: &'static [&'static Code],
    /// Those of them that [`super::Game::deep`] can push. If expectations state all of them
    /// ([`super::Game::states_fact`]), `puzzled test` need not search for them again.
    pub deep: &'static [&'static Code],
    /// A small complete declaration.
    pub example: &'static str,
    /// Its form in JSON; none if it has no other form.
    pub json: Option<&'static JsonForm>,
    /// Its forms in other programs.
    pub forms: &'static [&'static Format],
    /// What it knows of its texts.
    pub language: Language,
}

impl Info {
    /// The description of a kind of which nothing is said: what a kind does not have is taken from
    /// here.
    pub const PLAIN: Self = Self {
        name: "",
        summary: "",
        verbs: &[],
        query: None,
        points: &[],
        codes: &[],
        deep: &[],
        example: "",
        json: None,
        forms: &[],
        language: Language::PLAIN,
    };
}
