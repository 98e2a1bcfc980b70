//! The order in which candidates are guessed: those that took part in the latest contradictions
//! first.

/// A heap of candidates by their activity.
#[derive(Debug)]
pub(super) struct Order {
    activity: Box<[f64]>,
    /// The amount that a contradiction adds to the activity of a candidate. It grows.
    step: f64,
    heap: Vec<u32>,
    /// For each candidate its place in the heap, or `ABSENT`.
    at: Box<[u32]>,
}

const ABSENT: u32 = u32::MAX;
/// The factor by which `step` grows with each contradiction.
const GROWTH: f64 = 1.0 / 0.95;
/// Activities are scaled down beyond this one.
const MOST: f64 = 1e100;

impl Order {
    /// Returns an order of `count` candidates of activity 0, of which none is queued.
    pub(super) fn new(count: usize) -> Self {
        Self {
            activity: vec![0.0; count].into(),
            step: 1.0,
            heap: Vec::with_capacity(count),
            at: vec![ABSENT; count].into(),
        }
    }

    /// Queues a candidate unless it is queued.
    pub(super) fn queue(&mut self, candidate: u32) {
        if self.at[candidate as usize] == ABSENT {
            self.at[candidate as usize] = self.heap.len() as u32;
            self.heap.push(candidate);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active candidate out of the queue.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let &first = self.heap.first()?;
        self.at[first as usize] = ABSENT;
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.heap[0] = last;
            self.at[last as usize] = 0;
            self.sink(0);
        }
        Some(first)
    }

    /// Counts that a candidate took part in a contradiction.
    pub(super) fn bump(&mut self, candidate: u32, share: f64) {
        let activity = &mut self.activity[candidate as usize];
        *activity += self.step * share;
        if *activity > MOST {
            self.activity.iter_mut().for_each(|score| *score /= MOST);
            self.step /= MOST;
        }
        if self.at[candidate as usize] != ABSENT {
            self.rise(self.at[candidate as usize] as usize);
        }
    }

    /// Makes the next contradiction count more than those before it.
    pub(super) fn age(&mut self) {
        self.step *= GROWTH;
    }

    fn is_before(&self, first: u32, second: u32) -> bool {
        self.activity[first as usize] > self.activity[second as usize]
    }

    fn put(&mut self, at: usize, candidate: u32) {
        self.heap[at] = candidate;
        self.at[candidate as usize] = at as u32;
    }

    fn rise(&mut self, mut at: usize) {
        let candidate = self.heap[at];
        while at > 0 && self.is_before(candidate, self.heap[(at - 1) / 2]) {
            self.put(at, self.heap[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        self.put(at, candidate);
    }

    fn sink(&mut self, mut at: usize) {
        let candidate = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.is_before(self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            if !self.is_before(self.heap[child], candidate) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, candidate);
    }
}
