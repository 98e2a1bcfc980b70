//! Tests of the plain rules: against the engine's own results, and on small games.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::super::game::{Game, Stage};
use super::super::{read, read_playable};
use super::{
    Cancelled, Event, Generator, Halt, Input, Options, Position, Search, SoundEvent, Turn,
    WarningKind, shortest,
};
use crate::diag::Sink;
use crate::text::Span;
use sessions::{act, compile_playable, level_of, read_key, session_miss, sessions, start};

#[path = "../../../../tests/puzzlescript/sessions.rs"]
mod sessions;

/// Returns the game of a text, or `None` if the text has an error.
fn compile(text: &str) -> Option<Game> {
    let mut sink = Sink::default();
    read(text, Span::of(&(0..text.len())), Span::at(0), &mut sink)
}

/// Returns the inputs of a text: letters, and the words `undo` and `restart`.
fn inputs(text: &str) -> Vec<Input> {
    let mut inputs = Vec::new();
    for word in text.split_whitespace() {
        match word {
            "undo" => inputs.push(Input::Undo),
            "restart" => inputs.push(Input::Restart),
            letters => inputs.extend(letters.chars().map(|letter| match letter {
                'U' => Input::Up,
                'D' => Input::Down,
                'L' => Input::Left,
                'R' => Input::Right,
                'X' => Input::Action,
                '.' => Input::Tick,
                _ => panic!("unknown input `{letter}`"),
            })),
        }
    }
    inputs
}

/// Returns the cells in the form of the data: names row by row.
fn rows(game: &Game, position: &Position) -> Value {
    Value::from(
        position
            .names(game)
            .into_iter()
            .map(|row| Value::from(row.into_iter().map(Value::from).collect::<Vec<_>>()))
            .collect::<Vec<_>>(),
    )
}

/// Returns what a game of the data does otherwise than it should, if anything.
fn miss(entry: &Value) -> Option<String> {
    let text = entry["game"].as_str().unwrap_or_default();
    let game = compile(text);
    if entry["rows"].is_null() {
        return game.map(|_| String::from("compiles, but is no game"));
    }
    let Some(game) = game else {
        let errors = entry["errors"].as_array().map_or(0, Vec::len);
        // Where there are errors, the cells need not agree.
        return (errors == 0).then(|| String::from("does not compile"));
    };
    let level = entry["level"].as_u64().unwrap_or(1) as usize - 1;
    let first = start(&game, level, entry["seed"].as_str().unwrap_or_default());
    let mut warnings = first.warnings;
    let mut position = first.position;
    for input in inputs(entry["inputs"].as_str().unwrap_or_default()) {
        match act(&game, &position, input) {
            Ok(turn) => {
                warnings.extend(turn.warnings);
                position = turn.position;
            }
            Err(halt) => return Some(format!("{halt:?}")),
        }
    }
    if rows(&game, &position) != entry["rows"] {
        return Some(format!("cells: {}", rows(&game, &position)));
    }
    let has_ended = position.won && position.is_last(&game);
    if entry["ended"] != has_ended {
        return Some(format!("ended: {has_ended}"));
    }
    if !has_ended && entry["at_level"] != position.level + 1 {
        return Some(format!("level: {}", position.level + 1));
    }
    let mut lines: Vec<u64> =
        warnings.iter().map(|warning| warning.rule.of(&game).line.into()).collect();
    let expected = entry["runtime_errors"].as_array().cloned().unwrap_or_default();
    let mut expected: Vec<u64> = expected.iter().filter_map(Value::as_u64).collect();
    for list in [&mut lines, &mut expected] {
        list.sort_unstable();
        list.dedup();
    }
    (lines != expected).then(|| format!("warnings of playing: {lines:?}"))
}

#[test]
fn small_games_end_as_in_the_engine() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puzzlescript/hard.json");
    let text = fs::read_to_string(path).expect("hard.json is missing");
    let entries: Vec<Value> = serde_json::from_str(&text).expect("hard.json is broken");
    let mut misses = String::new();
    for entry in &entries {
        if let Some(miss) = miss(entry) {
            let _ = writeln!(misses, "{}: {miss}", entry["name"]);
        }
    }
    assert_eq!(misses, "", "of {} games", entries.len());
}

#[test]
fn recorded_sessions_end_as_in_the_engine() {
    let Ok(clone) = std::env::var("PUZZLESCRIPT") else {
        return;
    };
    let path = Path::new(&clone).join("src/tests/resources/testdata.js");
    let text = fs::read_to_string(path).expect("testdata.js is missing");
    let sessions = sessions(&text);
    // Numbers from 0, separated by commas, to look at some sessions only.
    let only = std::env::var("PUZZLESCRIPT_ONLY").unwrap_or_default();
    let mut misses = String::new();
    let mut count = 0;
    for (index, session) in sessions.iter().enumerate() {
        if !only.is_empty() && !only.split(',').any(|number| number == index.to_string()) {
            continue;
        }
        if let Some(miss) = session_miss(session) {
            count += 1;
            let _ = writeln!(misses, "{index} {}: {miss}", session.name);
        }
    }
    assert!(count == 0, "{count} of {} sessions\n{misses}", sessions.len());
}

/// Returns the cells as lines of names, and the seeds of all sounds with the messages between them.
fn step_of(game: &Game, turn: &Turn) -> (String, Vec<String>) {
    let mut rows = Vec::new();
    for row in turn.position.names(game) {
        let cells: Vec<String> = row.into_iter().map(|cell| cell.join(" ")).collect();
        rows.push(cells.join("|"));
    }
    let events = turn.events.iter().map(|event| match event {
        Event::Sound(_, seed) => seed.clone(),
        Event::Message(text) => format!("message {text}"),
    });
    (rows.join("/"), events.collect())
}

/// Returns the number of a level as the engine counts it: from 0, with messages.
fn stage_of(game: &Game, level: usize) -> Option<usize> {
    let stages = game.stages.iter().enumerate();
    let mut levels = stages.filter(|(_, stage)| matches!(stage, Stage::Level(_)));
    levels.nth(level).map(|(stage, _)| stage)
}

/// Returns the first step at which a game differs from the engine, if any. The steps after the last
/// level was won are not looked at.
fn step_miss(entry: &Value) -> Option<String> {
    let Some(game) = compile_playable(entry["text"].as_str().unwrap_or_default()) else {
        return Some(String::from("does not compile"));
    };
    let stage = entry["level"].as_u64().unwrap_or(0) as usize;
    let mut turn = start(&game, level_of(&game, stage), entry["seed"].as_str().unwrap_or_default());
    let steps = entry["steps"].as_array().cloned().unwrap_or_default();
    let keys = entry["inputs"].as_array().cloned().unwrap_or_default();
    for (index, step) in steps.iter().enumerate() {
        if index > 0 {
            let Some(input) = keys.get(index - 1).and_then(read_key) else {
                return Some(format!("unknown input {index}"));
            };
            turn = match act(&game, &turn.position, input) {
                Ok(turn) => turn,
                Err(halt) => return Some(format!("step {index}: {halt:?}")),
            };
        }
        let (cells, events) = step_of(&game, &turn);
        if step["cells"] != cells {
            return Some(format!("step {index}: cells {cells}, not {}", step["cells"]));
        }
        if step["plays"] != Value::from(events.clone()) {
            return Some(format!("step {index}: events {events:?}, not {}", step["plays"]));
        }
        if step["text"] == true {
            let is_over = turn.position.won && turn.position.is_last(&game);
            return (!is_over).then(|| format!("step {index}: not over"));
        }
        if turn.position.won {
            return Some(format!("step {index}: over"));
        }
        let stage = stage_of(&game, turn.position.level);
        if step["stage"] != Value::from(stage) {
            return Some(format!("step {index}: stage {stage:?}, not {}", step["stage"]));
        }
    }
    None
}

/// Plays the games of a file of own games step by step.
fn assert_steps(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puzzlescript").join(file);
    let text = fs::read_to_string(path).expect("the games are missing");
    let entries: Vec<Value> = serde_json::from_str(&text).expect("the games are broken");
    let mut misses = String::new();
    for entry in &entries {
        if let Some(miss) = step_miss(entry) {
            let _ = writeln!(misses, "{}: {miss}", entry["name"]);
        }
    }
    assert_eq!(misses, "", "of {} games", entries.len());
}

#[test]
fn own_games_step_as_in_the_engine() {
    assert_steps("plain.json");
}

#[test]
fn own_games_are_heard_and_won_as_in_the_engine() {
    assert_steps("played.json");
}

#[test]
fn draws_are_those_of_the_engine() {
    let draws = |seed: &str| -> Vec<usize> {
        let mut generator = Generator::new(seed);
        (0..8).map(|_| generator.draw(1000)).collect()
    };
    assert_eq!(draws("s1"), [488, 437, 521, 103, 421, 714, 897, 732]);
    assert_eq!(draws("été"), [597, 791, 182, 815, 821, 468, 882, 671]);
    assert_eq!(draws("日本"), [623, 571, 44, 111, 554, 912, 78, 321]);
}

/// Returns a game with objects in layers of their own, from its settings, rules, condition and
/// levels.
fn small(prelude: &str, rules: &str, condition: &str, levels: &str) -> Game {
    let text = format!(
        "title Small\n{prelude}\n\nOBJECTS\n\nBackground\ngreen\n\nFox\nred\n\nEgg\nwhite\n\n\
         Nut\nbrown\n\nMark\nblue\n\nWall\ngray\n\nLEGEND\n\n. = Background\nF = Fox\nE = Egg\n\
         N = Nut\n# = Wall\nPlayer = Fox\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nMark\nNut\n\
         Fox, Egg, Wall\n\nRULES\n\n{rules}\n\nWINCONDITIONS\n\n{condition}\n\nLEVELS\n\n{levels}\n"
    );
    compile(&text).expect("the game has an error")
}

/// The rule that pushes eggs.
const PUSH: &str = "[ > Fox | Egg ] -> [ > Fox | > Egg ]";

#[test]
fn a_chain_that_repeats_is_endless() {
    let rules = "[ Egg no Mark ] -> [ Nut Mark ] again\n[ Nut no Mark ] -> [ Egg Mark ] again\n\
                 late [ Mark ] -> [ ]";
    let game = small("", rules, "", "F..E");
    let position = start(&game, 0, "").position;
    let halt = position.turn(&game, Input::Tick, Options::default()).expect_err("it ends");
    assert!(matches!(halt, Halt::Endless(_)));
    assert_eq!(halt.rule().map(|rule| rule.of(&game).line), Some(45));
}

#[test]
fn a_chain_is_stopped_at_its_limit() {
    let game = small("", "[ stationary Egg ] -> [ right Egg ] again", "", "FE......");
    let position = start(&game, 0, "").position;
    let options = |again_limit| Options { again_limit, ..Options::default() };
    let turn = position.turn(&game, Input::Tick, options(5)).expect("it ends");
    assert_eq!(turn.again_turns, 5);
    let halt = position.turn(&game, Input::Tick, options(4)).expect_err("it ends");
    assert!(matches!(halt, Halt::ManyTurns(_)));
}

#[test]
fn a_turn_in_a_huge_level_can_be_stopped() {
    let rows = vec![".".repeat(300); 300].join("\n");
    let game = small("", PUSH, "", &format!("F{rows}"));
    let position = start(&game, 0, "").position;
    let options = Options { stop: &|| true, ..Options::default() };
    assert_eq!(position.turn(&game, Input::Right, options).err(), Some(Halt::Stopped));
}

#[test]
fn rules_that_undo_each_other_are_left() {
    let rules = "startloop\n[ Egg ] -> [ Nut ]\n[ Nut ] -> [ Egg ]\nendloop";
    let game = small("", rules, "", "F.E");
    let turn = act(&game, &start(&game, 0, "").position, Input::Tick).expect("it ends");
    let kinds: Vec<_> = turn.warnings.iter().map(|warning| warning.kind).collect();
    assert_eq!(kinds, [WarningKind::Loop]);

    let game = small("", "[ Egg ] -> [ Nut ]\n+ [ Nut ] -> [ Egg ]", "", "F.E");
    let turn = act(&game, &start(&game, 0, "").position, Input::Tick).expect("it ends");
    assert_eq!(turn.warnings[0].kind, WarningKind::Group);
    assert!(!turn.changed);
}

#[test]
fn the_first_message_of_a_turn_is_shown() {
    let rules = "[ > Fox ] -> [ > Fox ] message One\n[ Fox ] -> message Two";
    let game = small("", rules, "", "F..");
    let turn = act(&game, &start(&game, 0, "").position, Input::Right).expect("it ends");
    assert_eq!(turn.messages().collect::<Vec<_>>(), ["One"]);
}

#[test]
fn a_message_after_a_level_comes_with_the_win() {
    let game = small("", PUSH, "some Egg", "FE.\n\nmessage Well done\n\nF.");
    let turn = start(&game, 0, "").position.turn(&game, Input::Left, Options::default());
    let turn = turn.expect("it ends");
    assert!(turn.position.won && turn.changed);
    assert_eq!(turn.position.level, 0);
    assert_eq!(turn.messages().collect::<Vec<_>>(), ["Well done"]);
    let turn = turn.position.turn(&game, Input::Right, Options::default()).expect("it ends");
    assert_eq!((turn.position.level, turn.position.won), (1, false));
    assert_eq!(turn.position.names(&game)[0][1], ["background", "fox"]);
}

#[test]
fn a_turn_says_which_rule_cancelled_it_and_what_was_blocked() {
    let game = small("", &format!("{PUSH}\n[ > Egg | Wall ] -> cancel"), "", "FE#");
    let position = start(&game, 0, "").position;
    let options = Options { record: true, ..Options::default() };
    let turn = position.turn(&game, Input::Right, options).expect("it ends");
    assert!(matches!(turn.cancelled, Some(Cancelled::Rule(rule)) if rule.of(&game).line == 45));
    assert!(!turn.changed);
    assert_eq!(turn.position, position);
    assert_eq!(turn.firings.len(), 2);
    assert_eq!(turn.firings[0].changes.len(), 1);
    assert_eq!(turn.blocked.len(), 2);
}

#[test]
fn positions_are_equal_whatever_can_be_undone() {
    let game = small("", PUSH, "", "F..");
    let first = start(&game, 0, "").position;
    let right = act(&game, &first, Input::Right).expect("it ends").position;
    let back = act(&game, &right, Input::Left).expect("it ends").position;
    assert_eq!((back.undo_points.len(), &back), (2, &first));
    let undone = act(&game, &back, Input::Undo).expect("it ends").position;
    assert_eq!(undone, right);
    assert_ne!(undone, first);
}

#[test]
fn the_plain_search_finds_a_shortest_solution() {
    let search = |game: &Game, level: usize| {
        shortest(game, &start(game, level, "").position, 1000, Options::default())
    };
    let game = small("", PUSH, "all Egg on Nut", "F....\n..E..\n...N.\n\nF.E\n..N");
    match search(&game, 0) {
        Search::Found(solution) => assert_eq!(solution.len(), 6),
        other => panic!("{other:?}"),
    }
    assert_eq!(search(&game, 1), Search::Unsolvable);

    let game = small("", "[ > Fox ] -> [ randomdir Fox ]", "some Fox on Nut", "F..N");
    assert!(matches!(search(&game, 0), Search::Undecided(rule) if rule.of(&game).line == 44));
}
