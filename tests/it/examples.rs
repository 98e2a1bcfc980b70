//! Holds that the shipped examples hold: they pass `puzzled test`, are laid out canonically,
//! formatting is idempotent and keeps their meaning, line ends do not matter, a pipe answers what
//! `run` answers, and a saved session replays to the same state.

use crate::common::{paths, puzzled, right_examples, root, run_document, shown_path};
use puzzled::diag::{Severity, Sink};
use puzzled::kinds::KINDS;
use puzzled::laws;
use puzzled::puzzle::common::COMMON;
use puzzled::puzzle::{Answer, Depth};
use puzzled::search::Budget;
use puzzled::session::{self, Session, format};
use puzzled::syntax::{Fragment, Statement};
use puzzled::text::Source;

/// Returns path and text of each right example.
fn examples() -> Vec<(String, String)> {
    right_examples()
        .iter()
        .map(|path| {
            (shown_path(path), std::fs::read_to_string(path).expect("the example is UTF-8"))
        })
        .collect()
}

/// Returns the canonical layout of a document.
fn layout(text: &str) -> String {
    let source = Source::new("test.puzzle", text);
    let mut sink = Sink::new();
    let document = session::read(&source, false, &mut sink);
    assert!(!sink.errors_since(0), "{:?} in\n{text}", paths(sink.diagnostics()));
    format(&source, &document, &sink)
}

#[test]
fn the_example_of_every_verb_answers_as_it_says() {
    laws::examples_hold(KINDS);
    for kind in KINDS {
        for verb in COMMON {
            laws::example_holds(KINDS, kind, verb);
        }
    }
}

/// Returns the statements of a document, each as its words.
fn statements(text: &str) -> Vec<String> {
    let source = Source::new("test.puzzle", text);
    let mut sink = Sink::new();
    let document = session::read(&source, false, &mut sink);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    document
        .statements
        .iter()
        .map(|statement| match statement {
            // A kind may lay out its body again: the answers check its meaning.
            Statement::Declaration(declaration) => {
                format!("{} {}", source.slice(declaration.kind), source.slice(declaration.name))
            }
            Statement::Use(used) => format!("use {}", source.slice(used.name)),
            Statement::Command(command) => {
                let target = command.target.map(|span| source.slice(span)).unwrap_or_default();
                let expected = match command.expected {
                    None => String::new(),
                    Some(
                        puzzled::syntax::Expected::Line(span)
                        | puzzled::syntax::Expected::Block(span)
                        | puzzled::syntax::Expected::Open(span),
                    ) => words(source.slice(span)),
                };
                format!("{target}: {} => {expected}", words(source.slice(command.text)))
            }
            Statement::Broken(span) => format!("broken {}", source.slice(*span)),
        })
        .collect()
}

#[test]
fn examples_begin_with_a_comment_that_says_what_they_show() {
    for (name, text) in examples() {
        let first = text.lines().next().unwrap_or_default();
        let words = first.strip_prefix("// ").unwrap_or_default().split_whitespace().count();
        assert!(words >= 3, "{name} begins with `{first}`");
    }
}

#[test]
fn examples_hold_under_test_and_are_laid_out_canonically() {
    let mut folders: Vec<_> = examples()
        .iter()
        .filter_map(|(name, _)| Some(name.rsplit_once('/')?.0.to_owned()))
        .collect();
    folders.dedup();
    for folder in folders {
        let path = root().join(&folder).to_string_lossy().into_owned();
        let end = puzzled("test").argument(&path).run().code(0).stderr("");
        assert!(end.out().contains(" 0 wrong"), "{folder}: {}", end.out());
        puzzled("fmt --check").argument(&path).run().code(0).stdout("").stderr("");
    }
}

#[test]
fn formatting_is_idempotent_and_keeps_the_meaning() {
    for (name, text) in examples() {
        let (_, answers, diagnostics) = run_document(&text);
        let errors = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity() == Severity::Error)
            .count();
        assert_eq!(errors, 0, "{name}: {:?}", paths(&diagnostics));

        // As shipped; with other line ends; and shaken: more spaces, tabs, and empty lines.
        // Answers name the rules of a game by their lines, so its empty lines must stay.
        let apart = if name.contains("puzzlescript/") { "\n\n" } else { "\n\n\n  \n" };
        let shaken = text.replace(" => ", "  =>\t").replace("\n\n", apart);
        let versions = [
            ("as it is", text.clone()),
            ("CRLF", text.replace('\n', "\r\n")),
            ("CR", text.replace('\n', "\r")),
            ("shaken", shaken),
        ];

        for (how, version) in versions {
            let (_, theirs, _) = run_document(&version);
            assert_eq!(theirs, answers, "{name}, {how}, answers something else");
            let once = layout(&version);
            assert_eq!(layout(&once), once, "{name}, {how}: formatting is not idempotent");
            assert_eq!(statements(&once), statements(&text), "{name}, {how}");
            let (_, theirs, diagnostics) = run_document(&once);
            assert_eq!(theirs, answers, "{name}, {how}, formatted, answers something else");
            assert!(
                diagnostics.iter().all(|diagnostic| diagnostic.severity() != Severity::Error),
                "{name}, {how}"
            );
        }
    }
}

#[test]
fn a_pipe_answers_what_run_answers() {
    for (name, text) in examples() {
        let path = root().join(&name).to_string_lossy().into_owned();
        let run = puzzled("run").argument(path).run().code(0);
        puzzled("").input(&text).run().code(0).stdout(&run.out());
        puzzled("run -").input(&text).run().code(0).stdout(&run.out());
    }
}

/// Returns the state of each puzzle: its name, the answers of `show` and, if a rule is to be found,
/// of `rules`, and its prompt.
fn states(session: &mut Session) -> Vec<(String, [Option<String>; 2], String)> {
    let entries = session.entries();
    let mut states = Vec::new();
    for entry in entries {
        let Some(puzzle) = session.puzzle(Some(&entry.name)) else { continue };
        let mut ask = |text| {
            let text = Fragment { text, start: 0 };
            let mut sink = Sink::new();
            let answer = puzzle.run(text, Depth::Run, &Budget::unlimited(), &mut sink);
            answer.and_then(Answer::into_text)
        };
        let is_sought = ask("status").is_some_and(|status| status.contains("rule ?"));
        let answers = [ask("show"), ask("rules").filter(|_| is_sought)];
        states.push((entry.name, answers, puzzle.prompt()));
    }
    states
}

#[test]
fn a_saved_session_replays_to_the_same_state() {
    for (name, text) in examples() {
        let (mut session, _, _) = run_document(&text);
        let saved = session.save(&Budget::unlimited());
        let (mut again, _, diagnostics) = run_document(&saved);
        let errors = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity() == Severity::Error)
            .count();
        assert_eq!(errors, 0, "{name} saved as\n{saved}\n{:?}", paths(&diagnostics));
        assert_eq!(again.entries(), session.entries(), "{name} saved as\n{saved}");
        assert_eq!(states(&mut again), states(&mut session), "{name} saved as\n{saved}");
        assert_eq!(again.focused(), session.focused(), "{name} saved as\n{saved}");
        assert_eq!(again.save(&Budget::unlimited()), saved, "{name}: saving twice differs");
    }
}

#[test]
fn the_examples_of_the_kinds_are_sound() {
    for kind in KINDS {
        let text = kind.example;
        let (_, _, diagnostics) = run_document(text);
        assert!(diagnostics.is_empty(), "{}: {:?}", kind.name, paths(&diagnostics));
        assert_eq!(layout(text), text, "{}", kind.name);
    }
}

#[test]
fn the_wrong_examples_are_passed_over_unless_named() {
    let examples = root().join("examples");
    let end = puzzled("check").argument(examples.to_string_lossy()).run().code(0);
    assert!(!end.out().contains("wrong"), "{}", end.out());
    puzzled("check").argument(examples.join("wrong").to_string_lossy()).run().code(1);
    let readme = std::fs::read_to_string(examples.join("README.md")).expect("the page is there");
    for entry in std::fs::read_dir(&examples).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let listed = readme.contains(&format!("| [`{name}`]({name}) |"));
        assert!(!entry.path().is_dir() || listed, "examples/README.md says nothing of {name}");
    }
}

#[test]
fn the_documents_that_are_measured_are_right() {
    let script = "import records; print(records.documents(50).text)";
    let run = std::process::Command::new("python3")
        .args(["-B", "-c", script])
        .current_dir(root().join("benches"))
        .output();
    let Ok(output) = run else { return }; // without Python nothing is measured either
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("the documents are UTF-8");
    assert!(text.matches(" {\n").count() == 50, "{text}");
    puzzled("check a.puzzle").file("a.puzzle", &text).run().code(0).stdout("").stderr("");
}
