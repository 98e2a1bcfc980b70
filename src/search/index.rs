//! An open-addressing table of state numbers: four bytes a slot, the keys stay where they are.

use std::hash::{Hash, Hasher};

/// Marks a slot that holds nothing.
const EMPTY: u32 = u32::MAX;

/// Hashes by folded multiplication: the high half of a 64 × 64 bit product, xored onto its low half
/// (the step of wyhash, Wang Yi 2019). One multiplication a word, and every bit of the result
/// depends on every bit of the word.
struct Fold(u64);

impl Fold {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, x: u8) {
        self.mix(u64::from(x));
    }
    fn write_u16(&mut self, x: u16) {
        self.mix(u64::from(x));
    }
    fn write_u32(&mut self, x: u32) {
        self.mix(u64::from(x));
    }
    fn write_u64(&mut self, x: u64) {
        self.mix(x);
    }
    fn write_u128(&mut self, x: u128) {
        self.mix(x as u64);
        self.mix((x >> 64) as u64);
    }
    fn write_usize(&mut self, x: usize) {
        self.mix(x as u64);
    }
}

/// The hash that the table is keyed by. It never shows: no answer depends on it.
pub(super) fn hash_of<T: Hash>(key: &T) -> u64 {
    let mut hasher = Fold(0x2d35_8dcc_aa6c_78a5);
    key.hash(&mut hasher);
    hasher.finish()
}

/// The number of every state by its dense number, for spaces that have such: a bit tells whether it
/// is known at all, so that most looks end in a table that stays in a near cache.
pub(super) struct Dense {
    known: Vec<u64>,
    ids: Vec<u32>,
}

impl Dense {
    /// An empty table for that many dense numbers.
    pub(super) fn new(size: usize) -> Self {
        Self { known: vec![0; size.div_ceil(64)], ids: vec![0; size] }
    }

    /// Whether the number is known.
    pub(super) fn knows(&self, number: usize) -> bool {
        self.known[number / 64] >> (number % 64) & 1 != 0
    }

    /// The id under the number.
    pub(super) fn id(&self, number: usize) -> Option<u32> {
        self.knows(number).then(|| self.ids[number])
    }

    /// Makes the number known.
    pub(super) fn fill(&mut self, number: usize, id: u32) {
        self.known[number / 64] |= 1 << (number % 64);
        self.ids[number] = id;
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        8 * self.known.len() + 4 * self.ids.len()
    }
}

/// The table. It is kept at most three quarters full by its owner, who calls [`Index::reset`].
pub(super) struct Index {
    slots: Vec<u32>,
}

impl Index {
    /// A table of `slots` empty slots, a power of two.
    pub(super) fn new(slots: usize) -> Self {
        Self { slots: vec![EMPTY; slots] }
    }

    /// Number of slots.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Empties the table and gives it `slots` slots, a power of two.
    pub(super) fn reset(&mut self, slots: usize) {
        // The old slots go first, so that both never live at once.
        self.slots = Vec::new();
        self.slots = vec![EMPTY; slots];
    }

    /// The number under `hash` that `same` accepts, or the free slot where it belongs.
    pub(super) fn find(&self, hash: u64, mut same: impl FnMut(u32) -> bool) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let id = self.slots[slot];
            if id == EMPTY {
                return Err(slot);
            }
            if same(id) {
                return Ok(id);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Fills the free slot that [`Index::find`] answered.
    pub(super) fn fill(&mut self, slot: usize, id: u32) {
        self.slots[slot] = id;
    }
}
