//! A game as a puzzle with moves.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::commands::{self, Command, GameWord, VERBS};
use super::game::{self, BitSet, Game};
use super::rules::{self, Cells, Event, Generator, Halt, Input, Options, Position, Turn};
use super::solve::{self, Finder};
use super::syntax::{LETTERS, commands_in_comments, expect_inputs, input_text, read_input_item};
use super::{codes, form, json, marks, read, recognize, trace, view};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::foreign::Precedence;
use crate::puzzle::moves::verbs::Word;
use crate::puzzle::moves::{
    self, EachMove, Followed, Item, Level, MoveGame, Particulars, Raw, Unread, View,
};
use crate::puzzle::{Body, Failure, Field, Info, Out, Spot, Table};
use crate::search::{Budget, Stop};
use crate::syntax::{Args, Fragment};
use crate::text::{Span, Spanned};

/// The kind.
pub static INFO: Info = Info {
    name: "puzzlescript",
    summary: "a game whose rules are text",
    verbs: VERBS.verbs,
    codes: codes::CODES,
    deep: &[&codes::UNWINNABLE],
    example: commands::EXAMPLE,
    whole_text: Some(commands_in_comments),
    json: Some(&json::FORM),
    forms: &[&form::FORMAT],
    fits: Some(|text| recognize::is_game(text).then_some(Precedence::Header)),
    begins: recognize::is_game,
    separator: Some(""),
    states: "positions of a level",
    // An expectation is about one level, and the fact may be about another.
    states_fact: |_, _| &[],
    judge: |input, budget, sink, emit| moves::judge_raw(&RAW, input, budget, sink, emit),
    ..moves::info::<Model>()
};

/// The answer to a text without a document: the number of inputs of each level, and their letters.
const RAW: Raw<Model> = Raw {
    answer: |_, path, _, _, _, _| {
        let letters: String = path.iter().map(|&input| input_text(input)).collect();
        format!("{} {letters}", path.len()).trim_end().to_owned()
    },
    ..Raw::PLAIN
};

/// A game, its text, and tables that every position uses.
#[derive(Clone)]
pub struct Model {
    /// The compiled game.
    pub(super) game: Arc<Game>,
    /// The text of the game without its indentation.
    pub(super) text: Arc<str>,
    /// The start of the first of `levels`.
    pub(super) start: Position,
    /// The levels that are asked about, by their numbers from 0.
    levels: Range<usize>,
    /// The objects that a rule or a key can move, or that a rule makes or takes away.
    pub(super) movable: BitSet,
    glyphs: Arc<BTreeMap<BitSet, char>>,
    /// The lines of the body before the first line of the game.
    pub(super) above: u32,
    name: Span,
}

impl Model {
    /// Returns the glyph of a cell that holds exactly these objects.
    pub(super) fn glyph(&self, objects: &BitSet) -> Option<char> {
        self.glyphs.get(objects).copied()
    }

    /// Converts a line of the body into a line of the game, counted from 1.
    pub(super) fn line(&self, line: u32) -> u32 {
        line - self.above
    }

    /// Returns the place of a level, by its number from 0.
    pub(super) fn place(&self, level: usize) -> Span {
        self.game.levels().nth(level).map_or(self.name, game::Level::span)
    }

    /// Returns the start of a level of the game, by its number from 0.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub(super) fn level_start(&self, level: usize) -> Result<Position, Failure> {
        start(&self.game, level).map_err(|halt| {
            let place = halt.rule().map_or(self.place(level), |rule| rule.of(&self.game).span);
            Box::new(codes::endless_turn(place, level + 1))
        })
    }

    /// Returns the levels that are asked about.
    fn levels(&self) -> Vec<Level<Position>> {
        let level = |number: usize| {
            let place = self.place(number);
            Level { number: number + 1, place, start: self.level_start(number) }
        };
        self.levels.clone().map(level).collect()
    }

    /// Returns a search from a position.
    pub(super) fn finder(&self, at: &Position) -> Finder {
        solve::finder(&self.game, at, self.above)
    }

    /// Makes an input.
    ///
    /// # Errors
    /// The turn has no end.
    pub(super) fn turn(&self, at: &Position, input: Input, options: Options) -> Result<Turn, Halt> {
        at.turn(&self.game, input, options)
    }
}

/// Returns the messages of the turn that led to a position.
fn messages(at: &Position) -> impl Iterator<Item = &str> {
    at.events.iter().filter_map(|event| match event {
        Event::Message(text) => Some(text.as_str()),
        Event::Sound(..) => None,
    })
}

/// Returns the start of a level, by its number from 0; an empty one if the game does not have it.
///
/// # Errors
/// The start has no end.
fn start(game: &Game, level: usize) -> Result<Position, Halt> {
    let generator = Generator::new("");
    let start = Position::start(game, level, generator.clone(), Options::default());
    match start {
        Some(turn) => turn.map(|turn| turn.position),
        None => {
            let cells = Arc::new(Cells::empty(0, 0, game.objects.len()));
            Ok(Position {
                level,
                checkpoint: cells.clone(),
                movements: Arc::new(Cells::empty(0, 0, game.layers.len() * 5)),
                cells,
                generator,
                won: false,
                undo_points: Vec::new(),
                events: Arc::default(),
            })
        }
    }
}

/// Returns the glyphs by the objects that they describe, as they are written. Of two glyphs for the same
/// objects, the first one is used.
fn glyphs(game: &Game, source: &str) -> BTreeMap<BitSet, char> {
    let mut glyphs = BTreeMap::new();
    for glyph in &game.glyphs {
        let mut objects = glyph.objects.clone();
        let layer = game.layers.get(game.background_layer).map(|layer| &layer.objects);
        if layer.is_some_and(|layer| !layer.meets(&objects)) {
            objects.insert(game.background);
        }
        let written = source.get(glyph.span.range()).and_then(|text| text.chars().next());
        let is_same = |char: &char| char.to_lowercase().eq(glyph.character.to_lowercase());
        let written = written.filter(is_same).unwrap_or(glyph.character);
        glyphs.entry(objects).or_insert(written);
    }
    glyphs
}

/// Removes the indentation that all lines of a text share. The result ends with one line end.
fn without_indent(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let lines = text.trim_end().lines();
    let written = lines.clone().filter(|line| !line.trim().is_empty());
    let common = written.map(indent).min().unwrap_or_default();
    let rest = |line| str::get(line, common..).filter(|rest| !rest.trim().is_empty());
    lines.map(|line| String::from(rest(line).unwrap_or_default()) + "\n").collect()
}

/// Returns the objects that keys move, or that replacements move, make or take away.
fn movable(game: &Game) -> BitSet {
    let mut movable = game.players.objects.clone();
    let groups = game.rules.groups.iter().chain(&game.late.groups);
    let rules = groups.flat_map(|group| &group.rules);
    let parts = rules.flat_map(|rule| &rule.patterns).flat_map(|pattern| &pattern.parts);
    for part in parts {
        let game::Part::Cell(cell) = part else { continue };
        let Some(change) = &cell.replacement else { continue };
        movable.add(&change.set);
        movable.add(&change.random);
        let moved = change.movements_layers.iter().chain(change.movements_set.iter());
        for layer in moved.map(|bit| bit / 5) {
            let mut objects = cell.present.clone();
            cell.any.iter().for_each(|any| objects.add(any));
            objects.keep(&game.layers[layer].objects);
            movable.add(&objects);
        }
    }
    if let Some(layer) = game.layers.get(game.background_layer) {
        movable.remove(&layer.objects);
    }
    movable
}

impl MoveGame for Model {
    type Position = Position;
    type Move = Input;
    type Typed = Spanned<Input>;
    type Command = Command;
    type Engine = Finder;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word<GameWord>> = VERBS;
    const PARTICULARS: Particulars<Self> = Particulars {
        letters: LETTERS,
        solved: "won",
        levels: Self::levels,
        messages: |at| messages(at).map(|text| format!("message {text}")).collect(),
        ..Particulars::PLAIN
    };

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        let game = read(body.source, body.span, body.name, out)?;
        let text = &body.source[body.span.range()];
        out.mark(|marks| marks::mark_headings(&game, marks));
        let count = game.levels().count();
        let levels = match body.level {
            None => 0..count,
            Some(level) if (1..=count).contains(&level) => level - 1..level,
            Some(_) => {
                out.push(codes::no_level(body.name, count));
                return None;
            }
        };
        let start = match start(&game, levels.start) {
            Ok(start) => start,
            Err(halt) => {
                let place = halt.rule().map_or(body.name, |rule| rule.of(&game).span);
                out.push(codes::endless_turn(place, levels.start + 1));
                return None;
            }
        };
        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
        // The rest of the line of the `{` is blank.
        let below =
            lines.split_once('\n').filter(|(first, _)| !body.raw && first.trim().is_empty());
        let own = below.map_or(&*lines, |(_, own)| own);
        let model = Self {
            text: without_indent(own).into(),
            start,
            levels,
            movable: movable(&game),
            glyphs: Arc::new(glyphs(&game, body.source)),
            above: u32::from(below.is_some()),
            name: body.name,
            game: Arc::new(game),
        };
        out.mark(|marks| marks::mark_cells(&model, body.source, marks));
        Some(model)
    }

    fn describe(&self, at: &Position, spot: &Spot<'_>) -> Option<String> {
        marks::describe(self, at, spot)
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Spanned<Input>>> {
        expect_inputs(args, sink)
    }

    fn read_item<'a>(
        &self,
        text: Fragment<'a>,
        each: &mut EachMove<'_, 'a, Spanned<Input>>,
    ) -> Result<Item<'a>, Unread<'a>> {
        read_input_item(text, each)
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn is_solved(&self, at: &Position) -> bool {
        at.won
    }

    fn expect_goal(&self, place: Span, home: bool) -> Result<(), Failure> {
        let groups = self.game.rules.groups.iter().chain(&self.game.late.groups);
        let mut rules = groups.flat_map(|group| &group.rules);
        let wins = |rule: &game::Rule| rule.commands.contains(&game::Command::Win);
        if self.game.conditions.is_empty() && !rules.any(wins) {
            return Err(Box::new(codes::no_goal(place, home.then_some(self.name))));
        }
        Ok(())
    }

    /// Returns the inputs that change something or win.
    fn legal(&self, at: &Position) -> Vec<(Input, Position)> {
        if at.won {
            return Vec::new();
        }
        let turn = |input| self.turn(at, input, Options::default()).ok();
        let inputs = rules::inputs(&self.game).into_iter();
        let turns = inputs.filter_map(|input| Some((input, turn(input)?)));
        turns.filter(|(_, turn)| turn.changed).map(|(input, turn)| (input, turn.position)).collect()
    }

    fn make(
        &self,
        at: &Position,
        typed: &Spanned<Input>,
        _home: bool,
    ) -> Result<(Position, Input), Failure> {
        match self.turn(at, typed.value, Options::default()) {
            Ok(turn) => Ok((turn.position, typed.value)),
            Err(halt) => {
                let line = halt.rule().map(|rule| self.line(rule.of(&self.game).line));
                Err(Box::new(codes::endless_move(typed.span, line)))
            }
        }
    }

    fn obstacles(&self, followed: &Followed<'_, Self>) -> Vec<String> {
        match (&followed.refused, &followed.before, followed.last) {
            (None, Some(before), Some(input)) => trace::reasons(self, before, input),
            _ => Vec::new(),
        }
    }

    fn missing(&self, at: &Position) -> String {
        format!("level {} is not won", at.level + 1)
    }

    fn move_text(&self, by: &Input) -> String {
        String::from(input_text(*by))
    }

    fn view<'a>(&'a self, at: &'a Position) -> View<'a> {
        view::view(self, at)
    }

    fn engine(&self, at: &Position, _metric: usize, _budget: &Budget) -> Result<Box<Finder>, Stop> {
        Ok(Box::new(self.finder(at)))
    }

    fn unsolvable(&self, at: &Position, verb: Option<Span>) -> Option<Diagnostic> {
        Some(codes::unwinnable(verb.unwrap_or_else(|| self.place(at.level)), at.level + 1))
    }

    fn declare(&self, at: &Position) -> Option<Vec<String>> {
        (*at == self.start).then(|| self.text.lines().map(str::to_owned).collect())
    }

    fn fields(&self, at: &Position) -> Vec<Field> {
        json::fields(self, at)
    }
}
