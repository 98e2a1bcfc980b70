//! How every command treats standard output that cannot be written, with hostile texts on a
//! terminal, and with strange names of files. The commands come from clap, so that a new one cannot
//! be forgotten.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Calls of every command, by its name. `@` is a document, `%` a list of sudokus.
const CALLS: &[(&str, &[&str])] = &[
    ("", &["", "--help", "--version"]),
    ("solve", &["solve @", "solve -", "solve --format json @", "solve --help"]),
    ("run", &["run @", "run -", "run %", "run --as sudoku -", "run --help"]),
    (
        "check",
        &[
            "check @",
            "check --format short @",
            "check --format json @",
            "check --format sarif @",
            "check --format github @",
            "check --fix wrong.puzzle",
        ],
    ),
    (
        "test",
        &[
            "test @",
            "test wrong.puzzle",
            "test --format json wrong.puzzle",
            "test --format junit wrong.puzzle",
            "test --format github wrong.puzzle",
            "test --hide-answers --format json wrong.puzzle",
        ],
    ),
    (
        "verify",
        &["verify --answer 4 @ k", "verify --jsonl -", "verify --format svg --answer 4 @ k"],
    ),
    (
        "grade",
        &["grade m.puzzle @", "grade --format csv m.puzzle %", "grade --format json m.puzzle @"],
    ),
    (
        "rank",
        &[
            "rank @ %",
            "rank --format csv @",
            "rank --format json @",
            "rank --sort states --kind klotski --top 1 @",
        ],
    ),
    ("fmt", &["fmt -", "fmt --check @"]),
    ("repl", &["repl --no-init", "repl --no-init @"]),
    ("lsp", &["lsp"]),
    (
        "help",
        &["help", "help check", "help klotski", "help codes", "explain syntax::unclosed-brace"],
    ),
    (
        "show",
        &[
            "show @",
            "show --svg @",
            "show --ask hint @",
            "show --format json @",
            "show --film @",
            "show --strip --format text @",
            "show --growth --format text @",
            "show --svg --out out --force @",
        ],
    ),
    ("sheet", &["sheet @", "sheet --answers @"]),
    ("make", &["make sliders --seed 1", "make sliders --seed 1 --out made --force"]),
    ("graph", &["graph @", "graph --format json @", "graph --out out --force @"]),
    ("import", &["import %"]),
    (
        "export",
        &[
            "export @",
            "export --all @",
            "export --format line %",
            "export --all --out out --force @",
        ],
    ),
    (
        "completions",
        &[
            "completions bash",
            "completions zsh",
            "completions fish",
            "completions man --out out --force",
        ],
    ),
];

const DOCUMENT: &str = "\
// LABEL
automaton a {
  rule 1
  tree X . X
}
klotski k {
  ALABEL . B
  C . B
  C D .
  goal ALABEL at (2,2)
}
k:   show
k: solve
k: moves // LABEL
";
const SUDOKU: &str = "1.343412214343.1\n";

/// Returns the calls, split into words, each with its text.
fn calls() -> Vec<(String, Vec<String>)> {
    let mut names: Vec<_> = puzzled::cli::command()
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    names.push(String::new());
    for name in &names {
        assert!(
            CALLS.iter().any(|(known, _)| known == name),
            "no call of `{name}` is in the table"
        );
    }
    let calls = CALLS.iter().flat_map(|(_, calls)| *calls);
    calls
        .map(|call| ((*call).to_owned(), call.split_whitespace().map(String::from).collect()))
        .collect()
}

/// Makes a folder with the files that the calls read, under these names and with that label.
fn folder(document: &OsStr, list: &OsStr, label: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &OsStr, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    };
    write(document, &DOCUMENT.replace("LABEL", label));
    write(list, SUDOKU);
    write(OsStr::new("m.puzzle"), "matrix m {\n  1 2\n}\nshow => 1 2\n");
    write(OsStr::new("wrong.puzzle"), "matrix m {\n  1 2\n}\nshow => 2 1\n");
    folder
}

/// Returns the standard input of a call.
fn input(call: &str, label: &str) -> Vec<u8> {
    if call == "lsp" {
        let frames = [
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
            r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
            r#"{"jsonrpc":"2.0","method":"exit"}"#,
        ];
        let frame = |text: &&str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
        return frames.iter().map(frame).collect::<String>().into_bytes();
    }
    if call == "run --as sudoku -" {
        return SUDOKU.as_bytes().to_vec();
    }
    if call == "repl --no-init @" {
        return b"k: show\nk: hint\nlist\nk: status\n".to_vec();
    }
    DOCUMENT.replace("LABEL", label).into_bytes()
}

/// Returns a call with the names of the files in it.
fn command(folder: &Path, words: &[String], document: &OsStr, list: &OsStr) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzled"));
    for word in words {
        command.arg(match word.as_str() {
            "@" => document,
            "%" => list,
            word => OsStr::new(word),
        });
    }
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "LC_ALL", "LC_CTYPE", "LANG", "PUZZLED_FAULT"] {
        command.env_remove(name);
    }
    let state = folder.join("state");
    command.current_dir(folder).env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", folder);
    command
}

/// Runs a command to its end.
fn end(mut command: Command, input: &[u8], out: Stdio) -> Output {
    command.stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    drop(command); // and with it our copy of the streams
    let mut pipe = child.stdin.take().expect("standard input is piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        let _ = pipe.write_all(&input); // the program may close it early
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const PLAIN: [&str; 2] = ["a.puzzle", "b.sdm"];

#[test]
fn output_that_cannot_be_written_is_reported() {
    let [document, list] = PLAIN.map(OsStr::new);
    let folder = folder(document, list, "");
    let mut printing = 0;

    for (call, words) in calls() {
        let input = input(&call, "");
        let command = || command(folder.path(), &words, document, list);
        let normal = end(command(), &input, Stdio::piped());
        assert!(normal.status.code().is_some_and(|code| code < 2), "{call}: {normal:?}");

        // A reader that has closed its pipe wants no more.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let closed = end(command(), &input, writer.into());
        assert_eq!(closed.status.code(), normal.status.code(), "{call} | true: {closed:?}");
        let errors = text(&closed.stderr);
        assert!(
            !errors.contains("panic") && !errors.contains("standard output"),
            "{call}: {errors}"
        );

        // Rust opens a descriptor that is closed at the start as the null device.
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >&-"]).arg(env!("CARGO_BIN_EXE_puzzled"));
        shell.args(command().get_args()).current_dir(folder.path());
        let none = end(shell, &input, Stdio::null());
        assert!(none.status.code().is_some_and(|code| code <= 2), "{call} >&-: {none:?}");
        assert!(!text(&none.stderr).contains("panic"), "{call} >&-: {none:?}");
        if normal.stdout.is_empty() || !Path::new("/dev/full").exists() {
            continue;
        }
        printing += 1;
        let full = File::options().write(true).open("/dev/full").expect("a device");
        let full = end(command(), &input, full.into());
        let errors = text(&full.stderr);
        assert_eq!(full.status.code(), Some(2), "{call} > /dev/full: {errors}");
        let count = errors.matches("cannot write standard output: ").count();
        assert_eq!(count, 1, "{call} > /dev/full: {errors}");
    }

    assert!(printing >= 20 || !Path::new("/dev/full").exists(), "{printing} calls print");
}

/// Characters that change the title of a terminal, its colors and the direction of writing, and
/// what hides.
const HOSTILE: &str = "\u{1b}]0;PWNED\u{7}\u{1b}[31m\u{9b}5m\u{202e}\u{200b}\u{2066}";

/// The part of it that a document may hold.
const ALLOWED: &str = "\u{9b}5m\u{202e}\u{200b}\u{2066}";

/// Returns the bytes that arrive at a terminal to which both output streams lead, and standard
/// input too if `typed`.
fn on_terminal(mut command: Command, input: &[u8], typed: bool) -> Vec<u8> {
    use rustix::pty::{OpenptFlags, openpt, ptsname, unlockpt};
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    unlockpt(&master).expect("it can be opened");
    let name = ptsname(&master, Vec::new()).expect("it has a name");
    let name = Path::new(OsStr::from_bytes(name.as_bytes())).to_owned();
    let slave = || -> OwnedFd {
        File::options().read(true).write(true).open(&name).expect("its other end").into()
    };
    command.stdout(slave()).stderr(slave());
    command.stdin(if typed { slave().into() } else { Stdio::piped() });
    let mut child = command.env("TERM", "xterm").spawn().expect("the program starts");
    drop(command);
    let mut terminal = File::from(master);
    let mut keys = terminal.try_clone().expect("a second handle");
    let pipe = child.stdin.take();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        let _ = match pipe {
            Some(mut pipe) => pipe.write_all(&input),
            None => keys.write_all(&input),
        };
    });
    let mut seen = Vec::new();
    let mut block = [0; 4096];

    // The terminal reports an error once its other end is closed everywhere.
    while let Ok(count) = terminal.read(&mut block) {
        if count == 0 {
            break;
        }
        seen.extend_from_slice(&block[..count]);
    }
    child.wait().expect("the program ends");
    writer.join().expect("the writer does not panic");
    seen
}

#[test]
fn help_is_paged_on_a_terminal_alone() {
    let shown = |pager: &str, word: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzled"));
        command.args(word.split(' ')).env("PAGER", pager);
        let seen = on_terminal(command, b"", false);
        String::from_utf8_lossy(&seen).replace("\r\n", "\n")
    };
    for call in ["help klotski", "explain klotski::unsolvable", "help", "help codes"] {
        let plain = shown("", call);
        assert!(plain.lines().count() > 5, "{plain}");
        let paged = shown("sed 's/^/> /'", call);
        let expected: Vec<_> = plain.lines().map(|line| format!("> {line}\n")).collect();
        assert_eq!(paged, expected.concat(), "{call}");
        assert_eq!(shown("true", call), "", "a pager that leaves at once");
        assert!(shown("no-such-pager", call).ends_with(&plain), "{call}");
    }
    let piped = Command::new(env!("CARGO_BIN_EXE_puzzled"))
        .args(["help", "klotski"])
        .env("PAGER", "true")
        .output()
        .expect("the program starts");
    assert!(piped.stdout.starts_with(b"klotski: "), "{piped:?}");
}

/// Characters of a text that a terminal obeys, or that hide.
fn hostile(text: &str) -> Option<char> {
    text.chars().find(|&char| {
        char.is_control() && !matches!(char, '\n' | '\r' | '\t')
            || matches!(char, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || char == char::REPLACEMENT_CHARACTER // a byte that is not UTF-8
    })
}

#[test]
fn nothing_hostile_reaches_a_terminal() {
    let name = OsString::from(format!("{HOSTILE}\n::error file=x::PWN\nx.puzzle"));
    let foreign = OsString::from(format!("{HOSTILE}\n::error file=x::PWN\nx.sdm"));
    let mut calls = calls();
    calls.retain(|(call, _)| !call.contains("--help")); // drawn by clap, with styles

    // Names of what is not there, and words that are not known.
    let absent = format!("absent{HOSTILE}\n::error file=x::PWN\n");
    for word in ["run", "check", "test", "fmt", "show", "graph", "import", "export", "repl"] {
        calls.push((format!("{word} ABSENT"), vec![word.into(), format!("{absent}.puzzle")]));
        calls.push((format!("{word} ABSENT txt"), vec![word.into(), format!("{absent}.txt")]));
    }
    for word in ["show", "graph", "export"] {
        calls.push((format!("{word} @ NAME"), vec![word.into(), "@".into(), absent.clone()]));
    }
    calls.push((String::from("WORD"), vec![absent.clone()]));
    calls.push((String::from("explain WORD"), vec![String::from("explain"), absent.clone()]));
    let mut marked = 0;
    let labelled_calls =
        calls.into_iter().flat_map(|call| [(call.clone(), HOSTILE), (call, ALLOWED)]);
    let folders = [HOSTILE, ALLOWED].map(|label| (label, folder(&name, &foreign, label)));

    for ((call, mut words), label) in labelled_calls {
        let folder = &folders.iter().find(|(known, _)| *known == label).expect("a folder").1;
        if call != "WORD" {
            words.splice(0..0, ["--color", "never"].map(String::from));
        }
        let input = input(&call, label);
        let command = || command(folder.path(), &words, &name, &foreign);
        let seen = on_terminal(command(), &input, false);

        // The line, or the bar, that shows how far a computation is clears itself.
        let seen = text(&seen).replace("\r\u{1b}[K", "").replace("\r\u{1b}[2K", "");
        if let Some(char) = hostile(&seen) {
            panic!("{call}: {char:?} reached the terminal: {seen:?}");
        }
        marked += usize::from(seen.contains("\\u{1b}]0;PWNED\\u{7}"));
        let line = |line: &str| line.trim_start().starts_with("::error file=x::PWN");
        assert!(call == "WORD" || !seen.lines().any(line), "{call}: a name begins a line: {seen}");

        // And to a file, which may be shown on a terminal later.
        let output = end(command(), &input, Stdio::piped());
        let errors = text(&output.stderr);
        assert_eq!(hostile(&errors), None, "{call}: {errors:?}");
        let lines = format!("{}{errors}", text(&output.stdout));

        // Quotes by clap keep their line ends: they were typed as words.
        assert!(
            call == "WORD" || !lines.lines().any(line),
            "{call}: a name begins a line: {lines}"
        );
    }

    assert!(marked > 20, "{marked} calls show what they made harmless");
}

#[test]
fn nothing_hostile_reaches_a_terminal_from_the_prompt() {
    let name = OsString::from(format!("{HOSTILE}x.puzzle"));
    let folder = folder(&name, OsStr::new("b.sdm"), ALLOWED);
    let words = ["repl", "--no-init", "@"].map(String::from);
    let command = command(folder.path(), &words, &name, &name);
    let keys = b"k: show\rk: solve\rk: moves\rlist\rdraw\rload absent\x16\x1b.puzzle\rquit\r";
    let seen = text(&on_terminal(command, keys, true));
    assert!(seen.contains("A\\u{9b}5m\\u{202e}"), "{seen:?}");
    for wrong in ["\u{1b}]0;", "\u{9b}", "\u{202e}", "\u{2066}", "\u{1b}[31m\\u{9b}"] {
        assert!(!seen.contains(wrong), "{wrong:?} reached the terminal: {seen:?}");
    }
}

#[test]
fn answers_on_a_pipe_are_the_bytes_of_the_document() {
    let [document, list] = PLAIN.map(OsStr::new);
    let folder = folder(document, list, ALLOWED);
    let words = ["run", "@"].map(String::from);
    let output = end(command(folder.path(), &words, document, list), b"", Stdio::piped());
    assert!(text(&output.stdout).starts_with(&format!("A{ALLOWED} . B\n")), "{output:?}");
}

#[test]
fn names_that_are_not_utf8_work_everywhere() {
    let [document, list] = PLAIN.map(OsStr::new);
    let plain = folder(document, list, "");
    let [name, foreign] =
        [&b"caf\xe9 \xff.puzzle"[..], b"\xfe.sdm"].map(|name| OsString::from_vec(name.to_vec()));
    let strange = folder(&name, &foreign, "");
    for (call, words) in calls() {
        let input = input(&call, "");
        let usual = end(command(plain.path(), &words, document, list), &input, Stdio::piped());
        let other = end(command(strange.path(), &words, &name, &foreign), &input, Stdio::piped());
        assert_eq!(other.status.code(), usual.status.code(), "{call}: {other:?}");
        assert_eq!(other.stdout.is_empty(), usual.stdout.is_empty(), "{call}: {other:?}");
        assert!(!text(&other.stderr).contains("cannot"), "{call}: {other:?}");
    }
    for call in ["test --bless .", "check .", "fmt .", "fmt --check ."] {
        let words: Vec<_> = call.split(' ').map(String::from).collect();
        let output = end(command(strange.path(), &words, &name, &foreign), b"", Stdio::piped());
        assert_eq!(output.status.code(), Some(0), "{call}: {output:?}");
    }
    let file = std::fs::read_to_string(strange.path().join(&name)).expect("the file is there");
    assert!(file.contains("\nk: show\n"), "fmt has rewritten it: {file}");
    std::fs::write(strange.path().join(&name), "}\n").expect("written");
    let words = ["check", "--format", "short", "."].map(String::from);
    let output = end(command(strange.path(), &words, &name, &foreign), b"", Stdio::piped());
    let printed = text(&output.stdout) + &text(&output.stderr);
    assert!(printed.contains("caf\\xe9 \\xff.puzzle:1:1"), "{printed}");
}
