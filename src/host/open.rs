//! Opens any file as puzzles: a document as it is, a file of another program as the document that
//! declares its puzzles.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{InputError, InputFile, is_stdin, name, read_file, shown};
use crate::diag::{Diagnostic, Severity, Sink, among};
use crate::exchange::{self, Options, fitting};
use crate::kinds::KINDS;
use crate::puzzle::Kind;
use crate::syntax::parse_name;
use crate::text::Source;

/// The number of diagnostics shown for a file of another program; the others are counted.
pub(crate) const FOREIGN: usize = 20;

/// The caller's options for files that are not documents.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked<'a> {
    /// The kind of `--as`.
    pub kind: Option<&'a str>,
    /// The label of `--goal`.
    pub goal: Option<&'a str>,
    /// True if a text that fits exactly one kind is read as that kind.
    pub guess: bool,
}

/// The format in which a file is read.
#[derive(Clone, Copy)]
pub(crate) enum ReadAs {
    /// As a document.
    Document,
    /// As raw input of that kind: a list or a drawing that another program wrote.
    Raw(&'static dyn Kind),
    /// As a file of another program that names the kinds of its puzzles.
    Import,
}

/// A file as a document.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The document; `None` if a file of another program holds no puzzle.
    pub source: Option<Source>,
    /// The file of another program that it was made of, and its diagnostics.
    pub made_of: Option<(Source, Vec<Diagnostic>)>,
    /// A remark on how that file was read, if the user should know.
    pub remark: Option<&'static str>,
    /// The kind whose raw input the file was taken for, because its text fits no other kind.
    pub guessed: Option<&'static str>,
}

/// Decides how a file is read. Without `--as` a text that starts with a declaration is a document,
/// even under another file name; an input that cannot be read twice, such as a pipe, is read as a
/// document.
///
/// # Errors
/// When neither its name nor its text decides: the message names the kinds that the text would fit.
/// When `--goal` is given, but the file cannot be one that it is for.
pub(crate) fn read_as<'a>(
    file: impl Into<InputFile<'a>>,
    asked: Asked<'_>,
) -> Result<ReadAs, InputError> {
    let file = file.into();
    let how = read_how(file, asked.kind)?;
    let able = match how {
        ReadAs::Document => false,
        ReadAs::Raw(kind) => takes_goal(kind.info().name),
        ReadAs::Import => true, // its puzzles decide
    };
    if asked.goal.is_some() && !able {
        return Err(no_goal(file.path));
    }
    Ok(how)
}

/// Returns whether `--goal` is for raw input of a kind.
fn takes_goal(kind: &str) -> bool {
    KINDS.kind(kind).is_some_and(|kind| kind.info().raw_goal.is_some())
}

/// Returns the error that refuses `--goal`.
pub(crate) fn no_goal(path: &Path) -> InputError {
    let kinds = KINDS.names().into_iter().filter(|kind| takes_goal(kind));
    InputError::Goal { name: shown(path), kinds: among(kinds) }
}

fn read_how(file: InputFile<'_>, kind: Option<&str>) -> Result<ReadAs, InputError> {
    let path = file.path;
    if let Some(kind) = kind.and_then(|name| KINDS.kind(name)) {
        return Ok(ReadAs::Raw(kind));
    }
    let named = path.extension().is_some_and(|ending| ending == "puzzle");
    let regular = || fs::metadata(path).map_or(true, |data| data.is_file() || data.is_dir());
    if named || is_stdin(path) || !regular() {
        return Ok(ReadAs::Document);
    }
    let source = read_file(file)?;
    if declares(source.text()) {
        return Ok(ReadAs::Document);
    }
    match exchange::by_ending(source.name()) {
        Some(format) => Ok(match format.kinds {
            [kind] => KINDS.kind(kind).map_or(ReadAs::Import, ReadAs::Raw),
            _ => ReadAs::Import,
        }),
        None => Err(not_a_document(path, source.text())),
    }
}

/// Reads a file as a document.
///
/// # Errors
/// As [`read_file`] and [`read_as`].
pub(crate) fn open_document<'a>(
    file: impl Into<InputFile<'a>>,
    asked: Asked<'_>,
) -> Result<Opened, InputError> {
    let file = file.into();
    let path = file.path;
    let how = match asked.kind {
        Some(_) => Ok(ReadAs::Import),
        None => read_as(file, asked),
    };
    let source = read_file(file)?;
    let how = match how {
        Err(InputError::NotADocument { .. }) if asked.guess => match single(fitting(source.text()))
        {
            Some(kind) => {
                let options = Options { kind: Some(kind), ..asked.options() };
                let opened = import(path, source, &options, &mut BTreeSet::new())?;
                return Ok(Opened { guessed: Some(kind), ..opened });
            }
            None => return Err(not_a_document(path, source.text())),
        },
        how => how?,
    };
    let options = match how {
        ReadAs::Document if is_stdin(path) && is_raw(source.text()) => {
            return Err(not_a_document(path, source.text()));
        }
        ReadAs::Document => return Ok(Opened::of(source)),
        ReadAs::Raw(kind) => Options { kind: Some(kind.info().name), ..asked.options() },
        ReadAs::Import => asked.options(),
    };
    import(path, source, &options, &mut BTreeSet::new())
}

impl<'a> Asked<'a> {
    fn options(self) -> Options<'a> {
        Options { kind: self.kind, goal: self.goal, ..Options::default() }
    }
}

impl Opened {
    /// Returns the diagnostics of the file that the document made of it does not repeat: a declaration
    /// gets the warnings and advice of its kind again.
    pub(crate) fn unrepeated(&self) -> Vec<Diagnostic> {
        let mut found = self.made_of.as_ref().map(|(_, found)| found.clone()).unwrap_or_default();
        let of_a_kind =
            |one: &Diagnostic| KINDS.iter().any(|kind| kind.info().codes.contains(&one.code));
        if self.source.is_some() {
            found.retain(|one| one.severity() == Severity::Error || !of_a_kind(one));
        }
        found
    }

    /// Returns a document that was made of no other file.
    pub(crate) fn of(source: Source) -> Self {
        Self { source: Some(source), made_of: None, remark: None, guessed: None }
    }
}

/// Makes a document of a text of another program. `taken` are the names of puzzles in use, and grows.
///
/// # Errors
/// When a goal is named, but the text holds only puzzles whose goal cannot be named so.
pub(crate) fn import(
    path: &Path,
    source: Source,
    options: &Options<'_>,
    taken: &mut BTreeSet<String>,
) -> Result<Opened, InputError> {
    let mut sink = Sink::new();
    let pieces = exchange::read(&source, options, &mut sink);
    let kinds = pieces.iter().map(|piece| piece.kind.as_str());
    let able = match options.format.map_or(&[][..], |format| format.kinds) {
        [own, ..] => takes_goal(own),
        [] if pieces.is_empty() => options.kind.is_none_or(takes_goal),
        [] => kinds.into_iter().any(takes_goal),
    };
    if options.goal.is_some() && !able {
        return Err(no_goal(path));
    }
    let stem = match path.file_stem() {
        Some(stem) if !is_stdin(path) => name(stem),
        _ => String::new(),
    };
    let made = (!pieces.is_empty()).then(|| {
        let text = exchange::document(&pieces, &stem, taken);
        Source::new(format!("{}, imported", source.name()), text)
    });
    let remark = sink.take_remark();
    Ok(Opened { source: made, made_of: Some((source, sink.take())), remark, guessed: None })
}

/// Returns whether a text starts with a declaration: a kind, a name and a brace.
pub(crate) fn declares(text: &str) -> bool {
    let text = skip(text.trim_start_matches('\u{feff}'));
    let end = text.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let rest = rest.trim_start_matches([' ', '\t']);
    let rest = parse_name(rest).map_or(rest, |(rest, _)| rest);
    KINDS.kind(word).is_some() && skip(rest).starts_with('{')
}

/// Returns a text without the white space and the comments that it starts with.
fn skip(text: &str) -> &str {
    let mut text = text.trim_start();
    while text.starts_with("//") {
        text = text.split_once(['\n', '\r']).map_or("", |(_, rest)| rest).trim_start();
    }
    text
}

/// Returns whether a text is raw input and surely not a document.
fn is_raw(text: &str) -> bool {
    !text.lines().any(declares) && !declares(text) && fitting(text).next().is_some()
}

/// Returns the only item of an iterator; `None` if there is none or more than one.
fn single<T>(mut some: impl Iterator<Item = T>) -> Option<T> {
    let first = some.next()?;
    some.next().is_none().then_some(first)
}

fn not_a_document(path: &Path, text: &str) -> InputError {
    let kinds: Vec<_> = fitting(text).map(|kind| format!("`--as {kind}`")).collect();
    let advice = if kinds.is_empty() {
        let all = KINDS.names().join(", ");
        format!("say what it is with `--as KIND`. Its text fits none of {all}")
    } else {
        format!("its text would fit {}", kinds.join(" or "))
    };
    InputError::NotADocument { name: shown(path), advice }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_is_told_by_its_first_words() {
        for text in [
            "sudoku s { }",
            "\u{feff}// a\n\n// b\nklotski a-1 {\n",
            "matrix {",
            "matrix m // first\n  {\n",
        ] {
            assert!(declares(text), "{text}");
        }
        for text in ["", "sudoku,solution\n", "sudoku solution\n1.34", "use s", "{", "// only"] {
            assert!(!declares(text), "{text}");
        }
    }
}
