//! Tests of the template, and of what comes with [`MoveGame`](crate::puzzle::moves::MoveGame).

use super::*;
use crate::kinds::counter::INFO;
use crate::laws;
use crate::puzzle::foreign::json::{Fields, Json, nodes};
use crate::puzzle::testing::marked;
use crate::puzzle::{Answer, Board, Depth, Part, Registry};
use crate::syntax::Fragment;
use crate::text::Source;

static COUNTERS: Registry = Registry(&[&INFO]);

fn open(text: &str, sink: &mut Sink) -> Option<Board> {
    let source = Source::new("x", text);
    INFO.open(&Body::raw(&source), COUNTERS, sink)
}

/// Returns the answer of a command, or the code of its failure.
fn say(puzzle: &mut Board, text: &str) -> Result<String, &'static str> {
    let mut sink = Sink::new();
    let fragment = Fragment { text, start: 0 };
    let answer = puzzle.run(fragment, Depth::Run, &Budget::unlimited(), &mut sink);
    answer.and_then(Answer::into_text).ok_or_else(|| sink.diagnostics()[0].code.path)
}

#[test]
fn the_laws_of_every_kind_hold() {
    laws::hold(COUNTERS);
}

#[test]
fn the_fields_in_json_are_those_of_the_body() {
    let piece = INFO.opened_example().expect("a sound example").piece(&Budget::unlimited());
    let piece = piece.expect("it needs no search");
    let entry = |field: &Field| (field.name.to_owned(), field.value.clone());
    let text = Json::Record(piece.fields.iter().map(entry).collect()).to_string();
    assert_eq!(text, r#"{"start": 3, "goal": 10}"#);
    let read = |text: &str| {
        let nodes = nodes(text).expect("it is JSON");
        let mut sink = Sink::new();
        let mut fields = Fields::new(&nodes, None, &mut sink);
        let record = fields.record(0).expect("an object");
        (json::FORM.read)(&mut fields, record).ok_or_else(|| sink.diagnostics()[0].message.clone())
    };
    assert_eq!(read(&text).as_ref(), Ok(&piece.body));
    assert!(read(r#"{"start": 3}"#).is_err() && read(r#"{"start": 3, "goal": "x"}"#).is_err());
}

#[test]
fn faults_have_their_codes_and_change_nothing() {
    for (text, code) in [
        ("start three\ngoal 1", "counter::bad-line"),
        ("start 3", "counter::missing-line"),
        ("goal 3", "counter::missing-line"),
        ("start 3\ngoal 1000", "counter::bad-line"),
        ("start 3\ngoal 9\nstart 4", "counter::bad-line"),
    ] {
        let mut sink = Sink::new();
        assert!(open(text, &mut sink).is_none());
        let codes: Vec<_> =
            sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect();
        assert_eq!(codes, [code], "{text}");
    }
    let mut puzzle = open("start 2\ngoal 9", &mut Sink::new()).expect("a counter");
    let mut say = |text| say(&mut puzzle, text);
    assert_eq!(say("play add 2; double").as_deref(), Ok("8"));
    assert_eq!(say("play sub 4; sub 4; sub 4"), Err("counter::out-of-range"));
    assert_eq!(say("play add 1"), Err("counter::not-a-move"));
    for text in ["play", "play ;", "play add 2;; double", "play add 2; ;"] {
        assert_eq!(say(text), Err("syntax::missing-argument"), "{text}");
    }
    assert_eq!(say("show").as_deref(), Ok("8"));
    assert_eq!(say("undo").as_deref(), Ok("2"));
    assert_eq!(say("why not sub 4").as_deref(), Ok("sub 4 at 2"));
    assert_eq!(say("why not double").as_deref(), Ok("it is legal"));
    assert_eq!(say("ad 1"), Err("command::unknown-verb"));
}

#[test]
fn a_goal_that_no_moves_reach_is_a_warning() {
    let mut puzzle = open("start 2\ngoal 5", &mut Sink::new()).expect("a counter");
    assert_eq!(say(&mut puzzle, "solve").as_deref(), Ok("unsolvable"));
    let checked = say(&mut puzzle, "check").expect("it answers");
    assert!(checked.starts_with("warning[counter::unsolvable]"), "{checked}");
    let growth = puzzle.growth(&Budget::unlimited()).expect("it searches");
    assert!(growth.complete && growth.states.iter().sum::<u64>() == 500);
}

#[test]
fn films_and_graphs_come_with_the_moves() {
    let mut puzzle = INFO.opened_example().expect("a sound example");
    assert_eq!(puzzle.film("x", &Budget::unlimited()).expect("a film").frames.len(), 3);
    let play = Fragment { text: "play double", start: 0 };
    let scene = puzzle.point("x", play, &Budget::unlimited(), &mut Sink::new()).expect("a picture");
    let cell = &scene.board().expect("a board").cells[0];
    assert_eq!((&*cell.text, cell.emphasis), ("6", Emphasis::Focus));
    let graph = puzzle.graph(5, &Budget::unlimited()).expect("a graph");
    assert!(graph.cut && graph.nodes.len() == 5);
}

#[test]
fn words_are_marked_completed_and_explained() {
    let source = Source::new("x", "\n  start 3 // why\n  goal 10\n");
    let marks = marked(&INFO, source.text());
    let texts: Vec<_> = marks.iter().map(|mark| source.slice(mark.span)).collect();
    assert_eq!(texts, ["start", "3", "goal", "10"]);
    let puzzle = open(source.text(), &mut Sink::new()).expect("a counter");
    let before = Fragment { text: "play ", start: 0 };
    assert_eq!(puzzle.complete(before), ["add 2", "double"]);
    let spot = Spot { text: "3", part: Part::Number, cell: None, word: "3" };
    let description = puzzle.describe(&spot);
    assert_eq!(description.as_deref(), Some("**counter** — 3 at the start, 3 now, goal 10"));
}
