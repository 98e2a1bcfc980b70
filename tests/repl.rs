//! `puzzled repl` as a process, on a pipe: the same statements and verbs as on a terminal, without
//! a prompt. What needs a terminal is tested inside the crate.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn repl(files: &[&str], input: &[u8]) -> Output {
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
    // A program that has left reads no more; that is no error here.
    let _ = pipe.write_all(input);
    drop(pipe);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("what is printed is UTF-8")
}

#[test]
fn statements_and_verbs_run_without_a_prompt() {
    let input =
        "matrix m {\r\n  1 2\r\n\r\n  3 4\r\n}\r\nrotate 1 => 2 4\r\nlist\r\nquit\r\nshow\r\n";
    let output = repl(&[], input.as_bytes());
    assert_eq!(text(&output.stdout), "2 4\n1 3\n* m  matrix  @1\n");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_the_rest_runs() {
    let output = repl(&[], b"matrix m { 1 2 3 4 }\nm: rotat\n\xff\0\x1b[2J\nm: show\nmatrix n {\n");
    assert_eq!(text(&output.stdout), "1 2 3 4\n");
    let said = text(&output.stderr);
    for part in ["<stdin>:2:4", "<stdin>:3:1", "<stdin>:5:10", "did you mean `rotate`?"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains('\u{1b}'), "nothing hostile is echoed");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn files_are_loaded_first_and_sessions_saved() {
    let folder = std::env::temp_dir().join(format!("puzzled-repl-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let place = |name: &str| -> String {
        let path: PathBuf = folder.join(name);
        path.to_str().expect("a name").to_owned()
    };
    let (first, second) = (place("first.puzzle"), place("second.puzzle"));
    std::fs::write(&first, "matrix m {\n  1 2\n  3 4\n}\n").expect("a file");
    let output = repl(&[&first], format!("rotate -3\nsave {second}").as_bytes());
    assert_eq!(text(&output.stdout), "2 4\n1 3\n");
    let output = repl(&[&second], b"undo\nundo\n");
    assert_eq!(text(&output.stdout), "2 4\n1 3\n1 2\n3 4\n");
    assert!(text(&output.stderr).contains("nothing-to-undo"));
    let output = repl(&[&place("none.puzzle")], b"list");
    assert_eq!(output.status.code(), Some(2));
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
    assert_eq!(text(&output.stdout), "* m  matrix  @0\n1 2\n");
    assert!(output.stderr.len() < 1 << 14, "diagnostics are short: {}", output.stderr.len());
}
