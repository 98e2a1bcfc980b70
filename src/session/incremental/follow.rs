//! Checks and runs one script, and resumes from an earlier state of it.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Checked, Found, Piece, Script, sort};
use crate::diag::{Code, Diagnostic, Sink};
use crate::search::{Budget, Charge};
use crate::session::parts::Statements;
use crate::session::scope::{Course, ReadBody, Scope};
use crate::session::skips::Skips;
use crate::session::{Event, Facts, Mode, Session};
use crate::text::Source;

/// Statements between two checkpoints of a script that is checked.
const STRIDE: usize = 512;
/// About as many states of a script that is run are kept.
const STATES: usize = 512;

/// What is kept of a check: what the body says, and states in the middle of the script, from which
/// following it can be resumed.
#[derive(Default)]
pub(super) struct Checkpoints {
    /// How many statements were followed, and the session then, in rising order.
    all: Mutex<Vec<(usize, Session)>>,
    /// Where the statements stood: states remember places.
    starts: Vec<u32>,
    /// The body of the declaration, until the script is run.
    read: Mutex<Option<ReadBody>>,
    /// The memory of the puzzle, as long as it is kept.
    charge: Mutex<Charge>,
}

impl std::fmt::Debug for Checkpoints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checkpoints").finish_non_exhaustive()
    }
}

fn locked<T>(one: &Mutex<T>) -> MutexGuard<'_, T> {
    one.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Checkpoints {
    /// The last one at or before statement `at`, and how many statements lie after it.
    pub(super) fn before(
        &self,
        at: usize,
        starts: &dyn Fn() -> Vec<u32>,
    ) -> Option<(Session, usize)> {
        let all = locked(&self.all);
        let count = all.partition_point(|(count, _)| *count <= at);
        let (count, session) = all[..count].last()?;
        let same = starts().get(..*count) == self.starts.get(..*count);
        same.then(|| Some((session.fork(true)?, *count)))?
    }

    /// Those that hold for the first `count` statements.
    fn cut(&self, count: usize) -> Vec<(usize, Session)> {
        let mut all = locked(&self.all);
        let keep = all.partition_point(|(own, _)| *own <= count);
        all.drain(..keep).collect()
    }

    /// What the body says, as far as it was kept.
    pub(super) fn body(&self) -> Option<ReadBody> {
        locked(&self.read).clone()
    }

    /// The same, which is not kept any longer.
    fn take_body(&self) -> Option<ReadBody> {
        if locked(&self.all).is_empty() {
            *locked(&self.charge) = Charge::default();
        }
        locked(&self.read).take()
    }
}

/// The text of a script, and what decides besides it what is found there.
#[derive(Debug, Default)]
struct Written {
    /// The lines of its pieces, one after the other; where each ends, and what was read there.
    text: String,
    ends: Vec<(u32, [u32; 3])>,
    /// Numbers of statements before which the puzzle becomes unknown.
    doubts: Vec<u32>,
    /// The facts about the declaration that expectations state.
    settled: Vec<&'static Code>,
}

impl Written {
    fn of(source: &Source, pieces: &[Piece], plan: &Plan) -> Self {
        let bytes = pieces.iter().map(|piece| piece.lines.len() as usize).sum();
        let (mut text, mut ends) = (String::with_capacity(bytes), Vec::with_capacity(pieces.len()));
        for piece in pieces {
            text.push_str(source.slice(piece.lines));
            ends.push((text.len() as u32, piece.read));
        }
        Self { text, ends, doubts: plan.doubts.clone(), settled: plan.facts.of(0) }
    }

    /// How many statements from the first on have the same doubts.
    fn as_sure(&self, doubts: &[u32]) -> usize {
        let (old, new) = (self.doubts.iter().map(Some), doubts.iter().map(Some));
        let mut pairs = old.chain(std::iter::repeat(None)).zip(new.chain(std::iter::repeat(None)));
        let first = pairs.find(|(old, new)| old != new || old.is_none());
        let first = first.and_then(|(old, new)| old.into_iter().chain(new).min().copied());
        first.map_or(usize::MAX, |first| first as usize)
    }

    /// How many pieces from the first on are the same.
    fn common(&self, source: &Source, pieces: &[Piece]) -> usize {
        let text = source.text().as_bytes();
        let mut at = 0;
        let same = pieces.iter().zip(&self.ends).take_while(|(piece, (end, read))| {
            let same = text[piece.lines.range()] == self.text.as_bytes()[at..*end as usize];
            at = *end as usize;
            same && piece.read == *read
        });
        same.count()
    }

    /// How many statements from the first on say the same in a script.
    fn same(&self, checked: &Checked, pieces: &[Piece], plan: &Plan) -> usize {
        if self.settled != plan.facts.of(0) {
            return 0;
        }
        self.common(&checked.source, pieces).min(self.as_sure(&plan.doubts))
    }
}

/// How many pieces from the first on begin where they began.
fn unmoved(pieces: &[Piece], starts: &[u32]) -> usize {
    pieces.iter().zip(starts).take_while(|(piece, start)| piece.lines.start == **start).count()
}

/// Where pieces begin.
fn starts(pieces: &[Piece]) -> Vec<u32> {
    pieces.iter().map(|piece| piece.lines.start).collect()
}

/// A script as it was checked last.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) id: u64,
    /// The hash of its declaration.
    pub(super) hash: u64,
    written: Written,
    pub(super) found: Arc<Found>,
    /// The diagnostics with the number of the statement at which they were found, if there are
    /// checkpoints.
    raw: Vec<(usize, Diagnostic)>,
}

impl Known {
    /// A script that was not checked. It is not the same as any other.
    pub(super) fn unopened(id: u64, hash: u64) -> Self {
        let (written, found) = (Written::default(), Arc::default());
        Self { id, hash, written, found, raw: Vec::new() }
    }

    /// Whether the script that stands at `pieces` has the same text.
    pub(super) fn is(&self, checked: &Checked, script: &Script, pieces: &[Piece]) -> bool {
        pieces.len() == self.written.ends.len()
            && self.written.common(&checked.source, pieces) == pieces.len()
            && self.written.doubts == checked.doubts(script)
    }
}

/// What a walk along a script must know of all its statements. Costs a look at each of them.
#[derive(Debug, Default)]
pub(super) struct Plan {
    doubts: Vec<u32>,
    /// The facts that the expectations of the script state.
    facts: Facts,
}

impl Plan {
    pub(super) fn of(checked: &Checked, script: &Script) -> Self {
        let facts = Facts::of_script(checked.kinds, &checked.source, checked.statements(script));
        Self { doubts: checked.doubts(script), facts }
    }
}

/// What one walk along a script leaves for the next, which goes on where it ended.
#[derive(Default)]
pub(super) struct Trail {
    /// The body of the declaration, if it was read before.
    read: Option<ReadBody>,
    /// Counted when the first statement failed.
    skips: Option<Skips>,
    /// Whether a statement failed.
    failed: bool,
}

impl Trail {
    /// A trail of which only the body is known, if it was read before.
    pub(super) fn of(read: Option<ReadBody>) -> Self {
        Self { read, ..Self::default() }
    }
}

/// A walk along a script.
pub(super) struct Walk<'a> {
    pub(super) checked: &'a Checked,
    pub(super) script: &'a Script,
    pub(super) mode: Mode,
    pub(super) budget: &'a Budget,
    pub(super) plan: &'a Plan,
    /// As [`Course::persists`].
    pub(super) persists: bool,
}

impl Walk<'_> {
    /// Runs the statements in `range`, after those before it. After each of them `between` is called
    /// with the number of those that were run and whether one of them failed, and returns whether to
    /// go on.
    pub(super) fn run(
        self,
        session: &mut Session,
        range: Range<usize>,
        trail: &mut Trail,
        on: &mut dyn FnMut(Event<'_>, &mut Sink),
        between: &mut dyn FnMut(&Session, usize, bool) -> bool,
    ) {
        let Self { checked, script, mode, budget, plan, persists } = self;
        if range.start == 0 {
            session.begin(false);
            session.sources += 1;
        }
        let mut sink = Sink::new();
        let course = Course {
            declared: usize::from(range.start > 0),
            number: range.start,
            doubts: &plan.doubts,
            skips: trail.skips.take(),
            failed: trail.failed,
            read: Some(&mut trail.read),
            persists,
            ..Course::default()
        };
        let (source, bad, facts) = (&*checked.source, &checked.bad, &plan.facts);
        let sink = &mut sink;
        let mut scope = Scope { source, mode, budget, bad, facts, sink, on, course };
        let members = Some(checked.members(script));
        let statements = Statements { all: &checked.document.statements, members };
        for at in range.start..range.end.min(statements.len()) {
            session.walk(statements, at..at + 1, &mut scope);
            // A budget that is cancelled leaves statements out.
            let went_on = scope.course.number == at + 1;
            if !went_on || !between(session, at + 1, scope.course.failed) {
                break;
            }
        }
        let Course { skips, failed, .. } = scope.course;
        (trail.skips, trail.failed) = (skips, failed);
    }
}

/// Takes what was found at a statement over to `all`, with the statement's number.
fn collect(
    event: &Event<'_>,
    sink: &mut Sink,
    number: &mut usize,
    all: &mut Vec<(usize, Diagnostic)>,
) {
    if matches!(event, Event::Done) {
        if !sink.is_empty() {
            all.extend(sink.take().into_iter().map(|one| (*number, one)));
        }
        *number += 1;
    }
}

/// Checks one script: from its declaration on, or from where it differs from `old`, an earlier
/// text with the same declaration.
pub(super) fn follow(
    checked: &Checked,
    script: &Script,
    pieces: &[Piece],
    old: Option<Known>,
    (id, hash): (u64, u64),
    budget: &Budget,
) -> Known {
    let plan = Plan::of(checked, script);
    let (mut start, mut read) = ((Session::with(checked.kinds), 0, Vec::new(), Vec::new()), None);
    if let Some(old) = old {
        let same = old.written.same(checked, pieces, &plan);
        let kept = &old.found.checkpoints;
        if old.written.common(&checked.source, pieces) > 0 {
            read = kept.body();
        }
        let checkpoints = kept.cut(unmoved(&pieces[..same], &kept.starts));
        let last = checkpoints.last().map(|(count, session)| (*count, session.fork(true)));
        if let Some((count, Some(session))) = last {
            let raw = old.raw.into_iter().filter(|(at, _)| *at < count).collect();
            start = (session, count, checkpoints, raw);
        }
    }
    let mut done = check(checked, script, &plan, &mut read, start, budget);
    if done.0.lost() {
        let start = (Session::with(checked.kinds), 0, Vec::new(), Vec::new());
        done = check(checked, script, &plan, &mut read, start, budget);
    }
    let (mut session, checkpoints, raw) = done;
    let state = session.puzzle(None).map(|puzzle| puzzle.now());
    let mut diagnostics: Vec<_> = raw.iter().map(|(_, one)| one.clone()).collect();
    sort(&mut diagnostics);
    let none = checkpoints.is_empty();
    let found = Arc::new(Found {
        starts: if diagnostics.is_empty() { Vec::new() } else { starts(pieces) },
        diagnostics,
        state,
        checkpoints: Checkpoints {
            all: Mutex::new(checkpoints),
            starts: if none { Vec::new() } else { starts(pieces) },
            read: Mutex::new(read),
            charge: Mutex::new(session.take_charge()),
        },
    });
    // What was not followed to its end is followed again.
    let written = match session.is_full() {
        true => Written::default(),
        false => Written::of(&checked.source, pieces, &plan),
    };
    Known { id, hash, written, found, raw: if none { Vec::new() } else { raw } }
}

/// A session, the number of statements it has followed, the states on the way, and what was found.
type Followed = (Session, usize, Vec<(usize, Session)>, Vec<(usize, Diagnostic)>);
type Done = (Session, Vec<(usize, Session)>, Vec<(usize, Diagnostic)>);

fn check(
    checked: &Checked,
    script: &Script,
    plan: &Plan,
    read: &mut Option<ReadBody>,
    start: Followed,
    budget: &Budget,
) -> Done {
    let (mut session, from, mut checkpoints, mut raw) = start;
    let total = checked.members(script).len();
    let mode = Mode::Check { solve: false };
    let walk = Walk { checked, script, mode, budget, plan, persists: false };
    let mut trail = Trail::of(read.take());
    let mut number = from;
    let on = &mut |event: Event<'_>, sink: &mut Sink| {
        collect(&event, sink, &mut number, &mut raw);
    };
    walk.run(&mut session, from..total, &mut trail, on, &mut |session, count, _| {
        if count < total && count % STRIDE == 0 {
            checkpoints.extend(session.fork(true).map(|copy| (count, copy)));
        }
        true
    });
    *read = trail.read;
    (session, checkpoints, raw)
}

/// How far [`Checked::run_on`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walked {
    /// All statements were run.
    Through,
    /// The next call goes on.
    Paused,
    /// An answer depends on more than is kept: the next call runs the whole script.
    Lost,
}

/// A script that was run, with its states: another text with the same beginning is run on from
/// there.
#[derive(Default)]
pub struct Ran {
    /// What was found, with the number of the statement.
    pub found: Vec<(usize, Diagnostic)>,
    /// The text that was resumed last.
    written: Written,
    starts: Vec<u32>,
    plan: Plan,
    /// How many statements were run, and the session then, in rising order. None after one failed:
    /// what is reported for a failure depends on what follows it.
    states: Vec<(usize, Session)>,
    /// How many statements a run that paused has run, and its session with the searches.
    paused: Option<(usize, Session)>,
    trail: Trail,
}

impl std::fmt::Debug for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ran").field("states", &self.states.len()).finish_non_exhaustive()
    }
}

impl Ran {
    /// Whether it has the declaration of a script, in the same place.
    pub fn begins(&self, checked: &Checked, script: &Script) -> bool {
        let first: Vec<_> = checked.pieces(script, 1).collect();
        self.written.common(&checked.source, &first) == 1 && unmoved(&first, &self.starts) == 1
    }
}

impl Checked {
    /// Drops what does not hold in a script any more; the number of statements from the first on
    /// that need not be run again. Costs a look at each statement.
    pub fn resume(&self, script: &Script, ran: &mut Ran) -> usize {
        let pieces: Vec<_> = self.pieces(script, usize::MAX).collect();
        let plan = Plan::of(self, script);
        let same = ran.written.same(self, &pieces, &plan);
        let same = unmoved(&pieces[..same], &ran.starts);
        ran.states.retain(|(count, _)| *count <= same);
        // What a failure says depends on what follows it.
        let is_whole = same == pieces.len() && same == ran.starts.len();
        ran.paused.take_if(|(count, _)| *count > same || ran.trail.failed && !is_whole);
        if same == 0 {
            ran.trail.read = None;
        }
        if ran.paused.is_none() {
            (ran.trail.skips, ran.trail.failed) = (None, false);
        }
        let last = ran.paused.as_ref().or(ran.states.last());
        let count = last.map_or(0, |(count, _)| *count);
        ran.found.retain(|(at, _)| *at < count);
        ran.written = Written::of(&self.source, &pieces, &plan);
        (ran.starts, ran.plan) = (starts(&pieces), plan);
        count
    }

    /// Runs the statements of a script that [`Checked::resume`] did not find in `ran`, as
    /// [`Checked::run`] does, until `pause` holds after a statement; then the next call goes on
    /// there. The statements that need no search are run even if the budget is cancelled. Costs no
    /// more than the statements that it runs.
    pub fn run_on(
        &self,
        script: &Script,
        mode: Mode,
        budget: &Budget,
        ran: &mut Ran,
        pause: &dyn Fn() -> bool,
        on: &mut dyn FnMut(Event<'_>),
    ) -> Walked {
        let last =
            || ran.states.last().and_then(|(count, state)| Some((*count, state.fork(false)?)));
        let resumed = ran.paused.take().or_else(last);
        let (from, mut session) = resumed.unwrap_or_else(|| (0, Session::with(self.kinds)));
        let total = self.members(script).len();
        let Ran { found, states, trail, plan, .. } = &mut *ran;
        if trail.read.is_none() {
            trail.read = self.own[self.number(script)].checkpoints.take_body();
        }
        let stride = 1 + total / STATES;
        let walk = Walk { checked: self, script, mode, budget, plan, persists: true };
        let mut number = from;
        let on = &mut |event: Event<'_>, sink: &mut Sink| {
            collect(&event, sink, &mut number, found);
            on(event);
        };
        let mut paused = None;
        walk.run(&mut session, from..total, trail, on, &mut |session, count, failed| {
            if !failed && (count % stride == 0 || count == total) {
                states.extend(session.fork(false).map(|copy| (count, copy)));
            }
            paused = (count < total && pause()).then_some(count);
            paused.is_none()
        });
        if session.lost() {
            let Ran { written, starts, plan, trail, .. } = std::mem::take(ran);
            let trail = Trail::of(trail.read);
            *ran = Ran { written, starts, plan, trail, ..Ran::default() };
            return Walked::Lost;
        }
        ran.paused = paused.map(|count| (count, session));
        if ran.paused.is_some() { Walked::Paused } else { Walked::Through }
    }
}
