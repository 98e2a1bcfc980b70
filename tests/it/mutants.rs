//! Texts with one wrong character: each right example with one character deleted, doubled,
//! replaced or inserted, at each place outside of comments. No example is too long for that.
//!
//! The law of safe fixes holds for each of them: the text after a safe fix has, comments and blanks
//! apart, the characters of the example, or those of the text before the fix. An error that is left
//! excuses nothing.
//!
//! `cargo test` draws one replacement and one insertion for each place; with `PUZZLED_MUTANTS=all`
//! each place is replaced by, and gets in front of it, each of the characters in [`KEYS`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::common::{Random, diagnostics, right_examples, shown_path};
use crate::forms::undeclared;
use puzzled::diag::{Diagnostic, Severity, edited, safe_fixes};
use puzzled::kinds::KINDS;
use puzzled::search::Cancel;
use puzzled::session::apply_safe;
use puzzled::syntax::uncommented;
use puzzled::text::Source;
use rayon::prelude::*;

/// Characters that people type by mistake.
pub const KEYS: &str = "abcdefghijklmnopqrstuvwxyzABGSTX0123456789 \n.,:;#*?_-+=/()[]{}<>|\"'é";

/// A change of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    Delete,
    Double,
    Replace(char),
    Insert(char),
}

/// A right example.
pub struct Example {
    /// Its path from the root of the project.
    pub path: String,
    pub text: String,
    /// The offsets of the characters that are not in comments. The sign of a comment is not in it.
    places: Vec<usize>,
}

/// A right example with one wrong character.
#[derive(Clone, Copy)]
pub struct Mutant {
    pub example: &'static Example,
    pub change: Change,
    /// The offset of the character in the text of the example.
    pub at: usize,
}

impl Mutant {
    /// Returns the text with the wrong character.
    pub fn text(&self) -> String {
        let (before, after) = self.example.text.split_at(self.at);
        let rest = self.after();
        match self.change {
            Change::Delete => [before, rest].concat(),
            Change::Double => [before, &after[..after.len() - rest.len()], after].concat(),
            Change::Replace(key) => format!("{before}{key}{rest}"),
            Change::Insert(key) => format!("{before}{key}{after}"),
        }
    }

    /// Returns the text of the example after the character.
    fn after(&self) -> &'static str {
        let mut rest = self.example.text[self.at..].chars();
        rest.next();
        rest.as_str()
    }
}

impl std::fmt::Debug for Mutant {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line = self.example.text[..self.at].matches('\n').count() + 1;
        write!(formatter, "{}:{line}: {:?}", self.example.path, self.change)
    }
}

fn examples() -> &'static [Example] {
    static EXAMPLES: OnceLock<Vec<Example>> = OnceLock::new();
    EXAMPLES.get_or_init(|| {
        let paths = right_examples();
        let read = |path: &std::path::PathBuf| {
            let text = std::fs::read_to_string(path).expect("an example can be read");
            Example { path: shown_path(path), places: places(&text), text }
        };
        paths.iter().map(read).collect()
    })
}

/// Returns the offsets of the characters that are not in comments.
fn places(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (code, comment) = uncommented(line);
        let length = code.len() + if comment { "//".len() } else { 0 };
        places.extend(line[..length].char_indices().map(|(at, _)| start + at));
        start += line.len();
    }
    places
}

/// Returns all mutants of all right examples, for as many threads as there are.
pub fn mutants() -> impl ParallelIterator<Item = Mutant> {
    let every_key = std::env::var_os("PUZZLED_MUTANTS").is_some_and(|which| which == "all");
    examples().par_iter().flat_map(move |example| {
        example.places.par_iter().enumerate().flat_map_iter(move |(number, &at)| {
            changes(example, number, at, every_key).into_iter().map(move |change| Mutant {
                example,
                change,
                at,
            })
        })
    })
}

/// Returns the changes of the character at a place: one of each sort, or with `every_key` all.
fn changes(example: &Example, number: usize, at: usize, every_key: bool) -> Vec<Change> {
    let original = example.text[at..].chars().next().expect("a place is before the end");
    let mut random = Random(0x0123_4567_89ab_cdef ^ (number as u64 + 1) << 20);
    random.next();
    let keys: Vec<char> = KEYS.chars().collect();
    let mut draw = || keys[random.below(keys.len())];
    let (replaced, inserted) = match every_key {
        true => (keys.clone(), keys.clone()),
        false => (vec![draw()], vec![draw()]),
    };
    let mut changes = vec![Change::Delete, Change::Double];
    changes.extend(replaced.into_iter().filter(|key| *key != original).map(Change::Replace));
    // In front of itself that is the doubled one.
    changes.extend(inserted.into_iter().filter(|key| *key != original).map(Change::Insert));
    changes
}

#[test]
fn a_mutant_differs_from_its_example_by_one_character() {
    let count = mutants()
        .map(|mutant| {
            let text = mutant.text();
            let before = &mutant.example.text[..mutant.at];
            let after = mutant.after();
            let wrong = text.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            assert!(text != mutant.example.text, "{mutant:?}");
            assert!(wrong.is_some_and(|wrong| wrong.chars().count() <= 2), "{mutant:?}");
        })
        .count();
    println!("{count} mutants of {} examples", examples().len());
    assert!(count > 70_000, "only {count} mutants");
}

/// Returns the characters of a text, without comments and blanks.
fn dense(text: &str) -> String {
    let code = text.lines().map(|line| uncommented(line).0);
    code.flat_map(str::chars).filter(|char| !char.is_whitespace()).collect()
}

fn check(text: &str) -> (Source, Vec<Diagnostic>) {
    let source = Source::new("mutant.puzzle", text);
    let diagnostics = diagnostics(&source, "check");
    (source, diagnostics)
}

fn is_wrong(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
}

/// The texts that `check --fix` makes of mutants.
#[derive(Default)]
struct Ends {
    mutants: usize,
    /// Mutants that `check --fix` changes.
    changed: usize,
    /// They are the example again.
    original: usize,
    /// They are without an error, and another text than the example.
    clean: usize,
    /// They have an error, and are another text than the example.
    wrong: usize,
    /// They have neither the characters of the example nor those of the mutant: how many, with an
    /// example, by the code and the title of the fix.
    unsure: BTreeMap<String, (usize, String)>,
    /// The texts of their diagnostics that no form of the code declares.
    undeclared: BTreeSet<String>,
}

impl Ends {
    fn and(mut self, other: Self) -> Self {
        self.mutants += other.mutants;
        self.changed += other.changed;
        self.original += other.original;
        self.clean += other.clean;
        self.wrong += other.wrong;
        self.undeclared.extend(other.undeclared);
        for (title, (count, example)) in other.unsure {
            self.unsure.entry(title).or_insert((0, example)).0 += count;
        }
        self
    }

    fn blame(&mut self, mutant: &Mutant, titles: String, text: &str, after: &str) {
        let differs = |a: &str, b: &str| -> Vec<String> {
            a.lines()
                .filter(|line| b.lines().all(|other| other != *line))
                .map(String::from)
                .collect()
        };
        let example = format!(
            "{mutant:?}\n      is {:?}\n      was {:?}\n      now {:?}",
            differs(&mutant.example.text, text),
            differs(text, &mutant.example.text),
            differs(after, text)
        );
        self.unsure.entry(titles).or_insert((0, example)).0 += 1;
    }

    fn of(mutant: Mutant) -> Self {
        let mut ends = Self { mutants: 1, ..Self::default() };
        let text = mutant.text();
        let (source, reported) = check(&text);
        ends.undeclared.extend(undeclared(&reported));
        let safe = safe_fixes(&reported);
        if safe.is_empty() {
            return ends;
        }
        let sure = |after: &str| {
            let after = dense(after);
            after == dense(&mutant.example.text) || after == dense(&text)
        };

        for diagnostic in &reported {
            for fix in diagnostic.fixes.iter().filter(|fix| fix.is_safe()) {
                let after =
                    String::from_utf8_lossy(&edited(text.as_bytes(), &fix.edits)).into_owned();
                if !sure(&after) {
                    ends.blame(
                        &mutant,
                        format!("{}: {}", diagnostic.code.path, fix.title),
                        &text,
                        &after,
                    );
                }
            }
        }

        let first: Vec<_> = safe.iter().map(|fix| fix.title.clone()).collect();
        let fixed = apply_safe(KINDS, source, reported, usize::MAX, &Cancel::default(), |source| {
            diagnostics(source, "check")
        });
        let after = fixed.source.text();
        if after == text {
            return ends;
        }
        ends.changed = 1;
        let same = dense(after) == dense(&mutant.example.text);
        *match is_wrong(&fixed.remaining) {
            _ if same => &mut ends.original,
            true => &mut ends.wrong,
            false => &mut ends.clean,
        } += 1;
        if !sure(after) {
            ends.blame(&mutant, format!("CHAIN {}", first.join(" + ")), &text, after);
        }
        ends
    }
}

#[test]
fn a_safe_fix_is_sure_and_every_text_is_declared() {
    let ends = mutants().map(Ends::of).reduce(Ends::default, Ends::and);
    println!(
        "{} mutants; `check --fix` changes {}: {} into the example, {} into another text without an \
         error, {} into another text with an error",
        ends.mutants, ends.changed, ends.original, ends.clean, ends.wrong
    );
    let mut unsure: Vec<_> = ends.unsure.iter().collect();
    unsure.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (title, (count, example)) in &unsure {
        println!("{count:>5} {title}\n      {example}");
    }
    assert!(unsure.is_empty(), "{} fixes are not sure", unsure.len());
    let texts: String = ends.undeclared.iter().flat_map(|text| [text, "\n"]).collect();
    assert!(texts.is_empty(), "no form says this:\n{texts}");
}
