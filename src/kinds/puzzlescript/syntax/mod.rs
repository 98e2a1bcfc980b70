//! Reads the lines of a game.
//!
//! A game is read line by line, and a line word by word: what a word means depends on the section,
//! on its place in the line, and on a comment that may be open from an earlier line. What was read
//! is a [`Draft`]; names are looked up here, because the order of the lines decides what they mean.

mod comments;
mod cursor;
mod inputs;
mod layers;
mod legend;
mod levels;
mod objects;
mod prelude;
mod reader;
mod rules;
mod sounds;
pub(super) mod words;

pub(super) use comments::commands_in_comments;
pub(super) use inputs::{LETTERS, expect_inputs, input_text, read_input_item};
pub(super) use prelude::{FLAGS, WITH_VALUE};
pub(super) use reader::{Closed, expect_puzzlescript_body};
pub(super) use rules::{ARROWS, COMMANDS, MODIFIERS, PREFIXES};
pub(super) use sounds::SoundPart;

use hashbrown::HashMap;

use crate::syntax::Fragment;
use crate::text::Span;

/// A section of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Section {
    /// The lines before the first heading.
    #[default]
    Prelude,
    /// Names, colors, sprites.
    Objects,
    /// Glyphs, `and`, `or`.
    Legend,
    /// Sounds.
    Sounds,
    /// Objects that exclude each other.
    Layers,
    /// Rules.
    Rules,
    /// Win conditions.
    Conditions,
    /// Levels and messages.
    Levels,
}

impl Section {
    /// The sections with a heading, in their order.
    pub(super) const ALL: [Self; 7] = [
        Self::Objects,
        Self::Legend,
        Self::Sounds,
        Self::Layers,
        Self::Rules,
        Self::Conditions,
        Self::Levels,
    ];

    /// Returns the heading in lower case.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Prelude => "prelude",
            Self::Objects => "objects",
            Self::Legend => "legend",
            Self::Sounds => "sounds",
            Self::Layers => "collisionlayers",
            Self::Rules => "rules",
            Self::Conditions => "winconditions",
            Self::Levels => "levels",
        }
    }

    /// Returns what the lines of the section say, in a few words.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Self::Prelude => "settings of the game",
            Self::Objects => "names, colors and sprites of what a cell can hold",
            Self::Legend => "glyphs of levels, and names for several objects: `and`, `or`",
            Self::Sounds => "sounds of events",
            Self::Layers => "objects of one line exclude each other; the first line is drawn first",
            Self::Rules => "how patterns of cells change in a turn",
            Self::Conditions => "what must hold after a turn that wins",
            Self::Levels => "the levels, and the messages between them",
        }
    }

    /// Returns the section of a heading, in letters of any case.
    pub(super) fn of_heading(text: &str) -> Option<Self> {
        // No heading is longer.
        let is_short = text.len() < 24;
        let mut sections = Self::ALL.into_iter();
        sections.find(|section| is_short && text.eq_ignore_ascii_case(section.word()))
    }

    /// Returns the section that comes before, if it has a heading.
    pub(super) fn before(self) -> Option<Self> {
        let at = Self::ALL.iter().position(|section| *section == self)?;
        at.checked_sub(1).map(|at| Self::ALL[at])
    }
}

/// A heading of a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heading {
    /// The section.
    pub section: Section,
    /// The place of the word.
    pub span: Span,
}

/// A line of the prelude.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    /// The word.
    pub key: Fragment<'a>,
    /// The text after it.
    pub value: Fragment<'a>,
}

/// An object as it is written.
#[derive(Clone, Debug)]
pub(super) struct ObjectDraft<'a> {
    /// The name.
    pub name: Fragment<'a>,
    /// The line of the name.
    pub line: u32,
    /// The colors.
    pub colors: Vec<Fragment<'a>>,
    /// The characters of each row of the sprite.
    pub rows: Vec<Vec<u8>>,
    /// The place of the sprite.
    pub sprite: Span,
}

/// How a line of the legend combines names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// One other name.
    Same,
    /// `and`.
    And,
    /// `or`.
    Or,
}

/// A name of the legend, or a second name of an object.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    /// The name.
    pub name: Fragment<'a>,
    /// The line.
    pub line: u32,
    /// How it combines names.
    pub join: Join,
    /// The names that it stands for; those of `and` and `or` are objects, unless a name is unknown.
    pub parts: Vec<&'a str>,
    /// The place of the parts.
    pub value: Span,
}

/// What a word of a sound line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SoundWord {
    /// An event.
    Event,
    /// The name of an object.
    Name,
    /// What happens to the object.
    Verb,
    /// A direction.
    Direction,
    /// A seed.
    Seed,
}

/// A line of the section SOUNDS.
#[derive(Clone, Debug)]
pub(super) struct SoundLine<'a> {
    /// The words.
    pub words: Vec<(Fragment<'a>, SoundWord)>,
}

/// A collision layer as it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct LayerDraft<'a> {
    /// The objects, with the place of the name by which each came in.
    pub members: Vec<(&'a str, Span)>,
    /// The place of the line.
    pub span: Span,
}

/// A line of the section RULES.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleLine<'a> {
    /// The text up to the first comment, in lower case.
    pub code: Fragment<'a>,
    /// The whole line as it is written.
    pub whole: Fragment<'a>,
    /// The line.
    pub line: u32,
}

/// A win condition as it is written.
#[derive(Clone, Debug)]
pub(super) struct ConditionLine<'a> {
    /// The words.
    pub words: Vec<Fragment<'a>>,
    /// The line.
    pub line: u32,
}

/// A level or a message as it is written.
#[derive(Clone, Debug)]
pub(super) enum StageDraft<'a> {
    /// A message: its text, and the place of its line.
    Message(Fragment<'a>, Span),
    /// The rows of a level.
    Level {
        /// The rows.
        rows: Vec<Fragment<'a>>,
        /// The line of the first row.
        line: u32,
    },
}

/// What a name stands for, as far as the lines before say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known<'a> {
    /// An object.
    Object(&'a str),
    /// An entry with `and`, by its place in the entries.
    Every(usize),
    /// An entry with `or`, by its place in the entries.
    Any(usize),
    /// The name at the end of the chain is not declared.
    Nothing(&'a str),
}

/// A game as it was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft<'a> {
    /// The headings.
    pub headings: Vec<Heading>,
    /// The bracket of a comment that is never closed.
    pub open_comment: Option<Span>,
    /// The settings of the prelude.
    pub settings: Vec<Setting<'a>>,
    /// The objects.
    pub objects: Vec<ObjectDraft<'a>>,
    /// The legend, and second names of objects, in the order of the lines.
    pub entries: Vec<Entry<'a>>,
    /// The sounds.
    pub sounds: Vec<SoundLine<'a>>,
    /// The collision layers.
    pub layers: Vec<LayerDraft<'a>>,
    /// The rules.
    pub rules: Vec<RuleLine<'a>>,
    /// The win conditions.
    pub conditions: Vec<ConditionLine<'a>>,
    /// Levels and messages.
    pub stages: Vec<StageDraft<'a>>,
    /// The objects by name.
    object_names: HashMap<&'a str, usize>,
    /// The first entry of each name, for each join.
    entry_names: HashMap<(&'a str, JoinKey), usize>,
    /// What the first entry of another name stands for.
    targets: HashMap<&'a str, Known<'a>>,
    /// The objects and the entries that rules and conditions can name: those before the heading
    /// SOUNDS.
    open: (usize, usize),
    /// The number of parts of all entries, those of names that stand for them included.
    parts: usize,
}

/// The join of an entry, as a key.
type JoinKey = u8;

impl<'a> Draft<'a> {
    /// Adds an object.
    fn push_object(&mut self, object: ObjectDraft<'a>) {
        self.object_names.entry(object.name.text).or_insert(self.objects.len());
        self.objects.push(object);
    }

    /// Adds an entry.
    fn push_entry(&mut self, entry: Entry<'a>) {
        self.parts += entry.parts.len();
        if entry.join == Join::Same
            && let Some(part) = entry.parts.first()
        {
            let known = self.known(part);
            if let Known::Every(other) | Known::Any(other) = known {
                self.parts += self.entries[other].parts.len();
            }
            self.targets.entry(entry.name.text).or_insert(known);
        }
        let key = (entry.name.text, entry.join as JoinKey);
        self.entry_names.entry(key).or_insert(self.entries.len());
        self.entries.push(entry);
    }

    /// Returns the entry of a name with this join.
    fn entry(&self, name: &'a str, join: Join) -> Option<usize> {
        self.entry_names.get(&(name, join as JoinKey)).copied()
    }

    /// Returns the place of an object in the objects.
    pub(super) fn object(&self, name: &str) -> Option<usize> {
        self.object_names.get(name).copied()
    }

    /// Returns the place where a name is declared, if it is.
    pub(super) fn declared(&self, name: &'a str) -> Option<Span> {
        if let Some(object) = self.object(name) {
            return Some(self.objects[object].name.span());
        }
        let joins = [Join::And, Join::Or, Join::Same];
        let entry = joins.into_iter().find_map(|join| self.entry(name, join))?;
        Some(self.entries[entry].name.span())
    }

    /// Lets rules and conditions use the names that are declared so far.
    fn open_names(&mut self) {
        self.open = (self.objects.len(), self.entries.len());
    }

    /// Returns whether rules and conditions can use a name.
    pub(super) fn is_name(&self, name: &'a str) -> bool {
        let (objects, entries) = self.open;
        let is_entry = |join: Join| self.entry(name, join).is_some_and(|entry| entry < entries);
        self.object(name).is_some_and(|object| object < objects)
            || [Join::Same, Join::And, Join::Or].into_iter().any(is_entry)
    }

    /// Returns what a name stands for; second names are followed.
    pub(super) fn known(&self, name: &'a str) -> Known<'a> {
        if self.object_names.contains_key(name) {
            return Known::Object(name);
        }
        if let Some(target) = self.targets.get(name) {
            return *target;
        }
        if let Some(entry) = self.entry(name, Join::And) {
            return Known::Every(entry);
        }
        match self.entry(name, Join::Or) {
            Some(entry) => Known::Any(entry),
            None => Known::Nothing(name),
        }
    }

    /// Returns what another name stands for, as it is written.
    pub(super) fn same(&self, name: &'a str) -> Option<&'a str> {
        let entry = self.entry(name, Join::Same)?;
        self.entries[entry].parts.first().copied()
    }

    /// Returns the entry of a name declared with `and`.
    pub(super) fn every(&self, name: &'a str) -> Option<&Entry<'a>> {
        self.entry(name, Join::And).map(|entry| &self.entries[entry])
    }

    /// Returns the names that are declared, for the nearest one.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        let objects = self.objects.iter().map(|object| object.name.text);
        objects.chain(self.entries.iter().map(|entry| entry.name.text)).take(MOST_COMPARED)
    }
}

/// The most names that an unknown one is compared with.
const MOST_COMPARED: usize = 2_000;

/// The most objects of a game. A set of objects takes a bit for each.
const MOST_OBJECTS: usize = 4_096;

/// The most lines of a legend.
const MOST_ENTRIES: usize = 65_536;

/// The most objects that all names of a legend stand for together.
const MOST_PARTS: usize = 500_000;

/// The most collision layers of a game.
const MOST_LAYERS: usize = 1_024;

/// The words that a name must not be, because rules, conditions or sounds give them a meaning.
pub(super) const KEYWORDS: [&str; 62] = [
    "objects",
    "collisionlayers",
    "legend",
    "sounds",
    "rules",
    "...",
    "winconditions",
    "levels",
    "|",
    "[",
    "]",
    "up",
    "down",
    "left",
    "right",
    "late",
    "rigid",
    "^",
    "v",
    ">",
    "<",
    "no",
    "randomdir",
    "random",
    "horizontal",
    "vertical",
    "any",
    "all",
    "some",
    "moving",
    "stationary",
    "parallel",
    "perpendicular",
    "action",
    "message",
    "move",
    "create",
    "destroy",
    "cantmove",
    "sfx0",
    "sfx1",
    "sfx2",
    "sfx3",
    "sfx4",
    "sfx5",
    "sfx6",
    "sfx7",
    "sfx8",
    "sfx9",
    "sfx10",
    "cancel",
    "restart",
    "win",
    "again",
    "undo",
    "titlescreen",
    "startgame",
    "endgame",
    "startlevel",
    "endlevel",
    "showmessage",
    "closemessage",
];

/// Returns whether a name is a keyword.
pub(super) fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}
