//! Additive pattern databases (Korf and Felner 2002): for a group of tiles, the least number of
//! moves of *these* tiles that brings them to their goals, independent of the others. Moves of
//! different groups are different moves, so the numbers of disjoint groups add up to a lower bound.

use std::collections::BTreeSet;

use crate::search::{Budget, Charge, Counted, Stop};

/// Most places of a board that has pattern databases: a set of places is a machine word.
pub(super) const MAX_PLACES: usize = 64;

/// Value of an arrangement that no sequence of moves reaches, and before it is known.
const UNKNOWN: u8 = u8::MAX;

/// The table of one group while it is made: breadth-first from the goal, backward.
///
/// An arrangement of `k` tiles on `n` places has the index `Σ place(i) · nⁱ`. The place of the gap
/// matters while the table is made, but not the place *within* a region that it can roam without
/// moving a tile of the group: such moves are free. So for every arrangement a set of the gap
/// places that are done is kept, one bit each.
///
/// An entry of a layer is `index · n + gap`. Example: n = 16, tiles at places 1 and 2, gap at 0:
/// index 1 + 2 · 16 = 33, entry 528.
pub(super) struct Builder {
    places: usize,
    cols: usize,
    tiles: usize,
    table: Vec<u8>,
    done: Places,
    layer: Vec<u32>,
    next: Vec<u32>,
    at: usize,
    /// Entries of the layers before.
    before: u64,
    cost: u8,
    /// All places, those not in the first column, those not in the last.
    everywhere: u64,
    not_first: u64,
    not_last: u64,
    charge: Charge,
}

/// Sets of places, as narrow as the board allows: they are read at random.
enum Places {
    Few(Vec<u16>),
    More(Vec<u32>),
    Many(Vec<u64>),
}

impl Places {
    fn new(places: usize, sets: usize) -> Self {
        match places {
            0..=16 => Self::Few(vec![0; sets]),
            17..=32 => Self::More(vec![0; sets]),
            _ => Self::Many(vec![0; sets]),
        }
    }

    fn get(&self, at: usize) -> u64 {
        match self {
            Self::Few(sets) => u64::from(sets[at]),
            Self::More(sets) => u64::from(sets[at]),
            Self::Many(sets) => sets[at],
        }
    }

    fn add(&mut self, at: usize, more: u64) {
        match self {
            Self::Few(sets) => sets[at] |= more as u16,
            Self::More(sets) => sets[at] |= more as u32,
            Self::Many(sets) => sets[at] |= more,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Few(sets) => 2 * sets.len(),
            Self::More(sets) => 4 * sets.len(),
            Self::Many(sets) => 8 * sets.len(),
        }
    }
}

/// Returns the largest group whose table on `places` places stays small: at most a million
/// arrangements and sixteen million indices.
pub(super) fn group_size(places: usize) -> usize {
    let mut arrangements = 1usize;
    let mut indices = 1usize;
    let mut size = 0;
    while size + 1 < places {
        arrangements = arrangements.saturating_mul(places - size);
        indices = indices.saturating_mul(places);
        if size > 0 && (arrangements > 1 << 20 || indices > 1 << 24) {
            break;
        }
        size += 1;
    }
    size
}

impl Builder {
    /// Returns a table for tiles whose goals are `targets[i]`: the places where tile `i` may come
    /// to rest, one place for a tile that has no equal. No two tiles rest on one place. The gap's
    /// goal is `gap`.
    pub(super) fn new(rows: usize, cols: usize, targets: &[Vec<usize>], gap: usize) -> Self {
        let places = rows * cols;
        assert!(places <= MAX_PLACES, "a set of places is a word");
        let indices = places.pow(targets.len() as u32);
        let column = |col: usize| (0..rows).fold(0u64, |set, row| set | 1 << (row * cols + col));
        let everywhere = if places == 64 { !0 } else { (1 << places) - 1 };

        let mut seeds = BTreeSet::from([(0u64, 0usize)]);
        let mut weight = 1;
        for goals in targets {
            let before = std::mem::take(&mut seeds);
            for (taken, index) in before {
                for &goal in goals.iter().filter(|&&goal| taken >> goal & 1 == 0) {
                    seeds.insert((taken | 1 << goal, index + goal * weight));
                }
            }
            weight *= places;
        }

        Self {
            places,
            cols,
            tiles: targets.len(),
            table: vec![UNKNOWN; indices],
            done: Places::new(places, indices),
            layer: seeds.into_iter().map(|(_, index)| (index * places + gap) as u32).collect(),
            next: Vec::new(),
            at: 0,
            before: 0,
            cost: 0,
            everywhere,
            not_first: everywhere & !column(0),
            not_last: everywhere & !column(cols - 1),
            charge: Charge::default(),
        }
    }

    /// Returns the bytes of the table of that many tiles on that many places, and of its sets of
    /// gap places.
    pub(super) fn table_bytes(places: usize, tiles: usize) -> u64 {
        let set = match places {
            0..=16 => 2,
            17..=32 => 4,
            _ => 8,
        };
        (places as u64).saturating_pow(tiles as u32).saturating_mul(1 + set)
    }

    /// Returns the bytes that it holds.
    pub(super) fn bytes(&self) -> u64 {
        (self.table.len() + self.done.bytes() + 4 * (self.layer.capacity() + self.next.capacity()))
            as u64
    }

    /// Continues the table until it is complete.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub(super) fn build(&mut self, budget: &Budget) -> Result<(), Stop> {
        // The common size divides by shifting.
        match self.places {
            16 => self.build_on::<16>(budget),
            _ => self.build_on::<0>(budget),
        }
    }

    /// Builds the table for a board of `N` places, or of any number if `N` is 0.
    fn build_on<const N: usize>(&mut self, budget: &Budget) -> Result<(), Stop> {
        let n = if N == 0 { self.places } else { N };
        let mut places = [0usize; MAX_PLACES];
        loop {
            while self.at < self.layer.len() {
                if self.at.is_multiple_of(4096) {
                    self.charge.set(self.bytes(), budget);
                    if let Some(progress) = &budget.progress {
                        let done = self.before + self.at as u64;
                        progress.publish_count(Counted::Entries, done, self.bytes());
                    }
                    budget.check(0, 0)?;
                }

                let entry = self.layer[self.at] as usize;
                self.at += 1;
                let index = entry / n;
                let gap = entry % n;
                let known = self.done.get(index);
                if known >> gap & 1 != 0 {
                    continue;
                }

                let mut rest = index;
                let mut taken = 0u64;
                for place in &mut places[..self.tiles] {
                    *place = rest % n;
                    rest /= n;
                    taken |= 1 << *place;
                }

                let region = self.region(1 << gap, self.everywhere & !taken);
                self.done.add(index, region);
                if known == 0 {
                    self.table[index] = self.cost;
                }

                let mut weight = 1;
                for &place in &places[..self.tiles] {
                    let mut into = self.beside(1 << place) & region;
                    while into != 0 {
                        let to = into.trailing_zeros() as usize;
                        into &= into - 1;
                        let moved = index + to * weight - place * weight;
                        // About half are new: taking back the others takes 0.9 of the time of a
                        // branch.
                        let before = self.next.len();
                        self.next.push((moved * n + place) as u32);
                        let new = self.done.get(moved) >> place & 1 == 0;
                        self.next.truncate(before + usize::from(new));
                    }
                    weight *= n;
                }
            }

            if self.next.is_empty() {
                return Ok(());
            }
            self.before += self.layer.len() as u64;
            self.layer.clear();
            std::mem::swap(&mut self.layer, &mut self.next);
            self.at = 0;
            // Values beyond a byte stay at its largest, which is still a lower bound.
            self.cost = self.cost.saturating_add(1).min(UNKNOWN - 1);
        }
    }

    /// Returns the complete table.
    pub(super) fn into_table(self) -> Vec<u8> {
        self.table
    }

    /// Returns the places beside those of a set.
    fn beside(&self, set: u64) -> u64 {
        let shifted = |by: usize| if by < 64 { (set << by, set >> by) } else { (0, 0) };
        let (down, up) = shifted(self.cols);
        (down | up | (set << 1 & self.not_first) | (set >> 1 & self.not_last)) & self.everywhere
    }

    /// Returns the places among `free` that are joined to those of `from`.
    fn region(&self, from: u64, free: u64) -> u64 {
        let mut region = from;
        loop {
            let more = (region | self.beside(region)) & free;
            if more == region {
                return region;
            }
            region = more;
        }
    }
}
