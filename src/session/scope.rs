//! The context in which the statements of a text run, and the frame around each of them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::command::Invocation;
use super::live::Live;
use super::policy::{Allowances, Circumstances, stops_checks};
use super::read_body::ReadBody;
use super::resolve::Place;
use super::resolved::{Resolved, Text};
use super::{Event, Judgment, Mode, Secrecy, Tally, codes};
use crate::diag::{Code, Fix, Sink};
use crate::puzzle::{Body, Directive, Info, Model, Out, Registry};
use crate::search::Budget;
use crate::syntax::codes::{TRAILING_TEXT, perhaps_expected};
use crate::syntax::{Command, Declaration, Document, Statement};
use crate::text::{Source, Span};

/// The manner in which the statements of a text run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// In the order of the document, until the budget is cancelled.
    Document,
    /// Typed at the prompt, where nothing becomes unknown.
    Typed,
    /// One script until the budget is cancelled.
    Script,
    /// Scripts whose puzzles are dropped at once, so that their names and texts are not kept. After
    /// the budget is cancelled, the statements that need no search are still judged.
    Parts,
    /// One script for an editor, as a part; the caller looks for advice after it.
    Job,
}

/// The context of running one text.
pub(super) struct Scope<'a> {
    pub(super) registry: Registry,
    pub(super) source: &'a Source,
    pub(super) document: &'a Document,
    pub(super) resolved: &'a Resolved,
    pub(super) mode: Mode,
    pub(super) budget: &'a Budget,
    pub(super) sink: &'a mut Sink,
    pub(super) on: &'a mut dyn FnMut(Event<'_>, &mut Sink),
    /// The number of the source in its session.
    pub(super) origin: u64,
    /// The answers that are withheld.
    pub(super) secrecy: Secrecy,
    pub(super) manner: Manner,
    /// The body of the declaration, if it was read before, and for the next time.
    pub(super) read: Option<&'a mut Option<Arc<ReadBody>>>,
    /// True if the marks of a body are kept, too.
    pub(super) is_marked: bool,
    /// The warnings and advice that comments of the text allow.
    pub(super) allowances: Allowances,
    /// The commands that the program gives, one for each statement; empty for a text of people.
    pub(super) given: Vec<Directive<'static>>,
    /// The lines of metadata that were typed and wait for a declaration.
    pub(super) waiting: String,
    /// The counts of the text.
    pub(super) tally: Tally,
    /// True if the puzzles of the text need more than the limit of memory.
    pub(super) full: bool,
}

/// The context of running one statement.
#[derive(Debug)]
pub(super) struct Step {
    /// The number of the statement in its document.
    pub(super) at: usize,
    /// The number of diagnostics before the statement.
    pub(super) mark: usize,
    pub(super) circumstances: Circumstances,
    /// True if later statements may not be compared because of this one.
    pub(super) failed: bool,
    /// The result of its expectation, if it has one; `None` if there was nothing to compare.
    pub(super) judgment: Option<Judgment>,
    pub(super) end: End,
    /// The other puzzles, which wait: their searches go if memory is short.
    pub(super) waiting: Vec<super::Declared>,
}

/// The end of a statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum End {
    /// Its command answered, or it has none.
    #[default]
    Answered,
    /// Its command stopped at a limit.
    GaveUp,
    /// Its command failed.
    Failed,
}

impl<'a> Scope<'a> {
    /// Returns the context of a document that runs to its end.
    pub(super) fn new(
        registry: Registry,
        text: Text<'a>,
        resolved: &'a Resolved,
        mode: Mode,
        budget: &'a Budget,
        sink: &'a mut Sink,
        on: &'a mut dyn FnMut(Event<'_>, &mut Sink),
    ) -> Self {
        let Text { source, document } = text;
        Self {
            registry,
            source,
            document,
            resolved,
            mode,
            budget,
            sink,
            on,
            origin: 1,
            secrecy: Secrecy::default(),
            manner: Manner::Document,
            read: None,
            is_marked: false,
            allowances: Allowances::default(),
            given: Vec::new(),
            waiting: String::new(),
            tally: Tally::default(),
            full: false,
        }
    }

    /// Returns the document and its text.
    pub(super) fn text(&self) -> Text<'a> {
        Text { source: self.source, document: self.document }
    }

    /// Returns whether no further statement is to be run.
    pub(super) fn is_over(&self) -> bool {
        let persists = matches!(self.manner, Manner::Parts | Manner::Job);
        let stopped = self.budget.cancel.is_cancelled() && self.mode.runs();
        stopped && !persists || self.full
    }

    /// Returns whether the text is typed at the prompt.
    pub(super) fn is_typed(&self) -> bool {
        self.manner == Manner::Typed
    }

    /// Begins a statement.
    pub(super) fn begin(&mut self, at: usize) -> Step {
        (self.on)(Event::Begin, self.sink);
        Step {
            at,
            mark: self.sink.len(),
            circumstances: Circumstances::default(),
            failed: false,
            // The answer of a statement that is not run is not compared.
            judgment: Some(Judgment::Skipped),
            end: End::default(),
            waiting: Vec::new(),
        }
    }

    /// Ends a statement. `live` is the puzzle that it refers to: after the last statement it is looked
    /// at for advice.
    pub(super) fn end(&mut self, step: &Step, mut live: Option<&mut Live>) {
        self.finish_statement(step, live.as_deref_mut());
        if let Some(live) = live
            && self.manner != Manner::Job
            && let Some(script) = self.resolved.owner(step.at)
            && self.resolved.is_last(step.at)
        {
            live.advise_last(script, self);
        }
        (self.on)(Event::Done, self.sink);
    }

    /// Finishes a statement: reports how its expectation was judged, drops the diagnostics that are
    /// not kept, reports the allowances that were not needed, and charges the puzzle's memory.
    fn finish_statement(&mut self, step: &Step, mut live: Option<&mut Live>) {
        let statement = &self.document.statements[step.at];
        if let Statement::Command(command) = statement {
            self.report_judgment(command, step, live.as_deref());
        }

        let mark = step.mark;
        if step.failed
            && !self.is_typed()
            && let Some(live) = live.as_mut()
        {
            live.failed = true;
        }
        if self.sink.len() > mark {
            let source = self.source;
            let bad = &self.resolved.bad;
            let allowances = &mut self.allowances;
            self.sink.retain_since(mark, |diagnostic| {
                step.circumstances.keep(diagnostic, source, bad) && !allowances.silence(diagnostic)
            });
        }
        let has_failed = self.sink.diagnostics()[mark..].iter().any(stops_checks)
            || self.is_unsound(step.at)
            || matches!(statement, Statement::Declaration(declaration) if !declaration.closed)
            || live.as_ref().is_some_and(|live| self.withholds(live));
        let (Mode::Check { solve } | Mode::Run { solve }) = self.mode;
        if !has_failed {
            let is_checked = |code: &Code| code.is_checked(solve) && !code.designs;
            let kinds = self.registry;
            let source = self.source;
            self.allowances.judge(kinds, source, statement, &is_checked, self.sink);
        }
        if let Some(live) = live {
            live.charge(self);
        }
    }

    /// Drops the advice for a designer since `mark` that comments allow, and if all advice was looked
    /// for, reports the comments about the declaration of the script that allow none.
    pub(super) fn allow_advice(&mut self, script: usize, mark: usize, is_all: bool) {
        let allowances = &mut self.allowances;
        self.sink.retain_since(mark, |diagnostic| !allowances.silence(diagnostic));
        if is_all {
            let declaration = self.resolved.members(script)[0] as usize;
            let declaration = &self.document.statements[declaration];
            let kinds = self.registry;
            let source = self.source;
            let designs = &|code: &Code| code.designs;
            self.allowances.judge(kinds, source, declaration, designs, self.sink);
        }
    }

    /// Reports the result of an expectation.
    fn report_judgment(&mut self, command: &Command, step: &Step, live: Option<&Live>) {
        let Some(expected) = command.expected else {
            for fault in self.sink.diagnostics_since(step.mark) {
                if *fault.code == TRAILING_TEXT && fault.fixes.iter().all(Fix::removes) {
                    let form = fault.help.take().unwrap_or_default();
                    *fault = perhaps_expected(fault.span, &form);
                }
            }
            return;
        };
        let open = command.is_open().then_some(Judgment::Open);
        let Some(judgment) = open.or(step.judgment) else { return };
        self.tally.count(judgment);
        let puzzle = live.map(|live| live.name.as_str());
        let span = command.span;
        let text = command.text;
        let event = Event::Judged { span, puzzle, command: text, expected, judgment };
        (self.on)(event, self.sink);
    }

    /// Returns whether the parser found an error in a statement.
    pub(super) fn is_unsound(&self, at: usize) -> bool {
        self.document.unsound.binary_search(&(at as u32)).is_ok()
    }

    /// Returns the facts about a declaration that expectations state.
    pub(super) fn stated_facts(&self, at: usize) -> Vec<&'static Code> {
        let Some(script) = self.resolved.owner(at) else { return Vec::new() };
        let answers = self.secrecy == Secrecy::Nothing;
        self.resolved.stated_facts(self.text(), script, answers)
    }

    /// Returns whether the text asks an open question about the puzzle of a declaration.
    pub(super) fn has_question(&self, at: usize) -> bool {
        let script = self.resolved.owner(at);
        script.is_some_and(|script| self.resolved.has_question(script))
    }

    /// Returns whether answers about a puzzle are withheld. What is typed at the prompt asks for its
    /// answer.
    pub(super) fn withholds(&self, live: &Live) -> bool {
        match self.secrecy {
            Secrecy::OpenQuestions => live.withholds && !self.is_typed(),
            Secrecy::Everything => true,
            Secrecy::Nothing => false,
        }
    }

    /// Reports the kind of a declaration if there is none of that name.
    pub(super) fn report_unknown_kind(&mut self, declaration: &Declaration) {
        let word = declaration.kind_word(self.source);
        if !declaration.kind.is_empty() && self.registry.kind(word).is_none() {
            self.sink.push(codes::unknown_kind(declaration.kind, word, self.registry.names()));
        }
    }

    /// Reports that a search stopped at its limit.
    pub(super) fn push_gave_up(&mut self, span: Span, figures: &str, by_rule: bool) {
        let diagnostic = codes::gave_up(span, figures, false, by_rule);
        let is_run = matches!(self.mode, Mode::Run { .. });
        self.sink.push(if is_run { diagnostic } else { diagnostic.advice() });
    }

    /// Returns the model of a body, and reports what is wrong with the body. A body that was read
    /// before is not read again.
    pub(super) fn read(&mut self, kind: &'static Info, body: &Body<'_>) -> Option<Arc<Model>> {
        let Some(known) = self.read.as_deref_mut() else {
            return kind.read(body, &mut Out::new(self.sink));
        };
        if known.as_ref().is_none_or(|known| !known.is_at(body.span)) {
            *known = Some(Arc::new(ReadBody::of(kind, body, self.is_marked)));
        }
        let known = known.as_ref()?;
        known.diagnostics().iter().for_each(|diagnostic| self.sink.push(diagnostic.clone()));
        known.model().cloned()
    }

    /// Runs a statement of a script, counted from the declaration on, after those before it.
    pub(super) fn step(&mut self, script: usize, nth: usize, live: &mut Option<Live>) -> Step {
        super::look(1);
        let mut step = self.begin_in(script, nth, live.as_mut());
        let statement = &self.document.statements[step.at];
        if let Statement::Declaration(declaration) = statement {
            self.report_unknown_kind(declaration);
            *live = Some(Live::open(declaration, super::live::Terms::default(), &mut step, self));
        } else if let Some(live) = live.as_mut() {
            live.step(statement, self.resolved.place(step.at), &mut step, self);
        }
        self.end(&step, live.as_mut());
        step
    }

    /// Takes over how a statement of a script ended when it ran, without running it.
    pub(super) fn take_over(&mut self, script: usize, nth: usize, end: End, live: &mut Live) {
        let mut step = self.begin_in(script, nth, Some(live));
        let statement = &self.document.statements[step.at];
        match (statement, self.resolved.place(step.at)) {
            (Statement::Command(command), Place::Puzzle(_)) => {
                live.take_over(&Invocation::written(command, self.source), end, self.registry);
            }
            (_, place) => live.step(statement, place, &mut step, self),
        }
    }

    /// Begins a statement of a script.
    fn begin_in(&mut self, script: usize, nth: usize, live: Option<&mut Live>) -> Step {
        let members = self.resolved.members(script);
        if let (Some(live), Some(before)) = (live, nth.checked_sub(1))
            && self.resolved.doubts_between(members[before], members[nth])
        {
            live.known.lose();
        }
        self.begin(members[nth] as usize)
    }
}
