//! Opens any input as puzzles: a document as it is, a text from outside as the document that declares
//! its puzzles.

use std::collections::BTreeSet;
use std::path::Path;

use super::{InputError, InputFile, is_stdin, name, read_file, shown};
use crate::diag::{Diagnostic, Severity, Sink, among, counted};
use crate::exchange::{self, Options, outside};
use crate::kinds::KINDS;
use crate::puzzle::{Body, Info, Out};
use crate::render::short;
use crate::search::Cancel;
use crate::session;
use crate::syntax::{BOM, Kinds as _, Statement, after_comments, declares};
use crate::text::Source;

/// The number of diagnostics shown for a text from outside; the others are counted.
pub(crate) const FOREIGN: usize = 20;

/// The caller's options for inputs that are not documents.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RawOptions<'a> {
    /// The kind of `--as`.
    pub kind: Option<&'a str>,
    /// The goal of `--goal`.
    pub goal: Option<&'a str>,
    /// The level of `--level`, from 1.
    pub level: Option<usize>,
    /// The flag that stops the reading.
    pub cancel: Option<&'a Cancel>,
}

/// The form in which an input is read.
#[derive(Clone, Copy)]
pub(crate) enum ReadAs {
    /// The input is a document.
    Document,
    /// The input is a text from outside, of that kind.
    Outside(&'static Info),
    /// The input is JSON, which names the kinds of its puzzles.
    Json,
}

/// An input of which is known how it is read.
pub(crate) struct Recognized {
    /// The form of the input.
    pub how: ReadAs,
    /// Its text, if that had to be read to know it.
    source: Option<Source>,
}

/// An input as a document.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The document; `None` if a text from outside holds no puzzle.
    pub source: Option<Source>,
    /// The text from outside that it was made of, and its diagnostics.
    pub made_of: Option<(Source, Vec<Diagnostic>)>,
    /// A remark on how that text was read, if the user should know.
    pub remark: Option<&'static str>,
    /// The line that says what the text was read as, if no kind was named.
    pub reading: Option<String>,
    /// The number of its puzzles, if it was made of a text from outside.
    pub puzzles: usize,
}

/// Decides how an input is read: as the kind that the caller names; as a document by its name or its
/// first lines; else as a text from outside of the kind that it fits.
///
/// # Errors
/// When it cannot be read; when it fits no kind; when `--goal` is given, but it cannot be one that
/// it is for, or its kind has no such goal.
pub(crate) fn recognize<'a>(
    file: impl Into<InputFile<'a>>,
    raw: RawOptions<'_>,
) -> Result<Recognized, InputError> {
    let file = file.into();
    let recognized = recognize_file(file, raw.kind)?;
    let has_levels = matches!(recognized.how, ReadAs::Outside(kind) if kind.is_whole_text());
    if raw.level.is_some() && !has_levels {
        return Err(InputError::Level(shown(file.path)));
    }
    let Some(goal) = raw.goal else { return Ok(recognized) };
    match recognized.how {
        ReadAs::Document => return Err(no_goal(file.path)),
        ReadAs::Outside(kind) => check_goal(file.path, kind, goal)?,
        ReadAs::Json => {} // its puzzles decide
    }
    Ok(recognized)
}

/// Checks that raw input of a kind can have a goal that its caller names.
///
/// # Errors
/// It always states its goal, or there is no such goal.
pub(crate) fn check_goal(path: &Path, kind: &Info, goal: &str) -> Result<(), InputError> {
    let open = kind.raw_goal.ok_or_else(|| no_goal(path))?;
    open.check(goal).map_err(InputError::UnknownGoal)
}

/// Returns the error that refuses `--goal`.
fn no_goal(path: &Path) -> InputError {
    let kinds = KINDS.iter().filter(|kind| kind.raw_goal.is_some()).map(|kind| kind.name);
    InputError::Goal { name: shown(path), kinds: among(kinds) }
}

fn recognize_file(file: InputFile<'_>, kind: Option<&str>) -> Result<Recognized, InputError> {
    let path = file.path;
    if let Some(kind) = kind.and_then(|name| KINDS.kind(name)) {
        return Ok(Recognized { how: ReadAs::Outside(kind), source: None });
    }
    if path.extension().is_some_and(|ending| ending == "puzzle") {
        return Ok(Recognized { how: ReadAs::Document, source: None });
    }
    if let Some(kind) = whole_text_by_ending(path) {
        return Ok(Recognized { how: ReadAs::Outside(kind), source: None });
    }
    let source = match read_file(file) {
        Err(error) => written(path).ok_or(error)?,
        Ok(source) => source,
    };
    let how = recognize_text(&source, is_stdin(path));
    let how = how.ok_or_else(|| unfit(path, &source))?;
    Ok(Recognized { how, source: Some(source) })
}

/// Returns the kind whose whole texts have the ending of a file.
pub(super) fn whole_text_by_ending(path: &Path) -> Option<&'static Info> {
    let name = name(path);
    KINDS.iter().copied().find(|kind| kind.is_whole_text() && kind.has_ending(&name))
}

/// Returns the endings of the files that hold whole texts.
pub(super) fn whole_text_endings() -> impl Iterator<Item = &'static str> {
    let kinds = KINDS.iter().filter(|kind| kind.is_whole_text());
    kinds.flat_map(|kind| kind.forms).flat_map(|form| form.endings).copied()
}

/// Decides how a text is read. A text that was not named (`is_piped`) may be a document that begins
/// with a command.
fn recognize_text(source: &Source, is_piped: bool) -> Option<ReadAs> {
    let text = source.text();
    if declares(text) || is_blank(text) {
        return Some(ReadAs::Document);
    }
    let format = exchange::by_ending(source.name());
    if exchange::is_json(text) || format.is_some_and(|format| format.kinds.is_empty()) {
        return Some(ReadAs::Json);
    }
    let named = format.and_then(|format| KINDS.kind(format.kinds.first()?));
    if let Some(kind) = named.or_else(|| outside::kind_of(text)) {
        return Some(ReadAs::Outside(kind));
    }
    let is_document = || text.lines().any(declares) || KINDS.resembles(after_comments(text));
    (is_piped && is_document()).then_some(ReadAs::Document)
}

/// Returns whether a text holds nothing.
fn is_blank(text: &str) -> bool {
    text.trim_start_matches(BOM).trim().is_empty()
}

/// Returns the text of an argument that does not name a file: a puzzle on one line.
fn written(argument: &Path) -> Option<Source> {
    let text = argument.to_str().filter(|text| !text.contains(['\n', '\r']))?;
    outside::kind_of(text).map(|_| Source::new("<argument>", text))
}

/// Returns the error of a text that fits no kind.
fn unfit(path: &Path, source: &Source) -> InputError {
    let why = match outside::unfit(source.text()).nearest {
        Some((kind, fault)) => {
            let mut why = format!("; read as {}:\n{}", kind.name, short(source, &fault));
            why.extend(fault.help.iter().map(|help| format!("help: {help}\n")));
            why + &format!("`--as {}` shows all of it", kind.name)
        }
        None => {
            format!("; `--as KIND` names its kind. A text of each:\n{}", outside::examples())
        }
    };
    InputError::Unfit { name: shown(path), why }
}

impl Recognized {
    /// Returns the text.
    ///
    /// # Errors
    /// Fails like [`read_file`].
    pub(crate) fn into_source<'a>(
        self,
        file: impl Into<InputFile<'a>>,
    ) -> Result<Source, InputError> {
        self.source.map_or_else(|| read_file(file), Ok)
    }

    /// Returns whether it has statements: a document, or a text that is a puzzle by itself, whose comments
    /// hold them.
    pub(crate) fn has_statements(&self, file: &Path) -> bool {
        let ReadAs::Outside(kind) = self.how else { return true };
        let is_whole =
            |source: &Source| KINDS.whole_text(source.name(), source.text()) == Some(kind.name);
        kind.is_whole_text()
            && (kind.has_ending(&name(file)) || self.source.as_ref().is_some_and(is_whole))
    }

    /// Returns whether it holds nothing.
    pub(crate) fn is_blank(&self) -> bool {
        self.source.as_ref().is_some_and(|source| is_blank(source.text()))
    }

    /// Returns whether it was read as a single puzzle.
    pub(crate) fn is_single(&self) -> bool {
        let (ReadAs::Outside(kind), Some(source)) = (self.how, &self.source) else { return false };
        let is_list = (kind.streams)(source.text());
        let count = |board: &outside::Board| (kind.entries)(board.source.text()).len().max(1);
        let boards = outside::boards(source, kind, &Options::default());
        (!is_list || source.text().trim().lines().count() == 1)
            && boards.iter().map(count).sum::<usize>() == 1
    }

    /// Returns the text if it was read already.
    pub(crate) fn into_read(self) -> Option<Source> {
        self.source
    }

    /// Returns the line that says what a text was read as, if no kind was named.
    pub(crate) fn reading(&self, file: &Path) -> Option<String> {
        let (ReadAs::Outside(kind), Some(source)) = (self.how, &self.source) else { return None };
        if (kind.streams)(source.text()) {
            return Some(reading(file, source, kind, (kind.entries)(source.text()).len()));
        }
        let boards = outside::boards(source, kind, &Options::default());
        Some(reading(file, source, kind, boards.len()))
    }

    /// Returns the document.
    ///
    /// # Errors
    /// Fails like [`read_file`], and if a goal is named for JSON that holds no puzzle with such a
    /// goal.
    pub(crate) fn open<'a>(
        self,
        file: impl Into<InputFile<'a>>,
        raw: RawOptions<'_>,
    ) -> Result<Opened, InputError> {
        self.open_among(file, raw, &mut BTreeSet::new())
    }

    /// Returns the document; the names of its puzzles are not in `taken`, which grows.
    ///
    /// # Errors
    /// Fails like [`Recognized::open`].
    pub(crate) fn open_among<'a>(
        self,
        file: impl Into<InputFile<'a>>,
        raw: RawOptions<'_>,
        taken: &mut BTreeSet<String>,
    ) -> Result<Opened, InputError> {
        let file = file.into();
        let how = self.how;
        let is_read = self.source.is_some();
        let source = self.into_source(file)?;
        let kind = match how {
            ReadAs::Document => return Ok(Opened::of(source)),
            ReadAs::Outside(kind) => Some(kind),
            ReadAs::Json => None,
        };
        let options = Options { kind: kind.map(|kind| kind.name), ..raw.options() };
        let mut opened = import(file.path, source, &options, taken)?;
        if let (Some(kind), Some((source, _)), true) = (kind, &opened.made_of, is_read) {
            opened.reading = Some(reading(file.path, source, kind, opened.puzzles));
        }
        Ok(opened)
    }
}

/// Returns the line that says as which kind a text was read.
fn reading(file: &Path, source: &Source, kind: &'static Info, puzzles: usize) -> String {
    let name = if file.as_os_str() == source.name() { shown(file) } else { shown(source.name()) };
    let kind = kind.name;
    match puzzles {
        0 | 1 => format!("{name}: read as {kind}"),
        _ => format!("{name}: read as {kind}, {}", counted(puzzles, "puzzle")),
    }
}

/// Reads an input as a document.
///
/// # Errors
/// Fails like [`recognize`] and [`read_file`].
pub(crate) fn open_document<'a>(
    file: impl Into<InputFile<'a>>,
    raw: RawOptions<'_>,
) -> Result<Opened, InputError> {
    let file = InputFile { cancel: raw.cancel, ..file.into() };
    recognize(file, raw)?.open(file, raw)
}

impl<'a> RawOptions<'a> {
    fn options(self) -> Options<'a> {
        Options { kind: self.kind, goal: self.goal, cancel: self.cancel, ..Options::default() }
    }
}

impl Opened {
    /// Returns the diagnostics of the text that the document made of it does not repeat: its declarations
    /// get most warnings and advice of their kind again.
    pub(crate) fn unrepeated(&self) -> Vec<Diagnostic> {
        let mut faults =
            self.made_of.as_ref().map(|(_, faults)| faults.clone()).unwrap_or_default();
        let is_minor = |fault: &Diagnostic| fault.severity() != Severity::Error;
        if let Some(document) = self.source.as_ref().filter(|_| faults.iter().any(is_minor)) {
            let repeated = of_declarations(document);
            faults.retain(|fault| !is_minor(fault) || !repeated.contains(fault.code.path));
        }
        faults
    }

    /// Returns a document that was made of no other text.
    pub(crate) fn of(source: Source) -> Self {
        Self { source: Some(source), made_of: None, remark: None, reading: None, puzzles: 0 }
    }
}

/// Returns the codes of the diagnostics that the declarations of a document get.
fn of_declarations(document: &Source) -> BTreeSet<&'static str> {
    let mut sink = Sink::new();
    let read = session::read(document, true, &mut Sink::new());
    for statement in &read.statements {
        if let Statement::Declaration(declaration) = statement
            && let Some(kind) = KINDS.kind(declaration.kind_word(document))
        {
            kind.read(&Body::of(document.text(), declaration), &mut Out::new(&mut sink));
        }
    }
    sink.diagnostics().iter().map(|fault| fault.code.path).collect()
}

/// Makes a document of a text from outside. `taken` are the names of puzzles in use, and grows.
///
/// # Errors
/// When a goal is named, but the text holds only puzzles whose goal cannot be named so, or there is no
/// such goal.
pub(crate) fn import(
    path: &Path,
    source: Source,
    options: &Options<'_>,
    taken: &mut BTreeSet<String>,
) -> Result<Opened, InputError> {
    let named = options.format.and_then(|format| format.kinds.first().copied()).or(options.kind);
    if let (Some(kind), Some(goal)) = (named.and_then(|name| KINDS.kind(name)), options.goal) {
        check_goal(path, kind, goal)?;
    }
    let mut sink = Sink::new();
    let pieces = exchange::read(&source, options, &mut sink);
    // In JSON each puzzle names its kind: one of them can have that goal.
    if let (Some(goal), None, false) = (options.goal, named, pieces.is_empty()) {
        let kinds = pieces.iter().filter_map(|piece| KINDS.kind(&piece.kind));
        let mut checked = kinds.map(|kind| check_goal(path, kind, goal)).collect::<Vec<_>>();
        if checked.iter().all(Result::is_err) {
            checked.swap_remove(0)?;
        }
    }

    let stem = match path.file_stem() {
        Some(stem) if !is_stdin(path) && source.name() == name(path) => name(stem),
        _ => String::new(),
    };
    let made = (!pieces.is_empty()).then(|| {
        let text = exchange::document(&pieces, &stem, taken);
        Source::new(format!("{}, imported", source.name()), text)
    });

    let remark = sink.take_remark();
    let made_of = Some((source, sink.take()));
    let puzzles = pieces.len();
    Ok(Opened { source: made, made_of, remark, reading: None, puzzles })
}
