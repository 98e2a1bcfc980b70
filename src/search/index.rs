//! An open-addressing table of state numbers: four bytes per slot; the keys stay with their owner.

use std::hash::{Hash, Hasher};

use super::prefetch::prefetch;

/// A slot that holds nothing. Zero, because the system hands out zeroed pages when they are first
/// touched: a large table costs nothing before it is filled.
const EMPTY: u32 = 0;
/// Slots below which a table is small: half a megabyte.
const SMALL: usize = 1 << 15;
/// Slots from which on a table is not read without asking for its slots some time before: half a
/// megabyte. Tests reach it with small spaces, so that they see both sides of it.
const FAR: usize = if cfg!(test) { 1 << 10 } else { 1 << 17 };

/// Hashes by folded multiplication: the high half of a 64 × 64 bit product, xored onto its low half
/// (the step of wyhash, Wang Yi 2019). One multiplication per word, and every bit of the result
/// depends on every bit of the word.
struct Fold(u64);

impl Fold {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

/// The methods that hash a number of at most 64 bits, independent of the machine: each is one word.
macro_rules! words {
    ($($name:ident $number:ident),*) => {
        $(
            #[inline]
            fn $name(&mut self, number: $number) {
                self.mix(u64::from(number));
            }
        )*
    };
}

impl Hasher for Fold {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }
    words! { write_u8 u8, write_u16 u16, write_u32 u32, write_u64 u64 }
    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
    #[inline]
    fn write_u128(&mut self, x: u128) {
        self.mix(x as u64);
        self.mix((x >> 64) as u64);
    }
}

/// Returns the hash under which the table keeps `key`. No answer depends on it.
#[inline]
pub(super) fn hash_of<T: Hash>(key: &T) -> u64 {
    let mut hasher = Fold(0x2d35_8dcc_aa6c_78a5);
    key.hash(&mut hasher);
    hasher.finish()
}

/// The set of known dense numbers: one bit per number, so that look-ups stay in a near cache. Most
/// searches end before the state of a number is needed; to find it, the states are listed by the
/// ranks of their numbers among those that are known:
///
/// ```text
///   known    | 0 1 1 0 … | 1 0 0 1 … | …     rank of a number: ones before its word + ones before
///   before   | 0         | 2         | …     its bit;  ids[rank] is its state
/// ```
pub(super) struct Dense {
    known: Vec<u64>,
    /// The number of ones in the words before each word.
    before: Vec<u32>,
    /// As many as were known when it was made.
    ids: Vec<u32>,
}

impl Dense {
    /// Returns an empty table for that many dense numbers.
    pub(super) fn new(size: usize) -> Self {
        Self { known: vec![0; size.div_ceil(64)], before: Vec::new(), ids: Vec::new() }
    }

    /// Returns true if the number is known.
    #[inline]
    pub(super) fn knows(&self, number: usize) -> bool {
        self.known[number / 64] >> (number % 64) & 1 != 0
    }

    /// Makes the number known. Returns true if it was new.
    #[inline]
    pub(super) fn learn(&mut self, number: usize) -> bool {
        let word = &mut self.known[number / 64];
        let bit = 1 << (number % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn rank(&self, number: usize) -> usize {
        let below = self.known[number / 64] & ((1 << (number % 64)) - 1);
        (self.before[number / 64] + below.count_ones()) as usize
    }

    /// Returns the id of a known number. No number may be learned after all ids were written.
    pub(super) fn id(&self, number: usize) -> u32 {
        self.ids[self.rank(number)]
    }

    /// Returns the number of ids for which there is room.
    pub(super) fn ids(&self) -> usize {
        self.ids.len()
    }

    /// Returns the bytes of `ids` ids and of the list `before`.
    pub(super) fn bytes_of(&self, ids: usize) -> usize {
        4 * (self.known.len() + ids)
    }

    /// Makes room for the ids of all known numbers; `count` is how many there are.
    ///
    /// # Errors
    /// There is no memory for them.
    pub(super) fn make_ids(&mut self, count: usize) -> Result<(), NoMemory> {
        (self.ids, self.before) = (Vec::new(), Vec::new());
        self.before.try_reserve_exact(self.known.len()).map_err(|_| NoMemory)?;
        self.before.extend(self.known.iter().scan(0, |ones, word| {
            let before = *ones;
            *ones += word.count_ones();
            Some(before)
        }));
        self.ids.try_reserve_exact(count).map_err(|_| NoMemory)?;
        self.ids.resize(count, 0);
        Ok(())
    }

    /// Writes the id of a known number.
    pub(super) fn fill(&mut self, number: usize, id: u32) {
        let rank = self.rank(number);
        self.ids[rank] = id;
    }

    /// Returns the bytes held.
    pub(super) fn bytes(&self) -> usize {
        8 * self.known.len() + 4 * (self.before.len() + self.ids.len())
    }
}

/// The table, of any size. Its owner keeps it at most four fifths full by calling
/// [`Index::reset`].
///
/// The bits that a number leaves free hold part of the hash, so that a look-up that meets the slot
/// of another state seldom reads that state:
///
/// ```text
///   bit 31              width            0        width: bits of the number of slots
///       | hash, same bits | number + 1    |       all zeros: nothing is there
/// ```
pub(super) struct Index {
    slots: Vec<u32>,
    /// The bits that hold the number.
    low: u32,
}

/// A free slot, and the part of the hash that belongs into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Free {
    at: usize,
    tag: u32,
}

/// The error that the system has no memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoMemory;

impl Index {
    /// Returns a table without slots.
    pub(super) fn new() -> Self {
        Self { slots: Vec::new(), low: 0 }
    }

    /// Returns the number of slots for `room` states: the present number if it is enough, or else
    /// at least `1 / part` more (twice as many while the table is small, because filling it again
    /// costs more than the room).
    pub(super) fn slots_for(&self, room: usize, part: usize) -> usize {
        let least = room + room / 4 + 2;
        let have = self.slots.len();
        if least <= have {
            have
        } else {
            least.max(have + if have < SMALL { have } else { have / part })
        }
    }

    /// Returns the number of slots.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Empties the table and gives it `slots` slots, at least two more than the numbers to come.
    ///
    /// # Errors
    /// There is no memory for them. The table is empty then, with the slots that it had.
    pub(super) fn reset(&mut self, slots: usize) -> Result<(), NoMemory> {
        let had = self.slots.len();
        // The old slots go first, so that both never live at once.
        self.slots = Vec::new();
        // A plain `vec!` of zeros is never touched, but ends the process if there is no memory.
        let able = Vec::<u32>::new().try_reserve_exact(slots).is_ok();
        let slots = if able { slots } else { had };
        self.slots = vec![EMPTY; slots];
        let width = (usize::BITS - slots.leading_zeros()).min(u32::BITS);
        self.low = u32::MAX >> (u32::BITS - width);
        if able { Ok(()) } else { Err(NoMemory) }
    }

    /// Returns true if the table is so large that most of it is in no near cache.
    pub(super) fn is_far(&self) -> bool {
        self.slots.len() >= FAR
    }

    /// Returns the first slot for a hash: its high bits, scaled (fast range, Lemire 2019).
    #[inline]
    pub(super) fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    /// Hints that a slot will be read soon.
    #[inline]
    pub(super) fn prefetch(&self, at: usize) {
        if let Some(slot) = self.slots.get(at) {
            prefetch(slot);
        }
    }

    /// Returns the first slot from `at` on that is free or may hold the number under `hash`, and
    /// the number in it, or `None` if the slot is free.
    #[inline]
    pub(super) fn likely(&self, hash: u64, mut at: usize) -> (usize, Option<u32>) {
        let tag = hash as u32 & !self.low;
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return (at, None);
            }
            if slot & !self.low == tag {
                return (at, Some((slot & self.low) - 1));
            }
            at = self.next(at);
        }
    }

    #[inline]
    fn next(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() { 0 } else { at + 1 }
    }

    /// Returns the number under `hash` that `same` accepts, or the free slot where it belongs. `at`
    /// is the first slot for the hash, or one that [`Index::likely`] returned after the last reset.
    #[inline]
    pub(super) fn find(
        &self,
        hash: u64,
        mut at: usize,
        mut same: impl FnMut(u32) -> bool,
    ) -> Result<u32, Free> {
        loop {
            match self.likely(hash, at) {
                (at, None) => return Err(Free { at, tag: hash as u32 & !self.low }),
                (_, Some(id)) if same(id) => return Ok(id),
                (taken, Some(_)) => at = self.next(taken),
            }
        }
    }

    /// Fills the free slot that [`Index::find`] returned.
    #[inline]
    pub(super) fn fill(&mut self, free: Free, id: u32) {
        #[cfg(test)]
        super::looks::filled();
        self.slots[free.at] = free.tag | (id + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(index: &Index, hash: u64, same: impl Fn(u32) -> bool + Copy) -> Result<u32, Free> {
        let at = index.place(hash);
        let (likely, _) = index.likely(hash, at);
        let entry = index.find(hash, at, same);
        assert_eq!(index.find(hash, likely, same), entry);
        entry
    }

    #[test]
    fn numbers_come_back_from_tables_of_every_size() {
        for slots in [3, 5, 64, 65, 1000] {
            let mut index = Index::new();
            assert_eq!(index.reset(slots), Ok(()));
            let count = (slots * 4 / 5).min(slots - 2) as u32;
            // Hashes that share their slots, their tags, or both.
            let hash = |id: u32| hash_of(&(id / 3)) << 32 | u64::from(id % 2) << 31;
            for id in 0..count {
                let free = find(&index, hash(id), |other| other == id);
                index.fill(free.expect_err("it is new"), id);
            }
            for id in 0..count {
                assert_eq!(find(&index, hash(id), |other| other == id), Ok(id), "{slots}");
            }
            assert!(find(&index, hash(0), |_| false).is_err());
        }
    }

    #[test]
    fn a_large_table_grows_by_the_part_that_is_asked_for() {
        for (part, most, sizes_made) in [(4, 2.0, 60), (1, 3.0, 20)] {
            let mut index = Index::new();
            let mut sizes = Vec::new();
            for room in 1..200_000_usize {
                let slots = index.slots_for(room, part);
                let most = if slots <= 2 * SMALL { 3.0 } else { most };
                assert!(slots > room + 1 && (room < 100 || (slots as f64) < most * room as f64));
                if slots != index.slots() {
                    assert_eq!(index.reset(slots), Ok(()));
                    sizes.push(slots);
                }
            }
            assert!(sizes.len() < sizes_made, "{sizes:?}");
        }
    }

    #[test]
    fn a_table_that_cannot_be_made_leaves_one_of_the_old_size() {
        let mut index = Index::new();
        assert_eq!(index.reset(100), Ok(()));
        assert_eq!(index.reset(usize::MAX / 8), Err(NoMemory));
        assert_eq!(index.slots(), 100);
        let free = find(&index, hash_of(&7), |_| true).expect_err("it is empty");
        index.fill(free, 7);
        assert_eq!(find(&index, hash_of(&7), |id| id == 7), Ok(7));
    }
}
