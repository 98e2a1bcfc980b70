//! Holds the reports of `puzzled test --format`: a record per expectation, in every format.

use std::process::Stdio;

use crate::common::{json_lines, puzzled, right_examples, shown_path};
use puzzled::diag::Sink;
use puzzled::session;
use puzzled::syntax::Statement;
use puzzled::text::Source;
use serde_json::Value;

/// An expectation of every outcome, and a fault that is not about one.
const ALL: &str = "\
matrix m {
  1 2
  3 4
}
rotate 1 => 2 4
rotate 1 => 9 < 9
rotate x
show => {
  4 3
}
reset
klotski k {
  A . B
  C . B
  C D .
  goal A at (2,2)
}
m: show => {
  1 2
  3 4
}
solve => 4
";

#[test]
fn json_is_an_object_per_expectation() {
    let end = puzzled("test --format json --states 1 a.puzzle").file("a.puzzle", ALL).run().code(1);
    let end = end.complains("syntax::bad-argument");
    let records = json_lines(&end.out());
    let part =
        |name: &str| -> Vec<Value> { records.iter().map(|record| record[name].clone()).collect() };
    assert_eq!(part("outcome"), ["held", "wrong", "skipped", "held", "gave-up"]);
    assert_eq!(part("puzzle"), ["m", "m", "m", "m", "k"]);
    assert_eq!(part("command"), ["rotate 1", "rotate 1", "show", "show", "solve"]);
    assert_eq!(part("expected"), ["2 4", "9 < 9", "4 3", "1 2\n3 4", "4"]);
    assert_eq!(part("line"), [5, 6, 8, 18, 22]);
    assert_eq!(records[1]["found"], "4 3");
    assert_eq!(records[2]["found"], Value::Null);
    assert_eq!(records[3]["found"], "1 2\n3 4");
    assert!(records[4]["found"].as_str().is_some_and(|text| text.starts_with("gave up")));
    assert_eq!(records[3]["column"], 1);
    assert_eq!(
        (records[3]["endLine"].clone(), records[3]["endColumn"].clone()),
        (21.into(), 2.into())
    );
    for record in &records {
        assert_eq!(record["file"], "a.puzzle");
        let at = |name: &str| record[name].as_u64().expect("an offset") as usize;
        let text = &ALL[at("start")..at("end")];
        assert!(text.contains(record["command"].as_str().expect("a text")), "{text}");
    }
    let ended = puzzled("test --format json a.puzzle")
        .file("a.puzzle", "matrix m { 1 2 / 3 4 }\nshow => 1 2\n");
    let ended = ended.run().code(0).stderr("");
    assert_eq!(json_lines(&ended.out()).len(), 1);
}

#[test]
fn junit_counts_what_it_holds() {
    let end =
        puzzled("test --format junit --states 1 a.puzzle").file("a.puzzle", ALL).run().code(1);
    let text = end.stderr("").out();
    assert!(
        text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"),
        "{text}"
    );
    assert!(text.ends_with("</testsuites>\n"), "{text}");
    let suite =
        "<testsuite name=\"a.puzzle\" tests=\"6\" failures=\"1\" errors=\"2\" skipped=\"1\">";
    assert!(text.contains(suite), "{text}");
    assert_eq!(text.matches("<testcase ").count(), 6, "{text}");
    assert_eq!(text.matches("<failure ").count(), 1, "{text}");
    assert_eq!(text.matches("<skipped ").count(), 1, "{text}");
    assert_eq!(text.matches("<error ").count(), 2, "{text}");
    assert!(text.contains("expected:\n9 &lt; 9\n\nfound:\n4 3</failure>"), "{text}");
    assert!(
        text.contains(
            "<testcase classname=\"k\" name=\"22:1 solve\" file=\"a.puzzle\" line=\"22\">"
        )
    );
    assert!(text.contains("<error type=\"syntax::bad-argument\""), "{text}");
}

#[test]
fn github_has_an_annotation_per_expectation() {
    let end =
        puzzled("test --format github --states 1 a.puzzle").file("a.puzzle", ALL).run().code(1);
    let text = end.stderr("").out();
    let heads: Vec<_> =
        text.lines().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(heads, ["::debug", "::error", "::warning", "::debug", "::error", "::error"]);
    assert!(text.contains("line=6,col=1,endLine=6,endColumn=18,title=wrong%3A m::"), "{text}");
}

#[test]
fn a_blessed_expectation_holds_in_the_report() {
    let text = "matrix m { 1 2 / 3 4 }\nrotate 1 => 9 9\nrotate x\nshow => 7\n";
    let end = puzzled("test --bless --format json a.puzzle").file("a.puzzle", text).run().code(1);
    let records = json_lines(&end.out());
    assert_eq!(records.len(), 2, "{records:?}");
    assert_eq!(
        (&records[0]["outcome"], &records[1]["outcome"]),
        (&"held".into(), &"skipped".into())
    );
    assert!(end.text("a.puzzle").contains("rotate 1 => 2 4\n"));
}

#[test]
fn every_expectation_of_the_examples_has_a_record() {
    let files = right_examples();
    let mut expected = 0;
    for path in &files {
        let text = std::fs::read_to_string(path).expect("the example is UTF-8");
        let source = Source::new(shown_path(path), text);
        let document = session::read(&source, true, &mut Sink::new());
        let has_expectation = |statement: &&Statement| match statement {
            Statement::Command(command) => command.expected.is_some(),
            _ => false,
        };
        expected += document.statements.iter().filter(has_expectation).count();
    }
    let mut call = puzzled("test --format json");
    for path in &files {
        call = call.argument(path.to_string_lossy());
    }
    let mut command = call.command();
    let output = command.stdin(Stdio::null()).output().expect("the program runs");
    let records = json_lines(&String::from_utf8(output.stdout).expect("UTF-8"));
    assert_eq!(records.len(), expected);
    // The sheet of the course has open questions.
    let is_held_or_open =
        |record: &Value| record["outcome"] == "held" || record["outcome"] == "open";
    assert!(records.iter().all(is_held_or_open) && expected > 100, "{expected}");
}
