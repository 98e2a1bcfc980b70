//! Answers as values of JSON: a number is a number, lines are a list.

use serde_json::{Value, json};

use super::more::PAGED;
use crate::kind::{Kind, Role};
use crate::syntax::Fragment;

/// Digits of a number that every reader of JSON keeps exactly.
const EXACT: usize = 15;

/// The verbs of kinds whose answers are lists, however short, beside those that `more` continues.
const LISTS: &[&str] = &["moves", "neighbours", "rings", "history", "table", "explain", "branches"];

/// A word that is a number: not one with leading zeros, which is a row of digits.
fn number(word: &str) -> Option<Value> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let leading = digits.len() > 1 && digits.starts_with('0');
    if !plain || leading || digits.len() > EXACT {
        return None;
    }
    word.parse::<i64>().ok().map(Value::from)
}

/// A line: a number, a list of numbers, or a text.
fn line(text: &str) -> Value {
    let words: Vec<_> = text.split(' ').map(number).collect();
    match words.as_slice() {
        [Some(one)] => one.clone(),
        [_] => Value::from(text),
        _ if words.iter().all(Option::is_some) => words.into_iter().collect(),
        _ => Value::from(text),
    }
}

/// The value of an answer to a command of a puzzle of that kind; `None` if the prompt itself
/// answers.
pub(super) fn value(kind: Option<&dyn Kind>, command: &str, text: &str) -> Value {
    let role = kind.and_then(|kind| kind.role(Fragment { text: command, start: 0 }));
    let verb = command.split([' ', '\t']).next().unwrap_or_default();
    let stopped = ["unsolvable", "gave up", "paused"].iter().any(|word| text.starts_with(word));
    let texts = || text.split('\n').map(Value::from).collect::<Vec<_>>();
    match role {
        _ if stopped => Value::from(text),
        Some(Role::Solve) => {
            let (length, rest) = text.split_once('\n').unwrap_or((text, ""));
            let moves: Vec<_> = rest.split('\n').filter(|one| !one.is_empty()).collect();
            json!({ "length": line(length), "moves": moves })
        }
        // Digits of a board are a text, however few.
        Some(Role::Fill) => Value::from(text),
        // The empty path is one, the empty frontier none.
        Some(_) if PAGED.contains(&verb) && text.is_empty() => match verb {
            "paths" | "goals" => json!([""]),
            _ => json!([]),
        },
        Some(_) if PAGED.contains(&verb) => Value::from(texts()),
        Some(_) if LISTS.contains(&verb) && !command.contains('[') => {
            if text.is_empty() {
                json!([])
            } else {
                Value::from(texts())
            }
        }
        _ if text.contains('\n') => text.split('\n').map(line).collect(),
        None => Value::from(text),
        Some(_) => line(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::kind;

    #[test]
    fn answers_are_values() {
        for (of, command, text, told) in [
            (
                "klotski",
                "solve",
                "1\nA (0,0) (0,1)",
                json!({"length": 1, "moves": ["A (0,0) (0,1)"]}),
            ),
            ("klotski", "solve", "0", json!({"length": 0, "moves": []})),
            ("klotski", "solve", "unsolvable", json!("unsolvable")),
            ("klotski", "moves", "A (0,0) (0,1)", json!(["A (0,0) (0,1)"])),
            ("klotski", "states", "12", json!(12)),
            ("matrix", "show", "2 4\n1 -3", json!([[2, 4], [1, -3]])),
            ("matrix", "ring 0", "1 2 4 3", json!([1, 2, 4, 3])),
            ("sudoku", "solve", "1234341221434321", json!("1234341221434321")),
            ("sudoku", "count", "288", json!(288)),
            ("sudoku", "row 1", "1.34", json!("1.34")),
            ("sudoku", "solutions 2", "1234\n4321", json!(["1234", "4321"])),
            ("sliders", "sum", "12345678901234567890", json!("12345678901234567890")),
            ("bloxorz", "paths 1", "", json!([""])),
            ("bloxorz", "frontier 1", "", json!([])),
            ("automaton", "3 []", "X", json!("X")),
            ("automaton", "cycle", "0 4", json!([0, 4])),
        ] {
            assert_eq!(value(kind(of), command, text), told, "{of}: {command}");
        }
        assert_eq!(value(None, "list", "* m  matrix"), json!("* m  matrix"));
    }
}
