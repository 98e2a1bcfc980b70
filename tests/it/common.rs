//! Shared by the tests: a sentence that runs the program, documents read in process, and the
//! shipped examples.

#![allow(dead_code, unreachable_pub)] // each test file uses its own part of this

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use puzzled::diag::{Diagnostic, Fix, Sink, edited};
use puzzled::kinds::KINDS;
use puzzled::laws;
use puzzled::puzzle::{Answer, Board, Depth, Info};
use puzzled::search::Budget;
use puzzled::session::{self, Event, Mode, Session};
use puzzled::syntax::Fragment;
use puzzled::text::Source;
use serde_json::Value;

/// A small generator of pseudo-random numbers (xorshift64*, Vigna 2016): the same every time.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Returns the root of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every file under a folder of the project, in the order of names, without what package
/// managers put there.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if !path.is_dir() {
                files.push(path);
            } else if !path.ends_with("node_modules") {
                folders.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns a path as messages show it: from the root of the project, with `/`.
pub fn shown_path(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Returns the documents under `examples/` that are right on purpose.
pub fn right_examples() -> Vec<PathBuf> {
    let mut examples = files("examples");
    let is_marked = |folder: &Path| folder.join(puzzled::host::IGNORE).exists();
    examples.retain(|path| {
        !path.ancestors().skip(1).any(is_marked)
            && path.extension().is_some_and(|ending| ending == "puzzle")
    });
    examples
}

/// A text with the name that messages about it show.
pub struct Text {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Text {
    /// Reads a file.
    pub fn read(path: &Path) -> Text {
        Text { name: shown_path(path), bytes: std::fs::read(path).expect("an example can be read") }
    }

    /// Returns the text, unless it is not UTF-8.
    pub fn utf8(self) -> Option<String> {
        String::from_utf8(self.bytes).ok()
    }
}

/// Returns the texts of the examples that are right on purpose, and of those that are wrong.
pub fn example_texts() -> Vec<Text> {
    let right = right_examples().into_iter().map(|path| Text::read(&path));
    right.chain(crate::wrong::texts()).collect()
}

/// Returns the diagnostics of a text that is read as [`laws::found`] says.
pub fn diagnostics(source: &Source, how: &str) -> Vec<Diagnostic> {
    laws::found(KINDS, source, how)
}

/// Returns the codes of diagnostics, in order.
pub fn paths(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    diagnostics.iter().map(|diagnostic| diagnostic.code.path).collect()
}

/// Returns the codes of diagnostics, each with the text that it points at.
pub fn places<'a>(source: &'a Source, diagnostics: &[Diagnostic]) -> Vec<(&'static str, &'a str)> {
    diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.code.path, source.slice(diagnostic.span)))
        .collect()
}

/// Returns a text after a fix.
pub fn fixed(text: &str, fix: &Fix) -> String {
    String::from_utf8(edited(text.as_bytes(), &fix.edits)).expect("a fix of a text leaves a text")
}

/// Returns the declaration of the example of a kind, with that name.
pub fn declaration(info: &Info, name: &str) -> String {
    let (_, body) = info.example.split_once('{').expect("an example has a body");
    format!("{} {name} {{{body}", info.name)
}

/// Returns a command that leads the example of a kind to another position.
pub fn change(info: &'static Info) -> String {
    let mut puzzle = info.opened_example().expect("it is sound");
    let mut changes = laws::changes(&mut puzzle).into_iter();
    let leads_on = |text: &String| {
        let text = Fragment { text, start: 0 };
        puzzle.run(text, Depth::Run, &Budget::unlimited(), &mut Sink::new());
        puzzle.now() > 0
    };
    changes.find(leads_on).unwrap_or_else(|| panic!("no example of {} makes a move", info.name))
}

/// Returns the answer of a command that does not fail.
pub fn ask(puzzle: &mut Board, text: &str) -> String {
    let text = Fragment { text, start: 0 };
    let answer = puzzle.run(text, Depth::Run, &Budget::unlimited(), &mut Sink::new());
    answer.and_then(Answer::into_text).expect("it answers")
}

/// Reads a text that holds a JSON value on each line.
pub fn json_lines(text: &str) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
    text.lines().map(read).collect()
}

/// Returns a figure of the status of a process, in KiB, while it runs.
pub fn kibibytes(process: u32, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

/// Makes a named pipe.
#[cfg(unix)]
pub fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("it starts").success());
}

/// Returns whether golden files are to be written again, which the variable `BLESS` says.
pub fn is_blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// Holds that a golden file is as agreed, or writes it if `BLESS` is set.
pub fn hold_golden(name: &str, text: &str) {
    let golden = root().join("tests/golden").join(name);
    if is_blessing() {
        let folder = golden.parent().expect("it lies in a folder");
        std::fs::create_dir_all(folder).expect("a folder can be made");
        std::fs::write(&golden, text).expect("the golden file can be written");
    }
    let agreed = std::fs::read_to_string(&golden).unwrap_or_default();
    assert_eq!(agreed, text, "BLESS=1 accepts {}", golden.display());
}

/// Runs a whole document in a session; returns what was found.
pub fn run_in(
    session: &mut Session,
    source: &Source,
    mode: Mode,
    budget: &Budget,
) -> Vec<Diagnostic> {
    let mut sink = Sink::new();
    let document = session::read(source, true, &mut sink);
    session.run(source, &document, mode, budget, &mut sink, &mut |_, _| {});
    sink.take()
}

/// Runs a document; gives the session, the answers, and what was found.
pub fn run_document(text: &str) -> (Session, Vec<String>, Vec<Diagnostic>) {
    let source = Source::new("test.puzzle", text);
    let mut sink = Sink::new();
    let document = session::read(&source, false, &mut sink);
    let mut session = Session::new();
    let mut answers = Vec::new();
    let mode = Mode::Run { solve: false };
    session.run(&source, &document, mode, &Budget::unlimited(), &mut sink, &mut |event, _| {
        if let Event::Answer { answer, .. } = event {
            answers.push(answer.to_string());
        }
    });
    (session, answers, sink.take())
}

/// Makes a call of the program that reads as a sentence: `puzzled("check
/// a.puzzle").file("a.puzzle", text).run().code(1)`.
pub fn puzzled(arguments: &str) -> Call {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("puzzled-test-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    Call {
        arguments: arguments.split_whitespace().map(String::from).collect(),
        folder,
        input: None,
        variables: Vec::new(),
    }
}

/// A call that is being put together. Its folder is removed with it.
pub struct Call {
    arguments: Vec<String>,
    folder: PathBuf,
    input: Option<Vec<u8>>,
    variables: Vec<(String, String)>,
}

impl Drop for Call {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Call {
    /// Adds an argument, which may have spaces.
    pub fn argument(mut self, argument: impl Into<String>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Writes a file in the folder of the call.
    pub fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).expect("a folder can be made");
        }
        std::fs::write(path, content).expect("a file can be written");
        self
    }

    /// Makes a folder in the folder of the call.
    pub fn folder(self, name: &str) -> Self {
        std::fs::create_dir_all(self.folder.join(name)).expect("a folder can be made");
        self
    }

    /// Returns the path of a file in the folder of the call.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Sets the text on standard input.
    pub fn input(mut self, input: impl AsRef<[u8]>) -> Self {
        self.input = Some(input.as_ref().to_vec());
        self
    }

    /// Sets an environment variable.
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// Returns the command, ready to be started.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzled"));
        command.args(&self.arguments).current_dir(&self.folder);
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "LC_ALL", "LC_CTYPE", "LANG"] {
            command.env_remove(name);
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs it to its end.
    pub fn run(self) -> Ended {
        let mut command = self.command();
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.stdin(if self.input.is_some() { Stdio::piped() } else { Stdio::null() });
        let mut child = command.spawn().expect("the program starts");
        let writer = self.input.clone().map(|input| {
            let mut pipe = child.stdin.take().expect("standard input is piped");
            std::thread::spawn(move || {
                let _ = pipe.write_all(&input); // the program may close it early
            })
        });
        let output = child.wait_with_output().expect("the program ends");
        if let Some(writer) = writer {
            writer.join().expect("the writer does not panic");
        }
        Ended { output, call: self }
    }
}

/// A call that has ended.
pub struct Ended {
    output: std::process::Output,
    call: Call,
}

impl Ended {
    /// Returns standard output.
    pub fn out(&self) -> String {
        String::from_utf8(self.output.stdout.clone()).expect("standard output is UTF-8")
    }

    /// Returns standard error.
    pub fn err(&self) -> String {
        String::from_utf8(self.output.stderr.clone()).expect("standard error is UTF-8")
    }

    /// Returns the exit code.
    pub fn status(&self) -> Option<i32> {
        self.output.status.code()
    }

    /// Returns the path of a file in the folder of the call.
    pub fn path(&self, name: &str) -> PathBuf {
        self.call.path(name)
    }

    /// Returns a file of the call's folder, as it is now.
    pub fn content(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.call.folder.join(name)).expect("the file is there")
    }

    /// Returns a file of the call's folder as a text.
    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.content(name)).expect("the file is UTF-8")
    }

    /// Holds the exit code.
    pub fn code(self, code: i32) -> Self {
        assert_eq!(
            self.output.status.code(),
            Some(code),
            "puzzled {}\nout: {}\nerr: {}",
            self.call.arguments.join(" "),
            String::from_utf8_lossy(&self.output.stdout),
            String::from_utf8_lossy(&self.output.stderr),
        );
        self
    }

    /// Holds the whole of standard output.
    pub fn stdout(self, text: &str) -> Self {
        assert_eq!(self.out(), text, "standard output; standard error: {}", self.err());
        self
    }

    /// Holds the whole of standard error.
    pub fn stderr(self, text: &str) -> Self {
        assert_eq!(self.err(), text, "standard error");
        self
    }

    /// Holds that a text stands somewhere on standard error.
    pub fn complains(self, text: &str) -> Self {
        assert!(self.err().contains(text), "`{text}` is missing in: {}", self.err());
        self
    }

    /// Holds that a text stands somewhere on standard output.
    pub fn says(self, text: &str) -> Self {
        assert!(self.out().contains(text), "`{text}` is missing in: {}", self.out());
        self
    }
}
