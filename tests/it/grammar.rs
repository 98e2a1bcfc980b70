//! Holds `grammar/` and the parsers together, in both directions. Sentences of the grammar are read
//! without an error (here); a recognizer that interprets the grammar accepts what the parsers accept
//! and nothing else (`agree`); each production has the function that reads it (`readers`).

mod agree;
mod commands;
mod ebnf;
mod generate;
mod queries;
mod readers;
mod recognize;
mod verdict;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use self::ebnf::{Grammar, mentioned, of_a_kind, productions, sources, whole};
use self::generate::{Generator, Layout};
use self::readers::READERS;
use self::recognize::Recognizer;
use self::verdict::{Effect, PROSE, Verdict, of_document, of_form, of_raw};
use crate::common::{files, paths, root, shown_path};
use puzzled::diag::Sink;
use puzzled::kinds::KINDS;
use puzzled::puzzle::common::{self as verbs, Meaning};
use puzzled::puzzle::verdict::{Grade, Measure, Optimum, judge_raw};
use puzzled::puzzle::{Body, Registry};
use puzzled::search::Budget;
use puzzled::syntax::Fragment;
use puzzled::text::Source;

/// How often a sentence is drawn that the prose of the grammar does not allow, before it counts as a
/// fault of the grammar.
const DRAWS: usize = 200;

/// Faults that are shown of one production.
const SHOWN: usize = 10;

/// The forms of other programs that are separate texts, by the names of their productions.
const FORMS: [&str; 4] = ["rush", "tiles", "array-text", "columns"];

/// Draws sentences of the grammar of one kind, the same every time.
struct Sentences {
    grammar: Grammar,
    recognizer: Recognizer,
}

impl Sentences {
    fn of(kind: &str) -> Self {
        let grammar = of_a_kind(kind);
        let recognizer = Recognizer::new(&grammar);
        Self { grammar, recognizer }
    }

    /// Draws `count` sentences, each written into a text by `around`, for which `judge` finds
    /// nothing, except what only the prose of the grammar says.
    fn draw(
        &self,
        production: &str,
        count: usize,
        around: impl Fn(&str) -> String,
        judge: impl Fn(&str) -> Verdict,
    ) -> Vec<String> {
        let mut generator = Generator::new(&self.grammar);
        let mut sentences = Vec::new();
        let mut faults = Vec::new();
        let mut draws = 0;

        while sentences.len() < count {
            draws += 1;
            assert!(
                draws <= count * DRAWS,
                "{production}: only {} of {draws} fit",
                sentences.len()
            );
            let number = sentences.len();
            let one_line = production.ends_with("-body") && number % 4 == 3;
            let layout = if one_line { Layout::OneLine } else { Layout::Lines };
            let text = generator.sentence(production, 4 + number % 6, layout);
            let whole = around(&text);

            // Conditions and exceptions.
            let start = if whole == text { production } else { "document" };
            if !self.recognizer.accepts(start, &whole) {
                continue;
            }

            match judge(&whole) {
                Verdict::Right => sentences.push(whole),
                Verdict::Prose(rule) if PROSE[rule].effect == Effect::Skips => {
                    sentences.push(whole);
                }
                Verdict::Prose(_) => {}
                Verdict::Wrong(codes) => faults.push(format!("{codes:?} in\n{whole}\n{whole:?}")),
            }

            if faults.len() == SHOWN {
                break;
            }
        }

        assert!(faults.is_empty(), "{production}: {}", faults.join("\n"));
        sentences
    }
}

/// Writes sentences as documents into the folder that `PUZZLED_SENTENCES` names, if it is set, so
/// that other readers of the language can be tested against the same grammar (see
/// `editors/test.sh`).
fn share(production: &str, documents: impl IntoIterator<Item = impl AsRef<str>>) {
    let Some(folder) = std::env::var_os("PUZZLED_SENTENCES") else { return };
    let folder = PathBuf::from(folder).join(production);
    std::fs::create_dir_all(&folder).expect("a folder for sentences can be made");
    for (number, text) in documents.into_iter().enumerate() {
        let file = folder.join(format!("{number:04}.puzzle"));
        std::fs::write(file, text.as_ref()).expect("a sentence can be written");
    }
}

/// Returns the verdict of the linter of a kind on a command.
fn lint(name: &str, text: &str) -> Verdict {
    let mut sink = Sink::new();
    let kind = KINDS.kind(name).expect("a kind");
    kind.lint(Fragment { text, start: 0 }, KINDS, &mut sink);
    Verdict::of(sink.diagnostics())
}

/// Returns the names of the functions of a file that begin with these characters.
fn functions(path: &Path, start: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).expect("a source is UTF-8");
    let shipped = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let named = |rest: &str| {
        let end = rest.find(|char: char| !char.is_ascii_alphanumeric() && char != '_');
        rest[..end.unwrap_or(rest.len())].to_owned()
    };
    let names = shipped.split("fn ").skip(1).map(named);
    names.filter(|name| name.starts_with(start)).collect()
}

/// Each production is read by one function, which is there, and each function `parse_…` reads the
/// production of its name. So does a function `expect_…` of a kind or of documents
/// if there is one of its name and no function `parse_…` beside it.
#[test]
fn productions_and_their_readers_belong_together() {
    let production_names: BTreeSet<String> =
        sources().iter().flat_map(|file| productions(file)).map(|(name, _)| name).collect();
    let mut read = BTreeSet::new();
    for (file, function, names) in READERS {
        let matching = functions(&root().join("src").join(file), function);
        assert!(matching.contains(*function), "src/{file} has no function `{function}`");
        for name in *names {
            assert!(production_names.contains(*name), "no grammar has the production `{name}`");
            assert!(read.insert(String::from(*name)), "two functions read `{name}`");
        }
    }
    let unread: Vec<_> = production_names.difference(&read).collect();
    assert!(unread.is_empty(), "no function is said to read {unread:?}");

    for path in files("src") {
        let file = shown_path(&path);
        let is_grammar = file.contains("/syntax") || file == "src/puzzle/common.rs";
        if file.ends_with("tests.rs") || !is_grammar {
            continue;
        }
        let readers = READERS.iter().filter(|reader| file.strip_prefix("src/") == Some(reader.0));
        let kind = file.strip_prefix("src/kinds/").and_then(|rest| rest.split('/').next());
        let silent = functions(&path, "parse_");
        for function in silent.iter().chain(&functions(&path, "expect_")) {
            let (start, name) = function.split_once('_').expect("it starts with a word");
            let name = name.replace('_', "-");
            let names = [kind.map(|kind| format!("{kind}-{name}")), Some(name.clone())];
            let mut named =
                names.iter().flatten().filter(|name| production_names.contains(*name)).peekable();
            let is_named = named.peek().is_some();
            let is_read_silently = silent.contains(&function.replacen("expect", "parse", 1));
            let is_form = kind.is_some() || file.contains("/document/");
            if start == "expect" && (!is_named || is_read_silently || !is_form) {
                continue;
            }
            assert!(is_named, "{file}: `{function}` has no production of its name");
            let mut readers = readers.clone().filter(|reader| reader.1 == function);
            let reads = readers.any(|reader| named.any(|name| reader.2.contains(&&**name)));
            assert!(reads, "{file}: the table does not say that `{function}` reads `{name}`");
        }
    }
}

#[test]
fn every_production_is_used() {
    let grammar = whole();
    let mut used = BTreeSet::new();
    for part in grammar.values() {
        mentioned(part, &mut used);
    }
    let is_text = |name: &str| name.ends_with("-raw") || name.ends_with("-answer");
    let starts = |name: &str| name == "document" || is_text(name) || FORMS.contains(&name);
    for file in sources() {
        for name in productions(&file).keys() {
            assert!(used.contains(name) || starts(name), "{file}: nothing uses `{name}`");
        }
    }
}

#[test]
fn sentences_of_a_document_are_read_without_an_error() {
    for kind in KINDS {
        let name = kind.name;
        let sentences = Sentences::of(name);
        // Many sentences with a whole text break a rule that only the prose of the grammar states.
        let count = if kind.is_whole_text() { 1400 } else { 350 };
        let documents = sentences.draw("document", count, str::to_owned, of_document);
        share(&format!("document-{name}"), &documents);
        for word in [&format!("{name} "), "=>", "use "] {
            let count = documents.iter().filter(|text| text.contains(word)).count();
            assert!(count > 50, "only {count} documents of {name} hold `{word}`");
        }
    }
}

#[test]
fn sentences_of_commands_are_linted_without_an_error() {
    for kind in KINDS {
        let name = kind.name;
        let production = format!("{name}-command");
        let judge = |text: &str| lint(name, text);
        let commands = Sentences::of(name).draw(&production, 1000, str::to_owned, judge);
        share(&production, &commands);
        let verb = |text: &String| text.split([' ', '\t']).next().map(str::to_owned);
        let verbs: BTreeSet<_> = commands.iter().filter_map(verb).collect();
        for verb in kind.verbs {
            assert!(verbs.contains(verb.name), "{name}: the grammar never says `{}`", verb.name);
        }
    }
}

/// Numbers for arguments: in every range, and below and above most.
const NUMBERS: [&str; 8] =
    ["1", "+1", "-0", "-1", "3", "70000", "99999999999999999999", "-99999999999999999999"];

/// A number has the form of a number, whether or not it is in the range of its argument, which the
/// parser says.
#[test]
fn sentences_have_numbers_of_every_range() {
    let mut out_of_range = BTreeSet::new();
    for kind in KINDS {
        let name = kind.name;
        let recognizer = Recognizer::new(&of_a_kind(name));
        for verb in verbs::verbs(kind) {
            for number in NUMBERS {
                let command = format!("{} {number}", verb.name);
                let moves = format!("play {command}");
                for text in [command, moves] {
                    let productions = [format!("{name}-command"), String::from("common-command")];
                    let is_form = productions.iter().any(|start| recognizer.accepts(start, &text));
                    let is_right = match lint(name, &text) {
                        Verdict::Right => true,
                        Verdict::Prose(_) => {
                            out_of_range.insert(text.clone());
                            true
                        }
                        Verdict::Wrong(_) => false,
                    };
                    assert_eq!(is_form, is_right, "{name}: {text}");
                }
            }
        }
    }
    // The range of a rule depends on nothing else, but is only looked at when the rule changes.
    out_of_range.insert(String::from("rule -1"));
    for text in ["undo -1", "step -1", "hint 3", "row -1"] {
        assert!(out_of_range.contains(text), "{text}: {out_of_range:?}");
    }
    share("numbers", &out_of_range);
}

#[test]
fn sentences_of_common_commands_are_understood_by_every_kind() {
    let grammar = whole();
    let mut generator = Generator::new(&grammar);
    let mut drawn_verbs = BTreeSet::new();
    for number in 0..1000 {
        let text = generator.sentence("common-command", 4 + number % 6, Layout::Lines);
        // The text after `why not` is a move, which each kind writes in its own way.
        if text.starts_with("why") {
            continue;
        }
        for kind in KINDS {
            let mut sink = Sink::new();
            let text = Fragment { text: &text, start: 0 };
            let command = verbs::meaning(kind, text);
            if let Some((meaning @ Meaning::Common(word), args)) = command {
                drawn_verbs.insert(meaning.verb(kind).name);
                verbs::expect_common_command(word, args, &mut sink);
            }
            assert!(sink.is_empty(), "{:?} in {text:?}", paths(sink.diagnostics()));
        }
    }
    let is_drawn = |name: &&str| *name != "why";
    assert_eq!(drawn_verbs, verbs::COMMON.iter().map(|verb| verb.name).filter(is_drawn).collect());
}

#[test]
fn sentences_of_bodies_are_read_without_an_error() {
    for kind in KINDS {
        let name = kind.name;
        let sentences = Sentences::of(name);
        let production = format!("{name}-body");
        let around = |text: &str| format!("{name} n {{{text}}}");
        // The grids of sudoku take the recognizer longer than anything else.
        let count = if name == "sudoku" { 200 } else { 600 };
        share(&production, sentences.draw(&production, count, around, of_document));
        // Raw input of sudoku is read as a form of another program.
        if name != "sudoku" {
            let raw = format!("{name}-raw");
            sentences.draw(&raw, 300, str::to_owned, |text| of_raw(name, text));
        }
    }
}

/// Texts of a verdict on an answer that breaks what only the prose of the grammar says.
const CONDITIONS: [&str; 5] = [
    "number before each move",
    "or the number",
    "directions in letters of one case",
    "the moves after their number",
    "a count from 1",
];

#[test]
fn sentences_of_answers_are_read_as_answers() {
    for (name, puzzle) in [
        ("bloxorz", "ooSooT\n"),
        ("sliders", "AB\n.C\ngoal\nA.\nCB\n"),
        ("rush", "..B.AAB....C...C\n"),
        ("klotski", "1 8\nA B b1 方 up -3 solve .\nA\n0 1\n"),
    ] {
        let kind = KINDS.kind(name).expect("a kind");
        let source = Source::new("", puzzle);
        let grammar = of_a_kind(name);
        let mut generator = Generator::new(&grammar);
        let production = format!("{name}-answer");
        let mut read = 0;
        let mut faults = Vec::new();

        for number in 0..600 {
            let text = generator.sentence(&production, 4 + number % 6, Layout::Lines);
            // No block of the board has these labels.
            if name == "klotski" && text.contains(['.', '#']) {
                continue;
            }
            let measure = Measure { optimum: Optimum::Ignore, by: None, draw: None };
            let budget = Budget::unlimited();
            let judged = judge_raw(kind, KINDS, (&source).into(), &text, measure, &budget);
            let ruling = judged.expect("a puzzle");
            if ruling.grade != Grade::NotAnAnswer {
                read += 1;
            } else if !CONDITIONS.iter().any(|condition| ruling.reason.contains(condition)) {
                faults.push(format!("{text:?}: {}", ruling.reason));
            }
        }

        faults.truncate(SHOWN);
        assert!(faults.is_empty(), "{production}:\n{}", faults.join("\n"));
        assert!(read > 100, "{production}: only {read} are answers");
    }
}

/// The template lies outside the registry; one that holds it alone reads what its grammar says.
#[test]
fn sentences_of_the_template_are_read_without_an_error() {
    const COUNTERS: Registry = Registry(&[&puzzled::kinds::counter::INFO]);
    let mut grammar = whole();
    grammar.extend(productions("src/kinds/counter/counter.ebnf"));
    let sentences = Sentences { recognizer: Recognizer::new(&grammar), grammar };
    let read = |text: &str| {
        let source = Source::new("raw", text);
        let mut sink = Sink::new();
        COUNTERS.kind("counter").expect("a kind").open(&Body::raw(&source), COUNTERS, &mut sink);
        Verdict::of(sink.diagnostics())
    };
    sentences.draw("counter-raw", 100, str::to_owned, read);
    let judge = |text: &str| {
        let mut sink = Sink::new();
        let kind = COUNTERS.kind("counter").expect("a kind");
        kind.lint(Fragment { text, start: 0 }, COUNTERS, &mut sink);
        Verdict::of(sink.diagnostics())
    };
    sentences.draw("counter-command", 300, str::to_owned, judge);
}

#[test]
fn sentences_of_the_forms_of_other_programs_are_read_without_an_error() {
    let sentences = Sentences::of("sudoku");
    for (production, form) in [("sudoku-list", "line"), ("rush", "rush")] {
        let drawn = sentences.draw(production, 300, str::to_owned, |text| of_form(form, text));
        let long = drawn.iter().filter(|text| text.lines().count() > 1).count();
        assert!(long > 50, "only {long} sentences of {production} have several lines");
    }
}
