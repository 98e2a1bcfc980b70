//! The page of the techniques: of each the text of `help`, an example and its answer, and of some a picture.

use std::collections::BTreeMap;
use std::fmt::Write;

use puzzled::diag::Sink;
use puzzled::kinds::KINDS;
use puzzled::puzzle::{Body, Topic};
use puzzled::render::svg;
use puzzled::search::Budget;
use puzzled::syntax::{Fragment, Statement, parse_document};

use super::generated::NOTE;
use super::read;
use crate::common::{puzzled, root};

/// The page, from the root of the project.
const PAGE: &str = "docs/src/generated/techniques.md";

/// The folder of its pictures, from the root of the project.
const PICTURES: &str = "docs/src/generated/techniques";

/// The techniques that are drawn: those whose pattern is hard to see in a grid of digits, and of each family
/// the first.
const DRAWN: [&str; 20] = [
    "hidden-single",
    "locked-candidates-1",
    "locked-candidates-2",
    "naked-pair",
    "hidden-pair",
    "x-wing",
    "swordfish",
    "skyscraper",
    "2-string-kite",
    "empty-rectangle",
    "w-wing",
    "xy-wing",
    "uniqueness-test-1",
    "finned-x-wing",
    "sue-de-coq",
    "simple-colors",
    "xy-chain",
    "nice-loop",
    "als-xz",
    "forcing-chain",
];

/// Returns the topics of all kinds, each once.
pub fn topics() -> Vec<Topic> {
    let mut topics: Vec<Topic> = Vec::new();
    for kind in KINDS {
        let info = kind;
        let topics_of_kind = (info.topics)().into_iter().filter_map(info.topic);
        for topic in topics_of_kind {
            if topics.iter().all(|known| known.name != topic.name) {
                topics.push(topic);
            }
        }
    }
    topics
}

/// Returns the page of the techniques and its pictures, by their path from the root of the project.
pub fn page_and_pictures() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut table = String::from("| technique | class and score |\n|---|---|\n");
    let mut sections = String::new();

    for topic in topics() {
        let Topic { name, facts, text, example } = &topic;
        let figures = facts.split_once("; ").map_or("", |(_, rest)| rest);
        let _ = writeln!(table, "| [{name}](#{name}) | {figures} |");
        let _ = write!(sections, "\n## {name}\n\n`{name}` is {facts}.\n");
        if !text.is_empty() {
            let _ = write!(sections, "\n{text}\n");
        }
        if !example.is_empty() {
            let is_next = command(&topic) == "hint";
            let text = if is_next { "Here it is the next step" } else { "Here it has a step" };
            let _ = write!(sections, "\n{text}:\n\n```puzzle\n{example}```\n");
            let end = puzzled("run -").input(example).run().code(0);
            let answer = end.out().lines().last().unwrap_or_default().to_owned();
            let _ = write!(sections, "\n```text\n{answer}\n```\n");
        }
        if DRAWN.contains(name) {
            let _ = write!(sections, "\n![{name} on a grid](techniques/{name}.svg)\n");
            files.insert(format!("{PICTURES}/{name}.svg"), picture(&topic));
        }
    }

    assert_eq!(files.len(), DRAWN.len(), "a technique that is drawn is unknown");
    let page = format!(
        "{NOTE}# Techniques\n\nThe techniques of solving a sudoku, in the order in which they are tried. \
         `help TECHNIQUE` shows the same text at the prompt.\n\n{table}{sections}"
    );
    files.insert(PAGE.to_owned(), page);
    files
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
        Statement::Declaration(declaration) => Some(declaration),
        _ => None,
    });
    let declaration = declaration.expect("a declaration");
    let kind = KINDS.kind(&topic.example[declaration.kind.range()]).expect("a kind");
    let body = Body::of(&topic.example, declaration);
    let mut puzzle = kind.open(&body, KINDS, &mut sink).expect("a sound grid");
    let text = Fragment { text: command(topic), start: 0 };
    let scene = puzzle.point(topic.name, text, &Budget::unlimited(), &mut sink);
    svg(&scene.expect("a step"))
}

#[test]
fn every_topic_is_found_by_its_words_and_has_a_section() {
    let page = read(&root().join(PAGE));
    for topic in topics() {
        let end = puzzled(&format!("help {}", topic.name)).run().code(0);
        let words = end.out().split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&topic.facts), "{}: {words}", topic.name);
        assert!(page.contains(&format!("\n## {}\n", topic.name)), "{PAGE} lacks {}", topic.name);
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
