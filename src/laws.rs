//! Floor 7: laws of kinds, for the tests of a kind, also of one that another crate registers. A
//! function of this module panics if its law does not hold.
//!
//! [`hold`] is all that most kinds need. A kind whose example is too small to say much calls the
//! laws of puzzles with moves with bodies of its own.
//!
//! ```
//! use puzzled::{kinds::counter, laws, puzzle::Registry};
//!
//! const KINDS: Registry = Registry(&[&counter::INFO]);
//! laws::hold(KINDS);
//! ```

use std::collections::BTreeMap;

use crate::diag::{Code, Diagnostic, Sink};
use crate::exchange::{self, Options};
use crate::puzzle::common::example;
use crate::puzzle::verdict::{Grade, Optimum, Question};
use crate::puzzle::{Answer, Board, Depth, Info, Registry, Role, Verb, Verdict};
use crate::render::{Paint, picture, short};
use crate::search::Budget;
use crate::session::{self, Mode, Session, Tally};
use crate::syntax::{Fragment, not_utf8};
use crate::text::Source;

/// Opens the puzzle that a law is about, again and again.
pub type Open<'a> = &'a dyn Fn() -> Board;

/// Holds the laws of every kind of a registry: those of its examples and explanations, and, if it
/// searches for moves, those of puzzles with moves for its example.
pub fn hold(kinds: Registry) {
    examples_hold(kinds);
    for kind in kinds {
        let info = kind;
        explanations_hold(kinds, info.codes);
        pictures_differ(&|| kind.opened_example().expect("the example of a kind is sound"));
        if info.verbs.iter().any(|verb| verb.role == Role::Solve) {
            moves_hold(&|| kind.opened_example().expect("the example of a kind is sound"));
        }
    }
}

/// Holds [`example_holds`] of every verb of every kind.
pub fn examples_hold(kinds: Registry) {
    for info in kinds.iter().copied() {
        info.verbs.iter().chain(info.query).for_each(|verb| example_holds(kinds, info, verb));
    }
}

/// Holds that the example of a verb uses it, runs without a diagnostic, and gets the answers that it
/// expects.
pub fn example_holds(kinds: Registry, info: &Info, verb: &Verb) {
    let text = example(info, verb);
    let source = Source::new("example.puzzle", &*text);
    let (tally, found) = run(kinds, &source, Mode::Run { solve: false }, &Budget::unlimited());
    let said: String = found.iter().map(|one| short(&source, one)).collect();
    assert!(said.is_empty(), "the example of `{}`:\n{said}{text}", verb.usage());
    assert!(tally.held > 0, "nothing is expected in\n{text}");
    assert_eq!((tally.wrong, tally.unanswered), (0, 0), "{text}");
    let says = |line: &str| {
        let first = line.split(' ').next().unwrap_or_default();
        match verb.role {
            // It has no verb that is typed.
            Role::Query => first.parse::<i64>().is_ok(),
            _ => first == verb.name,
        }
    };
    assert!(verb.example.lines().any(says), "`{}` is not used in\n{text}", verb.name);
}

/// Runs a document with a budget; returns how many of its expectations
/// hold, and its diagnostics.
fn run(kinds: Registry, source: &Source, mode: Mode, budget: &Budget) -> (Tally, Vec<Diagnostic>) {
    let (mut sink, mut session) = (Sink::new(), Session::with(kinds));
    let document = session::read_with(kinds, source, true, &mut sink);
    session.run(source, &document, mode, budget, &mut sink, &mut |_, _| {});
    (session.tally(), sink.take())
}

/// Holds that every code is explained by wrong and right examples (see [`examples`]), that a wrong
/// one shows the code and nothing else, and that a right one shows nothing.
pub fn explanations_hold(kinds: Registry, codes: &[&Code]) {
    for code in codes {
        let mut missing = vec!["wrong", "right"];
        for (head, text) in examples(code) {
            let (word, how) = head.split_once(' ').unwrap_or((&head, ""));
            // `also CODE`: if a fault cannot be shown without another finding.
            let (how, also) = how.split_once("also ").unwrap_or((how, ""));
            let found = found(kinds, &Source::new("example.puzzle", &*text), how.trim());
            let found: Vec<_> = found.iter().map(|one| one.code.path).collect();
            let expected: &[&str] = match word {
                "wrong" if !also.is_empty() => &[also, code.path],
                "wrong" => &[code.path],
                "right" => &[],
                _ => panic!("{}: `puzzled {head}` is neither wrong nor right", code.path),
            };
            assert_eq!(found, expected, "{} ({head}):\n{text}", code.path);
            missing.retain(|one| *one != word);
        }
        assert!(missing.is_empty(), "{} has no {} example", code.path, missing.join(" and no "));
        assert!(!code.title.is_empty() && !code.title.ends_with('.'), "{}", code.path);
    }
}

/// Returns the examples of the explanation of a code: what follows ```` ```puzzled ```` (`wrong` or
/// `right`, then how to read it, as [`found`] takes it), and the text up to ```` ``` ````.
pub fn examples(code: &Code) -> Vec<(String, String)> {
    let mut examples = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in code.explain.lines() {
        match (&mut open, line.trim_start().strip_prefix("```")) {
            (None, Some(head)) => {
                if let Some(head) = head.strip_prefix("puzzled") {
                    open = Some((head.trim().to_owned(), String::new()));
                }
            }
            (Some(_), Some(_)) => examples.extend(open.take()),
            (Some((_, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{}: a fence is not closed", code.path);
    examples
}

/// The memory of a tight run.
const TIGHT: u64 = 384 << 10;

/// Returns the diagnostics of a text in the order of their places. `how` says how it is read:
/// `check` (or nothing), `solve` (`check --solve`), `hasty` (the same and no state may be expanded),
/// `run`, `tight` (the same in 384 KiB of memory), `raw KIND` (what a check adds if the answer has none), or `import [FORM]`, which knows the
/// shipped kinds only.
pub fn found(kinds: Registry, source: &Source, how: &str) -> Vec<Diagnostic> {
    let run = |mode, budget: Budget| run(kinds, source, mode, &budget).1;
    let mut sink = Sink::new();
    let mut found = match how.split_once(' ').unwrap_or((how, "")) {
        ("" | "check", _) => run(Mode::Check { solve: false }, Budget::unlimited()),
        ("solve", _) => run(Mode::Check { solve: true }, Budget::unlimited()),
        ("hasty", _) => run(Mode::Check { solve: true }, Budget::unlimited().with_states(0)),
        ("run", _) => run(Mode::Run { solve: false }, Budget::unlimited()),
        ("tight", _) => run(Mode::Run { solve: false }, Budget::unlimited().with_bytes(TIGHT)),
        ("import", name) => {
            let format = exchange::format(name);
            assert!(format.is_some() || name.is_empty(), "unknown form `{name}`");
            exchange::read(source, &Options { format, ..Options::default() }, &mut sink);
            sink.take()
        }
        ("raw", name) => {
            let kind = kinds.kind(name).unwrap_or_else(|| panic!("unknown kind `{name}`"));
            not_utf8(source, &mut sink);
            (kind.judge)(source.into(), &Budget::unlimited(), &mut sink, &mut |_, _| {});
            if sink.is_empty() {
                // Some facts only a check reports. Without a search it never stops early.
                let _ = kind.survey_raw(source.into(), None, &mut sink);
            }
            sink.take()
        }
        _ => panic!("unknown mode `{how}`"),
    };
    found.sort_by_key(|one| one.span);
    found
}

/// Holds the laws of a puzzle with moves and a goal that it can reach.
pub fn moves_hold(open: Open<'_>) {
    let verbs = ["solve", "goals 99"];
    pauses_change_nothing(open, &verbs);
    nothing_more_is_expanded(open);
    travel_brings_searches_back(open, &verbs);
    solutions_replay(open);
}

/// Returns the answer of a command that must not fail.
fn told(puzzle: &mut Board, text: &str) -> String {
    let mut sink = Sink::new();
    let fragment = Fragment { text, start: 0 };
    let answer = puzzle.run(fragment, Depth::Run, &Budget::unlimited(), &mut sink);
    let text_of = answer.and_then(Answer::into_text);
    text_of.unwrap_or_else(|| panic!("`{text}` does not answer: {:?}", sink.diagnostics()))
}

/// The number of positions from which [`pictures_differ`] makes every move.
const STEPS: usize = 30;

/// Holds that the pictures as text without colors, in Unicode and in ASCII, with pencil marks and
/// without, tell two positions apart: if the answers of `show` differ, the pictures do. Moves on from position to position, by the legal moves and by the commands
/// of the examples, and looks at all neighbors on the way: some hundred commands.
pub fn pictures_differ(open: Open<'_>) {
    let mut puzzle = open();
    let mut drawn: BTreeMap<String, String> = BTreeMap::new();
    for step in 0..STEPS {
        note_picture(&mut puzzle, &mut drawn);
        let mut made = changes(&mut puzzle);
        made.retain(|text| {
            let is_made = attempt(&mut puzzle, text);
            if is_made {
                note_picture(&mut puzzle, &mut drawn);
                told(&mut puzzle, "undo");
            }
            is_made
        });
        let Some(chosen) = made.get(step * 7 % 11 % made.len().max(1)) else { break };
        told(&mut puzzle, chosen);
    }
}

/// Returns commands that may lead to another position: the legal moves, and the commands of the
/// examples of the kind's verbs, which can fail here.
pub fn changes(puzzle: &mut Board) -> Vec<String> {
    let info = puzzle.info();
    let lines = info.verbs.iter().flat_map(|verb| verb.example.lines());
    let commands = lines.map(|line| line.split("=>").next().unwrap_or_default().trim());
    let is_change = |text: &&str| {
        let role = info.role(Fragment { text, start: 0 });
        role.is_some_and(Role::changes)
    };
    let mut changes: Vec<String> = commands.filter(is_change).map(str::to_owned).collect();
    if info.verbs.iter().any(|verb| verb.name == "moves") {
        changes.extend(told(puzzle, "moves").lines().map(|by| format!("play {by}")));
    }
    changes
}

/// Runs a command that may fail; returns whether it led to another state.
fn attempt(puzzle: &mut Board, text: &str) -> bool {
    let before = puzzle.now();
    let fragment = Fragment { text, start: 0 };
    puzzle.run(fragment, Depth::Run, &Budget::unlimited(), &mut Sink::new());
    puzzle.now() != before
}

/// Draws a position in every way; panics if another one was drawn the same way.
fn note_picture(puzzle: &mut Board, drawn: &mut BTreeMap<String, String>) {
    let position = told(puzzle, "show");
    let kind = puzzle.info().name;
    let scene = puzzle.scene("");
    for unicode in [true, false] {
        let paint = Paint { unicode, ..Paint::default() };
        for scene in [scene.clone(), scene.clone().without_pencil_marks()] {
            let picture = picture(&scene, paint);
            let first = drawn.entry(picture.clone()).or_insert_with(|| position.clone());
            assert_eq!(
                *first, position,
                "{kind}: these positions have one picture; give their cells roles or texts that differ:\n{picture}"
            );
        }
    }
}

/// Returns whether a text is a right answer of `solve`.
fn accepts(puzzle: &mut Board, expected: &str) -> bool {
    let question = Question { answer: expected, optimum: Optimum::Search, draw: None };
    let ruling = puzzle.verdict("solve", &question, &Budget::unlimited()).expect("it has a goal");
    ruling.grade == Grade::Right
}

/// `expanded N frontier N depth N`.
fn figures(puzzle: &mut Board) -> String {
    told(puzzle, "status").lines().next().unwrap_or_default().to_owned()
}

/// Returns the numbers of states expanded and of states waiting.
fn counters(puzzle: &mut Board) -> (u64, u64) {
    let line = figures(puzzle);
    let words: Vec<&str> = line.split(' ').collect();
    (words[1].parse().expect("a number"), words[3].parse().expect("a number"))
}

fn answers(puzzle: &mut Board, verbs: &[&str]) -> Vec<String> {
    verbs.iter().map(|text| told(puzzle, text)).collect()
}

/// Holds that a search that is paused at ten places by `step`, or within one of the verbs, answers
/// as if it ran through. The first verb is `solve`.
pub fn pauses_change_nothing(open: Open<'_>, verbs: &[&str]) {
    let mut through = open();
    told(&mut through, "solve");
    let (expanded, at_first) = (counters(&mut through).0, figures(&mut through));
    let (wanted, at_goal) = (answers(&mut through, verbs), figures(&mut through));
    for verb in ["step"].iter().chain(verbs) {
        // Ten places, spread over the search unevenly.
        let places = [0, 3, 11, 14, 31, 47, 58, 59, 79, 96].map(|part| expanded * part / 97);
        let (mut paused, mut spent) = (open(), 0);
        for place in places {
            if *verb == "step" {
                told(&mut paused, &format!("step {}", place - spent));
            } else {
                let tight = Budget::unlimited().with_states(place - spent);
                let text = Fragment { text: verb, start: 0 };
                let answer = paused.run(text, Depth::Run, &tight, &mut Sink::new());
                assert_eq!(answer.map(|answer| answer.verdict()), Some(Verdict::GaveUp), "{verb}");
            }
            spent = place;
            assert_eq!(counters(&mut paused).0, spent, "{verb}");
        }
        told(&mut paused, "solve");
        assert_eq!(figures(&mut paused), at_first, "{verb}");
        assert_eq!(answers(&mut paused, verbs), wanted, "{verb}");
        assert_eq!(figures(&mut paused), at_goal, "{verb}");
    }
}

/// `paths` expands nothing beyond what it needs, and nothing when it is asked again.
pub fn nothing_more_is_expanded(open: Open<'_>) {
    for count in 1..=40 {
        let mut asked = open();
        let lines = told(&mut asked, &format!("paths {count}")).split('\n').count() as u64;
        let (expanded, waiting) = counters(&mut asked);
        assert_eq!(lines, count.min(expanded + waiting));
        // One expansion less would not have found them all.
        let mut less = open();
        if let Some(fewer) = expanded.checked_sub(1) {
            told(&mut less, &format!("step {fewer}"));
            let (expanded, waiting) = counters(&mut less);
            assert!(expanded + waiting < count, "paths {count}");
        }
        let before = told(&mut asked, "status");
        told(&mut asked, &format!("paths {count}"));
        assert_eq!(told(&mut asked, "status"), before);
    }
}

/// `undo` and `redo` bring states back with their searches; `reset` begins anew.
pub fn travel_brings_searches_back(open: Open<'_>, verbs: &[&str]) {
    let mut puzzle = open();
    told(&mut puzzle, "paths 7");
    let first = told(&mut puzzle, "status");
    let legal = told(&mut puzzle, "moves");
    let by = legal.lines().next().expect("a legal move");
    told(&mut puzzle, &format!("play {by}"));
    let fresh = "expanded 0 frontier 1 depth 0";
    assert_eq!(figures(&mut puzzle), fresh);
    let wanted = answers(&mut puzzle, verbs);
    let second = told(&mut puzzle, "status");
    told(&mut puzzle, "undo");
    assert_eq!(told(&mut puzzle, "status"), first);
    told(&mut puzzle, "redo");
    assert_eq!(told(&mut puzzle, "status"), second);
    assert_eq!(answers(&mut puzzle, verbs), wanted);
    assert_eq!(told(&mut puzzle, "status"), second);
    told(&mut puzzle, "reset");
    assert_eq!(figures(&mut puzzle), fresh);
    told(&mut puzzle, "undo");
    assert_eq!(told(&mut puzzle, "status"), second);
}

/// Holds that completion of moves that are letters offers the legal ones and no others.
pub fn completion_offers_the_legal_letters(open: Open<'_>) {
    let (mut puzzle, mut typed) = (open(), String::new());
    for round in 0..60 {
        let text = format!("play {typed}");
        let offered = puzzle.complete(Fragment { text: &text, start: 0 });
        let mut there = open();
        if !typed.is_empty() {
            told(&mut there, &text);
        }
        let moves = told(&mut there, "moves");
        let moves: Vec<String> = moves.lines().map(|one| format!("{typed}{one}")).collect();
        assert_eq!(offered, moves, "after {typed}");
        for by in &offered {
            told(&mut puzzle, &format!("play {by}"));
            told(&mut puzzle, "undo");
        }
        typed.clone_from(&offered[round * 7 % 11 % offered.len()]);
    }
    assert!(puzzle.complete(Fragment { text: "play x", start: 0 }).is_empty());
}

/// Holds that every solution that `goals` lists leads to the goal and is accepted as an answer of
/// `solve`, that following the hints leads there, too, and that the commands that a saved file
/// would hold lead to the same state.
pub fn solutions_replay(open: Open<'_>) {
    let mut puzzle = open();
    let solved = told(&mut puzzle, "solve");
    assert_ne!(solved, "unsolvable", "the law needs a puzzle that has a solution");
    let (length, _) = solved.split_once('\n').unwrap_or((&solved, ""));
    for path in told(&mut puzzle, "goals 20").lines() {
        let block = format!("{length}\n{}", path.replace("; ", "\n"));
        assert!(accepts(&mut puzzle, &block), "{block}");
        let mut player = open();
        told(&mut player, &format!("play {path}"));
        assert_eq!(told(&mut player, "hint"), "solved");
    }
    while told(&mut puzzle, "hint") != "solved" {
        let hint = told(&mut puzzle, "hint");
        told(&mut puzzle, &format!("play {hint}"));
    }
    told(&mut puzzle, "undo");
    let mut again = open();
    for command in puzzle.story(0) {
        told(&mut again, &command);
    }
    assert_eq!(again.lineage(), puzzle.lineage());
    for text in ["digest", "show", "hint"] {
        assert_eq!(told(&mut again, text), told(&mut puzzle, text), "{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::KINDS;

    #[test]
    fn pictures_of_every_kind_tell_positions_apart() {
        for kind in KINDS {
            pictures_differ(&|| kind.opened_example().expect("a sound example"));
        }
    }

    #[test]
    fn the_laws_hold_for_the_example_of_every_kind_that_searches_for_moves() {
        let solves = |verb: &Verb| verb.role == Role::Solve;
        let kinds = KINDS.iter().filter(|kind| kind.verbs.iter().any(solves));
        let held =
            kinds.map(|kind| moves_hold(&|| kind.opened_example().expect("a sound example")));
        assert!(held.count() > 1, "few kinds search");
    }
}
