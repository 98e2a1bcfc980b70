//! The productions of commands, which are made from the arguments of the verbs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::common::root;
use puzzled::kinds::KINDS;
use puzzled::puzzle::common::COMMON;
use puzzled::puzzle::{Info, Verb};
use puzzled::syntax::Arg;

/// Returns words with `|` between them.
fn words(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" | ")
}

/// Returns a choice of words that more may follow.
fn choice(choices: &[&str]) -> String {
    let text = words(choices);
    if choices.len() == 1 { text } else { format!("( {text} )") }
}

/// Returns what an argument is in the grammar.
fn rule(arg: &Arg) -> String {
    match arg {
        Arg::Word(words) => choice(words),
        Arg::Number(number) if number.least < 0 => String::from("integer"),
        Arg::Number(_) => String::from("number"),
        Arg::Cell => String::from("coordinate"),
        Arg::Name(name) => name.rule.to_owned(),
        Arg::Rest { rule, .. } => (*rule).to_owned(),
        Arg::Either(alternatives) => {
            let alternatives: Vec<_> =
                alternatives.iter().map(|alternative| rules(alternative, "")).collect();
            format!("( {} )", alternatives.join(" | "))
        }
        Arg::Flags(_) | Arg::Optional(_) | Arg::Text(_) | Arg::Repeat(_) => {
            panic!("{arg:?} is not alone in a command")
        }
    }
}

/// Returns arguments in the grammar, with this production before the first.
fn rules(args: &[Arg], mut before: &str) -> String {
    let mut text = String::new();
    for arg in args {
        let space = if text.is_empty() { "" } else { " " };
        let gap = if before.is_empty() { String::new() } else { format!("{before} ") };
        let _ = match arg {
            Arg::Optional(inner) => write!(text, "{space}[ {} ]", rules(inner, before)),
            Arg::Flags(words) => write!(text, "{space}{{ {gap}{} }}", choice(words)),
            _ => write!(text, "{space}{gap}{}", rule(arg)),
        };
        // Nothing is needed after a place.
        before = if matches!(arg, Arg::Cell) { "blanks" } else { "gap" };
    }
    text
}

/// Returns the production of the commands of a kind. Verbs with the same arguments share a line.
fn production<'a>(name: &str, verbs: impl Iterator<Item = &'a Verb>) -> String {
    let mut order = Vec::new();
    let mut groups = BTreeMap::<String, Vec<&str>>::new();
    for verb in verbs {
        let usage = verb.usage();
        let form = rules(usage.args, if usage.verb.is_empty() { "" } else { "gap" });
        if !groups.contains_key(&form) {
            order.push(form.clone());
        }
        groups.entry(form).or_default().push(usage.verb);
    }
    let line = |form: &String| match &*groups[form] {
        [""] => form.clone(),
        verbs if form.is_empty() => words(verbs),
        verbs => format!("{} {form}", choice(verbs)),
    };
    let lines: Vec<_> = order.iter().map(line).collect();
    let indent = " ".repeat(name.len());
    let mut text = format!("\n{name} = {}", lines.join(&format!("\n{indent} | ")));
    text.push_str(" ;\n");
    text
}

/// Holds the production of commands in a file, or writes it.
fn hold<'a>(file: &str, name: &str, verbs: impl Iterator<Item = &'a Verb>) {
    let path = root().join(file);
    let text = std::fs::read_to_string(&path).expect("a grammar");
    let start = text.find(&format!("\n{name} =")).expect("a production of commands");
    let length = text[start..].find(" ;\n").expect("an end") + 3;
    let written = production(name, verbs);
    if std::env::var_os("BLESS").is_some() {
        let text = format!("{}{written}{}", &text[..start], &text[start + length..]);
        std::fs::write(path, text).expect("a grammar can be written");
    } else {
        assert_eq!(&text[start..start + length], written, "{file}: `BLESS=1` writes it");
    }
}

#[test]
fn commands_are_those_of_the_verbs() {
    hold("grammar/common.ebnf", "common-command", COMMON.iter());
    let counter: &'static Info = &puzzled::kinds::counter::INFO;
    for kind in KINDS.iter().copied().chain([counter]) {
        let info = kind;
        let file = match info.name {
            "counter" => String::from("src/kinds/counter/counter.ebnf"),
            name => format!("grammar/{name}.ebnf"),
        };
        hold(&file, &format!("{}-command", info.name), info.verbs.iter().chain(info.query));
    }
}
