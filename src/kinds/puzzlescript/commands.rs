//! The verbs that only games have: levels, ticks, seeds, rules, traces, sounds.

use super::codes;
use super::game::BitSet;
use super::model::Model;
use super::rules::{Cancelled, Cells, Event, Firing, Generator, Input, Options, Position, Turn};
use super::syntax::expect_inputs;
use super::view::{coordinate, names};
use crate::diag::Sink;
use crate::puzzle::moves::verbs::{self, Word};
use crate::puzzle::moves::{self, Call, KindReply, State};
use crate::puzzle::{Answer, Context, Failure, List, Role, Table, Verb};
use crate::syntax::{Arg, Given, Number};
use crate::table;
use crate::text::Spanned;

/// A verb that only games have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameWord {
    /// `level`
    Level,
    /// `levels`
    Levels,
    /// `restart`
    Restart,
    /// `tick`
    Tick,
    /// `seed`
    Seed,
    /// `rules`
    Rules,
    /// `trace`
    Trace,
    /// `sounds`
    Sounds,
}

/// A command that only games have.
#[derive(Clone, Debug)]
pub enum Command {
    /// `level`: the start of the level that is played; `level N`: that of another.
    Level(Option<Spanned<i128>>),
    /// `level next`
    NextLevel,
    /// `levels`
    Levels,
    /// `seed TEXT`
    Seed(String),
    /// `rules`
    Rules,
    /// `trace MOVES`: the last of them
    Trace(Vec<Spanned<Input>>),
    /// `sounds`
    Sounds,
}

/// The example of the kind, which those of the verbs follow.
pub(super) const EXAMPLE: &str = "puzzlescript crates {
  title Crates
  author An example

  OBJECTS
  Background
  darkgreen

  Target
  yellow

  Wall
  brown

  Player
  blue

  Crate
  orange

  LEGEND
  . = Background
  # = Wall
  P = Player
  * = Crate
  o = Target
  @ = Crate and Target

  SOUNDS
  Crate move 36772507

  COLLISIONLAYERS
  Background
  Target
  Player, Wall, Crate

  RULES
  [ > Player | Crate ] -> [ > Player | > Crate ]

  WINCONDITIONS
  all Target on Crate

  LEVELS
  message Push the crate

  #####
  #P*o#
  #####

  ######
  #P.*o#
  #...@#
  ######
}
";

/// The word of `level` for the level after the one that is played.
const NEXT: &str = "next";

const LEVEL: Number =
    Number { name: "N", meaning: "the number of a level", least: 1, most: i128::MAX };

/// The verbs.
pub(super) const VERBS: Table<Word<GameWord>> = table! {
    Word::Solve => Verb {
        args: &[],
        summary: "finds the fewest inputs that win the level: their number, then the letters",
        example: "solve => {\n  1\n  R\n}\n",
        ..verbs::SOLVE
    },
    Word::Moves => Verb {
        summary: "lists the inputs that change something or win, one per line",
        example: "moves => R\n",
        ..verbs::MOVES
    },
    Word::Play => Verb {
        args: &[Arg::Rest { form: &[Arg::Text("MOVES")], rule: "inputs" }],
        summary: "makes inputs: letters `U D L R`, `X` for action, `.` for a tick, or words, `undo` and `restart` too",
        example: "level 2\nplay RR => {\n  ######\n  #..P@#\n  #...@#\n  ######\n}\n",
        ..verbs::PLAY
    },
    Word::Hint => Verb { example: "hint => R\n", ..verbs::HINT },
    Word::Kind(GameWord::Level) => Verb {
        name: "level",
        role: Role::Change,
        args: &[Arg::Optional(&[Arg::Either(&[&[Arg::Number(LEVEL)], &[Arg::Word(&[NEXT])]])])],
        summary: "goes to the start of level N, of the next one, or of the one that is played",
        example: "level 2 => {\n  ######\n  #P.*o#\n  #...@#\n  ######\n}\n",
    },
    Word::Kind(GameWord::Levels) => Verb {
        name: "levels",
        role: Role::Ask,
        args: &[],
        summary: "lists the levels: number, columns and rows, the message before it",
        example: "levels => {\n  1: 5 x 3, Push the crate\n  2: 6 x 4\n}\n",
    },
    Word::Kind(GameWord::Restart) => Verb {
        name: "restart",
        role: Role::Change,
        args: &[],
        summary: "presses the restart key: goes to the last checkpoint, or to the start of the level",
        example: "level 2\nplay R\nrestart => {\n  ######\n  #P.*o#\n  #...@#\n  ######\n}\n",
    },
    Word::Kind(GameWord::Tick) => Verb {
        name: "tick",
        role: Role::Change,
        args: &[],
        summary: "makes a turn without a key",
        example: "tick => {\n  #####\n  #P*o#\n  #####\n}\n",
    },
    Word::Kind(GameWord::Seed) => Verb {
        name: "seed",
        role: Role::Change,
        args: &[Arg::Rest { form: &[Arg::Text("TEXT")], rule: "seed" }],
        summary: "seeds the generator of random choices",
        example: "seed abc => {\n  #####\n  #P*o#\n  #####\n}\n",
    },
    Word::Kind(GameWord::Rules) => Verb {
        name: "rules",
        role: Role::Ask,
        args: &[],
        summary: "lists the compiled rules in the order in which they are tried, each with its line",
        example: "rules => {
  37: down [ crate | up player ] -> [ up crate | up player ]
  37: + down [ down player | crate ] -> [ down player | down crate ]
  37: + right [ crate | left player ] -> [ left crate | left player ]
  37: + right [ right player | crate ] -> [ right player | right crate ]
}
",
    },
    Word::Kind(GameWord::Trace) => Verb {
        name: "trace",
        role: Role::Ask,
        args: &[Arg::Rest { form: &[Arg::Text("MOVES")], rule: "inputs" }],
        summary: "lists the rules that would fire after the last of these inputs, with what they change; nothing is changed",
        example: "trace R => {
  line 37: right [ right player | crate ] -> [ right player | right crate ]
  (1,2): right Crate
  won
}
",
    },
    Word::Kind(GameWord::Sounds) => Verb {
        name: "sounds",
        role: Role::Ask,
        args: &[],
        summary: "lists the sounds of the last turn, in their order",
        example: "play R\nsounds => move 36772507\n",
    },
    Word::Paths => Verb {
        summary: "lists the first N (10) lists of inputs from here, breadth-first, one per position",
        example: "paths 2 => {\n  R\n}\n",
        ..verbs::PATHS
    },
    Word::Goals => Verb { example: "goals => R\n", ..verbs::GOALS },
    Word::Frontier => Verb {
        summary: "lists the first N (10) positions that the search will expand next",
        example: "level 2\nfrontier => ###### / #P.*o# / #...@# / ######\n",
        ..verbs::FRONTIER
    },
    Word::Step => Verb {
        summary: "expands N (1) positions of the search",
        example: "level 2\nstep => expanded 1 frontier 2 depth 1\n",
        ..verbs::STEP
    },
};

impl moves::KindCommand<Model> for Command {
    type Word = GameWord;

    fn call(word: GameWord, given: &mut Given<'_>, sink: &mut Sink) -> Option<Call<Model>> {
        let key = |input: Input| {
            let span = given.rest.before();
            Some(Call::Play(vec![Spanned { value: input, span }]))
        };
        Some(Call::Kind(match word {
            GameWord::Restart => return key(Input::Restart),
            GameWord::Tick => return key(Input::Tick),
            GameWord::Level => {
                let is_next = given.has(NEXT);
                if is_next { Self::NextLevel } else { Self::Level(given.number()) }
            }
            GameWord::Levels => Self::Levels,
            GameWord::Seed => Self::Seed(String::from(given.rest.take_rest().text)),
            GameWord::Rules => Self::Rules,
            GameWord::Trace => Self::Trace(expect_inputs(&mut given.rest, sink)?),
            GameWord::Sounds => Self::Sounds,
        }))
    }

    fn reply(
        &self,
        model: &Model,
        state: &State<Model>,
        context: &mut Context<'_>,
    ) -> Result<KindReply<Position>, Failure> {
        let at = &state.position;
        let budget = context.budget;
        let stop = || budget.cancel.is_cancelled();
        let options = Options { stop: &stop, ..Options::default() };
        let count = model.game.levels().count();
        let lines = match self {
            Self::Level(number) => {
                let played = at.level as i128 + 1;
                let value = number.map_or(played, |number| number.value);
                let span = number.map_or(context.verb, |number| number.span);
                let level = usize::try_from(value - 1).ok().filter(|&level| level < count);
                let Some(level) = level else { return Err(Box::new(codes::no_level(span, count))) };
                return match model.level_start(level) {
                    Some(start) => Ok(KindReply::Position(start)),
                    None => Err(Box::new(codes::endless_move(span, None))),
                };
            }
            Self::NextLevel => {
                return match at.next_level(&model.game, options) {
                    None => Err(Box::new(codes::no_level(context.span, count))),
                    Some(Ok(turn)) => Ok(KindReply::Position(turn.position)),
                    Some(Err(_)) => Err(Box::new(codes::endless_move(context.span, None))),
                };
            }
            Self::Seed(text) => {
                let generator = Generator::new(text);
                return Ok(KindReply::Position(Position { generator, ..at.clone() }));
            }
            _ if !context.depth.answers() => return Ok(KindReply::Answer(Answer::NotComputed)),
            Self::Levels => levels(model),
            Self::Rules => model.game.rules_text(model.above).lines().collect(),
            Self::Sounds => sounds(at),
            Self::Trace(inputs) => {
                let Some((last, before)) = inputs.split_last() else {
                    return Ok(Answer::NotComputed.into());
                };
                let followed = moves::follow(model, at, before);
                if let Some((_, failure)) = followed.refused {
                    return Err(failure);
                }
                trace(model, &followed.at, last.value).into_iter().collect()
            }
        };
        Ok(KindReply::Answer(Answer::list(lines)))
    }
}

/// Returns a line for each level: its number, its size, and the message before it.
fn levels(model: &Model) -> List {
    let mut lines = Vec::new();
    let mut message: Option<&str> = None;
    for stage in &model.game.stages {
        match stage {
            super::game::Stage::Message { text, .. } => message = Some(text),
            super::game::Stage::Level(level) => {
                let title = message.take().map(|text| format!(", {text}")).unwrap_or_default();
                let number = lines.len() + 1;
                lines.push(format!("{number}: {} x {}{title}", level.width, level.height));
            }
        }
    }
    lines.into_iter().collect()
}

/// Returns the sounds of the last turn, each with its seed.
fn sounds(at: &Position) -> List {
    let sounds = at.events.iter().filter_map(|event| match event {
        Event::Sound(sound, seed) => Some(format!("{} {seed}", sound.word())),
        Event::Message(_) => None,
    });
    sounds.collect()
}

/// Returns the rules that fire after an input, with the cells that they change; then what took the turn
/// back, and what could not move.
fn trace(model: &Model, at: &Position, input: Input) -> Vec<String> {
    let game = &model.game;
    let options = Options { record: true, ..Options::default() };
    let turn = match model.turn(at, input, options) {
        Ok(turn) => turn,
        Err(halt) => {
            let line = halt.rule().map(|rule| model.line(rule.of(game).line));
            let line = line.map(|line| format!(": line {line}")).unwrap_or_default();
            return vec![format!("the turn has no end{line}")];
        }
    };
    let mut lines = Vec::new();
    for firing in &turn.firings {
        let rule = firing.rule.of(game);
        let again =
            if firing.turn > 0 { format!("again {}: ", firing.turn) } else { String::new() };
        lines.push(format!("{again}line {}: {}", model.line(rule.line), rule.text));
        lines.extend(changes(model, &at.cells, firing));
    }
    lines.extend(blocked(model, at, &turn));
    match cancelled(model, &turn) {
        Some(line) => lines.push(line),
        None if turn.position.won => lines.push(String::from("won")),
        None if lines.is_empty() => lines.push(String::from("no rule fires")),
        None => {}
    }
    lines
}

/// Returns a line for each object that could not move in a turn.
fn blocked<'a>(
    model: &'a Model,
    at: &'a Position,
    turn: &'a Turn,
) -> impl Iterator<Item = String> + 'a {
    let game = &model.game;
    turn.blocked.iter().map(move |blocked| {
        let place = coordinate(&at.cells, blocked.place);
        let what = &game.objects[blocked.object].written;
        let by = blocked.obstacle.map_or("the edge", |obstacle| &game.objects[obstacle].written);
        format!("{what} at {place} cannot move: {by} is in its way")
    })
}

/// Returns what took a turn back.
fn cancelled(model: &Model, turn: &Turn) -> Option<String> {
    Some(match turn.cancelled? {
        Cancelled::Rule(rule) => {
            format!("cancelled by line {}", model.line(rule.of(&model.game).line))
        }
        Cancelled::NoMovement => String::from("cancelled: no player moved"),
    })
}

/// Returns why an input does not do what a player may expect of it: what took the turn back; else the
/// first rules that fire, and what cannot move. Nothing if it changes the level by moving alone.
pub(super) fn reasons(model: &Model, at: &Position, input: Input) -> Vec<String> {
    const RULES: usize = 3;
    let Ok(turn) = model.turn(at, input, Options { record: true, ..Options::default() }) else {
        return Vec::new();
    };
    if let Some(line) = cancelled(model, &turn) {
        return vec![line];
    }
    let mut lines: Vec<String> = Vec::new();
    for firing in &turn.firings {
        let rule = firing.rule.of(&model.game);
        let line = format!("line {}: {}", model.line(rule.line), rule.text);
        if lines.len() < RULES && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.extend(blocked(model, at, &turn));
    if lines.is_empty() && !turn.changed {
        lines.push(String::from("nothing changes: no rule fires, and nothing moves"));
    }
    lines
}

/// Returns a line for each cell that a rule changed, with its objects before and after, or else with the
/// movements that it got.
fn changes<'a>(
    model: &'a Model,
    cells: &'a Cells,
    firing: &'a Firing,
) -> impl Iterator<Item = String> + 'a {
    firing.changes.iter().map(move |change| {
        let place = coordinate(cells, change.place);
        let named = |objects: &BitSet| names(&model.game, objects);
        if change.objects != change.objects_before {
            let before = named(&change.objects_before);
            return format!("{place}: {before} -> {}", named(&change.objects));
        }
        let moving: Vec<String> = movements(model, &change.objects, &change.movements);
        match moving.is_empty() {
            true => format!("{place}: nothing moves"),
            false => format!("{place}: {}", moving.join(", ")),
        }
    })
}

/// Returns the objects of a cell that move, each with its movement.
fn movements(model: &Model, objects: &BitSet, movements: &BitSet) -> Vec<String> {
    use super::game::movement;
    let words = [
        (movement::UP, "up"),
        (movement::DOWN, "down"),
        (movement::LEFT, "left"),
        (movement::RIGHT, "right"),
        (movement::ACTION, "action"),
    ];
    let mut moving = Vec::new();
    for object in objects.iter() {
        let bits = movements.movement(model.game.objects[object].layer);
        for (bit, word) in words {
            if bits & bit != 0 {
                moving.push(format!("{word} {}", model.game.objects[object].written));
            }
        }
    }
    moving
}
