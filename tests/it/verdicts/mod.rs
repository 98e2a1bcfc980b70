//! Verdicts against a replay that is written here: right answers and corrupt ones, of every kind.
//! `VERDICTS` is the number of answers per kind; if it is set, a table of the verdicts is printed.

mod boards;
mod dresses;
mod values;

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::hash::Hash;
use std::io::Write as _;

use puzzled::kinds::KINDS;
use puzzled::puzzle::Input;
use puzzled::puzzle::verdict::{Measure, Optimum, judge_raw};
use puzzled::search::Budget;
use puzzled::text::Source;

use crate::common::Random;

/// A corruption of an answer: random numbers, the tokens of the answer, the answer to another
/// puzzle, and the texts of the kind.
pub type Corrupt = fn(&mut Random, &[String], &str, &Forms) -> String;

/// Texts of a kind from which corrupt answers are made.
pub struct Forms {
    /// The text between two tokens.
    pub separator: &'static str,
    /// A token of the right form; may be legal or not.
    pub token: fn(&mut Random) -> String,
    /// Tokens that name something that no puzzle has, and places far outside.
    pub foreign: &'static [&'static str],
    pub far: &'static [&'static str],
    /// Answers in the form of other kinds, or in another form of this one.
    pub other: fn(&[String]) -> String,
}

/// The ten ways to corrupt an answer.
const CORRUPTIONS: [(&str, Corrupt); 10] = [
    ("illegal", |random, tokens, _, forms| {
        replaced(random, tokens, &(forms.token)(&mut Random(random.0)), forms)
    }),
    ("foreign piece", |random, tokens, _, forms| {
        let at = random.below(forms.foreign.len());
        replaced(random, tokens, forms.foreign[at], forms)
    }),
    ("too far", |random, tokens, _, forms| {
        let at = random.below(forms.far.len());
        replaced(random, tokens, forms.far[at], forms)
    }),
    ("out of order", |random, tokens, _, forms| {
        let mut tokens = tokens.to_vec();
        let first = random.below(tokens.len());
        let second = random.below(tokens.len());
        if !tokens.is_empty() {
            tokens.swap(first, second);
        }
        tokens.join(forms.separator)
    }),
    ("cut short", |_, tokens, _, forms| {
        tokens[..tokens.len().saturating_sub(1)].join(forms.separator)
    }),
    ("doubled", |random, tokens, _, forms| {
        let mut tokens = tokens.to_vec();
        if !tokens.is_empty() {
            let at = random.below(tokens.len());
            tokens.insert(at, tokens[at].clone());
        }
        tokens.join(forms.separator)
    }),
    ("empty", |_, _, _, _| String::new()),
    ("another puzzle's", |_, _, other, _| other.to_owned()),
    ("another form", |_, tokens, _, forms| (forms.other)(tokens)),
    ("garbage", |random, _, _, _| {
        let signs: Vec<char> = "aAzX1 2()+-;,=.\n\"{}[]é#".chars().collect();
        let length = 1 + random.below(12);
        (0..length).map(|_| signs[random.below(signs.len())]).collect()
    }),
];

/// Returns an answer in which a token takes the place of one of its own.
fn replaced(random: &mut Random, tokens: &[String], token: &str, forms: &Forms) -> String {
    let mut tokens = tokens.to_vec();
    let at = random.below(tokens.len());
    match tokens.get_mut(at) {
        Some(place) => token.clone_into(place),
        None => tokens.push(token.to_owned()),
    }
    tokens.join(forms.separator)
}

/// A puzzle: its raw text, its right answer in tokens, and the replay.
pub struct Case {
    pub text: String,
    pub right: Vec<String>,
    pub replay: Box<dyn Fn(&str) -> &'static str>,
}

/// Judges right and corrupt answers to random puzzles of a kind, and holds each verdict against
/// that of the replay.
pub fn hold(kind: &str, forms: &Forms, make: fn(&mut Random) -> Case) {
    let stated = std::env::var("VERDICTS").ok().and_then(|text| text.parse().ok());
    let count = stated.unwrap_or(1000);
    let mut random = Random(0x5eed_0034);
    let mut done = 0;
    let mut differ = Vec::new();
    let mut seen = HashSet::new();
    let mut table: BTreeMap<&str, BTreeMap<&str, u32>> = BTreeMap::new();
    let mut other = String::from("unsolvable");

    while done < count {
        let case = make(&mut random);
        let right = case.right.join(forms.separator);
        let mut answers = vec![("right", right.clone())];
        for (name, corrupt) in CORRUPTIONS {
            answers.push((name, corrupt(&mut random, &case.right, &other, forms)));
        }
        for (name, answer) in answers {
            let actual = grade(kind, &case.text, &answer);
            let expected = (case.replay)(&answer);
            seen.insert(expected);
            *table.entry(name).or_default().entry(actual).or_insert(0) += 1;
            if actual != expected {
                differ
                    .push(format!("{name}: {answer:?} is {actual}, not {expected}\n{}", case.text));
            }
            done += 1;
        }
        other = right;
    }

    for (name, verdicts) in table.iter().filter(|_| stated.is_some()) {
        let _ = writeln!(std::io::stderr(), "{kind}, {name}: {verdicts:?}");
    }
    differ.truncate(5);
    assert!(differ.is_empty(), "{kind}:\n{}", differ.join("\n"));
    assert!(seen.contains("right") && seen.contains("not-an-answer"), "{kind}: {seen:?}");
}

/// Returns the verdict of the program.
fn grade(kind: &str, text: &str, answer: &str) -> &'static str {
    let kind = KINDS.kind(kind).expect("a kind");
    let source = Source::new("", text);
    let input = Input::from(&source);
    let measure = Measure { optimum: Optimum::Search, by: None, draw: None };
    let judged = judge_raw(kind, KINDS, input, answer, measure, &Budget::unlimited());
    let ruling = judged.unwrap_or_else(|why| panic!("{why}:\n{text}"));
    if let Some(blame) = &ruling.at {
        assert_eq!(answer[blame.place.clone()], blame.text, "{answer:?}");
    }
    ruling.grade.word()
}

/// The effect of a move.
pub enum Made<S> {
    NotAMove,
    Illegal,
    To(S),
}

/// The plain rules of a puzzle with moves, in their simplest form.
pub trait Rules: 'static {
    type State: Clone + Eq + Hash + Debug;
    fn start(&self) -> Self::State;
    fn is_solved(&self, at: &Self::State) -> bool;
    /// Returns all moves that could be legal.
    fn tokens(&self) -> Vec<String>;
    fn make(&self, at: &Self::State, token: &str) -> Made<Self::State>;
    /// Cuts an answer without its length into tokens.
    fn cut(&self, text: &str) -> Vec<String>;
    /// Returns whether two moves in a row are one.
    fn joins(&self, _last: &str, _next: &str) -> bool {
        false
    }
    /// Returns the verdict on another form of an answer.
    fn other(&self, _answer: &str) -> Option<&'static str> {
        None
    }
}

/// Returns the moves of a shortest solution; `None` if there is none.
pub fn solution<R: Rules>(rules: &R) -> Option<Vec<String>> {
    let tokens = rules.tokens();
    let start = rules.start();
    let mut seen = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([(start, Vec::new())]);
    while let Some((at, path)) = open.pop_front() {
        if rules.is_solved(&at) {
            return Some(path);
        }
        for token in &tokens {
            if let Made::To(next) = rules.make(&at, token)
                && seen.insert(next.clone())
            {
                let path = path.iter().chain([token]).cloned().collect();
                open.push_back((next, path));
            }
        }
    }
    None
}

/// Returns the verdict on an answer of moves.
pub fn replay<R: Rules>(rules: &R, best: Option<usize>, answer: &str) -> &'static str {
    let text = answer.trim();
    if matches!(text, "unsolvable" | "\"unsolvable\"") {
        return if best.is_none() { "right" } else { "wrong" };
    }
    if let Some(grade) = rules.other(text) {
        return grade;
    }
    let (length, tokens) = if text.starts_with('{') {
        let Ok(value) = serde_json::from_str::<serde_json::Value>(text) else {
            return "not-an-answer";
        };
        let (Some(length), Some(moves)) = (value["length"].as_u64(), value["moves"].as_array())
        else {
            return "not-an-answer";
        };
        let Some(moves) = moves.iter().map(|token| token.as_str().map(String::from)).collect()
        else {
            return "not-an-answer";
        };
        (Some(length), moves)
    } else {
        let first = text.split_whitespace().next().unwrap_or_default();
        let is_number = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        let rest = if is_number { &text[first.len()..] } else { text };
        (is_number.then(|| first.parse().expect("a number")), rules.cut(rest))
    };

    let mut at = rules.start();
    if tokens.is_empty() && length.is_some() && !(length == Some(0) && rules.is_solved(&at)) {
        return "not-an-answer";
    }
    if tokens.iter().any(|token| matches!(rules.make(&at, token), Made::NotAMove)) {
        return "not-an-answer";
    }
    let mut cost = 0;
    let mut last = None::<&str>;
    for token in &tokens {
        let Made::To(next) = rules.make(&at, token) else { return "illegal" };
        cost += usize::from(!last.is_some_and(|last| rules.joins(last, token)));
        (at, last) = (next, Some(token.as_str()));
    }
    match best {
        _ if length.is_some_and(|length| length != cost as u64) => "wrong",
        _ if !rules.is_solved(&at) => "unsolved",
        Some(best) if cost > best => "longer",
        _ => "right",
    }
}

/// Returns a case of a puzzle with moves.
pub fn case<R: Rules>(rules: R, text: String) -> Case {
    let solution = solution(&rules);
    let best = solution.as_ref().map(Vec::len);
    let right = solution.unwrap_or_else(|| vec![String::from("unsolvable")]);
    Case { text, right, replay: Box::new(move |answer| replay(&rules, best, answer)) }
}
