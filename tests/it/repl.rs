//! `puzzled repl` as a process, on a pipe: the same statements and verbs as on a terminal, without
//! a prompt. The parts that need a terminal are tested inside the crate.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::common::puzzled;
use puzzled::kinds::KINDS;
use puzzled::puzzle::Info;
use puzzled::puzzle::common::verbs;

pub(crate) fn repl(files: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzled"))
        .arg("repl")
        .args(files)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that has left reads no more; that is not an error here.
    let _ = pipe.write_all(input);
    drop(pipe);
    child.wait_with_output().expect("the program ends")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("what is printed is UTF-8")
}

#[test]
fn statements_and_verbs_run_without_a_prompt() {
    let input =
        "matrix m {\r\n  1 2\r\n\r\n  3 4\r\n}\r\nrotate 1 => 2 4\r\nlist\r\nquit\r\nshow\r\n";
    let output = repl(&[], input.as_bytes());
    assert_eq!(text(&output.stdout), "2 4\n1 3\n* m  matrix  @1  rotated by 1\n");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_the_rest_runs() {
    let output = repl(&[], b"matrix m { 1 2 3 4 }\nm: rotat\n\xff\0\x1b[2J\nm: show\nmatrix n {\n");
    assert_eq!(text(&output.stdout), "1 2 3 4\n");
    let errors = text(&output.stderr);
    for part in ["<stdin>:2:4", "<stdin>:3:1", "<stdin>:5:10", "did you mean `rotate`?"] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
    assert!(!errors.contains('\u{1b}'), "nothing hostile is echoed");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn one_puzzle_of_a_document_is_opened_at_its_state() {
    let folder = std::env::temp_dir().join(format!("puzzled-repl-one-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("two.puzzle");
    let document = "matrix m {\n  1 2\n  3 4\n}\nrotate 1\nrotate 1\nmatrix n { 7 8 }\nn: rotat\n";
    std::fs::write(&file, document).expect("a file");
    let file = file.to_str().expect("a name");
    // The other one is not there, and its faults are not reported.
    let output = repl(&["--no-init", "--puzzle", "m", file], b"list\n");
    assert_eq!(text_of(&output), "* m  matrix  @2  rotated by 2\n");
    assert_eq!(text(&output.stderr), "");
    // In an earlier state, the moves after it are there for `redo`.
    let output = repl(&["--no-init", "--puzzle", "m", "--state", "1", file], b"redo\n");
    assert_eq!(text_of(&output), "2 4\n1 3\n4 3\n2 1\n");
    let output = repl(&["--no-init", "--puzzle", "n", file], b"show\n");
    assert_eq!(text_of(&output), "7 8\n");
    assert!(text(&output.stderr).contains("two.puzzle:8:4"), "{}", text(&output.stderr));
    let output = repl(&["--no-init", "--puzzle", "o", file], b"list\n");
    let errors = text(&output.stderr);
    assert!(errors.contains("no puzzle `o`"), "{errors}");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(repl(&["--puzzle", "m"], b"").status.code(), Some(2), "a document is missing");
}

fn text_of(output: &Output) -> String {
    text(&output.stdout)
}

#[test]
fn files_are_loaded_first_and_sessions_saved() {
    let folder = std::env::temp_dir().join(format!("puzzled-repl-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let place = |name: &str| -> String {
        let path: PathBuf = folder.join(name);
        path.to_str().expect("a name").to_owned()
    };
    let first = place("first.puzzle");
    let second = place("second.puzzle");
    std::fs::write(&first, "matrix m {\n  1 2\n  3 4\n}\n").expect("a file");
    let output = repl(&[&first], format!("rotate -3\nsave {second}").as_bytes());
    assert_eq!(text(&output.stdout), "2 4\n1 3\n");
    let output = repl(&[&second], b"undo\nundo\n");
    // What the file answers is not shown; what undoing one of the two brings is.
    assert_eq!(text(&output.stdout), "1 2\n3 4\n");
    let errors = text(&output.stderr);
    assert!(errors.contains("second.puzzle: 1 puzzle, 1 expectation held\n"), "{errors}");
    assert!(errors.contains("nothing-to-undo"), "{errors}");
    let output = repl(&[&place("none.puzzle")], b"list");
    assert_eq!(output.status.code(), Some(2));
    std::fs::remove_dir_all(folder).expect("removed");
}

/// Starts a REPL that keeps its journal under `state`, and that lines are typed into.
fn journaled(state: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_puzzled"))
        .args(["repl", "--no-init", "--journal"])
        .env("NO_COLOR", "1")
        .env("XDG_STATE_HOME", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Types a text, waits until `show` has answered as many lines, and returns the last of them.
fn type_in(child: &mut Child, out: &mut impl BufRead, text: &str, lines: usize) -> String {
    let pipe = child.stdin.as_mut().expect("a pipe");
    pipe.write_all(text.as_bytes()).expect("it reads");
    let mut last = String::new();
    for _ in 0..lines {
        last.clear();
        out.read_line(&mut last).expect("it answers");
    }
    last
}

#[test]
fn a_killed_session_loses_at_most_the_command_in_flight() {
    let state = std::env::temp_dir().join(format!("puzzled-kill-test-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&state);
    let mut first = journaled(&state);
    let mut out = BufReader::new(first.stdout.take().expect("a pipe"));
    type_in(&mut first, &mut out, "matrix m {\n1 2\n3 4\n}\nrotate 1\nbranch one\nundo\n", 5);
    // The answered commands are written; this one runs longer than the test waits.
    let empty = ".".repeat(81);
    let endless = format!(
        "sudoku s {{ {empty} }}\nautomaton far {{\nrule 23749\n\
         tree (((X . .) X (X . X)) X ((. X X) . (. X .)))\n}}\nstep 3\ns: count\n"
    );
    assert_eq!(type_in(&mut first, &mut out, &endless, 1), "3\n");
    let second = journaled(&state).wait_with_output().expect("it ends");
    assert_eq!(text(&second.stderr), "", "the first lives");
    first.kill().expect("killed");
    first.wait().expect("dead");

    // The next one is killed as well: nothing of what came back is lost.
    let mut third = journaled(&state);
    let mut errors = BufReader::new(third.stderr.take().expect("a pipe"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("it says");
    assert!(line.contains("7 inputs") && line.contains("`recover`"), "{line}");
    let mut out = BufReader::new(third.stdout.take().expect("a pipe"));
    type_in(&mut third, &mut out, "recover\nuse m\ngoto one\n", 2);
    third.kill().expect("killed");
    third.wait().expect("dead");

    let mut fourth = journaled(&state);
    let pipe = fourth.stdin.take();
    pipe.expect("a pipe").write_all(b"recover\nm: show\nm: branches\nlist\n").expect("it reads");
    let output = fourth.wait_with_output().expect("it ends");
    assert_eq!(
        text(&output.stdout),
        "2 4\n1 3\n  0  -    start   0 moves\n* 1  one  from 0  1 move\n\
         * m    matrix     @1  rotated by 1\n  s    sudoku     @0  81 cells empty\n  \
         far  automaton  @1  generation 3\n"
    );
    assert!(text(&output.stderr).contains("recovered "), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
    // A clean exit needs no word, and what was left can be resumed.
    let mut last = journaled(&state);
    let pipe = last.stdin.take();
    pipe.expect("a pipe").write_all(b"recover list\n").expect("it reads");
    let last = last.wait_with_output().expect("it ends");
    assert_eq!(text(&last.stderr), "");
    assert!(text(&last.stdout).starts_with("1  `m`, `s` and `far`: "), "{}", text(&last.stdout));
    assert!(text(&last.stdout).ends_with(" ago, left\n"), "{}", text(&last.stdout));
    // A pipe without a journal sees it, too, and leaves it for others.
    for _ in 0..2 {
        let mut piped = Command::new(env!("CARGO_BIN_EXE_puzzled"))
            .args(["repl", "--no-init"])
            .env("NO_COLOR", "1")
            .env("XDG_STATE_HOME", &state)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let pipe = piped.stdin.take();
        pipe.expect("a pipe").write_all(b"recover list\nrecover\nm: show\n").expect("it reads");
        let piped = piped.wait_with_output().expect("it ends");
        let answers = text(&piped.stdout);
        assert!(answers.starts_with("1  `m`, `s` and `far`: "), "{answers}");
        assert!(answers.ends_with(" ago, left\n2 4\n1 3\n"), "{answers}");
        assert!(text(&piped.stderr).contains("`--journal`"), "{}", text(&piped.stderr));
    }
    let resumed = Command::new(env!("CARGO_BIN_EXE_puzzled"))
        .args(["repl", "--no-init", "--resume"])
        .env("NO_COLOR", "1")
        .env("XDG_STATE_HOME", &state)
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    assert!(text(&resumed.stderr).starts_with("recovered "), "{}", text(&resumed.stderr));
    std::fs::remove_dir_all(state).expect("removed");
}

#[test]
fn a_recording_is_held_by_the_tests() {
    let folder = std::env::temp_dir().join(format!("puzzled-tour-test-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let tour = folder.join("tour.puzzle").to_str().expect("a name").to_owned();

    // Left without `record off`.
    let input = format!("matrix m {{\n1 2\n3 4\n}}\nrecord {tour}\nrotate 1\nring 0\n");
    let output = repl(&[], input.as_bytes());
    assert!(text(&output.stderr).contains("`puzzled test"), "{}", text(&output.stderr));
    let test = |bless: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzled"));
        command.arg("test").args(bless).arg(&tour).output().expect("it runs").status.code()
    };
    assert_eq!(test(&[]), Some(0));
    let written = std::fs::read_to_string(&tour).expect("a document");
    assert!(written.contains("rotate 1 => {\n  2 4\n  1 3\n}\nring 0 => 2 4 3 1\n"), "{written}");
    std::fs::write(&tour, written.replace("2 4 3 1", "4 2 3 1")).expect("a file");
    assert_eq!(test(&[]), Some(1));
    assert_eq!(test(&["--bless"]), Some(0));
    assert_eq!(std::fs::read_to_string(&tour).expect("a document"), written);

    // Answers that a setting changes would not hold.
    std::fs::remove_file(&tour).expect("removed");
    let input = format!(
        "sudoku s {{ 1.34 / 3412 / 2143 / 43.. }}\nset uniqueness off\nrecord {tour}\nrate\n"
    );
    repl(&[], input.as_bytes());
    let written = std::fs::read_to_string(&tour).expect("a document");
    assert!(written.contains("\nrate\n") && test(&[]) == Some(0), "{written}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn huge_lines_are_borne() {
    let mut input = b"matrix m { 1 2 }\nrotate ".to_vec();
    input.extend(std::iter::repeat_n(b'1', 1 << 20));
    input.push(b'\n');
    input.extend(b"time ".repeat(20_000));
    input.extend(b"list\n");
    input.extend(std::iter::repeat_n(b'{', 1 << 20));
    input.extend(b"\nshow\n");
    let output = repl(&[], &input);
    assert_eq!(text(&output.stdout), "* m  matrix  @0  rotated by 0\n1 2\n");
    assert!(output.stderr.len() < 1 << 14, "diagnostics are short: {}", output.stderr.len());
}

#[test]
fn in_json_mode_answers_are_values_and_errors_are_objects() {
    let input =
        "matrix m { 1 2 / 3 4 }\nset format json\nrotate 1\nring 0\nrotat\nload none\nlist\n";
    let output = repl(&["--no-init"], input.as_bytes());
    assert_eq!(
        text(&output.stdout),
        "{\"puzzle\":\"m\",\"command\":\"rotate 1\",\"answer\":[[2,4],[1,3]]}\n\
         {\"puzzle\":\"m\",\"command\":\"ring 0\",\"answer\":[2,4,3,1]}\n\
         {\"puzzle\":null,\"command\":\"list\",\"answer\":\
         [{\"figure\":\"rotated by 1\",\"focus\":true,\"kind\":\"matrix\",\"name\":\"m\",\"state\":1}]}\n"
    );
    let errors = text(&output.stderr);
    let mut lines = errors.lines();
    let first = lines.next().expect("an error");
    assert!(
        first.contains("\"code\":\"command::unknown-verb\",\"severity\":\"error\""),
        "{errors}"
    );
    let second = lines.next().expect("another");
    assert!(second.starts_with("{\"message\":\"puzzled: "), "{errors}");
    assert!(second.ends_with("\"severity\":\"error\"}"), "{errors}");
    assert!(errors.lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{errors}");
}

#[test]
fn fifty_thousand_puzzles_are_looked_up_and_not_listed_for_each_line() {
    use puzzled::search::Budget;
    use puzzled::session::{Mode, Session, read};
    use puzzled::text::Source;
    let mut document = String::new();
    for number in 0..3000 {
        document += &format!("matrix m{number} {{ 1 2 / 3 4 }}\n");
    }
    let source = Source::new("many", document.as_str());
    let mut sink = puzzled::diag::Sink::new();
    let read = read(&source, true, &mut sink);
    let mut session = Session::new();
    let mode = Mode::Run { solve: false };
    session.run(&source, &read, mode, &Budget::unlimited(), &mut sink, &mut |_, _| {});
    // What the prompt asks for each line: the puzzle in focus, and whether any name has changed.
    let version = session.version();
    assert_eq!(session.focused_entry().map(|entry| entry.name).as_deref(), Some("m2999"));
    let line = Source::new("line", "rotate 1\nuse m7\n");
    let typed = puzzled::session::read(&line, false, &mut sink);
    session.run(&line, &typed, mode, &Budget::unlimited(), &mut sink, &mut |_, _| {});
    assert_eq!(session.version(), version, "no name has changed, so none is read again");
    assert!(session.forget("m7") && session.version() != version);
}

#[test]
fn on_a_pipe_a_long_answer_is_whole_and_an_underscore_repeats_it() {
    let rows: Vec<_> = (1..=300).map(|row| format!("{row} 0")).collect();
    let input = format!("matrix m {{ {} }}\nshow\n_\n", rows.join(" / "));
    let output = repl(&["--no-init"], input.as_bytes());
    assert_eq!(text(&output.stdout), (rows.join("\n") + "\n").repeat(2));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn an_option_in_place_of_a_file_is_wrong_usage() {
    for (verb, form) in
        [("save", "save FILE"), ("record", "record FILE"), ("load", "load [--as KIND]")]
    {
        // `load` may read a file of that name.
        let dash = ["-"].into_iter().filter(|_| verb != "load");
        for option in ["--force l.puzzle", "--force", "-f l.puzzle"].into_iter().chain(dash) {
            let lines = format!("matrix m {{ 1 2 / 3 4 }}\n{verb} {option}\nshow\n");
            let ended = puzzled("repl --no-init").file("l.puzzle", "old\n").input(lines).run();
            let output = ended.out() + &ended.err();
            let words = output.split_whitespace().collect::<Vec<_>>().join(" ");
            let expected = format!("expected the name of a file, found `{option}`");
            assert!(words.contains(&expected) && words.contains(form), "{verb} {option}: {output}");
            assert_eq!(ended.content("l.puzzle"), b"old\n");
            let folder = ended.path("l.puzzle").parent().expect("a folder").to_owned();
            assert_eq!(std::fs::read_dir(folder).expect("a folder").count(), 1, "{verb} {option}");
        }
    }
    // A file may be called so.
    let lines = "matrix m { 1 2 / 3 4 }\nsave ./--force\n";
    let ended = puzzled("repl --no-init").input(lines).run().code(0);
    assert!(ended.path("--force").is_file());
}

/// Standard input holds what is typed: it is no file, whatever names it.
#[test]
fn standard_input_is_no_file_of_the_prompt() {
    for arguments in
        ["repl --no-init -", "repl --no-init --puzzle m -", "repl --no-init --as rush -"]
    {
        let ended = puzzled(arguments).input("matrix m { 1 2 / 3 4 }\nrotate 1\n").run().code(2);
        let ended =
            ended.complains("standard input is what is typed here").complains("leave `-` out");
        assert_eq!(ended.out(), "2 4\n1 3\n", "{arguments}");
    }
    let text = "matrix m { 1 2 / 3 4 }\n";
    puzzled("repl --no-init ./-")
        .file("-", text)
        .input("show\n")
        .run()
        .code(0)
        .stdout("1 2\n3 4\n");
    let load = puzzled("repl --no-init").file("-", text).input("load ./-\nshow\n");
    load.run().code(0).stdout("1 2\n3 4\n");
}

/// Returns the example of a kind without its last `}`, and with or without its indentation.
fn unclosed(kind: &Info, is_indented: bool) -> String {
    let (body, _) = kind.example.rsplit_once('}').expect("an example is closed");
    let lines = body.lines().map(|line| if is_indented { line } else { line.trim_start() });
    lines.fold(String::new(), |text, line| text + line + "\n")
}

#[test]
fn a_body_without_a_brace_is_taken_as_a_run_takes_it() {
    // Commands below a whole text without its `}` belong to the text.
    for kind in KINDS.iter().filter(|kind| !kind.is_whole_text()) {
        for is_indented in [true, false] {
            let commands = "show\ndigest\n";
            let text = unclosed(kind, is_indented) + commands;
            let ran = puzzled("run a.puzzle").file("a.puzzle", &text).run().code(1);
            let ran = ran.complains("syntax::unclosed-brace");
            assert!(ran.out().lines().count() > 1, "{text}");
            let name = kind.name;
            // The answers of a file that is loaded are not shown.
            let load = format!("load a.puzzle\n{commands}");
            for call in [
                puzzled("repl --no-init").input(&text),
                puzzled("repl --no-init").file("a.puzzle", &text).input(load),
                puzzled("repl --no-init a.puzzle").file("a.puzzle", &text).input(commands),
            ] {
                let ended = call.run().code(1);
                assert_eq!(ended.out(), ran.out(), "{name}: {}", ended.err());
                assert_eq!(ended.err().matches("syntax::").count(), 1, "{}", ended.err());
            }
        }
    }
}

/// Who drives the prompt through a pipe gets the answer before the text ends.
#[test]
fn a_command_below_a_body_without_a_brace_is_answered_at_once() {
    for kind in KINDS.iter().filter(|kind| !kind.is_whole_text()) {
        let state = std::env::temp_dir();
        let state = state.join(format!("puzzled-open-{}-{}", kind.name, std::process::id()));
        let mut child = journaled(&state);
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let text = unclosed(kind, false) + "digest\n";
        let digest = type_in(&mut child, &mut out, &text, 1);
        assert_eq!(digest.trim_end().len(), 16, "{}: {digest}", kind.name);
        // What was declared is whole, also in the journal.
        let list = type_in(&mut child, &mut out, "list\n", 1);
        assert!(list.contains(kind.name), "{list}");
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let recovered = puzzled("repl --no-init").input("recover\ndigest\n");
        let recovered = recovered.variable("XDG_STATE_HOME", &state.to_string_lossy()).run();
        assert_eq!(recovered.out(), digest, "{}: {}", kind.name, recovered.err());
        std::fs::remove_dir_all(state).expect("removed");
    }
}

/// A body that is not complete, and below which nothing follows, declares nothing.
#[test]
fn a_body_that_nothing_follows_leaves_everything_as_it_was() {
    for kind in KINDS {
        let before = "matrix before { 1 2 / 3 4 }\n";
        let call = puzzled("repl --no-init").input(format!("{before}{}", unclosed(kind, true)));
        let ended = call.run().code(1).complains("syntax::unclosed-brace");
        assert!(ended.out().is_empty(), "{}", ended.out());
    }
}

#[test]
fn words_of_the_shell_are_named_as_such() {
    let command = puzzled::cli::command();
    let words = command.get_subcommands().map(|command| command.get_name().to_owned());
    let typed = |word: &str| {
        let of_prompt = puzzled::host::prompt::VERBS.iter();
        let mut verbs = of_prompt.chain(KINDS.iter().copied().flat_map(verbs));
        verbs.any(|verb| verb.name == word)
    };
    let words: Vec<_> = words.filter(|word| !typed(word)).collect();
    assert!(words.len() > 10, "{words:?}");
    let lines = words.iter().fold(String::new(), |text, word| text + word + " a.puzzle\n");
    let befores = KINDS.iter().map(|kind| kind.example).chain([""]);
    for before in befores {
        let ended = puzzled("repl --no-init").input(format!("{before}{lines}")).run().code(1);
        let err = ended.err();
        for word in &words {
            assert!(err.contains(&format!("`{word}` is a command of the shell")), "{word}: {err}");
            assert!(err.contains(&format!("`puzzled {word} …`")), "{word}: {err}");
        }
        assert_eq!(
            err.matches("error[").count().max(err.matches("×").count()),
            words.len(),
            "{err}"
        );
    }
}

#[test]
fn the_help_lists_every_option_that_messages_name() {
    let help = puzzled("repl --help").run().code(0).out();
    for option in ["--journal", "--resume", "--bail", "--no-init"] {
        assert!(help.contains(option), "{option}: {help}");
    }
}
