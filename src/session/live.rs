//! A live puzzle: a script up to one of its statements, with all that is known there.

use std::borrow::Cow;
use std::sync::Arc;

use super::known::Known;
use super::resolve::Place;
use super::save::{meta_text, sound_text};
use super::scope::{Manner, Scope, Step};
use super::{Entry, Mode, codes, revise};
use crate::diag::{Code, Diagnostic};
use crate::puzzle::{Answer, Ask, Body, Kind, Model, Puzzle};
use crate::search::Charge;
use crate::session::Event;
use crate::session::command::Asked;
use crate::syntax::{Declaration, Fragment, Meta, Statement};
use crate::text::Span;

/// A declared puzzle with its state; by default, the place of one that is not there any more.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct Live {
    pub(super) name: String,
    pub(super) kind: Option<&'static dyn Kind>,
    /// `None` if the declaration had errors: commands on it are checked for their form only.
    pub(super) puzzle: Option<Box<dyn Puzzle>>,
    /// The declaration as it was written.
    pub(super) text: String,
    /// The lines of metadata above it, each with its line end.
    pub(super) meta: String,
    /// Changes of state that the body itself asked for.
    pub(super) asked: usize,
    /// True if expectations stated the facts that would have been reported for the declaration.
    /// `facts` are the expectations among them that held in the state after it: without them, the
    /// facts would be reported for the saved document.
    pub(super) settled: bool,
    pub(super) facts: Vec<String>,
    /// True if the declaring text asks an open question about it.
    pub(super) withholds: bool,
    /// Facts found by searching that were reported for it, with the numbers of the states.
    pub(super) said: Vec<(&'static Code, usize)>,
    /// The state whose facts a search could not decide, which was reported at the declaration.
    pub(super) undecided: Option<usize>,
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
    /// The number of states that the declaring text made, and the number of the state after them.
    pub(super) script: [usize; 2],
    /// The puzzle whose place it took, and the one that took its place before that was taken back.
    pub(super) replaced: Option<Box<revise::Replaced>>,
    pub(super) taken_back: Option<Box<revise::TakenBack>>,
    /// The memory of the puzzle and its states, without their searches.
    pub(super) charge: Charge,
    /// The declaration, while the facts and the queries of its body are not all done.
    opening: Option<Box<Opening>>,
    /// The statement that the last slice left in the middle.
    pub(super) paused: Option<Box<Pause>>,
    /// The place in its tree of states where the command began that is resumed now.
    pub(super) resumed: Option<[usize; 3]>,
}

/// A declaration whose body was read.
struct Opening {
    model: Arc<dyn Model>,
    name: Span,
    /// The progress of the search for its facts.
    facts: Progress,
    /// The next query of the body.
    query: usize,
}

/// The progress of the search for the facts of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Waiting,
    Begun,
    /// They are found. Advice about them, which are so many diagnostics after those of the statement
    /// before them, is being looked for.
    Advising {
        before: usize,
    },
    Done,
}

/// The end of the search for advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advised {
    Paused,
    /// All advice was looked for.
    Fully,
    /// There may be more.
    Partly,
}

/// A statement that a slice left in the middle.
pub(super) struct Pause {
    /// The place in the tree of states where its command began.
    place: [usize; 3],
    step: Option<Step>,
    /// The diagnostics that were found until then.
    found: Vec<Diagnostic>,
    /// True if the listener was told that the statement began.
    is_told: bool,
}

impl Pause {
    /// Returns a pause in a command that began at `place`.
    pub(super) fn in_command(place: [usize; 3]) -> Self {
        Self { place, step: None, found: Vec::new(), is_told: true }
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
        one: &Declaration,
        terms: Terms,
        step: &mut Step,
        scope: &mut Scope<'_>,
    ) -> Self {
        let source = scope.source;
        let kind = scope.registry.kind(source.slice(one.kind));
        let decided = scope.settled(step.at);
        let body = Body::of(source.text(), one);
        let mark = scope.sink.len();
        let model = kind.filter(|_| !terms.unfinished).and_then(|kind| scope.read(kind, &body));
        let unsound = terms.strict && terms.faulty || scope.resolved.bad.spoil(source, one.body);
        let model = model.filter(|_| !unsound);
        let settled = scope.sink.found()[mark..].iter().any(|found| decided.contains(&found.code));
        let puzzle = model.as_ref().map(|model| model.open(scope.registry));
        let mut live = Self {
            kind,
            puzzle,
            settled,
            withholds: scope.is_asked(step.at),
            origin: scope.origin,
            place: one.name,
            body: one.body,
            ..Self::default()
        };
        if scope.manner != Manner::Parts {
            source.slice(one.name).clone_into(&mut live.name);
            live.text = sound_text(source, one);
            live.meta = meta_text(source, one);
        }
        if live.puzzle.is_some() && !scope.waiting.is_empty() {
            live.meta.insert_str(0, &std::mem::take(&mut scope.waiting));
        }
        let Some(puzzle) = live.puzzle.as_mut() else {
            live.known.lose();
            step.circumstances.settled = decided;
            step.failed = true;
            return live;
        };
        puzzle.enter(scope.origin);
        let text = match live.meta.as_str() {
            "" if !terms.replaces => Cow::Borrowed(source.slice(one.span)),
            meta => Cow::Owned(format!("{meta}{}", live.text)),
        };
        let event = match terms.replaces {
            true => Event::Replaced { puzzle: &live.name, text: &text },
            false => Event::Changed { puzzle: None, text: &text },
        };
        (scope.on)(event, scope.sink);
        step.circumstances.settled = decided;
        if let Some(model) = model {
            let (facts, query) = (Progress::Waiting, 0);
            live.opening = Some(Box::new(Opening { model, name: one.name, facts, query }));
            live.finish_opening(step, scope);
        }
        live
    }

    /// Looks for the facts of the declaration, and runs the queries of its body.
    pub(super) fn finish_opening(&mut self, step: &mut Step, scope: &mut Scope<'_>) {
        let Some(mut opening) = self.opening.take() else { return };
        if opening.facts != Progress::Done {
            self.resumed = None;
            if !self.look_for_facts(&mut opening, step, scope) {
                self.paused = Some(Box::new(Pause::in_command([0; 3])));
                self.opening = Some(opening);
                return;
            }
            self.note_facts(&scope.sink.found()[step.mark..]);
        }
        let model = opening.model.clone();
        while let Some(ask) = model.asks().get(opening.query) {
            let goes_on = self.query(opening.query, ask, step, scope).is_some();
            if self.paused.is_some() {
                self.opening = Some(opening);
                return;
            }
            if !goes_on {
                break;
            }
            opening.query += 1;
        }
        self.asked = self.puzzle.as_ref().map_or(0, |puzzle| puzzle.changed());
        self.script = [self.asked; 2];
    }

    /// Searches for the facts of the declaration if the mode asks for it. Returns false if that was
    /// paused.
    fn look_for_facts(
        &mut self,
        opening: &mut Opening,
        step: &Step,
        scope: &mut Scope<'_>,
    ) -> bool {
        let (Mode::Check { solve } | Mode::Run { solve }) = scope.mode;
        let decided = &step.circumstances.settled;
        let progress = std::mem::replace(&mut opening.facts, Progress::Done);
        let Some(puzzle) = self.puzzle.as_mut().filter(|_| solve) else { return true };
        let before = match progress {
            Progress::Advising { before } => before,
            _ => scope.sink.len() - step.mark,
        };
        let mark = step.mark + before;
        if !matches!(progress, Progress::Advising { .. }) {
            if puzzle.info().deep.iter().all(|code| decided.contains(code)) {
                self.wants_advice = true;
                return true;
            }
            match puzzle.deep(opening.name, scope.budget, scope.sink) {
                Ok(()) if scope.sink.errors_since(mark) => {}
                Ok(()) => {
                    self.wants_advice = true;
                    return true;
                }
                Err(_) => {
                    // The document does not ask for it.
                    scope.sink.push(codes::gave_up(opening.name, "", false).advice());
                    self.undecided = Some(puzzle.place()[1]);
                    return true;
                }
            }
        }
        let is_paused = self.advise(mark, scope) == Advised::Paused;
        if is_paused {
            opening.facts = Progress::Advising { before };
        }
        !is_paused
    }

    /// Looks for advice for the designer of the puzzle, and adds to the diagnostics since `mark`.
    fn advise(&mut self, mark: usize, scope: &mut Scope<'_>) -> Advised {
        if !matches!(scope.mode, Mode::Check { .. }) || scope.withholds(self) {
            return Advised::Partly;
        }
        let Some(puzzle) = self.puzzle.as_mut() else { return Advised::Partly };
        match puzzle.design(mark, scope.budget, scope.sink) {
            Ok(()) => return Advised::Fully,
            // A command that stopped at its limit has said so.
            Err(_) if self.failed => {}
            Err(_) => scope.sink.push(codes::stopped_advising(self.place).advice()),
        }
        Advised::Partly
    }

    /// Looks for advice after the last statement of the puzzle, so that the time of its commands is
    /// not spent on it. Returns false if that was paused.
    pub(super) fn advise_last(&mut self, script: usize, scope: &mut Scope<'_>) -> bool {
        if self.wants_advice {
            let mark = scope.sink.len();
            let advised = self.advise(mark, scope);
            if advised == Advised::Paused {
                self.paused = Some(Box::new(Pause::in_command([0; 3])));
                return false;
            }
            self.wants_advice = false;
            scope.allow_advice(script, mark, advised == Advised::Fully);
        }
        true
    }

    /// Returns whether the last slice left a statement in the middle.
    pub(super) fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Keeps the step of a statement that is paused, and what was found at it.
    pub(super) fn pause(&mut self, step: Step, scope: &mut Scope<'_>) {
        let Some(paused) = &mut self.paused else { return };
        paused.found = scope.sink.found()[step.mark..].to_vec();
        scope.sink.truncate(step.mark);
        paused.step = Some(step);
    }

    /// Takes up the step of the statement that was paused, if there is one.
    pub(super) fn resume(&mut self, scope: &mut Scope<'_>) -> Option<Step> {
        let Pause { place, step, found, is_told } = *self.paused.take()?;
        let mut step = step?;
        if !is_told {
            (scope.on)(Event::Begin, scope.sink);
        }
        step.mark = scope.sink.len();
        for one in found {
            scope.sink.push(one);
        }
        self.resumed = Some(place);
        Some(step)
    }

    /// Returns whether the paused statement was run, and only the advice about the puzzle is missing.
    pub(super) fn has_run(&self) -> bool {
        let step = self.paused.as_ref().and_then(|paused| paused.step.as_ref());
        step.is_some_and(|step| step.has_ended)
    }

    /// Says again that the paused statement begins, unless it was run: another listener takes over.
    pub(super) fn begin_again(&mut self) {
        let has_run = self.has_run();
        if let Some(paused) = &mut self.paused {
            paused.is_told = has_run;
        }
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
        let text = match ask {
            Ask::Written(span) => Fragment::of(scope.source.text(), *span),
            Ask::Implied { command, .. } => Fragment { text: command, start: 0 },
        };
        // The first one is run in any case, so that an answer says that it was stopped.
        let begins = self.resumed.is_none();
        let stopped = number > 0 && begins && scope.budget.cancel.is_cancelled();
        if stopped && scope.is_typed() {
            return None;
        }
        if stopped || self.known.is_cut() {
            self.leave_out(text.text, *span, step, scope);
            return Some(());
        }
        let mark = scope.sink.len();
        self.command(&Asked::query(text, *span), step, scope);
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
            scope.push_gave_up(span, "not run");
            step.failed = true;
        }
        if !scope.mode.runs() {
            return;
        }
        scope.tally.unanswered += 1;
        let puzzle = self.name.as_str();
        let (answer, known) = (&Answer::not_run(), false);
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
            (Statement::Command(one), Place::Puzzle(_)) => {
                self.command(&Asked::written(one, scope.source), step, scope);
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

    /// Takes over what was said about the declaration of an earlier puzzle of the same text.
    pub(super) fn inherit(&mut self, old: Self) {
        (self.settled, self.said, self.undecided) = (old.settled, old.said, old.undecided);
        self.wants_advice = old.wants_advice;
    }

    /// Returns the open puzzle, or `None` if its declaration had errors.
    pub fn puzzle(&mut self) -> Option<&mut (dyn Puzzle + 'static)> {
        self.puzzle.as_deref_mut()
    }

    /// Returns true if the puzzle may be in another state than its document intends, because a
    /// statement failed, could not be read, or stopped at its limit.
    pub fn is_unknown(&self) -> bool {
        !self.known.is_known()
    }

    /// Returns a summary, or `None` for the place of a puzzle that is not there any more.
    pub fn entry(&self, focus: bool) -> Option<Entry> {
        let stands = self.puzzle.as_ref().map(|puzzle| (puzzle.now(), puzzle.prompt()));
        let (name, kind) = (self.name.clone(), self.kind?.info().name);
        (!name.is_empty()).then(|| Entry { name, kind, stands, focus, meta: Meta::of(&self.meta) })
    }

    /// Records which facts are reported for the current state.
    pub(super) fn note_facts(&mut self, found: &[Diagnostic]) {
        let Some(puzzle) = &self.puzzle else { return };
        let facts =
            found.iter().map(|one| one.code).filter(|code| puzzle.info().deep.contains(code));
        let now = puzzle.place()[1];
        self.said.extend(facts.map(|code| (code, now)));
    }

    /// Charges the memory of the puzzle and its states.
    pub(super) fn charge(&mut self, scope: &mut Scope<'_>) {
        let bytes = self.puzzle.as_ref().map_or(0, |puzzle| puzzle.bytes());
        if bytes > self.charge.bytes() {
            self.charge.set_lasting(bytes, scope.budget);
            scope.full |= scope.budget.is_full();
        }
    }
}
