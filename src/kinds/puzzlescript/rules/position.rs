//! Positions of a game, and what a turn makes of them.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::super::game::{BitSet, Command, Game, Level, Rule, Stage, movement};
use super::cells::Cells;
use super::random::Generator;

/// What a player does: the keys of the game, or none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Input {
    /// The key for up.
    Up,
    /// The key for down.
    Down,
    /// The key for left.
    Left,
    /// The key for right.
    Right,
    /// The action key.
    Action,
    /// A turn without a key.
    Tick,
    /// The undo key.
    Undo,
    /// The restart key.
    Restart,
}

impl Input {
    /// Returns the movement that the key gives to the players; `None` if it gives none.
    pub fn movement(self) -> Option<u8> {
        match self {
            Self::Up => Some(movement::UP),
            Self::Down => Some(movement::DOWN),
            Self::Left => Some(movement::LEFT),
            Self::Right => Some(movement::RIGHT),
            Self::Action => Some(movement::ACTION),
            Self::Tick | Self::Undo | Self::Restart => None,
        }
    }
}

/// The place of a rule in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId {
    /// True for the rules that run after movements are resolved.
    pub late: bool,
    /// The number of its group.
    pub group: usize,
    /// Its number in the group.
    pub rule: usize,
}

impl RuleId {
    /// Returns the rule. It must be one of this game.
    pub fn of(self, game: &Game) -> &Rule {
        let program = if self.late { &game.late } else { &game.rules };
        &program.groups[self.group].rules[self.rule]
    }
}

/// A position of a game.
///
/// Two positions are equal if they have the same level, cells, movements, checkpoint and generator,
/// and are both won or both not; the undo points do not count.
#[derive(Clone, Debug)]
pub struct Position {
    /// The number of the level, from 0, messages left out.
    pub level: usize,
    /// The objects of each cell.
    pub cells: Arc<Cells>,
    /// The movements that a late `randomdir` left in the cells.
    pub movements: Arc<Cells>,
    /// The cells to which a restart leads.
    pub checkpoint: Arc<Cells>,
    /// The generator of random choices.
    pub generator: Generator,
    /// True if the level is won. The next input is made in the next level.
    pub won: bool,
    /// The game's own undo points, the last one last.
    pub undo_points: Vec<Arc<Cells>>,
    /// The events of the turn that led to this position. Equality ignores them.
    pub events: Arc<[Event]>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.level == other.level
            && self.won == other.won
            && self.cells == other.cells
            && self.movements == other.movements
            && self.checkpoint == other.checkpoint
            && self.generator == other.generator
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.level.hash(state);
        self.won.hash(state);
        self.cells.hash(state);
        self.movements.hash(state);
        self.checkpoint.hash(state);
        self.generator.hash(state);
    }
}

impl Position {
    /// Returns the objects of a cell.
    pub fn objects(&self, column: usize, row: usize) -> BitSet {
        self.cells.numbers(row * self.cells.width() + column).collect()
    }

    /// Returns the names of the objects of each cell, row by row, each list sorted.
    pub fn names<'a>(&self, game: &'a Game) -> Vec<Vec<Vec<&'a str>>> {
        let mut rows = Vec::new();
        for row in 0..self.cells.height() {
            let mut names = Vec::new();
            for column in 0..self.cells.width() {
                let objects = self.cells.numbers(row * self.cells.width() + column);
                let mut cell: Vec<&str> =
                    objects.map(|object| game.objects[object].name.as_str()).collect();
                cell.sort_unstable();
                names.push(cell);
            }
            rows.push(names);
        }
        rows
    }

    /// Returns whether this level is the last one of a game.
    pub fn is_last(&self, game: &Game) -> bool {
        game.levels().count() <= self.level + 1
    }
}

/// Returns a level by its number, from 0, messages left out.
pub(super) fn level(game: &Game, number: usize) -> Option<&Level> {
    game.levels().nth(number)
}

/// Returns the messages after a level, up to the next level.
pub(super) fn messages_after(game: &Game, number: usize) -> impl Iterator<Item = &str> {
    let mut levels = 0;
    game.stages.iter().filter_map(move |stage| match stage {
        Stage::Level(_) => {
            levels += 1;
            None
        }
        Stage::Message { text, .. } => (levels == number + 1).then_some(text.as_str()),
    })
}

/// The event that plays a sound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SoundEvent {
    /// Something could not move.
    CannotMove,
    /// Something moved.
    Move,
    /// Something was created.
    Create,
    /// Something was destroyed.
    Destroy,
    /// An event with a name of its own: `sfx0`, `cancel`, `undo`, `restart`, `endlevel` and so on.
    Named(String),
}

impl SoundEvent {
    /// Returns the word of the event, as the section SOUNDS has it.
    pub fn word(&self) -> &str {
        match self {
            Self::CannotMove => "cantmove",
            Self::Move => "move",
            Self::Create => "create",
            Self::Destroy => "destroy",
            Self::Named(name) => name,
        }
    }
}

/// An event of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A sound, with its seed.
    Sound(SoundEvent, String),
    /// A message.
    Message(String),
}

/// The reason for a warning of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WarningKind {
    /// A group of rules still changed something after 200 passes.
    Group,
    /// The loops of a turn were left after 200 rounds.
    Loop,
}

/// A warning of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Warning {
    /// The reason.
    pub kind: WarningKind,
    /// The first rule of the group, or of the loop.
    pub rule: RuleId,
}

/// The change of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The number of the cell, row by row.
    pub place: usize,
    /// The objects before.
    pub objects_before: BitSet,
    /// The objects after.
    pub objects: BitSet,
    /// The movements before (five bits per layer).
    pub movements_before: BitSet,
    /// The movements after.
    pub movements: BitSet,
}

/// One application of a rule that changed something or gave a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Firing {
    /// The rule.
    pub rule: RuleId,
    /// The number of the turn: 0 for that of the input, then the again-turns.
    pub turn: usize,
    /// The number of the attempt in that turn: 0, or more after a rigid group failed.
    pub attempt: usize,
    /// The changes, in the order in which they were made.
    pub changes: Vec<Change>,
    /// The commands that the rule gave in this application.
    pub commands: Vec<Command>,
}

/// An object that could not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// The number of the turn, as in [`Firing`].
    pub turn: usize,
    /// The number of the cell, row by row.
    pub place: usize,
    /// The object.
    pub object: usize,
    /// Its movement, one bit.
    pub movement: u8,
    /// The object in its way, or `None` at the edge.
    pub obstacle: Option<usize>,
}

/// What took a turn back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// The command `cancel` of a rule.
    Rule(RuleId),
    /// `require_player_movement`: no player left its cell.
    NoMovement,
}

/// The result of an input: the position after it, with all again-turns, and what happened.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The position after it.
    pub position: Position,
    /// True if the level, its cells, or what is left of movements is not as before, or if it won.
    pub changed: bool,
    /// Sounds and messages, in order.
    pub events: Vec<Event>,
    /// What took the turn of the input back; again-turns do not count.
    pub cancelled: Option<Cancelled>,
    /// The rule that won, if the turn won by a command.
    pub won_by: Option<RuleId>,
    /// Groups and loops that were left at their limit, trial runs included; each once.
    pub warnings: Vec<Warning>,
    /// The number of draws, trial runs included.
    pub draws: usize,
    /// The first rule that drew among two or more possibilities, trial runs included.
    pub chance: Option<RuleId>,
    /// The number of again-turns.
    pub again_turns: usize,
    /// The rules that fired, in order; only if they are recorded.
    pub firings: Vec<Firing>,
    /// The objects that could not move; only if they are recorded.
    pub blocked: Vec<Blocked>,
}

impl Turn {
    /// Returns the messages, in order.
    pub fn messages(&self) -> impl Iterator<Item = &str> {
        self.events.iter().filter_map(|event| match event {
            Event::Message(text) => Some(text.as_str()),
            Event::Sound(..) => None,
        })
    }
}
