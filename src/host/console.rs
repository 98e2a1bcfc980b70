//! The two streams: answers to standard output, everything else to standard error.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use indicatif::ProgressBar;

use super::exit::Exit;
use super::input::{Endings, PassedOver, Picked, Selection, Unfit, is_binary, read_file, shown};
use super::live_line::LiveLine;
use super::open::{whole_text_by_ending, whole_text_endings};
use super::output::{output, text_output};
use crate::diag::{Diagnostic, Severity, counted};
use crate::render::{Human, Look, Paint, one_line, sanitize, short};
use crate::text::Source;

/// The choice when to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The properties of the standard streams, with methods that write to them.
#[derive(Debug)]
pub(crate) struct Console {
    width: Option<usize>,
    color_err: bool,
    color_out: bool,
    unicode: bool,
    /// True if a remark was made ([`Console::remark`]).
    remarked: AtomicBool,
}

/// Counts of diagnostics shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Pieces of advice.
    pub advice: usize,
}

impl Count {
    /// Counts one diagnostic.
    pub(crate) fn add(&mut self, diagnostic: &Diagnostic) {
        match diagnostic.severity() {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Advice => self.advice += 1,
        }
    }

    /// Returns the counts in words, such as `2 errors and 1 warning`; empty if nothing was counted.
    pub(crate) fn words(&self) -> String {
        let count = |count: usize, word| (count > 0).then(|| counted(count as u64, word));
        let advice = (self.advice > 0).then(|| format!("{} advice", self.advice));
        let parts = [count(self.errors, "error"), count(self.warnings, "warning"), advice];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        match parts.split_last() {
            None => String::new(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }
}

impl Console {
    /// Looks at the streams and the environment; drawings have the given width, if any.
    pub(crate) fn new(when: When, width: Option<usize>) -> Self {
        Self {
            width,
            color_err: color(when, io::stderr().is_terminal()),
            color_out: color(when, io::stdout().is_terminal()),
            unicode: unicode(),
            remarked: AtomicBool::new(false),
        }
    }

    /// Returns the renderer of diagnostics for standard output (`out`), if they are the answer of
    /// the command, or for standard error. Asks for the width of the window each time, because it
    /// may change.
    fn human(&self, out: bool) -> Human {
        let (terminal, color) = match out {
            true => (io::stdout().is_terminal().then(console::Term::stdout), self.color_out),
            false => (io::stderr().is_terminal().then(console::Term::stderr), self.color_err),
        };
        let width = self.width.unwrap_or_else(|| report_width(terminal.as_ref()));
        Human::new(Look { color, unicode: self.unicode, width })
    }

    /// Returns the colors, characters and size that pictures on standard output may use.
    pub(crate) fn paint(&self) -> Paint {
        Paint {
            color: self.color_out,
            unicode: self.unicode,
            width: self.width.unwrap_or_else(picture_width),
            height: usize::MAX,
        }
    }

    /// Returns whether standard error is a terminal, so that a person may be watching.
    pub(crate) fn watched(&self) -> bool {
        io::stderr().is_terminal()
    }

    /// Writes an answer to standard output.
    pub(crate) fn print(&self, text: &str) {
        let mut out = text_output();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    /// Writes an answer to standard output that may hold colors, and whose control sequences were
    /// escaped when it was drawn.
    pub(crate) fn print_painted(&self, text: &str) {
        let mut out = output();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    /// Returns the live line of a command that Ctrl-C stops; `None` if standard error is not a
    /// terminal.
    pub(crate) fn live_line(&self) -> Option<&'static LiveLine> {
        self.watched().then(|| LiveLine::of_process("Ctrl-C stops"))
    }

    /// Writes at most `limit` diagnostics to standard error, then how many more there are.
    pub(crate) fn report(
        &self,
        source: &Source,
        diagnostics: &[Diagnostic],
        limit: usize,
        brief: bool,
    ) {
        self.say_painted(&listed(&self.human(false), source, diagnostics, limit, brief));
    }

    /// Returns how many rows of the window the drawings of diagnostics on standard error fill.
    pub(crate) fn report_rows(&self, source: &Source, diagnostics: &[Diagnostic]) -> usize {
        let human = self.human(false);
        let columns = console::Term::stderr().size().1;
        let rows = |line: &str| {
            console::measure_text_width(line).div_ceil(usize::from(columns).max(1)).max(1)
        };
        diagnostics
            .iter()
            .map(|diagnostic| human.draw(source, diagnostic).lines().map(rows).sum::<usize>())
            .sum()
    }

    /// Returns diagnostics as a text for standard output, like [`Console::report`], for commands
    /// whose answer they are.
    pub(crate) fn listing(
        &self,
        source: &Source,
        diagnostics: &[Diagnostic],
        limit: usize,
        brief: bool,
    ) -> String {
        listed(&self.human(true), source, diagnostics, limit, brief)
    }

    /// Writes to standard error; control sequences are written as escapes.
    pub(crate) fn say(&self, text: &str) {
        self.say_painted(&sanitize(text));
    }

    /// Says on standard error how a raw or foreign text is read, only the first time for all files.
    /// Does nothing without a text.
    pub(crate) fn remark(&self, text: Option<&str>) {
        if let Some(text) = text
            && !self.remarked.swap(true, Ordering::Relaxed)
        {
            self.say(&format!("puzzled: {text}\n"));
        }
    }

    /// Says a line on standard error, if there is one.
    pub(crate) fn note(&self, line: Option<&str>) {
        if let Some(line) = line {
            self.say(&format!("{line}\n"));
        }
    }

    /// Says on standard error why something cannot be done, and returns [`Exit::Unusable`].
    pub(crate) fn refuse(&self, error: impl Display) -> Exit {
        self.say(&format!("puzzled: {error}\n"));
        Exit::Unusable
    }

    /// Returns the documents that a list of paths selects, and the exit code so far:
    /// [`Exit::Unusable`] if a path cannot be read or if there is nothing to read, which is said.
    /// Files that are not texts and that a search of a folder meets are passed over.
    pub(crate) fn walk(&self, paths: &[PathBuf]) -> (Vec<Picked>, Exit) {
        self.pick(paths, &["puzzle"])
    }

    /// Returns the documents and the whole texts that a list of paths selects, like [`Console::walk`].
    pub(crate) fn walk_texts(&self, paths: &[PathBuf]) -> (Vec<Picked>, Exit) {
        let endings: Vec<_> = std::iter::once("puzzle").chain(whole_text_endings()).collect();
        self.pick(paths, &endings)
    }

    /// Returns the files with one of these endings that a list of paths selects, like
    /// [`Console::walk`].
    pub(crate) fn pick(&self, paths: &[PathBuf], endings: &[&str]) -> (Vec<Picked>, Exit) {
        let picked = Selection::of(paths, Endings::Some(endings));
        let Selection { mut files, mut passed_over, errors } = picked;
        files.retain(|file| {
            if file.from_folder && is_binary(&file.path) {
                passed_over.add(Unfit::Binary);
                return false;
            }
            !file.from_folder || !is_other_text(&file.path)
        });
        self.pass_over(passed_over);
        let is_nothing = files.is_empty() && errors.is_empty();
        if is_nothing {
            let folders: Vec<_> = paths.iter().map(shown).collect();
            let folders = folders.join(", ");
            let endings: Vec<_> = endings.iter().map(|ending| format!("`.{ending}`")).collect();
            let endings = endings.join(" or ");
            let other = if passed_over == PassedOver::default() { "" } else { "other " };
            self.say(&format!(
                "puzzled: nothing to read: no {other}file in {folders} ends with {endings}; name the files to read others\n"
            ));
        }
        // A call on nothing, such as on a folder that was moved, must not pass.
        let exit = if is_nothing { Exit::Unusable } else { Exit::Fine };
        (files, errors.iter().fold(exit, |_, error| self.refuse(error)))
    }

    /// Says how many files a search of folders passed over.
    pub(crate) fn pass_over(&self, files: PassedOver) {
        if let Some(words) = files.words() {
            self.say(&format!("puzzled: passed over {words}; name a file to have it read\n"));
        }
    }

    /// Writes text to standard error that may hold colors, and whose control sequences were escaped
    /// when it was drawn. Ignores errors, because a closed stream is not an error of the program.
    pub(crate) fn say_painted(&self, text: &str) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}

/// Returns whether a file has an ending of whole texts, but holds something else: other programs use these
/// endings, too. A file that cannot be read is not passed over, because its reader says why.
fn is_other_text(path: &Path) -> bool {
    whole_text_by_ending(path)
        .is_some_and(|kind| read_file(path).is_ok_and(|source| !(kind.begins)(source.text())))
}

/// Returns a bar that shows how much of a long work is done; it is hidden unless `shown`.
pub(crate) fn progress_bar(shown: bool, length: u64) -> ProgressBar {
    if shown { ProgressBar::new(length) } else { ProgressBar::hidden() }
}

fn listed(
    human: &Human,
    source: &Source,
    diagnostics: &[Diagnostic],
    limit: usize,
    brief: bool,
) -> String {
    let draw =
        |diagnostic| if brief { short(source, diagnostic) } else { human.draw(source, diagnostic) };
    let mut text: String = diagnostics.iter().take(limit).map(draw).collect();
    if diagnostics.len() > limit {
        let more = diagnostics.len() - limit;
        text += &format!("… and {more} more in {} (--limit shows more)\n", one_line(source.name()));
    }
    text
}

/// Returns whether a stream gets colors.
fn color(when: When, terminal: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto if set("NO_COLOR") => false,
        When::Auto if std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        When::Auto => terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// Returns whether the locale shows characters beyond ASCII; true if the environment names no
/// locale.
fn unicode() -> bool {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
        .is_none_or(|locale| {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
}

/// Returns the width of pictures on standard output, in columns: the width of its terminal; if it
/// is not a terminal, `COLUMNS` of the environment, or 100.
fn picture_width() -> usize {
    let term = console::Term::stdout();
    let said = || std::env::var("COLUMNS").ok().and_then(|value| value.parse().ok());
    match term.size_checked() {
        Some((_, columns)) => usize::from(columns),
        None => said().unwrap_or(100),
    }
}

/// Returns the width of diagnostics, in columns: the width of the terminal, but at least 40 and at
/// most 160; 100 without a terminal.
fn report_width(terminal: Option<&console::Term>) -> usize {
    terminal.map_or(100, |terminal| usize::from(terminal.size().1).clamp(40, 160))
}
