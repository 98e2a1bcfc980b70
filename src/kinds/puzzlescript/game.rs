//! The compiled game: plain values, in the order in which the engine looks at them.
//!
//! Everything here is data without behavior beyond look-ups. A plain engine interprets it as it is;
//! a fast engine compiles it further. All numbers of objects, layers, groups and levels count
//! from 0; lines count from 1 in the text of the game; spans are bytes of the whole source.
//!
//! A turn, in the terms of this file:
//!
//! 1. A key gives each object of [`Game::players`] its movement, layer by layer.
//! 2. [`Game::rules`] (a [`Program`]) is run: its groups in order, each until nothing changes, with
//!    jumps back at [`Program::loops`].
//! 3. Movements are resolved; if a rule of a rigid group moved something that is blocked, the turn
//!    begins anew without that group ([`Group::rigid`]).
//! 4. [`Game::late`] is run in the same way.
//! 5. Commands, sounds and [`Game::conditions`] are looked at.

use std::fmt;

use crate::text::Span;

/// The bit of a movement within the five bits of its layer.
pub mod movement {
    /// Up.
    pub const UP: u8 = 0b00001;
    /// Down.
    pub const DOWN: u8 = 0b00010;
    /// Left.
    pub const LEFT: u8 = 0b00100;
    /// Right.
    pub const RIGHT: u8 = 0b01000;
    /// The action key.
    pub const ACTION: u8 = 0b10000;
    /// All of them: what `stationary` excludes, and what a replacement clears.
    pub const EVERY: u8 = 0b11111;
    /// The bits that `randomdir` requires on the left: two directions at once, which no object has,
    /// so that such a rule never matches.
    pub const NEVER: u8 = 0b00101;
}

/// A set of small numbers: objects, or movements with five bits for each layer.
///
/// Two sets are equal if they hold the same numbers; words of zeros at the end are never stored.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// Returns the empty set.
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// Returns the set of one number.
    pub fn of(number: usize) -> Self {
        let mut set = Self::new();
        set.insert(number);
        set
    }

    /// Returns the words of the set, lowest bits first, without zeros at the end.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the word of that index; 0 beyond the last.
    pub fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether a number is in the set.
    pub fn contains(&self, number: usize) -> bool {
        self.word(number / 64) >> (number % 64) & 1 == 1
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        self.merge_word(number / 64, 1 << (number % 64));
    }

    /// Adds all members of another set.
    pub fn add(&mut self, other: &Self) {
        for (index, &word) in other.words.iter().enumerate() {
            self.merge_word(index, word);
        }
    }

    /// Removes all members of another set.
    pub fn remove(&mut self, other: &Self) {
        for (word, &theirs) in self.words.iter_mut().zip(&other.words) {
            *word &= !theirs;
        }
        self.trim();
    }

    /// Keeps only the members that another set has, too.
    pub fn keep(&mut self, other: &Self) {
        self.words.truncate(other.words.len());
        for (word, &theirs) in self.words.iter_mut().zip(&other.words) {
            *word &= theirs;
        }
        self.trim();
    }

    /// Returns whether the sets have a member in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(ours, theirs)| ours & theirs != 0)
    }

    /// Returns whether all members are in another set, too.
    pub fn is_within(&self, other: &Self) -> bool {
        self.words.iter().enumerate().all(|(index, word)| word & !other.word(index) == 0)
    }

    /// Returns the members, in rising order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| index * 64 + bit)
        })
    }

    /// Returns the five bits of movement of a layer, for a set of movements.
    pub fn movement(&self, layer: usize) -> u8 {
        let (index, bit) = (layer * 5 / 64, layer * 5 % 64);
        let low = self.word(index) >> bit;
        let high = if bit > 59 { self.word(index + 1) << (64 - bit) } else { 0 };
        ((low | high) & u64::from(movement::EVERY)) as u8
    }

    /// Adds bits of movement to a layer, for a set of movements.
    pub fn add_movement(&mut self, layer: usize, bits: u8) {
        for bit in 0..5 {
            if bits >> bit & 1 == 1 {
                self.insert(layer * 5 + bit);
            }
        }
    }

    /// Adds bits to a word.
    fn merge_word(&mut self, index: usize, bits: u64) {
        if bits == 0 {
            return;
        }
        if index >= self.words.len() {
            self.words.resize(index + 1, 0);
        }
        self.words[index] |= bits;
    }

    /// Drops words of zeros at the end.
    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

impl fmt::Debug for BitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Self::new();
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

/// A game as it was compiled. It is sound: no error was found in its text.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The places of the words of the headings.
    pub headings: Vec<Span>,
    /// The settings of the prelude.
    pub prelude: Prelude,
    /// The objects. The number of an object is its place in the collision layers (layer by layer, in
    /// the order of their lines): random choices are made in this order.
    pub objects: Vec<Object>,
    /// The collision layers, the bottom one first; it is also the order of drawing. A layer without
    /// objects stays in the list.
    pub layers: Vec<Layer>,
    /// The names of the legend, and second names of objects, in the order of their lines.
    pub names: Vec<Name>,
    /// The glyphs that levels can be drawn with, in the order in which they are declared.
    pub glyphs: Vec<Glyph>,
    /// The objects that a key moves: a cell holds a player if it holds one of them, or each of them
    /// if `every` is set. The key then gives its movement to each of these objects that the cell
    /// holds, by its layer.
    pub players: Term,
    /// The object that cells without a background get if a level has no other background.
    pub background: usize,
    /// The layer of the background.
    pub background_layer: usize,
    /// The rules that run before movements are resolved.
    pub rules: Program,
    /// The rules that run after movements are resolved. They set no movements but those of
    /// `randomdir`.
    pub late: Program,
    /// The sounds that something plays.
    pub sounds: Sounds,
    /// The win conditions; all of them must hold. Without any, only the command `win` wins.
    pub conditions: Vec<Condition>,
    /// Levels and messages, in order.
    pub stages: Vec<Stage>,
}

/// A number of seconds as the prelude writes it.
pub type Seconds = f64;

/// The settings of the prelude. Of a word that is written twice, the last counts.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent settings, named as in the text")]
pub struct Prelude {
    /// `title`.
    pub title: Option<String>,
    /// `author`.
    pub author: Option<String>,
    /// `homepage`.
    pub homepage: Option<String>,
    /// `background_color`.
    pub background_color: Option<Color>,
    /// `text_color`.
    pub text_color: Option<Color>,
    /// `again_interval`.
    pub again_interval: Option<Seconds>,
    /// `key_repeat_interval`.
    pub key_repeat_interval: Option<Seconds>,
    /// `realtime_interval`: turns without a key happen by themselves.
    pub realtime_interval: Option<Seconds>,
    /// `flickscreen`: width and height of a screen.
    pub flickscreen: Option<(u32, u32)>,
    /// `zoomscreen`: width and height of a screen.
    pub zoomscreen: Option<(u32, u32)>,
    /// `noaction`: the action key does nothing.
    pub noaction: bool,
    /// `noundo`: the undo key does nothing.
    pub noundo: bool,
    /// `norestart`: the restart key does nothing.
    pub norestart: bool,
    /// `norepeat_action`.
    pub norepeat_action: bool,
    /// `throttle_movement`.
    pub throttle_movement: bool,
    /// `require_player_movement`: a turn in which no player leaves a cell is taken back.
    pub require_player_movement: bool,
    /// `run_rules_on_level_start`: a turn without a key is made when a level starts.
    pub run_rules_on_level_start: bool,
    /// `scanline`.
    pub scanline: bool,
    /// `debug`.
    pub debug: bool,
    /// `verbose_logging`.
    pub verbose_logging: bool,
}

/// A color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Red, green and blue.
    Solid(u8, u8, u8),
    /// Nothing is drawn.
    Transparent,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name in lower case.
    pub name: String,
    /// Its name as it is written where it is defined.
    pub written: String,
    /// The place of the name in the section OBJECTS.
    pub span: Span,
    /// The line of the name.
    pub line: u32,
    /// Its collision layer.
    pub layer: usize,
    /// Its colors, at most ten.
    pub colors: Vec<Color>,
    /// Its 5 × 5 sprite, row by row: the index of a color, or `None` where nothing is drawn. An
    /// object without a sprite is a square of its first color.
    pub sprite: [[Option<u8>; 5]; 5],
}

/// A collision layer.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// The objects of the layer. At most one of them is in a cell.
    pub objects: BitSet,
    /// The place of its line.
    pub span: Span,
}

/// The meaning of a name other than that of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Another name of an object.
    Object(usize),
    /// All of these objects at once (`and`), in the order of the text.
    Every(Vec<usize>),
    /// One of these objects (`or`), in the order of the text. Copies of a rule are made in this
    /// order.
    Any(Vec<usize>),
}

impl Meaning {
    /// Returns the objects, as a set.
    pub fn set(&self) -> BitSet {
        match self {
            Self::Object(object) => BitSet::of(*object),
            Self::Every(objects) | Self::Any(objects) => objects.iter().copied().collect(),
        }
    }
}

/// A name that the legend gives, or a second name of an object.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name in lower case.
    pub name: String,
    /// The place of its definition.
    pub span: Span,
    /// The line of its definition.
    pub line: u32,
    /// What it stands for.
    pub meaning: Meaning,
}

/// A character that levels are drawn with.
#[derive(Clone, Debug)]
pub struct Glyph {
    /// The character, in lower case.
    pub character: char,
    /// The objects that a cell with it holds.
    pub objects: BitSet,
    /// The place of its definition.
    pub span: Span,
}

/// Objects that a cell may hold: one of them, or all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// The objects.
    pub objects: BitSet,
    /// True if a cell must hold each of them (a name declared with `and`).
    pub every: bool,
}

impl Term {
    /// Returns whether a cell with these objects fits.
    pub fn fits(&self, cell: &BitSet) -> bool {
        if self.every { self.objects.is_within(cell) } else { self.objects.meets(cell) }
    }
}

/// Groups of rules that run one after the other, with loops.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The groups, in the order of their first lines. No group is empty.
    pub groups: Vec<Group>,
    /// For each group, the group with which to go on if something has changed since the last jump
    /// (or since the begin) when this group has run. Only the last group of a loop has one; it is
    /// the first group of that loop.
    pub loops: Vec<Option<usize>>,
}

/// Rules that run together, until none of them changes anything.
#[derive(Clone, Debug)]
pub struct Group {
    /// The rules, in the order in which they are tried.
    pub rules: Vec<Rule>,
    /// True if only one match of one of its rules is applied, chosen by a draw among all of them in
    /// the order of the rules and, within a rule, of its matches.
    pub random: bool,
    /// The number of the group among the groups with a rigid rule (at most 30), for groups that have
    /// one. Only a rule with [`Rule::rigid`] marks movements as rigid.
    pub rigid: Option<usize>,
}

/// The direction in which the cells of a pattern follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Each cell is above the one before. Only with an ellipsis: other rules are turned around.
    Up,
    /// Each cell is below the one before; levels are scanned by columns.
    Down,
    /// Each cell is to the left of the one before. Only with an ellipsis.
    Left,
    /// Each cell is to the right of the one before; levels are scanned by rows.
    Right,
}

impl Direction {
    /// Returns the word of the direction.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// Returns the bit of a movement in this direction.
    pub const fn movement(self) -> u8 {
        match self {
            Self::Up => movement::UP,
            Self::Down => movement::DOWN,
            Self::Left => movement::LEFT,
            Self::Right => movement::RIGHT,
        }
    }

    /// Returns the steps to the right and down.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::Up => (0, -1),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
        }
    }
}

/// One compiled rule: one direction, no word that stands for several movements, and no property
/// that stands for objects of several layers.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The line of the rule that it comes from.
    pub line: u32,
    /// The place of the rule that it comes from.
    pub span: Span,
    /// The direction of its patterns. It also decides the order of the scan if every pattern has one
    /// cell.
    pub direction: Direction,
    /// The patterns. All of them must be found; for each combination of places (the first pattern
    /// changes fastest) the replacements are made, after the patterns were compared once more.
    pub patterns: Vec<Pattern>,
    /// True if there are patterns on the right; a rule with commands alone changes nothing.
    pub replaces: bool,
    /// The commands, in the order of the text.
    pub commands: Vec<Command>,
    /// True if the movements that it sets are rigid.
    pub rigid: bool,
    /// The rule as text: direction, cells, commands, with every word spelled out.
    pub text: String,
}

/// The cells of one pair of brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The parts, in the direction of the rule. At least one of them is a cell.
    pub parts: Vec<Part>,
    /// The number of ellipses: 0, 1 or 2.
    pub ellipses: usize,
}

/// A cell or a gap of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "almost every part is a cell")]
pub enum Part {
    /// One cell.
    Cell(Cell),
    /// Any number of cells, none included. The shortest gap is tried first. Never the first or the
    /// last part.
    Ellipsis,
}

/// The requirements on a cell, and what happens to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The objects that must be there.
    pub present: BitSet,
    /// The objects that must not be there.
    pub missing: BitSet,
    /// For each property of a single layer: one of its objects must be there.
    pub any: Vec<BitSet>,
    /// The movements that must be there (five bits per layer).
    pub moving: BitSet,
    /// The movements that must not be there (five bits per layer).
    pub still: BitSet,
    /// The change; `None` if the rule leaves the cell alone.
    pub replacement: Option<Replacement>,
}

/// The change of a cell, made in this order: draw the random object, draw the random directions,
/// remove and add objects, clear and set movements.
///
/// The new objects are `(old without clear) with set`, the new movements `(old without
/// movements_clear and movements_layers) with movements_set`. The rule has changed something if
/// either differs from before, or if it is rigid and marks a movement that was not marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replacement {
    /// The objects that are removed.
    pub clear: BitSet,
    /// The objects that are added, after others were removed.
    pub set: BitSet,
    /// The movements that are cleared (five bits per layer).
    pub movements_clear: BitSet,
    /// The movements that are set, after others were cleared.
    pub movements_set: BitSet,
    /// The layers whose movement the rule decides (five bits per layer): they are cleared, too, and
    /// a rigid rule marks them.
    pub movements_layers: BitSet,
    /// One object of this set is drawn and added, if there are any: its layer is cleared of objects
    /// and movements first.
    pub random: BitSet,
    /// The layers that get a random direction, in rising order. Each draws one of up, down, left,
    /// right, which is added to `movements_set`.
    pub random_directions: Vec<usize>,
}

/// A command of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// `again`.
    Again,
    /// `cancel`.
    Cancel,
    /// `checkpoint`.
    Checkpoint,
    /// `restart`.
    Restart,
    /// `win`.
    Win,
    /// `message TEXT`.
    Message(String),
    /// `sfx0` to `sfx10`.
    Sound(u8),
}

impl Command {
    /// Returns the word of the command. Two commands with one word are one command in a turn: the
    /// first stays.
    pub fn word(&self) -> String {
        match self {
            Self::Again => String::from("again"),
            Self::Cancel => String::from("cancel"),
            Self::Checkpoint => String::from("checkpoint"),
            Self::Restart => String::from("restart"),
            Self::Win => String::from("win"),
            Self::Message(_) => String::from("message"),
            Self::Sound(number) => format!("sfx{number}"),
        }
    }
}

/// The sounds of a game. A seed is the number of the text, kept as text.
#[derive(Clone, Debug, Default)]
pub struct Sounds {
    /// The seeds of events (`sfx0`, `startlevel`, `undo`, …), in the order of their lines; each
    /// event once.
    pub events: Vec<(String, String)>,
    /// Sounds of objects that are created, in the order of their lines.
    pub created: Vec<SoundOf>,
    /// Sounds of objects that are destroyed.
    pub destroyed: Vec<SoundOf>,
    /// Sounds of objects that move, for each layer.
    pub moved: Vec<Vec<MoveSound>>,
    /// Sounds of objects that cannot move.
    pub blocked: Vec<MoveSound>,
}

/// A sound that is played if one of some objects was created or destroyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundOf {
    /// The objects.
    pub objects: BitSet,
    /// The seed.
    pub seed: String,
}

/// A sound that is played if an object moves, or cannot move, in some direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSound {
    /// The object.
    pub object: usize,
    /// Its layer.
    pub layer: usize,
    /// The movements: five bits, of its layer.
    pub directions: u8,
    /// The seed.
    pub seed: String,
}

/// How many cells a win condition needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `no`: no cell fits both terms.
    No,
    /// `some` or `any`: a cell fits both terms.
    Some,
    /// `all`: each cell that fits the first term fits the second.
    All,
}

/// A win condition.
#[derive(Clone, Debug)]
pub struct Condition {
    /// How many cells it needs.
    pub quantifier: Quantifier,
    /// The first term.
    pub subject: Term,
    /// The term after `on`; all objects if there is none.
    pub on: Term,
    /// Its line.
    pub line: u32,
    /// Its place.
    pub span: Span,
}

/// A level, or a message between levels.
#[derive(Clone, Debug)]
pub enum Stage {
    /// A message.
    Message {
        /// The text.
        text: String,
        /// The place of its line.
        span: Span,
    },
    /// A level.
    Level(Level),
}

/// A level as it is drawn.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// The number of columns: the length of the first row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The different cells of the level, each with a background.
    pub kinds: Vec<BitSet>,
    /// The cells row by row, by their place in `kinds`.
    pub cells: Vec<u32>,
    /// The places of the rows.
    pub rows: Vec<Span>,
    /// The line of its first row.
    pub line: u32,
}

impl Level {
    /// Returns the objects of a cell, which must be inside the level.
    pub fn cell(&self, column: usize, row: usize) -> &BitSet {
        &self.kinds[self.cells[row * self.width + column] as usize]
    }

    /// Returns the place of the level in the text.
    pub fn span(&self) -> Span {
        match (self.rows.first(), self.rows.last()) {
            (Some(first), Some(last)) => first.to(*last),
            _ => Span::default(),
        }
    }
}

impl Game {
    /// Returns the levels without the messages, in order.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.stages.iter().filter_map(|stage| match stage {
            Stage::Level(level) => Some(level),
            Stage::Message { .. } => None,
        })
    }

    /// Returns the number of an object by its name in lower case.
    pub fn object(&self, name: &str) -> Option<usize> {
        self.objects.iter().position(|object| object.name == name)
    }

    /// Returns the number of compiled rules.
    pub fn rule_count(&self) -> usize {
        let groups = self.rules.groups.iter().chain(&self.late.groups);
        groups.map(|group| group.rules.len()).sum()
    }
}
