//! The REPL on a terminal: `tests/terminal/run.py` drives it on a pseudo-terminal and looks at the
//! screen; and the answers of `run` there. Left out, with a word, where Python or pseudo-terminals
//! are missing.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{puzzled, root};

#[test]
fn the_repl_on_a_terminal() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/terminal/run.py");
    let run = Command::new("python3")
        .args(["-B", script])
        .env("PUZZLED_BIN", env!("CARGO_BIN_EXE_puzzled"))
        .output();
    let output = match run {
        Ok(output) => output,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "left out: python3 cannot be started ({error})");
            return;
        }
    };
    let output_text = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(77) {
        let _ = writeln!(std::io::stderr(), "{output_text}");
        return;
    }
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{output_text}{trouble}");
}

/// Returns the output of the program on a pseudo-terminal, without carriage returns; `None` where
/// Python or pseudo-terminals are missing.
fn on_a_terminal(arguments: &[&str], folder: &Path) -> Option<String> {
    const SPAWN: &str = "import pty, sys\nsys.exit(pty.spawn(sys.argv[1:]) >> 8)";
    let run = Command::new("python3")
        .args(["-B", "-c", SPAWN, env!("CARGO_BIN_EXE_puzzled")])
        .args(arguments)
        .current_dir(folder)
        .envs([("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8"), ("NO_COLOR", "1"), ("TERM", "xterm")])
        .stdin(Stdio::null())
        .output();
    let output = run.ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).replace('\r', ""))
}

#[test]
fn answers_on_a_terminal_say_what_they_answer_and_draw_what_is_solved() {
    let text = "klotski k { A . / . . / goal A at (1,1) }\nsolve\nmoves\nsolve by steps\n\
                sudoku s {\n1...\n..3.\n.2..\n...4\n}\nsolve\n";
    let alone = "klotski k { A . / . . / goal A at (1,1) }\nmoves\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.puzzle"), text).expect("written");
    std::fs::write(folder.path().join("b.puzzle"), alone).expect("written");
    let piped = |name: &str| puzzled(&format!("run {name}")).file("a.puzzle", text);
    let answers = piped("a.puzzle").run().code(0).out();
    let Some(shown) = on_a_terminal(&["run", "a.puzzle"], folder.path()) else {
        let _ = writeln!(std::io::stderr(), "left out: no pseudo-terminal");
        return;
    };
    let board = "┏━━━┱───┐\n┃ A ┃   │\n┡━━━┛   │\n│     ◎ │\n└───────┘\nA to (1,1)\n";
    let moves = "A (0,0) (0,1)\nA (0,0) (1,0)\nA (0,0) (1,1)\n";
    let steps = "A (0,0) (0,1)\nA (0,1) (1,1)\n";
    let begin = format!(
        "k> solve\n{board}1 move\nA (0,0) (1,1)\n\nk> moves\n{moves}\nk> solve by steps\n2 steps\n{steps}\n\
         s> solve\n"
    );
    assert!(shown.starts_with(&begin), "{shown}");

    // The grid is drawn full, and its digits follow.
    let (grid, digits) = shown[begin.len()..].split_once("full\n").expect("a caption");
    let drawn: String = grid.chars().filter(char::is_ascii_digit).collect();
    assert_eq!((drawn.len(), drawn.as_str()), (16, digits.trim_end()), "{shown}");

    // The pipe gets the answers alone, as they are.
    let lines = [format!("1\nA (0,0) (1,1)\n{moves}2\n{steps}"), format!("{drawn}\n")].concat();
    assert_eq!(answers, lines);

    // A single answer needs no name; two files have several.
    let only = on_a_terminal(&["run", "b.puzzle"], folder.path()).expect("a terminal");
    assert_eq!(only, moves);
    let both = on_a_terminal(&["run", "b.puzzle", "b.puzzle"], folder.path()).expect("a terminal");
    assert_eq!(both, format!("k> moves\n{moves}\nk> moves\n{moves}"));
}

#[test]
fn the_first_command_of_the_readme_draws_a_board_and_says_how_many_moves_follow() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("readable");
    let calls = readme.lines().filter_map(|line| line.strip_prefix("cargo run --release -- "));
    let calls: Vec<_> = calls.collect();
    let [call] = calls[..] else { panic!("one command runs the program, not {calls:?}") };
    let arguments: Vec<_> = call.split(' ').collect();
    let Some(shown) = on_a_terminal(&arguments, root()) else {
        let _ = writeln!(std::io::stderr(), "left out: no pseudo-terminal");
        return;
    };
    let (_, answer) = readme.split_once("```text\n81 moves\n").expect("the answer is shown");
    let (moves, _) = answer.split_once('…').expect("and it is cut");
    let end = format!("┘\nB to (3,1)\n81 moves\n{moves}");
    assert!(shown.contains(&end), "{end}{shown}");
}
