//! The generator of random choices: RC4, seeded by a text.

use crate::text::fnv1a;

/// The state of a generator. Equal states make equal draws from here on.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Generator {
    table: [u8; 256],
    i: u8,
    j: u8,
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Generator({}, {}, {})", self.i, self.j, self.table[0])
    }
}

impl Generator {
    /// Returns the generator of a seed. The empty seed leaves the table in order.
    pub fn new(seed: &str) -> Self {
        let mut table = [0; 256];
        for (entry, number) in table.iter_mut().zip(0..=255) {
            *entry = number;
        }
        let key = key(seed);
        if !key.is_empty() {
            let mut j: u8 = 0;
            for i in 0..256 {
                j = j.wrapping_add(table[i]).wrapping_add(key[i % key.len()]);
                table.swap(i, usize::from(j));
            }
        }
        Self { table, i: 0, j: 0 }
    }

    /// Returns a hash of the state: generators with other draws ahead have another one.
    pub fn digest(&self) -> u64 {
        fnv1a(self.table.iter().copied().chain([self.i, self.j]))
    }

    /// Draws a number below `count`, which must not be 0.
    pub fn draw(&mut self, count: usize) -> usize {
        let number = (self.fraction() * count as f64).floor() as usize;
        // Seven bytes of ones are the fraction 1, which would be one too far.
        number.min(count - 1)
    }

    /// Draws a number from 0 to 1.
    fn fraction(&mut self) -> f64 {
        let mut number: u64 = 0;
        for _ in 0..7 {
            number = number << 8 | u64::from(self.byte());
        }
        number as f64 / ((1_u64 << 56) - 1) as f64
    }

    /// Returns the next byte of the stream.
    fn byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        self.j = self.j.wrapping_add(self.table[usize::from(self.i)]);
        self.table.swap(usize::from(self.i), usize::from(self.j));
        let at = self.table[usize::from(self.i)].wrapping_add(self.table[usize::from(self.j)]);
        self.table[usize::from(at)]
    }
}

/// Returns the bytes of a seed: its UTF-16 units, high byte first, without a high byte of 0.
fn key(seed: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(seed.len());
    for unit in seed.encode_utf16() {
        let [high, low] = unit.to_be_bytes();
        if high != 0 {
            bytes.push(high);
        }
        bytes.push(low);
    }
    bytes
}
