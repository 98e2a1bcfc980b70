//! The project's own random numbers: the same on every system and with every compiler.

/// The additive constant of splitmix64: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers that its origin determines.
///
/// This is xoshiro256** 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators",
/// 2018), whose four words are filled by splitmix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct Draw {
    state: [u64; 4],
}

/// Returns the output of splitmix64 for a state.
fn mix(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

impl Draw {
    /// Returns the stream of an attempt: `order` is the text of the version and the options.
    pub fn of(order: &str, seed: u64, attempt: u64) -> Self {
        let add = |hash: u64, word: u64| mix(hash.wrapping_add(STEP) ^ word);
        let digest = order.bytes().fold(0, |hash, byte| add(hash, u64::from(byte)));
        let mut origin = add(add(digest, seed), attempt);
        let state = [(); 4].map(|()| {
            origin = origin.wrapping_add(STEP);
            mix(origin)
        });
        Self { state }
    }

    /// Returns the next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let bits = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        bits
    }

    /// Returns a number below `bound`, each equally likely. `bound` must not be 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Bits above the largest multiple of the bound would favor the small numbers.
        let end = u64::MAX / bound * bound;
        loop {
            let bits = self.bits();
            if bits < end {
                return bits % bound;
            }
        }
    }

    /// Returns an index of a list of so many items. `length` must not be 0.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Returns a number from `least` to `most`, both included. `least` must not be larger.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        match (most - least).checked_add(1) {
            Some(count) => least + self.below(count),
            None => self.bits(),
        }
    }

    /// Puts items into a random order, each order equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_algorithms() {
        // The first outputs of the authors' programs: splitmix64 from 1234567, and xoshiro256** from
        // the words 1, 2, 3, 4.
        let mut state = 1_234_567_u64;
        let numbers = [(); 3].map(|()| {
            state = state.wrapping_add(STEP);
            mix(state)
        });
        let published =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(numbers, published);
        let mut draw = Draw { state: [1, 2, 3, 4] };
        let numbers = [(); 4].map(|()| draw.bits());
        assert_eq!(numbers, [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240]);
    }

    #[test]
    fn each_part_of_the_origin_gives_another_stream() {
        let first = |order, seed, attempt| Draw::of(order, seed, attempt).bits();
        let streams = [first("a", 0, 0), first("b", 0, 0), first("a", 1, 0), first("a", 0, 1)];
        assert!(
            (0..4).all(|later| (0..later).all(|earlier| streams[later] != streams[earlier])),
            "{streams:?}"
        );
        assert_eq!(streams[0], first("a", 0, 0));
    }

    #[test]
    fn numbers_stay_within_their_bounds_and_every_order_occurs() {
        let mut draw = Draw::of("", 7, 0);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[draw.index(6)] += 1;
            assert!((5..=7).contains(&draw.between(5, 7)));
        }
        assert!(seen.iter().all(|&count| (800..1200).contains(&count)), "{seen:?}");
        assert_eq!(draw.between(3, 3), 3);
        draw.between(0, u64::MAX);
        let mut orders = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let mut items = [1, 2, 3];
            draw.shuffle(&mut items);
            orders.insert(items);
        }
        assert_eq!(orders.len(), 6);
    }
}
