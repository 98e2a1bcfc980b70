//! Holds the machine-readable formats: JSON lines have exactly the agreed fields and right places,
//! SARIF is valid against its schema, GitHub commands and short lines can be read back.

use std::collections::BTreeSet;

use crate::common::{json_lines, paths, puzzled};
use crate::schema::violations;
use crate::wrong;
use puzzled::diag::Sink;
use puzzled::session;
use puzzled::text::Source;
use serde_json::{Value, json};

/// Wide characters, a tab, an accent of two code points, CRLF, a lone CR, and five faults.
const TRICKY: &str = "// 方向, e\u{301}\r\nmatrix m {\r\n  1 2\r\n\t3 x方\r\n}\r\nuse 方\rmatrx n {\r\n  1\r\n}\r\n\
     m: rotat\t1 // 方\r\nshow =>\r\n";

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("it fits")
}

/// Returns line and column of an offset, from 1, in characters, counted in the plain way.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let before = before.replace("\r\n", "\n\n").replace('\r', "\n");
    // CRLF became two LF, to keep the length: count it once.
    let mut line = 1;
    let mut start = 0;
    let bytes = before.as_bytes();
    let original = text.as_bytes();
    for at in 0..bytes.len() {
        if bytes[at] == b'\n' {
            let pair = original[at] == b'\r' && original.get(at + 1) == Some(&b'\n');
            if !pair {
                line += 1;
                start = at + 1;
            }
        }
    }
    (line, text[start..offset].chars().count() + 1)
}

#[test]
fn json_has_exactly_the_agreed_fields_and_right_places() {
    let end = puzzled("check --format json a.puzzle").file("a.puzzle", TRICKY).run().code(1);
    let end = end.stderr("");
    let records = json_lines(&end.out());
    assert!(records.len() >= 5, "{}", end.out());

    for record in &records {
        let fields =
            "file code severity message start end line column endLine endColumn labels help fixes";
        assert_eq!(keys(record), fields.split(' ').collect(), "{record}");
        assert_eq!(record["file"], "a.puzzle");
        let start = number(&record["start"]);
        let stop = number(&record["end"]);
        assert!(start <= stop && TRICKY.get(start..stop).is_some(), "{record}");
        let expected = (place(TRICKY, start), place(TRICKY, stop));
        let stated = (
            (number(&record["line"]), number(&record["column"])),
            (number(&record["endLine"]), number(&record["endColumn"])),
        );
        assert_eq!(stated, expected, "{record}");
        for label in record["labels"].as_array().expect("a list") {
            assert_eq!(keys(label), BTreeSet::from(["start", "end", "text"]), "{record}");
        }
        for fix in record["fixes"].as_array().expect("a list") {
            assert_eq!(keys(fix), BTreeSet::from(["title", "safe", "edits"]), "{record}");
            for edit in fix["edits"].as_array().expect("a list") {
                assert_eq!(keys(edit), BTreeSet::from(["start", "end", "text"]), "{record}");
            }
        }
    }

    let slice = |code: &str| {
        let record = records
            .iter()
            .find(|record| record["code"] == code)
            .unwrap_or_else(|| panic!("{code}"));
        &TRICKY[number(&record["start"])..number(&record["end"])]
    };
    assert_eq!(slice("matrix::not-an-integer"), "x方");
    assert_eq!(slice("document::unknown-puzzle"), "方");
    assert_eq!(slice("document::unknown-kind"), "matrx");
    assert_eq!(slice("command::unknown-verb"), "rotat");
    assert_eq!(slice("syntax::missing-expectation"), "=>");
}

#[test]
fn solutions_are_objects_of_documents_and_other_texts() {
    let corner = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\n";
    let text = format!(
        "{corner}sudoku s {{ 1.34 / 3412 / 2143 / 43.1 }}\n\
         klotski no {{ A . # / B B B / C . . / goal A at (2,2) }}\nmatrix m {{ 1 2 / 3 4 }}\n"
    );
    let end = puzzled("solve --format json a.puzzle").file("a.puzzle", text).run().code(1);
    let object = |file: &str, puzzle: &str, status: &str, answer: Value| {
        json!({
            "file": file, "puzzle": puzzle, "command": "solve", "status": status, "answer": answer,
        })
    };
    let moves = ["A (0,0) (0,1)", "C (1,0) (0,0)", "D (2,1) (2,0)", "A (0,1) (2,2)"];
    let expected = [
        object("a.puzzle", "k", "solved", json!({"length": 4, "moves": moves})),
        object("a.puzzle", "s", "solved", json!("1234341221434321")),
        object("a.puzzle", "no", "unsolvable", json!("unsolvable")),
    ];
    assert_eq!(json_lines(&end.out()), expected);

    // The command that has no answer is not a line of the file.
    assert!(end.err().contains("[a.puzzle, solved:3:5]"), "{}", end.err());
    let end = puzzled("solve --format json --states 1 -").input(corner).run().code(1);
    assert_eq!(json_lines(&end.out()), [object("-", "k", "gave-up", Value::Null)]);

    // A list has an object for each line, also for one without a solution.
    let list = "1.343412214343.1\n11..............\n";
    let end = puzzled("solve --as sudoku --format json l.txt").file("l.txt", list).run().code(1);
    let expected = [
        object("l.txt", "l-1", "solved", json!("1234341221434321")),
        object("l.txt", "l-2", "unsolvable", json!("unsolvable")),
    ];
    assert_eq!(json_lines(&end.out()), expected);
    let raw = puzzled("solve --format json -").input("2 2 1\n1 2\n3 4\n").run().code(0);
    assert_eq!(json_lines(&raw.out())[0]["answer"], json!([[2, 4], [1, 3]]));
    puzzled("solve --format json -").input("What is this?\n").run().code(2).stdout("");
}

#[test]
fn places_agree_with_the_library() {
    let source = Source::new("x", TRICKY);
    for (at, _) in TRICKY.char_indices().filter(|&(at, char)| {
        // Between CR and LF lies no place that anything points at.
        !(char == '\n' && TRICKY[..at].ends_with('\r'))
    }) {
        let position = source.place(at as u32);
        assert_eq!(
            (position.line as usize + 1, position.column as usize + 1),
            place(TRICKY, at),
            "{at}"
        );
    }
}

/// Checks every wrong example that is checked plainly, in one call, and returns how it ended.
fn all_wrong(format: &str) -> crate::common::Ended {
    let call = puzzled(&format!("check --format {format} ."));
    let files = wrong::texts().into_iter().map(|text| (text.name.replace('/', "-"), text.bytes));
    files.fold(call, |call, (name, bytes)| call.file(&name, bytes)).run().code(1)
}

#[test]
fn sarif_is_valid_against_its_schema() {
    let text = include_str!("../schemas/sarif-schema-2.1.0.json");
    let schema: Value = serde_json::from_str(text).expect("the schema is JSON");
    let end = all_wrong("sarif").stderr("");
    let log: Value = serde_json::from_str(&end.out()).expect("SARIF is JSON");
    assert_eq!(violations(&schema, &log), Vec::<String>::new());
    // The validator does find faults.
    let mut broken = log.clone();
    broken["runs"][0]["results"][0]["level"] = json!("catastrophe");
    broken["runs"][0]["results"][1]["locations"][0]["color"] = json!("red");
    broken["runs"][0]["tool"] = json!({});
    assert_eq!(violations(&schema, &broken).len(), 3);
    // Rules and results belong together, and every file is a URI reference.
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert!(results.len() > 50, "{}", results.len());
    for finding in results {
        let rule = &run["tool"]["driver"]["rules"][number(&finding["ruleIndex"])];
        assert_eq!(rule["id"], finding["ruleId"]);
        let place = &finding["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a URI");
        assert!(uri.bytes().all(|byte| byte.is_ascii_graphic() && byte != b' '), "{uri}");
        assert!(number(&place["region"]["startLine"]) >= 1);
        assert!(number(&place["region"]["startColumn"]) >= 1);
    }
}

#[cfg(unix)]
#[test]
fn a_backslash_in_a_name_is_not_a_folder_in_sarif() {
    let name = "a\\b.puzzle";
    let call = puzzled("check --format sarif").argument(name).file(name, "matrix m { 1 x }\n");
    let out = call.run().code(1).out();
    assert!(out.contains("a%5Cb.puzzle") && !out.contains("a/b.puzzle"), "{out}");
}

#[test]
fn an_empty_sarif_log_is_valid_too() {
    let text = include_str!("../schemas/sarif-schema-2.1.0.json");
    let schema: Value = serde_json::from_str(text).expect("the schema is JSON");
    let good = "matrix m {\n  1 2\n  3 4\n}\n";
    let end = puzzled("check --format sarif a.puzzle").file("a.puzzle", good).run().code(0);
    let log: Value = serde_json::from_str(&end.out()).expect("SARIF is JSON");
    assert_eq!(violations(&schema, &log), Vec::<String>::new());
    assert_eq!(log["runs"][0]["results"], json!([]));
}

/// A workflow command: its name, its properties, its message.
type Workflow = (String, Vec<(String, String)>, String);

/// Reads a GitHub workflow command as the runner does.
fn workflow(line: &str) -> Option<Workflow> {
    let (head, message) = line.strip_prefix("::")?.split_once("::")?;
    let (name, rest) = head.split_once(' ')?;
    let unescape = |text: &str| {
        let text = text.replace("%0D", "\r").replace("%0A", "\n");
        text.replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
    };
    let properties = rest
        .split(',')
        .map(|pair| pair.split_once('=').map(|(key, value)| (key.to_owned(), unescape(value))))
        .collect::<Option<Vec<_>>>()?;
    Some((name.to_owned(), properties, unescape(message)))
}

#[test]
fn github_commands_can_be_read_back() {
    let name = "a b,c:100%.puzzle";
    let end = puzzled("check --format github").argument(name).file(name, TRICKY).run().code(1);
    let end = end.stderr("");
    let json = puzzled("check --format json").argument(name).file(name, TRICKY).run().code(1);
    let objects = json_lines(&json.out());
    let text = end.out();
    let commands: Vec<_> = text.lines().map(|line| workflow(line).expect(line)).collect();
    assert_eq!(commands.len(), objects.len());

    for ((level, properties, message), object) in commands.iter().zip(&objects) {
        let get = |key: &str| {
            &properties.iter().find(|(name, _)| name == key).unwrap_or_else(|| panic!("{key}")).1
        };
        let severity = object["severity"].as_str().expect("a word");
        assert_eq!(level, severity.replace("advice", "notice").as_str());
        assert_eq!(get("file"), name);
        assert_eq!(get("title"), object["code"].as_str().expect("a code"));
        for (key, field) in [
            ("line", "line"),
            ("col", "column"),
            ("endLine", "endLine"),
            ("endColumn", "endColumn"),
        ] {
            assert_eq!(get(key), &object[field].to_string(), "{key}");
        }
        assert!(message.starts_with(object["message"].as_str().expect("a text")), "{message}");
    }

    for line in all_wrong("github").out().lines() {
        assert!(workflow(line).is_some(), "{line}");
    }
}

/// The parts of a line in the short format.
struct ShortLine {
    file: String,
    line: usize,
    column: usize,
    severity: String,
    code: String,
}

/// Parses `file:line:column: severity[code]: message`.
fn short(line: &str) -> Option<ShortLine> {
    let (head, rest) = line.split_once(": ")?;
    let (head, column) = head.rsplit_once(':')?;
    let (file, row) = head.rsplit_once(':')?;
    let (severity, rest) = rest.split_once('[')?;
    let (code, message) = rest.split_once("]: ")?;
    let is_severity = ["error", "warning", "advice"].contains(&severity);
    (is_severity && !message.is_empty()).then_some(ShortLine {
        file: file.to_owned(),
        line: row.parse().ok()?,
        column: column.parse().ok()?,
        severity: severity.to_owned(),
        code: code.to_owned(),
    })
}

#[test]
fn short_lines_can_be_read_back() {
    let end = puzzled("check --format short a.puzzle").file("a.puzzle", TRICKY).run().code(1);
    let end = end.stderr("");
    let json = puzzled("check --format json a.puzzle").file("a.puzzle", TRICKY).run().code(1);
    let objects = json_lines(&json.out());
    let lines: Vec<_> = end.out().lines().map(|line| short(line).expect(line)).collect();
    assert_eq!(lines.len(), objects.len());
    for (short, object) in lines.iter().zip(&objects) {
        assert_eq!(short.file, "a.puzzle");
        let place = (number(&object["line"]), number(&object["column"]));
        assert_eq!((short.line, short.column), place);
        assert_eq!(short.severity.as_str(), object["severity"]);
        assert_eq!(short.code.as_str(), object["code"]);
    }
    for line in all_wrong("short").out().lines().filter(|line| !line.starts_with('…')) {
        assert!(short(line).is_some(), "{line}");
    }
}

#[test]
fn every_format_tells_the_same_codes() {
    let end = all_wrong("json");
    let codes: Vec<String> = json_lines(&end.out())
        .iter()
        .map(|record| record["code"].as_str().expect("a code").to_owned())
        .collect();
    let log: Value = serde_json::from_str(&all_wrong("sarif").out()).expect("SARIF is JSON");
    let theirs: Vec<_> = log["runs"][0]["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|finding| finding["ruleId"].as_str().expect("a code").to_owned())
        .collect();
    assert_eq!(theirs, codes);
    let github: Vec<_> = all_wrong("github")
        .out()
        .lines()
        .filter_map(workflow)
        .filter_map(|(_, properties, _)| {
            properties.into_iter().find(|(key, _)| key == "title").map(|(_, value)| value)
        })
        .collect();

    assert_eq!(github, codes);
    // And the parser says in process what the program says.
    for text in wrong::texts().into_iter().take(20) {
        let source = Source::from_bytes("x", text.bytes);
        let mut sink = Sink::new();
        session::read(&source, true, &mut sink);
        for code in paths(sink.diagnostics()) {
            assert!(codes.iter().any(|known| known == code), "{code}");
        }
    }
}
