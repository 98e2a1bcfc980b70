//! The generations under one rule: thinned checkpoints, and the search for the cycle.

use crate::kinds::automaton::engine::Engine;
use crate::kinds::automaton::layout::Shape;
use crate::kinds::automaton::rules::Rule;

/// States at every `stride`-th generation from the start of a track on, all of one length, back to
/// back. If they take more than they may, every second one is dropped and the stride doubles.
pub(super) struct Store {
    words: usize,
    pub(super) stride: u64,
    data: Vec<u64>,
}

impl Store {
    fn new(first: &[u64]) -> Self {
        Self { words: first.len(), stride: 1, data: first.to_vec() }
    }

    /// Returns the bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        8 * self.data.capacity()
    }

    /// Returns the number of states held, at least 1.
    pub(super) fn len(&self) -> usize {
        self.data.len() / self.words
    }

    /// Returns the newest state at or before `generation`, and its generation.
    pub(super) fn before(&self, generation: u64) -> (u64, &[u64]) {
        let index = ((generation / self.stride) as usize).min(self.len() - 1);
        (index as u64 * self.stride, &self.data[index * self.words..][..self.words])
    }

    /// Adds the state of `generation` if it falls on the stride and is not there yet; `most` is the
    /// number of bytes that the store may hold, but at least 16 states.
    fn offer(&mut self, generation: u64, state: &[u64], most: usize) {
        if generation != self.len() as u64 * self.stride {
            return;
        }
        let most = (most / 8).max(16 * self.words);
        if self.data.len() + self.words > most {
            self.thin();
            if generation != self.len() as u64 * self.stride {
                return;
            }
        }
        if self.data.len() + self.words > self.data.capacity() {
            let target = (2 * self.data.len()).max(4 * self.words).min(most);
            self.data.reserve_exact(target.max(self.data.len() + self.words) - self.data.len());
        }
        self.data.extend_from_slice(state);
    }

    /// Drops every second state.
    pub(super) fn thin(&mut self) {
        let kept = self.len().div_ceil(2);
        for index in 1..kept {
            self.data.copy_within(
                2 * index * self.words..(2 * index + 1) * self.words,
                index * self.words,
            );
        }
        self.data.truncate(kept * self.words);
        self.stride *= 2;
    }

    /// Gives memory back that is no longer used.
    pub(super) fn shrink(&mut self) {
        self.data.shrink_to_fit();
    }

    /// Forgets the generations after `generation` and gives the memory back.
    fn truncate(&mut self, generation: u64) {
        let kept = ((generation / self.stride + 1) as usize).min(self.len());
        self.data.truncate(kept * self.words);
        self.data.shrink_to_fit();
    }
}

/// A pair of states `period` generations apart that walks forward to the start of the cycle.
struct Walk {
    at: u64,
    slow: Vec<u64>,
    /// At first the fast one may lag by less than a stride; it catches up step by step.
    fast_at: u64,
    fast: Vec<u64>,
}

/// The generations from the start of a segment on, counted from there.
pub(super) struct Track {
    pub(super) start: u128,
    rule: Rule,
    pub(super) store: Store,
    /// The newest generation computed, and its state.
    pub(super) computed: u64,
    pub(super) front: Vec<u64>,
    /// Brent's search: the state that the front is compared with, its generation, and the
    /// generation at which it is replaced.
    anchor: Vec<u64>,
    anchor_at: u64,
    anchor_until: u64,
    /// A word in which front and anchor differed last time: compared first.
    differs: usize,
    /// The period, and from where on the cycle may begin, as soon as they are known.
    found: Option<(u64, u64)>,
    walk: Option<Walk>,
    /// First generation of the cycle, and its period.
    pub(super) cycle: Option<(u64, u64)>,
}

impl Track {
    pub(super) fn new(start: u128, rule: Rule, first: &[u64]) -> Self {
        Self {
            start,
            rule,
            store: Store::new(first),
            computed: 0,
            front: first.to_vec(),
            anchor: first.to_vec(),
            anchor_at: 0,
            anchor_until: 1,
            differs: 0,
            found: None,
            walk: None,
            cycle: None,
        }
    }

    /// Returns the bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        self.store.bytes() + 8 * 4 * self.front.len()
    }

    /// Returns the generation among those computed that has the same state as `generation`, if that
    /// one is known already.
    pub(super) fn known(&self, generation: u128) -> Option<u64> {
        match self.cycle {
            Some((first, period)) => Some(match generation.checked_sub(u128::from(first)) {
                Some(after) => first + (after % u128::from(period)) as u64,
                None => generation as u64,
            }),
            None => {
                u64::try_from(generation).ok().filter(|&generation| generation <= self.computed)
            }
        }
    }

    /// Does one unit of work toward newer generations: a step of the front, or, when the period is
    /// known, a step toward the first generation of the cycle. `spare` is room for a state, `most`
    /// the bytes that the store may hold.
    pub(super) fn advance(
        &mut self,
        engine: Engine,
        shape: &Shape,
        spare: &mut Vec<u64>,
        most: usize,
    ) {
        if self.found.is_some() {
            self.narrow(engine, shape, spare);
            return;
        }
        engine.step(shape, self.rule, &self.front, spare);
        std::mem::swap(&mut self.front, spare);
        self.computed += 1;
        self.store.offer(self.computed, &self.front, most);
        // Brent (1980): the anchor moves to the front at distances that double; the first time the
        // front meets it again, the distance is the period. States are compared, not hashes.
        if self.front[self.differs] == self.anchor[self.differs] {
            match (0..self.front.len()).find(|&i| self.front[i] != self.anchor[i]) {
                Some(differs) => self.differs = differs,
                None => {
                    let period = self.computed - self.anchor_at;
                    // The anchor before this one stood at half the generation and was compared over
                    // as many: on a cycle of such a short period, it would have met the front.
                    let half = self.anchor_at / 2;
                    self.found = Some((period, if period <= half { half } else { 0 }));
                    return;
                }
            }
        }
        if self.computed == self.anchor_until {
            self.anchor.copy_from_slice(&self.front);
            self.anchor_at = self.computed;
            self.anchor_until = 2 * self.computed;
        }
    }

    /// Makes one step of the walk to the first generation that is repeated.
    fn narrow(&mut self, engine: Engine, shape: &Shape, spare: &mut Vec<u64>) {
        let Some((period, from)) = self.found else { return };
        let walk = match &mut self.walk {
            Some(walk) => walk,
            none => {
                let (at, slow) = self.store.before(from);
                let (fast_at, fast) = self.store.before(at + period);
                none.insert(Walk { at, slow: slow.to_vec(), fast_at, fast: fast.to_vec() })
            }
        };
        if walk.fast_at < walk.at + period {
            engine.step(shape, self.rule, &walk.fast, spare);
            std::mem::swap(&mut walk.fast, spare);
            walk.fast_at += 1;
            return;
        }
        if walk.slow == walk.fast {
            let first = walk.at;
            self.walk = None;
            self.cycle = Some((first, period));
            self.store.truncate(first + period);
            // From here on every generation is known by its place in the cycle.
            self.computed = first + period - 1;
            self.anchor = Vec::new();
            self.front = Vec::new();
            return;
        }
        for state in [&mut walk.slow, &mut walk.fast] {
            engine.step(shape, self.rule, state, spare);
            std::mem::swap(state, spare);
        }
        walk.at += 1;
        walk.fast_at += 1;
    }

    /// Replaces `state` by the generation after it.
    pub(super) fn step(
        &self,
        engine: Engine,
        shape: &Shape,
        state: &mut Vec<u64>,
        spare: &mut Vec<u64>,
    ) {
        engine.step(shape, self.rule, state, spare);
        std::mem::swap(state, spare);
    }
}
