//! The statements of a document, as spans of its text.

use super::token::parse_name;
use crate::text::{Source, Span};

/// A parsed document.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The statements in order.
    pub statements: Vec<Statement>,
    /// The places of control characters, in order.
    pub bad: Vec<Span>,
    /// The numbers of the statements in or after which the parser found an error, in rising order.
    pub unsound: Vec<u32>,
    /// The comments for the checker, in order.
    pub notes: Vec<Note>,
}

impl Document {
    /// Returns whether the text is a puzzle by itself, in whose declaration all other statements lie.
    pub fn is_whole_text(&self) -> bool {
        let is_whole = |first: &Statement| matches!(first, Statement::Declaration(declaration) if declaration.whole.is_some());
        self.statements.first().is_some_and(is_whole)
    }

    /// Returns the comments for the checker that apply to a statement.
    pub fn notes_of(&self, statement: &Statement) -> &[Note] {
        let start = statement.whole().start;
        let before = |note: &Note, end: u32| note.target.is_some_and(|target| target.start < end);
        let first = self.notes.partition_point(|note| before(note, start));
        let count = self.notes[first..].partition_point(|note| before(note, start + 1));
        &self.notes[first..first + count]
    }
}

/// A comment for the checker on a line of its own: `// puzzled: allow CODE [CODE …]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// From the `//` to the end of the last word.
    pub span: Span,
    /// The words after `puzzled:`.
    pub words: Vec<Span>,
    /// The statement to which it applies: the next one, if there is one.
    pub target: Option<Span>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `KIND NAME { … }`.
    Declaration(Declaration),
    /// `use NAME`.
    Use(Use),
    /// `[NAME:] VERB ARGUMENTS [=> EXPECTED]`.
    Command(Command),
    /// Something that was reported and is not understood.
    Broken(Span),
}

impl Statement {
    /// Returns the place of the whole statement, without its line end.
    pub fn span(&self) -> Span {
        match self {
            Self::Declaration(declaration) => declaration.span,
            Self::Use(use_statement) => use_statement.span,
            Self::Command(command) => command.span,
            Self::Broken(span) => *span,
        }
    }

    /// Returns the place of the statement with its metadata.
    pub(super) fn whole(&self) -> Span {
        match self {
            Self::Declaration(declaration) if !declaration.meta.is_empty() => {
                Span::new(declaration.meta.start, declaration.span.end)
            }
            _ => self.span(),
        }
    }
}

/// `KIND NAME {` body `}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// From the kind to the closing brace.
    pub span: Span,
    /// The word that names the kind.
    pub kind: Span,
    /// The name; empty if it is missing or malformed.
    pub name: Span,
    /// The text between the braces.
    pub body: Span,
    /// True if the body was closed.
    pub closed: bool,
    /// The lines of metadata above it ([`super::meta_lines`]); empty if there are none.
    pub meta: Span,
    /// The kind of a whole text that is a puzzle by itself: then the body is all of the text, and there
    /// is no word for the kind or the name.
    pub whole: Option<&'static str>,
}

impl Declaration {
    /// Returns the word for the kind.
    pub fn kind_word<'a>(&self, source: &'a Source) -> &'a str {
        self.whole.unwrap_or_else(|| source.slice(self.kind))
    }

    /// Returns the name. That of a whole text is the name of its file without the ending, or its kind if
    /// that is no name.
    pub fn name_word<'a>(&self, source: &'a Source) -> &'a str {
        let Some(kind) = self.whole else { return source.slice(self.name) };
        let file = source.name().rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        if matches!(parse_name(stem), Ok(("", _))) { stem } else { kind }
    }
}

/// `use NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The statement.
    pub span: Span,
    /// The name; empty if it is missing.
    pub name: Span,
}

/// A command with what it is expected to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// From the first word to the end of the expectation.
    pub span: Span,
    /// The puzzle that a prefix names.
    pub target: Option<Span>,
    /// Verb and arguments.
    pub text: Span,
    /// The expected answer after `=>`.
    pub expected: Option<Expected>,
}

/// An expected answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// On the line of the command.
    Line(Span),
    /// Between braces.
    Block(Span),
    /// An open question: the place of the `?`, which stands for an answer that nobody has given.
    Open(Span),
}

impl Command {
    /// Returns whether the answer is compared with an expectation.
    pub fn expects(&self) -> bool {
        self.expected.is_some() && !self.is_open()
    }

    /// Returns whether the command is an open question.
    pub fn is_open(&self) -> bool {
        matches!(self.expected, Some(Expected::Open(_)))
    }
}

impl Statement {
    /// Returns whether the statement is an open question.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Command(command) if command.is_open())
    }
}
