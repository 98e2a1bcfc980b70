//! Verbs, their roles, and the description of a kind.

use std::ops::Range;

use super::foreign::json::JsonForm;
use super::foreign::{Format, Precedence};
use super::make::Make;
use super::{
    Answer, Body, Input, Instruction, Mark, Out, Reading, Unfinished, Verdict, common, marks,
};
use crate::diag::{Code, Diagnostic, Sink, among, clip, did_you_mean};
use crate::scene::Coordinate;
use crate::search::Budget;
use crate::syntax::{Arg, Fragment, Usage};
use crate::text::Span;

/// The effect of a verb on its puzzle. Callers compare roles and not names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Only asks: it answers from the current state and changes nothing.
    Ask,
    /// Asks about places, which a picture can point at: `row`, `ring`.
    Point,
    /// Finds a shortest solution, or proves that there is none: `solve`. Its answer begins with
    /// the number of moves.
    Solve,
    /// Finds a solution that is a state, or proves that there is none: `solve` of a sudoku.
    Fill,
    /// Asks for something that a search finds, independent of earlier searches: `count`.
    Find,
    /// Asks how hard the puzzle is for a person: `rate`.
    Rate,
    /// Asks for the next move, which a search finds and a picture can show: `hint`.
    Hint,
    /// Lists what a search finds, in an order that no earlier search changes: `paths`.
    List,
    /// Advances the search or says how far it is: `step` of a searching kind, `status`.
    Progress,
    /// Makes the moves that follow it: `play`.
    Play,
    /// Changes the state in another way: `rotate`, `rule`.
    Change,
    /// Goes to a state and asks about it: the query, whose verb is not typed ([`Info::query`]).
    Query,
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
    /// Returns whether a command with this role can lead to another state.
    pub fn changes(self) -> bool {
        matches!(
            self,
            Self::Play | Self::Change | Self::Query | Self::Travel | Self::Visit | Self::Reset
        )
    }

    /// Returns whether a command with this role finds a solution.
    pub fn solves(self) -> bool {
        matches!(self, Self::Solve | Self::Fill)
    }

    /// Returns whether a picture can point at what a command with this role asks about.
    pub fn points(self) -> bool {
        matches!(self, Self::Point | Self::Hint | Self::Fill)
    }

    /// Returns whether a command with this role can advance a search.
    pub fn searches(self) -> bool {
        self.solves()
            || matches!(self, Self::Find | Self::Rate | Self::Hint | Self::List | Self::Progress)
    }
}

/// A verb of a kind, as help, completion and the checker know it.
#[derive(Debug)]
pub struct Verb {
    /// The word typed.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    /// Its arguments.
    pub args: &'static [Arg],
    /// Its effect and answer, in one sentence without a full stop.
    pub summary: &'static str,
    /// Lines of a document that use it, with the answers they get. They follow the example of the
    /// kind ([`Info::example`]), unless they begin with their own declaration, as those of the
    /// verbs of every kind do.
    pub example: &'static str,
}

impl Verb {
    /// Returns the form of its commands; displayed, its usage line: `rotate R`.
    pub fn usage(&self) -> Usage {
        Usage { verb: if self.role == Role::Query { "" } else { self.name }, args: self.args }
    }
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
        let at = self.words.iter().position(|candidate| *candidate == word)?;
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

/// The places of the commands in the comments of a whole text: [`Info::whole_text`].
pub type Tests = fn(&str) -> Vec<Range<usize>>;

/// The number of the given lines that belong to a body: [`Info::extent`].
type Extent = fn(&mut dyn Iterator<Item = &str>, Ends<'_>) -> usize;

/// A function that returns whether a line ends a body.
type Ends<'a> = &'a dyn Fn(&str) -> bool;

/// Something that a kind explains beside its verbs and codes, such as a technique of solving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Its word.
    pub name: &'static str,
    /// Its description with its figures: a clause.
    pub facts: String,
    /// Whole sentences; may be empty.
    pub text: String,
    /// A document that shows it; may be empty.
    pub example: String,
}

/// The description of a kind of puzzle: facts, and functions that need no puzzle. A kind names what
/// it has and takes the rest from [`Info::PLAIN`].
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
    /// The codes of its diagnostics.
    pub codes: &'static [&'static Code],
    /// Those of them that [`super::Game::deep`] can push. If expectations state all of them
    /// ([`Info::states_fact`]), `puzzled test` need not search for them again.
    pub deep: &'static [&'static Code],
    /// A small complete declaration.
    pub example: &'static str,
    /// Set if the body of a declaration is a whole text: only a line that is `}` alone ends it, and
    /// braces, comments, indentation and spaces in it are the kind's. It is kept as it is written.
    /// The function returns the places of the commands in the comments of such a text that is a file.
    pub whole_text: Option<Tests>,
    /// Its form in JSON; none if it has no other form.
    pub json: Option<&'static JsonForm>,
    /// Its forms in other programs.
    pub forms: &'static [&'static Format],
    /// The text between two moves of a `play`: empty if moves are letters, `; ` if they are words.
    /// `None` if the kind has no moves.
    pub separator: Option<&'static str>,
    /// Returns how many of the lines that follow the `{` of a body without `}` belong to it: those
    /// before the first that the second argument says ends it because it begins like `use` or a
    /// command, unless the body still lacks a part that this line can begin. Comments, outer spaces
    /// and blank lines are left out.
    pub extent: Extent,
    /// Returns whether two cells of a board of so many rows constrain each other; a cell is a peer
    /// of itself.
    pub are_peers: fn(usize, Coordinate, Coordinate) -> bool,
    /// Returns whether raw input that begins like this may be cut at any line end and judged in
    /// pieces.
    pub streams: fn(&str) -> bool,
    /// Returns whether a text from outside, all of it, is raw input of this kind or has one of its
    /// forms, and its precedence; by default if it can be read without an error or a warning, like
    /// raw input with a header.
    pub fits: Option<fn(&str) -> Option<Precedence>>,
    /// Returns whether a text from outside, without what surrounds it, begins like one of this kind, so
    /// that its first fault is worth telling.
    pub begins: fn(&str) -> bool,
    /// The goal that a caller of raw input names with `--goal` (see
    /// [`Input::goal`](super::Input::goal)); `None` if raw input of the kind always states its goal.
    pub raw_goal: Option<RawGoal>,
    /// The word for the positions that its search distinguishes, in the plural; empty if it has none.
    pub states: &'static str,
    /// The characters that are the values which a body asks for; empty if those are integers, or
    /// if it asks for a solution.
    pub symbols: &'static str,
    /// True if an expectation may be a premise: [`Request::Premise`](super::Request::Premise) takes it as
    /// true. Run in the position after the command that it is about, it fails if the premise cannot be; it
    /// answers with a statement on one line that states the premise again, or with
    /// [`Answer::NotComputed`](super::Answer::NotComputed) if it is to be compared like any other. It
    /// takes a few milliseconds.
    pub has_premises: bool,
    /// Returns whether an expectation states an answer in other words.
    pub accepts: fn(&Answer, &str) -> bool,
    /// The way to make puzzles of the kind; none if they cannot be made.
    pub make: Option<&'static dyn Make>,
    /// Reports an expectation on one line that has the form of an earlier version. The arguments are
    /// the command and the expectation.
    pub outdated: fn(Fragment<'_>, Fragment<'_>) -> Option<Diagnostic>,
    /// Returns the words of the topics that the kind explains beside its verbs and codes.
    pub topics: fn() -> Vec<&'static str>,
    /// Returns the topic of a word.
    pub topic: fn(&str) -> Option<Topic>,
    /// Reads a body (verbatim or keyed). Pushes all diagnostics, and the marks of its parts, also of
    /// broken ones; gives the start only if it is sound: `None` after an error, except an error that
    /// states a fact about a sound start (parity makes it unsolvable). One fault gives one diagnostic.
    pub read: fn(&Body<'_>, &mut Out<'_>) -> Option<Reading>,
    /// Checks the arguments of a command without a puzzle. Pushes a diagnostic and returns false if they
    /// are malformed.
    pub lints: fn(Instruction<'_>, &mut Sink) -> bool,
    /// Returns the marks of the arguments of a verb with an [`Arg::Rest`].
    pub rest_marks: fn(usize, Fragment<'_>) -> Vec<Mark>,
    /// Returns the codes that an expectation after a verb makes superfluous, because it states the same
    /// fact: it is compared with the answer anyway. `solve => unsolvable` and `solve => 81` both state
    /// whether a puzzle is solvable; `count => 288` that it has several solutions.
    pub states_fact: fn(usize, &str) -> &'static [&'static Code],
    /// Returns the texts of the puzzles of raw input that is a list; none if it is one puzzle.
    pub entries: fn(&str) -> Vec<&str>,
    /// Reads raw input and emits the judge's output line by line, each with the number (from 1) of the
    /// line of input that it answers.
    pub judge: Judge,
    /// Reports what is wrong with raw input without answering it; with a budget also faults that only a
    /// search can find. By default raw input is one puzzle.
    pub survey: Option<Survey>,
}

/// The goal that a caller of raw input names with `--goal`, because the text need not state it.
#[derive(Clone, Copy, Debug)]
pub struct RawGoal {
    /// The thing that is named, for a message: `the car that must leave`.
    pub names: &'static str,
    /// The names that there are; empty if it is a label of the text.
    pub known: &'static [&'static str],
}

impl RawGoal {
    /// Checks the name of a goal. Whether the text has a label of that name is for its kind to say.
    ///
    /// # Errors
    /// The message that there is no such goal.
    pub fn check(&self, name: &str) -> Result<(), String> {
        if self.known.is_empty() || self.known.contains(&name) {
            return Ok(());
        }
        let known = self.known.iter().copied();
        let otherwise = format!("the goals are {}", among(known.clone()));
        let hint = did_you_mean(name, known, &otherwise);
        Err(format!("unknown goal `{}`; {hint}", clip(name)))
    }
}

/// Judges raw input: [`Info::judge`].
pub type Judge = fn(Input<'_>, &Budget, &mut Sink, &mut dyn FnMut(u32, &str)) -> Verdict;

/// Reports what is wrong with raw input: [`Info::survey`]. It fails if a search that stops leaves
/// questions open.
pub type Survey = fn(Input<'_>, Option<&Budget>, &mut Sink) -> Result<(), Unfinished>;

impl Info {
    /// The description of a kind of which nothing is said: what a kind does not have is taken from
    /// here.
    pub const PLAIN: Self = Self {
        name: "",
        summary: "",
        verbs: &[],
        query: None,
        codes: &[],
        deep: &[],
        example: "",
        whole_text: None,
        json: None,
        forms: &[],
        separator: None,
        extent: |lines, ends| lines.take_while(|line| !ends(line)).count(),
        are_peers: |_, _, _| false,
        streams: |_| false,
        fits: None,
        begins: |_| false,
        raw_goal: None,
        states: "",
        symbols: "",
        has_premises: false,
        accepts: |_, _| false,
        make: None,
        outdated: |_, _| None,
        topics: Vec::new,
        topic: |_| None,
        read: |_, _| None,
        lints: |_, _| false,
        rest_marks: |_, _| Vec::new(),
        states_fact: |_, _| &[],
        entries: |_| Vec::new(),
        judge: |_, _, _, _| Verdict::Fine,
        survey: None,
    };

    /// Returns the role of the verb of a command. `None` if the kind has no such verb.
    pub fn role(&'static self, text: Fragment<'_>) -> Option<Role> {
        common::meaning(self, text).map(|(meaning, _)| meaning.verb(self).role)
    }

    /// Returns whether the body of a declaration is a whole text.
    pub fn is_whole_text(&self) -> bool {
        self.whole_text.is_some()
    }

    /// Returns whether the name of a file has the ending of a form of this kind.
    pub fn has_ending(&self, file: &str) -> bool {
        let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        let mut endings = self.forms.iter().flat_map(|form| form.endings);
        ending.is_some_and(|ending| endings.any(|known| *known == ending))
    }

    /// Returns the verb that solves a puzzle of this kind.
    pub fn solver(&self) -> Option<&'static Verb> {
        self.verbs.iter().find(|verb| verb.role.solves())
    }

    /// Returns the verb that makes moves in a puzzle of this kind.
    pub fn player(&self) -> Option<&'static Verb> {
        self.verbs.iter().find(|verb| verb.role == Role::Play)
    }

    /// Returns the places of the single moves in the arguments of a `play`.
    pub fn moves(&self, args: Fragment<'_>) -> Vec<Span> {
        match self.separator {
            None => Vec::new(),
            Some("") => marks::letters(args),
            Some(separator) => match separator.trim().chars().next() {
                None => marks::parts(args, |char| matches!(char, ' ' | '\t')),
                Some(sign) => marks::parts(args, |char| char == sign),
            },
        }
    }
}
