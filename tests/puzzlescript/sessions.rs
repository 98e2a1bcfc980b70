//! The recorded sessions of the engine's own tests, for the tests and the benchmark. The module that
//! holds this one names the types of the engine.

use std::fmt::Write;

use serde_json::Value;

use super::{
    Event, Game, Generator, Halt, Input, Options, Position, Sink, SoundEvent, Span, Stage, Turn,
    read_playable,
};

/// A recorded session.
pub(super) struct Session {
    pub(super) name: String,
    text: String,
    inputs: Vec<Value>,
    cells: String,
    stage: usize,
    seed: String,
    sounds: Option<Vec<String>>,
}

/// Returns the game of a text as the engine plays it, even if the text has a few errors.
pub(super) fn compile_playable(text: &str) -> Option<Game> {
    read_playable(text, Span::of(&(0..text.len())), Span::at(0), &mut Sink::new())
}

/// Returns the start of a level, by its number from 0, or of the next one if the start wins.
pub(super) fn start(game: &Game, level: usize, seed: &str) -> Turn {
    let turn = Position::start(game, level, Generator::new(seed), Options::default());
    go_on(game, turn.expect("no such level").expect("no end")).expect("no end")
}

/// Makes an input, and goes on to the next level if it wins and another level follows.
pub(super) fn act(game: &Game, position: &Position, input: Input) -> Result<Turn, Halt> {
    go_on(game, position.turn(game, input, Options::default())?)
}

/// Goes on to the next level if a turn wins and another level follows.
fn go_on(game: &Game, mut turn: Turn) -> Result<Turn, Halt> {
    while turn.position.won
        && let Some(next) = turn.position.next_level(game, Options::default())
    {
        let next = next?;
        turn.events.extend(next.events);
        turn.warnings.extend(next.warnings);
        turn.position = next.position;
    }
    Ok(turn)
}

/// Reads the recorded sessions: a list in JavaScript, with comments and commas at the ends.
pub(super) fn sessions(text: &str) -> Vec<Session> {
    let start = text.find('[').expect("no list");
    let end = text.rfind(']').expect("no end of the list");
    let mut json = String::new();
    let mut in_text = false;
    let mut chars = text[start..=end].chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '"' => in_text = !in_text,
            '\\' if in_text => {
                json.push(char);
                json.extend(chars.next());
                continue;
            }
            '/' if !in_text && chars.peek() == Some(&'/') => {
                while chars.next_if(|&char| char != '\n').is_some() {}
                continue;
            }
            ']' if !in_text => {
                let length = json.trim_end().len();
                if json[..length].ends_with(',') {
                    json.truncate(length - 1);
                }
            }
            _ => {}
        }
        json.push(char);
    }
    let list: Vec<(String, Vec<Value>)> = serde_json::from_str(&json).expect("no sessions");
    let text_of = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let sessions = list.into_iter().map(|(name, data)| {
        let get = |index: usize| data.get(index).cloned().unwrap_or(Value::Null);
        let sounds = get(5);
        Session {
            name,
            text: text_of(&get(0)),
            inputs: get(1).as_array().cloned().unwrap_or_default(),
            cells: text_of(&get(2)),
            // Some sessions have the number as text.
            stage: text_of(&get(3)).parse().unwrap_or(0),
            seed: text_of(&get(4)),
            sounds: sounds.as_array().map(|list| list.iter().map(text_of).collect()),
        }
    });
    sessions.collect()
}

/// Returns the input that sessions record as a number or a word.
pub(super) fn read_key(key: &Value) -> Option<Input> {
    Some(match key {
        Value::String(word) if word == "undo" => Input::Undo,
        Value::String(word) if word == "restart" => Input::Restart,
        Value::String(word) if word == "tick" => Input::Tick,
        Value::Number(number) => match number.as_u64() {
            Some(0) => Input::Up,
            Some(1) => Input::Left,
            Some(2) => Input::Down,
            Some(3) => Input::Right,
            Some(4) => Input::Action,
            _ => return None,
        },
        _ => return None,
    })
}

/// Returns the cells as sessions record them: by columns, broken into rows of the width.
fn recorded(game: &Game, position: &Position) -> String {
    let (width, height) = (position.cells.width(), position.cells.height());
    let names = position.names(game);
    let mut text = String::new();
    let mut seen: Vec<String> = Vec::new();
    for index in 0..width * height {
        let cell = names[index % height][index / height].join(" ");
        let number = match seen.iter().position(|other| *other == cell) {
            Some(number) => number,
            None => {
                let _ = write!(text, "{cell}:");
                seen.push(cell);
                seen.len() - 1
            }
        };
        let _ = write!(text, "{number},");
        if (index + 1) % width == 0 {
            text.push('\n');
        }
    }
    text
}

/// Adds the seeds of the sounds that sessions record.
fn listen(events: &[Event], sounds: &mut Vec<String>) {
    for event in events {
        match event {
            Event::Sound(SoundEvent::Named(_), _) | Event::Message(_) => {}
            Event::Sound(_, seed) => sounds.push(seed.clone()),
        }
    }
}

/// Returns the number of a level from 0, without the messages that the engine counts.
pub(super) fn level_of(game: &Game, stage: usize) -> usize {
    let before = game.stages.iter().take(stage);
    before.filter(|stage| matches!(stage, Stage::Level(_))).count()
}

/// Returns what a session does otherwise than it was recorded, if anything.
pub(super) fn session_miss(session: &Session) -> Option<String> {
    let Some(game) = compile_playable(&session.text) else {
        return Some(String::from("does not compile"));
    };
    let level = level_of(&game, session.stage);
    let mut position = start(&game, level, &session.seed).position;
    let mut sounds = Vec::new();
    for (index, input) in session.inputs.iter().enumerate() {
        let Some(input) = read_key(input) else {
            return Some(format!("unknown input {input}"));
        };
        match act(&game, &position, input) {
            Ok(turn) => {
                listen(&turn.events, &mut sounds);
                position = turn.position;
            }
            Err(halt) => return Some(format!("input {index}: {halt:?}")),
        }
    }
    if recorded(&game, &position) != session.cells {
        return Some(String::from("other cells"));
    }
    match &session.sounds {
        Some(expected) if *expected != sounds => {
            let same = expected.iter().zip(&sounds).take_while(|(one, other)| one == other);
            Some(format!(
                "sounds: {} expected, {} heard, the first {} agree",
                expected.len(),
                sounds.len(),
                same.count()
            ))
        }
        _ => None,
    }
}
