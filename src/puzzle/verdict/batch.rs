//! Raw input and answers to it, many of them to the same puzzle.

use std::collections::HashMap;

use super::given::is_unsolvable;
use super::subject::{Measure, Subject, right_values};
use super::{Grade, Optimum, Ruling};
use crate::diag::Sink;
use crate::puzzle::{Answer, Body, Info, Input, Out, Registry};
use crate::search::Budget;

/// The most bytes of texts that a batch remembers; beyond them it starts again.
const MOST: usize = 1 << 20;

/// Answers that are judged one after the other. A search that proved the shortest length of a
/// puzzle is not made again for another answer to the same puzzle.
#[derive(Debug, Default)]
pub struct Batch {
    proofs: HashMap<Key, Proof>,
    /// The bytes of their texts.
    bytes: usize,
}

/// A puzzle as it was asked for.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    kind: &'static str,
    text: Box<str>,
    goal: Option<Box<str>>,
    level: Option<usize>,
    metric: Option<Box<str>>,
}

/// The result of the work on a puzzle, which holds for every answer to it.
#[derive(Debug)]
enum Proof {
    /// The length of a shortest solution; `None` if there is no solution.
    Shortest(Option<u64>),
    /// The values that its body asks for.
    Values(Vec<Answer>),
}

impl Batch {
    /// Reads raw input and judges an answer to it, or says why there is no answer.
    ///
    /// # Errors
    /// Why the input cannot be read, or asks for no answer.
    pub fn judge(
        &mut self,
        kind: &'static Info,
        kinds: Registry,
        input: Input<'_>,
        answer: Result<&str, String>,
        measure: Measure<'_>,
        budget: &Budget,
    ) -> Result<Ruling, String> {
        let body = Body::raw(input);
        let mut sink = Sink::new();
        let Some(model) = kind.read(&body, &mut Out::new(&mut sink)) else {
            let why = sink.diagnostics().first().map(|fault| fault.message.clone());
            return Err(why.unwrap_or_else(|| format!("expected a {} puzzle", kind.name)));
        };

        let mut puzzle = model.open(kinds);
        let key = Key::of(kind, input, measure);
        let known = self.proofs.get(&key);
        let (mut subject, proof) = if kind.solver().is_some() {
            (Subject::Solvable(&mut puzzle), None)
        } else if let Some(Proof::Values(values)) = known {
            (Subject::Values(&mut puzzle, values.clone()), None)
        } else {
            let values = right_values(kind, &body, budget).ok_or("the puzzle asks for nothing")?;
            let proof = Proof::of_values(&values);
            (Subject::Values(&mut puzzle, values), proof)
        };

        let claims_none = answer.as_ref().is_ok_and(|answer| is_unsolvable(answer));
        // A length that the caller states is never replaced, so that the verdict on a line does not
        // depend on the lines before it.
        let searches = match measure.optimum {
            Optimum::Search => answer.is_ok(),
            Optimum::Ignore => claims_none,
            Optimum::Known(_) | Optimum::Stated(_) | Optimum::Judge(_) => false,
        };
        let optimum = match known {
            Some(&Proof::Shortest(length)) if searches => Optimum::Known(length),
            _ => measure.optimum,
        };

        let ruling = subject.judge_or(answer, Measure { optimum, ..measure }, budget)?;
        let proof = proof.or_else(|| {
            let is_new = searches && optimum == measure.optimum;
            if is_new { Proof::of(&ruling, claims_none) } else { None }
        });
        if let Some(proof) = proof {
            self.remember(key, proof);
        }
        Ok(ruling)
    }

    fn remember(&mut self, key: Key, proof: Proof) {
        let bytes = key.bytes() + proof.bytes();
        if bytes > MOST {
            return;
        }
        if self.bytes + bytes > MOST {
            *self = Self::default();
        }
        self.bytes += bytes;
        self.proofs.insert(key, proof);
    }
}

impl Key {
    fn of(kind: &'static Info, input: Input<'_>, measure: Measure<'_>) -> Self {
        Self {
            kind: kind.name,
            text: input.source.text().into(),
            goal: input.goal.map(Box::from),
            level: input.level,
            metric: measure.by.map(Box::from),
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.len()
    }
}

impl Proof {
    /// Returns what a verdict proves about the puzzle, whose shortest length was searched for.
    /// `claims_none` says that the answer is the claim that there is no solution.
    fn of(ruling: &Ruling, claims_none: bool) -> Option<Self> {
        match ruling {
            Ruling { shortest: Some(length), .. } => Some(Self::Shortest(Some(*length))),
            Ruling { grade: Grade::Right, .. } if claims_none => Some(Self::Shortest(None)),
            _ => None,
        }
    }

    /// Returns the values that a body asks for, unless a limit left some of them open.
    fn of_values(values: &[Answer]) -> Option<Self> {
        let is_known = |value: &Answer| value.is_computed() && !value.is_gave_up();
        values.iter().all(is_known).then(|| Self::Values(values.to_owned()))
    }

    fn bytes(&self) -> usize {
        let values = match self {
            Self::Shortest(_) => &[][..],
            Self::Values(values) => values,
        };
        values.iter().map(|value| size_of::<Answer>() + value.text().len()).sum()
    }
}

/// Reads raw input and judges an answer to it.
///
/// # Errors
/// Why the input cannot be read, or asks for no answer.
pub fn judge_raw(
    kind: &'static Info,
    kinds: Registry,
    input: Input<'_>,
    answer: &str,
    measure: Measure<'_>,
    budget: &Budget,
) -> Result<Ruling, String> {
    Batch::default().judge(kind, kinds, input, Ok(answer), measure, budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::KINDS;
    use crate::text::Source;

    const MEASURE: Measure<'static> = Measure { optimum: Optimum::Search, by: None, draw: None };

    fn judge(batch: &mut Batch, kind: &str, text: &str, answer: &str, budget: &Budget) -> Ruling {
        let source = Source::new("", text);
        let kind = KINDS.kind(kind).expect("a kind");
        let judged = batch.judge(kind, KINDS, (&source).into(), Ok(answer), MEASURE, budget);
        judged.expect("a puzzle")
    }

    /// A puzzle of each kind whose verdicts need work, with answers to it that need it.
    const SEARCHED: [(&str, &str, &[&str]); 6] = [
        ("rush", "..B.AAB....C...C", &["B+2 A+2", "B+1 B+1 A+2", "unsolvable"]),
        ("rush", "BAA.B...........", &["unsolvable", "A+1"]),
        ("klotski", "2 2\nA .\n. .\nA\n1 1\n", &["A to (1,1)", "unsolvable"]),
        ("bloxorz", "SoooT\n", &["unsolvable", "R"]),
        ("sliders", "AB\n.C\ngoal\nA.\nCB\n", &["UR", "unsolvable"]),
        ("matrix", "2 2 1\n1 2\n3 4\n", &["2 4\n1 3", "1 2\n3 4"]),
    ];

    #[test]
    fn a_puzzle_is_searched_once_and_its_verdicts_stay_the_same() {
        let free = Budget::unlimited();
        // No search gets anywhere with this one.
        let stopped = Budget::unlimited().with_states(0);
        stopped.cancel.cancel();
        for (kind, text, answers) in SEARCHED {
            let mut batch = Batch::default();
            let first: Vec<_> =
                answers.iter().map(|answer| judge(&mut batch, kind, text, answer, &free)).collect();
            for (answer, first) in answers.iter().zip(&first) {
                let alone = judge(&mut Batch::default(), kind, text, answer, &free);
                assert_eq!(*first, alone, "{kind} {answer}");
                let again = judge(&mut batch, kind, text, answer, &stopped);
                assert_eq!(again, alone, "{kind} {answer}");
            }
        }
    }

    #[test]
    fn puzzles_that_differ_in_goal_or_metric_are_different_and_a_limit_teaches_nothing() {
        let source = Source::new("", "2 2\nA .\n. B\nA\n1 0\n");
        let kind = KINDS.kind("klotski").expect("a kind");
        let mut batch = Batch::default();
        let mut judge = |by, budget: &Budget| {
            let measure = Measure { by, ..MEASURE };
            let answer = Ok("A to (1,0)");
            let judged = batch.judge(kind, KINDS, (&source).into(), answer, measure, budget);
            judged.expect("a puzzle").grade
        };
        let stopped = Budget::unlimited().with_states(0);
        assert_eq!(judge(None, &stopped), Grade::Unknown);
        assert_eq!(judge(None, &Budget::unlimited()), Grade::Right);
        assert_eq!(judge(None, &stopped), Grade::Right);
        assert_eq!(judge(Some("steps"), &stopped), Grade::Unknown);
    }

    #[test]
    fn a_batch_remembers_a_bounded_number_of_bytes() {
        let mut batch = Batch::default();
        for number in 0..4 {
            let text = format!("SoooT\n{}{}", "\n".repeat(MOST / 3), "\n".repeat(number));
            judge(&mut batch, "bloxorz", &text, "unsolvable", &Budget::unlimited());
            assert!(batch.bytes <= MOST && !batch.proofs.is_empty());
        }
        let long = format!("SoooT\n{}", "\n".repeat(MOST));
        judge(&mut batch, "bloxorz", &long, "unsolvable", &Budget::unlimited());
        assert!(batch.bytes <= MOST && batch.proofs.len() < 3);
    }
}
