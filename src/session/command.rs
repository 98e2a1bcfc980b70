//! A command on a live puzzle, or a query of its body.

use super::judged::Comparison;
use super::live::Live;
use super::room;
use super::scope::{End, Scope, Step};
use super::{Event, Judgment, Mode, Secrecy, codes, expect, judged};
use crate::diag::Sink;
use crate::puzzle::{Answer, Board, Depth, Directive, Info, Registry, Role, Verdict, Way};
use crate::syntax::{Command, Expected, Fragment};
use crate::text::{Source, Span};

/// A command, or a query of a body.
#[derive(Debug)]
pub(super) struct Invocation<'a> {
    /// The command without a prefix and without an expectation.
    text: Fragment<'a>,
    /// The expected answer.
    expected: Option<Expected>,
    /// The whole command.
    span: Span,
    /// True for a command, false for a query of a body.
    written: bool,
    /// How the command is run.
    pub(super) act: Act<'a>,
}

/// The way in which a command is run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Act<'a> {
    /// The command as it is written.
    Written,
    /// The rest of the way, after the command led over the replacement of a puzzle.
    Crossed(Way),
    /// A command that the program gives: its text only shows it to people.
    Given(Directive<'a>),
}

impl<'a> Invocation<'a> {
    /// Makes the question of a command in a document.
    pub(super) fn written(command: &Command, source: &'a Source) -> Self {
        let text = Fragment::of(source.text(), command.text);
        let expected = command.expected;
        Self { text, expected, span: command.span, written: true, act: Act::Written }
    }

    /// Makes the question of a query in a body.
    pub(super) fn query(text: Fragment<'a>, span: Span, act: Act<'a>) -> Self {
        Self { text, expected: None, span, written: false, act }
    }

    /// Returns the role of its verb.
    fn role(&self, kind: &'static Info) -> Option<Role> {
        match self.act {
            Act::Given(directive) => Some(directive.role()),
            Act::Written | Act::Crossed(_) => kind.role(self.text),
        }
    }

    /// Returns whether its form is right; reports what is wrong with it.
    fn lint(&self, kind: &'static Info, registry: Registry, sink: &mut Sink) -> bool {
        matches!(self.act, Act::Given(_)) || kind.lint(self.text, registry, sink)
    }

    /// Returns whether it is an open question.
    fn is_open(&self) -> bool {
        matches!(self.expected, Some(Expected::Open(_)))
    }

    fn verb(&self) -> &'a str {
        self.text.text.split([' ', '\t']).next().unwrap_or_default()
    }
}

/// Returns whether a command with this role is run although its answer is not asked for: it leads
/// to another state, or names one.
fn changes(role: Option<Role>) -> bool {
    role.is_none_or(|role| role.changes() || role == Role::Name)
}

/// A command that was run.
struct Answered {
    answer: Answer,
    role: Option<Role>,
    depth: Depth,
    /// True if only the form of the command could be wrong, because a search was cut short.
    doubted: bool,
}

impl Live {
    /// Runs a command, reports its answer, and compares it with the expectation.
    pub(super) fn command(
        &mut self,
        invocation: &Invocation<'_>,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) {
        let text = invocation.text.text;
        let _span = tracing::debug_span!("command", text).entered();
        let Some(Answered { answer, role, depth, doubted }) = self.attempt(invocation, step, scope)
        else {
            return;
        };

        let stopped = answer.verdict() == Verdict::GaveUp;
        let premise = invocation.expected.filter(|_| !invocation.is_open() && !doubted);
        if let (Some(expected), Some(puzzle)) = (premise, self.puzzle.as_mut())
            && puzzle.info().has_premises
        {
            let lines = expect::lines(scope.source.text(), expected).join("\n");
            if let Some(held) = puzzle.assume(invocation.text, &lines, scope.budget).transpose() {
                let judgment = if held.is_ok() { Judgment::Held } else { Judgment::Wrong };
                step.judgment = Some(judgment);
                match held {
                    Ok(statement) if invocation.written => {
                        let event = Event::Changed { puzzle: Some(&self.name), text: &statement };
                        (scope.on)(event, scope.sink);
                    }
                    Ok(_) => {}
                    Err(fault) => scope.sink.push(*fault),
                }
                return;
            }
        }

        let Some(puzzle) = self.puzzle.as_ref().filter(|_| answer.is_computed()) else {
            step.judgment = None;
            return;
        };

        let known = scope.is_typed() || !doubted && (stopped || self.known.judges(role, puzzle));
        let is_shown = !invocation.is_open() || scope.secrecy == Secrecy::Nothing;
        if depth == Depth::Run && is_shown {
            let span = invocation.span;
            let command = invocation.text.text;
            let answer = &answer;
            let state = Some(puzzle);
            let puzzle = self.name.as_str();
            let event = Event::Answer { span, puzzle, command, answer, state, known };
            (scope.on)(event, scope.sink);
        }
        if !known {
            return;
        }

        if invocation.expected.is_some() && scope.secrecy == Secrecy::Nothing && !stopped {
            let span = invocation.span;
            let command = invocation.text.text;
            let answer = &answer;
            let state = puzzle;
            let puzzle = self.name.as_str();
            (scope.on)(Event::Question { span, puzzle, command, answer, state }, scope.sink);
        }

        if invocation.is_open() {
            // No answer to it is wrong, but after a change that stopped at its limit nothing holds.
            if stopped && changes(role) {
                self.give_up(invocation, &answer, step, scope);
            }
        } else if stopped {
            self.give_up(invocation, &answer, step, scope);
        } else if let Some(expected) = invocation.expected {
            self.compare(invocation, expected, &answer, step, scope);
        } else if answer.verdict() != Verdict::Fine {
            scope.tally.unanswered += 1;
        }
    }

    /// Runs a command, and records what it makes known or unknown. Returns `None` if it fails.
    #[cfg_attr(
        not(test),
        expect(clippy::disallowed_methods, reason = "a document or a person wrote the command")
    )]
    fn attempt(
        &mut self,
        invocation: &Invocation<'_>,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) -> Option<Answered> {
        let text = invocation.text;
        let typed = scope.is_typed();
        let registry = scope.registry;
        let kind = self.kind?;
        let Some(puzzle) = self.puzzle.as_mut() else {
            invocation.lint(kind, registry, scope.sink);
            return None;
        };

        let role = invocation.role(kind);
        let is_run = !invocation.is_open() || changes(role) || scope.secrecy == Secrecy::Nothing;
        let depth = match scope.mode.runs() && is_run {
            true => Depth::Run,
            false => {
                Depth::Check { answer: invocation.expected.is_some() && !invocation.is_open() }
            }
        };

        // After a search that was cut short only the form of a command can be wrong.
        let doubted = !typed && !self.known.trusts(role);
        step.circumstances.gap = !typed && self.known.has_gap();
        let sound = !doubted || invocation.lint(kind, registry, scope.sink);
        if !typed && invocation.written {
            let now = puzzle.place()[1];
            let reported = self.reported_facts.iter().filter(|(_, state)| *state == now);
            step.circumstances.reported_facts = reported.map(|(code, _)| *code).collect();
        }

        let mark = scope.sink.len();
        let mut unheard = Sink::new();
        let sink = if doubted { &mut unheard } else { &mut *scope.sink };
        puzzle.enter(scope.origin);
        let place = puzzle.place();
        let mut run = |sink: &mut Sink| match invocation.act {
            Act::Written => puzzle.run(text, depth, scope.budget, sink),
            Act::Crossed(way) => Some(puzzle.travel(way, depth, scope.budget)),
            Act::Given(directive) => puzzle.direct(directive, depth, scope.budget, sink),
        };
        let before = sink.len();
        let mut answer = if sound { run(sink) } else { None };
        while answer.as_ref().is_some_and(Answer::is_short_of_memory)
            && room::make_room(&mut step.waiting, scope.budget)
        {
            sink.truncate(before);
            answer = run(sink);
        }

        let Some(answer) = answer else {
            step.end = End::Failed;
            let before = self.known.is_known();
            step.failed |= !typed && self.fail(invocation, registry) && before;
            return None;
        };

        let moved = puzzle.place() != place;
        if answer.verdict() == Verdict::GaveUp {
            step.end = step.end.max(End::GaveUp);
        }
        if !typed && answer.verdict() == Verdict::GaveUp {
            self.known.stopped(role, puzzle);
        } else if !typed {
            self.known.ran(role, puzzle);
        }
        if !typed && scope.sink.len() > mark {
            self.note_facts(&scope.sink.diagnostics()[mark..]);
        }

        if matches!(invocation.act, Act::Crossed(_)) {
            self.announce_replacement(scope);
        } else if invocation.written && moved {
            let event = Event::Changed { puzzle: Some(&self.name), text: text.text };
            (scope.on)(event, scope.sink);
        }
        Some(Answered { answer, role, depth, doubted })
    }

    /// Records that a command failed. Returns whether this makes later answers doubtful.
    fn fail(&mut self, invocation: &Invocation<'_>, registry: Registry) -> bool {
        let (Some(kind), Some(puzzle)) = (self.kind, &self.puzzle) else { return false };
        let readable = invocation.lint(kind, registry, &mut Sink::new());
        self.known.failed(invocation.role(kind), readable, puzzle)
    }

    /// Takes a command that failed or stopped, when it ran before, as what it was.
    pub(super) fn take_over(&mut self, invocation: &Invocation<'_>, end: End, registry: Registry) {
        let (Some(kind), Some(puzzle)) = (self.kind, &self.puzzle) else { return };
        match end {
            End::Answered => {}
            End::GaveUp => self.known.stopped(invocation.role(kind), puzzle),
            End::Failed => _ = self.fail(invocation, registry),
        }
    }

    /// Reports that a search stopped at its limit.
    fn give_up(
        &self,
        invocation: &Invocation<'_>,
        answer: &Answer,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) {
        let figures = &*answer.text();
        let by_rule =
            matches!(answer, Answer::GaveUp { stop: Some(stop), .. } if stop.is_by_rule());
        let expects = invocation.expected.is_some();
        step.judgment = Some(Judgment::GaveUp);
        scope.tally.unanswered += u64::from(!expects);
        let place = if invocation.written { invocation.text.span() } else { invocation.span };
        if scope.is_typed() {
            if expects {
                scope.sink.push(codes::gave_up(place, figures, true, by_rule));
            }
        } else {
            let state = self.puzzle.as_ref().map(|puzzle| puzzle.place()[1]);
            let invocation = expects || matches!(scope.mode, Mode::Run { .. });
            if invocation || self.undecided_state.is_none() || self.undecided_state != state {
                scope.push_gave_up(place, figures, by_rule);
            } // else it was said at the declaration: one cause, one report
        }
        step.failed = true;
    }

    /// Compares an answer with the expectation.
    fn compare(
        &mut self,
        invocation: &Invocation<'_>,
        expected: Expected,
        answer: &Answer,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) {
        let answered = &*answer.text();
        let withholds = scope.withholds(self);
        let Some(puzzle) = &mut self.puzzle else { return };

        step.circumstances.stated = true;
        step.judgment = Some(Judgment::Held);
        let text = invocation.text;
        let source = scope.source.text();
        let compared = Comparison::of(&mut *puzzle, text, source, expected, answer, scope.budget);

        if compared.is_right() {
            self.remember(invocation, expected, scope.source);
        } else if let Some(fault) = expect::foreign_comment_fault(source, expected, answered) {
            step.circumstances.stated = false;
            scope.sink.push(fault);
        } else {
            step.judgment = Some(Judgment::Wrong);
            let body = (self.origin == scope.origin).then_some(self.body);
            let source = scope.source;
            let typed = scope.is_typed();
            let command = text.span();
            let ruling = compared.ruling.as_ref();
            scope.sink.push(match ruling {
                _ if withholds => judged::withheld(source, expected, command, ruling),
                Some(ruling) => {
                    judged::misjudged(source, expected, command, answered, ruling, typed)
                }
                None => expect::outdated(puzzle.info(), source, expected, text, answered)
                    .unwrap_or_else(|| {
                        expect::wrong(source, expected, command, answered, body, typed)
                    }),
            });
        }
    }

    /// Keeps the fact that an expectation stated rightly, if that fact would be reported for the
    /// declaration, so that a saved document states it too.
    fn remember(&mut self, invocation: &Invocation<'_>, expected: Expected, source: &Source) {
        let changed = self.puzzle.as_ref().map(Board::changed);
        if !self.facts_expected || changed != Some(self.body_changes) {
            return;
        }
        let lines = expect::lines(source.text(), expected);
        let first = lines.first().copied().unwrap_or_default();
        let states =
            self.kind.is_some_and(|kind| !kind.facts_stated(invocation.verb(), first).is_empty());
        let fact = format!("{} => {first}", invocation.text.text);
        if states && !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    /// Reports that another puzzle has taken the place of the one of its name.
    fn announce_replacement(&self, scope: &mut Scope<'_>) {
        let mut transcript = String::new();
        self.write_transcript(&mut transcript);
        (scope.on)(Event::Replaced { puzzle: &self.name, text: &transcript }, scope.sink);
    }
}
