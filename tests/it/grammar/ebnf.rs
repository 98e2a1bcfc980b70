//! Reads the files of `grammar/`: productions in the notation of ISO 14977, as `grammar/README.md`
//! describes it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::common::{files, root, shown_path};
use puzzled::kinds::KINDS;

/// A part of a production.
#[derive(Clone, Debug)]
pub enum Part {
    /// `"text"`
    Text(String),
    /// The name of a production.
    Name(String),
    /// `? prose ?`: the production that it defines has a meaning in the recognizer.
    Prose,
    /// `a | b`
    Choice(Vec<Part>),
    /// `a b`
    Sequence(Vec<Part>),
    /// `[ a ]`
    Option(Box<Part>),
    /// `{ a }`
    Repeat(Box<Part>),
    /// `81 * a`
    Times(usize, Box<Part>),
    /// `a - b`: what `a` matches and `b` does not.
    Except(Box<Part>, Box<Part>),
}

/// Productions by their names.
pub type Grammar = BTreeMap<String, Part>;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Text(String),
    Prose,
    Number(usize),
    Mark(char),
}

fn tokens(text: &str, file: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let until = |open: usize, close: &str| {
            let halves = rest[open..].split_once(close);
            halves.unwrap_or_else(|| panic!("{file}: `{close}` is missing after {rest:.20}"))
        };

        if rest.starts_with("(*") {
            rest = until(2, "*)").1;
        } else if char == '"' {
            let (text, after) = until(1, "\"");
            tokens.push(Token::Text(text.to_owned()));
            rest = after;
        } else if char == '?' {
            tokens.push(Token::Prose);
            rest = until(1, "?").1;
        } else if char.is_ascii_digit() {
            let end = rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len());
            tokens.push(Token::Number(rest[..end].parse().expect("a small number")));
            rest = &rest[end..];
        } else if char.is_ascii_alphabetic() {
            let end = rest.find(|char: char| !char.is_ascii_alphanumeric() && char != '-');
            let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
            tokens.push(Token::Name(name.to_owned()));
            rest = after;
        } else {
            if !char.is_whitespace() {
                assert!("=;|[]{}()-*".contains(char), "{file}: {char} has no meaning here");
                tokens.push(Token::Mark(char));
            }
            rest = &rest[char.len_utf8()..];
        }
    }

    tokens
}

/// Reads `a | b` up to a closer; `at` moves after what was read.
fn choice(tokens: &[Token], at: &mut usize, file: &str) -> Part {
    let mut options = Vec::new();
    let mut sequence: Vec<Part> = Vec::new();
    let mut except = false;
    let mut times = None;

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
            Token::Prose => Part::Prose,
            Token::Mark('(') => group(at, ')'),
            Token::Mark('[') => Part::Option(Box::new(group(at, ']'))),
            Token::Mark('{') => Part::Repeat(Box::new(group(at, '}'))),
            Token::Mark('|') => {
                options.push(Part::Sequence(std::mem::take(&mut sequence)));
                *at += 1;
                continue;
            }
            Token::Mark('-') => {
                except = true;
                *at += 1;
                continue;
            }
            Token::Number(number) => {
                times = Some(*number);
                *at += 1;
                assert_eq!(tokens.get(*at), Some(&Token::Mark('*')), "{file}: expected *");
                *at += 1;
                continue;
            }
            Token::Mark(_) => break,
        };

        let part = match times.take() {
            Some(times) => Part::Times(times, Box::new(part)),
            None => part,
        };
        if std::mem::take(&mut except) {
            let whole = sequence.pop().unwrap_or_else(|| panic!("{file}: `-` after nothing"));
            sequence.push(Part::Except(Box::new(whole), Box::new(part)));
        } else {
            sequence.push(part);
        }
        *at += 1;
    }

    options.push(Part::Sequence(sequence));
    if options.len() == 1 { options.remove(0) } else { Part::Choice(options) }
}

/// Parses the productions of one file.
pub fn productions(file: &str) -> Grammar {
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

/// Returns the files of the grammar.
pub fn sources() -> Vec<String> {
    let ours = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "ebnf");
    files("grammar").iter().filter(ours).map(|path| shown_path(path)).collect()
}

/// Returns the grammar of all files together. No two of them define the same name.
pub fn whole() -> Grammar {
    let mut grammar = Grammar::new();
    for file in sources() {
        for (name, part) in productions(&file) {
            assert!(
                grammar.insert(name.clone(), part).is_none(),
                "{file}: {name} is in another file"
            );
        }
    }
    grammar
}

/// Productions with a choice between the kinds.
const OF_A_KIND: [&str; 3] = ["declaration", "call", "why-move"];

/// Returns the grammar of documents that declare puzzles of one kind: their commands are of that
/// kind.
pub fn of_a_kind(kind: &str) -> Grammar {
    let mut grammar = whole();
    let others = || KINDS.iter().map(|kind| kind.name).filter(|name| *name != kind);
    let of_another = |part: &Part| {
        let mut names = BTreeSet::new();
        mentioned(part, &mut names);
        others().any(|other| names.contains(&format!("{other}-command")))
            || others().any(|other| names.contains(&format!("{other}-body")))
    };
    for name in OF_A_KIND {
        let Some(Part::Choice(parts)) = grammar.get_mut(name) else {
            panic!("`{name}` is not a choice")
        };
        parts.retain(|part| !of_another(part));
    }
    grammar
}

/// Adds the names that a part mentions.
pub fn mentioned(part: &Part, into: &mut BTreeSet<String>) {
    match part {
        Part::Text(_) | Part::Prose => {}
        Part::Name(name) => {
            into.insert(name.clone());
        }
        Part::Choice(parts) | Part::Sequence(parts) => {
            for part in parts {
                mentioned(part, into);
            }
        }
        Part::Option(part) | Part::Repeat(part) | Part::Times(_, part) => mentioned(part, into),
        Part::Except(part, not) => {
            mentioned(part, into);
            mentioned(not, into);
        }
    }
}
