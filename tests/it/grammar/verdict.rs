//! The verdict of the parsers on a text, in the terms of the grammar.

use crate::common::diagnostics;
use puzzled::diag::{Diagnostic, Severity, Sink};
use puzzled::kinds::KINDS;
use puzzled::puzzle::Body;
use puzzled::text::Source;

/// The verdict on whether a text is a sentence.
#[derive(Debug)]
pub enum Verdict {
    /// It is.
    Right,
    /// A rule of the prose decides: its number.
    Prose(usize),
    /// It is not.
    Wrong(Vec<&'static str>),
}

/// The diagnostics of texts that are not sentences: a code, perhaps with the beginning of a message;
/// and each code of the area `syntax`. Every other code is of a text whose form is right.
const SYNTAX: &[&str] = &[
    "command::missing-verb",
    "command::not-of-this-kind",
    "command::unknown-verb",
    "document::misplaced-name",
    "document::unknown-kind",
    "automaton::bad-character",
    "automaton::bad-path",
    "automaton::duplicate-part",
    "automaton::malformed-node",
    "automaton::missing-child",
    "automaton::missing-part",
    "automaton::not-a-move",
    "automaton::stray-bracket",
    "automaton::text-after-tree",
    "automaton::too-many-parts",
    "automaton::unclosed-bracket",
    "automaton::unknown-part",
    "bloxorz::bad-character",
    "bloxorz::empty",
    "bloxorz::malformed-legend",
    "bloxorz::not-a-move",
    "klotski::bad-label",
    "klotski::empty",
    "klotski::not-a-move",
    "klotski::stray-line",
    "puzzlescript::after-heading",
    "puzzlescript::no-layers: expected the section",
    "puzzlescript::no-levels: expected the section",
    "puzzlescript::not-a-move",
    "puzzlescript::section-order",
    "rush::bad-cell",
    "rush::empty",
    "rush::no-goal: expected the keyword",
    "rush::not-a-board",
    "rush::not-a-move",
    "rush::stray-line",
    "import::bad-character",
    "import::empty",
    "matrix::empty",
    "matrix::missing-header",
    "matrix::not-a-move",
    "matrix::not-an-integer",
    "sliders::bad-label",
    "sliders::empty",
    "sliders::no-goal",
    "sliders::not-a-move",
    "sliders::stray-line",
    "sudoku::bad-character",
    "sudoku::bad-move",
    "sudoku::cells",
    "sudoku::not-a-puzzle",
];

/// A rule that only the prose of the grammar states, because the language counts or compares there,
/// or takes a text for a slip.
pub struct Rule {
    /// In a few words.
    pub name: &'static str,
    /// The diagnostics that say so, as in the list of those of texts that are not sentences.
    pub codes: &'static [&'static str],
    /// The reaction of the parsers.
    pub effect: Effect,
}

/// A consequence of a rule of the prose.
#[derive(Clone, Copy, PartialEq)]
pub enum Effect {
    /// The text is wrong.
    Refuses,
    /// The text is wrong, and a part of it is read in another way, so that more may be wrong with it.
    Rereads,
    /// A part of the text is not read, and may be wrong.
    Skips,
}

const fn rule(name: &'static str, codes: &'static [&'static str]) -> Rule {
    Rule { name, codes, effect: Effect::Refuses }
}

/// All of it.
pub const PROSE: &[Rule] = &[
    rule("a number fits its range", &["syntax::integer-range", "automaton::rule-range"]),
    rule(
        "there are as many rows, cells or queries as a number says",
        &[
            "automaton::query-count",
            "klotski::wrong-rows",
            "klotski::stray-line",
            "matrix::wrong-size",
            "import::wrong-length",
        ],
    ),
    rule("the rows of a klotski board have one length", &["klotski::ragged-row"]),
    rule("the rows of a rush board have one length", &["rush::ragged-row"]),
    rule("the rows of a sliders board have one length", &["sliders::ragged-row"]),
    rule("the rows of a matrix have one length", &["matrix::ragged-row"]),
    Rule {
        name: "a single character before the `}` is not a line",
        codes: &["syntax::trailing-text: expected `}` alone"],
        effect: Effect::Rereads,
    },
    Rule {
        name: "only a line that is `}` alone ends a whole text",
        codes: &["syntax::unclosed-brace: expected a line that is"],
        effect: Effect::Rereads,
    },
    Rule {
        name: "a line of the form of a goal is not a row",
        codes: &["klotski::no-goal: expected the keyword"],
        effect: Effect::Refuses,
    },
    Rule {
        name: "a command goes to a puzzle that is there",
        codes: &["document::no-puzzle", "document::unknown-puzzle"],
        effect: Effect::Skips,
    },
];

/// Returns whether a diagnostic is the one that an entry of a list names.
fn is(diagnostic: &Diagnostic, entry: &str) -> bool {
    match entry.split_once(": ") {
        Some((code, message)) => {
            diagnostic.code.path == code && diagnostic.message.starts_with(message)
        }
        None => diagnostic.code.path == entry,
    }
}

/// Returns the rule that a diagnostic is of.
fn rule_of(diagnostic: &Diagnostic) -> Option<usize> {
    PROSE.iter().position(|rule| rule.codes.iter().any(|entry| is(diagnostic, entry)))
}

impl Verdict {
    /// Returns the verdict for the diagnostics of a sentence.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let syntax = |diagnostic: &Diagnostic| {
            diagnostic.code.path.starts_with("syntax::")
                || SYNTAX.iter().any(|entry| is(diagnostic, entry))
        };
        let errors =
            diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
        let relevant: Vec<_> = errors
            .filter(|diagnostic| syntax(diagnostic) || rule_of(diagnostic).is_some())
            .collect();
        let rules: Vec<_> = relevant.iter().filter_map(|diagnostic| rule_of(diagnostic)).collect();
        let with = |effect| rules.iter().copied().find(|&rule| PROSE[rule].effect == effect);
        if let Some(rule) = with(Effect::Rereads) {
            return Self::Prose(rule);
        }
        if rules.len() < relevant.len() {
            return Self::Wrong(relevant.iter().map(|diagnostic| diagnostic.code.path).collect());
        }
        with(Effect::Refuses).or(with(Effect::Skips)).map_or(Self::Right, Self::Prose)
    }
}

/// Returns the verdict of the checker on a document.
pub fn of_document(text: &str) -> Verdict {
    Verdict::of(&diagnostics(&Source::new("document.puzzle", text), "check"))
}

/// Returns the verdict of a kind on raw input.
pub fn of_raw(name: &str, text: &str) -> Verdict {
    let source = Source::new("raw", text);
    let mut sink = Sink::new();
    KINDS.kind(name).expect("a kind").open(&Body::raw(&source), KINDS, &mut sink);
    Verdict::of(sink.diagnostics())
}

/// Returns the verdict of the reader of another program's form on a text.
pub fn of_form(name: &str, text: &str) -> Verdict {
    Verdict::of(&diagnostics(&Source::new("foreign", text), &format!("import {name}")))
}
