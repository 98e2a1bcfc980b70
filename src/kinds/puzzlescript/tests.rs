//! Conformance with the engine in the lines of errors and warnings.
//!
//! `PUZZLESCRIPT=DIR` names a clone of the engine's repository; without it, only the small games of
//! `tests/puzzlescript/hard.json` are compared.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::game::Game;
use super::read;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::text::{LineIndex, Span};

/// The outcome of reading a game.
pub(super) struct Outcome {
    pub game: Option<Game>,
    pub diagnostics: Vec<Diagnostic>,
    pub errors: BTreeSet<u64>,
    pub warnings: BTreeSet<u64>,
}

/// Reads a game.
pub(super) fn outcome(text: &str) -> Outcome {
    let mut sink = Sink::new();
    let end = text.len() as u32;
    let game = read(text, Span::new(0, end), Span::new(end.saturating_sub(1), end), &mut sink);
    // The engine ends lines with line feeds only.
    let mut starts = vec![0];
    starts.extend(
        text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1),
    );
    let _ = LineIndex::new(text);
    let mut errors = BTreeSet::new();
    let mut warnings = BTreeSet::new();
    let diagnostics = sink.take();
    for diagnostic in &diagnostics {
        let line = starts.partition_point(|start| *start <= diagnostic.span.start) as u64;
        match diagnostic.severity() {
            Severity::Error => errors.insert(line),
            Severity::Warning => warnings.insert(line),
            Severity::Advice => false,
        };
    }
    Outcome { game, diagnostics, errors, warnings }
}

/// Reads a file of the repository.
pub(super) fn data(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puzzlescript").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns the lines of a list, and the number of messages without a line.
fn lines(list: &Value) -> (BTreeSet<u64>, usize, usize) {
    let list = list.as_array().unwrap();
    let known = list.iter().filter_map(Value::as_u64).filter(|line| *line > 0);
    let known: BTreeSet<u64> = known.collect();
    let placeless = list.iter().filter(|line| line.as_u64().is_none_or(|line| line == 0)).count();
    (known, placeless, list.len())
}

/// Describes what differs.
fn difference(name: &str, expected: &Value, actual: &Outcome) -> String {
    let mut text = format!(
        "{name}: errors {} found {:?}, warnings {} found {:?}\n",
        expected["errors"], actual.errors, expected["warnings"], actual.warnings
    );
    for diagnostic in &actual.diagnostics {
        if diagnostic.severity() != Severity::Advice {
            let at = diagnostic.span.start;
            text.push_str(&format!("    {} {at}: {}\n", diagnostic.code, diagnostic.message));
        }
    }
    text
}

/// Returns whether the lines of errors agree. The engine stops after the sixth error.
fn errors_agree(expected: &Value, actual: &Outcome) -> bool {
    let (errors, placeless, count) = lines(&expected["errors"]);
    if count >= 6 {
        return errors.is_subset(&actual.errors);
    }
    let extra = actual.errors.difference(&errors).count();
    errors.is_subset(&actual.errors) && extra <= placeless && !actual.errors.is_empty()
}

#[test]
fn the_small_games_agree_in_lines() {
    let games = data("hard.json");
    let mut differing = String::new();
    for game in games.as_array().unwrap() {
        let actual = outcome(game["game"].as_str().unwrap());
        let name = game["name"].as_str().unwrap();
        let (errors, placeless, count) = lines(&game["errors"]);
        let (warnings, warnings_placeless, _) = lines(&game["warnings"]);
        let extra = actual.errors.difference(&errors).count();
        let has_errors = count > 0;
        let agree = errors.is_subset(&actual.errors)
            && (extra <= placeless || count >= 6)
            && has_errors != actual.errors.is_empty()
            && warnings.is_subset(&actual.warnings)
            && actual.warnings.difference(&warnings).count() <= warnings_placeless;
        let is_game = actual.game.is_some() == actual.errors.is_empty();
        if !agree || !is_game {
            differing.push_str(&difference(name, game, &actual));
        }
    }
    assert!(differing.is_empty(), "{differing}");
}

/// Returns a list of the engine's tests. Its strings are in quotes of several sorts, and a comma may
/// be before a closing bracket.
fn javascript(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap();
    let start = text.find('[').unwrap();
    let mut json = String::with_capacity(text.len());
    let mut quote = None;
    let mut chars = text[start..].trim_end().trim_end_matches(';').chars().peekable();
    while let Some(char) = chars.next() {
        match (quote, char) {
            (None, '"' | '\'' | '`') => {
                quote = Some(char);
                json.push('"');
            }
            (None, ']') => {
                let kept = json.trim_end().trim_end_matches(',').len();
                json.truncate(kept);
                json.push(']');
            }
            (Some(open), _) if char == open => {
                quote = None;
                json.push('"');
            }
            (Some(_), '\\') => match chars.next() {
                Some(escaped @ ('n' | 't' | 'r' | 'u' | '\\' | '/' | 'b' | 'f' | '"')) => {
                    json.extend(['\\', escaped]);
                }
                Some('\n') | None => {}
                Some(other) => json.push(other),
            },
            (Some(_), '"') => json.push_str("\\\""),
            (Some(_), '\n') => json.push_str("\\n"),
            (Some(_), '\r') => json.push_str("\\r"),
            (Some(_), '\t') => json.push_str("\\t"),
            _ => json.push(char),
        }
    }
    serde_json::from_str(&json).unwrap()
}

/// Returns the folder of the engine's tests, if a clone is named.
fn clone_tests() -> Option<std::path::PathBuf> {
    let clone = std::env::var_os("PUZZLESCRIPT")?;
    Some(Path::new(&clone).join("src/tests/resources"))
}

#[test]
fn the_games_with_messages_agree_in_lines() {
    let Some(folder) = clone_tests() else { return };
    let games = javascript(&folder.join("errormessage_testdata.js"));
    let expected = data("messages-300.json");
    let mut differing = String::new();
    let [mut errors, mut errors_right] = [0; 2];
    let [mut warnings, mut warnings_right] = [0; 2];
    let [mut silent, mut silent_right] = [0; 2];
    for expected in expected.as_array().unwrap() {
        let index = expected["index"].as_u64().unwrap();
        let game = &games[index as usize];
        let actual = outcome(game[1][0].as_str().unwrap());
        let name = format!("{index} {}", game[0]);
        let has = |list: &str| !expected[list].as_array().unwrap().is_empty();
        let is_right = if has("errors") {
            errors += 1;
            let is_right = errors_agree(expected, &actual);
            errors_right += usize::from(is_right);
            is_right
        } else if has("warnings") {
            warnings += 1;
            let all: BTreeSet<u64> = actual.errors.union(&actual.warnings).copied().collect();
            let (lines, placeless, _) = lines(&expected["warnings"]);
            let is_right = lines.is_subset(&all) && all.difference(&lines).count() <= placeless;
            warnings_right += usize::from(is_right);
            is_right
        } else {
            silent += 1;
            silent_right += usize::from(actual.errors.is_empty());
            if !actual.warnings.is_empty() {
                differing.push_str(&difference(&format!("(more) {name}"), expected, &actual));
            }
            actual.errors.is_empty()
        };
        if !is_right {
            differing.push_str(&difference(&name, expected, &actual));
        }
    }
    let counts =
        format!("errors {errors_right} of {errors}, warnings {warnings_right} of {warnings}");
    let is_close = errors - errors_right <= 5 && warnings - warnings_right <= 8;
    assert!(is_close, "{differing}{counts}");
    assert_eq!(silent, silent_right);
}

/// The recorded games in which the engine finds errors, too, on the same lines.
const ERRONEOUS: [&str; 15] = [
    "by your side",
    "test testing starting at level N",
    "collapse simple",
    "collapse long",
    "damn I'm huge",
    "rule application hat test",
    "too many rigid bodies",
    "dang I'm huge",
    "Drop Swap",
    "Drop Swap 2",
    "Drop Swap 3",
    "a = b and b #393",
    "gallery:cyber-lasso",
    "[testing for recording through level-changes A]  Level-Change test",
    "parser rigid in strange place highlighting test",
];

#[test]
fn the_recorded_games_have_no_error() {
    let Some(folder) = clone_tests() else { return };
    let games = javascript(&folder.join("testdata.js"));
    let mut differing = String::new();
    let mut rules = 0;
    for game in games.as_array().unwrap() {
        let actual = outcome(game[1][0].as_str().unwrap());
        let text = game[1][0].as_str().unwrap();
        let end = text.len() as u32;
        let playable = super::read_playable(text, Span::new(0, end), Span::at(0), &mut Sink::new());
        if playable.is_none() {
            differing.push_str(&format!("not playable: {}\n", game[0]));
        }
        rules += actual.game.as_ref().map_or(0, Game::rule_count);
        // Fifteen of them have errors, with which the engine plays them.
        if actual.game.is_none() && !ERRONEOUS.contains(&game[0].as_str().unwrap_or_default()) {
            let none = serde_json::json!({ "errors": [], "warnings": [] });
            differing.push_str(&difference(&game[0].to_string(), &none, &actual));
        }
    }
    assert!(rules > 0, "no rules were compiled");
    assert!(differing.is_empty(), "{differing}");
}

/// A plain generator of numbers, so that every run makes the same mutants.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}

/// Returns a game with one to three changes of characters, lines, sections or brackets.
fn mutant(text: &str, other: &str, numbers: &mut Numbers) -> String {
    const PIECES: [&str; 34] = [
        "[",
        "]",
        "|",
        "(",
        ")",
        "->",
        "...",
        "+",
        "=",
        "\n",
        " ",
        ",",
        ".",
        "#",
        ">",
        "v",
        "late ",
        "no ",
        "moving ",
        "random ",
        "rigid ",
        "and",
        "or",
        "message ",
        "again",
        "startloop\n",
        "endloop\n",
        "é",
        "漢",
        "\u{1f600}",
        "\r\n",
        "\t",
        "player",
        "RULES\n",
    ];
    let mut lines: Vec<String> = text.split('\n').map(String::from).collect();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(lines.len());
        let others: Vec<&str> = other.split('\n').collect();
        match numbers.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, String::from(others[numbers.below(others.len())])),
            2 => {
                let to = numbers.below(lines.len());
                lines.swap(at, to);
            }
            3 => {
                let to = (at + numbers.below(12)).min(lines.len());
                lines.drain(at..to);
            }
            4 => {
                let copy = lines[at].clone();
                lines.insert(at, copy);
            }
            _ => {
                let line = &lines[at];
                let mut places: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
                places.push(line.len());
                let from = places[numbers.below(places.len())];
                let to =
                    if numbers.below(2) == 0 { from } else { places[numbers.below(places.len())] };
                let piece = PIECES[numbers.below(PIECES.len())];
                let (from, to) = (from.min(to), from.max(to));
                lines[at].replace_range(from..to, piece);
            }
        }
        if lines.is_empty() {
            lines.push(String::new());
        }
    }
    lines.join("\n")
}

/// Returns the small games.
fn small_games() -> Vec<String> {
    let games = data("hard.json");
    games
        .as_array()
        .unwrap()
        .iter()
        .map(|game| String::from(game["game"].as_str().unwrap()))
        .collect()
}

#[test]
fn mutants_are_read_or_refused() {
    let games = small_games();
    let count = std::env::var("MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000);
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for _ in 0..count {
        let game = &games[numbers.below(games.len())];
        let other = &games[numbers.below(games.len())];
        let text = mutant(game, other, &mut numbers);
        let actual = outcome(&text);
        for diagnostic in &actual.diagnostics {
            assert!(text.get(diagnostic.span.range()).is_some(), "{text}\n{diagnostic:?}");
            for label in &diagnostic.related {
                assert!(text.get(label.span.range()).is_some(), "{text}\n{diagnostic:?}");
            }
        }
        assert_eq!(actual.game.is_some(), actual.errors.is_empty(), "{text}");
    }
}

/// Returns a game with these rules and this level.
fn game_of(rules: &str, level: &str) -> String {
    format!(
        "OBJECTS\nBackground\ngreen\n\nPlayer\nred\n\nBox\nblue\n\nWall\ngray\n\nLEGEND\n. = Background\n\
         P = Player\n* = Box\n# = Wall\nThing = Box or Wall\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\n\
         Player, Box, Wall\n\nRULES\n{rules}\nWINCONDITIONS\n\nLEVELS\n{level}\n"
    )
}

#[test]
fn huge_games_are_read_or_refused_soon() {
    let rules = "[ > Player | Box ] -> [ > Player | > Box ]\n".repeat(10_000);
    let row = format!("{}\n", "*".repeat(999) + "P");
    let wide = "[ moving Thing | moving Thing | moving Thing | moving Thing ] [ moving Thing | moving Thing | moving Thing ] -> [ | | | ] [ | | ]\n";
    for (name, text, sound) in [
        ("10,000 rules", game_of(&rules, "P"), true),
        ("1,000 × 1,000 cells", game_of("", &row.repeat(1_000)), true),
        ("a rule of many copies", game_of(&wide.repeat(100), "P"), false),
        (
            "a level of many short rows",
            game_of("", &format!("{row}{}", ".\n".repeat(100_000))),
            false,
        ),
        ("unknown glyphs", game_of("", &"?!&%$\n".repeat(100_000)), false),
        ("unknown names", game_of(&"[ x ] -> [ y z ]\n".repeat(100_000), "P"), false),
    ] {
        let actual = outcome(&text);
        assert_eq!(actual.game.is_some(), sound, "{name}");
    }
}
