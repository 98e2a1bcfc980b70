//! Checks and runs one script, and resumes from an earlier state of it.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Checked, Found, Piece, Script, sort};
use crate::diag::{Code, Diagnostic, Sink};
use crate::search::Budget;
use crate::session::policy::BadLines;
use crate::session::scope::{Course, ReadBody, Scope};
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
        locked(&self.read).take()
    }
}

/// The text of a script, and what decides besides it what is found there.
#[derive(Debug, Default)]
struct Written {
    /// The lines of its pieces, one after the other; where each ends, and what was read there.
    text: String,
    ends: Vec<(u32, [u32; 2])>,
    /// Numbers of statements before which the puzzle becomes unknown.
    doubts: Vec<u32>,
    /// The facts about the declaration that expectations state.
    settled: Vec<&'static Code>,
}

impl Written {
    fn of(source: &Source, pieces: &[Piece], (doubts, facts): (Vec<u32>, &Facts)) -> Self {
        let bytes = pieces.iter().map(|piece| piece.lines.len() as usize).sum();
        let (mut text, mut ends) = (String::with_capacity(bytes), Vec::with_capacity(pieces.len()));
        for piece in pieces {
            text.push_str(source.slice(piece.lines));
            ends.push((text.len() as u32, piece.read));
        }
        Self { text, ends, doubts, settled: facts.of(0) }
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
    fn same(&self, checked: &Checked, pieces: &[Piece], doubts: &[u32], facts: &Facts) -> usize {
        if self.settled != facts.of(0) {
            return 0;
        }
        self.common(&checked.source, pieces).min(self.as_sure(doubts))
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
    /// Whether the script that stands at `pieces` has the same text.
    pub(super) fn is(&self, checked: &Checked, script: &Script, pieces: &[Piece]) -> bool {
        pieces.len() == self.written.ends.len()
            && self.written.common(&checked.source, pieces) == pieces.len()
            && self.written.doubts == checked.doubts(script)
    }
}

/// A walk along a script.
pub(super) struct Walk<'a> {
    pub(super) checked: &'a Checked,
    pub(super) script: &'a Script,
    pub(super) mode: Mode,
    pub(super) budget: &'a Budget,
    /// The facts that the expectations of the script state.
    pub(super) facts: &'a Facts,
    /// The body of the declaration, if it was read before, and for the next time.
    pub(super) read: &'a mut Option<ReadBody>,
    /// Statements between two calls of `between`.
    pub(super) stride: usize,
}

impl Walk<'_> {
    /// Runs the statements in `range`, after those before it. `between` is called with the number of
    /// the statements that were run and whether one of them failed, and answers whether to go on.
    pub(super) fn run(
        self,
        session: &mut Session,
        range: Range<usize>,
        on: &mut dyn FnMut(Event<'_>, &mut Sink),
        between: &mut dyn FnMut(&Session, usize, bool) -> bool,
    ) {
        let Self { checked, script, mode, budget, facts, read, stride } = self;
        let source = &*checked.source;
        let bad = BadLines::of(source, &checked.document);
        if range.start == 0 {
            session.begin(false);
            session.sources += 1;
        }
        let (doubts, mut sink) = (checked.doubts(script), Sink::new());
        let (declared, number) = (usize::from(range.start > 0), range.start);
        let (doubts, read) = (&doubts[..], Some(read));
        let course = Course { declared, number, doubts, read, ..Course::default() };
        let (bad, sink) = (&bad, &mut sink);
        let mut scope = Scope { source, mode, budget, bad, facts, sink, on, course };
        let members: Vec<_> = checked.statements(script).collect();
        let (mut at, end) = (range.start, range.end.min(members.len()));
        while at < end {
            let next = (at + stride - at % stride).min(end);
            session.walk(&members, at..next, &mut scope);
            at = next;
            if scope.course.number == at && !between(session, at, scope.course.failed) {
                break;
            }
        }
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

/// The facts that the expectations of a script state.
pub(super) fn settled(checked: &Checked, script: &Script) -> Facts {
    Facts::of_script(checked.kinds, &checked.source, checked.statements(script))
}

impl Session {
    /// Follows the first `count` statements of a script from number `from` on, as a check does.
    pub(super) fn follow(
        &mut self,
        checked: &Checked,
        script: &Script,
        (from, count): (usize, usize),
        read: &mut Option<ReadBody>,
    ) {
        let (mode, budget) = (Mode::Check { solve: false }, Budget::unlimited());
        let (facts, stride) = (settled(checked, script), STRIDE);
        let walk = Walk { checked, script, mode, budget: &budget, facts: &facts, read, stride };
        walk.run(self, from..count, &mut |_, sink| drop(sink.take()), &mut |_, _, _| true);
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
) -> Known {
    let facts = settled(checked, script);
    let doubts = checked.doubts(script);
    let (mut start, mut read) = ((Session::with(checked.kinds), 0, Vec::new(), Vec::new()), None);
    if let Some(old) = old {
        let same = old.written.same(checked, pieces, &doubts, &facts);
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
    let mut done = check(checked, script, &facts, &mut read, start);
    if done.0.lost() {
        let start = (Session::with(checked.kinds), 0, Vec::new(), Vec::new());
        done = check(checked, script, &facts, &mut read, start);
    }
    let (_, checkpoints, raw) = done;
    let mut diagnostics: Vec<_> = raw.iter().map(|(_, one)| one.clone()).collect();
    sort(&mut diagnostics);
    let none = checkpoints.is_empty();
    let found = Arc::new(Found {
        starts: if diagnostics.is_empty() { Vec::new() } else { starts(pieces) },
        diagnostics,
        checkpoints: Checkpoints {
            all: Mutex::new(checkpoints),
            starts: if none { Vec::new() } else { starts(pieces) },
            read: Mutex::new(read),
        },
    });
    let written = Written::of(&checked.source, pieces, (doubts, &facts));
    Known { id, hash, written, found, raw: if none { Vec::new() } else { raw } }
}

/// A session, the number of statements it has followed, the states on the way, and what was found.
type Followed = (Session, usize, Vec<(usize, Session)>, Vec<(usize, Diagnostic)>);
type Done = (Session, Vec<(usize, Session)>, Vec<(usize, Diagnostic)>);

fn check(
    checked: &Checked,
    script: &Script,
    facts: &Facts,
    read: &mut Option<ReadBody>,
    start: Followed,
) -> Done {
    let (mut session, from, mut checkpoints, mut raw) = start;
    let total = checked.members(script).len();
    let (mode, budget) = (Mode::Check { solve: false }, Budget::unlimited());
    let walk = Walk { checked, script, mode, budget: &budget, facts, read, stride: STRIDE };
    let mut number = from;
    let on = &mut |event: Event<'_>, sink: &mut Sink| {
        collect(&event, sink, &mut number, &mut raw);
    };
    walk.run(&mut session, from..total, on, &mut |session, count, _| {
        if count < total {
            checkpoints.extend(session.fork(true).map(|copy| (count, copy)));
        }
        true
    });
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
    written: Written,
    starts: Vec<u32>,
    /// How many statements were run, and the session then, in rising order. None after one failed:
    /// what is reported for a failure depends on what follows it.
    states: Vec<(usize, Session)>,
    /// How many statements a run that paused has run, and its session with the searches.
    paused: Option<(usize, Session)>,
    read: Option<ReadBody>,
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
    /// that need not be run again.
    pub fn resume(&self, script: &Script, ran: &mut Ran) -> usize {
        let pieces: Vec<_> = self.pieces(script, usize::MAX).collect();
        let (doubts, facts) = (self.doubts(script), settled(self, script));
        let same = ran.written.same(self, &pieces, &doubts, &facts);
        let same = unmoved(&pieces[..same], &ran.starts);
        ran.states.retain(|(count, _)| *count <= same);
        ran.paused.take_if(|(count, _)| *count > same);
        if same == 0 {
            ran.read = None;
        }
        let last = ran.paused.as_ref().or(ran.states.last());
        let count = last.map_or(0, |(count, _)| *count);
        ran.found.retain(|(at, _)| *at < count);
        count
    }

    /// Runs the statements of a script that [`Checked::resume`] did not find in `ran`, as
    /// [`Checked::run`] does, until `pause` holds where it can go on from.
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
        let facts = settled(self, script);
        let pieces: Vec<_> = self.pieces(script, usize::MAX).collect();
        let (total, Ran { found, states, read, .. }) = (pieces.len(), &mut *ran);
        if read.is_none() {
            let place = self.scripts.iter().position(|one| one.id == script.id);
            *read = place.and_then(|place| self.own[place].checkpoints.take_body());
        }
        let stride = 1 + total / STATES;
        let walk = Walk { checked: self, script, mode, budget, facts: &facts, read, stride };
        let mut number = from;
        let on = &mut |event: Event<'_>, sink: &mut Sink| {
            collect(&event, sink, &mut number, found);
            on(event);
        };
        let mut paused = None;
        walk.run(&mut session, from..total, on, &mut |session, count, failed| {
            if !failed {
                states.extend(session.fork(false).map(|copy| (count, copy)));
                paused = (count < total && pause()).then_some(count);
            }
            paused.is_none()
        });
        if session.lost() {
            *ran = Ran { read: ran.read.take(), ..Ran::default() };
            return Walked::Lost;
        }
        ran.written = Written::of(&self.source, &pieces, (self.doubts(script), &facts));
        ran.starts = starts(&pieces);
        ran.paused = paused.map(|count| (count, session));
        if ran.paused.is_some() { Walked::Paused } else { Walked::Through }
    }
}
