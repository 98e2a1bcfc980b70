//! Holds the manual (`docs/src/`) and the README: every document in them runs and gets the answers
//! that stand beside it, every transcript comes out as shown, every link leads somewhere, and the
//! generated pages are current. `BLESS=1 cargo test --test it book` writes what is shown again. The
//! sessions of the interactive prompt are recorded by `BLESS=1 cargo test --lib tour`.
//!
//! The first word after a fence says what the block is:
//!
//! * `puzzle [FILE]`: a document without a diagnostic whose expectations hold.
//! * `puzzle wrong [solve] [FILE]`: a document with diagnostics; `message`, the next block, shows them.
//!   With a name and without a `message`, a transcript shows them.
//! * `console [needs=PROGRAM]`: a transcript, left out with a word where the program is missing. `$ ` begins a line for the shell, `> ` continues it; a line `…` in the
//!   output stands for any lines.
//! * `prompt`: a session of the interactive prompt.
//! * anything else is shown only, and is kept as a file for the transcripts below it if it has a name
//!   (`text boards.txt`, `make file=Makefile`).

mod embed;
pub(crate) mod fences;
mod generated;
#[path = "../../kinds/outside.rs"]
mod kinds;
mod links;
mod topics;
mod uses;
mod version;

use std::io::Write;
use std::path::{Path, PathBuf};

use puzzled::render::{Human, Look};
use puzzled::text::Source;

use crate::common::{diagnostics, files, paths, puzzled, root, run_document, shown_path};
use fences::{Fence, fences, replaced};

/// Blocks that are only shown.
const SHOWN: &[&str] = &[
    "text", "sh", "python", "ebnf", "json", "toml", "yaml", "make", "rust", "lua", "lisp", "csv",
    "svg", "ts",
];

/// Returns whether the examples are to be written again.
fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// Returns the hand-written pages of the manual.
fn chapters() -> Vec<PathBuf> {
    let mut pages = files("docs/src");
    pages.retain(|path| {
        path.extension().is_some_and(|ending| ending == "md")
            && !shown_path(path).contains("/generated/")
    });
    pages
}

/// Returns every page whose examples run.
fn pages() -> Vec<PathBuf> {
    let mut pages = chapters();
    pages.extend(["README.md", "examples/README.md"].map(|name| root().join(name)));
    pages
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}", shown_path(path)))
        .replace("\r\n", "\n")
}

/// Returns the text of the block that a page keeps as a file of this name.
pub(crate) fn block(page: &str, name: &str) -> String {
    let text = read(&root().join(page));
    let fence = fences(&text).into_iter().find(|fence| fence.file() == Some(name));
    let fence = fence.unwrap_or_else(|| panic!("{page} has no block `{name}`"));
    text[fence.body].to_owned()
}

/// A page while its examples run: its folder, and what they show that the page does not.
struct Run<'a> {
    path: &'a Path,
    page: &'a str,
    folder: tempfile::TempDir,
    /// The exit code of the last line for the shell.
    last: i32,
    bodies: Vec<(std::ops::Range<usize>, String)>,
    faults: Vec<String>,
}

impl Run<'_> {
    fn text(&self, fence: &Fence) -> String {
        self.page[fence.body.clone()].to_owned()
    }

    fn fault(&mut self, fence: &Fence, reason: &str) {
        self.faults.push(format!("{}:{}: {reason}", shown_path(self.path), fence.line));
    }

    /// Notes what a block should show.
    fn shows(&mut self, fence: &Fence, actual: &str) {
        let shown = &self.page[fence.body.clone()];
        if bless() {
            self.bodies.push((fence.body.clone(), actual.to_owned()));
        } else if shown != actual {
            self.fault(fence, &format!("shown:\n{shown}\nfound:\n{actual}"));
        }
    }

    fn document(&mut self, fence: &Fence) {
        let text = self.text(fence);
        let (_, _, diagnostics) = run_document(&text);
        if diagnostics.is_empty() {
            return;
        }
        if bless() && paths(&diagnostics).iter().all(|path| *path == "expectation::wrong") {
            let end = puzzled("test --bless a.puzzle").file("a.puzzle", &text).run();
            let text = end.text("a.puzzle");
            self.shows(fence, &text);
        } else {
            let drawings = drawn(&name(fence), &text, "run");
            self.fault(fence, &drawings);
        }
    }

    fn wrong(&mut self, fence: &Fence, next: Option<&Fence>) {
        let text = self.text(fence);
        let how = if fence.is("solve") { "solve" } else { "run" };
        match next.filter(|next| next.what() == "message") {
            Some(next) => {
                let drawings = drawn(&name(fence), &text, how);
                self.shows(next, &drawings);
            }
            None if fence.file().is_none() => self.fault(fence, "no message follows"),
            None => {}
        }
    }

    fn keep(&mut self, fence: &Fence) {
        let Some(file) = fence.file() else { return };
        let path = self.folder.path().join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, self.text(fence)).expect("a file can be written");
    }

    fn transcript(&mut self, fence: &Fence) {
        let shown = self.text(fence);
        let mut actual = String::new();
        let mut lines = shown.lines().peekable();

        while let Some(line) = lines.next() {
            let Some(first) = line.strip_prefix("$ ") else {
                self.fault(fence, &format!("expected `$ `, found `{line}`"));
                return;
            };
            actual += &format!("{line}\n");
            let mut command = first.to_owned();
            while let Some(next) = lines.next_if(|line| line.starts_with("> ") || *line == ">") {
                actual += &format!("{next}\n");
                command += &format!("\n{}", next[1..].strip_prefix(' ').unwrap_or_default());
            }
            let mut expected = Vec::new();
            while let Some(next) = lines.next_if(|line| !line.starts_with("$ ")) {
                expected.push(next);
            }
            let output = self.shell(&command);
            let real: Vec<_> = output.lines().map(str::trim_end).collect();
            let agreed = agrees(&expected, &real);
            for line in if agreed { &expected } else { &real } {
                actual += &format!("{line}\n");
            }
        }

        self.shows(fence, &actual);
    }

    /// Returns what a line for the shell prints on both streams.
    fn shell(&mut self, command: &str) -> String {
        let binary = Path::new(env!("CARGO_BIN_EXE_puzzled"));
        let folder = binary.parent().expect("the program lies in a folder");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
        let script = format!("exec 2>&1; (exit {})\n{command}\n", self.last);
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(self.folder.path())
            .env("PATH", std::env::join_paths(folders).expect("a path"))
            .env("HOME", self.folder.path().join(".home"))
            .envs([("XDG_CONFIG_HOME", ""), ("XDG_STATE_HOME", ""), ("XDG_DATA_HOME", "")])
            .envs([("NO_COLOR", "1"), ("COLUMNS", "80"), ("LC_ALL", "C.UTF-8")])
            .stdin(std::process::Stdio::null())
            .output()
            .expect("there is a shell");
        self.last = output.status.code().unwrap_or(1);
        String::from_utf8(output.stdout).expect("the output is UTF-8")
    }
}

/// Returns the program that a transcript needs, if it is not installed.
fn missing(fence: &Fence) -> Option<&str> {
    let program = fence.info.split_whitespace().find_map(|word| word.strip_prefix("needs="))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_installed = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    (!is_installed).then_some(program)
}

/// Returns whether lines are as expected; `…` alone means any lines.
fn agrees(expected: &[&str], lines: &[&str]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((&"…", rest)) => (0..=lines.len()).any(|skip| agrees(rest, &lines[skip..])),
        Some((line, rest)) => {
            lines.split_first().is_some_and(|(first, others)| line == first && agrees(rest, others))
        }
    }
}

fn name(fence: &Fence) -> String {
    fence.file().unwrap_or("example.puzzle").to_owned()
}

/// Returns the drawings of the diagnostics of a document.
fn drawn(name: &str, text: &str, how: &str) -> String {
    let source = Source::new(name, text);
    let human = Human::new(Look::default());
    let mut drawings = Vec::new();
    for diagnostic in diagnostics(&source, how) {
        let lines: Vec<_> = human
            .draw(&source, &diagnostic)
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect();
        drawings.push(lines.join("\n").trim_end().to_owned());
    }
    drawings.join("\n\n") + "\n"
}

/// Runs the examples of a page; returns what is wrong with them.
fn run(path: &Path) -> Vec<String> {
    let page = read(path);
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    #[cfg(unix)]
    for shared in ["examples", "docs", "editors"] {
        std::os::unix::fs::symlink(root().join(shared), folder.path().join(shared))
            .expect("a link can be made");
    }
    let mut run = Run { path, page: &page, folder, last: 0, bodies: vec![], faults: vec![] };

    // The examples of generated parts are those of `help` and `explain`, which have tests of their own.
    let generated = generated::parts(&page);
    let mut fences = fences(&page);
    fences.retain(|fence| !generated.iter().any(|(_, part)| part.contains(&fence.body.start)));

    for (index, fence) in fences.iter().enumerate() {
        match fence.what() {
            "puzzle" if fence.is("wrong") => run.wrong(fence, fences.get(index + 1)),
            "puzzle" => run.document(fence),
            "message" => {
                let before = index.checked_sub(1).map(|before| &fences[before]);
                if !before.is_some_and(|before| before.what() == "puzzle" && before.is("wrong")) {
                    run.fault(fence, "no wrong document stands before this message");
                }
            }
            "console" if cfg!(target_os = "linux") => match missing(fence) {
                None => run.transcript(fence),
                Some(program) => {
                    let place = format!("{}:{}", shown_path(path), fence.line);
                    let _ = writeln!(std::io::stderr(), "{place} is left out: no `{program}`");
                }
            },
            "console" | "prompt" => {}
            what if SHOWN.contains(&what) => {}
            what => run.fault(fence, &format!("unknown block `{what}`")),
        }
        run.keep(fence);
    }

    if bless() && !run.bodies.is_empty() {
        let text = replaced(&page, std::mem::take(&mut run.bodies));
        if text != page {
            std::fs::write(path, text).expect("the page can be written");
        }
    }
    run.faults
}

#[test]
fn examples_run_as_shown() {
    std::sync::LazyLock::force(&generated::STALE);
    let pages = pages();
    let mut faults = Vec::new();
    // The searches of the pages are independent, and the transcripts wait for processes.
    std::thread::scope(|scope| {
        let (left, right) = pages.split_at(pages.len() / 2);
        let run_all = |part: &[PathBuf]| part.iter().flat_map(|path| run(path)).collect::<Vec<_>>();
        let other = scope.spawn(move || run_all(left));
        faults.extend(run_all(right));
        faults.extend(other.join().expect("the pages run"));
    });
    assert!(faults.is_empty(), "BLESS=1 accepts what can be accepted:\n{}", faults.join("\n"));
}

#[test]
fn a_wrong_page_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("page.md");
    let page = "```puzzle\nmatrix m { 1 2 / 3 4 }\nring 0 => 9\n```\n\n\
                ```puzzle wrong\nmatrix m { 1 2 / 3 }\n```\n\n```message\nanything\n```\n\n\
                ```console\n$ echo one\ntwo\n$ false\n$ echo $?\n0\n```\n\n```nonsense\n```\n";
    std::fs::write(&path, page).expect("a page can be written");
    if bless() {
        return;
    }
    let faults = run(&path);
    let lines: Vec<_> = faults
        .iter()
        .filter_map(|fault| fault.rsplit("page.md:").next()?.split(':').next())
        .collect();
    let expected: &[&str] =
        if cfg!(target_os = "linux") { &["1", "10", "14", "22"] } else { &["1", "10", "22"] };
    assert_eq!(lines, expected, "{}", faults.join("\n"));
}

#[test]
fn the_page_of_the_command_line_names_every_command() {
    let page = read(&root().join("docs/src/command-line.md"));
    let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| `puzzled")).collect();
    let command = puzzled::cli::command();
    let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    for name in shown.map(clap::Command::get_name) {
        let call = format!("`puzzled {name}");
        assert!(
            rows.iter().any(|row| row.contains(&call)),
            "docs/src/command-line.md lacks {call}"
        );
    }
}
