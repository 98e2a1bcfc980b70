//! Checks and runs one script, and resumes from an earlier state of it.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Checked, Found, Piece, Script, sort};
use crate::diag::{Code, Diagnostic, Sink};
use crate::puzzle::{Depth, Puzzle};
use crate::search::{Budget, Charge};
use crate::session::read_body::ReadBody;
use crate::session::scope::{Manner, Scope};
use crate::session::{Event, Live, Mode, Tally};
use crate::syntax::Fragment;
use crate::text::Source;

/// Statements between two checkpoints of a script that is checked.
const STRIDE: usize = 512;
/// About as many states of a script that is run are kept.
const STATES: usize = 512;

/// A copy of a live puzzle.
pub(super) struct Held {
    /// The number of statements that were run.
    pub(super) count: usize,
    pub(super) live: Live,
}

impl Held {
    /// Copies a puzzle after `count` statements, if it can be copied.
    fn of(count: usize, live: &Live, checks: bool) -> Option<Self> {
        Some(Self { count, live: live.fork(checks)? })
    }
}

/// A diagnostic, and the number of the statement of the script at which it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The number of the statement, counted from the declaration on.
    pub at: usize,
    /// The diagnostic.
    pub one: Diagnostic,
}

/// The data that is kept of a check: the body that was read, and states in the middle of the
/// script, from which following it can be resumed.
#[derive(Default)]
pub(super) struct Checkpoints {
    /// In rising order.
    all: Mutex<Vec<Held>>,
    /// The places of the statements, because states remember places.
    starts: Vec<u32>,
    /// The body of the declaration; in a document that keeps none, until the script is run.
    read: Mutex<Option<Arc<ReadBody>>>,
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
    /// Copies the last checkpoint at or before statement `at`.
    pub(super) fn before(&self, at: usize, starts: &dyn Fn() -> Vec<u32>) -> Option<Held> {
        let all = locked(&self.all);
        let last = all[..all.partition_point(|held| held.count <= at)].last()?;
        let same = starts().get(..last.count) == self.starts.get(..last.count);
        same.then(|| Held::of(last.count, &last.live, true))?
    }

    /// Removes and returns the checkpoints that hold for the first `count` statements.
    fn cut(&self, count: usize) -> Vec<Held> {
        let mut all = locked(&self.all);
        let keep = all.partition_point(|held| held.count <= count);
        all.drain(..keep).collect()
    }

    /// Returns the body that was read, if it was kept.
    pub(super) fn body(&self) -> Option<Arc<ReadBody>> {
        locked(&self.read).clone()
    }

    /// Returns the body that was read, and keeps it no longer.
    fn take_body(&self) -> Option<Arc<ReadBody>> {
        if locked(&self.all).is_empty() {
            *locked(&self.charge) = Charge::default();
        }
        locked(&self.read).take()
    }
}

/// The text of a script, with all else that decides what is found there.
#[derive(Debug, Default)]
struct Written {
    /// The lines of its pieces, one after the other; where each ends, and what was read there.
    text: String,
    ends: Vec<(u32, [u32; 3])>,
    /// The places where the pieces began.
    starts: Vec<u32>,
    /// Numbers of statements before which the puzzle becomes unknown.
    doubts: Vec<u32>,
    /// The facts about the declaration that expectations state.
    settled: Vec<&'static Code>,
    /// True if an open question is asked about the puzzle.
    is_asked: bool,
}

impl Written {
    fn of(checked: &Checked, script: &Script, pieces: &[Piece]) -> Self {
        let source = &checked.source;
        let bytes = pieces.iter().map(|piece| piece.lines.len() as usize).sum();
        let (mut text, mut ends) = (String::with_capacity(bytes), Vec::with_capacity(pieces.len()));
        for piece in pieces {
            text.push_str(source.slice(piece.lines));
            ends.push((text.len() as u32, piece.read));
        }
        let settled = checked.resolved.settled(checked.text(), script.number, false);
        let (starts, doubts) = (starts(pieces), checked.doubts(script));
        Self { text, ends, starts, doubts, settled, is_asked: checked.withholds(script) }
    }

    /// Returns the number of statements, from the first on, that have the same doubts.
    fn as_sure(&self, doubts: &[u32]) -> usize {
        let (old, new) = (self.doubts.iter().map(Some), doubts.iter().map(Some));
        let mut pairs = old.chain(std::iter::repeat(None)).zip(new.chain(std::iter::repeat(None)));
        let first = pairs.find(|(old, new)| old != new || old.is_none());
        let first = first.and_then(|(old, new)| old.into_iter().chain(new).min().copied());
        first.map_or(usize::MAX, |first| first as usize)
    }

    /// Returns the number of pieces, from the first on, that are the same.
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

    /// Returns the number of statements, from the first on, that mean the same in another text of
    /// the script, which has the pieces `pieces`.
    fn same(&self, checked: &Checked, pieces: &[Piece], new: &Self) -> usize {
        if self.settled != new.settled || self.is_asked != new.is_asked {
            return 0;
        }
        self.common(&checked.source, pieces).min(self.as_sure(&new.doubts))
    }
}

/// Returns the number of pieces, from the first on, that begin at their old places.
fn unmoved(pieces: &[Piece], starts: &[u32]) -> usize {
    pieces.iter().zip(starts).take_while(|(piece, start)| piece.lines.start == **start).count()
}

/// Returns the places where pieces begin.
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
    raw: Vec<Numbered>,
}

impl Known {
    /// Returns a script that was not checked. It is not the same as any other.
    pub(super) fn unopened(id: u64, hash: u64) -> Self {
        let (written, found) = (Written::default(), Arc::default());
        Self { id, hash, written, found, raw: Vec::new() }
    }

    /// Returns this script with its number and the hash of its declaration.
    pub(super) fn named(self, id: u64, hash: u64) -> Self {
        Self { id, hash, ..self }
    }

    /// Returns true if nothing else changed for a script whose statements were not parsed again.
    pub(super) fn is_kept(&self, checked: &Checked, script: &Script) -> bool {
        checked.members(script).len() == self.written.ends.len()
            && self.written.doubts == checked.doubts(script)
    }

    /// Returns true if the script with the pieces `pieces` has the same text.
    pub(super) fn is(&self, checked: &Checked, script: &Script, pieces: &[Piece]) -> bool {
        pieces.len() == self.written.ends.len()
            && self.written.common(&checked.source, pieces) == pieces.len()
            && self.written.doubts == checked.doubts(script)
    }
}

/// The end of a walk along a script.
pub(super) struct Ended {
    pub(super) tally: Tally,
    /// True if the walk stopped early, because the puzzles need more than the limit of memory.
    is_full: bool,
    /// The number of the statement within which it was paused.
    paused: Option<usize>,
}

/// A walk along a script.
pub(super) struct Walk<'a> {
    pub(super) checked: &'a Checked,
    pub(super) script: &'a Script,
    pub(super) mode: Mode,
    pub(super) budget: &'a Budget,
    pub(super) manner: Manner,
}

impl Walk<'_> {
    /// Runs the statements in `range`, after those before it. After each of them `between` is called
    /// with the number of those that were run, and returns whether to go on.
    pub(super) fn run(
        self,
        live: &mut Option<Live>,
        range: Range<usize>,
        read: &mut Option<Arc<ReadBody>>,
        on: &mut dyn FnMut(Event<'_>, &mut Sink),
        between: &mut dyn FnMut(&Live, usize) -> bool,
    ) -> Ended {
        let Self { checked, script, mode, budget, manner } = self;
        let (resolved, mut sink) = (&checked.resolved, Sink::new());
        let text = checked.text();
        let mut scope = Scope::new(checked.kinds, text, resolved, mode, budget, &mut sink, on);
        (scope.manner, scope.read, scope.is_marked) = (manner, Some(read), checked.keeps_bodies);
        for nth in range.start..range.end.min(checked.members(script).len()) {
            // A budget that is cancelled leaves statements out.
            if scope.is_over() {
                break;
            }
            if !scope.step(script.number, nth, live) {
                return Ended { tally: scope.tally, is_full: scope.full, paused: Some(nth) };
            }
            if !live.as_ref().is_some_and(|live| between(live, nth + 1)) {
                break;
            }
        }
        Ended { tally: scope.tally, is_full: scope.full, paused: None }
    }
}

/// Takes what was found at a statement over to `all`, with the statement's number.
fn collect(event: &Event<'_>, sink: &mut Sink, number: &mut usize, all: &mut Vec<Numbered>) {
    if matches!(event, Event::Done) {
        if !sink.is_empty() {
            all.extend(sink.take().into_iter().map(|one| Numbered { at: *number, one }));
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
    budget: &Budget,
) -> Known {
    let written = Written::of(checked, script, pieces);
    let (mut followed, mut read) = (Followed::default(), None);
    if let Some(old) = old {
        let same = old.written.same(checked, pieces, &written);
        let kept = &old.found.checkpoints;
        if old.written.common(&checked.source, pieces) > 0 {
            read = kept.body();
        }
        let checkpoints = kept.cut(unmoved(&pieces[..same], &kept.starts));
        let last = checkpoints.last().map(|held| (held.count, held.live.fork(true)));
        if let Some((from, live @ Some(_))) = last {
            let raw = old.raw.into_iter().filter(|found| found.at < from).collect();
            followed = Followed { live, from, checkpoints, raw, is_full: false };
        }
    }
    followed.go_on(checked, script, &mut read, budget);
    if followed.live.as_ref().is_some_and(Live::lost) {
        followed = Followed::default();
        followed.go_on(checked, script, &mut read, budget);
    }
    let Followed { live, checkpoints, raw, is_full, .. } = followed;
    let mut live = live.unwrap_or_default();
    let state = live.puzzle.as_ref().map(|puzzle| puzzle.now());
    let can_solve = live.puzzle().is_some_and(|puzzle| can_solve(puzzle, budget));
    let mut diagnostics: Vec<_> = raw.iter().map(|found| found.one.clone()).collect();
    sort(&mut diagnostics);
    let none = checkpoints.is_empty();
    let found = Arc::new(Found {
        starts: if diagnostics.is_empty() { Vec::new() } else { written.starts.clone() },
        diagnostics,
        state,
        can_solve,
        checkpoints: Checkpoints {
            all: Mutex::new(checkpoints),
            starts: if none { Vec::new() } else { written.starts.clone() },
            read: Mutex::new(read),
            charge: Mutex::new(std::mem::take(&mut live.charge)),
        },
    });
    // A script that was not followed to its end is followed again.
    let written = if is_full { Written::default() } else { written };
    let raw = if none { Vec::new() } else { raw };
    Known { written, found, raw, ..Known::unopened(0, 0) }
}

/// Returns whether the command that solves a puzzle can be run. It is the last one on this copy.
fn can_solve(puzzle: &mut dyn Puzzle, budget: &Budget) -> bool {
    let Some(verb) = puzzle.info().solver() else { return false };
    let (text, depth) = (Fragment { text: verb.name, start: 0 }, Depth::Check { answer: false });
    puzzle.run(text, depth, budget, &mut Sink::new()).is_some()
}

/// A script that is followed without computing.
#[derive(Default)]
struct Followed {
    live: Option<Live>,
    /// The number of statements that were followed before.
    from: usize,
    /// Copies on the way.
    checkpoints: Vec<Held>,
    raw: Vec<Numbered>,
    /// True if it stopped early at the limit of memory.
    is_full: bool,
}

impl Followed {
    /// Follows the script to its end.
    fn go_on(
        &mut self,
        checked: &Checked,
        script: &Script,
        read: &mut Option<Arc<ReadBody>>,
        budget: &Budget,
    ) {
        let Self { live, from, checkpoints, raw, .. } = self;
        let total = checked.members(script).len();
        let mode = Mode::Check { solve: false };
        let walk = Walk { checked, script, mode, budget, manner: Manner::Script };
        let mut number = *from;
        let on = &mut |event: Event<'_>, sink: &mut Sink| {
            collect(&event, sink, &mut number, raw);
        };
        let ended = walk.run(live, *from..total, read, on, &mut |live, count| {
            if count < total && count % STRIDE == 0 {
                checkpoints.extend(Held::of(count, live, true));
            }
            true
        });
        self.is_full = ended.is_full;
    }
}

/// The progress of [`Checked::run_on`].
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
    /// The diagnostics, each with the number of its statement.
    pub found: Vec<Numbered>,
    /// The text that was resumed last.
    written: Written,
    /// Copies on the way, in rising order. None after a statement failed: what is reported for a
    /// failure depends on what follows it.
    states: Vec<Held>,
    /// The puzzle itself, with its searches, if a run paused.
    paused: Option<Held>,
    /// The body of the declaration, if it was read before.
    read: Option<Arc<ReadBody>>,
}

impl std::fmt::Debug for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ran").field("states", &self.states.len()).finish_non_exhaustive()
    }
}

impl Ran {
    /// Returns true if it has the declaration of a script, in the same place.
    pub fn begins(&self, checked: &Checked, script: &Script) -> bool {
        let first: Vec<_> = checked.pieces(script, 1).collect();
        self.written.common(&checked.source, &first) == 1
            && unmoved(&first, &self.written.starts) == 1
    }
}

impl Checked {
    /// Drops what does not hold in a script any more. Returns the number of statements, from the
    /// first on, that need not be run again. Costs a look at each statement.
    pub fn resume(&self, script: &Script, ran: &mut Ran) -> usize {
        let pieces: Vec<_> = self.pieces(script, usize::MAX).collect();
        let written = Written::of(self, script, &pieces);
        let same = ran.written.same(self, &pieces, &written);
        let same = unmoved(&pieces[..same], &ran.written.starts);
        // The last statement ends with the advice about the puzzle.
        let is_short = |held: &Held| held.live.wants_advice && held.count == pieces.len();
        ran.states.retain(|held| held.count <= same && !is_short(held));
        // The diagnostics of a failure depend on the statements that follow it.
        let is_whole = same == pieces.len() && same == ran.written.starts.len();
        ran.paused.take_if(|held| {
            let begun = held.count + usize::from(held.live.is_paused());
            begun > same || is_short(held) || held.live.failed && !is_whole
        });
        if let Some(held) = &mut ran.paused {
            held.live.begin_again();
        }
        if same == 0 {
            ran.read = None;
        }
        let held = ran.paused.as_ref().or(ran.states.last());
        let count = held.map_or(0, |held| held.count);
        let has_run = held.is_some_and(|held| held.live.has_run());
        ran.found.retain(|found| found.at < count);
        ran.written = written;
        count + usize::from(has_run)
    }

    /// Runs the statements of a script that [`Checked::resume`] did not find in `ran`, as
    /// [`Checked::run`] does, until `pause` holds after a statement, or until the slice of the
    /// budget is used up within one; then the next call goes on there. The statements that need no
    /// search are run even if the budget is cancelled. Costs no more than the statements that it
    /// runs.
    pub fn run_on(
        &self,
        script: &Script,
        mode: Mode,
        budget: &Budget,
        ran: &mut Ran,
        pause: &dyn Fn() -> bool,
        on: &mut dyn FnMut(Event<'_>),
    ) -> Walked {
        let last = || ran.states.last().and_then(|held| Held::of(held.count, &held.live, false));
        let resumed = ran.paused.take().or_else(last);
        let (from, mut live) = resumed.map_or((0, None), |held| (held.count, Some(held.live)));
        let total = self.members(script).len();
        let Ran { found, states, read, .. } = &mut *ran;
        if read.is_none() {
            let checkpoints = &self.own[script.number].checkpoints;
            *read = match self.keeps_bodies {
                true => checkpoints.body(),
                false => checkpoints.take_body(),
            };
        }
        let stride = 1 + total / STATES;
        let walk = Walk { checked: self, script, mode, budget, manner: Manner::Slices };
        let mut number = from;
        let on = &mut |event: Event<'_>, sink: &mut Sink| {
            collect(&event, sink, &mut number, found);
            on(event);
        };
        let mut paused = None;
        let ended = walk.run(&mut live, from..total, read, on, &mut |live, count| {
            if !live.failed && (count % stride == 0 || count == total) {
                states.extend(Held::of(count, live, false));
            }
            paused = (count < total && pause()).then_some(count);
            paused.is_none()
        });
        if live.as_ref().is_some_and(Live::lost) {
            let Ran { written, read, .. } = std::mem::take(ran);
            *ran = Ran { written, read, ..Ran::default() };
            return Walked::Lost;
        }
        ran.paused = ended.paused.or(paused).zip(live).map(|(count, live)| Held { count, live });
        if ran.paused.is_some() { Walked::Paused } else { Walked::Through }
    }
}
