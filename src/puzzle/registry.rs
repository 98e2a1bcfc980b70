//! The kinds that a program knows ([`Registry`]), and what it asks of a kind without a puzzle.

use std::slice;
use std::sync::Arc;

use super::command::{self, Action, Parsed};
use super::common::{self, Meaning, Word};
use super::marks::is_commented;
use super::{
    Ask, Board, Body, Converted, Info, Input, Mark, Marks, Out, Precedence, Reading, Unfinished,
    position, read_rows, why,
};
use crate::diag::{Code, Severity, Sink};
use crate::search::Budget;
use crate::syntax::{Fragment, has_bad_character, has_foreign_space};
use crate::text::{Source, Span};

/// The kinds that a program knows, in the order in which help lists them. A program with kinds of
/// its own makes a registry of them and of those that are shipped
/// ([`KINDS`](crate::kinds::KINDS)).
#[derive(Clone, Copy, Default)]
pub struct Registry(pub &'static [&'static Info]);

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl Registry {
    /// Returns the kinds.
    pub fn iter(self) -> slice::Iter<'static, &'static Info> {
        self.0.iter()
    }

    /// Returns the kind of that name.
    ///
    /// ```
    /// use puzzled::puzzle::{Answer, Depth};
    /// use puzzled::{diag::Sink, kinds::KINDS, search::Budget, syntax::Fragment};
    ///
    /// let mut puzzle = KINDS.kind("klotski").and_then(|kind| kind.opened_example()).expect("an example");
    /// let solve = Fragment { text: "solve", start: 0 };
    /// let answer = puzzle.run(solve, Depth::Run, &Budget::unlimited(), &mut Sink::new());
    /// let Some(Answer::Solution(solution)) = answer else { panic!("it has a solution") };
    /// assert_eq!(solution.length, solution.moves.len() as u64);
    /// ```
    pub fn kind(self, name: &str) -> Option<&'static Info> {
        self.iter().copied().find(|kind| kind.name == name)
    }

    /// Returns the names of all kinds.
    pub fn names(self) -> Vec<&'static str> {
        self.iter().map(|kind| kind.name).collect()
    }
}

impl IntoIterator for Registry {
    type Item = &'static &'static Info;
    type IntoIter = slice::Iter<'static, &'static Info>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A sound body: all puzzles that are opened from it begin with it.
pub struct Model {
    reading: Reading,
    /// Bytes of the body.
    length: usize,
}

impl Model {
    /// Returns the puzzle in its start. Cheap. `kinds` are those whose commands the puzzle recognizes as
    /// another's.
    pub fn open(&self, kinds: Registry) -> Board {
        Board::open((self.reading.start)(), kinds, self.length)
    }

    /// Returns the commands that the body implies.
    pub fn asks(&self) -> &[Ask] {
        &self.reading.asks
    }

    /// Returns the canonical lines of the body that it was read from: see [`Reading::format`].
    pub fn format(&self, body: &Body<'_>) -> Option<Vec<String>> {
        // Another layout would lose a comment.
        (!is_commented(body)).then(|| (self.reading.format)(body, self.asks()))?
    }

    /// Returns the body that it was read from in its other form: see [`Reading::convert`].
    pub fn convert(&self, body: &Body<'_>) -> Option<Converted> {
        (!is_commented(body)).then(|| (self.reading.convert)(body, self.asks()))?
    }
}

impl Info {
    /// Reads a body; pushes what is wrong with it, and the marks of its parts.
    pub fn read(&'static self, body: &Body<'_>, out: &mut Out<'_>) -> Option<Arc<Model>> {
        #[cfg(test)]
        super::testing::READ.with(|count| count.set(count.get() + 1));
        let reading = read_rows(self, body, out, self.read)?;
        // Reported by the parser; a label that holds one could not be written again.
        let brace = || !body.raw && body.text().contains(['{', '}']) && body.has_brace();
        let is_foreign = || has_foreign_space(body.text()) || brace();
        if has_bad_character(body.text()) || !self.is_whole_text() && is_foreign() {
            return None;
        }
        Some(Arc::new(Model { reading, length: body.text().len() }))
    }

    /// Reads a body without reporting what is wrong with it.
    pub fn read_silently(&'static self, body: &Body<'_>) -> Option<Arc<Model>> {
        self.read(body, &mut Out::new(&mut Sink::new()))
    }

    /// Reads a body and opens the puzzle.
    pub fn open(&'static self, body: &Body<'_>, kinds: Registry, sink: &mut Sink) -> Option<Board> {
        self.read(body, &mut Out::new(sink)).map(|model| model.open(kinds))
    }

    /// Returns the puzzle that [`Info::example`] declares.
    pub fn opened_example(&'static self) -> Option<Board> {
        let source = self.example;
        let open = source.find('{')?;
        let close = source.rfind('}')?;
        let span = Span::new(open as u32 + 1, close as u32);
        let body = Body {
            source,
            span,
            name: Span::at(0),
            raw: false,
            joined: false,
            goal: None,
            level: None,
        };
        self.open(&body, Registry::default(), &mut Sink::new())
    }

    /// Returns the marks of the parts of a body that touch a stretch of the text, in order.
    pub fn marks(&'static self, body: &Body<'_>, within: Span) -> Vec<Mark> {
        let mut marks = Marks::within(within);
        self.read(body, &mut Out::with_marks(&mut Sink::new(), &mut marks));
        marks.into_sorted()
    }

    /// Checks the form of a command without a puzzle (whose declaration had errors). Returns whether it
    /// is a command of this kind in the right form.
    pub fn lint(&'static self, text: Fragment<'_>, kinds: Registry, sink: &mut Sink) -> bool {
        let Some(parsed) = Parsed::read(self, kinds, text, sink) else { return false };
        match parsed.action {
            Action::Kind(instruction) => (self.lints)(instruction, sink),
            Action::Common(_) | Action::WhyNot(_) => true,
        }
    }

    /// Returns the marks of a command, after the verb. None if there is no such verb.
    pub fn command_marks(&'static self, text: Fragment<'_>) -> Vec<Mark> {
        match common::meaning(self, text) {
            Some((Meaning::Common(Word::Why), args)) => why::marks(self, args.rest()),
            Some((Meaning::Kind(at), args)) => command::marks(self, at, args.rest()),
            Some((meaning, args)) => {
                super::marks::arguments(meaning.verb(self).usage(), args.rest())
            }
            None => Vec::new(),
        }
    }

    /// Returns the codes that an expectation after a verb makes superfluous: see [`Info::states_fact`].
    pub fn facts_stated(&self, verb: &str, expected: &str) -> &'static [&'static Code] {
        position(self.verbs, verb).map_or(&[], |at| (self.states_fact)(at, expected))
    }

    /// Returns whether a text from outside is of this kind, and its precedence: see [`Info::fits`].
    pub fn precedence(&'static self, text: &str) -> Option<Precedence> {
        let reads = || {
            let source = Source::new("", text);
            let body = Body::raw(&source);
            let mut sink = Sink::new();
            let reading = (self.read)(&body, &mut Out::new(&mut sink));
            let is_complete =
                sink.diagnostics().iter().all(|fault| fault.severity() == Severity::Advice);
            reading.filter(|_| is_complete).map(|_| Precedence::Header)
        };
        self.fits.map_or_else(reads, |fits| fits(text))
    }

    /// Reports what is wrong with raw input without answering it; with a budget also faults that only a
    /// search can find.
    ///
    /// # Errors
    /// Questions that a search leaves open when it stops.
    pub fn survey_raw(
        &'static self,
        input: Input<'_>,
        deep: Option<&Budget>,
        sink: &mut Sink,
    ) -> Result<(), Unfinished> {
        if let Some(survey) = self.survey {
            return survey(input, deep, sink);
        }
        let body = Body::raw(input);
        let reading = read_rows(self, &body, &mut Out::new(sink), self.read);
        let (Some(reading), Some(budget)) = (reading, deep) else { return Ok(()) };
        let start = (reading.start)();
        let mark = sink.len();
        start.deep(body.name, budget, sink).map_err(|_| Unfinished::Facts)?;
        start.design(mark, budget, sink).map_err(|_| Unfinished::Advice)
    }
}
