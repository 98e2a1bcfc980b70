//! Answers as values of JSON: a number is a number, lines are a list.

use serde_json::{Value, json};

use crate::puzzle::{Data, Shape};

/// Digits of a number that every reader of JSON keeps exactly.
const EXACT: usize = 15;

/// A word: a number if it is one that every reader keeps.
fn word(text: &str) -> Value {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let exact = digits.len() <= EXACT && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse::<i64>().ok().filter(|_| exact);
    number.map_or_else(|| Value::from(text), Value::from)
}

/// The value of an answer.
pub(super) fn value(data: Data<'_>) -> Value {
    let row = |line: &str| line.split(' ').map(word).collect::<Value>();
    match data.shape {
        Shape::Text => Value::from(data.text),
        Shape::Number => word(data.text),
        Shape::Row => row(data.text),
        Shape::Rows => data.text.split('\n').map(row).collect(),
        Shape::List | Shape::Page | Shape::Paths | Shape::Status => data.items().collect(),
        Shape::Solution | Shape::Letters => data.solution().map_or(
            Value::Null,
            |(length, moves)| json!({ "length": word(length), "moves": moves.collect::<Vec<_>>() }),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sink;
    use crate::kinds::KINDS;
    use crate::puzzle::Depth;
    use crate::puzzle::testing::open;
    use crate::search::Budget;
    use crate::syntax::Fragment;

    #[test]
    fn answers_are_values() {
        for (of, body, command, told) in [
            (
                "klotski",
                "A .\ngoal A at (0,1)",
                "solve",
                json!({"length": 1, "moves": ["A (0,0) (0,1)"]}),
            ),
            ("klotski", "A .\ngoal A at (0,0)", "solve", json!({"length": 0, "moves": []})),
            ("klotski", "A B .\ngoal A at (0,2)", "solve", json!("unsolvable")),
            ("klotski", "A .", "moves", json!(["A (0,0) (0,1)"])),
            ("klotski", "A .", "states", json!(2)),
            ("klotski", "A .", "show", json!(["A ."])),
            ("klotski", "A .", "frontier 0", json!([])),
            ("matrix", "2 4\n1 -3", "show", json!([[2, 4], [1, -3]])),
            ("matrix", "2 4\n1 -3", "ring 0", json!([2, 4, -3, 1])),
            ("matrix", "2 4\n1 -3", "rings", json!([[2, 4, -3, 1]])),
            ("matrix", "1234567890123456 1", "show", json!([["1234567890123456", 1]])),
            ("sudoku", "1234\n3412\n2143\n432.", "solve", json!("1234341221434321")),
            ("sudoku", "....\n....\n....\n....", "count", json!(288)),
            ("sudoku", "1234\n3412\n2143\n432.", "row 1", json!("1234")),
            ("sudoku", "1234\n3412\n2143\n432.", "solutions 2", json!(["1234341221434321"])),
            ("sudoku", "1234\n3412\n2143\n432.", "show", json!(["1234", "3412", "2143", "432."])),
            ("bloxorz", "SooT", "paths 1", json!([""])),
            ("bloxorz", "SooT", "paths 0", json!([])),
            ("automaton", "rule 0\ntree (X . X)", "1 []", json!(".")),
            ("automaton", "rule 0\ntree (X . X)", "cycle", json!([1, 1])),
            ("automaton", "rule 0\ntree (X . X)", "neighbours [<]", json!([".", "-", "-"])),
            ("automaton", "rule 0\ntree (X . X)", "step", json!(1)),
        ] {
            let text = Fragment { text: command, start: 0 };
            let budget = Budget::unlimited();
            let answer = open(of, body).run(text, Depth::Run, &budget, &mut Sink::new());
            let answer = answer.unwrap_or_else(|| panic!("{of}: {command}"));
            assert_eq!(value(answer.data().expect("it ran")), told, "{of}: {command}");
        }
    }

    #[test]
    fn every_example_of_a_verb_answers_a_value_that_fits() {
        for kind in KINDS {
            let info = kind.info();
            let mut puzzle = kind.example().expect("it is sound");
            for verb in info.verbs {
                let text = Fragment { text: verb.name, start: 0 };
                let budget = Budget { states: 1000, ..Budget::unlimited() };
                let answer = puzzle.run(text, Depth::Run, &budget, &mut Sink::new());
                let Some(answer) = answer else { continue };
                let data = answer.data().expect("it ran");
                let told = value(data);
                let lines = data.text.split('\n').count();
                match data.shape {
                    Shape::Text | Shape::Number => {
                        assert!(
                            lines == 1 && told.as_array().is_none(),
                            "{}: {}",
                            info.name,
                            verb.name
                        );
                    }
                    Shape::Solution | Shape::Letters => assert!(told["length"].is_u64(), "{told}"),
                    _ => assert!(told.is_array(), "{}: {}", info.name, verb.name),
                }
            }
        }
    }
}
