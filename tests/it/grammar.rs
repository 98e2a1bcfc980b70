//! Holds `grammar/` and the parsers together: each production has its function and the reverse,
//! and random sentences of the grammar are read without an error.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::common::{Random, files, paths, root, told};
use puzzled::diag::{Severity, Sink};
use puzzled::kind::common::{self as verbs, Meaning};
use puzzled::kind::{self, Body, KINDS, names};
use puzzled::syntax::{Fragment, Statement, parse_document};
use puzzled::text::{Source, Span};

/// What a production may be made of.
#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Name(String),
    Choice(Vec<Part>),
    Sequence(Vec<Part>),
    Option(Box<Part>),
    Repeat(Box<Part>),
}

type Grammar = BTreeMap<String, Part>;

/// What stands for itself: see the end of `grammar/token.ebnf`.
const TERMINALS: &[&str] = &["letter", "digit", "tab", "character", "newline", "comment"];

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Text(String),
    Mark(char),
}

fn tokens(text: &str, file: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("(*") {
            rest = comment.split_once("*)").unwrap_or_else(|| panic!("{file}: open comment")).1;
        } else if let Some(literal) = rest.strip_prefix('"') {
            let (literal, after) =
                literal.split_once('"').unwrap_or_else(|| panic!("{file}: open literal"));
            found.push(Token::Text(literal.to_owned()));
            rest = after;
        } else if char.is_ascii_alphabetic() {
            let end = rest.find(|char: char| !char.is_ascii_alphanumeric() && char != '-');
            let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
            found.push(Token::Name(name.to_owned()));
            rest = after;
        } else {
            if !char.is_whitespace() {
                assert!("=;|[]{}()".contains(char), "{file}: {char} has no meaning here");
                found.push(Token::Mark(char));
            }
            rest = &rest[char.len_utf8()..];
        }
    }
    found
}

/// Reads `a | b` up to a closer; `at` moves after what was read.
fn choice(tokens: &[Token], at: &mut usize, file: &str) -> Part {
    let mut options = Vec::new();
    let mut sequence = Vec::new();
    while let Some(token) = tokens.get(*at) {
        let group = |at: &mut usize, close: char| {
            *at += 1;
            let part = choice(tokens, at, file);
            assert_eq!(tokens.get(*at), Some(&Token::Mark(close)), "{file}: expected {close}");
            part
        };
        let part = match token {
            Token::Text(text) => Part::Text(text.clone()),
            Token::Name(name) => Part::Name(name.clone()),
            Token::Mark('(') => group(at, ')'),
            Token::Mark('[') => Part::Option(Box::new(group(at, ']'))),
            Token::Mark('{') => Part::Repeat(Box::new(group(at, '}'))),
            Token::Mark('|') => {
                options.push(Part::Sequence(std::mem::take(&mut sequence)));
                *at += 1;
                continue;
            }
            Token::Mark(_) => break,
        };
        sequence.push(part);
        *at += 1;
    }
    options.push(Part::Sequence(sequence));
    if options.len() == 1 { options.remove(0) } else { Part::Choice(options) }
}

/// The productions of one file.
fn productions(file: &str) -> Grammar {
    let text = std::fs::read_to_string(root().join(file)).unwrap_or_else(|_| panic!("{file}"));
    let tokens = tokens(&text, file);
    let mut grammar = Grammar::new();
    let mut at = 0;
    while at < tokens.len() {
        let Token::Name(name) = &tokens[at] else { panic!("{file}: expected a production") };
        assert_eq!(tokens.get(at + 1), Some(&Token::Mark('=')), "{file}: {name} needs a `=`");
        at += 2;
        let part = choice(&tokens, &mut at, file);
        assert_eq!(tokens.get(at), Some(&Token::Mark(';')), "{file}: {name} needs a `;`");
        at += 1;
        assert!(grammar.insert(name.clone(), part).is_none(), "{file}: {name} is there twice");
    }
    grammar
}

/// A file with the shared productions.
fn grammar(file: &str) -> Grammar {
    let mut all = productions("grammar/token.ebnf");
    all.extend(productions(file));
    all
}

fn mentioned(part: &Part, into: &mut BTreeSet<String>) {
    match part {
        Part::Text(_) => {}
        Part::Name(name) => {
            into.insert(name.clone());
        }
        Part::Choice(parts) | Part::Sequence(parts) => {
            for part in parts {
                mentioned(part, into);
            }
        }
        Part::Option(part) | Part::Repeat(part) => mentioned(part, into),
    }
}

/// A random sentence. Deep down the shortest way out is taken: nothing optional, nothing repeated,
/// and of several ways one that does not come back here.
fn sentence(grammar: &Grammar, part: &Part, depth: usize, random: &mut Random, out: &mut String) {
    match part {
        Part::Text(text) => out.push_str(text),
        Part::Name(name) => terminal(grammar, name, depth, random, out),
        Part::Sequence(parts) => {
            for part in parts {
                sentence(grammar, part, depth, random, out);
            }
        }
        Part::Choice(parts) => {
            let chosen = if depth > 0 {
                random.below(parts.len())
            } else {
                let names = |part: &Part| {
                    let mut names = BTreeSet::new();
                    mentioned(part, &mut names);
                    names.iter().filter(|name| !TERMINALS.contains(&name.as_str())).count()
                };
                (0..parts.len()).min_by_key(|&at| names(&parts[at])).unwrap_or(0)
            };
            sentence(grammar, &parts[chosen], depth, random, out);
        }
        Part::Option(part) => {
            if depth > 0 && random.below(2) == 0 {
                sentence(grammar, part, depth, random, out);
            }
        }
        Part::Repeat(part) => {
            let times = if depth > 0 { random.below(4) } else { 0 };
            for _ in 0..times {
                sentence(grammar, part, depth, random, out);
            }
        }
    }
}

fn terminal(grammar: &Grammar, name: &str, depth: usize, random: &mut Random, out: &mut String) {
    let mut one = |choices: &[&str]| choices[random.below(choices.len())].to_owned();
    let text = match name {
        "letter" => one(&["a", "b", "c", "x", "A", "Q", "Z"]),
        "digit" => one(&["1", "2", "3", "4", "7", "9"]),
        "tab" => one(&["\t"]),
        "character" => one(&["a", "7", "-", "_", "方", "é", "(", "~", "*"]),
        "newline" => one(&["\n", "\n", "\r\n", "\r"]),
        "comment" => one(&[" // so", " //", " // a { brace } => in it // twice"]),
        _ => {
            let part = grammar.get(name).unwrap_or_else(|| panic!("`{name}` has no production"));
            sentence(grammar, part, depth.saturating_sub(1), random, out);
            return;
        }
    };
    out.push_str(&text);
}

/// `count` sentences of a production, the same every time.
fn sentences(grammar: &Grammar, start: &str, count: usize) -> Vec<String> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    (0..count)
        .map(|number| {
            let mut out = String::new();
            terminal(grammar, start, 4 + number % 6, &mut random, &mut out);
            out
        })
        .collect()
}

/// Writes sentences as documents into the folder that `PUZZLED_SENTENCES` names, if it is set, so
/// that other readers of the language can be held to the same grammar (see `editors/test.sh`).
fn share(production: &str, documents: impl IntoIterator<Item = impl AsRef<str>>) {
    let Some(folder) = std::env::var_os("PUZZLED_SENTENCES") else { return };
    let folder = PathBuf::from(folder).join(production);
    std::fs::create_dir_all(&folder).expect("a folder for sentences can be made");
    for (number, text) in documents.into_iter().enumerate() {
        let file = folder.join(format!("{number:04}.puzzle"));
        std::fs::write(file, text.as_ref()).expect("a sentence can be written");
    }
}

/// The names of the functions `parse_…` under some files, as productions.
fn functions(own: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in files("src") {
        let name = told(&path);
        if !own(&name) || name.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source is UTF-8");
        let shipped = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for rest in shipped.split("fn parse_").skip(1) {
            let end = rest.find(|char: char| !char.is_ascii_alphanumeric() && char != '_');
            found.insert(rest[..end.unwrap_or(rest.len())].replace('_', "-"));
        }
    }
    found
}

fn same(file: &str, productions: &BTreeSet<String>, functions: &BTreeSet<String>) {
    let no_function: Vec<_> = productions.difference(functions).collect();
    let no_production: Vec<_> = functions.difference(productions).collect();
    assert!(
        no_function.is_empty() && no_production.is_empty(),
        "{file}: productions without a function {no_function:?}, functions without one {no_production:?}"
    );
}

#[test]
fn the_shared_grammar_and_its_functions_are_the_same() {
    let mut shared = productions("grammar/document.ebnf");
    shared.extend(productions("grammar/token.ebnf"));
    let functions = functions(|name| name.starts_with("src/syntax/"));
    same("grammar/{document,token}.ebnf", &shared.into_keys().collect(), &functions);
}

#[test]
fn the_grammar_of_each_kind_and_its_functions_are_the_same() {
    for kind in KINDS {
        let name = kind.info().name;
        let file = format!("grammar/{name}.ebnf");
        let home = format!("src/kind/{name}/syntax");
        let functions = functions(|path| path.starts_with(&home));
        same(&file, &productions(&file).into_keys().collect(), &functions);
    }
}

#[test]
fn the_grammar_of_the_common_commands_and_its_functions_are_the_same() {
    let file = "grammar/common.ebnf";
    let functions = functions(|path| path == "src/kind/common.rs");
    same(file, &productions(file).into_keys().collect(), &functions);
}

#[test]
fn every_grammar_is_of_one_piece() {
    let shared: BTreeSet<String> = productions("grammar/token.ebnf").into_keys().collect();
    let ours = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "ebnf");
    for path in files("grammar").into_iter().filter(ours) {
        let file = told(&path);
        let own = productions(&file);
        let mut used = BTreeSet::new();
        for part in own.values() {
            mentioned(part, &mut used);
        }
        for name in &used {
            let known = own.contains_key(name) || shared.contains(name);
            assert!(known || TERMINALS.contains(&name.as_str()), "{file}: what is `{name}`?");
        }
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let starts = ["body", "command", "line"].map(|part| format!("{stem}-{part}"));
        for name in own.keys().filter(|_| stem != "token") {
            assert!(
                used.contains(name) || name == "document" || starts.contains(name),
                "{file}: nothing uses `{name}`"
            );
        }
    }
}

#[test]
fn sentences_of_a_document_are_read_without_an_error() {
    let grammar = grammar("grammar/document.ebnf");
    let (mut statements, mut blocks) = (0, 0);
    let documents = sentences(&grammar, "document", 2000);
    share("document", &documents);
    for text in documents {
        let mut sink = Sink::new();
        let document = parse_document(&text, &names(), &mut sink);
        assert!(sink.is_empty(), "{:?} in\n{text:?}", paths(sink.found()));
        statements += document.statements.len();
        for statement in &document.statements {
            let span = statement.span();
            assert!(text.get(span.range()).is_some(), "{span:?} in\n{text:?}");
            assert!(!matches!(statement, Statement::Broken(_)), "{text:?}");
            blocks += usize::from(matches!(statement, Statement::Declaration(one) if one.closed));
        }
    }
    assert!(statements > 1000 && blocks > 200, "{statements} statements, {blocks} declarations");
}

#[test]
fn sentences_of_commands_are_linted_without_an_error() {
    for kind in KINDS {
        let name = kind.info().name;
        let grammar = grammar(&format!("grammar/{name}.ebnf"));
        let mut verbs = BTreeSet::new();
        let production = format!("{name}-command");
        let commands = sentences(&grammar, &production, 1000);
        share(&production, &commands);
        for text in commands {
            let mut sink = Sink::new();
            kind.lint(Fragment { text: &text, start: 0 }, &mut sink);
            assert!(sink.is_empty(), "{name}: {:?} in {text:?}", paths(sink.found()));
            verbs.insert(text.split([' ', '\t']).next().unwrap_or_default().to_owned());
        }
        for verb in kind.info().verbs {
            assert!(verbs.contains(verb.name), "{name}: the grammar never says `{}`", verb.name);
        }
    }
}

#[test]
fn sentences_of_common_commands_are_understood_by_every_kind() {
    let grammar = grammar("grammar/common.ebnf");
    let mut said = BTreeSet::new();
    for text in sentences(&grammar, "common-command", 1000) {
        for kind in KINDS {
            let mut sink = Sink::new();
            let text = Fragment { text: &text, start: 0 };
            let found = verbs::meaning(kind.info(), text, &mut sink);
            if let Some((Meaning::Common(verb), mut args)) = found {
                said.insert(verb.name);
                verbs::parse_common_command(verb, &mut args, &mut sink);
            }
            assert!(sink.is_empty(), "{:?} in {text:?}", paths(sink.found()));
        }
    }
    // What stands after `why not` is a move, which each kind writes in its own way.
    let own = |name: &&str| *name != "why";
    assert_eq!(said, verbs::COMMON.iter().map(|verb| verb.name).filter(own).collect());
}

/// Reads the shape of a body by the function of its kind.
macro_rules! shapes {
    ($($kind:ident: $parse:ident),* $(,)?) => {
        fn shape(kind: &str, body: &Body<'_>, sink: &mut Sink) -> bool {
            match kind {
                $(stringify!($kind) => {
                    let _ = kind::$kind::syntax::$parse(body, sink);
                    true
                })*
                _ => false,
            }
        }
    };
}

shapes! {
    automaton: parse_automaton_body,
    matrix: parse_matrix_body,
    klotski: parse_klotski_body,
    sudoku: parse_sudoku_body,
    bloxorz: parse_bloxorz_body,
    sliders: parse_sliders_body,
}

#[test]
fn sentences_of_bodies_are_read_without_an_error() {
    for kind in KINDS {
        let name = kind.info().name;
        let grammar = grammar(&format!("grammar/{name}.ebnf"));
        let production = format!("{name}-body");
        // In a declaration, so that the name has a place of its own.
        let documents = sentences(&grammar, &production, 1000);
        let documents = documents.into_iter().map(|text| format!("{name} n {{\n{text}\n}}"));
        let documents: Vec<_> = documents.collect();
        share(&production, &documents);
        for text in documents {
            let source = Source::new("body", text);
            let open = name.len() + 4;
            let body = Body {
                source: source.text(),
                span: Span::new(open as u32, source.text().len() as u32 - 1),
                name: Span::new(open as u32 - 3, open as u32 - 2),
                raw: false,
            };
            let mut sink = Sink::new();
            assert!(shape(name, &body, &mut sink), "{name} is not among the shapes");
            let errors = sink.found().iter().filter(|one| one.severity() == Severity::Error);
            assert_eq!(
                errors.count(),
                0,
                "{name}: {:?} in\n{:?}",
                paths(sink.found()),
                source.text()
            );
        }
    }
}
