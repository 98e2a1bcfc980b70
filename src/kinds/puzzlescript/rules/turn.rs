//! Makes a turn: its rules, its movements, its commands, and the again-turns after it.

use std::sync::Arc;

use super::super::game::{BitSet, Command, Condition, Game, Quantifier};
use super::cells::{self, Cells};
use super::limits::{Budget, Halt};
use super::matching::Contents;
use super::position::{
    Blocked, Cancelled, Event, Firing, Input, Position, RuleId, SoundEvent, Turn, Warning, level,
    messages_after,
};
use super::random::Generator;

/// The most attempts to make a turn whose rigid groups fail.
const ATTEMPTS: usize = 50;

/// Settings of a turn.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Returns whether to stop. It is asked after a bounded amount of work.
    pub stop: &'a dyn Fn() -> bool,
    /// The most again-turns of an input.
    pub again_limit: usize,
    /// True if rules that fire and objects that cannot move are recorded.
    pub record: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { stop: &|| false, again_limit: 10_000, record: false }
    }
}

impl Position {
    /// Returns the start of a level, by its number from 0 (messages left out), after the rules of
    /// its start and the again-turns that they cause. `None` if the game has no such level.
    ///
    /// # Errors
    /// The start was stopped, or it has no end.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "a path has no lifetime for all")]
    pub fn start(
        game: &Game,
        number: usize,
        generator: Generator,
        options: Options,
    ) -> Option<Result<Turn, Halt>> {
        let drawn = level(game, number)?;
        let cells = Arc::new(Cells::of_level(drawn, game.objects.len()));
        let movements = Cells::empty(drawn.width, drawn.height, game.layers.len() * 5);
        let position = Self {
            level: number,
            checkpoint: Arc::clone(&cells),
            cells,
            movements: Arc::new(movements),
            generator,
            won: false,
            undo_points: Vec::new(),
            events: Arc::default(),
        };
        Some(position.run(game, options, |machine| machine.start()))
    }

    /// Returns the start of the level after this one; its generator goes on where this position
    /// leaves it. `None` if this is the last level.
    ///
    /// # Errors
    /// The start was stopped, or it has no end.
    pub fn next_level(&self, game: &Game, options: Options) -> Option<Result<Turn, Halt>> {
        Self::start(game, self.level + 1, self.generator.clone(), options)
    }

    /// Makes an input, with all again-turns that it causes. If the level is won and another one
    /// follows, the input is made at the start of that level.
    ///
    /// # Errors
    /// The turn was stopped, or it has no end.
    pub fn turn(&self, game: &Game, input: Input, options: Options) -> Result<Turn, Halt> {
        if !self.won {
            return self.run(game, options, |machine| machine.input(input));
        }
        let Some(start) = self.next_level(game, options) else {
            return self.run(game, options, |machine| machine.input(input));
        };
        let start = start?;
        let mut turn = start.position.turn(game, input, options)?;
        turn.changed = true;
        turn.events.splice(0..0, start.events);
        turn.position.events = turn.events.as_slice().into();
        turn.warnings.splice(0..0, start.warnings);
        turn.draws += start.draws;
        turn.chance = start.chance.or(turn.chance);
        Ok(turn)
    }

    /// Makes what `act` does, and the again-turns that are due after it.
    fn run(
        &self,
        game: &Game,
        options: Options,
        act: impl FnOnce(&mut Machine) -> Result<(), Halt>,
    ) -> Result<Turn, Halt> {
        let mut machine = Machine::new(game, self, options);
        act(&mut machine)?;
        machine.finish_chain(options.again_limit)?;
        Ok(machine.into_turn(self))
    }
}

/// A command that a rule gave.
#[derive(Clone, Debug)]
struct Queued {
    command: Command,
    rule: RuleId,
}

/// The sounds that the rules and movements of a turn cause.
#[derive(Default)]
pub(super) struct Noises {
    /// Seeds of what could not move. They are kept when a rigid group failed.
    pub cannot_move: Vec<String>,
    /// Seeds of what moved.
    pub moved: Vec<String>,
    /// Objects that were created.
    pub created: BitSet,
    /// Objects that were destroyed.
    pub destroyed: BitSet,
}

/// The movements that rigid rules set. The marks of a cell do not move with its objects.
pub(super) struct Marks {
    /// For each layer, the number of the rigid group plus one, in the five bits of its movement.
    pub groups: Cells,
    /// The layers that are marked (five bits per layer).
    pub layers: Cells,
}

/// The groups that are left out in a turn because their rigid movements failed.
pub(super) struct Banned {
    /// Whether a group is left out.
    pub groups: Vec<bool>,
    /// True after a mark failed that is that of no group. Two rules that mark one layer leave such
    /// a mark.
    pub unknown: bool,
}

/// What happened in a turn.
#[derive(Default)]
pub(super) struct Log {
    pub events: Vec<Event>,
    pub cancelled: Option<Cancelled>,
    pub won_by: Option<RuleId>,
    pub warnings: Vec<Warning>,
    pub draws: usize,
    pub chance: Option<RuleId>,
    pub again_turns: usize,
    pub firings: Vec<Firing>,
    pub blocked: Vec<Blocked>,
}

/// The state of a game while a turn is made.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Machine<'a> {
    pub game: &'a Game,
    pub budget: Budget<'a>,
    pub level: usize,
    pub objects: Cells,
    pub movements: Cells,
    /// The contents of the cells since the turn began, including those that were replaced.
    pub contents: Contents,
    /// `None` if the game has no rigid rules.
    pub marks: Option<Marks>,
    pub generator: Generator,
    pub noises: Noises,
    pub log: Log,
    /// True if firings and blocked objects are recorded now: not in trial runs.
    pub recording: bool,
    /// The number of the attempt of this turn.
    pub attempt: usize,
    record: bool,
    checkpoint: Arc<Cells>,
    undo_points: Vec<Arc<Cells>>,
    queue: Vec<Queued>,
    /// The rule that asked for another turn, if one is due.
    again: Option<RuleId>,
    restarting: bool,
    won: bool,
    /// False after the last level was won: its board can be played on, but not won again.
    judging: bool,
}

/// How a turn is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// A turn of a player, or an again-turn.
    Played,
    /// A turn of the start of a level, which cannot win.
    Start,
    /// A trial run, which shows whether an again-turn would do anything.
    Trial,
}

impl<'a> Machine<'a> {
    /// Returns the state at the begin of a turn.
    fn new(game: &'a Game, position: &Position, options: Options<'a>) -> Self {
        let cells = &position.cells;
        let is_rigid = game.rules.groups.iter().any(|group| group.rigid.is_some());
        let empty = || Cells::empty(cells.width(), cells.height(), game.layers.len() * 5);
        Self {
            game,
            budget: Budget::new(options.stop),
            level: position.level,
            objects: Cells::clone(cells),
            movements: Cells::clone(&position.movements),
            contents: Contents::of(cells, &position.movements),
            marks: is_rigid.then(|| Marks { groups: empty(), layers: empty() }),
            generator: position.generator.clone(),
            noises: Noises::default(),
            log: Log::default(),
            recording: options.record,
            attempt: 0,
            record: options.record,
            checkpoint: Arc::clone(&position.checkpoint),
            undo_points: position.undo_points.clone(),
            queue: Vec::new(),
            again: None,
            restarting: false,
            won: position.won,
            judging: !position.won,
        }
    }

    /// Returns the turn that was made, from the position before it.
    fn into_turn(self, before: &Position) -> Turn {
        let position = Position {
            level: self.level,
            cells: Arc::new(self.objects),
            movements: Arc::new(self.movements),
            checkpoint: self.checkpoint,
            generator: self.generator,
            won: self.won,
            undo_points: self.undo_points,
            events: self.log.events.as_slice().into(),
        };
        let changed = position.level != before.level
            || position.won != before.won
            || position.cells != before.cells
            || position.movements != before.movements;
        let log = self.log;
        Turn {
            position,
            changed,
            events: log.events,
            cancelled: log.cancelled,
            won_by: log.won_by,
            warnings: log.warnings,
            draws: log.draws,
            chance: log.chance,
            again_turns: log.again_turns,
            firings: log.firings,
            blocked: log.blocked,
        }
    }

    /// Starts the level.
    fn start(&mut self) -> Result<(), Halt> {
        self.play_named("startlevel");
        if self.game.prelude.run_rules_on_level_start {
            self.make_turn(None, Mode::Start)?;
        }
        Ok(())
    }

    /// Makes an input.
    fn input(&mut self, input: Input) -> Result<(), Halt> {
        match input {
            Input::Undo => {
                self.undo();
                Ok(())
            }
            Input::Restart if self.game.prelude.norestart => Ok(()),
            Input::Restart => {
                self.undo_points.push(Arc::new(self.objects.clone()));
                self.restart()
            }
            _ => self.make_turn(input.movement(), Mode::Played).map(drop),
        }
    }

    /// Makes again-turns until none is due.
    fn finish_chain(&mut self, limit: usize) -> Result<(), Halt> {
        // A state of the chain, replaced at every power of two: a chain that repeats comes back to
        // the last one.
        let mut landmark = None;
        while let Some(rule) = self.again.take() {
            if self.log.again_turns == limit {
                return Err(Halt::ManyTurns(rule));
            }
            let state = self.state();
            if landmark.as_ref() == Some(&state) {
                return Err(Halt::Endless(rule));
            }
            self.log.again_turns += 1;
            if self.log.again_turns.is_power_of_two() {
                landmark = Some(state);
            }
            self.make_turn(None, Mode::Played)?;
        }
        Ok(())
    }

    /// Returns everything that decides what the next again-turn does.
    fn state(&self) -> (Cells, Cells, Arc<Cells>, Generator) {
        let checkpoint = Arc::clone(&self.checkpoint);
        (self.objects.clone(), self.movements.clone(), checkpoint, self.generator.clone())
    }

    /// Makes one turn. Returns whether it changed the cells; for a trial run, whether an again-turn
    /// would do anything.
    fn make_turn(&mut self, key: Option<u8>, mode: Mode) -> Result<bool, Halt> {
        self.again = None;
        let before = Arc::new(self.objects.clone());
        let starts = match key {
            Some(bits) => self.start_movement(bits),
            None => Vec::new(),
        };
        self.contents = Contents::of(&self.objects, &self.movements);
        self.queue.clear();
        self.noises = Noises::default();
        self.recording = self.record && mode != Mode::Trial;

        let movements = self.movements.clone();
        let groups = self.game.rules.groups.len();
        let mut banned = Banned { groups: vec![false; groups], unknown: false };
        for attempt in 0..ATTEMPTS {
            self.attempt = attempt;
            self.run_rules(&banned)?;
            if !self.resolve_movements(&mut banned)? {
                self.run_late_rules()?;
                break;
            }
            // Sounds of what could not move are kept: mostly the rigid body itself is meant.
            self.objects = Cells::clone(&before);
            self.movements = movements.clone();
            self.queue.clear();
            self.noises.moved.clear();
            self.noises.created = BitSet::new();
            self.noises.destroyed = BitSet::new();
        }

        if self.game.prelude.require_player_movement && !starts.is_empty() {
            let players = &self.game.players.objects;
            let stay = |&place: &usize| cells::holds_any(self.objects.get(place), players);
            if starts.iter().all(stay) {
                self.restore(&before);
                self.cancel(Cancelled::NoMovement);
                return Ok(false);
            }
        }
        self.obey(&before, key.is_some(), mode)
    }

    /// Obeys the commands of a turn. Returns what [`Self::make_turn`] returns.
    fn obey(&mut self, before: &Arc<Cells>, has_key: bool, mode: Mode) -> Result<bool, Halt> {
        let is_trial = mode == Mode::Trial;
        if let Some(rule) = self.queued(&Command::Cancel) {
            if !is_trial {
                self.announce();
                self.cancel(Cancelled::Rule(rule));
            }
            let has_more = self.queue.len() > 1;
            self.restore(before);
            self.play_named("cancel");
            return Ok(has_more);
        }

        if self.queued(&Command::Restart).is_some() {
            self.undo_points.push(Arc::clone(before));
            if !is_trial {
                self.announce();
                self.restart()?;
            }
        }

        let modified = self.objects != **before;
        if modified {
            if is_trial {
                self.restore(before);
                return Ok(true);
            }
            if has_key {
                self.undo_points.push(Arc::clone(before));
            }
        }
        if is_trial {
            let ends = self.queued(&Command::Win).or(self.queued(&Command::Restart));
            if ends.is_some() {
                return Ok(true);
            }
        } else {
            self.play_noises();
            self.announce();
        }

        if self.judging && mode == Mode::Played {
            let won_by = self.queued(&Command::Win);
            if won_by.is_some() || self.conditions_hold()? {
                self.log.won_by = won_by;
                self.win();
                return Ok(modified);
            }
        }

        if self.queued(&Command::Checkpoint).is_some() {
            self.checkpoint = Arc::new(self.objects.clone());
        }
        if modified && let Some(rule) = self.queued(&Command::Again) {
            let is_due = self.make_turn(None, Mode::Trial)?;
            self.recording = self.record;
            self.again = is_due.then_some(rule);
        }
        self.queue.clear();
        Ok(modified)
    }

    /// Wins the level.
    fn win(&mut self) {
        self.won = true;
        self.judging = false;
        self.again = None;
        self.queue.clear();

        self.play_named("endlevel");
        for text in messages_after(self.game, self.level) {
            self.play_named("showmessage");
            self.log.events.push(Event::Message(String::from(text)));
            self.play_named("closemessage");
        }
        if level(self.game, self.level + 1).is_none() {
            self.play_named("endgame");
        }
    }

    /// Returns whether all win conditions hold; not if there are none.
    fn conditions_hold(&mut self) -> Result<bool, Halt> {
        for condition in &self.game.conditions {
            self.budget.spend(self.objects.len() as u32)?;
            if !holds(condition, &self.objects) {
                return Ok(false);
            }
        }
        Ok(!self.game.conditions.is_empty())
    }

    /// Goes back to the checkpoint, and runs the rules of the start if the game has them.
    fn restart(&mut self) -> Result<(), Halt> {
        // The rules of the start may ask for another restart, which is ignored.
        if self.restarting {
            return Ok(());
        }
        self.restarting = true;
        let checkpoint = Arc::clone(&self.checkpoint);
        self.restore(&checkpoint);
        self.play_named("restart");
        if self.game.prelude.run_rules_on_level_start {
            self.make_turn(None, Mode::Start)?;
        }
        self.queue.clear();
        self.restarting = false;
        Ok(())
    }

    /// Goes back to the last undo point that is not as the cells are now. Without such a point, the
    /// points are used up all the same.
    fn undo(&mut self) {
        if self.game.prelude.noundo {
            return;
        }
        while let Some(point) = self.undo_points.pop() {
            if *point != self.objects {
                self.restore(&point);
                self.play_named("undo");
                return;
            }
        }
    }

    /// Puts cells back. Nothing moves then, and no command is left.
    fn restore(&mut self, cells: &Arc<Cells>) {
        self.objects = Cells::clone(cells);
        self.movements.clear();
        if let Some(marks) = &mut self.marks {
            marks.groups.clear();
            marks.layers.clear();
        }
        self.again = None;
        self.queue.clear();
    }

    /// Notes what took the turn of the input back.
    fn cancel(&mut self, reason: Cancelled) {
        if self.log.again_turns == 0 && self.log.cancelled.is_none() {
            self.log.cancelled = Some(reason);
        }
    }

    /// Returns the rule that gave a command, if one did.
    fn queued(&self, command: &Command) -> Option<RuleId> {
        self.queue.iter().find(|queued| queued.command == *command).map(|queued| queued.rule)
    }

    /// Takes the commands of a rule that matches. Returns those that were not given before.
    pub(super) fn give(&mut self, rule: RuleId) -> Vec<Command> {
        let commands = &rule.of(self.game).commands;
        if commands.is_empty() || self.queued(&Command::Cancel).is_some() {
            return Vec::new();
        }
        let cancels = commands.contains(&Command::Cancel);
        if self.queued(&Command::Restart).is_some() && !cancels {
            return Vec::new();
        }
        if cancels || commands.contains(&Command::Restart) {
            self.queue.clear();
        }
        let mut given = Vec::new();
        for command in commands {
            let is_same = |queued: &Queued| match (&queued.command, command) {
                (Command::Message(_), Command::Message(_)) => true,
                (theirs, ours) => theirs == ours,
            };
            if !self.queue.iter().any(is_same) {
                self.queue.push(Queued { command: command.clone(), rule });
                given.push(command.clone());
            }
        }
        given
    }

    /// Plays the sounds that commands ask for, and shows their message.
    fn announce(&mut self) {
        for index in 0..self.queue.len() {
            match &self.queue[index].command {
                Command::Sound(number) => self.play_named(&format!("sfx{number}")),
                Command::Message(text) => self.log.events.push(Event::Message(text.clone())),
                _ => {}
            }
        }
    }

    /// Plays the sounds of movements, and of objects that were created or destroyed.
    fn play_noises(&mut self) {
        let sounds = &self.game.sounds;
        let noises = &self.noises;
        let mut play = |event, seed: &String| {
            self.log.events.push(Event::Sound(event, seed.clone()));
        };
        for seed in &noises.cannot_move {
            play(SoundEvent::CannotMove, seed);
        }
        for seed in &noises.moved {
            play(SoundEvent::Move, seed);
        }
        for sound in &sounds.created {
            if noises.created.meets(&sound.objects) {
                play(SoundEvent::Create, &sound.seed);
            }
        }
        for sound in &sounds.destroyed {
            if noises.destroyed.meets(&sound.objects) {
                play(SoundEvent::Destroy, &sound.seed);
            }
        }
    }

    /// Plays the sound of an event with a name, if the game has one.
    fn play_named(&mut self, name: &str) {
        let events = &self.game.sounds.events;
        if let Some((_, seed)) = events.iter().find(|(event, _)| event == name) {
            let event = SoundEvent::Named(String::from(name));
            self.log.events.push(Event::Sound(event, seed.clone()));
        }
    }

    /// Draws a number below `count` for a rule.
    pub(super) fn draw(&mut self, count: usize, rule: RuleId) -> usize {
        self.log.draws += 1;
        if count > 1 && self.log.chance.is_none() {
            self.log.chance = Some(rule);
        }
        self.generator.draw(count)
    }

    /// Adds a warning, unless it was raised in this turn before.
    pub(super) fn warn(&mut self, warning: Warning) {
        if !self.log.warnings.contains(&warning) {
            self.log.warnings.push(warning);
        }
    }
}

/// Returns whether a win condition holds.
fn holds(condition: &Condition, objects: &Cells) -> bool {
    let mut places = 0..objects.len();
    let subject = |place: usize| term_fits(&condition.subject, objects.get(place));
    let on = |place: usize| term_fits(&condition.on, objects.get(place));
    match condition.quantifier {
        Quantifier::No => !places.any(|place| subject(place) && on(place)),
        Quantifier::Some => places.any(|place| subject(place) && on(place)),
        Quantifier::All => places.all(|place| !subject(place) || on(place)),
    }
}

/// Returns whether a cell fits a term.
pub(super) fn term_fits(term: &super::super::game::Term, cell: &[u64]) -> bool {
    if term.every {
        cells::holds_all(cell, &term.objects)
    } else {
        cells::holds_any(cell, &term.objects)
    }
}
