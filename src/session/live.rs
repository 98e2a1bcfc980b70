//! A live puzzle: a script up to one of its statements, with all that is known there.

use std::borrow::Cow;

use super::incremental::Outcome;
use super::known::Known;
use super::resolve::Place;
use super::save::{meta_text, sound_text};
use super::scope::{End, Manner, Scope, Step};
use super::{Entry, Mode, codes, revise};
use crate::diag::{Code, Diagnostic};
use crate::puzzle::{Answer, Ask, Board, Body, Directive, Info};
use crate::search::Charge;
use crate::session::Event;
use crate::session::command::{Act, Invocation};
use crate::syntax::{Declaration, Fragment, Meta, Statement};
use crate::text::Span;

/// A declared puzzle with its state; by default, the place of one that is not there any more.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct Live {
    pub(super) name: String,
    pub(super) kind: Option<&'static Info>,
    /// `None` if the declaration had errors: commands on it are checked for their form only.
    pub(super) puzzle: Option<Board>,
    /// The declaration as it was written.
    pub(super) text: String,
    /// The lines of metadata above it, each with its line end.
    pub(super) meta: String,
    /// Changes of state that the body itself asked for.
    pub(super) body_changes: usize,
    /// True if expectations stated the facts that would have been reported for the declaration.
    /// `facts` are the expectations among them that held in the state after it: without them, the
    /// facts would be reported for the saved document.
    pub(super) facts_expected: bool,
    pub(super) facts: Vec<String>,
    /// True if the declaring text asks an open question about it.
    pub(super) withholds: bool,
    /// Facts found by searching that were reported for it, with the numbers of the states.
    pub(super) reported_facts: Vec<(&'static Code, usize)>,
    /// The state whose facts a search could not decide, which was reported at the declaration.
    pub(super) undecided_state: Option<usize>,
    /// True if advice for its designer is still to be looked for.
    pub(super) wants_advice: bool,
    /// The knowledge about its state while a document runs.
    pub(super) known: Known,
    /// True if a statement failed: its diagnostics depend on the statements that follow it.
    pub(super) failed: bool,
    /// The number of the source that declares it, the place of its name there, and its body.
    pub(super) origin: u64,
    pub(super) place: Span,
    pub(super) body: Span,
    pub(super) text_states: TextStates,
    /// The puzzle whose place it took, and the one that took its place before that was taken back.
    pub(super) replaced: Option<Box<revise::Replaced>>,
    pub(super) taken_back: Option<Box<revise::TakenBack>>,
    /// The memory of the puzzle and its states, without their searches.
    pub(super) charge: Charge,
}

/// The states that the declaring text of a puzzle made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextStates {
    /// The number of states after the start.
    pub(super) made: usize,
    /// The number of the state at the end of the text.
    pub(super) last: usize,
}

impl TextStates {
    /// Returns the states of a text that ends with the body of the declaration.
    pub(super) fn after_body(changes: usize) -> Self {
        Self { made: changes, last: changes }
    }
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The conditions under which a declaration is opened: by default, those of a document.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent conditions")]
pub(super) struct Terms {
    /// True if a declaration with errors is refused.
    pub(super) strict: bool,
    /// True if the declaration has an error that was reported before.
    pub(super) faulty: bool,
    /// True if the end of the body may just not be typed yet, so that the body is not read.
    pub(super) unfinished: bool,
    /// True if the puzzle takes the place of one of an earlier text.
    pub(super) replaces: bool,
}

impl Live {
    /// Opens the puzzle that a statement declares, and runs the queries of its body.
    pub(super) fn open(
        declaration: &Declaration,
        terms: Terms,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) -> Self {
        let source = scope.source;
        let kind = scope.registry.kind(declaration.kind_word(source));
        let stated_facts = scope.stated_facts(step.at);
        let body = Body::of(source.text(), declaration);
        let mark = scope.sink.len();
        let model = kind.filter(|_| !terms.unfinished).and_then(|kind| scope.read(kind, &body));
        let unsound =
            terms.strict && terms.faulty || scope.resolved.bad.spoil(source, declaration.body);
        let model = model.filter(|_| !unsound);
        let facts_expected =
            scope.sink.diagnostics()[mark..].iter().any(|fact| stated_facts.contains(&fact.code));
        let puzzle = model.as_ref().map(|model| model.open(scope.registry));

        let mut live = Self {
            kind,
            puzzle,
            facts_expected,
            withholds: scope.has_question(step.at),
            origin: scope.origin,
            place: declaration.name,
            body: declaration.body,
            ..Self::default()
        };
        if !matches!(scope.manner, Manner::Parts | Manner::Job) {
            declaration.name_word(source).clone_into(&mut live.name);
            live.text = sound_text(source, declaration);
            live.meta = meta_text(source, declaration);
        }
        if live.puzzle.is_some() && !scope.waiting.is_empty() {
            live.meta.insert_str(0, &std::mem::take(&mut scope.waiting));
        }

        let Some(puzzle) = live.puzzle.as_mut() else {
            live.known.lose();
            step.circumstances.stated_facts = stated_facts;
            step.failed = true;
            return live;
        };

        puzzle.enter(scope.origin);
        // A text without `}` could not be read again before another.
        let is_sound = declaration.closed && declaration.whole.is_none();
        let is_whole = is_sound || live.text.is_empty();
        let text = match live.meta.as_str() {
            "" if !terms.replaces && is_whole => Cow::Borrowed(source.slice(declaration.span)),
            meta => Cow::Owned(format!("{meta}{}", live.text)),
        };
        let event = match terms.replaces {
            true => Event::Replaced { puzzle: &live.name, text: &text },
            false => Event::Changed { puzzle: None, text: &text },
        };
        (scope.on)(event, scope.sink);
        step.circumstances.stated_facts = stated_facts;

        if let Some(model) = model {
            live.look_for_facts(declaration.name, step, scope);
            live.note_facts(&scope.sink.diagnostics()[step.mark..]);
            for (number, ask) in model.asks().iter().enumerate() {
                if live.query(number, ask, step, scope).is_none() {
                    break;
                }
            }
            live.body_changes = live.puzzle.as_ref().map_or(0, Board::changed);
            live.text_states = TextStates::after_body(live.body_changes);
        }
        live
    }

    /// Searches for the facts of the declaration, if the mode asks for it.
    fn look_for_facts(&mut self, name: Span, step: &Step, scope: &mut Scope<'_>) {
        let (Mode::Check { solve } | Mode::Run { solve }) = scope.mode;
        let Some(puzzle) = self.puzzle.as_mut().filter(|_| solve) else { return };
        let stated_facts = &step.circumstances.stated_facts;
        if puzzle.info().deep.iter().all(|code| stated_facts.contains(code)) {
            self.wants_advice = true;
            return;
        }

        let mark = scope.sink.len();
        let has_advice = match puzzle.deep(name, scope.budget, scope.sink) {
            Ok(()) if scope.sink.errors_since(mark) => Some(mark),
            Ok(()) => {
                self.wants_advice = true;
                None
            }
            Err(stop) => {
                // The document does not ask for it.
                let fault = codes::gave_up(name, "", false, stop.is_by_rule());
                scope.sink.push(fault.advice());
                self.undecided_state = Some(puzzle.place()[1]);
                None
            }
        };
        if let Some(mark) = has_advice {
            self.advise(mark, scope);
        }
    }

    /// Looks for advice for the designer of the puzzle, and adds to the diagnostics since `mark`.
    /// Returns whether all advice was looked for.
    fn advise(&mut self, mark: usize, scope: &mut Scope<'_>) -> bool {
        if !matches!(scope.mode, Mode::Check { .. }) || scope.withholds(self) {
            return false;
        }
        let Some(puzzle) = self.puzzle.as_mut() else { return false };
        let advised = puzzle.design(mark, scope.budget, scope.sink);
        if advised.is_err() && !self.failed {
            scope.sink.push(codes::stopped_advising(self.place).advice());
        } // else a command that stopped at its limit has said so
        advised.is_ok()
    }

    /// Looks for advice after the last statement of the puzzle, so that the time of its commands is
    /// not spent on it. Returns how that ended: a stop is not reported if a statement failed.
    pub(super) fn advise_last(&mut self, script: usize, scope: &mut Scope<'_>) -> End {
        if !std::mem::take(&mut self.wants_advice) {
            return End::Answered;
        }
        let mark = scope.sink.len();
        let is_all = self.advise(mark, scope);
        scope.allow_advice(script, mark, is_all);
        if is_all { End::Answered } else { End::GaveUp }
    }

    /// Runs a query of the body, counted from 0. `None` if no more of them are to be run.
    fn query(
        &mut self,
        number: usize,
        ask: &Ask,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) -> Option<()> {
        let (Ask::Written(span) | Ask::Implied { span, .. }) = ask;
        let implied;
        let (text, act) = match ask {
            Ask::Written(span) => (Fragment::of(scope.source.text(), *span), Act::Written),
            Ask::Implied { verb, args, .. } => {
                let directive = Directive::new(verb).with(args);
                implied = directive.text();
                (Fragment { text: &implied, start: 0 }, Act::Given(directive))
            }
        };

        // The first one is run in any case, so that an answer says that it was stopped.
        let stopped = number > 0 && scope.budget.cancel.is_cancelled();
        if stopped && scope.is_typed() {
            return None;
        }
        if stopped || self.known.is_cut() {
            self.leave_out(text.text, *span, step, scope);
            return Some(());
        }

        let mark = scope.sink.len();
        self.command(&Invocation::query(text, *span, act), step, scope);
        if matches!(ask, Ask::Implied { .. }) {
            scope.sink.blame_since(mark, *span);
        }
        Some(())
    }

    /// Gives an answer to a query of a body that is not run, because the limit was reached before. Each query
    /// gets an answer, so that answers and queries correspond.
    fn leave_out(&mut self, command: &str, span: Span, step: &mut Step, scope: &mut Scope<'_>) {
        if !self.known.is_cut() {
            self.known.cut();
            scope.push_gave_up(span, "not run", false);
            step.failed = true;
        }
        if !scope.mode.runs() {
            return;
        }
        scope.tally.unanswered += 1;
        let puzzle = self.name.as_str();
        let answer = &Answer::not_run();
        let known = false;
        let event = Event::Answer { span, puzzle, command, answer, state: None, known };
        (scope.on)(event, scope.sink);
    }

    /// Runs a statement that refers to this puzzle.
    pub(super) fn step(
        &mut self,
        statement: &Statement,
        place: Place,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) {
        match (statement, place) {
            (Statement::Command(command), Place::Puzzle(_)) => {
                let mut invocation = Invocation::written(command, scope.source);
                if let Some(&directive) = scope.given.get(step.at) {
                    invocation.act = Act::Given(directive);
                }
                self.command(&invocation, step, scope);
            }
            (_, Place::Unreadable(_)) => {
                if !scope.is_typed() {
                    self.known.lose();
                }
                step.failed = true;
            }
            _ => {}
        }
    }

    /// Returns the open puzzle, or `None` if its declaration had errors.
    pub fn puzzle(&mut self) -> Option<&mut Board> {
        self.puzzle.as_mut()
    }

    /// Returns true if the puzzle may be in another state than its document intends, because a
    /// statement failed, could not be read, or stopped at its limit.
    pub fn is_unknown(&self) -> bool {
        !self.known.is_known()
    }

    /// Returns a summary, or `None` for the place of a puzzle that is not there any more.
    pub fn entry(&self, focus: bool) -> Option<Entry> {
        let stands = self.puzzle.as_ref().map(|puzzle| (puzzle.now(), puzzle.prompt()));
        let name = self.name.clone();
        let kind = self.kind?.name;
        (!name.is_empty()).then(|| Entry { name, kind, stands, focus, meta: Meta::of(&self.meta) })
    }

    /// Records which facts are reported for the current state.
    pub(super) fn note_facts(&mut self, diagnostics: &[Diagnostic]) {
        let Some(puzzle) = &self.puzzle else { return };
        let facts = diagnostics
            .iter()
            .map(|fact| fact.code)
            .filter(|code| puzzle.info().deep.contains(code));
        let now = puzzle.place()[1];
        self.reported_facts.extend(facts.map(|code| (code, now)));
    }

    /// Takes over the facts that the outcome of a statement states, that of the declaration if it
    /// `is_first`.
    pub(super) fn take_facts(&mut self, outcome: &Outcome, is_first: bool) {
        let now = self.puzzle.as_ref().map_or(0, |puzzle| puzzle.place()[1]);
        self.reported_facts.extend(outcome.facts.iter().map(|&code| (code, now)));
        self.failed |= outcome.has_failed;
        if is_first {
            self.wants_advice = outcome.wants_advice;
            self.undecided_state = outcome
                .diagnostics
                .iter()
                .any(|reported| *reported.code == codes::GAVE_UP)
                .then_some(now);
        }
    }

    /// Charges the memory of the puzzle and its states.
    pub(super) fn charge(&mut self, scope: &mut Scope<'_>) {
        let bytes = self.puzzle.as_ref().map_or(0, Board::bytes);
        if bytes > self.charge.bytes() {
            self.charge.set_lasting(bytes, scope.budget);
            scope.full |= scope.budget.is_full();
        }
    }
}
