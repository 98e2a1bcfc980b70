//! The pages of techniques: the text of `help`, an example, its answer, and a picture.

use std::collections::BTreeMap;
use std::fmt::Write;

use puzzled::diag::Sink;
use puzzled::kinds::KINDS;
use puzzled::puzzle::{Body, Topic};
use puzzled::render::svg;
use puzzled::search::Budget;
use puzzled::syntax::{Fragment, Statement, parse_document};

use super::generated::NOTE;
use crate::common::{puzzled, root};

/// Where the pages are, from the root of the project.
pub const FOLDER: &str = "docs/src/generated/techniques";

/// Returns the topics of all kinds, each once.
pub fn topics() -> Vec<Topic> {
    let mut found: Vec<Topic> = Vec::new();
    for kind in KINDS {
        let info = kind.info();
        let all = (info.topics)().into_iter().filter_map(info.topic);
        for topic in all {
            if found.iter().all(|known| known.name != topic.name) {
                found.push(topic);
            }
        }
    }
    found
}

/// Returns the pages and pictures of the techniques, by their path from the root of the project.
pub fn made() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut list = format!(
        "{NOTE}# Techniques\n\nThe techniques of solving a sudoku, in the order in which they are tried. \
         `help TECHNIQUE` shows the same text at the prompt.\n\n| technique | class and score |\n|---|---|\n"
    );
    for topic in topics() {
        let Topic { name, facts, text, example } = &topic;
        let figures = facts.split_once("; ").map_or("", |(_, rest)| rest);
        let _ = writeln!(list, "| [{name}]({name}.md) | {figures} |");
        let mut page = format!("{NOTE}# {name}\n\n`{name}` is {facts}.\n");
        if !text.is_empty() {
            let _ = write!(page, "\n{text}\n");
        }
        if !example.is_empty() {
            let is_next = command(&topic) == "hint";
            let text = if is_next { "Here it is the next step" } else { "Here it has a step" };
            let _ = write!(page, "\n{text}:\n\n```puzzle\n{example}```\n");
            let end = puzzled("run -").input(example).run().code(0);
            let answer = end.out().lines().last().unwrap_or_default().to_owned();
            let _ = write!(page, "\n```text\n{answer}\n```\n\n![{name} on a grid]({name}.svg)\n");
            pages.insert(format!("{FOLDER}/{name}.svg"), picture(&topic));
        }
        pages.insert(format!("{FOLDER}/{name}.md"), page);
    }
    pages.insert(format!("{FOLDER}/index.md"), list);
    pages
}

/// Returns the last command of an example, which shows a step.
fn command(topic: &Topic) -> &str {
    topic.example.lines().last().expect("a command")
}

/// Returns the picture of the step on the grid of an example.
fn picture(topic: &Topic) -> String {
    let mut sink = Sink::new();
    let document = parse_document(&topic.example, &KINDS, &mut sink);
    let declaration = document.statements.iter().find_map(|statement| match statement {
        Statement::Declaration(one) => Some(one),
        _ => None,
    });
    let one = declaration.expect("a declaration");
    let kind = KINDS.kind(&topic.example[one.kind.range()]).expect("a kind");
    let body = Body::of(&topic.example, one);
    let mut puzzle = kind.open(&body, KINDS, &mut sink).expect("a sound grid");
    let text = Fragment { text: command(topic), start: 0 };
    let scene = puzzle.point(topic.name, text, &Budget::unlimited(), &mut sink);
    svg(&scene.expect("a step"))
}

#[test]
fn every_topic_is_found_by_its_words_and_listed_in_the_summary() {
    let summary = std::fs::read_to_string(root().join("docs/src/SUMMARY.md"));
    let summary = summary.expect("the summary");
    for topic in topics() {
        let end = puzzled(&format!("help {}", topic.name)).run().code(0);
        let words = end.out().split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&topic.facts), "{}: {words}", topic.name);
        let link = format!("(generated/techniques/{}.md)", topic.name);
        assert!(summary.contains(&link), "the summary lacks {link}");
    }
}

#[test]
fn every_topic_has_an_example_that_shows_it() {
    for topic in &topics() {
        // The answer of `hint 1` is expected in most examples: no technique before it has a step.
        puzzled("test -").input(&topic.example).run().code(0);
        let grid = topic.example.split("\n\n").next().unwrap_or_default();
        let steps = format!("{grid}\n\nsteps {}\n", topic.name);
        let end = puzzled("run -").input(&steps).run().code(0);
        assert!(end.out().contains(": "), "{}: {}", topic.name, end.out());
    }
}

#[test]
fn pictures_of_chains_draw_strong_and_weak_links() {
    let chains = ["x-chain", "xy-chain", "nice-loop", "grouped-nice-loop"];
    for topic in topics().iter().filter(|topic| chains.contains(&topic.name)) {
        let drawn = picture(topic);
        for class in ["link strong", "link weak"] {
            assert!(drawn.contains(class), "{}: no {class}", topic.name);
        }
        // The film and its JSON have them, too.
        let grid = topic.example.split("\n\n").next().unwrap_or_default();
        for option in ["--strip", "--film --format json"] {
            let call = puzzled(&format!("show {option} a.puzzle"));
            let end = call.file("a.puzzle", format!("{grid}\n")).run().code(0);
            assert!(end.out().contains("strong"), "{} {option}", topic.name);
        }
    }
}
