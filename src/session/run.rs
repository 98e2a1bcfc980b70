//! Running statements: the one loop, for whole documents, for parts of them and for the prompt.

use std::ops::Range;

use super::parts::{self, Statements};
use super::policy::{Allowances, BadLines, Circumstances, stops_checks};
use super::resolve::{Meant, Names};
use super::save::sound_text;
use super::scope::{Course, Scope};
use super::skips::{Skips, note};
use super::{Declared, Event, Judgment, Known, Mode, Session, Slot, codes, expect, facts, look};
use crate::diag::{Diagnostic, Severity, Sink};
use crate::puzzle::{Ask, Body, Data, Depth, NOT_RUN, Shape, Verdict};
use crate::search::Budget;
use crate::syntax::codes::perhaps_expected;
use crate::syntax::{Command, Declaration, Document, Expected, Fragment, Statement};
use crate::text::{Source, Span};

/// The context of running one statement.
#[derive(Default)]
struct Step {
    circumstances: Circumstances,
    /// The puzzle that the statement means.
    target: Option<usize>,
    /// Set if the statement makes something unknown.
    cause: Option<Meant>,
    /// Whether that is only how far a search is.
    search: bool,
    /// The result of its expectation, if it has one; `None` if there was nothing to compare.
    judgment: Option<Judgment>,
}

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

    /// A text begins: a document, or what is `typed` at the prompt. A state that a document makes
    /// unknown stays unknown until the next document begins; at the prompt nothing is unknown.
    pub fn begin(&mut self, typed: bool) {
        self.drop_refused();
        self.names.focus.begin(typed);
        self.first = self.slots.len();
        self.full = false;
        if !typed {
            look(self.slots.len());
            for slot in &mut self.slots {
                slot.known = Known::default();
            }
        }
    }

    /// The text at work ends: `use` there has no effect any more.
    pub fn end(&mut self) {
        self.drop_refused();
        self.names.focus.end();
    }

    /// Runs statements of the text at work ([`Session::begin`]), as [`Session::run`] does.
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
        let bad = BadLines::of(source, document);
        let facts = facts(self.names.registry, source, &document.statements, &bad);
        let allowances = Allowances::of(self.names.registry, source, &document.notes, sink);
        let course = Course { unsound: &document.unsound, allowances, ..Course::default() };
        let (bad, facts) = (&bad, &facts);
        let mut scope = Scope { source, mode, budget, bad, facts, sink, on, course };
        if !self.names.focus.is_typed() {
            self.note_unreadable(source, document, mode, scope.sink);
        }
        let parsed = Circumstances::default();
        let allowances = &mut scope.course.allowances;
        scope.sink.retain_since(0, |one| parsed.keep(one, source, bad) && !allowances.silence(one));
        (scope.on)(Event::Done, scope.sink);
        let statements = Statements { all: &document.statements, members: None };
        self.walk(statements, 0..statements.len(), &mut scope);
    }

    /// Runs those statements of a text that are in `range`, after those before it were run.
    pub(super) fn walk(
        &mut self,
        statements: Statements<'_>,
        range: Range<usize>,
        scope: &mut Scope<'_>,
    ) {
        let Scope { source, mode, budget, bad, .. } = *scope;
        for at in range {
            let statement = statements.get(at);
            look(1);
            if scope.course.doubts.binary_search(&(scope.course.number as u32)).is_ok() {
                self.lose_all();
            }
            let stopped = budget.cancel.is_cancelled() && mode.runs();
            if stopped && !scope.course.persists || self.full {
                break;
            }
            (scope.on)(Event::Begin, scope.sink);
            let mark = scope.sink.len();
            // The answer of a statement that is not run is not compared.
            let mut step = Step { judgment: Some(Judgment::Skipped), ..Step::default() };
            self.step(statement, &mut step, scope);
            if let Statement::Command(Command { expected: Some(expected), span, text, .. }) =
                statement
                && let Some(judgment) = step.judgment
            {
                self.tally.count(judgment);
                let puzzle = step.target.map(|at| self.slots[at].name.as_str());
                let (span, command, expected) = (*span, *text, *expected);
                let event = Event::Judged { span, puzzle, command, expected, judgment };
                (scope.on)(event, scope.sink);
            }
            if let Statement::Command(Command { expected: None, .. }) = statement {
                scope.sink.found_since(mark).iter_mut().for_each(perhaps_expected);
            }
            if let Some(cause) = step.cause.filter(|_| !self.names.focus.is_typed()) {
                scope.course.failed = true;
                self.say_skips((cause, step.search), (statements, at), mark, scope);
            }
            let allowances = &mut scope.course.allowances;
            if scope.sink.len() > mark {
                scope.sink.retain_since(mark, |one| {
                    step.circumstances.keep(one, source, bad) && !allowances.silence(one)
                });
            }
            let has_failed = scope.sink.found()[mark..].iter().any(stops_checks)
                || scope.course.unsound.binary_search(&(scope.course.number as u32)).is_ok();
            let (Mode::Check { solve } | Mode::Run { solve }) = mode;
            let read = (self.names.registry, source);
            allowances.judge(read, statement, has_failed, solve, scope.sink);
            let owner = match statement {
                Statement::Declaration(_) => self.slots.len().checked_sub(1),
                _ => step.target,
            };
            if let Some(owner) = owner {
                self.charge(owner, scope);
            }
            scope.course.number += 1;
            (scope.on)(Event::Done, scope.sink);
            if let Some(owner) = owner.filter(|_| self.drops && scope.facts.is_last(at)) {
                self.slots[owner].clear();
            }
        }
    }

    /// Runs one statement.
    fn step(&mut self, statement: &Statement, step: &mut Step, scope: &mut Scope<'_>) {
        let source = scope.source;
        if let Statement::Declaration(one) = statement {
            return self.declare(one, step, scope);
        }
        let meant = match scope.course.alone {
            true => parts::meant(statement, scope.bad),
            false => self.names.resolve(source, statement, scope.bad, Some(scope.sink)),
        };
        step.target = meant.puzzle();
        let typed = self.names.focus.is_typed();
        match (statement, meant) {
            // What is used is dropped when the text ends.
            (Statement::Use(_), Meant::Puzzle(slot)) if self.refuses(slot) => {}
            (Statement::Use(one), Meant::Puzzle(_)) => {
                let text = source.slice(one.span);
                (scope.on)(Event::Changed { puzzle: None, text }, scope.sink);
            }
            (Statement::Use(_), _) => step.cause = Some(meant),
            (Statement::Command(one), Meant::Puzzle(slot)) => {
                let text = Fragment::of(source.text(), one.text);
                self.execute(slot, text, (one.expected, one.span), true, step, scope);
            }
            (_, Meant::Unreadable(slot)) => {
                if !typed {
                    self.slots[slot].known.lose();
                }
                step.cause = Some(meant);
            }
            (_, Meant::Any) => {
                if !typed {
                    self.lose_all();
                }
                step.cause = Some(meant);
            }
            _ => {}
        }
    }

    /// Reports at the last error since `mark` how many expectations wait for the statement at work.
    fn say_skips(
        &self,
        (cause, search): (Meant, bool),
        (statements, at): (Statements<'_>, usize),
        mark: usize,
        scope: &mut Scope<'_>,
    ) {
        // A check compares little, and later lines must not change what a run reports.
        let named = matches!(cause, Meant::Any | Meant::Nothing);
        if !scope.mode.runs() && !named {
            return;
        }
        let (source, bad, names, number) =
            (scope.source, scope.bad, &self.names, scope.course.number);
        let alone = scope.course.alone;
        let skips = scope.course.skips.get_or_insert_with(|| {
            let mut names = if alone { Names::new(names.registry) } else { names.clone() };
            if let (true, Statement::Declaration(one)) = (alone, statements.get(0)) {
                names.declare(source, one);
            }
            let rest: Vec<_> = statements.from(at + 1).collect();
            Skips::of(source, (number, cause), &rest, bad, names)
        });
        let count = skips.after(number, cause, search);
        let found = scope.sink.found_since(mark);
        // That a name is taken does not keep its puzzle from being opened.
        let causes = |one: &&mut Diagnostic| {
            one.severity() == Severity::Error && *one.code != codes::DUPLICATE
                || *one.code == codes::GAVE_UP
        };
        if let Some(one) = found.iter_mut().rev().find(causes) {
            note(one, count);
        }
    }

    fn declare(&mut self, one: &Declaration, step: &mut Step, scope: &mut Scope<'_>) {
        let source = scope.source;
        let (name, word) = (source.slice(one.name), source.slice(one.kind));
        let decided = scope.facts.of(scope.course.declared);
        scope.course.declared += 1;
        let focus = self.names.focus.accepted();
        let mut refused = scope.course.unsound.binary_search(&(scope.course.number as u32)).is_ok();
        let registry = self.names.registry;
        let kind = registry.kind(word);
        // The open brace was reported; what the body lacks may only not be typed yet.
        let open = self.replaces && self.names.focus.is_typed() && !one.closed;
        if kind.is_none() && !one.kind.is_empty() && !open {
            scope.sink.push(codes::unknown_kind(one.kind, word, registry.names()));
        }
        let earlier = self.replaced_by(name);
        let first = if scope.course.alone { None } else { self.names.declare(source, one) };
        if let Some(first) = first.filter(|_| earlier.is_none()) {
            let first = &self.slots[first];
            let place = (first.origin == self.sources).then_some(first.place);
            scope.sink.push(codes::duplicate_name(one.name, name, place));
            refused = true;
        }
        let body = Body::of(source.text(), one);
        let mark = scope.sink.len();
        let model = kind.filter(|_| !open).and_then(|kind| scope.read(kind, &body));
        let refused = self.replaces && (refused || model.is_none());
        let model = model.filter(|_| !refused);
        let settled = scope.sink.found()[mark..].iter().any(|found| decided.contains(&found.code));
        let puzzle = model.as_ref().map(|model| {
            let mut puzzle = model.open(registry);
            puzzle.enter(self.sources);
            puzzle
        });
        let at = self.slots.len();
        self.slots.push(Declared::of(Slot {
            name: if scope.course.alone { String::new() } else { name.to_owned() },
            kind,
            puzzle,
            text: if scope.course.alone { String::new() } else { sound_text(source, one) },
            settled,
            origin: self.sources,
            place: one.name,
            body: one.body,
            ..Slot::default()
        }));
        let (Mode::Check { solve } | Mode::Run { solve }) = scope.mode;
        let slot = &mut *self.slots[at];
        let Some(puzzle) = slot.puzzle.as_mut() else {
            slot.known.lose();
            step.circumstances.settled = decided;
            step.cause = Some(Meant::Puzzle(at));
            if refused {
                self.refuse(at, earlier, focus);
            }
            return;
        };
        let text = source.slice(one.span);
        let event = match earlier {
            Some(_) => Event::Replaced { puzzle: name, text: &slot.text },
            None => Event::Changed { puzzle: None, text },
        };
        (scope.on)(event, scope.sink);
        if solve
            && !puzzle.info().deep.iter().all(|code| decided.contains(code))
            && puzzle.deep(one.name, scope.budget, scope.sink).is_err()
        {
            // The document does not ask for it.
            scope.sink.push(codes::gave_up(one.name, "").advice());
            slot.undecided = Some(puzzle.place()[1]);
        }
        slot.note_facts(&scope.sink.found()[mark..]);
        step.circumstances.settled = decided;
        let asks = model.iter().flat_map(|model| model.asks());
        for (number, ask) in asks.enumerate() {
            let (Ask::Written(span) | Ask::Implied { span, .. }) = ask;
            let text = match ask {
                Ask::Written(span) => Fragment::of(source.text(), *span),
                Ask::Implied { command, .. } => Fragment { text: command, start: 0 },
            };
            // The first one is run in any case, so that an answer says that it was stopped.
            let stopped = number > 0 && scope.budget.cancel.is_cancelled();
            if stopped && self.names.focus.is_typed() {
                break;
            }
            if stopped || self.slots[at].known.is_cut() {
                self.leave_out(at, text.text, *span, step, scope);
                continue;
            }
            let mark = scope.sink.len();
            self.execute(at, text, (None, *span), false, step, scope);
            if matches!(ask, Ask::Implied { .. }) {
                scope.sink.blame_since(mark, *span);
            }
        }
        let slot = &mut *self.slots[at];
        slot.asked = slot.puzzle.as_ref().map_or(0, |puzzle| puzzle.changed());
        slot.script = [slot.asked; 2];
        if let Some(earlier) = earlier {
            self.put_in_place_of(earlier);
        }
    }

    /// Answers a query of a body that is not run, because the limit was reached before: each query
    /// has its answer, so that the answers stay beside the queries.
    fn leave_out(
        &mut self,
        at: usize,
        command: &str,
        span: Span,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) {
        let slot = &mut self.slots[at];
        if !slot.known.is_cut() {
            slot.known.cut();
            scope.push_gave_up(span, "not run");
            step.cause = Some(Meant::Puzzle(at));
        }
        if !scope.mode.runs() {
            return;
        }
        self.tally.unanswered += 1;
        let (puzzle, verdict) = (self.slots[at].name.as_str(), Verdict::GaveUp);
        let kind = self.slots[at].kind.map_or("", |kind| kind.info().name);
        let (data, known) = (Data { text: NOT_RUN, shape: Shape::Text }, false);
        let event = Event::Answer { span, puzzle, kind, command, data, verdict, known };
        (scope.on)(event, scope.sink);
    }

    fn execute(
        &mut self,
        at: usize,
        text: Fragment<'_>,
        (expected, span): (Option<Expected>, Span),
        written: bool,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) {
        let (typed, registry) = (self.names.focus.is_typed(), self.names.registry);
        let crossed = if typed && written { self.cross(at, text) } else { None };
        let slot = &mut *self.slots[at];
        let (Some(puzzle), Some(kind)) = (slot.puzzle.as_mut(), slot.kind) else {
            if let Some(kind) = slot.kind {
                kind.lint(text, registry, scope.sink);
            }
            return;
        };
        let depth = match scope.mode.runs() {
            true => Depth::Run,
            false => Depth::Check { answer: expected.is_some() },
        };
        let role = kind.role(text);
        // After a search that was cut short only the form of a command can be wrong.
        let doubted = !typed && !slot.known.trusts(role);
        step.circumstances.gap = !typed && slot.known.has_gap();
        let sound = !doubted || kind.lint(text, registry, scope.sink);
        if !typed && written {
            let now = puzzle.place()[1];
            let said = slot.said.iter().filter(|(_, state)| *state == now);
            step.circumstances.said = said.map(|(code, _)| *code).collect();
        }
        let mark = scope.sink.len();
        let mut unheard = Sink::new();
        let sink = if doubted { &mut unheard } else { &mut *scope.sink };
        puzzle.enter(self.sources);
        let place = puzzle.place();
        let run = crossed.as_ref().map_or(text, |text| Fragment { text, start: 0 });
        let answer = if sound { puzzle.run(run, depth, scope.budget, sink) } else { None };
        let Some(answer) = answer else {
            let before = slot.known.is_known();
            let readable = kind.lint(text, registry, &mut Sink::new());
            if !typed && slot.known.failed(role, readable, &**puzzle) && before {
                (step.cause, step.search) = (Some(Meant::Puzzle(at)), slot.known.is_known());
            }
            return;
        };
        let stopped = answer.verdict == Verdict::GaveUp;
        if !typed && stopped {
            slot.known.stopped(role, &**puzzle);
        } else if !typed {
            slot.known.ran(role, &**puzzle);
        }
        if !typed && scope.sink.len() > mark {
            slot.note_facts(&scope.sink.found()[mark..]);
        }
        let moved = slot.puzzle.as_ref().is_some_and(|puzzle| puzzle.place() != place);
        if crossed.is_some() {
            slot.say_replaced(scope);
        } else if written && moved {
            let event = Event::Changed { puzzle: Some(&slot.name), text: text.text };
            (scope.on)(event, scope.sink);
        }
        let (Some(puzzle), Some(data)) = (slot.puzzle.as_mut(), answer.data()) else {
            step.judgment = None;
            return;
        };
        let found = data.text;
        let known = typed || !doubted && (stopped || slot.known.judges(role, &**puzzle));
        if depth == Depth::Run {
            let (verdict, command) = (answer.verdict, text.text);
            let (puzzle, kind) = (slot.name.as_str(), kind.info().name);
            let event = Event::Answer { span, puzzle, kind, command, data, verdict, known };
            (scope.on)(event, scope.sink);
        }
        if !known {
            return;
        }
        if stopped {
            step.judgment = Some(Judgment::GaveUp);
            self.tally.unanswered += u64::from(expected.is_none());
            if !typed || expected.is_some() {
                let place = if written { text.span() } else { span };
                let figures = found.lines().next().unwrap_or_default();
                let state = slot.puzzle.as_ref().map(|puzzle| puzzle.place()[1]);
                let asked = expected.is_some() || matches!(scope.mode, Mode::Run { .. });
                if typed {
                    scope.sink.push(codes::gave_up_typed(place, figures));
                } else if asked || slot.undecided.is_none() || slot.undecided != state {
                    scope.push_gave_up(place, figures);
                } // else it was said at the declaration: one cause, one report
            }
            (step.cause, step.search) = (Some(Meant::Puzzle(at)), slot.known.is_known());
            return;
        }
        let Some(expected) = expected else {
            if answer.verdict != Verdict::Fine {
                self.tally.unanswered += 1;
            }
            return;
        };
        step.circumstances.stated = true;
        step.judgment = Some(Judgment::Held);
        let source = scope.source.text();
        let lines = || expect::lines(source, expected).join("\n");
        let holds = expect::holds(source, expected, found)
            || puzzle.accepts(text, found, &lines())
            || matches!(expected, Expected::Line(_))
                && puzzle.held_before(text, &lines(), scope.budget);
        if holds {
            slot.remember(text, expected, scope.source);
        } else if let Some(fault) = expect::commented(source, expected, found) {
            step.circumstances.stated = false;
            scope.sink.push(fault);
        } else {
            step.judgment = Some(Judgment::Wrong);
            let body = (slot.origin == self.sources).then_some(slot.body);
            let about = (body, typed);
            scope.sink.push(expect::wrong(scope.source, expected, text.span(), found, about));
        }
    }
}

impl Slot {
    /// Says that another puzzle stands in the place of the one of its name.
    fn say_replaced(&self, scope: &mut Scope<'_>) {
        let mut told = String::new();
        self.tell(&mut told);
        (scope.on)(Event::Replaced { puzzle: &self.name, text: &told }, scope.sink);
    }
}
