//! Follows one thread, and resumes from an earlier checkpoint.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Checked, Found, Piece, Thread, sort};
use crate::diag::{Code, Diagnostic, Sink};
use crate::search::Budget;
use crate::session::policy::BadLines;
use crate::session::run::Scope;
use crate::session::{Event, Facts, Mode, Session, facts};
use crate::text::Source;

/// Statements between two checkpoints of a thread.
const STRIDE: usize = 512;

/// States in the middle of a thread, from which following it can be resumed.
#[derive(Default)]
pub(super) struct Checkpoints {
    /// How many statements were followed, and the session then, in rising order.
    all: Mutex<Vec<(usize, Session)>>,
    /// Where the statements stood: states remember places.
    starts: Vec<u32>,
}

impl std::fmt::Debug for Checkpoints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checkpoints").finish_non_exhaustive()
    }
}

impl Checkpoints {
    /// The last one at or before statement `at`, and how many statements lie after it.
    pub(super) fn before(
        &self,
        at: usize,
        starts: &dyn Fn() -> Vec<u32>,
    ) -> Option<(Session, usize)> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.partition_point(|(count, _)| *count <= at);
        let (count, session) = all[..count].last()?;
        let same = starts().get(..*count) == self.starts.get(..*count);
        same.then(|| Some((session.fork()?, *count)))?
    }

    /// Those that hold for the first `count` statements.
    fn cut(&self, count: usize) -> Vec<(usize, Session)> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let keep = all.partition_point(|(own, _)| *own <= count);
        all.drain(..keep).collect()
    }
}

/// A thread as it was checked last.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) id: u64,
    /// The hash of its declaration.
    pub(super) hash: u64,
    /// The lines of its pieces, one after the other; where each ends, and what was read there.
    text: String,
    ends: Vec<(u32, [u32; 2])>,
    pub(super) found: Arc<Found>,
    /// Numbers of statements before which the puzzle becomes unknown.
    doubts: Vec<u32>,
    /// The facts about the declaration that expectations state.
    settled: Vec<&'static Code>,
    /// The diagnostics with the number of the statement at which they were found, if there are
    /// checkpoints.
    raw: Vec<(usize, Diagnostic)>,
}

impl Known {
    /// Whether the thread that stands at `pieces` has the same text.
    pub(super) fn is(&self, checked: &Checked, thread: &Thread, pieces: &[Piece]) -> bool {
        pieces.len() == self.ends.len()
            && self.common(&checked.source, pieces) == pieces.len()
            && self.doubts == checked.doubts(thread)
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
}

impl Session {
    /// Follows the first `count` statements of a thread from number `from` on, as a check does;
    /// each finding comes with the number of its statement.
    pub(super) fn follow(
        &mut self,
        checked: &Checked,
        thread: &Thread,
        (from, count): (usize, usize),
        found: &mut Vec<(usize, Diagnostic)>,
    ) {
        let facts = settled(checked, thread);
        self.follow_with(checked, thread, (from, count), &facts, found, &mut |_, _| {});
    }

    fn follow_with(
        &mut self,
        checked: &Checked,
        thread: &Thread,
        (from, count): (usize, usize),
        facts: &Facts,
        found: &mut Vec<(usize, Diagnostic)>,
        each: &mut dyn FnMut(&Self, usize),
    ) {
        let source = &*checked.source;
        let bad = BadLines::of(source, &checked.document);
        let budget = Budget::unlimited();
        if from == 0 {
            self.begin(false);
            self.sources += 1;
        }
        let doubts = checked.doubts(thread);
        let mut sink = Sink::new();
        let members = checked.members(thread);
        for (at, members) in members[..count.min(members.len())].chunks(STRIDE).enumerate() {
            let start = at * STRIDE;
            if start < from {
                continue;
            }
            let mut number = start;
            let mut scope = Scope {
                source,
                mode: Mode::Check { solve: false },
                strict: false,
                budget: &budget,
                bad: &bad,
                facts,
                sink: &mut sink,
                on: &mut |event, sink| {
                    if matches!(event, Event::Done) {
                        if !sink.is_empty() {
                            found.extend(sink.take().into_iter().map(|one| (number, one)));
                        }
                        number += 1;
                    }
                },
                declared: usize::from(start > 0),
                number: start,
                doubts: &doubts,
                skips: None,
            };
            let statements = &checked.document.statements;
            let members: Vec<_> = members.iter().map(|&at| &statements[at as usize]).collect();
            self.walk(&members, &mut scope);
            each(self, start + members.len());
        }
    }
}

/// The facts that the expectations of a thread state.
pub(super) fn settled(checked: &Checked, thread: &Thread) -> Facts {
    let statements = &checked.document.statements;
    facts(&checked.source, checked.members(thread).iter().map(|&at| &statements[at as usize]))
}

/// Checks one thread: from its declaration on, or from where it differs from `old`, an earlier
/// text with the same declaration.
pub(super) fn follow(
    checked: &Checked,
    thread: &Thread,
    pieces: &[Piece],
    old: Option<Known>,
    (id, hash): (u64, u64),
) -> Known {
    let source = &checked.source;
    let facts = settled(checked, thread);
    let settled = facts.of(0);
    let doubts = checked.doubts(thread);
    let mut start = (Session::new(), 0, Vec::new(), Vec::new());
    if let Some(old) = old.filter(|old| old.settled == settled && pieces.len() > STRIDE) {
        let same = old.common(source, pieces).min(old.as_sure(&doubts));
        let held = pieces.iter().zip(&old.found.checkpoints.starts).take(same);
        let unmoved = held.take_while(|(piece, start)| piece.lines.start == **start).count();
        let mut checkpoints = old.found.checkpoints.cut(unmoved);
        if let Some((session, count)) = checkpoints.last_mut().map(|(n, one)| (one.fork(), *n))
            && let Some(session) = session
        {
            let kept = old.raw.into_iter().filter(|(at, _)| *at < count).collect();
            start = (session, count, checkpoints, kept);
        } else {
            checkpoints.clear();
        }
    }
    let mut done = run(checked, thread, &facts, start);
    if done.0.lost() {
        done = run(checked, thread, &facts, (Session::new(), 0, Vec::new(), Vec::new()));
    }
    let (_, checkpoints, raw) = done;
    let mut diagnostics: Vec<_> = raw.iter().map(|(_, one)| one.clone()).collect();
    sort(&mut diagnostics);
    let all = || pieces.iter().map(|piece| piece.lines.start).collect::<Vec<_>>();
    let starts = if diagnostics.is_empty() { Vec::new() } else { all() };
    let remembered = if checkpoints.is_empty() { Vec::new() } else { all() };
    let mut text =
        String::with_capacity(pieces.iter().map(|piece| piece.lines.len() as usize).sum());
    let mut ends = Vec::with_capacity(pieces.len());
    for piece in pieces {
        text.push_str(source.slice(piece.lines));
        ends.push((text.len() as u32, piece.read));
    }
    let raw = if checkpoints.is_empty() { Vec::new() } else { raw };
    let checkpoints = Checkpoints { all: Mutex::new(checkpoints), starts: remembered };
    let found = Arc::new(Found { diagnostics, starts, checkpoints });
    Known { id, hash, text, ends, found, doubts, settled, raw }
}

type Start = (Session, usize, Vec<(usize, Session)>, Vec<(usize, Diagnostic)>);
type Done = (Session, Vec<(usize, Session)>, Vec<(usize, Diagnostic)>);

fn run(checked: &Checked, thread: &Thread, facts: &Facts, start: Start) -> Done {
    let (mut session, from, mut checkpoints, mut raw) = start;
    let total = checked.members(thread).len();
    let range = (from, total);
    session.follow_with(checked, thread, range, facts, &mut raw, &mut |session, count| {
        if count < total && count % STRIDE == 0 {
            checkpoints.extend(session.fork().map(|copy| (count, copy)));
        }
    });
    (session, checkpoints, raw)
}
