//! JSON at the prompt: everything that is said is an object, as the schema in the manual describes it.

use std::collections::BTreeSet;

use puzzled::host::prompt::VERBS;
use serde_json::{Value, json};

use crate::common::root;
use crate::repl::{repl, text};
use crate::schema::violations;

/// Verbs of the prompt that answer nothing: they do something, and say so on standard error.
const SILENT: &[&str] =
    &["load", "reload", "forget", "save", "time", "edit", "quit", "exit", "record"];

/// Returns the schema in the manual.
fn schema() -> Value {
    let text = std::fs::read_to_string(root().join("docs/src/answers.schema.json"));
    serde_json::from_str(&text.expect("the manual has the schema")).expect("it is JSON")
}

/// Returns inputs that use every verb that answers, in every form, for puzzles of all kinds.
fn inputs() -> String {
    let mut inputs = String::from("set format json\nlist\nrecover list\nset\n");
    for kind in puzzled::kinds::KINDS {
        inputs += kind.example.trim_end();
        inputs += "\nstatus\nsolve\nbranches\ndraw\ndraw solve\nshow\n";
    }
    inputs
        + "klotski k { A . B / C . B / C D . / goal A at (2,2) }\n\
           solve\nplay A right\nbranch b\nbranches\nstatus\npaths 1\n_\ndraw why not C up\n\
           k: draw\ndraw k\nlist\nlist k\nset echo\nset budget\nset pictures on\nundo\nset pictures off\n\
           why not C up\n_\nhelp\nhelp rotate\nhelp k\ntour\nexplain\n\
           explain klotski::no-goal\ntime list\ntime solve\nmoev\n\
           sudoku s { 1.34 / 3412 / 2143 / 43.. }\nhint\nhint 1\nhint 2\nsteps\ns: explain\nsudoku x { .29...45. / .75...18. / .13...26. / 148..9732 / 5973..641 / 236.7.895 / 381745926 / 964213578 / 752896314 }\nhint\nlist gone\nset colr\nload gone\nforget k\n"
}

#[test]
fn everything_that_is_said_is_json_and_fits_the_schema_of_the_manual() {
    let schema = schema();
    let output = repl(&["--no-init"], inputs().as_bytes());
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();

    for line in text(&output.stdout).lines() {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        faults.extend(
            violations(&schema, &value).into_iter().map(|violation| format!("{line}: {violation}")),
        );
        let command = value["command"].as_str().unwrap_or_default();
        let verb = command.split(' ').next().unwrap_or_default().to_owned();
        if let Some(definition) = schema["definitions"].get(&verb) {
            let mut rooted = definition.clone();
            rooted["definitions"] = schema["definitions"].clone();
            let violations = violations(&rooted, &value["answer"]);
            faults.extend(violations.into_iter().map(|violation| format!("{line}: {violation}")));
        }
        seen.insert(verb);
    }

    assert!(faults.is_empty(), "{faults:#?}");
    for verb in VERBS.iter().map(|verb| verb.name).filter(|name| !SILENT.contains(name)) {
        assert!(seen.contains(verb), "`{verb}` gave no record");
        assert!(schema["definitions"].get(verb).is_some(), "the schema has no `{verb}`");
    }
    for line in text(&output.stderr).lines() {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        assert!(value["severity"].is_string() && value["message"].is_string(), "{line}");
        assert!(!line.contains("\\u001b"), "{line}");
    }
}

#[test]
fn a_record_that_does_not_fit_is_found() {
    let schema = schema();
    for wrong in [
        json!({ "puzzle": "m", "command": "show" }),
        json!({ "puzzle": 1, "command": "show", "answer": 1 }),
        json!({ "puzzle": null, "command": "show", "answer": 1, "next": 1 }),
        json!([]),
    ] {
        assert!(!violations(&schema, &wrong).is_empty(), "{wrong}");
    }
}
