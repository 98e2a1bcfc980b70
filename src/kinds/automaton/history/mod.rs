//! Any generation of a run, within bounded memory.
//!
//! A [`Timeline`] says at which generation an automaton is and which rules hold when; it is a small
//! value. A [`History`] computes. It numbers the states in the order in which it first comes to them,
//! those under one rule (a *stage*) together, and keeps the rows of bits of those whose numbers are
//! multiples of a spacing, which doubles when they take too much memory:
//!
//! ```text
//!   generation   0  1  2  3  4  5  6  7 | 5  6  7  8 …      another rule from generation 5 on
//!   number       0  1  2  3  4  5  6  7 | 8  9 10 11 …
//!   kept         *           *          | *                 at a spacing of 4
//! ```
//!
//! Every other state is replayed from the kept one before it. The newest states of the stretch that
//! was replayed last stay, for stepping back. Brent's search looks for the cycle on the way; after
//! the first turn of the cycle every generation is known, so that far jumps cost nothing. When a
//! budget stops it, everything computed is kept, and serves every timeline that shares the rules.

mod timeline;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::engine;
use super::layout::{NodeIndex, Shape, Tree};
use super::rules::Rule;
use crate::search::{Budget, Charge, Counted, Stop};
use timeline::Segment;
pub(super) use timeline::Timeline;

/// Bytes of rows held.
const ROWS: usize = 256 << 20;
/// Bytes of the stretch that was replayed last.
const STRETCH: usize = 32 << 20;
/// Nodes stepped between two looks at the budget: well below a millisecond.
const NODES_A_LOOK: usize = 2 << 20;

/// The states that were computed under one rule.
struct Stage {
    /// The number of its first state, and of its newest one.
    first: u64,
    last: u64,
    /// The number of its first state in the stage before.
    origin: u64,
    /// The generations that repeat, counted from the first state, once they are known.
    cycle: Option<Cycle>,
    /// Some of them, until it is known where they begin.
    repetition: Option<Repetition>,
}

/// A first generation that is repeated, and the period.
#[derive(Clone, Copy)]
struct Cycle {
    first: u64,
    period: u64,
}

/// A period, and a generation that is the same a period later.
#[derive(Clone, Copy)]
struct Repetition {
    period: u64,
    at: u64,
}

/// The state of Brent's search (1980) with which the newest one is compared. It moves to the newest
/// one at distances that double; the first time that one meets it again, the distance is the period.
/// States are compared, not hashes.
struct Anchor {
    at: u64,
    until: u64,
    state: Vec<u64>,
}

/// The computed part of an automaton's life.
pub(super) struct History {
    start: Tree,
    /// The segments of the timeline that was asked about last, and the stages of the first of them.
    segments: Vec<Arc<Segment>>,
    stages: Vec<Stage>,
    /// The states whose numbers are multiples of the spacing.
    rows: BTreeMap<u64, Box<[u64]>>,
    spacing: u64,
    /// The state in view: its number, and its bits.
    view_at: Option<u64>,
    view: Vec<u64>,
    spare: Vec<u64>,
    /// The newest states that were replayed, with successive numbers.
    stretch: VecDeque<(u64, Box<[u64]>)>,
    anchor: Option<Anchor>,
    /// Generations computed so far, again or for the first time.
    worked: u64,
    most_bytes: usize,
    charge: Charge,
}

impl History {
    /// Returns a history that starts with `start` at generation 0.
    pub(super) fn new(start: Tree) -> Self {
        Self::with(start, ROWS)
    }

    /// Returns such a history with a given limit of bytes for rows (at least 16 states).
    pub(super) fn with(start: Tree, most_bytes: usize) -> Self {
        let words = start.shape().state_words();
        Self {
            start,
            segments: Vec::new(),
            stages: Vec::new(),
            rows: BTreeMap::new(),
            spacing: 1,
            view_at: None,
            view: vec![0; words],
            spare: vec![0; words],
            stretch: VecDeque::new(),
            anchor: None,
            worked: 0,
            most_bytes,
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
        // View, spare, anchor, and the middle of a bisection.
        let states = self.rows.len() + self.stretch.len() + 4;
        states * self.row_bytes() + self.stages.len() * size_of::<Stage>()
    }

    /// Returns the bytes of a state that is kept, with its number and its share of the map.
    fn row_bytes(&self) -> usize {
        self.shape().state_bytes() + 64
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
        self.open(self.segments.len() - 1, budget)?;
        loop {
            if let Some(Cycle { first, period }) = self.last_cycle() {
                return Ok((line.last.start + u128::from(first), period.into()));
            }
            self.extend(None, budget)?;
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
        let mut next = line.position + 1;
        loop {
            if self.live(line, next, node, budget)? == live {
                return Ok(Some(next));
            }
            if let Some(Cycle { first, period }) = self.last_cycle() {
                let from = (line.last.start + u128::from(first)).max(line.position + 1);
                if next >= from + u128::from(period) - 1 {
                    return Ok(None);
                }
            }
            next += 1;
        }
    }

    /// Returns the cycle under the last rule, if it is known.
    fn last_cycle(&self) -> Option<Cycle> {
        self.stages.get(self.segments.len() - 1)?.cycle
    }

    /// Makes `view` the state of `generation`.
    fn look(&mut self, line: &Timeline, generation: u128, budget: &Budget) -> Result<(), Stop> {
        self.follow(line);
        let at = self.segments.partition_point(|segment| segment.start <= generation) - 1;
        self.open(at, budget)?;
        self.reach(at, generation, budget)
    }

    /// Lays the segments of `line`; the stages of those that it shares with the last one stay.
    fn follow(&mut self, line: &Timeline) {
        let mut fresh = Vec::new();
        let mut next = Some(&line.last);
        while let Some(segment) = next {
            if self.segments.get(segment.index).is_some_and(|known| Arc::ptr_eq(known, segment)) {
                break;
            }
            fresh.push(segment.clone());
            next = segment.before.as_ref();
        }
        let kept = line.last.index + 1 - fresh.len();
        self.segments.truncate(kept);
        self.segments.extend(fresh.into_iter().rev());
        if kept < self.stages.len() {
            self.stages.truncate(kept);
            let count = self.stages.last().map_or(0, |stage| stage.last + 1);
            self.rows.split_off(&count);
            if count == 0 {
                self.spacing = 1;
            }
            self.stretch.retain(|&(number, _)| number < count);
            self.view_at = self.view_at.filter(|&at| at < count);
            self.anchor = None;
        }
    }

    /// Begins the stages up to that of segment `at`.
    fn open(&mut self, at: usize, budget: &Budget) -> Result<(), Stop> {
        while self.stages.len() <= at {
            let next = self.stages.len();
            if next == 0 {
                self.view.copy_from_slice(self.start.state());
            } else {
                self.reach(next - 1, self.segments[next].start, budget)?;
            }
            let first = self.stages.last().map_or(0, |stage| stage.last + 1);
            let origin = self.view_at.unwrap_or(0);
            self.stages.push(Stage { first, last: first, origin, cycle: None, repetition: None });
            self.view_at = Some(first);
            self.anchor = None;
            self.keep(first, self.most_rows(budget));
        }
        Ok(())
    }

    /// Makes `view` the state of `generation`, which is in stage `at`. Extends the last stage only:
    /// those before it have all generations up to the next stage.
    fn reach(&mut self, at: usize, generation: u128, budget: &Budget) -> Result<(), Stop> {
        let after = generation - self.segments[at].start;
        loop {
            match self.stages[at].number(after) {
                Some(number) => return self.fetch(number, budget),
                None => self.extend(Some(after), budget)?,
            }
        }
    }

    /// Computes newer states of the last stage: up to generation `target` of it, or until the period
    /// is known. If it is, finds where the cycle begins.
    fn extend(&mut self, target: Option<u128>, budget: &Budget) -> Result<(), Stop> {
        let at = self.stages.len() - 1;
        if let Some(repetition) = self.stages[at].repetition {
            return self.bisect(at, repetition, budget);
        }

        self.fetch(self.stages[at].last, budget)?;
        let first = self.stages[at].first;
        let rule = self.segments[at].rule;
        let most = self.most_rows(budget);
        let every = self.states_a_look();
        let mut generation = self.stages[at].last - first;
        if self.anchor.is_none() {
            let until = (2 * generation).max(1);
            self.anchor = Some(Anchor { at: generation, until, state: self.view.clone() });
        }

        loop {
            self.check(target, budget)?;
            for _ in 0..every {
                if target.is_some_and(|target| u128::from(generation) >= target) {
                    return Ok(());
                }
                self.step(rule);
                generation += 1;
                self.stages[at].last = first + generation;
                self.view_at = Some(first + generation);
                self.keep(first + generation, most);
                let Some(anchor) = &mut self.anchor else { return Ok(()) };
                if anchor.state == self.view {
                    let period = generation - anchor.at;
                    self.stages[at].repetition = Some(Repetition { period, at: anchor.at });
                    self.anchor = None;
                    return Ok(());
                }
                if generation == anchor.until {
                    anchor.state.copy_from_slice(&self.view);
                    anchor.at = generation;
                    anchor.until = 2 * generation;
                }
            }
        }
    }

    /// Finds the first generation of a stage that is the same a period later: from it on, all are.
    fn bisect(&mut self, at: usize, repetition: Repetition, budget: &Budget) -> Result<(), Stop> {
        let period = repetition.period;
        let mut least = 0;
        let mut most = repetition.at;
        while least < most {
            let half = u64::midpoint(least, most);
            let number = self.stages[at].first + half;
            self.fetch(number, budget)?;
            let middle = self.view.clone();
            self.fetch(number + period, budget)?;
            match middle == self.view {
                true => most = half,
                false => least = half + 1,
            }
        }
        self.stages[at].cycle = Some(Cycle { first: least, period });
        self.stages[at].repetition = None;
        Ok(())
    }

    /// Makes `view` the state of a number that was computed before.
    fn fetch(&mut self, number: u64, budget: &Budget) -> Result<(), Stop> {
        if self.view_at == Some(number) {
            return Ok(());
        }
        if let Ok(index) = self.stretch.binary_search_by_key(&number, |&(number, _)| number) {
            self.view.copy_from_slice(&self.stretch[index].1);
            self.view_at = Some(number);
            return Ok(());
        }

        // The last number to replay in this stage, and in those before it as far back as needed.
        let mut legs = vec![number];
        let mut at = self.stages.partition_point(|stage| stage.first <= number) - 1;
        loop {
            let first = self.stages[at].first;
            let target = legs[legs.len() - 1];
            let kept = target - target % self.spacing;
            if self.view_at.is_some_and(|view| (first.max(kept)..=target).contains(&view)) {
                break;
            }
            if kept >= first {
                self.view.copy_from_slice(&self.rows[&kept]);
                self.view_at = Some(kept);
                break;
            }
            legs.push(self.stages[at].origin);
            at -= 1;
        }

        while let Some(target) = legs.pop() {
            self.replay(at, target, budget)?;
            if !legs.is_empty() {
                at += 1;
                self.view_at = Some(self.stages[at].first);
            }
        }
        Ok(())
    }

    /// Steps `view`, a state of stage `at`, up to a number.
    fn replay(&mut self, at: usize, target: u64, budget: &Budget) -> Result<(), Stop> {
        let every = self.states_a_look();
        let bytes = STRETCH.min(usize::try_from(budget.bytes / 8).unwrap_or(usize::MAX));
        let most = (bytes / self.row_bytes()).clamp(4, 4096);
        while let Some(number) = self.view_at.filter(|&number| number < target) {
            if (target - number).is_multiple_of(every) {
                self.check(None, budget)?;
            }
            self.step(self.segments[at].rule);
            self.view_at = Some(number + 1);
            if self.stretch.back().is_some_and(|&(last, _)| last != number) {
                self.stretch.clear();
            }
            if self.stretch.len() >= most {
                self.stretch.pop_front();
            }
            self.stretch.push_back((number + 1, self.view.as_slice().into()));
        }
        Ok(())
    }

    /// Keeps `view`, the state of a new number, if it is a multiple of the spacing. If there are more
    /// than `most` then, the spacing doubles.
    fn keep(&mut self, number: u64, most: usize) {
        if number.is_multiple_of(self.spacing) {
            self.rows.insert(number, self.view.as_slice().into());
            while self.rows.len() > most {
                self.spacing *= 2;
                self.rows.retain(|number, _| number.is_multiple_of(self.spacing));
            }
        }
    }

    /// Replaces `view` by the generation after it.
    fn step(&mut self, rule: Rule) {
        engine::step(self.start.shape(), rule, &self.view, &mut self.spare);
        std::mem::swap(&mut self.view, &mut self.spare);
        self.worked += 1;
    }

    /// Returns how many states are stepped between two looks at the budget.
    fn states_a_look(&self) -> u64 {
        (NODES_A_LOOK / self.shape().nodes()).max(1) as u64
    }

    /// Returns how many states may be kept, at least 16: as many as take a quarter of the limit, or
    /// half of the unused memory.
    fn most_rows(&self, budget: &Budget) -> usize {
        let most = (self.most_bytes as u64).min(budget.bytes / 4);
        let charged = self.charge.bytes();
        let most = match budget.fits(most.saturating_sub(charged)) {
            Ok(()) => most,
            Err(_) => u64::midpoint(charged, budget.free()),
        };
        usize::try_from(most).map_or(usize::MAX, |most| most / self.row_bytes()).max(16)
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

impl Stage {
    /// Returns the number of the state that many generations after the first one, if it is known.
    fn number(&self, after: u128) -> Option<u64> {
        let after = match (self.cycle, u64::try_from(after)) {
            (Some(Cycle { first, period }), _) if after > u128::from(first) => {
                first + ((after - u128::from(first)) % u128::from(period)) as u64
            }
            (_, after) => after.ok()?,
        };
        (after <= self.last - self.first).then(|| self.first + after)
    }
}

#[cfg(test)]
mod tests;
