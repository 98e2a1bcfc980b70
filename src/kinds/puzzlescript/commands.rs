//! The verbs of games, and the commands that only games have.

use super::codes;
use super::game::Stage;
use super::model::Model;
use super::rules::{Event, Generator, Input, Options, Position};
use super::syntax::expect_inputs;
use super::trace::trace;
use crate::diag::Sink;
use crate::puzzle::moves::verbs::{self, Word};
use crate::puzzle::moves::{self, Call, Engines, KindReply};
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
        role: Role::Reset,
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
        engines: &mut Engines<Model>,
        context: &mut Context<'_>,
    ) -> Result<KindReply<Position>, Failure> {
        let at = &engines.state.position;
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
                let start = model.level_start(level);
                let endless = |_| Box::new(codes::endless_move(span, None));
                return start.map(KindReply::Position).map_err(endless);
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
            Stage::Message { text, .. } => message = Some(text),
            Stage::Level(level) => {
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
