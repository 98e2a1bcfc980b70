//! Answers as values of JSON: a number is a number, lines are a list.

use std::fmt::Display;

use num_bigint::BigUint;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeStruct, Serializer};

use super::{Answer, Done, Solution, Status, Word};

/// The smallest number that is written as a string: some readers of JSON keep 15 digits only.
const LARGE: u64 = 1_000_000_000_000_000;

/// A number that is written as a string if some readers of JSON do not keep all of its digits.
struct Exact<N>(N);

impl<N: Copy + Display + TryInto<i64>> Serialize for Exact<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.try_into() {
            Ok(number) if number.unsigned_abs() < LARGE => serializer.serialize_i64(number),
            _ => serializer.collect_str(&self.0),
        }
    }
}

/// A row of integers.
struct Row<'a>(&'a [i64]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|&cell| Exact(cell)))
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => Exact(*number).serialize(serializer),
            Self::Symbol(symbol) => serializer.serialize_str(symbol),
        }
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Solution", 2)?;
        fields.serialize_field("length", &Exact(self.length))?;
        fields.serialize_field("moves", &self.moves)?;
        fields.end()
    }
}

impl Serialize for Status {
    /// Writes an object with the fields of what was done, or with the phrase as `done`, and `figures`,
    /// a list of texts.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        match &self.done {
            Done::Fields(fields) => {
                fields.iter().try_for_each(|(name, value)| object.serialize_entry(name, value))?;
            }
            Done::Phrase(phrase) => object.serialize_entry("done", phrase)?,
        }
        object.serialize_entry("figures", &self.figures)?;
        object.end()
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::NotComputed => serializer.serialize_none(),
            Self::Text(_) | Self::Unsolvable | Self::GaveUp { .. } => {
                serializer.serialize_str(&self.text())
            }
            Self::Number(number) => match u64::try_from(number) {
                Ok(small) => Exact(small).serialize(serializer),
                Err(_) => serializer.collect_str::<BigUint>(number),
            },
            Self::Words(words) => serializer.collect_seq(words),
            Self::Row(row) => Row(row).serialize(serializer),
            Self::Rows(rows) => serializer.collect_seq(rows.iter().map(Row)),
            Self::List(list) | Self::Page(list) => serializer.collect_seq(list.iter()),
            Self::Solution(solution) => solution.serialize(serializer),
            Self::Steps(answer, _) => answer.serialize(serializer),
            Self::Figure(figure) => figure.serialize(serializer),
            Self::Status(status) => status.serialize(serializer),
            Self::Branches(branches) => branches.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::diag::Sink;
    use crate::kinds::KINDS;
    use crate::puzzle::Depth;
    use crate::puzzle::testing::open;
    use crate::search::Budget;
    use crate::syntax::Fragment;

    #[test]
    fn answers_are_values() {
        for (of, body, command, expected) in [
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
            ("bloxorz", "SooT", "solve", json!({"length": 2, "moves": ["R", "R"]})),
            ("sliders", "1 2\n. 3\ngoal\n. 2\n1 3", "solve", json!({"length": 1, "moves": ["D"]})),
            ("bloxorz", "SooT", "paths 1", json!([""])),
            ("bloxorz", "SooT", "paths 0", json!([])),
            (
                "klotski",
                "A .",
                "branches",
                json!([{"state": 0, "names": [], "from": null, "moves": 0, "now": true}]),
            ),
            (
                "automaton",
                "rule 0\ntree (X . X)",
                "status",
                json!({
                    "generation": 0, "newest": 0, "rule": 0,
                    "figures": ["3 nodes, 0 generations computed, 0 KiB held"],
                }),
            ),
            (
                "automaton",
                "rule ?\ntree (X . X)",
                "status",
                json!({
                    "generation": 0, "newest": 0, "rule": "?",
                    "figures": ["3 nodes, 0 generations computed, 0 KiB held"],
                }),
            ),
            ("automaton", "rule 0\ntree (X . X)", "1 []", json!(".")),
            ("automaton", "rule 0\ntree (X . X)", "cycle", json!([1, 1])),
            ("automaton", "rule 0\ntree (X . X)", "neighbours [<]", json!([".", "-", "-"])),
            ("automaton", "rule 0\ntree (X . X)", "step", json!(1)),
        ] {
            let text = Fragment { text: command, start: 0 };
            let budget = Budget::unlimited();
            let answer = open(of, body).run(text, Depth::Run, &budget, &mut Sink::new());
            let answer = answer.unwrap_or_else(|| panic!("{of}: {command}"));
            assert_eq!(json!(answer), expected, "{of}: {command}");
        }
    }

    #[test]
    fn every_example_of_a_verb_answers_a_value_that_fits() {
        for kind in KINDS {
            let info = kind;
            let mut puzzle = kind.opened_example().expect("it is sound");
            for verb in info.verbs {
                let text = Fragment { text: verb.name, start: 0 };
                let budget = Budget { states: 1000, ..Budget::unlimited() };
                let answer = puzzle.run(text, Depth::Run, &budget, &mut Sink::new());
                let Some(answer) = answer else { continue };
                let json = json!(answer);
                let count = answer.steps().len();
                let answer = match answer {
                    Answer::Steps(answer, _) => *answer,
                    answer => answer,
                };
                match answer {
                    Answer::List(list) if count > 0 => assert_eq!(list.len(), count),

                    Answer::Text(_) | Answer::Number(_) | Answer::Figure(_) => {
                        let lines = answer.text().split('\n').count();
                        assert!(
                            lines == 1 && json.as_array().is_none(),
                            "{}: {}",
                            info.name,
                            verb.name
                        );
                    }
                    Answer::Solution(_) => assert!(json["length"].is_u64(), "{json}"),
                    Answer::Unsolvable | Answer::GaveUp { .. } => assert!(json.is_string()),
                    _ => assert!(json.is_array(), "{}: {}", info.name, verb.name),
                }
            }
        }
    }
}
