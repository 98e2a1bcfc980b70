//! Running the statements of a document in its order: those of a text that was read, and those that
//! are typed at the prompt.

use super::command::{Act, Invocation};
use super::live::{Live, Terms};
use super::policy::{Allowances, Circumstances};
use super::refuse::Refused;
use super::resolve::{Focus, Place};
use super::resolved::{Resolved, Text};
use super::scope::{Manner, Scope, Step};
use super::{Declared, Event, Known, Mode, Session, codes, look};
use crate::diag::Sink;
use crate::search::Budget;
use crate::syntax::{Declaration, Document, Fragment, Statement, uncommented};
use crate::text::Source;

impl Session {
    /// Runs a whole document. After each statement `on` is called with [`Event::Done`]; a caller
    /// that shows diagnostics as they come takes them out of the sink then. Stops between two
    /// statements when the budget is cancelled.
    pub fn run(
        &mut self,
        source: &Source,
        document: &Document,
        mode: Mode,
        budget: &Budget,
        sink: &mut Sink,
        on: &mut dyn FnMut(Event<'_>, &mut Sink),
    ) {
        self.begin(false);
        self.go_on(source, document, mode, budget, sink, on);
    }

    /// Begins a text: a document, or a text `typed` at the interactive prompt. A state that a
    /// document makes unknown stays unknown until the next document begins; nothing typed makes a
    /// state unknown.
    pub fn begin(&mut self, typed: bool) {
        self.drop_refused();
        self.names.focus.begin(typed);
        self.first = self.slots.len();
        self.names.replaceable = if self.replaces { self.first } else { 0 };
        self.full = false;
        if !typed {
            look(self.slots.len());
            for slot in &mut self.slots {
                slot.known = Known::default();
            }
        }
    }

    /// Ends the text at work: a `use` in it has no effect any more.
    pub fn end(&mut self) {
        self.drop_refused();
        self.names.focus.end();
    }

    /// Runs statements of the text at work ([`Session::begin`]), as [`Session::run`] does. They are
    /// resolved once, before the first one runs, because none of them changes what a later one
    /// refers to: a declaration that is refused keeps its name and the focus until the text ends.
    pub fn go_on(
        &mut self,
        source: &Source,
        document: &Document,
        mode: Mode,
        budget: &Budget,
        sink: &mut Sink,
        on: &mut dyn FnMut(Event<'_>, &mut Sink),
    ) {
        self.sources += 1;
        let text = Text { source, document };
        let focus = self.names.focus.clone();
        let resolved = Resolved::of(&mut self.names, text);
        let registry = self.names.registry;
        let allowances = Allowances::of(registry, source, &document.notes, sink);
        let mut scope = Scope::new(registry, text, &resolved, mode, budget, sink, on);
        scope.origin = self.sources;
        scope.allowances = allowances;
        scope.full = self.full;
        scope.secrecy = self.secrecy;
        scope.given = std::mem::take(&mut self.given);

        let read_ahead = self.read_ahead.as_ref().filter(|(text, _)| text == source.text());
        let mut read = read_ahead.map(|(_, read)| read.clone());
        if read.is_some() {
            scope.read = Some(&mut read);
        }
        if self.names.focus.is_typed() {
            scope.manner = Manner::Typed;
            scope.waiting = std::mem::take(&mut self.waiting);
        }
        let parsed = Circumstances::default();
        let allowances = &mut scope.allowances;
        let keep = |diagnostic: &_| {
            parsed.keep(diagnostic, source, &resolved.bad) && !allowances.silence(diagnostic)
        };
        scope.sink.retain_since(0, keep);
        (scope.on)(Event::Done, scope.sink);

        let count = self.walk(&mut scope);
        self.full = scope.full;
        self.waiting.push_str(&scope.waiting);
        self.tally.add(scope.tally);
        if count < document.statements.len() {
            self.take_back(text, &resolved, count, focus);
        }
    }

    /// Takes back what the statements after the first `count` declare, because they were not run.
    /// `focus` is the focus before the text.
    fn take_back(
        &mut self,
        text: Text<'_>,
        resolved: &Resolved,
        count: usize,
        focus: Focus<usize>,
    ) {
        self.names.take_back(self.slots.len());
        self.names.focus = focus;
        for (at, statement) in text.document.statements[..count].iter().enumerate() {
            match (statement, resolved.place(at).puzzle()) {
                (Statement::Declaration(_), Some(slot)) => {
                    self.names.focus_on(slot, self.names.taken_by(slot));
                }
                _ => drop(self.names.resolve(text.source, statement, &resolved.bad, None)),
            }
        }
    }

    /// Runs the statements of a text until the budget is used up. Returns how many were run.
    fn walk(&mut self, scope: &mut Scope<'_>) -> usize {
        let statements = &scope.document.statements;
        for (at, statement) in statements.iter().enumerate() {
            look(1);
            if scope.is_over() {
                return at;
            }
            let mut step = scope.begin(at);
            let owner = self.step(statement, &mut step, scope);
            scope.end(&step, owner.map(|owner| &mut *self.slots[owner]));
            if let Some(owner) = owner.filter(|_| self.drops && scope.resolved.is_last(at)) {
                self.slots[owner].clear();
            }
        }
        statements.len()
    }

    /// Runs one statement. Returns the puzzle that it declares, or that a command goes to.
    fn step(
        &mut self,
        statement: &Statement,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) -> Option<usize> {
        if let Statement::Declaration(declaration) = statement {
            self.declare(declaration, step, scope);
            return self.slots.len().checked_sub(1);
        }

        scope.resolved.report_names(step.at, scope.sink);
        let place = scope.resolved.place(step.at);
        let slot = place.puzzle();
        match (statement, place, slot) {
            (Statement::Use(use_statement), _, Some(slot)) => {
                // A puzzle that was refused is dropped when the text ends.
                if !self.refuses(slot) {
                    let text = scope.source.slice(use_statement.span);
                    (scope.on)(Event::Changed { puzzle: None, text }, scope.sink);
                }
                return None;
            }
            (Statement::Command(command), Place::Puzzle(_), Some(slot)) if scope.is_typed() => {
                let mut invocation = Invocation::written(command, scope.source);
                let text = Fragment::of(scope.source.text(), command.text);
                invocation.act = self.cross(slot, text).map_or(Act::Written, Act::Crossed);
                self.on(slot, step, |live, step| live.command(&invocation, step, scope));
            }
            (_, _, Some(slot)) => {
                self.on(slot, step, |live, step| live.step(statement, place, step, scope));
            }
            (_, Place::Any, None) if !scope.is_typed() => self.lose_all(),
            _ => {}
        }
        slot
    }

    /// Runs a statement on a puzzle, while the others wait.
    fn on(&mut self, slot: usize, step: &mut Step, run: impl FnOnce(&mut Live, &mut Step)) {
        let mut live = std::mem::take(&mut self.slots[slot]);
        step.waiting = std::mem::take(&mut self.slots);
        run(&mut live, step);
        self.slots = std::mem::take(&mut step.waiting);
        self.slots[slot] = live;
    }

    /// Declares a puzzle.
    fn declare(&mut self, declaration: &Declaration, step: &mut Step, scope: &mut Scope<'_>) {
        let at = self.slots.len();
        let typed = self.names.focus.is_typed();
        let earlier = self.names.taken_by(at);
        // The open brace was reported; what the body lacks may only not be typed yet, unless
        // something follows it.
        let rest = &scope.source.text()[declaration.span.end as usize..];
        let is_last = rest.lines().all(|line| uncommented(line).0.trim().is_empty());
        let unfinished = self.replaces && typed && !declaration.closed && is_last;
        if !unfinished {
            scope.report_unknown_kind(declaration);
        }

        let mark = scope.sink.len();
        scope.resolved.report_names(step.at, scope.sink);
        let is_taken = scope.sink.diagnostics()[mark..]
            .iter()
            .any(|diagnostic| *diagnostic.code == codes::DUPLICATE);

        let terms = Terms {
            strict: self.replaces,
            faulty: is_taken || scope.is_unsound(step.at),
            unfinished,
            replaces: earlier.is_some(),
        };

        let live = Live::open(declaration, terms, step, scope);
        let is_refused = self.replaces && live.puzzle.is_none();
        self.slots.push(Declared::of(live));
        if is_refused {
            self.refused.push(Refused { slot: at, earlier });
        } else if let Some(earlier) = earlier {
            self.put_in_place_of(earlier);
        }
    }
}
