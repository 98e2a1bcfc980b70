//! Bodies: the text that a kind reads, and what it read from it.

use std::sync::Arc;

use super::{Converted, Game, Info, Out, Verb};
use crate::diag::Sink;
use crate::syntax::{Cut, Declaration, Line, body_lines, raw_lines, row_parts, uncommented};
use crate::text::{Source, Span};

/// A question about raw input that a search leaves open when it stops at its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// Can a puzzle be solved?
    Facts,
    /// Advice for its designer.
    Advice,
}

/// Raw input (`--as KIND`), and what its caller says about it.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The text.
    pub source: &'a Source,
    /// The goal that the caller names with `--goal`, for kinds that have
    /// [`Info::raw_goal`](super::Info::raw_goal).
    pub goal: Option<&'a str>,
    /// The number, from 1, of the only level that the caller asks about, for kinds with levels.
    pub level: Option<usize>,
}

impl<'a> From<&'a Source> for Input<'a> {
    fn from(source: &'a Source) -> Self {
        Self { source, goal: None, level: None }
    }
}

/// The body of a declaration, or a raw input.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    /// The whole source.
    pub source: &'a str,
    /// The span between the braces; the whole source for a raw input.
    pub span: Span,
    /// The place of a diagnostic about something that the body lacks: the name of the declaration,
    /// or the last character of a raw input.
    pub name: Span,
    /// True for raw input (`--as KIND`), false for the body of a declaration.
    pub raw: bool,
    /// True if a `/` without spaces around it ends a row of a body on one line.
    pub joined: bool,
    /// The goal of [`Input::goal`], of a raw input.
    pub goal: Option<&'a str>,
    /// The level of [`Input::level`], of a raw input.
    pub level: Option<usize>,
}

/// Returns the place of the last character of a text that is not a space.
fn last_character(text: &str) -> Span {
    let end = text.trim_end().len() as u32;
    let start = text.trim_end().char_indices().next_back().map_or(0, |(at, _)| at as u32);
    let skip = if text.starts_with('\u{feff}') { 3 } else { 0 };
    Span::new(start.max(skip), end.max(skip))
}

impl<'a> Body<'a> {
    /// Returns the body of a declaration in a text. Without a name, the kind takes the place of the name.
    pub fn of(source: &'a str, declaration: &Declaration) -> Self {
        let span = declaration.body;
        let raw = declaration.whole.is_some();
        let name = match declaration.name {
            _ if raw => last_character(source),
            name if name.is_empty() => declaration.kind,
            name => name,
        };
        Self { source, span, name, raw, joined: false, goal: None, level: None }
    }

    /// Returns a whole text as raw input.
    pub fn raw(input: impl Into<Input<'a>>) -> Self {
        let Input { source, goal, level } = input.into();
        let text = source.text();
        let skip = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Self {
            source: text,
            span: Span::new(skip, text.len() as u32),
            name: last_character(text),
            raw: true,
            joined: false,
            goal,
            level,
        }
    }

    /// Returns the text of the body.
    pub fn text(&self) -> &'a str {
        &self.source[self.span.range()]
    }

    /// Returns its lines, without comments, common indentation and outer blank lines. In a body on one line
    /// ` / ` ends a row.
    pub fn lines(&self) -> Vec<Line<'a>> {
        self.parts(|_| Cut::No)
    }

    /// Returns whether it has a brace outside its comments, as a body whose own `}` is missing.
    pub(crate) fn has_brace(&self) -> bool {
        self.lines().iter().any(|line| line.text.contains(['{', '}']))
    }

    /// Returns the slashes of a body on one line that lack a space before or after them.
    pub(crate) fn joined_slashes(&self) -> Vec<Span> {
        let text = self.text();
        if self.raw || text.contains(['\n', '\r']) {
            return Vec::new();
        }
        let code = uncommented(text).0;
        let blanks = [' ', '\t'];
        let is_joined = |at: &usize| {
            let before = &code[..*at];
            let after = &code[at + 1..];
            !(before.is_empty() || before.ends_with(blanks))
                || !(after.is_empty() || after.starts_with(blanks))
        };
        let slashes = code.match_indices('/').map(|(at, _)| at).filter(is_joined);
        slashes.map(|at| self.span.start + at as u32).map(|at| Span::new(at, at + 1)).collect()
    }

    /// Returns the lines, as [`Body::lines`] does, except that a body on one line is cut into rows:
    /// ` / ` ends one, and so do the words that `cut` names.
    pub fn parts(&self, cut: impl Fn(&str) -> Cut) -> Vec<Line<'a>> {
        let text = self.text();
        if self.raw {
            raw_lines(self.source, self.span)
        } else if memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some() {
            body_lines(self.source, self.span)
        } else {
            row_parts(self.source, self.span, self.joined, cut)
        }
    }
}

/// A command that a verbatim body implies.
#[derive(Clone, Debug)]
pub enum Ask {
    /// The text at this place is a command.
    Written(Span),
    /// The text at this place implies this command.
    Implied {
        /// Its verb.
        verb: &'static Verb,
        /// Its arguments.
        args: String,
        /// The place of its diagnostics.
        span: Span,
    },
}

/// A sound body: how puzzles begin that it declares.
pub struct Reading {
    /// Returns the start. Cheap: tables are made at first need. Starts share nothing that fills.
    pub start: Box<dyn Fn() -> Arc<dyn Game> + Send + Sync>,
    /// The commands that the body implies, run right after the declaration.
    pub asks: Vec<Ask>,
    /// Returns the canonical lines of the keyed body without comments, or `None` to leave it as it is
    /// (verbatim bodies stay verbatim; only indentation and trailing spaces change).
    pub format: Rewrite<Vec<String>>,
    /// Returns the body without comments in its other form (verbatim or keyed), if there is one. Both
    /// lower to the same start; with the commands that follow, both give the same answers.
    pub convert: Rewrite<Converted>,
}

/// Writes a body, which implies these commands, in another way.
pub(super) type Rewrite<T> = Box<dyn Fn(&Body<'_>, &[Ask]) -> Option<T> + Send + Sync>;

impl Reading {
    /// Returns a body that implies no commands and is written in one way.
    pub fn new<G: Game + 'static>(start: impl Fn() -> G + Send + Sync + 'static) -> Self {
        let start = Box::new(move || -> Arc<dyn Game> { Arc::new(start()) });
        Self {
            start,
            asks: Vec::new(),
            format: Box::new(|_, _| None),
            convert: Box::new(|_, _| None),
        }
    }
}

/// Reads lines that are in no source as the body of a declaration. The places of the diagnostics mean
/// nothing.
pub(crate) fn read_lines(info: &Info, lines: &[String], sink: &mut Sink) -> Option<Reading> {
    let source: String =
        ["\n"].into_iter().chain(lines.iter().flat_map(|line| ["  ", line, "\n"])).collect();
    let span = Span::new(0, source.len() as u32);
    let body = Body {
        source: &source,
        span,
        name: Span::at(0),
        raw: false,
        joined: false,
        goal: None,
        level: None,
    };
    (info.read)(&body, &mut Out::new(sink))
}
