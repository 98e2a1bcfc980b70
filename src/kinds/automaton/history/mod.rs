//! Any generation of a run, within bounded memory.
//!
//! A [`Timeline`] says at which generation an automaton is and which rules hold when; it is a
//! small value. A [`History`] computes: for each segment of the timeline (a rule from a generation
//! on) it keeps a *track* of checkpoints, one bit per node, thinned as they grow too many, a window
//! of neighboring states for stepping back, and looks for the cycle on the way (Brent). After the
//! first turn of the cycle every generation is known, so that far jumps cost nothing. When a budget
//! stops it, everything computed is kept, and serves every timeline that shares the segment.

mod timeline;
mod track;

use std::collections::VecDeque;
use std::sync::Arc;

use super::layout::{NodeIndex, Shape, Tree};
use crate::search::{Budget, Charge, Counted, Stop};
use timeline::Segment;
pub(super) use timeline::Timeline;
use track::Track;

/// Bytes of checkpoints held, all segments together.
const CHECKPOINTS: usize = 256 << 20;
/// Bytes of neighboring states held.
const WINDOW: usize = 32 << 20;
/// Nodes stepped between two looks at the budget: well below a millisecond.
const NODES_A_LOOK: usize = 2 << 20;

/// States of one track in succession, the last of them at `last`.
#[derive(Default)]
struct Window {
    track: usize,
    last: u64,
    states: VecDeque<Vec<u64>>,
}

/// A scan for a state of a node that a budget stopped, or that ended.
struct Scan {
    from: Timeline,
    node: NodeIndex,
    live: bool,
    next: u128,
}

/// The computed part of an automaton's life.
pub(super) struct History {
    start: Tree,
    /// The segments of the timeline that was asked about last, and their tracks.
    tracks: Vec<(Arc<Segment>, Option<Track>)>,
    /// The state in view: its place, and its bits.
    view_at: Option<(usize, u64)>,
    view: Vec<u64>,
    spare: Vec<u64>,
    window: Window,
    scan: Option<Scan>,
    /// Generations computed so far, again or for the first time.
    worked: u64,
    checkpoints: usize,
    /// Bytes held by all tracks.
    held: usize,
    charge: Charge,
}

impl History {
    /// Returns a history that starts with `start` at generation 0.
    pub(super) fn new(start: Tree) -> Self {
        Self::with(start, CHECKPOINTS)
    }

    /// Returns such a history with a given limit of bytes for checkpoints (at least 16 states).
    pub(super) fn with(start: Tree, checkpoints: usize) -> Self {
        let words = start.shape().state_words();
        Self {
            start,
            tracks: Vec::new(),
            view_at: None,
            view: vec![0; words],
            spare: vec![0; words],
            window: Window::default(),
            scan: None,
            worked: 0,
            checkpoints,
            held: 0,
            charge: Charge::default(),
        }
    }

    /// Returns the shape of the tree.
    pub(super) fn shape(&self) -> &Arc<Shape> {
        self.start.shape()
    }

    /// Generations computed so far, counting those computed again.
    pub(super) fn worked(&self) -> u64 {
        self.worked
    }

    /// Returns the bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        self.held + (self.window.states.len() + 3) * self.shape().state_bytes()
    }

    fn count_held(&mut self) {
        self.held =
            self.tracks.iter().filter_map(|(_, track)| track.as_ref()).map(Track::bytes).sum();
    }

    /// Returns the tree at `generation` of `line`.
    ///
    /// # Errors
    /// The budget stopped it; the computed part stays and the same call resumes.
    pub(super) fn tree(
        &mut self,
        line: &Timeline,
        generation: u128,
        budget: &Budget,
    ) -> Result<Tree, Stop> {
        self.look(line, generation, budget)?;
        Ok(Tree::new(self.shape().clone(), self.view.as_slice().into()))
    }

    /// Returns whether `node` is live at `generation` of `line`.
    ///
    /// # Errors
    /// As for [`History::tree`].
    pub(super) fn live(
        &mut self,
        line: &Timeline,
        generation: u128,
        node: NodeIndex,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        self.look(line, generation, budget)?;
        let (word, bit) = self.shape().place(node.number());
        Ok(self.view[word] >> bit & 1 == 1)
    }

    /// Returns the first generation of the cycle that `line` ends in under its last rule, and its
    /// period.
    ///
    /// # Errors
    /// As for [`History::tree`].
    pub(super) fn cycle(&mut self, line: &Timeline, budget: &Budget) -> Result<(u128, u128), Stop> {
        self.follow(line);
        let last = self.tracks.len() - 1;
        self.open(last, budget)?;
        loop {
            let track = self.track(last);
            if let Some((first, period)) = track.cycle {
                return Ok((track.start + u128::from(first), period.into()));
            }
            self.extend(last, None, budget)?;
        }
    }

    /// Returns the next generation after the position of `line` at which `node` is live (or dead),
    /// or `None` if there is none, which the cycle proves.
    ///
    /// # Errors
    /// As for [`History::tree`].
    pub(super) fn when(
        &mut self,
        line: &Timeline,
        node: NodeIndex,
        live: bool,
        budget: &Budget,
    ) -> Result<Option<u128>, Stop> {
        let mut next = match &self.scan {
            Some(scan)
                if scan.node == node
                    && scan.live == live
                    && scan.from.position == line.position
                    && Arc::ptr_eq(&scan.from.last, &line.last) =>
            {
                scan.next
            }
            _ => line.position + 1,
        };
        loop {
            let found = self.live(line, next, node, budget);
            self.scan = Some(Scan { from: line.clone(), node, live, next });
            if found? == live {
                return Ok(Some(next));
            }
            if let Some((_, Some(track))) = self.tracks.last()
                && let Some((first, period)) = track.cycle
            {
                let from = (track.start + u128::from(first)).max(line.position + 1);
                if next >= from + u128::from(period) - 1 {
                    return Ok(None);
                }
            }
            next += 1;
        }
    }

    /// Makes `view` the state of `generation`.
    fn look(&mut self, line: &Timeline, generation: u128, budget: &Budget) -> Result<(), Stop> {
        self.follow(line);
        let at = self.tracks.partition_point(|(segment, _)| segment.start <= generation) - 1;
        self.open(at, budget)?;
        self.reach(at, generation - self.tracks[at].0.start, budget)
    }

    /// Lays the tracks along the segments of `line`; those that it shares with the last one stay.
    fn follow(&mut self, line: &Timeline) {
        let mut fresh = Vec::new();
        let mut next = Some(&line.last);
        while let Some(segment) = next {
            if self.tracks.get(segment.index).is_some_and(|(known, _)| Arc::ptr_eq(known, segment))
            {
                break;
            }
            fresh.push(segment.clone());
            next = segment.before.as_ref();
        }
        let kept = line.last.index + 1 - fresh.len();
        if kept < self.tracks.len() {
            self.tracks.truncate(kept);
            self.count_held();
            self.view_at = self.view_at.filter(|&(track, _)| track < kept);
            if self.window.track >= kept {
                self.window.states.clear();
            }
        }
        self.tracks.extend(fresh.into_iter().rev().map(|segment| (segment, None)));
    }

    fn track(&mut self, at: usize) -> &mut Track {
        self.tracks[at].1.as_mut().expect("a track is opened before it is used")
    }

    /// Computes the first state of segment `at`, and the missing ones before it.
    fn open(&mut self, at: usize, budget: &Budget) -> Result<(), Stop> {
        while self.tracks[at].1.is_none() {
            let known = self.tracks[..at].iter().rposition(|(_, track)| track.is_some());
            let next = known.map_or(0, |known| known + 1);
            let segment = self.tracks[next].0.clone();
            match known {
                None => self.view.copy_from_slice(self.start.state()),
                Some(known) => {
                    self.reach(known, segment.start - self.tracks[known].0.start, budget)?;
                }
            }
            let track = Track::new(segment.start, segment.rule, &self.view);
            self.held += track.bytes();
            self.tracks[next].1 = Some(track);
            self.view_at = Some((next, 0));
            self.evict(next);
        }
        Ok(())
    }

    /// Forgets every second open segment if there are very many: its first state is computed again
    /// when it is needed.
    fn evict(&mut self, newest: usize) {
        let most = (self.checkpoints / self.shape().state_bytes() / 16).clamp(8, 1 << 16);
        if !newest.is_multiple_of(most / 4) {
            return;
        }
        let open: Vec<usize> = (0..=newest).filter(|&at| self.tracks[at].1.is_some()).collect();
        if open.len() > most {
            for pair in open[..open.len() - 1].chunks_exact(2) {
                self.tracks[pair[1]].1 = None;
            }
            self.count_held();
            self.window.states.clear();
        }
    }

    /// Makes `view` the state `generation` generations after the start of track `at`.
    fn reach(&mut self, at: usize, generation: u128, budget: &Budget) -> Result<(), Stop> {
        loop {
            match self.track(at).known(generation) {
                Some(known) => return self.fetch(at, known, budget),
                None => self.extend(at, Some(generation), budget)?,
            }
        }
    }

    /// Computes newer generations of track `at` up to `target`, or until its cycle is known.
    fn extend(&mut self, at: usize, target: Option<u128>, budget: &Budget) -> Result<(), Stop> {
        let most = self.room(budget);
        let shape = self.start.shape().clone();
        let every = (NODES_A_LOOK / shape.nodes()).max(1) as u64;
        loop {
            self.check(target, budget)?;
            let (_, Some(track)) = &mut self.tracks[at] else { return Ok(()) };
            let before = track.bytes();
            let mut done = false;
            for _ in 0..every {
                done = track.cycle.is_some()
                    || target.is_some_and(|target| u128::from(track.computed) >= target);
                if done {
                    break;
                }
                track.advance(&shape, &mut self.spare, most);
                self.worked += 1;
            }
            self.held = self.held + track.bytes() - before;
            if done {
                return Ok(());
            }
        }
    }

    /// Makes `view` the state of a generation that was computed before.
    fn fetch(&mut self, at: usize, generation: u64, budget: &Budget) -> Result<(), Stop> {
        if self.view_at == Some((at, generation)) {
            return Ok(());
        }
        let shape = self.start.shape().clone();
        let track = self.tracks[at].1.as_ref().expect("a track is opened before it is used");
        if generation == track.computed && track.cycle.is_none() {
            self.view.copy_from_slice(&track.front);
            self.view_at = Some((at, generation));
            return Ok(());
        }
        if self.window.track == at && generation <= self.window.last {
            let back = (self.window.last - generation) as usize;
            if back < self.window.states.len() {
                let index = self.window.states.len() - 1 - back;
                self.view.copy_from_slice(&self.window.states[index]);
                self.view_at = Some((at, generation));
                return Ok(());
            }
        }
        let (mut from, state) = track.store.before(generation);
        match self.view_at {
            Some((same, near)) if same == at && (from..=generation).contains(&near) => from = near,
            _ => self.view.copy_from_slice(state),
        }
        self.view_at = Some((at, from));
        let every = (NODES_A_LOOK / shape.nodes()).max(1) as u64;
        let most = WINDOW.min(usize::try_from(budget.bytes / 8).unwrap_or(usize::MAX));
        let room = (most / shape.state_bytes()).clamp(4, 4096);
        while from < generation {
            if (generation - from).is_multiple_of(every) {
                self.check(None, budget)?;
            }
            let track = self.tracks[at].1.as_ref().expect("a track is opened before it is used");
            track.step(&shape, &mut self.view, &mut self.spare);
            from += 1;
            self.worked += 1;
            self.view_at = Some((at, from));
            let window = &mut self.window;
            if (window.track, window.last + 1) != (at, from) {
                window.states.clear();
            }
            let mut slot = if window.states.len() >= room {
                window.states.pop_front().unwrap_or_default()
            } else {
                Vec::new()
            };
            slot.clone_from(&self.view);
            window.states.push_back(slot);
            (window.track, window.last) = (at, from);
        }
        Ok(())
    }

    /// Returns the bytes that the store of a track may hold now. If there are several tracks, each
    /// has a share, and those that hold more are thinned once all together are too large.
    fn room(&mut self, budget: &Budget) -> usize {
        let most = self.most(budget);
        if self.held > most && self.tracks.len() > 1 {
            let open = self.tracks.iter().filter(|(_, track)| track.is_some()).count();
            let share = (most / 2 / open).max(16 * self.shape().state_bytes());
            for (_, track) in &mut self.tracks {
                let Some(track) = track else { continue };
                while track.store.bytes() > share && track.store.len() > 1 {
                    track.store.thin();
                    track.store.shrink();
                }
            }
            self.count_held();
        }
        if self.tracks.len() > 1 { most / 2 } else { most }
    }

    /// Returns the bytes that all checkpoints together may hold: a quarter of the limit, or half of
    /// the unused memory.
    fn most(&self, budget: &Budget) -> usize {
        let most = (self.checkpoints as u64).min(budget.bytes / 4);
        let own = self.charge.bytes();
        let most = match budget.fits(most.saturating_sub(own)) {
            Ok(()) => most,
            Err(_) => u64::midpoint(own, budget.free()),
        };
        usize::try_from(most).unwrap_or(usize::MAX)
    }

    fn check(&mut self, target: Option<u128>, budget: &Budget) -> Result<(), Stop> {
        let bytes = self.bytes() as u64;
        if let Some(progress) = &budget.progress {
            progress.publish_count(Counted::Generations, self.worked, bytes);
            let total = target.and_then(|target| u64::try_from(target).ok()).unwrap_or(0);
            progress.total.store(total, std::sync::atomic::Ordering::Relaxed);
        }
        self.charge.set(bytes, budget);
        budget.check(self.worked, 0)
    }
}

#[cfg(test)]
mod tests;
